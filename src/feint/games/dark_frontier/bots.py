"""The bots of Dark Frontier. `gunner` is a fixed policy: stay on the map, close in, lead the shots, counter missiles.

When shots are placed both ships have burned already, so where everything goes in this Advance is known, and the gunner
looks for shots that meet the enemy in it. All it needs is open; only its own dials are secret, and those it knows.
"""

from feint.core import Numbers, State, rule
from feint.core.greedy import greedy_by

from . import rules as r
from .flight import clear, in_arc, weapon_velocity
from .hexes import STEP_Q, STEP_R, added, burned_in_turn, capped, length, way
from .motion import longest_move
from .state import (
    COMMAND,
    DETONATE,
    DICE_CAP_ON,
    ENTRY,
    GIMBAL,
    MISSILE,
    MOTION_ENDPOINTS,
    OPENING,
    ORIGIN,
    POINT_BLANK_MEETS,
    PUSH,
    STEER,
    TOWARDS,
    WEAPON,
    can_launch,
)

WANTED_DISTANCE = 3  # from the enemy: near enough to hit, far enough not to be rammed
HIT = 10_000  # what a shot is worth that meets the enemy in this Advance


@rule
def worth(s: State, seat: int, action: int, slices: int) -> int:
    """How good a choice looks; `slices` as far as they are known now."""
    if s.phase == ENTRY:
        return 0
    if s.phase == OPENING:
        return opening(s, seat, action - r.SPEED)
    if s.phase == COMMAND:
        if s.dials[seat] == 0:
            return best_burn(s, seat, action - r.TURN)
        return course(s, seat, s.dial_turn[seat], action - r.THRUST)
    if s.phase == GIMBAL:
        return gimballed(s, seat, action - r.GIMBAL_BY)
    if s.phase == STEER:
        return best_push(s, seat, action - r.TURN, slices)
    if s.phase == PUSH:
        return chase(s, seat, s.facing[s.control], action - r.THRUST, slices)
    if s.phase == WEAPON:
        return shot_of(s, seat, action, slices)
    if s.phase == ORIGIN:
        return best_aim(s, seat, action - r.FROM, s.weapon, slices)
    if s.phase == TOWARDS:
        return aim(s, seat, s.origin, action - r.AIM, s.weapon, slices)
    if s.phase == DETONATE:
        return nearer_to_me(s, seat) if action == r.YES else 0
    return action  # counter a missile, and in a meeting launch all there are


@rule
def opening(s: State, seat: int, number: int) -> int:
    """The attacker comes in towards the yard, at three hexes a round."""
    size = r.MOST_RADIUS + 1
    direction, along, beside = number // size // size, number // size % size, number % size
    after = (direction + 1) % 6
    q, r_ = added(s.q[seat], s.r[seat], direction, along, after, beside)
    return -abs(along + beside - 3) * 10 - length(q, r_)


@rule
def best_burn(s: State, seat: int, turn: int) -> int:
    best = -(1 << 40)
    for thrust in range(s.thrust[seat] + 1):
        best = max(best, course(s, seat, turn, thrust))
    return best


@rule
def course(s: State, seat: int, turn: int, thrust: int) -> int:
    """How good a velocity is to have after turning and burning so."""
    vq, vr = burned_in_turn(s.vq[seat], s.vr[seat], s.facing[seat], turn, thrust)
    return flight(s, seat, vq, vr, (s.facing[seat] + turn) % 6)


@rule
def gimballed(s: State, seat: int, number: int) -> int:
    ahead, beside = s.facing[seat], number // 2
    aside = (ahead + (5 if number % 2 else 1)) % 6
    vq, vr = added(s.vq[seat], s.vr[seat], ahead, s.burned[seat] - beside, aside, beside)
    if number == 0:
        began = (ahead - s.turned[seat]) % 6
        vq, vr = burned_in_turn(s.vq[seat], s.vr[seat], began, s.turned[seat], s.burned[seat])
    return flight(s, seat, vq, vr, ahead)


@rule
def flight(s: State, seat: int, vq: int, vr: int, facing: int) -> int:
    """A good course stays on the map for the next rounds, ends near the enemy, and isn't too fast to be changed."""
    if s.dice_cap == DICE_CAP_ON:
        vq, vr = capped(vq, vr)
    enemy = 1 - seat
    q, r_ = s.q[seat] + vq, s.r[seat] + vr
    score = 0
    for ahead in range(4):  # where it will be, if nothing changes
        out = length(q + ahead * vq, r_ + ahead * vr) - s.radius
        if out >= 0:
            score -= (1 << (20 - 3 * ahead)) + out * 100
    away = length(q - s.q[enemy] - s.vq[enemy], r_ - s.r[enemy] - s.vr[enemy])
    score -= 10 * abs(away - WANTED_DISTANCE) + 4 * length(vq, vr)
    # Facing the enemy brings the guns to bear.
    score -= 3 * length(
        q + 2 * STEP_Q[facing] - s.q[enemy] - s.vq[enemy], r_ + 2 * STEP_R[facing] - s.r[enemy] - s.vr[enemy]
    )
    return score


@rule
def best_push(s: State, seat: int, turn: int, slices: int) -> int:
    best = -(1 << 40)
    facing = (s.facing[s.control] + turn) % 6
    for thrust in range(s.missile_acceleration[s.kind_of_ship[seat]] + 1):
        best = max(best, chase(s, seat, facing, thrust, slices))
    return best


@rule
def chase(s: State, seat: int, facing: int, thrust: int, slices: int) -> int:
    token = s.control
    vq, vr = added(s.vq[token], s.vr[token], facing, thrust, 0, 0)
    return threat(s, seat, s.q[token], s.r[token], vq, vr, slices)


@rule
def threat(s: State, seat: int, q: int, r_: int, vq: int, vr: int, slices: int) -> int:
    """How near something comes to the enemy: in this Advance at best, else in the next ones, if nothing changes."""
    if s.dice_cap == DICE_CAP_ON:
        vq, vr = capped(vq, vr)
    enemy = 1 - seat
    if meets(s, enemy, q, r_, vq, vr, slices):
        return HIT
    best = 1 << 20
    for rounds in range(1, 4):
        apart = length(
            q + rounds * vq - s.q[enemy] - rounds * s.vq[enemy], r_ + rounds * vr - s.r[enemy] - rounds * s.vr[enemy]
        )
        best = min(best, 4 * apart + rounds)
    return -best


@rule
def meets(s: State, enemy: int, q: int, r_: int, vq: int, vr: int, slices: int) -> bool:
    """Whether a token meets the enemy's ship in this Advance, as far as its slices are known now."""
    if passes(q - s.q[enemy], r_ - s.r[enemy], vq - s.vq[enemy], vr - s.vr[enemy]):
        return False
    slices = 1 if s.motion == MOTION_ENDPOINTS else max(slices, length(vq, vr))
    last_q, last_r, its_last_q, its_last_r = q, r_, s.q[enemy], s.r[enemy]
    for part in range(1, slices + 1):
        dq, dr = way(vq, vr, part, slices)
        eq, er = way(s.vq[enemy], s.vr[enemy], part, slices)
        now_q, now_r = q + dq, r_ + dr
        its_q, its_r = s.q[enemy] + eq, s.r[enemy] + er
        if now_q == its_q and now_r == its_r:
            return True
        if now_q == its_last_q and now_r == its_last_r and its_q == last_q and its_r == last_r and slices > 1:
            return True
        last_q, last_r, its_last_q, its_last_r = now_q, now_r, its_q, its_r
    return False


@rule
def passes(q: int, r_: int, vq: int, vr: int) -> bool:
    """Whether a way, as the enemy sees it, comes nowhere near: most shots do, and need no closer look.

    Both are drawn to hexes whose middle is at most 0.58 away, and may trade neighbouring ones: so tokens that meet are
    never more than 2.16 apart. As the crow flies, that is, which is no more than hexes count.
    """
    if length(q, r_) - length(vq, vr) > 2:
        return True
    beside = q * vr - r_ * vq  # so far beside it the way leads, by its length and by half the root of 3
    return 3 * beside * beside > 20 * (vq * vq + vq * vr + vr * vr)


@rule
def shot_of(s: State, seat: int, action: int, slices: int) -> int:
    """Fire, if it can do some good; but keep a missile for defence, unless this one meets the enemy."""
    if action == r.CEASE:
        return -40
    weapon = action - r.SHOOT
    best = -(1 << 40)
    for place in range(s.path_length[seat]):
        if best < HIT:
            best = max(best, best_aim(s, seat, place, weapon, slices))
    if weapon == MISSILE and best < HIT and (can_launch(s, seat) < 2 or s.magazine[seat] < 2):
        return -(1 << 20)
    return best


@rule
def best_aim(s: State, seat: int, place: int, weapon: int, slices: int) -> int:
    best = -(1 << 40)
    velocity = weapon_velocity(s, seat, weapon)
    for first in range(6):
        if best == HIT or not in_arc(s, seat, weapon, first) or not clear(s, seat, place, first):
            continue
        for side in range(3):
            second = (first + (1 if side == 1 else 5)) % 6
            if side > 0 and not in_arc(s, seat, weapon, second):
                continue
            for aside in range(0 if side == 0 else 1, 1 if side == 0 else velocity):
                if best < HIT:
                    number = (first * 3 + side) * (r.MOST_THRUST + 1) + aside
                    best = max(best, aim(s, seat, place, number, weapon, slices))
    return best


@rule
def aim(s: State, seat: int, place: int, number: int, weapon: int, slices: int) -> int:
    """How near the enemy a shot comes."""
    which, aside = number // (r.MOST_THRUST + 1), number % (r.MOST_THRUST + 1)
    first, side = which // 3, which % 3
    second = (first + (1 if side == 1 else 5)) % 6
    velocity = weapon_velocity(s, seat, weapon)
    vq, vr = added(s.vq[seat], s.vr[seat], first, velocity - aside, second, aside)
    q, r_ = added(s.path_q[seat][place], s.path_r[seat][place], first, 1, 0, 0)
    enemy = 1 - seat
    if s.point_blank == POINT_BLANK_MEETS and q == s.q[enemy] and r_ == s.r[enemy]:
        return HIT
    return threat(s, seat, q, r_, vq, vr, slices)


@rule
def nearer_to_me(s: State, seat: int) -> int:
    """Detonate when the two missiles are nearer to oneself than to the enemy, whose missile is the danger then."""
    token = s.one
    mine = length(s.q[token] - s.q[seat], s.r[token] - s.r[seat])
    theirs = length(s.q[token] - s.q[1 - seat], s.r[token] - s.r[1 - seat])
    return 1 if mine <= theirs else -1


# For `search`: it lets gunners play on for so many rounds, and then estimates how the game would end.
HORIZON = 2


@rule
def estimate(s: State, out: Numbers) -> None:
    """Shares of the point, in thousandths. The weights are a linear fit to how gunners' games ended."""
    defender = 590 + standing(s, 0) - standing(s, 1)
    out[0] = min(970, max(30, defender))
    out[1] = 1000 - out[0]


@rule
def standing(s: State, seat: int) -> int:
    """What a ship can still do, and whether it can stay on the map."""
    worth = 260 * s.guns[seat] - 60 * s.defence[seat] - 80 * s.breaches[seat]
    if s.bay[seat]:
        worth += 90 + 45 * s.magazine[seat]
    if s.thrust[seat] == 0:
        worth -= 150
    if s.rotation[seat] == 0:
        worth -= 200
    for ahead in range(1, 3):
        if length(s.q[seat] + ahead * s.vq[seat], s.r[seat] + ahead * s.vr[seat]) > s.radius:
            worth -= 200 // ahead
    return worth


best = greedy_by(worth)


@rule
def gunner(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Stays on the map, closes in, leads its shots and counters missiles."""
    return best(s, seat, legal, count, word, longest_move(s))


BOTS = {"gunner": gunner}
