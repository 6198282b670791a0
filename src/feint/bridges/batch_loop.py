"""One choice in one of many games, and all that follows from it until the caller is asked again: a rule for any device.

Where the states of the games lie, and how a seat's view is made of one, is up to the device; it says so with two rules.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from feint.bots import Bot
from feint.core import CHANCE, OVER, State, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, drawn_seat, game_seed
from feint.core.contract import Rules
from feint.core.rule import u64, whole
from feint.lab.simulation_loop import RANDOM, policies

CALLER = -1  # in place of a bot's number: the caller chooses for this seat
START, NOTHING, SKIP = -1, -2, -3  # in place of a choice: a new game begins; an outcome came; all stays as it is
NO_SEAT = -1  # in place of the seat that the caller was given in a game, where it has the same in all
MOST_UNASKED = 1000  # games on end that may be over before the caller was asked for a choice
STUCK = -1  # in place of the number of choices, when that happened


class Setting(NamedTuple):
    """What all games of a batch have in common."""

    any_seat: Any  # whether the caller is given another seat in each game
    most_steps: Any  # choices of the caller after which a game is cut off; 0: it never is
    start: Any  # the first state, packed
    players: Any  # who plays each seat: a bot's number, or CALLER
    masks: Any  # what each seat sees of a packed state


class Slots(NamedTuple):
    """What each game of a batch holds, besides its state."""

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


class Ends(NamedTuple):
    """How games ended: one row a game."""

    ended: Any  # whether a game has ended
    illegal: Any  # whether it ended since the choice wasn't open: that loses it
    cut: Any  # whether it was cut off by the number of choices
    rewards: Any  # what games that ended were worth to the seat that had chosen; 0 for others
    utilities: Any  # of games that ended: what they were worth to each seat


class Room(NamedTuple):
    """Room for one choice."""

    out: Any
    weights: Any
    points: Any


@rule
def at_once(s: State, kind: int) -> bool:
    """`goes_now` of a device on which no game waits for another."""
    return True


BEGIN, APPLY, MOVE, DRAW, ASK, END = range(6)  # what a game does next


def make_advance(
    rules: Rules,
    bots: Sequence[Bot],
    look: Callable[..., None],
    begin: Callable[..., None],
    goes_now: Callable[..., bool] = at_once,
) -> Callable[..., int]:
    """A rule that makes one choice in game i and plays on until the caller is asked, or it is over.

    It returns how many choices then stand in `room.out`. `look` fills in what a seat may see, and `begin` the first
    state; both know their way about `memory`. `goes_now` says whether the game may do next what it wants to, or has to
    ask again.
    """
    choose, policies_there = policies(bots), len(bots)

    @rule
    def advance(
        i: int, action: int, s: State, seen: State, memory: Any, room: Room, setting: Setting, slots: Slots, ends: Ends
    ) -> int:
        any_seat, most_steps, start, players, masks = setting
        run_seeds, episodes, seeds, keys, steps, made, own, elapsed, asked, allowed, waiting = slots
        out, weights, points = room
        seats = len(players)
        seat = whole(asked[i])
        seed, step, count, unasked = seeds[i], steps[i], 0, 0
        if waiting[i]:
            waiting[i] = False
            action = START
        actor = seat if action >= 0 else CALLER  # whose choice it was; in a game that is new, nobody's
        lost = action >= 0 and not allowed[i, action >> 6] >> u64(action & 63) & u64(1)
        if actor != CALLER:
            elapsed[i] += 1
            ends.cut[i] = most_steps > 0 and elapsed[i] >= most_steps
        while True:
            who = OVER
            if lost:
                kind = END
            elif action >= 0:
                kind = APPLY
            elif action == START:
                kind = BEGIN
            elif rules.moving(s):
                kind = MOVE
            else:
                who = rules.pending(s)
                kind = DRAW if who == CHANCE else END if who == OVER else ASK
            if not goes_now(s, kind):
                continue
            if kind == APPLY:
                rules.apply(s, seat, action)
                step += 1
                action = NOTHING
            elif kind == BEGIN:
                begin(memory, i, start)
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
                action = NOTHING
            elif kind == MOVE:
                rules.move_on(s)
            elif kind == DRAW:
                rules.settle(s, draw(chance_word(seed, step), weights, rules.chance(s, weights)))
                step += 1
            elif kind == ASK:
                seat = 0
                while not who >> seat & 1:
                    seat += 1
                count = rules.legal(s, seat, out)
                if players[seat] == CALLER or seat == own[i]:
                    break
                word = bot_word(keys[i, seat], made[i, seat])
                made[i, seat] += 1
                if policies_there == 0 or players[seat] == RANDOM:
                    action = whole(out[below(word, count)])
                else:
                    look(memory, i, masks, seat)
                    action = whole(choose(players[seat], seen, seat, out, count, word))
            elif actor == CALLER:
                unasked += 1
                if unasked == MOST_UNASKED:
                    return STUCK
                action = START
            else:
                ends.ended[i] = True
                ends.illegal[i] = lost
                total = 0
                for other in range(seats):
                    points[other] = 1 if lost and other != actor else 0
                if not lost:
                    rules.score(s, points)
                for other in range(seats):
                    total += points[other]
                for other in range(seats):
                    # What `feint.bridges.utility` makes of a share; without a result it is 0 to all.
                    ends.utilities[i, other] = (seats * points[other] - total) / ((seats - 1) * max(1, total))
                ends.rewards[i] = ends.utilities[i, actor]
                seat = actor
                count = 0
                break
        waiting[i] = actor != CALLER and (ends.ended[i] or ends.cut[i])
        seeds[i] = seed
        steps[i] = step
        asked[i] = seat
        for bits in range(allowed.shape[1]):
            allowed[i, bits] = 0
        for number in range(count):
            place = u64(out[number])
            allowed[i, place >> u64(6)] |= u64(1) << (place & u64(63))
        return count

    return advance
