"""The tokens of someone's seats at network tables, each in a file that only its owner can read.

Whoever comes back, after Ctrl-C or a crash, gets their seat back. A token is made here, and is in its file before the
server hears of it: whatever happens after that, the same seat can be asked for again. The file is locked while its seat
is played, so a second terminal takes another seat, as a second person at the same machine wants. Beside it is another
file with what was seen of the table, by which the server's honesty is checked at the end (`feint.witness`).
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
from feint.core.files import make_folder, write_atomically
from feint.witness import Witness

try:
    import fcntl
except ImportError:  # Windows has no such thing; there two terminals may get the same seat
    fcntl = None  # type: ignore[assignment]

SEEN = ".seen"  # how the name of the other file ends
REFUSED = (409, 422)  # statuses for a seat that can't be taken; other errors may be gone the next time


@dataclass
class SeatToken:
    """The token of a seat, and what makes chance fair there: the server's commitment, and one's own string."""

    server: str
    table: str
    seat: str
    token: str = field(repr=False)
    string: str
    commitment: str
    before: str | None = field(default=None, repr=False)  # the token of the match before, for a rematch

    def __post_init__(self) -> None:
        self.witness = self._read_witness()

    def _read_witness(self) -> Witness:
        try:
            return Witness.from_json(_path(self).with_suffix(SEEN).read_text())
        except (OSError, ValueError, TypeError, KeyError, AttributeError):  # none there yet; or not what it should be
            return Witness(self.table, string=self.string, commitment=self.commitment)

    def keep_witness(self) -> None:
        """Write down what was seen of the table."""
        with write_atomically(_path(self).with_suffix(SEEN)) as draft:
            file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(file, "w") as opened:
                opened.write(self.witness.to_json())

    def save(self) -> None:
        """Write it to its file atomically, and lock that."""
        path = _path(self)
        with write_atomically(path) as draft:
            make_folder(path.parent, 0o700)
            opened = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)  # and left open: the lock ends with it
            os.write(opened, json.dumps(asdict(self)).encode())
            _lock(opened)

    @property
    def is_kept(self) -> bool:
        """Whether its file is still there."""
        return _path(self).exists()

    def forget(self) -> None:
        """Delete its files."""
        for path in (_path(self), _path(self).with_suffix(SEEN)):
            with suppress(OSError):
                path.unlink()


def folder() -> Path:
    """Where tokens are saved."""
    return user_data_path("feint") / "seats"


def take_seat(server: str, table: str, wanted: str | None, before: str | None = None) -> SeatToken | None:
    """One's own seat at a table: the one from before, or else a free one. None if there is none.

    `before` is the token of the match before, for a rematch.
    """
    about = asyncio.run(client.request(server, f"/tables/{table}"))
    for seat_token in _saved(server, table, wanted):
        with suppress(_Taken):
            return _take(seat_token)
    if about["ended"]:
        return None
    free = [seat for seat, player in about["seats"].items() if player is None]
    for seat in free if wanted is None else [wanted]:
        token, string = secrets.token_urlsafe(32), new_string()
        seat_token = SeatToken(server, table, seat, token, string, about["commitment"], before)
        seat_token.save()
        try:
            return _take(seat_token)
        except _Taken as taken:
            if wanted is not None:
                raise taken.refusal from None
    return None


class _Taken(Exception):
    """A token is not the one of its seat, most likely because someone else was first."""

    def __init__(self, refusal: client.ServerError) -> None:
        self.refusal = refusal


def _take(seat_token: SeatToken) -> SeatToken:
    """Take a seat with its token, or learn that it was taken with it before."""
    at, mine = (seat_token.server, seat_token.table, seat_token.seat), (seat_token.witness, seat_token.token)
    try:
        asyncio.run(client.take_seat(*at, *mine, seat_token.before))
        seat_token.keep_witness()
    except client.ServerError as error:
        if error.status not in REFUSED:
            raise
        seat_token.forget()
        raise _Taken(error) from None
    return seat_token


def _saved(server: str, table: str, wanted: str | None) -> Iterator[SeatToken]:
    """The saved tokens for a table, for the wanted seat if there is one, which no other program is using."""
    for path in sorted(folder().glob("*.json")):
        with suppress(OSError, ValueError, TypeError):  # a file that isn't what it should be holds no token
            opened = os.open(path, os.O_RDWR)
            try:
                found = SeatToken(**json.loads(os.read(opened, 1 << 16)))
                fits = (found.server, found.table) == (server, table) and wanted in (None, found.seat)
                if fits and _path(found) == path and _lock(opened):
                    opened = -1  # stays open, and so locked, for as long as this program runs
                    yield found
            finally:
                if opened >= 0:
                    os.close(opened)


def _path(seat_token: SeatToken) -> Path:
    """Its file, a different one for each token: two who want the same seat, at one machine, don't overwrite each other.

    The file's name doesn't tell the table's, since whoever knows that can sit down there.
    """
    parts = (seat_token.server, seat_token.table, seat_token.seat, seat_token.token)
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
