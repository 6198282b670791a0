"""Players that choose. A bot gets what its seat may see, the choices open to it, and a random word; never the state."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from feint.core.chance import below, bot_key, bot_word
from feint.core.match import Match

Bot: TypeAlias = Callable[[dict[str, Any], list[str], int], str]
"""From the seat's view, its legal choices and a random word of 64 bits to one of the choices."""


def random(view: dict[str, Any], legal: list[str], word: int) -> str:
    """Any legal choice, each as likely as the others."""
    return legal[below(word, len(legal))]


BOTS: dict[str, Bot] = {"random": random}


_key = lru_cache(maxsize=256)(bot_key)  # the same for every choice of a match


def choose(match: Match, seat: str, bot: Bot, seed: int) -> str:
    """What a bot chooses for a seat now. With the match's own seed, the choice a simulation of that seed would make.

    Its words are counted by its own choices, so it makes no difference who is asked first.
    """
    number = match.game.seat_number(seat)
    made = sum(step.seat == number for step in match.steps)
    word = bot_word(_key(seed, number), made)
    return bot(match.view(seat), match.legal(seat), word)
