"""What can't be stored is known: it is refused, logged once, and said by /health; and one bad row is nobody else's trouble."""

import asyncio
import logging
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from feint import client
from feint.client import ServerError, TableClient
from feint.server.clock import now
from feint.server.event_store import EVENTS, TABLES, DatabaseUnavailable, EventStore, LobbyEntry
from feint.server.store_health import DAMAGED, DELETED, FULL, READ_ONLY
from feint.server.table_events import Event
from kit.server import DATABASES, Travel, database_of, in_this_process, run, seated, two, until
from kit.server_process import Postgres, Server, serving, sqlite

pytestmark = pytest.mark.xdist_group("processes")
LOGGED, OVER = "nothing can be stored: nothing is acknowledged until it can: ", "the database works again"


class Inside:
    """The database of a server in this process, by its own connections."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        open = EventStore.open

        async def opened(store: EventStore, *arguments: Any) -> None:
            self.store, self.loop = store, asyncio.get_running_loop()
            await open(store, *arguments)

        monkeypatch.setattr(EventStore, "open", opened)

    async def execute(self, *statements: str, **values: Any) -> None:
        async def work() -> None:
            async with self.store.engine.connect() as connection:
                for statement in statements:
                    await connection.execute(sa.text(statement), values)
                await connection.commit()

        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), self.loop))


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> Inside:
    return Inside(monkeypatch)


async def refused(url: str, player: TableClient, other: TableClient, why: str) -> None:
    """Choices are refused again and again, and nobody hears of them; nor can anything else be stored."""
    before = other.number
    for _ in range(3):
        with pytest.raises(ServerError, match=f"^nothing can be (stored|read) right now, try again: {why}"):
            await player.choose("1", id="mine", ask=0)
    with pytest.raises(ServerError) as opening:
        await client.open_table(url, "tower-siege")
    with pytest.raises(ServerError) as health:
        await client.request(url, "/health")
    for said in (opening.value, health.value):
        assert (said.status, why in str(said)) == (503, True), said
    assert other.number == before


async def accepted(url: str, player: TableClient, other: TableClient) -> None:
    """All is well: the same choice is made, once, and everyone hears of it."""
    assert (await client.request(url, "/health"))["status"] == "ok"
    await player.choose("1", id="mine", ask=0)
    await until(other, lambda: other.legal)
    assert other.view is not None
    assert other.view["position"] == [1, 0]


def lines_with(lines: list[str], text: str) -> list[str]:
    return [line for line in lines if text in line]


@pytest.mark.parametrize("kind", DATABASES)
def test_a_database_that_becomes_read_only(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    database = database_of(kind, tmp_path, request)
    name = database.rpartition("/")[2]
    switch = ["PRAGMA query_only = {}"] if kind == "sqlite" else [
        f"ALTER DATABASE {name} SET default_transaction_read_only = {{}}",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid != pg_backend_pid()",
    ]  # fmt: skip

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack)
            writable = [] if kind == "sqlite" else ["SET TRANSACTION READ WRITE"]
            await inside.execute(*(statement.format("on") for statement in switch))
            if kind == "postgresql":  # the connection that has just done it
                await inside.execute("SET SESSION default_transaction_read_only = on")
            await refused(url, p1, p2, READ_ONLY)
            assert len(lines_with(caplog.messages, LOGGED + READ_ONLY)) == 1
            assert lines_with(caplog.messages, OVER) == []
            await inside.execute(*writable, *(statement.format("off") for statement in switch))
            if kind == "postgresql":
                await inside.execute("SET SESSION default_transaction_read_only = off")
            await accepted(url, p1, p2)
            assert len(lines_with(caplog.messages, LOGGED)) == len(lines_with(caplog.messages, OVER)) == 1

    with in_this_process(database) as url:
        run(play(url))


def test_a_full_disk_of_postgresql(postgres: Postgres, inside: Inside, caplog: pytest.LogCaptureFixture) -> None:
    """As PostgreSQL says it: with the state 53100, for every row."""
    full = "BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no space left: ' || NEW.facts; END"

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack)
            await inside.execute(
                f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ {full} $$",
                "CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()",
            )
            await refused(url, p1, p2, FULL)
            assert len(lines_with(caplog.messages, LOGGED + FULL)) == 1
            assert "no space left" not in caplog.text, "its own words have what was to be stored in them"
            await inside.execute("DROP TRIGGER full_disk ON events")
            await accepted(url, p1, p2)
            assert len(lines_with(caplog.messages, OVER)) == 1

    with in_this_process(postgres.new_database()) as url:
        run(play(url))


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of its own, if this machine lets us have one."""
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(disk)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this machine lets us mount nothing")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def played_through(server: Server, why: str, begin: Callable[[], None], end: Callable[[], None]) -> None:
    """A fault of a real server's disk that comes and goes; and what was acknowledged is there after a restart."""

    async def play() -> str:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(server.url, stack)
            begin()
            try:
                await refused(server.url, p1, p2, why)
            finally:
                end()
            await accepted(server.url, p1, p2)
            return table

    table = run(play())
    log = server.log.read_text().splitlines()
    begun = [line.partition(": ")[0] for line in log if "nothing can be" in line]
    assert len(begun) == len(set(begun)) == len(lines_with(log, OVER)) >= 1, log
    server.kill()
    server.start()
    assert run(client.request(server.url, f"/tables/{table}"))["playing"] is True


def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path, 2) as disk, serving(sqlite(disk), tmp_path) as server:
        filler = disk / "filler"

        def fill() -> None:
            with filler.open("wb", buffering=0) as file:
                for size in (1 << 16, 512):
                    try:
                        while True:
                            file.write(bytes(size))
                    except OSError:
                        pass

        played_through(server, FULL, fill, filler.unlink)


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """A limit of the system on the size of files, as `ulimit -f` sets it."""
    with serving(sqlite(tmp_path), tmp_path) as server:
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)

        def limit() -> None:
            size = (tmp_path / "tables.sqlite-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))

        def lift() -> None:
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)

        played_through(server, "the disk can't be read or written", limit, lift)


@pytest.mark.parametrize("name", ["tables.sqlite", "tables.sqlite-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_taken_away(name: str, replaced: bool, tmp_path: Path) -> None:
    """What a server writes to a file that has no name any more would be lost; also if a copy is put in its place."""
    file, elsewhere = tmp_path / name, tmp_path / "elsewhere"

    def take_away() -> None:
        file.rename(elsewhere)
        if replaced:
            shutil.copy2(elsewhere, file)

    with serving(sqlite(tmp_path), tmp_path) as server:
        played_through(server, DELETED, take_away, lambda: elsewhere.replace(file) and None)


def test_a_database_without_room(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """SQLite's own limit on the size of a database: the store says so, and goes on when there is room."""

    async def work() -> None:
        store = EventStore(sqlite(tmp_path))
        await store.open()
        try:
            async with store.engine.connect() as connection:
                pages = await connection.scalar(sa.text("PRAGMA page_count"))
                await connection.execute(sa.text(f"PRAGMA max_page_count = {pages}"))
            large = [Event("x", {"text": "x" * 100_000})]
            for _ in range(3):
                with pytest.raises(DatabaseUnavailable, match=FULL):
                    await store.append("t", 1, large)
            assert store.health.trouble == f"nothing can be stored right now: {FULL}"
            async with store.engine.connect() as connection:
                await connection.execute(sa.text(f"PRAGMA max_page_count = {pages + 1000}"))
            await store.check()
            await store.append("t", 1, large)
            assert (store.health.trouble, await store.events("t")) == (None, large)
            assert await store.events("") == [], "what was tried out is gone"
        finally:
            await store.close()

    run(work())
    assert len(lines_with(caplog.messages, LOGGED + FULL)) == len(lines_with(caplog.messages, OVER)) == 1


def test_health_finds_out_before_anyone_plays(tmp_path: Path, inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has tried to store anything: it is tried out, never twice at the same time."""
    from feint.server import event_store

    monkeypatch.setattr(event_store, "PROBE_INTERVAL", 0.0)
    probes, most, probe = 0, 0, EventStore._probe

    async def counted(store: EventStore) -> None:
        nonlocal probes, most
        probes += 1
        most = max(most, probes)
        try:
            await probe(store)
        finally:
            probes -= 1

    monkeypatch.setattr(EventStore, "_probe", counted)

    async def play(url: str) -> None:
        await inside.execute("PRAGMA query_only = on")
        with pytest.raises(ServerError, match=READ_ONLY):
            await client.request(url, "/health")
        await inside.execute("PRAGMA query_only = off")
        assert (await client.request(url, "/health"))["status"] == "ok"

        async def at_once() -> None:
            await asyncio.gather(*(inside.store.check() for _ in range(50)))

        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(at_once(), inside.loop))
        assert most == 1

    with in_this_process(sqlite(tmp_path)) as url:
        run(play(url))


def test_damage_is_not_forgotten(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A page of the file is nonsense: its table can't be read, others can, and /health says so from then on."""
    file = tmp_path / "tables.sqlite"

    async def fill() -> None:
        store = EventStore(sqlite(tmp_path))
        await store.open()
        for table in ("a", "b"):
            await store.append(table, 1, [Event("x", {"text": table * 3000})])
        await store.close()

    async def read() -> None:
        store = EventStore(sqlite(tmp_path))
        await store.open()
        try:
            assert len(await store.events("b")) == 1
            for _ in range(3):
                with pytest.raises(DatabaseUnavailable, match=DAMAGED):
                    await store.events("a")
            assert len(await store.events("b")) == 1
            with pytest.raises(DatabaseUnavailable, match=DAMAGED):
                await store.check()
        finally:
            await store.close()

    run(fill())
    data = bytearray(file.read_bytes())
    page = data.index(b"a" * 1000) // 4096 * 4096
    pages = [place for place in range(0, len(data), 4096) if data[place + 10 : place + 400] == b"a" * 390]
    for place in [page, *pages]:
        data[place : place + 4096] = b"\xff" * 4096
    file.write_bytes(data)
    run(read())
    assert len([line for line in caplog.messages if DAMAGED in line]) == 1


# Rows that can't be read.


BAD_ROWS: dict[str, list[str]] = {
    "half a text": ["UPDATE events SET facts = '{' WHERE table_id = :table AND number = 2"],
    "no object": ["UPDATE events SET facts = '[]' WHERE table_id = :table AND number = 2"],
    "no part of it": ["UPDATE events SET facts = '{}' WHERE table_id = :table AND number = 3"],
    "no such kind": ["UPDATE events SET kind = 'nonsense' WHERE table_id = :table AND number = 3"],
    "one is missing": ["DELETE FROM events WHERE table_id = :table AND number = 2"],
    "the last is another": ["UPDATE events SET number = 9 WHERE table_id = :table AND number = 3"],
}


@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.parametrize("damage", BAD_ROWS)
def test_one_bad_row_is_nobody_elses_trouble(
    damage: str,
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    inside: Inside,
    travel: Travel,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The clocks of others go on, the list is there, it is logged once, and it is played on when the row is right again."""

    async def play(url: str) -> None:
        bad, good, idle = [await client.open_table(url, "tower-siege", clock={"move": n}) for n in (50, 100, 7000)]
        for table in (bad, good, idle):
            await seated(url, table, ["P1", "P2"])
        await inside.execute(
            "CREATE TABLE kept AS SELECT * FROM events WHERE table_id = :table".replace(":table", f"'{bad}'")
        )
        await inside.execute(*BAD_ROWS[damage], table=bad)
        travel.on(200)  # both are out of time, the bad one first
        while (await client.request(url, f"/tables/{good}"))["ended"] is None:
            await asyncio.sleep(0.01)
        assert (await client.request(url, f"/tables/{good}"))["ended"]["why"] == "time"
        for _ in range(3):
            with pytest.raises(ServerError, match="this version of Feint can't read this table"):
                await client.request(url, f"/tables/{bad}")
            with pytest.raises(ServerError, match="can't read this table"):
                await client.take_seat(url, bad, "P1")
        assert {table["table"] for table in await client.request(url, "/tables")} == {bad, idle}
        health = await client.request(url, "/health")
        assert (health["status"], health["unreadable"]) == ("ok", 1)
        travel.on(8 * 24 * 3600)  # the last one is out of time, too: the sweeper still runs
        while (await client.request(url, f"/tables/{idle}"))["ended"] is None:
            await asyncio.sleep(0.01)
        logged = lines_with(caplog.messages, "a table can't be read")
        assert len(logged) == 1
        assert bad[:6] in logged[0]
        assert bad not in caplog.text, "whoever knows it could sit down there"
        await inside.execute("DELETE FROM events WHERE table_id = :table", "INSERT INTO events SELECT * FROM kept WHERE table_id = :table", table=bad)  # fmt: skip
        again = None
        while again is None:  # the sweeper may have begun to read it before, and still have it
            with suppress(ServerError):
                again = await client.request(url, f"/tables/{bad}")
            await asyncio.sleep(0.01)
        assert again["playing"]
        assert (await client.request(url, "/health"))["unreadable"] == 0
        assert len(lines_with(caplog.messages, "a table can be read again")) == 1

    with in_this_process(database_of(kind, tmp_path, request), sweep=0.05) as url:
        run(play(url))


@pytest.mark.parametrize("kind", DATABASES)
def test_bad_tables_dont_hide_a_clock(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So many tables are looked at each time, the longest overdue first: those that can't be read make room."""
    from feint.server import event_store
    from feint.server.hub import Hub
    from feint.server.settings import Settings

    database = database_of(kind, tmp_path, request)
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(event_store, "DUE_AT_ONCE", 20)

    async def work() -> None:
        hub = Hub(EventStore(database), Settings(database))
        await hub.start()
        try:
            for number in range(20):
                hub.store.append(f"bad{number}", 1, [Event("nonsense", {}, now())], LobbyEntry(True, False, {}))
            await hub.store.append("last", 1, [Event("nonsense", {}, now())], LobbyEntry(True, False, {}))
            async with hub.store.engine.begin() as connection:
                await connection.execute(sa.update(TABLES).values(due=1))
                await connection.execute(sa.update(TABLES).where(TABLES.c.id == "last").values(due=2))
            assert "last" not in await hub.store.overdue()
            await hub.timers.sweep()
            assert await hub.store.overdue() == ["last"]
        finally:
            await hub.stop()

    run(work())


@pytest.mark.parametrize("kind", DATABASES)
def test_an_entry_that_cant_be_listed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        store = EventStore(database_of(kind, tmp_path, request))
        await store.open()
        try:
            for name in "abc":
                await store.append(name, 1, [Event("x", {}, now())], LobbyEntry(True, False, {"name": name}))
            async with store.engine.begin() as connection:
                await connection.execute(sa.update(TABLES).where(TABLES.c.id == "b").values(shown="{"))
            for _ in range(3):
                assert {row["table"] for row in await store.listed(10)} == {"a", "c"}
        finally:
            await store.close()

    run(work())
    assert len(lines_with(caplog.messages, "a table can't be listed")) == 1


# The list, and what is deleted.


@pytest.mark.parametrize("kind", DATABASES)
def test_nobody_pushes_others_off_the_list(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Whoever opens many, and keeps opening them, has as many on it as there is room for beside the others."""

    async def work() -> None:
        store = EventStore(database_of(kind, tmp_path, request))
        await store.open()
        try:
            opened = [(f"old{n}", f"friend{n}") for n in range(5)]
            opened += [(f"flood{n}", f"flooder{n % 2}") for n in range(60)]
            opened += [("unknown", None)]  # from before addresses were kept
            for at, (table, address) in enumerate(opened):
                await store.append(table, 1, [Event("x", {}, at + 1)], LobbyEntry(True, False, {}, address))
            listed = [row["table"] for row in await store.listed(20)]
            assert listed == [
                "unknown",
                *(f"flood{n}" for n in range(59, 45, -1)),
                *(f"old{n}" for n in range(4, -1, -1)),
            ]
            assert [row["table"] for row in await store.listed(8)] == [
                "unknown", "flood59", "flood58", *(f"old{n}" for n in range(4, -1, -1))
            ]  # fmt: skip
        finally:
            await store.close()

    run(work())


@pytest.mark.parametrize("kind", DATABASES)
def test_ended_tables_are_deleted_if_the_operator_says_when(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, travel: Travel, inside: Inside
) -> None:
    """With everything that happened there; not those that are open, nor while someone looks at one."""

    async def ended(url: str) -> str:
        async with AsyncExitStack() as stack:
            table, p1, _ = await two(url, stack)
            await p1.resign()
        return table

    async def is_gone(url: str, table: str) -> bool:
        try:
            await client.request(url, f"/tables/{table}")
        except ServerError as error:
            assert error.status == 404
            return True
        return False

    async def play(url: str) -> None:
        first, watched = await ended(url), await ended(url)
        async with client.watch(url, watched):
            travel.on(1100)
            open_one, later = await client.open_table(url, "tower-siege"), await ended(url)
            while not await is_gone(url, first):
                await asyncio.sleep(0.01)
            assert not await is_gone(url, watched)
        while not await is_gone(url, watched):
            await asyncio.sleep(0.01)
        assert not await is_gone(url, later)
        travel.on(1100)
        while not await is_gone(url, later):
            await asyncio.sleep(0.01)
        assert not await is_gone(url, open_one)

        async def rows() -> list[str]:
            async with inside.store.engine.connect() as connection:
                return list((await connection.scalars(sa.select(EVENTS.c.table_id).distinct())).all())

        left = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(rows(), inside.loop))
        assert [table for table in left if table] == [open_one]

    with in_this_process(database_of(kind, tmp_path, request), sweep=0.05, keep=1000.0) as url:
        run(play(url))


def test_nothing_is_deleted_by_itself(tmp_path: Path, travel: Travel) -> None:
    """Ten years later a finished match is there, unless someone has set a limit."""
    from feint.server.hub import Hub
    from feint.server.settings import Settings, limited, settings_from_json

    settings = settings_from_json(Settings(sqlite(tmp_path)).to_json())
    assert limited(settings, {"keep": "86400"}).keep == 86400.0

    async def work() -> None:
        hub = Hub(EventStore(settings.database), settings)
        await hub.start()
        try:
            await hub.store.append("t", 1, [Event("x", {}, now())], LobbyEntry(True, True, {}))
            travel.on(10 * 365 * 24 * 3600)
            await hub.housekeeping.delete_old()
            assert len(await hub.store.events("t")) == 1
        finally:
            await hub.stop()

    run(work())
