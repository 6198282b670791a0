"""What the numbers of a field stand for, and what they can be: amounts, labels, bits, and seats.

A field of the schema that `holds` one of these has true bounds, and is shown to learners as features (see
`feint.kernel.features`). A bound is a number, or a function of the first state, where rulings and data are, and of the
number's place in the field; in one that has a row for each seat, its place in a row.
"""

from collections.abc import Callable
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

    def bounds(self, first: State, seats: int, place: tuple[int, ...]) -> tuple[int, int]:
        """The lowest and the highest that the number in this place of the field can be."""
        high = seats if self.high is None else _resolved(self.high, first, place)
        if self.kind == BITS:
            return 0, (1 << high) - 1
        return _resolved(self.low, first, place), high - (self.high is None)

    def labels(self, first: State, low: int, high: int) -> list[int]:
        """The labels that there are between two bounds."""
        return [value for value in range(low, high + 1) if self.among is None or self.among(first, value)]


def _resolved(bound: Bound, first: State, place: tuple[int, ...]) -> int:
    return int(bound(first, *place) if callable(bound) else bound)


def amount(low: Bound, high: Bound) -> Holding:
    """More or less of something: a position, a count, 0 or 1."""
    return Holding(AMOUNT, low, high)


def label(low: Bound, high: Bound, among: Callable[[State, int], bool] | None = None) -> Holding:
    """A number that stands for something, a phase or a card: that it is larger than another says nothing."""
    return Holding(LABEL, low, high, among=among)


def seat_label(low: Bound = 0, high: Bound | None = None) -> Holding:
    """The number of a seat. Numbers below 0, and those that no seat has, are labels like any other."""
    return Holding(LABEL, low, high, of_seats=True)


def bits(count: Bound) -> Holding:
    """A bit mask of so many things."""
    return Holding(BITS, 0, count)


def seat_bits() -> Holding:
    """A bit mask of seats."""
    return Holding(BITS, 0, None, of_seats=True)


class EachSeat(int):
    """The length of a public field's shape that is one row for each seat; every private field has that first."""


def each_seat(seats: int) -> EachSeat:
    """The first length of a public field's shape, if it has a row for each of at most so many seats."""
    return EachSeat(seats)
