"""How far to trust the coach where it searches: beside exact values, or beside a search a hundred times as long.

    python bench/coach.py space-goats --iterations 5000
    python bench/coach.py dark-frontier --iterations 2000,8000 --seed 9000 --reference 200000
    python bench/coach.py minefield-navigator --iterations 200000

Positions come from matches of a newcomer, who makes every other choice at random, against the game's last bot: one from
each match. The choice that was made there is judged, as in a review. Values are told where their interval is narrow; a
choice costs "at least" what is known with confidence. With `--save`, what is found at a position is written down at
once, as a line of JSON, and is read again when the same command goes on later.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import feint
from feint.bots import bots_of, choose
from feint.bots.coach import choices_of, costs
from feint.bots.search import NAME, Search
from feint.core.game import Game
from feint.core.match import Match
from feint.solve import advise, solve

NEAR = {True: 0.03, False: 0.05}  # to an exact value, and to a longer search

Truth = Callable[[Match, str, str], dict[str, float]]
"""What choices are worth for a seat, among them the one that was made."""


def positions(game: Game, count: int, seed: int) -> Iterator[tuple[Match, str, str]]:
    """Where a newcomer has a choice: the match as it stands, the seat, and what it chooses."""
    policy = list(bots_of(game).values())[-1]
    while count:
        luck, newcomer, match = random.Random(seed), game.seats[seed % len(game.seats)], game.start(seed=seed)
        while not match.over:
            seat = match.pending[0]
            at_random = seat == newcomer and luck.random() < 0.5
            match.play(seat, luck.choice(match.legal(seat)) if at_random else choose(match, seat, policy, seed))
        if choices := list(choices_of(match, [newcomer])):
            yield luck.choice(choices)
            count -= 1
        seed += 1


def exact_values(game: Game) -> Truth:
    solution = solve(game)

    def truth(match: Match, seat: str, made: str) -> dict[str, float]:
        return {one.text: float(one.lower + one.upper) / 2 for one in advise(solution, match).choices[seat]}

    return truth


def long_search(game: Game, iterations: int) -> Truth:
    bot = Search(game, f"{NAME}:{iterations}")

    def truth(match: Match, seat: str, made: str) -> dict[str, float]:
        values = bot.action_values(match, seat, 1, made)
        return {one.text: (one.low + one.high) / 2 for one in values if one.examined}

    return truth


class Said(NamedTuple):
    """What a search says about a choice."""

    choice: str
    low: float
    high: float
    examined: bool
    close: bool
    cost: float | None


def looked_at(match: Match, seat: str, made: str, truth: Truth, bots: dict[int, Search]) -> dict[str, Any]:
    """What is true at a position, and what searches say about it."""
    found: dict[str, Any] = {"steps": len(match.steps), "seat": seat, "made": made, "true": truth(match, seat, made)}
    for iterations, bot in bots.items():
        values = bot.action_values(match, seat, 2, made)
        found[str(iterations)] = [
            Said(one.text, one.low, one.high, one.examined, one.close, cost)
            for one, cost in zip(values, costs(values), strict=True)
        ]
    return found


def report(seen: list[dict[str, Any]], iterations: int, near: float) -> Iterator[str]:
    """How searches of so many iterations did."""
    found = [(one, Said(*said)) for one in seen for said in one[str(iterations)]]
    every, made = [said for _, said in found], [said for one, said in found if said.choice == one["made"]]
    checked = [(one["true"][said.choice], max(one["true"].values()), said)
               for one, said in found if said.examined and said.choice in one["true"]]  # fmt: skip
    apart = [abs((said.low + said.high) / 2 - true) for true, _, said in checked if said.close]
    over = [said.cost - (best - true) for true, best, said in checked if said.cost]
    yield f"{iterations:,} iterations, {len(seen)} positions with {len(every)} choices, and those that were made"
    yield f"  examined: {share(said.examined for said in every)}; {share(said.examined for said in made)}"
    yield f"  value told: {share(said.close for said in every)}; {share(said.close for said in made)}"
    yield f"  costs something: {share(bool(said.cost) for said in every)}; {share(bool(said.cost) for said in made)}"
    yield "Beside what is true:"
    yield f"  values within {near}: {share(one <= near for one in apart)}; furthest: {max(apart, default=0):.3f}"
    for which in ({True}, {True, False}):
        holds = [said.low <= true <= said.high for true, _, said in checked if said.close in which]
        yield f"  in its interval, {'told' if which == {True} else 'all'}: {share(holds)}"
    yield f"  cost less than was said: {share(one > 0 for one in over)}; by at most {max([0.0, *over]):.3f}"


def share(each: Iterable[bool]) -> str:
    """How many of them are true."""
    every = list(each)
    return f"{sum(every)} of {len(every)}" + (f" ({sum(every) / len(every):.0%})" if every else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=feint.game_names())
    parser.add_argument("--iterations", default="5000", help="several sizes: 2000,8000")
    parser.add_argument("--reference", type=int, help="of the longer search (default: a hundred times the first)")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000, help="of the first match")
    parser.add_argument("--save", type=Path, help="a file that results are added to as they come")
    options = parser.parse_args()
    game, sizes = feint.load(options.game), [int(size) for size in options.iterations.split(",")]
    is_solved = game.positions is not None
    truth = exact_values(game) if is_solved else long_search(game, options.reference or 100 * sizes[0])
    bots = {size: Search(game, f"{NAME}:{size}") for size in sizes}
    there = options.save is not None and options.save.exists()
    seen = [json.loads(line) for line in options.save.read_text().splitlines()] if there else []
    for number, (match, seat, made) in enumerate(positions(game, options.positions, options.seed)):
        if number < len(seen):
            continue
        seen.append(looked_at(match, seat, made, truth, bots))
        if options.save is not None:
            with options.save.open("a") as file:
                file.write(json.dumps(seen[-1]) + "\n")
    print(options.game)
    for size in sizes:
        for line in report(seen[: options.positions], size, NEAR[is_solved]):
            print(line)


if __name__ == "__main__":
    main()
