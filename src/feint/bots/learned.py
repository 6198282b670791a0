"""Players that have learned: a network sees what the seat may see, and says how likely each choice is."""

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from feint.bots.known_weights import own_weights
from feint.bots.levels import BEST, LEARNED_LEVELS
from feint.bots.own_player import Asked
from feint.bots.seeding import random_word
from feint.bots.weights import Array, Weights, check_made_for, read_weights, shares, softmax
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.kernel.learner_input import FEATURES, LearnerInput

SHARPNESS = dict(zip(LEARNED_LEVELS, (0.1, 0.2, 1.0), strict=True))  # of scores: with less, choices are more even
LEAST = 0.02  # of the likeliest choice's chance: what the best one makes more seldom than that is a slip of the network


class Learned:
    """A network as what plays a seat. Its choices depend on nothing that the seat may not see."""

    takes_many = True
    knows_chances = True

    def __init__(self, game: Game, weights: Weights, level: str = BEST) -> None:
        self.game, self.weights, self.level = game, weights, level
        self._input = LearnerInput(game, FEATURES)

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """A choice by the network's mixture."""
        return drawn(match, seat, seed, self.chances(match, seat))

    def choose_many(self, asked: Sequence[Asked]) -> list[str]:
        """The same in many matches."""
        chances = self.chances_many(asked)
        return [drawn(*one, likely) for one, likely in zip(asked, chances, strict=True)]

    def chances(self, match: Match, seat: str) -> list[float]:
        """How likely it makes each legal choice."""
        numbers = match.legal_numbers(seat)
        if len(numbers) == 1:
            return [1.0]
        return self._mixture(self.weights.scores_of(self._hidden(match, seat), numbers))

    def chances_many(self, asked: Sequence[Asked]) -> list[list[float]]:
        """The same in many matches, in one pass."""
        rows = np.array([self._input.of(match.seen(seat), match.game.seat_number(seat)) for match, seat, _ in asked])
        scores = self.weights.scores(self.weights.hidden(rows))
        return [
            self._mixture(own[match.legal_numbers(seat)]) for (match, seat, _), own in zip(asked, scores, strict=True)
        ]

    def value(self, match: Match, seat: str) -> float:
        """What share of the point it expects for a seat that owes a choice."""
        utility, seats = float(self.weights.values(self._hidden(match, seat))), len(self.game.seats)
        return (utility * (seats - 1) + 1) / seats

    def _hidden(self, match: Match, seat: str) -> Array:
        return self.weights.hidden(self._input.of(match.seen(seat), self.game.seat_number(seat)))

    def _mixture(self, scores: Array) -> list[float]:
        return [float(chance) for chance in mixture(scores, self.level)]


def mixture(scores: Array, level: str) -> Array:
    """How likely choices are by their scores, for one position or in rows; what isn't open has one far below all."""
    chances = softmax(scores * SHARPNESS[level])
    if level == BEST:
        chances = shares(np.where(chances < LEAST * chances.max(axis=-1, keepdims=True), 0.0, chances))
    return chances


def drawn(match: Match, seat: str, seed: int, chances: Sequence[float]) -> str:
    """One of a seat's choices, with these chances."""
    word = random.Random(random_word(match, seat, seed))
    return word.choices(match.legal(seat), chances)[0]


def learned(game: Game, level: str = BEST) -> Learned:
    """The learned player that comes with a game, for its rulings."""
    path = own_weights(game)
    if path is None:
        raise FeintError(f"nobody has learned {game.name} under these rulings; feint train {game.name} does")
    weights = _read(path)
    check_made_for(game, weights.about, path)
    return Learned(game, weights, level or BEST)


_read = lru_cache(maxsize=16)(read_weights)  # once for all matches
