"""The random words that bots choose by: one for each choice of a seat, whoever else was asked before."""

from functools import lru_cache

from feint.core.chance import bot_key, bot_word
from feint.core.match import Match

_key = lru_cache(maxsize=256)(bot_key)  # the same for every choice of a match


def random_word(match: Match, seat: str, seed: int) -> int:
    """The word for the choice that a seat owes now. With the match's own seed, the one that a simulation would use.

    Words are counted by the seat's own choices, so it makes no difference who is asked first.
    """
    number = match.game.seat_number(seat)
    made = sum(step.seat == number for step in match.steps)
    return bot_word(_key(seed, number), made)
