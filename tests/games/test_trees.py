"""Promise 4: tree counts. How many histories of exactly n steps a game has, as chess engines count perft.

A step is a choice or an outcome; where both owe a choice the first seat goes first. A history that is over counts at its
own depth alone. The counts were found by a second implementation, written from the rules' text without a look at this one.
"""

from collections.abc import Callable
from typing import Any

import pytest

import feint
from feint.core.rule import CHANCE, OVER

PERFT = {
    "tower-siege": [4, 16, 58, 229, 843, 3093, 10710, 36304],
    "tower-siege track=facing length=4 stride=2 cards=2": [3, 9, 21, 44, 86, 167, 345, 691, 1311],
    "tower-siege empty_hand=retreat cards=1 length=4 stride=3": [4, 16, 37, 61, 94, 167, 380, 976, 2508],
    "tower-siege cards=1 length=4 stride=3": [4, 16, 37, 61, 94, 167, 353, 733, 1407],
    "tower-siege track=facing empty_hand=retreat length=3 stride=2 cards=1": [3, 9, 17, 23, 33, 55, 109, 229, 469],
    "tower-siege length=3 stride=2 cards=2 turn_limit=3": [3, 9, 19, 14, 33, 2, 2, 0],
    "terminal-maneuver": [3, 21, 82, 552, 2561, 16821],
    "terminal-maneuver black_squares=allowed": [7, 49, 230, 1603, 5523, 35654],
    "terminal-maneuver fuel=2 rounds=2": [3, 21, 43, 269, 178, 30, 0],
    "terminal-maneuver fuel=0": [1, 7, 6, 42, 36, 252, 216, 1512, 1296, 9072, 0],
    "minefield-navigator": [120, 1320, 14124],
    "minefield-navigator occupancy=shared steps=4 mines=1 detectors=1": [
        4,
        20,
        95,
        137,
        196,
        225,
        238,
        245,
        212,
        196,
        0,
    ],
    "minefield-navigator occupancy=blocked steps=4 mines=1 detectors=1": [
        4,
        20,
        92,
        125,
        152,
        167,
        169,
        166,
        149,
        133,
        51,
        0,
    ],
    "minefield-navigator occupancy=exclusive steps=4 mines=1 detectors=1": [4, 20, 95, 133, 161, 160, 129, 55, 6, 0],
    "minefield-navigator first=toss steps=3 mines=1 detectors=0": [3, 6, 6, 4, 2, 0],
    "minefield-navigator first=player2 occupancy=blocked steps=2 mines=0 detectors=1": [1, 3, 8, 10, 10, 8, 2, 0],
}

# Of those, the histories that are over at exactly that depth.
FINISHED = {
    "tower-siege": [0, 0, 0, 0, 0, 0, 264, 378],
    "tower-siege track=facing length=4 stride=2 cards=2": [0, 0, 2, 3, 12, 16, 34, 68, 137],
    "tower-siege empty_hand=retreat cards=1 length=4 stride=3": [0, 0, 9, 12, 22, 23, 54, 117, 390],
    "tower-siege cards=1 length=4 stride=3": [0, 0, 9, 12, 22, 23, 54, 117, 264],
    "terminal-maneuver": [0, 1, 1, 19, 62, 490],
    "terminal-maneuver black_squares=allowed": [0, 1, 1, 47, 139, 1449],
    "minefield-navigator": [0, 36, 352],
    "minefield-navigator occupancy=exclusive steps=4 mines=1 detectors=1": [0, 1, 4, 16, 21, 35, 80, 49, 6, 0],
}


def after_one_step(game: feint.Game, state: Any) -> list[Any]:
    """Every state that can follow, in plain Python, straight from the rules."""
    rules = game.rules
    who = rules.pending(state)
    if who == OVER:
        return []
    states = []
    if who == CHANCE:
        for outcome in range(-rules.chance(state, [])):
            states.append(game.schema.copy(state))
            rules.settle(states[-1], outcome)
    else:
        seat = (who & -who).bit_length() - 1
        room = [0] * rules.ACTIONS
        for action in room[: rules.legal(state, seat, room)]:
            states.append(game.schema.copy(state))
            rules.apply(states[-1], seat, action)
    return states


# Equal states, and how many histories lead to them: what follows from one follows from all.
Histories = dict[bytes, tuple[Any, int]]


def histories(game: feint.Game, state: Any) -> Histories:
    """The one with which it all begins."""
    return {game.schema.pack(state).tobytes(): (state, 1)}


def one_step_on(game: feint.Game, before: Histories, settle: Callable[[Any], Any] = lambda state: state) -> Histories:
    """All histories that are one step longer."""
    found: Histories = {}
    for state, count in before.values():
        for after in map(settle, after_one_step(game, state)):
            key = game.schema.pack(after).tobytes()
            found[key] = (after, count + found.get(key, (after, 0))[1])
    return found


def total(found: Histories) -> int:
    """How many histories these are."""
    return sum(count for _, count in found.values())


@pytest.mark.parametrize("described", PERFT)
def test_tree_counts(described: str) -> None:
    name, *rulings = described.split()
    game = feint.load(name, **dict(ruling.split("=") for ruling in rulings))
    found = histories(game, game.first_state())
    counts, finished = [], []
    for _ in PERFT[described]:
        found = one_step_on(game, found)
        counts.append(total(found))
        finished.append(sum(count for state, count in found.values() if game.rules.pending(state) == OVER))
    assert counts == PERFT[described]
    if described in FINISHED:
        assert finished == FINISHED[described]


# Space Goats has too many outcomes to follow them all: of each, the one whose name comes first (or last) in the alphabet
# is taken, and choices alone are counted.
FIXED = {
    ("first", "space-goats"): [1, 1, 1, 1, 4, 17, 34, 68, 288, 1016, 2224],
    ("first", "space-goats choices=engine"): [1, 1, 3, 10, 31, 117, 417, 1696],
    ("first", "space-goats players=3"): [1, 1, 1, 4, 17, 76, 405, 1539],
    ("first", "space-goats players=4 choices=engine"): [1, 1, 1, 1, 3, 10, 36, 110, 643],
    ("first", "space-goats players=5"): [1, 1, 1, 1, 1, 4, 17, 76, 327, 1406],
    ("first", "space-goats turn_limit=1"): [1, 1, 1, 1, 0],
    ("last", "space-goats"): [4, 12, 12, 15, 43, 126, 274, 654, 2047],
    ("last", "space-goats choices=engine first=toss"): [3, 8, 22, 63, 222, 795],
    ("last", "space-goats players=3 seeking=weakest emp_answer=yes wear=yes"): [5, 16, 47, 152, 505, 1737],
    ("last", "space-goats players=4 choices=engine"): [5, 24, 115, 558, 2006],
    ("last", "space-goats players=5"): [7, 24, 71, 234, 793],
    ("last", "space-goats players=3 turn_limit=2"): [5, 16, 47, 152, 505, 1737, 2610],
}


def with_outcomes_taken(game: feint.Game, state: Any, which: str) -> Any:
    """The state after the outcomes that are due."""
    rules, deck = game.rules, game.data["deck"].shown
    while rules.pending(state) == CHANCE:
        weights = [0] * rules.OUTCOMES
        count = rules.chance(state, weights)
        if count < 0:
            possible = {f"{number}": number for number in range(-count)}
        else:
            possible = {deck[card - 1]["name"]: card for card in range(count) if weights[card]}
        rules.settle(state, possible[min(possible) if which == "first" else max(possible)])
    return state


@pytest.mark.parametrize(("which", "described"), FIXED)
def test_tree_counts_with_fixed_outcomes(which: str, described: str) -> None:
    name, *rulings = described.split()
    game = feint.load(name, **dict(ruling.split("=") for ruling in rulings))
    found, counts = histories(game, with_outcomes_taken(game, game.first_state(), which)), []
    for _ in FIXED[which, described]:
        found = one_step_on(game, found, lambda state: with_outcomes_taken(game, state, which))
        counts.append(total(found))
    assert counts == FIXED[which, described]


# Dark Frontier after an opening: everything that can follow, dice included.
CLOSE = ["defender place 0,0 facing N", "attacker place 0,-5 facing S", "attacker velocity S 3"]
DIALS = [*CLOSE, "defender turn 0", "defender burn 1", "attacker turn 0", "attacker burn 0"]
MISSILES = [*DIALS, "defender fire missile", "defender from 0,0", "defender towards N 1", "defender done"]
MISSILES += ["attacker fire missile", "attacker from 0,-5", "attacker towards S 2", "attacker done"]
RAMMING = [
    *CLOSE[:2],
    "attacker velocity S 6",
    "defender turn 0",
    "defender burn 2",
    "attacker turn 0",
    "attacker burn 0",
]
RAMMING += ["defender done", "attacker done"]
OPENINGS = [
    ("dark-frontier radius=5", [], [6, 1080]),
    ("dark-frontier radius=5", CLOSE, [3, 9, 63, 315, 1053, 1863]),
    ("dark-frontier radius=5", DIALS, [3, 5, 37, 121, 275, 1715, 6237]),
    ("dark-frontier radius=5", MISSILES, [2, 38, 254, 4794]),
    ("dark-frontier radius=5 warhead=soft motion=endpoints", MISSILES, [3, 9, 63, 315, 1053, 3159]),
    ("dark-frontier radius=5 attacker_ship=lancer", RAMMING, [3, 9, 155, 1041]),
]


@pytest.mark.parametrize(("described", "opening", "expected"), OPENINGS)
def test_tree_counts_after_an_opening(described: str, opening: list[str], expected: list[int]) -> None:
    name, *rulings = described.split()
    match = feint.load(name, **dict(ruling.split("=") for ruling in rulings)).start(chance=[])
    for step in opening:
        match.play(*step.split(" ", 1))
    found, counts = histories(match.game, match._states[-1]), []
    for _ in expected:
        found = one_step_on(match.game, found)
        counts.append(total(found))
    assert counts == expected
