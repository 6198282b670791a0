"""The plots of docs/designers/findings.md, as SVG that is the same in every run. Only they need matplotlib."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")  # the backend has to be chosen before the next line
from matplotlib import pyplot as plt

mpl.rcParams.update(
    {
        "svg.hashsalt": "feint",  # or the ids inside a file differ from run to run
        "svg.fonttype": "none",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "figure.facecolor": "white",
    }
)
# Distinct even without colour and where they overlap: marker, line, colour, size, fill.
STYLES = (
    ("o", "-", "#1f5fa8", 4, "full"),
    ("s", "--", "#c8641e", 8, "none"),
    ("^", ":", "#3c7a3c", 5, "full"),
)


def save(figure: Any, path: Path) -> None:
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def lines(panels: dict[str, dict[str, dict[int, float]]], what: str, path: Path) -> None:
    """Shares by a number in the rules, one panel per number and one line per reading, with half a point marked."""
    figure, places = plt.subplots(1, len(panels), figsize=(4.6 * len(panels), 3), sharey=True, squeeze=False)
    for axes, (dial, found) in zip(places[0], panels.items(), strict=True):
        axes.axhline(0.5, color="#888888", linewidth=0.8)
        axes.annotate("fair", (1, 0.5), xycoords=("axes fraction", "data"), xytext=(3, -3), textcoords="offset points")
        for (marker, style, color, size, fill), (label, shares) in zip(STYLES, found.items(), strict=False):
            axes.plot(
                list(shares), list(shares.values()), marker=marker, linestyle=style, color=color, label=label,
                markersize=size, fillstyle=fill, clip_on=False, zorder=3,
            )  # fmt: skip
        axes.set(xlabel=dial, ylim=(0, 1), xticks=list(next(iter(found.values()))))
    places[0][0].set_ylabel(what)
    if len(found) > 1:
        places[0][-1].legend(frameon=False)
    save(figure, path)


def cells(axes: Any, colours: Any, texts: Any, x: Sequence[object], y: Sequence[object], high: float) -> None:
    """A heat map with a text in every cell; None has no colour."""
    shown = [[float("nan") if cell is None else cell for cell in row] for row in colours]
    axes.pcolormesh(shown, cmap="YlGnBu", vmin=0, vmax=high, edgecolors="white", linewidth=1)
    for j, row in enumerate(texts):
        for i, text in enumerate(row):
            dark = colours[j][i] is not None and colours[j][i] > 0.6 * high
            colour = "white" if dark else "#999999" if colours[j][i] is None else "black"
            axes.text(i + 0.5, j + 0.5, text, ha="center", va="center", color=colour, fontsize=8)
    axes.set_xticks([i + 0.5 for i in range(len(x))], x)
    axes.set_yticks([j + 0.5 for j in range(len(y))], y)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def burn(
    grid: list[list[Any]],
    decided: Callable[[Any], str],
    mean_burn: Callable[[Any], float],
    chance_of_0: Callable[[Any], float],
    guess: Callable[[Any], tuple[int, float]],
    path: Path,
) -> None:
    """Three heat maps by round and fuel left: the mean burn, the chance of burning 0, the laser's likeliest guess."""
    figure, places = plt.subplots(1, 3, figsize=(11, 5), sharey=True)
    panels: list[tuple[str, Callable[[Any], float], Callable[[Any], str]]] = [
        ("the missile's mean burn", mean_burn, lambda advice: f"{mean_burn(advice):.1f}"),
        ("its chance of burning 0", chance_of_0, lambda advice: f"{chance_of_0(advice):.0%}"),
        ("the laser's likeliest guess", lambda advice: guess(advice)[0], lambda advice: f"{guess(advice)[0]}"),
    ]
    for axes, (title, number, text) in zip(places, panels, strict=True):
        colours = [[None if decided(advice) else number(advice) for advice in row] for row in grid]
        texts = [[decided(advice) or text(advice) for advice in row] for row in grid]
        high = max(cell for row in colours for cell in row if cell is not None)
        cells(axes, colours, texts, range(1, len(grid[0]) + 1), range(len(grid)), high)
        axes.set(title=title, xlabel="round")
    places[0].set_ylabel("fuel left")
    save(figure, path)


def minefield(shares: list[list[float]], mines: list[int], detectors: list[int], path: Path) -> None:
    figure, axes = plt.subplots(figsize=(4.2, 3.4))
    texts = [[f"{share:.3f}" for share in row] for row in shares]
    cells(axes, shares, texts, detectors, mines, max(max(row) for row in shares))
    axes.set(title="player1's share", xlabel="detectors each", ylabel="mines")
    save(figure, path)
