"""What can be tried with one player of Space Goats: what a card is worth, or what it costs to play without a trick.

A card that is granted is one more copy in the player's first draw pile, drawn and played like any other. It comes on
top of the box, so that nobody else has less, and everyone can count it, as they can all cards of a player.
"""

from feint.core import State, rule
from feint.core.game import Game

from .restrictions import RESTRICTIONS, forbids
from .rules import BUY

__all__ = ["RESTRICTIONS", "acquires", "forbids", "grant", "items"]


def items(game: Game) -> list[str]:
    """All cards, by name."""
    return [card["name"] for card in game.data["deck"].shown]


@rule
def acquires(s: State, seat: int, item: int, action: int) -> bool:
    return action == BUY + item + 1  # cards are counted from 1


@rule
def grant(s: State, seat: int, item: int) -> None:
    s.unseen[seat][item + 1] += 1
    s.draw_size[seat] += 1
