"""The schema of a state: its fields, who may see each, and the one place where views are made.

A `public` field is seen by all. Of a `private` field, one row a seat, each seat sees its own row. A `hidden` field is
seen by nobody. A `ruling` field holds one of the game's rulings as a number, a `data` field facts out of a data file of
the game. When the match is over all is open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from feint.core.holding import EachSeat, Holding
from feint.core.rule import State

if TYPE_CHECKING:
    import numpy as np

i1, i2, i4, i8 = "i1", "i2", "i4", "i8"  # signed whole numbers of 1, 2, 4 and 8 bytes

PUBLIC, PRIVATE, HIDDEN, RULING, DATA = "public", "private", "hidden", "ruling", "data"
ALL = "all"  # the viewer from whom nothing is hidden, when the match is over


@dataclass(frozen=True)
class Field:
    """One field of a state: a number, or rows of numbers when it has a shape."""

    name: str
    seen_by: str
    type: str
    shape: tuple[int, ...] = ()
    holds: Holding | None = None  # what its numbers stand for; None: nobody has said
    for_log: bool = False  # whether it makes no difference to play: only logs and reports are made from it

    @property
    def by_seat(self) -> bool:
        """Whether it has one row a seat."""
        return self.seen_by == PRIVATE or (bool(self.shape) and isinstance(self.shape[0], EachSeat))

    def zero(self) -> Any:
        """This field's value in a new state."""
        return _zeros(self.shape)


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def public(name: str, type: str, *shape: int, holds: Holding | None = None, for_log: bool = False) -> Field:
    """A field that all may see."""
    return Field(name, PUBLIC, type, shape, holds, for_log)


def private(name: str, type: str, seats: int, *shape: int, holds: Holding | None = None) -> Field:
    """A field with one row a seat, each of which only that seat may see."""
    return Field(name, PRIVATE, type, (seats, *shape), holds)


def hidden(name: str, type: str, *shape: int) -> Field:
    """A field that nobody may see before the match is over."""
    return Field(name, HIDDEN, type, shape)


def ruling(name: str, type: str = i2, *shape: int) -> Field:
    """A field that holds a ruling: a dial's number, or which choice of game.toml's list it is, from 0.

    A dial with a number by seat has a row of them.
    """
    return Field(name, RULING, type, shape)


def data(name: str, type: str, *shape: int) -> Field:
    """A field that holds facts out of one of the game's data files, the same for the whole match."""
    return Field(name, DATA, type, shape)


class Schema:
    """The fields of a game's state, in order."""

    def __init__(self, *fields: Field) -> None:
        names = [field.name for field in fields]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise TypeError(f"the schema names {', '.join(sorted(twice))} twice; a field's name stands for one field")
        late = [f.name for f in fields if any(isinstance(length, EachSeat) for length in f.shape[1:])]
        if late:
            raise TypeError(f"{late[0]} has one row a seat in the middle of its shape; seats come first")
        self.fields = fields
        self.secret = frozenset(field.name for field in fields if field.seen_by in (PRIVATE, HIDDEN))
        self._views: dict[int | str | None, Callable[[State], dict[str, Any]]] = {}
        self._seen: dict[int | None, Callable[[State, State], None]] = {}
        self._plain = type("State", (PlainState,), {"__slots__": tuple(names)})

    def new(self) -> State:
        """A state with every number 0, for plain Python."""
        state = self._plain()
        for field in self.fields:
            setattr(state, field.name, field.zero())
        return state

    def copy(self, state: State) -> State:
        """A state of its own with the same numbers."""
        twin = self._plain()
        self._copy_fields(state, twin)
        return twin

    @cached_property
    def _copy_fields(self) -> Callable[[State, State], None]:
        """A function that copies field by field, written out: search, trees and bridges do little else so often."""
        # What comes out of a data file never changes, so states share it.
        depths = ((field.name, 0 if field.seen_by == DATA else len(field.shape)) for field in self.fields)
        lines = [f"    twin.{name} = {_copying(f'state.{name}', depth)}\n" for name, depth in depths]
        namespace: dict[str, Any] = {"copied": list.copy}
        exec(f"def copy_fields(state, twin):\n{''.join(lines)}", namespace)
        copy_fields: Callable[[State, State], None] = namespace["copy_fields"]
        return copy_fields

    def share(self, state: State, before: State) -> None:
        """Let a state have those rows of an earlier one that are the same, where neither will change any more.

        Few of them differ from one step of a match to the next. So a match takes little room, and whoever looks through
        everything there is, as the garbage collector does, has little to look at.
        """
        self._share_fields(state, before)

    @cached_property
    def _share_fields(self) -> Callable[[State, State], None]:
        lines = []
        for name, depth in ((field.name, len(field.shape)) for field in self.fields if field.seen_by != DATA):
            if depth:
                lines.append(f"    if state.{name} == before.{name}: state.{name} = before.{name}\n")
            if depth > 1:
                pairs = f"zip(state.{name}, before.{name})"
                lines.append(f"    else: state.{name} = [old if new == old else new for new, old in {pairs}]\n")
        namespace: dict[str, Any] = {}
        exec(f"def share_fields(state, before):\n    pass\n{''.join(lines)}", namespace)
        share_fields: Callable[[State, State], None] = namespace["share_fields"]
        return share_fields

    def numbers(self, state: State) -> list[Any]:
        """All fields of a state in order, as it is sent to another process."""
        return [getattr(state, field.name) for field in self.fields]

    def from_numbers(self, numbers: list[Any]) -> State:
        """The state that `numbers` was made from."""
        state = self._plain()
        for field, value in zip(self.fields, numbers, strict=True):
            setattr(state, field.name, value)
        return state

    def see(self, state: State, seat: int | None, over: bool) -> dict[str, Any]:
        """What a seat may see, by field; None is a spectator. In place of what it may not see stands None.

        This is the only way from a state to anyone's eyes: screens, logs and the network are given views. Bots are
        given `seen`, and programs that learn `seen_row`, which hide the same; not even the end opens those.
        """
        viewer = ALL if over else seat
        if viewer not in self._views:
            self._views[viewer] = self._view_of(viewer)
        return self._views[viewer](state)

    def _view_of(self, viewer: int | str | None) -> Callable[[State], dict[str, Any]]:
        """A function that makes a viewer's views, written out field by field: a server does little else so often."""
        parts = []
        for field in self.fields:
            name, seen_by, depth = field.name, field.seen_by, len(field.shape)
            if seen_by == PUBLIC or (viewer == ALL and seen_by in (PRIVATE, HIDDEN)):
                parts.append(f"{name!r}: {_copying(f'state.{name}', depth)}")
            elif seen_by == PRIVATE:
                rows = (
                    _copying(f"state.{name}[{row}]", depth - 1) if row == viewer else "None"
                    for row in range(field.shape[0])
                )
                parts.append(f"{name!r}: [{', '.join(rows)}]")
            elif seen_by == HIDDEN:
                parts.append(f"{name!r}: None")
        view: Callable[[State], dict[str, Any]] = eval(f"lambda state: {{{', '.join(parts)}}}", {"copied": list.copy})
        return view  # rulings and data are shown elsewhere

    def seen(self, state: State, seat: int) -> State:
        """A state of its own that has 0 in place of what a seat may not see."""
        if seat not in self._seen:
            self._seen[seat] = self._seen_by(seat)
        twin = self._plain()
        self._seen[seat](state, twin)
        return twin

    def from_view(self, first: State, view: dict[str, Any], seat: int) -> State:
        """The state that a seat's view was made from, with 0 in place of what the seat may not see.

        Rulings and data are those of the first state.
        """
        state = self.copy(first)
        for field in self.fields:
            if field.seen_by == PUBLIC:
                setattr(state, field.name, view[field.name])
            elif field.seen_by in (HIDDEN, PRIVATE):
                setattr(state, field.name, field.zero())
            if field.seen_by == PRIVATE:
                getattr(state, field.name)[seat] = view[field.name][seat]
        return self.copy(state)

    def public(self, state: State) -> State:
        """A state of its own that has 0 in place of all that only some may see."""
        if None not in self._seen:
            self._seen[None] = self._seen_by(None)
        twin = self._plain()
        self._seen[None](state, twin)
        return twin

    def _seen_by(self, seat: int | None) -> Callable[[State, State], None]:
        """A function that copies what a seat, or for None a spectator, may see, written out field by field."""
        lines = []
        for field in self.fields:
            name, depth, value = field.name, len(field.shape), f"state.{field.name}"
            if field.seen_by == HIDDEN:
                value = _zeros_text(field.shape)
            elif field.seen_by == PRIVATE:
                none, own = _zeros_text(field.shape[1:]), _copying(f"state.{name}[{seat}]", depth - 1)
                value = f"[{', '.join(own if row == seat else none for row in range(field.shape[0]))}]"
            elif field.seen_by != DATA:  # what comes out of a data file never changes, so states share it
                value = _copying(value, depth)
            lines.append(f"    twin.{name} = {value}\n")
        namespace: dict[str, Any] = {"copied": list.copy}
        exec(f"def copy_seen(state, twin):\n{''.join(lines)}", namespace)
        copy_seen: Callable[[State, State], None] = namespace["copy_seen"]
        return copy_seen

    def seen_mask(self, seat: int) -> Any:
        """The same for compiled rules: a packed state's bytes and these, bit by bit, are what a seat may see."""
        import numpy as np

        mask = np.zeros(1, self.dtype)
        for field in self.fields:
            if field.seen_by != HIDDEN:
                rows = mask[field.name][0:1] if field.seen_by != PRIVATE else mask[field.name][0, seat : seat + 1]
                rows[...] = -1  # every bit
        return mask.view(np.uint8)

    def seen_row(self, state: State, seat: int) -> list[int]:
        """What a seat may see as one row of numbers, for programs that learn; rulings and data are left out.

        Public fields are there as a whole, of private ones the seat's own row. `row_names` says what stands where.
        """
        row: list[int] = []
        for name, own, depth in self._row_fields:
            value = getattr(state, name)
            _flatten(value[seat] if own else value, depth, row)
        return row

    @cached_property
    def row_names(self) -> list[str]:
        """What each number of `seen_row` is: `turn`, `position[1]`; of a private field, `chosen` for one's own."""
        return [field.name + "".join(f"[{at}]" for at in place) for field, place in self.row]

    @cached_property
    def row_types(self) -> list[str]:
        """The type of each number of `seen_row`."""
        return [field.type for field, _ in self.row]

    @cached_property
    def row_type(self) -> str:
        """The type that holds every number of `seen_row`: the widest of them."""
        return max(self.row_types, key=lambda name: int(name[1:]))

    def row_places(self, seat: int) -> list[int]:
        """Where each number of `seen_row` begins in a packed state, in bytes, for compiled rules."""
        places: list[int] = []
        for field in self._row_declared:
            numbers = prod(field.shape)
            width, begin = int(field.type[1:]), self.dtype.fields[field.name][1]  # type: ignore[index]
            if field.seen_by == PRIVATE:
                numbers = prod(field.shape[1:])
                begin += seat * numbers * width
            places += [begin + width * number for number in range(numbers)]
        return places

    @cached_property
    def _row_declared(self) -> list[Field]:
        return [field for field in self.fields if field.seen_by in (PUBLIC, PRIVATE)]

    @cached_property
    def _row_fields(self) -> list[tuple[str, bool, int]]:
        return [(field.name, own := field.seen_by == PRIVATE, len(field.shape) - own) for field in self._row_declared]

    @cached_property
    def row(self) -> list[tuple[Field, tuple[int, ...]]]:
        """The field of each number of `seen_row`, and its place there; in a private field, its place in a row."""
        return [
            (field, place)
            for field in self._row_declared
            for place in product(*map(range, field.shape[1:] if field.seen_by == PRIVATE else field.shape))
        ]

    @cached_property
    def dtype(self) -> "np.dtype[Any]":
        """The same fields as a NumPy record, for compiled rules."""
        import numpy as np

        fields: list[Any] = [(field.name, field.type, field.shape) for field in self.fields]
        return np.dtype((np.record, np.dtype(fields, align=True)))

    def pack(self, state: State) -> Any:
        """The state as an array of one NumPy record. A number too large for its field is refused, not cut."""
        import numpy as np

        packed = np.zeros(1, self.dtype)
        for field in self.fields:
            packed[field.name][0] = getattr(state, field.name)
        return packed

    def unpack(self, record: Any) -> State:
        """The plain state that a NumPy record holds."""
        state = self._plain()
        for field in self.fields:
            setattr(state, field.name, record[field.name].tolist())
        return state


class PlainState:
    """A state as a small object with slots and lists: twenty times as fast in plain Python as a NumPy record."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # a state changes; it can't be a key


def _copying(value: str, depth: int) -> str:
    """A copy as an expression: `state.hand.copy()`, `[*map(copied, state.hand)]`, where `copied` copies a list."""
    if depth < 3:
        return (value, f"{value}.copy()", f"[*map(copied, {value})]")[depth]
    row = f"row{depth}"
    return f"[{_copying(row, depth - 1)} for {row} in {value}]"


def _zeros_text(shape: tuple[int, ...]) -> str:
    """What `_zeros` makes, as an expression: `0`, `[0] * 5`, `[[0] * 5 for _ in range(2)]`."""
    if len(shape) < 2:
        return f"[0] * {shape[0]}" if shape else "0"
    return f"[{_zeros_text(shape[1:])} for _ in range({shape[0]})]"


def _flatten(value: Any, depth: int, row: list[int]) -> None:
    if depth < 2:
        row.extend(value) if depth else row.append(value)
        return
    for part in value:
        _flatten(part, depth - 1, row)


def schema(*fields: Field) -> Schema:
    """The schema of a state with these fields."""
    if ("round", PUBLIC, i4, ()) not in [(field.name, field.seen_by, field.type, field.shape) for field in fields]:
        raise TypeError('the schema needs public("round", i4): records and reports count rounds by it, from 1')
    return Schema(*fields)
