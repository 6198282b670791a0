"""A policy of OpenSpiel as a strategy of ours: to be read as a table, saved, and played anywhere."""

from typing import Any

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.game import Game
from feint.core.rule import CHANCE
from feint.solve.infoset_walk import matches_at
from feint.solve.sequence_form import sequence_form
from feint.solve.strategy import StrategyByInfoset, strategy_on

pyspiel = require_extra("pyspiel", "open-spiel")


def strategy_of(game: Game, spiel_game: Any, policy: Any) -> StrategyByInfoset:
    """What a policy of OpenSpiel does at each information set of a game for two.

    `spiel_game` is that game as OpenSpiel knows it (`pyspiel.load_game("feint_...")`, or the same made turn-based), for
    which the policy was made. A policy has `action_probabilities(state, player)`, as in Python and in C++.
    """
    tree = sequence_form(game)
    numbers = tree.uniform()
    for at in matches_at(tree):
        seat = game.seat_number(at.seat)
        state = _standing(game, spiel_game, [(step.seat, step.number) for step in at.match.steps])
        found = _probabilities(policy, state, seat)
        legal = at.match.legal_numbers(at.seat)
        chances = [max(0.0, float(found.get(action, 0.0))) for action in legal]
        if abs(sum(chances) - 1) > 1e-6:
            raise FeintError(f"the policy's chances add up to {sum(chances):g} where {at.seat} can choose {legal}")
        begin = int(tree.first[at.infoset])
        numbers[begin : begin + len(legal)] = [chance / sum(chances) for chance in chances]
    return strategy_on(tree, numbers)


def _probabilities(policy: Any, state: Any, seat: int) -> dict[int, float]:
    """What a policy says of a player's choices in a state; one in C++ is asked by what the player knows."""
    if isinstance(policy, pyspiel.Policy):
        return dict(policy.action_probabilities(state.information_state_string(seat)))
    return dict(policy.action_probabilities(state, seat))


def _standing(game: Game, spiel_game: Any, steps: list[tuple[int, int]]) -> Any:
    """OpenSpiel's state after some steps; choices of a group that isn't complete are still to be made there."""
    state, waiting = spiel_game.new_initial_state(), dict[int, int]()
    for who, number in steps:
        if who == CHANCE or not state.is_simultaneous_node():
            state.apply_action(number)
            continue
        waiting[who] = number
        if all(seat in waiting or not state.legal_actions(seat) for seat in range(len(game.seats))):
            state.apply_actions([waiting.get(seat, 0) for seat in range(len(game.seats))])
            waiting.clear()
    return state
