"""The loops that play many games inside compiled code, written once for all games."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from feint.core import CHANCE, OVER, Numbers, State, rule
from feint.core.chance import below, bot_key, bot_word, chance_word, draw, game_seed

BOTS = ("random",)  # those that these loops can play

# Where each count stands in a tally, after one count of wins a seat.
DRAWS, UNFINISHED, ROUNDS, ROUNDS_SQUARED, FEWEST_ROUNDS, MOST_ROUNDS, CHOICES, COUNTS = range(8)


@rule
def no_chance(s: State, weights: Numbers) -> int:
    """For a game that leaves nothing to chance."""
    return 0


@rule
def nothing_to_settle(s: State, outcome: int) -> None:
    """For a game that leaves nothing to chance."""


def random_games(rules: ModuleType) -> Callable[..., Any]:
    """Loops that play games between random bots and count how they end."""
    pending, legal, apply, score = rules.pending, rules.legal, rules.apply, rules.score
    chance = getattr(rules, "chance", no_chance)
    settle = getattr(rules, "settle", nothing_to_settle)
    choices_room, outcomes_room = rules.ACTIONS, getattr(rules, "OUTCOMES", 0)

    def play_games(start: Any, seats: int, seed: int, first: int, games: int) -> Any:
        states = np.zeros(1, start.dtype)
        out = np.zeros(choices_room, np.int64)
        weights = np.zeros(outcomes_room, np.int64)
        points = np.zeros(seats, np.int64)
        keys = np.zeros(seats, np.uint64)
        made = np.zeros(seats, np.int64)  # choices that each seat has made
        tally = np.zeros(seats + COUNTS, np.int64)
        tally[seats + FEWEST_ROUNDS] = 2**62
        for game in range(first, first + games):
            states[0] = start[0]
            s = states[0]
            own_seed = game_seed(seed, game)
            for seat in range(seats):
                keys[seat] = bot_key(own_seed, seat)
                made[seat] = 0
            step = 0
            while True:
                who = pending(s)
                if who > OVER:
                    seat = 0
                    while not who >> seat & 1:
                        seat += 1
                    count = legal(s, seat, out)
                    apply(s, seat, out[below(bot_word(keys[seat], made[seat]), count)])
                    made[seat] += 1
                elif who == CHANCE:
                    settle(s, draw(chance_word(own_seed, step), weights, chance(s, weights)))
                else:
                    break
                step += 1
            tally[seats + CHOICES] += made.sum()
            points[:] = 0
            score(s, points)
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
        return tally

    return play_games
