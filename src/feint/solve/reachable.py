"""The loop that finds what follows each position of a game, in plain Python and compiled.

It is written once. What differs is how positions are held: small objects and a dict, or records and a table of hashes.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feint.core.contract import Positions, Rules, one_finding
from feint.core.rule import CHANCE, OVER, Numbers, State, rule, whole
from feint.kernel.hash_table import find_slot, refill

if TYPE_CHECKING:
    from feint.solve.positions import PositionKeys

# What has been counted: positions found, those looked at, their cells and edges, and the ways to end.
FOUND, LOOKED, CELLS, EDGES, ENDS, COUNTS = range(6)

# Why the loop came back.
DONE, MORE_ROOM, A_SECRET, TOO_MANY_ENDS, NOT_AT_ONCE, NO_WAY = range(6)

BOTH = 0b11


def make_explorer(
    rules: Rules, positions: Positions, load: Callable[..., None], copy: Callable[..., None], find: Callable[..., int]
) -> Callable[..., Any]:
    """A loop that looks at positions one after the other, and finds what follows each.

    It keeps two states in `room`: a position, and what follows it. How they are held differs between plain and compiled
    mode: `load(room, table, n)` puts position n in room 0, `copy(room)` makes room 1 the same, and `find(room, table,
    counts)` is the number of the position in room 1, a new one if need be; -1 where a secret is left in it.
    """
    chance_keeps_secrets = positions.findings is not one_finding
    odds_room = max(rules.OUTCOMES, positions.FINDS)

    @rule
    def ending(s: State, points: Numbers, payoffs: Numbers, counts: Numbers) -> int:
        """The number of a way to end, by what the first seat gets: from -1 down."""
        points[0] = 0
        points[1] = 0
        rules.score(s, points)
        if points[0] + points[1] == 0:  # unfinished: half each
            points[0] = 1
            points[1] = 1
        total = points[0] + points[1]
        for known in range(counts[ENDS]):
            if payoffs[known, 0] * total == points[0] * payoffs[known, 1]:
                return -1 - known
        if counts[ENDS] < len(payoffs):
            payoffs[counts[ENDS], 0] = points[0]
            payoffs[counts[ENDS], 1] = total
        counts[ENDS] += 1
        return -whole(counts[ENDS])

    @rule
    def add_edge(targets: Numbers, weights: Numbers, counts: Numbers, begin: int, target: int, weight: int) -> None:
        """A cell that leads to one position in several ways has one edge to it."""
        for edge in range(begin, counts[EDGES]):
            if targets[edge] == target:
                weights[edge] += weight
                return
        targets[counts[EDGES]] = target
        weights[counts[EDGES]] = weight
        counts[EDGES] += 1

    def explore(
        room: Any, table: Any, sizes: Any, cells: Any, targets: Any, weights: Any, payoffs: Any, counts: Any, most: int
    ) -> int:
        first_choices = np.zeros(rules.ACTIONS, np.int64)
        second_choices = np.zeros(rules.ACTIONS, np.int64)
        odds = np.zeros(odds_room, np.int64)
        points = np.zeros(2, np.int64)
        until = counts[LOOKED] + most
        while counts[LOOKED] < counts[FOUND] and counts[LOOKED] < until:
            load(room, table, counts[LOOKED])
            who = rules.pending(room[0])
            seat = 1 if who == 0b10 else 0
            rows, columns, ways = 1, 1, positions.FINDS
            if who == CHANCE:
                ways = rules.chance(room[0], odds)
            else:
                if who & 1:
                    rows = rules.legal(room[0], 0, first_choices)
                if who & 2:
                    columns = rules.legal(room[0], 1, second_choices)
            need = rows * columns * abs(ways)
            if counts[CELLS] + rows * columns >= len(cells) or counts[EDGES] + need >= len(targets):
                return MORE_ROOM
            if counts[FOUND] + need >= len(sizes):
                return MORE_ROOM
            for cell in range(rows * columns):
                row, column = cell // columns, cell % columns
                action = second_choices[column] if seat else first_choices[row]
                begin = counts[EDGES]
                cells[counts[CELLS]] = begin
                counts[CELLS] += 1
                if who == BOTH:
                    ways = -1
                elif who != CHANCE:
                    ways = positions.findings(room[0], seat, action, odds)
                for way in range(abs(ways)):
                    weight = 1 if ways < 0 else odds[way]
                    if weight == 0:
                        continue
                    copy(room)
                    if who == CHANCE:
                        rules.settle(room[1], way)
                    elif who == BOTH:
                        rules.apply(room[1], 0, first_choices[row])
                        if chance_keeps_secrets or rules.pending(room[1]) != 0b10:
                            return NOT_AT_ONCE
                        rules.apply(room[1], 1, second_choices[column])
                    else:
                        positions.assume_finding(room[1], seat, action, way)
                        rules.apply(room[1], seat, action)
                    if rules.pending(room[1]) == OVER:
                        target = ending(room[1], points, payoffs, counts)
                        if counts[ENDS] > len(payoffs):
                            return TOO_MANY_ENDS
                    else:
                        positions.forget(room[1])
                        target = find(room, table, counts)
                        if target < 0:
                            return A_SECRET
                    add_edge(targets, weights, counts, begin, target, weight)
                if counts[EDGES] == begin:
                    return NO_WAY
            sizes[counts[LOOKED], 0] = rows
            sizes[counts[LOOKED], 1] = columns
            counts[LOOKED] += 1
        return DONE

    return explore


class PlainPositions:
    """Positions in plain Python: states are small objects, and a dict knows their numbers."""

    def __init__(self, shape: "PositionKeys", first: State | None = None) -> None:
        schema, key = shape.game.schema, shape.key_of
        self.room: Any = [None, None]
        if first is None:
            first = schema.unpack(shape.first[0])
        self.table: Any = ({key(first): 0}, [first])

        def load(room: Any, table: Any, number: int) -> None:
            room[0] = table[1][number]

        def copy(room: Any) -> None:
            room[1] = schema.copy(room[0])

        def find(room: Any, table: Any, counts: Any) -> int:
            this = key(room[1])
            if this is None:
                return -1
            numbers, states = table
            if this not in numbers:
                numbers[this] = len(states)
                states.append(room[1])
                counts[FOUND] += 1
            return int(numbers[this])

        self.explore = make_explorer(shape.game.rules, shape.rules, load, copy, find)

    def make_room(self, positions: int, found: int) -> None:
        """A dict grows by itself."""

    def keys(self, found: int) -> Any:
        """The keys of all positions, in their order."""
        return np.frombuffer(b"".join(self.table[0]), np.uint8).reshape(found, -1)


class PositionTable(NamedTuple):
    """Positions that were found, by their keys, and room for one more key."""

    keys: Any
    slots: Any
    key: Any
    where: Any  # the bytes of a state that make its key
    fixed: Any  # and those that never change, unless a secret is left
    first: Any
    room_bytes: Any


@rule
def load_key(room: Any, table: PositionTable, number: int) -> None:
    """Put a position in room 0."""
    for k in range(len(table.where)):
        table.room_bytes[0, table.where[k]] = table.keys[number, k]


@rule
def copy_record(room: Any) -> None:
    """Make room 1 the same as room 0."""
    room[1] = room[0]


@rule
def find_key(room: Any, table: PositionTable, counts: Any) -> int:
    """The number of the position in room 1, which is added where it isn't found; -1 if a secret is left in it."""
    for k in range(len(table.fixed)):
        if table.room_bytes[1, table.fixed[k]] != table.first[table.fixed[k]]:
            return -1
    for k in range(len(table.where)):
        table.key[k] = table.room_bytes[1, table.where[k]]
    slot = find_slot(table.slots, table.keys, table.key)
    if table.slots[slot] == 0:
        for k in range(len(table.where)):
            table.keys[counts[FOUND], k] = table.key[k]
        counts[FOUND] += 1
        table.slots[slot] = counts[FOUND]
    return whole(table.slots[slot]) - 1


class CompiledPositions:
    """Positions in compiled code: states are records, and a hash table finds a key's number."""

    def __init__(self, shape: "PositionKeys") -> None:
        from feint.kernel.compiler import build, compiled

        self.shape = shape
        self.room: Any = np.concatenate([shape.first, shape.first])
        self._keys = shape.first.view(np.uint8)[shape.where].reshape(1, -1)
        self._rehash = compiled(rehash)
        self.explore = build(
            shape.game, lambda rules: make_explorer(rules, shape.rules, load_key, copy_record, find_key)
        )

    def make_room(self, positions: int, found: int) -> None:
        """Room for so many positions, half of the slots empty at least."""
        shape = self.shape
        keys = np.zeros((positions, len(shape.where)), np.uint8)
        keys[:found] = self._keys[:found]
        slots = np.zeros(2 * 2 ** int(positions - 1).bit_length(), np.int32)
        self._rehash(slots, keys, found)
        self._keys = keys
        first, room_bytes = shape.first.view(np.uint8), self.room.view(np.uint8).reshape(2, -1)
        key = np.zeros(len(shape.where), np.uint8)
        self.table: Any = PositionTable(keys, slots, key, shape.where, shape.fixed, first, room_bytes)

    def keys(self, found: int) -> Any:
        """The keys of all positions, in their order."""
        return self._keys[:found].copy()


def rehash(slots: Any, keys: Any, found: int) -> None:
    """Fill new slots with the keys known so far."""
    refill(slots, keys, found)
