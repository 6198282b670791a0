"""A disk that fails when it is told to, and what is left on it when the power is lost at any moment.

A program that runs with `disk.c` in it changes files as ever, but one chosen change goes wrong, and every change is
logged. From the log follows what a disk may hold if the power is lost after some of them: all that was flushed, and of
the rest any part, in any order, as disks and file systems are free to do.
"""

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512  # bytes that are written or not, as one

# How a change goes wrong: an error, no room, half of a write without a word, half of it and an error, half of it and
# the end of the process, or only late.
FAULTS = ("error", "full", "short", "torn", "kill", "slow")


class Fault(NamedTuple):
    """What goes wrong: the changes from a number on, counted from 1, and how many of them."""

    kind: str
    number: int
    count: int = 1


def compiler() -> str | None:
    """The C compiler of this machine, if it has one."""
    return shutil.which("cc") or shutil.which("gcc")


def build(folder: Path) -> Path:
    """Compile the library into a folder."""
    library = folder / "disk.so"
    command = [str(compiler()), "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    return library


def environment(library: Path, folder: Path, log: Path, fault: Fault | None = None) -> dict[str, str]:
    """The environment of a program whose files in a folder are on this disk."""
    disk = {"LD_PRELOAD": str(library), "FEINT_DISK_FOLDER": f"{folder}", "FEINT_DISK_LOG": str(log)}
    if fault is not None:
        disk["FEINT_DISK_FAULT"] = " ".join(map(str, fault))
    return {**os.environ, **disk}


class Change(NamedTuple):
    """An entry of the log: what was done to which file, and, for others to write, A and a note."""

    kind: str
    path: str
    other: str = ""  # where it was renamed or linked to
    number: int = 0  # the place of a write, or the length after truncating
    data: bytes = b""


def note(log: Path, text: str) -> None:
    """Write a note into the log, between the changes."""
    opened = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(opened, f"A {text}\n".encode())
    finally:
        os.close(opened)


def read_log(log: Path) -> list[Change]:
    """All entries of a log."""
    found, text, at = [], log.read_bytes(), 0
    while at < len(text):
        end = text.index(b"\n", at)
        kind, rest = text[at:end].decode().split(" ", 1)
        at = end + 1
        if kind == "W":
            path, place, length = rest.rsplit(" ", 2)
            found.append(Change(kind, path, number=int(place), data=text[at : at + int(length)]))
            at += int(length)
        elif kind == "T":
            path, length = rest.rsplit(" ", 1)
            found.append(Change(kind, path, number=int(length)))
        elif kind in "RL":
            found.append(Change(kind, *rest.split(" ")))
        else:
            found.append(Change(kind, rest))
    return found


@dataclass
class _File:
    flushed: bytearray = field(default_factory=bytearray)
    waiting: list[Change] = field(default_factory=list)  # writes and truncations that weren't flushed


@dataclass
class Disk:
    """What is on a disk, flushed or waiting to be."""

    names: dict[str, _File] = field(default_factory=dict)  # as a running program sees them
    flushed_names: dict[str, _File] = field(default_factory=dict)
    waiting_names: list[tuple[Change, _File]] = field(default_factory=list)

    def apply(self, change: Change) -> None:
        """Let a program make a change."""
        if change.kind == "C":
            self._rename(change, _File())
        elif change.kind in "RLU" and change.path in self.names:
            self._rename(change, self.names[change.path])
        elif change.kind in "WT" and change.path in self.names:  # one that was unlinked is nobody's any more
            self.names[change.path].waiting.append(change)
        elif change.kind == "S":
            self._flush(change.path)

    def _rename(self, change: Change, file: _File) -> None:
        _change_names(self.names, change, file)
        self.waiting_names.append((change, file))

    def _flush(self, path: str) -> None:
        """A file is flushed with its content, and is there; a folder with the names in it.

        Names are flushed in order, as file systems with a journal have it: with one all those that changed before.
        """
        file = self.names.get(path)
        if file is not None:
            for change in file.waiting:
                _change_content(file.flushed, change, len(change.data))
            file.waiting.clear()
        last = 0
        for number, (change, of) in enumerate(self.waiting_names, 1):
            in_folder = str(Path(change.other or change.path).parent) == path
            if in_folder or (change.kind == "C" and of is file):
                last = number
        for change, of in self.waiting_names[:last]:
            _change_names(self.flushed_names, change, of)
        del self.waiting_names[:last]

    def after_power_loss(self, pick: random.Random) -> dict[str, bytes]:
        """The files that may be there if the power is lost now.

        Names are there as they were at some time since they were flushed; content changes in any order, and by sectors.
        """
        names = dict(self.flushed_names)
        for change, file in self.waiting_names[: pick.randint(0, len(self.waiting_names))]:
            _change_names(names, change, file)
        luck = pick.choice([0.0, 0.2, 0.8, 1.0])
        left = {}
        for file in {id(file): file for file in names.values()}.values():
            content = bytearray(file.flushed)
            for change in file.waiting:
                if pick.random() < luck:
                    _change_content(content, change, len(change.data))
                elif pick.random() < 0.5:
                    sectors = len(change.data) // SECTOR
                    _change_content(content, change, SECTOR * pick.randint(0, sectors))
            left[id(file)] = bytes(content)
        return {path: left[id(file)] for path, file in names.items()}


def _change_names(names: dict[str, _File], change: Change, file: _File) -> None:
    if change.kind in "RU":
        names.pop(change.path, None)
    if change.kind != "U":
        names[change.other or change.path] = file


def _change_content(content: bytearray, change: Change, length: int) -> None:
    """Make the first part of a write; or truncate, which is done or not."""
    end = change.number + length
    if change.kind == "T":
        content[change.number :] = bytes(max(0, change.number - len(content)))
    elif length:
        content.extend(bytes(max(0, change.number - len(content))))
        content[change.number : end] = change.data[:length]


def power_losses(changes: list[Change], pick: random.Random, at_each: int) -> Iterator[tuple[int, dict[str, bytes]]]:
    """For every moment between two changes some disks that may be left, with the number of changes before."""
    disk = Disk()
    for number, change in enumerate(changes, 1):
        disk.apply(change)
        if change.kind != "A":
            for _ in range(at_each):
                yield number, disk.after_power_loss(pick)
