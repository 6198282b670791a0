"""The order to look at positions in: as far as there is one, each behind all that can follow it."""

from typing import Any

import numpy as np

from feint.solve.positions import PLAIN, PositionGraph


def topological_order(graph: PositionGraph) -> tuple[Any, bool]:
    """All nodes, and whether each stands behind those it leads to; if not, play may never end."""
    loop: Any = afterwards
    if graph.nodes > PLAIN:
        from feint.kernel.compiler import compiled

        loop = compiled(afterwards)
    order = np.zeros(graph.nodes, np.int32)
    straight = loop(graph.cells, graph.edges, graph.targets, graph.nodes, order)
    return order, bool(straight)


def afterwards(cells: Any, edges: Any, targets: Any, nodes: int, order: Any) -> bool:
    """Fill in all nodes, each behind those it leads to; whether that was possible: no way leads in a circle."""
    new, open_, closed = 0, 1, 2
    state = np.zeros(nodes, np.int8)
    stack = np.zeros(nodes, np.int32)
    next_edge = np.zeros(nodes, np.int64)
    filled, straight = 0, True
    for root in range(nodes):
        if state[root] != new:
            continue
        depth = 0
        stack[0] = root
        state[root] = open_
        next_edge[root] = edges[cells[root]]
        while depth >= 0:
            n = stack[depth]
            if next_edge[n] < edges[cells[n + 1]]:
                target = targets[next_edge[n]]
                next_edge[n] += 1
                if state[target] == new:
                    depth += 1
                    stack[depth] = target
                    state[target] = open_
                    next_edge[target] = edges[cells[target]]
                elif state[target] == open_:
                    straight = False
            else:
                state[n] = closed
                order[filled] = n
                filled += 1
                depth -= 1
    return straight
