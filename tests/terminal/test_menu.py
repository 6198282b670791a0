"""The menu: choosing a game, rulings and seats, going on with a match, leaving."""

import sys
import urllib.request
from pathlib import Path

import pytest

from kit import terminal as talk
from kit.games import URN
from kit.terminal import Person, at_one_keyboard, run


def test_the_menu() -> None:
    """Choose a game, rulings, who sits where, play; and again."""
    person = Person("--plain")
    person.types("or q to quit: ", "9")
    person.types("or q to quit: ", "t")
    person.types("or q to quit: ", "tower")
    person.types("Rulings: ", "cards=4")
    person.types("Rulings: ", "cards = 5")
    person.types("Rulings: ", "length=99")
    person.types("Rulings: ", "lengthy")
    person.types("Rulings: ", "?")
    person.types("Rulings: ", "length=3 stride=2")
    person.types("Rulings: ", "")
    person.types("How do you want to play? (1-3; enter: 1) ", "4")
    person.types("How do you want to play? (1-3; enter: 1) ", "")
    person.types(
        "Who is your opponent? (beginner, club, expert, best, random, perfect, search; enter: club) ", "wizard"
    )
    person.types(
        "Who is your opponent? (beginner, club, expert, best, random, perfect, search; enter: club) ", "random"
    )
    person.types("Which seat is yours? (P1, P2; enter: P1) ", "me")
    person.types("Which seat is yours? (P1, P2; enter: P1) ", "")
    person.moves("2")
    for _ in range(30):
        if person.child.expect_exact(["Enter choice: ", "battle card: ", "(1): ", "(1-2): ", "for the menu: "]) == 4:
            break
        person.raw += person.child.before + person.child.after
        person.child.sendline("1" if "battle" not in person.child.after else person.screen.rsplit("cards: [", 2)[1][0])
    person.child.sendline("")
    person.types("or q to quit: ", "q")
    assert person.leaves() == 0
    assert person.screen.count("Enter a number from 1 to 5, or the beginning of a game's name.") == 2
    assert "length=99 is too large: it can be 3 to 30." in person.screen
    assert "lengthy is not of the form name=value." in person.screen
    assert (
        "1. Play against the computer\n2. Play with a friend at this keyboard\n3. Play over the network"
        in person.screen
    )
    assert "Enter one of 1, 2, 3." in person.screen
    assert "It can be one of beginner, club, expert, best, random, perfect, search." in person.screen
    assert "Enter one of P1, P2." in person.screen
    assert "length=3  cards=5  stride=2" in person.screen


def test_enter_is_a_match_against_the_computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody has to know anything: the first seat, and an opponent that can play."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    person = Person("--plain")
    person.types("or q to quit: ", "terminal")
    for prompt in ("Rulings: ", "How do you want to play?", "Who is your opponent?", "Which seat is yours?"):
        person.types(prompt, "")
    person.quits("Missile, choose how much fuel to burn (0-2): ")
    [saved] = (tmp_path / "feint" / "matches").glob("*.feint")
    assert "\nseats: missile=human laser=expert " in saved.read_text()


def test_the_other_seat_is_taken_from_the_menu() -> None:
    person = Person("--plain")
    person.types("or q to quit: ", "terminal")
    person.types("Rulings: ", "")
    person.types("How do you want to play?", "")
    person.types("Who is your opponent?", "search:100")
    person.types("Which seat is yours?", "Laser")
    assert person.quits("Laser, lay your guess face down (0-6): ") == 0


@pytest.mark.parametrize(
    ("game", "answers", "seats"),
    [("tower", [], "P1=human P2=human"), ("space", ["", "trader", ""], "P1=human P2=trader P3=human")],
)
def test_friends_at_this_keyboard(
    game: str, answers: list[str], seats: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """At a table for two, both are people; at a larger one, bots may fill it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    person = Person("--plain")
    person.types("or q to quit: ", game)
    if answers:
        person.types("Rulings: ", "players=3")
    person.types("Rulings: ", "")
    person.types("How do you want to play?", "2")
    for number, answer in enumerate(answers, 1):
        person.types(
            f"Who plays P{number}? (human, beginner, club, expert, best, random, miser, trader, learned, search; enter: human) ",
            answer,
        )
    person.quits("type P1: " if answers else "Enter choice: ")
    [saved] = (tmp_path / "feint" / "matches").glob("*.feint")
    assert f"\nseats: {seats} " in saved.read_text()


@pytest.mark.parametrize("asked", ["Rulings: ", "How do you want to play? (1-3; enter: 1) "])
@pytest.mark.parametrize("word", ["q", "quit"])
def test_leaving_the_menu(asked: str, word: str) -> None:
    person = Person("--plain")
    person.types("or q to quit: ", "tower")
    if asked != "Rulings: ":
        person.types("Rulings: ", "")
    person.types(asked, word)
    assert person.leaves() == 0
    assert person.screen.endswith("Goodbye.\n")


def test_the_menu_goes_on_with_the_last_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    person = Person(*at_one_keyboard("minefield-navigator"), "--plain", "--rule", "steps=5")
    person.types("Enter your choice (1 or 2): ", "scan 5")
    person.quits("Enter your choice (1 or 2): ")
    again = Person("--plain")
    again.types("r to resume your last match, or q to quit: ", "r")
    again.quits("Enter your choice (1 or 2): ")
    assert "Rulings: steps=5" in again.screen
    assert "Scanning step 5..." in again.screen


def test_the_menu_brings_the_coach_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run("play", "terminal-maneuver", "--coach", typed="quit\n")
    person = Person("--plain")
    person.types("r to resume your last match, or q to quit: ", "r")
    person.types("Missile, choose how much fuel to burn (0-2): ", "2")
    person.quits("(0-3): ")
    assert "Coach: burn 2 costs " in person.screen


def test_the_menu_offers_only_matches_that_it_can_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run("play", str(URN), typed="quit\n")
    assert "r to resume" not in run(typed="q\n").stdout


def test_the_menu_minds_no_strange_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "feint" / "matches" / "folder.feint").mkdir(parents=True)
    (tmp_path / "feint" / "matches" / "bytes.feint").write_bytes(b"\xff\n")
    assert "choose a game (1-5), l to learn one, or q to quit: q" in run(typed="q\n").stdout


ON_ANY_PORT = "import feint.terminal.browser as browser; browser.PORT = 0; "
MENU = "from feint.terminal.app import main; sys.exit(main(['--plain']))"


def with_menu(monkeypatch: pytest.MonkeyPatch, before: str) -> Person:
    """The menu at a terminal, with something changed in the process first."""
    monkeypatch.setattr(talk, "FEINT", [sys.executable, "-c", f"import sys; {before}{MENU}"])
    return Person()


def test_enter_plays_in_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server runs on a file of one's own, its address is printed, and Ctrl-C ends it all."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    person = with_menu(monkeypatch, ON_ANY_PORT)
    person.types("Press enter for the browser, choose a game (1-5), l to learn one, or q to quit: ", "")
    person.child.expect(r"Feint is running at (http://127.0.0.1:\d+) \(Ctrl-C stops it\)")
    with urllib.request.urlopen(person.child.match[1]) as answer:
        assert b'src="/web/main.js"' in answer.read()
    person.presses("Open this address in a browser.", "c")
    assert person.leaves() == 0
    assert person.screen.endswith("Goodbye.\n")
    assert (tmp_path / "feint" / "tables.sqlite").exists()


def test_the_page_is_opened_where_there_is_a_desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":99")
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    person = with_menu(monkeypatch, ON_ANY_PORT)
    person.types("or q to quit: ", "")
    person.child.expect(r"Feint is running at (http://127.0.0.1:\d+) ")
    address = person.child.match[1]
    with urllib.request.urlopen(f"{address}/health") as answer:  # by then it runs, and the page was opened before that
        assert answer.status == 200
    assert opened.read_text() == f"{address}\n"
    person.child.sendcontrol("c")
    assert person.leaves() == 0
    assert "Open this address" not in person.screen


def test_one_server_is_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two of them must not share one file: the second menu shows the page of the first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    first = with_menu(monkeypatch, ON_ANY_PORT)
    first.types("or q to quit: ", "")
    first.child.expect(r"Feint is running at http://127.0.0.1:(\d+) ")
    port = first.child.match[1]
    second = with_menu(monkeypatch, ON_ANY_PORT.replace("0; ", f"{port}; "))
    second.types("or q to quit: ", "")
    second.child.expect_exact(f"Feint is already running at http://127.0.0.1:{port}")
    second.types("or q to quit: ", "q")
    assert second.leaves() == 0
    first.child.sendcontrol("c")
    assert first.leaves() == 0


def test_without_the_server_there_is_still_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    person = with_menu(monkeypatch, ON_ANY_PORT + "sys.modules['uvicorn'] = None; ")
    person.types("or q to quit: ", "")
    person.types("or q to quit: ", "tower")
    person.types("Rulings: ", "q")
    assert person.leaves() == 0
    assert "this needs uvicorn, which isn't installed: pip install 'feint[server]'." in person.screen
