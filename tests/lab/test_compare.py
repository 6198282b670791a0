"""Comparisons: what is different is found, what isn't is hardly ever called so, and the verdict is put in words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

import feint
from feint.core.errors import FeintError
from feint.lab.compare import DIFFERENT, EQUAL, UNKNOWN, compare
from feint.lab.findings import Findings
from feint.lab.game_rows import GameRows, Simulator
from feint.lab.laboratory import Laboratory
from feint.lab.setting import Setting, read_setting
from feint.lab.shards import Shard
from kit.lab import CountingWorkers, small_game


@pytest.fixture(scope="module")
def game() -> feint.Game:
    return feint.load(small_game())


def verdicts(found: Findings) -> dict[tuple[str, str], str]:
    [section] = found.sections
    return {(row[0], row[1]): row[-1] for row in section.table.rows}


class OtherLuck:
    """Plays the games of one setting with other luck than those of the others, so that pairs have nothing in common."""

    def __init__(self, of: Setting) -> None:
        self.of = of.key
        self.simulators: dict[str, Simulator] = {}

    def play(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, GameRows]]:
        for shard in shards:
            setting = shard.series.setting
            simulator = self.simulators.setdefault(setting.key, Simulator(setting.game, setting.players))
            seed = shard.series.seed + (10**6 if setting.key == self.of else 0)
            yield shard, simulator.rows(seed, shard.first, shard.games)


@pytest.mark.parametrize("until", [None, 0.08], ids=["at once", "looking all the time"])
def test_false_alarms_are_rare(game: feint.Game, until: float | None) -> None:
    """Right never chooses, so it makes no difference who it is. 5% of them may be called different."""
    before, after = read_setting(game, "right=keeper"), read_setting(game, "right=fool")
    workers, alarms = OtherLuck(after), 0
    comparisons = 250 if until is None else 120
    for seed in range(comparisons):
        found = compare(Laboratory(workers.play), before, after, 200, seed, until=until)
        alarms += DIFFERENT in verdicts(found).values()
    assert alarms <= 0.05 * comparisons + 3 * (0.05 * 0.95 * comparisons) ** 0.5
    if until is None:
        assert alarms > 0, "an interval that is never wrong is too wide"


def test_a_difference_is_found_and_put_in_words(game: feint.Game) -> None:
    found = compare(
        Laboratory(CountingWorkers().play), *(read_setting(game, f"left={bot}") for bot in ("fool", "keeper")), 800, 1
    )
    assert verdicts(found)["left", "fool keeper"] == DIFFERENT
    assert verdicts(found)["choices", "fool keeper"] == EQUAL
    [left, right] = found.verdicts
    assert re.fullmatch(r"left gains 0\.\d{3} of the point \(0\.\d{3} to 0\.\d{3}\)\.", left)
    assert re.fullmatch(r"right loses 0\.\d{3} of the point \(0\.\d{3} to 0\.\d{3}\)\.", right)
    assert found.title == "Urn: left=keeper instead of left=fool, 800 games each"


def test_little_is_known_of_few_games(game: feint.Game) -> None:
    found = compare(Laboratory(CountingWorkers().play), read_setting(game, "base"), read_setting(game, "blue=3"), 10, 1)
    assert set(verdicts(found).values()) <= {UNKNOWN, EQUAL}
    assert found.verdicts == ("No difference is proven, and none is excluded yet: play more games.",)


def test_what_makes_no_difference_is_equal(game: feint.Game) -> None:
    """On the same luck not a single game differs. That says little of fifty games, and enough of four hundred."""
    settings = [read_setting(game, f"right={bot}") for bot in ("fool", "keeper")]
    few = compare(Laboratory(CountingWorkers().play), *settings, 50, 1)
    assert set(verdicts(few).values()) == {UNKNOWN}
    found = compare(Laboratory(CountingWorkers().play), *settings, 400, 1)
    assert set(verdicts(found).values()) == {EQUAL}
    assert found.verdicts == ("No seat's share changes by more than the margin.",)


def test_with_several_bots_it_says_whether_they_agree(game: feint.Game) -> None:
    """Without blue balls left is better off with a fool, who holds red, and worse with a keeper."""
    base, other = read_setting(game, "base"), read_setting(game, "blue=0")
    found = compare(Laboratory(CountingWorkers().play), base, other, 4000, 1, bots=["keeper", "fool"])
    both = verdicts(found)
    changes = {row[1]: row[4] for row in found.sections[0].table.rows if row[0] == "left"}
    assert (both["left", "keeper"], both["left", "fool"]) == (DIFFERENT, DIFFERENT)
    assert (changes["keeper"] > 0) != (changes["fool"] > 0)
    assert "with keeper" in found.verdicts[0]
    assert found.verdicts[0].endswith("It depends on who plays.")


def test_it_stops_by_itself(game: feint.Game) -> None:
    settings = [read_setting(game, text) for text in ("base", "blue=3")]
    found = compare(Laboratory(CountingWorkers().play), *settings, 2, 1, until=0.05)
    [games] = found.data["games"]
    assert 100 < games < 10_000
    rows = {row[0]: row for row in found.sections[0].table.rows}
    assert rows["left"][6] - rows["left"][5] <= 0.1001
    again = compare(Laboratory(CountingWorkers().play), *settings, 2, 1, until=0.05)
    assert replace(again) == found


def test_the_same_is_no_comparison(game: feint.Game) -> None:
    base = read_setting(game, "base")
    with pytest.raises(FeintError, match="nothing differs between base and blue=2"):
        compare(Laboratory(CountingWorkers().play), base, read_setting(game, "blue=2"), 10, 1)


def test_different_seats_are_not_compared() -> None:
    game = feint.load("space-goats")
    with pytest.raises(FeintError, match="compared seat by seat"):
        compare(Laboratory(CountingWorkers().play), read_setting(game, "base"), read_setting(game, "players=3"), 10, 1)


def test_a_folder_somewhere_else_is_a_game_too(game: feint.Game) -> None:
    found = compare(
        Laboratory(CountingWorkers().play), read_setting(game, "left=random"), read_setting(game, "base"), 300, 2
    )
    assert verdicts(found)["left", "random keeper"] == DIFFERENT
