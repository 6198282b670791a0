"""The loops that play many games inside compiled code, written once for all games."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from feint.bots import Bot
from feint.core import CHANCE, OVER, Numbers, State, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, game_seed
from feint.core.contract import Report, Rules, no_tally

# Where each count stands in a tally, after one count of wins a seat; what the game itself counts comes behind.
DRAWS, UNFINISHED, ROUNDS, ROUNDS_SQUARED, FEWEST_ROUNDS, MOST_ROUNDS, CHOICES, COUNTS = range(8)

MOST_STEPS = 10_000_000  # of one game: more, and it will never end
ENDLESS = -1  # in place of the number of choices, when a game came to that

RANDOM = 0  # the bot that every game has, and that needs no look at the state


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


def make_simulation(rules: Rules, report: Report | None, bots: Sequence[Bot]) -> Callable[..., Any]:
    """Loops that play games between bots and count how they end. `bots` are those that the game brings."""
    tally_more, counts_room = (no_tally, 0) if report is None else (report.tally, report.COUNTS)
    choose, policies_there = policies(bots), len(bots)

    def play_games(
        start: Any, room: Any, room_bytes: Any, masks: Any, players: Any, seed: int, first: int, games: int
    ) -> Any:
        # `room` has place for two states, the true one and what a bot may see of it; `room_bytes` are their bytes.
        seats = len(players)
        s, seen = room[0], room[1]
        state_bytes, seen_bytes = room_bytes[0], room_bytes[1]
        out = np.zeros(rules.ACTIONS, np.int64)
        weights = np.zeros(rules.OUTCOMES, np.int64)
        points = np.zeros(seats, np.int64)
        keys = np.zeros(seats, np.uint64)
        made = np.zeros(seats, np.int64)  # choices that each seat has made
        tally = np.zeros(seats + COUNTS + counts_room, np.int64)
        tally[seats + FEWEST_ROUNDS] = 2**62
        for game in range(first, first + games):
            room[0] = start[0]
            own_seed = game_seed(seed, game)
            for seat in range(seats):
                keys[seat] = bot_key(own_seed, seat)
                made[seat] = 0
            step = 0
            while True:
                who = rules.pending(s)
                if who > OVER:
                    seat = 0
                    while not who >> seat & 1:
                        seat += 1
                    count = rules.legal(s, seat, out)
                    word = bot_word(keys[seat], made[seat])
                    made[seat] += 1
                    if policies_there == 0 or players[seat] == RANDOM:
                        action = out[below(word, count)]
                    else:
                        for i in range(len(seen_bytes)):
                            seen_bytes[i] = state_bytes[i] & masks[seat, i]
                        action = choose(players[seat], seen, seat, out, count, word)
                    rules.apply(s, seat, action)
                elif who == CHANCE:
                    rules.settle(s, draw(chance_word(own_seed, step), weights, rules.chance(s, weights)))
                else:
                    break
                step += 1
                if step == MOST_STEPS:
                    tally[seats + CHOICES] = ENDLESS
                    return tally
            tally[seats + CHOICES] += made.sum()
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
