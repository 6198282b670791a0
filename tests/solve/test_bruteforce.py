"""The methods that solutions are checked against agree with each other, and with what can be worked out by hand."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feint
from kit import sequence_form as sequenceform
from kit.bruteforce import (
    HALF,
    exact_value,
    guessing_value,
    lp_value,
    lp_worth,
    minefield_navigator,
    terminal_maneuver,
    tower_siege,
    tower_siege_bounds,
    tower_siege_from,
)
from kit.games import URN

NUMBERS = st.fractions(-2, 2, max_denominator=6)
SIZES = st.tuples(st.integers(1, 4), st.integers(1, 5))
MATRICES = SIZES.flatmap(
    lambda size: st.lists(st.lists(NUMBERS, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


def described(rulings: dict[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in rulings.items())


# Matrix games.


@given(MATRICES)
def test_fractions_and_floats_find_the_same_value(matrix: list[list[Fraction]]) -> None:
    value = exact_value(matrix)
    found, rows, columns = lp_value(matrix)
    assert found == pytest.approx(float(value), abs=1e-9)
    for column in zip(*matrix, strict=True):
        assert sum(weight * float(number) for weight, number in zip(rows, column, strict=True)) >= float(value) - 1e-9
    for row in matrix:
        assert sum(weight * float(number) for weight, number in zip(columns, row, strict=True)) <= float(value) + 1e-9


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[7]], 7),
        ([[0, 3], [1, 2]], 1),  # a saddle: the second row, the first column
        ([[1, -1], [-1, 1]], 0),  # matching pennies
        ([[3, 0], [0, 1]], Fraction(3, 4)),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),  # stone, paper, scissors
        ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], 0),  # fair by symmetry: it is minus itself, turned over
        ([[4, 0, 2], [0, 4, 2]], 2),  # the last column alone holds it, and so do the others together
        ([[1, 1], [1, 1]], 1),
    ],
)
def test_values_by_hand(matrix: list[list[int]], value: Fraction) -> None:
    assert exact_value(matrix) == value
    assert lp_worth(matrix) == pytest.approx(float(value), abs=1e-12)


# The sequence form on a game of hidden draws.


@pytest.mark.parametrize(("blue", "value"), [(0, 3 / 4), (2, 4 / 5)])
def test_urn_by_hand(blue: int, value: float) -> None:
    """Left swaps a red ball and keeps the others. With two blue ones: 1/2 * 4/5 + 1/3 * 7/10 + 1/6 * 1."""
    game = feint.load(URN, blue=blue)
    assert sequenceform.value(game) == pytest.approx(value, abs=1e-12)
    [left, right] = sequenceform.strategies(game)
    balls = {memory[-1][-1][0]: max(choices, key=choices.get) for memory, choices in left.items()}
    assert balls == {1: 1, 2: 0, 3: 0} if blue else balls == {1: 1, 3: 0}
    assert right == {}, "right never chooses"


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(AssertionError, match="more than 100 histories"):
        sequenceform.value(feint.load("terminal-maneuver"), most=100)


@pytest.mark.parametrize(
    ("name", "payoff", "stake"),
    [
        ("kuhn_poker", -1 / 18, 2),  # Kuhn, 1950
        ("leduc_poker", -0.085606424, 13),  # as in the literature on solvers
        ("goofspiel", 0, 1),  # fair by symmetry
    ],
)
def test_values_of_other_people(name: str, payoff: float, stake: int) -> None:
    """A payoff between -stake and stake is a share between 0 and 1."""
    game = feint.load(URN.parent / name)
    assert sequenceform.value(game) == pytest.approx((1 + payoff / stake) / 2, abs=1e-9)


# Terminal Maneuver.


@pytest.mark.parametrize(
    ("fuel", "rounds", "value"),
    [
        (0, 1, 0),
        (1, 1, Fraction(6, 7)),  # burn 1 with 6/7: a guess of 0 leaves 6/7, a guess of 1 leaves 1/7 + 6/7 * 5/6
        (2, 1, 1),  # always safe
        (0, 5, 0),
        (5, 2, 1),  # 2 and 3
        (1, 2, 0),  # the laser guesses 0: burning 0 is death at once, burning 1 leaves nothing for round 2
        # In round 2 fuel 1 is worth 3/4 and fuel 2 is worth 9/10. So round 1 is 0 against 9/10, and 3/4 against 3/4 * 5/6.
        (2, 2, Fraction(27, 41)),
    ],
)
def test_terminal_maneuver_by_hand(fuel: int, rounds: int, value: Fraction) -> None:
    assert terminal_maneuver(fuel, rounds) == value
    assert terminal_maneuver(fuel, rounds, worth=lp_worth) == pytest.approx(float(value), abs=1e-12)


@pytest.mark.parametrize("black_squares", ["forbidden", "allowed"])
@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("fuel", [0, 1, 2, 3])
def test_terminal_maneuver_in_sequence_form(fuel: int, rounds: int, black_squares: str) -> None:
    game = feint.load("terminal-maneuver", fuel=fuel, rounds=rounds, black_squares=black_squares)
    value = terminal_maneuver(fuel, rounds, black_squares)
    assert sequenceform.value(game) == pytest.approx(float(value), abs=1e-9)
    assert terminal_maneuver(fuel, rounds, black_squares, lp_worth) == pytest.approx(float(value), abs=1e-12)
    assert terminal_maneuver(fuel, rounds, black_squares, guessing_value) == value


@given(st.lists(st.tuples(st.fractions(0, 1, max_denominator=6), st.integers(0, 6)), min_size=1, max_size=4))
def test_guessing_games(rows: list[tuple[Fraction, int]]) -> None:
    """The shortcut for guessing games, against all square parts of the matrix."""
    matrix = [[all * Fraction(saved, 6) if i == j else all for j in range(5)] for i, (all, saved) in enumerate(rows)]
    assert guessing_value(matrix) == exact_value(matrix)


@pytest.mark.parametrize("black_squares", ["forbidden", "allowed"])
@pytest.mark.parametrize("fuel", range(10))
def test_all_of_terminal_maneuver(fuel: int, black_squares: str) -> None:
    for rounds in range(1, 6):
        value = terminal_maneuver(fuel, rounds, black_squares, guessing_value)
        assert terminal_maneuver(fuel, rounds, black_squares, lp_worth) == pytest.approx(float(value), abs=1e-9)


def test_strategies_of_terminal_maneuver_by_hand() -> None:
    [missile, laser] = sequenceform.strategies(feint.load("terminal-maneuver", fuel=1, rounds=1))
    [burns], [guesses] = missile.values(), laser.values()
    assert burns == pytest.approx({7: 1 / 7, 8: 6 / 7})
    assert guesses == pytest.approx({0: 1 / 7, 1: 6 / 7, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0})


# Minefield Navigator.


@pytest.mark.parametrize(
    ("steps", "mines", "detectors", "occupancy", "value"),
    [
        (2, 0, 0, "exclusive", 0),  # player 2 jumps over player 1 and wins
        (2, 0, 0, "shared", 1),
        (2, 0, 0, "blocked", 1),  # player 2 passes
        (2, 2, 0, "shared", 0),  # player 1 has to step on a mine
        (2, 1, 0, "exclusive", HALF),  # on step 1: player 1 has lost; on step 2: player 2 has to carry on onto it
        (2, 1, 0, "shared", 0),  # on step 2: player 2 stands on step 1 too, and player 1 has to go
        (2, 1, 0, "blocked", 0),  # on step 2: player 2 passes, and player 1 has to go
        (3, 1, 0, "exclusive", Fraction(1, 3)),  # each step is the first to be stepped on by another: 1, 2 and 1
        (2, 2, 1, "exclusive", 0),  # one defuses a mine, the other the second; then it is as without mines
    ],
)
def test_minefield_navigator_by_hand(steps: int, mines: int, detectors: int, occupancy: str, value: Fraction) -> None:
    assert minefield_navigator(steps, mines, detectors, occupancy) == value


MINEFIELDS = [
    {"occupancy": occupancy, "first": first, "steps": steps, "mines": mines, "detectors": detectors}
    for occupancy in ("exclusive", "shared", "blocked")
    for first in ("player1", "player2", "toss")
    for steps in (2, 3, 4)
    for mines in (0, 1, 2)
    for detectors in (0, 1)
    if steps < 4 or first == "player1"
]


@pytest.mark.parametrize("rulings", MINEFIELDS, ids=described)
def test_minefield_navigator_in_sequence_form(rulings: dict[str, object]) -> None:
    """Beliefs about the mines are nowhere in the sequence form; that they are all that matters is found here."""
    game = feint.load("minefield-navigator", **rulings)
    assert sequenceform.value(game) == pytest.approx(float(minefield_navigator(**rulings)), abs=1e-9)


@pytest.mark.parametrize(("occupancy", "value"), [("exclusive", Fraction(49, 120)), ("shared", 0), ("blocked", 0)])
def test_the_whole_minefield(occupancy: str, value: Fraction) -> None:
    """MN-Q1: what game.toml says about the book's numbers."""
    assert minefield_navigator(occupancy=occupancy) == value


# Tower Siege.

SIEGES = [
    {"length": length, "cards": cards, "stride": stride, "track": track, "empty_hand": empty_hand}
    for length, cards, stride in ((3, 1, 2), (3, 2, 2), (4, 2, 2), (3, 3, 2), (5, 3, 2))
    for track in ("parallel", "facing")
    for empty_hand in ("zero", "retreat")
]


@pytest.mark.parametrize("dials", SIEGES, ids=described)
def test_tower_siege_in_sequence_form(dials: dict[str, object]) -> None:
    for turns in (1, 3, 5 if dials["length"] == 3 else 4):
        game = feint.load("tower-siege", turn_limit=turns, **dials)
        value = tower_siege(turns, HALF, **dials)
        assert sequenceform.value(game) == pytest.approx(float(value), abs=1e-9), turns


@pytest.mark.parametrize("dials", SIEGES, ids=described)
def test_tower_siege_from_anywhere(dials: dict[str, int]) -> None:
    """At the start it is mostly right to wait. Anywhere else more is at stake: where heroes meet, what a rest gives back."""
    game = feint.load("tower-siege", turn_limit=4, **dials)
    share = tower_siege_from(4, HALF, **dials)
    draw = Random(described(dials))
    values = set()
    for _ in range(20):
        state = game.first_state()
        state.turn = draw.randrange(2)
        for seat in range(2):
            state.position[seat] = min(draw.randrange(dials["length"]) for _ in range(2))
            state.hand[seat] = draw.randrange(1 << dials["cards"])
        hands = [frozenset(card for card in range(1, 4) if hand >> (card - 1) & 1) for hand in state.hand]
        value = share(state.turn, *zip(state.position, hands, strict=True))
        assert sequenceform.value(game, first=state) == pytest.approx(float(value), abs=1e-9)
        values.add(value)
    assert len(values) > 1


@pytest.mark.parametrize("dials", SIEGES, ids=described)
def test_bounds_of_tower_siege_only_close(dials: dict[str, object]) -> None:
    bounds = tower_siege_bounds(7, **dials)
    assert bounds[0] == (0, 1)
    for (lower, upper), (higher, less) in pairwise(bounds):
        assert lower <= higher <= less <= upper
    assert bounds[7][0] <= tower_siege(7, HALF, **dials) <= bounds[7][1]


@pytest.mark.parametrize(
    "dials", [dials for dials in SIEGES if dials["length"] == 3 and dials["cards"] > 1], ids=described
)
def test_tower_siege_with_programs_for_battles(dials: dict[str, object]) -> None:
    value = tower_siege(5, HALF, **dials)
    assert tower_siege(5, HALF, worth=lp_worth, **dials) == pytest.approx(float(value), abs=1e-9)


@pytest.mark.parametrize("empty_hand", ["zero", "retreat"])
@pytest.mark.parametrize("track", ["parallel", "facing"])
def test_two_cards_break_no_siege_but_three_do(track: str, empty_hand: str) -> None:
    """With two cards whoever stays at home can't be beaten, so there are no better bounds than 0 and 1; with three it can."""
    dials = {"length": 3, "stride": 2, "track": track, "empty_hand": empty_hand}
    assert tower_siege(20, Fraction(0), cards=2, **dials) == 0
    assert tower_siege(20, Fraction(1), cards=2, **dials) == 1
    lower = [tower_siege(turns, Fraction(0), cards=3, **dials) for turns in (4, 5, 9, 12)]
    assert lower == [0, Fraction(1, 3), Fraction(3, 7), Fraction(9, 19)]
