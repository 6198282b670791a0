"""Solving a game: by the method that fits it, from what is kept on disk, as far as is wanted.

A game that brings `positions.py` is solved position by position: exactly if it ends for sure, by bounds if it may never
end. Any other game is solved by regret minimisation over its whole tree, if that is small enough.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.progress import Progress, ignore_interrupts
from feint.core.tree_size import MOST as MOST_HISTORIES
from feint.solve import solution_cache
from feint.solve.backward_induction import exact_values
from feint.solve.bounds import FINAL, INTERRUPTED, NEAR, SETTLED, TIME, SeatBounds, bounds_at, raise_bounds
from feint.solve.order import topological_order
from feint.solve.position_strategy import PositionStrategy
from feint.solve.positions import MOST, OutOfTime, graph_of
from feint.solve.sequence_form import SequenceForm, sequence_form
from feint.solve.strategy import Strategy, strategy_of

if TYPE_CHECKING:
    from feint.solve.infoset_values import InfosetValues

GAP, GAP_OF_TREES = 0.01, 0.0001  # of what there is to win and lose; regret minimisation gets much nearer in a minute
SECONDS = 60.0
MOST_KEPT = 4_000_000  # positions; the solution of a larger game would fill the disk

EXACT = "exact"  # how far it came; see feint.solve.bounds for the others
DONE = (EXACT, SETTLED, FINAL)  # more time would not change it


@dataclass(frozen=True, eq=False)
class Solution:
    """What a game is worth to its first seat: its share of the point when both play right."""

    game: Game
    lower: float
    upper: float
    exact: Fraction | None
    states: int
    seconds: float  # spent on it in this run
    endless: bool  # whether play may never end; that is worth nothing to the first seat in `lower`, all in `upper`
    reached: str  # how far it came, and why no farther
    arrays: dict[str, Any] = field(repr=False)  # what is known of each position
    seconds_before: float = 0.0  # and in earlier runs, which it was taken from or goes on from
    denied: tuple[str, ...] = ()  # the seats that the other can keep from ever getting anything, though play may go on
    note: str = ""  # what happened on the way that someone should know
    span: float = 1.0  # between the worst and the best end for a seat

    @cached_property
    def strategy(self) -> Strategy:
        """What to do, wherever a seat may have to choose: to be read, saved and played."""
        return strategy_of(self)

    @cached_property
    def tree(self) -> SequenceForm:
        """The tree, if the game was solved over it."""
        return sequence_form(self.game)

    @cached_property
    def infoset_values(self) -> "InfosetValues":
        """What choices are worth against the strategy, if the game was solved over its tree."""
        from feint.solve.infoset_values import InfosetValues  # brings the compiler

        return InfosetValues(self.tree, self.arrays["strategy"])

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.upper - self.lower

    def number(self, key: bytes) -> int:
        """The number of the position with a key."""
        keys, in_order, width = self._lookup
        low, high = 0, len(in_order)
        while low < high:
            middle = (low + high) // 2
            at = in_order[middle] * width
            if bytes(keys[at : at + width]) < key:
                low = middle + 1
            else:
                high = middle
        number: int = in_order[low]
        assert keys[number * width : (number + 1) * width] == key, "every position that can come up is known"
        return number

    @cached_property
    def _lookup(self) -> tuple[Any, Any, int]:
        """The keys' bytes and their order, as Python finds them faster than NumPy, and how long a key is."""
        keys = self.arrays["keys"]
        return memoryview(keys.reshape(-1)), memoryview(self.arrays["sorted"]), keys.shape[1]

    @property
    def out_of_time(self) -> bool:
        """Whether it would have gone on if it had been given more time."""
        return self.reached == TIME

    @property
    def interrupted(self) -> bool:
        """Whether someone stopped it before it was done."""
        return self.reached == INTERRUPTED

    def to_json(self) -> dict[str, Any]:
        """The solution for programs."""
        return {
            "game": self.game.name,
            "rulings": self.game.rulings_text,
            "seat": self.game.seats[0],
            "lower": self.lower,
            "upper": self.upper,
            "exact": None if self.exact is None else str(self.exact),
            "states": self.states,
            "seconds": self.seconds,
            "span": self.span,
            "payoffs": self._payoffs_json(),
            "endless": self.endless,
            "reached": self.reached,
            "denied": list(self.denied),
        }

    def _payoffs_json(self) -> dict[str, Any]:
        """The bounds as the first seat's payoffs."""
        payoffs = self.game.payoffs
        return {"unit": payoffs.unit, "lower": payoffs.of(self.lower), "upper": payoffs.of(self.upper)}


def default_gap(game: Game) -> float:
    """How near bounds are brought to each other, unless told otherwise."""
    return GAP if game.has_positions else GAP_OF_TREES


def solve(
    game: Game,
    gap: float | None = None,
    seconds: float | None = SECONDS,
    progress: Progress | None = None,
    keep: bool = True,
    most: int = MOST,
    only_worth: bool = False,
) -> Solution:
    """What a game is worth, and how to play it.

    Bounds are brought as near to each other as `gap`, a part of what there is to win and lose, if that can be done in
    that many seconds (None: however long it takes). Unless told otherwise, that is 0.01 for a game that is solved
    position by position, and 0.0001 for one that is solved over its tree. Interrupted, it returns what was reached
    until then. What was found is kept on disk, and taken from there.
    A game of more than `most` positions, or histories of its tree, is refused. With `only_worth` no more is done than
    the bounds need: there is no strategy, and nothing to keep.

    >>> import feint
    >>> print(solve(feint.load("terminal-maneuver", fuel=2, rounds=2), keep=False).exact)
    27/41
    """
    gap = default_gap(game) if gap is None else gap
    if not 0 <= gap <= 1:
        raise FeintError(f"gap={gap} is out of range: bounds can be 0 to 1 apart")
    if seconds is not None and not seconds > 0:
        raise FeintError(f"seconds={seconds} is too small: it takes more than 0")
    tell = progress or (lambda what, share: None)
    begun = monotonic()
    deadline = inf if seconds is None else begun + seconds
    path, keep = solution_cache.cache_path(game), keep and not only_worth
    before, note = _kept(game, path) if keep else (None, "")
    if before is not None and (before.gap <= gap * before.span or before.reached in DONE):
        reached = before.reached if before.reached in DONE else NEAR
        return replace(before, reached=reached, seconds=monotonic() - begun)
    tell("the first time this takes some seconds", None)
    if game.positions is None:
        found = _by_regret(game, gap, deadline, tell, most)
    else:
        found = _by_positions(game, gap, deadline, before, tell, most, only_worth)
    earlier = before.seconds_before if before is not None else 0.0
    if before is not None and before.gap < found.gap:  # there was no time to get as far as the last time
        return replace(before, reached=found.reached, seconds=monotonic() - begun)
    with ignore_interrupts():
        if "keys" in found.arrays and not only_worth:
            found.arrays["sorted"] = np.argsort(_as_texts(found.arrays["keys"])).astype(np.int32)
    solution = replace(found, seconds=monotonic() - begun, seconds_before=earlier, note=note)
    if not keep or not solution.arrays:
        return solution
    if solution.states > MOST_KEPT:
        return replace(solution, note=f"a solution of more than {MOST_KEPT:,} positions is not kept for the next time")
    with ignore_interrupts():
        _keep(solution, path)
    return solution


def _as_texts(keys: Any) -> Any:
    """Keys as NumPy sorts and finds them."""
    return np.ascontiguousarray(keys).view(f"S{keys.shape[1]}")[:, 0]


def _by_positions(
    game: Game, gap: float, deadline: float, before: Solution | None, tell: Progress, most: int, only_worth: bool
) -> Solution:
    try:
        graph = graph_of(game, most, deadline, lambda found: tell(f"{found:,} positions found", None))
    except OutOfTime as late:
        return Solution(game, 0.0, 1.0, None, late.found, 0.0, True, TIME, {})
    ends = [first / total for first, total in graph.payoffs.tolist()]
    span = max(ends) - min(ends) if ends else 1.0
    order, straight = topological_order(graph)
    if straight:
        tell("counting back from the end", None)
        plans = (PositionStrategy(graph, 0), PositionStrategy(graph, 1))
        exact = exact_values(graph, order, plans, deadline)
        if exact is not None:
            value = Fraction(int(exact[0][0]), int(exact[1][0]))
            arrays = {"keys": graph.keys, "numerators": exact[0], "denominators": exact[1]}
            arrays |= plans[0].arrays() | plans[1].arrays()
            low = high = float(value)
            return Solution(game, low, high, value, graph.positions, 0.0, False, EXACT, arrays, span=span)
    sides = (SeatBounds(graph, order, 0), SeatBounds(graph, order, 1))
    if before is not None and np.array_equal(before.arrays["keys"], graph.keys):
        for side in sides:
            side.restore(before.arrays)
    wanted = 0.0 if straight else gap * span  # if it ends for sure, two sweeps do
    told = lambda lower, upper: tell(*_between(lower, upper, gap))  # noqa: E731
    reached = raise_bounds(sides, wanted, deadline, told, only_worth)
    lower, upper = bounds_at(sides, 0)
    if not only_worth:
        with ignore_interrupts():
            for side, other in (sides, sides[::-1]):
                side.minimize_opponent(other)
    return Solution(
        game, lower, upper, Fraction(lower) if lower == upper else None, graph.positions, 0.0, not straight, reached,
        {"keys": graph.keys} | sides[0].arrays() | sides[1].arrays(),
        denied=tuple(seat for seat, side in zip(game.seats, sides, strict=True) if side.cannot_score),
        span=span,
    )  # fmt: skip


def _by_regret(game: Game, gap: float, deadline: float, tell: Progress, most: int) -> Solution:
    from feint.solve.cfr import solve_by_cfr  # brings the compiler, which small games of positions don't wait for

    tell("finding all histories", None)
    seconds = None if deadline == inf else deadline - monotonic()
    found = solve_by_cfr(
        game, gap, seconds, lambda lower, upper: tell(*_between(lower, upper, gap)), most=min(most, MOST_HISTORIES)
    )
    near = found.upper - found.lower <= gap * found.tree.span
    reached = NEAR if near else INTERRUPTED if found.interrupted else TIME
    arrays = {"infosets": found.tree.keys, "first": found.tree.first, "strategy": found.strategy}
    span = found.tree.span
    return Solution(game, found.lower, found.upper, None, found.nodes, 0.0, False, reached, arrays, span=span)


def _between(lower: float, upper: float, gap: float) -> tuple[str, float]:
    """What to show while bounds come nearer to each other."""
    return f"between {lower:.4f} and {upper:.4f}", min(1.0, (1 - (upper - lower)) / max(1e-9, 1 - gap))


def _keep(solution: Solution, path: Path) -> None:
    arrays = dict(solution.arrays)
    kept = ("lower", "upper", "states", "endless", "reached", "denied", "span")
    words: dict[str, Any] = {name: getattr(solution, name) for name in kept}
    words["exact"] = None if solution.exact is None else str(solution.exact)
    words["of"] = path.name
    words["seconds_before"] = solution.seconds + solution.seconds_before
    for name in ("numerators", "denominators"):
        if name in arrays and arrays[name].dtype == object:  # longer than a machine word
            words[name] = [str(number) for number in arrays.pop(name)]
    solution_cache.save(path, words, arrays)


def _kept(game: Game, path: Path) -> tuple[Solution | None, str]:
    """The solution that was kept, if there is one, or what is to be said about it."""
    try:
        found = solution_cache.load(path)
    except solution_cache.DamagedSolution:
        return None, f"the solution kept in {path} was damaged, so it was found anew"
    if found is None:
        return None, ""
    words, arrays = found
    if words.pop("of", None) != path.name:
        return None, f"{path} holds the solution of something else, so this was found anew"
    for name in ("numerators", "denominators"):
        if name in words:
            arrays[name] = np.array([int(number) for number in words.pop(name)], object)
    exact, words["denied"] = words.pop("exact"), tuple(words["denied"])
    value = None if exact is None else Fraction(exact)
    return Solution(game=game, exact=value, seconds=0.0, arrays=arrays, **words), ""
