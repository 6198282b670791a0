"""Hexes: vectors, the six-number counter of a velocity, the straight way of a token in slices, and the map.

A hex is an axial pair q,r with the shipyard at 0,0; hexes have a flat top. Directions are numbered clockwise from N.
All of it is whole numbers: the square of a length is q*q + q*r + r*r, and q*r' - r*q' says on which side a vector lies.
"""

from feint.core import State, rule

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
STEP_Q = (0, 1, 1, 0, -1, -1)
STEP_R = (-1, -1, 0, 1, 1, 0)
MOST_DICE = 6  # a number of the counter is a die


@rule
def length(q: int, r: int) -> int:
    """How many hexes a vector crosses."""
    return (abs(q) + abs(r) + abs(q + r)) // 2


@rule
def main_direction(q: int, r: int) -> int:
    """The direction d of a vector's counter: all of it lies in d and in the next one clockwise. 0 for no vector."""
    for d in range(6):
        along, beside = counted(q, r, d)
        if along > 0 and beside >= 0:
            return d
    return 0


@rule
def counted(q: int, r: int, d: int) -> tuple[int, int]:
    """A vector as steps in direction d and in the next one clockwise; negative where it lies elsewhere."""
    e = (d + 1) % 6
    # Two neighbouring directions span every hex, and turn by one sixth: their cross product is 1.
    along = q * STEP_R[e] - r * STEP_Q[e]
    beside = STEP_Q[d] * r - STEP_R[d] * q
    return along, beside


@rule
def capped(q: int, r: int) -> tuple[int, int]:
    """A velocity as dice can show it: each number of its counter is cut to six (DF-Q5)."""
    if length(q, r) <= MOST_DICE:  # the numbers add up to the length
        return q, r
    d = main_direction(q, r)
    along, beside = counted(q, r, d)
    along = min(along, MOST_DICE)
    beside = min(beside, MOST_DICE)
    e = (d + 1) % 6
    return along * STEP_Q[d] + beside * STEP_Q[e], along * STEP_R[d] + beside * STEP_R[e]


@rule
def added(q: int, r: int, first: int, number: int, second: int, aside: int) -> tuple[int, int]:
    """A velocity with so much more in one direction, and so much in a second one."""
    return (
        q + number * STEP_Q[first] + aside * STEP_Q[second],
        r + number * STEP_R[first] + aside * STEP_R[second],
    )


@rule
def burned_in_turn(q: int, r: int, facing: int, turn: int, thrust: int) -> tuple[int, int]:
    """A velocity after a turn and a burn: spread as evenly as can be over all directions of the turn (DF-R7, DF-Q6)."""
    ways = abs(turn) + 1
    step = 1 if turn > 0 else -1
    for passed in range(ways):
        share = thrust // ways + (1 if passed < thrust % ways else 0)
        q, r = added(q, r, (facing + step * passed) % 6, share, 0, 0)
    return q, r


@rule
def way(q: int, r: int, part: int, parts: int) -> tuple[int, int]:
    """Where a token that moves by a vector is after so many of all parts of the way: the nearest hex to that point.

    Of hexes as near, the one furthest to the right of its travel (DF-Q11); on its line, the one ahead (DF-Q20).
    """
    wide_q, wide_r = q * part, r * part  # the point, in units of 1 / parts
    low_q, low_r = wide_q // parts, wide_r // parts
    best_q, best_r, nearest, rightmost, foremost = low_q, low_r, 1 << 40, 0, 0
    # The point lies in the rhombus of four hexes, and one of them is nearest.
    for corner in range(4):
        hex_q, hex_r = low_q + corner % 2, low_r + corner // 2
        off_q, off_r = hex_q * parts - wide_q, hex_r * parts - wide_r
        far = off_q * off_q + off_q * off_r + off_r * off_r
        right = q * off_r - r * off_q
        ahead = 2 * (q * off_q + r * off_r) + q * off_r + r * off_q
        if far > nearest or (far == nearest and (right < rightmost or (right == rightmost and ahead <= foremost))):
            continue
        best_q, best_r, nearest, rightmost, foremost = hex_q, hex_r, far, right, ahead
    return best_q, best_r


@rule
def on_map(s: State, q: int, r: int) -> bool:
    return length(q, r) <= s.radius


@rule
def edge_hex(radius: int, number: int) -> tuple[int, int]:
    """The hexes on the edge, clockwise from the north corner."""
    corner, along = number // radius, number % radius
    turned = (corner + 2) % 6
    return (
        radius * STEP_Q[corner] + along * STEP_Q[turned],
        radius * STEP_R[corner] + along * STEP_R[turned],
    )
