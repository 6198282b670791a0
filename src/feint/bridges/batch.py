"""Many games at once, compiled: each asks its caller for a choice, and then plays on by itself to the next one.

The other seats are played by bots that are rules, and see what their seat may see. A game that is over makes room for
the next. What comes back are rows of numbers, written by the compiled code: what the seat that is asked may see (as
`schema.seen_row` has it, behind a 1 in the place of the seat's number), and which choices are open to it.

The games in place i have seeds of their own: game k is the match that `game.start(seed=game_seed(seed + i, k))` starts,
with `feint.core.chance.game_seed`. So no game depends on the others, nor on how many threads play them.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot, bots_of
from feint.core import CHANCE, OVER, Numbers, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, game_seed, seed_number
from feint.core.contract import Rules
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import WORD, u64, whole
from feint.core.schema import Schema
from feint.kernel.compiler import build
from feint.lab.simulation_loop import RANDOM, policies

CALLER = -1  # in place of a bot's number: the caller chooses for this seat
START, NOTHING = -1, -2  # in place of a choice: a new game begins; an outcome came
MOST_UNASKED = 1000  # games on end that may be over before the caller was asked for a choice
ALL_WELL = -1  # what the compiled loop returns, unless that happened
FEWEST = 1024  # games a thread, unless told otherwise: with less, starting it takes longer than what it does

ONE, TWO, FOUR, EIGHT = range(4)  # how wide numbers are, in bytes


class Setting(NamedTuple):
    """What all games of a batch have in common."""

    same_step: bool  # whether the next game begins in the step in which one has ended
    start: Any  # the first state, packed
    players: Any  # who plays each seat: a bot's number, or CALLER
    masks: Any  # what each seat sees, as bytes
    runs: Any  # how to copy what each seat sees into its row; see `runs_of`


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
    asked: Any  # the seat that the caller is asked for
    allowed: Any  # its choices, as bits
    waiting: Any  # whether the next step begins a new game


class Masked(NamedTuple):
    """Room for what a bot may see, one state a thread, and its bytes."""

    states: Any
    bytes: Any


class BatchStep(NamedTuple):
    """What came of one choice a game: what is asked now, and how games ended. All arrays have one row a game."""

    rows: Any  # what the seat that is asked may see
    open: Any  # 1 for each choice that it has
    ended: Any  # whether a game has ended
    illegal: Any  # whether it ended since the choice wasn't open: that loses it
    rewards: Any  # what games that ended were worth to the seat that had chosen; 0 for others
    utilities: Any  # of games that ended: what they were worth to each seat
    final_rows: Any  # of games that ended and made room in the same step: what the seat that had chosen may see


@rule
def write_row(row: Any, i: int, seat: int, seats: int, runs: Numbers, widths: Widths) -> None:
    """Copy what a seat may see of state i into row i. `runs` says from where: its numbers in runs of the same width."""
    for other in range(seats):
        row[i, other] = 0
    row[i, seat] = 1
    for run in range(runs.shape[1]):
        # Places without a sign: of others each might be counted from the end, and runs aren't copied in one piece.
        width, count = runs[seat, run, 0], u64(runs[seat, run, 2])
        begin, to = u64(runs[seat, run, 1]), u64(runs[seat, run, 3])
        if width == ONE:
            for k in range(count):
                row[i, to + k] = widths.ones[i, begin + k]
        elif width == TWO:
            for k in range(count):
                row[i, to + k] = widths.twos[i, begin + k]
        elif width == FOUR:
            for k in range(count):
                row[i, to + k] = widths.fours[i, begin + k]
        else:
            for k in range(count):
                row[i, to + k] = widths.eights[i, begin + k]


def make_batch_loop(rules: Rules, bots: Sequence[Bot]) -> Callable[..., Any]:
    """A loop that takes one choice a game, and plays each on until its caller is asked again."""
    choose, policies_there = policies(bots), len(bots)

    def play_on(
        first: int, last: int, actions: Any, setting: Setting, slots: Slots, masked: Masked, part: int, found: BatchStep
    ) -> int:
        same_step, start, players, masks, runs = setting
        states, widths, run_seeds, episodes, seeds, keys, steps, made, asked, allowed, waiting = slots
        seats = len(players)
        seen = masked.states[part]
        out = np.zeros(rules.ACTIONS, np.int64)
        weights = np.zeros(rules.OUTCOMES, np.int64)
        points = np.zeros(seats, np.int64)
        for i in range(first, last):
            s = states[i]
            seat, action = whole(asked[i]), whole(actions[i])
            seed, step, count, unasked = seeds[i], steps[i], 0, 0
            found.ended[i] = False
            found.illegal[i] = False
            found.rewards[i] = 0.0
            if waiting[i]:
                waiting[i] = False
                action = START
            actor = seat if action >= 0 else CALLER  # whose choice it was; in a game that is new, nobody's
            lost = action >= 0 and not allowed[i, action >> 6] >> u64(action & 63) & u64(1)
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
                        seed = game_seed(run_seeds[i], episodes[i])
                        step = 0
                        for other in range(seats):
                            if players[other] != CALLER:
                                keys[i, other] = bot_key(seed, other)
                                made[i, other] = 0
                    who = rules.pending(s)
                if who == CHANCE:
                    rules.settle(s, draw(chance_word(seed, step), weights, rules.chance(s, weights)))
                    step += 1
                    action = NOTHING
                elif who == OVER:
                    if actor != CALLER:
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
                        if not same_step:
                            waiting[i] = True
                            seat = actor
                            count = 0
                            break
                        write_row(found.final_rows, i, actor, seats, runs, widths)
                        lost = False
                        actor = CALLER
                    else:
                        unasked += 1
                        if unasked == MOST_UNASKED:
                            return i
                    action = START
                else:
                    seat = 0
                    while not who >> seat & 1:
                        seat += 1
                    count = rules.legal(s, seat, out)
                    if players[seat] == CALLER:
                        break
                    word = bot_word(keys[i, seat], made[i, seat])
                    made[i, seat] += 1
                    if policies_there == 0 or players[seat] == RANDOM:
                        action = out[below(word, count)]
                    else:
                        for byte in range(masked.bytes.shape[1]):
                            masked.bytes[part, byte] = widths.ones[i, byte] & masks[seat, byte]
                        action = choose(players[seat], seen, seat, out, count, word)
            seeds[i] = seed
            steps[i] = step
            asked[i] = seat
            write_row(found.rows, i, seat, seats, runs, widths)
            for bits in range(allowed.shape[1]):
                allowed[i, bits] = 0
            for choice in range(rules.ACTIONS):
                found.open[i, choice] = 0
            for number in range(count):
                place = u64(out[number])
                found.open[i, place] = 1
                allowed[i, place >> u64(6)] |= u64(1) << (place & u64(63))
        return ALL_WELL

    return play_on


class BatchedGames:
    """So many games of a kind that go on side by side; `bots` names who plays each seat, None for the caller.

    When a game has ended, the next begins in the same step, or in the next one, which then ignores the choice.
    """

    def __init__(
        self, game: Game, number: int, bots: Sequence[str | None], same_step: bool = False, threads: int | None = None
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
        self.game, self.number, self.same_step = game, index(number), same_step
        self.begun = False
        self._type = game.schema.row_type
        self._width = len(game.seats) + len(game.schema.row_types)
        # Only the bots that are there: others would have to be compiled, too.
        own = [name for name in known if name in bots and name != "random"]
        self._play_on = build(game, lambda rules: make_batch_loop(rules, [known[name] for name in own]))
        players = [CALLER if bot is None else own.index(bot) + 1 if bot in own else RANDOM for bot in bots]
        parts = min(threads or max(1, min(os.cpu_count() or 1, self.number // FEWEST)), self.number)
        edges = [self.number * part // parts for part in range(parts + 1)]
        self._parts = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self._setting = self._make_setting(players)
        self._slots = self._make_slots(len(game.seats))
        room = np.zeros(parts, game.schema.dtype)
        self._masked = Masked(room, room.view(np.int8).reshape(parts, -1))

    def _make_setting(self, players: list[int]) -> Setting:
        schema, seats = self.game.schema, range(len(self.game.seats))
        start = schema.pack(self.game.first_state())
        masks = np.array([schema.seen_mask(seat) for seat in seats]).view(np.int8)
        runs = [runs_of(schema, seat, len(seats)) for seat in seats]
        most = max(map(len, runs))  # a seat's own numbers may lie beside others, and then it has one run less
        runs = [own + [(ONE, 0, 0, 0)] * (most - len(own)) for own in runs]
        return Setting(self.same_step, start, np.array(players), masks, np.array(runs))

    def _make_slots(self, seats: int) -> Slots:
        n, states = self.number, np.zeros(self.number, self.game.schema.dtype)
        # A state without numbers of 8 bytes may have a size that isn't a multiple of 8; then none is looked for.
        widths = Widths(
            *(
                states.view(f"i{width}").reshape(n, -1)
                if states.itemsize % width == 0
                else np.zeros((n, 0), f"i{width}")
                for width in (1, 2, 4, 8)
            )
        )
        return Slots(
            states,
            widths,
            run_seeds=np.zeros(n, np.uint64),
            episodes=np.zeros(n, np.int64),
            seeds=np.zeros(n, np.uint64),
            keys=np.zeros((n, seats), np.uint64),
            steps=np.zeros(n, np.int64),
            made=np.zeros((n, seats), np.int64),
            asked=np.zeros(n, np.int64),
            allowed=np.zeros((n, -(-self.game.rules.ACTIONS // 64)), np.uint64),
            waiting=np.zeros(n, np.bool_),
        )

    def seed(self, seed: int) -> None:
        """Say where the games come from that `start` begins next: in place i, from seed + i."""
        first = seed_number(seed)
        self._slots.run_seeds[:] = [(first + place) & WORD for place in range(self.number)]
        self._slots.episodes[:] = -1

    def start(self) -> BatchStep:
        """Begin the next game in every place."""
        self._slots.waiting[:] = False
        self.begun = True
        return self._run(np.full(self.number, START))

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
        return self._run(np.ascontiguousarray(numbers, np.int64))

    def _run(self, actions: Any) -> BatchStep:
        n, seats = self.number, len(self.game.seats)
        found = BatchStep(
            rows=np.empty((n, self._width), self._type),
            open=np.empty((n, self.game.rules.ACTIONS), np.int8),
            ended=np.empty(n, np.bool_),
            illegal=np.empty(n, np.bool_),
            rewards=np.empty(n),
            utilities=np.zeros((n, seats)),
            final_rows=np.empty((n if self.same_step else 0, self._width), self._type),
        )

        def run(part: int) -> int:
            stuck: int = self._play_on(
                *self._parts[part], actions, self._setting, self._slots, self._masked, part, found
            )
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


def runs_of(schema: Schema, seat: int, behind: int) -> list[tuple[int, int, int, int]]:
    """How to copy a seat's row out of a packed state: runs of numbers that lie side by side there and are as wide.

    Each is the width, where it begins in numbers of that width, how many there are, and where they go in the row.
    """
    runs: list[tuple[int, int, int, int]] = []
    for to, (place, type) in enumerate(zip(schema.row_places(seat), schema.row_types, strict=True), behind):
        width = int(type[1:])
        kind, begin = width.bit_length() - 1, place // width
        if runs and runs[-1][0] == kind and runs[-1][1] + runs[-1][2] == begin:
            runs[-1] = (kind, runs[-1][1], runs[-1][2] + 1, runs[-1][3])
        else:
            runs.append((kind, begin, 1, to))
    return runs
