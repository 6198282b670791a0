"""The table that a game's `report.py` can make for a designer from many games, and intervals for what is in it.

`COUNTS` is how many numbers it counts, `tally(s, points, counts)` (a rule) adds a finished game to them,
`named(counts)` names some of them, each a number of games, and `listing(game, counts)` makes a table of the rest.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

SURE = NormalDist().inv_cdf(0.975)  # 95% lie within so many standard errors


@dataclass(frozen=True)
class ResultTable:
    """A table: its columns' names, and rows of texts and numbers in the order they are to be read."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    first_to_go: tuple[str, ...] = ()  # columns to leave out where there is little room

    def to_json(self) -> list[dict[str, Any]]:
        """The rows for programs."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def wilson_interval(count: float, total: int) -> tuple[float, float]:
    """The 95% interval for a share that was counted."""
    share, slack = count / total, SURE**2 / total
    middle = (share + slack / 2) / (1 + slack)
    reach = SURE / (1 + slack) * sqrt(share * (1 - share) / total + slack / (4 * total))
    return max(0.0, middle - reach), min(1.0, middle + reach)
