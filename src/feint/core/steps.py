"""The steps of a match: what happened, one after the other."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened: a seat's choice, or an outcome of chance."""

    seat: int  # CHANCE for an outcome
    number: int
    text: str
    round: int


class Tail(list[Any]):
    """The end of a list, under the numbers that its items have in the whole of it. For reading only."""

    def __init__(self, first: int, items: list[Any]) -> None:
        super().__init__(items)
        self._first = first

    def __len__(self) -> int:
        return self._first + super().__len__()

    def __getitem__(self, where: Any) -> Any:
        if isinstance(where, slice):
            start, stop, _ = where.indices(len(self))
            if start < self._first:
                raise IndexError(f"nothing is remembered from before {self._first}")
            return super().__getitem__(slice(start - self._first, stop - self._first))
        if where >= 0:
            where -= self._first
            if where < 0:
                raise IndexError(f"nothing is remembered from before {self._first}")
        return super().__getitem__(where)
