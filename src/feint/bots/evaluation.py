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

A value is told where its interval is narrow. Where it is wider, one choice may still be known to be worse than another:
what two differ by is known better than what either is worth, since what the tree hasn't found changes both.

Where a game has no policy, one that leaves the tree is played on at random, and says nothing; nor does one that comes
back to where it has been, since it may go round in circles.
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

MOST_TOLD = 0.05  # half the width of an interval from which on it is no value
MOST_TOLD_SOLVABLE = 0.03  # in games that can be solved, where values are compared with exact ones
MOST_MARGIN = 0.3  # from which on nothing is said at all
MOST_UNDECIDED = 0.02  # the share of games without an end from which on nothing is said

DEVIATIONS = 1.96  # standard errors: 95%
UNFOUND = 3.0  # standard deviations of a game, after one iteration; it falls with the cube root of their number
UNFOUND_AT_ONCE = 4.5  # where all choose at once: a choice that is seldom made is only as sure as others' mixtures
LEAST_OPEN = 0.03  # however games end, an answer may be missing that wins this share of them
LEAST_MARGIN = 0.03


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
    behind: float = 0.0  # what another choice gets more, at least

    @property
    def says_something(self) -> bool:
        """Whether it can be compared with others."""
        return self.margin <= MOST_MARGIN

    @property
    def interval(self) -> tuple[float, float]:
        """Between what and what it lies."""
        return max(0.0, self.mean - self.margin), min(1.0, self.mean + self.margin)

    def is_close(self, most: float = MOST_TOLD) -> bool:
        """Whether it is known well enough to be told as a value: if its interval holds, it is off by at most `most`."""
        low, high = self.interval
        return (high - low) / 2 <= most


class Evaluable(Protocol):
    """A search tree, as far as it is needed here."""

    def is_at_once(self) -> bool:
        """Whether seats choose at once at the root."""

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
    learnt = (1 + SECOND_STEP) * step
    unfound = UNFOUND_AT_ONCE if tree.is_at_once() else UNFOUND
    early, late = unfound / step ** (1 / 3), unfound / learnt ** (1 / 3)
    first = _examine(tree, kept, step)
    found |= {action: _estimate(first[action], early) for action in kept}
    last_kept = _with(asked, sorted(kept, key=lambda action: -found[action].mean)[:FEWEST_KEPT])
    second = _examine(tree, last_kept, SECOND_STEP * step)
    found |= {action: _estimate(second[action], late) for action in last_kept}
    best = max(last_kept, key=lambda action: found[action].mean)
    for action in kept:
        if action != best and found[action].says_something:
            games, missing = (second, late) if action in last_kept else (first, early)
            lead = max(_lead(games[best], games[action], missing), found[best].interval[0] - found[action].interval[1])
            found[action] = replace(found[action], behind=max(0.0, lead))
    return found


def _with(asked: int | None, actions: Sequence[int]) -> list[int]:
    return [*actions] if asked is None or asked in actions else [*actions, asked]


def _examine(tree: Evaluable, actions: Sequence[int], step: int) -> dict[int, Games]:
    """Learn on below each choice, and then play games from each."""
    for action in actions:
        tree.learn(action, step)
    games = min(MOST_GAMES, max(1, int(GAMES * step)))
    return {action: tree.play(action, games) for action in actions}


def _estimate(games: Games, unfound: float) -> Estimate:
    if games.undecided > MOST_UNDECIDED:
        return UNKNOWN
    mean = float(games.outcomes.mean())
    # What a game is worth that was broken off is open, even if it is worth the same each time.
    margin = _margin(games.outcomes, sqrt(max(0.0, mean * (1 - mean))), unfound)
    return Estimate(mean, margin + games.undecided / 2)  # those without an end count as half, and may be anything


def _lead(games: Games, others: Games, unfound: float) -> float:
    """What one choice gets more than another at least, by games with the same luck."""
    if max(games.undecided, others.undecided) > MOST_UNDECIDED:
        return 0.0
    more = games.outcomes - others.outcomes
    return float(more.mean()) - _margin(more, float(more.std()), unfound)


def _margin(outcomes: Any, openness: float, unfound: float) -> float:
    """How far the true mean may be away: for luck, and for answers that weren't found.

    `openness` is the standard deviation of a game that is played to its end; `unfound`, how many of these are missing.
    """
    count = len(outcomes)
    # Games that all end alike have no spread, and yet one more might end otherwise: the rule of three says how many.
    luck = max(DEVIATIONS * float(outcomes.std()) / sqrt(count), 3 / count)
    least = sqrt(LEAST_OPEN * (1 - LEAST_OPEN))
    return hypot(luck, unfound * max(openness, least), LEAST_MARGIN)
