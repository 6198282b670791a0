"""Solutions, each found once, and the tables and subsections that are made of them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import feint
from feint.core.game import Game
from feint.core.rulings import text_of
from feint.solve import Solution, solve
from feint.solve.solution import EXACT
from found.words import at_least, at_most, met, or_more, the, value

GAP = 0.02  # how near bounds are to come

# What right play comes to, where no seat is sure to win.
ENDLESS = "each can keep the other from ever winning"
CONTEST = "there is something to play for"


class Runs:
    """Solutions under many rulings. Of those that nobody asks for advice only the values are kept."""

    def __init__(self) -> None:
        self.solved: dict[tuple[str, ...], Solution] = {}

    def __call__(self, name: str, **rulings: object) -> Solution:
        """The solution of a game under these rulings and the defaults of the others."""
        game = feint.load(name, **rulings)
        key = (name, *game.rulings_text.values())
        if key not in self.solved:
            # Neither the clock nor what an earlier run left on disk may make a difference.
            found = solve(game, gap=GAP, seconds=None, keep=False)
            small = found.states < 1_000
            self.solved[key] = found if small or not changed(game) else replace(found, arrays={})
        return self.solved[key]

    def dial(self, name: str, ruling: str, settings: Iterable[object], **rulings: object) -> dict[Any, Solution]:
        """The solutions for several settings of one ruling."""
        return {setting: self(name, **rulings, **{ruling: setting}) for setting in settings}

    def choices(self, name: str, ruling: str) -> dict[Any, Solution]:
        """The solutions for all choices of a ruling."""
        return self.dial(name, ruling, feint.load(name).all_rulings[ruling].choices)


def changed(game: Game) -> dict[str, Any]:
    """The rulings that are not as they are by default."""
    return {name: value for name, value in game.rulings.items() if value != game.all_rulings[name].default}


def outcome(solution: Solution) -> str:
    """What right play comes to."""
    if (solution.lower, solution.upper) == (0, 1):
        return ENDLESS
    for seat, least in zip(solution.game.seats, (solution.lower, 1 - solution.upper), strict=True):
        if least == 1:
            return f"{the(seat)} wins every time"
        if least >= 1 - GAP:
            return f"{the(seat)} wins {or_more(1 - GAP)}"
    return CONTEST


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


def how_far(solution: Solution) -> str:
    """The value as a fraction, or why there is none."""
    if solution.reached == EXACT:
        return f"{solution.exact}"
    return "to the digits shown" if met(solution) else solution.reached


def values_table(solutions: dict[Any, Solution], ruling: str) -> str:
    """One row a setting; the default is bold."""
    found = list(solutions.values())
    game = found[0].game
    default = game.all_rulings[ruling].default
    last = f"{game.seats[0]}, exactly" if all(s.reached == EXACT for s in found) else "how far"
    rows = [
        [f"**{text_of(setting)}**" if setting == default else text_of(setting), *shares(s), how_far(s)]
        for setting, s in solutions.items()
    ]
    return table([f"`{ruling}`", *game.seats, last], rows)


def two_sentences(player: str, designer: str) -> str:
    return f"*For a player:* {_capital(player)}.\n\n*For a designer:* {_capital(designer)}."


def _capital(sentence: str) -> str:
    """With a capital, unless it begins with the name of a seat, such as player1."""
    return sentence[0].upper() + sentence[1:] if sentence.split()[0].isalpha() else sentence


def plot(name: str, text: str) -> str:
    return f"![{text}](plots/{name}.svg)"


def subsection(name: str, ruling: str, *body: str) -> str:
    about = feint.load(name).all_rulings[ruling]
    return "\n\n".join([f"### `{ruling}` ({about.id}): {about.question}", *body])


def opening(runs: Runs, name: str) -> str:
    """A game's heading, and what it is worth under the defaults."""
    solution = runs(name)
    first, second = solution.game.seats
    exact = solution.exact
    ends = [how_far(solution)] * 2 if exact is None else [exact, 1 - exact]
    rows = zip(solution.game.seats, shares(solution), ends, strict=True)
    parts = [
        f"## {solution.game.title}",
        solution.game.pitch,
        table(["seat", "share", "how far" if exact is None else "exactly"], rows),
    ]
    if solution.endless:
        parts.append(
            f"Play can go on for ever here. That is counted against {first} in what it gets at least and for {first} "
            f"in what it gets at most; the other way round for {second}."
        )
    return "\n\n".join(parts)
