"""Matrix games: exact in fractions, compiled in floats, and both against SciPy's HiGHS."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import feint
from feint.core.rule import OVER
from feint.solve.matrix import solve_exactly, solve_many
from kit.paths import EXAMPLE_GAMES


def by_highs(matrix: np.ndarray) -> float:
    """The value by the linear program as the books write it: the most that a mixture of rows gets against each column."""
    rows, columns = matrix.shape
    found = linprog(
        c=[0] * rows + [-1],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    assert found.success
    return -found.fun


KNOWN = [
    ([[5]], 5, [1], [1]),
    ([[1, 2, 3]], 1, [1], [1, 0, 0]),
    ([[1], [2], [3]], 3, [0, 0, 1], [1]),
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [Fraction(1, 3)] * 3, [Fraction(1, 3)] * 3),  # rock, paper, scissors
    ([[1, -1], [-1, 1]], 0, [Fraction(1, 2)] * 2, [Fraction(1, 2)] * 2),  # matching pennies
    ([[3, 0], [1, 2]], Fraction(3, 2), [Fraction(1, 4), Fraction(3, 4)], [Fraction(1, 2)] * 2),
    ([[4, 3], [2, 1]], 3, [1, 0], [0, 1]),  # a saddle point
]


@pytest.mark.parametrize(("matrix", "value", "rows", "columns"), KNOWN)
def test_known_games(matrix, value, rows, columns):
    assert solve_exactly(matrix) == (value, rows, columns)


def small_numbers(most: int) -> st.SearchStrategy[Fraction]:
    return st.integers(-most, most).map(Fraction) | st.fractions(-most, most, max_denominator=7)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[Fraction]]:
    """Any matrix of up to 7 by 7; many with equal rows, equal columns, or hardly any different numbers."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    numbers = small_numbers(draw(st.sampled_from([0, 1, 2, 100])))
    matrix = [[draw(numbers) for _ in range(columns)] for _ in range(rows)]
    if rows > 1 and draw(st.booleans()):
        matrix[-1] = list(matrix[0])
    if columns > 1 and draw(st.booleans()):
        for row in matrix:
            row[-1] = row[0]
    return matrix


@given(matrices())
@settings(max_examples=150)
def test_exact_solutions_are_equilibria(matrix):
    """No row gets more against the column mixture, and no column less against the row mixture: exactly."""
    value, x, y = solve_exactly(matrix)
    assert sum(x) == sum(y) == 1
    assert min(x) >= 0
    assert min(y) >= 0
    assert max(sum(p * number for p, number in zip(y, row, strict=True)) for row in matrix) == value
    assert min(sum(x[i] * matrix[i][j] for i in range(len(x))) for j in range(len(y))) == value
    assert float(value) == pytest.approx(by_highs(np.array(matrix, float)), abs=1e-7)


@given(matrices())
@settings(max_examples=150)
def test_compiled_agrees_with_exact(matrix):
    low, high, x, y = solve_many(np.array([matrix], float))
    value = float(solve_exactly(matrix)[0])
    assert low[0] - 1e-9 <= value <= high[0] + 1e-9
    assert high[0] - low[0] < 1e-9 * max(1.0, abs(value))
    assert x[0].sum() == pytest.approx(1)
    assert y[0].sum() == pytest.approx(1)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 5), (5, 5), (7, 7), (9, 4)])
def test_many_at_once_against_highs(rows, columns):
    random = np.random.default_rng(7)
    games = np.concatenate([random.random((40, rows, columns)), random.integers(0, 3, (40, rows, columns))])
    low, high, _, _ = solve_many(games)
    expected = [by_highs(game) for game in games]
    assert np.abs(low - expected).max() < 1e-7
    assert np.abs(high - low).max() < 1e-9


def test_every_degenerate_matrix_of_zeros_and_ones():
    """All 512 of 3 by 3: the method ends in each, and both sides agree."""
    games = [np.array(cells).reshape(3, 3).tolist() for cells in product((0, 1), repeat=9)]
    low, high, _, _ = solve_many(games)
    values = [float(solve_exactly(game)[0]) for game in games]
    assert np.abs(low - values).max() < 1e-12
    assert np.abs(high - values).max() < 1e-12


def test_large_and_tiny_numbers_keep_their_bounds():
    """What a mixture guarantees is a bound, whatever rounding does to the mixture."""
    random = np.random.default_rng(3)
    games = random.random((200, 6, 6)) ** 8 * 10.0 ** random.integers(-6, 6, (200, 1, 1))
    low, high, _, _ = solve_many(games)
    for game, least, most in zip(games, low, high, strict=True):
        exact = solve_exactly(game.tolist())[0]
        assert Fraction(least) <= exact * (1 + Fraction(1, 10**12))
        assert Fraction(most) >= exact * (1 - Fraction(1, 10**12))


def test_small_stakes_are_played_for_like_large_ones():
    low, high, x, _ = solve_many(np.array([[[5e-12, 0.0], [0.0, 5e-12]]]))
    assert low[0] == pytest.approx(2.5e-12)
    assert high[0] == pytest.approx(2.5e-12)
    assert x[0].tolist() == pytest.approx([0.5, 0.5])


def test_kuhn_poker_is_worth_exactly_minus_one_eighteenth():
    """The whole game as one matrix: all that either player can plan, by card and by what was done before."""
    game = feint.load(EXAMPLE_GAMES / "kuhn_poker")
    rules = game.rules
    deals = []
    for first, second in permutations(range(3), 2):
        state = game.first_state()
        rules.settle(state, first)
        rules.settle(state, second)
        deals.append(state)
    # A seat chooses by its card at its first choice and, the first seat alone, at its second; the second seat's choice
    # depends on what the first seat did.
    plans = list(product((0, 1), repeat=6))

    def payoff(rows: tuple[int, ...], columns: tuple[int, ...]) -> Fraction:
        total = Fraction(0)
        for deal in deals:
            state, bet = game.schema.copy(deal), 0
            while rules.pending(state) != OVER:
                seat = state.moves % 2
                situation = bet if seat else state.moves // 2
                action = (rows, columns)[seat][3 * situation + state.card[seat] - 1]
                rules.apply(state, seat, action)
                bet |= action
            points = [0, 0]
            rules.score(state, points)
            total += Fraction(4 * points[0], sum(points)) - 2
        return total / len(deals)

    assert solve_exactly([[payoff(rows, columns) for columns in plans] for rows in plans])[0] == Fraction(-1, 18)
