"""Leduc Poker: six cards of three ranks, two rounds of betting."""

from feint.core import CHANCE, OVER, Numbers, State, below, i1, i4, private, public, rule, ruling, schema

FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = 3
OUTCOMES = 6  # ranks 1 to 3, or cards 1 to 6 of which two have the same rank
SUITS = 1
MOST = 13  # that one can pay: 1, twice 2 and twice 4

STATE = schema(
    ruling("deck"),
    public("round", i4),  # of betting, 1 or 2
    public("dealt", i1),  # cards: one a seat, then the one for both
    private("card", i1, 2),
    public("common", i1),
    public("moves", i1),  # in this round
    public("raises", i1),  # in this round
    public("paid", i1, 2),
    public("folded", i1, 2),
    public("done", i1),
)


@rule
def setup(s: State) -> None:
    s.round = 1
    s.paid[0] = 1
    s.paid[1] = 1


@rule
def pending(s: State) -> int:
    if s.done:
        return OVER
    if s.dealt < 2 or (s.round == 2 and s.dealt < 3):
        return CHANCE
    return 1 << s.moves % 2


@rule
def chance(s: State, weights: Numbers) -> int:
    kinds = 6 if s.deck == SUITS else 3
    for kind in range(kinds):
        weights[kind] = 6 // kinds
    for seat in range(min(s.dealt, 2)):
        weights[s.card[seat] - 1] -= 1
    return kinds


@rule
def settle(s: State, outcome: int) -> None:
    if s.dealt < 2:
        s.card[s.dealt] = outcome + 1
    else:
        s.common = outcome + 1
    s.dealt += 1


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    count = 0
    if s.paid[seat] < s.paid[1 - seat]:
        out[count] = FOLD
        count += 1
    out[count] = CALL
    count += 1
    if s.raises < 2:
        out[count] = RAISE
        count += 1
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.moves += 1
    if action == FOLD:
        s.folded[seat] = 1
        s.done = 1
        return
    s.paid[seat] = s.paid[1 - seat]
    if action == RAISE:
        s.paid[seat] += 2 * s.round
        s.raises += 1
    elif s.moves > 1:  # a call ends the round, unless it is its first move
        s.done = 1 if s.round == 2 else 0
        if s.round == 1:
            s.round = 2
            s.moves = 0
            s.raises = 0


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """The other card is one of those that the seat sees neither in its hand nor between them."""
    if s.dealt < 2:
        return
    kinds = 6 if s.deck == SUITS else 3
    seen = 2 if s.dealt == 3 else 1
    left = below(word, 6 - seen)
    for kind in range(1, kinds + 1):
        copies = 6 // kinds
        if s.card[seat] == kind:
            copies -= 1
        if s.dealt == 3 and s.common == kind:
            copies -= 1
        if 0 <= left < copies:
            s.card[1 - seat] = kind
        left -= copies


@rule
def strength(s: State, seat: int) -> int:
    rank = s.card[seat]
    common = s.common
    if s.deck == SUITS:
        rank = (rank + 1) // 2
        common = (common + 1) // 2
    return rank + (3 if rank == common else 0)


@rule
def score(s: State, out: Numbers) -> None:
    out[0] = MOST
    out[1] = MOST
    winner = -1
    if s.folded[0] or s.folded[1]:
        winner = 1 if s.folded[0] else 0
    elif strength(s, 0) != strength(s, 1):
        winner = 0 if strength(s, 0) > strength(s, 1) else 1
    if winner >= 0:
        out[winner] += s.paid[1 - winner]
        out[1 - winner] -= s.paid[1 - winner]
