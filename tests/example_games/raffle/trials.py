"""What can be tried in Raffle: its two items."""

from feint.core import State, rule
from feint.core.game import Game

from .rules import CHARM, DUD


def items(game: Game) -> list[str]:
    return ["Charm", "Dud"]


@rule
def acquires(s: State, seat: int, item: int, action: int) -> bool:
    return action == (CHARM if item == 0 else DUD)


@rule
def grant(s: State, seat: int, item: int) -> None:
    if item == 0:
        s.charms[seat] += 1
    else:
        s.duds[seat] += 1
