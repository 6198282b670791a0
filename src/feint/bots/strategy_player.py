"""A strategy as a player: one that was solved for, loaded from a file, or taken over from elsewhere."""

from feint.bots.seeding import random_word
from feint.core.match import Match
from feint.solve.strategy import Strategy

WORDS = 2.0**64


class StrategyPlayer:
    """Mixes as a strategy says; where it says nothing, all choices are as likely."""

    knows_chances = True

    def __init__(self, strategy: Strategy, name: str = "strategy") -> None:
        self.strategy, self.name = strategy, name

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """A choice by the strategy's mixture, with the word that a bot of this seed has for it."""
        return drawn(match.legal(seat), self.chances(match, seat), random_word(match, seat, seed))

    def chances(self, match: Match, seat: str) -> list[float]:
        """How often it makes each of a seat's choices."""
        own = len(match.legal_numbers(seat))
        if own < 2:
            return [1.0] * own
        found = self.strategy.chances(match, seat)
        return [1 / own] * own if found is None else found


def drawn(texts: list[str], chances: list[float], word: int) -> str:
    """The choice that a random word draws from a mixture."""
    left = word / WORDS
    for text, chance in zip(texts, chances, strict=True):
        left -= chance
        if left < 0:
            return text
    return max(zip(chances, texts, strict=True))[1]  # rounding: the chances fell short of 1
