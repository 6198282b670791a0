"""Collisions: what happens when two tokens meet (DF-R16 to DF-R20)."""

from feint.core import State, rule
from feint.core.events import tell

from .state import (
    ATTACKER,
    BAY,
    BREACHED,
    BROKEN,
    BY_HULL,
    BY_WARHEAD,
    COLLIDE,
    CONTACT,
    COUNTER,
    COUNTERED,
    DAMAGE,
    DEFENCE,
    DEFEND,
    DEFENDER,
    DESTROYED,
    DETONATE,
    DETONATED,
    DODGE,
    DODGED,
    FLAK,
    FLAK_CAME,
    FRESH_SPREAD,
    GONE,
    GUNS,
    HELD,
    HIT,
    HULL,
    LAUNCHED,
    MEETING,
    MISSED,
    MISSILE,
    MISSILE_CAME,
    MISSILES_MET,
    NOT_DODGED,
    NUKED,
    ROTATION,
    SHATTERED,
    SHIPS_MET,
    SHOT_DOWN,
    STRIKE,
    THRUST,
    WARHEAD_HARSH,
    WARHEAD_SOFT,
    can_launch,
    spend_missile,
)


@rule
def meet(s: State, one: int, other: int) -> None:
    s.one = one
    s.other = other
    s.met[other] |= 1 << one
    s.flak_left = 0
    s.missiles_left = 0
    if other == ATTACKER:
        tell(s, SHIPS_MET, 0, 0, 0)
        s.phase = MEETING
        s.ready = 0
    elif one >= 2:
        tell(s, MISSILES_MET, 0, 0, 0)
        s.phase = DETONATE
        s.acting = DEFENDER
    elif s.kind[other] == MISSILE:
        missile_comes(s, one)
    else:
        tell(s, FLAK_CAME, one, s.spread[other], 0)
        flak_comes(s, one, s.spread[other])


@rule
def detonate(s: State, seat: int, yes: int) -> None:
    """Either may: then both become flak (DF-R17, DF-Q13)."""
    tell(s, DETONATED if yes else HELD, seat, 0, 0)
    s.phase = CONTACT
    if yes:
        for token in range(2, s.tokens):
            if token in (s.one, s.other):
                s.kind[token] = FLAK
                s.spread[token] = FRESH_SPREAD
    elif seat == DEFENDER:
        s.acting = ATTACKER
        s.phase = DETONATE


@rule
def missile_comes(s: State, seat: int) -> None:
    """A missile meets a ship, which may fire one of its own as a countermeasure (DF-R19)."""
    s.acting = seat
    tell(s, MISSILE_CAME, seat, 0, 0)
    s.phase = COUNTER if can_launch(s, seat) > 0 else STRIKE


@rule
def counter(s: State, seat: int, yes: int) -> None:
    if not yes:
        s.phase = STRIKE
        return
    spend_missile(s, seat)
    tell(s, COUNTERED, seat, 0, 0)
    remove_met(s)
    flak_comes(s, seat, FRESH_SPREAD)


@rule
def flak_comes(s: State, seat: int, spread: int) -> None:
    s.acting = seat
    s.against = spread
    s.phase = DODGE


@rule
def remove_met(s: State) -> None:
    """The projectile that met a ship is gone; a missile of a meeting of ships never was a token."""
    if s.other > 1:
        s.kind[s.other] = GONE


@rule
def dodge(s: State, one: int, other: int) -> None:
    """Two dice: either higher than the spread, and it is dodged and flies on (DF-R18, DF-Q15)."""
    if max(one, other) > s.against:
        tell(s, DODGED, s.acting, one, other)
        s.phase = COLLIDE
    else:
        tell(s, NOT_DODGED, s.acting, one, other)
        s.phase = DEFEND


@rule
def defend(s: State, die: int) -> None:
    remove_met(s)
    if die > s.defence[s.acting]:
        tell(s, SHOT_DOWN, s.acting, die, 0)
        s.phase = COLLIDE
    else:
        tell(s, MISSED, s.acting, die, 0)
        s.phase = DAMAGE


@rule
def strike(s: State, die: int) -> None:
    """Point defence against a missile; what gets through depends on the ruling (DF-Q14)."""
    remove_met(s)
    rating = s.defence[s.acting]
    s.phase = COLLIDE
    if die > rating or (die == rating and s.warhead in (WARHEAD_HARSH, WARHEAD_SOFT)):
        tell(s, SHOT_DOWN, s.acting, die, 0)
    elif die == rating or s.warhead == WARHEAD_SOFT:
        tell(s, SHATTERED, s.acting, die, 0)
        s.phase = DAMAGE
    else:
        tell(s, NUKED, s.acting, die, 0)
        s.hits[1 - s.acting] += 1
        if s.lost[s.acting] == 0:
            s.lost[s.acting] = BY_WARHEAD


@rule
def damage(s: State, die: int) -> None:
    """What breaks, by the ship's table; what is absent or can't get worse is a hull breach (DF-Q3)."""
    seat = s.acting
    ship = s.kind_of_ship[seat]
    what = s.damage_table[ship][die - 1]
    tell(s, HIT, seat, die, what)
    s.hits[1 - seat] += 1
    s.damaged[seat] += 1
    s.phase = COLLIDE
    if what == BAY and s.bay[seat] and s.missile_shots[ship] > 0:
        s.bay[seat] = 0
    elif what == GUNS and s.guns[seat] and s.flak_shots[ship] > 0:
        s.guns[seat] = 0
    elif what == THRUST and s.thrust[seat] > 0:
        s.thrust[seat] -= 1
    elif what == ROTATION and s.rotation[seat] > 0:
        s.rotation[seat] -= 1
    elif what == DEFENCE and s.defence[seat] < 6:
        s.defence[seat] += 1
    else:
        s.breaches[seat] += 1
        tell(s, BREACHED, seat, s.breaches[seat], what)
        what = HULL
        if s.breaches[seat] >= 2 and s.lost[seat] == 0:
            s.lost[seat] = BY_HULL
            tell(s, DESTROYED, seat, 0, 0)
    if what != HULL:
        tell(s, BROKEN, seat, what, 0)


@rule
def launch(s: State, seat: int, number: int) -> None:
    """Two ships: numbers of missiles in secret; as many flak collisions each as the lower one (DF-R20, DF-Q16)."""
    s.launching[seat] = number
    s.ready |= 1 << seat
    if s.ready != 3:
        return
    for other in range(2):
        s.launched[other] = s.launching[other]
        s.launching[other] = 0
        for _ in range(s.launched[other]):
            spend_missile(s, other)
        tell(s, LAUNCHED, other, s.launched[other], 0)
    owe_collisions(s, DEFENDER)
    s.phase = COLLIDE


@rule
def owe_collisions(s: State, seat: int) -> None:
    s.acting = seat
    own, theirs = s.launched[seat], s.launched[1 - seat]
    s.flak_left = min(own, theirs)
    s.missiles_left = max(0, theirs - own)


@rule
def collide(s: State) -> None:
    """The next collision of a meeting of ships; or the next two tokens that meet."""
    if s.one == DEFENDER and s.other == ATTACKER and s.ready == 3:
        if s.flak_left > 0:
            s.flak_left -= 1
            flak_comes(s, s.acting, FRESH_SPREAD)
            return
        if s.missiles_left > 0:
            s.missiles_left -= 1
            missile_comes(s, s.acting)
            return
        if s.acting == DEFENDER:
            owe_collisions(s, ATTACKER)
            return
    s.phase = CONTACT
