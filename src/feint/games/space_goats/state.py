"""The state of Space Goats: whose turn it is, where every card is, and who may see it.

Zones are counts by card. A hand and its draw pile together are public, since anyone can count them; which of the cards
are in the hand only its owner knows, and nobody knows what comes next. The same holds for the market's pile.
"""

from feint.core import (
    State,
    amount,
    data,
    each_seat,
    hidden,
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
from feint.core.events import events, tell

from .cards import COIN, CURRENCY, DEBRIS, KINDS, NO_CARD, RECON_DRAWS, SCOUT, SHIELD, SHUTTLE

SEATS = 5
MOST_SHIPS = 12  # in one fleet
BOX_SHIPS = 16  # ship cards in the box
MOST_SHIELDS = 3  # on one ship
MOST_MARKET = 8  # cards face up
LOOKED_AT = 3  # cards that an Arms Dealer sees

# The rulings' choices.
CHOICES_PLAYERS, CHOICES_ENGINE = 0, 1
WEAR_NO, WEAR_YES = 0, 1
EMP_ANSWER_NO, EMP_ANSWER_YES = 0, 1
FIRST_P1, FIRST_TOSS = 0, 1
SEEKING_STANDARD, SEEKING_WEAKEST = 0, 1
SALVO_SPLIT, SALVO_SINGLE = 0, 1
SUPPLY_BOX, SUPPLY_UNLIMITED = 0, 1

UNSHIELDED, SHIELDED = 0, 1  # the sides of a ship

# What the game waits for: chance, ...
TOSS, FILL, DRAW, LOOK, LOSE = range(5)
# ... a choice of the seat that is asked, ...
ACT, AIM, ANSWER, HIT, TRASH, DISCARD, RETRIEVE, ORDER, WRECK = range(5, 14)
DONE = 14
# ... or nothing: what happens by itself.
(
    REFILL,
    BEGIN_TURN,
    DRAWING,
    BANK,
    STRIKE,
    NEXT_HIT,
    SPENT,
    DISCARDING,
    LOOKING,
    END_ACTION,
    END_TURN,
    NEXT_SEAT,
    END_ROUND,
    ROUND_OVER,
) = range(15, 29)

BATTLE, WRECKAGE, LIMIT = 1, 2, 3  # how a game was decided

# Things that happened, for the log; all may see them.
(
    BEGAN,
    DREW,
    BANKED,
    CLEARED,
    SHUFFLED,
    BOUGHT,
    REVEALED,
    FIRED,
    AIMED,
    STOPPED,
    ANSWERED,
    UNANSWERED,
    HELD,
    BROKE,
    FLIPPED,
    DESTROYED,
    SAVED,
    STRIPPED,
    LOST,
    SKIPS,
    SKIPPED,
    ASSIGNED,
    PLAYED,
    DISCARDED,
    RETRIEVED,
    TRASHED,
    LOOKED,
    ORDERED,
    EXTRA_LOST,
    PASSED,
    OUT,
    WRECKED,
    TOSSED,
    JOINED,
) = range(34)

# What the fields can hold at the most.


def most_owned(s: State, card: int) -> int:
    """How many of a card one player can have."""
    return int(s.starter[card] + s.for_sale[card])


def most_in_deck(s: State) -> int:
    return sum(most_owned(s, card) for card in range(KINDS))


def most_banked(s: State, card: int) -> int:
    return most_owned(s, card) if s.type[card] == CURRENCY else 0


def most_drawn(s: State) -> int:
    """Cards in one go: a new hand, or one for each Scout Ship, or what a special draws."""
    scouts = sum(most_owned(s, card) for card in range(KINDS) if s.effect[card] == SCOUT)
    return max(int(s.hand_limit) + max(0, *s.first_draw), scouts, RECON_DRAWS)


def most_ships(s: State) -> int:
    """A fleet, and what its shuttles bring."""
    shuttles = sum(most_owned(s, card) for card in range(KINDS) if s.effect[card] == SHUTTLE)
    return min(int(s.fleet[s.players]) + max(0, *s.more_ships) + shuttles, MOST_SHIPS)


def most_points(s: State, ship: int) -> int:
    return max(s.block) if ship < most_ships(s) else 0


def on_ship(s: State, card: int) -> bool:
    """Whether a card can be assigned to a ship; no card is one, too."""
    return card == NO_CARD or (s.type[card] == SHIELD and s.block[card] > 0)


def last_shield(s: State, ship: int, layer: int) -> int:
    """The highest number of a card that a ship can carry so far down."""
    there = ship < most_ships(s) and layer < s.shields
    return max(card for card in range(KINDS) if on_ship(s, card)) if there else NO_CARD


def in_market(s: State, card: int) -> bool:
    return card == NO_CARD or s.for_sale[card] > 0


def last_for_sale(s: State, there: bool) -> int:
    """The highest number of a card that the market can have in a place, if the place is there."""
    return max(card for card in range(KINDS) if in_market(s, card)) if there else NO_CARD


EACH = each_seat(SEATS)
COPIES, CARDS, DRAWN, FLAG = amount(0, most_owned), amount(0, most_in_deck), amount(0, most_drawn), amount(0, 1)
A_SHIP = label(0, lambda s: most_ships(s) - 1)
FLYING = amount(0, lambda s, ship: int(ship < most_ships(s)))
OUTER = label(NO_CARD, lambda s, ship: last_shield(s, ship, 0), on_ship)
BENEATH = label(NO_CARD, lambda s, ship, layer: last_shield(s, ship, layer + 1), on_ship)
IN_MARKET = label(NO_CARD, lambda s, slot: last_for_sale(s, slot < s.market_limit), in_market)
ON_TOP = label(NO_CARD, lambda s, place: last_for_sale(s, True), in_market)
IN_BOX = amount(0, lambda s, card: s.players * s.starter[card] + s.for_sale[card])
FOR_SALE = amount(0, lambda s, card: s.for_sale[card])

STATE = schema(
    ruling("choices"),
    ruling("players"),
    ruling("first"),
    ruling("wear"),
    ruling("emp_answer"),
    ruling("seeking"),
    ruling("turn_limit"),
    ruling("salvo"),
    ruling("shields"),
    ruling("supply"),
    ruling("banked", i2, SEATS),
    ruling("first_draw", i2, SEATS),
    ruling("more_ships", i2, SEATS),
    # The deck, by card.
    data("cards", i1),  # how many different ones there are
    data("type", i1, KINDS),
    data("effect", i1, KINDS),
    data("cost", i1, KINDS),
    data("block", i1, KINDS),  # points as an assigned shield
    data("starter", i1, KINDS),  # copies in everyone's first deck
    data("for_sale", i1, KINDS),  # copies in the AbilitiesPile
    data("value", i1, KINDS),  # rank by SG-Q1, the cheapest first
    data("wanted", i1, KINDS),  # rank in which an engine salvages, the best first
    data("hand_limit", i1),
    data("market_limit", i1),
    data("fleet", i1, SEATS + 1),  # ships each, by the number of players
    # The turn.
    public("round", i4, holds=amount(1, lambda s: s.turn_limit)),
    public("phase", i1, holds=label(TOSS, DONE)),
    public("then", i1, holds=label(TOSS, ROUND_OVER)),  # the phase that comes after the present errand
    public("first_seat", i1, holds=seat_label()),
    public("turn", i1, holds=seat_label()),  # the seat whose turn it is
    public("asked", i1, holds=seat_label()),  # the seat that owes a choice
    public("owed", i2, holds=DRAWN),  # cards still to be drawn
    public("drawn", i2, holds=DRAWN),  # cards drawn in one go so far
    private("drew", i1, SEATS, KINDS, holds=COPIES),  # and which
    public("in_play", i1, holds=label(NO_CARD, lambda s: s.cards)),  # the rocket or special that is being resolved
    public("target", i1, holds=seat_label()),
    public("hits_left", i1, holds=amount(0, 2)),
    public("from_hand", i1, holds=FLAG),  # whether a card in hand may be trashed, too
    public("of_drawn", i1, holds=FLAG),  # whether only cards just drawn may be discarded
    public("losses", i1, holds=amount(0, lambda s: s.players * most_ships(s))),  # ships destroyed in this round
    public("wrecked", i1, EACH, holds=A_SHIP),  # the ship that each offers to the wreckage
    # The fleets.
    public("ships", i1, EACH, holds=amount(0, most_ships)),
    public("side", i1, EACH, MOST_SHIPS, holds=FLYING),
    public("shield", i1, EACH, MOST_SHIPS, holds=OUTER),  # on a ship; of several, the first, which takes the hits
    public("points", i1, EACH, MOST_SHIPS, holds=amount(0, most_points)),  # that it has left
    public("beneath", i1, EACH, MOST_SHIPS, MOST_SHIELDS - 1, holds=BENEATH),  # those that come after it, all whole
    public("last_stand", i1, EACH, holds=FLAG),
    public("skip", i1, EACH, holds=FLAG),  # the next turn is lost
    public("extra", i1, EACH, holds=FLAG),  # another turn follows
    # The cards.
    private("hand", i1, SEATS, KINDS, holds=COPIES),
    public("unseen", i1, EACH, KINDS, holds=COPIES),  # hand and draw pile together
    public("hand_size", i2, EACH, holds=CARDS),
    public("draw_size", i2, EACH, holds=CARDS),
    public("discard", i1, EACH, KINDS, holds=COPIES),
    public("discard_size", i2, EACH, holds=CARDS),
    public("bank", i1, EACH, KINDS, holds=amount(0, most_banked)),
    public("bank_size", i2, EACH, holds=CARDS),
    public("trash", i1, KINDS, holds=IN_BOX),
    public("market", i1, MOST_MARKET, holds=IN_MARKET),
    public("pile", i1, KINDS, holds=FOR_SALE),  # the AbilitiesPile, its top included
    public("pile_size", i2, holds=amount(0, lambda s: sum(s.for_sale))),
    public("top_size", i1, holds=amount(0, LOOKED_AT)),  # cards on top of it that someone has looked at
    hidden("top", i1, LOOKED_AT),  # which, the top one first
    private("knows", i1, SEATS, LOOKED_AT, holds=ON_TOP),  # of which a seat knows that they are there
    public("knows_order", i1, EACH, holds=FLAG),  # and whether it knows the order
    # What others can tell about a hand (see `redeal`).
    public("known", i1, EACH, KINDS, holds=COPIES),  # cards that were seen to go into it
    public("fresh", i2, EACH, holds=CARDS),  # how many others may be currency or debris: drawn since the last banking
    # The end.
    public("bought", i1, EACH, KINDS, holds=FOR_SALE),
    public("winners", i1, holds=seat_bits()),  # as a bit mask
    public("decided_by", i1, holds=label(0, LIMIT)),
    *events(0, lambda s: max(JOINED, KINDS, s.players * most_in_deck(s))),
)


@rule
def is_idle(s: State, card: int) -> bool:
    """Whether a card leaves the hand by itself when a turn begins."""
    return s.type[card] == CURRENCY or s.type[card] == DEBRIS


@rule
def take_into_hand(s: State, seat: int, card: int) -> None:
    """The card drawn from the top of a seat's pile."""
    if s.drawn == 0:  # only now, so that what was drawn before could still be told
        for other in range(1, s.cards + 1):
            s.drew[seat][other] = 0
    s.hand[seat][card] += 1
    s.hand_size[seat] += 1
    s.draw_size[seat] -= 1
    s.fresh[seat] += 1
    s.drew[seat][card] += 1
    s.drawn += 1


@rule
def leave_hand(s: State, seat: int, card: int) -> None:
    """A card leaves a hand. All see it (SG-Q18), so all know more about what is left."""
    s.hand[seat][card] -= 1
    s.unseen[seat][card] -= 1
    s.hand_size[seat] -= 1
    if s.known[seat][card] > 0:
        s.known[seat][card] -= 1
    elif is_idle(s, card):
        s.fresh[seat] -= 1
    if s.fresh[seat] > s.hand_size[seat]:
        s.fresh[seat] = s.hand_size[seat]


@rule
def leave_drawn(s: State, seat: int, card: int) -> None:
    """A card that was just drawn leaves the hand: not one of those that were known to be in it."""
    s.hand[seat][card] -= 1
    s.unseen[seat][card] -= 1
    s.hand_size[seat] -= 1
    s.fresh[seat] -= 1


@rule
def put_on_discard(s: State, seat: int, card: int) -> None:
    s.discard[seat][card] += 1
    s.discard_size[seat] += 1


@rule
def leave_discard(s: State, seat: int, card: int) -> None:
    s.discard[seat][card] -= 1
    s.discard_size[seat] -= 1


@rule
def shuffle_discard(s: State, seat: int) -> None:
    """The discard pile becomes the draw pile (SG-R3)."""
    for card in range(1, s.cards + 1):
        s.unseen[seat][card] += s.discard[seat][card]
        s.discard[seat][card] = 0
    s.draw_size[seat] = s.discard_size[seat]
    s.discard_size[seat] = 0
    tell(s, SHUFFLED, seat, NO_CARD, 0)


@rule
def coins_in_hand(s: State, seat: int) -> int:
    coins = 0
    for card in range(1, s.cards + 1):
        if s.type[card] == CURRENCY:
            coins += s.hand[seat][card]
    return coins


@rule
def spend_from_bank(s: State, seat: int) -> int:
    """One currency card from the bank to the discard pile, a Scout Ship first (SG-Q14). Which one it was."""
    spent = NO_CARD
    for card in range(1, s.cards + 1):
        if s.bank[seat][card] > 0 and (spent == NO_CARD or (s.effect[card] == SCOUT and s.effect[spent] == COIN)):
            spent = card
    s.bank[seat][spent] -= 1
    s.bank_size[seat] -= 1
    put_on_discard(s, seat, spent)
    return spent


@rule
def spend_from_hand(s: State, seat: int) -> None:
    """The same from the hand, when the bank is empty (SG-R8)."""
    spent = NO_CARD
    for card in range(1, s.cards + 1):
        if s.type[card] == CURRENCY and s.hand[seat][card] > 0:
            if spent == NO_CARD or (s.effect[card] == SCOUT and s.effect[spent] == COIN):
                spent = card
    leave_hand(s, seat, spent)
    put_on_discard(s, seat, spent)


@rule
def living(s: State) -> int:
    """How many players have a ship."""
    count = 0
    for seat in range(s.players):
        if s.ships[seat] > 0:
            count += 1
    return count


@rule
def ship_is_free(s: State, seat: int) -> bool:
    """Whether there is a ship card that is in no fleet (SG-Q23), and room for it."""
    if s.ships[seat] == MOST_SHIPS:
        return False
    ships = 0
    for seat in range(s.players):
        ships += s.ships[seat]
    return s.supply == SUPPLY_UNLIMITED or ships < BOX_SHIPS


@rule
def place_of(s: State, seat: int) -> int:
    """How many players go before this one in a round."""
    return (seat + s.players - s.first_seat) % s.players


@rule
def start_unevenly(s: State) -> None:
    """What a designer gives some players, and others not, when the first one is known (SG-Q24, SG-Q26)."""
    for seat in range(s.players):
        place = place_of(s, seat)
        for card in range(1, s.cards + 1):
            while s.effect[card] == COIN and s.unseen[seat][card] > 0 and s.bank_size[seat] < s.banked[place]:
                s.unseen[seat][card] -= 1
                s.draw_size[seat] -= 1
                s.bank[seat][card] += 1
                s.bank_size[seat] += 1
        fleet = min(max(1, s.fleet[s.players] + s.more_ships[place]), MOST_SHIPS)
        while s.ships[seat] < fleet:
            add_ship(s, seat, SHIELDED)
        while s.ships[seat] > fleet:
            remove_ship(s, seat, s.ships[seat] - 1)


@rule
def add_ship(s: State, seat: int, side: int) -> None:
    """Another ship, without a shield."""
    s.side[seat][s.ships[seat]] = side
    s.ships[seat] += 1


@rule
def remove_ship(s: State, seat: int, ship: int) -> None:
    """Ships have no order: the last one takes the place of the one that is gone."""
    last = s.ships[seat] - 1
    s.side[seat][ship] = s.side[seat][last]
    s.shield[seat][ship] = s.shield[seat][last]
    s.points[seat][ship] = s.points[seat][last]
    s.side[seat][last] = 0
    s.shield[seat][last] = NO_CARD
    s.points[seat][last] = 0
    for layer in range(s.shields - 1):
        s.beneath[seat][ship][layer] = s.beneath[seat][last][layer]
        s.beneath[seat][last][layer] = NO_CARD
    s.ships[seat] = last


@rule
def same_ship(s: State, seat: int, one: int, other: int) -> bool:
    """Whether two ships of a fleet are alike, so that they are one choice."""
    for layer in range(s.shields - 1):
        if s.beneath[seat][one][layer] != s.beneath[seat][other][layer]:
            return False
    return (
        s.side[seat][one] == s.side[seat][other]
        and s.shield[seat][one] == s.shield[seat][other]
        and s.points[seat][one] == s.points[seat][other]
    )


@rule
def first_alike(s: State, seat: int, ship: int) -> int:
    """The first ship of a fleet that is like this one: it stands for all of them."""
    first = 0
    while not same_ship(s, seat, first, ship):
        first += 1
    return first


@rule
def shields_on(s: State, seat: int, ship: int) -> int:
    """How many shields a ship carries."""
    if s.shield[seat][ship] == NO_CARD:
        return 0
    count = 1
    for layer in range(s.shields - 1):
        if s.beneath[seat][ship][layer] != NO_CARD:
            count += 1
    return count


@rule
def shield_points(s: State, seat: int, ship: int) -> int:
    """The points that are left of all shields on a ship."""
    points = s.points[seat][ship]
    for layer in range(s.shields - 1):
        points += s.block[s.beneath[seat][ship][layer]]
    return points
