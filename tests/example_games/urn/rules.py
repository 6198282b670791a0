"""Urn: each seat draws a ball without replacement, and sees its own."""

from feint.core import CHANCE, OVER, Numbers, State, i1, i4, private, public, rule, ruling, schema

HOLD, SWAP = 0, 1
ACTIONS = 2
OUTCOMES = 3  # red, blue, green

STATE = schema(
    ruling("blue"),
    public("round", i4),
    public("drawn", i1),
    public("done", i1),
    private("ball", i1, 2),  # 1 red, 2 blue, 3 green
)


@rule
def setup(s: State) -> None:
    s.round = 1


@rule
def pending(s: State) -> int:
    if s.drawn < 2:
        return CHANCE
    return OVER if s.done else 1


@rule
def chance(s: State, weights: Numbers) -> int:
    weights[0] = 3
    weights[1] = s.blue
    weights[2] = 1
    if s.drawn:
        weights[s.ball[0] - 1] -= 1
    return 3


@rule
def settle(s: State, outcome: int) -> None:
    s.ball[s.drawn] = outcome + 1
    s.drawn += 1


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    out[0] = HOLD
    out[1] = SWAP
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action == SWAP:
        mine = s.ball[0]
        s.ball[0] = s.ball[1]
        s.ball[1] = mine
    s.done = 1


@rule
def score(s: State, out: Numbers) -> None:
    out[0] = 1 if s.ball[0] >= s.ball[1] else 0
    out[1] = 1 if s.ball[1] >= s.ball[0] else 0
