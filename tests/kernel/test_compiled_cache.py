"""Compiled loops on disk: whatever was done to the files, what comes out is right, without a traceback or a crash."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from numba.core.errors import TypingError

from feint.kernel.compiler import compiled

# For each line that it gets: the results of two loops, read from disk or compiled anew, and which were compiled. It also
# says when it begins to compile, and when it has to wait for another process.
PROGRAM = """
import sys
import numpy as np
from numba.core import event
from feint.kernel import compiled_cache
from feint.kernel.compiler import compiled

def squares(numbers):
    total = 0
    for number in numbers:
        total += number * number
    return total

def cubes(numbers):
    total = 0
    for number in numbers:
        total += number * number * number
    return total

made, talk = [], sys.argv[1:]

def tell(what):
    if what in talk:
        print(what, flush=True)
        sys.stdin.readline()

class Listener(event.Listener):
    def on_start(self, event):
        made.append(event.data["dispatcher"].py_func.__name__)
        tell("compiling")

    def on_end(self, event):
        pass

compiled_cache.sleep = lambda seconds: tell("waiting")

with event.install_listener("numba:compile", Listener()):
    for line in sys.stdin:
        made.clear()
        found = [compiled(loop)(np.arange(5)) for loop in (squares, cubes)]
        print(*found, *made, flush=True)
"""
RIGHT, COMPILED = "30 100", "squares cubes"


class Program:
    """The program in a process of its own, whose compiled loops are kept in this folder."""

    def __init__(self, folder: Path, *talk: str) -> None:
        file = folder / "loops.py"
        file.write_text(PROGRAM)
        env = os.environ | {"XDG_CACHE_HOME": str(folder)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, str(file), *talk], env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )

    def __call__(self) -> str:
        """Let it go on until it says something: what."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("go on\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        """It ends without a word on what went wrong."""
        _, errors = self.process.communicate(timeout=600)
        assert (self.process.returncode, errors) == (0, "")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=600)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    with ExitStack() as stack:

        def started(*talk: str) -> Program:
            program = Program(tmp_path, *talk)
            stack.callback(program.kill)
            return program

        yield started


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "feint" / "compiled").rglob("*") if path.is_file())


def truncate(paths: list[Path]) -> None:
    for path in paths:
        os.truncate(path, path.stat().st_size // 2)


def empty(paths: list[Path]) -> None:
    for path in paths:
        path.write_bytes(b"")


def flip_early(paths: list[Path]) -> None:
    flip(paths, 10)


def flip_in_the_middle(paths: list[Path]) -> None:
    flip(paths, 2)


def flip_late(paths: list[Path]) -> None:
    flip(paths, 1.1)


def flip(paths: list[Path], part: float) -> None:
    for path in paths:
        data = bytearray(path.read_bytes())
        at = int(len(data) / part)
        data[at : at + 40] = bytes(byte ^ 0xFF for byte in data[at : at + 40])
        path.write_bytes(data)


def exchange(paths: list[Path]) -> None:
    contents = [path.read_bytes() for path in paths]
    for path, content in zip(paths, [*contents[1:], contents[0]], strict=True):
        path.write_bytes(content)


def write_nonsense(paths: list[Path]) -> None:
    for path in paths:
        path.write_bytes(b"feint compiled 1 nonsense\nmore")


def turn_into_folders(paths: list[Path]) -> None:
    for path in paths:
        path.unlink()
        path.mkdir()


DAMAGES = [truncate, empty, flip_early, flip_in_the_middle, flip_late, exchange, write_nonsense, turn_into_folders]


def test_what_was_damaged_is_compiled_again(start: Callable[..., Program], tmp_path: Path) -> None:
    """Each way of damage is followed by the right results, and then by files that can be used again."""
    first = start()
    assert first() == f"{RIGHT} {COMPILED}"
    first.end()
    program = start()
    assert program() == RIGHT, "it was kept on disk"
    for damage in DAMAGES[:-1]:
        damage(kept(tmp_path))
        assert program() == f"{RIGHT} {COMPILED}", damage.__name__
        assert program() == RIGHT, f"{damage.__name__}: what was made then is kept"
    turn_into_folders(kept(tmp_path))
    assert program() == f"{RIGHT} {COMPILED}"
    assert kept(tmp_path) == [], "nothing is left of what couldn't be kept"
    program.end()


@pytest.mark.parametrize("which", ["feint", "feint/compiled"])
def test_no_place_to_keep_it(which: str, start: Callable[..., Program], tmp_path: Path) -> None:
    """A file where the folder should be, and a folder that can't be written: compiled each time."""
    place = tmp_path / which
    place.parent.mkdir(exist_ok=True)
    place.write_text("")
    program = start()
    assert program() == f"{RIGHT} {COMPILED}"
    place.unlink()
    place.mkdir()
    place.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert program().startswith(RIGHT)
    finally:
        place.chmod(0o700)
    program.end()


def test_two_processes_compile_it_once(start: Callable[..., Program], tmp_path: Path) -> None:
    """The second waits for the first's file, and loads it."""
    first, second = start("compiling"), start("waiting")
    assert first() == "compiling"
    assert second() == "waiting"
    assert second() == "waiting"
    assert first() == "compiling", "the second loop"
    assert first() == f"{RIGHT} {COMPILED}"
    assert said_after_waiting(second) == RIGHT
    assert not list(tmp_path.rglob("*.lock"))
    first.end()
    second.end()


def test_one_that_was_killed_keeps_nobody_waiting(start: Callable[..., Program], tmp_path: Path) -> None:
    first, second = start("compiling"), start("waiting")
    assert first() == "compiling"
    assert second() == "waiting"
    first.kill()
    assert said_after_waiting(second) == f"{RIGHT} {COMPILED}"
    assert not list(tmp_path.rglob("*.lock"))
    second.end()


def said_after_waiting(program: Program) -> str:
    while (said := program()) == "waiting":
        pass
    return said


def test_what_cannot_be_compiled_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def nonsense(number: int) -> Any:
        return number.nothing  # type: ignore[attr-defined]

    for _ in range(2):
        with pytest.raises(TypingError):
            compiled(nonsense)(1)
        assert not list(tmp_path.rglob("*.lock"))


def test_where_nothing_can_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def refuse(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "no locks here")

    monkeypatch.setattr("fcntl.flock", refuse)

    def twice(number: int) -> int:
        return 2 * number

    assert compiled(twice)(4) == 8
    assert len(kept(tmp_path)) == 1
