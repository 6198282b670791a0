"""Raffle: each seat takes a charm or not and a dud or not, and draws a number."""

from feint.core import CHANCE, OVER, Numbers, State, equally, i1, i2, i4, public, rule, ruling, schema

NOTHING, CHARM, DUD = range(3)
ACTIONS = 3
OUTCOMES = 10
PURPOSES = 4

STATE = schema(
    ruling("charm"),
    ruling("ahead", i2, 2),
    public("round", i4),
    public("taken", i1),  # choices that were made
    public("charms", i1, 2),
    public("duds", i1, 2),
    public("drawn", i1),  # numbers that were drawn
    public("number", i1, 2),
)


@rule
def setup(s: State) -> None:
    s.round = 1


@rule
def pending(s: State) -> int:
    if s.taken < 4:
        return 1 << s.taken // 2
    return CHANCE if s.drawn < 2 else OVER


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    out[0] = NOTHING
    out[1] = CHARM if s.taken % 2 == 0 else DUD
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action == CHARM:
        s.charms[seat] += 1
    elif action == DUD:
        s.duds[seat] += 1
    s.taken += 1


@rule
def chance(s: State, weights: Numbers) -> int:
    return equally(10)


@rule
def purpose(s: State) -> int:
    """A dud takes a seat's number from elsewhere: other luck, but no better."""
    return s.drawn + (2 if s.duds[s.drawn] > 0 else 0)


@rule
def settle(s: State, outcome: int) -> None:
    s.number[s.drawn] = outcome
    s.drawn += 1


@rule
def score(s: State, out: Numbers) -> None:
    left = s.number[0] + s.charms[0] * s.charm + s.ahead[0]
    right = s.number[1] + s.charms[1] * s.charm + s.ahead[1]
    out[0] = 1 if left >= right else 0
    out[1] = 1 if right >= left else 0
