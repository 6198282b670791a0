"""Many games at once, compiled: each asks its caller for a choice, and then plays on by itself to the next one.

The other seats are played by bots that are rules, and see what their seat may see. A game that is over makes room for
the next. What comes back are rows of numbers, written by the compiled code: what the seat that is asked may see (as
`schema.seen_row` has it, behind a 1 in the place of the seat's number; or as features, see `feint.kernel.features`),
and which choices are open to it.

The games in place i have seeds of their own: game k is the match that `game.start(seed=game_seed(seed + i, k))` starts,
with `feint.core.chance.game_seed`. So no game depends on the others, nor on how many threads play them.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot, bots_of
from feint.core import CHANCE, OVER, Numbers, State, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, drawn_seat, game_seed, seed_number
from feint.core.contract import Rules
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import u64, whole
from feint.kernel.compiler import build
from feint.kernel.features import Features, Table, encode
from feint.lab.simulation_loop import RANDOM, policies

CALLER = -1  # in place of a bot's number: the caller chooses for this seat
START, NOTHING, SKIP = -1, -2, -3  # in place of a choice: a new game begins; an outcome came; all stays as it is
NO_SEAT = -1  # in place of the seat that the caller was given in a game, where it has the same in all
NEXT_STEP, SAME_STEP, BY_RESET = range(3)  # when the next game begins in place of one that is over
MOST_UNASKED = 1000  # games on end that may be over before the caller was asked for a choice
ALL_WELL = -1  # what the compiled loop returns, unless that happened
FEWEST = 1024  # games a thread, unless told otherwise: with less, starting it takes longer than what it does

ONE, TWO, FOUR, EIGHT = range(4)  # how wide numbers are, in bytes


class Setting(NamedTuple):
    """What all games of a batch have in common."""

    same_step: bool  # whether the next game begins in the step in which one has ended
    any_seat: bool  # whether the caller is given another seat in each game
    most_steps: int  # choices of the caller after which a game is cut off; 0: it never is
    start: Any  # the first state, packed
    players: Any  # who plays each seat: a bot's number, or CALLER
    masks: Any  # what each seat sees, as bytes
    runs: Any  # how to copy what each seat sees into a row; see `runs_of`
    derived_runs: Any  # and what the game itself makes for learners
    table: Table  # how features are made of what was copied


class Widths(NamedTuple):
    """The bytes of all states as numbers of each width."""

    ones: Any
    twos: Any
    fours: Any
    eights: Any


class Slots(NamedTuple):
    """What each game of a batch holds."""

    states: Any
    widths: Widths
    run_seeds: Any
    episodes: Any
    seeds: Any
    keys: Any  # of the bots' random words
    steps: Any
    made: Any  # choices that each bot has made
    own: Any  # the seat that the caller was given, or NO_SEAT
    elapsed: Any  # choices that the caller has made in this game
    asked: Any  # the seat that the caller is asked for
    allowed: Any  # its choices, as bits
    waiting: Any  # whether it is over, and another can begin


class Room(NamedTuple):
    """Room for one thread each: what a seat may see as a state, and its bytes; and what features are made of."""

    states: Any
    bytes: Any
    derived: Any
    derived_widths: Widths
    numbers: Any


class BatchStep(NamedTuple):
    """What came of one choice a game: what is asked now, and how games ended. All arrays have one row a game."""

    rows: Any  # what the seat that is asked may see
    open: Any  # 1 for each choice that it has
    ended: Any  # whether a game has ended
    illegal: Any  # whether it ended since the choice wasn't open: that loses it
    cut: Any  # whether it was cut off by the number of choices
    rewards: Any  # what games that ended were worth to the seat that had chosen; 0 for others
    utilities: Any  # of games that ended: what they were worth to each seat
    final_rows: Any  # of games that made room in the same step: what was to be seen at their end
    final_open: Any  # and which choices were open


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


def make_batch_loop(
    rules: Rules, bots: Sequence[Bot], features: bool, derive: Callable[..., None] | None
) -> Callable[..., Any]:
    """A loop that takes one choice a game, and plays each on until its caller is asked again."""
    choose, policies_there = policies(bots), len(bots)
    derives = derive is not None
    fill = derive or no_derive

    def play_on(
        first: int, last: int, actions: Any, setting: Setting, slots: Slots, room: Room, part: int, found: BatchStep
    ) -> int:
        same_step, any_seat, most_steps, start, players, masks, runs, derived_runs, table = setting
        states, widths, run_seeds, episodes, seeds, keys, steps, made, own, elapsed, asked, allowed, waiting = slots
        seats = len(players)
        seen = room.states[part]
        out = np.zeros(rules.ACTIONS, np.int64)
        weights = np.zeros(rules.OUTCOMES, np.int64)
        points = np.zeros(seats, np.int64)
        for i in range(first, last):
            if actions[i] == SKIP:
                continue
            s = states[i]
            seat, action = whole(asked[i]), whole(actions[i])
            seed, step, count, unasked = seeds[i], steps[i], 0, 0
            found.ended[i] = False
            found.illegal[i] = False
            found.cut[i] = False
            found.rewards[i] = 0.0
            if waiting[i]:
                waiting[i] = False
                action = START
            actor = seat if action >= 0 else CALLER  # whose choice it was; in a game that is new, nobody's
            lost = action >= 0 and not allowed[i, action >> 6] >> u64(action & 63) & u64(1)
            if actor != CALLER:
                elapsed[i] += 1
                found.cut[i] = most_steps > 0 and elapsed[i] >= most_steps
            while True:
                if lost:
                    who = OVER
                else:
                    if action >= 0:
                        rules.apply(s, seat, action)
                        step += 1
                    elif action == START:
                        states[i] = start[0]
                        episodes[i] += 1
                        elapsed[i] = 0
                        seed = game_seed(run_seeds[i], episodes[i])
                        step = 0
                        if any_seat:
                            own[i] = drawn_seat(seed, seats)
                        for other in range(seats):
                            if players[other] != CALLER:
                                keys[i, other] = bot_key(seed, other)
                                made[i, other] = 0
                    who = rules.pending(s)
                if who == CHANCE:
                    rules.settle(s, draw(chance_word(seed, step), weights, rules.chance(s, weights)))
                    step += 1
                    action = NOTHING
                    continue
                if who == OVER:
                    if actor == CALLER:
                        unasked += 1
                        if unasked == MOST_UNASKED:
                            return i
                        action = START
                        continue
                    found.ended[i] = True
                    found.illegal[i] = lost
                    points[:] = 0
                    if lost:
                        for other in range(seats):
                            points[other] = 1 if other != actor else 0
                    else:
                        rules.score(s, points)
                    total = points.sum()
                    for other in range(seats):
                        # What `feint.bridges.utility` makes of a share; without a result it is 0 to all.
                        found.utilities[i, other] = (seats * points[other] - total) / ((seats - 1) * max(1, total))
                    found.rewards[i] = found.utilities[i, actor]
                    seat = actor
                    count = 0
                else:
                    seat = 0
                    while not who >> seat & 1:
                        seat += 1
                    count = rules.legal(s, seat, out)
                    if players[seat] != CALLER and seat != own[i]:
                        word = bot_word(keys[i, seat], made[i, seat])
                        made[i, seat] += 1
                        if policies_there == 0 or players[seat] == RANDOM:
                            action = out[below(word, count)]
                        else:
                            for byte in range(room.bytes.shape[1]):
                                room.bytes[part, byte] = widths.ones[i, byte] & masks[seat, byte]
                            action = choose(players[seat], seen, seat, out, count, word)
                        continue
                done = actor != CALLER and (found.ended[i] or found.cut[i])
                rows, opens = (found.final_rows, found.final_open) if done and same_step else (found.rows, found.open)
                if features:
                    if derives:
                        for byte in range(room.bytes.shape[1]):
                            room.bytes[part, byte] = widths.ones[i, byte] & masks[seat, byte]
                        for byte in range(room.derived_widths.ones.shape[1]):
                            room.derived_widths.ones[part, byte] = 0
                        fill(seen, seat, room.derived[part])
                        copy_runs(room.numbers, part, seat, derived_runs, room.derived_widths, part)
                    write_row(room.numbers, part, seat, seats, runs, widths, i)
                    for column in range(rows.shape[1]):
                        rows[i, column] = 0
                    encode(room.numbers[part], seat, table, rows, i)
                else:
                    write_row(rows, i, seat, seats, runs, widths, i)
                for choice in range(rules.ACTIONS):
                    opens[i, choice] = 0
                for number in range(count):
                    opens[i, u64(out[number])] = 1
                if not (done and same_step):
                    waiting[i] = done
                    break
                lost = False
                actor = CALLER
                action = START
            seeds[i] = seed
            steps[i] = step
            asked[i] = seat
            for bits in range(allowed.shape[1]):
                allowed[i, bits] = 0
            for number in range(count):
                place = u64(out[number])
                allowed[i, place >> u64(6)] |= u64(1) << (place & u64(63))
        return ALL_WELL

    return play_on


@rule
def no_derive(s: State, seat: int, derived: State) -> None:
    """Stands in for a game that makes no numbers of its own for learners."""


@cache
def _batch_loop(folder: Path, bots: tuple[Bot, ...], features: bool) -> Callable[..., Any]:
    """The compiled loop of a game, whatever its rulings are."""
    game = Game(folder, {})
    derive = game.features.derive if features and game.features else None
    return build(game, lambda rules: make_batch_loop(rules, bots, features, derive))


class BatchedGames:
    """So many games of a kind that go on side by side; `bots` names who plays each seat, None for the caller.

    When a game has ended, the next begins in the same step, or in the next one, which then ignores the choice, or when
    it is told to. With `any_seat` the caller is given a seat in each game, in place of its bot.
    """

    def __init__(
        self,
        game: Game,
        number: int,
        bots: Sequence[str | None],
        begins: int = NEXT_STEP,
        threads: int | None = None,
        any_seat: bool = False,
        features: Features | None = None,
        most_steps: int = 0,
    ) -> None:
        known = bots_of(game)
        for bot in bots:
            if bot is not None and bot not in known:
                raise FeintError(
                    f"{bot} can't play many games at once, as only bots can that are compiled with the rules: "
                    f"{', '.join(known)}"
                )
        if index(number) < 1:
            raise FeintError(f"{number} games are too few: it takes at least 1")
        if threads is not None and index(threads) < 1:
            raise FeintError(f"threads={threads} is too small: it takes at least 1")
        self.game, self.number, self.begins, self.features = game, index(number), begins, features
        self.same_step = begins == SAME_STEP
        self.begun = False
        self._last: BatchStep | None = None
        # Only the bots that are there: others would have to be compiled, too.
        own = [name for name in known if name in bots and name != "random"]
        self._play_on = _batch_loop(game.folder, tuple(known[name] for name in own), features is not None)
        players = [CALLER if bot is None else own.index(bot) + 1 if bot in own else RANDOM for bot in bots]
        parts = min(threads or max(1, min(os.cpu_count() or 1, self.number // FEWEST)), self.number)
        edges = [self.number * part // parts for part in range(parts + 1)]
        self._parts = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self._setting = self._make_setting(players, any_seat, most_steps)
        self._slots = self._make_slots(len(game.seats))
        self._room = self._make_room(parts)

    def _make_setting(self, players: list[int], any_seat: bool, most_steps: int) -> Setting:
        schema, seats = self.game.schema, len(self.game.seats)
        start = schema.pack(self.game.first_state())
        masks = np.array([schema.seen_mask(seat) for seat in range(seats)]).view(np.int8)
        if self.features:
            places = [self.features.places(seat) for seat in range(seats)]
            self._width, self._type, table = len(self.features.names), np.dtype(np.float32), self.features.table
        else:
            types = schema.row_types
            places = [
                [(place, type, False) for place, type in zip(schema.row_places(seat), types, strict=True)]
                for seat in range(seats)
            ]
            self._width, self._type, table = seats + len(types), np.dtype(schema.row_type), NO_TABLE
        runs = [_of_seats([runs_of(own, seats, derived) for own in places]) for derived in (False, True)]
        return Setting(
            self.same_step, any_seat, most_steps, start, np.array(players), masks, runs[0], runs[1], table
        )  # fmt: skip

    def _make_slots(self, seats: int) -> Slots:
        n, states = self.number, np.zeros(self.number, self.game.schema.dtype)
        return Slots(
            states,
            _widths(states),
            run_seeds=np.zeros(n, np.uint64),
            episodes=np.zeros(n, np.int64),
            seeds=np.zeros(n, np.uint64),
            keys=np.zeros((n, seats), np.uint64),
            steps=np.zeros(n, np.int64),
            made=np.zeros((n, seats), np.int64),
            own=np.full(n, NO_SEAT),
            elapsed=np.zeros(n, np.int64),
            asked=np.zeros(n, np.int64),
            allowed=np.zeros((n, -(-self.game.rules.ACTIONS // 64)), np.uint64),
            waiting=np.zeros(n, np.bool_),
        )

    def _make_room(self, parts: int) -> Room:
        states = np.zeros(parts, self.game.schema.dtype)
        own = self.game.features.DERIVED if self.features and self.game.features else self.game.schema
        derived = np.zeros(parts, own.dtype)
        types = {type for _, type, _ in self.features.places(0)} if self.features else set()
        size = len(self.features.numbers) if self.features else 0
        numbers = np.zeros((parts, size), np.int64 if "i8" in types else np.int32)  # narrow ones are faster
        return Room(states, states.view(np.int8).reshape(parts, -1), derived, _widths(derived), numbers)

    def seed(self, seeds: Sequence[int | None]) -> None:
        """Say where the games come from that `start` begins next, in each place that is given a seed."""
        for place, seed in enumerate(seeds):
            if seed is not None:
                self._slots.run_seeds[place] = seed_number(seed)
                self._slots.episodes[place] = -1

    def start(self, where: Any = None) -> BatchStep:
        """Begin the next game in every place, or in some."""
        chosen = np.ones(self.number, np.bool_) if where is None else where
        self._slots.waiting[chosen] = False
        found, last = self._run(np.where(chosen, START, SKIP)), self._last
        if last is not None:
            found.rows[~chosen] = last.rows[~chosen]
            found.open[~chosen] = last.open[~chosen]
        self.begun, self._last = True, found
        return found

    @property
    def waiting(self) -> bool:
        """Whether there is a game that is over, in whose place none begins by itself."""
        return self.begins == BY_RESET and bool(self._slots.waiting.any())

    def play(self, actions: Any) -> BatchStep:
        """Make the choice that each game asks for, by its number."""
        numbers, choices = np.asarray(actions), self.game.rules.ACTIONS
        if numbers.shape != (self.number,) or numbers.dtype.kind not in "iu":
            raise FeintError(
                f"the choices have the shape {numbers.shape} and the type {numbers.dtype}; "
                f"they are one whole number a game, {self.number} in all"
            )
        if numbers.min() < 0 or numbers.max() >= choices:
            raise FeintError(f"a choice is out of range: choices are numbered from 0 to {choices - 1}")
        self._last = self._run(np.ascontiguousarray(numbers, np.int64))
        return self._last

    def asked(self, place: int) -> tuple[State, int]:
        """The state of the game in a place, for whoever draws it, and the seat that is asked."""
        return self.game.schema.unpack(self._slots.states[place]), int(self._slots.asked[place])

    def _run(self, actions: Any) -> BatchStep:
        n, seats, choices = self.number, len(self.game.seats), self.game.rules.ACTIONS
        finals = n if self.same_step else 0
        found = BatchStep(
            rows=np.empty((n, self._width), self._type),
            open=np.empty((n, choices), np.int8),
            ended=np.empty(n, np.bool_),
            illegal=np.empty(n, np.bool_),
            cut=np.empty(n, np.bool_),
            rewards=np.empty(n),
            utilities=np.zeros((n, seats)),
            final_rows=np.empty((finals, self._width), self._type),
            final_open=np.empty((finals, choices), np.int8),
        )

        def run(part: int) -> int:
            stuck: int = self._play_on(*self._parts[part], actions, self._setting, self._slots, self._room, part, found)
            return stuck

        others = [self._pool.submit(run, part) for part in range(1, len(self._parts))] if self._pool else []
        if any([run(0) != ALL_WELL, *(part.result() != ALL_WELL for part in others)]):
            raise never_asked(self.game)
        return found

    def close(self) -> None:
        """End its threads."""
        if self._pool is not None:
            self._pool.shutdown()


def never_asked(game: Game) -> FeintError:
    """What to say when game after game is over before the caller had a choice to make."""
    return FeintError(
        f"{MOST_UNASKED} games of {game.name} on end were over before there was a choice to make; "
        "another seat or other rulings might have one"
    )


NOTHING_THERE = np.zeros((0, 3), np.int64)
NO_TABLE = Table(NOTHING_THERE, 0, *[NOTHING_THERE[:, 0]] * (len(Table._fields) - 2))


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
