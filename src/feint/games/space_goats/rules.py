"""Space Goats: fleets of goats buy rockets and shields, and shoot at each other until one fleet is left.

`state.py` says what there is to know, and who may know it; `turn.py`, `actions.py` and `battle.py` what follows from a
choice. Here are the choices themselves, and what is left to chance.
"""

from feint.core import CHANCE, OVER, Limits, Numbers, State, equally, rule
from feint.core.events import tell

from .actions import assign, buy, discard, may_discard, play, put_back, retrieve, take_from_pile
from .battle import answer, is_reactive, lose, may_be_hit, sweeps, take_hit, trash
from .cards import KINDS, MOST_CARDS, NO_CARD, RECON_DRAWS, ROCKET, SCOUT, SHIELD, SHUTTLE, SPECIAL, WARP
from .redeal import redeal
from .state import (
    ACT,
    AIM,
    AIMED,
    ANSWER,
    BEGIN_TURN,
    CHOICES_ENGINE,
    DISCARD,
    DONE,
    DRAW,
    DRAWING,
    END_TURN,
    FILL,
    FIRST_TOSS,
    HIT,
    LOOK,
    LOOKED_AT,
    LOOKING,
    LOSE,
    MOST_SHIPS,
    NEXT_HIT,
    ORDER,
    PASSED,
    REFILL,
    RETRIEVE,
    REVEALED,
    SALVO_SPLIT,
    SEATS,
    SHIELDED,
    SPENT,
    STATE,
    STOPPED,
    STRIKE,
    TOSS,
    TOSSED,
    TRASH,
    WRECK,
    add_ship,
    coins_in_hand,
    first_alike,
    shields_on,
    ship_is_free,
    start_unevenly,
    take_into_hand,
)
from .turn import first_living, go_on, move_on, moving, wreck

__all__ = [
    "ACTIONS",
    "OUTCOMES",
    "STATE",
    "apply",
    "chance",
    "go_on",
    "legal",
    "limits",
    "move_on",
    "moving",
    "pending",
    "redeal",
    "score",
    "settle",
    "setup",
]

# Choices, by number. To each of these is added a card (from 1), a seat, a ship (the first of those alike) or an order.
PASS = 0
BUY = 0
PLAY = BUY + MOST_CARDS
FIRE = PLAY + KINDS  # + (card - 1) * SEATS + seat
ASSIGN = FIRE + MOST_CARDS * SEATS  # + (card - 1) * MOST_SHIPS + ship
AIM_AT = ASSIGN + MOST_CARDS * MOST_SHIPS
STOP = AIM_AT + SEATS
NO_ANSWER = STOP + 1  # + card for an answer
HIT_SHIP = NO_ANSWER + KINDS
DISCARD_CARD = HIT_SHIP + MOST_SHIPS - 1
RETRIEVE_CARD = DISCARD_CARD + MOST_CARDS
TRASH_CARD = RETRIEVE_CARD + KINDS  # + (card - 1) * 2, + 1 if it is in the hand
PUT_BACK = TRASH_CARD + MOST_CARDS * 2
ACTIONS = PUT_BACK + 6

OUTCOMES = KINDS  # a card; or a seat, for the toss
PURPOSES = 3 + 2 * SEATS

ORDERS = (0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0)  # the ways to put back three cards, three numbers each


@rule
def setup(s: State) -> None:
    s.round = 1
    for seat in range(s.players):
        for _ in range(s.fleet[s.players]):
            add_ship(s, seat, SHIELDED)
        for card in range(1, s.cards + 1):
            s.unseen[seat][card] = s.starter[card]
            s.draw_size[seat] += s.starter[card]
    for card in range(1, s.cards + 1):
        s.pile[card] = s.for_sale[card]
        s.pile_size += s.for_sale[card]
    s.phase = TOSS if s.first == FIRST_TOSS else REFILL
    if s.phase == REFILL:
        start_unevenly(s)
    s.then = BEGIN_TURN
    go_on(s)


@rule
def pending(s: State) -> int:
    if s.phase < ACT:
        return CHANCE
    if s.phase == DONE:
        return OVER
    return 1 << s.asked


@rule
def chance(s: State, weights: Numbers) -> int:
    if s.phase == TOSS:
        return equally(s.players)
    weights[NO_CARD] = 0
    for card in range(1, s.cards + 1):
        if s.phase == DRAW:
            weights[card] = s.unseen[s.turn][card] - s.hand[s.turn][card]
        elif s.phase == LOSE:
            weights[card] = s.hand[s.turn][card]
        else:
            weights[card] = s.pile[card]
    if s.phase == FILL and s.top_size > 0:  # someone has looked: it is what was put there
        for card in range(1, s.cards + 1):
            weights[card] = 1 if card == s.top[0] else 0
    elif s.phase == LOOK:
        for place in range(s.top_size):
            weights[s.top[place]] -= 1
    return s.cards + 1


@rule
def purpose(s: State) -> int:
    """The toss, a card of the AbilitiesPile, or a card of a seat's own."""
    if s.phase == TOSS:
        return 0
    if s.phase == FILL:
        return 1
    if s.phase == LOOK:
        return 2
    return 3 + 2 * s.turn + (1 if s.phase == LOSE else 0)


@rule
def settle(s: State, outcome: int) -> None:
    s.told = 0
    if s.phase == TOSS:
        s.first_seat = outcome
        s.turn = outcome
        tell(s, TOSSED, outcome, NO_CARD, 0)
        start_unevenly(s)
        s.phase = REFILL
    elif s.phase == FILL:
        take_from_pile(s, outcome)
        slot = 0
        while s.market[slot] != NO_CARD:
            slot += 1
        s.market[slot] = outcome
        tell(s, REVEALED, s.turn, outcome, 0)
        s.phase = REFILL
    elif s.phase == DRAW:
        take_into_hand(s, s.turn, outcome)
        s.owed -= 1
        s.phase = DRAWING
    elif s.phase == LOOK:
        s.top[s.top_size] = outcome
        s.top_size += 1
        s.phase = LOOKING
    else:
        lose(s, outcome)
    go_on(s)


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    if s.phase == ACT:
        return legal_actions(s, seat, out)
    count = 0
    if s.phase == AIM:
        for other in range(s.players):
            if other != seat and s.ships[other] > 0 and (s.salvo == SALVO_SPLIT or other == s.target):
                out[count] = AIM_AT + other
                count += 1
        if s.choices != CHOICES_ENGINE:
            out[count] = STOP
            count += 1
    elif s.phase == HIT or s.phase == WRECK:
        count = legal_ships(s, seat, out)
    elif s.phase == ORDER:
        count = legal_orders(s, seat, out)
    else:
        if s.phase == ANSWER:
            out[count] = NO_ANSWER
            count += 1
        for card in range(1, s.cards + 1):
            if s.phase == ANSWER and s.hand[seat][card] > 0 and is_reactive(s, card):
                out[count] = NO_ANSWER + card
                count += 1
            elif s.phase == DISCARD and may_discard(s, seat, card):
                out[count] = DISCARD_CARD + card
                count += 1
            elif s.phase == RETRIEVE and s.discard[seat][card] > 0:
                out[count] = RETRIEVE_CARD + card
                count += 1
            elif s.phase == TRASH:
                if s.discard[seat][card] > 0:
                    out[count] = TRASH_CARD + (card - 1) * 2
                    count += 1
                if s.from_hand and s.hand[seat][card] > 0:
                    out[count] = TRASH_CARD + (card - 1) * 2 + 1
                    count += 1
    return count


@rule
def legal_actions(s: State, seat: int, out: Numbers) -> int:
    """The one action of a turn (SG-R6): play a card, buy one, or pass."""
    count = 0
    for card in range(1, s.cards + 1):
        if s.hand[seat][card] == 0:
            continue
        if s.type[card] == SPECIAL or (s.type[card] == ROCKET and sweeps(s.effect[card])):
            if s.effect[card] != SHUTTLE or ship_is_free(s, seat):
                out[count] = PLAY + card
                count += 1
        elif s.type[card] == ROCKET:
            for other in range(s.players):
                if other != seat and s.ships[other] > 0:
                    out[count] = FIRE + (card - 1) * SEATS + other
                    count += 1
        elif s.type[card] == SHIELD and not is_reactive(s, card):
            count = legal_assignments(s, seat, card, out, count)
    coins = s.bank_size[seat] + coins_in_hand(s, seat)
    for slot in range(s.market_limit):
        card = s.market[slot]
        if card != NO_CARD and s.cost[card] <= coins and (s.effect[card] != SHUTTLE or ship_is_free(s, seat)):
            earlier = 0
            while s.market[earlier] != card:
                earlier += 1
            if earlier == slot:  # two of a kind are one choice
                out[count] = BUY + card
                count += 1
    if count == 0 or s.choices != CHOICES_ENGINE:
        out[count] = PASS
        count += 1
    return count


@rule
def legal_assignments(s: State, seat: int, card: int, out: Numbers, count: int) -> int:
    """The ships that have room for a shield, those alike as one choice: unshielded ones first, then by their shields.

    The author's program takes the first of them (SG-Q1).
    """
    for side in range(2):
        for shields in range(s.shields):
            for ship in range(s.ships[seat]):
                if s.side[seat][ship] == side and shields_on(s, seat, ship) == shields:
                    if first_alike(s, seat, ship) == ship:
                        out[count] = ASSIGN + (card - 1) * MOST_SHIPS + ship
                        count += 1
                        if s.choices == CHOICES_ENGINE:
                            return count
    return count


@rule
def legal_ships(s: State, seat: int, out: Numbers) -> int:
    """The ships that can be hit, those alike as one choice."""
    count = 0
    effect = s.effect[s.in_play]  # none, for wreckage
    for ship in range(s.ships[seat]):
        if first_alike(s, seat, ship) == ship and may_be_hit(s, seat, ship, effect):
            out[count] = HIT_SHIP + ship
            count += 1
    return count


@rule
def legal_orders(s: State, seat: int, out: Numbers) -> int:
    """The orders in which the top cards can be put back, those alike as one choice."""
    count = 0
    for order in range(6):
        fresh = True
        for place in range(s.top_size, LOOKED_AT):
            if ORDERS[3 * order + place] != place:
                fresh = False
        for earlier in range(order):
            same = True
            for place in range(LOOKED_AT):
                if s.knows[seat][ORDERS[3 * order + place]] != s.knows[seat][ORDERS[3 * earlier + place]]:
                    same = False
            if same:
                fresh = False
        if fresh:
            out[count] = PUT_BACK + order
            count += 1
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    if s.phase == ACT:
        act(s, seat, action)
    elif s.phase == AIM:
        if action == STOP:
            tell(s, STOPPED, seat, NO_CARD, 0)
            s.phase = SPENT
        else:
            s.target = action - AIM_AT
            tell(s, AIMED, seat, s.in_play, s.target)
            s.phase = STRIKE
    elif s.phase == ANSWER:
        answer(s, action - NO_ANSWER)
    elif s.phase == HIT:
        take_hit(s, seat, action - HIT_SHIP, s.effect[s.in_play])
        s.phase = NEXT_HIT
    elif s.phase == TRASH:
        number = action - TRASH_CARD
        trash(s, seat, number // 2 + 1, number % 2)
    elif s.phase == DISCARD:
        discard(s, seat, action - DISCARD_CARD)
    elif s.phase == RETRIEVE:
        retrieve(s, seat, action - RETRIEVE_CARD)
    elif s.phase == ORDER:
        order = action - PUT_BACK
        first, second, third = s.top[0], s.top[1], s.top[2]
        for place in range(LOOKED_AT):
            which = ORDERS[3 * order + place]
            s.top[place] = first if which == 0 else second if which == 1 else third
        put_back(s)
    else:
        s.wrecked[seat] = action - HIT_SHIP
        if seat == first_living(s, 0):
            s.asked = first_living(s, seat + 1)
        else:
            wreck(s)
    go_on(s)


@rule
def act(s: State, seat: int, action: int) -> None:
    if action == PASS:
        tell(s, PASSED, seat, NO_CARD, 0)
        s.phase = END_TURN
    elif action <= PLAY:
        buy(s, seat, action - BUY)
    elif action < FIRE:
        play(s, seat, action - PLAY, seat)
    elif action < ASSIGN:
        number = action - FIRE
        play(s, seat, number // SEATS + 1, number % SEATS)
    else:
        number = action - ASSIGN
        assign(s, seat, number // MOST_SHIPS + 1, number % MOST_SHIPS)


@rule
def score(s: State, out: Numbers) -> None:
    for seat in range(s.players):
        out[seat] = s.winners >> seat & 1


def limits(s: State) -> Limits:
    """By the rounds there are. A Warp Drive gives another turn once, for it is trashed."""
    cards = range(1, s.cards + 1)
    warps = sum(s.players * s.starter[card] + s.for_sale[card] for card in cards if s.effect[card] == WARP)
    scouts = sum(s.starter[card] + s.for_sale[card] for card in cards if s.effect[card] == SCOUT)
    turns = s.turn_limit * s.players + warps
    if s.choices == CHOICES_ENGINE:
        a_turn, wreckage = 2, 0  # the action, and where the second hit goes
    else:
        # The action and a second target, or two hits on everyone; and for each hit an answer and a ship or what an
        # Aegis trashes.
        a_turn, wreckage = max(6, 1 + 4 * (s.players - 1)), 2
    # In a turn, its action included.
    draws = s.hand_limit + max(0, *s.first_draw) + scouts + max(RECON_DRAWS, LOOKED_AT)
    toss = s.first == FIRST_TOSS
    return Limits(
        turns * a_turn + s.turn_limit * wreckage,
        draws=toss + sum(s.for_sale[card] for card in cards) + turns * draws,
        outcomes=OUTCOMES,
    )
