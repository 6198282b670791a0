"""Goofspiel: both bid a card in secret for each prize."""

from feint.core import CHANCE, OVER, Limits, Numbers, State, i1, i4, private, public, rule, ruling, schema

BOTH = 0b11
ACTIONS = 6  # the card less 1
OUTCOMES = 6  # the prize less 1
DESCENDING, ASCENDING, RANDOM = 0, 1, 2
SHOWN = 1
NOBODY = 3

STATE = schema(
    ruling("cards"),
    ruling("order"),
    ruling("bids"),
    public("round", i4),
    public("ready", i1),  # the seats that have laid a card, as a bit mask
    public("prize", i1),  # that is bid for; 0 before it is known
    public("prizes", i1),  # that are left, this one not: bit p - 1 for the prize p
    private("hand", i1, 2),  # bit c - 1 for the card c
    private("chosen", i1, 2),
    public("shown", i1, 2),  # the last bids, where they are shown
    public("taker", i1),  # of the last prize: 1, 2, or NOBODY
    public("points", i1, 2),
)


@rule
def next_prize(s: State) -> None:
    """The next one, where it isn't left to chance."""
    s.prize = 0
    if s.order == RANDOM and s.round < s.cards:
        return
    for p in range(s.cards):
        if s.prizes >> p & 1 and (s.prize == 0 or s.order == DESCENDING):
            s.prize = p + 1
    if s.prize:
        s.prizes &= ~(1 << (s.prize - 1))


@rule
def setup(s: State) -> None:
    s.round = 1
    s.prizes = (1 << s.cards) - 1
    s.hand[0] = s.prizes
    s.hand[1] = s.prizes
    next_prize(s)


@rule
def pending(s: State) -> int:
    if s.round > s.cards:
        return OVER
    if s.prize == 0:
        return CHANCE
    return BOTH & ~s.ready


@rule
def chance(s: State, weights: Numbers) -> int:
    for p in range(s.cards):
        weights[p] = s.prizes >> p & 1
    return s.cards


@rule
def settle(s: State, outcome: int) -> None:
    s.prize = outcome + 1
    s.prizes &= ~(1 << outcome)


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    count = 0
    for card in range(s.cards):
        if s.hand[seat] >> card & 1:
            out[count] = card
            count += 1
    return count


@rule
def decide(s: State) -> None:
    """Who takes the prize."""
    s.taker = NOBODY
    if s.chosen[0] != s.chosen[1]:
        s.taker = 1 if s.chosen[0] > s.chosen[1] else 2
        s.points[s.taker - 1] += s.prize
    for seat in range(2):
        s.hand[seat] &= ~(1 << (s.chosen[seat] - 1))
        if s.bids == SHOWN:
            s.shown[seat] = s.chosen[seat]
        s.chosen[seat] = 0
    s.ready = 0
    s.round += 1
    next_prize(s)


@rule
def last_card(s: State, seat: int) -> int:
    card = 1
    while not s.hand[seat] >> (card - 1) & 1:
        card += 1
    return card


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.chosen[seat] = action + 1
    s.ready |= 1 << seat
    if s.ready != BOTH:
        return
    decide(s)
    if s.round == s.cards:
        s.chosen[0] = last_card(s, 0)
        s.chosen[1] = last_card(s, 1)
        decide(s)


@rule
def score(s: State, out: Numbers) -> None:
    out[0] = 1 if s.points[0] >= s.points[1] else 0
    out[1] = 1 if s.points[1] >= s.points[0] else 0


def limits(s: State) -> Limits:
    return Limits(s.cards - 1, draws=s.cards - 1, outcomes=OUTCOMES)  # what comes last is no choice
