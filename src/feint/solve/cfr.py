"""Regret minimisation: strategies that come ever nearer to an equilibrium of a tree.

Counterfactual regret minimisation in four forms, one formula: the regret of a choice grows by what it would have gained
over the strategy; what is above and below 0 is kept to a part (`up`, `down`); and the next strategy is in proportion to
what is above 0, with the latest gain counted once more as a `prediction` or not. Seats take turns, and what converges
is the average of all strategies, later ones weighing more. All of it is kept in arrays, so a run can be made in pieces.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.tree_size import MOST
from feint.kernel.compiler import compiled
from feint.solve.best_response import bounds
from feint.solve.sequence_form import SequenceForm, sequence_form

# How a regret's parts are kept, whether the latest gain is counted once more, and the power that later strategies weigh
# with. A part of None is kept as discounted CFR does: t ** 1.5 / (t ** 1.5 + 1).
METHODS: dict[str, tuple[float | None, float, float, float]] = {
    "cfr": (1.0, 1.0, 0.0, 0.0),  # Zinkevich et al. 2007
    "cfr+": (1.0, 0.0, 0.0, 1.0),  # Tammelin 2014
    "discounted": (None, 0.5, 0.0, 2.0),  # Brown and Sandholm 2019, with their 1.5, 0 and 2
    "predictive": (1.0, 0.0, 1.0, 2.0),  # Farina, Kroer and Sandholm 2021
}
BEST = "predictive"
SECONDS_A_PART = 0.2  # between two looks at the bounds
FIRST_PART = 16  # iterations
NOISE = 1e-15  # what rounding comes to in one iteration; payoffs are at most 1/2, times how likely chance makes them


class RegretMinimizer:
    """A run of regret minimisation on a tree; `run` takes it further."""

    def __init__(self, tree: SequenceForm, method: str = BEST) -> None:
        if method not in METHODS:
            raise FeintError(f"there is no method called {method}; there are {', '.join(METHODS)}")
        self.tree = tree
        self.method = method
        self.iterations = 0
        self._regrets = np.zeros(tree.slots)
        self._strategy = tree.uniform()
        self._cumulative_strategy = np.zeros(tree.slots)  # how likely each seat made its choices, over all iterations
        self._reach = np.ones(tree.slots + 1)
        self._counterfactual_values = np.zeros(tree.slots + 1)

    def run(self, iterations: int) -> None:
        """Some more iterations; in each both seats learn once, the first seat first."""
        tree, (up, down, prediction, power) = self.tree, METHODS[self.method]
        run = self._regrets, self._strategy, self._cumulative_strategy, self._reach, self._counterfactual_values
        method = -1.0 if up is None else up, down, prediction, power
        _compiled_iterate()(tree.flat, run, self.iterations + 1, iterations, method)
        self.iterations += iterations

    def average(self) -> Any:
        """The average strategy, which is the one to play; where the seat never came, all choices as often."""
        first = self.tree.first[:-1]
        counts = np.diff(self.tree.first)
        sums = (
            np.repeat(np.add.reduceat(self._cumulative_strategy, first), counts)
            if len(first)
            else self._cumulative_strategy
        )
        return np.divide(self._cumulative_strategy, sums, out=self.tree.uniform(), where=sums > 0)

    def latest(self) -> Any:
        """The latest strategy."""
        return self._strategy.copy()


@cache
def _compiled_iterate() -> Any:
    return compiled(iterate)


def iterate(flat: Any, run: Any, iteration: int, iterations: int, method: Any) -> None:
    """The iterations themselves: gains from the last information set to the first, then the new strategy's reach."""
    split, first, parent, rows, columns, payoffs = flat
    first_after, rows_after = first[1:], rows[1:]  # adding 1 to an unsigned number would make a float of it
    regrets, strategy, cumulative_strategy, reach, counterfactual_value = run
    up, down, prediction, power = method
    if iteration == 1:
        for i in range(len(parent)):
            for slot in range(first[i], first_after[i]):
                reach[slot] = reach[parent[i]] * strategy[slot]
    part = up
    for t in range(iteration, iteration + iterations):
        if up < 0.0:
            part = t**1.5 / (t**1.5 + 1.0)
        weight = float(t) ** power
        for seat in range(2):
            sign = 1.0 if seat == 0 else -1.0
            begin, stop = (0, split) if seat == 0 else (split, len(parent))
            for i in range(stop - 1, begin - 1, -1):
                low, high = first[i], first_after[i]
                infoset_value = 0.0
                for slot in range(low, high):
                    action_value = 0.0
                    for end in range(rows[slot], rows_after[slot]):
                        action_value += payoffs[end] * reach[columns[end]]
                    action_value = counterfactual_value[slot] + sign * action_value
                    counterfactual_value[slot] = action_value
                    infoset_value += strategy[slot] * action_value
                counterfactual_value[parent[i]] += infoset_value
                total = 0.0
                for slot in range(low, high):
                    instant_regret = counterfactual_value[slot] - infoset_value
                    counterfactual_value[slot] = 0.0
                    # What is only rounding would be taken for all that is regretted where nothing else is.
                    instant_regret = instant_regret if abs(instant_regret) > NOISE else 0.0
                    regret = regrets[slot] + instant_regret
                    regret = regret if abs(regret) > NOISE * t else 0.0
                    regret *= part if regret > 0.0 else down
                    regrets[slot] = regret
                    wanted = regret + prediction * instant_regret
                    wanted = wanted if wanted > NOISE * t else 0.0
                    strategy[slot] = wanted
                    total += wanted
                scale = 1.0 / total if total > 0.0 else 0.0
                even = 0.0 if total > 0.0 else 1.0 / (high - low)
                for slot in range(low, high):
                    strategy[slot] = scale * strategy[slot] + even
            for i in range(begin, stop):
                before = reach[parent[i]]
                for slot in range(first[i], first_after[i]):
                    cumulative_strategy[slot] += weight * reach[slot]
                    reach[slot] = before * strategy[slot]


@dataclass(frozen=True)
class CFRResult:
    """How far a run came: what the game is worth for the first seat lies between `lower` and `upper`."""

    lower: float
    upper: float
    tree: SequenceForm
    strategy: Any  # of both seats: what secures the bounds
    iterations: int
    interrupted: bool

    @property
    def nodes(self) -> int:
        """How many histories the game has."""
        return self.tree.histories


def solve_by_cfr(
    game: Game,
    gap: float = 1e-6,
    seconds: float | None = None,
    progress: Callable[[float, float], None] | None = None,
    most: int = MOST,
    method: str = BEST,
) -> CFRResult:
    """Bring the bounds of a game's value to within a gap, a part of its span, or as near as it goes in some seconds.

    `progress` is called with the bounds so far. Interrupted, it gives what has been reached until then.
    """
    begun = time.perf_counter()
    tree = sequence_form(game, most)
    run, part, interrupted = RegretMinimizer(tree, method), FIRST_PART, False
    best, (lower, upper) = tree.uniform(), bounds(tree, tree.uniform())
    try:
        while upper - lower > gap * tree.span and (seconds is None or time.perf_counter() - begun < seconds):
            looked = time.perf_counter()
            run.run(part)
            took = time.perf_counter() - looked
            part = max(1, min(2 * part, int(part * SECONDS_A_PART / max(took, 1e-6))))
            average = run.average()
            low, high = bounds(tree, average)
            # Each seat keeps the best that it has had: the bounds never get worse.
            split = tree.first[tree.split]
            if low > lower:
                lower, best[:split] = low, average[:split]
            if high < upper:
                upper, best[split:] = high, average[split:]
            if progress is not None:
                progress(lower, upper)
    except KeyboardInterrupt:
        interrupted = True
    return CFRResult(lower, upper, tree, best, run.iterations, interrupted)
