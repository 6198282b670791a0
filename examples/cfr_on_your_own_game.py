"""CFR+ of OpenSpiel solves a game of your own, and its strategy plays against a random player.

    python examples/cfr_on_your_own_game.py tests/example_games/kuhn_poker

The game is a folder (see docs/developers/your-own-game.md). It needs `pip install 'feint[open-spiel]'`.
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from feint.bridges.open_spiel import register

ITERATIONS, MATCHES = 200, 2000


def play(game: pyspiel.Game, players: list[policy.Policy], random: np.random.RandomState) -> list[float]:
    """One match, and what it was worth to each."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            chances = dict(state.chance_outcomes())
        else:
            chances = players[state.current_player()].action_probabilities(state)
        state.apply_action(int(random.choice(list(chances), p=list(chances.values()))))
    return list(state.returns())


def main(folder: str) -> tuple[float, list[float]]:
    """Solve, and say how far from equilibrium the strategy is and what it wins in each seat."""
    in_turns = {"in_turns": True}  # CFR can't handle choices that are made at the same time
    game = pyspiel.load_game(register(folder), in_turns)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    average, uniform = solver.average_policy(), policy.UniformRandomPolicy(game)
    gap = exploitability.nash_conv(game, average)
    print(f"{game.get_type().long_name}: NashConv {gap:.4f} after {ITERATIONS} iterations")
    state, random, won = game.new_initial_state(), np.random.RandomState(1), []
    for seat, name in enumerate(game.table.game.seats):
        players = [average if other == seat else uniform for other in range(state.num_players())]
        won.append(float(np.mean([play(game, players, random)[seat] for _ in range(MATCHES)])))
        print(f"as {name}, against a random player: {won[-1]:+.3f} a match")
    return gap, won


if __name__ == "__main__":
    main(sys.argv[1])
