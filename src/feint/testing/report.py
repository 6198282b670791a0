"""What a check has found: each fault once, with the shortest way to see it."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from feint.core.game import Game
from feint.core.match import Match
from feint.core.record import chance_lines, opening, result_text, rounds


@dataclass(frozen=True)
class Finding:
    """A promise that a game breaks, how, and where that can be seen."""

    promise: str  # "chance"
    says: str  # what is wrong, in a sentence
    where: tuple[str, ...] = ()  # the lines of a record, or rulings and a seed

    def __str__(self) -> str:
        return "\n".join([f"{self.promise}: {self.says}", *(f"    {line}" for line in self.where)])


class BrokenPromises(AssertionError):
    """A game doesn't keep what every game promises; `findings` are all the ways that were found."""

    def __init__(self, name: str, findings: list[Finding]) -> None:
        count = "a promise" if len(findings) == 1 else f"{len(findings)} promises"
        listed = [f"{number}. {finding}" for number, finding in enumerate(findings, 1)]
        super().__init__("\n\n".join([f"{name} breaks {count}", *listed]))
        self.findings = findings


class CheckReport:
    """The faults found so far. Of each kind the one that needs the fewest steps is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: dict[str, tuple[int, Finding]] = {}

    def add(self, promise: str, kind: str, says: str, where: Match | Game | None = None, also: str = "") -> None:
        """Note a fault. Faults of one kind are one: what differs from match to match stands in `says` alone."""
        steps = len(where.steps) if isinstance(where, Match) else 0
        key = f"{promise} {kind}"
        if key not in self.kept or steps < self.kept[key][0]:
            lines = (*_place(where), *([also] if also else []))
            self.kept[key] = steps, Finding(promise, says, lines)

    @contextmanager
    def watching(self, doing: str, where: Match | Game | None = None, also: str = "") -> Iterator["Watch"]:
        """What is raised meanwhile is a fault of the game; the watch says whether anything was."""
        watch = Watch()
        try:
            yield watch
        except Exception as error:  # whatever it is, it is the game's
            watch.failed = True
            kind, first_line = type(error).__name__, str(error).split("\n")[0]
            says = f"{doing} raised {kind}: {first_line}{self._line_of(error)}"
            self.add("errors", f"{doing} {kind}", says, where, also)

    def _line_of(self, error: Exception) -> str:
        """Where in the game's folder an error came up."""
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if Path(frame.filename).parent == self.folder]
        return f" ({Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name})" if own else ""

    def listed(self) -> list[Finding]:
        """All of them, in the order in which they were first found."""
        return [finding for _, finding in self.kept.values()]


@dataclass
class Watch:
    """Whether something was raised."""

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
