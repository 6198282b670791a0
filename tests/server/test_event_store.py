"""The store: commits are shared, the late are told, and what was stored comes back in order."""

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from feint.server.clock import TimeMark, now
from feint.server.event_store import EVENTS, TABLES, Conflict, DatabaseUnavailable, EventStore, LobbyEntry, metadata
from feint.server.hub import Hub
from feint.server.settings import Settings
from feint.server.table import Table
from feint.server.table_events import Event
from kit.server import DATABASES, database_of, run
from kit.server_process import SECONDS, Postgres, sqlite

pytestmark = pytest.mark.xdist_group("server")


@pytest.mark.parametrize("kind", DATABASES)
def test_commits_are_shared(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Two hundred tables at once take a handful of commits; of two that want the same number one is refused."""

    async def work() -> None:
        store = EventStore(database_of(kind, tmp_path, request))
        await store.open()
        try:
            await asyncio.gather(
                *(store.append(f"t{n}", 1, [Event("a", {"n": n}, 5), Event("b", {}, 6)]) for n in range(200))
            )
            assert store.commits <= 3
            assert await store.events("t7") == [Event("a", {"n": 7}, 5), Event("b", {}, 6)]
            assert await store.events("t7", after=1) == [Event("b", {}, 6)]
            assert await store.events("none") == []
            late = [store.append(f"t{n}", 3 if n else 2, [Event("c", {"n": n})]) for n in range(10)]
            found = await asyncio.gather(*late, return_exceptions=True)
            assert [type(error) for error in found] == [Conflict] + [type(None)] * 9
            assert len(await store.events("t0")) == 2
            assert [len(await store.events(f"t{n}")) for n in range(1, 10)] == [3] * 9
            together = [store.append("same", 1, [Event("c", {"who": who})]) for who in "ab"]
            found = await asyncio.gather(*together, return_exceptions=True)
            assert sorted(type(error).__name__ for error in found) == ["Conflict", "NoneType"]
            [event] = await store.events("same")
            assert event.facts["who"] == "ab"[found.index(None)], "the one who was told so"
        finally:
            await store.close()

    run(work())


def test_it_stops_though_a_write_that_is_cancelled_ends_with_another_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the drivers' own clean-up does, when the connection has gone meanwhile."""

    async def work() -> None:
        store, writing = EventStore(sqlite(tmp_path)), asyncio.Event()
        await store.open()

        async def write(batch: Any) -> None:
            writing.set()
            try:
                await asyncio.Event().wait()
            finally:
                raise ValueError("no active connection")

        monkeypatch.setattr(store, "_store", write)
        waiting = store.append("t", 1, [Event("a", {}, 5)])
        await writing.wait()
        await store.close()
        with pytest.raises(DatabaseUnavailable):
            await waiting

    run(work())


@pytest.mark.parametrize("kind", DATABASES)
def test_whoever_is_cancelled_interrupts_no_database(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    """Or the one connection to a file would be lost, and a server that looks for idle tables just then wouldn't stop."""

    async def work() -> None:
        store = EventStore(database_of(kind, tmp_path, request))
        await store.open()
        try:
            mark = TimeMark(10, 20)
            for turns in range(30):
                for asked in (store.overdue(), store.note_time(mark)):
                    asking = asyncio.create_task(asked)
                    for _ in range(turns):
                        await asyncio.sleep(0)
                    asking.cancel()
                    done, _ = await asyncio.wait([asking], timeout=SECONDS)
                    assert done
            await store.append("t", 1, [Event("a", {}, 5)])
            assert await store.last_time() == mark
        finally:
            await store.close()

    run(work())
    assert not caplog.records


@pytest.mark.parametrize("kind", DATABASES)
def test_the_list(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async def work() -> None:
        store = EventStore(database_of(kind, tmp_path, request))
        await store.open()
        try:
            for name, public in (("a", True), ("b", False), ("c", True)):
                await store.append(name, 1, [Event("x", {}, now())], LobbyEntry(public, False, {"name": name}, "here"))
            assert {row["table"] for row in await store.listed(10)} == {"a", "c"}
            assert await store.count_opened_from("here") == 3
            await store.append("a", 2, [Event("x", {}, now())], LobbyEntry(True, True, {"name": "a"}))
            await store.unlist("c")
            assert await store.listed(10) == []
            assert await store.count_opened_from("here") == 1
            assert await store.idle(-60) == ["b"]
            assert await store.idle(60) == []
            await store.append("d", 1, [Event("x", {}, now())], LobbyEntry(True, False, {}))
            for name, due in (("b", now()), ("d", now() + 600_000), ("a", now())):
                await store.set_due(name, due)
            assert await store.overdue() == ["b"], "a has ended, and d has time"
        finally:
            await store.close()

    run(work())


async def play(hub: Hub, name: str, begun: asyncio.Barrier) -> None:
    """Play a match to its end; its last choice waits until all have come to theirs."""
    await hub.open_table(name, "tower-siege", {"length": 3, "stride": 2}, {}, True, None, "here")
    async with hub.session(name) as session:
        for seat in session.table.game.seats:
            await hub.take_seat(session, seat, f"{name}-{seat}", None, None)
        match, waited, pick = session.table.playing, False, random.Random(name)
        while not session.table.ended:
            seat = match.pending[0]
            trial, choice = match.at(len(match.steps)), pick.choice(match.legal(seat))
            trial.play(seat, choice)
            if trial.over and not waited:
                waited = await begun.wait() >= 0
            ask = session.table.choice_counts[seat]
            made = partial(Table.choose, seat=seat, id=f"c{len(match.steps)}", ask=ask, choice=choice)
            await hub.perform(session, made)


@pytest.mark.parametrize("kind", DATABASES)
def test_tables_that_end_together(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each match that ends leaves the list, and many take one commit: nobody else waits for a commit of each."""

    database, names = database_of(kind, tmp_path, request), [f"table{n}" for n in range(12)]

    async def work() -> None:
        hub = Hub(EventStore(database), Settings(database))
        await hub.start()
        commits, left, end = [], asyncio.Event(), hub.store.unlist

        async def counted(*tables: str) -> None:
            await end(*tables)
            commits.append(sorted(tables))
            left.set()

        monkeypatch.setattr(hub.store, "unlist", counted)
        begun = asyncio.Barrier(len(names))
        try:
            await asyncio.gather(*(play(hub, name, begun) for name in names))
            await left.wait()
            assert commits == [sorted(names)]
            assert await hub.store.listed(20) == []
        finally:
            await hub.stop()

    run(work())


def test_what_ended_just_before_the_server_stops(tmp_path: Path) -> None:
    """It is off the list all the same."""
    database = sqlite(tmp_path)

    async def work() -> None:
        hub = Hub(EventStore(database), Settings(database))
        await hub.start()
        await play(hub, "table", asyncio.Barrier(1))
        await hub.stop()
        store = EventStore(database)
        await store.open()
        try:
            assert await store.listed(20) == []
        finally:
            await store.close()

    run(work())


@pytest.mark.parametrize("kind", DATABASES)
def test_a_database_of_before(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Tables of the first version are there after the server has brought its database into form."""
    database = database_of(kind, tmp_path, request)

    def first(connection: sa.Connection) -> None:
        from alembic.operations import Operations
        from alembic.runtime.migration import MigrationContext

        from feint.server.migrations.versions import v0001

        context = MigrationContext.configure(connection)
        context._ensure_version_table()
        with Operations.context(context):
            v0001.upgrade()
        connection.execute(sa.text("INSERT INTO alembic_version VALUES ('0001')"))
        row = {"id": "old", "opened": 1, "public": True, "ended": False, "shown": '{"game": "x"}'}
        connection.execute(sa.insert(TABLES), [row])
        connection.execute(sa.insert(EVENTS), [{"table_id": "old", "number": 1, "at": 9, "kind": "x", "facts": "{}"}])

    async def work() -> None:
        engine = create_async_engine(database)
        async with engine.begin() as connection:
            await connection.run_sync(first)
        await engine.dispose()
        store = EventStore(database)
        await store.open()
        try:
            assert await store.events("old") == [Event("x", {}, 9)]
            assert await store.listed(9) == [{"table": "old", "game": "x"}]
            assert await store.overdue() == [], "it has no clock"
        finally:
            await store.close()

    run(work())


@pytest.mark.parametrize("kind", DATABASES)
def test_migrations_make_what_the_store_uses(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The same tables and columns, and running them again changes nothing. On SQLite a commit waits for the disk."""

    def look(connection: sa.Connection) -> None:
        inspector = sa.inspect(connection)
        for table in metadata.tables.values():
            there = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
            assert there == {column.name: column.nullable for column in table.columns}
            assert inspector.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]

    async def work() -> None:
        database = database_of(kind, tmp_path, request)
        for _ in range(2):
            store = EventStore(database)
            await store.open()
            async with store.engine.connect() as connection:
                await connection.run_sync(look)
                assert len((await connection.execute(sa.select(EVENTS))).all()) <= 1
                if kind == "sqlite":
                    pragmas = [await connection.scalar(sa.text(f"PRAGMA {p}")) for p in ("journal_mode", "synchronous")]
                    assert pragmas == ["wal", 2]
            if not await store.events("t"):
                await store.append("t", 1, [Event("x", {})])
            await store.close()

    run(work())


def test_two_processes_at_the_same_tables(postgres: Postgres) -> None:
    """Whatever order each takes them in, neither waits for the other without end: one is first, and one is told so."""

    async def work() -> None:
        database = postgres.new_database()
        stores = [EventStore(database), EventStore(database)]
        for store in stores:
            await store.open()
        try:
            tables = [f"t{n:02}" for n in range(40)]
            for number in range(1, 6):
                orders = (tables, tables[::-1])
                found = await asyncio.gather(
                    *(
                        asyncio.gather(
                            *(store.append(table, number, [Event("x", {})]) for table in order), return_exceptions=True
                        )
                        for store, order in zip(stores, orders, strict=True)
                    )
                )
                both = zip(found[0], found[1][::-1], strict=True)
                assert {frozenset(type(one).__name__ for one in pair) for pair in both} == {
                    frozenset({"NoneType", "Conflict"})
                }
        finally:
            for store in stores:
                await store.close()

    run(work())


@pytest.mark.parametrize("kind", DATABASES)
def test_errors_that_nobody_thought_of(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who wait are told, and storing goes on. A driver's own errors are the database's being gone."""
    import asyncpg

    errors: list[Exception] = [RuntimeError("never thought of"), asyncpg.TooManyConnectionsError("sorry")]

    async def gone(*_: object) -> None:
        raise asyncpg.CannotConnectNowError("the database system is starting up")

    async def work() -> None:
        store = EventStore(database_of(kind, tmp_path, request))
        await store.open()
        whole = store._store
        try:

            async def failing(batch: Any) -> None:
                if errors:
                    raise errors.pop(0)
                await whole(batch)

            monkeypatch.setattr(store, "_store", failing)
            for name in ("RuntimeError", "TooManyConnectionsError"):
                with pytest.raises(DatabaseUnavailable, match=f"nothing can be stored right now, try again: {name}"):
                    await store.append("t", 1, [Event("x", {})])
            await store.append("t", 1, [Event("x", {})])
            assert await store.events("t") == [Event("x", {})]
        finally:
            await store.close()

    run(work())
