"""Players that choose. A bot gets what its seat may see, the choices open to it, and a random word; never the state.

A bot is a rule: it plays at the terminal as plain Python, in simulations compiled, and chooses the same. A game brings
bots of its own in its `bots.py`, by name in a dict called `BOTS`, the best last.
"""

from collections.abc import Callable
from typing import TypeAlias

from feint.bots.seeding import random_word
from feint.core import Numbers, State, rule
from feint.core.chance import below
from feint.core.game import Game
from feint.core.match import Match

Bot: TypeAlias = Callable[[State, int, Numbers, int, int], int]
"""From what a seat may see of the state (0 for the rest), the seat, its legal choices, how many there are, and a random
word of 64 bits, to one of the choices."""


@rule
def random(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Makes any legal choice, each as likely as the others."""
    return legal[below(word, count)]  # type: ignore[no-any-return]


def bots_of(game: Game) -> dict[str, Bot]:
    """The bots that can play a game, by name."""
    return {"random": random, **(game.bots.BOTS if game.bots is not None else {})}


def simulation_bot(game: Game) -> str:
    """Who plays a game in simulations unless told otherwise: the last of its bots."""
    return list(bots_of(game))[-1]


def choose(match: Match, seat: str, bot: Bot, seed: int) -> str:
    """What a bot chooses for a seat now. With the match's own seed, the choice a simulation of that seed would make."""
    legal = match.legal_numbers(seat)
    action = bot(match.seen(seat), match.game.seat_number(seat), legal, len(legal), random_word(match, seat, seed))
    return match.legal(seat)[legal.index(action)]
