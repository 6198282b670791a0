"""A turn of Space Goats, and whose turn is next: drawing, banking, rounds, wreckage and the end."""

from feint.core import State, rule
from feint.core.events import tell

from .actions import ask_to_discard, look, owe
from .battle import engine_ship, next_hit, spent, strike, take_hit
from .cards import (
    CURRENCY,
    DEBRIS,
    NO_CARD,
    SCOUT,
    SHUTTLE,
    STANDARD,
    WARP,
)
from .state import (
    ACT,
    BANK,
    BANKED,
    BATTLE,
    BEGAN,
    BEGIN_TURN,
    CHOICES_ENGINE,
    CLEARED,
    DISCARDING,
    DONE,
    DRAW,
    DRAWING,
    DREW,
    END_ACTION,
    END_ROUND,
    END_TURN,
    EXTRA_LOST,
    FILL,
    LIMIT,
    LOOKING,
    NEXT_HIT,
    NEXT_SEAT,
    REFILL,
    ROUND_OVER,
    SKIPPED,
    SPENT,
    STRIKE,
    WRECK,
    WRECKAGE,
    WRECKED,
    leave_hand,
    living,
    place_of,
    put_on_discard,
    shuffle_discard,
)


@rule
def go_on(s: State) -> None:
    """Everything that happens by itself, until someone has to choose or something is drawn."""
    while moving(s):
        move_on(s)


@rule
def moving(s: State) -> bool:
    return s.phase > DONE


@rule
def move_on(s: State) -> None:
    if s.phase == REFILL:
        refill(s)
    elif s.phase == BEGIN_TURN:
        begin_turn(s)
    elif s.phase == DRAWING:
        draw_what_is_owed(s)
    elif s.phase == BANK:
        bank(s)
    elif s.phase == STRIKE:
        strike(s)
    elif s.phase == NEXT_HIT:
        next_hit(s)
    elif s.phase == SPENT:
        spent(s)
    elif s.phase == DISCARDING:
        ask_to_discard(s)
    elif s.phase == LOOKING:
        look(s)
    elif s.phase == END_ACTION:
        end_action(s)
    elif s.phase == END_TURN:
        end_turn(s)
    elif s.phase == NEXT_SEAT:
        next_seat(s)
    elif s.phase == END_ROUND:
        end_round(s)
    elif s.phase == ROUND_OVER:
        round_over(s)


@rule
def refill(s: State) -> None:
    """The market's empty slots are filled while the pile lasts (SG-R2, SG-R10)."""
    s.phase = s.then
    if s.pile_size > 0:
        for slot in range(s.market_limit):
            if s.market[slot] == NO_CARD:
                s.phase = FILL


@rule
def begin_turn(s: State) -> None:
    """Draw until the hand is full (SG-R3); or lose the turn (SG-R7)."""
    seat = s.turn
    if s.skip[seat]:
        s.skip[seat] = 0
        tell(s, SKIPPED, seat, NO_CARD, 0)
        s.phase = NEXT_SEAT
        return
    tell(s, BEGAN, seat, NO_CARD, 0)
    full = s.hand_limit + (s.first_draw[place_of(s, seat)] if s.round == 1 else 0)  # SG-Q25
    owe(s, full - s.hand_size[seat], BANK)


@rule
def draw_what_is_owed(s: State) -> None:
    """An empty draw pile is refilled with the discards; when both are empty, there is nothing to draw (SG-R3)."""
    if s.owed > 0 and s.draw_size[s.turn] == 0:
        if s.discard_size[s.turn] > 0:
            shuffle_discard(s, s.turn)
        else:
            s.owed = 0
    if s.owed > 0:
        s.phase = DRAW
        return
    if s.drawn > 0:
        tell(s, DREW, s.turn, NO_CARD, s.drawn)
    s.phase = s.then


@rule
def bank(s: State) -> None:
    """Currency goes to the bank, each Scout Ship draws a card (SG-R4); then debris is discarded (SG-R5)."""
    seat = s.turn
    scouts = 0
    for card in range(1, s.cards + 1):
        coins = s.hand[seat][card]
        if coins > 0 and s.type[card] == CURRENCY:
            for _ in range(coins):
                leave_hand(s, seat, card)
            s.bank[seat][card] += coins
            s.bank_size[seat] += coins
            scouts += coins if s.effect[card] == SCOUT else 0
            tell(s, BANKED, seat, card, coins)
    if scouts > 0:
        owe(s, scouts, BANK)
        return
    for card in range(1, s.cards + 1):
        debris = s.hand[seat][card]
        if debris > 0 and s.type[card] == DEBRIS:
            for _ in range(debris):
                leave_hand(s, seat, card)
                put_on_discard(s, seat, card)
            tell(s, CLEARED, seat, card, debris)
    s.fresh[seat] = 0
    s.phase = ACT
    s.asked = seat


@rule
def end_action(s: State) -> None:
    """What was in play goes to the discard pile, a Warp Drive or a Shuttle to the trash (SG-R25, SG-R27)."""
    card = s.in_play
    if card != NO_CARD:
        if s.effect[card] == WARP or s.effect[card] == SHUTTLE:
            s.trash[card] += 1
        else:
            put_on_discard(s, s.turn, card)
    s.in_play = NO_CARD
    s.phase = END_TURN


@rule
def end_turn(s: State) -> None:
    """The win check (SG-R29), and then an extra turn, unless an Overload has cost it (SG-Q15), or the next seat's."""
    s.phase = NEXT_SEAT
    if living(s) == 1:
        finish(s, survivors(s), BATTLE)
    elif s.extra[s.turn]:
        s.extra[s.turn] = 0
        if s.skip[s.turn]:
            s.skip[s.turn] = 0
            tell(s, EXTRA_LOST, s.turn, NO_CARD, 0)
        else:
            s.phase = BEGIN_TURN


@rule
def next_seat(s: State) -> None:
    """The next living seat of the round, which goes from the first player around the table (SG-Q15)."""
    s.phase = END_ROUND
    seat = (s.turn + 1) % s.players
    while seat != s.first_seat:
        if s.ships[seat] > 0:
            s.turn = seat
            s.phase = BEGIN_TURN
            return
        seat = (seat + 1) % s.players


@rule
def end_round(s: State) -> None:
    """Two players left, and no ship destroyed in the whole round: Unavoidable Ship Wreckage (SG-R30)."""
    s.phase = ROUND_OVER
    if living(s) != 2 or s.losses > 0:
        return
    tell(s, WRECKED, 0, NO_CARD, 0)
    seat = first_living(s, 0)
    if s.choices == CHOICES_ENGINE:
        other = first_living(s, seat + 1)
        s.wrecked[seat] = engine_ship(s, seat, STANDARD)
        s.wrecked[other] = engine_ship(s, other, STANDARD)
        wreck(s)
    else:
        s.phase = WRECK
        s.asked = seat


@rule
def first_living(s: State, seat: int) -> int:
    while s.ships[seat] == 0:
        seat += 1
    return seat


@rule
def wreck(s: State) -> None:
    """Both have named their ship, and both hits count at once (SG-Q16)."""
    before = survivors(s)
    for seat in range(s.players):
        if before >> seat & 1:
            take_hit(s, seat, s.wrecked[seat], STANDARD)
            s.wrecked[seat] = 0
    s.phase = ROUND_OVER
    if living(s) == 1:
        finish(s, survivors(s), WRECKAGE)
    elif living(s) == 0:
        finish(s, richest(s, before), WRECKAGE)


@rule
def round_over(s: State) -> None:
    """The turn limit (SG-R32), or the next round."""
    if s.round == s.turn_limit:
        finish(s, 1 << most_ships(s), LIMIT)
        return
    s.round += 1
    s.losses = 0
    s.turn = s.first_seat
    s.phase = BEGIN_TURN
    if s.ships[s.turn] == 0:
        s.phase = NEXT_SEAT


@rule
def survivors(s: State) -> int:
    """Who has a ship, as a bit mask."""
    alive = 0
    for seat in range(s.players):
        if s.ships[seat] > 0:
            alive |= 1 << seat
    return alive


@rule
def richest(s: State, among: int) -> int:
    """Of some seats those with the most in the bank, as a bit mask (SG-R31)."""
    most, who = -1, 0
    for seat in range(s.players):
        if among >> seat & 1:
            if s.bank_size[seat] > most:
                most, who = s.bank_size[seat], 0
            if s.bank_size[seat] == most:
                who |= 1 << seat
    return who


@rule
def most_ships(s: State) -> int:
    """The seat with the most ships, the earliest of those tied."""
    best = 0
    for seat in range(s.players):
        if s.ships[seat] > s.ships[best]:
            best = seat
    return best


@rule
def finish(s: State, winners: int, decided_by: int) -> None:
    s.winners = winners
    s.decided_by = decided_by
    s.phase = DONE
