"""The hash table of compiled loops, against a dict; and growing."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from feint.kernel.arrays import doubled
from feint.kernel.compiler import compiled
from feint.kernel.hash_table import find_slot, refill

ROWS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2**64 - 1)), max_size=40)


def find(table: Any, keys: Any, key: Any) -> int:
    return find_slot(table, keys, key)


def fill(table: Any, keys: Any, count: int) -> None:
    refill(table, keys, count)


@given(ROWS)
def test_numbers_are_those_of_a_dict(rows: list[tuple[int, int]]) -> None:
    slot_of, fill_again = compiled(find), compiled(fill)
    table, keys = np.zeros(4, np.int32), np.zeros((2, 2), np.uint64)
    known: dict[tuple[int, int], int] = {}
    for row in rows:
        slot = slot_of(table, keys, np.array(row, np.uint64))
        assert (table[slot] == 0) == (row not in known)
        if row not in known:
            if len(known) == len(keys):
                keys, table = doubled(keys), doubled(table)
                fill_again(table, keys, len(known))
                slot = slot_of(table, keys, np.array(row, np.uint64))
            keys[len(known)] = row
            known[row] = len(known)
            table[slot] = len(known)
        assert table[slot] == known[row] + 1
    for row, number in known.items():
        assert table[slot_of(table, keys, np.array(row, np.uint64))] == number + 1
