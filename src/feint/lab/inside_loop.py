"""The loop that looks into games: how likely each seat is to win, round by round, and what some choices are worth.

At the start of each round games are played on from the true state, on other chance. For the choices that are examined,
games are played on from each option on the same chance, from states that the seat can't tell from the true one.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot
from feint.core import CHANCE, OVER, Numbers, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, game_seed, next_word
from feint.core.contract import Report, Rules, no_tally
from feint.core.rule import whole
from feint.lab.simulation_loop import (
    ENDLESS,
    MOST_STEPS,
    ROW_CHOICES,
    ROW_COUNTS,
    ROW_ROUNDS,
    UNTRIED,
    Players,
    Workspace,
    choosing,
    playing_on,
)

MOST_ROUNDS = 40  # whose beginning is looked at
MOST_OPTIONS = 16  # of a choice that are examined: the one that was made, and others drawn at random
BATCHES = 16  # that the games after each option are split into; every other one belongs to the second half
POINT = 5040  # in which shares are counted: up to ten seats can share it evenly

# A game's own numbers, in front; then the round of each seat's last choice, the chances, the choices, their states.
OPTIONS, FORCED, MOST, REAL, OWN = range(5)

# And those of one examined choice; then, for each option, its action, its seat's points by batch, all seats' by half.
SEAT, ROUND, LEGAL, EXAMINED, HEAD = range(5)

ROUND_STREAM, CHOICE_STREAM, PICK_STREAM = 1 << 20, 2 << 20, 3 << 20  # of a game's seed, far from each other


class Probe(NamedTuple):
    """How closely games are looked into."""

    playouts: int  # from the start of each round
    examined: int  # choices of a game
    branches: int  # games after each option, in whole batches


class Places(NamedTuple):
    """Where a row has what, after the game's own result and counts."""

    last: int
    chances: int
    choices: int
    states: int
    width: int
    option: int  # numbers of one option
    choice: int  # and of one choice
    words: int  # of one state


def places(seats: int, probe: Probe, state_bytes: int) -> Places:
    """Where a row has what."""
    option = 1 + BATCHES + 2 * seats
    choice, words = HEAD + MOST_OPTIONS * option, state_bytes // 4
    last, chances = OWN, OWN + seats
    choices = chances + MOST_ROUNDS * 2 * seats
    states = choices + probe.examined * choice
    return Places(last, chances, choices, states, states + probe.examined * words, option, choice, words)


@rule
def portion(points: Numbers, seat: int, seats: int) -> int:
    """A seat's share in parts of a POINT; without a result all have the same."""
    total = 0
    for other in range(seats):
        total += points[other]
    return POINT * points[seat] // total if total > 0 else POINT // seats


def make_inside(rules: Rules, report: Report | None, bots: Sequence[Bot], has_redeal: bool) -> Callable[..., Any]:
    """The loop for one game."""
    tally_more, counts_room = (no_tally, 0) if report is None else (report.tally, report.COUNTS)
    chosen, play_on = choosing(bots), playing_on(rules, bots)

    @rule
    def play_out(work: Workspace, players: Players, seed: int, points: Numbers) -> bool:
        for seat in range(len(points)):
            points[seat] = 0
        if play_on(work, players, seed, False, UNTRIED, 0) == ENDLESS:
            return False
        rules.score(work.states[0], points)
        return True

    @rule
    def look_at_chances(
        work: Workspace, other: Workspace, players: Players, seed: int, probe: Probe, points: Numbers, row: Any, at: int
    ) -> bool:
        """Play on from the start of a round; half of the games are kept apart from the others."""
        seats = len(points)
        for n in range(probe.playouts):
            other.states[0] = work.states[0]
            if not play_out(other, players, game_seed(seed, n), points):
                return False
            for seat in range(seats):
                row[at + n % 2 * seats + seat] += portion(points, seat, seats)
        return True

    @rule
    def examine(
        work: Workspace,
        other: Workspace,
        players: Players,
        seed: int,
        probe: Probe,
        there: Places,
        points: Numbers,
        row: Any,
        at: int,
    ) -> bool:
        """Play on from each option on the same chance."""
        seats, seat = len(points), row[at + SEAT]
        for n in range(probe.branches):
            own_seed = game_seed(seed, n)
            for option in range(row[at + EXAMINED]):
                here = at + HEAD + option * there.option
                other.states[0] = work.states[0]
                if has_redeal:
                    rules.redeal(other.states[0], seat, next_word(own_seed))
                rules.apply(other.states[0], seat, row[here])
                if not play_out(other, players, own_seed, points):
                    return False
                row[here + 1 + n % BATCHES] += portion(points, seat, seats)
                for of in range(seats):
                    row[here + 1 + BATCHES + n % 2 * seats + of] += portion(points, of, seats)
        return True

    @rule
    def choose_options(
        work: Workspace, there: Places, seat: int, count: int, action: int, word: int, row: Any, at: int
    ) -> None:
        """Note the choice that was made, and others of those that could be."""
        row[at + SEAT], row[at + ROUND], row[at + LEGAL] = seat, work.states[0].round, count
        row[at + EXAMINED] = min(count, MOST_OPTIONS)
        row[at + HEAD] = action
        left = 0
        for n in range(count):
            if work.out[n] != action:
                work.allowed[left] = work.out[n]
                left += 1
        for n in range(row[at + EXAMINED] - 1):
            word = next_word(word)
            pick = n + below(word, left - n)
            row[at + HEAD + (n + 1) * there.option] = work.allowed[pick]
            work.allowed[pick] = work.allowed[n]

    @rule
    def walk(
        start: Any,
        work: Workspace,
        other: Workspace,
        players: Players,
        own_seed: int,
        probe: Probe,
        there: Places,
        points: Numbers,
        picked: Numbers,
        row: Any,
        at: int,
    ) -> int:
        """Play one game as a simulation does and fill in a row; the first time, without a row, only count choices."""
        work.states[0] = start[0]
        s, seats, looking = work.states[0], len(players.bots), at >= 0
        for seat in range(seats):
            work.keys[seat] = bot_key(own_seed, seat)
            work.made[seat] = 0
        choices, real, looked, examined = 0, 0, 0, 0
        for step in range(MOST_STEPS):
            who = rules.pending(s)
            if looking and who != OVER and looked < s.round <= MOST_ROUNDS:
                looked = whole(s.round)
                stream = game_seed(own_seed, ROUND_STREAM + looked)
                to = at + there.chances + (looked - 1) * 2 * seats
                if not look_at_chances(work, other, players, stream, probe, points, row, to):
                    return ENDLESS
            if who > OVER:
                seat = 0
                while not who >> seat & 1:
                    seat += 1
                count = rules.legal(s, seat, work.out)
                word = bot_word(work.keys[seat], work.made[seat])
                work.made[seat] += 1
                choices += 1
                action = chosen(work, players, seat, count, word)
                if looking:
                    row[at + OPTIONS] += count
                    row[at + FORCED] += 1 if count == 1 else 0
                    row[at + MOST] = max(row[at + MOST], count)
                    row[at + there.last + seat] = s.round
                    if count > 1 and examined < len(picked) and real == picked[examined]:
                        stream, to = game_seed(own_seed, CHOICE_STREAM + real), at + there.choices
                        to += examined * there.choice
                        choose_options(work, there, seat, count, action, stream, row, to)
                        words = at + there.states + examined * there.words
                        for i in range(there.words):
                            packed = 0
                            for part in range(4):
                                packed |= whole(work.state_bytes[0, 4 * i + part]) << 8 * part
                            row[words + i] = packed
                        if not examine(work, other, players, stream, probe, there, points, row, to):
                            return ENDLESS
                        examined += 1
                if count > 1:
                    real += 1
                rules.apply(s, seat, action)
            elif who == CHANCE:
                word = chance_word(own_seed, step)
                rules.settle(s, draw(word, work.weights, rules.chance(s, work.weights)))
            else:
                if looking:
                    row[at + REAL] = real
                    return choices
                return real
        return ENDLESS

    def look_inside(
        start: Any,
        work: Workspace,
        other: Workspace,
        players: Players,
        seed: int,
        probe: Probe,
        there: Places,
        first: int,
        rows: Any,
    ) -> bool:
        seats = len(players.bots)
        points, picks = np.zeros(seats, np.int64), np.zeros(probe.examined, np.int64)
        at = seats + ROW_COUNTS + counts_room
        for n in range(len(rows)):
            own_seed, row, taken = game_seed(seed, first + n), rows[n], 0
            real = walk(start, work, other, players, own_seed, probe, there, points, picks[:0], row, -1)
            if real == ENDLESS:
                return False
            word = game_seed(own_seed, PICK_STREAM)
            for choice in range(real):
                word = next_word(word)
                if below(word, real - choice) < probe.examined - taken:
                    picks[taken] = choice
                    taken += 1
            choices = walk(start, work, other, players, own_seed, probe, there, points, picks[:taken], row, at)
            if choices == ENDLESS:
                return False
            s = work.states[0]
            rules.score(s, row[:seats])
            row[seats + ROW_ROUNDS] = s.round
            row[seats + ROW_CHOICES] = choices
            tally_more(s, row[:seats], row[seats + ROW_COUNTS : at])
        return True

    return look_inside
