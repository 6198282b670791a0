"""What an agent observes, for PettingZoo and Gymnasium alike: which seat it has, and then all that it may see.

As a `row` it has the numbers of the state as they are; as `features`, bounded floats for networks that learn.
"""

import numpy as np
from gymnasium.spaces import Box

from feint.kernel.features import row_bounds
from feint.kernel.learner_input import LearnerInput


class Observation(LearnerInput):
    """What agents observe of a game, in one of the two forms."""

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
