"""What whoever learns is given of a game: a seat's numbers as they are, or as features; from states or from views.

A row begins with a 1 in the place of the seat's number. Features are those of the game as programs play it by
themselves (`Game.for_simulation`), wherever they are used: what was learned in one place plays in another.
"""

from functools import cached_property
from typing import Any

import numpy as np

from feint.core import state_queries
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import State
from feint.core.schema import RULING
from feint.kernel.features import Features

ROW, FEATURES = "row", "features"


class LearnerInput:
    """What learners are given of a game, in one of the two forms.

    >>> import feint
    >>> game = feint.load("tower-siege")
    >>> given, match = LearnerInput(game, "features"), game.start(seed=1)
    >>> given.of_view(match.view("P1")).shape, given.actions(match.view("P1"))
    ((30,), [1, 2, 3, 0])
    """

    def __init__(self, game: Game, form: str) -> None:
        if form not in (ROW, FEATURES):
            raise FeintError(f"there is no observation={form}; it can be {ROW} or {FEATURES}")
        self.game = game
        self.features = Features(game.for_simulation()) if form == FEATURES else None

    @property
    def names(self) -> list[str]:
        """What each number of it is."""
        if self.features:
            return self.features.names
        return [*(f"seat={seat}" for seat in self.game.seats), *self.game.schema.row_names]

    def of(self, state: State, seat: int) -> "np.ndarray[Any, Any]":
        """What a seat is given of a state."""
        if self.features:
            return self.features.of(state, seat)
        row = [0] * len(self.game.seats) + self.game.schema.seen_row(state, seat)
        row[seat] = 1
        return np.array(row, self.game.schema.row_type)

    def of_view(self, view: dict[str, Any]) -> "np.ndarray[Any, Any]":
        """The same from what the seat may see, as a player of one's own is given it."""
        return self.of(*self._state(view))

    def actions(self, view: dict[str, Any]) -> list[int]:
        """The numbers of the choices that the seat has, in the order of their texts."""
        return state_queries.legal_numbers(self.game, *self._state(view))

    def _state(self, view: dict[str, Any]) -> tuple[State, int]:
        """The seat's state, under the rulings of its match, and its number."""
        seat = self.game.seat_number(view["seat"])
        state = self.game.schema.from_view(self._first, view, seat)
        for field in self.game.schema.fields:
            if field.seen_by == RULING:
                setattr(state, field.name, self.game.all_rulings[field.name].number(view["rulings"][field.name]))
        return state, seat

    @cached_property
    def _first(self) -> State:
        return self.game.first_state()
