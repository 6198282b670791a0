"""For tests of the solver: games by a short text, the two sides of a game, and what a plan gets from a best response."""

from typing import Any

import numpy as np

import feint
from feint.core.game import Game
from feint.solve.bounds import SeatBounds
from feint.solve.order import topological_order
from feint.solve.positions import PositionGraph, graph_of


def described(text: str) -> Game:
    name, *pairs = text.split()
    return feint.load(name, **dict(pair.split("=") for pair in pairs))


def sides_of(game: Game) -> tuple[PositionGraph, tuple[SeatBounds, SeatBounds]]:
    graph = graph_of(game)
    order, _ = topological_order(graph)
    return graph, (SeatBounds(graph, order, 0), SeatBounds(graph, order, 1))


def shares_against_the_best(graph: PositionGraph, seat: int, plan: dict[str, Any], promised: Any) -> Any:
    """What a seat's plan gets in every node where it promises something, when the other knows it and does its worst."""
    shares = np.zeros(graph.nodes)
    for end, (first, total) in enumerate(graph.payoffs.tolist(), graph.positions):
        shares[end] = (first if seat == 0 else total - first) / total
    plans = []
    for n in range(graph.positions):
        own, other = int(graph.sizes[n, seat]), int(graph.sizes[n, 1 - seat])
        if not promised[n]:
            continue
        if own > 1 and other > 1:
            mixture = plan[f"mixtures{seat}"][plan[f"places{seat}"][n] :][:own]
        else:
            mixture = np.eye(own)[plan[f"choices{seat}"][n]]
        options = []
        for j in range(other):
            lottery: dict[int, float] = {}
            for i in range(own):
                cell = graph.cells[n] + (j * own + i if seat else i * other + j)
                edges = range(graph.edges[cell], graph.edges[cell + 1])
                total = sum(int(graph.weights[edge]) for edge in edges)
                for edge in edges:
                    target = int(graph.targets[edge])
                    lottery[target] = lottery.get(target, 0.0) + mixture[i] * graph.weights[edge] / total
            options.append((np.array(list(lottery)), np.array(list(lottery.values()))))
        plans.append((n, options))
    for _ in range(3000):
        before = shares.copy()
        for n, options in plans:
            shares[n] = min(chances @ shares[targets] for targets, chances in options)
        if np.abs(shares - before).max() < 1e-12:
            break
    return shares
