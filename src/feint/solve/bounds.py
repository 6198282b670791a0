"""Bounds for games that may never end: what each seat can get for sure, raised from 0 sweep by sweep.

A seat's bound in a position is what it can get of the point, if play that never ends is worth nothing to it. It starts
at 0 and only rises, by a matrix game in each position over the bounds of the positions that follow; so it holds at
every stop, however early. What the second seat can't be denied is missing from what the first can get at most.

The choice or mixture that raised a bound last is kept, and never one that only keeps it. That makes the strategy reach
its bound: a seat that just kept its chances could go round in circles endlessly (de Alfaro and Majumdar, 2004).

Floats round. All terms are 0 or more, so a sum of n is off by less than n + 1 parts in 2 ** 53 of itself, and taking
`ROUND_DOWN` of it instead stays below what is true, for sums of up to some thousands.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import nextafter
from time import monotonic
from typing import Any

import numpy as np

from feint.core.progress import ignore_interrupts
from feint.core.rule import Numbers, rule, whole
from feint.solve.matrix import ROUNDING, equilibrium, maximin, room_for
from feint.solve.position_strategy import PositionStrategy
from feint.solve.positions import PositionGraph

ROUND_DOWN = 1 - 1e-12
NEGLIGIBLE, SWEEPS_AT_LEAST = 1e-4, 50
SWEEPS_BETWEEN = 8  # sweeps over the positions that rose last, for each over all of them

# How far it came.
NEAR = "as near as wanted"
SETTLED = "no bound can move any more"
FINAL = "no bound of the first position can move any more"
TIME = "time ran out"
INTERRUPTED = "interrupted"


class SeatBounds:
    """One seat's bounds in all nodes, and its strategy that reaches them."""

    def __init__(self, graph: PositionGraph, order: Any, seat: int) -> None:
        from feint.kernel.compiler import compiled

        self.graph, self.seat = graph, seat
        self.bounds = np.zeros(graph.nodes)
        for end, (first, total) in enumerate(graph.payoffs.tolist(), graph.positions):
            points = first if seat == 0 else total - first
            self.bounds[end] = points / total * (1 if points in (0, total) else ROUND_DOWN)
        self.plan = PositionStrategy(graph, seat)
        self.settled = False  # whether no bound can rise any more
        self.sweeps = 0
        self.rose_by = 1.0  # how far a bound rose at most, in the last sweep over all
        self._climb = compiled(improve_bounds)
        self._risen = np.zeros(graph.nodes, np.int32)
        hopes = self.bounds > 0
        compiled(can_score)(graph.sizes, graph.cells, graph.edges, graph.targets, order, seat, hopes)
        self.order = order[hopes[order]]  # the bounds of all others stay at 0
        self.cannot_score = not hopes[0]  # whether the other seat can see to it that this one gets nothing

    def sweep(self) -> None:
        """Raise the bounds by a sweep over all positions, and some over those that rose."""
        self.sweeps += 1
        risen, self.rose_by = self._over(self.order)
        self.settled = len(risen) == 0
        for _ in range(SWEEPS_BETWEEN):
            if len(risen):
                risen, _ = self._over(risen)

    def arrays(self) -> dict[str, Any]:
        """What is to be kept."""
        return {f"bounds{self.seat}": self.bounds} | self.plan.arrays()

    def restore(self, arrays: dict[str, Any]) -> None:
        """Go on from what was kept."""
        self.bounds[:] = arrays[f"bounds{self.seat}"]
        self.plan.restore(arrays)

    @property
    def final(self) -> bool:
        """Whether the bound of the first position will not rise any more, and the others hardly."""
        return self.settled or (self.cannot_score and self.rose_by < NEGLIGIBLE and self.sweeps >= SWEEPS_AT_LEAST)

    def _over(self, nodes: Any) -> tuple[Any, float]:
        graph = self.graph
        most = int(graph.sizes.max())
        count, furthest = self._climb(
            graph.sizes, graph.cells, graph.edges, graph.targets, graph.weights, nodes, self.seat, most,
            self.bounds, self.plan.choices, self.plan.places, self.plan.mixtures, self._risen,
        )  # fmt: skip
        return self._risen[:count].copy(), float(furthest)

    def minimize_opponent(self, other: "SeatBounds") -> None:
        """Where this seat is sure of nothing, plan to leave the other as little as its bounds promise."""
        from feint.kernel.compiler import compiled

        graph = self.graph
        compiled(hold_opponent_down)(
            graph.sizes, graph.cells, graph.edges, graph.targets, graph.weights, other.seat, int(graph.sizes.max()),
            self.bounds, other.bounds, self.plan.choices, self.plan.places, self.plan.mixtures,
        )  # fmt: skip


def raise_bounds(
    sides: tuple[SeatBounds, SeatBounds],
    gap: float,
    deadline: float,
    progress: Callable[[float, float], None] | None = None,
    only_first: bool = False,
) -> str:
    """Sweep until the bounds of the first position are near enough, or no more can come of it, or time is up.

    Gives why it stopped. However early it was, the bounds hold. With `only_first` those of other positions are raised
    only as far as the first one needs: a side that can't score from there is left as it is.
    """
    raised = [side for side in sides if not (only_first and side.cannot_score)]
    with ThreadPoolExecutor(2) as pool:
        try:
            while True:
                lower, upper = bounds_at(sides, 0)
                if progress is not None:
                    progress(lower, upper)
                if all(side.settled for side in sides):
                    return SETTLED
                if all(side.final for side in raised):
                    return FINAL
                if upper - lower <= gap:
                    return NEAR
                if monotonic() >= deadline:
                    return TIME
                for sweeping in [pool.submit(side.sweep) for side in raised if not side.settled]:
                    sweeping.result()
        except KeyboardInterrupt:
            with ignore_interrupts():  # a sweep that has begun is finished, so that plans and bounds fit each other
                pool.shutdown()
            return INTERRUPTED


def bounds_at(sides: tuple[SeatBounds, SeatBounds], node: int) -> tuple[float, float]:
    """The first seat's bounds in a node."""
    return float(sides[0].bounds[node]), complement(float(sides[1].bounds[node]))


def complement(share: float) -> float:
    """What is left of the point, rounded up; there is never more than the point."""
    return 1 - share if share in (0, 1) else min(1.0, nextafter(1 - share, 2))


def improve_bounds(
    sizes: Any, cells: Any, edges: Any, targets: Any, weights: Any, nodes: Any, seat: int, most: int,
    bounds: Any, choices: Any, places: Any, mixtures: Any, risen: Any,
) -> Any:  # fmt: skip
    """Raise a seat's bounds in these nodes, one after the other; how many rose, and how far at most.

    `risen` is filled with those that rose.

    `choices` are the choices that raised a bound last, and `mixtures` the mixtures, from `places` on.
    """
    numbers, names = room_for(most, most)
    matrix, tableau, labels = np.zeros(most * most), np.zeros(numbers), np.zeros(names, np.int64)
    x, y = np.zeros(most), np.zeros(most)
    rose, furthest = 0, 0.0
    top = np.max(bounds[sizes[:, 0] == 0])  # of the ends
    for k in range(len(nodes)):
        n = nodes[k]
        own, other = whole(sizes[n, seat]), whole(sizes[n, 1 - seat])
        if own == 0 or bounds[n] >= top:
            continue
        fill(matrix, n, own, other, seat, cells, edges, targets, weights, bounds)
        best = 0
        if other == 1:
            for i in range(1, own):
                if matrix[i] > matrix[best]:
                    best = i
            value = matrix[best]
        elif own == 1:
            value = matrix[0]
            for j in range(1, other):
                value = min(value, matrix[j])
        else:
            equilibrium(matrix, own, other, x, y, tableau, labels, ROUNDING)
            value = maximin(matrix, own, other, x) * ROUND_DOWN
        if value > bounds[n]:
            furthest = max(furthest, value - bounds[n])
            bounds[n] = value
            if own > 1 and other > 1:
                for i in range(own):
                    mixtures[places[n] + i] = x[i]
            else:
                choices[n] = best
            risen[rose] = n
            rose += 1
    return rose, furthest


def hold_opponent_down(
    sizes: Any, cells: Any, edges: Any, targets: Any, weights: Any, other_seat: int, most: int,
    bounds: Any, others: Any, choices: Any, places: Any, mixtures: Any,
) -> None:  # fmt: skip
    """Fill in a plan where a seat's bound is 0: what keeps the other's bound down."""
    numbers, names = room_for(most, most)
    matrix, tableau, labels = np.zeros(most * most), np.zeros(numbers), np.zeros(names, np.int64)
    x, y = np.zeros(most), np.zeros(most)
    for n in range(len(sizes)):
        other, own = whole(sizes[n, other_seat]), whole(sizes[n, 1 - other_seat])
        if bounds[n] > 0 or own < 2:
            continue
        fill(matrix, n, other, own, other_seat, cells, edges, targets, weights, others)
        if other == 1:
            best = 0
            for j in range(1, own):
                if matrix[j] < matrix[best]:
                    best = j
            choices[n] = best
        else:
            equilibrium(matrix, other, own, x, y, tableau, labels, ROUNDING)
            for j in range(own):
                mixtures[places[n] + j] = y[j]


@rule
def fill(
    matrix: Numbers, n: int, own: int, other: int, seat: int, cells: Any, edges: Any, targets: Any, weights: Any,
    bounds: Any,
) -> None:  # fmt: skip
    """The matrix of a node as a seat sees it: its own choices are rows."""
    for i in range(own):
        for j in range(other):
            cell = cells[n] + (j * own + i if seat else i * other + j)
            first, last = edges[cell], edges[cell + 1]
            if last - first == 1:
                matrix[i * other + j] = bounds[targets[first]]
            else:
                mean, total = 0.0, 0
                for edge in range(first, last):
                    mean += weights[edge] * bounds[targets[edge]]
                    total += weights[edge]
                matrix[i * other + j] = mean / total * ROUND_DOWN


def can_score(sizes: Any, cells: Any, edges: Any, targets: Any, order: Any, seat: int, hopes: Any) -> None:
    """Mark the nodes from which a seat can get more than nothing, whatever the other does. No numbers: no rounding.

    It can where each of the other's choices leaves it a choice that may lead to such a node.
    """
    more = True
    while more:
        more = False
        for k in range(len(order)):
            n = order[k]
            own, other = whole(sizes[n, seat]), whole(sizes[n, 1 - seat])
            if hopes[n] or own == 0:
                continue
            j, everywhere = 0, True
            while everywhere and j < other:
                i, somewhere = 0, False
                while not somewhere and i < own:
                    cell = cells[n] + (j * own + i if seat else i * other + j)
                    for edge in range(edges[cell], edges[cell + 1]):
                        somewhere |= hopes[targets[edge]]
                    i += 1
                everywhere = somewhere
                j += 1
            if everywhere:
                hopes[n] = True
                more = True
