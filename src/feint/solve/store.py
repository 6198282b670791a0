"""Solutions on disk: arrays and a few words, with a checksum, under a name that changes with rules and rulings."""

import hashlib
import io
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from feint.core.game import Game

MARK = b"feint solution 1 "


class Damaged(Exception):
    """A stored solution that isn't what was stored."""


def place_of(game: Game) -> Path:
    """The file in which a game's solution is kept: it is another one if anything that it rests on has changed."""
    feint = Path(__file__).parents[1]
    found = hashlib.sha256(json.dumps([game.rulings_text, game.data_text]).encode())
    for folder in (feint / "core", feint / "solve", game.folder):
        for source in sorted(folder.rglob("*")):
            if source.suffix in (".py", ".toml", ".csv"):
                found.update(source.name.encode() + b"\0" + source.read_bytes())
    return user_cache_path("feint") / "solutions" / f"{game.folder.name}-{found.hexdigest()[:16]}"


def keep(path: Path, words: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Store a solution; nothing is lost but time if that can't be done. A file is there whole or not at all."""
    packed = io.BytesIO()
    np.savez(packed, words=np.frombuffer(json.dumps(words).encode(), np.uint8), **arrays)
    body = packed.getvalue()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MARK + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)


def kept(path: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A stored solution's words and arrays; None if there is none. One that was damaged is refused."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head, _, body = content.partition(b"\n")
    if head != MARK + hashlib.sha256(body).hexdigest().encode():
        raise Damaged(f"{path} is damaged")
    with np.load(io.BytesIO(body), allow_pickle=False) as arrays:
        found = {name: arrays[name] for name in arrays}
    return json.loads(found.pop("words").tobytes()), found
