"""What a check found wrong: each fault once, with the shortest record that shows it."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from feint.core.game import Game
from feint.core.match import Match
from feint.core.record import chance_lines, opening, result_text, rounds


@dataclass(frozen=True)
class Violation:
    """A promise that a game breaks, how, and where that can be seen."""

    promise: str  # "chance"
    message: str  # what is wrong, in a sentence
    where: tuple[str, ...] = ()  # the lines of a record, or rulings and a seed

    def __str__(self) -> str:
        return "\n".join([f"{self.promise}: {self.message}", *(f"    {line}" for line in self.where)])


class BrokenPromises(AssertionError):
    """A game doesn't keep what every game promises; `violations` are all that were found."""

    def __init__(self, name: str, violations: list[Violation]) -> None:
        count = "a promise" if len(violations) == 1 else f"{len(violations)} promises"
        listed = [f"{number}. {violation}" for number, violation in enumerate(violations, 1)]
        super().__init__("\n\n".join([f"{name} breaks {count}", *listed]))
        self.violations = violations


class Violations:
    """What was found wrong so far. Of each kind the one that needs the fewest steps is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.by_kind: dict[str, tuple[int, Violation]] = {}

    def add(self, promise: str, kind: str, message: str, where: Match | Game | None = None, also: str = "") -> None:
        """Add one. Those of one kind are one: what differs from match to match stands in `message` alone."""
        steps = len(where.steps) if isinstance(where, Match) else 0
        key = f"{promise} {kind}"
        if key not in self.by_kind or steps < self.by_kind[key][0]:
            lines = (*_place(where), *([also] if also else []))
            self.by_kind[key] = steps, Violation(promise, message, lines)

    @contextmanager
    def attempt(self, doing: str, where: Match | Game | None = None, also: str = "") -> Iterator["Attempt"]:
        """Whatever is raised meanwhile is the game's fault; the attempt says whether it failed."""
        attempt = Attempt()
        try:
            yield attempt
        except Exception as error:
            attempt.failed = True
            kind, first_line = type(error).__name__, str(error).split("\n")[0]
            message = f"{doing} raised {kind}: {first_line}{self._line_of(error)}"
            self.add("errors", f"{doing} {kind}", message, where, also)

    def _line_of(self, error: Exception) -> str:
        """Where in the game's folder an error came up."""
        frames = traceback.extract_tb(error.__traceback__)
        in_folder = [frame for frame in frames if Path(frame.filename).parent == self.folder]
        return (
            f" ({Path(in_folder[-1].filename).name}, line {in_folder[-1].lineno}, in {in_folder[-1].name})"
            if in_folder
            else ""
        )

    def listed(self) -> list[Violation]:
        """All of them, in the order in which they were first found."""
        return [violation for _, violation in self.by_kind.values()]


@dataclass
class Attempt:
    """Whether something that was tried raised an error."""

    failed: bool = False


def _place(where: Match | Game | None) -> list[str]:
    """How to come to a match, or to a game, again."""
    if isinstance(where, Match):
        lines = [*opening(where), *chance_lines(where), *rounds(where)]
        with suppress(Exception):  # a game that is over may be wrong about its scores
            lines.append(f"result: {result_text(where)}")
        return lines
    if where is None or not where.rulings:
        return []
    return [f"rulings: {' '.join(f'{name}={value}' for name, value in where.rulings_text.items())}"]
