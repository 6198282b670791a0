"""Tower Siege: two heroes race along a road, and fight with hidden cards where they meet."""

from feint.core import (
    OVER,
    Limits,
    Numbers,
    State,
    amount,
    below,
    bits,
    each_seat,
    i1,
    i2,
    i4,
    label,
    private,
    public,
    rule,
    ruling,
    schema,
    seat_bits,
    seat_label,
)

P1, P2 = 0, 1
BOTH = 0b11  # the two seats as a bit mask
NOBODY = -1

PARALLEL, FACING = 0, 1  # track
ZERO, RETREAT = 0, 1  # empty_hand

MOST_TURNS = 2**31 - 1  # that can be counted

# Choices: 0 is rest, 1 to 29 are steps forward, and in a battle CARD + 4 is card 4; CARD + 0 is no card.
REST = 0
CARD = 30
ACTIONS = 40


def most_turns(s: State) -> int:
    """How many turns there can be: without a limit, as many as can be counted."""
    return int(s.turn_limit) or MOST_TURNS


PLACE = amount(0, lambda s: s.length)
PLAYED = label(0, lambda s: s.cards)
IDLE = amount(0, lambda s: 2 * max(0, s.repetition - 1))

STATE = schema(
    ruling("track"),
    ruling("empty_hand"),
    ruling("length"),
    ruling("cards"),
    ruling("stride"),
    ruling("turn_limit", i4),
    ruling("repetition"),
    public("round", i4, holds=amount(1, lambda s: most_turns(s) // 2 + 1)),
    public("turns", i4, holds=amount(0, most_turns)),  # single turns taken so far
    public("idle", i1, holds=IDLE),  # turns in a row that changed nothing, if they can end the match (TS-Q9)
    public("turn", i1, holds=seat_label()),  # the seat whose turn it is
    public("position", i1, each_seat(2), holds=PLACE),
    public("hand", i2, each_seat(2), holds=bits(lambda s: s.cards)),  # bit 3 is set: card 4 can be played
    public("battle", i1, holds=amount(0, 1)),  # 1 while cards are being chosen
    public("laid", i1, holds=seat_bits()),  # the seats that have laid a card face down, as a bit mask
    private("chosen", i1, 2, holds=PLAYED),  # the card laid face down; 0: none
    public("winner", i1, holds=seat_label(NOBODY)),
    # For the story only: what the last move and the last battle were.
    public("met_at", i1, holds=PLACE, for_log=True),  # where it met the opponent, as the mover counts; 0: it met nobody
    public("shown", i1, each_seat(2), holds=PLAYED, for_log=True),  # the cards turned over
)


# What every game has: how it starts, who owes a choice, what can be chosen, what a choice does, what it is worth.


@rule
def setup(s: State) -> None:
    s.round = 1
    s.winner = NOBODY
    for seat in range(2):
        s.hand[seat] = full_hand(s)


@rule
def pending(s: State) -> int:
    if s.winner != NOBODY:
        return OVER
    if s.battle:
        return BOTH & ~s.laid
    if s.turn_limit > 0 and s.turns >= s.turn_limit:
        return OVER  # unfinished (TS-Q4)
    if is_drawn(s):
        return OVER
    return 1 << s.turn


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    count = 0
    if s.battle:
        for card in range(1, s.cards + 1):
            if s.hand[seat] >> (card - 1) & 1:
                out[count] = CARD + card
                count += 1
        if count == 0:
            out[0] = CARD
            count = 1
        return count
    for steps in range(1, min(s.stride, s.length - s.position[seat]) + 1):  # never beyond the tower (TS-R4)
        out[count] = steps
        count += 1
    if s.position[seat] == 0:
        out[count] = REST
        count += 1
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.battle:
        s.chosen[seat] = action - CARD
        s.laid |= 1 << seat
        if s.laid == BOTH:
            turn_over_cards(s)
            end_turn(s)
        return
    s.met_at = 0
    if action == REST:
        rest(s, seat)
    else:
        s.idle = 0
        move(s, seat, action)
    if not s.battle:
        end_turn(s)


@rule
def score(s: State, out: Numbers) -> None:
    """One point for the winner; the same for both in a draw; none at all when the turn limit ended the game."""
    if s.winner != NOBODY:
        out[s.winner] = 1
    elif is_drawn(s):
        out[P1] = 1
        out[P2] = 1


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """Make of this a state that the seat can't tell from it: the opponent may have laid any of its cards."""
    other = 1 - seat
    if s.laid >> other & 1 and s.hand[other] > 0:
        room = 0
        for card in range(1, s.cards + 1):
            room += s.hand[other] >> (card - 1) & 1
        pick = below(word, room)
        for card in range(1, s.cards + 1):
            if s.hand[other] >> (card - 1) & 1:
                if pick == 0:
                    s.chosen[other] = card
                pick -= 1


def limits(s: State) -> Limits:
    """A turn is a move and perhaps a battle, but for the first: both are at home, and nobody is met."""
    return Limits(2 * s.turn_limit - 1 if s.turn_limit else None)


# How it goes.


@rule
def full_hand(s: State) -> int:
    return (1 << s.cards) - 1


@rule
def rest(s: State, seat: int) -> None:
    """All used cards come back. With a full hand nothing changes but whose turn it is (TS-Q9)."""
    if s.hand[seat] < full_hand(s):
        s.idle = 0
    elif s.repetition > 0:
        s.idle += 1
    s.hand[seat] = full_hand(s)


@rule
def is_drawn(s: State) -> bool:
    """Whether the same position has come up too often: it comes again with every second turn that changes nothing."""
    return bool(s.repetition > 0 and s.idle >= 2 * (s.repetition - 1))


@rule
def move(s: State, seat: int, steps: int) -> None:
    s.position[seat] += steps
    if s.position[seat] == s.length:
        s.winner = seat  # also when the opponent is at home there (TS-Q5)
    elif meets(s, seat):
        s.met_at = s.position[seat]
        if s.empty_hand == ZERO or (s.hand[P1] > 0 and s.hand[P2] > 0):
            s.battle = 1
        else:
            retreat(s)


@rule
def meets(s: State, seat: int) -> bool:
    """Whether the hero that has just moved stands where the other one does (TS-Q1)."""
    here, there = s.position[seat], s.position[1 - seat]
    if s.track == FACING:
        return bool(here + there == s.length)
    return bool(here == there)


@rule
def turn_over_cards(s: State) -> None:
    """The higher card wins, the loser goes home, equal cards send both; both cards are used up (TS-R7)."""
    for seat in range(2):
        s.shown[seat] = s.chosen[seat]
        s.chosen[seat] = 0
        if s.shown[seat] > 0:  # an empty hand spends nothing (TS-Q2)
            s.hand[seat] -= 1 << (s.shown[seat] - 1)
    if s.shown[P1] <= s.shown[P2]:
        s.position[P1] = 0
    if s.shown[P2] <= s.shown[P1]:
        s.position[P2] = 0
    s.laid = 0
    s.battle = 0


@rule
def retreat(s: State) -> None:
    """Whoever has no card goes home, and nobody spends one (TS-Q2)."""
    for seat in range(2):
        s.shown[seat] = 0
        if s.hand[seat] == 0:
            s.position[seat] = 0


@rule
def end_turn(s: State) -> None:
    s.turns += 1
    s.turn = 1 - s.turn
    if pending(s) != OVER:  # the round in which a game ends is its last
        s.round = s.turns // 2 + 1
