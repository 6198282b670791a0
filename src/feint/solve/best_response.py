"""What a strategy is worth: against another, and against the best response to it, exactly, over a tree's flat arrays.

A strategy is one flat array: how often each choice of the tree is made at its information set. Values are shares of the
point, 0 to 1; what a strategy gives away is told in the game's payoffs.
"""

from functools import cache
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.kernel.compiler import compiled
from feint.solve.sequence_form import SequenceForm


def value(tree: SequenceForm, strategy: Any) -> float:
    """What the first seat gets if both play by this strategy."""
    return 0.5 + _evaluate(tree, _checked(tree, strategy), 0, False)


def best_response(tree: SequenceForm, strategy: Any, seat: int) -> float:
    """What a seat gets if it plays as well as can be against the other's part of this strategy."""
    return 0.5 + _evaluate(tree, _checked(tree, strategy), seat, True)


def nash_conv(tree: SequenceForm, strategy: Any) -> float:
    """What both seats together could win by best responses: 0 in an equilibrium.

    As OpenSpiel has it: the sum of both gains in the game's payoffs, from -1 to 1 unless it declares others.
    """
    return tree.game.payoffs.point * (best_response(tree, strategy, 0) + best_response(tree, strategy, 1) - 1.0)


def exploitability(tree: SequenceForm, strategy: Any) -> float:
    """What a best response wins against this strategy, on average over both seats: half of `nash_conv`."""
    return nash_conv(tree, strategy) / 2


def bounds(tree: SequenceForm, strategy: Any) -> tuple[float, float]:
    """Between what the game's value for the first seat must be, whatever the strategy; the better, the closer.

    The first seat's part of it secures the lower bound, the second's keeps the first seat from more than the upper.
    Both are moved by more than all rounding can come to, so they hold as they stand.
    """
    # Each number is added at most once for each end and choice, and nothing here is above 1.
    rounding = (len(tree.payoffs) + 2 * tree.slots + 16) * float(np.finfo(float).eps)
    lower, upper = 1.0 - best_response(tree, strategy, 1), best_response(tree, strategy, 0)
    return max(0.0, lower - rounding), min(1.0, upper + rounding)


def _checked(tree: SequenceForm, strategy: Any) -> Any:
    strategy = np.ascontiguousarray(strategy, np.float64)
    if strategy.shape != (tree.slots,):
        raise FeintError(
            f"a strategy of {strategy.size} numbers doesn't fit: {tree.game.name} has {tree.slots} choices"
        )
    sums = np.add.reduceat(strategy, tree.first[:-1]) if tree.slots else np.ones(1)
    if not (strategy >= 0).all() or not np.allclose(sums, 1.0, rtol=0.0, atol=1e-12):
        raise FeintError("this is not a strategy: at each information set, choices from 0 to 1 add up to 1")
    return strategy


def choice_values(tree: SequenceForm, strategy: Any, seat: int, values: Any) -> None:
    """Fill in what each of a seat's choices is worth against the other's part of this strategy, if it plays well then.

    It is what the seat gets, less one half, times how likely chance and the other seat make it that it has the choice.
    """
    _compiled_evaluate()(tree.flat, _checked(tree, strategy), seat, True, values)


def _evaluate(tree: SequenceForm, strategy: Any, seat: int, best: bool) -> float:
    found: float = _compiled_evaluate()(tree.flat, strategy, seat, best, np.zeros(0))
    return found


@cache
def _compiled_evaluate() -> Any:
    return compiled(evaluate)


def evaluate(flat: Any, strategy: Any, seat: int, best: bool, values: Any) -> float:
    """What a seat gets, less one half: by this strategy too, or by a best response to the other seat's part of it.

    What each choice is worth is filled in, if there is room for it.
    """
    split, first, parent, rows, columns, payoffs = flat
    first_after, rows_after = first[1:], rows[1:]
    infosets, slots = len(parent), len(strategy)
    sign = 1.0 if seat == 0 else -1.0
    reach = np.ones(slots + 1)  # how likely the other seat makes it that a choice of its own comes about
    for i in range(split if seat == 0 else 0, infosets if seat == 0 else split):
        for slot in range(first[i], first_after[i]):
            reach[slot] = reach[parent[i]] * strategy[slot]
    counterfactual_value = np.zeros(slots + 1)
    for i in range((split if seat == 0 else infosets) - 1, (0 if seat == 0 else split) - 1, -1):
        infoset_value = -1.0 if best else 0.0  # no counterfactual_value is below -1/2
        for slot in range(first[i], first_after[i]):
            action_value = counterfactual_value[slot]
            for end in range(rows[slot], rows_after[slot]):
                action_value += sign * payoffs[end] * reach[columns[end]]
            if len(values) > 0:
                values[slot] = action_value
            if best:
                infoset_value = max(infoset_value, action_value)
            else:
                infoset_value += strategy[slot] * action_value
        counterfactual_value[parent[i]] += infoset_value
    total: float = counterfactual_value[slots]
    for end in range(rows[slots + seat], rows_after[slots + seat]):
        total += sign * payoffs[end] * reach[columns[end]]
    return total
