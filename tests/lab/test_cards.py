"""What items are worth: a charm's worth is found, and a dud that changes only one's luck is rarely thought to matter."""

from collections.abc import Iterable

import pytest

import feint
from feint.core.errors import FeintError
from feint.lab.cards import cards, item_numbers
from feint.lab.laboratory import Laboratory
from feint.lab.setting import BASE, read_setting
from feint.lab.shards import Shard, play_shard
from kit.paths import EXAMPLE_GAMES

RAFFLE = EXAMPLE_GAMES / "raffle"
RUNS, GAMES = 100, 300


def at_once(shards: Iterable[Shard]) -> Iterable[object]:
    return ((shard, play_shard(shard)) for shard in shards)


def effects(seed: int, near: float, most: int) -> dict[tuple[str, str], dict[str, float]]:
    setting = read_setting(feint.load(RAFFLE), BASE)
    found = cards(Laboratory(at_once), setting, ["random"], seed, near, most)  # type: ignore[arg-type]
    return {(one["item"], one["trial"]): one for one in found.data["effects"]}


def test_what_a_charm_is_worth() -> None:
    """3 more in 0 to 9, as the other has in half of all games: worked out by hand from the 100 pairs of numbers."""

    def wins(ahead: int) -> float:
        return sum((a + ahead > b) + (a + ahead == b) / 2 for a in range(10) for b in range(10)) / 100

    other = [0, 3]  # what anyone takes, each as likely: nothing, or a charm
    before = sum(wins(mine - its) for mine in other for its in other) / 4
    after = sum(wins(3 + mine - its) for mine in other for its in other) / 4
    found = effects(1, 0.008, 40_000)
    given = found["Charm", "given"]
    assert given["low"] <= after - before <= given["high"]
    assert given["high"] - given["low"] <= 0.0161, "as near as was asked for"
    without = sum(wins(-its) for its in other) / 2
    forbidden = found["Charm", "forbidden"]
    assert forbidden["low"] <= without - before <= forbidden["high"]
    assert found["Charm", "forced"]["low"] > 0


def test_a_dud_is_rarely_thought_to_matter() -> None:
    """At most in one of twenty runs, and what is expected of so many runs by chance."""
    flagged = sum(
        any(one["q"] <= 0.05 for (item, _), one in effects(seed, 1.0, GAMES).items() if item == "Dud")
        for seed in range(RUNS)
    )
    assert flagged <= 9, "with a chance of 1 in 20 it is more in 3% of such tests"


def test_a_dud_changes_games_all_the_same() -> None:
    found = effects(7, 1.0, GAMES)
    assert found["Dud", "given"]["touched"] > GAMES / 10, "it is other luck: not a test of nothing"


def test_only_what_can_be_tried() -> None:
    with pytest.raises(
        FeintError, match="urn has nothing to try out: a game's trials.py says what can be given or forbidden"
    ):
        item_numbers(feint.load(EXAMPLE_GAMES / "urn"), [])
    with pytest.raises(FeintError, match="raffle has no Cup; it has Charm, Dud"):
        item_numbers(feint.load(RAFFLE), ["Cup"])
    assert item_numbers(feint.load(RAFFLE), ["dud"]) == [1]
    setting = read_setting(feint.load(RAFFLE), BASE)
    with pytest.raises(FeintError, match="search:5 doesn't know what it mustn't do, so it can't be tried"):
        cards(Laboratory(at_once), setting, ["search:5"], 1, 0.1, 100)  # type: ignore[arg-type]
