"""One hash table for all compiled loops: rows of whole numbers are keys, and each has a number, in the order they came.

`table` holds numbers from 1, and 0 where it is empty; its length is a power of 2, at least twice that of the keys.
`keys` has one row a number.
"""

from typing import Any

from feint.core.chance import mix
from feint.core.rule import Numbers, rule, u64, whole


@rule
def hash_of(key: Numbers, width: int) -> int:
    """A word that depends on all of a key's numbers."""
    word = u64(width)
    for place in range(width):
        word = u64(u64(word ^ u64(key[place])) * u64(0x100000001B3))
    return mix(word)


@rule
def find_slot(table: Numbers, keys: Any, key: Numbers) -> int:
    """The slot of the table that holds a key's number, or the empty one where it belongs."""
    last, width = len(table) - 1, keys.shape[1]
    slot = whole(hash_of(key, width) & u64(last))
    while table[slot]:
        number, same = table[slot] - 1, True
        for place in range(width):
            if keys[number, place] != key[place]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & last
    return slot


@rule
def refill(table: Numbers, keys: Any, count: int) -> None:
    """Put the first keys into a table, and nothing else."""
    for slot in range(len(table)):
        table[slot] = 0
    for number in range(count):
        table[find_slot(table, keys, keys[number])] = number + 1
