"""Saved matches: where they are, and the key that seals those that aren't over."""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from feint.core.errors import BadRecord, FeintError
from feint.core.files import flush, make_folder, reason, write_atomically
from feint.core.game import game_names, load
from feint.core.match import Match
from feint.core.record import replay
from feint.core.seal import KEY_BYTES, is_sealed, open_sealed, write_sealed

KEY_PATIENCE = 1.0  # seconds in which another program has to write the key that it has begun to write


def folder() -> Path:
    """Where matches are saved unless the player says otherwise."""
    return user_data_path("feint") / "matches"


def default_path(match: Match) -> Path:
    """A new file's name in the player's own folder."""
    return folder() / f"{match.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.feint"


def last_unfinished() -> Path | None:
    """The unfinished match that was played last."""
    try:
        saved = [path for path in folder().glob("*.feint") if path.is_file()]
        saved.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        return next((path for path in saved if _is_resumable(path.read_text(errors="replace"))), None)
    except OSError:
        return None  # files that come and go, or aren't ours to read: nothing to offer


def _is_resumable(text: str) -> bool:
    """Whether this is an unfinished match of a game that comes with Feint."""
    return is_sealed(text) and any(f"\ngame: {name} " in text for name in game_names())


def save(match: Match, path: Path, coached: bool = False) -> str:
    """Write a match's record atomically; what was written. One that isn't over is sealed, and keeps its coach."""
    text = match.record() if match.over else write_sealed(match, own_key(), coached)
    with write_atomically(path) as draft:
        if path.parent == folder():
            make_folder(path.parent)
        draft.write_text(text, encoding="utf-8")
    return text


def read_text(path: Path) -> str:
    """The text of a record's file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FeintError(f"{path} can't be read: {reason(error)}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, "this is not text, so it is not a record") from None


def restore(path: Path, game: str | None) -> Match:
    """The match in a file, sealed or not; `game` is the folder of a game that doesn't come with Feint."""
    try:
        text = read_text(path)
        loaded = load(game) if game else None
        return open_sealed(text, key(), loaded) if is_sealed(text) else replay(text, loaded)
    except BadRecord as error:
        raise FeintError(f"{path}, {error}") from None


def own_key() -> bytes:
    """This machine's key for sealing, made when it is first needed; only its owner can read it."""
    path = _key_path()
    try:
        if not path.exists():
            _make_key(path)
    except OSError as error:
        raise FeintError(f"{path} can't be written: {reason(error)}") from None
    give_up = time.monotonic() + KEY_PATIENCE
    while path.exists() and not path.stat().st_size and time.monotonic() < give_up:
        time.sleep(0.01)  # another program is about to put its key there
    found = key()
    if found is None:
        raise FeintError(f"{path} can't be read, although it was just written")
    return found


def _make_key(path: Path) -> None:
    """Make a key atomically, and never in place of one that another program has just made."""
    make_folder(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        flush(draft)  # a key that is lost takes all matches with it that were saved under it
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links: whoever makes the file first may put a key in its place
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
                draft.replace(path)
        flush(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def key() -> bytes | None:
    """This machine's key, or None if there is none yet."""
    path = _key_path()
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FeintError(f"{path} can't be read: {reason(error)}") from None
    if len(found) != KEY_BYTES:
        advice = "delete it, but then matches saved with it can't be opened any more"
        raise FeintError(f"{path} is damaged: a key has {KEY_BYTES} bytes, not {len(found)}; {advice}")
    return found


def _key_path() -> Path:
    return user_data_path("feint") / "seal.key"
