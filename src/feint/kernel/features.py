"""Features: what a seat may see of a state as bounded floats, for whatever learns; made from what the schema says.

An amount is divided by the largest that it can be, a label is one-hot, a mask is split into its bits. What has a row
for each seat begins with the seat's own. Seats that nobody has, numbers that can't change, and what makes no difference
to play are left out. A field of which nobody has said what it holds is squashed to between -1 and 1. A game may add
numbers of its own, and leave out what they stand for (`features.py`, see `feint.core.contract`).

`Features` decides once what stands where. It is done in two steps, alike in plain and in compiled code: a seat's
numbers are gathered out of a state in its own order, and then `encode`, a rule, makes features of them.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from typing import Any, NamedTuple

import numpy as np

from feint.core.game import Game
from feint.core.holding import AMOUNT, BITS, LABEL, Holding
from feint.core.rule import Numbers, State, rule, whole
from feint.core.schema import PRIVATE, Field, Schema

SCALED, SQUASHED, ONE_HOT, SPLIT = range(4)  # how features are made of a number
KINDS = {AMOUNT: SCALED, LABEL: ONE_HOT, BITS: SPLIT}
NO_LABEL = -1
OWN = "own"


class Table(NamedTuple):
    """How features are made of a seat's numbers: arrays, or lists for plain Python."""

    runs: Any  # of numbers that are alike, in order: which kind, the first, how many
    runs_there: int
    to: Any  # the first feature of each number
    scale: Any  # what it is multiplied by
    low: Any  # the lowest that it can be
    count: Any  # bits, or how many numbers there are from its lowest to its highest
    seats: Any  # how many seats there are, if it stands for seats; otherwise 0
    labels: Any  # where its labels begin in `offsets`
    offsets: Any  # which feature of its number a label is, from 0; NO_LABEL for none


NOTHING_THERE = np.zeros((0, 3), np.int64)
NO_TABLE = Table(
    NOTHING_THERE, 0, *[NOTHING_THERE[:, 0]] * (len(Table._fields) - 2)
)  # where rows are numbers as they are


# Several small rules, since those are compiled into the loop that calls them.


@rule
def encode(row: Numbers, seat: int, table: Table, out: Any, i: int) -> None:
    """Make features of the numbers that were gathered for a seat, in row i of `out`, where all are 0."""
    for run in range(table.runs_there):
        kind, first, numbers = table.runs[run][0], table.runs[run][1], table.runs[run][2]
        if kind == SCALED:
            encode_amounts(row, first, numbers, table, out, i)
        else:
            for number in range(first, first + numbers):
                encode_number(kind, row[number], number, seat, table, out, i)


@rule
def encode_number(kind: int, value: int, number: int, seat: int, table: Table, out: Any, i: int) -> None:
    """A label, a mask, or a number of which nobody has said what it is."""
    if kind == ONE_HOT:
        encode_label(whole(value), number, seat, table, out, i)
    elif kind == SPLIT:
        encode_bits(whole(value), number, seat, table, out, i)
    else:
        out[i, table.to[number]] = value / (1.0 + abs(value))


@rule
def encode_amounts(row: Numbers, first: int, numbers: int, table: Table, out: Any, i: int) -> None:
    """Amounts that stand side by side, each divided by the largest that it can be."""
    to = table.to[first] - first
    for number in range(first, first + numbers):
        out[i, to + number] = row[number] * table.scale[number]


@rule
def encode_label(value: int, number: int, seat: int, table: Table, out: Any, i: int) -> None:
    """A 1 in the place of a label."""
    if 0 <= value < table.seats[number]:
        value = counted_from(seat, value, table.seats[number])
    place = value - table.low[number]
    if 0 <= place < table.count[number]:
        offset = table.offsets[table.labels[number] + place]
        if offset != NO_LABEL:
            out[i, table.to[number] + offset] = 1.0


@rule
def encode_bits(mask: int, number: int, seat: int, table: Table, out: Any, i: int) -> None:
    """A 1 in the place of each bit that is set."""
    bit, seats = 0, table.seats[number]
    while mask:
        if mask & 1:
            out[i, table.to[number] + (counted_from(seat, bit, seats) if seats > 0 else bit)] = 1.0
        mask >>= 1
        bit += 1


@rule
def counted_from(seat: int, other: int, seats: int) -> int:
    """A seat's number, counted from another seat."""
    return other - seat if other >= seat else other - seat + seats


@dataclass(frozen=True)
class Number:
    """One number that features are made of."""

    name: str
    places: tuple[int, ...]  # in the row of what a seat sees, with the game's own numbers behind it: for each seat
    kind: int
    low: int
    high: int
    seats: int  # how many there are, if it stands for seats
    labels: tuple[int, ...] = ()
    named: tuple[str, ...] = ()  # what labels or bits are called, if they have names

    @property
    def features(self) -> list[tuple[str, float, float]]:
        """The name of each feature that is made of it, with its bounds."""
        if self.kind == SCALED:
            return [(self.name, self.low * self.scale, self.high * self.scale)]
        if self.kind == SQUASHED:
            return [(self.name, self.low / (1.0 + abs(self.low)), self.high / (1.0 + abs(self.high)))]
        if self.kind == ONE_HOT:
            called = {value: relative(value) for value in range(self.seats)} | dict(enumerate(self.named, self.low))
            return [(f"{self.name}={called.get(value, value)}", 0.0, 1.0) for value in self.labels]
        bits = range(self.high.bit_length())
        called = {bit: relative(bit) for bit in bits if self.seats} | dict(enumerate(self.named))
        return [(f"{self.name}.{called.get(bit, bit)}", 0.0, 1.0) for bit in bits]

    @property
    def scale(self) -> float:
        """What it is multiplied by so that it doesn't go beyond 1 or -1."""
        return 1.0 / max(abs(self.low), abs(self.high))


def relative(seat: int) -> str:
    """A seat, counted from one's own."""
    return f"+{seat}" if seat else OWN


class Features:
    """What the features of a game are, under its rulings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = len(game.seats)
        first, own = game.first_state(), game.features
        left_out = own.LEFT_OUT if own else ()
        self.numbers = [self._seat(seat) for seat in range(self.seats)]
        self.numbers += self._numbers(game.schema, first, self.seats, left_out)
        if own:
            self.numbers += self._numbers(own.DERIVED, first, self.seats + len(game.schema.row), ())
        found = [feature for number in self.numbers for feature in number.features]
        self.names = [name for name, _, _ in found]
        self.low = np.array([low for _, low, _ in found], np.float32)
        self.high = np.array([high for _, _, high in found], np.float32)

    def of(self, state: State, seat: int) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """The features of what a seat may see of a state."""
        row = [0] * self.seats + self.game.schema.seen_row(state, seat)
        row[seat] = 1
        if self.game.features:
            derived = self.game.features.DERIVED.new()
            self.game.features.derive(self.game.schema.seen(state, seat), seat, derived)
            row += self.game.features.DERIVED.seen_row(derived, seat)
        out = np.zeros((1, len(self.names)), np.float32)
        encode([row[number.places[seat]] for number in self.numbers], seat, self._plain_table, out, 0)
        features: np.ndarray[Any, np.dtype[np.float32]] = out[0]
        return features

    def places(self, seat: int) -> list[tuple[int, str, bool]]:
        """For compiled rules: where each number is, in bytes, its type, and whether it is one of the game's own.

        It is in a packed state, or in the game's own record. The numbers that say which seat it is are left out.
        """
        own = self.game.features.DERIVED if self.game.features else None
        where = [(place, type, False) for place, type in _where(self.game.schema, seat)]
        where += [(place, type, True) for place, type in _where(own, seat)] if own else []
        return [where[number.places[seat] - self.seats] for number in self.numbers[self.seats :]]

    @cached_property
    def table(self) -> Table:
        """How features are made of the numbers."""
        sizes = [len(number.features) for number in self.numbers]
        runs = [
            (kind, [at for at, _ in run]) for kind, run in groupby(enumerate(self.numbers), lambda pair: pair[1].kind)
        ]
        offsets: list[int] = []
        labels = []
        for number in self.numbers:
            labels.append(len(offsets))
            if number.kind == ONE_HOT:
                where = {value: offset for offset, value in enumerate(number.labels)}
                offsets += [where.get(value, NO_LABEL) for value in range(number.low, number.high + 1)]
        return Table(
            np.array([(kind, run[0], len(run)) for kind, run in runs]),
            len(runs),
            np.cumsum([0, *sizes[:-1]]),
            np.array([number.scale for number in self.numbers]),
            np.array([number.low for number in self.numbers]),
            np.array([n.high - n.low + 1 if n.kind == ONE_HOT else n.high.bit_length() for n in self.numbers]),
            np.array([number.seats for number in self.numbers]),
            np.array(labels),
            np.array([*offsets, NO_LABEL]),
        )

    @cached_property
    def _plain_table(self) -> Table:
        return Table(*(part.tolist() if isinstance(part, np.ndarray) else part for part in self.table))

    def _seat(self, seat: int) -> Number:
        """Which seat it is that sees."""
        return Number(f"seat={self.game.seats[seat]}", (seat,) * self.seats, SCALED, 0, 1, 0)

    def _numbers(self, schema: Schema, first: State, begin: int, left_out: Any) -> list[Number]:
        """The numbers of a schema that features are made of, in order."""
        at = {(field.name, place): begin + index for index, (field, place) in enumerate(schema.row)}
        found = []
        for field in dict.fromkeys(field for field, _ in schema.row):
            if field.name in left_out or field.for_log:
                continue
            rotates = field.by_seat and field.seen_by != PRIVATE
            inner = field.shape[1:] if field.by_seat else field.shape
            for other in range(self.seats if rotates else 1):
                for place in product(*map(range, inner)):
                    low, high = _bounds(field, first, self.seats, place)
                    if low == high:
                        continue
                    name = field.name + f"[{relative(other)}]" * rotates + "".join(f"[{part}]" for part in place)
                    where = tuple(
                        at[field.name, ((own + other) % self.seats, *place) if rotates else place]
                        for own in range(self.seats)
                    )
                    found.append(_number(name, where, field.holds, first, self.seats, low, high))
        return found


def _number(
    name: str, places: tuple[int, ...], holds: Holding | None, first: State, seats: int, low: int, high: int
) -> Number:
    if holds is None:
        return Number(name, places, SQUASHED, low, high, 0)
    labels = tuple(holds.labels(first, low, high)) if holds.kind == LABEL else ()
    return Number(name, places, KINDS[holds.kind], low, high, seats if holds.of_seats else 0, labels, holds.names)


def _where(schema: Schema, seat: int) -> list[tuple[int, str]]:
    return list(zip(schema.row_places(seat), schema.row_types, strict=True))


def _bounds(field: Field, first: State, seats: int, place: tuple[int, ...]) -> tuple[int, int]:
    """What the number in this place of a field, or of a seat's row of it, can be."""
    if field.holds is not None:
        return field.holds.bounds(first, seats, place)
    limits = np.iinfo(field.type)
    return int(limits.min), int(limits.max)


def row_bounds(game: Game) -> list[tuple[int, int]]:
    """The lowest and the highest that each number of `schema.seen_row` can be."""
    first, seats = game.first_state(), len(game.seats)
    found = []
    for field, place in game.schema.row:
        if field.by_seat and field.seen_by != PRIVATE:
            if place[0] >= seats:  # nobody sits there, and nothing happens
                value = getattr(first, field.name)
                for index in place:
                    value = value[index]
                found.append((value, value))
                continue
            place = place[1:]
        found.append(_bounds(field, first, seats, place))
    return found
