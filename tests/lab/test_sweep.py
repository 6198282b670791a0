"""Sweeps: what each point of a grid is, the nearest to fair, and points that are solved once and never again."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

import feint
from feint.core.game import Game
from feint.lab import sweep
from feint.lab.findings import Findings
from feint.lab.grid import points, read_dial
from feint.lab.laboratory import Laboratory
from feint.lab.run_folder import open_run
from feint.lab.sweep import CONTEST, DECIDED, ENDLESS, findings, simulated, solved
from feint.solve import solve
from kit.lab import CountingWorkers, small_game


def swept(game: Game, *texts: str, **more: str) -> Findings:
    """A grid, solved one after the other."""
    dials = [read_dial(text) for text in texts]
    grid, refused = points(game, dials, more)
    return findings(game, dials, solved(grid, 0.02, 1, None, None), refused, "solved")


def test_a_point_is_what_it_is_worth() -> None:
    """Tower Siege is decided or endless; whether they meet face to face, and strides that are too long, are told."""
    found = swept(feint.load("tower-siege"), "length=3..4", "cards=1..3", "stride=1..3", "track=parallel|facing")
    kinds = {(row["length"], row["cards"], row["stride"], row["track"]): row for row in found.data["points"]}
    assert len(kinds) == 30
    assert {row["kind"] for row in kinds.values()} == {DECIDED, ENDLESS}
    assert found.verdicts[1:] == (
        "None of them is a contest.",
        "6 points of the grid can't be played: stride=3 is too large: it can be 1 to 2 with length=3.",
    )
    for length, cards, stride, track in (("3", "1", "1", "parallel"), ("4", "3", "2", "facing")):
        rulings = {"length": int(length), "cards": int(cards), "stride": int(stride), "track": track}
        whole = solve(feint.load("tower-siege", **rulings), gap=0.02, keep=False)
        row = kinds[length, cards, stride, track]
        assert (row["P1_low"], row["P1_high"]) == (whole.lower, whole.upper)


def test_the_nearest_to_fair_is_named() -> None:
    found = swept(feint.load("terminal-maneuver"), "fuel=2..3", "rounds=2")
    assert found.verdicts[1] == "Nearest to fair: fuel=2, rounds=2 (missile 0.6585, laser 0.3415)."  # 27/41
    assert found.sections[0].table.columns[-2:] == ("laser_high", "kind"), "nobody knows how long it takes"


def test_solved_points_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grid, _ = points(feint.load("terminal-maneuver"), [read_dial("fuel=2..3"), read_dial("rounds=2")], {})
    with open_run(tmp_path, {"experiment": "sweep"}) as run:
        first = solved(grid, 0.02, 1, run, None)
    monkeypatch.setattr(sweep, "_worth", None)  # nobody could solve anything now
    with open_run(tmp_path, {"experiment": "sweep"}) as run:
        assert solved(grid, 0.02, 1, run, None) == first


def test_a_point_is_kept_while_another_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a kill would cost all that was solved in the meantime."""
    grid, _ = points(feint.load("terminal-maneuver"), [read_dial("fuel=2..3"), read_dial("rounds=2")], {})
    kept = Event()

    def worth(game: Game, gap: float) -> tuple[float, float]:
        assert game.rulings_text["fuel"] == "2" or kept.wait(60), "the other point has to be kept first"
        return 0.4, 0.5

    monkeypatch.setattr(sweep, "_worth", worth)
    monkeypatch.setattr(sweep, "process_pool", ThreadPoolExecutor)
    with open_run(tmp_path, {"experiment": "sweep"}) as run:
        solved(grid, 0.02, 2, run, lambda done, total: kept.set() if len(run.solved()) == 1 else None)
        assert len(run.solved()) == 2


def test_an_interrupted_sweep_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large point can take for minutes: whoever solves it is ended."""
    grid, _ = points(feint.load("terminal-maneuver"), [read_dial("fuel=2..3"), read_dial("rounds=2")], {})
    ended = Event()

    class Worker:
        def terminate(self) -> None:
            ended.set()

    def worth(game: Game, gap: float) -> tuple[float, float]:
        assert game.rulings_text["fuel"] == "2" or ended.wait(60), "it would be waited for"
        return 0.4, 0.5

    def interrupted(done: int, total: int) -> None:
        raise KeyboardInterrupt

    children = iter([[], [Worker()]])
    monkeypatch.setattr(sweep, "active_children", lambda: next(children))
    monkeypatch.setattr(sweep, "_worth", worth)
    monkeypatch.setattr(sweep, "process_pool", ThreadPoolExecutor)
    with pytest.raises(KeyboardInterrupt):
        solved(grid, 0.02, 2, None, interrupted)
    assert ended.is_set()


def test_simulated_points(tmp_path: Path) -> None:
    """A dial that is called like a column of the findings keeps its own."""
    game, dials = feint.load(small_game()), [read_dial("blue=0..4")]
    grid, _ = points(game, dials, {})
    found = findings(game, dials, simulated(Laboratory(CountingWorkers().play), grid, 400, 1), [], "400 games")
    rows = found.data["points"]
    assert sorted(row["blue"] for row in rows) == list("01234")
    assert all(row["mean rounds"] >= 1 for row in rows)
    contests = [row for row in rows if row["kind"] == CONTEST]
    unfair = [abs(row["left"] - 0.5) for row in contests]
    assert unfair == sorted(unfair)
    assert found.verdicts[1].startswith(f"Nearest to fair: blue={contests[0]['blue']} (left 0.")
