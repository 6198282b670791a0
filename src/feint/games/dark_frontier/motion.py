"""The Advance: everything moves at once, in slices, and who meets whom (DF-R14, DF-R15, DF-Q11, DF-Q12, DF-Q22).

Only pairs that can do something to each other are looked at: a ship and anything, and two missiles of different owners.
So the work of a slice grows with the number of tokens, not with its square, as long as few of them are missiles.
"""

from feint.core import State, rule
from feint.core.events import tell

from .collisions import meet
from .flight import begin_round
from .hexes import length, on_map, way
from .state import (
    ATTACKER,
    BOTH,
    BY_FLIGHT,
    BY_LIMIT,
    COLLIDE,
    CONTACT,
    DEFENDER,
    DISPERSAL_ALL,
    END_ROUND,
    END_SLICE,
    FLAK,
    FLED,
    GONE,
    LEFT_MAP,
    MISSILE,
    MOST_PATH,
    MOTION_ENDPOINTS,
    OVER_NOW,
    POINT_BLANK_MEETS,
    SHIP,
    SLICE,
)


@rule
def advance(s: State) -> None:
    """As many slices as the longest move has hexes, all of the same time (DF-Q11); shots at point-blank come before."""
    s.slices = 1 if s.motion == MOTION_ENDPOINTS else longest_move(s)
    s.slice = 0
    for token in range(s.tokens):
        s.from_q[token] = s.q[token]
        s.from_r[token] = s.r[token]
        s.last_q[token] = s.q[token]
        s.last_r[token] = s.r[token]
        s.met[token] = 0
    for seat in range(2):
        s.path_length[seat] = 0
        visit(s, seat, s.q[seat], s.r[seat])
    s.phase = CONTACT if s.point_blank == POINT_BLANK_MEETS else SLICE


@rule
def longest_move(s: State) -> int:
    hexes = 1
    for token in range(s.tokens):
        hexes = max(hexes, length(s.vq[token], s.vr[token]))
    return hexes


@rule
def visit(s: State, seat: int, q: int, r: int) -> None:
    """Note a hex that a ship came to, unless it was the last one noted (DF-Q9)."""
    at = s.path_length[seat]
    if at > 0 and s.path_q[seat][at - 1] == q and s.path_r[seat][at - 1] == r:
        return
    if at < MOST_PATH:
        s.path_q[seat][at] = q
        s.path_r[seat][at] = r
        s.path_length[seat] += 1


@rule
def visit_all(s: State, seat: int) -> None:
    """Note every hex of a ship's way, as if it had been sliced."""
    parts = longest_move(s)
    for part in range(1, parts + 1):
        q, r = way(s.vq[seat], s.vr[seat], part, parts)
        visit(s, seat, s.from_q[seat] + q, s.from_r[seat] + r)


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
            if token < 2 and s.motion == MOTION_ENDPOINTS:
                visit_all(s, token)
            elif token < 2:
                visit(s, token, s.q[token], s.r[token])
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
    """Whether two tokens are in the same hex now, or have traded hexes on the way (DF-Q11), for the first time.

    Before anything has moved that holds only for a shot of this round, and what it was placed on (DF-Q22).
    """
    if s.met[other] >> one & 1:
        return False
    if s.slice == 0 and s.placed[one] != s.round and s.placed[other] != s.round:
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
        if s.kind[token] == FLAK and disperses(s, token):
            s.spread[token] -= 1
            if s.spread[token] == 0:
                s.kind[token] = GONE
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
def disperses(s: State, token: int) -> bool:
    """Whether flak loses spread: all of it, or only what has velocity (DF-Q17)."""
    return s.dispersal == DISPERSAL_ALL or s.vq[token] != 0 or s.vr[token] != 0


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
    s.launch_number[to] = s.launch_number[token]


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
    s.launch_number[token] = 0
