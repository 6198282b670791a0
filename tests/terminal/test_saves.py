"""Saving and going on: whatever ends a sitting, nothing is lost and nothing is shown twice."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import feint
from kit.terminal import FEINT, TIMEOUT, Person, a_battle, at_one_keyboard, run

LEAVING = {
    "quit": lambda person, prompt: person.types(prompt, "quit"),
    "ctrl-c": lambda person, prompt: person.presses(prompt, "c"),
    "end of input": lambda person, prompt: person.presses(prompt, "d"),
    "killed": lambda person, prompt: (person.child.expect_exact(prompt), person.child.kill(signal.SIGTERM)),
    "ctrl-\\": lambda person, prompt: person.presses(prompt, "\\"),
    "pulled the plug": lambda person, prompt: (person.child.expect_exact(prompt), person.child.kill(signal.SIGKILL)),
    "window closed": lambda person, prompt: (person.child.expect_exact(prompt), person.child.kill(signal.SIGHUP)),
}


@pytest.mark.parametrize("how", LEAVING)
@pytest.mark.parametrize("secret", [False, True])
def test_leaving_saves_and_resume_goes_on(how: str, secret: bool, tmp_path: Path) -> None:
    """Also in the middle of a battle with a card laid; the file doesn't say which."""
    file = tmp_path / "match.feint"
    person = a_battle("--plain", "--rule", "cards=9", "--record", str(file))
    prompt = "P1, choose your battle card: "
    if secret:
        person.types(prompt, "8")
        prompt = "P2, choose your battle card: "
    LEAVING[how](person, prompt)
    person.leaves()
    if how != "pulled the plug":
        assert f"Saved to {file}" in person.screen
    text = file.read_text()
    assert "card 8" not in text
    assert "| Battle initiated at position 3!" in text

    again = Person("play", "--plain", "--resume", str(file))
    if not secret:
        again.types("P1, choose your battle card: ", "8")
    again.types("P2, choose your battle card: ", "9")
    again.quits()
    assert "P1 plays 8. P2 plays 9." in again.screen


def test_a_finished_match_is_recorded_and_can_be_checked(tmp_path: Path) -> None:
    file = tmp_path / "match.feint"
    done = run(*at_one_keyboard("tower-siege"), "--record", str(file), typed="1\n3\n2\n1\n3\n2\n1\n3\n2\n1\n1\n")
    assert done.returncode == 0
    assert feint.replay(file.read_text()).scores == {"P1": 1.0, "P2": 0.0}
    assert run("check", str(file)).stdout.startswith(
        f"{file} is correct: 7 choices, all legal; the result is P1 1, P2 0"
    )


def test_a_folder_that_goes_away(tmp_path: Path) -> None:
    """The match goes on; and it is not called saved when it isn't."""
    folder = tmp_path / "gone"
    folder.mkdir()
    person = Person(*at_one_keyboard("tower-siege"), "--plain", "--record", str(folder / "m.feint"))
    person.child.expect_exact("Enter choice: ")
    shutil.rmtree(folder)
    person.child.sendline("2")
    person.quits()
    assert "Not saved: " in person.screen
    assert "Saved to" not in person.screen


def test_two_who_go_on_with_one_file(tmp_path: Path) -> None:
    """Neither overwrites what the other has played; one who has made no choice writes nothing."""
    file = tmp_path / "m.feint"
    run("play", "tower-siege", "--seat", "P2=random", "--seed", "1", "--record", str(file), typed="2\n")
    idle = Person("play", "--plain", "--resume", str(file))
    late = Person("play", "--plain", "--resume", str(file))
    idle.child.expect_exact("Enter choice: ")
    late.child.expect_exact("Enter choice: ")
    run("play", "--resume", str(file), typed="2\n2\n2\n")
    played = file.read_text()
    idle.child.sendline("quit")
    idle.leaves()
    assert file.read_text() == played
    late.child.sendline("2")
    late.quits()
    assert file.read_text() == played
    assert "was changed by another program; saving to " in late.screen


def test_a_file_that_was_turned_into_something_else(tmp_path: Path) -> None:
    """It is left alone, whatever it is now, and the match is saved elsewhere."""
    file = tmp_path / "m.feint"
    person = Person(*at_one_keyboard("tower-siege"), "--plain", "--record", str(file))
    person.child.expect_exact("Enter choice: ")
    file.write_bytes(b"\xff")
    person.child.sendline("2")
    person.quits()
    assert file.read_bytes() == b"\xff"
    assert "was changed by another program; saving to " in person.screen


def test_ctrl_d_behind_a_secret_means_to_leave() -> None:
    person = a_battle("--plain")
    person.child.expect_exact("P1, choose your battle card: ")
    person.child.waitnoecho(timeout=60)
    person.child.send("4")
    person.child.sendeof()
    person.child.sendeof()
    assert person.leaves() == 0
    assert "P2, choose your battle card" not in person.screen


def test_a_terminal_that_is_closed_at_a_secret_prompt(tmp_path: Path) -> None:
    """No traceback, and the match is there."""
    complaints = tmp_path / "stderr"
    code = f"import sys; sys.stderr = open({str(complaints)!r}, 'w', buffering=1); from feint.terminal.app import main; sys.exit(main())"
    file = tmp_path / "m.feint"
    child = pexpect.spawn(
        sys.executable,
        ["-c", code, *at_one_keyboard("terminal-maneuver"), "--record", str(file)],
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    child.expect_exact("face down (0-6): ")
    os.close(child.child_fd)
    os.waitpid(child.pid, 0)
    child.closed, child.terminated = True, True
    assert complaints.read_text() == ""
    assert "unfinished" in file.read_text()


def test_a_full_disk_leaves_no_broken_key(tmp_path: Path) -> None:
    """A key is there whole or not at all; a damaged one is said to be, with what to do."""
    key = tmp_path / "feint" / "seal.key"
    key.parent.mkdir()
    key.write_bytes(b"")
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([*FEINT, "play", "tower-siege"], input="", capture_output=True, text=True, env=env)
    assert done.returncode == 2
    assert "is damaged: a key has 32 bytes, not 0; delete it" in done.stderr
    key.unlink()
    assert subprocess.run([*FEINT, "play", "tower-siege"], input="", capture_output=True, env=env).returncode == 0
    assert len(key.read_bytes()) == 32
    assert key.stat().st_mode & 0o777 == 0o600


def test_two_matches_in_one_second_are_two_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for _ in range(3):
        run("play", "tower-siege", "--seat", "P1=random", "--seat", "P2=random")
    assert len(list(tmp_path.rglob("*.feint"))) == 3


def test_nowhere_to_save_is_said_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("XDG_DATA_HOME", "HOME"):
        env = {key: value for key, value in os.environ.items() if key != "XDG_DATA_HOME"} | {
            name: str(tmp_path / "file")
        }
        done = subprocess.run([*FEINT, "play", "tower-siege"], capture_output=True, text=True, input="", env=env)
        assert done.returncode == 2
        assert re.search(r"^feint: .* can't be written: not a directory$", done.stderr, re.MULTILINE)


def test_without_a_name_it_is_saved_in_the_players_own_folder() -> None:
    person = Person(*at_one_keyboard("tower-siege"), "--plain")
    person.quits()
    saved = list((Path(os.environ["XDG_DATA_HOME"]) / "feint" / "matches").glob("tower-siege-*.feint"))
    assert any(f"Saved to {file}\n" in person.screen for file in saved)
