"""What an agent observes, for PettingZoo and Gymnasium alike: which seat it has, and then all that it may see."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box

from feint.core.game import Game
from feint.core.rule import State


def row_space(game: Game) -> Box:
    """What rows can be, within the bounds of the fields' types."""
    limits, seats = [np.iinfo(type) for type in game.schema.row_types], len(game.seats)
    low = np.array([0] * seats + [limit.min for limit in limits], game.schema.row_type)
    high = np.array([1] * seats + [limit.max for limit in limits], game.schema.row_type)
    return Box(low, high, dtype=np.dtype(game.schema.row_type).type)


def observed(game: Game, state: State, seat: int) -> "np.ndarray[Any, Any]":
    """A row: a 1 in the place of the seat's number, and what it may see of a state."""
    row = [0] * len(game.seats) + game.schema.seen_row(state, seat)
    row[seat] = 1
    return np.array(row, game.schema.row_type)
