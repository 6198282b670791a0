"""Ways to play Space Goats with one hand tied, to measure what that costs."""

from feint.core import State, rule

from . import rules as r
from .bots import strength
from .cards import SHIELD
from .state import ACT, AIM, ANSWER, SEATS

NO_SHIELDS, NO_PURCHASES, NO_ANSWERS, THE_LEADER = range(4)
RESTRICTIONS = ("never buys shields", "never buys anything", "never answers a rocket", "always fires at the leader")


@rule
def forbids(s: State, seat: int, restriction: int, action: int) -> bool:
    """Whether a restriction keeps a seat from a choice. The leader is the opponent whose fleet can take most hits."""
    if restriction < NO_ANSWERS:
        buys = s.phase == ACT and r.BUY < action <= r.PLAY
        return buys and (restriction == NO_PURCHASES or s.type[action - r.BUY] == SHIELD)
    if restriction == NO_ANSWERS:
        return s.phase == ANSWER and action != r.NO_ANSWER
    if s.phase == ACT and r.FIRE <= action < r.ASSIGN:
        return trails(s, seat, (action - r.FIRE) % SEATS)
    return s.phase == AIM and r.AIM_AT <= action < r.STOP and trails(s, seat, action - r.AIM_AT)


@rule
def trails(s: State, seat: int, target: int) -> bool:
    """Whether another opponent's fleet can take more hits."""
    for other in range(s.players):
        if other != seat and s.ships[other] > 0 and strength(s, other) > strength(s, target):
            return True
    return False
