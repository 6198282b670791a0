"""The seats that someone holds at network tables: the token of each in a file that only its owner can read.

Whoever comes back, after Ctrl-C or a crash, comes back to their seat. The file of a seat is locked while a program sits
there: a second terminal takes another seat, as a second person at the same machine wants.
"""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from feint.core.files import written_whole

try:
    import fcntl
except ImportError:  # Windows has no such thing; there two terminals may get the same seat
    fcntl = None  # type: ignore[assignment]


@dataclass
class Held:
    """A seat that is held, and what was promised there: the commitment to a secret, for a string of one's own."""

    server: str
    table: str
    seat: str
    token: str = field(repr=False)
    string: str
    commitment: str

    def keep(self) -> None:
        """Write it to its file, whole or not at all, and lock that."""
        path = _path(self)
        with written_whole(path) as draft:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            opened = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)  # and left open: the lock ends with it
            os.write(opened, json.dumps(asdict(self)).encode())
            os.fsync(opened)
            _lock(opened)

    def forget(self) -> None:
        """It is of no use any more."""
        with suppress(OSError):
            _path(self).unlink()


def folder() -> Path:
    """Where they are kept."""
    return user_data_path("feint") / "seats"


def kept(server: str, table: str, wanted: str | None) -> Held | None:
    """A seat that is held at a table, that one if one is wanted, and that no other program of one's own sits at."""
    for path in sorted(folder().glob("*.json")):
        with suppress(OSError, ValueError, TypeError):  # a file that isn't what it should be holds no seat
            opened = os.open(path, os.O_RDWR)
            try:
                held = Held(**json.loads(os.read(opened, 1 << 16)))
                fits = (held.server, held.table) == (server, table) and wanted in (None, held.seat)
                if fits and _path(held) == path and _lock(opened):
                    opened = -1  # stays open, and so locked, for as long as this program runs
                    return held
            finally:
                if opened >= 0:
                    os.close(opened)
    return None


def _path(held: Held) -> Path:
    """Its file; a name tells nobody where one sits, since who knows a table's name can sit down there."""
    name = hashlib.sha256("\n".join((held.server, held.table, held.seat)).encode()).hexdigest()[:32]
    return folder() / f"{name}.json"


def _lock(opened: int) -> bool:
    """Lock a file for as long as this program has it open; whether no other has."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True
