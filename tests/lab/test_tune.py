"""The optimiser: it finds what is there, decides the same again from stored games, and measures on fresh luck."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from types import SimpleNamespace

import pytest

import feint
from feint.core.errors import FeintError
from feint.core.result_table import SURE
from feint.lab.dials import Candidate, read_dials
from feint.lab.findings import Findings
from feint.lab.laboratory import Laboratory
from feint.lab.race import Measured, front
from feint.lab.run_folder import open_run
from feint.lab.shards import PlayShards, Shard, play_shard
from feint.lab.statistics import Estimate
from feint.lab.targets import Aim, read_target, read_targets
from feint.lab.tune import Effort, _surest, _verdicts, conditions_of, tune
from kit.paths import EXAMPLE_GAMES

RAFFLE = EXAMPLE_GAMES / "raffle"
DIALS = ["ahead.1=-2..2", "ahead.2=-2..2", "charm=1..5"]
EFFORT = Effort(candidates=60, games=1600, fresh=4000, check=200)


def at_once(shards: Iterable[Shard]) -> Iterable[object]:
    return ((shard, play_shard(shard)) for shard in shards)


def tuned(play: PlayShards, folder: Path | None = None, targets: Iterable[str] = ("left=0.5±0.03",)) -> Findings:
    game = feint.load(RAFFLE, ahead="3")
    conditions = conditions_of(game, [], [], [], [])
    dials, wanted = read_dials(game, DIALS), read_targets(list(targets))

    def run(lab: Laboratory) -> Findings:
        return tune(lab, game, dials, wanted, conditions, 5, EFFORT, ["random:50%"])

    if folder is None:
        return run(Laboratory(play))
    with open_run(folder, {"experiment": "tune"}) as kept:
        return run(Laboratory(play, kept))


def test_it_takes_back_what_makes_the_game_uneven(tmp_path: Path) -> None:
    """Left has 3 too many; the nearest its dial goes is 2, and right can have 2 as well: one of two changes at least."""
    found = tuned(at_once, tmp_path)  # type: ignore[arg-type]
    assert found.data["reached"], found.verdicts
    assert found.data["best"] in {"ahead.1=0", "ahead.1=1, ahead.2=1", "ahead.1=2, ahead.2=2", "ahead.1=-1, ahead.2=-1"}
    assert "reaches all targets on fresh luck, with 1 change." in found.verdicts[0].replace("changes", "change")

    def nobody(shards: Iterable[Shard]) -> Iterable[object]:
        assert not list(shards), "all games are in the folder"
        return iter(())

    again = tuned(nobody, tmp_path)  # type: ignore[arg-type]
    assert again == found


def test_what_cannot_be_reached_is_said() -> None:
    found = tuned(at_once, targets=["left=0.5±0.03", "draws<0.01"])  # type: ignore[arg-type]
    assert not found.data["reached"]
    assert found.verdicts[0].startswith("No setting that was tried reaches all targets on fresh luck. The nearest is")
    assert any(verdict.startswith("It misses draws<0.01 (draws 0.") for verdict in found.verdicts)


def test_no_card_is_to_be_worth_much() -> None:
    """A charm of 1 wins one game in ten, so only one of 0 is good enough; a dud is worth nothing anyway."""
    game = feint.load(RAFFLE)
    dials, wanted = read_dials(game, ["charm=0..3"]), read_targets(["max(card)<0.05"])
    conditions = conditions_of(game, [], [], [], [])
    found = tune(Laboratory(at_once), game, dials, wanted, conditions, 1, EFFORT)  # type: ignore[arg-type]
    assert (found.data["best"], found.data["reached"]) == ("charm=0", True)


def test_a_case_must_not_set_a_dial() -> None:
    game = feint.load(RAFFLE)
    conditions = conditions_of(game, [], ["charm=2"], [], [])
    with pytest.raises(FeintError, match="charm is given twice in charm=2, charm=5, bots=random; once is enough"):
        tune(
            Laboratory(at_once),
            game,
            read_dials(game, ["charm=1..5"]),
            read_targets(["left=0.5±0.1"]),
            conditions,
            1,
            EFFORT,
        )  # type: ignore[arg-type]


def test_who_is_near_to_an_edge_plays_more() -> None:
    """The one with the fewest changes that surely is within 2% of even is named, however near it seemed to the edge."""
    aim = Aim(0, "left", read_target("left=0.5±0.02"))

    def measured(name: int, changes: int, mean: float, games: int) -> Measured:
        error = 0.5 / games**0.5
        found = Estimate(mean, mean - SURE * error, mean + SURE * error, error, games)
        return Measured((name,), ("a=1", "b=1", "c=1")[:changes], games, (), (aim,), (found,))

    truths = {0: 0.5199, 1: 0.5215, 2: 0.515, 3: 0.5}
    again = [measured(name, name, seen, 40_000) for name, seen in ((0, 0.519), (1, 0.518), (2, 0.516), (3, 0.5))]
    asked = []

    class MoreGames:
        def measure(self, candidates: Sequence[Candidate], games: int, seed: int) -> list[Measured]:
            [(name,)] = candidates
            asked.append((name, games, seed))
            return [measured(name, name, truths[name], games)]

    best = _surest(MoreGames(), again, 7)  # type: ignore[arg-type]
    assert (best.changed, best.unsure) == (("a=1", "b=1"), 0)
    assert [name for name, *_ in asked] == [1, 2], "0 would need a million games"
    assert asked == [(1, ceil(again[1].games_to_be_sure), 7), (2, ceil(again[2].games_to_be_sure), 7)]
    assert best.games == asked[1][1] > 40_000
    told = _verdicts(again, best, [])
    assert told[:2] == [
        "a=1, b=1 reaches all targets on fresh luck, with 2 changes. 4 of 4 finalists do.",
        "base, with no change, is too near to an edge to be sure.",
    ]
    other = (SimpleNamespace(bot="search:50", text="search:50"),)
    few, many = (replace(measured(2, 2, 0.53, games), conditions=other) for games in (400, 40_000))
    assert "it misses left=0.5±0.02 (left 0.530, search:50), which may be chance" in _verdicts(again, best, [few])[-1]  # type: ignore[arg-type]
    assert _verdicts(again, best, [many])[-1].endswith("it misses left=0.5±0.02 (left 0.530, search:50).")  # type: ignore[arg-type]


def test_the_front_is_of_those_that_nothing_beats() -> None:
    def measured(name: int, changed: int, unfairness: float, length: float) -> Measured:
        one = Measured((name,), ("x",) * changed, 100, (), (), ())
        vars(one).update(loss=unfairness, unfairness=unfairness, lengthiness=length)
        return one

    all_of_them = [
        measured(0, 0, 3.0, 0.0),
        measured(1, 1, 1.0, 0.5),
        measured(2, 1, 2.0, 0.6),
        measured(3, 2, 1.0, 0.0),
    ]
    assert [one.candidate for one in front(all_of_them)] == [(0,), (1,), (3,)]
