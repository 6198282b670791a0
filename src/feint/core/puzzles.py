"""A game's puzzles: positions, each seen from one seat, in which what is right is right by at least 5 points.

They are in the game's `puzzles.jsonl`, which `feint puzzles GAME --make` writes (`feint.lab.puzzles`): one a line, the
easiest first. The file knows the answers, and what is hidden from the seat; `Puzzle.match` shows the position.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from feint.core.choice_text import index_of_choice
from feint.core.errors import FeintError, IllegalChoice, UnknownGame
from feint.core.game import Game, load
from feint.core.match import Match

FILE = "puzzles.jsonl"
GAP = 0.05  # what a wrong choice costs at least
SAME = 0.0005  # values that are less apart are the same
DIGITS = 4  # of a value
SOLVER, SEARCH = "solver", "search"  # who can have checked a puzzle
CHOICE_SHOWN = 40  # characters of one that can't be, in an error


@dataclass(frozen=True)
class ChoiceValue:
    """What a choice is worth to the seat: a share of the point, between bounds, which are the same if it is exact."""

    choice: str
    low: float
    high: float


@dataclass(frozen=True)
class Puzzle:
    """A line of `puzzles.jsonl`: a position, and what each choice is worth there."""

    rulings: Mapping[str, str]  # those that aren't the defaults
    steps: tuple[str, ...]  # that lead to the position: `P1 card 4`, `chance d6 5`
    seat: str
    values: tuple[ChoiceValue, ...]  # of all choices, in the order in which they are offered
    rating: int  # how hard it is, as an Elo rating
    checked_by: str

    @cached_property
    def right(self) -> tuple[str, ...]:
        """The choices that give nothing away."""
        best = max(value.low for value in self.values)
        return tuple(value.choice for value in self.values if value.low > best - SAME)

    def match(self, game: Game) -> Match:
        """The match up to the position. It holds what is hidden: only its views are for a solver's eyes."""
        match = load(game.folder, **self.rulings).start(chance=())
        for step in self.steps:
            who, _, what = step.partition(" ")
            match.play(who, what)
        if match.legal(self.seat) != [value.choice for value in self.values]:
            raise FeintError(f"its choices aren't those of {self.seat} in its position")
        return match

    def choose(self, choice: str) -> str:
        """The choice that a text means; one that isn't among the choices is refused."""
        choices = [value.choice for value in self.values]
        at = index_of_choice(choice, choices)
        if at is None:
            raise IllegalChoice(f"{choice[:CHOICE_SHOWN]} can't be chosen here; choose one of {', '.join(choices)}")
        return choices[at]

    def to_line(self) -> str:
        """The puzzle as a line of the file."""
        values = {value.choice: _written(value) for value in self.values}
        entries: dict[str, Any] = {"rating": self.rating}
        if self.rulings:
            entries["rulings"] = dict(self.rulings)
        entries |= {"steps": "; ".join(self.steps), "seat": self.seat, "values": values}
        if self.checked_by != SOLVER:
            entries["checked_by"] = self.checked_by
        return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


class Puzzles(Sequence[Puzzle]):
    """All puzzles of a game. A line is read when it is asked for."""

    def __init__(self, path: Path, lines: list[str]) -> None:
        self._path = path
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        line = self._lines[at]
        try:
            return _puzzle(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise damaged(self._path, at % len(self) + 1, error) from None

    def __iter__(self) -> Iterator[Puzzle]:
        return (self[at] for at in range(len(self)))

    @cached_property
    def ratings(self) -> list[int]:
        """How hard each is, in order."""
        return [puzzle.rating for puzzle in self]


def read_puzzles(path: Path) -> Puzzles:
    """The puzzles in a file; none if there is no such file."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return Puzzles(path, [])
    return _read(path, changed)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> Puzzles:
    """The file as it was when it was last changed; a server is asked for it again and again."""
    try:
        return Puzzles(path, path.read_text(encoding="utf-8").splitlines())
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{path} can't be read: {error}") from None


def damaged(path: Path, line: int, error: Exception) -> FeintError:
    """The sentence on a puzzle that isn't one."""
    missing = f"it has no {error.args[0]}" if isinstance(error, KeyError) else str(error)
    return UnknownGame(f"{path}, line {line}, is no puzzle: {missing}")


def _puzzle(entries: dict[str, Any]) -> Puzzle:
    steps = entries["steps"]
    puzzle = Puzzle(
        rulings={str(name): str(value) for name, value in entries.get("rulings", {}).items()},
        steps=tuple(steps.split("; ")) if steps else (),
        seat=str(entries["seat"]),
        values=tuple(_value(choice, value) for choice, value in entries["values"].items()),
        rating=int(entries["rating"]),
        checked_by=str(entries.get("checked_by", SOLVER)),
    )
    if len(puzzle.values) < 2:
        raise ValueError("there is nothing to choose")
    return puzzle


def _value(choice: str, value: Any) -> ChoiceValue:
    low, high = value if isinstance(value, list) else (value, value)
    if not 0 <= low <= high <= 1:
        raise ValueError(f"{choice} can't be worth {value}; it can be worth 0 to 1")
    return ChoiceValue(choice, float(low), float(high))


def _written(value: ChoiceValue) -> Any:
    low, high = (int(bound) if bound in (0, 1) else bound for bound in (value.low, value.high))
    return low if low == high else [low, high]


def puzzle_of(game: Game, number: int) -> Puzzle:
    """A game's puzzle by its number, from 1."""
    if not 1 <= number <= len(game.puzzles):
        raise PuzzleNotFound(f"{game.name} has no puzzle {number}; it has {len(game.puzzles)}")
    puzzle: Puzzle = game.puzzles[number - 1]
    return puzzle


class PuzzleNotFound(FeintError):
    """A game has no puzzle of that number."""


def steps_of(match: Match) -> tuple[str, ...]:
    """The steps of a match as a puzzle has them."""
    return tuple(f"{match.who(step)} {step.text}" for step in match.steps)


def daily_puzzle(games: Sequence[Game], day: date) -> tuple[Game, int]:
    """The puzzle of a day, and its number: the same for all, another game every day, any of its puzzles."""
    having = sorted((game for game in games if game.puzzles), key=lambda game: game.name)
    if not having:
        raise PuzzleNotFound("no game here has puzzles")
    game = having[day.toordinal() % len(having)]
    digest = hashlib.sha256(f"{day.isoformat()} {game.name}".encode()).digest()
    return game, int.from_bytes(digest[:8], "big") % len(game.puzzles) + 1
