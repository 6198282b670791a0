"""What a seat sees of a packed state, for compiled loops: as masks over the state's words, and as one key.

A packed state is taken as words of 32 bits. A seat's mask has the bits that it sees; its mask of what is
*changing* only those of fields that can change during a match, and `places` says which words have any of these.
"""

from typing import Any, NamedTuple

import numpy as np

from feint.core.chance import mix, rotate
from feint.core.game import Game
from feint.core.rule import Numbers, rule, u64
from feint.core.schema import DATA, RULING


class Observations(NamedTuple):
    """What each seat sees of a game's packed states: one row a seat."""

    masks: Any  # all that it sees
    changing: Any  # what of it can change
    places: Any  # indices of the words that this is in, padded to an even number by repeating the last
    pairs: Any  # how many pairs there are


def observations(game: Game, with_log: bool) -> Observations:
    """What each seat of a game sees; what the log is made from counts as changing, or doesn't."""
    schema = game.schema
    can_change = np.zeros(1, schema.dtype)
    for field in schema.fields:
        if field.seen_by not in (RULING, DATA) and (with_log or not field.for_log):
            can_change[field.name][...] = -1
    masks = np.array([schema.seen_mask(seat).view(np.uint32) for seat in range(len(game.seats))])
    changing = masks & can_change.view(np.uint32)
    seen = [np.flatnonzero(mask) for mask in changing]
    pairs = [-(-len(words) // 2) for words in seen]
    places = np.zeros((len(seen), 2 * max(pairs)), np.int64)
    for seat, words in enumerate(seen):
        places[seat, : len(words)] = words
        places[seat, len(words) :] = words[-1]
    return Observations(masks, changing, places, np.array(pairs))


@rule
def observation_key(words: Numbers, changing: Numbers, places: Numbers, pairs: int, salt: int) -> int:
    """A key of what a seat sees in a state's words; another for another salt."""
    one, two = mix(u64(salt + 1)), mix(u64(salt + 0x632BE59B))
    for pair in range(pairs):  # two chains, since each has to wait for its own multiplications
        at, after = places[2 * pair], places[2 * pair + 1]
        one = u64(u64(one ^ u64(words[at] & changing[at])) * u64(0xBF58476D1CE4E5B9))
        two = u64(u64(two ^ u64(words[after] & changing[after])) * u64(0x94D049BB133111EB))
        one ^= one >> u64(29)
        two ^= two >> u64(31)
    return mix(one ^ rotate(two, 32))
