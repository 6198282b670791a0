"""Pennies: both show a side at once until they differ; wrong in one of several ways, if so ruled."""

from feint.core import CHANCE, OVER, Numbers, State, i1, i4, private, public, rule, ruling, schema

SECRET, ORDER, NOWHERE, AT_ONCE_OVER = 1, 2, 3, 4  # fault
ACTIONS = 2
OUTCOMES = 2
LAST = 2000

STATE = schema(
    ruling("fault"),
    public("round", i4),
    public("shown", i1),  # the seats that have chosen, as a bit mask
    public("tossed", i1),
    private("side", i1, 2),
    public("winner", i1),
)


@rule
def setup(s: State) -> None:
    s.round = 1
    s.winner = 0 if s.fault == AT_ONCE_OVER else -1


@rule
def pending(s: State) -> int:
    if s.winner >= 0:
        return OVER
    if s.fault == NOWHERE or (s.fault == ORDER and s.shown == 1 and not s.tossed):
        return CHANCE
    return 0b11 & ~s.shown


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    out[0] = 0
    out[1] = 1
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.side[seat] = action + 1
    s.shown |= 1 << seat
    if s.shown == 0b11:
        s.shown = 0
        if s.side[0] != s.side[1]:
            s.winner = 1
        elif s.round == LAST:
            s.winner = 0
        else:
            s.round += 1


@rule
def chance(s: State, weights: Numbers) -> int:
    weights[0] = 0 if s.fault == NOWHERE else 1
    weights[1] = 0
    return 2


@rule
def settle(s: State, outcome: int) -> None:
    s.tossed = 1


@rule
def score(s: State, out: Numbers) -> None:
    out[s.winner] = 1
