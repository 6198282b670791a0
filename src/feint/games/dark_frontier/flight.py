"""Turn and burn, missiles under way, and shots: what happens in a round before anything moves (DF-R5 to DF-R13)."""

from feint.core import Numbers, State, rule
from feint.core.events import tell

from .hexes import STEP_Q, STEP_R, added, burned_in_turn, capped, on_map
from .state import (
    ADVANCE,
    ATTACKER,
    BURN,
    COMMAND,
    CONTROL,
    DEFENDER,
    DICE_CAP_ON,
    FIRE,
    FIRED,
    FLAK,
    FRESH_SPREAD,
    GIMBAL,
    GIMBAL_TURNING,
    GIMBALED,
    MISSILE,
    MISSILE_NUMBERS_LAUNCH,
    MOST_TOKENS,
    ORIGIN,
    PUSH,
    PUSHED,
    REVEALED,
    ROUND_BEGAN,
    STEER,
    STEERED,
    WEAPON,
    can_launch,
    spend_missile,
)


@rule
def begin_round(s: State) -> None:
    tell(s, ROUND_BEGAN, 0, s.round, 0)
    s.phase = COMMAND
    s.ready = 0
    for seat in range(2):
        s.dials[seat] = 0
        s.dial_turn[seat] = 0
        s.dial_burn[seat] = 0


@rule
def set_dial(s: State, seat: int, number: int) -> None:
    """The rotation first, then the burn; when both players have set both, all is revealed (DF-R5)."""
    if s.dials[seat] == 0:
        s.dial_turn[seat] = number
        s.dials[seat] = 1
        return
    s.dial_burn[seat] = number
    s.dials[seat] = 2
    s.ready |= 1 << seat
    if s.ready == 3:
        for other in range(2):
            s.turned[other] = s.dial_turn[other]
            s.burned[other] = s.dial_burn[other]
            tell(s, REVEALED, other, s.turned[other], s.burned[other])
        s.acting = DEFENDER
        s.phase = BURN


@rule
def burn(s: State) -> None:
    """A ship turns and burns as set (DF-R6); one that can gimbal is asked how (DF-R8, DF-Q7)."""
    seat = s.acting
    s.facing[seat] = (s.facing[seat] + s.turned[seat]) % 6
    may_gimbal = s.turned[seat] == 0 or s.gimbal == GIMBAL_TURNING
    if s.sheet_gimbal[s.kind_of_ship[seat]] and may_gimbal and s.burned[seat] > 0:
        s.phase = GIMBAL
    else:
        spread_burn(s, seat)


@rule
def spread_burn(s: State, seat: int) -> None:
    """The thrust over all directions of the turn that the ship has just made (DF-R7)."""
    began = (s.facing[seat] - s.turned[seat]) % 6
    s.vq[seat], s.vr[seat] = burned_in_turn(s.vq[seat], s.vr[seat], began, s.turned[seat], s.burned[seat])
    cap(s, seat)
    burned(s)


@rule
def gimbal(s: State, seat: int, beside: int, side: int) -> None:
    """The thrust along the facing, but for so much in the direction beside it."""
    ahead, aside = s.facing[seat], (s.facing[seat] + side) % 6
    s.vq[seat], s.vr[seat] = added(s.vq[seat], s.vr[seat], ahead, s.burned[seat] - beside, aside, beside)
    cap(s, seat)
    tell(s, GIMBALED, seat, beside, aside)
    burned(s)


@rule
def cap(s: State, token: int) -> None:
    if s.dice_cap == DICE_CAP_ON:
        s.vq[token], s.vr[token] = capped(s.vq[token], s.vr[token])


@rule
def burned(s: State) -> None:
    """The attacker burns after the defender; then come the missiles."""
    s.phase = BURN
    if s.acting == DEFENDER:
        s.acting = ATTACKER
    else:
        s.acting = DEFENDER
        s.control = 1
        s.phase = CONTROL


@rule
def control(s: State) -> None:
    """The next missile that can be steered: the defender's, oldest first, then the attacker's (DF-R9, DF-Q8)."""
    while True:
        s.control += 1
        if s.control >= s.tokens:
            if s.acting == ATTACKER:
                break
            s.acting = ATTACKER
            s.control = 1
        elif s.kind[s.control] == MISSILE and s.owner[s.control] == s.acting and s.placed[s.control] < s.round:
            ship = s.kind_of_ship[s.acting]
            if s.missile_rotation[ship] > 0:
                s.phase = STEER
                return
            if s.missile_acceleration[ship] > 0:
                s.phase = PUSH
                return
    s.acting = DEFENDER
    s.phase = FIRE
    for seat in range(2):
        s.shots[seat] = 0
        s.missile_shots_made[seat] = 0
        s.missiles_spent[seat] = 0


@rule
def steer(s: State, turn: int) -> None:
    s.facing[s.control] = (s.facing[s.control] + turn) % 6
    tell(s, STEERED, s.acting, missile_number(s, s.control), turn)
    s.phase = PUSH if s.missile_acceleration[s.kind_of_ship[s.acting]] > 0 else CONTROL


@rule
def push(s: State, thrust: int) -> None:
    direction = s.facing[s.control]
    s.vq[s.control] += thrust * STEP_Q[direction]
    s.vr[s.control] += thrust * STEP_R[direction]
    cap(s, s.control)
    tell(s, PUSHED, s.acting, missile_number(s, s.control), thrust)
    s.phase = CONTROL


@rule
def missile_number(s: State, token: int) -> int:
    """A missile's number among those of its owner, by launch, or by age among those in flight (DF-Q23)."""
    if s.missile_numbers == MISSILE_NUMBERS_LAUNCH:
        return int(s.launch_number[token])
    rank = 0
    for other in range(2, token + 1):
        if s.kind[other] == MISSILE and s.owner[other] == s.owner[token]:
            rank += 1
    return rank


@rule
def can_fire(s: State, seat: int, weapon: int) -> bool:
    """Whether a ship has a shot of this kind left, and anywhere to fire it to."""
    ship = s.kind_of_ship[seat]
    if s.tokens == MOST_TOKENS:
        return False
    if weapon == FLAK:
        if not s.guns[seat] or s.shots[seat] >= s.flak_shots[ship]:
            return False
    elif can_launch(s, seat) == 0 or s.missile_shots_made[seat] >= s.missile_shots[ship]:
        return False
    for place in range(s.path_length[seat]):
        if can_fire_from(s, seat, weapon, place):
            return True
    return False


@rule
def can_fire_from(s: State, seat: int, weapon: int, place: int) -> bool:
    for direction in range(6):
        if in_arc(s, seat, weapon, direction) and clear(s, seat, place, direction):
            return True
    return False


@rule
def in_arc(s: State, seat: int, weapon: int, direction: int) -> bool:
    """Whether a weapon can fire in a direction, from how its ship faces now."""
    arc = s.flak_arc[s.kind_of_ship[seat]] if weapon == FLAK else s.missile_arc[s.kind_of_ship[seat]]
    return arc >> ((direction - s.facing[seat]) % 6) & 1 == 1


@rule
def clear(s: State, seat: int, place: int, direction: int) -> bool:
    """Whether the hex where a shot would start is on the map (DF-Q9)."""
    return on_map(s, s.path_q[seat][place] + STEP_Q[direction], s.path_r[seat][place] + STEP_R[direction])


@rule
def choose_weapon(s: State, seat: int, weapon: int) -> None:
    s.weapon = weapon
    s.phase = ORIGIN


@rule
def cease(s: State, seat: int) -> None:
    """No more shots: the attacker's turn to fire, or everything moves."""
    s.phase = WEAPON
    if seat == DEFENDER:
        s.acting = ATTACKER
    else:
        s.phase = ADVANCE


@rule
def weapon_velocity(s: State, seat: int, weapon: int) -> int:
    ship = s.kind_of_ship[seat]
    return s.flak_velocity[ship] if weapon == FLAK else s.missile_velocity[ship]


@rule
def fire(s: State, seat: int, first: int, second: int, aside: int) -> None:
    """A shot with the ship's velocity and the weapon's, so much of which in a second direction (DF-R11, DF-Q9)."""
    velocity = weapon_velocity(s, seat, s.weapon)
    token = s.tokens
    s.tokens += 1
    s.kind[token] = s.weapon
    s.owner[token] = seat
    s.q[token] = s.path_q[seat][s.origin] + STEP_Q[first]
    s.r[token] = s.path_r[seat][s.origin] + STEP_R[first]
    s.vq[token], s.vr[token] = added(s.vq[seat], s.vr[seat], first, velocity - aside, second, aside)
    s.facing[token] = first
    s.spread[token] = FRESH_SPREAD if s.weapon == FLAK else 0
    s.placed[token] = s.round
    s.launch_number[token] = 0
    s.met[token] = 0
    cap(s, token)
    if s.weapon == FLAK:
        s.shots[seat] += 1
    else:
        s.missile_shots_made[seat] += 1
        s.missiles_fired[seat] += 1
        s.launch_number[token] = s.missiles_fired[seat]
        spend_missile(s, seat)
    s.fired[seat] += 1
    tell(s, FIRED, seat, s.weapon, first)
    s.phase = WEAPON


@rule
def legal_towards(s: State, seat: int, out: Numbers, base: int, most: int) -> int:
    """Directions for a shot: all in one, or split between it and a neighbour, both in the weapon's arc."""
    count = 0
    velocity = weapon_velocity(s, seat, s.weapon)
    for first in range(6):
        if not in_arc(s, seat, s.weapon, first) or not clear(s, seat, s.origin, first):
            continue
        out[count] = base + (first * 3) * most
        count += 1
        for side in range(1, 3):
            second = (first + (1 if side == 1 else 5)) % 6
            if in_arc(s, seat, s.weapon, second):
                for aside in range(1, velocity):
                    out[count] = base + (first * 3 + side) * most + aside
                    count += 1
    return count
