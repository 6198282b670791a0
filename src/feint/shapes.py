"""Whether what came over the wire has the shape that `protocol.py` says, so that nobody trips over it later."""

from collections.abc import Callable
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

MOST = 2**63  # a number that no clock or count comes near

Check = Callable[[Any], bool]


@cache
def shape(kind: Any) -> Check:
    """What says whether a value, as read from JSON, is of a type; what a newer version has besides doesn't matter.

    >>> shape(dict[str, int | None])({"one": 1, "two": None}), shape(list[str])(["one", 2])
    (True, False)
    """
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: True
    if origin is NotRequired:
        return shape(parts[0])
    if origin in (Union, UnionType):
        return _one_of([shape(part) for part in parts])
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in parts
    if origin is list:
        each = shape(parts[0])
        return lambda value: isinstance(value, list) and all(map(each, value))
    if origin is dict:
        every = shape(parts[1])
        return lambda value: isinstance(value, dict) and all(map(_is_text, value)) and all(map(every, value.values()))
    if is_typeddict(kind):
        return _fields(kind)
    if kind is float:  # JSON knows no difference to whole numbers, and Python's knows numbers without end
        return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST
    if issubclass(kind, Enum):
        return lambda value: value in [member.value for member in kind]
    if kind is str:
        return _is_text
    if kind in (bool, NoneType):
        return lambda value: isinstance(value, kind)
    raise TypeError(f"JSON has nothing like {kind}")


def _is_text(value: Any) -> bool:
    """Whether it is text that can be written somewhere: JSON can name halves of characters."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def _one_of(checks: list[Check]) -> Check:
    return lambda value: any(check(value) for check in checks)


def _fields(kind: Any) -> Check:
    fields = {name: shape(field) for name, field in get_type_hints(kind, include_extras=True).items()}
    required: frozenset[str] = kind.__required_keys__

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and required <= value.keys()
            and all(fields[name](part) for name, part in value.items() if name in fields)
        )

    return check
