"""Rulings and dials: any that are allowed can be played, any that aren't are refused in one sentence."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint import BadRuling
from kit.games import URN, random_match, rulings


@pytest.mark.parametrize("name", feint.game_names())
@settings(max_examples=50)
@given(data=st.data())
def test_any_allowed_rulings_can_be_played(name: str, data: st.DataObject) -> None:
    """TS-Q3, TM-Q2, MN-Q3: at the dials' limits too. The record carries the full set and replays."""
    game = feint.load(name, **data.draw(rulings(name)))
    match = random_match(game, data.draw(st.integers(0, 2**64 - 1)), most=120)
    for ruling in game.rulings:
        assert f"{ruling}=" in match.record()
    again = feint.replay(match.record())
    assert again.game.rulings == game.rulings
    assert again.record() == match.record()


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("tower-siege", {"track": "sideways"}, "track=sideways is not a choice: track can be parallel or facing"),
        ("tower-siege", {"height": 3}, "tower-siege has no ruling called height; it has track, empty_hand, length"),
        ("tower-siege", {"length": 2}, "length=2 is too small: it can be 3 to 30"),
        (
            "space-goats",
            {"first_draw": "0/5"},
            "first_draw=0/5 can't be: it can be a number from -4 to 4 for each player in order, with / between",
        ),
        ("tower-siege", {"length": 31}, "length=31 is too large: it can be 3 to 30"),
        ("tower-siege", {"length": 3}, "stride=3 is too large: it can be 1 to 2 with length=3"),
        ("tower-siege", {"stride": 10}, "stride=10 is too large: it can be 1 to 9 with length=10"),
        ("tower-siege", {"cards": 0}, "cards=0 is too small: it can be 1 to 9"),
        ("tower-siege", {"cards": 10}, "cards=10 is too large: it can be 1 to 9"),
        ("tower-siege", {"cards": "many"}, "cards=many is not a choice: cards can be 1 to 9"),
        ("tower-siege", {"cards": 2.5}, "cards=2.5 is not a choice: cards can be 1 to 9"),
        ("tower-siege", {"cards": True}, "cards=True is not a choice: cards can be 1 to 9"),
        ("tower-siege", {"cards": None}, "cards=none is not a choice: cards can be 1 to 9"),
        ("tower-siege", {"turn_limit": 0}, "turn_limit=0 is too small: it can be 1 to 1000000 or none"),
        (
            "tower-siege",
            {"turn_limit": "soon"},
            "turn_limit=soon is not a choice: turn_limit can be 1 to 1000000 or none",
        ),
        ("terminal-maneuver", {"fuel": 31}, "fuel=31 is too large: it can be 0 to 30"),
        ("terminal-maneuver", {"fuel": -1}, "fuel=-1 is too small: it can be 0 to 30"),
        ("terminal-maneuver", {"rounds": 6}, "rounds=6 is too large: it can be 1 to 5"),
        ("minefield-navigator", {"steps": 21}, "steps=21 is too large: it can be 2 to 20"),
        ("minefield-navigator", {"mines": 11}, "mines=11 is too large: it can be 0 to 10 with steps=10"),
        ("minefield-navigator", {"steps": 2}, "mines=3 is too large: it can be 0 to 2 with steps=2"),
        ("minefield-navigator", {"detectors": 11}, "detectors=11 is too large: it can be 0 to 10"),
    ],
)
def test_other_rulings_are_refused(name: str, given: dict[str, object], says: str) -> None:
    with pytest.raises(BadRuling) as error:
        feint.load(name, **given)
    assert str(error.value).startswith(says)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("why = ", "because = ", "game.toml: the ruling blue has no why; every ruling has one"),
        ("low = 0", 'low = "one"', "game.toml: low of the ruling blue is 'one'; it must be a whole number"),
        (
            "low = 0",
            'before = "few"',
            "game.toml: before of the ruling blue: blue=few is not a choice: blue can be 0 to 5",
        ),
    ],
)
def test_a_games_own_mistakes_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    folder = tmp_path / "urn"
    shutil.copytree(URN, folder)
    text = (folder / "game.toml").read_text()
    assert old in text
    (folder / "game.toml").write_text(text.replace(old, new))
    with pytest.raises(feint.FeintError, match=re.escape(says)):
        feint.load(folder)


def test_rules_that_python_cannot_read_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "urn"
    shutil.copytree(URN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "rules.py").write_text("ACTIONS = 2\ndef (:\n")
    with pytest.raises(feint.FeintError, match=r"rules\.py, line 2, can't be read: invalid syntax"):
        feint.load(folder).rules  # noqa: B018


def test_dials_may_come_as_text() -> None:
    game = feint.load("tower-siege", length="12", turn_limit="none")
    assert game.rulings["length"] == 12
    assert game.rulings["turn_limit"] is None
    assert feint.load("tower-siege", turn_limit=None).rulings["turn_limit"] is None


@pytest.mark.parametrize("name", feint.game_names())
def test_every_ruling_is_explained(name: str) -> None:
    """The question in one sentence, the choices, the default, and why."""
    game = feint.load(name)
    fields = {field.name for field in game.schema.fields if field.seen_by == "ruling"}
    assert fields == set(game.all_rulings), "each ruling reaches the rules"
    for ruling in game.all_rulings.values():
        assert ruling.question.endswith("?")
        assert ruling.why
        assert ruling.range_text()


@pytest.mark.parametrize("name", feint.game_names())
def test_choices_are_numbered_as_the_rules_number_them(name: str) -> None:
    """A choice's constant in the rules (EXCLUSIVE, WEAR_NO) has the number of its place in game.toml."""
    game = feint.load(name)
    package = game.rules.__package__
    constants = {
        key: value
        for module in sys.modules
        if module.startswith(f"{package}.")
        for key, value in vars(sys.modules[module]).items()
    }
    for ruling in game.all_rulings.values():
        if "choices_from" in game.about["rulings"][ruling.name]:
            continue  # named by a data file, whatever is in it
        for number, choice in enumerate(ruling.choices):
            full = f"{ruling.name}_{choice}".upper()
            assert constants.get(full, constants.get(choice.upper())) == number
