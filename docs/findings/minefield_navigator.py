"""The findings on Minefield Navigator: how to begin, and what the rulings do."""

from itertools import pairwise
from typing import Any

import feint
from feint.solve import Solution, advise
from findings.sections import plot, subsection, table, two_sentences, values_table
from findings.solver import CachedSolver
from findings.wording import HALF, count, fairest, favour, listing, percent, points, trend, value

NAME = "minefield-navigator"
STEPS, MINES, DETECTORS = range(6, 15), range(6), range(4)


def bold(ruling: str, setting: object) -> str:
    """A setting in a table; the default stands out."""
    return f"**{setting}**" if setting == feint.load(NAME).all_rulings[ruling].default else f"{setting}"


def cell(solution: Solution) -> str:
    """Player 1's share in a table with room for it alone."""
    return f"{float(value(solution)):.4f} = {value(solution)}"


def how_to_play(solver: CachedSolver) -> str:
    solution = solver.solve(NAME)
    [(seat, choices)] = advise(solution, solution.game.start(seed=1)).choices.items()
    rows = [[f"`{c.text}`", percent(c.chance) if c.chance else "-", f"{c.lower:.4f}", c.exact] for c in choices]
    by_value = sorted(choices, key=lambda choice: choice.exact, reverse=True)
    right, second = by_value[:2]
    scans = [choice for choice in by_value if choice.text != "move"]
    best, worst = scans[0], scans[-1]
    cost = right.exact - second.exact
    return "\n\n".join(
        [
            "### The first turn",
            f"What each choice is worth to {seat} if both sides play perfectly from there on.",
            table(["choice", "how often", f"worth to {seat}", "exactly"], rows),
            two_sentences(
                f"begin with `{right.text}`; the next best choice, `{second.text}`, "
                + (f"gives away {points(cost)}" if cost else "is just as good"),
                f"scanning first is worth between {percent(worst.exact)} (`{worst.text}`) and {percent(best.exact)} "
                f"(`{best.text}`), against {percent(choices[0].exact)} for `{choices[0].text}`",
            ),
        ]
    )


def readings(solver: CachedSolver) -> dict[str, tuple[dict[Any, Solution], dict[Any, Solution]]]:
    """Under each reading of `occupancy`: solutions by steps, and by mines."""
    return {
        reading: (
            solver.sweep(NAME, "steps", STEPS, occupancy=reading),
            solver.sweep(NAME, "mines", MINES, occupancy=reading),
        )
        for reading in solver.solve(NAME).game.all_rulings["occupancy"].choices
    }


def occupancy(solver: CachedSolver) -> str:
    found = solver.choices(NAME, "occupancy")
    contests = [f"`{reading}`" for reading, solution in found.items() if 0 < value(solution) < 1]
    in_plot = []
    for reading, dials in readings(solver).items():
        values = {repr(s.game): value(s) for dial in dials for s in dial.values()}  # the default game is in both
        in_plot.append(f"{sum(0 < share < 1 for share in values.values())} of {len(values)} under `{reading}`")
    rulings = solver.solve(NAME).game.rulings
    book = listing(count(rulings[f"{thing}s"], thing) for thing in ("step", "mine", "detector"))
    outcomes: dict[str, list[str]] = {}
    for reading, solution in found.items():
        outcomes.setdefault(favour(solution), []).append(f"`{reading}`")
    movers = list(solver.choices(NAME, "first"))
    rows = [
        [bold("occupancy", reading), *(cell(solver.solve(NAME, occupancy=reading, first=m)) for m in movers)]
        for reading in found
    ]
    return subsection(
        NAME,
        "occupancy",
        "What player1 gets, by reading and by who moves first:",
        table(["`occupancy`", *(f"`first` {bold('first', mover)}" for mover in movers)], rows),
        plot("mn-occupancy", "Player 1's share under each reading, by steps and by mines"),
        two_sentences(
            "; ".join(f"under {listing(names)} {what}" for what, names in outcomes.items()),
            f"with the book's {book} both sides have something to play for under "
            f"{listing(contests) if contests else 'no reading'}, and of the games in the plot neither side is sure to "
            f"win in {listing(in_plot)}",
        ),
    )


def first(solver: CachedSolver) -> str:
    found = solver.choices(NAME, "first")
    lead, toss = value(found["player1"]), value(found["toss"])
    better, worse = ("first", "second") if lead > HALF else ("second", "first")
    player = f"moving {better} is worth {points(2 * lead - 1)} more than moving {worse}"
    if lead == HALF:
        player = "it makes no difference who moves first"
    fair = "exactly fair" if toss == HALF else f"worth {percent(toss)} to player1"
    designer = f"with a toss the game is {fair} before it begins, and after the toss it is as uneven as without one"
    if lead == HALF:
        designer = f"with a toss the game is {fair}, as it is without one"
    return subsection(NAME, "first", values_table(found, "first"), two_sentences(player, designer))


def steps(solver: CachedSolver) -> str:
    found = solver.sweep(NAME, "steps", STEPS)
    values = {n: value(solution) for n, solution in found.items()}
    book, best = solver.solve(NAME).game.rulings["steps"], fairest(found)
    saw = all(values[n] > max(values[n - 1], values[n + 1]) for n in STEPS[1:-1] if n % 2)
    course = (
        "is higher on every path of odd length than on the even ones next to it"
        if saw
        else trend(list(values.values()))
    )
    ends = " and ".join(f"{percent(values[n])} on {n} steps" for n in (STEPS[0], STEPS[-1]))
    return subsection(
        NAME,
        "steps",
        values_table(found, "steps"),
        two_sentences(
            f"on the book's {book} steps {favour(found[book])}, and player1's share {course}",
            f"player1 gets {ends}, and {best} steps are closest to fair ({percent(values[best])})",
        ),
    )


def minefields(solver: CachedSolver) -> dict[int, dict[int, Solution]]:
    """Solutions by mines and detectors."""
    return {mines: solver.sweep(NAME, "detectors", DETECTORS, mines=mines) for mines in MINES}


def mines(solver: CachedSolver) -> str:
    grid = minefields(solver)
    usual, book = (solver.solve(NAME).game.rulings[name] for name in ("detectors", "mines"))
    column = {mines: row[usual] for mines, row in grid.items()}
    cells = {(m, d): solution for m, row in grid.items() for d, solution in row.items()}
    best, (m, d) = fairest(column), fairest(cells)
    rows = [[bold("mines", mines), *(cell(solution) for solution in row.values())] for mines, row in grid.items()]
    return subsection(
        NAME,
        "mines",
        "What player1 gets, by mines and by detectors for each player:",
        table(["`mines`", *(f"`detectors` {bold('detectors', number)}" for number in DETECTORS)], rows),
        plot("mn-mines-detectors", "Player 1's share by mines and detectors"),
        two_sentences(
            f"with {count(usual, 'detector')} each and {count(book, 'mine')} {favour(column[book])}, and "
            f"without mines {favour(column[0])}",
            f"player1's share {trend([value(s) for s in column.values()])} as mines are added and is closest to fair "
            f"with {count(best, 'mine')} ({percent(value(column[best]))}); the fairest game in the table has "
            f"{count(m, 'mine')} and {count(d, 'detector')} ({percent(value(cells[m, d]))})",
        ),
    )


def detectors(solver: CachedSolver) -> str:
    found = solver.sweep(NAME, "detectors", DETECTORS)
    shares = {mines: [value(s) for s in row.values()] for mines, row in minefields(solver).items()}
    spans = {mines: max(row) - min(row) for mines, row in shares.items()}
    more = [b - a for row in shares.values() for a, b in pairwise(row)]
    helped, hurt = sum(step > 0 for step in more), sum(step < 0 for step in more)
    most, book = max(spans, key=lambda mines: spans[mines]), solver.solve(NAME).game.rulings["mines"]
    return subsection(
        NAME,
        "detectors",
        values_table(found, "detectors"),
        two_sentences(
            f"with {count(book, 'mine')} player1's share {trend(shares[book])} as both players get more detectors, and "
            f"the whole table spans {points(spans[book])}",
            f"one more detector for each player helps player1 in {helped} of {len(more)} cases in the table of mines, "
            f"hurts it in {hurt} and changes nothing in {len(more) - helped - hurt}; detectors matter most with "
            f"{count(most, 'mine')} ({points(spans[most])})",
        ),
    )


SECTIONS = {"occupancy": occupancy, "first": first, "steps": steps, "mines": mines, "detectors": detectors}
