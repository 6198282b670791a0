"""Solutions under many rulings, each found once, and what perfect play comes to in them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import feint
from feint.core.game import Game
from feint.solve import Solution, solve
from findings.wording import or_more, the

GAP = 0.02  # how close the bounds have to come

# What perfect play comes to, where neither seat is sure to win.
ENDLESS = "each side can stop the other from ever winning"
CONTEST = "both sides have something to play for"


class CachedSolver:
    """Solutions under many rulings. Of those that nobody asks for advice, only the values are kept."""

    def __init__(self) -> None:
        self.solved: dict[tuple[str, ...], Solution] = {}

    def solve(self, name: str, **rulings: object) -> Solution:
        """The solution of a game under these rulings and the defaults of the others."""
        game = feint.load(name, **rulings)
        key = (name, *game.rulings_text.values())
        if key not in self.solved:
            # Neither the clock nor what an earlier run left on disk may make a difference.
            found = solve(game, gap=GAP, seconds=None, keep=False)
            small = found.states < 1_000
            self.solved[key] = found if small or not changed(game) else replace(found, arrays={})
        return self.solved[key]

    def sweep(self, name: str, ruling: str, settings: Iterable[object], **rulings: object) -> dict[Any, Solution]:
        """The solutions for several settings of one ruling."""
        return {setting: self.solve(name, **rulings, **{ruling: setting}) for setting in settings}

    def choices(self, name: str, ruling: str) -> dict[Any, Solution]:
        """The solutions for all choices of a ruling."""
        return self.sweep(name, ruling, feint.load(name).all_rulings[ruling].choices)


def changed(game: Game) -> dict[str, Any]:
    """The rulings that are not at their defaults."""
    return {name: value for name, value in game.rulings.items() if value != game.all_rulings[name].default}


def outcome(solution: Solution) -> str:
    """What perfect play comes to."""
    if (solution.lower, solution.upper) == (0, 1):
        return ENDLESS
    for seat, least in zip(solution.game.seats, (solution.lower, 1 - solution.upper), strict=True):
        if least == 1:
            return f"{the(seat)} always wins"
        if least >= 1 - GAP:
            return f"{the(seat)} wins {or_more(1 - GAP)}"
    return CONTEST
