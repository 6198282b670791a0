"""Charts of an experiment as plain data: what is shown, not how. `drawing.py` draws them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Intervals:
    """A value with its interval for each label, and a line to compare them with: `mark`."""

    title: str
    what: str
    rows: tuple[tuple[str, float, float, float], ...]  # label, value, low, high
    mark: float | None = None


@dataclass(frozen=True)
class Histogram:
    """How often each number came up, for one or more groups."""

    title: str
    what: str
    groups: tuple[tuple[str, tuple[tuple[int, float], ...]], ...]  # name, and (number, share)


@dataclass(frozen=True)
class HeatMap:
    """A number for each pair of row and column; `middle` is where the colours change sides. None is not known."""

    title: str
    what: str
    x: tuple[str, ...]
    y: tuple[str, ...]
    x_name: str
    y_name: str
    cells: tuple[tuple[float | str | None, ...], ...]  # by row; a word where there is no number
    middle: float | None = None


@dataclass(frozen=True)
class Curves:
    """Lines over a common axis, with bands where intervals are known."""

    title: str
    x_name: str
    y_name: str
    lines: tuple[tuple[str, tuple[tuple[float, float, float, float], ...]], ...]  # name, and (x, y, low, high)
    mark: float | None = None


@dataclass(frozen=True)
class Points:
    """Points with a label each; those that count are `chosen`."""

    title: str
    x_name: str
    y_name: str
    points: tuple[tuple[str, float, float, bool], ...]  # label, x, y, chosen


Chart = Intervals | Histogram | HeatMap | Curves | Points
