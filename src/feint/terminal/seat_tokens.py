"""The seats that someone holds at network tables: the token of each in a file that only its owner can read.

Whoever comes back, after Ctrl-C or a crash, comes back to their seat. A token is made here, and in its file before the
server hears of it: whatever happens after that, the same can be asked for again. The file of a seat is locked while a
program sits there: a second terminal takes another seat, as a second person at the same machine wants.
"""

import asyncio
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from feint import client
from feint.core.fairness import new_string
from feint.core.files import write_atomically

try:
    import fcntl
except ImportError:  # Windows has no such thing; there two terminals may get the same seat
    fcntl = None  # type: ignore[assignment]

REFUSED = (409, 422)  # statuses with which a server says that a seat can't be had; others may be gone the next time


@dataclass
class SeatToken:
    """A seat that is held, and what was promised there: the commitment to a secret, for a string of one's own."""

    server: str
    table: str
    seat: str
    token: str = field(repr=False)
    string: str
    commitment: str
    before: str | None = field(default=None, repr=False)  # the token of the match before, for a rematch

    def keep(self) -> None:
        """Write it to its file, whole or not at all, and lock that."""
        path = _path(self)
        with write_atomically(path) as draft:
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


def take_seat(server: str, table: str, wanted: str | None, before: str | None = None) -> SeatToken | None:
    """One's own seat at a table: the one held from before, or else a free one. None if there is none.

    `before` is the token of the match before, for a rematch.
    """
    about = asyncio.run(client.request(server, f"/tables/{table}"))
    for held in _kept(server, table, wanted):
        with suppress(_Taken):
            return _take(held)
    if about["ended"]:
        return None
    free = [seat for seat, sitter in about["seats"].items() if sitter is None]
    for seat in free if wanted is None else [wanted]:
        held = SeatToken(server, table, seat, secrets.token_urlsafe(32), new_string(), about["commitment"], before)
        held.keep()
        try:
            return _take(held)
        except _Taken as taken:
            if wanted is not None:
                raise taken.refusal from None
    return None


class _Taken(Exception):
    """A token turned out not to hold its seat, most likely because someone else was first."""

    def __init__(self, refusal: client.ServerError) -> None:
        self.refusal = refusal


def _take(held: SeatToken) -> SeatToken:
    """Take a seat with the token in its file, or hear that it has been taken with it."""
    try:
        asyncio.run(client.take_seat(held.server, held.table, held.seat, held.string, held.token, held.before))
    except client.ServerError as error:
        if error.status not in REFUSED:
            raise
        held.forget()
        raise _Taken(error) from None
    return held


def _kept(server: str, table: str, wanted: str | None) -> Iterator[SeatToken]:
    """The seats in files at a table, that one if one is wanted, which no other program of one's own sits at."""
    for path in sorted(folder().glob("*.json")):
        with suppress(OSError, ValueError, TypeError):  # a file that isn't what it should be holds no seat
            opened = os.open(path, os.O_RDWR)
            try:
                held = SeatToken(**json.loads(os.read(opened, 1 << 16)))
                fits = (held.server, held.table) == (server, table) and wanted in (None, held.seat)
                if fits and _path(held) == path and _lock(opened):
                    opened = -1  # stays open, and so locked, for as long as this program runs
                    yield held
            finally:
                if opened >= 0:
                    os.close(opened)


def _path(held: SeatToken) -> Path:
    """Its file, another for each token: two who want the same seat, at one machine, don't take it from each other.

    A name tells nobody where one sits, since who knows a table's name can sit down there.
    """
    parts = (held.server, held.table, held.seat, held.token)
    name = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
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
