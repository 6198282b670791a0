"""Actions of Space Goats: buying, assigning a shield, and what the specials do (SG-R8 to SG-R10, SG-R20 to SG-R27)."""

from feint.core import State, rule
from feint.core.events import tell

from .battle import ask_to_trash, launch
from .cards import (
    CLEAN,
    DEALER,
    DECOY,
    LAST_STAND,
    NO_CARD,
    PURGE,
    RECON,
    RECON_DRAWS,
    ROCKET,
    SALVAGE,
    SHUTTLE,
    WARP,
)
from .state import (
    ASSIGNED,
    BOUGHT,
    CHOICES_ENGINE,
    DISCARD,
    DISCARDED,
    DISCARDING,
    DRAWING,
    END_ACTION,
    END_TURN,
    FIRED,
    JOINED,
    LOOK,
    LOOKED,
    LOOKED_AT,
    LOOKING,
    ORDER,
    ORDERED,
    PLAYED,
    REFILL,
    RETRIEVE,
    RETRIEVED,
    UNSHIELDED,
    add_ship,
    leave_discard,
    leave_drawn,
    leave_hand,
    put_on_discard,
    shields_on,
    spend_from_bank,
    spend_from_hand,
)


@rule
def owe(s: State, cards: int, then: int) -> None:
    """The seat whose turn it is draws so many cards, if it has them; then comes `then`."""
    s.owed = cards if cards > 0 else 0
    s.then = then
    s.phase = DRAWING
    s.drawn = 0


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
def assign(s: State, seat: int, card: int, ship: int) -> None:
    """A shield goes to a ship of one's own that has room for it (SG-R20), beneath those that are there (SG-Q9)."""
    leave_hand(s, seat, card)
    layers = shields_on(s, seat, ship)
    if layers == 0:
        s.shield[seat][ship] = card
        s.points[seat][ship] = s.block[card]
    else:
        s.beneath[seat][ship][layers - 1] = card
    tell(s, ASSIGNED, seat, card, s.side[seat][ship])
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
        owe(s, RECON_DRAWS, DISCARDING)
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
    if s.of_drawn:
        leave_drawn(s, seat, card)
    else:
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
