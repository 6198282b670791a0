"""For tests: the first three games solved directly, each by a few lines written from its rules' text.

Nothing here looks at a game's rules.py. Values are the first seat's share of the point. They are fractions, except where
a matrix game is left to SciPy's HiGHS.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog

HALF = Fraction(1, 2)

# Matrix games: rows want much, columns want little.


def lp_value(matrix: Sequence[Sequence[Any]]) -> tuple[float, list[float], list[float]]:
    """What a matrix game is worth to its rows, and a best mixture for rows and for columns, each from a program of its own."""
    worth = np.array([[float(number) for number in row] for row in matrix])
    rows = _lp_mixture(worth)
    columns = _lp_mixture(-worth.T)
    lower, upper = float(min(rows @ worth)), float(max(worth @ columns))
    assert abs(upper - lower) < 1e-9, f"the two mixtures disagree: {lower} and {upper}"
    return (lower + upper) / 2, rows.tolist(), columns.tolist()


def _lp_mixture(worth: np.ndarray) -> np.ndarray:
    """The rows' mixture that is sure of the most."""
    rows, columns = worth.shape
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-worth.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    assert found.status == 0, found.message
    mixture = np.clip(found.x[:rows], 0, None)
    return mixture / mixture.sum()


def lp_worth(matrix: Sequence[Sequence[Any]]) -> float:
    return lp_value(matrix)[0]


def exact_value(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    """The same as a fraction: some square part of the matrix equalizes for both sides (Shapley and Snow, 1950).

    All parts are tried, smallest first, and what is found is checked against every row and column.
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    sure, most = max(min(row) for row in matrix), min(max(column) for column in zip(*matrix, strict=True))
    if sure == most:  # a part of size 1
        return sure
    for size in range(2, min(len(rows), len(columns)) + 1):
        for some_rows in combinations(rows, size):
            for some_columns in combinations(columns, size):
                part = [[matrix[row][column] for column in some_columns] for row in some_rows]
                across = _equalizing([list(column) for column in zip(*part, strict=True)])
                down = _equalizing(part)
                if across is None or down is None:
                    continue
                row_weights, worth = across
                column_weights, _ = down
                if min(row_weights + column_weights) < 0:
                    continue
                mixed_rows = [
                    sum(w * matrix[r][c] for w, r in zip(row_weights, some_rows, strict=True)) for c in columns
                ]
                mixed_columns = [
                    sum(w * matrix[r][c] for w, c in zip(column_weights, some_columns, strict=True)) for r in rows
                ]
                if min(mixed_rows) >= worth >= max(mixed_columns):
                    return worth
    raise AssertionError("every matrix game has such a part")


def _equalizing(part: list[list[Fraction]]) -> tuple[list[Fraction], Fraction] | None:
    """Weights of the columns that add up to 1 and make every row worth the same, and that worth; None if not just one."""
    size = len(part)
    # Unknown: the weights, then the worth.
    lines = [[*map(Fraction, row), Fraction(-1), Fraction(0)] for row in part]
    lines.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    for column in range(size + 1):
        pivot = next((line for line in lines[column:] if line[column] != 0), None)
        if pivot is None:
            return None
        lines.remove(pivot)
        lines.insert(column, [number / pivot[column] for number in pivot])
        for row, line in enumerate(lines):
            if row != column and line[column] != 0:
                factor = line[column]
                lines[row] = [number - factor * top for number, top in zip(line, lines[column], strict=True)]
    solved = [line[-1] for line in lines]
    return solved[:size], solved[size]


# Terminal Maneuver.


def guessing_value(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    """The exact value where every row is one number throughout, but less or the same where its guess is right: column i.

    To hold row i down to v, its guess needs a probability of (all - v) / (all - caught). The value is the least v for
    which no set of rows needs more than 1 altogether; the sets to look at are the best row, the two best, and so on.
    """
    rows = sorted(((row[i - 1], row[i]) for i, row in enumerate(matrix)), reverse=True)
    value = max(caught for _, caught in rows)  # not even a sure guess gets below
    needed = steepness = Fraction(0)
    for all, caught in rows:
        if all > caught:
            needed += all / (all - caught)
            steepness += 1 / (all - caught)
            value = max(value, (needed - 1) / steepness)
    return value


BOARD_OF_TERMINAL_MANEUVER = """
6  -       -       -       -       always
5  -       -       -       always  2+
4  -       -       always  2+      3+
3  -       always  2+      3+      4+
2  always  2+      3+      4+      5+
1  2+      3+      4+      5+      6+
0  never   never   never   never   never
"""


@cache
def safe_rolls() -> dict[tuple[int, int], int]:
    """How many of the six rolls save a missile that is caught, by round and fuel, from the printed board."""
    rolls = {"never": 0, "always": 6} | {f"{roll}+": 7 - roll for roll in range(2, 7)}
    board = {}
    for line in BOARD_OF_TERMINAL_MANEUVER.splitlines():
        fuel, *squares = line.split() or [""]
        if fuel.isdigit():
            board |= {(n, int(fuel)): rolls[square] for n, square in enumerate(squares, 1) if square != "-"}
    return board


def terminal_maneuver(fuel: int, rounds: int, black_squares: str = "forbidden", worth: Any = exact_value) -> Any:
    """The missile's share; `worth` solves a matrix game: `exact_value`, `guessing_value` or `lp_worth`."""
    return _survives(1, fuel, rounds, black_squares, worth)


@cache
def _survives(round: int, fuel: int, rounds: int, black_squares: str, worth: Any) -> Any:
    if round > rounds:
        return Fraction(1)
    matrix = []
    for burned in range(min(fuel, 6) + 1):
        square = safe_rolls().get((round, burned))
        if square is not None or black_squares == "allowed":
            later = _survives(round + 1, fuel - burned, rounds, black_squares, worth)
            caught = later * Fraction(6 if square is None else square, 6)
            matrix.append([caught if guess == burned else later for guess in range(7)])
    return worth(matrix)


# Minefield Navigator.


def minefield_navigator(
    steps: int = 10, mines: int = 3, detectors: int = 2, occupancy: str = "exclusive", first: str = "player1"
) -> Fraction:
    """The share of player 1. Both know the same, so right play is a matter of how likely things are, never of bluff.

    What is known is the set of placements that are still possible, each placement the set of its live mines, as bits.
    """
    if first == "toss":
        starts = [minefield_navigator(steps, mines, detectors, occupancy, seat) for seat in ("player1", "player2")]
        return sum(starts, Fraction(0)) / 2

    @cache
    def wins(here: int, there: int, mine: int, theirs: int, possible: frozenset[int]) -> Fraction:
        """How likely whoever is to move wins: it stands here with so many detectors, the opponent there with theirs."""
        options = []
        step = here + 1
        if step == there and occupancy == "exclusive":
            step += 1
        if step != there or occupancy == "shared":
            clear = frozenset(live for live in possible if not live >> step & 1)
            alive = Fraction(len(clear), len(possible))
            if step == steps or not clear:
                options.append(alive)
            else:
                options.append(alive * (1 - wins(there, step, theirs, mine, clear)))
        if mine > 0:
            for step in range(here + 1, steps + 1):
                found = frozenset(live & ~(1 << step) for live in possible if live >> step & 1)
                nothing = frozenset(live for live in possible if not live >> step & 1)
                options.append(
                    sum(
                        Fraction(len(after), len(possible)) * (1 - wins(there, here, theirs, mine - 1, after))
                        for after in (found, nothing)
                        if after
                    )
                )
        if not options:  # it passes
            return 1 - wins(there, here, theirs, mine, possible)
        return max(options)

    laid = frozenset(sum(1 << step for step in some) for some in combinations(range(1, steps + 1), mines))
    chance = wins(0, 0, detectors, detectors, laid)
    return chance if first == "player1" else 1 - chance


# Tower Siege.


def tower_siege(turns: int, cut: Fraction, **dials: Any) -> Any:
    """The share of P1 when the game is cut after so many single turns, and P1 gets `cut` then.

    With a cut of 0 that is a lower bound for the game without a limit, with 1 an upper one; with a half it is the game
    with that `turn_limit`.
    """
    return _siege(cut, **dials)(turns)


def tower_siege_bounds(most: int, **dials: Any) -> list[tuple[Any, Any]]:
    """Lower and upper bounds of P1's share in the game without a limit, cut after 0, 1, 2, ... single turns."""
    lower, upper = _siege(Fraction(0), **dials), _siege(Fraction(1), **dials)
    return [(lower(turns), upper(turns)) for turns in range(most + 1)]


def tower_siege_from(turns: int, cut: Fraction, **dials: Any) -> Callable[[Any, Any, Any], Any]:
    """The same from anywhere: a function of whose turn it is, 0 or 1, and of the place and the set of cards of each."""
    siege = _siege(cut, **dials)
    return lambda turn, p1, p2: siege(turns, turn, p1, p2)


def _siege(
    cut: Fraction,
    length: int = 10,
    cards: int = 5,
    stride: int = 3,
    track: str = "parallel",
    empty_hand: str = "zero",
    worth: Any = exact_value,
) -> Callable[..., Any]:
    """P1's share by how many turns are left; at the start, or where one says."""
    full = frozenset(range(1, cards + 1))

    def next_turn(turn: int, mine: Any, other: Any, left: int) -> Any:
        """P1's share when the turn of player `turn` is over; each player is its place and its cards."""
        players = (mine, other) if turn == 0 else (other, mine)
        return share(1 - turn, *players, left - 1)

    @cache
    def share(turn: int, p1: Any, p2: Any, left: int) -> Any:
        """P1's share when it is player `turn`'s turn, 0 or 1, and so many turns are left."""
        if left == 0:
            return cut
        (here, hand), other = (p1, p2) if turn == 0 else (p2, p1)
        options = []
        for step in range(1, stride + 1):
            there = here + step
            if there == length:
                options.append(Fraction(1 - turn))
            elif there < length:
                options.append(moved(turn, (there, hand), other, left))
        if here == 0:
            options.append(next_turn(turn, (0, full), other, left))
        return max(options) if turn == 0 else min(options)

    def moved(turn: int, mine: Any, other: Any, left: int) -> Any:
        (here, hand), (there, others) = mine, other
        meet = here == there if track == "parallel" else here + there == length
        if not meet:
            return next_turn(turn, mine, other, left)
        if empty_hand == "retreat" and not (hand and others):
            return next_turn(turn, (here if hand else 0, hand), (there if others else 0, others), left)
        battle = []
        for card in sorted(hand) or [0]:
            battle.append([])
            for answer in sorted(others) or [0]:
                me = (here if card > answer else 0, hand - {card})
                them = (there if answer > card else 0, others - {answer})
                battle[-1].append(next_turn(turn, me, them, left))
        if turn == 1:  # rows are P1's
            battle = [list(column) for column in zip(*battle, strict=True)]
        return worth(battle)

    return lambda turns, turn=0, p1=(0, full), p2=(0, full): share(turn, p1, p2, turns)
