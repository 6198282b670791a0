"""What a seat remembers, as a key of 128 bits: all that it has seen, step by step, and its own choices.

Positions with the same key are one information set. A step that a seat doesn't see leaves its key as it is. The
functions are rules: trees, sampling and whoever looks a strategy up have the same keys.
"""

from collections.abc import Hashable, Iterable
from typing import Any, TypeAlias

import numpy as np

from feint.core.chance import mix, rotate
from feint.core.game import Game
from feint.core.rule import CHANCE, Numbers, rule, u64, whole
from feint.core.schema import DATA, RULING

LOW, HIGH, SEEN_LOW, SEEN_HIGH = 0, 1, 2, 3  # of a seat's memory: its key, and what it saw last
MEMORY = 4  # words


@rule
def absorb_low(low: int, word: int) -> int:
    """The low half of a key after one more word."""
    return mix(u64(u64(low ^ word) + u64(0x9E3779B97F4A7C15)))


@rule
def absorb_high(high: int, word: int) -> int:
    """The high half of a key after one more word; mixed otherwise, so that the halves don't fall together."""
    return mix(u64(u64(rotate(high, 29) + word) * u64(0xD1342543DE82EF95)) ^ u64(0x2545F4914F6CDD1D))


@rule
def look(memory: Numbers, state_bytes: Numbers, places: Numbers) -> None:
    """A seat looks at a state; `places` are the bytes of it that it sees. It remembers what has changed."""
    low, high, word = u64(0), u64(0), u64(1)
    for place in places:
        word = u64(word << u64(8)) | u64(state_bytes[place])
        if word >> u64(56):  # seven bytes, behind the 1 that says where they begin
            low, high, word = absorb_low(low, word), absorb_high(high, word), u64(1)
    low, high = absorb_low(low, word), absorb_high(high, word)
    if low != memory[SEEN_LOW] or high != memory[SEEN_HIGH]:
        memory[SEEN_LOW], memory[SEEN_HIGH] = low, high
        memory[LOW], memory[HIGH] = absorb_low(memory[LOW], low), absorb_high(memory[HIGH], high)


@rule
def note(memory: Numbers, action: int) -> None:
    """A seat makes a choice, and will remember it."""
    word = u64(u64(action) + u64(1 << 63))
    memory[LOW], memory[HIGH] = absorb_low(memory[LOW], word), absorb_high(memory[HIGH], word)


@rule
def remember(after: Numbers, before: Numbers) -> None:
    """Both seats remember after a step what they did before it."""
    for seat in range(2):
        for word in range(MEMORY):
            after[seat, word] = before[seat, word]


@rule
def find(table: Numbers, lows: Numbers, highs: Numbers, low: int, high: int) -> int:
    """Where a key stands in a hash table of information sets, from 1; or the empty place that it belongs in."""
    last = len(table) - 1  # a power of 2, less 1
    at = whole(u64(low) & u64(last))
    while table[at] and (lows[table[at] - 1] != low or highs[table[at] - 1] != high):
        at = (at + 1) & last
    return at


def places_of(game: Game) -> Any:
    """For each seat, which bytes of a packed state it sees; those that never change during a match are left out."""
    schema = game.schema
    changing = np.zeros(1, schema.dtype)
    for field in schema.fields:
        if field.seen_by not in (RULING, DATA):
            changing[field.name][...] = -1
    changes = changing.view(np.uint8)
    return np.array([np.flatnonzero(schema.seen_mask(seat) & changes) for seat in range(len(game.seats))])


def keys_after(game: Game, steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each seat's key after some steps of a match: who chose (CHANCE for an outcome), and the number of what."""
    state, rules = game.first_state(), game.rules
    places, memory = places_of(game).tolist(), [[0] * MEMORY for _ in game.seats]

    def all_look() -> None:
        state_bytes = game.schema.pack(state).view(np.uint8).tolist()
        for seat in range(len(game.seats)):
            look(memory[seat], state_bytes, places[seat])

    all_look()
    for who, number in steps:
        if who == CHANCE:
            rules.settle(state, number)
        else:
            note(memory[who], number)
            rules.apply(state, who, number)
        all_look()
    return [(own[LOW], own[HIGH]) for own in memory]


Memory: TypeAlias = tuple[int, Hashable]
"""What a viewer remembers, as a number that stands for all of it, and what it saw last."""


class Memories:
    """The same for whoever walks in plain Python, and exact: what is remembered gets a number."""

    NOTHING: Memory = (0, None)

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def look(self, memory: Memory, seen: Hashable) -> Memory:
        """A viewer looks at a state and sees this; it remembers what has changed."""
        return memory if seen == memory[1] else (self._number(memory[0], seen), seen)

    def note(self, memory: Memory, action: int) -> Memory:
        """A seat makes a choice, and will remember it."""
        return self._number(memory[0], action), memory[1]

    def _number(self, before: int, what: Hashable) -> int:
        return self._numbers.setdefault((before, what), len(self._numbers) + 1)
