"""How far to trust the coach where it searches: beside exact values, or beside a search a hundred times as long.

    python bench/coach.py space-goats --iterations 5000
    python bench/coach.py minefield-navigator --iterations 200000

Positions come from matches of a newcomer, who makes every other choice at random, against the game's last bot: one from
each match. The choice that was made there is judged, as in a review. The constants of `feint.bots.evaluation` were
chosen so that about 95% of all intervals hold the true value.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from statistics import mean

import feint
from feint.bots import bots_of, choose
from feint.bots.coach import choices_of, judge
from feint.bots.search import NAME, Search
from feint.core.game import Game
from feint.core.match import Match
from feint.solve import advise, solve

SEED = 1000  # of the first match
NEAR = {True: 0.03, False: 0.05}  # to an exact value, and to a longer search

Truth = Callable[[Match, str, str], dict[str, float]]
"""What choices are worth for a seat, among them the one that was made."""


def positions(game: Game, count: int) -> Iterator[tuple[Match, str, str]]:
    """Where a newcomer has a choice: the match as it stands, the seat, and what it chooses."""
    policy, seed = list(bots_of(game).values())[-1], SEED
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=feint.game_names())
    parser.add_argument("--iterations", type=int, default=5_000)
    parser.add_argument("--times", type=int, default=100, help="how much longer the other search is")
    parser.add_argument("--positions", type=int, default=40)
    options = parser.parse_args()
    game = feint.load(options.game)
    is_solved = game.positions is not None
    truth = exact_values(game) if is_solved else long_search(game, options.iterations * options.times)
    bot = Search(game, f"{NAME}:{options.iterations}")
    apart, outside, widths, choices, made_known, told, told_too_much = [], [], [], 0, 0, 0, 0
    for match, seat, made in positions(game, options.positions):
        true = truth(match, seat, made)
        values = bot.action_values(match, seat, 2, made)
        choices += len(values)
        for one in values:
            if one.examined and one.text in true:
                apart.append(abs((one.low + one.high) / 2 - true[one.text]))
                outside.append(max(one.low - true[one.text], true[one.text] - one.high, 0.0))
                widths.append(one.high - one.low)
        judged = judge(bot, match, seat, made, 2)
        made_known += judged.worth.examined
        if judged.cost and made in true:
            told += 1
            told_too_much += judged.cost > max(true.values()) - true[made]
    near = NEAR[is_solved]
    print(f"{options.game}, {options.iterations:,} iterations, {options.positions} positions with {choices} choices")
    print(f"known to both: {len(apart)} choices; of those that were made: {made_known}")
    print(f"within {near}: {mean(one <= near for one in apart):.1%}; furthest: {max(apart):.3f}")
    print(f"in the interval: {mean(one == 0 for one in outside):.1%}; furthest from it: {max(outside):.3f}")
    print(f"mean width of an interval: {mean(widths):.3f}")
    print(f"choices that cost something: {told}; less than was said: {told_too_much}")


if __name__ == "__main__":
    main()
