"""Many games at once on the CPU: one compiled loop goes through them, on as many threads as is of use."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot
from feint.bridges.batch import SAME_STEP, BatchedGames, BatchStep, never_asked, no_derive
from feint.bridges.batch_loop import SKIP, START, STUCK, Ends, Room, Setting, Slots, make_advance
from feint.core import Numbers, rule
from feint.core.contract import Rules
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import u64
from feint.kernel.compiler import build
from feint.kernel.features import NO_TABLE, Features, Table, encode

ALL_WELL = -1  # what the compiled loop returns, unless a game is stuck
FEWEST = 1024  # games a thread, unless told otherwise: with less, starting it takes longer than what it does

ONE, TWO, FOUR, EIGHT = range(4)  # how wide numbers are, in bytes


class Widths(NamedTuple):
    """The bytes of all states as numbers of each width."""

    ones: Any
    twos: Any
    fours: Any
    eights: Any


class Memory(NamedTuple):
    """The states of all games; and for one thread each, room for what a seat may see, and for what features are of."""

    states: Any
    widths: Widths
    seen: Any
    seen_bytes: Any
    derived: Any
    derived_widths: Widths
    numbers: Any


class Columns(NamedTuple):
    """How what a seat may see gets into a row."""

    runs: Any  # how to copy it: see `runs_of`
    derived_runs: Any  # and what the game itself makes for learners
    table: Table  # how features are made of what was copied


class Place(NamedTuple):
    """Where a state lies, and where there is room for what a seat may see of it."""

    states: Any
    state_bytes: Any
    seen_bytes: Any


@rule
def write_row(row: Any, to: int, seat: int, seats: int, runs: Numbers, widths: Widths, i: int) -> None:
    """Copy what a seat may see of state i into a row, behind a 1 in the place of the seat's number."""
    for other in range(seats):
        row[to, other] = 0
    row[to, seat] = 1
    copy_runs(row, to, seat, runs, widths, i)


@rule
def copy_runs(row: Any, to: int, seat: int, runs: Numbers, widths: Widths, i: int) -> None:
    """Copy numbers of record i into a row. `runs` says for a seat from where: in runs of the same width."""
    for run in range(runs.shape[1]):
        # Places without a sign: of others each might be counted from the end, and runs aren't copied in one piece.
        width, count = runs[seat, run, 0], u64(runs[seat, run, 2])
        begin, at = u64(runs[seat, run, 1]), u64(runs[seat, run, 3])
        if width == ONE:
            for k in range(count):
                row[to, at + k] = widths.ones[i, begin + k]
        elif width == TWO:
            for k in range(count):
                row[to, at + k] = widths.twos[i, begin + k]
        elif width == FOUR:
            for k in range(count):
                row[to, at + k] = widths.fours[i, begin + k]
        else:
            for k in range(count):
                row[to, at + k] = widths.eights[i, begin + k]


@rule
def look(place: Place, i: int, masks: Any, seat: int) -> None:
    """Fill in what a seat may see of state i."""
    for byte in range(len(place.seen_bytes)):
        place.seen_bytes[byte] = place.state_bytes[i, byte] & masks[seat, byte]


@rule
def begin(place: Place, i: int, start: Any) -> None:
    """Make state i the first one."""
    place.states[i] = start[0]


def make_batch_loop(
    rules: Rules, bots: Sequence[Bot], features: bool, derive: Callable[..., None] | None
) -> Callable[..., Any]:
    """A loop that takes one choice a game, and plays each on until its caller is asked again."""
    advance = make_advance(rules, bots, look, begin)
    derives = derive is not None
    fill = derive or no_derive

    def play_on(
        first: int,
        last: int,
        actions: Any,
        same_step: bool,
        setting: Setting,
        slots: Slots,
        memory: Memory,
        columns: Columns,
        part: int,
        found: BatchStep,
    ) -> int:
        states, widths, seen_states, seen_bytes, derived, derived_widths, numbers = memory
        seats = len(setting.players)
        seen = seen_states[part]
        place = Place(states, widths.ones, seen_bytes[part])
        room = Room(np.zeros(rules.ACTIONS, np.int64), np.zeros(rules.OUTCOMES, np.int64), np.zeros(seats, np.int64))
        ends = Ends(found.ended, found.illegal, found.cut, found.rewards, found.utilities)
        for i in range(first, last):
            found.ended[i] = False
            found.illegal[i] = False
            found.cut[i] = False
            found.rewards[i] = 0.0
            action = actions[i]
            if action == SKIP:
                continue
            while True:
                count = advance(i, action, states[i], seen, place, room, setting, slots, ends)
                if count == STUCK:
                    return i
                final = same_step and slots.waiting[i]
                seat = slots.asked[i]
                rows, opens = (found.final_rows, found.final_open) if final else (found.rows, found.open)
                if features:
                    if derives:
                        look(place, i, setting.masks, seat)
                        for byte in range(derived_widths.ones.shape[1]):
                            derived_widths.ones[part, byte] = 0
                        fill(seen, seat, derived[part])
                        copy_runs(numbers, part, seat, columns.derived_runs, derived_widths, part)
                    write_row(numbers, part, seat, seats, columns.runs, widths, i)
                    for column in range(rows.shape[1]):
                        rows[i, column] = 0
                    encode(numbers[part], seat, columns.table, rows, i)
                else:
                    write_row(rows, i, seat, seats, columns.runs, widths, i)
                for choice in range(rules.ACTIONS):
                    opens[i, choice] = 0
                for number in range(count):
                    opens[i, u64(room.out[number])] = 1
                if not final:
                    break
                action = START
        return ALL_WELL

    return play_on


@cache
def _batch_loop(folder: Path, bots: tuple[Bot, ...], features: bool) -> Callable[..., Any]:
    """The compiled loop of a game, whatever its rulings are."""
    game = Game(folder, {})
    derive = game.features.derive if features and game.features else None
    return build(game, lambda rules: make_batch_loop(rules, bots, features, derive))


class CpuGames(BatchedGames):
    """The games of a batch in this machine's memory."""

    def __init__(
        self,
        game: Game,
        number: int,
        bots: Sequence[str | None],
        begins: int = SAME_STEP,
        any_seat: bool = False,
        features: Features | None = None,
        most_steps: int = 0,
        threads: int | None = None,
    ) -> None:
        super().__init__(np, game, number, bots, begins, features)
        if threads is not None and index(threads) < 1:
            raise FeintError(f"threads={threads} is too small: it takes at least 1")
        self._play_on = _batch_loop(game.folder, self._own_bots, features is not None)
        parts = min(threads or max(1, min(os.cpu_count() or 1, self.number // FEWEST)), self.number)
        edges = [self.number * part // parts for part in range(parts + 1)]
        self._parts = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        masks = np.array([game.schema.seen_mask(seat) for seat in range(self._seats)]).view(np.int8)
        start = game.schema.pack(game.first_state())
        self._setting = Setting(any_seat, most_steps, start, np.array(self._players), masks)
        self._memory = self._make_memory(parts)
        self._columns = self._make_columns()

    def _make_memory(self, parts: int) -> Memory:
        states, seen = np.zeros(self.number, self.game.schema.dtype), np.zeros(parts, self.game.schema.dtype)
        own = self.game.features.DERIVED if self.features and self.game.features else self.game.schema
        derived = np.zeros(parts, own.dtype)
        types = {type for _, type, _ in self.features.places(0)} if self.features else set()
        size = len(self.features.numbers) if self.features else 0
        numbers = np.zeros((parts, size), np.int64 if "i8" in types else np.int32)  # narrow ones are faster
        seen_bytes = seen.view(np.int8).reshape(parts, -1)
        return Memory(states, _widths(states), seen, seen_bytes, derived, _widths(derived), numbers)

    def _make_columns(self) -> Columns:
        schema = self.game.schema
        if self.features:
            places, table = [self.features.places(seat) for seat in range(self._seats)], self.features.table
        else:
            table = NO_TABLE
            places = [
                [(place, type, False) for place, type in zip(schema.row_places(seat), schema.row_types, strict=True)]
                for seat in range(self._seats)
            ]
        runs = [_of_seats([runs_of(own, self._seats, derived) for own in places]) for derived in (False, True)]
        return Columns(runs[0], runs[1], table)

    def state(self, place: int) -> Any:
        """The state of the game in a place."""
        return self.game.schema.unpack(self._memory.states[place])

    def _run(self, actions: Any) -> BatchStep:
        found, same_step = self._empty_step(), self.begins == SAME_STEP

        def run(part: int) -> int:
            stuck: int = self._play_on(
                *self._parts[part], actions, same_step, self._setting, self._slots, self._memory, self._columns, part,
                found,
            )  # fmt: skip
            return stuck

        others = [self._pool.submit(run, part) for part in range(1, len(self._parts))] if self._pool else []
        if any([run(0) != ALL_WELL, *(part.result() != ALL_WELL for part in others)]):
            raise never_asked(self.game)
        return found

    def close(self) -> None:
        """End its threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _widths(records: Any) -> Widths:
    """The bytes of packed records as numbers of each width, without copying them."""
    # A record without numbers of 8 bytes may have a size that isn't a multiple of 8; then none is looked for.
    n, size = len(records), records.itemsize
    return Widths(
        *(
            records.view(f"i{width}").reshape(n, -1) if size % width == 0 else np.zeros((n, 0), f"i{width}")
            for width in (1, 2, 4, 8)
        )
    )


def runs_of(places: Sequence[tuple[int, str, bool]], behind: int, derived: bool) -> list[tuple[int, int, int, int]]:
    """How to copy numbers out of a packed record: runs of those that lie side by side there and are as wide.

    Each is the width, where it begins in numbers of that width, how many there are, and where they go in the row. The
    places are of numbers in a state and of `derived` ones, in the order of the row, of which the first go `behind`.
    """
    runs: list[tuple[int, int, int, int]] = []
    for to, (place, type, is_derived) in enumerate(places, behind):
        if is_derived != derived:
            continue
        width = int(type[1:])
        kind, begin = width.bit_length() - 1, place // width
        if runs and runs[-1][0] == kind and runs[-1][1] + runs[-1][2] == begin and runs[-1][3] + runs[-1][2] == to:
            runs[-1] = (kind, runs[-1][1], runs[-1][2] + 1, runs[-1][3])
        else:
            runs.append((kind, begin, 1, to))
    return runs


def _of_seats(runs: list[list[tuple[int, int, int, int]]]) -> Any:
    """The runs of all seats as one array. A seat's own numbers may lie beside others, and then it has one run less."""
    most = max(map(len, runs))
    return np.array([own + [(ONE, 0, 0, 0)] * (most - len(own)) for own in runs]).reshape(len(runs), most, 4)
