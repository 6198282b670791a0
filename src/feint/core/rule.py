"""The `@rule` mark, and the few words that every game's rules are written with.

A rule is plain Python. Marking it costs nothing; `feint.kernel.compiler` hands the marked functions to Numba when speed
is wanted, so the same source runs in both modes and must give the same states, bit for bit. Inside a rule: whole
numbers, fixed sizes, no allocation, no exceptions, no strings, no objects but the state and the lists passed in.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

State: TypeAlias = Any
"""A state: its attributes are the fields of the game's schema, whole numbers and rows of them."""

Numbers: TypeAlias = Any
"""Room for whole numbers that a rule fills: a list in plain mode, an array compiled."""

CHANCE = -1  # what `pending` says when the next thing to happen is an outcome, not a choice
OVER = 0  # what `pending` says when nobody owes a choice any more


class Limits(NamedTuple):
    """How long a match can get, and how wide: what a game's `limits` returns. None where there is no limit."""

    choices: int | None  # how often someone is asked; choices made at once count as one
    draws: int | None = 0  # outcomes of chance in one match
    outcomes: int | None = 0  # that one draw can have, by their numbers


WORD = 0xFFFFFFFFFFFFFFFF

MARKED: list[Callable[..., Any]] = []
"""Every rule so far, for the compiler."""

ALLOCATING: list[Callable[..., Any]] = []
"""And every function that is marked as allocating."""

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function as a rule; it stays the plain Python function that it is."""
    MARKED.append(function)
    return function


def allocating(function: Function) -> Function:
    """Mark a function that compiled loops call and that makes arrays, which a rule can't."""
    ALLOCATING.append(function)
    return function


@rule
def equally(outcomes: int) -> int:
    """What `chance` returns for so many outcomes that are all as likely: no weights need filling in."""
    return -outcomes


def u64(number: int) -> int:
    """An unsigned 64-bit word that wraps around; compiled, a machine word (see `feint.kernel.compiler`)."""
    return number & WORD


def whole(number: int) -> int:
    """A signed whole number: keeps words and small fields from mixing types in compiled arithmetic."""
    return int(number)
