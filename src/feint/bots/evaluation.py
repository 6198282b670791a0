"""What choices are worth, by search: the value of right play after each, with an interval; or that it isn't known.

What a search tree averages on its way is no value: it has tried bad answers, too, and choices that look bad hardly at
all. So after the tree has grown, each choice gets a fair share of further iterations, and then games are played from
it in which nothing is tried any more: all follow the tree, which is frozen meanwhile. The mean of these games is the
value. An interval has room for luck in them, and for what the value still changed by when the tree doubled.
"""

from dataclasses import dataclass
from math import hypot
from typing import Protocol

GROWTH = 0.4  # the share of all iterations in which the tree grows as it does for a choice
ENOUGH = 0.01  # the margin of an interval that is small enough
MOST_MARGIN = 0.06  # the margin from which on nothing is said
MOST_UNDECIDED = 0.02  # the share of games without an end from which on nothing is said
FEWEST_GAMES, MOST_GAMES = 40, 4_000  # played from a choice in one round
FEWEST_KEPT = 3  # choices that all rounds go on with
DEVIATIONS = 1.96  # standard errors: 95%


@dataclass(frozen=True)
class Sample:
    """Games that were played from a choice: their mean, its standard error, and the share of those without an end."""

    games: int
    mean: float
    error: float
    undecided: float


@dataclass(frozen=True)
class Estimate:
    """What a choice is worth, as far as it is known."""

    mean: float
    margin: float

    @property
    def is_known(self) -> bool:
        """Whether it says anything."""
        return self.margin <= MOST_MARGIN

    @property
    def interval(self) -> tuple[float, float]:
        """Between what and what it lies."""
        return max(0.0, self.mean - self.margin), min(1.0, self.mean + self.margin)


class Evaluable(Protocol):
    """A search tree, as far as it is needed here."""

    def learn(self, edge: int, iterations: int) -> None:
        """Go on from one of the root's edges."""

    def play(self, edge: int, games: int) -> Sample:
        """Play games from one of the root's edges, with the tree as it is."""


UNKNOWN = Estimate(0.5, 1.0)


def evaluate(tree: Evaluable, edges: list[int], iterations: int, asked: int | None = None) -> dict[int, Estimate]:
    """What each of the root's edges is worth: by successive halving, within a number of iterations and games.

    In each round the tree doubles below the edges that are left, and they are judged again. The better half goes on,
    and with it the edge that was asked for; what is known well enough leaves the rest to the others.
    """
    means: dict[int, list[float]] = {edge: [] for edge in edges}
    found = dict.fromkeys(edges, UNKNOWN)
    left, kept, learnt, step = iterations, list(edges), 0, iterations // (len(edges) * _cost(len(edges)))
    while kept:
        games = min(MOST_GAMES, max(FEWEST_GAMES, step))
        step = min(step, left // len(kept) - games)
        if step < max(1, learnt // 2):
            break
        left -= (step + games) * len(kept)
        for edge in kept:
            tree.learn(edge, step)
        for edge in kept:
            sample = tree.play(edge, games)
            found[edge] = _estimate(sample, means[edge])
            means[edge].append(sample.mean)
        learnt += step
        step = learnt
        if len(means[kept[0]]) > 1:
            best = sorted(kept, key=lambda edge: -means[edge][-1])[: max(FEWEST_KEPT, (len(kept) + 1) // 2)]
            kept = [edge for edge in kept if (edge in best or edge == asked) and found[edge].margin > ENOUGH]
    return found


def _cost(edges: int) -> int:
    """What all rounds cost, in first steps for each edge: learning and games, twice, and then as halving goes."""
    halvings = max(0, -(-edges // FEWEST_KEPT) - 1).bit_length()
    return 4 + 2 * (halvings + 1) if halvings else 8


def _estimate(sample: Sample, before: list[float]) -> Estimate:
    """What games say, beside those that were played when the tree was half and a quarter as large."""
    if len(before) < 2 or sample.undecided > MOST_UNDECIDED:
        return UNKNOWN
    # A few games that all end alike say less than that nothing else can be: one more might have ended otherwise.
    error = max(sample.error, 1.0 / (sample.games + 2))
    change = max(abs(sample.mean - before[-1]), abs(before[-1] - before[-2]) / 2)
    return Estimate(sample.mean, DEVIATIONS * hypot(error, change))
