"""The games in OpenSpiel: its own tests pass on them, its algorithms agree with ours, and no secret is out."""

import doctest
import itertools
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    policy_aggregator,
    tabular_qlearner,
)
from open_spiel.python.observation import make_observation

import feint
from feint.bridges import utilities, utility
from feint.bridges.history import NOBODY, TOGETHER, History
from feint.bridges.open_spiel import register, table_of
from feint.core import state_queries
from feint.core.chance import bot_word
from feint.core.rule import CHANCE, OVER
from feint.kernel.features import Features
from feint.solve import solve
from feint.solve.infoset import keys_after
from kit.games import random_match, redealt
from kit.paths import EXAMPLE_GAMES, ROOT
from kit.sequence_form import open_spiel_form

OTHERS = [register(EXAMPLE_GAMES / name) for name in ("kuhn_poker", "leduc_poker", "goofspiel", "urn")]

SMALL = {
    "kuhn": "feint_kuhn_poker()",
    "urn": "feint_urn(max_length=5)",
    "goofspiel": "feint_goofspiel(cards=3)",
    "terminal_maneuver": "feint_terminal_maneuver(rounds=2,fuel=2)",
    "minefield": "feint_minefield_navigator(steps=3,mines=1,detectors=1)",
    "tower_siege": "feint_tower_siege(length=3,cards=2,stride=2,turn_limit=3)",
}
"""Games whose trees can be gone through."""

LEARNED = [SMALL["kuhn"], "feint_terminal_maneuver(rounds=1,fuel=2,in_turns=True)"]
"""Games that its learning algorithms are tried on."""

QUICK = {
    "tower-siege": {"length": 4, "cards": 2, "stride": 2, "turn_limit": 15},
    "terminal-maneuver": {"fuel": 3, "rounds": 3},
    "minefield-navigator": {"steps": 5, "mines": 2, "detectors": 1},
    "space-goats": {"turn_limit": 2},
    "dark-frontier": {"radius": 5, "round_limit": 1},
}
"""Dials for a short match of each game on the shelf."""


def spiel(name: str, **rulings: object) -> Any:
    return pyspiel.load_game(f"feint_{name.replace('-', '_')}", rulings)


def in_turns(game: Any) -> Any:
    """A game with choices made at once put in an order, as most of OpenSpiel's algorithms want it."""
    at_once = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if at_once else game


def joint_actions(state: Any) -> list[list[int]]:
    return [
        list(actions)
        for actions in itertools.product(*(state.legal_actions(seat) or [0] for seat in range(state.num_players())))
    ]


def tree(state: Any) -> Iterator[Any]:
    """All states that can follow, this one first."""
    yield state
    if state.is_simultaneous_node():
        for actions in joint_actions(state):
            after = state.clone()
            after.apply_actions(actions)
            yield from tree(after)
    else:
        for action in state.legal_actions():
            yield from tree(state.child(action))


def step(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        outcomes, likely = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, likely)[0])
    elif state.is_simultaneous_node():
        seats = range(state.num_players())
        state.apply_actions([rng.choice(state.legal_actions(seat) or [0]) for seat in seats])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def random_states(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random match, from the first to the last."""
    state, rng = game.new_initial_state(), random.Random(seed)
    yield state
    while not state.is_terminal():
        state = state.clone()
        step(state, rng)
        yield state


def steps(state: Any) -> list[tuple[int, int]]:
    """A state's history as ours: who, and the number of what. Choices made at once are in the order of seats."""
    twin, numbers, played = state.get_game().new_initial_state(), iter(state.history()), []
    for number in numbers:
        if twin.is_simultaneous_node():
            actions = [number, *(next(numbers) for _ in range(1, twin.num_players()))]
            played += [(seat, action) for seat, action in enumerate(actions) if twin.legal_actions(seat)]
            twin.apply_actions(actions)
        else:
            played.append((CHANCE if twin.is_chance_node() else twin.current_player(), number))
            twin.apply_action(number)
    return played


# OpenSpiel's own tests of what a game must promise, on whole trees and on samples.


def our_nodes(game: feint.Game) -> tuple[int, int, int]:
    """How many nodes our rules have: chance, choices one by one, ends."""
    found, todo = [0, 0, 0], [game.first_state()]
    while todo:
        state = todo.pop()
        owing = game.rules.pending(state)
        seat = (owing & -owing).bit_length() - 1
        found[0 if owing == CHANCE else 1 if owing else 2] += 1
        numbers = [] if owing == OVER else state_queries.outcomes(game, state) if owing == CHANCE else None
        for number in state_queries.legal_numbers(game, state, seat) if numbers is None else numbers:
            after = game.schema.copy(state)
            game.rules.settle(after, number) if owing == CHANCE else game.rules.apply(after, seat, number)
            todo.append(after)
    return found[0], found[1], found[2]


def our_infosets(game: Any) -> int:
    """How many information sets there are, by the keys of our solver."""
    keys = set()
    for state in tree(game.new_initial_state()):
        if not state.is_terminal() and not state.is_chance_node():
            own = keys_after(game.table.game, steps(state))
            keys |= {(seat, own[seat]) for seat in range(game.num_players()) if state.legal_actions(seat)}
    return len(keys)


def whole_tree_tests(name: str) -> type:
    class WholeTree(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            game = pyspiel.load_game(SMALL[name])
            cls.game_name, cls.game = name, in_turns(game)
            api_test.TOTAL_NUM_STATES[name] = our_nodes(game.table.game)
            api_test.PERFECT_RECALL_NUM_STATES[name] = our_infosets(game)
            super().setUpClass()

    return WholeTree


def sample_tests(name: str) -> type:
    class Sample(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            cls.game_name, cls.game = name, in_turns(spiel(name, **QUICK[name]))
            random.seed(7)  # what OpenSpiel samples with
            super().setUpClass()

    return Sample


globals().update({f"TestWholeTree_{name}": whole_tree_tests(name) for name in SMALL})
globals().update({f"TestSample_{name}": sample_tests(name) for name in QUICK if name != "dark-frontier"})
# Dark Frontier has more than 400 states in its first two steps; its matches are tested below.


def variants(name: str) -> Iterator[dict[str, Any]]:
    """Quick dials, and each ruling in turn at each of its choices, or its lowest number, a few more, and none."""
    yield {}
    base = feint.load(name, **QUICK[name])
    for ruling in base.all_rulings.values():
        if ruling.choices:
            values: set[Any] = set(ruling.choices)
        elif ruling.name == "players":
            values = set(range(ruling.low, ruling.top({}) + 1))
        elif ruling.by_seat:
            values = {ruling.text([ruling.top({}), ruling.low])}
        else:
            values = {ruling.low, min(ruling.top(base.rulings), ruling.low + 2)} | (
                {0} if ruling.may_be_none else set()
            )
        yield from ({ruling.name: value} for value in sorted(values - {base.rulings[ruling.name]}, key=str))


VARIANTS = [(name, ruling) for name in QUICK for ruling in variants(name)]


@pytest.mark.parametrize(("name", "ruling"), VARIANTS, ids=[f"{name}-{ruling}" for name, ruling in VARIANTS])
def test_random_sims(name: str, ruling: dict[str, Any]) -> None:
    """OpenSpiel's simulation test: legal choices, masks, strings, tensors, clones, serialisation, returns, lengths."""
    game = spiel(name, **QUICK[name] | ruling)
    assert all(game.get_parameters()[key] == value for key, value in ruling.items())
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*SMALL.values(), *OTHERS])
def test_random_sims_of_others_and_in_turns(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(in_turns(game), num_sims=2, serialize=False, verbose=False)


def test_every_game_is_registered() -> None:
    assert set(QUICK) == set(feint.game_names()), "a new game needs quick dials here"
    types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for name in feint.game_names():
        game, kind = feint.load(name).for_simulation(), types[f"feint_{name.replace('-', '_')}"]
        assert kind.long_name == game.title
        loaded = spiel(name)
        assert loaded.table.game.rulings == game.rulings
        assert (loaded.num_players(), loaded.get_type().dynamics) == (len(game.seats), kind.dynamics)
    goats = types["feint_space_goats"]
    assert (goats.min_num_players, goats.max_num_players) == (2, 5)


# What a player sees and remembers.


@pytest.mark.parametrize("name", SMALL)
def test_perfect_recall_is_our_own(name: str) -> None:
    """Information states and the solver's keys tell the same apart; so do tensors; and choices are one for each."""
    game = pyspiel.load_game(SMALL[name])
    seats = range(game.num_players())
    keys: list[dict[str, Any]] = [{} for _ in seats]
    tensors: list[dict[str, Any]] = [{} for _ in seats]
    choices: list[dict[str, Any]] = [{} for _ in seats]
    whole, nodes = set(), 0
    for state in tree(game.new_initial_state()):
        nodes += 1
        whole.add(str(state))
        own = keys_after(game.table.game, steps(state))
        for seat in seats:
            text = state.information_state_string(seat)
            assert keys[seat].setdefault(text, own[seat]) == own[seat]
            tensor = tuple(state.information_state_tensor(seat))
            assert tensors[seat].setdefault(text, tensor) == tensor
            if not state.is_terminal() and not state.is_chance_node():
                legal = state.legal_actions(seat)
                assert choices[seat].setdefault(text, legal) == legal
    for seat in seats:
        assert len(set(keys[seat].values())) == len(keys[seat])
        assert len(set(tensors[seat].values())) == len(tensors[seat])
    assert len(whole) == nodes, "a state's own text is for one history"


def test_information_state_reads() -> None:
    state = spiel("tower-siege", turn_limit=50).new_initial_state()
    for action in (3, 3):
        state.apply_action(action)
    state.apply_actions([34, 32])
    assert state.information_state_string(0) == (
        "P1; chose 3; turns=1 turn=1 position[0]=3; position[1]=3 battle=1 met_at=3; "
        "chose 34; round=2 turns=2 turn=0 position[1]=0 hand[0]=23 hand[1]=29 battle=0 shown[0]=4 shown[1]=2"
    )
    assert state.observation_string(1).startswith("P2: round=2 turns=2 position[0]=3 hand[0]=23 hand[1]=29 winner=-1 ")


def test_what_is_remembered_is_the_same_asked_late_or_always() -> None:
    game = spiel("minefield-navigator")
    for seed in range(5):
        always = [[state.information_state_string(seat) for seat in range(2)] for state in random_states(game, seed)]
        *_, last = random_states(game, seed)
        assert [last.information_state_string(seat) for seat in range(2)] == always[-1]
        assert all(late.startswith(early[0]) for early, (late, _) in itertools.pairwise(always))


def test_tensors_of_usable_size() -> None:
    """As many of the last steps as there is room for, or as many as are asked for; of short games all."""
    for name in QUICK:
        game = spiel(name)
        assert game.information_state_tensor_size() <= 2**14
        features = len(Features(game.table.game).names)
        assert game.observation_tensor_size() == game.num_players() + features
        assert spiel(name, recall=3).information_state_tensor_size() == game.num_players() + 3 * (features + 1), (
            "three steps"
        )
    assert spiel("terminal-maneuver").table.recall == 11, "the whole game"
    assert spiel("tower-siege").table.recall == 528, "of 20,000"
    with pytest.raises(feint.FeintError, match="recall=-1 is too small"):
        spiel("tower-siege", recall=-1)


def test_a_bounded_recall_has_the_last_steps() -> None:
    game, whole = spiel("minefield-navigator", recall=3), spiel("minefield-navigator")
    few, all_of_it = game.new_initial_state(), whole.new_initial_state()
    for action in (5, 1, 2, 0, 0):
        few.apply_action(action)
        all_of_it.apply_action(action)
    few_rows = np.array(few.information_state_tensor(0)[2:-3]).reshape(3, -1)
    rows = np.array(all_of_it.information_state_tensor(0)[2:])
    steps = whole.table.recall
    rows = rows[:-steps].reshape(steps, -1)
    assert (few_rows == rows[3:6]).all()
    assert not rows[6:].any()
    assert few.information_state_string(0) == all_of_it.information_state_string(0), "texts have all of it"


def test_observers() -> None:
    game = spiel("terminal-maneuver")
    state = game.new_initial_state()
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, 1)
    assert recall.dict["seen"].shape == (11, 102)
    assert recall.dict["chosen"].max() <= 1
    assert list(recall.tensor) == state.information_state_tensor(1)
    assert recall.string_from(state, 1) == state.information_state_string(1) == "laser"
    everyone = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert make_observation(game, everyone) is None, "nobody sees what others hold"
    with pytest.raises(feint.FeintError, match="an observer takes no parameters, but was given colour"):
        game.make_py_observer(None, {"colour": 1})


@cache
def loaded(name: str, parameters: tuple[tuple[str, Any], ...]) -> Any:
    return pyspiel.load_game(name, dict(parameters))


def all_shown(line: History, seat: int) -> tuple[Any, ...]:
    """Everything that OpenSpiel is told about a seat's view, for comparing byte by byte."""
    state = loaded(f"feint_{line.table.game.folder.name}", tuple(spiel_parameters(line).items())).new_initial_state()
    state._line = line
    observation = state.observation_string(seat), state.observation_tensor(seat)
    choices = state.legal_actions(seat) if not state.is_chance_node() else []
    words = [state.action_to_string(seat, choice) for choice in choices]
    remembered = line.memories[seat].text, line.memories[seat].row
    if line.choices % 5 == 0:
        remembered = (*remembered, state.information_state_tensor(seat))
    return (*observation, choices, words, state.current_player(), state.is_terminal(), remembered)


def spiel_parameters(line: History) -> dict[str, Any]:
    return {name: 0 if value is None else value for name, value in line.table.game.rulings.items()}


@pytest.mark.parametrize("name", QUICK)
def test_secrets_stay_secret(name: str) -> None:
    """Of states that a seat can't tell apart it is told the same, also about what it remembers."""
    changed = 0
    for seed in range(1 if name == "space-goats" else 2):
        for before, after in itertools.pairwise(random_states(spiel(name, **QUICK[name]), seed)):
            line, game = after.line, after.line.table.game
            if line.who == NOBODY:
                continue
            for seat in range(len(game.seats)):
                before.memory(seat), after.memory(seat)
                hidden = game.schema.copy(line.state)
                game.rules.redeal(hidden, seat, seed * 1000 + after.move_number())
                changed += hidden != line.state
                twin = History(line.table, hidden, line.choices, line.draws)
                number = after.history()[-1] if before.current_player() == seat else None
                if before.current_player() == TOGETHER:
                    number = after.history()[seat - len(game.seats)]
                twin._remember(before.line, {} if number is None else {seat: number})
                assert all_shown(twin, seat) == all_shown(line, seat)
    # Choices made at once are made in one step here, so these games keep no secret between steps.
    assert changed or name in ("tower-siege", "terminal-maneuver")


# Resampling.


@pytest.mark.parametrize("name", QUICK)
def test_resampled_states(name: str) -> None:
    """The player can't tell; play goes on to its end; what differs is secret, and truth makes no difference to it."""
    game, differ = spiel(name, in_turns=True, **QUICK[name]), 0
    for seed in range(2):
        for state in random_states(game, seed):
            if state.is_terminal() or state.is_chance_node():
                continue
            for player in range(game.num_players()):
                rng = random.Random(seed)
                twin = state.resample_from_infostate(player, rng.random)
                rng = random.Random(seed)
                for shown in ("information_state_string", "information_state_tensor", "observation_string"):
                    assert getattr(twin, shown)(player) == getattr(state, shown)(player)
                assert twin.legal_actions(player) == state.legal_actions(player)
                assert twin.current_player() == state.current_player()
                assert twin.history() == [], "the true one would tell"
                again = twin.resample_from_infostate(player, rng.random)
                for other in range(game.num_players()):
                    assert again.information_state_string(other) == twin.information_state_string(other)
                    assert again.information_state_tensor(other) == twin.information_state_tensor(other)
                differ += twin.line.state != state.line.state
        while not twin.is_terminal():
            step(twin, random.Random(1))
        assert abs(sum(twin.returns())) < 1e-9
    assert differ


def test_resampling_goes_by_what_can_be() -> None:
    """Where a guess lies face down all guesses come, whatever it is; without a redeal, that is said."""
    state = spiel("terminal-maneuver", in_turns=True).new_initial_state()
    state.apply_action(8)  # the missile burns 1
    rng = random.Random(1)
    burned = {state.resample_from_infostate(1, rng.random).line.state.chosen[0] for _ in range(60)}
    assert burned == {0, 1, 2}
    assert {state.resample_from_infostate(0, rng.random).line.state.chosen[0] for _ in range(9)} == {1}
    urn = pyspiel.load_game("feint_urn()").new_initial_state()
    if not urn.get_game().table.game.can_redeal:
        with pytest.raises(feint.FeintError, match="urn has no redeal in its rules.py"):
            urn.resample_from_infostate(0, rng.random)


@pytest.mark.parametrize("name", QUICK)
def test_a_state_from_what_a_seat_sees(name: str) -> None:
    """From a match's view: it is that seat's turn, with its choices, and what the seat can't see makes no difference."""
    game = spiel(name, in_turns=True, **QUICK[name])
    whole = random_match(game.table.game, 3, most=30)
    for step in range(len(whole.steps)):
        match = whole.at(step)
        for seat in match.pending:
            if seat not in match.game.seats:
                continue
            number = match.game.seat_number(seat)
            states = [
                game.state_seen(one.view(seat), random.Random(step).random)
                for one in (match, redealt(match, number, bot_word(1, step)))
            ]
            assert [state.current_player() for state in states] == [number, number]
            assert sorted(map(states[0].action_to_string, states[0].legal_actions())) == sorted(match.legal(seat))
            assert states[0].line.state == states[1].line.state
            for other in range(game.num_players()):
                assert states[0].information_state_string(other) == states[1].information_state_string(other)


@pytest.mark.parametrize("name", [name for name in QUICK if name != "dark-frontier"])  # each sets two dials at a time
def test_in_turns_is_the_same_game(name: str) -> None:
    """Asked one after the other, seats come to the same results as OpenSpiel's own conversion does."""
    game = spiel(name, in_turns=True, **QUICK[name])
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    converted = in_turns(spiel(name, **QUICK[name]))
    assert game.max_game_length() == converted.max_game_length()
    for seed in range(3):
        ours, theirs, rng = game.new_initial_state(), converted.new_initial_state(), random.Random(seed)
        while not ours.is_terminal():
            assert (ours.current_player(), ours.legal_actions()) == (theirs.current_player(), theirs.legal_actions())
            action = rng.choice(ours.legal_actions())
            ours.apply_action(action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()


# Steps.


@pytest.mark.parametrize("name", QUICK)
def test_matches_are_ours(name: str) -> None:
    """A random match through OpenSpiel and the same one as a Match: the same choices, outcomes and result."""
    game = spiel(name, **QUICK[name])
    for seed in range(2):
        match = game.table.game.start(chance=[])
        for before, after in itertools.pairwise(random_states(game, seed)):
            played = steps(after)[len(steps(before)) :]
            for who, number in played:
                player = who if who != CHANCE else pyspiel.PlayerId.CHANCE
                seat = "chance" if who == CHANCE else match.game.seats[who]
                legal = before.legal_actions(who) if who != CHANCE else before.legal_actions()
                assert sorted(match.legal(seat)) == sorted(before.action_to_string(player, n) for n in legal)
                match.play(seat, before.action_to_string(player, number))
        assert match.over == after.is_terminal()
        exact = [utility(match.exact_scores[seat], len(match.game.seats)) for seat in match.game.seats]
        assert after.returns() == [float(part) for part in exact]


def test_utilities_are_exact() -> None:
    """One division, rounded once, is the fraction's nearest number, for any number of seats and any shares."""
    for players in range(2, 6):
        game = feint.load("space-goats", players=players)
        state = game.first_state()
        for winners in range(1 << players):
            state.winners = winners
            assert utilities(game, state) == [float(utility(s, players)) for s in state_queries.shares(game, state)]
            assert abs(sum(utilities(game, state))) < 1e-12


@pytest.mark.parametrize("name", QUICK)
def test_probabilities(name: str) -> None:
    """Each is the number nearest to the exact fraction, and they add up to 1."""
    for state in random_states(spiel(name, **QUICK[name]), 5):
        if state.is_chance_node():
            game, plain = state.line.table.game, state.line.state
            weights, count = state_queries.weights(game, plain)
            weights = [1] * -count if count < 0 else weights[:count]
            exact = [(n, float(Fraction(w, sum(weights)))) for n, w in enumerate(weights) if w]
            assert state.chance_outcomes() == exact
            assert sum(likely for _, likely in exact) == pytest.approx(1, abs=1e-12)


def test_weights_that_differ() -> None:
    state = pyspiel.load_game("feint_urn(blue=0)").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.75), (2, 0.25)]  # no blue ball: that can't be drawn
    state.apply_action(2)
    assert state.chance_outcomes() == [(0, 1.0)]


def test_choices_at_once() -> None:
    state = spiel("tower-siege").new_initial_state()
    assert (state.current_player(), state.legal_actions(), state.legal_actions(1)) == (0, [0, 1, 2, 3], [])
    state.apply_action(2)
    state.apply_action(2)
    assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    assert state.is_simultaneous_node()
    assert state.legal_actions(0) == state.legal_actions(1) == [31, 32, 33, 34, 35]
    state.apply_actions([35, 31])
    assert state.current_player() == 0
    with pytest.raises(feint.IllegalChoice, match="one is made alone, with apply_action"):
        state.apply_actions([1, 1])
    assert state.observation_string(1).count("shown[0]=5 shown[1]=1") == 1


def test_only_games_that_say_so_choose_at_once() -> None:
    """`at_once` in game.toml is true to the rules, and a game that says no is believed until it is wrong."""
    for name in QUICK:
        seen = {
            state.current_player() for seed in range(4) for state in random_states(spiel(name, **QUICK[name]), seed)
        }
        game = spiel(name)
        assert (int(pyspiel.PlayerId.SIMULTANEOUS) in seen) == game.table.game.at_once
        assert (game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS) == game.table.game.at_once
    table = table_of(feint.load("terminal-maneuver"))
    table.game.at_once = False
    with pytest.raises(feint.FeintError, match="at_once = false in its game.toml, but several seats owe a choice"):
        table.begin()


def test_a_clone_goes_its_own_way() -> None:
    state = spiel("space-goats").new_initial_state()
    rng = random.Random(1)
    for _ in range(40):
        before = str(state), [state.information_state_string(seat) for seat in range(2)]
        twin = state.clone()
        step(twin, rng)
        assert (str(state), [state.information_state_string(seat) for seat in range(2)]) == before
        assert str(twin) != before[0]
        state = twin


def test_wrong_choices_change_nothing() -> None:
    state = spiel("terminal-maneuver").new_initial_state()
    before = str(state)
    for actions in ([3, 3], [7, 8]):
        with pytest.raises(feint.IllegalChoice, match="is not a choice of (missile|laser) now; it can be "):
            state.apply_actions(actions)
        assert str(state) == before
    mines = spiel("minefield-navigator").new_initial_state()
    with pytest.raises(feint.IllegalChoice, match="120 is no outcome that can come now"):
        mines.apply_action(120)


@pytest.mark.parametrize("name", QUICK)
def test_saved_states_go_on(name: str) -> None:
    game = spiel(name, **QUICK[name])
    *states, _ = random_states(game, 3)
    for state in states[:: max(1, len(states) // 3)]:
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        pickled = pickle.loads(pickle.dumps(state))
        for twin in (read, pickled):
            assert str(twin) == str(state)
            step(one := state.clone(), random.Random(1))
            step(other := twin.clone(), random.Random(1))
            assert str(one) == str(other)
            for seat in range(game.num_players()):
                assert one.information_state_string(seat) == other.information_state_string(seat)
    assert str(pyspiel.load_game(str(game))) == str(game)


# Lengths.


def longest(game: Any) -> tuple[int, int]:
    """The most choices and outcomes of chance in all of a game's matches."""
    states = list(tree(game.new_initial_state()))
    assert all(state.line.owing == OVER for state in states if state.is_terminal()), "none was cut off"
    return max(state.line.choices for state in states), max(state.line.draws for state in states)


@pytest.mark.parametrize(
    ("name", "rulings", "reached"),
    [
        ("tower-siege", {"length": 3, "cards": 2, "stride": 2, "turn_limit": 3}, True),
        ("tower-siege", {"length": 4, "cards": 2, "stride": 3, "turn_limit": 3, "track": "facing"}, False),
        ("tower-siege", {"length": 3, "cards": 1, "stride": 1, "turn_limit": 5, "empty_hand": "retreat"}, False),
        ("terminal-maneuver", {"rounds": 2, "fuel": 2}, True),
        ("terminal-maneuver", {"rounds": 2, "fuel": 1, "black_squares": "allowed"}, True),
        ("terminal-maneuver", {"rounds": 3, "fuel": 0}, True),
        ("minefield-navigator", {"steps": 3, "mines": 1, "detectors": 1, "occupancy": "shared"}, True),
        ("minefield-navigator", {"steps": 3, "mines": 0, "detectors": 1, "first": "toss"}, False),
        ("minefield-navigator", {"steps": 3, "mines": 0, "detectors": 1, "occupancy": "blocked"}, True),
        ("minefield-navigator", {"steps": 2, "mines": 1, "detectors": 2, "occupancy": "blocked"}, False),
        ("minefield-navigator", {"steps": 4, "mines": 0, "detectors": 0, "occupancy": "blocked"}, False),
    ],
)
def test_limits_hold_on_whole_trees(name: str, rulings: dict[str, Any], reached: bool) -> None:
    """No match is longer than the game says; and where `reached`, one is as long."""
    game = spiel(name, **rulings)
    choices, draws = longest(game)
    assert choices <= game.max_game_length()
    assert draws <= game.max_chance_nodes_in_history()
    if reached:
        assert (choices, draws) == (game.max_game_length(), game.max_chance_nodes_in_history())


@pytest.mark.parametrize("name", QUICK)
def test_limits_hold_in_random_matches(name: str) -> None:
    """By the rules alone: the bridge would cut a match off."""
    for seed in range(40):
        rulings = QUICK[name] | ({"players": 2 + seed % 4} if name == "space-goats" else {})
        line, rng = table_of(feint.load(name, **rulings)).begin(), random.Random(seed)
        while line.who != NOBODY:
            if line.who == TOGETHER:
                line = line.joined([rng.choice(line.legal(seat) or [0]) for seat in range(len(line.table.game.seats))])
            elif line.who == CHANCE:
                line = line.after(rng.choice([outcome for outcome, _ in line.chance()]))
            else:
                line = line.after(rng.choice(line.legal(line.who)))
        assert line.owing == OVER, "it was cut off before its end"


def test_a_match_that_is_too_long_is_undecided() -> None:
    game = spiel("tower-siege", turn_limit=0, max_length=7)  # 0: the dial is off, as the book has it
    assert game.table.game.rulings["turn_limit"] is None
    assert game.max_game_length() == 7
    state = game.new_initial_state()
    for _ in range(7):
        assert not state.is_terminal()
        state.apply_action(0)  # rest
    assert state.is_terminal()
    assert (state.returns(), state.legal_actions(), state.current_player()) == ([0, 0], [], pyspiel.PlayerId.TERMINAL)
    assert spiel("tower-siege", turn_limit=0).max_game_length() == 10_000
    assert spiel("terminal-maneuver", max_length=3).max_game_length() == 3


# Parameters.


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("feint_tower_siege(track=sideways)", "track=sideways is not a choice: track can be parallel or facing"),
        ("feint_tower_siege(stride=10)", "stride=10 is too large: it can be 1 to 9 with length=10"),
        ("feint_terminal_maneuver(rounds=0)", "rounds=0 is too small"),
        ("feint_tower_siege(max_length=-1)", "max_length=-1 is too small: it can be a number from 1, or 0 for the"),
        ("feint_space_goats(deck=nowhere.csv)", "nowhere.csv"),
        ("feint_tower_siege(colour=3)", "Unknown parameter 'colour'"),
        ("feint_tower_siege(stride=far)", "Wrong type for parameter stride"),
    ],
)
def test_wrong_parameters(text: str, error: str) -> None:
    with pytest.raises((feint.FeintError, pyspiel.SpielError), match=error):
        pyspiel.load_game(text)


def test_a_deck_of_ones_own(tmp_path: Path) -> None:
    own = (ROOT / "src/feint/games/space_goats/cards.csv").read_text().replace("Twin Salvo", "Twin Goats")
    (tmp_path / "deck.csv").write_text(own)
    game = pyspiel.load_game("feint_space_goats", {"deck": str(tmp_path / "deck.csv"), "turn_limit": 1})
    assert "Twin Goats" in {row["name"] for row in game.table.game.data["deck"].shown}
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_name_stands_for_one_folder(tmp_path: Path) -> None:
    assert register("tower-siege") == "feint_tower_siege", "the same once more is no harm"
    (tmp_path / "kuhn_poker").symlink_to(EXAMPLE_GAMES / "kuhn_poker")
    assert register(tmp_path / "kuhn_poker") == "feint_kuhn_poker", "it is the same folder"
    copy = tmp_path / "urn"
    copy.mkdir()
    for file in (EXAMPLE_GAMES / "urn").iterdir():
        if file.is_file():
            (copy / file.name).write_bytes(file.read_bytes())
    with pytest.raises(
        feint.FeintError, match="there is another game called feint_urn, in .*; a folder of another name"
    ):
        register(copy)


def test_without_open_spiel() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import feint.bridges.open_spiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("this needs pyspiel, which isn't installed: pip install 'feint[open-spiel]'\n")


def test_ends_quietly() -> None:
    """OpenSpiel lets go of registered games when Python has ended; that must not be a crash."""
    code = "import pyspiel, feint.bridges.open_spiel; pyspiel.load_game('feint_tower_siege').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# Its algorithms, on our games.


@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("terminal-maneuver", {"rounds": 2, "fuel": 7}),
        ("terminal-maneuver", {"rounds": 3, "fuel": 2}),
        ("minefield-navigator", {"steps": 4, "mines": 1, "detectors": 1}),
        ("tower-siege", {"length": 4, "cards": 2, "stride": 2, "turn_limit": 5}),
    ],
)
def test_the_sequence_form_has_our_value(name: str, rulings: dict[str, Any]) -> None:
    """The linear program over OpenSpiel's tree is worth what our solver says, to 1e-9."""
    form = open_spiel_form(in_turns(spiel(name, **rulings)))
    solution = solve(feint.load(name, **rulings))
    assert solution.exact is not None
    for seat in range(2):
        worth, plan = form.plan(seat)
        assert worth == pytest.approx(float(solution.exact), abs=1e-9)
        assert form.sure(seat, plan) == pytest.approx(float(solution.exact), abs=1e-9)


@pytest.mark.parametrize("name", ["terminal_maneuver", "minefield", "tower_siege", "kuhn"])
def test_cfr_comes_to_our_value(name: str) -> None:
    """OpenSpiel's CFR+ and its exploitability: our value lies within what the average strategy can lose."""
    game = pyspiel.load_game(SMALL[name])
    in_order = in_turns(game)
    solver = cfr.CFRPlusSolver(in_order)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    gap = exploitability.nash_conv(in_order, average, return_only_nash_conv=False)
    assert gap.nash_conv < 0.1
    value = -1 / 36 if name == "kuhn" else float(utility(solve(game.table.game).exact, 2))  # half a chip's -1/18
    best_of_first = gap.player_improvements[0] + expected(in_order.new_initial_state(), average)
    best_of_second = gap.player_improvements[1] - expected(in_order.new_initial_state(), average)
    assert -best_of_second - 1e-9 <= value <= best_of_first + 1e-9


def expected(state: Any, policy: Any) -> float:
    """What the first player gets on average."""
    if state.is_terminal():
        return float(state.returns()[0])
    choices = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
    return sum(likely * expected(state.child(action), policy) for action, likely in choices if likely)


@pytest.mark.parametrize("name", QUICK)
def test_its_tree_search(name: str) -> None:
    """IS-MCTS plays on all of our games, with what it can't see resampled."""
    game = spiel(name, in_turns=True, **QUICK[name])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=5, random_state=np.random.RandomState(1))
    state, rng, asked = game.new_initial_state(), random.Random(1), 0
    while not state.is_terminal() and asked < 8:
        if state.is_chance_node():
            step(state, rng)
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            asked += 1


def test_its_tree_search_finds_what_is_right() -> None:
    """On the shortest Terminal Maneuver it burns 1 most of the time, as its value of 6/7 wants it."""
    game = spiel("terminal-maneuver", rounds=1, fuel=1, in_turns=True)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=400, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    chosen = max(bot.get_policy(state), key=lambda pair: pair[1])[0]
    assert state.action_to_string(chosen) == "burn 1"


@pytest.mark.parametrize(
    "solver", [external_sampling_mccfr.ExternalSamplingSolver, outcome_sampling_mccfr.OutcomeSamplingSolver]
)
def test_its_sampling_cfr(solver: Any) -> None:
    """MCCFR gets closer to equilibrium."""
    game = spiel("terminal-maneuver", rounds=2, fuel=2, in_turns=True)
    np.random.seed(1)  # what it samples with
    sampling = solver(game)
    gaps = []
    for iterations in (10, 600):
        for _ in range(iterations):
            sampling.iteration()
        gaps.append(exploitability.nash_conv(game, sampling.average_policy()))
    assert gaps[1] < 0.9 * gaps[0]


@pytest.mark.parametrize("name", LEARNED)
def test_its_policy_aggregator(name: str) -> None:
    """Two policies mixed by weights: in every state the mixture is between them."""
    game = pyspiel.load_game(name)
    first, second = policy.UniformRandomPolicy(game), policy.TabularPolicy(game)
    mask = second.legal_actions_mask  # of each state; the second policy takes its first choice
    second.action_probability_array[:] = np.eye(mask.shape[1])[mask.argmax(axis=1)]
    mixed = policy_aggregator.PolicyAggregator(game).aggregate(
        list(range(2)), [[first, second], [first, second]], [[0.25, 0.75], [0.25, 0.75]]
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    choices = state.legal_actions()
    assert mixed.action_probabilities(state)[choices[0]] == pytest.approx(0.25 / len(choices) + 0.75)


@pytest.mark.parametrize("name", LEARNED)
def test_its_deep_cfr(name: str) -> None:
    """Deep CFR learns from our tensors."""
    deep_cfr = pytest.importorskip("open_spiel.python.pytorch.deep_cfr", reason="OpenSpiel's deep CFR needs PyTorch")
    game = pyspiel.load_game(name)
    solver = deep_cfr.DeepCFRSolver(
        game,
        policy_network_layers=(16,),
        advantage_network_layers=(16,),
        num_iterations=2,
        num_traversals=4,
        batch_size_advantage=8,
        batch_size_strategy=8,
        memory_capacity=1000,
    )
    solver.solve()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    chances = solver.action_probabilities(state)  # among all choices, of which those that are legal are told
    assert list(chances) == state.legal_actions()
    assert 0 < sum(chances.values()) <= 1 + 1e-4


@pytest.mark.parametrize("name", ["minefield-navigator", "tower-siege", "space-goats"])
def test_learning_environment(name: str) -> None:
    """Its environment for learning agents, in turns where seats choose at once: matches are played to their end."""
    game = in_turns(spiel(name, **QUICK[name]))
    environment = rl_environment.Environment(game)
    agents = [tabular_qlearner.QLearner(player, game.num_distinct_actions()) for player in range(game.num_players())]
    np.random.seed(1)  # what its agents choose with
    for _ in range(2):
        now = environment.reset()
        while not now.last():
            now = environment.step([agents[now.observations["current_player"]].step(now).action])
        assert sum(now.rewards) == 0
        for agent in agents:
            agent.step(now)
    assert any(values for agent in agents for values in agent._q_values.values())


def test_the_documented_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "researchers" / "open-spiel.md").read_text()
    code = "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    runner = doctest.DocTestRunner()
    runner.run(
        doctest.DocTestParser().get_doctest(
            code, {}, "docs/researchers/open-spiel.md", "docs/researchers/open-spiel.md", 0
        )
    )
    assert (runner.failures, runner.tries) == (0, page.count("\n>>> "))
    assert "(docs/researchers/open-spiel.md)" in (ROOT / "README.md").read_text()
