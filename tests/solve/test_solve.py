"""Solving: positions, exact values, bounds that hold, strategies that reach them, and advice that tells no secret."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.bots.perfect import Perfect
from feint.core.rule import OVER
from feint.solve import advise, solve
from feint.solve.bounds import complement
from feint.solve.positions import MOST, PositionKeys, _explored, graph_of
from feint.solve.reachable import CompiledPositions, PlainPositions
from kit.games import URN, random_match, redealt, rulings
from kit.paths import EXAMPLE_GAMES
from kit.solve import described

SOLVED = ["minefield-navigator", "terminal-maneuver", "tower-siege"]
INFINITE = float("inf")


# Values.

VALUES = {
    "terminal-maneuver": "1005005076075/3110959445024",
    "terminal-maneuver fuel=0": "0",
    "terminal-maneuver fuel=20": "1",  # enough for the always-safe square in every round
    "terminal-maneuver rounds=1 fuel=1": "6/7",
    "minefield-navigator": "49/120",
    "minefield-navigator occupancy=shared": "0",
    "minefield-navigator occupancy=blocked": "0",
    "minefield-navigator first=player2": "71/120",
    "minefield-navigator first=toss": "1/2",
    "minefield-navigator mines=0 detectors=0 occupancy=shared": "1",
    "minefield-navigator steps=5 mines=5 detectors=0": "0",  # whoever moves first is blown up
}


@pytest.mark.parametrize("text", VALUES)
def test_exact_values(text):
    solution = solve(described(text), keep=False)
    assert str(solution.exact) == VALUES[text]
    assert solution.lower == solution.upper == float(solution.exact)
    assert not solution.endless


def test_one_round_by_hand():
    """One fuel, one round: burning 1 is caught with 1/6 of being lost if guessed, burning 0 is lost if guessed.

    Either guess must lose the missile as often: burning 0 one time in seven, and 6/7 of a sixth is as much.
    """
    solution = solve(feint.load("terminal-maneuver", rounds=1, fuel=1), keep=False)
    burn_nothing = Fraction(1, 7)
    assert solution.exact == 1 - burn_nothing


def test_what_the_rule_book_says_of_minefield_navigator_is_so():
    """MN-Q1: the numbers given as the reason for the default reading are the solver's."""
    why = feint.load("minefield-navigator").all_rulings["occupancy"].why
    assert f"worth exactly {solve(described('minefield-navigator occupancy=shared'), keep=False).exact} " in why
    assert f"against {solve(feint.load('minefield-navigator'), keep=False).exact} under this one" in why


@pytest.mark.parametrize("steps", [11, 12, 14])
def test_long_paths(steps):
    """MN-Q3: up to 14 steps and 5 mines, the value is a whole number of placements over all of them."""
    from math import comb

    solution = solve(feint.load("minefield-navigator", steps=steps, mines=5), keep=False)
    assert solution.exact is not None
    assert comb(steps, 5) % solution.exact.denominator == 0


# Positions.


@pytest.mark.parametrize(
    "text",
    [
        "terminal-maneuver",
        "minefield-navigator steps=5 mines=2 detectors=1",
        "minefield-navigator steps=4 first=toss occupancy=blocked",
        "tower-siege length=4 cards=2 stride=2",
        "tower-siege length=4 cards=2 stride=2 track=facing empty_hand=retreat",
        "tower-siege length=3 cards=1 stride=1 turn_limit=9",
    ],
)
def test_plain_and_compiled_find_the_same_positions(text):
    shape = PositionKeys(described(text))
    plain = _explored(shape, PlainPositions(shape), MOST, INFINITE, None)
    compiled = _explored(shape, CompiledPositions(shape), MOST, INFINITE, None)
    assert plain is not None
    assert compiled is not None
    for name in plain.__dataclass_fields__:
        assert np.array_equal(getattr(plain, name), getattr(compiled, name)), name


@pytest.mark.parametrize("name", SOLVED)
@given(data=st.data())
@settings(max_examples=40)
def test_what_is_forgotten_makes_no_difference(name, data):
    """From a position the game goes on just as it does from the state: who chooses, from what, and how it ends."""
    game = feint.load(name, **data.draw(rulings(name)))
    match = random_match(game, data.draw(st.integers(0, 2**32)), most=data.draw(st.integers(0, 40)))
    shape, rules = PositionKeys(game), game.rules
    real = game.schema.copy(match._states[-1])
    if rules.pending(real) == OVER:
        return
    twin = shape.position(real)
    for field in game.schema.fields:  # what only chance and others know is put back: it isn't part of a position
        if field.name in game.schema.secret:
            setattr(twin, field.name, getattr(game.schema.copy(real), field.name))
    if name == "minefield-navigator":  # a position doesn't know which of the known steps had mines
        real.known = [1 if known == 2 else known for known in real.known]
        twin.known = [1 if known == 2 else known for known in twin.known]
    for _ in range(30):
        who = rules.pending(real)
        assert who == rules.pending(twin)
        if who == OVER:
            ends = [[0, 0], [0, 0]]
            rules.score(real, ends[0])
            rules.score(twin, ends[1])
            assert ends[0] == ends[1]
            return
        if who < 0:
            outcome = data.draw(st.integers(0, 1))
            rules.settle(real, outcome)
            rules.settle(twin, outcome)
            continue
        seat = (who & -who).bit_length() - 1
        rooms = [[0] * rules.ACTIONS, [0] * rules.ACTIONS]
        counts = [rules.legal(real, seat, rooms[0]), rules.legal(twin, seat, rooms[1])]
        assert counts[0] == counts[1]
        assert rooms[0] == rooms[1]
        action = rooms[0][data.draw(st.integers(0, counts[0] - 1))]
        rules.apply(real, seat, action)
        rules.apply(twin, seat, action)


@given(
    seed=st.integers(0, 2**32), most=st.integers(1, 12), occupancy=st.sampled_from(["exclusive", "shared", "blocked"])
)
@settings(max_examples=60)
def test_mines_are_found_as_often_as_placements_say(seed, most, occupancy):
    """MN-R2: what `findings` says of a choice is counted out over all placements that fit what is known."""
    from itertools import combinations

    game = feint.load("minefield-navigator", steps=6, mines=2, occupancy=occupancy)
    match = random_match(game, seed, most)
    if match.over:
        return
    [seat] = match.pending
    state, number = match._states[-1], game.seat_number(seat)
    parts = game.positions
    fitting = []
    for mines in combinations(range(1, 7), 2):
        known = [state.known[step - 1] for step in range(1, 7)]
        if all(known[n - 1] == 0 or (known[n - 1] == 2) == (n in mines) for n in range(1, 7)):
            fitting.append(mines)
    for action in match.legal_numbers(seat):
        weights = [0, 0]
        ways = parts.findings(state, number, action, weights)
        step = 0 if action == 21 else game.rules.landing(state, number) if action == 0 else action
        mined = sum(step in mines and state.known[step - 1] == 0 for mines in fitting)
        share = Fraction(weights[1], sum(weights)) if ways == 2 else Fraction(0)
        assert share == Fraction(mined, len(fitting))


def test_a_secret_in_a_position_is_noticed(tmp_path):
    """A game whose `forget` leaves a secret would be solved wrongly, so it isn't solved at all."""
    import shutil

    folder = tmp_path / "leaky"
    shutil.copytree(URN, folder)
    (folder / "positions.py").write_text(
        '"""Forgets nothing."""\n\nfrom feint.core import State, rule\n\n\n@rule\ndef forget(s: State) -> None:\n    s.round = 0\n'
    )
    with pytest.raises(feint.FeintError, match="must clear ball too, a secret"):
        solve(feint.load(folder), keep=False)


PENNIES = EXAMPLE_GAMES / "pennies"


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("secret", "must clear side too, a secret"),  # after more positions than plain Python looks at
        ("order", "where two seats owe a choice, each must be hidden until both are made"),
        ("nowhere", "leads nowhere, since every weight is 0"),
        ("over", "is over before it begins under these rulings"),
    ],
)
def test_games_that_break_their_word_are_refused(fault, says):
    with pytest.raises(feint.FeintError, match=says):
        solve(feint.load(PENNIES, fault=fault), keep=False)


def test_a_long_game_is_solved():
    """After 2,000 rounds of pennies hardly anything is left for one seat: 1 / 2 ** 2000."""
    solution = solve(feint.load(PENNIES), keep=False)
    assert solution.exact == Fraction(1, 2**2000)


def test_fractions_stay_short_enough_to_be_written():
    """TS-Q4: Python writes no number of more than 4,300 digits; before that bounds take over."""
    for turns in (46, 48, 50):
        solution = solve(described(f"tower-siege length=3 cards=3 stride=1 turn_limit={turns}"), keep=False)
        json.dumps(solution.to_json())
        assert solution.gap < 1e-9


def test_too_many_positions():
    with pytest.raises(feint.FeintError, match="more than 500 positions under these rulings; try smaller dials"):
        graph_of(feint.load("tower-siege"), most=500)


# Advice.


def test_advice_on_a_secret_choice():
    """TM-R2, TM-Q5: a card that lies face down changes nothing; whoever chooses is told what was right before it."""
    game = feint.load("terminal-maneuver")
    solution = solve(game, keep=False)
    match = game.start(seed=1)
    before = advise(solution, match)
    assert before.exact == solution.exact
    assert [choice.text for choice in before.choices["missile"]] == ["burn 0", "burn 1", "burn 2"]
    assert sum(choice.chance for choice in before.choices["laser"]) == 1
    for guess in match.legal("laser"):
        later = game.start(seed=1)
        later.play("laser", guess)
        after = advise(solution, later)
        assert (after.exact, after.choices) == (before.exact, {"missile": before.choices["missile"]})


def test_choices_that_are_made_are_worth_the_value():
    """In an equilibrium what is chosen with any chance is worth just what the position is, and nothing is worth more."""
    game = feint.load("terminal-maneuver")
    solution = solve(game, keep=False)
    for seed in range(5):
        match = game.start(seed=seed)
        while not match.over:
            advice = advise(solution, match)
            for seat, value in zip(game.seats, (advice.exact, 1 - advice.exact), strict=True):
                worths = [choice.exact for choice in advice.choices.get(seat, [])]
                assert max(worths, default=value) == value
                assert all(choice.exact == value for choice in advice.choices.get(seat, []) if choice.chance)
            seat = match.pending[0]
            match.play(seat, match.legal(seat)[seed % len(match.legal(seat))])


@given(seed=st.integers(0, 1000), word=st.integers(0, 2**64 - 1), most=st.integers(1, 15))
@settings(max_examples=30)
def test_advice_tells_nothing_of_the_mines(seed, word, most):
    """MN-R7: the same advice wherever the mines may be."""
    game = feint.load("minefield-navigator", steps=6, mines=2)
    match = random_match(game, seed, most)
    if match.over:
        return
    solution = solve(game)
    assert advise(solution, match) == advise(solution, redealt(match, 0, word))


def test_advice_where_play_may_never_end():
    """The mixture reaches the bound; where a seat is sure of nothing it gets the best that it can hope for."""
    game = described("tower-siege length=4 cards=3 stride=2")
    solution = solve(game, gap=0.05, seconds=None, keep=False)
    match = game.start(seed=1)
    advice = advise(solution, match)
    assert (advice.lower, advice.upper) == (solution.lower, solution.upper)
    [best] = [choice for choice in advice.choices["P1"] if choice.chance]
    assert best.chance == 1
    assert best.lower == pytest.approx(solution.lower, abs=1e-9)
    for step in ("P1 2", "P2 2"):
        match.play(*step.split())
    battle = advise(solution, match)
    for seat in game.seats:
        assert sum(choice.chance for choice in battle.choices[seat]) == pytest.approx(1)


@pytest.mark.parametrize("length", [4, 5])
def test_open_bounds_are_bounds_for_both_seats(length):
    """No choice is worth less than its lower bound or more than right play of the other lets a seat have."""
    game = described(f"tower-siege length={length} cards=3 stride=2")
    solution = solve(game, gap=0.3, keep=False)
    assert solution.gap > 0.01, "or nothing is open"
    open_for, at_once, rounded = set(), 0, 0
    player = Perfect(game, solution=solution)
    for seed in range(80):
        match = random_match(game, seed, seed % 8 + 1)
        if match.over:
            continue
        advice = advise(solution, match)
        number = solution.number(player.position_key(match, match.pending[0]))
        sure = float(solution.arrays["bounds1"][number])
        assert advice.upper == complement(sure), "rounded up"
        rounded += sure not in (0, 1)
        at_once += len(advice.choices) == 2
        most = {game.seats[0]: advice.upper, game.seats[1]: 1 - advice.lower}
        least = {game.seats[0]: advice.lower, game.seats[1]: 1 - advice.upper}
        for seat, choices in advice.choices.items():
            for choice in choices:
                assert 0 <= choice.lower <= choice.upper <= most[seat] + 1e-9
                if choice.upper - choice.lower > 0.01:
                    open_for.add(seat)
            assert sum(choice.chance * choice.upper for choice in choices) >= least[seat] - 1e-9
            assert advise(solution, match, seat).choices == {seat: choices}, "the same if only one asks"
    assert open_for == set(game.seats)
    assert at_once
    assert rounded


def test_no_advice_when_it_is_over_or_another_game():
    game = feint.load("terminal-maneuver", fuel=0)
    solution = solve(game, keep=False)
    match = game.start(seed=1)
    with pytest.raises(feint.FeintError, match="both must be of one"):
        advise(solution, feint.load("terminal-maneuver").start(seed=1))
    match.play("missile", "burn 0")
    match.play("laser", "guess 0")
    with pytest.raises(feint.FeintError, match="the match is over"):
        advise(solution, match)
