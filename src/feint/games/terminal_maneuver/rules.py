"""Terminal Maneuver: a missile burns fuel to dodge, and a laser guesses how much."""

from feint.core import (
    CHANCE,
    OVER,
    Limits,
    Numbers,
    State,
    amount,
    below,
    equally,
    i1,
    i4,
    label,
    private,
    public,
    rule,
    ruling,
    schema,
    seat_bits,
    seat_label,
)

MISSILE, LASER = 0, 1
BOTH = 0b11  # the two seats as a bit mask
NOBODY = -1

FORBIDDEN, ALLOWED = 0, 1  # black_squares

# Choices: the laser's guess is its card, 0 to 6, and the missile's burn of f fuel is BURN + f.
BURN = 7
ACTIONS = 14
MOST_FUEL = 6  # the highest card, and the most that one round's column has a square for

# The board: one row a round, one square for each amount of fuel, 0 to 6. A missile that is caught there is safe if the
# die shows so much or more; so 7 is never and 1 is always.
NEVER, ALWAYS, BLACK = 7, 1, 0
BOARD = (
    (NEVER, 2, ALWAYS, BLACK, BLACK, BLACK, BLACK),
    (NEVER, 3, 2, ALWAYS, BLACK, BLACK, BLACK),
    (NEVER, 4, 3, 2, ALWAYS, BLACK, BLACK),
    (NEVER, 5, 4, 3, 2, ALWAYS, BLACK),
    (NEVER, 6, 5, 4, 3, 2, ALWAYS),
)
NOT_YET = -1


def most_burned(s: State) -> int:
    """The most fuel that one round can cost."""
    return min(int(s.fuel), MOST_FUEL)


def in_play(s: State, column: int, most: int, otherwise: int) -> int:
    """What a column holds at the most: those after the last round are never filled in."""
    return most if column < s.rounds else otherwise


BURNED = label(NOT_YET, lambda s, column: in_play(s, column, most_burned(s), NOT_YET))
GUESSED = label(NOT_YET, lambda s, column: in_play(s, column, MOST_FUEL, NOT_YET))
ROLLED = amount(0, lambda s, column: in_play(s, column, 6, 0))

STATE = schema(
    ruling("black_squares"),
    ruling("fuel"),
    ruling("rounds"),
    public("round", i4, holds=amount(1, lambda s: s.rounds)),
    public("fuel_left", i1, holds=amount(0, lambda s: s.fuel)),
    public("laid", i1, holds=seat_bits()),  # the seats that have made this round's choice, as a bit mask
    private("chosen", i1, 2, holds=label(0, MOST_FUEL)),  # fuel to burn, and the card face down
    public("burned", i1, 5, holds=BURNED),  # by round; NOT_YET where it has not been shown
    public("guessed", i1, 5, holds=GUESSED),
    public("rolled", i1, 5, holds=ROLLED),  # by round; 0: no die was needed
    public("to_roll", i1, holds=amount(0, 1)),  # 1 while a die decides whether the missile is safe
    public("winner", i1, holds=seat_label(NOBODY)),
)


@rule
def setup(s: State) -> None:
    s.round = 1
    s.fuel_left = s.fuel
    s.winner = NOBODY
    for column in range(5):
        s.burned[column] = NOT_YET
        s.guessed[column] = NOT_YET


@rule
def pending(s: State) -> int:
    if s.winner != NOBODY:
        return OVER
    if s.to_roll:
        return CHANCE
    return BOTH & ~s.laid


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    if seat == LASER:
        for card in range(MOST_FUEL + 1):
            out[card] = card
        return MOST_FUEL + 1
    count = 0
    for fuel in range(min(s.fuel_left, MOST_FUEL) + 1):
        if s.black_squares == ALLOWED or BOARD[s.round - 1][fuel] != BLACK:
            out[count] = BURN + fuel
            count += 1
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.chosen[seat] = action if seat == LASER else action - BURN
    s.laid |= 1 << seat
    if s.laid == BOTH:
        turn_over_card(s)


@rule
def turn_over_card(s: State) -> None:
    burned, guessed = s.chosen[MISSILE], s.chosen[LASER]
    column = s.round - 1
    s.burned[column] = burned
    s.guessed[column] = guessed
    s.fuel_left -= burned
    s.laid = 0
    s.chosen[MISSILE] = 0
    s.chosen[LASER] = 0
    square = BOARD[column][burned]
    if guessed != burned or square in (ALWAYS, BLACK):
        next_round(s)
    elif square == NEVER:
        s.winner = LASER
    else:
        s.to_roll = 1


@rule
def chance(s: State, weights: Numbers) -> int:
    return equally(6)


@rule
def settle(s: State, outcome: int) -> None:
    roll = outcome + 1
    column = s.round - 1
    s.rolled[column] = roll
    s.to_roll = 0
    if roll >= BOARD[column][s.burned[column]]:
        next_round(s)
    else:
        s.winner = LASER


@rule
def next_round(s: State) -> None:
    if s.round == s.rounds:
        s.winner = MISSILE
    else:
        s.round += 1


@rule
def redeal(s: State, seat: int, word: int) -> None:
    """Make of this a state that the seat can't tell from it: what the other has laid may be anything it could lay."""
    other = 1 - seat
    if not s.laid >> other & 1:
        return
    if other == LASER:
        s.chosen[LASER] = below(word, MOST_FUEL + 1)
        return
    most = 0  # the column's squares have no gap: every burn up to the most is one
    for fuel in range(min(s.fuel_left, MOST_FUEL) + 1):
        if s.black_squares == ALLOWED or BOARD[s.round - 1][fuel] != BLACK:
            most = fuel
    s.chosen[MISSILE] = below(word, most + 1)


def limits(s: State) -> Limits:
    """Both choose once a round. The die is for a missile that was caught and had burned something."""
    return Limits(s.rounds, draws=min(s.rounds, s.fuel), outcomes=6)


@rule
def score(s: State, out: Numbers) -> None:
    out[s.winner] = 1
