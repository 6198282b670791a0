"""A turn of Space Goats: drawing, banking, the one action, what follows from it, and whose turn is next."""

from feint.core import State, rule

from .battle import ask_to_trash, engine_ship, launch, next_hit, spent, strike, take_hit
from .cards import (
    CLEAN,
    CURRENCY,
    DEALER,
    DEBRIS,
    DECOY,
    LAST_STAND,
    NO_CARD,
    PURGE,
    RECON,
    ROCKET,
    SALVAGE,
    SCOUT,
    SHUTTLE,
    STANDARD,
    WARP,
)
from .state import (
    ACT,
    ASSIGNED,
    BANK,
    BANKED,
    BATTLE,
    BEGAN,
    BEGIN_TURN,
    BOUGHT,
    CHOICES_ENGINE,
    CLEARED,
    DISCARD,
    DISCARDED,
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
    FIRED,
    JOINED,
    LIMIT,
    LOOK,
    LOOKED,
    LOOKED_AT,
    LOOKING,
    NEXT_HIT,
    NEXT_SEAT,
    ORDER,
    ORDERED,
    PLAYED,
    REFILL,
    RETRIEVE,
    RETRIEVED,
    ROUND_OVER,
    SKIPPED,
    SPENT,
    STRIKE,
    UNSHIELDED,
    WRECK,
    WRECKAGE,
    WRECKED,
    add_ship,
    leave_discard,
    leave_hand,
    living,
    put_on_discard,
    shuffle_discard,
    spend_from_bank,
    spend_from_hand,
    tell,
)


@rule
def go_on(s: State) -> None:
    """Everything that happens by itself, until someone has to choose or something is drawn."""
    while s.phase > DONE:
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
    tell(s, BEGAN, seat, NO_CARD, s.hand_size[seat])
    owe(s, s.hand_limit - s.hand_size[seat], BANK)


@rule
def owe(s: State, cards: int, then: int) -> None:
    """The seat whose turn it is draws so many cards, if it has them; then comes `then`."""
    s.owed = cards if cards > 0 else 0
    s.then = then
    s.phase = DRAWING
    s.drawn = 0


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
def buy(s: State, seat: int, card: int) -> None:
    """Pay, take the card, and fill its place (SG-R8 to SG-R10)."""
    for _ in range(s.cost[card]):
        if s.bank_size[seat] > 0:
            spend_from_bank(s, seat)
        else:
            spend_from_hand(s, seat)
    slot = 0
    while s.market[slot] != card:
        slot += 1
    s.market[slot] = NO_CARD
    s.bought[seat][card] += 1
    tell(s, BOUGHT, seat, card, s.cost[card])
    if s.effect[card] == SHUTTLE:
        add_ship(s, seat, UNSHIELDED)
        tell(s, JOINED, seat, card, s.ships[seat])
    else:
        put_on_discard(s, seat, card)
    s.phase = REFILL
    s.then = END_TURN


@rule
def assign(s: State, seat: int, card: int, side: int) -> None:
    """A shield goes to a ship of one's own that has none (SG-R20, SG-Q9)."""
    leave_hand(s, seat, card)
    ship = 0
    while s.side[seat][ship] != side or s.shield[seat][ship] != NO_CARD:
        ship += 1
    s.shield[seat][ship] = card
    s.points[seat][ship] = s.block[card]
    tell(s, ASSIGNED, seat, card, side)
    s.phase = END_ACTION
    if s.effect[card] == DECOY:
        s.of_drawn = 0
        owe(s, 1, DISCARDING)


@rule
def play(s: State, seat: int, card: int, target: int) -> None:
    """A rocket or a special leaves the hand, and is in play until it is resolved (SG-Q10)."""
    leave_hand(s, seat, card)
    s.in_play = card
    s.owed = 0
    s.drawn = 0
    if s.type[card] == ROCKET:
        tell(s, FIRED, seat, card, target)
        launch(s, card, target)
        return
    tell(s, PLAYED, seat, card, 0)
    effect = s.effect[card]
    s.phase = END_ACTION
    if effect == RECON:
        s.of_drawn = 1
        owe(s, 3, DISCARDING)
    elif effect == SALVAGE:
        salvage(s, seat)
    elif effect == DEALER:
        s.phase = LOOKING
    elif effect == LAST_STAND:
        s.last_stand[seat] = 1
    elif effect == SHUTTLE:
        add_ship(s, seat, UNSHIELDED)
        tell(s, JOINED, seat, card, s.ships[seat])
    elif effect == WARP:
        s.extra[seat] = 1
    elif effect == PURGE:
        ask_to_trash(s, seat, 1, END_ACTION)
    elif effect == CLEAN:
        owe(s, 1, END_ACTION)
        ask_to_trash(s, seat, 0, END_ACTION)


@rule
def salvage(s: State, seat: int) -> None:
    """One card from the discard pile to the hand, if there is one (SG-R23)."""
    if s.discard_size[seat] == 0:
        return
    if s.choices == CHOICES_ENGINE:
        found = NO_CARD
        for card in range(1, s.cards + 1):
            if s.discard[seat][card] > 0 and (found == NO_CARD or s.wanted[card] < s.wanted[found]):
                found = card
        retrieve(s, seat, found)
    else:
        s.phase = RETRIEVE
        s.asked = seat


@rule
def retrieve(s: State, seat: int, card: int) -> None:
    leave_discard(s, seat, card)
    s.hand[seat][card] += 1
    s.unseen[seat][card] += 1
    s.hand_size[seat] += 1
    s.known[seat][card] += 1
    tell(s, RETRIEVED, seat, card, 0)
    s.phase = END_ACTION


@rule
def ask_to_discard(s: State) -> None:
    """After a Decoy Drone a card from the hand, after a Recon one of those drawn (SG-R21, SG-R23)."""
    seat = s.turn
    found = NO_CARD
    for card in range(1, s.cards + 1):
        if may_discard(s, seat, card) and (found == NO_CARD or s.value[card] < s.value[found]):
            found = card
    if found == NO_CARD:
        s.phase = END_ACTION
    elif s.choices == CHOICES_ENGINE:
        discard(s, seat, found)
    else:
        s.phase = DISCARD
        s.asked = seat


@rule
def may_discard(s: State, seat: int, card: int) -> bool:
    return s.hand[seat][card] > 0 and (not s.of_drawn or (s.drawn > 0 and s.drew[seat][card] > 0))


@rule
def discard(s: State, seat: int, card: int) -> None:
    leave_hand(s, seat, card)
    put_on_discard(s, seat, card)
    tell(s, DISCARDED, seat, card, 0)
    s.phase = END_ACTION


@rule
def look(s: State) -> None:
    """An Arms Dealer sees the top cards of the AbilitiesPile and puts them back in any order (SG-R24)."""
    there = s.pile_size if s.pile_size < LOOKED_AT else LOOKED_AT
    if s.top_size < there:
        s.phase = LOOK
        return
    tell(s, LOOKED, s.turn, NO_CARD, there)
    remember_top(s)
    if there == 0:
        s.phase = END_ACTION
    elif s.choices == CHOICES_ENGINE:
        sort_top(s)
        put_back(s)
    else:
        s.phase = ORDER
        s.asked = s.turn


@rule
def remember_top(s: State) -> None:
    for place in range(LOOKED_AT):
        s.knows[s.turn][place] = s.top[place]
    s.knows_order[s.turn] = 1


@rule
def sort_top(s: State) -> None:
    """The dearest card on top; of equal cost, the first by id (SG-Q1)."""
    for end in range(s.top_size - 1, 0, -1):
        for place in range(end):
            upper, lower = s.top[place], s.top[place + 1]
            if s.cost[lower] > s.cost[upper] or (s.cost[lower] == s.cost[upper] and lower < upper):
                s.top[place] = lower
                s.top[place + 1] = upper


@rule
def put_back(s: State) -> None:
    """The top is in a new order. Who had seen it before knows the cards, but no longer their places."""
    for seat in range(s.players):
        if seat != s.turn:
            s.knows_order[seat] = 0
    remember_top(s)
    tell(s, ORDERED, s.turn, NO_CARD, s.top_size)
    s.phase = END_ACTION


@rule
def take_from_pile(s: State, card: int) -> None:
    """The top card of the AbilitiesPile is turned over for all to see."""
    s.pile[card] -= 1
    s.pile_size -= 1
    if s.top_size == 0:
        return
    s.top_size -= 1
    for place in range(LOOKED_AT - 1):
        s.top[place] = s.top[place + 1]
    s.top[LOOKED_AT - 1] = NO_CARD
    for seat in range(s.players):
        gone = 0
        while gone < LOOKED_AT and not s.knows_order[seat] and s.knows[seat][gone] != card:
            gone += 1
        for place in range(gone, LOOKED_AT):
            s.knows[seat][place] = s.knows[seat][place + 1] if place + 1 < LOOKED_AT else NO_CARD


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
