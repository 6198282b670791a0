"""What each choice is worth at an information set against a strategy, if the seat plays well from there on."""

from functools import cached_property
from typing import Any

import numpy as np

from feint.solve.best_response import choice_values
from feint.solve.sequence_form import SequenceForm


class InfosetValues:
    """Values of all choices of a tree against one strategy of both seats."""

    def __init__(self, tree: SequenceForm, strategy: Any) -> None:
        self.tree, self.strategy = tree, np.ascontiguousarray(strategy, np.float64)

    @cached_property
    def reach(self) -> Any:
        """How likely a seat's own choices make each of its sequences; 1 for the empty one."""
        tree = self.tree
        reach = np.ones(tree.slots + 1)
        for infoset in range(tree.infosets):
            own = slice(tree.first[infoset], tree.first[infoset + 1])
            reach[own] = reach[tree.parent[infoset]] * self.strategy[own]
        return reach

    @cached_property
    def likely(self) -> Any:
        """How likely chance and the other seat make it that an information set comes about."""
        details = self.tree.details
        weights = details.likely * self.reach[details.others]
        return np.bincount(details.infosets, weights, self.tree.infosets)

    @cached_property
    def _counterfactual(self) -> Any:
        """Of each choice: what its seat gets, less one half, times how likely the others make it."""
        values = np.zeros(self.tree.slots)
        for seat in range(2):
            choice_values(self.tree, self.strategy, seat, values)
        return values

    def shares(self, infoset: int) -> list[float] | None:
        """What each choice is worth there, as a share of the point; None if the other seat never lets it come about."""
        tree, likely = self.tree, float(self.likely[infoset])
        if likely <= 0.0:
            return None
        own = self._counterfactual[tree.first[infoset] : tree.first[infoset + 1]]
        return [min(1.0, max(0.0, 0.5 + float(value) / likely)) for value in own]

    def chances(self, infoset: int) -> list[float]:
        """How often the strategy makes each choice there."""
        found: list[float] = self.strategy[self.tree.first[infoset] : self.tree.first[infoset + 1]].tolist()
        return found
