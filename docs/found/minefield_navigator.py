"""What is found in Minefield Navigator: how to begin, and what its rulings do."""

from itertools import pairwise
from typing import Any

import feint
from feint.solve import Solution, advise
from found.runs import Runs, plot, subsection, table, two_sentences, values_table
from found.words import HALF, count, fairest, favour, listing, percent, points, trend, value

NAME = "minefield-navigator"
STEPS, MINES, DETECTORS = range(6, 15), range(6), range(4)


def bold(ruling: str, setting: object) -> str:
    """A setting in a table; the default stands out."""
    return f"**{setting}**" if setting == feint.load(NAME).all_rulings[ruling].default else f"{setting}"


def cell(solution: Solution) -> str:
    """Player 1's share in a table with room for it alone."""
    return f"{float(value(solution)):.4f} = {value(solution)}"


def how_to_play(runs: Runs) -> str:
    solution = runs(NAME)
    [(seat, choices)] = advise(solution, solution.game.start(seed=1)).choices.items()
    rows = [[f"`{c.text}`", percent(c.chance) if c.chance else "-", f"{c.lower:.4f}", c.exact] for c in choices]
    by_worth = sorted(choices, key=lambda choice: choice.exact, reverse=True)
    right, second = by_worth[:2]
    scans = [choice for choice in by_worth if choice.text != "move"]
    best, worst = scans[0], scans[-1]
    cost = right.exact - second.exact
    return "\n\n".join(
        [
            "### The first turn",
            f"What each choice is worth to {seat}, if both play right from there on.",
            table(["choice", "how often", f"worth to {seat}", "exactly"], rows),
            two_sentences(
                f"`{right.text}` is the choice to begin with, and the next best, `{second.text}`, "
                + (f"gives away {points(cost)}" if cost else "is as good"),
                f"to scan first is worth from {percent(worst.exact)} (`{worst.text}`) to {percent(best.exact)} "
                f"(`{best.text}`), against {percent(choices[0].exact)} for a first `{choices[0].text}`",
            ),
        ]
    )


def readings(runs: Runs) -> dict[str, tuple[dict[Any, Solution], dict[Any, Solution]]]:
    """Under each reading of `occupancy`: solutions by steps, and by mines."""
    return {
        reading: (
            runs.dial(NAME, "steps", STEPS, occupancy=reading),
            runs.dial(NAME, "mines", MINES, occupancy=reading),
        )
        for reading in runs(NAME).game.all_rulings["occupancy"].choices
    }


def occupancy(runs: Runs) -> str:
    found = runs.choices(NAME, "occupancy")
    contests = [f"`{reading}`" for reading, solution in found.items() if 0 < value(solution) < 1]
    in_plot = []
    for reading, dials in readings(runs).items():
        values = {repr(s.game): value(s) for dial in dials for s in dial.values()}  # the book's game is in both
        in_plot.append(f"`{reading}` in {sum(0 < share < 1 for share in values.values())} of {len(values)}")
    rulings = runs(NAME).game.rulings
    book = ", ".join(count(rulings[f"{thing}s"], thing) for thing in ("step", "mine", "detector"))
    movers = list(runs.choices(NAME, "first"))
    rows = [
        [bold("occupancy", reading), *(cell(runs(NAME, occupancy=reading, first=m)) for m in movers)]
        for reading in found
    ]
    return subsection(
        NAME,
        "occupancy",
        "What player1 gets, by reading and by who moves first.",
        table(["`occupancy`", *(f"`first` {bold('first', mover)}" for mover in movers)], rows),
        plot("mn-occupancy", "Player 1's share under each reading, by steps and by mines"),
        two_sentences(
            listing(f"under `{reading}` {favour(solution)}" for reading, solution in found.items()),
            f"with the book's {book} there is a contest under {listing(contests) if contests else 'no reading'}, and "
            f"of the games in the plot neither side is sure to win under {listing(in_plot)}",
        ),
    )


def first(runs: Runs) -> str:
    found = runs.choices(NAME, "first")
    lead, toss = value(found["player1"]), value(found["toss"])
    better, worse = ("first", "second") if lead > HALF else ("second", "first")
    player = f"moving {better} is worth {points(2 * lead - 1)} more than moving {worse}"
    if lead == HALF:
        player = "it makes no difference who moves first"
    fair = "exactly fair" if toss == HALF else f"worth {percent(toss)} to player1"
    designer = f"with a toss the game is {fair} before it begins, and from the toss on it is as uneven as without one"
    if lead == HALF:
        designer = f"with a toss the game is {fair}, as it is without one"
    return subsection(NAME, "first", values_table(found, "first"), two_sentences(player, designer))


def steps(runs: Runs) -> str:
    found = runs.dial(NAME, "steps", STEPS)
    values = {n: value(solution) for n, solution in found.items()}
    book, best = runs(NAME).game.rulings["steps"], fairest(found)
    saw = all(values[n] > max(values[n - 1], values[n + 1]) for n in STEPS[1:-1] if n % 2)
    course = "is higher on every odd path than on the even ones beside it" if saw else trend(list(values.values()))
    ends = " and ".join(f"{percent(values[n])} with {n} steps" for n in (STEPS[0], STEPS[-1]))
    return subsection(
        NAME,
        "steps",
        values_table(found, "steps"),
        two_sentences(
            f"on the book's {book} steps {favour(found[book])}, and player1's share {course}",
            f"player1 gets {ends}, and {best} steps are nearest to fair ({percent(values[best])})",
        ),
    )


def minefields(runs: Runs) -> dict[int, dict[int, Solution]]:
    """Solutions by mines and detectors."""
    return {mines: runs.dial(NAME, "detectors", DETECTORS, mines=mines) for mines in MINES}


def mines(runs: Runs) -> str:
    grid = minefields(runs)
    usual, book = (runs(NAME).game.rulings[name] for name in ("detectors", "mines"))
    column = {mines: row[usual] for mines, row in grid.items()}
    cells = {(m, d): solution for m, row in grid.items() for d, solution in row.items()}
    best, (m, d) = fairest(column), fairest(cells)
    rows = [[bold("mines", mines), *(cell(solution) for solution in row.values())] for mines, row in grid.items()]
    return subsection(
        NAME,
        "mines",
        "What player1 gets, by mines and by the detectors that each player has.",
        table(["`mines`", *(f"`detectors` {bold('detectors', number)}" for number in DETECTORS)], rows),
        plot("mn-mines-detectors", "Player 1's share by mines and detectors"),
        two_sentences(
            f"with {count(usual, 'detector')} each and {count(book, 'mine')} {favour(column[book])}, and without a "
            f"mine {favour(column[0])}",
            f"player1's share {trend([value(s) for s in column.values()])} as mines are added, with "
            f"{count(best, 'mine')} it is nearest to fair ({percent(value(column[best]))}), and in the whole table "
            f"with {count(m, 'mine')} and {count(d, 'detector')} ({percent(value(cells[m, d]))})",
        ),
    )


def detectors(runs: Runs) -> str:
    found = runs.dial(NAME, "detectors", DETECTORS)
    shares = {mines: [value(s) for s in row.values()] for mines, row in minefields(runs).items()}
    spans = {mines: max(row) - min(row) for mines, row in shares.items()}
    more = [b - a for row in shares.values() for a, b in pairwise(row)]
    helped, hurt = sum(step > 0 for step in more), sum(step < 0 for step in more)
    most, book = max(spans, key=lambda mines: spans[mines]), runs(NAME).game.rulings["mines"]
    return subsection(
        NAME,
        "detectors",
        values_table(found, "detectors"),
        two_sentences(
            f"with {count(book, 'mine')} player1's share {trend(shares[book])} as both get more detectors, and all of "
            f"the table is within {points(spans[book])}",
            f"of the {len(more)} times that the table of mines adds a detector to each hand {helped or 'none'} "
            f"{'helps' if helped == 1 else 'help'} player1, {hurt or 'none'} {'hurts' if hurt == 1 else 'hurt'} it and "
            f"{len(more) - helped - hurt} change nothing, and they matter most with {count(most, 'mine')} "
            f"({points(spans[most])})",
        ),
    )


SECTIONS = {"occupancy": occupancy, "first": first, "steps": steps, "mines": mines, "detectors": detectors}
