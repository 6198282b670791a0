"""Files: on the disk, and for good, before anyone is told that they are there."""

import errno
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import feint
from feint.core.errors import FeintError
from feint.core.files import flush, make_folder, write_atomically
from feint.terminal import saves, seat_tokens
from feint.terminal.lesson_progress import LessonProgress, read_progress, write_progress


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system is asked to do, in order: files and folders that are flushed, and files that change their names."""
    asked: list[str] = []
    sync, replace, link = os.fsync, os.replace, os.link

    def fsync(opened: int) -> None:
        asked.append(f"flush {_name(os.readlink(f'/proc/self/fd/{opened}'))}")
        sync(opened)

    def renamed(source: Any, target: Any) -> None:
        asked.append(f"replace {_name(target)}")
        replace(source, target)

    def linked(source: Any, target: Any) -> None:
        asked.append(f"link {_name(target)}")
        link(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renamed)
    monkeypatch.setattr(os, "link", linked)
    return asked


def _name(path: object) -> str:
    """A file's name, of a draft without what is drawn for it."""
    name = Path(str(path)).name
    return f"draft of {name[1:].rpartition('.')[0]}" if name.startswith(".") else name


def test_a_file_is_flushed_before_and_after_it_takes_its_place(tmp_path: Path, done: list[str]) -> None:
    with write_atomically(tmp_path / "file") as draft:
        draft.write_text("all of it")
    assert done == ["flush draft of file", "replace file", f"flush {tmp_path.name}"]


def test_folders_that_are_made_are_flushed_too(tmp_path: Path, done: list[str]) -> None:
    make_folder(tmp_path / "a" / "b")
    assert done == [f"flush {tmp_path.name}", "flush a"]
    make_folder(tmp_path / "a" / "b")
    assert len(done) == 2


def test_whatever_is_said_to_be_saved(tmp_path: Path, done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches and the key that they are sealed with, tokens, and how far someone has come with the lessons."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = feint.load("tower-siege")
    saves.save(game.start(seed=1), saves.folder() / "m.feint")
    assert done[1:] == [
        "flush draft of seal.key", "link seal.key", "flush feint",
        "flush feint", "flush draft of m.feint", "replace m.feint", "flush matches",
    ]  # fmt: skip
    token = seat_tokens.SeatToken("http://x", "table", "P1", "token", "string", "commitment")
    token.save()
    name = seat_tokens._path(token).name
    assert done[-3:] == [f"flush draft of {name}", f"replace {name}", "flush seats"]
    write_progress(game, LessonProgress())
    assert done[-3:] == ["flush draft of lessons.json", "replace lessons.json", "flush feint"]


def test_progress_that_cant_be_read_now_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of other games would be lost."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one, other = feint.load("tower-siege"), feint.load("terminal-maneuver")
    write_progress(one, LessonProgress(["first"]))

    def fails(*_given: Any, **_named: Any) -> str:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", fails)
        with pytest.raises(FeintError, match=r"lessons\.json can't be written: input/output error"):
            write_progress(other, LessonProgress(["second"]))
        assert read_progress(one) == LessonProgress()
    write_progress(other, LessonProgress(["second"]))
    assert (read_progress(one).done, read_progress(other).done) == (["first"], ["second"])


def test_a_key_that_another_program_has_just_made_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two begin at the same time and find none: whoever is later uses the other's, or its matches would be lost."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = saves._key_path()
    make_key = saves._make_key

    def later(path: Path) -> None:
        path.parent.mkdir(parents=True)
        path.write_bytes(b"o" * 32)
        make_key(path)

    monkeypatch.setattr(saves, "_make_key", later)
    assert saves.own_key() == b"o" * 32
    assert [file.name for file in path.parent.iterdir()] == ["seal.key"], "no draft is left"


@pytest.mark.parametrize("first", ["empty", "whole", "nothing"])
def test_a_key_stays_where_there_are_no_hard_links(first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the other program has written its key already, or only made the file; and it can be made there, too."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = saves._key_path()
    make_key = saves._make_key

    def no_links(draft: Path, path: Path) -> None:
        if first != "nothing" and not path.exists():
            path.write_bytes(b"o" * 32 if first == "whole" else b"")
        raise PermissionError("no links here")

    def later(seconds: float) -> None:
        path.write_bytes(b"o" * 32)

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(saves.time, "sleep", later)
    found = saves.own_key()
    assert len(found) == 32
    assert (found == b"o" * 32) == (first != "nothing")
    assert saves.own_key() == path.read_bytes() == found
    make_key(path)
    assert path.read_bytes() == found, "whoever comes later doesn't replace it"
    assert path.stat().st_mode & 0o777 == 0o600 or first != "nothing"
    assert [file.name for file in path.parent.iterdir()] == ["seal.key"], "no draft is left"


def test_of_several_saved_matches_the_last_unfinished_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the oldest, nor one that is over and was played later."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = feint.load("tower-siege")
    over = game.start(seed=1)
    over.resign("P1")
    for time, (name, match) in enumerate(
        {"first": game.start(seed=1), "last": game.start(seed=2), "middle": game.start(seed=3), "over": over}.items()
    ):
        saves.save(match, saves.folder() / f"{name}.feint")
        os.utime(
            saves.folder() / f"{name}.feint", times=(0, {"last": 50}.get(name, time)) if name != "over" else (0, 99)
        )
    found = saves.last_unfinished()
    assert found == saves.folder() / "last.feint"
    assert saves.restore(found, None).seed == 2


def test_what_the_disk_refuses_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full only says so when it is asked to hold the file."""

    def full(_opened: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "file").write_text("before")
    monkeypatch.setattr(os, "fsync", full)
    refused = pytest.raises(feint.FeintError, match="file can't be written: no space left on device")
    with refused, write_atomically(tmp_path / "file") as draft:
        draft.write_text("after")
    assert (tmp_path / "file").read_text() == "before"
    assert len(list(tmp_path.iterdir())) == 1


def test_flushing_keeps_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where it works, nor where a file system knows no such thing, nor where the disk fails."""
    there = Path("/proc/self/fd")
    if not there.exists():
        pytest.skip("this system doesn't list open files")
    before = len([*there.iterdir()])
    flush(tmp_path)
    for code, raised in ((errno.EINVAL, nullcontext()), (errno.EIO, pytest.raises(OSError))):

        def fails(_opened: int, code: int = code) -> None:
            raise OSError(code, "no")

        monkeypatch.setattr(os, "fsync", fails)
        with raised:
            flush(tmp_path)
    assert len([*there.iterdir()]) == before
