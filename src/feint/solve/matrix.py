"""Matrix games: two players choose a row and a column at once. One solver, exact in fractions or compiled in floats.

The simplex method in Tucker's condensed form, on the linear program that von Neumann's theorem gives: the matrix is
moved to between 1 and 2, and `max sum(y), A y <= 1, y >= 0` has the column player's mixture for its solution and the
row player's for its dual. It is a rule, so plain Python runs it on fractions, without rounding, and Numba compiles the
same lines for floats. What a float's rounding does is for the caller to bound: any mixture gives a bound that holds
(`maximin`).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from feint.core.rule import Numbers, rule

EXACT = 0  # the tolerance for fractions
ROUNDING = 1e-11  # and for floats: what is nearer to 0 is taken for 0


@rule
def room_for(rows: int, columns: int) -> tuple[int, int]:
    """How much room `equilibrium` needs: numbers in its tableau, and labels."""
    return (rows + 1) * (columns + 1), rows + columns


@rule
def equilibrium(
    matrix: Numbers, rows: int, columns: int, x: Numbers, y: Numbers, tableau: Numbers, labels: Numbers, near_zero: Any
) -> None:
    """Fill in the mixtures of the row player `x`, who wants much, and of the column player `y`, who wants little.

    The matrix stands row by row. Its numbers, and those that x, y and the tableau are made of, are of one kind.
    """
    one = matrix[0] * 0 + 1
    zero = one - one
    lowest, highest = matrix[0], matrix[0]
    for k in range(1, rows * columns):
        lowest = min(lowest, matrix[k])
        highest = max(highest, matrix[k])
    # Between 1 and 2, so that what counts as near to 0 is the same share of a game for high stakes and for pennies.
    scale = highest - lowest if highest > lowest else one
    width = columns + 1
    for i in range(rows):
        for j in range(columns):
            tableau[i * width + j] = (matrix[i * columns + j] - lowest) / scale + one
        tableau[i * width + columns] = one
        labels[i] = columns + i  # behind a row stands its slack, in front of a column its probability
        x[i] = zero
    for j in range(columns):
        tableau[rows * width + j] = -one
        labels[rows + j] = j
        y[j] = zero
    tableau[rows * width + columns] = zero
    pivots = 0
    most = 50 * (rows + columns)  # fractions never need them; floats might go in circles
    while pivots < most:
        # The steepest column at first; after that Bland's rule, which can't go in circles.
        careful = pivots > 4 * (rows + columns)
        column = entering(tableau, rows, columns, labels, near_zero, careful)
        if column < 0:
            break
        row = leaving(tableau, rows, columns, labels, column, near_zero)
        if row < 0:
            break
        pivot(tableau, rows, columns, row, column)
        label = labels[row]
        labels[row] = labels[rows + column]
        labels[rows + column] = label
        pivots += 1
    total_x, total_y = zero, zero
    for i in range(rows):
        if labels[i] < columns:
            y[labels[i]] = max(zero, tableau[i * width + columns])
            total_y += y[labels[i]]
    for j in range(columns):
        if labels[rows + j] >= columns:
            i = labels[rows + j] - columns
            x[i] = max(zero, tableau[rows * width + j])
            total_x += x[i]
    for i in range(rows):
        x[i] = x[i] / total_x
    for j in range(columns):
        y[j] = y[j] / total_y


@rule
def entering(tableau: Numbers, rows: int, columns: int, labels: Numbers, near_zero: Any, careful: bool) -> int:
    """The column to bring in: the steepest or, when careful, the one with the lowest label; -1 at the end."""
    last = rows * (columns + 1)
    best = -1
    for j in range(columns):
        if tableau[last + j] < -near_zero:
            if best < 0:
                best = j
            elif careful:
                if labels[rows + j] < labels[rows + best]:
                    best = j
            elif tableau[last + j] < tableau[last + best]:
                best = j
    return best


@rule
def leaving(tableau: Numbers, rows: int, columns: int, labels: Numbers, column: int, near_zero: Any) -> int:
    """The row that gives way to a column: the first to reach its limit, of equals the one with the lowest label."""
    width = columns + 1
    best = -1
    for i in range(rows):
        slope = tableau[i * width + column]
        if slope > near_zero:
            if best < 0:
                best = i
                continue
            here = tableau[i * width + columns] * tableau[best * width + column]
            there = tableau[best * width + columns] * slope
            if here < there or (here == there and labels[i] < labels[best]):
                best = i
    return best


@rule
def pivot(tableau: Numbers, rows: int, columns: int, row: int, column: int) -> None:
    """Let a row and a column change places."""
    width = columns + 1
    centre = tableau[row * width + column]
    for i in range(rows + 1):
        factor = tableau[i * width + column]
        if i != row and factor != 0:
            factor = factor / centre
            for j in range(columns + 1):
                if j != column:
                    tableau[i * width + j] -= factor * tableau[row * width + j]
            tableau[i * width + column] = -factor
    for j in range(columns + 1):
        if j != column:
            tableau[row * width + j] = tableau[row * width + j] / centre
    tableau[row * width + column] = 1 / centre


@rule
def maximin(matrix: Numbers, rows: int, columns: int, x: Numbers) -> Any:
    """What a row mixture gets at least, whatever the column player does."""
    least = matrix[0] * 0
    for j in range(columns):
        mean = matrix[0] * 0
        for i in range(rows):
            mean += x[i] * matrix[i * columns + j]
        if j == 0 or mean < least:
            least = mean
    return least


@rule
def minimax(matrix: Numbers, rows: int, columns: int, y: Numbers) -> Any:
    """What a column mixture gives away at most, whatever the row player does."""
    most = matrix[0] * 0
    for i in range(rows):
        mean = matrix[0] * 0
        for j in range(columns):
            mean += y[j] * matrix[i * columns + j]
        if i == 0 or mean > most:
            most = mean
    return most


def solve_exactly(matrix: Sequence[Sequence[Any]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The value of a matrix of whole numbers or fractions, and an optimal mixture of rows and of columns.

    >>> value, rows, columns = solve_exactly([[0, 2], [3, 1]])
    >>> print(value, *rows, *columns)
    3/2 1/2 1/2 1/4 3/4
    """
    rows, columns = len(matrix), len(matrix[0])
    flat = [Fraction(number) for row in matrix for number in row]
    x, y = [Fraction(0)] * rows, [Fraction(0)] * columns
    numbers, labels = room_for(rows, columns)
    equilibrium(flat, rows, columns, x, y, [Fraction(0)] * numbers, [0] * labels, EXACT)
    value = maximin(flat, rows, columns, x)
    assert value == minimax(flat, rows, columns, y), "both mixtures are optimal"
    return value, x, y


def solve_many(matrices: Any) -> tuple[Any, Any, Any, Any]:
    """Many matrices of one size (an array of games, rows, columns), compiled.

    Gives for each a lower and an upper bound of its value and a mixture of rows and of columns. The bounds are what
    these mixtures maximin, and differ by no more than rounding.
    """
    matrices = np.ascontiguousarray(matrices, np.float64)
    games, rows, columns = matrices.shape
    x, y = np.zeros((games, rows)), np.zeros((games, columns))
    values = np.zeros((games, 2))
    _compiled_loop()(matrices.reshape(games, rows * columns), rows, columns, x, y, values)
    return values[:, 0], values[:, 1], x, y


@cache
def _compiled_loop() -> Callable[..., None]:
    from feint.kernel.compiler import compiled

    return compiled(solve_each)


def solve_each(matrices: Any, rows: int, columns: int, x: Any, y: Any, values: Any) -> None:
    """The loop of `solve_many`."""
    tableau = np.zeros((rows + 1) * (columns + 1))
    labels = np.zeros(rows + columns, np.int64)
    for game in range(len(matrices)):
        equilibrium(matrices[game], rows, columns, x[game], y[game], tableau, labels, ROUNDING)
        values[game, 0] = maximin(matrices[game], rows, columns, x[game])
        values[game, 1] = minimax(matrices[game], rows, columns, y[game])
