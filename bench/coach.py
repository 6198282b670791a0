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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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


def looked_at(match: Match, seat: str, made: str, truth: Truth, bots: dict[int, Search]) -> dict[str, Any]:
    """What is true at a position, and what searches say about it."""
    found: dict[str, Any] = {"steps": len(match.steps), "seat": seat, "made": made, "true": truth(match, seat, made)}
    for iterations, bot in bots.items():
        values = bot.action_values(match, seat, 2, made)
        found[str(iterations)] = [
            [one.text, one.low, one.high, one.examined, one.close, cost]
            for one, cost in zip(values, costs(values), strict=True)
        ]
    return found


def report(seen: list[dict[str, Any]], iterations: int, near: float) -> Iterator[str]:
    """How searches of so many iterations did."""
    values = [(one, *value) for one in seen for value in one[str(iterations)]]
    known = [(one["true"][text], low, high, close) for one, text, low, high, examined, close, _ in values
             if examined and text in one["true"]]  # fmt: skip
    apart = [abs((low + high) / 2 - true) for true, low, high, close in known if close]
    within = [low <= true <= high for true, low, high, _ in known]
    told_within = [low <= true <= high for true, low, high, close in known if close]
    made = [(one, *rest) for one, text, *rest in values if text == one["made"]]
    sound = [(cost, max(one["true"].values()) - one["true"][text]) for one, text, *_, cost in values
             if cost and text in one["true"]]  # fmt: skip
    yield f"{iterations:,} iterations: {len(seen)} positions with {len(values)} choices"
    made_told, furthest = sum(close for *_, close, _ in made), max(apart, default=0)
    yield f"  values told: {share(len(apart), len(values))}; of choices that were made: {share(made_told, len(made))}"
    yield f"    within {near}: {share(sum(one <= near for one in apart), len(apart))}; furthest: {furthest:.3f}"
    yield f"    in the interval: {share(sum(told_within), len(told_within))}"
    yield f"  compared: {share(len(known), len(values))}; of those made: {share(sum(m[3] for m in made), len(made))}"
    yield f"    in the interval: {share(sum(within), len(within))}"
    yield f"  found to cost something: {len(sound)}; of choices that were made: {sum(bool(m[5]) for m in made)}"
    over = [cost - true for cost, true in sound if cost > true]
    yield f"    cost less than was said: {share(len(over), len(sound))}; by at most {max(over, default=0):.3f}"


def share(count: int, of: int) -> str:
    return f"{count} of {of} ({count / of:.0%})" if of else "0 of 0"


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
