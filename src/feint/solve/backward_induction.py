"""Exact values of a game that ends for sure: from the last positions to the first, in fractions without rounding."""

from fractions import Fraction
from math import gcd, inf
from time import monotonic
from typing import Any

import numpy as np

from feint.core.rule import Numbers, rule
from feint.solve.matrix import solve_exactly
from feint.solve.position_strategy import PositionStrategy
from feint.solve.positions import PLAIN, PositionGraph

MOST_MATRICES = 5_000  # positions with a choice of both; more would take minutes in fractions
MOST_BITS = 10_000  # of a denominator: with each turn of both they get several times as long
LARGE = 2**31  # compiled numerators and denominators stay below, so that products of two fit in 64 bits


def exact_values(
    graph: PositionGraph, order: Any, plans: tuple[PositionStrategy, PositionStrategy], deadline: float = inf
) -> tuple[Any, Any] | None:
    """The first seat's share in every node, as numerators and denominators; None where that would take too long.

    `order` has every node behind those it leads to. The plans are filled in.
    """
    matrices = int(graph.matrices.sum())
    if matrices == 0 and graph.nodes > PLAIN:
        found = _in_whole_numbers(graph, order, plans)
        if found is not None:
            return found
    if matrices > MOST_MATRICES:
        return None
    return _in_fractions(graph, order, plans, deadline)


def _in_fractions(
    graph: PositionGraph, order: Any, plans: tuple[PositionStrategy, PositionStrategy], deadline: float = inf
) -> tuple[Any, Any] | None:
    values = [Fraction(0)] * graph.positions
    values += [Fraction(int(first), int(total)) for first, total in graph.payoffs]
    rows, columns = graph.sizes[:, 0].tolist(), graph.sizes[:, 1].tolist()
    for n in order.tolist():
        if rows[n] == 0:
            continue
        cells = lotteries(graph, n, values)
        if columns[n] == 1:
            values[n] = max(cells)
            plans[0].choices[n] = cells.index(values[n])
        elif rows[n] == 1:
            values[n] = min(cells)
            plans[1].choices[n] = cells.index(values[n])
        else:
            matrix = [cells[i * columns[n] : (i + 1) * columns[n]] for i in range(rows[n])]
            values[n], *mixtures = solve_exactly(matrix)
            for plan, chances in zip(plans, mixtures, strict=True):
                plan.mixtures[plan.places[n] : plan.places[n + 1]] = [float(chance) for chance in chances]
        if values[n].denominator.bit_length() > MOST_BITS or monotonic() > deadline:
            return None
    return (
        np.array([value.numerator for value in values], object),
        np.array([value.denominator for value in values], object),
    )


def lotteries(graph: PositionGraph, n: int, values: Any) -> list[Any]:
    """What each cell of a node is worth: exactly, if the values are fractions."""
    cells = []
    for cell in range(graph.cells[n], graph.cells[n + 1]):
        first, last = graph.edges[cell], graph.edges[cell + 1]
        weights = graph.weights[first:last].tolist()
        targets = graph.targets[first:last].tolist()
        mean = sum((weight * values[target] for weight, target in zip(weights, targets, strict=True)), Fraction(0))
        cells.append(mean / sum(weights))
    return cells


def _in_whole_numbers(
    graph: PositionGraph, order: Any, plans: tuple[PositionStrategy, PositionStrategy]
) -> tuple[Any, Any] | None:
    """The same compiled, where nobody mixes; None if a number gets too long for the machine."""
    from feint.kernel.compiler import compiled

    numerators, denominators = np.zeros(graph.nodes, np.int64), np.ones(graph.nodes, np.int64)
    for end, (first, total) in enumerate(graph.payoffs.tolist(), graph.positions):
        divisor = gcd(first, total)
        numerators[end], denominators[end] = first // divisor, total // divisor
    loop = compiled(count_back)
    to = graph.cells, graph.edges, graph.targets, graph.weights
    fits = loop(graph.sizes, *to, order, numerators, denominators, plans[0].choices, plans[1].choices, LARGE)
    return (numerators, denominators) if fits else None


def count_back(
    sizes: Any, cells: Any, edges: Any, targets: Any, weights: Any, order: Any, numerators: Any, below: Any,
    first_choices: Any, second_choices: Any, large: int,
) -> bool:  # fmt: skip
    """The values of all nodes, each after those it leads to; False if a number got too long. `below`: denominators."""
    for k in range(len(order)):
        n = order[k]
        if sizes[n, 0] == 0:
            continue
        best, under = np.int64(0), np.int64(0)
        for cell in range(cells[n], cells[n + 1]):
            total = np.int64(0)
            for edge in range(edges[cell], edges[cell + 1]):
                total += weights[edge]
            mean, divisor = np.int64(0), np.int64(1)
            for edge in range(edges[cell], edges[cell + 1]):
                if total >= large:
                    return False
                value, over = reduced(weights[edge] * numerators[targets[edge]], total * below[targets[edge]])
                if value >= large or over >= large:
                    return False
                mean, divisor = reduced(mean * over + value * divisor, divisor * over)
                if mean >= large or divisor >= large:
                    return False
            more = mean * under > best * divisor
            if under == 0 or (more if sizes[n, 1] == 1 else mean * under < best * divisor):
                best, under = mean, divisor
                if sizes[n, 1] == 1:
                    first_choices[n] = cell - cells[n]
                else:
                    second_choices[n] = cell - cells[n]
        numerators[n] = best
        below[n] = under
    return True


@rule
def reduced(numerator: int, denominator: int) -> Numbers:
    """A fraction in its lowest terms."""
    a, b = numerator, denominator
    while b:
        a, b = b, a % b
    return numerator // a, denominator // a
