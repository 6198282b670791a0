"""Kuhn Poker: three cards, one each, one bet."""

from feint.core import CHANCE, OVER, Limits, Numbers, State, below, i1, i4, private, public, rule, schema

PASS, BET = 0, 1
ACTIONS = 2
OUTCOMES = 3  # cards 1 to 3

STATE = schema(
    public("round", i4),
    public("dealt", i1),
    private("card", i1, 2),
    public("moves", i1),
    public("paid", i1, 2),
)


@rule
def setup(s: State) -> None:
    s.round = 1
    s.paid[0] = 1
    s.paid[1] = 1


@rule
def pending(s: State) -> int:
    if s.dealt < 2:
        return CHANCE
    if s.moves >= 2 and (s.paid[0] == s.paid[1] or s.paid[1 - s.moves % 2] < s.paid[s.moves % 2]):
        return OVER
    return 1 << s.moves % 2


@rule
def chance(s: State, weights: Numbers) -> int:
    for card in range(3):
        weights[card] = 1
    if s.dealt == 1:
        weights[s.card[0] - 1] = 0
    return 3


@rule
def settle(s: State, outcome: int) -> None:
    s.card[s.dealt] = outcome + 1
    s.dealt += 1


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    out[0] = PASS
    out[1] = BET
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.paid[seat] += action
    s.moves += 1


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """The other card is one of the two that the seat doesn't have."""
    if s.dealt == 2:
        s.card[1 - seat] = (s.card[seat] + below(word, 2)) % 3 + 1


@rule
def score(s: State, out: Numbers) -> None:
    winner = 0 if s.card[0] > s.card[1] else 1
    if s.paid[0] != s.paid[1]:  # one gave up
        winner = 0 if s.paid[0] > s.paid[1] else 1
    out[winner] = 2 + s.paid[1 - winner]
    out[1 - winner] = 2 - s.paid[1 - winner]


def limits(s: State) -> Limits:
    return Limits(3, draws=2, outcomes=OUTCOMES)
