"""What the numbers of a field stand for, and what they can be: amounts, labels, bits, and seats.

A field of the schema that `holds` one of these has true bounds, and is shown to learners as features (see
`feint.kernel.features`). A bound is a number, or a function of the first state, where rulings and data are, and of the
number's place in the field; in one that has a row for each seat, its place in a row.

Labels and bits can have names: people are told these in place of numbers, where a game has no drawing of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from feint.core.rule import State

Bound = int | Callable[..., int]

AMOUNT, LABEL, BITS = "amount", "label", "bits"


@dataclass(frozen=True)
class Holding:
    """What each number of a field is, and its bounds."""

    kind: str
    low: Bound
    high: Bound | None  # of bits: how many there are; None: as many as there are seats
    of_seats: bool = False  # whether labels or bits stand for seats
    among: Callable[[State, int], bool] | None = None  # which of the labels between its bounds there are; None: all
    names: tuple[str, ...] = ()  # of labels from the lowest on, or of bits

    def __post_init__(self) -> None:
        highest = len(self.names) + (0 if self.kind == BITS else self.low) - 1 if isinstance(self.low, int) else None
        wanted = self.high - 1 if self.kind == BITS and isinstance(self.high, int) else self.high
        if self.names and (highest is None or (isinstance(wanted, int) and wanted != highest)):
            raise TypeError(
                f"the names {', '.join(self.names)} must be those of all numbers from {self.low} to {wanted}"
            )

    def bounds(self, first: State, seats: int, place: tuple[int, ...]) -> tuple[int, int]:
        """The lowest and the highest that the number in this place of the field can be."""
        high = seats if self.high is None else _resolved(self.high, first, place)
        if self.kind == BITS:
            return 0, (1 << high) - 1
        return _resolved(self.low, first, place), high - (self.high is None)

    def labels(self, first: State, low: int, high: int) -> list[int]:
        """The labels that there are between two bounds."""
        return [value for value in range(low, high + 1) if self.among is None or self.among(first, value)]

    def text(self, value: int, seats: Sequence[str]) -> str:
        """A number as people are told it."""
        if self.kind == BITS:
            there = [bit for bit in range(value.bit_length()) if value >> bit & 1]
            return ", ".join(self._name(bit, 0, seats) for bit in there) or ("nobody" if self.of_seats else "none")
        return self._name(value, self.low if isinstance(self.low, int) else 0, seats)

    def _name(self, value: int, first: int, seats: Sequence[str]) -> str:
        if self.of_seats:
            return seats[value] if 0 <= value < len(seats) else "nobody"
        return self.names[value - first] if 0 <= value - first < len(self.names) else str(value)


def _resolved(bound: Bound, first: State, place: tuple[int, ...]) -> int:
    return int(bound(first, *place) if callable(bound) else bound)


def amount(low: Bound, high: Bound) -> Holding:
    """More or less of something: a position, a count, 0 or 1."""
    return Holding(AMOUNT, low, high)


def label(
    low: Bound, high: Bound, among: Callable[[State, int], bool] | None = None, names: Sequence[str] = ()
) -> Holding:
    """A number that stands for something, a phase or a card: that it is larger than another says nothing."""
    return Holding(LABEL, low, high, among=among, names=tuple(names))


def seat_label(low: Bound = 0, high: Bound | None = None) -> Holding:
    """The number of a seat. Numbers below 0, and those that no seat has, are labels like any other."""
    return Holding(LABEL, low, high, of_seats=True)


def bits(count: Bound, names: Sequence[str] = ()) -> Holding:
    """A bit mask of so many things."""
    return Holding(BITS, 0, count, names=tuple(names))


def seat_bits() -> Holding:
    """A bit mask of seats."""
    return Holding(BITS, 0, None, of_seats=True)


class EachSeat(int):
    """The length of a public field's shape that is one row for each seat; every private field has that first."""


def each_seat(seats: int) -> EachSeat:
    """The first length of a public field's shape, if it has a row for each of at most so many seats."""
    return EachSeat(seats)
