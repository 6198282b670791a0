"""What a solution says about one position: its value, what each choice is worth there, and the right mixture.

In a game that is solved position by position it is made from what all can see. A card that lies face down is not looked
at: whoever still has to choose is told what was right before it was laid. In a game that is solved over its tree it is
made from what the seat has seen and chosen, and says what each choice is worth against the strategy that was found.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.kernel.simultaneous import group_start
from feint.solve.backward_induction import lotteries
from feint.solve.bounds import complement
from feint.solve.infoset import key_in
from feint.solve.matrix import solve_exactly
from feint.solve.position_strategy import mixture
from feint.solve.positions import PositionGraph, PositionKeys, step_from
from feint.solve.solution import Solution


@dataclass(frozen=True)
class Choice:
    """One choice of a seat: how often it is right to make it, and what it is worth to that seat."""

    text: str
    chance: float | Fraction
    lower: float
    upper: float
    exact: Fraction | None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        exact = {"exact": None} if self.exact is None else {"exact": str(self.exact)}
        return {"choice": self.text, "chance": float(self.chance), "lower": self.lower, "upper": self.upper, **exact}


@dataclass(frozen=True)
class Advice:
    """What a position is worth to the first seat, and the choices of each seat that still owes one."""

    lower: float
    upper: float
    exact: Fraction | None
    choices: dict[str, list[Choice]]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "lower": self.lower,
            "upper": self.upper,
            "exact": None if self.exact is None else str(self.exact),
            "choices": {seat: [choice.to_json() for choice in choices] for seat, choices in self.choices.items()},
        }


def advise(solution: Solution, match: Match, seat: str | None = None) -> Advice:
    """What a solution of the game says about a match as it stands; to one seat, if it is for one.

    A choice against which the other seat also chooses is valued against the other's right mixture.
    """
    game = solution.game
    if _facts(match.game) != _facts(game):
        raise FeintError(f"the solution is of {game!r}, the match is of {match.game!r}; both must be of one")
    if match.over:
        raise FeintError("the match is over: there is nothing left to choose")
    if "infosets" in solution.arrays:
        return _by_infoset(solution, match, match.pending if seat is None else (seat,))
    if "keys" not in solution.arrays:
        raise FeintError(f"{game.name} was not solved far enough for advice: {solution.reached}")
    before = before_secrets(match)
    shape = PositionKeys(game)
    graph = step_from(shape, shape.position(before.seen(seat or game.seats[0])))
    known = [solution.number(key.tobytes()) for key in graph.keys]
    asking = match.pending if seat is None else (seat,)
    if "numerators" in solution.arrays:
        return _exactly(solution, match, graph, known, asking)
    return _by_bounds(solution, match, graph, known, asking)


def _by_infoset(solution: Solution, match: Match, asking: tuple[str, ...]) -> Advice:
    """By what each seat knows: what its choices are worth against the other's strategy, as near as that is to right."""
    tree, values, choices = solution.tree, solution.infoset_values, {}
    worths: list[tuple[float, float]] = []  # to the first seat, by what each knows
    for seat in asking:
        infoset = tree.find(key_in(match, seat))
        if infoset is None:
            raise FeintError(f"what {seat} has seen can't come about in {tree.game.name} from its beginning")
        chances, shares = values.chances(infoset), values.shares(infoset)
        texts = match.legal(seat)
        if shares is None:
            worths.append(tree.shares)
            choices[seat] = [Choice(text, p, 0.0, 1.0, None) for text, p in zip(texts, chances, strict=True)]
            continue
        made = zip(texts, chances, shares, strict=True)
        choices[seat] = [Choice(text, p, share, share, None) for text, p, share in made]
        here = sum(p * share for p, share in zip(chances, shares, strict=True))
        worths.append((here, max(shares)) if tree.game.seat_number(seat) == 0 else (1 - max(shares), 1 - here))
    lower, upper = min(low for low, _ in worths), max(high for _, high in worths)
    return Advice(lower, upper, None, choices)


def _facts(game: Game) -> tuple[Any, ...]:
    return game.name, game.rulings_text, game.data_text


def before_secrets(match: Match) -> Match:
    """The match as it was before anyone made a choice that waits for another's."""
    return match.at(group_start(match, match.game.seat_number(match.pending[0]))[0])


def _exactly(
    solution: Solution, match: Match, graph: PositionGraph, known: list[int], asking: tuple[str, ...]
) -> Advice:
    over, under = solution.arrays["numerators"], solution.arrays["denominators"]
    values = [Fraction(int(over[n]), int(under[n])) for n in known]
    values += [Fraction(first, total) for first, total in graph.payoffs.tolist()]
    rows, columns = graph.sizes[0].tolist()
    cells = lotteries(graph, 0, values)
    matrix = [cells[i * columns : (i + 1) * columns] for i in range(rows)]
    _, x, y = solve_exactly(matrix)
    of_rows = [sum((p * cell for p, cell in zip(y, row, strict=True)), Fraction(0)) for row in matrix]
    of_columns = [1 - sum(x[i] * matrix[i][j] for i in range(rows)) for j in range(columns)]
    choices = {}
    for seat, chances, worth in zip(match.game.seats, (x, y), (of_rows, of_columns), strict=True):
        if seat in asking:
            texts = match.legal(seat)
            made = zip(texts, chances, worth, strict=True)
            choices[seat] = [Choice(text, p, float(value), float(value), value) for text, p, value in made]
    return Advice(float(values[0]), float(values[0]), values[0], choices)


def _by_bounds(
    solution: Solution, match: Match, graph: PositionGraph, known: list[int], asking: tuple[str, ...]
) -> Advice:
    """The same from bounds. Mixtures are those that reach a seat's bound, or keep the other's bound low."""
    arrays, here = solution.arrays, known[0]
    rows, columns = graph.sizes[0].tolist()
    ends = [Fraction(first, total) for first, total in graph.payoffs.tolist()]
    low = [float(arrays["bounds0"][n]) for n in known] + [float(end) for end in ends]
    high = [complement(float(arrays["bounds1"][n])) for n in known] + [float(end) for end in ends]
    least, most = (np.array(lotteries(graph, 0, values)).reshape(rows, columns) for values in (low, high))
    x, y = mixture(arrays, 0, here, rows), mixture(arrays, 1, here, columns)
    choices = {}
    for seat, chances, lows, highs in (
        (match.game.seats[0], x, least @ y, most @ y),
        (match.game.seats[1], y, 1 - x @ most, 1 - x @ least),
    ):
        if seat in asking:
            made = zip(match.legal(seat), chances, lows, highs, strict=True)
            choices[seat] = [Choice(text, float(p), float(a), float(b), None) for text, p, a, b in made]
    lower, upper = low[0], high[0]
    return Advice(lower, upper, Fraction(lower) if lower == upper else None, choices)
