"""The Advance: everything moves at once, in slices, and what meets collides (DF-R14 to DF-R20).

Only pairs that can do something to each other are looked at: a ship and anything, and two missiles of different owners.
So the work of a slice grows with the number of tokens, not with its square, as long as few of them are missiles.
"""

from feint.core import State, rule
from feint.core.events import tell

from .flight import begin_round
from .hexes import length, on_map, way
from .state import (
    ATTACKER,
    BAY,
    BOTH,
    BREACHED,
    BROKEN,
    BY_FLIGHT,
    BY_HULL,
    BY_LIMIT,
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
    DISPERSED,
    DODGE,
    DODGED,
    END_ROUND,
    END_SLICE,
    FLAK,
    FLAK_CAME,
    FLED,
    FRESH_SPREAD,
    GONE,
    GUNS,
    HELD,
    HIT,
    HULL,
    LAUNCHED,
    LEFT_MAP,
    MEETING,
    MISSED,
    MISSILE,
    MISSILE_CAME,
    MISSILES_MET,
    MOST_PATH,
    MOTION_ENDPOINTS,
    NOT_DODGED,
    NUKED,
    OVER_NOW,
    ROTATION,
    SHIP,
    SHIPS_MET,
    SHOT_DOWN,
    SLICE,
    STRIKE,
    THRUST,
    WARHEAD_HARSH,
    WARHEAD_SOFT,
    can_launch,
    spend_missile,
)

NO_TOKEN = -1


@rule
def advance(s: State) -> None:
    """As many slices as the longest move has hexes, all of the same time (DF-Q11)."""
    s.slices = 1
    s.slice = 0
    for token in range(s.tokens):
        s.from_q[token] = s.q[token]
        s.from_r[token] = s.r[token]
        s.met[token] = 0
        if s.motion != MOTION_ENDPOINTS:
            s.slices = max(s.slices, length(s.vq[token], s.vr[token]))
    for seat in range(2):
        s.path_length[seat] = 0
        visit(s, seat)
    s.phase = SLICE


@rule
def visit(s: State, seat: int) -> None:
    """Note the hex that a ship is in, unless it was the last one noted (DF-Q9)."""
    at = s.path_length[seat]
    if at > 0 and s.path_q[seat][at - 1] == s.q[seat] and s.path_r[seat][at - 1] == s.r[seat]:
        return
    if at < MOST_PATH:
        s.path_q[seat][at] = s.q[seat]
        s.path_r[seat][at] = s.r[seat]
        s.path_length[seat] += 1


@rule
def next_slice(s: State) -> None:
    """Everything moves on by one slice. What leaves the map is gone; a ship has fled (DF-Q18)."""
    s.slice += 1
    for token in range(s.tokens):
        if s.kind[token] == GONE:
            continue
        s.last_q[token] = s.q[token]
        s.last_r[token] = s.r[token]
        q, r = way(s.vq[token], s.vr[token], s.slice, s.slices)
        s.q[token] = s.from_q[token] + q
        s.r[token] = s.from_r[token] + r
        if on_map(s, s.q[token], s.r[token]):
            if token < 2:
                visit(s, token)
        else:
            if token < 2:
                s.lost[token] = BY_FLIGHT
                tell(s, FLED, token, 0, 0)
            else:
                tell(s, LEFT_MAP, s.owner[token], s.kind[token], 0)
            s.kind[token] = GONE
    s.phase = CONTACT


@rule
def together(s: State, one: int, other: int) -> bool:
    """Whether two tokens are in the same hex now, or have traded hexes on the way (DF-Q11), for the first time."""
    if s.met[other] >> one & 1:
        return False
    if s.q[one] == s.q[other] and s.r[one] == s.r[other]:
        return True
    return (
        s.motion != MOTION_ENDPOINTS
        and s.q[one] == s.last_q[other]
        and s.r[one] == s.last_r[other]
        and s.q[other] == s.last_q[one]
        and s.r[other] == s.last_r[one]
    )


@rule
def contact(s: State) -> None:
    """The next two tokens that meet in this slice: ships, missiles, missile and ship, flak and ship; older first."""
    s.phase = COLLIDE
    if s.kind[0] == SHIP and s.kind[1] == SHIP and together(s, 0, 1):
        meet(s, 0, 1)
        return
    for one in range(2, s.tokens):
        if s.kind[one] == MISSILE:
            for other in range(one + 1, s.tokens):
                if s.kind[other] == MISSILE and s.owner[other] != s.owner[one] and together(s, one, other):
                    meet(s, one, other)
                    return
    for kind in range(MISSILE, FLAK + 1):
        for ship in range(2):
            if s.kind[ship] != SHIP:
                continue
            for token in range(2, s.tokens):
                # A shot does not hit the ship that has just fired it (DF-Q12).
                own = s.owner[token] == ship and s.placed[token] == s.round
                if s.kind[token] == kind and not own and together(s, ship, token):
                    meet(s, ship, token)
                    return
    s.phase = END_SLICE


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
        tell(s, MISSED, s.acting, die, 0)
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
        what = HULL
        s.breaches[seat] += 1
        tell(s, BREACHED, seat, s.breaches[seat], 0)
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


@rule
def end_slice(s: State) -> None:
    """Ships lost in this slice lose the game; both, and it is a draw (DF-Q19)."""
    if s.lost[DEFENDER] or s.lost[ATTACKER]:
        s.winner = BOTH if s.lost[DEFENDER] and s.lost[ATTACKER] else ATTACKER if s.lost[DEFENDER] else DEFENDER
        s.decided_by = s.lost[DEFENDER] if s.lost[DEFENDER] else s.lost[ATTACKER]
        s.phase = OVER_NOW
    else:
        s.phase = SLICE if s.slice < s.slices else END_ROUND


@rule
def end_round(s: State) -> None:
    """Flak spreads (DF-R15, DF-Q17), tokens that are gone make room, and at the limit the yard is held (DF-Q19)."""
    kept = 2
    for token in range(2, s.tokens):
        if s.kind[token] == FLAK:
            s.spread[token] -= 1
            if s.spread[token] == 0:
                s.kind[token] = GONE
                tell(s, DISPERSED, s.owner[token], 0, 0)
        if s.kind[token] != GONE:
            move_token(s, token, kept)
            kept += 1
    for token in range(kept, s.tokens):
        clear_token(s, token)
    s.tokens = kept
    if s.round == s.round_limit:
        s.winner = DEFENDER
        s.decided_by = BY_LIMIT
        s.phase = OVER_NOW
        return
    s.round += 1
    begin_round(s)


@rule
def move_token(s: State, token: int, to: int) -> None:
    s.kind[to] = s.kind[token]
    s.owner[to] = s.owner[token]
    s.q[to] = s.q[token]
    s.r[to] = s.r[token]
    s.vq[to] = s.vq[token]
    s.vr[to] = s.vr[token]
    s.facing[to] = s.facing[token]
    s.spread[to] = s.spread[token]
    s.placed[to] = s.placed[token]


@rule
def clear_token(s: State, token: int) -> None:
    s.kind[token] = GONE
    s.owner[token] = 0
    s.q[token] = 0
    s.r[token] = 0
    s.vq[token] = 0
    s.vr[token] = 0
    s.facing[token] = 0
    s.spread[token] = 0
    s.placed[token] = 0
