"""What the solver finds in the games that it can solve, as docs/findings.md and its plots; `make findings`.

Every number in the document comes out of the run, and sentences are put together from the numbers, so that none of them
can stay behind when a rule changes. Nothing depends on time: the same rules give the same bytes.
"""

import platform
from pathlib import Path
from typing import Any

import feint
from feint.solve import Solution
from found import minefield_navigator, terminal_maneuver, tower_siege
from found.runs import CONTEST, GAP, Runs, changed, opening, outcome, table
from found.words import listing, value

DOCS = Path(__file__).parent
PLOTS = DOCS / "plots"
DEFAULTS = "**the defaults**"
GAMES = (terminal_maneuver, minefield_navigator, tower_siege)


def about(runs: Runs) -> str:
    """How the document was made, and how to read it."""
    positions = sum(solution.states for solution in runs.solved.values())
    made = (
        "What Feint's solver says about the games that it can solve, and about every ruling and dial of theirs. "
        f"Written by `make findings` with Feint {feint.__version__} and Python {platform.python_version()}, from "
        f"{len(runs.solved)} solves with {positions:,} positions in all. No number here was typed in: change "
        "docs/findings.py, not this file."
    )
    meant = (
        "A *share* is what a seat gets of a game's one point when both play right: its chance to win, and half a point "
        "for a game without a winner. A fraction is exact. Where play can go on for ever there are bounds instead: "
        "what a seat gets *at least* if play without end is worth nothing to it, and what it gets *at most* if that is "
        f"worth all to it. Both hold for sure. They were brought as near to each other as {GAP:g}, or until no bound "
        "could move any more."
    )
    bold = "What is **bold** in a table is the default. Rulings that a table doesn't name are at their defaults."
    return "\n\n".join(["# Findings", made, meant, bold])


def nothing_to_play_for(runs: Runs) -> str:
    """The settings under which right play decides a game before it begins, or never ends it; one ruling at a time."""
    groups: dict[tuple[str, str], dict[str, list[Any]]] = {}
    for solution in runs.solved.values():
        what, rulings = outcome(solution), changed(solution.game)
        if what != CONTEST and len(rulings) <= 1:
            found = groups.setdefault((solution.game.title, what), {})
            for ruling, setting in rulings.items() or [(DEFAULTS, "")]:
                found.setdefault(ruling, []).append(setting)
    rows = []
    for (title, what), found in groups.items():
        under = [f"`{ruling}` {listing(sorted(settings))}" for ruling, settings in found.items() if ruling != DEFAULTS]
        rows.append([title, what, "; ".join([DEFAULTS, *under] if DEFAULTS in found else under)])
    return "\n\n".join(
        [
            "## What leaves nothing to play for",
            "Of all games in this document with one ruling changed, or none, those that are decided before they begin "
            "when both play right, or that never end.",
            table(["game", "when both play right", "under"], rows),
        ]
    )


def document(runs: Runs) -> str:
    chapters = []
    for game in GAMES:
        chapters += [opening(runs, game.NAME), game.how_to_play(runs)]
        chapters += [game.SECTIONS[ruling](runs) for ruling in feint.load(game.NAME).all_rulings]
    return "\n\n".join([about(runs), nothing_to_play_for(runs), *chapters]) + "\n"


def draw(runs: Runs) -> None:
    """All plots; only this needs matplotlib."""
    from found import plots

    PLOTS.mkdir(exist_ok=True)
    missile, minefield, siege = GAMES
    grid = [missile.waiting(runs, fuel) for fuel in range(missile.FUELS[-1] + 1)]
    plots.burn(grid, missile.decided, missile.mean_burn, missile.chance_of_0, missile.guess, PLOTS / "tm-burn.svg")
    fuels = {
        f"black squares {choice}": by_setting(runs.dial(missile.NAME, "fuel", missile.FUELS, black_squares=choice))
        for choice in runs.choices(missile.NAME, "black_squares")
    }
    plots.lines({"fuel": fuels}, "the missile's share", PLOTS / "tm-fairness.svg")
    field = [list(by_setting(row).values()) for row in minefield.minefields(runs).values()]
    plots.minefield(field, list(minefield.MINES), list(minefield.DETECTORS), PLOTS / "mn-mines-detectors.svg")
    readings = minefield.readings(runs).items()
    panels = {
        dial: {reading: by_setting(dials[n]) for reading, dials in readings}
        for n, dial in enumerate(("steps", "mines"))
    }
    plots.lines(panels, "player1's share", PLOTS / "mn-occupancy.svg")
    limits = by_setting(runs.dial(siege.NAME, "turn_limit", siege.LIMITS))
    plots.lines({"turn limit": {"P1": limits}}, "P1's share", PLOTS / "ts-turn-limit.svg")


def by_setting(solutions: dict[Any, Solution]) -> dict[Any, float]:
    """Shares to be drawn."""
    return {setting: float(value(solution)) for setting, solution in solutions.items()}


def main() -> None:
    runs = Runs()
    text = document(runs)
    draw(runs)
    (DOCS / "findings.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
