"""The loops that play many games inside compiled code, written once for all games."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot
from feint.core import CHANCE, OVER, Numbers, State, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, game_seed, next_word, purpose_word
from feint.core.contract import Report, Rules, Trials, forbids_nothing, never_acquires, no_grant, no_tally
from feint.core.rule import whole

# Where each count stands in a tally, after one count of wins a seat; what the game itself counts comes behind.
DRAWS, UNFINISHED, ROUNDS, ROUNDS_SQUARED, FEWEST_ROUNDS, MOST_ROUNDS, CHOICES, COUNTS = range(8)

# And in the row of one game, after one number of points a seat.
ROW_ROUNDS, ROW_CHOICES, ROW_COUNTS = range(3)

MOST_STEPS = 10_000_000  # of one game: more, and it will never end
ENDLESS = -1  # in place of the number of choices, when a game came to that

RANDOM = 0  # the bot that every game has, and that needs no look at the state

ALWAYS = 0  # how often a player plays as its bot does: always

NO_TRIAL, GRANT, BAN, FORCE, RESTRICT = range(5)  # what an experiment does to one seat


class Players(NamedTuple):
    """Who sits where, as arrays with a row a seat."""

    bots: Any  # by number
    careful: Any  # ALWAYS; or the random word below which a careless player plays as its bot does
    masks: Any  # what each may see


class Trial(NamedTuple):
    """What an experiment does to the seats in turn, game by game: it gives, forbids or forces an item on them.

    Or it forbids whatever the game's restriction of that number does.
    """

    kind: int
    item: int


UNTRIED = Trial(NO_TRIAL, 0)


class Workspace(NamedTuple):
    """Room for one game."""

    states: Any  # the true one, and what a bot may see of it
    state_bytes: Any
    out: Any
    allowed: Any
    weights: Any
    keys: Any  # of each seat's random words
    made: Any  # choices that each seat has made
    drawn: Any  # outcomes of each purpose


@rule
def no_policy(bot: int, s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """For a game that brings no bots: never called."""
    return 0


def policies(bots: Sequence[Bot]) -> Callable[..., int]:
    """One rule that chooses as the bot of a number does, from 1: compiled code can't pick from a list of functions."""
    choose: Callable[..., int] = no_policy
    for number, policy in enumerate(bots, RANDOM + 1):
        choose = _or_else(number, policy, choose)
    return choose


def _or_else(number: int, policy: Bot, others: Callable[..., int]) -> Callable[..., int]:
    @rule
    def choose(bot: int, s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
        if bot == number:
            return policy(s, seat, legal, count, word)
        return others(bot, s, seat, legal, count, word)

    return choose


def choosing(bots: Sequence[Bot]) -> Callable[..., int]:
    """A rule that chooses for a seat as its player does, from the choices that stand in `work.out`."""
    choose, policies_there = policies(bots), len(bots)

    @rule
    def chosen(work: Workspace, players: Players, seat: int, count: int, word: int) -> int:
        if players.careful[seat] != ALWAYS:
            careless = next_word(word)
            if careless >= players.careful[seat]:
                return whole(work.out[below(next_word(careless), count)])
        if policies_there == 0 or players.bots[seat] == RANDOM:
            return whole(work.out[below(word, count)])
        look(work, players, seat)
        return whole(choose(players.bots[seat], work.states[1], seat, work.out, count, word))

    return chosen


@rule
def look(work: Workspace, players: Players, seat: int) -> None:
    """Fill in what a seat may see of the state."""
    state_bytes, seen_bytes = work.state_bytes[0], work.state_bytes[1]
    for i in range(len(seen_bytes)):
        seen_bytes[i] = state_bytes[i] & players.masks[seat, i]


def playing_on(rules: Rules, bots: Sequence[Bot], trials: Trials | None = None) -> Callable[..., int]:
    """A rule that plays from the state in a workspace to the end; it returns how many choices were made, or ENDLESS."""
    chosen = choosing(bots)
    acquires = never_acquires if trials is None else trials.acquires
    forbids = forbids_nothing if trials is None else trials.forbids

    @rule
    def play_on(work: Workspace, players: Players, own_seed: int, paired: bool, trial: Trial, of: int) -> int:
        # The trial is of the seat `of`. Outcomes are keyed by their purpose where games are to be paired, else by step.
        out, made = work.out, work.made
        s, seen = work.states[0], work.states[1]
        for seat in range(len(players.bots)):
            work.keys[seat] = bot_key(own_seed, seat)
            made[seat] = 0
        for purpose in range(len(work.drawn)):
            work.drawn[purpose] = 0
        choices = 0
        for step in range(MOST_STEPS):
            who = rules.pending(s)
            if who > OVER:
                seat = 0
                while not who >> seat & 1:
                    seat += 1
                count = rules.legal(s, seat, out)
                word = bot_word(work.keys[seat], made[seat])
                made[seat] += 1
                choices += 1
                forced, allowed = -1, 0
                if trial.kind == RESTRICT and seat == of:
                    look(work, players, seat)
                    for n in range(count):
                        if not forbids(seen, seat, trial.item, out[n]):
                            work.allowed[allowed] = out[n]
                            allowed += 1
                    if allowed > 0:
                        count = allowed
                        for n in range(count):
                            out[n] = work.allowed[n]
                elif trial.kind >= BAN and seat == of:
                    for n in range(count):
                        if acquires(s, seat, trial.item, out[n]):
                            forced = out[n]
                    if trial.kind == BAN and forced >= 0:
                        for n in range(count):
                            if not acquires(s, seat, trial.item, out[n]):
                                out[allowed] = out[n]
                                allowed += 1
                        if allowed > 0:
                            count = allowed
                        forced = -1
                rules.apply(s, seat, forced if forced >= 0 else chosen(work, players, seat, count, word))
            elif who == CHANCE:
                if paired:
                    purpose = rules.purpose(s)
                    word = purpose_word(own_seed, purpose, work.drawn[purpose])
                    work.drawn[purpose] += 1
                else:
                    word = chance_word(own_seed, step)
                rules.settle(s, draw(word, work.weights, rules.chance(s, work.weights)))
            else:
                return choices
        return ENDLESS

    return play_on


def _one_game(rules: Rules, bots: Sequence[Bot], trials: Trials | None = None) -> Callable[..., int]:
    """The same from the start."""
    play_on = playing_on(rules, bots, trials)
    grant = no_grant if trials is None else trials.grant

    @rule
    def play_game(
        start: Any, work: Workspace, players: Players, own_seed: int, paired: bool, trial: Trial, of: int
    ) -> int:
        work.states[0] = start[0]
        if trial.kind == GRANT:
            grant(work.states[0], of, trial.item)
        return play_on(work, players, own_seed, paired, trial, of)

    return play_game


def make_simulation(rules: Rules, report: Report | None, bots: Sequence[Bot]) -> Callable[..., Any]:
    """Loops that play games between bots and count how they end. `bots` are those that the game brings."""
    tally_more, counts_room = (no_tally, 0) if report is None else (report.tally, report.COUNTS)
    play_game = _one_game(rules, bots)

    def play_games(start: Any, work: Workspace, players: Players, seed: int, first: int, games: int) -> Any:
        seats = len(players.bots)
        s = work.states[0]
        points = np.zeros(seats, np.int64)
        tally = np.zeros(seats + COUNTS + counts_room, np.int64)
        tally[seats + FEWEST_ROUNDS] = 2**62
        for game in range(first, first + games):
            choices = play_game(start, work, players, game_seed(seed, game), False, UNTRIED, 0)
            if choices == ENDLESS:
                tally[seats + CHOICES] = ENDLESS
                return tally
            tally[seats + CHOICES] += choices
            points[:] = 0
            rules.score(s, points)
            winner, sharing = 0, 0
            for seat in range(seats):
                if points[seat] > 0:
                    winner = seat
                    sharing += 1
            if sharing == 1:
                tally[winner] += 1
            elif sharing > 1:
                tally[seats + DRAWS] += 1
            else:
                tally[seats + UNFINISHED] += 1
            rounds = np.int64(s.round)
            tally[seats + ROUNDS] += rounds
            tally[seats + ROUNDS_SQUARED] += rounds * rounds
            tally[seats + FEWEST_ROUNDS] = min(tally[seats + FEWEST_ROUNDS], rounds)
            tally[seats + MOST_ROUNDS] = max(tally[seats + MOST_ROUNDS], rounds)
            tally_more(s, points, tally[seats + COUNTS :])
        return tally

    return play_games


def make_rows(rules: Rules, report: Report | None, bots: Sequence[Bot], trials: Trials | None) -> Callable[..., Any]:
    """Loops that play games between bots and fill in a row for each."""
    tally_more = no_tally if report is None else report.tally
    play_game = _one_game(rules, bots, trials)

    def play_rows(
        start: Any, work: Workspace, players: Players, seed: int, paired: bool, trial: Trial, first: int, rows: Any
    ) -> bool:
        seats = len(players.bots)
        s = work.states[0]
        for n in range(len(rows)):
            game = first + n
            choices = play_game(start, work, players, game_seed(seed, game), paired, trial, game % seats)
            if choices == ENDLESS:
                return False
            row = rows[n]
            rules.score(s, row[:seats])
            row[seats + ROW_ROUNDS] = s.round
            row[seats + ROW_CHOICES] = choices
            tally_more(s, row[:seats], row[seats + ROW_COUNTS :])
        return True

    return play_rows


def workspace(rules: Rules, seats: int) -> Workspace:
    """Room for one game after the other."""
    states = np.zeros(2, rules.STATE.dtype)
    return Workspace(
        states,
        states.view(np.uint8).reshape(2, -1),
        np.zeros(rules.ACTIONS, np.int64),
        np.zeros(rules.ACTIONS, np.int64),
        np.zeros(rules.OUTCOMES, np.int64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.int64),
        np.zeros(rules.PURPOSES, np.int64),
    )
