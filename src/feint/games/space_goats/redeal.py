"""Redealing Space Goats: other hands, and what lies on the market's pile, as a seat can't tell them from the true ones.

What the rules let everyone conclude is kept: cards that were seen to go into a hand are in it, and what was held when
currency was banked and debris discarded is neither. Under `choices=engine` one can conclude more (no answer: nothing to
answer with), which is not kept.
"""

from feint.core import Numbers, State, below, next_word, rule

from .cards import NO_CARD
from .state import DISCARD, LOOKED_AT, is_idle


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """Make of this a state that the seat can't tell from it."""
    for other in range(s.players):
        if other != seat:
            word = redeal_hand(s, other, word)
    redeal_top(s, seat, word)


@rule
def redeal_hand(s: State, seat: int, word: int) -> int:
    """Deal a hand anew out of the cards that nobody else has seen since; gives the last word that was used."""
    picked = total(s, s.drew[seat])
    in_recon = s.phase == DISCARD and s.of_drawn and s.asked == seat
    held = 0
    for card in range(1, s.cards + 1):
        s.hand[seat][card] = s.known[seat][card]
        s.drew[seat][card] = 0
        held += s.known[seat][card]
    fresh = min(s.fresh[seat], s.hand_size[seat] - held)
    for place in range(held, s.hand_size[seat]):
        is_fresh = place >= s.hand_size[seat] - fresh
        word = next_word(word)
        card = pick_unseen(s, seat, is_fresh, word)
        s.hand[seat][card] += 1
        if in_recon and place >= s.hand_size[seat] - picked:
            s.drew[seat][card] += 1
    return word


@rule
def total(s: State, row: Numbers) -> int:
    count = 0
    for card in range(1, s.cards + 1):
        count += row[card]
    return count


@rule
def pick_unseen(s: State, seat: int, idle_too: bool, word: int) -> int:
    """A random card of a seat's draw pile; currency and debris only if they count."""
    there = 0
    for card in range(1, s.cards + 1):
        if idle_too or not is_idle(s, card):
            there += s.unseen[seat][card] - s.hand[seat][card]
    left = below(word, there)
    for card in range(1, s.cards + 1):
        if idle_too or not is_idle(s, card):
            left -= s.unseen[seat][card] - s.hand[seat][card]
            if left < 0:
                return card
    return NO_CARD  # never reached


@rule
def redeal_top(s: State, seat: int, word: int) -> None:
    """What lies on top of the AbilitiesPile, but for what the seat has seen there; others know what they saw of it."""
    known = knows_how_many(s, seat)
    for place in range(s.top_size):
        word = next_word(word)
        s.top[place] = s.knows[seat][place] if place < known else pick_from_pile(s, place, word)
    if not s.knows_order[seat]:
        for place in range(s.top_size - 1, 0, -1):
            word = next_word(word)
            other = below(word, place + 1)
            card = s.top[place]
            s.top[place] = s.top[other]
            s.top[other] = card
    for other in range(s.players):
        if other == seat:
            continue
        word = next_word(word)
        from_place = 0 if s.knows_order[other] else below(word, max(1, s.top_size))
        for place in range(knows_how_many(s, other)):
            s.knows[other][place] = s.top[(from_place + place) % s.top_size]


@rule
def knows_how_many(s: State, seat: int) -> int:
    count = 0
    while count < LOOKED_AT and s.knows[seat][count] != NO_CARD:
        count += 1
    return count


@rule
def pick_from_pile(s: State, placed: int, word: int) -> int:
    """A random card of the AbilitiesPile that isn't among those already placed on top."""
    left = below(word, s.pile_size - placed)
    for card in range(1, s.cards + 1):
        left -= s.pile[card]
        for place in range(placed):
            if s.top[place] == card:
                left += 1
        if left < 0:
            return card
    return NO_CARD  # never reached
