"""Many games at once on an NVIDIA GPU: a thread a game makes choices, and a block a game writes down what is seen."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot
from feint.bridges.batch import SAME_STEP, BatchedGames, BatchStep, never_asked, no_derive
from feint.bridges.batch_loop import CALLER, SKIP, START, STUCK, Ends, Room, Setting, Slots, make_advance
from feint.core import Numbers, State, rule
from feint.core.contract import Rules
from feint.core.game import Game
from feint.core.rule import u64, whole
from feint.kernel.cuda.kernels import Kernel
from feint.kernel.cuda.layout import WORD_BYTES, Layout, Records, derived_records
from feint.kernel.features import NO_TABLE, SCALED, Features, Table, encode_number
from feint.lab.simulation_loop import RANDOM

THREADS = 128  # a block

# Where a number is, as one: its first byte, whether it is one of the game's own for learners, and how wide it is.
PLACE_STEP, IS_DERIVED, WIDTHS = 8, 4, 4
NOT_KEPT = -1


class Memory(NamedTuple):
    """A game's state as words, and room for what a seat may see of it."""

    own: Any
    seen: Any


class Numbered(NamedTuple):
    """What rows are made of: numbers of a state, and of the game's own for learners."""

    places: Any  # where each is, for each seat
    kinds: Any  # how features are made of it
    table: Table


@rule
def look(memory: Memory, i: int, masks: Any, seat: int) -> None:
    """Fill in what a seat may see."""
    for word in range(len(memory.seen)):
        memory.seen[word] = memory.own[word] & masks[seat, word]


@rule
def begin(memory: Memory, i: int, start: Any) -> None:
    """Fill in the first state."""
    for word in range(len(memory.own)):
        memory.own[word] = start[word]


@rule
def number_at(words: Numbers, i: int, byte: int, width: int) -> int:
    """A number of so many bytes, with its sign, out of the words of game i."""
    bits = 8 * width
    half = u64(1 << (bits - 1))
    number = words[i, byte // WORD_BYTES] >> u64(8 * (byte % WORD_BYTES)) & u64(half | u64(half - 1))
    return whole(number ^ half) - whole(half)


def make_step_kernel(
    rules: Rules, layout: Layout, bots: Sequence[Bot], looks: bool, derived: Records | None
) -> Callable[..., None]:
    """A kernel that makes a choice in each game, and plays it on until its caller is asked again."""
    from numba import cuda
    from numba.cuda import types

    from feint.kernel.cuda.state import state_over
    from feint.kernel.cuda.warp import goes_now, make_in_phase

    in_phase = make_in_phase(rules)

    @rule
    def in_turn(s: State, kind: int) -> bool:
        return goes_now(in_phase(s, kind))  # type: ignore[no-any-return]

    advance = make_advance(rules, bots, look, begin, in_turn)
    words, seats, state_of = layout.words, layout.seats, state_over(layout)
    derives = derived is not None
    derived_of = state_over(derived or layout)
    fill = layout.game.features.derive if derives and layout.game.features else no_derive
    seen_words = words if looks or derives else 1
    derived_words = derived.words if derived else 1
    number = types.int16 if rules.ACTIONS < 1 << 15 else types.int32
    actions_there, outcomes = rules.ACTIONS, max(1, rules.OUTCOMES)

    def make_choices(
        actions: Any,
        fresh: int,
        fixed: Any,
        setting: Setting,
        slots: Slots,
        ends: Ends,
        states: Any,
        numbers: Any,
        stuck: Any,
    ) -> None:
        i = cuda.grid(1)
        if i >= len(actions):
            return
        if fresh:
            ends.ended[i] = False
            ends.illegal[i] = False
            ends.cut[i] = False
            ends.rewards[i] = 0.0
        action = actions[i]
        if action == SKIP:
            return
        own = cuda.local.array(words, types.uint64)
        seen = cuda.local.array(seen_words, types.uint64)
        out = cuda.local.array(actions_there, number)
        weights = cuda.local.array(outcomes, types.uint32)
        points = cuda.local.array(seats, types.int64)
        for word in range(words):
            own[word] = states[i, word]
        memory, room = Memory(own, seen), Room(out, weights, points)
        seen_state = state_of(seen, fixed)
        count = advance(i, action, state_of(own, fixed), seen_state, memory, room, setting, slots, ends)
        if count == STUCK:
            stuck[0] = 1
        for word in range(words):
            states[i, word] = own[word]
        if derives:
            learned = cuda.local.array(derived_words, types.uint64)
            for word in range(derived_words):
                learned[word] = u64(0)
            look(memory, i, setting.masks, slots.asked[i])
            fill(seen_state, whole(slots.asked[i]), derived_of(learned, fixed))
            for word in range(derived_words):
                numbers[i, word] = learned[word]

    return make_choices


def make_row_kernel(seats: int, features: bool) -> Callable[..., None]:
    """A kernel that writes what the seat that is asked may see into a row, and marks its choices."""
    from numba import cuda

    def write_rows(
        chosen: Any, all_games: int, slots: Slots, states: Any, derived: Any, numbered: Numbered, rows: Any, opens: Any
    ) -> None:
        i, thread, threads = cuda.blockIdx.x, cuda.threadIdx.x, cuda.blockDim.x
        if not all_games and not chosen[i]:
            return
        seat = slots.asked[i]
        for choice in range(thread, opens.shape[1], threads):
            opens[i, choice] = slots.allowed[i, choice >> 6] >> u64(choice & 63) & u64(1)
        if features:
            for column in range(thread, rows.shape[1], threads):
                rows[i, column] = 0
            cuda.syncthreads()
        for number in range(thread, numbered.places.shape[1], threads):
            place = numbered.places[seat, number]
            if number < seats:
                value = 1 if number == seat else 0
            elif place & IS_DERIVED:
                value = number_at(derived, i, place // PLACE_STEP, 1 << (place % WIDTHS))
            else:
                value = number_at(states, i, place // PLACE_STEP, 1 << (place % WIDTHS))
            if not features:
                rows[i, number] = value
            elif numbered.kinds[number] == SCALED:
                rows[i, numbered.table.to[number]] = value * numbered.table.scale[number]
            else:
                encode_number(numbered.kinds[number], value, number, seat, numbered.table, rows, i)

    return write_rows


class CudaGames(BatchedGames):
    """The games of a batch in the memory of a GPU; with NumPy's arrays they are only compiled, which needs none."""

    def __init__(
        self,
        game: Game,
        number: int,
        bots: Sequence[str | None],
        begins: int = SAME_STEP,
        any_seat: bool = False,
        features: Features | None = None,
        most_steps: int = 0,
        arrays: Any = None,
    ) -> None:
        if arrays is None:
            from feint.kernel.cuda.device import cupy

            arrays = cupy()
        super().__init__(arrays, game, number, bots, begins, features)
        layout = self._layout = Layout(game, whole=features is None)
        derived = self._derived = derived_records(game, game.features.DERIVED) if features and game.features else None
        first = game.first_state()
        self._setting = Setting(
            np.int64(any_seat),
            np.int64(most_steps),
            arrays.asarray(layout.pack(first)),
            arrays.asarray(np.array(self._players, np.int64)),
            arrays.asarray(layout.seen_masks()),
        )
        self._fixed, self._numbered = arrays.asarray(layout.pack_fixed(first)), self._make_numbered()
        self._states = arrays.zeros((self.number, layout.words), np.uint64)
        self._numbers = arrays.zeros((self.number, derived.words if derived else 1), np.uint64)
        self._stuck = arrays.zeros(1, np.int64)
        self._step_kernel, self._row_kernel = self._make_kernels()

    def _make_kernels(self) -> tuple[Kernel, Kernel]:
        game, layout, derived, own, seats = self.game, self._layout, self._derived, self._own_bots, self._seats
        looks, features = any(player not in (CALLER, RANDOM) for player in self._players), self.features is not None
        bots = " ".join(bot.__qualname__ for bot in own)
        return (
            Kernel(
                game,
                lambda: make_step_kernel(game.rules, layout, own, looks, derived),
                f"{layout.key} {bots} {derived and derived.key}",
            ),
            Kernel(game, lambda: make_row_kernel(seats, features), f"{seats} {features}"),
        )

    def _make_numbered(self) -> Numbered:
        """Where the numbers of rows are, and what is made of them."""
        schema, features, seats, derived = self.game.schema, self.features, self._seats, self._derived
        places = np.zeros((seats, len(features.numbers) if features else seats + len(schema.row)), np.int64)
        for seat in range(seats):
            coded = [0] * seats
            for place, type in zip(self._layout.places(seat), schema.row_types, strict=True):
                coded.append(NOT_KEPT if place is None else place * PLACE_STEP + _width(type))
            if derived:
                own = zip(derived.own.row_places(seat), derived.own.row_types, strict=True)
                coded += [place * PLACE_STEP + IS_DERIVED + _width(type) for place, type in own]
            places[seat] = [coded[number.places[seat]] for number in features.numbers] if features else coded
        assert NOT_KEPT not in places, "a number that rows are made of isn't kept"
        table, kinds = (features.table, [number.kind for number in features.numbers]) if features else (NO_TABLE, [])
        asarray = self.arrays.asarray
        on_device = Table._make(asarray(part) if np.ndim(part) else np.int64(part) for part in table)
        return Numbered(asarray(places), asarray(np.array(kinds, np.int64)), on_device)

    def state(self, place: int) -> State:
        """The state of the game in a place, but for what isn't kept of it."""
        return self._layout.unpack(self.arrays.asnumpy(self._states[place]))

    def on_host(self, step: BatchStep) -> BatchStep:
        """A step as arrays of NumPy."""
        return BatchStep(*map(self.arrays.asnumpy, step))

    def compile(self) -> None:
        """Compile what these games need, if it isn't on the disk."""
        found = self._empty_step()
        self._step_kernel.ptx(self._choices_arguments(self._slots.asked, True, found))
        self._row_kernel.ptx(self._rows_arguments(self._slots.waiting, True, found.rows, found.open))

    def _run(self, actions: Any) -> BatchStep:
        found = self._empty_step()
        self._make_choices(actions, True, found)
        if self.begins == SAME_STEP:
            waiting = self._slots.waiting.copy()
            self._write_rows(waiting, False, found.final_rows, found.final_open)
            self._make_choices(self.arrays.where(waiting, START, SKIP), False, found)
        self._write_rows(self._slots.waiting, True, found.rows, found.open)
        if int(self._stuck[0]):
            raise never_asked(self.game)
        return found

    def _make_choices(self, actions: Any, fresh: bool, found: BatchStep) -> None:
        self._step_kernel.launch(-(-self.number // THREADS), THREADS, self._choices_arguments(actions, fresh, found))

    def _choices_arguments(self, actions: Any, fresh: bool, found: BatchStep) -> tuple[Any, ...]:
        ends = Ends(found.ended, found.illegal, found.cut, found.rewards, found.utilities)
        own = (self._fixed, self._setting, self._slots, ends, self._states, self._numbers, self._stuck)
        return actions, np.int64(fresh), *own

    def _write_rows(self, chosen: Any, all_games: bool, rows: Any, opens: Any) -> None:
        self._row_kernel.launch(self.number, THREADS, self._rows_arguments(chosen, all_games, rows, opens))

    def _rows_arguments(self, chosen: Any, all_games: bool, rows: Any, opens: Any) -> tuple[Any, ...]:
        own = (self._slots, self._states, self._numbers, self._numbered)
        return chosen, np.int64(all_games), *own, rows, opens


def _width(type: str) -> int:
    """How wide a number is: 0 for one byte, 3 for eight."""
    return int(type[1:]).bit_length() - 1
