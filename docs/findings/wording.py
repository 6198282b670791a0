"""Numbers in words: shares, bounds, who is favoured, and what a share does as a number is turned up."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

from feint.solve import Advice, Solution

HALF = Fraction(1, 2)
ROUNDING = 1e-6  # bounds closer than this differ by rounding alone


def met(solution: Solution | Advice) -> bool:
    """Whether the value is known, apart from rounding."""
    return solution.exact is not None or solution.upper - solution.lower < ROUNDING


def value(solution: Solution | Advice) -> Fraction | float:
    """The first seat's share, where the bounds meet."""
    if solution.exact is not None:
        return solution.exact
    assert met(solution), solution
    return round((solution.lower + solution.upper) / 2, 6)


def percent(share: Fraction | float) -> str:
    """A share; without decimals only if it is certain."""
    return f"{float(share):.0%}" if share in (0, 1) else f"{float(share):.1%}"


def points(difference: Fraction | float) -> str:
    """A difference of two shares."""
    return f"{abs(float(difference)) * 100:.1f} percentage points"


def at_least(share: float, digits: int = 4) -> float:
    """A lower bound, rounded so that it holds."""
    return floor(share * 10**digits + ROUNDING) / 10**digits


def at_most(share: float, digits: int = 4) -> float:
    """An upper bound, rounded so that it holds."""
    return ceil(share * 10**digits - ROUNDING) / 10**digits


def or_more(share: float) -> str:
    """A lower bound in a sentence."""
    return f"at least {percent(at_least(share, 3))}"


def or_less(share: float) -> str:
    """An upper bound in a sentence."""
    return f"at most {percent(at_most(share, 3))}"


def the(seat: str) -> str:
    """A seat in a sentence: the missile, but P1."""
    return f"the {seat}" if seat.isalpha() else seat


def count(number: int, thing: str) -> str:
    """A number of things, in the singular or plural."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def listing(items: Iterable[object]) -> str:
    """Several things in a sentence; three or more consecutive numbers are a range.

    >>> listing([1, 2, 4, 5, 6])
    '1, 2 and 4 to 6'
    """
    runs: list[list[Any]] = []
    for item in items:
        if runs and isinstance(item, int) and isinstance(runs[-1][-1], int) and item == runs[-1][-1] + 1:
            runs[-1].append(item)
        else:
            runs.append([item])
    texts = [
        text for run in runs for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(item) for item in run])
    ]
    *most, last = texts
    return f"{', '.join(most)} and {last}" if most else last


def favour(solution: Solution) -> str:
    """Who is favoured, and by how much, where the bounds meet."""
    first, second = (the(seat) for seat in solution.game.seats)
    share = value(solution)
    if share == HALF:
        return "the game is even"
    seat, share = (first, share) if share > HALF else (second, 1 - share)
    return f"{seat} always wins" if share == 1 else f"{seat} is favoured, {percent(share)} to {percent(1 - share)}"


def trend(values: Sequence[Fraction | float]) -> str:
    """What a share does as a number is turned up."""
    steps = [b - a for a, b in pairwise(values)]
    if not any(steps):
        return "doesn't change"
    for sign, always, never in ((1, "rises", "never falls"), (-1, "falls", "never rises")):
        if all(sign * step > 0 for step in steps):
            return f"{always} at every step"
        if all(sign * step >= 0 for step in steps):
            return never
    return "rises and falls"


def fairest(solutions: dict[Any, Solution]) -> Any:
    """The setting under which the share is closest to half; the first of several."""
    return min(solutions, key=lambda setting: abs(value(solutions[setting]) - HALF))
