"""The ladder: ratings, luck, fair seats, and what restrictions cost."""

import numpy as np
import pytest

import feint
from feint.core.errors import FeintError
from feint.lab.laboratory import Laboratory
from feint.lab.shards import Shard
from feint.lab.skill import Meeting, _explained, default_ladder, skill
from feint.lab.tournament import run_tournament
from kit.lab import CountingWorkers, small_game


@pytest.fixture(scope="module")
def urn() -> feint.Game:
    return feint.load(small_game())


def coins(first: float, second: float, deals: int = 20_000) -> Meeting:
    """Games of two players, of which the first wins so many when it sits in the one and in the other seat."""
    random = np.random.default_rng(8)
    return Meeting("a", "b", (random.random((2, deals)) < [[first], [second]]).astype(float))


@pytest.mark.parametrize(
    ("meetings", "players", "seats"),
    [
        ([coins(0.75, 0.75)], 0.25, 0.0),  # (0.75 - 0.5)² of 0.25
        ([coins(0.5, 0.5)], 0.0, 0.0),
        ([coins(0.8, 0.2)], 0.0, 0.36),  # (0.8 - 0.2)² / 4 of 0.25
        ([coins(0.75, 0.75), coins(0.5, 0.5)], 0.125, 0.0),
        ([coins(1.0, 1.0)], 1.0, 0.0),
    ],
)
def test_what_decides_a_game(meetings: list[Meeting], players: float, seats: float) -> None:
    found = _explained(meetings)
    for (share, low, high), truth in zip(found, (players, seats, 1 - players - seats), strict=True):
        assert share == pytest.approx(truth, abs=0.02)
        assert low - 0.005 <= truth <= high + 0.005


def test_few_games_do_not_look_like_skill() -> None:
    """Measured means of equals differ from a half; what luck adds to their squares is taken off."""
    random = np.random.default_rng(4)
    found = [_explained([Meeting("a", "b", (random.random((2, 20)) < 0.5).astype(float))])[0][0] for _ in range(40)]
    assert np.median(found) < 0.01
    naive = [(np.mean(random.random(40) < 0.5) - 0.5) ** 2 / 0.25 for _ in range(40)]
    assert np.mean(found) < np.mean(naive)


def test_a_ladder(urn: feint.Game) -> None:
    found = skill(Laboratory(CountingWorkers().play), urn, ["fool", "random", "keeper"], 2000, 10, 3)
    tables = {section.heading: section.table for section in found.sections}
    ratings = [row[2] for row in tables["Ratings"].rows]
    assert ratings[0] == 0
    assert ratings == sorted(ratings)
    neighbours = tables["Neighbouring rungs"].rows
    assert [row[0] for row in neighbours] == ["random over fool", "keeper over random"]
    assert all(row[2] > 0.5 for row in neighbours)
    assert sum(row[1] for row in tables["What decides a game"].rows) == pytest.approx(1)
    seats = {(row[0], row[1]): row[2] for row in tables["Seats, where all are of one rung"].rows}
    assert seats["keeper", "left"] > 0.55
    assert seats["fool", "left"] < 0.45
    assert any("Among keeper players seats are uneven: left has" in verdict for verdict in found.verdicts)
    costs = {row[0]: row for row in tables["Restricted play"].rows}
    assert costs["keeper never swaps"][-1] == "costs"
    assert costs["keeper never holds"][-1] == "costs"
    assert costs["keeper never chooses"][-1] == "not yet known"
    assert costs["fool never holds"][-1] == "gains"
    assert "random never swaps" not in costs, "random plays are no bots of the game"


def test_pairs_come_out_as_in_a_tournament(urn: feint.Game) -> None:
    found = skill(Laboratory(CountingWorkers().play), urn, ["random", "keeper"], 400, 10, 3)
    [pairing] = run_tournament(urn, ["random", "keeper"], 400, seed=3).pairings
    [row] = next(section for section in found.sections if section.heading == "Neighbouring rungs").table.rows
    assert row[1] == pytest.approx(1 - pairing.points / pairing.games)


def test_a_ladder_in_the_wrong_order(urn: feint.Game) -> None:
    found = skill(Laboratory(CountingWorkers().play), urn, ["keeper", "fool"], 400, 10, 3)
    assert any("fool is on a higher rung than keeper, but gets only" in verdict for verdict in found.verdicts)


def test_those_that_think_play_fewer_games() -> None:
    workers = CountingWorkers()
    found = skill(Laboratory(workers.play), feint.load("terminal-maneuver"), ["random", "search:2"], 2000, 8, 3)

    def games(shards: list[Shard], thinking: bool) -> int:
        return sum(shard.games for shard in shards if shard.series.is_compiled != thinking)

    assert games(workers.played, thinking=True) == 2 * 4 + 8
    assert games(workers.played, thinking=False) == 2000
    assert any("Restricted play was not examined" in caveat for caveat in found.caveats)


def test_default_ladders(urn: feint.Game) -> None:
    assert default_ladder(urn) == ["random", "keeper:50%", "fool", "keeper"]
    assert default_ladder(feint.load("space-goats")) == ["random", "miser:50%", "trader", "miser", "search:50"]
    assert default_ladder(feint.load("terminal-maneuver")) == ["random", "search:10", "search:100", "perfect"]
    assert default_ladder(feint.load("terminal-maneuver", rounds=4)) == ["random", "search:10", "search:100"]


def test_a_ladder_of_one(urn: feint.Game) -> None:
    with pytest.raises(FeintError, match="a ladder takes at least two players"):
        skill(Laboratory(CountingWorkers().play), urn, ["keeper"], 100, 10, 3)
    with pytest.raises(FeintError, match="there is no player called wizard here"):
        skill(Laboratory(CountingWorkers().play), urn, ["keeper", "wizard"], 100, 10, 3)
