"""Policies of OpenSpiel as strategies: they do the same, and are worth what OpenSpiel says."""

import pyspiel
import pytest
from open_spiel.python import policy as policies

import feint
from feint.bridges.open_spiel import register
from feint.bridges.open_spiel_policy import strategy_of
from feint.core.errors import FeintError
from feint.solve.best_response import nash_conv
from kit.paths import EXAMPLE_GAMES


@pytest.mark.parametrize(
    ("name", "rulings"),
    [("kuhn_poker", {}), ("leduc_poker", {}), ("goofspiel", {"cards": 3, "order": "ascending"})],
)
def test_a_solved_policy(name: str, rulings: dict[str, object]) -> None:
    """CFR of OpenSpiel on our game: NashConv as it says, in utilities."""
    game = feint.load(EXAMPLE_GAMES / name, **rulings)
    spiel = pyspiel.load_game(register(EXAMPLE_GAMES / name), rulings)
    if game.at_once:
        spiel = pyspiel.convert_to_turn_based(spiel)
    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    found = strategy_of(game, spiel, average)
    theirs = pyspiel.nash_conv(spiel, average, True)
    assert nash_conv(found.tree, found.numbers) == pytest.approx(theirs * game.payoffs.point / 2, rel=1e-9)
    assert feint.play(game, {"first": found, "second": "random"}, seed=1).over


def test_a_python_policy_of_a_game_with_choices_at_once() -> None:
    game = feint.load("terminal-maneuver", rounds=1, fuel=2)
    spiel = pyspiel.load_game("feint_terminal_maneuver", {"rounds": 1, "fuel": 2})
    found = strategy_of(game, spiel, policies.UniformRandomPolicy(spiel))
    assert found.numbers == pytest.approx(found.tree.uniform())


def test_a_policy_that_says_too_little_is_refused() -> None:
    class Nothing:
        def action_probabilities(self, state, player):
            return {}

    game = feint.load("terminal-maneuver", rounds=1, fuel=2)
    spiel = pyspiel.load_game("feint_terminal_maneuver", {"rounds": 1, "fuel": 2})
    with pytest.raises(FeintError, match="chances add up to 0 where missile can choose"):
        strategy_of(game, spiel, Nothing())
