"""Steps a second through the OpenSpiel bridge, beside games of OpenSpiel's own in Python.

Random play, chance included; choices made at once are one step. Searching algorithms clone a state before each step, so
that is measured with a clone a step and without.
"""

import random
import time

import pyspiel
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401 - importing registers them

import feint.bridges.open_spiel  # noqa: F401
from turns import Measure, Row, in_turns

OURS = ("feint_tower_siege", "feint_space_goats")
THEIRS = ("python_kuhn_poker", "python_tic_tac_toe")


def steps_a_second(name: str, clones: bool, seconds: float = 0.5) -> Measure:
    """Random matches of one game, for so long."""
    game = pyspiel.load_game(name)
    players = range(game.num_players())

    def measure() -> float:
        rng, steps = random.Random(7), 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if clones:
                    state = state.clone()
                if state.is_chance_node():
                    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, likely)[0])
                elif state.is_simultaneous_node():
                    state.apply_actions([rng.choice(state.legal_actions(player) or [0]) for player in players])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps / (time.perf_counter() - begun)

    return measure


def rows(turns: int) -> dict[str, Row]:
    """Each of our games beside each of theirs."""
    found = {}
    for clones in (True, False):
        for ours in OURS:
            for theirs in THEIRS:
                name = f"OpenSpiel, {ours} / {theirs}, {'a clone a step' if clones else 'no clones'} (steps/s)"
                found[name] = in_turns(steps_a_second(ours, clones), steps_a_second(theirs, clones), turns)
    return found
