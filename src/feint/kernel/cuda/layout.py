"""How a state lies in a GPU's memory: what can change in as few words a game as possible, the rest once for all games.

Rulings and data never change. What only the log is made from isn't kept, and of what has a row for each seat only the
rows of those that sit. All else is as in the schema, so rules find what they know by the names that they know.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from feint.core.events import EVENTS, TOLD
from feint.core.game import Game
from feint.core.rule import State
from feint.core.schema import DATA, PRIVATE, RULING, Field, Schema

WORD_BYTES = 8


class Records:
    """The two records that fields are kept in: what is a game's own, and what is the same for all games."""

    def __init__(self, own: Schema, fixed: Schema, dropped: Iterable[str] = ()) -> None:
        self.own, self.fixed, self.dropped = own, fixed, frozenset(dropped)

    @cached_property
    def words(self) -> int:
        """How many words of 64 bits a game needs."""
        return -(-self.own.dtype.itemsize // WORD_BYTES)

    @property
    def key(self) -> str:
        """Tells layouts apart: code that was compiled for one doesn't fit another."""
        fields = [(field.name, field.type, tuple(map(int, field.shape))) for field in self.own.fields]
        whole = repr([fields, self.fixed.dtype.descr, sorted(self.dropped)])
        return sha256(whole.encode()).hexdigest()[:12]


def derived_records(game: Game, derived: Schema) -> Records:
    """Those of the numbers that a game makes for learners."""
    return Records(derived, _fixed(game))


class Layout(Records):
    """Those of a game's state, under rulings that give it so many seats.

    A `whole` one keeps the log and the rows of seats that nobody has.
    """

    def __init__(self, game: Game, whole: bool = False) -> None:
        self.game, self.seats, fields = game, len(game.seats), game.schema.fields
        log = () if whole else [field.name for field in fields if field.for_log and field.name in (TOLD, EVENTS)]
        own = (field for field in fields if field.seen_by not in (RULING, DATA) and field.name not in log)
        kept = (field if whole else _for_seats(field, self.seats) for field in own)
        super().__init__(Schema(*kept), _fixed(game), log)

    def pack(self, state: State) -> Any:
        """What can change in a state, as words."""
        return _words(_packed(self.own, state))

    def pack_fixed(self, state: State) -> Any:
        """What never changes, as words."""
        return _words(_packed(self.fixed, state))

    def seen_masks(self) -> Any:
        """Which bits of the words each seat may see: one row a seat."""
        return np.array([_words(self.own.seen_mask(seat)) for seat in range(self.seats)])

    def unpack(self, words: Any) -> State:
        """The state that a game's words hold; what isn't kept is as in the first state."""
        record = words.view(np.uint8)[: self.own.dtype.itemsize].view(self.own.dtype)[0]
        state = self.game.first_state()
        for field in self.own.fields:
            value = record[field.name].tolist()
            if field.shape:
                getattr(state, field.name)[: len(value)] = value
            else:
                setattr(state, field.name, value)
        return state

    def places(self, seat: int) -> list[int | None]:
        """Where each number of `Schema.seen_row` begins in a game's words, in bytes; None for what isn't kept."""
        kept = {field.name: field for field in self.own.fields}
        found: list[int | None] = []
        for field, place in self.game.schema.row:
            own = kept.get(field.name)
            at = (seat, *place) if field.seen_by == PRIVATE else place
            if own is None or any(index >= length for index, length in zip(at, own.shape, strict=True)):
                found.append(None)
                continue
            begin = self.own.dtype.fields[field.name][1]  # type: ignore[index]
            number = int(np.ravel_multi_index(at, own.shape)) if at else 0
            found.append(begin + number * int(field.type[1:]))
        return found


def _fixed(game: Game) -> Schema:
    """The fields that never change."""
    return Schema(*(field for field in game.schema.fields if field.seen_by in (RULING, DATA)))


def _for_seats(field: Field, seats: int) -> Field:
    if not field.by_seat:
        return field
    return replace(field, shape=(min(seats, field.shape[0]), *field.shape[1:]))


def _packed(schema: Schema, state: State) -> Any:
    """The record, of which some rows may be fewer than the state has."""
    packed = np.zeros(1, schema.dtype)
    for field in schema.fields:
        value = np.array(getattr(state, field.name), np.int64)
        packed[field.name][0] = value[tuple(map(slice, field.shape))]
    return packed


def _words(record: Any) -> Any:
    padded = np.zeros(-(-record.nbytes // WORD_BYTES) * WORD_BYTES, np.uint8)
    padded[: record.nbytes] = record.view(np.uint8).reshape(-1)
    return padded.view(np.uint64)
