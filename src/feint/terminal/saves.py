"""Files of the player: where matches are saved, and the key that seals those that aren't over."""

import os
import secrets
import time
from pathlib import Path

from platformdirs import user_data_path

from feint.core.errors import BadRecord, FeintError
from feint.core.game import load
from feint.core.match import Match
from feint.core.record import replay
from feint.core.seal import is_sealed, open_sealed, write_sealed


def default_path(match: Match) -> Path:
    """A new file's name in the player's own folder."""
    name = f"{match.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.feint"
    return user_data_path("feint") / "matches" / name


def save(match: Match, path: Path) -> None:
    """Write a match's record, whole or not at all. One that isn't over is sealed."""
    text = match.record() if match.over else write_sealed(match, key())
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_text(path: Path) -> str:
    """The text of a record's file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FeintError(f"{path} can't be read: {(error.strerror or str(error)).lower()}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, "this is not text, so not a record") from None


def restore(path: Path, game: str | None) -> Match:
    """The match in a file, sealed or not; `game` is the folder of one that isn't on the shelf."""
    text = read_text(path)
    return replay(open_sealed(text, key()) if is_sealed(text) else text, load(game) if game else None)


def key() -> bytes:
    """This machine's key for sealing, made when it is first needed; only its owner can read it."""
    path = user_data_path("feint") / "seal.key"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
    except FileExistsError:
        pass
    return path.read_bytes()
