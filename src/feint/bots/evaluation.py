"""What choices are worth, by search: the value of right play after each, with an interval; or that it isn't known.

What a search tree averages on its way is no value: it has tried bad answers, too, and choices that look bad hardly at
all. So after the tree has grown, it goes on below the choices that look best, and the one that was made; and then games
are played from there in which nothing is tried any more: all follow the tree, which is frozen meanwhile. The mean of
these games is the value.

An interval has room for luck in these games, and for what the tree hasn't found yet: a good answer that would change
the value. That is by far the most of it. It is less the longer the tree has looked, and the less open the game is:
where nearly all games end alike, there is little left to find. How much room it takes was measured beside searches a
hundred times as long and beside exact values (`bench/coach.py`). Two trees side by side don't show it, since both miss
the same answers; nor does what the value still changes by while a tree grows, which is mostly noise.

What two choices differ by is known better than what either is worth: what the tree hasn't found changes both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Any, Protocol

GROWTH = 0.4  # the share of all iterations in which the tree grows as it does for a choice
GAMES = 0.3  # of the iterations below a choice, the games that are played from it then
MOST_GAMES = 4_000
LEAST_STEP = 300  # iterations below a choice in the first round; fewer only for those that are always examined
FEWEST, FEWEST_KEPT = 3, 2  # choices that are examined in the first and second round, besides the one that is asked for
SECOND_STEP = 3  # how many times as long the second round is

MOST_MARGIN = 0.25  # from which on nothing is said
MOST_UNDECIDED = 0.02  # the share of games without an end from which on nothing is said

DEVIATIONS = 1.96  # standard errors: 95%
UNFOUND = 3.0  # standard deviations of a game, after one iteration; it falls with the cube root of their number
LEAST_MARGIN = 0.03  # what is missed where all games end alike


@dataclass(frozen=True)
class Games:
    """Games that were played from a choice: what the seat got in each, and the share of those without an end."""

    outcomes: Any
    undecided: float


@dataclass(frozen=True)
class Estimate:
    """What a choice is worth, as far as it is known."""

    mean: float
    margin: float
    behind: float = 0.0  # what another choice gets more, at least, as games with the same luck show

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

    def learn(self, action: int, iterations: int) -> None:
        """Go on from one of the root's choices."""

    def play(self, action: int, games: int) -> Games:
        """Play games from one of the root's choices, with the tree as it is; with the same luck for all choices."""


UNKNOWN = Estimate(0.5, 1.0)


def evaluate(tree: Evaluable, actions: Sequence[int], iterations: int, asked: int | None = None) -> dict[int, Estimate]:
    """What choices are worth, of which the most promising come first, within a number of iterations and games.

    As many as there is time for are examined in a first round. The best of them go on to the second, with the one that
    is asked for.
    """
    found = dict.fromkeys(actions, UNKNOWN)
    steps, last = iterations / (1 + GAMES), FEWEST_KEPT + 1
    fitting = int(steps / LEAST_STEP) - SECOND_STEP * last
    kept = _with(asked, actions[: max(FEWEST, fitting)])
    step = int(steps / (len(kept) + SECOND_STEP * min(last, len(kept))))
    if step < 1:
        return found
    first = _examine(tree, kept, step)
    for action in kept:
        found[action] = _estimate(first[action], step)
    kept = _with(asked, sorted(kept, key=lambda action: -found[action].mean)[:FEWEST_KEPT])
    second, learnt = _examine(tree, kept, SECOND_STEP * step), (1 + SECOND_STEP) * step
    for action in kept:
        found[action] = _estimate(second[action], learnt)
    best = max(kept, key=lambda action: found[action].mean)
    for action in kept:
        if action != best:
            found[action] = replace(found[action], behind=_lead(second[best], second[action], learnt))
    return found


def _with(asked: int | None, actions: Sequence[int]) -> list[int]:
    return [*actions] if asked is None or asked in actions else [*actions, asked]


def _examine(tree: Evaluable, actions: Sequence[int], step: int) -> dict[int, Games]:
    """Learn on below each choice, and then play games from each."""
    for action in actions:
        tree.learn(action, step)
    games = min(MOST_GAMES, max(1, int(GAMES * step)))
    return {action: tree.play(action, games) for action in actions}


def _estimate(games: Games, learnt: int) -> Estimate:
    if games.undecided > MOST_UNDECIDED:
        return UNKNOWN
    mean = float(games.outcomes.mean())
    # What a game is worth that was broken off is open, even if it is worth the same each time.
    return Estimate(mean, _margin(games.outcomes, sqrt(max(0.0, mean * (1 - mean))), learnt))


def _lead(games: Games, others: Games, learnt: int) -> float:
    """What one choice gets more than another at least, by games with the same luck."""
    if max(games.undecided, others.undecided) > MOST_UNDECIDED:
        return 0.0
    more = games.outcomes - others.outcomes
    return max(0.0, float(more.mean()) - _margin(more, float(more.std()), learnt))


def _margin(outcomes: Any, openness: float, learnt: int) -> float:
    """How far the true mean may be away; `openness` is the standard deviation of a game that is played to its end."""
    count = len(outcomes)
    # Games that all end alike have no spread, and yet one more might end otherwise: the rule of three says how many.
    luck = max(DEVIATIONS * float(outcomes.std()) / sqrt(count), 3 / count)
    return hypot(luck, UNFOUND * openness / learnt ** (1 / 3), LEAST_MARGIN)
