"""The contract of a game: what a folder may bring, what it must, and what stands in."""

from pathlib import Path
from types import ModuleType

import pytest

import feint
from feint.core.contract import PARTS, DataReader, Rules, members, missing, no_chance, no_redeal, no_settle, resolve
from feint.core.errors import UnknownGame
from kit.docs import blocks
from kit.paths import EXAMPLE_GAMES, ROOT

EVERY_GAME = [*feint.game_names(), *sorted(folder for folder in EXAMPLE_GAMES.iterdir() if folder.is_dir())]


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_every_game_keeps_it(game: str | Path) -> None:
    loaded = feint.load(game)
    for name, part in PARTS.items():
        if (loaded.folder / f"{name}.py").exists():
            assert missing(part, loaded.module(name)) == []
            assert all(hasattr(getattr(loaded, name), member.name) for member in members(part))
        else:
            assert getattr(loaded, name) is None
    for name in loaded.files:
        assert missing(DataReader, loaded.module(name)) == []


def test_stand_ins() -> None:
    siege, pennies = feint.load("tower-siege"), feint.load(EXAMPLE_GAMES / "pennies")
    assert (siege.rules.chance, siege.rules.settle, siege.rules.OUTCOMES) == (no_chance, no_settle, 0)
    assert not siege.has_chance
    assert pennies.has_chance
    assert feint.load("terminal-maneuver").rules.redeal is not no_redeal
    assert siege.words.said("2") != "2"
    assert pennies.words.said("2") == "2"


def test_what_is_missing_is_named() -> None:
    module = ModuleType("somewhere.rules")
    module.__file__ = "/somewhere/rules.py"
    with pytest.raises(UnknownGame, match=r"^rules\.py of somewhere has no STATE; it has to have one$"):
        resolve(Rules, module)


def test_a_module_is_resolved_once() -> None:
    assert feint.load("tower-siege").rules is feint.load("tower-siege", length=4).rules


def test_all_of_it_is_explained_to_whoever_adds_a_game() -> None:
    """CONTRIBUTING.md has the table that `feint.core.contract` writes."""
    [(_, shown)] = [block for block in blocks((ROOT / "CONTRIBUTING.md").read_text(), "") if block[0] == "contract"]
    from feint.core.contract import described

    assert shown == described(), "make docs"
