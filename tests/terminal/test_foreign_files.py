"""Files from others: nothing in them, and nothing in their names, acts on a terminal; a refused one never looks right."""

import subprocess
from pathlib import Path

import pytest

import feint
from feint.core.plain_text import printable
from feint.terminal.console import TerminalConsole
from kit.games import BOOK
from kit.terminal import FEINT, run

PROOF = "\x1b[2K\rmatch.feint is correct: 8 choices, all legal\x1b[8m"  # over what was said, and the rest is invisible
PLACES = ["P1=human", "rules: 1", "seed: 7", "P1 rest", "P1=0", "round 3", "track", "game: tower-siege", "feint record"]
COMMANDS = [["check"], ["check", "--json"], ["replay", "--all"], ["review"], ["solve", "tower-siege", "--at"], ["play", "--resume"]]  # fmt: skip


def acts(text: str) -> bool:
    """Whether anything in what was printed would act on a terminal."""
    return any(printable(line) != line for line in text.replace("\r\n", "\r").split("\n"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_in_a_record_acts_on_a_terminal(command: list[str], tmp_path: Path) -> None:
    """Wherever it stands in the record, whoever reads it."""
    file = tmp_path / "match.feint"
    for place in PLACES:
        for edited in (place + PROOF, place[:2] + PROOF + place[2:], f"{place} {PROOF}"):
            file.write_bytes(BOOK.replace(place, edited).encode())
            done = run(*command, str(file))
            assert done.returncode != 0
            assert "is correct" not in done.stdout
            assert not acts(done.stdout + done.stderr), place


@pytest.mark.parametrize("text", [BOOK, BOOK.replace("seed: 7", "seed: x")])
def test_a_file_with_a_name_that_acts(text: str, tmp_path: Path) -> None:
    file = tmp_path / f"a\n{PROOF}.feint"
    file.write_text(text)
    for command in COMMANDS[:-1]:
        done = run(*command, str(file))
        assert not acts(done.stdout + done.stderr), command
    missing = run("check", str(tmp_path / f"none{PROOF}"))
    assert not acts(missing.stdout + missing.stderr)


def test_a_deck_that_acts(tmp_path: Path) -> None:
    """It is refused, with the line; so no record can hold it."""
    deck = tmp_path / "cards.csv"
    own = (feint.load("space-goats").folder / "cards.csv").read_text()
    deck.write_text(own.replace("Scout Ship", f"Scout{PROOF}"))
    done = run("play", "space-goats", "--deck", str(deck))
    assert done.returncode == 2
    assert done.stderr == f"feint: {deck} can't be read: line 3 holds the control character U+001B\n"


def test_whatever_a_console_says(capsys: pytest.CaptureFixture[str]) -> None:
    """All lines of the dialogue and of notes go through one place."""
    console = TerminalConsole(plain=True)
    for tell in (console.say, console.note, console.page):
        tell(f"one{PROOF}\u202e two\ttabs")
        said = capsys.readouterr().out
        assert not acts(said)
        assert said.strip().replace("\n", "").startswith("one?[2K")


def test_a_real_process_prints_nothing_that_acts(tmp_path: Path) -> None:
    """As a person runs it: what arrives at the other end of its output."""
    file = tmp_path / "match.feint"
    file.write_bytes(BOOK.replace("result: P1=0", f"result: {PROOF}P1=0").encode())
    done = subprocess.run([*FEINT, "check", str(file)], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == f"{file}, line 11: it holds the control character U+001B, which is no part of any record\n".encode()  # fmt: skip
