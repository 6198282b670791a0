"""A strategy for every position: a choice where a seat is alone to choose, a mixture where both choose at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feint.solve.positions import PositionGraph

NONE = -1  # where no choice has been settled on


class PositionStrategy:
    """One seat's strategy in all nodes of a graph."""

    def __init__(self, graph: PositionGraph, seat: int) -> None:
        self.seat = seat
        self.choices = np.full(graph.nodes, NONE, np.int32)
        room = np.where(graph.matrices, graph.sizes[:, seat], 0).astype(np.int64)
        self.places = np.concatenate([[0], np.cumsum(room)])  # where the mixture of each node begins
        self.mixtures = np.zeros(self.places[-1])

    def arrays(self) -> dict[str, Any]:
        """What is to be kept."""
        return {f"{name}{self.seat}": getattr(self, name) for name in ("choices", "places", "mixtures")}

    def restore(self, arrays: Mapping[str, Any]) -> None:
        """Go on from what was kept."""
        for name in ("choices", "mixtures"):
            getattr(self, name)[:] = arrays[f"{name}{self.seat}"]


def mixture(arrays: Mapping[str, Any], seat: int, node: int, own: int) -> Any:
    """A seat's mixture in a node, out of what was kept; None where there is no plan. `own` are its choices there."""
    begin, end = arrays[f"places{seat}"][node : node + 2]
    if end > begin:
        chances = arrays[f"mixtures{seat}"][begin:end]
        return chances if chances.any() else None
    if own == 1:
        return np.ones(1)
    choice = arrays[f"choices{seat}"][node]
    return None if choice == NONE else np.eye(own)[choice]
