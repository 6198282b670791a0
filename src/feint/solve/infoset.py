"""What a seat remembers, as a key of 128 bits: all that it has seen, step by step, and its own choices.

Positions with the same key are one information set. A step that a seat doesn't see leaves its key as it is. The
functions are rules: trees, sampling and whoever looks a strategy up have the same keys.
"""

from collections.abc import Hashable, Iterable
from typing import TypeAlias

import numpy as np

from feint.core.chance import mix, rotate
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import CHANCE, Numbers, rule, u64
from feint.kernel.observation import Observations, observation_key, observations

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
def look(memory: Numbers, words: Numbers, changing: Numbers, places: Numbers, pairs: int) -> None:
    """A seat looks at a state's words, and remembers what has changed of what it sees."""
    low, high = observation_key(words, changing, places, pairs, 0), observation_key(words, changing, places, pairs, 1)
    if low != memory[SEEN_LOW] or high != memory[SEEN_HIGH]:
        memory[SEEN_LOW], memory[SEEN_HIGH] = low, high
        memory[LOW], memory[HIGH] = absorb_low(memory[LOW], low), absorb_high(memory[HIGH], high)


@rule
def all_look(memory: Numbers, words: Numbers, seen: Observations) -> None:
    """Both seats look at a state."""
    for seat in range(2):
        look(memory[seat], words, seen.changing[seat], seen.places[seat], seen.pairs[seat])


@rule
def remember_choice(memory: Numbers, action: int) -> None:
    """A seat makes a choice, and will remember it."""
    word = u64(u64(action) + u64(1 << 63))
    memory[LOW], memory[HIGH] = absorb_low(memory[LOW], word), absorb_high(memory[HIGH], word)


@rule
def copy_memory(after: Numbers, before: Numbers) -> None:
    """Both seats remember after a step what they did before it."""
    for seat in range(2):
        for word in range(MEMORY):
            after[seat, word] = before[seat, word]


def keys_after(game: Game, steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each seat's key after some steps of a match: who chose (CHANCE for an outcome), and the number of what."""
    state, rules = game.first_state(), game.rules
    changing, places, pairs = (part.tolist() for part in observations(game, with_log=True)[1:])
    memory = [[0] * MEMORY for _ in game.seats]

    def all_seats_look() -> None:
        words = game.schema.pack(state).view(np.uint32).tolist()
        for seat in range(len(game.seats)):
            look(memory[seat], words, changing[seat], places[seat], pairs[seat])

    all_seats_look()
    for who, number in steps:
        if who == CHANCE:
            rules.settle(state, number)
        else:
            remember_choice(memory[who], number)
            rules.apply(state, who, number)
        all_seats_look()
    return [(own[LOW], own[HIGH]) for own in memory]


def key_in(match: Match, seat: str) -> tuple[int, int]:
    """A seat's key in a match as it stands, from what the seat itself has seen and chosen."""
    game, number = match.game, match.game.seat_number(seat)
    changing, places, pairs = (part[number] for part in observations(game, with_log=True)[1:])
    memory, own = [0] * MEMORY, (changing.tolist(), places.tolist(), int(pairs))
    seen = [match.at(step).seen(seat) for step in range(len(match.steps) + 1)]
    for step, state in enumerate([*seen, *match.seen_in_turn(seat)]):  # in a tree, seats choose in order
        if 0 < step < len(seen) and match.steps[step - 1].seat == number:
            remember_choice(memory, match.steps[step - 1].number)
        look(memory, game.schema.pack(state).view(np.uint32).tolist(), *own)
    return memory[LOW], memory[HIGH]


Memory: TypeAlias = tuple[int, Hashable]
"""What a viewer remembers, as a number that stands for all of it, and what it saw last."""


class Memorizer:
    """The same for whoever walks in plain Python, and exact: what is remembered gets a number."""

    NOTHING: Memory = (0, None)

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def look(self, memory: Memory, seen: Hashable) -> Memory:
        """A viewer looks at a state and sees this; it remembers what has changed."""
        return memory if seen == memory[1] else (self._number(memory[0], seen), seen)

    def remember_choice(self, memory: Memory, action: int) -> Memory:
        """A seat makes a choice, and will remember it."""
        return self._number(memory[0], action), memory[1]

    def _number(self, before: int, what: Hashable) -> int:
        return self._numbers.setdefault((before, what), len(self._numbers) + 1)
