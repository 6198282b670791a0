"""Positions: all that a game in which nobody keeps a secret for long can come to, found by its own rules.

Some games hide nothing but choices that are being made at once, and outcomes of which all players know the same. What
is to come depends there on a *position* that all can see. Such a game brings `positions.py` in its folder:

- `forget(s)` clears all that makes no difference to what is to come (and the secrets of chance): states that are equal
  then are one position;
- if chance keeps secrets, `findings(s, seat, action, weights)` says in how many ways a choice can turn out, and fills
  in how likely each is, given what all know; `assume_finding(s, seat, action, finding)` makes the state one where it
  turns out so.

Every position is a small matrix game: the first seat's choices are rows, the second's are columns, and a cell is a
lottery over the positions that follow. Where one seat chooses, the other has one choice; where chance does, both have.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import OVER, State
from feint.core.schema import PUBLIC, Field
from feint.kernel.arrays import doubled
from feint.solve.reachable import (
    A_SECRET,
    CELLS,
    COUNTS,
    EDGES,
    ENDS,
    FOUND,
    LOOKED,
    MORE_ROOM,
    NO_WAY,
    NOT_AT_ONCE,
    TOO_MANY_ENDS,
    CompiledPositions,
    PlainPositions,
)

PLAIN = 1_000  # up to so many positions it isn't worth waiting for the compiler
MOST = 20_000_000
MOST_ENDS = 64
REFUSED = {
    NOT_AT_ONCE: "where two seats owe a choice, each must be hidden until both are made, and find nothing out",
    NO_WAY: "a choice or an outcome leads nowhere, since every weight is 0; one at least must be more",
}
AT_ONCE = 100_000  # positions looked at in one call, so that progress is shown and a solve can be interrupted


@dataclass(frozen=True)
class PositionGraph:
    """Positions from the first on, then one for each way to end; which cells each has, and where each cell leads."""

    keys: Any  # what makes each position, as bytes (`PositionKeys.key_of`)
    sizes: Any  # of each: the choices of the first seat, and of the second; 0 at the end
    cells: Any  # the number of a position's first cell; one more at the end
    edges: Any  # the number of a cell's first edge; one more at the end
    targets: Any  # the position that an edge leads to
    weights: Any  # how likely that is, as a whole number
    payoffs: Any  # for each way to end: the first seat's points, and all points

    @property
    def positions(self) -> int:
        """How many positions there are in which someone chooses, or chance does."""
        return len(self.keys)

    @property
    def nodes(self) -> int:
        """The same with the ways to end."""
        return len(self.sizes)

    @property
    def matrices(self) -> Any:
        """Whether both choose, for each."""
        return (self.sizes[:, 0] > 1) & (self.sizes[:, 1] > 1)


class PositionKeys:
    """How a game's states become keys: the bytes of what all may see, without rulings and data: they don't change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        if game.positions is None:
            raise FeintError(f"{game.name} has no positions.py, so its positions can't be told apart")
        self.rules = game.positions
        first = game.first_state()
        self.rules.forget(first)
        self.first = game.schema.pack(first)
        self.where = _bytes_of(game, lambda field: field.seen_by == PUBLIC)
        self.fixed = _bytes_of(game, lambda field: field.seen_by != PUBLIC)

    def key_of(self, position: State) -> bytes | None:
        """The key of a plain state from which all has been forgotten; None if a secret is left in it."""
        packed = self.game.schema.pack(position).view(np.uint8)
        if (packed[self.fixed] != self.first.view(np.uint8)[self.fixed]).any():
            return None
        key: bytes = packed[self.where].tobytes()
        return key

    def position(self, state: State) -> State:
        """A state of its own from which all that makes no difference has been forgotten."""
        position = self.game.schema.copy(state)
        self.rules.forget(position)
        return position


def _bytes_of(game: Game, wanted: Callable[[Field], bool]) -> Any:
    """Where in a packed state the bytes of some fields stand."""
    places = game.schema.dtype.fields
    assert places is not None
    found = [(places[field.name][1], places[field.name][0].itemsize) for field in game.schema.fields if wanted(field)]
    return np.array([byte for start, size in found for byte in range(start, start + size)], np.int64)


def graph_of(
    game: Game, most: int = MOST, deadline: float = inf, progress: Callable[[int], None] | None = None
) -> PositionGraph:
    """All positions of a game, from its first on, in the order of how soon they can come up.

    `progress` is called with the number of positions found so far. `OutOfTime` is raised when the clock
    (`time.monotonic`) has passed the deadline.
    """
    if len(game.seats) != 2:
        raise FeintError(f"{game.name} has {len(game.seats)} seats here; only games for two are solved")
    if game.rules.pending(game.first_state()) == OVER:
        raise FeintError(f"{game.name} is over before it begins under these rulings; there is nothing to solve")
    shape = PositionKeys(game)
    found = _explored(shape, PlainPositions(shape), min(most, PLAIN), inf, None)
    if found is None:
        found = _explored(shape, CompiledPositions(shape), most, deadline, progress)
    if found is None:
        raise FeintError(f"{game.name} has more than {most:,} positions under these rulings; try smaller dials")
    return found


def step_from(shape: PositionKeys, position: State) -> PositionGraph:
    """A position and what follows it at once: the first node of the graph, the others not looked into."""
    found = _explored(shape, PlainPositions(shape, position), MOST, inf, None, only_first=True)
    assert found is not None
    return found


class OutOfTime(Exception):
    """Time is up; `found` is how many positions had been found."""

    def __init__(self, found: int) -> None:
        super().__init__(f"time is up with {found:,} positions found")
        self.found = found


def _explored(
    shape: PositionKeys,
    mode: PlainPositions | CompiledPositions,
    most: int,
    deadline: float,
    progress: Callable[[int], None] | None,
    only_first: bool = False,
) -> PositionGraph | None:
    """The graph, or None if it has more positions than wanted."""
    counts = np.zeros(COUNTS, np.int64)
    counts[FOUND] = 1
    payoffs = np.zeros((MOST_ENDS, 2), np.int64)
    room = 1024
    sizes, cells = np.zeros((room, 2), np.int32), np.zeros(room * 4, np.int64)
    targets, weights = np.zeros(room * 4, np.int32), np.zeros(room * 4, np.int64)
    mode.make_room(room, 1)
    while counts[LOOKED] < counts[FOUND]:
        at_once = 1 if only_first else AT_ONCE
        why = mode.explore(mode.room, mode.table, sizes, cells, targets, weights, payoffs, counts, at_once)
        if why == A_SECRET:
            left = [name for name in sorted(shape.game.schema.secret) if np.any(getattr(mode.room[1], name))]
            what = ", ".join(left) or "every secret"
            raise FeintError(f"{shape.game.name}: forget() in positions.py must clear {what} too, a secret")
        if why in REFUSED:
            raise FeintError(f"{shape.game.name}: {REFUSED[why]}")
        if why == TOO_MANY_ENDS:
            raise FeintError(f"{shape.game.name} can end in more than {MOST_ENDS} ways; so many can't be solved")
        if counts[FOUND] > most:
            return None
        if why == MORE_ROOM:
            sizes, cells, targets, weights = (doubled(array) for array in (sizes, cells, targets, weights))
            mode.make_room(len(sizes), counts[FOUND])
        elif only_first:
            break
        elif progress is not None:
            progress(int(counts[FOUND]))
        if monotonic() > deadline:
            raise OutOfTime(int(counts[FOUND]))
    return _finished(mode.keys(int(counts[FOUND])), sizes, cells, targets, weights, payoffs, counts)


def _finished(
    keys: Any, sizes: Any, cells: Any, targets: Any, weights: Any, payoffs: Any, counts: Any
) -> PositionGraph:
    """The arrays cut to what is in them, with the ways to end behind the positions."""
    found, ends = int(counts[FOUND]), int(counts[ENDS])
    sizes = np.concatenate([sizes[:found], np.zeros((ends, 2), np.int32)])
    first_cells = np.concatenate([[0], np.cumsum(sizes[:, 0].astype(np.int64) * sizes[:, 1])])
    targets = targets[: counts[EDGES]]
    return PositionGraph(
        keys=keys,
        sizes=sizes,
        cells=first_cells,
        edges=np.concatenate([cells[: counts[CELLS]], [counts[EDGES]]]),
        targets=np.where(targets < 0, found - 1 - targets, targets).astype(np.int32),
        weights=weights[: counts[EDGES]].copy(),
        payoffs=payoffs[:ends].copy(),
    )
