"""What a best response gets against a strategy by position, where a game is solved position by position.

To whoever responds, such a strategy makes of the game a Markov decision process: a position is worth what the choice
there leads to that leaves the other seat the least, on average over that seat's mixture and chance. Play that never
ends counts for whoever responds: what a strategy is sure of is what a solution's bound promises it (`bounds.py`).

Where play may go in circles, positions in which the other can be kept from ever getting anything are found first.
Elsewhere it ends for sure however one responds, so that there is just one fixed point, and sweeps may take leaps.
"""

from typing import Any

import numpy as np

from feint.core.rule import whole
from feint.solve.order import topological_order
from feint.solve.positions import PLAIN, PositionGraph

NEAR = 1e-13  # where play may go in circles, sweeps go on until no value moves by more
BETWEEN_LEAPS = 12  # sweeps; what swings between two, three or four of them is back where it was then


def first_slots(graph: PositionGraph, seat: int) -> Any:
    """Where the choices of a seat begin in a flat strategy, for each position; one more at the end.

    A seat that has nothing to choose at a position has one choice there, which it makes for sure.
    """
    return np.concatenate([[0], np.cumsum(graph.sizes[: graph.positions, seat].astype(np.int64))])


def best_response(graph: PositionGraph, strategy: Any, seat: int) -> float:
    """What a seat gets of the point if it plays as well as can be against a flat strategy of the other."""
    mark, sweep = _loops(graph.nodes)
    points, totals = graph.payoffs.T.astype(float)
    kept = np.zeros(graph.nodes)  # what is left to the other
    kept[graph.positions :] = (totals - points if seat == 0 else points) / totals
    order, straight = topological_order(graph)
    ways = graph.sizes, graph.cells, graph.edges, graph.targets, graph.weights
    response = order, seat, strategy, first_slots(graph, 1 - seat)
    sure = kept > 0
    while mark(*ways, *response, sure) and not straight:
        pass
    sweeps, earlier, rose = 0, kept.copy(), np.zeros(graph.nodes)
    while sweep(*ways, *response, sure, kept) > NEAR and not straight:
        sweeps += 1
        if sweeps % BETWEEN_LEAPS == 0:
            last, rose = rose, kept - earlier
            share = float(rose @ last) / float(last @ last) if last.any() else 0.0
            if 0 < share < 1:
                kept += rose * share / (1 - share)  # all that is to come, if it goes on to rise by that share
                rose[:] = 0
            earlier = kept.copy()
    return 1.0 - float(kept[0])


def _loops(nodes: int) -> tuple[Any, Any]:
    if nodes <= PLAIN:
        return mark_sure, minimize_kept
    from feint.kernel.compiler import compiled

    return compiled(mark_sure), compiled(minimize_kept)


def mark_sure(
    sizes: Any, cells: Any, edges: Any, targets: Any, weights: Any, order: Any, seat: int, strategy: Any, first: Any,
    sure: Any,
) -> bool:  # fmt: skip
    """Mark the nodes in which the other may get something, whatever the seat does; whether one was marked."""
    more = False
    for k in range(len(order)):
        n = order[k]
        own, other = whole(sizes[n, seat]), whole(sizes[n, 1 - seat])
        if sure[n] or own == 0:
            continue
        everywhere = True
        for i in range(own):
            somewhere = False
            for j in range(other):
                cell = cells[n] + (j * own + i if seat else i * other + j)
                for edge in range(edges[cell], edges[cell + 1]):
                    somewhere |= strategy[first[n] + j] > 0 and sure[targets[edge]]
            everywhere &= somewhere
        if everywhere:
            sure[n] = True
            more = True
    return more


def minimize_kept(
    sizes: Any, cells: Any, edges: Any, targets: Any, weights: Any, order: Any, seat: int, strategy: Any, first: Any,
    sure: Any, kept: Any,
) -> float:  # fmt: skip
    """Work out once what each node leaves to the other; by how much one moved at most."""
    furthest = 0.0
    for k in range(len(order)):
        n = order[k]
        own, other = whole(sizes[n, seat]), whole(sizes[n, 1 - seat])
        if own == 0 or not sure[n]:
            continue
        least = 2.0
        for i in range(own):
            value = 0.0
            for j in range(other):
                cell = cells[n] + (j * own + i if seat else i * other + j)
                mean, total = 0.0, 0
                for edge in range(edges[cell], edges[cell + 1]):
                    mean += weights[edge] * kept[targets[edge]]
                    total += weights[edge]
                value += strategy[first[n] + j] * mean / total
            least = min(least, value)
        furthest = max(furthest, abs(least - kept[n]))
        kept[n] = least
    return furthest
