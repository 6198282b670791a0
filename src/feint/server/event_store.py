"""The database: tables' events, stored for good before anyone sees them.

Events of all tables that come in while one commit is under way go into the next one together. On SQLite that is a file
in WAL mode with synchronous=FULL: what was acknowledged survives a killed process and a lost power supply. One process
holds the file to itself. On PostgreSQL, whose commits are as durable as it is set up to make them (they are, unless
someone turned synchronous_commit off), any number of processes share the database, and tell each other by NOTIFY, in
the same commit, which tables went on.
"""

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.server.clock import TimeMark, now
from feint.server.logs import logger
from feint.server.pg_notify import CHANNEL, CONNECT_TIMEOUT, OnNotification, listen, payloads
from feint.server.store_health import READ, STORED, FileGone, StoreHealth
from feint.server.table_events import Event

POOL_SIZE = 4  # connections to PostgreSQL
COMMAND_TIMEOUT = 30.0  # seconds; a database that hangs is one that is away
DUE_AT_ONCE = 1000  # tables whose clocks are looked at in one go
BATCH_SIZE = 1000  # appends in one commit: the more, the less each of them costs
RESOLVED_AT_ONCE = 100  # of them before the server reads what has arrived, which the next commit can take along
MIGRATION_LOCK = 0x6665696E74  # held by one process at a time while it changes the database's form
PROBE_INTERVAL = 5.0  # seconds after something was stored in which it is believed that more can be
PROBE_TABLE = ""  # no table has this id: what is stored under it tries out whether anything can be
PROBE = {"size": "x" * 16_384}  # more than finds room in a file that can't grow
MOST_REMEMBERED = 1000  # tables of which it was said that they can't be read
DELETED_AT_ONCE = 100  # tables; others wait for their commits meanwhile

T = TypeVar("T")

metadata = sa.MetaData()
EVENTS = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("facts", sa.Text, nullable=False),
)
TABLES = sa.Table(  # what the list of tables needs; all of it follows from the events, but for the address
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("opened", sa.BigInteger, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("ended", sa.Boolean, nullable=False),
    sa.Column("address", sa.String(64), nullable=True),
    sa.Column("shown", sa.Text, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=True),  # nobody's time runs out before this, by a clock or for a string
)
SERVER_TIME = sa.Table(  # one row: a sign of life, from which the next process goes on
    "server_time",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # by the server's own time
    sa.Column("wall", sa.BigInteger, nullable=False),  # by the clock of its machine
)


# All rows in one go: SQLite lets other threads run between two steps of a statement, and then has to wait for its turn.
INSERT = f"INSERT INTO {EVENTS.name} ({', '.join(column.name for column in EVENTS.columns)}) VALUES "
ROW = f"({', '.join('?' for _ in EVENTS.columns)})"

# What is asked all the time is put together once. It takes a while, and each time leaves garbage behind.
READ_EVENTS = (
    sa.select(EVENTS.c.number, EVENTS.c.kind, EVENTS.c.facts, EVENTS.c.at)
    .where(EVENTS.c.table_id == sa.bindparam("table"), EVENTS.c.number > sa.bindparam("after"))
    .order_by(EVENTS.c.number)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
COUNT_OPEN = sa.select(sa.func.count()).where(TABLES.c.address == sa.bindparam("address"), TABLES.c.ended == sa.false())


def _list_open() -> sa.Select[Any]:
    turn = sa.func.row_number().over(partition_by=TABLES.c.address, order_by=TABLES.c.opened.desc()).label("turn")
    open_ones = (TABLES.c.public == sa.true(), TABLES.c.ended == sa.false())
    turns = sa.select(TABLES.c.id, TABLES.c.opened, turn).where(*open_ones).subquery()
    most = sa.bindparam("most", type_=sa.Integer)
    first = sa.select(turns.c.id).order_by(turns.c.turn, turns.c.opened.desc()).limit(most)
    # What is shown is long, and only read of those that are listed.
    return sa.select(TABLES.c.opened, TABLES.c.id, TABLES.c.shown).where(TABLES.c.id.in_(first))


LIST_OPEN = _list_open()
NO_LIMIT = 2**31 - 1  # events


class Conflict(Exception):
    """Another process was first: there is an event of that number already. Nothing was stored."""


class DatabaseUnavailable(FeintError):
    """The database can't be reached."""


class UnreadableRow(Exception):
    """What is stored under some number of a table is no event, or the one before it is missing."""


class LobbyEntry(NamedTuple):
    """What changes in the list of tables together with an event."""

    public: bool
    ended: bool
    shown: dict[str, Any]
    address: str | None = None  # of the one who opens it
    due: int | None = None  # if a clock begins to run, or strings are to be revealed


class _Append(NamedTuple):
    table: str
    first: int  # the number of the first event, from 1
    events: Sequence[Event]
    lobby_entry: LobbyEntry | None
    stored: asyncio.Future[None]


class EventStore:
    """A database, as the server uses it."""

    def __init__(self, url: str) -> None:
        try:
            self.url = sa.make_url(url)
        except SQLAlchemyError:
            raise FeintError("--database takes a URL: sqlite+aiosqlite:///FILE or postgresql+asyncpg://...") from None
        self.postgresql = self.url.drivername == "postgresql+asyncpg"
        if not self.postgresql and self.url.drivername != "sqlite+aiosqlite":
            raise FeintError(f"{self.url.drivername} can't be used: sqlite+aiosqlite or postgresql+asyncpg can")
        if not self.postgresql and str(self.url.database).startswith("file:"):
            raise FeintError("--database takes a file by its path, as in sqlite+aiosqlite:///tables.sqlite")
        require_extra(*("asyncpg", "postgresql") if self.postgresql else ("aiosqlite", "server"))
        self._failures: tuple[type[Exception], ...] = (SQLAlchemyError, sqlite3.Error, OSError)
        if self.postgresql:
            import asyncpg

            # SQLAlchemy 2.0 passes on what comes up while connecting as it is: "the database system is starting up".
            self._failures += (asyncpg.PostgresError, asyncpg.InterfaceError)
        self.process = secrets.token_hex(4)  # to tell one's own notifications from others'
        self._queue: list[_Append] = []
        self._queued = asyncio.Event()
        self._readers = asyncio.Semaphore(POOL_SIZE if self.postgresql else 1)
        self._tasks: list[asyncio.Task[None]] = []
        self._going_on: set[asyncio.Task[Any]] = set()  # reads and changes, whether anyone still waits for them or not
        self.commits = 0
        self.health = StoreHealth()
        self._files: dict[str, tuple[int, int]] = {}  # of SQLite: where they are, and which they were
        self._stored_at = 0.0  # when something was stored last
        self._probing: asyncio.Task[None] | None = None
        self._unreadable_entries: set[str] = set()  # tables that can't be listed

    # From beginning to end.

    async def open(self, on_notification: OnNotification | None = None) -> None:
        """Connect, bring the database into its present form, and start storing.

        `on_notification` is called when other processes have stored something.
        """
        try:
            self.engine = self._engine()
        except OSError as error:
            raise DatabaseUnavailable(self._sentence(error)) from None
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(self._migrate)
        except self._failures as error:
            if on_notification is None or not self.postgresql:
                await self.engine.dispose()
                raise DatabaseUnavailable(self._sentence(error)) from None
            # A process that is restarted while the database is away must not take all the others down with it.
            self.health.failed(STORED, error)
        self._tasks.append(asyncio.create_task(self._write_batches()))
        if not self.postgresql:
            try:
                await self.check()  # a file that can't be written is of no use; and now there is one beside it
            except DatabaseUnavailable as error:
                await self.close()
                raise DatabaseUnavailable(f"the database {self.url.database} can't be used: {error}") from None
            self._note_files()
        if self.postgresql and on_notification is not None:
            listening = listen(self.url, self.process, self._failures, on_notification)
            self._tasks.append(asyncio.create_task(listening))

    async def close(self) -> None:
        """Stop; what was not acknowledged may be lost."""
        tasks = [*self._tasks, *([self._probing] if self._probing is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._going_on, return_exceptions=True)
        await self.engine.dispose()

    def _engine(self) -> AsyncEngine:
        if self.postgresql:
            limits = {"timeout": CONNECT_TIMEOUT, "command_timeout": COMMAND_TIMEOUT}
            return create_async_engine(
                self.url, pool_size=POOL_SIZE, max_overflow=4, pool_pre_ping=True, connect_args=limits
            )
        if self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            # Whoever reads it knows what is hidden at every table: it is for its owner's eyes, also if it was there.
            file = os.open(self.url.database, os.O_RDWR | os.O_CREAT, 0o600)
            os.fchmod(file, 0o600)
            os.close(file)
        # One connection, which has the file to itself: a second server on the same file would not hear of the first.
        engine = create_async_engine(
            self.url, pool_size=1, max_overflow=0, pool_reset_on_return=None, connect_args={"timeout": 1}
        )

        @sa.event.listens_for(engine.sync_engine, "connect")
        def _set_up(connection: Any, _record: object) -> None:
            cursor = connection.cursor()
            for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        return engine

    def _note_files(self) -> None:
        """Remember which files hold the tables: the database, and the log that SQLite writes to first."""
        if self.url.database:
            for path in (self.url.database, f"{self.url.database}-wal"):
                found = os.stat(path)
                self._files[path] = found.st_dev, found.st_ino

    def _check_files(self) -> None:
        """Refuse to go on with files that nobody finds any more: what is written there ends with this process."""
        for path, known in self._files.items():
            try:
                found = os.stat(path)
            except OSError:
                raise FileGone(path) from None
            if (found.st_dev, found.st_ino) != known:
                raise FileGone(path)

    def _migrate(self, connection: sa.Connection) -> None:
        from alembic import command
        from alembic.config import Config

        if self.postgresql:
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        else:  # Python's driver begins none for changes of a schema, and half of them would be there for good
            connection.exec_driver_sql("BEGIN")
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.set_main_option("path_separator", "os")
        command.upgrade(config, "head")

    def _sentence(self, error: Exception) -> str:
        if "locked" in str(error):
            held = f"{self.url.database} is in use by another server; one process at a time has a file"
            return f"{held}: use that server, or name another file by --database"
        where = self.url.render_as_string(hide_password=True)
        return f"the database {where} can't be used: {str(getattr(error, 'orig', None) or error).splitlines()[0]}"

    # Writing.

    def append(
        self, table: str, first: int, events: Sequence[Event], lobby_entry: LobbyEntry | None = None
    ) -> asyncio.Future[None]:
        """Store events of a table, the first of them under that number; when the future is done they are safe."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(_Append(table, first, events, lobby_entry, stored))
        self._queued.set()
        return stored

    async def unlist(self, *tables: str) -> None:
        """Take tables off the list of open ones."""
        await self._update(tables, {"ended": True, "address": None, "due": None})

    async def set_due(self, table: str, due: int | None) -> None:
        """Note before which time nobody at a table can run out of time; None: nobody ever can."""
        await self._update([table], {"due": due})

    async def _update(self, tables: Sequence[str], change: dict[str, Any]) -> None:
        await self._execute(sa.update(TABLES).where(TABLES.c.id.in_(tables)).values(change))

    async def delete(self, tables: Sequence[str]) -> None:
        """Delete tables, with everything that happened there."""
        await self._execute(
            sa.delete(EVENTS).where(EVENTS.c.table_id.in_(tables)), sa.delete(TABLES).where(TABLES.c.id.in_(tables))
        )

    async def _execute(self, *statements: sa.Insert | sa.Update | sa.Delete) -> None:
        """Do something in one commit, besides storing events."""

        async def execute() -> None:
            async with self.engine.begin() as connection:
                for statement in statements:
                    await connection.execute(statement)

        try:
            self._check_files()
            await self._to_its_end(execute())
            self._check_files()
        except self._failures as error:
            raise DatabaseUnavailable(self.health.failed(STORED, error)) from None
        self._has_stored()

    async def _to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something with the database to its end, also if whoever asked for it is cancelled meanwhile.

        SQLAlchemy gives a connection up when it is interrupted, and SQLite's is the only one, with the file's lock; and
        putting that in order may end with another error, after which nobody knows of the interruption any more.
        """
        task = asyncio.create_task(work)
        self._going_on.add(task)
        task.add_done_callback(self._note_end)
        return await asyncio.shield(task)

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        self._going_on.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may not be there any more to hear of it

    def _has_stored(self) -> None:
        self._stored_at = time.monotonic()
        self.health.worked(STORED)

    async def _write_batches(self) -> None:
        own = asyncio.current_task()
        assert own is not None
        while not own.cancelling():  # a write that is cancelled may end with another error, that of cleaning up
            await self._queued.wait()
            await self._write(self._next_batch())

    def _next_batch(self) -> list[_Append]:
        # In one order in all processes: two that take the same tables never wait for each other.
        batch = sorted(self._queue[:BATCH_SIZE], key=lambda append: append.table)
        self._queue = self._queue[BATCH_SIZE:]
        if not self._queue:
            self._queued.clear()
        return batch

    async def _write(self, batch: list[_Append]) -> None:
        """Store a batch in one commit. If one of it comes too late, store halves, until only that one is refused."""
        try:
            await self._store(batch)
        except (IntegrityError, sqlite3.IntegrityError):
            if len(batch) > 1:
                await self._write(batch[: len(batch) // 2])
                await self._write(batch[len(batch) // 2 :])
                return
            _resolve(batch, Conflict())
        except Exception as error:  # whatever it is: if this ended, everyone would wait forever
            said = self.health.failed(STORED, error, expected=isinstance(error, self._failures))
            _resolve(batch, DatabaseUnavailable(said))
        except asyncio.CancelledError:
            _resolve(batch, DatabaseUnavailable("the server is stopping"))
            raise
        else:
            self.commits += 1
            self._has_stored()
            # Those who wait go on while the next commit is under way.
            asyncio.get_running_loop().call_soon(_resolve_in_chunks, batch)

    async def _store(self, batch: list[_Append]) -> None:
        self._check_files()
        await self._commit(batch)
        self._check_files()  # it may have gone in between, and this with it

    async def _commit(self, batch: list[_Append]) -> None:
        if self.postgresql or any(append.lobby_entry is not None for append in batch):
            async with self.engine.begin() as connection:
                await self._insert(connection, batch)
        else:
            await self._insert_events(batch)

    async def _insert_events(self, batch: list[_Append]) -> None:
        """The same on SQLite for events alone, which is nearly always: straight to the driver.

        Each call goes to another thread and back, and waits there for its turn to run Python; this makes two of them,
        where a transaction of SQLAlchemy's makes six. Without it bench/tables.py counts about half as many choices a
        second at 1,000 tables while the machine is busy with other work.
        """
        rows = _event_rows(batch)
        statement, values = INSERT + ", ".join([ROW] * len(rows)), [value for row in rows for value in row]
        async with self.engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                await driver.execute(statement, values)
                await driver.commit()
            except BaseException:
                await driver.rollback()
                raise

    async def _insert(self, connection: AsyncConnection, batch: list[_Append]) -> None:
        names = [column.name for column in EVENTS.columns]
        await connection.execute(sa.insert(EVENTS), [dict(zip(names, row, strict=True)) for row in _event_rows(batch)])
        for append in batch:
            if append.lobby_entry is not None:
                await self._list(connection, append, append.lobby_entry)
        if self.postgresql:
            for tables in payloads([(append.table, append.first + len(append.events) - 1) for append in batch]):
                values = {"channel": CHANNEL, "payload": f"{self.process} {tables}"}
                await connection.execute(sa.text("SELECT pg_notify(:channel, :payload)"), values)

    async def _list(self, connection: AsyncConnection, append: _Append, entry: LobbyEntry) -> None:
        shown = orjson.dumps(entry.shown).decode()
        if append.first == 1:
            row = {"id": append.table, "opened": append.events[0].at, "public": entry.public, "ended": entry.ended}
            await connection.execute(sa.insert(TABLES), [row | {"shown": shown, "address": entry.address}])
            return
        change: dict[str, Any] = {"ended": entry.ended, "shown": shown}
        if entry.due is not None:
            change["due"] = entry.due
        if entry.ended:
            change |= {"address": None, "due": None}  # they were kept for open tables, and for nothing else
        await connection.execute(sa.update(TABLES).where(TABLES.c.id == append.table).values(change))

    # Reading.

    async def events(self, table: str, after: int = 0, most: int = NO_LIMIT) -> list[Event]:
        """The events of a table after that number, at most so many; none if there is no such table."""
        rows = await self._fetch(READ_EVENTS, {"table": table, "after": after, "most": most})
        return [_event(expected, *row) for expected, row in enumerate(rows, after + 1)]

    async def listed(self, most: int) -> list[dict[str, Any]]:
        """The public tables that are open, the newest first.

        If there are too many, the newest from each address comes before the second from any: whoever opens many pushes
        only their own off the list.
        """
        rows = await self._fetch(LIST_OPEN, {"most": most})
        newest_first = sorted(rows, key=lambda row: (row.opened, row.id), reverse=True)
        return [entry for _, id, shown in newest_first if (entry := self._listed_entry(id, shown)) is not None]

    def _listed_entry(self, id: str, shown: str) -> dict[str, Any] | None:
        try:
            return {"table": id, **orjson.loads(shown)}
        except (ValueError, TypeError):  # one that can't be read must not keep the others off the list
            if id not in self._unreadable_entries and len(self._unreadable_entries) < MOST_REMEMBERED:
                self._unreadable_entries.add(id)
                logger.error("a table can't be listed, since its row can't be read: its id begins with %s", id[:6])
            return None

    async def count_opened_from(self, address: str) -> int:
        """How many open tables were opened from an address."""
        [[count]] = await self._fetch(COUNT_OPEN, {"address": address})
        return int(count)

    async def idle(self, seconds: float) -> list[str]:
        """The open tables at which nothing has happened for that long."""
        last = sa.select(sa.func.max(EVENTS.c.at)).where(EVENTS.c.table_id == TABLES.c.id).scalar_subquery()
        before = now() - int(1000 * seconds)
        wanted = sa.select(TABLES.c.id).where(TABLES.c.ended == sa.false(), last < before).limit(1000)
        return [id for (id,) in await self._fetch(wanted)]

    async def overdue(self) -> list[str]:
        """The open tables at which someone's time may have run out."""
        due = (TABLES.c.ended == sa.false(), TABLES.c.due <= now())
        wanted = sa.select(TABLES.c.id).where(*due).order_by(TABLES.c.due).limit(DUE_AT_ONCE)
        return [id for (id,) in await self._fetch(wanted)]

    async def old(self, seconds: float) -> list[str]:
        """Some tables that have ended, and at which nothing has happened for that long; the oldest first."""
        last = sa.select(sa.func.max(EVENTS.c.at)).where(EVENTS.c.table_id == TABLES.c.id).scalar_subquery()
        before = now() - int(1000 * seconds)
        over = (TABLES.c.ended == sa.true(), TABLES.c.opened < before, sa.func.coalesce(last, 0) < before)
        wanted = sa.select(TABLES.c.id).where(*over).order_by(TABLES.c.opened).limit(DELETED_AT_ONCE)
        return [id for (id,) in await self._fetch(wanted)]

    async def last_time(self) -> TimeMark | None:
        """The last sign of life of any process, if there is one."""
        rows = await self._fetch(sa.select(SERVER_TIME.c.at, SERVER_TIME.c.wall))
        return TimeMark(*rows[0]) if rows and rows[0].at else None

    async def note_time(self, mark: TimeMark) -> None:
        """Leave a sign of life, unless another process has left a later one."""
        earlier = sa.update(SERVER_TIME).where(SERVER_TIME.c.at <= mark.at)
        await self._execute(earlier.values(at=mark.at, wall=mark.wall))

    async def check(self) -> None:
        """Raise DatabaseUnavailable if the database can't be read, or nothing can be stored there.

        Unless something has just been stored, that is tried out; however many ask, it is tried once at a time.
        """
        await self.ping()
        if self.health.trouble is not None or time.monotonic() - self._stored_at > PROBE_INTERVAL:
            if self._probing is None or self._probing.done():
                self._probing = asyncio.create_task(self._probe())
                self._probing.add_done_callback(lambda probing: probing.cancelled() or probing.exception())
            await asyncio.shield(self._probing)
        if self.health.trouble is not None:
            raise DatabaseUnavailable(self.health.trouble)

    async def _probe(self) -> None:
        """Store something of no use, and take it away again."""
        with suppress(Conflict):  # then another process is at it
            await self.append(PROBE_TABLE, secrets.randbelow(2**31), [Event("probe", PROBE)])
        await self._execute(sa.delete(EVENTS).where(EVENTS.c.table_id == PROBE_TABLE))

    async def ping(self) -> None:
        """Raise DatabaseUnavailable if the database can't be reached."""
        await self._fetch(sa.select(sa.literal(1)))

    async def _fetch(self, wanted: sa.Select[Any], values: dict[str, Any] | None = None) -> Sequence[Any]:
        async def fetch() -> Sequence[Any]:
            # SQLite has one connection for all: readers queue here, so that writing waits for one of them at most.
            async with self._readers, self.engine.connect() as connection:
                found: Sequence[Any] = (await connection.execute(wanted, values)).all()
                return found

        try:
            self._check_files()  # or what was refused, since it could not be kept, would be read
            rows = await self._to_its_end(fetch())
        except self._failures as error:
            raise DatabaseUnavailable(self.health.failed(READ, error)) from None
        self.health.worked(READ)
        return rows


def _event(expected: int, number: int, kind: str, facts: str, at: int) -> Event:
    """The event of a row; one that can't be read, or that isn't the next, is refused."""
    try:
        found = orjson.loads(facts)
    except (ValueError, TypeError):
        raise UnreadableRow from None
    if number != expected or type(found) is not dict or type(kind) is not str or type(at) is not int:
        raise UnreadableRow
    return Event(kind, found, at)


def _event_rows(batch: list[_Append]) -> list[tuple[str, int, int, str, str]]:
    """The events of a batch, as rows of the table."""
    return [
        (append.table, number, event.at, event.kind, orjson.dumps(event.facts).decode())
        for append in batch
        for number, event in enumerate(append.events, append.first)
    ]


def _resolve_in_chunks(batch: list[_Append]) -> None:
    _resolve(batch[:RESOLVED_AT_ONCE], None)
    if len(batch) > RESOLVED_AT_ONCE:
        asyncio.get_running_loop().call_soon(_resolve_in_chunks, batch[RESOLVED_AT_ONCE:])


def _resolve(batch: list[_Append], error: Exception | None) -> None:
    for append in batch:
        if append.stored.done():
            continue  # nobody waits for it any more
        if error is None:
            append.stored.set_result(None)
        else:
            append.stored.set_exception(error)
