"""The solver against methods that share no line with it: recursions from the rules' text, and the sequence form."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import feint
from feint.solve import Advice, Solution, advise, solve
from kit.bruteforce import (
    HALF,
    guessing_value,
    minefield_navigator,
    terminal_maneuver,
    tower_siege,
    tower_siege_bounds,
    tower_siege_from,
)
from kit.games import random_match


def solved(name: str, gap: float = 0.01, **rulings: object) -> Solution:
    """A solution found now, in as much time as it takes."""
    return solve(feint.load(name, **rulings), gap=gap, seconds=None, keep=False)


def described(rulings: dict[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in rulings.items())


# Terminal Maneuver.


@pytest.mark.parametrize("black_squares", ["forbidden", "allowed"])
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_terminal_maneuver(rounds: int, black_squares: str) -> None:
    for fuel in range(10):
        solution = solved("terminal-maneuver", fuel=fuel, rounds=rounds, black_squares=black_squares)
        value = terminal_maneuver(fuel, rounds, black_squares, guessing_value)
        assert solution.exact == value, fuel
        assert solution.lower == solution.upper == pytest.approx(float(value), abs=1e-15)


# Minefield Navigator.

MINEFIELDS = [
    {"occupancy": occupancy, "first": first, "detectors": detectors}
    for occupancy in ("exclusive", "shared", "blocked")
    for first in ("player1", "player2", "toss")
    for detectors in (0, 1, 2)
]


@pytest.mark.parametrize("rulings", MINEFIELDS, ids=described)
def test_minefield_navigator(rulings: dict[str, Any]) -> None:
    for steps in (2, 5):
        for mines in {0, 1, 2, steps}:
            solution = solved("minefield-navigator", steps=steps, mines=mines, **rulings)
            assert solution.exact == minefield_navigator(steps, mines, **rulings), (steps, mines)


@pytest.mark.parametrize("occupancy", ["exclusive", "shared", "blocked"])
def test_larger_minefields(occupancy: str) -> None:
    for steps, mines, detectors in ((7, 3, 2), (8, 2, 3)):
        solution = solved("minefield-navigator", occupancy=occupancy, steps=steps, mines=mines, detectors=detectors)
        assert solution.exact == minefield_navigator(steps, mines, detectors, occupancy), (steps, mines, detectors)


# Tower Siege.

RULINGS = [
    {"track": track, "empty_hand": empty_hand} for track in ("parallel", "facing") for empty_hand in ("zero", "retreat")
]


def places(view: dict[str, Any]) -> tuple[Any, ...]:
    """Whose turn it is, and where each hero stands with which cards, from what all can see."""
    hands = [frozenset(card for card in range(1, 10) if hand >> (card - 1) & 1) for hand in view["hand"]]
    return view["turn"], *zip(view["position"], hands, strict=True)


@pytest.mark.parametrize("rulings", RULINGS, ids=described)
def test_tower_siege_with_a_turn_limit(rulings: dict[str, Any]) -> None:
    for length, cards, stride in ((3, 1, 1), (4, 2, 2), (3, 3, 2)):
        dials = {"length": length, "cards": cards, "stride": stride, **rulings}
        for turns in (1, 4, 5, 9):
            solution = solved("tower-siege", turn_limit=turns, **dials)
            assert solution.exact == tower_siege(turns, HALF, **dials), (dials, turns)


@pytest.mark.parametrize("rulings", RULINGS, ids=described)
def test_tower_siege_with_a_turn_limit_in_the_middle(rulings: dict[str, Any]) -> None:
    limit, dials = 9, {"length": 4, "cards": 3, "stride": 2, **rulings}
    solution = solved("tower-siege", turn_limit=limit, **dials)
    values = set()
    for seed in range(6):
        whole = random_match(solution.game, seed, most=12)
        for step in range(len(whole.steps)):
            match = whole.at(step)
            view = match.view("P1")
            if not view["battle"] and view["turns"] > 1:
                value = tower_siege_from(limit - view["turns"], HALF, **dials)(*places(view))
                assert advise(solution, match).exact == value
                values.add(value)
    assert len(values) > 2


@pytest.mark.parametrize("rulings", RULINGS, ids=described)
def test_bounds_of_tower_siege(rulings: dict[str, Any]) -> None:
    for length, cards, stride in ((3, 1, 2), (4, 2, 2), (3, 3, 2), (5, 3, 2)):
        dials = {"length": length, "cards": cards, "stride": stride, **rulings}
        solution = solved("tower-siege", gap=0.1, **dials)
        [*_, (lower, upper)] = tower_siege_bounds(9, **dials)
        assert lower <= Fraction(solution.upper), dials
        assert Fraction(solution.lower) <= upper, dials
        if lower > 0:  # then the first player can force matters, and the bounds have met
            assert solution.upper - solution.lower <= 0.1
            assert Fraction(solution.lower) >= lower - Fraction(1, 10)
        else:
            assert (solution.lower, solution.upper) == (0, 1), "nobody who stays at home can be beaten"


@cache
def everywhere(cards: int, track: str, empty_hand: str) -> list[tuple[Advice, Fraction, Fraction]]:
    """In the middle of random games: what the solver says, and what P1 is sure of, at least and at most, in four turns."""
    dials = {"length": 4, "cards": cards, "stride": 2, "track": track, "empty_hand": empty_hand}
    solution = solved("tower-siege", gap=0.1, **dials)
    lower, upper = (tower_siege_from(4, Fraction(cut), **dials) for cut in (0, 1))
    found = []
    for seed in range(6):
        whole = random_match(solution.game, seed, most=30)
        for step in range(len(whole.steps)):
            match = whole.at(step)
            view = match.view("P1")
            if not match.over and not view["battle"]:
                found.append((advise(solution, match), lower(*places(view)), upper(*places(view))))
    return found


@pytest.mark.parametrize("cards", [2, 3])
@pytest.mark.parametrize("rulings", RULINGS, ids=described)
def test_bounds_of_tower_siege_in_the_middle(cards: int, rulings: dict[str, Any]) -> None:
    told = 0
    for advice, least, most in everywhere(cards, **rulings):
        assert least <= Fraction(advice.upper)
        assert Fraction(advice.lower) <= most
        told += least > 0 or most < 1
    assert told > 10, "too few of these positions would show an error"


@pytest.mark.parametrize("cards", [2, 3])
@pytest.mark.parametrize("rulings", RULINGS, ids=described)
def test_what_can_be_forced_in_four_turns_is_seen(cards: int, rulings: dict[str, Any]) -> None:
    """Also where nobody can force anything at the start, as with two cards."""
    for advice, least, most in everywhere(cards, **rulings):
        assert advice.lower >= float(least) - 1e-9
        assert advice.upper <= float(most) + 1e-9
