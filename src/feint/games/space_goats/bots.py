"""The bots of Space Goats. `trader` is a fixed policy: fire at the weakest fleet, put shields up, buy what fires more.

`miser` does so with a thinner deck: there is one action a turn, and few cards are worth one. It wins 7 duels of 10.

Like every bot it is given what its seat may see, and 0 for the rest. It scores each choice and takes the best, one of
equal ones at random, so that nobody is shot at for sitting in a certain seat.
"""

from feint.core import Numbers, State, rule
from feint.core.greedy import greedy_by

from . import rules as r
from .battle import NOTHING, blocking
from .cards import (
    AEGIS,
    BARRAGE,
    CLEAN,
    DEALER,
    DECOY,
    EMP,
    LAST_STAND,
    NO_CARD,
    OVERLOAD,
    PHASE,
    PIERCING,
    PLATE,
    PURGE,
    REACTIVE,
    RECON,
    SALVAGE,
    SALVO,
    SEEKING,
    SHATTER,
    SHUTTLE,
    STANDARD,
    TWIN,
    WARP,
    WEAK,
)
from .state import (
    DISCARD,
    LOOKED_AT,
    MOST_SHIPS,
    ORDER,
    RETRIEVE,
    SEATS,
    SHIELDED,
    TRASH,
    WEAR_NO,
    living,
    shield_points,
)

# What a card is worth by its effect: using it with two fleets left and with more, then buying it, likewise. Passing is
# worth 0, and less than buying anything. Set by hand: double hits before single ones, rockets before shields before
# specials, and what sweeps over everyone where there are many.
WORTH = {
    WEAK: (40, 40, 1, 1),
    STANDARD: (60, 60, 20, 20),
    SEEKING: (60, 60, 20, 20),
    PIERCING: (70, 70, 22, 22),
    EMP: (10, 10, 2, 2),  # using it: for each point of a shield but one
    SHATTER: (60, 60, 18, 18),
    SALVO: (90, 90, 26, 26),
    TWIN: (95, 95, 30, 30),
    BARRAGE: (60, 110, 20, 32),
    OVERLOAD: (80, 100, 24, 28),
    PLATE: (30, 30, 10, 10),
    DECOY: (32, 32, 9, 9),
    PHASE: (34, 34, 12, 12),
    REACTIVE: (0, 0, 8, 8),
    AEGIS: (0, 0, 8, 8),
    RECON: (45, 45, 5, 5),
    SALVAGE: (42, 42, 4, 4),
    DEALER: (1, 1, 1, 1),
    LAST_STAND: (50, 50, 12, 12),
    SHUTTLE: (50, 50, 15, 15),
    WARP: (100, 100, 6, 6),
    PURGE: (5, 5, 3, 3),
    CLEAN: (6, 6, 3, 3),
}
USE_IN_DUEL, USE_IN_CROWD, BUY_IN_DUEL, BUY_IN_CROWD = (
    tuple(WORTH.get(effect, (0, 0, 1, 1))[column] for effect in range(CLEAN + 1)) for column in range(4)
)

# What `miser` buys, and nothing else, with two fleets left and with more. Found by letting variants play against each
# other in millions of games, and rounded; as was that shields are put up before weak rockets are fired.
NEVER = -1  # less than passing
THIN = {
    SALVO: (57, 23),
    TWIN: (54, 34),
    PLATE: (30, 34),
    REACTIVE: (26, 18),
    SHUTTLE: (24, 36),
    AEGIS: (18, 7),
    OVERLOAD: (16, 38),
    BARRAGE: (NEVER, 37),
    DECOY: (NEVER, 27),
    PHASE: (NEVER, 22),
}
THIN_IN_DUEL, THIN_IN_CROWD = (
    tuple(THIN.get(effect, (NEVER, NEVER))[column] for effect in range(CLEAN + 1)) for column in range(2)
)
# Where Weak Rockets don't wear shields down and every opponent has one, only other rockets get through, so these are
# bought, too. Otherwise a table of misers would fire at shields until the turn limit.
PIERCE = {**THIN, **dict.fromkeys((STANDARD, SEEKING, PIERCING, SHATTER), (20, 20))}
PIERCE |= {BARRAGE: (20, 37), EMP: (12, 12)}
PIERCE_IN_DUEL, PIERCE_IN_CROWD = (
    tuple(PIERCE.get(effect, (NEVER, NEVER))[column] for effect in range(CLEAN + 1)) for column in range(2)
)
PLATES_FIRST = tuple(45 if effect == PLATE else worth for effect, worth in enumerate(USE_IN_DUEL))
SHIELDS_FIRST = tuple(20 if effect == WEAK else worth for effect, worth in enumerate(USE_IN_CROWD))

FINE = 100  # steps between two of those numbers, for what makes a difference between equal cards


@rule
def worth(s: State, seat: int, action: int, known: Numbers) -> int:
    """How good a choice looks."""
    use, buy = known
    if action == r.PASS:
        return 0
    if action <= r.PLAY:
        return buy[s.effect[action - r.BUY]] * FINE
    if action < r.FIRE:
        return use[s.effect[action - r.PLAY]] * FINE
    if action < r.ASSIGN:
        return shot(s, s.effect[(action - r.FIRE) // SEATS + 1], (action - r.FIRE) % SEATS, use)
    if action < r.AIM_AT:
        card, ship = (action - r.ASSIGN) // MOST_SHIPS + 1, (action - r.ASSIGN) % MOST_SHIPS
        return use[s.effect[card]] * FINE + s.side[seat][ship]
    if action < r.STOP:
        return FINE - strength(s, action - r.AIM_AT)
    if action == r.STOP:
        return -1
    if action < r.HIT_SHIP:
        return answer(s, seat, action - r.NO_ANSWER)
    if action <= r.DISCARD_CARD:
        return sacrifice(s, seat, action - r.HIT_SHIP)
    if action <= r.RETRIEVE_CARD:
        return -s.value[action - r.DISCARD_CARD]
    if action < r.TRASH_CARD:
        return use[s.effect[action - r.RETRIEVE_CARD]]
    if action < r.PUT_BACK:
        return -s.value[(action - r.TRASH_CARD) // 2 + 1]
    return 0  # one order of the market's pile is as good as another


@rule
def shot(s: State, effect: int, target: int, use: Numbers) -> int:
    """A rocket at a fleet: the weakest. A weak rocket that a shield stops is wasted; an EMP needs shields to strip."""
    points = 0
    for ship in range(s.ships[target]):
        points += shield_points(s, target, ship)
    value = use[effect]
    if effect == EMP:
        value = use[EMP] * (points - 1)
    elif effect == WEAK and s.wear == WEAR_NO and points > 0:
        value = NEVER
    return value * FINE - strength(s, target)


@rule
def is_proof(s: State, seat: int) -> bool:
    """Whether no Weak Rocket of a seat can do any harm: every opponent has a shield, which it doesn't wear down."""
    if s.wear != WEAR_NO:
        return False
    for other in range(s.players):
        points = 0
        for ship in range(s.ships[other]):
            points += shield_points(s, other, ship)
        if other != seat and s.ships[other] > 0 and points == 0:
            return False
    return True


@rule
def strength(s: State, seat: int) -> int:
    """How many hits a fleet can take."""
    hits = 0
    for ship in range(s.ships[seat]):
        hits += 1 + s.side[seat][ship] + shield_points(s, seat, ship)
    return hits


@rule
def answer(s: State, seat: int, card: int) -> int:
    """An answer is spent for good: the cheapest, and none for a rocket that does little harm.

    That is one that a shield stops without wear, and an EMP that finds no more than a point of shields.
    """
    if card == NO_CARD:
        return 0
    points = 0
    for ship in range(s.ships[seat]):
        points += shield_points(s, seat, ship)
    effect = s.effect[s.in_play]
    if (effect == WEAK and s.wear == WEAR_NO and points > 0) or (effect == EMP and points < 2):
        return -1
    return FINE - s.cost[card]


@rule
def sacrifice(s: State, seat: int, ship: int) -> int:
    """The ship for a hit: one whose shield stops it, then one that flips, then one that has no shield to lose."""
    effect = s.effect[s.in_play] if s.in_play != NO_CARD else STANDARD
    points = shield_points(s, seat, ship)
    if blocking(s, seat, ship, effect) != NOTHING:
        return 2 * FINE + points
    if s.side[seat][ship] == SHIELDED:
        return FINE - points
    return -points


@rule
def abstract(s: State) -> None:
    """For `search`: clear what makes little difference to a choice, so that it learns from hands and fleets that recur.

    All that the choices themselves depend on is kept: the hand, the market, the money, and the fleets.
    """
    s.round = 0
    s.owed = 0
    s.pile_size = 0
    for card in range(1, s.cards + 1):
        s.trash[card] = 0
        s.pile[card] = 0
    if s.phase != ORDER:
        s.top_size = 0
    for seat in range(s.players):
        s.draw_size[seat] = 0
        s.discard_size[seat] = 0
        s.fresh[seat] = 0
        for card in range(1, s.cards + 1):
            s.unseen[seat][card] = 0
            s.known[seat][card] = 0
            s.bank[seat][card] = 0
            s.bought[seat][card] = 0
            if s.phase != DISCARD:
                s.drew[seat][card] = 0
            if s.phase != RETRIEVE and s.phase != TRASH:
                s.discard[seat][card] = 0
        if s.phase != ORDER:
            s.knows_order[seat] = 0
            for place in range(LOOKED_AT):
                s.knows[seat][place] = NO_CARD
    if s.phase != DISCARD:
        s.drawn = 0
    for end in range(s.market_limit - 1, 0, -1):  # the market's slots have no order
        for slot in range(end):
            if s.market[slot] > s.market[slot + 1]:
                card = s.market[slot]
                s.market[slot] = s.market[slot + 1]
                s.market[slot + 1] = card


best = greedy_by(worth)


@rule
def trader(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Fires at the weakest fleet, puts shields up, and buys what fires more."""
    if living(s) == 2:
        return best(s, seat, legal, count, word, (USE_IN_DUEL, BUY_IN_DUEL))
    return best(s, seat, legal, count, word, (USE_IN_CROWD, BUY_IN_CROWD))


@rule
def miser(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Fires at the weakest fleet, puts shields up first and buys few cards: stronger in a duel than trader."""
    proof = is_proof(s, seat)
    if living(s) == 2:
        return best(s, seat, legal, count, word, (PLATES_FIRST, PIERCE_IN_DUEL if proof else THIN_IN_DUEL))
    return best(s, seat, legal, count, word, (SHIELDS_FIRST, PIERCE_IN_CROWD if proof else THIN_IN_CROWD))


BOTS = {"miser": miser, "trader": trader}  # simulations take trader: it buys of everything, so every card is counted
ROLLOUT = miser
