"""What an agent observes, for PettingZoo and Gymnasium alike: which seat it has, and then all that it may see.

As a `row` it has the numbers of the state as they are; as `features`, bounded floats for networks that learn.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import State
from feint.kernel.features import Features, row_bounds

ROW, FEATURES = "row", "features"


class Observation:
    """What agents observe of a game, in one of the two forms."""

    def __init__(self, game: Game, form: str) -> None:
        if form not in (ROW, FEATURES):
            raise FeintError(f"there is no observation={form}; it can be {ROW} or {FEATURES}")
        self.game = game
        self.features = Features(game) if form == FEATURES else None

    @property
    def names(self) -> list[str]:
        """What each number of it is."""
        if self.features:
            return self.features.names
        return [*(f"seat={seat}" for seat in self.game.seats), *self.game.schema.row_names]

    @property
    def space(self) -> Box:
        """What it can be."""
        if self.features:
            return Box(self.features.low, self.features.high, dtype=np.float32)
        seats, type = len(self.game.seats), np.dtype(self.game.schema.row_type).type
        # Gymnasium warns of numbers that can't change, so these have room for one more.
        bounds = [(low, max(high, low + 1)) for low, high in row_bounds(self.game)]
        low, high = zip(*[(0, 1)] * seats, *bounds, strict=True)
        return Box(np.array(low, type), np.array(high, type), dtype=type)

    def of(self, state: State, seat: int) -> "np.ndarray[Any, Any]":
        """What a seat observes of a state."""
        if self.features:
            return self.features.of(state, seat)
        row = [0] * len(self.game.seats) + self.game.schema.seen_row(state, seat)
        row[seat] = 1
        return np.array(row, self.game.schema.row_type)
