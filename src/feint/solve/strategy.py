"""Strategies as things to hold: read as a table, saved and loaded, and asked what to do in a match.

One by information set comes from regret minimisation over a tree or from sampling, one by position from a game that is
solved position by position. A table has a row for each choice: the seat, where it is, the choice as the game writes it,
and how often it is made.
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feint.core import state_queries
from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.files import reason, write_atomically
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import State
from feint.core.schema import PUBLIC
from feint.kernel.simultaneous import group_start
from feint.solve.infoset import HIGH, LOW, key_in
from feint.solve.infoset_walk import named, text_of
from feint.solve.position_strategy import mixture
from feint.solve.positions import PositionGraph, PositionKeys
from feint.solve.sequence_form import SequenceForm, sequence_form

if TYPE_CHECKING:
    from feint.solve.solution import Solution

COLUMNS = ("seat", "infoset", "choice", "chance")
MARK = "feint strategy 1"
NOT_ONE = 1e-6  # by how much the chances of an information set may miss 1 in a table that someone gives


class Row(NamedTuple):
    """One choice of a strategy."""

    seat: str
    infoset: str
    choice: str
    chance: float


class Strategy:
    """How often each choice is made, wherever a seat may have to choose."""

    game: Game
    name = "strategy"  # what reports call it
    by: str  # what it tells apart: information sets or positions

    def chances(self, match: Match, seat: str) -> list[float] | None:
        """How often it makes each of a seat's choices, in their order; None where it doesn't say."""
        raise NotImplementedError

    def rows(self) -> Iterator[Row]:
        """The table, by seat and information set."""
        raise NotImplementedError

    def entries(self) -> Iterator[tuple[str, list[float]]]:
        """The same by keys, as it is saved."""
        raise NotImplementedError

    def save(self, path: str | Path) -> None:
        """Save it in a file that `load_strategy` reads: the numbers as they are, and what game they are of."""
        head = _head(self.game) | {"by": self.by}
        _write(path, "\n".join([MARK, json.dumps(head), json.dumps(dict(self.entries()))]) + "\n")

    def write_csv(self, path: str | Path) -> None:
        """Write the table."""
        lines: list[str] = []
        writer = csv.writer(_Lines(lines), lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((row.seat, row.infoset, row.choice, repr(float(row.chance))) for row in self.rows())
        _write(path, "".join(lines))

    def to_polars(self) -> Any:
        """The table as a Polars data frame, where Polars is installed."""
        polars = require_extra("polars", "polars")
        columns = zip(*self.rows(), strict=True)
        return polars.DataFrame(dict(zip(COLUMNS, map(list, columns), strict=True)))


class _Lines:
    """Where the csv module writes."""

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


class StrategyByInfoset(Strategy):
    """A strategy for information sets, known by all that a seat has seen and chosen."""

    by = "infoset"

    def __init__(self, game: Game, keys: Any, first: Any, numbers: Any, tree: SequenceForm | None = None) -> None:
        self.game, self.keys, self.first, self.numbers = game, keys, first, numbers
        if tree is not None:
            self.tree = tree

    @cached_property
    def tree(self) -> SequenceForm:
        """The game's tree."""
        return sequence_form(self.game)

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        return {(int(key[LOW]), int(key[HIGH])): place for place, key in enumerate(self.keys.tolist())}

    def chances(self, match: Match, seat: str) -> list[float] | None:
        """How often it makes each of a seat's choices."""
        place = self._places.get(key_in(match, seat))
        if place is None:
            return None
        found: list[float] = self.numbers[self.first[place] : self.first[place + 1]].tolist()
        return found

    def on_tree(self) -> Any:
        """The strategy as the tree's flat array; where it says nothing, all choices as often."""
        tree, found = self.tree, self.tree.uniform()
        for infoset, (low, high) in enumerate(tree.keys.tolist()):
            place = self._places.get((low, high))
            if place is not None:
                found[tree.first[infoset] : tree.first[infoset + 1]] = self.numbers[
                    self.first[place] : self.first[place + 1]
                ]
        return found

    def rows(self) -> Iterator[Row]:
        """The table, by seat and information set."""
        numbers, tree = self.on_tree(), self.tree
        for infoset, (seat, name, choices) in enumerate(named(tree)):
            begin = int(tree.first[infoset])
            for offset, choice in enumerate(choices):
                yield Row(seat, name, choice, float(numbers[begin + offset]))

    def entries(self) -> Iterator[tuple[str, list[float]]]:
        """The same by keys, as it is saved."""
        for n, key in enumerate(self.keys.tolist()):
            yield f"{key[LOW]:016x}{key[HIGH]:016x}", self.numbers[self.first[n] : self.first[n + 1]].tolist()


class StrategyByPosition(Strategy):
    """A strategy for a game that is solved position by position, from its solution or from a file."""

    by = "position"

    def __init__(self, game: Game, solution: "Solution | None", known: Mapping[str, list[float]] | None = None) -> None:
        self.game, self._solution, self._known = game, solution, known
        self._shape = PositionKeys(game)

    def chances(self, match: Match, seat: str) -> list[float] | None:
        """How often it makes each of a seat's choices: by what was there before anyone chose in secret."""
        own, number = len(match.legal_numbers(seat)), self.game.seat_number(seat)
        before = match.at(group_start(match, match.game.seat_number(match.pending[0]))[0])
        key = self._shape.key_of(self._shape.position(before.seen(seat)))
        assert key is not None
        if self._solution is None:
            assert self._known is not None
            return self._known.get(_position_entry(number, key))
        found = mixture(self._solution.arrays, number, self._solution.number(key), own)
        return None if found is None else [float(chance) for chance in found]

    def entries(self) -> Iterator[tuple[str, list[float]]]:
        """The same by keys, as it is saved."""
        if self._known is not None:
            yield from self._known.items()
            return
        for key, _, number, _, chances in self._decisions():
            yield _position_entry(number, key), chances

    def rows(self) -> Iterator[Row]:
        """The table, position by position."""
        game = self.game
        fields = [field for field in game.schema.fields if field.seen_by == PUBLIC and not field.for_log]
        for _, state, number, legal, chances in self._decisions():
            there = [(field.name, text_of(getattr(state, field.name), field.holds)) for field in fields]
            parts = [f"{name} {text}" for name, text in there if name != "round"]
            view = state_queries.shared_view(game, state, game.seats[number])
            for action, chance in zip(legal, chances, strict=True):
                yield Row(game.seats[number], " | ".join(parts), game.words.choice(view, action), chance)

    def _decisions(self) -> Iterator[tuple[bytes, State, int, list[int], list[float]]]:
        """Wherever a seat has to choose: the position, the seat's number, its choices, and how often each is made."""
        game, solution = self.game, self._solution
        if solution is None:
            assert self._known is not None
            for entry, known in self._known.items():
                number, key = int(entry[0]), bytes.fromhex(entry[1:])
                state = self._state(key)
                yield key, state, number, state_queries.legal_numbers(game, state, number), known
            return
        for place, key_bytes in enumerate(solution.arrays["keys"]):
            key = key_bytes.tobytes()
            state = self._state(key)
            for seat in state_queries.pending(game, state):
                if seat == state_queries.CHANCE_SEAT:
                    continue
                number = game.seat_number(seat)
                legal = state_queries.legal_numbers(game, state, number)
                found = mixture(solution.arrays, number, place, len(legal))
                even = [1 / len(legal)] * len(legal)
                yield key, state, number, legal, even if found is None else [float(one) for one in found]

    def _state(self, key: bytes) -> State:
        """The position with a key."""
        record = self._shape.first.copy()
        record.view(np.uint8)[self._shape.where] = np.frombuffer(key, np.uint8)
        return self.game.schema.unpack(record[0])

    def fits(self, entry: str) -> bool:
        """Whether this can be a seat and a position, as a file names them."""
        return re.fullmatch(f"[01][0-9a-f]{{{2 * len(self._shape.where)}}}", entry) is not None


def _position_entry(seat: int, key: bytes) -> str:
    return f"{seat}{key.hex()}"


def _head(game: Game) -> dict[str, Any]:
    """What has to be the same where a strategy is to be played."""
    return {"game": game.name, "rulings": game.rulings_text, "data": game.data_text}


def _named(head: dict[str, Any]) -> str:
    return " ".join([head["game"], *(f"{name}={value}" for name, value in head["rulings"].items())])


def _write(path: str | Path, text: str) -> None:
    try:
        with write_atomically(Path(path)) as draft:
            draft.write_bytes(text.encode())
    except OSError as error:
        raise FeintError(f"{path} can't be written: {reason(error)}") from None


def load_strategy(game: Game, path: str | Path) -> Strategy:
    """A strategy from a file: one that was saved, or a table as CSV (`seat,infoset,choice,chance`)."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is no text"
        raise FeintError(f"{path} can't be read: {why}") from None
    if text.startswith(f"{MARK}\n"):
        return _saved(game, path, text)
    return _from_csv(game, path, text)


def _saved(game: Game, path: str | Path, text: str) -> Strategy:
    damaged = f"{path} is damaged: it is not as a strategy was saved"
    try:
        _, head_line, entries_line = text.split("\n", 2)
        head, entries = json.loads(head_line), json.loads(entries_line)
        by = head.pop("by")
        found_for = _named(head)
        numbers = np.array([chance for chances in entries.values() for chance in chances], float)
        first = np.append(0, np.cumsum([len(chances) for chances in entries.values()])).astype(np.int64)
        keys = [[int(key[:16], 16), int(key[16:], 16)] for key in entries] if by == StrategyByInfoset.by else []
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FeintError(damaged) from None
    if head != (wanted := _head(game)):
        other = f"not for {_named(wanted)}" if found_for != _named(wanted) else "with other data files"
        raise FeintError(f"{path} is a strategy for {found_for}, {other}")
    for begin, end in pairwise(first.tolist()):
        _check_chances(numbers[begin:end], damaged)
    if by == StrategyByPosition.by:
        by_position = StrategyByPosition(game, None, entries)
        if not all(map(by_position.fits, entries)):
            raise FeintError(damaged)
        return by_position
    return StrategyByInfoset(game, np.array(keys, np.uint64).reshape(-1, 2), first, numbers)


def _check_chances(chances: Any, where: str) -> None:
    if not (np.all(chances >= 0) and abs(float(np.sum(chances)) - 1) <= NOT_ONE):
        raise FeintError(f"{where}: chances are 0 or more, and add up to 1 at each information set")


def _from_csv(game: Game, path: str | Path, text: str) -> StrategyByInfoset:
    reader = csv.reader(text.splitlines())
    if tuple(next(reader, ())) != COLUMNS:
        raise FeintError(f"{path} is no strategy: the first line of its table is {','.join(COLUMNS)}")
    table: dict[tuple[str, str], dict[str, float]] = {}
    for line, row in enumerate(reader, 2):
        try:
            seat, infoset, choice, chance = row
            number = float(chance)
        except ValueError:
            raise FeintError(f"{path}, line {line}: a row is {','.join(COLUMNS)}, the last a number") from None
        table.setdefault((seat, infoset), {})[choice] = number
    return strategy_from_table(game, table, str(path))


def strategy_from_table(
    game: Game, table: Mapping[tuple[str, str], Mapping[str, float]], where: str = "the table"
) -> StrategyByInfoset:
    """A strategy from what each seat does at each information set, by their names; where nothing is said, uniform."""
    tree = sequence_form(game)
    numbers, left = tree.uniform(), dict(table)
    for infoset, (seat, name, choices) in enumerate(named(tree)):
        found = left.pop((seat, name), None)
        if found is None:
            continue
        wrong = next((choice for choice in found if choice not in choices), None)
        if wrong is not None:
            raise FeintError(f"{where}: {seat} can't choose {wrong} at {name!r}; it can choose {', '.join(choices)}")
        own = np.array([found.get(choice, 0.0) for choice in choices])
        _check_chances(own, f"{where}, {seat} at {name!r}")
        numbers[tree.first[infoset] : tree.first[infoset + 1]] = own / own.sum()
    if left:
        seat, name = next(iter(left))
        raise FeintError(f"{where}: {game.name} has no information set {name!r} of {seat}")
    return strategy_on(tree, numbers)


def strategy_on(tree: SequenceForm, numbers: Any) -> StrategyByInfoset:
    """A tree's flat array as a strategy to hold."""
    return StrategyByInfoset(tree.game, tree.keys, tree.first.astype(np.int64), np.asarray(numbers, float), tree)


def strategy_at_positions(
    game: Game, graph: PositionGraph, chances: Mapping[tuple[int, int], list[float]]
) -> StrategyByPosition:
    """What each seat does at the positions of a graph, by the position's number and the seat's, as one to hold."""
    known = {_position_entry(seat, graph.keys[node].tobytes()): found for (node, seat), found in chances.items()}
    return StrategyByPosition(game, None, known)


def strategy_of(solution: "Solution") -> Strategy:
    """What a solution says to do."""
    arrays = solution.arrays
    if "keys" in arrays:
        return StrategyByPosition(solution.game, solution)
    if "infosets" in arrays:
        first = np.asarray(arrays["first"], np.int64)
        return StrategyByInfoset(solution.game, arrays["infosets"], first, arrays["strategy"])
    raise FeintError(f"{solution.game.name} was not solved far enough for a strategy: {solution.reached}")
