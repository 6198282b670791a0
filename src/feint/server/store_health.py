"""Whether the database stores and reads what it is asked to: why not, in words, logged once and once when it is over.

Errors of a database may quote what it was asked to store, so their own words go neither into the log nor to anyone who
asked: what kind of error it is says enough.
"""

import sqlite3

from feint.server.logs import log_error, logger

STORED, READ = "stored", "read"
FULL, READ_ONLY, DAMAGED = "the disk is full", "the database is read-only", "the database is damaged"
DELETED = "the database's file was deleted or replaced; put it back, or stop the server and start it again"
UNREACHABLE = "the database can't be reached"
SQLITE_REASONS = {  # by the beginning of SQLite's own names for them
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_IOERR": "the disk can't be read or written",
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CANTOPEN": "the database can't be opened",
    "SQLITE_BUSY": "another program holds the database",
    "SQLITE_LOCKED": "another program holds the database",
}
SQLSTATE_REASONS = {  # of PostgreSQL
    "53100": FULL,
    "25006": READ_ONLY,
    "42501": "Feint has no right to write to the database",
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
UNREACHABLE_CLASSES = ("08", "57")  # of PostgreSQL's states: connections that failed, and a server that stops or starts


class FileGone(OSError):
    """The database's file isn't where it was: what is written to it now would be lost."""


class StoreHealth:
    """What can't be done with the database at the moment."""

    def __init__(self) -> None:
        self._troubles: dict[str, str] = {}  # what can't be done, and why

    def failed(self, what: str, error: BaseException, expected: bool = True) -> str:
        """Something could not be stored or read; why not, in a sentence for whoever asked."""
        why = cause(error)
        if what not in self._troubles:
            if not expected:
                log_error(f"something could not be {what}", error)
            until = ": nothing is acknowledged until it can" if what == STORED else ""
            logger.error("nothing can be %s%s: %s", what, until, why)
        if self._troubles.get(what) != DAMAGED:
            self._troubles[what] = why
        return f"nothing can be {what} right now, try again: {why}"

    def worked(self, what: str) -> None:
        """Something was stored or read. What is damaged stays so, although most of it can be read."""
        if what in self._troubles and self._troubles[what] != DAMAGED:
            del self._troubles[what]
            logger.warning("the database works again: whatever is asked for is %s", what)

    @property
    def trouble(self) -> str | None:
        """What can't be done at the moment, as a sentence; None if all is well."""
        return next((f"nothing can be {what} right now: {why}" for what, why in self._troubles.items()), None)


def cause(error: BaseException) -> str:
    """Why a database failed, in words if they are known, else by the kind of error."""
    inner = getattr(error, "orig", None) or error
    if isinstance(inner, FileGone):
        return DELETED
    if isinstance(inner, sqlite3.Error):
        name = getattr(inner, "sqlite_errorname", "")
        return next((why for known, why in SQLITE_REASONS.items() if name.startswith(known)), type(error).__name__)
    state = str(getattr(inner, "sqlstate", None) or "")
    if isinstance(inner, ConnectionError | TimeoutError) or state[:2] in UNREACHABLE_CLASSES:
        return UNREACHABLE
    return SQLSTATE_REASONS.get(state, type(error).__name__)
