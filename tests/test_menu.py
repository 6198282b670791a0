"""The menu: choosing a game, rulings and seats, going on with a match, leaving."""

from pathlib import Path

import pytest

from gamekit import URN
from talk import Person, run


def test_the_menu() -> None:
    """Choose a game, rulings, who sits where, play; and again."""
    person = Person("--plain")
    person.types("or q to leave: ", "9")
    person.types("or q to leave: ", "t")
    person.types("or q to leave: ", "tower")
    person.types("Rulings: ", "cards=4")
    person.types("Rulings: ", "cards = 5")
    person.types("Rulings: ", "length=99")
    person.types("Rulings: ", "lengthy")
    person.types("Rulings: ", "?")
    person.types("Rulings: ", "length=3 stride=2")
    person.types("Rulings: ", "")
    person.types("Who plays P1, human or random or perfect or search? (enter: human) ", "wizard")
    person.types("Who plays P1, human or random or perfect or search? (enter: human) ", "")
    person.types("Who plays P2, human or random or perfect or search? (enter: human) ", "random")
    person.moves("2")
    for _ in range(30):
        if person.child.expect_exact(["Enter choice: ", "battle card: ", "(1): ", "(1-2): ", "for the menu: "]) == 4:
            break
        person.raw += person.child.before + person.child.after
        person.child.sendline("1" if "battle" not in person.child.after else person.screen.rsplit("cards: [", 2)[1][0])
    person.child.sendline("")
    person.types("or q to leave: ", "q")
    assert person.leaves() == 0
    assert person.screen.count("Enter a number from 1 to 5, or how a game's name begins.") == 2
    assert "length=99 is too large: it can be 3 to 30." in person.screen
    assert "lengthy is not of the form name=value." in person.screen
    assert "A seat can be human or random or perfect or search." in person.screen
    assert "length=3  cards=5  stride=2" in person.screen


@pytest.mark.parametrize("asked", ["Rulings: ", "Who plays P1, human or random or perfect or search? (enter: human) "])
@pytest.mark.parametrize("word", ["q", "quit"])
def test_leaving_the_menu(asked: str, word: str) -> None:
    person = Person("--plain")
    person.types("or q to leave: ", "tower")
    if asked != "Rulings: ":
        person.types("Rulings: ", "")
    person.types(asked, word)
    assert person.leaves() == 0
    assert person.screen.endswith("Goodbye.\n")


def test_the_menu_goes_on_with_the_last_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    person = Person("play", "minefield-navigator", "--plain", "--rule", "steps=5")
    person.types("Enter your choice (1 or 2): ", "scan 5")
    person.quits("Enter your choice (1 or 2): ")
    again = Person("--plain")
    again.types("r to go on with the last match, or q to leave: ", "r")
    again.quits("Enter your choice (1 or 2): ")
    assert "Rulings: steps=5" in again.screen
    assert "Scanning step 5..." in again.screen


def test_the_menu_offers_only_matches_that_it_can_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run("play", str(URN), typed="quit\n")
    assert "r to go on" not in run(typed="q\n").stdout


def test_the_menu_minds_no_strange_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "feint" / "matches" / "folder.feint").mkdir(parents=True)
    (tmp_path / "feint" / "matches" / "bytes.feint").write_bytes(b"\xff\n")
    assert "Choose a game (1-5), or q to leave: q" in run(typed="q\n").stdout
