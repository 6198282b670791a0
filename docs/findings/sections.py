"""Tables, and the sections that are put together from them and from sentences."""

from collections.abc import Iterable, Sequence
from typing import Any

import feint
from feint.core.rulings import text_of
from feint.solve import Solution
from findings.solver import GAP, CachedSolver
from findings.wording import at_least, at_most, met, value


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def shares(solution: Solution) -> list[str]:
    """What each seat gets."""
    if met(solution):
        share = value(solution)
        return [f"{float(share):.4f}", f"{float(1 - share):.4f}"]
    ends = [(solution.lower, solution.upper), (1 - solution.upper, 1 - solution.lower)]
    return [f"{at_least(low):.4f} to {at_most(high):.4f}" for low, high in ends]


def precision(solution: Solution) -> str:
    """The value as a fraction, or how close the bounds are."""
    if solution.exact is not None:
        return f"{solution.exact}"
    if met(solution):
        return "to the digits shown"
    return f"within {GAP:g}" if solution.gap <= GAP else "no closer bounds exist"


def values_table(solutions: dict[Any, Solution], ruling: str) -> str:
    """One row per setting; the default is bold."""
    found = list(solutions.values())
    game = found[0].game
    default = game.all_rulings[ruling].default
    last = f"{game.seats[0]}, exactly" if all(s.exact is not None for s in found) else "precision"
    rows = [
        [f"**{text_of(setting)}**" if setting == default else text_of(setting), *shares(s), precision(s)]
        for setting, s in solutions.items()
    ]
    return table([f"`{ruling}`", *game.seats, last], rows)


def two_sentences(player: str, designer: str) -> str:
    return f"*For a player:* {_capital(player)}.\n\n*For a designer:* {_capital(designer)}."


def _capital(sentence: str) -> str:
    """With a capital letter, unless it begins with the name of a seat, such as player1."""
    return sentence[0].upper() + sentence[1:] if sentence.split()[0].isalpha() else sentence


def plot(name: str, text: str) -> str:
    return f"![{text}](plots/{name}.svg)"


def subsection(name: str, ruling: str, *body: str) -> str:
    about = feint.load(name).all_rulings[ruling]
    return "\n\n".join([f"### `{ruling}` ({about.id}): {about.question}", *body])


def opening(solver: CachedSolver, name: str) -> str:
    """A game's heading, and what it is worth under the defaults."""
    solution = solver.solve(name)
    first, second = solution.game.seats
    exact = solution.exact
    ends = [precision(solution)] * 2 if exact is None else [exact, 1 - exact]
    rows = zip(solution.game.seats, shares(solution), ends, strict=True)
    parts = [
        f"## {solution.game.title}",
        solution.game.pitch,
        table(["seat", "share", "precision" if exact is None else "exactly"], rows),
    ]
    if solution.endless:
        parts.append(
            f"This game can go on forever. What {first} gets at least counts endless play as a loss for {first}, what "
            f"it gets at most counts it as a win; for {second} it is the other way round."
        )
    return "\n\n".join(parts)
