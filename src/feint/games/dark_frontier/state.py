"""The state of Dark Frontier: two ships, what flies between them, and the phase of the round.

Ships and projectiles are tokens, ships first and then by age. Everything is open but the command dials, and the numbers
of missiles when two ships meet, until both are set.
"""

from collections.abc import Sequence

from feint.core import (
    State,
    amount,
    bits,
    data,
    each_seat,
    i1,
    i2,
    i4,
    i8,
    label,
    private,
    public,
    rule,
    ruling,
    schema,
    seat_bits,
    seat_label,
)
from feint.core.events import events

from .hexes import MOST_DICE

DEFENDER, ATTACKER = 0, 1
MOST_SHIPS = 8  # classes of ships to choose from
MOST_TOKENS = 62  # ships and projectiles, so that a bit mask of them is one number
MOST_PATH = 64  # hexes that a ship visits in one Advance

NOBODY, BOTH = -1, 2  # winner: none yet, a draw

GONE, SHIP, MISSILE, FLAK = range(4)  # kinds of tokens
FRESH_SPREAD = 6

# The rulings' choices.
DICE_CAP_ON, DICE_CAP_OFF = 0, 1
MOTION_SLICED, MOTION_ENDPOINTS = 0, 1
WARHEAD_TIERED, WARHEAD_HARSH, WARHEAD_SOFT = 0, 1, 2
GIMBAL_STRAIGHT, GIMBAL_TURNING = 0, 1
DISPERSAL_ALL, DISPERSAL_MOVING = 0, 1
POINT_BLANK_MEETS, POINT_BLANK_PASSES = 0, 1
MISSILE_NUMBERS_LAUNCH, MISSILE_NUMBERS_AGE = 0, 1

# What a row of a damage table breaks (DF-Q3).
BAY, GUNS, THRUST, ROTATION, DEFENCE, HULL = range(6)

# What the game waits for: chance, ...
DODGE, DEFEND, STRIKE, DAMAGE = range(4)
# ... a choice, ...
STATION, ENTRY, OPENING, COMMAND, GIMBAL, STEER, PUSH, WEAPON, ORIGIN, TOWARDS, DETONATE, COUNTER, MEETING = range(
    4, 17
)
OVER_NOW = 17
# ... or nothing: what happens by itself.
BURN, CONTROL, FIRE, ADVANCE, SLICE, CONTACT, COLLIDE, END_SLICE, END_ROUND = range(18, 27)

BY_WARHEAD, BY_HULL, BY_FLIGHT, BY_LIMIT = range(1, 5)  # how a ship was lost, or the game decided

# Things that happened, for the log.
(
    STATIONED,
    ENTERED,
    OPENED,
    ROUND_BEGAN,
    REVEALED,
    GIMBALED,
    STEERED,
    PUSHED,
    FIRED,
    LEFT_MAP,
    FLED,
    SHIPS_MET,
    MISSILES_MET,
    DETONATED,
    HELD,
    MISSILE_CAME,
    COUNTERED,
    FLAK_CAME,
    DODGED,
    NOT_DODGED,
    SHOT_DOWN,
    HIT,
    BROKEN,
    BREACHED,
    DESTROYED,
    LAUNCHED,
    NUKED,
    MISSED,
    SHATTERED,
) = range(29)

# What the fields can hold at the most.


def most_of(s: State, sheet: Sequence[int]) -> int:
    """The larger number of the two ships' sheets."""
    return max(int(sheet[ship]) for ship in s.kind_of_ship)


def most_shots(s: State) -> int:
    """Shots of one ship in one round."""
    return most_of(s, s.flak_shots) + most_of(s, s.missile_shots)


def most_collisions(s: State) -> int:
    """Of one ship in one Advance: one with each token, and those of a meeting."""
    return MOST_TOKENS + most_of(s, s.missiles_a_turn)


def fastest(s: State) -> int:
    """Hexes that anything can move in one round. What stays on the map moves no farther than across it."""
    if s.dice_cap == DICE_CAP_ON:
        return 2 * MOST_DICE
    weapons = (s.flak_velocity, s.missile_velocity, s.missile_acceleration)
    return 2 * int(s.radius) + max(s.thrust) + max(most_of(s, sheet) for sheet in weapons)


def farthest(s: State) -> int:
    """How far from the centre a token can be: it is gone as soon as it has left the map."""
    return int(s.radius) + (fastest(s) if s.motion == MOTION_ENDPOINTS else 2)


def most_visited(s: State) -> int:
    """Hexes of a ship's path: a straight line goes through two for each that it is long, at the most."""
    return min(2 * fastest(s) + 1, MOST_PATH)


def reach(s: State, at: int) -> int:
    """How far from the centre a hex of a ship's path can be."""
    return farthest(s) if at < most_visited(s) else 0


ANYWHERE = amount(lambda s, token: -farthest(s), lambda s, token: farthest(s))
ANY_SPEED = amount(lambda s, token: -fastest(s), lambda s, token: fastest(s))
ANY_TURN = amount(lambda s: -max(s.rotation), lambda s: max(s.rotation))
VISITED = amount(lambda s, at: -reach(s, at), reach)
OLDER = bits(lambda s, token: token)
EACH = each_seat(2)
FLAG, SPREAD, THRUSTING = amount(0, 1), amount(0, FRESH_SPREAD), amount(0, lambda s: max(s.thrust))
FLAK_SHOTS = amount(0, lambda s: most_of(s, s.flak_shots))
MISSILE_SHOTS = amount(0, lambda s: most_of(s, s.missile_shots))
CARRIED = amount(0, lambda s, *token: max(s.magazine))
MISSILES = amount(0, lambda s: most_of(s, s.missiles_a_turn))
HITS = amount(0, lambda s: s.round_limit * most_collisions(s))
PLAYED = label(0, MOST_SHIPS - 1, lambda s, ship: ship in s.kind_of_ship)

STATE = schema(
    ruling("radius"),
    ruling("dice_cap"),
    ruling("gimbal"),
    ruling("motion"),
    ruling("warhead"),
    ruling("dispersal"),
    ruling("point_blank"),
    ruling("missile_numbers"),
    ruling("round_limit"),
    ruling("defender_ship"),
    ruling("attacker_ship"),
    # The sheets, by class.
    data("sheet_thrust", i1, MOST_SHIPS),
    data("sheet_rotation", i1, MOST_SHIPS),
    data("sheet_gimbal", i1, MOST_SHIPS),
    data("sheet_defence", i1, MOST_SHIPS),
    data("flak_velocity", i1, MOST_SHIPS),
    data("flak_arc", i1, MOST_SHIPS),  # as a bit mask of directions from the facing, clockwise
    data("flak_shots", i1, MOST_SHIPS),  # 0: no such weapon
    data("missile_velocity", i1, MOST_SHIPS),
    data("missile_arc", i1, MOST_SHIPS),
    data("missile_shots", i1, MOST_SHIPS),
    data("missiles_a_turn", i1, MOST_SHIPS),
    data("sheet_magazine", i1, MOST_SHIPS),
    data("missile_acceleration", i1, MOST_SHIPS),
    data("missile_rotation", i1, MOST_SHIPS),
    data("damage_table", i1, MOST_SHIPS, 6),
    # The round.
    public("round", i4, holds=amount(1, lambda s: s.round_limit)),
    public("phase", i1, holds=label(DODGE, OVER_NOW)),
    public("acting", i1, holds=seat_label()),  # whose choice or collision it is
    public("ready", i1, holds=seat_bits()),  # who has made a secret choice, as a bit mask
    public("dials", i1, EACH, holds=amount(0, 2)),  # how many of its two dials each has set
    private("dial_turn", i1, 2, holds=ANY_TURN),
    private("dial_burn", i1, 2, holds=THRUSTING),
    public("turned", i1, EACH, holds=ANY_TURN),  # the dials when revealed
    public("burned", i1, EACH, holds=THRUSTING),
    public("control", i1, holds=label(0, MOST_TOKENS)),  # the missile that is being steered
    public("weapon", i1, holds=label(GONE, FLAK)),  # MISSILE or FLAK, while a shot is prepared
    public("origin", i1, holds=amount(0, lambda s: most_visited(s) - 1)),  # the hex of the path that it is fired from
    public("shots", i1, EACH, holds=FLAK_SHOTS),  # of flak, in this round
    public("missile_shots_made", i1, EACH, holds=MISSILE_SHOTS),  # launched in this round's Place
    public("missiles_spent", i1, EACH, holds=MISSILES),  # in this turn, countermeasures and meetings included
    # The ships.
    public("kind_of_ship", i1, EACH, holds=PLAYED),
    public("thrust", i1, EACH, holds=THRUSTING),
    public("rotation", i1, EACH, holds=amount(0, lambda s: max(s.rotation))),
    public("defence", i1, EACH, holds=amount(1, 6)),
    public("bay", i1, EACH, holds=FLAG),  # 1: works
    public("guns", i1, EACH, holds=FLAG),
    public("breaches", i1, EACH, holds=amount(0, lambda s: 1 + most_collisions(s))),
    public("magazine", i1, EACH, holds=amount(0, lambda s: max(s.magazine))),
    public("lost", i1, EACH, holds=label(0, BY_LIMIT)),  # 0, or how
    public("path_length", i1, EACH, holds=amount(0, most_visited)),
    public("path_q", i1, EACH, MOST_PATH, holds=VISITED),
    public("path_r", i1, EACH, MOST_PATH, holds=VISITED),
    # The tokens.
    public("tokens", i1, holds=amount(2, MOST_TOKENS)),
    public("kind", i1, MOST_TOKENS, holds=label(GONE, FLAK)),
    public("owner", i1, MOST_TOKENS, holds=seat_label()),
    public("q", i2, MOST_TOKENS, holds=ANYWHERE),
    public("r", i2, MOST_TOKENS, holds=ANYWHERE),
    public("vq", i2, MOST_TOKENS, holds=ANY_SPEED),
    public("vr", i2, MOST_TOKENS, holds=ANY_SPEED),
    public("facing", i1, MOST_TOKENS, holds=label(0, 5)),
    public("spread", i1, MOST_TOKENS, holds=SPREAD),
    public("placed", i4, MOST_TOKENS, holds=amount(0, lambda s, token: s.round_limit)),  # the round of its launch
    public("launch_number", i1, MOST_TOKENS, holds=CARRIED, for_log=True),  # of a missile: which of its owner's it is
    # The Advance.
    public("slice", i2, holds=amount(0, fastest)),
    public("slices", i2, holds=amount(0, fastest)),
    public("from_q", i2, MOST_TOKENS, holds=ANYWHERE),  # where each token began
    public("from_r", i2, MOST_TOKENS, holds=ANYWHERE),
    public("last_q", i2, MOST_TOKENS, holds=ANYWHERE),  # where it was one slice ago
    public("last_r", i2, MOST_TOKENS, holds=ANYWHERE),
    public("met", i8, MOST_TOKENS, holds=OLDER),  # the older tokens that it has met, as a bit mask
    public("one", i1, holds=label(0, MOST_TOKENS - 1)),  # the two tokens that meet
    public("other", i1, holds=label(0, MOST_TOKENS - 1)),
    public("against", i1, holds=SPREAD),  # the spread to dodge
    private("launching", i1, 2, holds=MISSILES),
    public("launched", i1, EACH, holds=MISSILES),  # the numbers when revealed
    public("flak_left", i1, holds=MISSILES),  # collisions of a meeting still to come
    public("missiles_left", i1, holds=MISSILES),
    # The end.
    public("winner", i1, holds=seat_label(NOBODY, BOTH)),
    public("decided_by", i1, holds=label(0, BY_LIMIT)),
    public("hits", i2, EACH, holds=HITS, for_log=True),  # collisions that did damage
    public("fired", i2, EACH, holds=amount(0, lambda s: s.round_limit * most_shots(s)), for_log=True),
    public("missiles_fired", i1, EACH, holds=CARRIED, for_log=True),
    public("damaged", i2, EACH, holds=HITS, for_log=True),
    *events(lambda s: -max(5, *s.rotation), lambda s: max(SHATTERED, s.round_limit, 1 + most_collisions(s))),
)


@rule
def can_launch(s: State, seat: int) -> int:
    """How many missiles a ship can still fire in this turn (DF-R13, DF-Q10)."""
    ship = s.kind_of_ship[seat]
    left = min(s.missiles_a_turn[ship] - s.missiles_spent[seat], s.magazine[seat])
    return left if s.bay[seat] and left > 0 else 0


@rule
def spend_missile(s: State, seat: int) -> None:
    s.missiles_spent[seat] += 1
    s.magazine[seat] -= 1
