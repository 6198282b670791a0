"""Kernels that play game after game between bots that are rules, for a GPU: what the loop for CPUs does, in step.

A warp of 32 threads runs whatever any of them has to do, one thing after the other. So games are brought into step:
in each turn only those go on that wait for the same thing. Games with small states keep them in their threads, and a
warp's threads agree on what is next. Games with large ones share a block's threads: those that are next are handed out,
so that no thread is without work while others have some.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from feint.bots import Bot
from feint.core import CHANCE, OVER
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, game_seed, next_word
from feint.core.contract import Report, Rules, no_tally
from feint.core.rule import State, rule, whole
from feint.kernel.cuda.layout import Layout
from feint.lab.simulation_loop import (
    ALWAYS,
    CHOICES,
    COUNTS,
    DRAWS,
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    MOST_STEPS,
    RANDOM,
    ROUNDS,
    ROUNDS_SQUARED,
    UNFINISHED,
    policies,
)

THREADS = 128  # a block
GAMES = 512  # a block, where its threads share them

NO_GAME = -1  # in place of a game's number: the next is to begin
NO_MORE = -2  # and where there is none left, or one was found that never ends

ENDS, MOVES, CHANCES, ASKS = range(4)  # what a game waits for
NOTHING = -1

GAME, STEP, PROGRESS = range(3)  # how far a game is: its number, and the number of its next step


class Task(NamedTuple):
    """What all games have in common."""

    start: Any  # the first state, packed
    fixed: Any  # what of a state never changes
    masks: Any  # what each seat sees of a packed state
    players: Any  # who plays each seat, by number
    careful: Any  # ALWAYS; or the random word below which a careless player plays as its bot does
    seed: Any
    first: Any  # the first game's number
    games: Any  # how many there are
    next_game: Any  # how many have begun
    endless: Any  # whether one was found that never ends


class Played(NamedTuple):
    """What each game holds between two launches: one row a game."""

    words: Any  # its state
    progress: Any
    seeds: Any
    keys: Any  # of the bots' random words
    made: Any  # choices that each seat has made


class Room(NamedTuple):
    """Room for one step."""

    seen: Any
    out: Any
    weights: Any
    points: Any


def make_step(
    rules: Rules, layout: Layout, report: Report | None, bots: Sequence[Bot], plays_bots: bool
) -> tuple[Callable[..., int], Callable[..., None]]:
    """Two rules: what a game waits for, and what it does when it is its turn."""
    from numba import cuda

    from feint.kernel.cuda.state import state_over
    from feint.kernel.cuda.warp import make_in_phase

    in_phase = make_in_phase(rules)
    tally_more = no_tally if report is None else report.tally
    choose, state_of, seats, words = policies(bots), state_over(layout), layout.seats, layout.words

    @rule
    def waits_for(s: State, progress: Any) -> int:
        if progress[GAME] == NO_MORE:
            return NOTHING
        if progress[GAME] == NO_GAME:
            return ENDS
        if rules.moving(s):
            return in_phase(s, MOVES)
        who = rules.pending(s)
        return in_phase(s, CHANCES if who == CHANCE else ASKS if who > OVER else ENDS)

    @rule
    def chosen(s: State, own: Any, seat: int, word: int, room: Room, task: Task) -> int:
        count = rules.legal(s, seat, room.out)
        careless = next_word(word)
        if task.careful[seat] != ALWAYS and careless >= task.careful[seat]:
            return whole(room.out[below(next_word(careless), count)])
        if task.players[seat] == RANDOM or not plays_bots:
            return whole(room.out[below(word, count)])
        for place in range(words):
            room.seen[place] = own[place] & task.masks[seat, place]
        return whole(choose(task.players[seat], state_of(room.seen, task.fixed), seat, room.out, count, word))

    @rule
    def count_up(s: State, made: Any, points: Any, tallies: Any, thread: int) -> None:
        sharing, winner = 0, 0
        for seat in range(seats):
            points[seat] = 0
        rules.score(s, points)
        for seat in range(seats):
            tallies[seats + CHOICES, thread] += made[seat]
            if points[seat] > 0:
                winner = seat
                sharing += 1
        if sharing == 1:
            tallies[winner, thread] += 1
        elif sharing > 1:
            tallies[seats + DRAWS, thread] += 1
        else:
            tallies[seats + UNFINISHED, thread] += 1
        rounds = whole(s.round)
        tallies[seats + ROUNDS, thread] += rounds
        tallies[seats + ROUNDS_SQUARED, thread] += rounds * rounds
        tallies[seats + FEWEST_ROUNDS, thread] = min(tallies[seats + FEWEST_ROUNDS, thread], rounds)
        tallies[seats + MOST_ROUNDS, thread] = max(tallies[seats + MOST_ROUNDS, thread], rounds)
        tally_more(s, points, tallies[seats + COUNTS :, thread])

    @rule
    def begin(own: Any, game: int, progress: Any, seeds: Any, keys: Any, made: Any, task: Task) -> None:
        progress[GAME] = game
        progress[STEP] = 0
        seeds[0] = game_seed(task.seed, task.first + game)
        for word in range(words):
            own[word] = task.start[word]
        for seat in range(seats):
            keys[seat] = bot_key(seeds[0], seat)
            made[seat] = 0

    @rule
    def take_step(
        s: State,
        own: Any,
        progress: Any,
        seeds: Any,
        keys: Any,
        made: Any,
        room: Room,
        task: Task,
        tallies: Any,
        thread: int,
    ) -> None:
        game = progress[GAME]
        moves = game != NO_GAME and rules.moving(s)
        who = OVER if moves or game == NO_GAME else rules.pending(s)
        if moves:
            rules.move_on(s)
        elif who > OVER:
            seat = 0
            while not who >> seat & 1:
                seat += 1
            word = bot_word(keys[seat], made[seat])
            made[seat] += 1
            rules.apply(s, seat, chosen(s, own, seat, word, room, task))
            progress[STEP] += 1
        elif who == CHANCE:
            word = chance_word(seeds[0], progress[STEP])
            rules.settle(s, draw(word, room.weights, rules.chance(s, room.weights)))
            progress[STEP] += 1
        else:
            if game != NO_GAME:
                count_up(s, made, room.points, tallies, thread)
            game = cuda.atomic.add(task.next_game, 0, 1)
            if game < task.games:
                begin(own, game, progress, seeds, keys, made, task)
            else:
                progress[GAME] = NO_MORE
        if progress[STEP] >= MOST_STEPS:
            task.endless[0] = 1
            progress[GAME] = NO_MORE

    return waits_for, take_step


def make_warp_kernel(
    rules: Rules, layout: Layout, report: Report | None, bots: Sequence[Bot], plays_bots: bool
) -> Callable[..., None]:
    """A kernel in which each thread keeps a game to itself, and those of a warp go on in step."""
    from numba import cuda
    from numba.cuda import types

    from feint.kernel.cuda.state import state_over
    from feint.kernel.cuda.warp import largest_group

    waits_for, take_step = make_step(rules, layout, report, bots, plays_bots)
    state_of, seats, words = state_over(layout), layout.seats, layout.words
    number = types.int16 if rules.ACTIONS < 1 << 15 else types.int32
    actions, outcomes, seen_words = rules.ACTIONS, max(1, rules.OUTCOMES), words if plays_bots else 1

    def play_games(task: Task, played: Played, steps: int, tallies: Any) -> None:
        thread = cuda.grid(1)
        own = cuda.local.array(words, types.uint64)
        progress = cuda.local.array(PROGRESS, types.int64)
        seeds = cuda.local.array(1, types.uint64)
        keys = cuda.local.array(seats, types.uint64)
        made = cuda.local.array(seats, types.int64)
        room = Room(
            cuda.local.array(seen_words, types.uint64),
            cuda.local.array(actions, number),
            cuda.local.array(outcomes, types.uint32),
            cuda.local.array(seats, types.int64),
        )
        for word in range(words):
            own[word] = played.words[thread, word]
        for part in range(PROGRESS):
            progress[part] = played.progress[thread, part]
        seeds[0] = played.seeds[thread, 0]
        for seat in range(seats):
            keys[seat] = played.keys[thread, seat]
            made[seat] = played.made[thread, seat]
        s = state_of(own, task.fixed)
        for _ in range(steps):
            group = waits_for(s, progress)
            taken = largest_group(group)
            if taken == NOTHING:
                break
            if group == taken:
                take_step(s, own, progress, seeds, keys, made, room, task, tallies, thread)
        for word in range(words):
            played.words[thread, word] = own[word]
        for part in range(PROGRESS):
            played.progress[thread, part] = progress[part]
        played.seeds[thread, 0] = seeds[0]
        for seat in range(seats):
            played.keys[thread, seat] = keys[seat]
            played.made[thread, seat] = made[seat]

    return play_games


def make_block_kernel(
    rules: Rules, layout: Layout, report: Report | None, bots: Sequence[Bot], plays_bots: bool
) -> Callable[..., None]:
    """A kernel in which the threads of a block share its games, and go on with those that wait for the same thing."""
    from numba import cuda
    from numba.cuda import types

    from feint.kernel.cuda.state import state_over
    from feint.kernel.cuda.warp import MOST_GROUPS, place_in_list

    waits_for, take_step = make_step(rules, layout, report, bots, plays_bots)
    state_of, seats, words = state_over(layout), layout.seats, layout.words
    number = types.int16 if rules.ACTIONS < 1 << 15 else types.int32
    actions, outcomes, seen_words = rules.ACTIONS, max(1, rules.OUTCOMES), words if plays_bots else 1

    def play_games(task: Task, played: Played, steps: int, tallies: Any) -> None:
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * GAMES
        column = cuda.grid(1)
        groups = cuda.shared.array(GAMES, types.int16)
        next_ones = cuda.shared.array(GAMES, types.int16)
        sizes = cuda.shared.array(MOST_GROUPS, types.int32)
        largest = cuda.shared.array(1, types.int32)
        listed = cuda.shared.array(1, types.int32)
        room = Room(
            cuda.local.array(seen_words, types.uint64),
            cuda.local.array(actions, number),
            cuda.local.array(outcomes, types.uint32),
            cuda.local.array(seats, types.int64),
        )
        for group in range(thread, MOST_GROUPS, threads):
            sizes[group] = 0
        cuda.syncthreads()
        for place in range(thread, GAMES, threads):
            i = first + place
            group = waits_for(state_of(played.words[i], task.fixed), played.progress[i])
            groups[place] = group
            if group != NOTHING:
                cuda.atomic.add(sizes, group, 1)
        for _ in range(steps):
            if thread == 0:
                largest[0] = 0
                listed[0] = 0
            cuda.syncthreads()
            for group in range(thread, MOST_GROUPS, threads):
                if sizes[group] > 0:
                    cuda.atomic.max(largest, 0, sizes[group] * MOST_GROUPS + group)
            cuda.syncthreads()
            if largest[0] == 0:
                break
            taken = largest[0] % MOST_GROUPS
            for place in range(thread, GAMES, threads):
                at = place_in_list(groups[place] == taken, listed)
                if groups[place] == taken:
                    next_ones[at] = place
            cuda.syncthreads()
            count = listed[0]
            for at in range(thread, count, threads):
                place = next_ones[at]
                i = first + place
                s = state_of(played.words[i], task.fixed)
                progress = played.progress[i]
                take_step(
                    s,
                    played.words[i],
                    progress,
                    played.seeds[i],
                    played.keys[i],
                    played.made[i],
                    room,
                    task,
                    tallies,
                    column,
                )
                group = waits_for(s, progress)
                groups[place] = group
                if group != NOTHING:
                    cuda.atomic.add(sizes, group, 1)
            if thread == 0:
                cuda.atomic.sub(sizes, taken, count)
            cuda.syncthreads()

    return play_games
