"""Dark Frontier: two ships with real momentum and secret dials fight over the White Sands Shipyard.

`state.py` says what there is to know; `flight.py` is what ships and missiles do before anything moves, `motion.py` how
it moves, `collisions.py` what happens when it meets, `hexes.py` the geometry. Here are the choices, and the dice.
"""

from feint.core import CHANCE, OVER, Limits, Numbers, State, below, equally, next_word, rule
from feint.core.events import tell

from .collisions import collide, counter, damage, defend, detonate, dodge, launch, strike
from .flight import (
    begin_round,
    burn,
    can_fire,
    can_fire_from,
    cease,
    choose_weapon,
    control,
    fire,
    gimbal,
    legal_towards,
    push,
    set_dial,
    spread_burn,
    steer,
)
from .hexes import MOST_DICE, added, edge_hex
from .motion import advance, contact, end_round, end_slice, next_slice
from .state import (
    ADVANCE,
    ATTACKER,
    BOTH,
    BURN,
    COLLIDE,
    COMMAND,
    CONTACT,
    CONTROL,
    COUNTER,
    DEFEND,
    DEFENDER,
    DETONATE,
    DICE_CAP_ON,
    DODGE,
    END_ROUND,
    END_SLICE,
    ENTERED,
    ENTRY,
    FIRE,
    FLAK,
    FRESH_SPREAD,
    GIMBAL,
    MEETING,
    MISSILE,
    MOST_PATH,
    MOST_TOKENS,
    NOBODY,
    OPENED,
    OPENING,
    ORIGIN,
    OVER_NOW,
    PUSH,
    SHIP,
    SLICE,
    STATE,
    STATION,
    STATIONED,
    STEER,
    STRIKE,
    TOWARDS,
    WEAPON,
    can_launch,
)

__all__ = [
    "ACTIONS",
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

# Choices, by number.
MOST_RADIUS, MOST_TURN, MOST_THRUST, MOST_LAUNCH = 30, 5, 12, 12
PLACE = 0  # + edge hex * 6 + facing; the defender's hex is the centre, as if it were number 0
SPEED = PLACE + 6 * MOST_RADIUS * 6  # + (direction * 31 + number) * 31 + number in the next direction clockwise
TURN = SPEED + 6 * (MOST_RADIUS + 1) ** 2 + MOST_TURN  # + from -5 to 5
THRUST = TURN + MOST_TURN + 1
GIMBAL_BY = THRUST + MOST_THRUST + 1  # + number beside the facing * 2, + 1 for anticlockwise; + 0 for an even spread
SHOOT = GIMBAL_BY + 2 * (MOST_THRUST + 1)  # + MISSILE or FLAK
CEASE = SHOOT + FLAK + 1
FROM = CEASE + 1  # + place on the path
AIM = FROM + MOST_PATH  # + (direction * 3 + 0, or 1 for a split clockwise, or 2) * (MOST_THRUST + 1) + number aside
NO = AIM + 18 * (MOST_THRUST + 1)
YES = NO + 1
LAUNCH = YES + 1  # + number
ACTIONS = LAUNCH + MOST_LAUNCH + 1

PURPOSES = 8  # four kinds of rolls, of two seats

DIE, TWO_DICE = 6, 36


@rule
def setup(s: State) -> None:
    s.round = 1
    s.winner = NOBODY
    s.tokens = 2
    s.kind_of_ship[DEFENDER] = s.defender_ship
    s.kind_of_ship[ATTACKER] = s.attacker_ship
    for seat in range(2):
        ship = s.kind_of_ship[seat]
        s.kind[seat] = SHIP
        s.owner[seat] = seat
        s.thrust[seat] = s.sheet_thrust[ship]
        s.rotation[seat] = s.sheet_rotation[ship]
        s.defence[seat] = s.sheet_defence[ship]
        s.magazine[seat] = s.sheet_magazine[ship]
        s.bay[seat] = 1 if s.missile_shots[ship] > 0 else 0
        s.guns[seat] = 1 if s.flak_shots[ship] > 0 else 0
    s.phase = STATION


@rule
def pending(s: State) -> int:
    if s.phase < STATION:
        return CHANCE
    if s.phase == OVER_NOW:
        return OVER
    if s.phase == COMMAND or s.phase == MEETING:
        return 3 & ~s.ready
    return 1 << (DEFENDER if s.phase == STATION else ATTACKER if s.phase in (ENTRY, OPENING) else s.acting)


@rule
def chance(s: State, weights: Numbers) -> int:
    return equally(TWO_DICE if s.phase == DODGE else DIE)


@rule
def purpose(s: State) -> int:
    """Which roll it is, of the seat that rolls."""
    if s.phase == DODGE:
        return s.acting
    if s.phase == DEFEND:
        return 2 + s.acting
    return (4 if s.phase == STRIKE else 6) + s.acting


@rule
def settle(s: State, outcome: int) -> None:
    s.told = 0
    if s.phase == DODGE:
        dodge(s, outcome // DIE + 1, outcome % DIE + 1)
    elif s.phase == DEFEND:
        defend(s, outcome + 1)
    elif s.phase == STRIKE:
        strike(s, outcome + 1)
    else:
        damage(s, outcome + 1)
    go_on(s)


@rule
def go_on(s: State) -> None:
    """Everything that happens by itself, until someone has to choose or a die is rolled."""
    while moving(s):
        move_on(s)


@rule
def moving(s: State) -> bool:
    return s.phase > OVER_NOW


@rule
def move_on(s: State) -> None:
    if s.phase == BURN:
        burn(s)
    elif s.phase == CONTROL:
        control(s)
    elif s.phase == FIRE:
        s.phase = WEAPON
    elif s.phase == ADVANCE:
        advance(s)
    elif s.phase == SLICE:
        next_slice(s)
    elif s.phase == CONTACT:
        contact(s)
    elif s.phase == COLLIDE:
        collide(s)
    elif s.phase == END_SLICE:
        end_slice(s)
    elif s.phase == END_ROUND:
        end_round(s)


@rule
def span(out: Numbers, first: int, last: int) -> int:
    """Fills in all numbers from the first to the last."""
    for number in range(first, last + 1):
        out[number - first] = number
    return last - first + 1


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    if s.phase == STATION:
        return span(out, PLACE, PLACE + 5)
    if s.phase == ENTRY:
        return span(out, PLACE, PLACE + 6 * s.radius * 6 - 1)
    if s.phase == OPENING:
        return legal_speeds(s, out)
    if s.phase == COMMAND:
        if s.dials[seat] == 0:
            return span(out, TURN - s.rotation[seat], TURN + s.rotation[seat])
        return span(out, THRUST, THRUST + s.thrust[seat])
    if s.phase == GIMBAL:
        first = GIMBAL_BY if s.turned[seat] else GIMBAL_BY + 1
        return span(out, first, GIMBAL_BY + 2 * s.burned[seat] + 1)
    ship = s.kind_of_ship[seat]
    if s.phase == STEER:
        return span(out, TURN - s.missile_rotation[ship], TURN + s.missile_rotation[ship])
    if s.phase == PUSH:
        return span(out, THRUST, THRUST + s.missile_acceleration[ship])
    if s.phase == TOWARDS:
        return legal_towards(s, seat, out, AIM, MOST_THRUST + 1)
    if s.phase == DETONATE or s.phase == COUNTER:
        return span(out, NO, YES)
    if s.phase == MEETING:
        return span(out, LAUNCH, LAUNCH + can_launch(s, seat))
    count = 0
    if s.phase == WEAPON:
        for weapon in range(MISSILE, FLAK + 1):
            if can_fire(s, seat, weapon):
                out[count] = SHOOT + weapon
                count += 1
        out[count] = CEASE
        return count + 1
    for place in range(s.path_length[seat]):  # ORIGIN
        if can_fire_from(s, seat, s.weapon, place):
            out[count] = FROM + place
            count += 1
    return count


@rule
def legal_speeds(s: State, out: Numbers) -> int:
    """None, or any number in one direction or in two neighbouring ones (DF-R2, DF-Q5)."""
    most = MOST_DICE if s.dice_cap == DICE_CAP_ON else s.radius
    out[0] = SPEED
    count = 1
    for direction in range(6):
        for number in range(1, most + 1):
            for beside in range(most + 1):
                out[count] = SPEED + (direction * (MOST_RADIUS + 1) + number) * (MOST_RADIUS + 1) + beside
                count += 1
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    if s.phase == STATION:
        s.facing[DEFENDER] = action - PLACE
        tell(s, STATIONED, seat, s.facing[DEFENDER], 0)
        s.phase = ENTRY
    elif s.phase == ENTRY:
        s.q[ATTACKER], s.r[ATTACKER] = edge_hex(s.radius, (action - PLACE) // 6)
        s.facing[ATTACKER] = (action - PLACE) % 6
        tell(s, ENTERED, seat, s.facing[ATTACKER], 0)
        s.phase = OPENING
    elif s.phase == OPENING:
        open_with(s, action - SPEED)
    elif s.phase == COMMAND:
        set_dial(s, seat, action - TURN if s.dials[seat] == 0 else action - THRUST)
    elif s.phase == GIMBAL:
        number = action - GIMBAL_BY
        if number == 0:
            spread_burn(s, seat)
        else:
            gimbal(s, seat, number // 2, 5 if number % 2 else 1)
    elif s.phase == STEER:
        steer(s, action - TURN)
    elif s.phase == PUSH:
        push(s, action - THRUST)
    elif s.phase == WEAPON:
        if action == CEASE:
            cease(s, seat)
        else:
            choose_weapon(s, seat, action - SHOOT)
    elif s.phase == ORIGIN:
        s.origin = action - FROM
        s.phase = TOWARDS
    elif s.phase == TOWARDS:
        number = action - AIM
        which, aside = number // (MOST_THRUST + 1), number % (MOST_THRUST + 1)
        first, side = which // 3, which % 3
        fire(s, seat, first, (first + (1 if side == 1 else 5)) % 6, aside)
    elif s.phase == DETONATE:
        detonate(s, seat, action - NO)
    elif s.phase == COUNTER:
        counter(s, seat, action - NO)
    else:
        launch(s, seat, action - LAUNCH)
    go_on(s)


@rule
def open_with(s: State, number: int) -> None:
    """The attacker's opening velocity; then the first round begins, with each ship's own hex to fire from (DF-Q9)."""
    size = MOST_RADIUS + 1
    direction, along, beside = number // size // size, number // size % size, number % size
    next_one = (direction + 1) % 6
    s.vq[ATTACKER], s.vr[ATTACKER] = added(0, 0, direction, along, next_one, beside)
    for ship in range(2):
        s.path_length[ship] = 1
        s.path_q[ship][0] = s.q[ship]
        s.path_r[ship][0] = s.r[ship]
    tell(s, OPENED, ATTACKER, 0, 0)
    begin_round(s)


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """Make of this a state that the seat can't tell from it: what the other has set in secret may be anything."""
    other = 1 - seat
    if s.phase == COMMAND:
        if s.dials[other] > 0:
            s.dial_turn[other] = below(word, 2 * s.rotation[other] + 1) - s.rotation[other]
        if s.dials[other] > 1:
            s.dial_burn[other] = below(next_word(word), s.thrust[other] + 1)
    elif s.phase == MEETING and s.ready >> other & 1:
        s.launching[other] = below(word, can_launch(s, other) + 1)


@rule
def score(s: State, out: Numbers) -> None:
    if s.winner == BOTH:
        out[DEFENDER] = 1
        out[ATTACKER] = 1
    else:
        out[s.winner] = 1


def limits(s: State) -> Limits:
    """By the rounds there are. What can be in flight is limited by magazines, and by how long flak lasts."""
    ships = [s.kind_of_ship[seat] for seat in range(2)]
    missiles = s.magazine[DEFENDER] + s.magazine[ATTACKER]
    flak = sum(s.flak_shots[ship] for ship in ships)
    launches = [s.missiles_a_turn[ship] for ship in ships]
    shots = flak + sum(min(s.missile_shots[ship], s.missiles_a_turn[ship]) for ship in ships)
    steering = 2 + sum(s.sheet_gimbal[ship] for ship in ships) + 2 * missiles  # the dials; a missile turns and burns
    firing = 3 * shots + 2  # weapon, hex and direction; and `done`
    meeting = 2 * s.magazine[DEFENDER] * s.magazine[ATTACKER] + missiles + 1 + max(launches)
    in_flight = min(missiles + FRESH_SPREAD * flak, MOST_TOKENS - 2)
    return Limits(
        3 + s.round_limit * (steering + firing + meeting),
        draws=s.round_limit * 3 * (2 * in_flight + sum(launches)),  # to dodge, to shoot it down, and the damage
        outcomes=TWO_DICE,
    )
