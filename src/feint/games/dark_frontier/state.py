"""The state of Dark Frontier: two ships, what flies between them, and the phase of the round.

Ships and projectiles are tokens, ships first and then by age. Everything is open but the command dials, and the numbers
of missiles when two ships meet, until both are set.
"""

from feint.core import State, data, i1, i2, i4, i8, private, public, rule, ruling, schema
from feint.core.events import events

DEFENDER, ATTACKER = 0, 1
MOST_SHIPS = 8  # classes of ships to choose from
MOST_TOKENS = 62  # ships and projectiles, so that a bit mask of them is one number
MOST_PATH = 64  # hexes that a ship visits in one Advance

GONE, SHIP, MISSILE, FLAK = range(4)  # kinds of tokens
FRESH_SPREAD = 6

# The rulings' choices.
DICE_CAP_ON, DICE_CAP_OFF = 0, 1
MOTION_SLICED, MOTION_ENDPOINTS = 0, 1
WARHEAD_TIERED, WARHEAD_HARSH, WARHEAD_SOFT = 0, 1, 2
GIMBAL_STRAIGHT, GIMBAL_TURNING = 0, 1
DISPERSAL_ALL, DISPERSAL_MOVING = 0, 1
POINT_BLANK_MEETS, POINT_BLANK_PASSES = 0, 1

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

STATE = schema(
    ruling("radius"),
    ruling("dice_cap"),
    ruling("gimbal"),
    ruling("motion"),
    ruling("warhead"),
    ruling("dispersal"),
    ruling("point_blank"),
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
    public("round", i4),
    public("phase", i1),
    public("acting", i1),  # whose choice or collision it is
    public("ready", i1),  # who has made a secret choice, as a bit mask
    public("dials", i1, 2),  # how many of its two dials each has set
    private("dial_turn", i1, 2),
    private("dial_burn", i1, 2),
    public("turned", i1, 2),  # the dials when revealed
    public("burned", i1, 2),
    public("control", i1),  # the missile that is being steered
    public("weapon", i1),  # MISSILE or FLAK, while a shot is prepared
    public("origin", i1),  # the hex of the path that it is fired from
    public("shots", i1, 2),  # of flak, in this round
    public("missile_shots_made", i1, 2),  # launched in this round's Place
    public("missiles_spent", i1, 2),  # in this turn, countermeasures and meetings included
    # The ships.
    public("kind_of_ship", i1, 2),
    public("thrust", i1, 2),
    public("rotation", i1, 2),
    public("defence", i1, 2),
    public("bay", i1, 2),  # 1: works
    public("guns", i1, 2),
    public("breaches", i1, 2),
    public("magazine", i1, 2),
    public("lost", i1, 2),  # 0, or how
    public("path_length", i1, 2),
    public("path_q", i1, 2, MOST_PATH),
    public("path_r", i1, 2, MOST_PATH),
    # The tokens.
    public("tokens", i1),
    public("kind", i1, MOST_TOKENS),
    public("owner", i1, MOST_TOKENS),
    public("q", i2, MOST_TOKENS),
    public("r", i2, MOST_TOKENS),
    public("vq", i2, MOST_TOKENS),
    public("vr", i2, MOST_TOKENS),
    public("facing", i1, MOST_TOKENS),
    public("spread", i1, MOST_TOKENS),
    public("placed", i4, MOST_TOKENS),  # the round of its launch
    # The Advance.
    public("slice", i2),
    public("slices", i2),
    public("from_q", i2, MOST_TOKENS),  # where each token began
    public("from_r", i2, MOST_TOKENS),
    public("last_q", i2, MOST_TOKENS),  # where it was one slice ago
    public("last_r", i2, MOST_TOKENS),
    public("met", i8, MOST_TOKENS),  # the older tokens that it has met, as a bit mask
    public("one", i1),  # the two tokens that meet
    public("other", i1),
    public("against", i1),  # the spread to dodge
    private("launching", i1, 2),
    public("launched", i1, 2),  # the numbers when revealed
    public("flak_left", i1),  # collisions of a meeting still to come
    public("missiles_left", i1),
    # The end.
    public("winner", i1),
    public("decided_by", i1),
    public("hits", i2, 2),  # collisions that did damage
    public("fired", i2, 2),
    public("damaged", i2, 2),
    *events(),
)

NOBODY, BOTH = -1, 2  # winner: none yet, a draw


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
