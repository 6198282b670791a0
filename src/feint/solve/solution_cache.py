"""Solutions on disk: arrays and a few words, with a checksum, under a name that changes with rules and rulings.

A file is a line that marks it and has the checksum of all that follows; a line of JSON that says what there is; and the
arrays as they are in memory. It is mapped, not read: a choice in a large game needs a few of its bytes.

All files together have a limit; those go first that weren't used for the longest time. Several processes may save, load
and forget at once: a file that is gone is found anew, and whoever has it mapped keeps it.
"""

import hashlib
import json
import mmap
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from feint.core.game import Game

MARK = b"feint solution 2 "
MOST_BYTES = 1 << 30  # of all files; a larger solution isn't kept at all
ALIGNED = 64  # arrays begin at a multiple of it


class DamagedSolution(Exception):
    """A stored solution that isn't what was stored."""


def cache_path(game: Game) -> Path:
    """The file in which a game's solution is kept: it is another one if anything that it rests on has changed."""
    feint = Path(__file__).parents[1]
    found = hashlib.sha256(json.dumps([game.rulings_text, game.data_text]).encode())
    for folder in (feint / "core", feint / "kernel", feint / "solve", game.folder):
        for source in sorted(folder.rglob("*")):
            if source.suffix in (".py", ".toml", ".csv"):
                found.update(source.name.encode() + b"\0" + source.read_bytes())
    return user_cache_path("feint") / "solutions" / f"{game.folder.name}-{found.hexdigest()[:16]}"


def save(path: Path, words: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Store a solution; nothing is lost but time if that can't be done. A file is there whole or not at all."""
    parts, listed, size = [], [], 0
    for name, array in arrays.items():
        listed.append({"name": name, "type": array.dtype.str, "shape": array.shape, "at": size})
        parts.append(np.ascontiguousarray(array).tobytes())
        parts.append(bytes(-len(parts[-1]) % ALIGNED))
        size += len(parts[-2]) + len(parts[-1])
    head = json.dumps({"words": words, "arrays": listed}).encode()
    begin = len(MARK) + 2 * hashlib.sha256().digest_size + 1 + len(head) + 1
    parts.insert(0, head + b" " * (-begin % ALIGNED) + b"\n")  # so that the arrays are aligned
    if size + len(head) > MOST_BYTES:
        return
    checksum = hashlib.sha256()
    for part in parts:
        checksum.update(part)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([MARK + checksum.hexdigest().encode() + b"\n", *parts])
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
    _forget_least_used(path)


def _forget_least_used(kept: Path) -> None:
    """Delete what was not used for the longest time, until all but one file have room beside it.

    What was never finished, because a process was killed meanwhile, goes in its turn, too.
    """
    found = []
    for path in kept.parent.iterdir():
        with suppress(OSError):  # another process has just deleted or renamed it
            about = path.stat()
            found.append((path != kept, about.st_mtime, about.st_size, path))
    room = MOST_BYTES
    for other, _, size, path in sorted(found, key=lambda file: (file[0], -file[1])):
        room -= size
        if other and room < 0:
            with suppress(OSError):  # or someone has it open, where that keeps it
                path.unlink()


def load(path: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A stored solution's words and arrays; None if there is none. One that was damaged is refused."""
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError:
        return None
    except ValueError:
        raise DamagedSolution(f"{path} is empty") from None
    with suppress(OSError):
        os.utime(path)  # used just now
    line = content.find(b"\n") + 1
    if content[: max(line - 1, 0)] != MARK + hashlib.sha256(memoryview(content)[line:]).hexdigest().encode():
        raise DamagedSolution(f"{path} is damaged")
    begin = content.find(b"\n", line) + 1
    head = json.loads(content[line:begin])
    arrays = {}
    for listed in head["arrays"]:
        shape, count = listed["shape"], int(np.prod(listed["shape"]))
        found = np.frombuffer(content, np.dtype(listed["type"]), count, begin + listed["at"])
        arrays[listed["name"]] = found.reshape(shape)
    return head["words"], arrays
