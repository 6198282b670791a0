"""What `solve` does with a solution that was kept: takes it if it is near enough, else goes on from it, and never loses it."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import feint
from feint.core.errors import FeintError
from feint.solve import solution
from feint.solve.backward_induction import MOST_MATRICES
from feint.solve.solution import NEAR, TIME, Solution, solve

GAME = feint.load("terminal-maneuver", fuel=2, rounds=2)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Solution | None]:
    """What each search for bounds had to begin with; it finds nothing new, in 5 seconds."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    time, begun_with = [1000.0], []

    def found(game: Any, gap: float, deadline: float, before: Solution | None, tell: Any, *_: Any) -> Solution:
        begun_with.append(before)
        tell("working", 0.5)
        time[0] += 5
        arrays = {"keys": solution.np.zeros((3, 4), solution.np.uint8)}
        return Solution(game, 0.25, 0.75, None, 3, 0.0, True, TIME, arrays)

    monkeypatch.setattr(solution, "_by_positions", found)
    monkeypatch.setattr(solution, "monotonic", lambda: time[0])
    return begun_with


def test_what_is_near_enough_is_taken_as_it_is(asked: list[Solution | None]) -> None:
    """Also if it is just as near as was wanted; what isn't, is gone on from, and how long it took is added up."""
    told: list[str] = []
    first = solve(GAME, gap=0.1, progress=lambda what, share: told.append(what))
    assert asked == [None]
    assert told == ["the first time this takes some seconds", "working"]
    assert (first.seconds, first.seconds_before, first.gap, first.reached) == (5.0, 0.0, 0.5, TIME)
    again = solve(GAME, gap=0.5)
    assert len(asked) == 1
    assert (again.seconds, again.reached, again.gap, again.seconds_before) == (0.0, NEAR, 0.5, 5.0)
    nearer = solve(GAME, gap=0.4)
    assert asked[1] is not None
    assert asked[1].gap == 0.5
    assert (nearer.seconds, nearer.seconds_before) == (5.0, 5.0)
    assert solve(GAME, gap=0.5).seconds_before == 10.0


def test_what_was_better_before_stays(asked: list[Solution | None], monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that had less time doesn't take the place of one that got farther."""
    worse = solution._by_positions
    monkeypatch.setattr(solution, "_by_positions", lambda *given: replace(worse(*given), lower=0.4, upper=0.6))
    solve(GAME, gap=0.1)
    monkeypatch.setattr(solution, "_by_positions", worse)
    kept = solve(GAME, gap=0.1)
    assert (kept.lower, kept.upper, kept.reached, kept.seconds) == (0.4, 0.6, TIME, 5.0)
    assert solve(GAME, gap=0.3).lower == 0.4


def test_nothing_is_kept_that_is_not_to_be(asked: list[Solution | None], tmp_path: Path) -> None:
    solve(GAME, keep=False)
    solve(GAME, keep=False)
    assert asked == [None, None]
    assert not [*tmp_path.rglob("*.*")]
    for wrong in ({"gap": -0.1}, {"gap": 1.1}, {"seconds": 0.0}):
        with pytest.raises(FeintError, match="is out of range|is too small"):
            solve(GAME, **wrong)


def test_nothing_empty_is_kept(asked: list[Solution | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that is too large there is no strategy: the next time it is tried again."""
    found = solution._by_positions
    monkeypatch.setattr(solution, "_by_positions", lambda *given: replace(found(*given), arrays={}))
    solve(GAME)
    solve(GAME)
    assert asked == [None, None]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_bounds_go_on_from_where_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that may never end, where each search has no time at all."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game, begun_with = feint.load("tower-siege", length=4, cards=3, stride=2), []
    raise_bounds = solution.raise_bounds

    def noted(sides: Any, *given: Any) -> Any:
        begun_with.append(solution.bounds_at(sides, 0))
        return raise_bounds(sides, *given)

    monkeypatch.setattr(solution, "raise_bounds", noted)
    first = solve(game, gap=0.3)
    solve(game, gap=min(0.01, first.gap / 2))
    assert begun_with[0] == (0.0, 1.0)
    assert begun_with[1] == pytest.approx((first.lower, first.upper))


def test_as_many_matrices_as_are_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    from feint.solve import backward_induction

    monkeypatch.setattr(backward_induction, "_in_fractions", lambda *given: "exact")
    for more, found in ((0, "exact"), (1, None)):
        graph: Any = SimpleNamespace(nodes=0, matrices=solution.np.array([MOST_MATRICES, more]))
        assert backward_induction.exact_values(graph, None, (None, None)) == found  # type: ignore[arg-type]


@pytest.mark.parametrize("gap", [0.0, 0.1, 0.5, 1.0])
def test_a_bar_of_progress_is_full_when_bounds_are_as_near_as_was_wanted(gap: float) -> None:
    """And empty while nothing is known."""
    words, share = solution._between(0.25, 0.25 + gap, gap)
    assert words == f"between 0.2500 and {0.25 + gap:.4f}"
    assert share == pytest.approx(1.0 if gap < 1 else 0.0)
    assert solution._between(0.0, 1.0, gap)[1] == 0.0
    assert solution._between(0.0, 0.75, 0.5)[1] == 0.5
    assert solution._between(0.0, 0.25, 0.5)[1] == 1.0
