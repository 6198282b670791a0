"""The state of Space Goats: whose turn it is, where every card is, and who may see it.

Zones are counts by card. A hand and its draw pile together are public, since anyone can count them; which of the cards
are in the hand only its owner knows, and nobody knows what comes next. The same holds for the market's pile.
"""

from feint.core import State, data, hidden, i1, i2, i4, private, public, rule, ruling, schema
from feint.core.events import events, tell

from .cards import COIN, CURRENCY, DEBRIS, KINDS, NO_CARD, SCOUT

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
    public("round", i4),
    public("phase", i1),
    public("then", i1),  # the phase that comes after the present errand
    public("first_seat", i1),
    public("turn", i1),  # the seat whose turn it is
    public("asked", i1),  # the seat that owes a choice
    public("owed", i2),  # cards still to be drawn
    public("drawn", i2),  # cards drawn in one go so far
    private("drew", i1, SEATS, KINDS),  # and which
    public("in_play", i1),  # the rocket or special that is being resolved
    public("target", i1),
    public("hits_left", i1),
    public("from_hand", i1),  # whether a card in hand may be trashed, too
    public("of_drawn", i1),  # whether only cards just drawn may be discarded
    public("losses", i1),  # ships destroyed in this round
    public("wrecked", i1, SEATS),  # the ship that each offers to the wreckage
    # The fleets.
    public("ships", i1, SEATS),
    public("side", i1, SEATS, MOST_SHIPS),
    public("shield", i1, SEATS, MOST_SHIPS),  # the card assigned to a ship; of several, the first, which takes the hits
    public("points", i1, SEATS, MOST_SHIPS),  # that it has left
    public("beneath", i1, SEATS, MOST_SHIPS, MOST_SHIELDS - 1),  # those that come after it, all of them whole
    public("last_stand", i1, SEATS),
    public("skip", i1, SEATS),  # the next turn is lost
    public("extra", i1, SEATS),  # another turn follows
    # The cards.
    private("hand", i1, SEATS, KINDS),
    public("unseen", i1, SEATS, KINDS),  # hand and draw pile together
    public("hand_size", i2, SEATS),
    public("draw_size", i2, SEATS),
    public("discard", i1, SEATS, KINDS),
    public("discard_size", i2, SEATS),
    public("bank", i1, SEATS, KINDS),
    public("bank_size", i2, SEATS),
    public("trash", i1, KINDS),
    public("market", i1, MOST_MARKET),
    public("pile", i1, KINDS),  # the AbilitiesPile, its top included
    public("pile_size", i2),
    public("top_size", i1),  # cards on top of it that someone has looked at
    hidden("top", i1, LOOKED_AT),  # which, the top one first
    private("knows", i1, SEATS, LOOKED_AT),  # of which a seat knows that they are there
    public("knows_order", i1, SEATS),  # and whether it knows the order
    # What others can tell about a hand (see `redeal`).
    public("known", i1, SEATS, KINDS),  # cards that were seen to go into it
    public("fresh", i2, SEATS),  # how many of the others may be currency or debris: those drawn since the last banking
    # The end.
    public("bought", i1, SEATS, KINDS),
    public("winners", i1),  # as a bit mask
    public("decided_by", i1),
    *events(),
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
