"""Rockets and what stops them: answers from the hand, shields, sides, and the last stand (SG-R11 to SG-R19)."""

from feint.core import State, rule
from feint.core.events import tell

from .cards import (
    AEGIS,
    BARRAGE,
    EMP,
    NO_CARD,
    OVERLOAD,
    PHASE,
    PIERCING,
    REACTIVE,
    SALVO,
    SEEKING,
    SHATTER,
    TWIN,
    WEAK,
)
from .state import (
    AIM,
    ANSWER,
    ANSWERED,
    BROKE,
    CHOICES_ENGINE,
    DESTROYED,
    DRAWING,
    EMP_ANSWER_NO,
    END_ACTION,
    FLIPPED,
    HELD,
    HIT,
    LOSE,
    LOST,
    NEXT_HIT,
    OUT,
    SALVO_SPLIT,
    SAVED,
    SEEKING_WEAKEST,
    SHIELDED,
    SKIPS,
    SPENT,
    STRIKE,
    STRIPPED,
    TRASH,
    TRASHED,
    UNANSWERED,
    UNSHIELDED,
    WEAR_NO,
    leave_discard,
    leave_hand,
    living,
    put_on_discard,
    remove_ship,
    shield_points,
    spend_from_bank,
)

NOTHING = -1  # where no shield stops a rocket


@rule
def is_reactive(s: State, card: int) -> bool:
    return s.effect[card] == REACTIVE or s.effect[card] == AEGIS


@rule
def sweeps(effect: int) -> bool:
    """Whether a rocket hits every opponent."""
    return effect in (BARRAGE, OVERLOAD)


@rule
def next_opponent(s: State, after: int) -> int:
    """The next living seat after one, in seat order; the attacker itself when all have been passed."""
    seat = (after + 1) % s.players
    while seat != s.turn and s.ships[seat] == 0:
        seat = (seat + 1) % s.players
    return seat


@rule
def launch(s: State, card: int, target: int) -> None:
    """A rocket is in play, at its first target. Salvos have two hits, an Overload two for each opponent (SG-Q7)."""
    effect = s.effect[card]
    s.target = next_opponent(s, s.turn) if sweeps(effect) else target
    s.hits_left = 2 if effect in (SALVO, TWIN, OVERLOAD) else 1
    s.phase = STRIKE


@rule
def strike(s: State) -> None:
    """The target may answer from its hand before anything happens (SG-R11)."""
    if s.effect[s.in_play] == EMP and s.emp_answer == EMP_ANSWER_NO:
        land(s)
    elif s.choices == CHOICES_ENGINE:
        for card in range(1, s.cards + 1):
            if is_reactive(s, card) and s.hand[s.target][card] > 0:
                answer(s, card)
                return
        answer(s, NO_CARD)
    else:
        s.phase = ANSWER
        s.asked = s.target


@rule
def answer(s: State, card: int) -> None:
    """The target blocks the hit with a card that is trashed, or lets it come."""
    if card == NO_CARD:
        tell(s, UNANSWERED, s.target, NO_CARD, 0)
        land(s)
        return
    leave_hand(s, s.target, card)
    s.trash[card] += 1
    tell(s, ANSWERED, s.target, card, 0)
    s.phase = NEXT_HIT
    if s.effect[card] == AEGIS:
        ask_to_trash(s, s.target, 1, NEXT_HIT)


@rule
def ask_to_trash(s: State, seat: int, from_hand: int, then: int) -> None:
    """Someone trashes a card, if there is one; after that comes what is owed to be drawn, and then `then`."""
    s.from_hand = from_hand
    s.then = then
    s.phase = DRAWING
    if s.discard_size[seat] == 0 and (s.hand_size[seat] == 0 or not from_hand):
        return
    s.asked = seat
    if s.choices == CHOICES_ENGINE:
        card = cheapest(s, seat, from_hand)
        trash(s, seat, card, 0 if s.discard[seat][card] > 0 else 1)
    else:
        s.phase = TRASH


@rule
def cheapest(s: State, seat: int, from_hand: int) -> int:
    """The card of the lowest value in the discard pile, and in the hand if that counts (SG-Q1)."""
    found = NO_CARD
    for card in range(1, s.cards + 1):
        if s.discard[seat][card] > 0 or (from_hand and s.hand[seat][card] > 0):
            if found == NO_CARD or s.value[card] < s.value[found]:
                found = card
    return found


@rule
def trash(s: State, seat: int, card: int, from_hand: int) -> None:
    if from_hand:
        leave_hand(s, seat, card)
    else:
        leave_discard(s, seat, card)
    s.trash[card] += 1
    tell(s, TRASHED, seat, card, from_hand)
    s.phase = DRAWING


@rule
def land(s: State) -> None:
    """The hit comes through: its target says which ship it meets (SG-R12); an EMP takes all shields (SG-R18)."""
    effect = s.effect[s.in_play]
    if effect == EMP:
        strip(s, s.target)
        s.phase = NEXT_HIT
    elif s.choices == CHOICES_ENGINE:
        take_hit(s, s.target, engine_ship(s, s.target, effect), effect)
        s.phase = NEXT_HIT
    else:
        s.phase = HIT
        s.asked = s.target


@rule
def strip(s: State, seat: int) -> None:
    stripped = 0
    for ship in range(s.ships[seat]):
        while s.shield[seat][ship] != NO_CARD:
            drop_shield(s, seat, ship, 0)
            stripped += 1
    tell(s, STRIPPED, seat, NO_CARD, stripped)


@rule
def shield_at(s: State, seat: int, ship: int, layer: int) -> int:
    """A ship's shields in the order in which they take hits, the first of them 0."""
    return s.shield[seat][ship] if layer == 0 else s.beneath[seat][ship][layer - 1]


@rule
def drop_shield(s: State, seat: int, ship: int, layer: int) -> None:
    """An assigned shield goes to the trash, and those beneath it move up."""
    s.trash[shield_at(s, seat, ship, layer)] += 1
    if layer == 0:
        s.shield[seat][ship] = s.beneath[seat][ship][0]
        s.points[seat][ship] = s.block[s.beneath[seat][ship][0]]
        layer = 1
    for place in range(layer - 1, s.shields - 1):
        s.beneath[seat][ship][place] = s.beneath[seat][ship][place + 1] if place + 2 < s.shields else NO_CARD


@rule
def can_block(s: State, shield: int, effect: int) -> bool:
    """Whether an assigned shield stops a rocket: nothing but a Phase Shield stops a piercing one (SG-R14)."""
    return shield != NO_CARD and (effect != PIERCING or s.effect[shield] == PHASE)


@rule
def blocking(s: State, seat: int, ship: int, effect: int) -> int:
    """Which shield of a ship stops a rocket: the first that can (SG-Q9). NOTHING if none does."""
    for layer in range(s.shields):
        if can_block(s, shield_at(s, seat, ship, layer), effect):
            return layer
    return NOTHING


@rule
def take_hit(s: State, seat: int, ship: int, effect: int) -> None:
    """What a hit does to a ship: wears its shield, else flips it, else destroys it."""
    layer = blocking(s, seat, ship, effect)
    if layer != NOTHING:
        shield = shield_at(s, seat, ship, layer)
        points = 0  # of a Phase Shield beneath others, which a piercing rocket has found
        if layer == 0:
            if effect != WEAK or s.wear != WEAR_NO:
                s.points[seat][ship] -= 1
            points = s.points[seat][ship]
        tell(s, HELD if points > 0 else BROKE, seat, shield, points)
        if points == 0:
            drop_shield(s, seat, ship, layer)
    elif s.side[seat][ship] == SHIELDED:
        s.side[seat][ship] = UNSHIELDED
        tell(s, FLIPPED, seat, NO_CARD, 0)
    elif s.ships[seat] == 1 and s.last_stand[seat]:
        s.last_stand[seat] = 0
        tell(s, SAVED, seat, NO_CARD, 0)
    else:
        while s.shield[seat][ship] != NO_CARD:
            drop_shield(s, seat, ship, 0)
        remove_ship(s, seat, ship)
        s.losses += 1
        tell(s, DESTROYED, seat, NO_CARD, s.ships[seat])
        if s.ships[seat] == 0:
            tell(s, OUT, seat, NO_CARD, 0)


@rule
def weakness(s: State, seat: int, ship: int) -> int:
    """How weak a ship is, the weakest 0 (SG-Q6): unshielded and bare, bare, then by the points of its shield."""
    if s.shield[seat][ship] == NO_CARD:
        return 1 if s.side[seat][ship] == SHIELDED else 0
    return 1 + shield_points(s, seat, ship)


@rule
def may_be_hit(s: State, seat: int, ship: int, effect: int) -> bool:
    """Whether a rocket can land on a ship: all can be hit, but by a Seeking Rocket, perhaps, only the weakest."""
    if effect == SEEKING and s.seeking == SEEKING_WEAKEST:
        for other in range(s.ships[seat]):
            if weakness(s, seat, other) < weakness(s, seat, ship):
                return False
    return True


@rule
def engine_ship(s: State, seat: int, effect: int) -> int:
    """The ship that the author's program gives to a hit (SG-Q1)."""
    best, best_rank = 0, 1 << 30
    for ship in range(s.ships[seat]):
        flips, layer = s.side[seat][ship] == SHIELDED, blocking(s, seat, ship, effect)
        if layer != NOTHING:  # the fewest points; of equal ones the first by id; rather one that could flip
            shield = shield_at(s, seat, ship, layer)
            points = s.points[seat][ship] if layer == 0 else s.block[shield]
            rank = points * 1000 + shield * 2 + (0 if flips else 1)
        else:
            rank = ((1 << 20) if flips else (1 << 21)) + s.shield[seat][ship] * 1000 + s.points[seat][ship]
        if rank < best_rank and may_be_hit(s, seat, ship, effect):
            best, best_rank = ship, rank
    return best


@rule
def next_hit(s: State) -> None:
    """One hit is done. On to the next one, if the rocket has more (SG-Q7)."""
    effect = s.effect[s.in_play]
    s.hits_left -= 1
    s.phase = SPENT
    if sweeps(effect):
        if s.hits_left == 0 or s.ships[s.target] == 0:
            s.target = next_opponent(s, s.target)
            s.hits_left = 2 if effect == OVERLOAD else 1
        if s.target != s.turn:
            s.phase = STRIKE
    elif s.hits_left > 0 and (s.ships[s.target] > 0 or (s.salvo == SALVO_SPLIT and living(s) > 1)):
        s.phase = AIM
        s.asked = s.turn


@rule
def spent(s: State) -> None:
    """What a rocket costs the attacker when all its hits are done, blocked or not (SG-R16, SG-R17, SG-Q8)."""
    effect = s.effect[s.in_play]
    s.phase = END_ACTION
    if effect == SALVO and s.bank_size[s.turn] > 0:
        lost = spend_from_bank(s, s.turn)
        tell(s, LOST, s.turn, lost, 1)
    elif effect == OVERLOAD:
        s.skip[s.turn] = 1
        tell(s, SKIPS, s.turn, NO_CARD, 0)
    elif effect == SHATTER and s.hand_size[s.turn] > 0:
        s.phase = LOSE


@rule
def lose(s: State, card: int) -> None:
    """The random card that a Shatter Rocket costs."""
    leave_hand(s, s.turn, card)
    put_on_discard(s, s.turn, card)
    tell(s, LOST, s.turn, card, 0)
    s.phase = END_ACTION
