"""Draws an experiment's charts as SVG, the same in every run. Only this needs Matplotlib."""

import io
from itertools import accumulate
from textwrap import fill
from typing import Any

import numpy as np

from feint.core.extras import require_extra
from feint.lab.charts import Chart, Curves, HeatMap, Histogram, Intervals, Points

STYLE = {
    "svg.hashsalt": "feint",  # or the ids inside a picture differ from run to run
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}
# Distinct for colour-blind eyes too, and by marker and line.
COLOURS = ("#1f5fa8", "#c8641e", "#3c7a3c", "#8a4f9e", "#7a6a1c", "#555555")
MARKERS, LINES = "os^Dvx", ("-", "--", ":", "-.")
GREY = "#888888"
MOST_BINS = 40
WIDEST = 70  # letters of a title in a line
TAIL = 0.002  # of a histogram, which gets one bar


def draw(chart: Chart) -> str:
    """A chart as an SVG."""
    mpl = require_extra("matplotlib", "lab")
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.4, _height(chart)), layout="constrained")
        axes = figure.subplots()
        axes.set_title(fill(chart.title, WIDEST), loc="left", fontsize=10)
        _DRAWING[type(chart)](axes, chart)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return drawn.getvalue().partition("<svg")[2].join(["<svg", ""])


def _height(chart: Chart) -> float:
    if isinstance(chart, Intervals):
        return 1.2 + 0.24 * len(chart.rows)
    if isinstance(chart, HeatMap):
        return 1.4 + 0.32 * len(chart.y)
    return 3.2


def _intervals(axes: Any, chart: Intervals) -> None:
    places = np.arange(len(chart.rows))[::-1]
    values = np.array([row[1:] for row in chart.rows], float)
    if chart.mark is not None:
        axes.axvline(chart.mark, color=GREY, linewidth=0.8)
    reach = np.abs(values[:, 1:] - values[:, :1]).T
    axes.errorbar(values[:, 0], places, xerr=reach, fmt="o", color=COLOURS[0], markersize=4, linewidth=1.2)
    axes.set(
        yticks=places, yticklabels=[row[0] for row in chart.rows], xlabel=chart.what, ylim=(-0.7, len(places) - 0.3)
    )


def _histogram(axes: Any, chart: Histogram) -> None:
    highest = max(_nearly_all(bars) for _, bars in chart.groups)
    lowest = min(number for _, bars in chart.groups for number, _ in bars)
    width = max(1, -(-(highest - lowest + 1) // MOST_BINS))
    for n, (name, bars) in enumerate(chart.groups):
        heights: dict[int, float] = {}
        for number, share in bars:
            begin = lowest + (min(number, highest) - lowest) // width * width
            heights[begin] = heights.get(begin, 0.0) + share
        begins = range(lowest, highest + width, width)
        edges = [begin - 0.5 for begin in [*begins, begins[-1] + width]]
        values = [heights.get(begin, 0.0) for begin in begins]
        axes.stairs(values, edges, label=name, color=COLOURS[n % len(COLOURS)], linestyle=LINES[n % len(LINES)])
    longer = max(number for _, bars in chart.groups for number, _ in bars) > highest
    what = f"{chart.what} (the last bar: {highest} and more)" if longer else chart.what
    axes.set(xlabel=what, ylabel="share of games", ylim=(0, None))
    _tick_whole_numbers(axes, [float(lowest)])
    if len(chart.groups) > 1:
        axes.legend(frameon=False)


def _nearly_all(bars: tuple[tuple[int, float], ...]) -> int:
    """The number that all but a few are below: those get one bar, so that the others can be seen."""
    ordered = sorted(bars)
    total = accumulate(share for _, share in ordered)
    return next((number for (number, _), below in zip(ordered, total, strict=True) if below > 1 - TAIL), ordered[-1][0])


def _heat_map(axes: Any, chart: HeatMap) -> None:
    cells = np.array([[cell if isinstance(cell, float) else np.nan for cell in row] for row in chart.cells])
    known = cells[~np.isnan(cells)]
    if chart.middle is None:
        low, high, colours = (known.min(), known.max(), "YlGnBu") if known.size else (0, 1, "YlGnBu")
    else:
        reach = max(float(np.abs(known - chart.middle).max()) if known.size else 1.0, 1e-9)
        low, high, colours = chart.middle - reach, chart.middle + reach, "PuOr"
    mesh = axes.pcolormesh(cells, cmap=colours, vmin=low, vmax=high, edgecolors="white", linewidth=1)
    for y, row in enumerate(chart.cells):
        for x, cell in enumerate(row):
            text, colour = cell or "-", "black"
            if isinstance(cell, float):
                red, green, blue, _ = mesh.cmap(mesh.norm(cell))
                text, colour = f"{cell:.2f}", "white" if 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else "black"
            axes.text(x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=7, color=colour)
    axes.set(
        xticks=np.arange(len(chart.x)) + 0.5, xticklabels=chart.x, xlabel=chart.x_name,
        yticks=np.arange(len(chart.y)) + 0.5, yticklabels=chart.y, ylabel=chart.y_name,
    )  # fmt: skip
    axes.tick_params(length=0)
    if max(map(len, chart.x), default=0) > 6:
        axes.tick_params("x", rotation=30)


def _curves(axes: Any, chart: Curves) -> None:
    if chart.mark is not None:
        axes.axhline(chart.mark, color=GREY, linewidth=0.8)
    for n, (name, line) in enumerate(chart.lines):
        x, y, low, high = np.array(line, float).T
        look = {
            "color": COLOURS[n % len(COLOURS)],
            "linestyle": LINES[n % len(LINES)],
            "marker": MARKERS[n % len(MARKERS)],
        }
        axes.fill_between(x, low, high, color=look["color"], alpha=0.15, linewidth=0)
        axes.plot(x, y, label=name, markersize=4, **look)
    axes.set(xlabel=chart.x_name, ylabel=chart.y_name)
    _tick_whole_numbers(axes, [point[0] for _, line in chart.lines for point in line])
    if len(chart.lines) > 1:
        axes.legend(frameon=False)


def _points(axes: Any, chart: Points) -> None:
    for _, x, y, chosen in chart.points:
        axes.plot(x, y, "o", color=COLOURS[1] if chosen else GREY, markersize=6 if chosen else 3)
    if named := [point for point in chart.points if point[3]]:  # a table below names the others
        label, x, y, _ = min(named, key=lambda point: point[1:3])
        right = x > np.mean(axes.get_xlim())
        style = {"textcoords": "offset points", "xytext": (-6 if right else 6, 4), "ha": "right" if right else "left"}
        note = axes.annotate(fill(label, WIDEST // 2), (x, y), fontsize=7, va="bottom", **style)
        note.set_in_layout(False)  # a long one would leave no room for the points
    axes.set(xlabel=chart.x_name, ylabel=chart.y_name)
    _tick_whole_numbers(axes, [x for _, x, _, _ in chart.points])


def _tick_whole_numbers(axes: Any, numbers: list[float]) -> None:
    """Mark no halves on an axis that has none."""
    if all(number.is_integer() for number in numbers):
        axes.xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)


_DRAWING: dict[type, Any] = {
    Intervals: _intervals,
    Histogram: _histogram,
    HeatMap: _heat_map,
    Curves: _curves,
    Points: _points,
}
