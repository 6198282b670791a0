"""The document as a whole, and its plots.

Every number comes out of the run, and sentences are put together from the numbers, so that none of them can be left
behind when a rule changes. Nothing depends on time: the same rules give the same bytes.
"""

import platform
from pathlib import Path
from typing import Any

import feint
from feint.solve import Solution
from findings import minefield_navigator, terminal_maneuver, tower_siege
from findings.sections import opening, table
from findings.solver import CONTEST, GAP, CachedSolver, changed, outcome
from findings.wording import listing, value

FOLDER = Path(__file__).parents[1] / "designers"
PLOTS = FOLDER / "plots"
DEFAULTS = "**the defaults**"
GAMES = (terminal_maneuver, minefield_navigator, tower_siege)


def about(solver: CachedSolver) -> str:
    """Where the document comes from, and how to read it."""
    positions = sum(solution.states for solution in solver.solved.values())
    made = (
        "What Feint's solver says about the three games it can solve, and about each of their rulings. A *ruling* "
        "answers a question that a rule book leaves open, or sets a number that a designer may want to change. This "
        f"file was written by `make findings` with Feint {feint.__version__} and Python {platform.python_version()}, "
        f"from {len(solver.solved)} solves with {positions:,} positions in all. No number was typed in: to change the "
        "text, edit docs/findings/, not this file."
    )
    meant = (
        "A *seat* is one side of a game, such as P1 or the missile. Its *share* is the part of the game's one point "
        "that it gets when both sides play perfectly: its chance of winning, with half a point for a game that nobody "
        "wins. Fractions are exact. Where a game can go on forever, there are bounds instead: what a seat gets *at "
        "least*, if endless play counts as a loss for it, and *at most*, if that counts as a win. Both are proven. The "
        f"solver stopped when they were within {GAP:g} of each other, or when no closer bounds exist."
    )
    bold = "Defaults are **bold**. Rulings that a table doesn't mention are at their defaults."
    return "\n\n".join(["# Findings", made, meant, bold])


def nothing_to_play_for(solver: CachedSolver) -> str:
    """The settings under which perfect play decides a game before it begins, or never ends it; one ruling at a time."""
    groups: dict[tuple[str, str], dict[str, list[Any]]] = {}
    for solution in solver.solved.values():
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
            "## Settings that leave nothing to play for",
            "With perfect play these games are decided before they begin, or never end. At most one ruling is changed.",
            table(["game", "with perfect play", "settings"], rows),
        ]
    )


def document(solver: CachedSolver) -> str:
    chapters = []
    for game in GAMES:
        chapters += [opening(solver, game.NAME), game.how_to_play(solver)]
        chapters += [game.SECTIONS[ruling](solver) for ruling in feint.load(game.NAME).all_rulings]
    return "\n\n".join([about(solver), nothing_to_play_for(solver), *chapters]) + "\n"


def draw(solver: CachedSolver) -> None:
    """All plots; only this needs matplotlib."""
    from findings import plots

    PLOTS.mkdir(exist_ok=True)
    missile, minefield, siege = GAMES
    grid = [missile.waiting(solver, fuel) for fuel in range(missile.FUELS[-1] + 1)]
    plots.burn(grid, missile.decided, missile.mean_burn, missile.chance_of_0, missile.guess, PLOTS / "tm-burn.svg")
    fuels = {
        f"black squares {choice}": by_setting(solver.sweep(missile.NAME, "fuel", missile.FUELS, black_squares=choice))
        for choice in solver.choices(missile.NAME, "black_squares")
    }
    plots.lines({"fuel": fuels}, "the missile's share", PLOTS / "tm-fairness.svg")
    field = [list(by_setting(row).values()) for row in minefield.minefields(solver).values()]
    plots.minefield(field, list(minefield.MINES), list(minefield.DETECTORS), PLOTS / "mn-mines-detectors.svg")
    readings = minefield.readings(solver).items()
    panels = {
        dial: {reading: by_setting(dials[n]) for reading, dials in readings}
        for n, dial in enumerate(("steps", "mines"))
    }
    plots.lines(panels, "player1's share", PLOTS / "mn-occupancy.svg")
    limits = by_setting(solver.sweep(siege.NAME, "turn_limit", siege.LIMITS))
    plots.lines({"turn limit": {"P1": limits}}, "P1's share", PLOTS / "ts-turn-limit.svg")


def by_setting(solutions: dict[Any, Solution]) -> dict[Any, float]:
    """Shares to draw."""
    return {setting: float(value(solution)) for setting, solution in solutions.items()}


def main() -> None:
    solver = CachedSolver()
    text = document(solver)
    draw(solver)
    (FOLDER / "findings.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
