"""The network table when things go wrong: killed servers, several of them at once, a database that is gone, limits."""

import asyncio
import itertools
import json
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import feint
from feint import client
from feint.client import ConnectionLost, ServerError, TableClient, join
from feint.server import app, event_store, pg_notify
from feint.server.event_store import EventStore
from feint.server.settings import Settings
from feint.terminal.app import main
from feint.terminal.commands import serve
from feint.terminal.commands.serve import own_address
from kit.kills import killed
from kit.server import DATABASES, Travel, database_of, in_this_process, run, seated, two, until
from kit.server_process import Postgres, Server, serving, sqlite
from kit.stubborn_client import Choice, Stubborn, check_record, lost_and_doubled
from kit.terminal import FEINT, run_process
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("processes")
GAME = {"length": 12, "turn_limit": 60}
GAMES: list[Any] = [
    ("tower-siege", GAME, {}),
    ("minefield-navigator", {}, {}),
    ("terminal-maneuver", {}, {}),
    ("tower-siege", GAME, {"P2": "random"}),
]
WAIT = (0.05, 0.3)  # seconds of load before a kill


def check(found: dict[str, Any]) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and nobody saw what is otherwise now."""
    assert (found["lost"], found["doubled"], found["wrong"]) == (0, 0, [])
    assert found["matches played to the end"] >= found["tables at once"]
    assert found["of these under load"] > 0


def test_what_is_lost_or_doubled_is_found() -> None:
    """The account that the next tests go by."""
    player = Stubborn(lambda: "", "t", "P1", "", 1)
    player.acknowledged = [Choice("a", 0, "3"), Choice("b", 1, "rest")]
    player.sent = Choice("c", 2, "1")
    right = [("a", "3"), ("b", "rest")]
    for there, found in [
        (right, (0, 0)),
        ([*right, ("c", "1")], (0, 0)),  # stored, and the server was killed before it could say so
        (right[:1], (1, 0)),
        ([], (2, 0)),
        ([right[1]], (2, 0)),
        ([("a", "2"), right[1]], (1, 1)),
        ([*right, right[1]], (0, 1)),
        ([*right, ("d", "1")], (0, 1)),
    ]:
        assert lost_and_doubled({"t": {"P1": there}}, [player], [2]) == found, there
    for number, told in [(1, {"ask": 0}), (2, {"ask": 1}), (1, {"ask": 0}), (2, {"ask": 0}), (4, {"ask": 2})]:
        player._take({"type": "change", "number": number, **told})
    assert player.wrong == ["P1 at t saw change 2, which is another now", "P1 at t saw change 4 after 2"]


@pytest.mark.parametrize("kind", DATABASES)
def test_kill_and_restart(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """kill -9 in the middle of play. bench/kills.py does the same with more tables, and more often."""
    with serving(database_of(kind, tmp_path, request), tmp_path) as server:
        check(run(killed(kind, server, None, 6, ["server"] * 2, 1, GAMES, WAIT)))


def test_kill_workers_and_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    """`--workers 2`: any of them serves any table, and those that are killed are replaced. PostgreSQL comes back too."""
    with serving(postgres.new_database(), tmp_path, "--workers", "2") as server:
        check(run(killed("postgresql", server, postgres, 6, ["worker", "workers", "postgresql"], 2, GAMES, WAIT)))


def test_a_commit_whose_answer_is_lost(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was stored all the same: who chose is told to try again, and the others hear of it although nobody does."""
    store, lose = event_store.EventStore._store, []

    async def stored(self: event_store.EventStore, batch: Any) -> None:
        await store(self, batch)
        if lose:
            raise lose.pop()

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack)
            lose.append(ConnectionResetError())
            with pytest.raises(
                ServerError, match="nothing can be stored right now, try again: the database can't be reached"
            ):
                await p1.choose("1", id="mine", ask=0)
            assert (await p2.next_message())["ask"] == 0
            await p1.choose("1", id="mine", ask=0)

    monkeypatch.setattr(event_store.EventStore, "_store", stored)
    monkeypatch.setattr(pg_notify, "OWN_DELAY", 0.05)
    with in_this_process(postgres.new_database()) as url:
        run(play(url))


def test_what_cannot_be_read_just_then_is_read_later(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has stored something, and the database goes away at that moment."""
    read, fails = event_store.EventStore.events, []

    async def events(self: event_store.EventStore, *given: Any) -> Any:
        if fails:
            raise fails.pop()
        return await read(self, *given)

    async def play(one: str, other: str) -> None:
        table = await client.open_table(one, "tower-siege")
        tokens = await seated(one, table, ["P1", "P2"])
        async with join(one, table, tokens["P1"]) as p1, join(other, table, tokens["P2"]) as p2:
            fails.append(event_store.DatabaseUnavailable("it is away"))
            await p1.choose("1")
            while not p2.legal:
                await p2.next_message()
        assert not fails

    monkeypatch.setattr(event_store.EventStore, "events", events)
    database = postgres.new_database()
    with in_this_process(database) as one, in_this_process(database) as other:
        run(play(one, other))


async def prepared(finds: list[Callable[[], str]], count: int) -> list[list[Stubborn]]:
    """So many tables, with the seats of each on these servers in turn."""
    tables = []
    for number in range(count):
        table = await client.open_table(finds[0](), "tower-siege", GAME)
        tokens = await seated(finds[0](), table, ["P1", "P2"])
        finds = [*finds[1:], finds[0]]
        tables.append(
            [
                Stubborn(find, table, seat, token, number)
                for find, (seat, token) in zip(itertools.cycle(finds), tokens.items(), strict=False)
            ]
        )
    return tables


async def finished(tables: list[list[Stubborn]]) -> None:
    """Everything that was acknowledged is in the record once, in order, and nothing else is."""
    for players in tables:
        await check_record(players)
        for player in players:
            assert await player.compare(0)
            assert await player.compare(None)
            assert player.wrong == []
            assert player.acknowledged


async def done_so_far(tables: list[list[Stubborn]], more: int) -> None:
    """Wait until so many more choices are acknowledged, or all have ended."""
    players = [player for pair in tables for player in pair]
    goal = sum(len(player.acknowledged) for player in players) + more
    while sum(len(player.acknowledged) for player in players) < goal and not all(player.over for player in players):
        await asyncio.sleep(0.001)


def test_two_servers_on_one_database(tmp_path: Path, postgres: Postgres) -> None:
    """The seats of a table are on two servers, each of which is killed and restarted in turn; they hear from each other."""
    database = postgres.new_database()
    with serving(database, tmp_path) as one, serving(database, tmp_path) as two:

        async def play() -> None:
            tables = await prepared([lambda: one.url, lambda: two.url], 6)
            playing = [asyncio.create_task(player.play()) for pair in tables for player in pair]
            for server in (one, two):
                await done_so_far(tables, 15)
                assert not all(task.done() for task in playing)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)
            await finished(tables)

        run(play())


def test_the_database_is_gone_for_a_while(tmp_path: Path, postgres: Postgres) -> None:
    """Errors that say so, and then it goes on where it was."""
    with serving(postgres.new_database(), tmp_path) as server:

        async def play() -> None:
            tables = await prepared([lambda: server.url], 4)
            playing = [asyncio.create_task(player.play()) for pair in tables for player in pair]
            await done_so_far(tables, 20)
            await asyncio.to_thread(postgres.stop)
            with pytest.raises(ServerError, match="nothing can be read right now, try again: "):
                await client.request(server.url, "/health")
            while not sum(player.again for pair in tables for player in pair):
                await asyncio.sleep(0.001)
            await asyncio.to_thread(postgres.start)
            await asyncio.gather(*playing)
            await finished(tables)
            assert (await client.request(server.url, "/health"))["status"] == "ok"

        run(play())


def test_workers_that_start_without_the_database(tmp_path: Path, postgres: Postgres) -> None:
    """They say so until it is back, and then go on where it was."""
    with serving(postgres.new_database(), tmp_path, "--workers", "2") as server:

        async def play() -> None:
            tables = await prepared([lambda: server.url], 3)
            playing = [asyncio.create_task(player.play()) for pair in tables for player in pair]
            await done_so_far(tables, 10)
            await asyncio.to_thread(postgres.stop)
            while len(before := server.workers()) < 2:
                await asyncio.sleep(0.1)
            server.kill_workers(before)
            while len(set(server.workers()) - set(before)) < 2:
                await asyncio.sleep(0.1)
            while True:
                try:
                    await client.request(server.url, "/health")
                except ConnectionLost:
                    await asyncio.sleep(0.1)
                except ServerError as error:
                    assert "nothing can be read right now, try again" in str(error)
                    break
            await asyncio.to_thread(postgres.start)
            await asyncio.gather(*playing)
            await finished(tables)

        run(play())


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n{",
        b"HTTP/1.1 409 Conflict\r\nContent-Length: 300\r\n\r\n{",
        b"nonsense",
    ],
)
def test_half_an_answer(answer: bytes) -> None:
    """What a server that dies leaves behind is a lost connection for a client, wherever it broke off."""

    async def dying(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async def play() -> None:
        async with await asyncio.start_server(dying, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(ConnectionLost, match="can't be reached"):
                await client.request(f"http://127.0.0.1:{port}", "/health")

    run(play())


def test_two_servers_on_one_file(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), tmp_path) as first:
        run(client.request(first.url, "/health"))  # it has the file now
        second = run_process("serve", "--port", "0", "--database", sqlite(tmp_path))
        assert second.returncode == 2
        assert "tables.sqlite is in use by another server; one process at a time has a file" in second.stderr


def test_a_server_that_loses_its_file_while_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are started at once, and the other is quicker to take the file that both have found to be free."""
    monkeypatch.setenv(app.ENVIRONMENT, "")  # and put back what it is made to
    settings = Settings(sqlite(tmp_path))
    monkeypatch.setattr(app, "app_from_environment", lambda: app.make_app(settings))
    real, other = serve._try, sqlite3.connect(tmp_path / "tables.sqlite")

    async def find_it_free(store: EventStore) -> None:
        await real(store)
        other.execute("BEGIN EXCLUSIVE")

    monkeypatch.setattr(serve, "_try", find_it_free)
    with closing(other):
        late = command("serve", "--port", "0", "--database", settings.database)
    assert late.returncode
    assert "is in use by another server" in late.stderr.splitlines()[-1]
    assert "Feint is running" not in late.stdout


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--database", "sqlite+aiosqlite:///file:x?uri=true"], "--database takes a file by its path, as in sqlite"),
        (["--database", "mysql://x"], "mysql can't be used: sqlite+aiosqlite or postgresql+asyncpg can"),
        (["--database", "nonsense"], "--database takes a URL"),
        (
            ["--database", "sqlite+aiosqlite:////proc/none/x"],
            "the database sqlite+aiosqlite:////proc/none/x can't be used",
        ),
        (["--workers", "2"], "several workers need PostgreSQL"),
        (["--limit", "chairs=3"], "there is no limit called chairs; there are body, message, rate"),
        (["--limit", "tables=many"], "the limit tables is a whole number above 0, not many"),
        (["--limit", "tables=0"], "the limit tables is a whole number above 0, not 0"),
        (["--limit", "idle=inf"], "the limit idle is a number above 0, not inf"),
        (["--workers", "0"], "--workers must be 1 or more"),
        (["--port", "99999"], "there is no port 99999"),
        (["--proxy", "*"], "--proxy takes an address like 127.0.0.1, or a network; * is neither"),
        (["--host", "192.0.2.1", "--port", "0"], "can't listen on 192.0.2.1, port 0: cannot assign requested address"),
        (["--database-password-file", "/none"], "/none can't be read: no such file or directory"),
        (
            ["--database-password-file", "/dev/null"],
            "/dev/null is empty; its first line should be the database's password",
        ),
        (
            ["--database", "sqlite+aiosqlite:///x", "--database-password-file", __file__],
            "--database-password-file needs a --database postgresql+asyncpg://...; a file has no password",
        ),
        (
            ["--database", "postgresql+asyncpg://a:secret@127.0.0.1:1/b", "--database-password-file", __file__],
            "the database's password is in --database and in a file; leave one of them out",
        ),
        (
            ["--database", "postgresql+asyncpg://a:secret@127.0.0.1:1/b"],
            "the database postgresql+asyncpg://a:***@127.0.0.1:1/b can't be used",
        ),
    ],
)
def test_servers_that_cannot_be(options: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *options]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_the_databases_password_is_in_no_command(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes from a file or from the environment, and is used by all of a server's connections."""
    url = postgres.new_database()
    with_password = url.replace("feint@", "careful:s%40crt%2F@")
    without = url.replace("feint@", "careful@")
    postgres.add_user("careful", "s@crt/", url.rpartition("/")[2])
    file = tmp_path / "password"
    file.write_text("s@crt/\n")
    by_file = ["--database", without, "--database-password-file", str(file)]
    with subprocess.Popen([*FEINT, "serve", "--port", "0", *by_file], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith("Feint is running at ")
            assert "s@crt" not in Path(f"/proc/{process.pid}/cmdline").read_text()
        finally:
            process.send_signal(signal.SIGINT)
    ways: list[tuple[list[str], dict[str, str]]] = [
        (by_file, {}),
        (["--database-password-file", str(file)], {"FEINT_DATABASE": without}),
        ([], {"FEINT_DATABASE": with_password}),
        (["--database", without], {"PGPASSWORD": "s@crt/"}),
    ]
    for options, environment in ways:
        server = Server("", tmp_path / "log")
        server.options = options
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            server.start()
        try:
            assert run(client.request(server.url, "/health"))["status"] == "ok"
        finally:
            server.stop()
    refused = command("serve", "--port", "0", "--database", without)
    assert refused.returncode == 2
    assert "can't be used" in refused.stderr
    file.write_text("wrong\n")
    refused = command("serve", "--port", "0", *by_file)
    assert (refused.returncode, "wrong" in refused.stderr) == (2, False), refused.stderr


@pytest.mark.parametrize(
    ("library", "options", "extra"),
    [("uvicorn", [], "server"), ("asyncpg", ["--database", "postgresql+asyncpg://x/y"], "postgresql")],
)
def test_without_the_extra(library: str, options: list[str], extra: str) -> None:
    """One sentence says what to install."""
    program = f"import sys; sys.modules['{library}'] = None; from feint.terminal.app import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", program, "serve", *options], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"feint: this needs {library}, which isn't installed: pip install 'feint[{extra}]'\n"


def test_the_file_is_its_owners(tmp_path: Path) -> None:
    """It holds what is hidden at every table."""
    with in_this_process(sqlite(tmp_path)):
        assert {oct(file.stat().st_mode & 0o777) for file in tmp_path.glob("tables.sqlite*")} == {"0o600"}
    (tmp_path / "tables.sqlite").chmod(0o644)
    with in_this_process(sqlite(tmp_path)):
        assert {oct(file.stat().st_mode & 0o777) for file in tmp_path.glob("tables.sqlite*")} == {"0o600"}


def test_limits(tmp_path: Path) -> None:
    """Tables from one address, the size of a request, and how fast messages may come."""

    async def play(url: str) -> None:
        tables = [await client.open_table(url, "tower-siege") for _ in range(3)]
        with pytest.raises(ServerError, match="your address already has 3 open tables; close some first"):
            await client.open_table(url, "tower-siege")
        with pytest.raises(ServerError, match="a request has at most 1000 bytes"):
            await client.request(url, "/tables", {"game": "x" * 2000})
        async with AsyncExitStack() as stack:
            other = await stack.enter_async_context(client.sit(url, tables[0], "P2"))
            player = await stack.enter_async_context(client.sit(url, tables[0], "P1"))
            await until(other, lambda: other.view)
            for _ in range(20):
                await player.send({"type": "nonsense"})
            with pytest.raises(ConnectionLost, match=r"at most 0.001 messages a second"):
                await read_all(player)
            await other.resign()
        await client.open_table(url, "tower-siege")  # now that one has ended

    with in_this_process(sqlite(tmp_path), tables=3, body=1000, rate=0.001, burst=10) as url:
        run(play(url))


async def read_all(player: TableClient) -> None:
    while True:
        await player.receive()


def test_too_many_connections(tmp_path: Path) -> None:
    """From one address; they count while they last."""
    from websockets.asyncio.client import connect

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        address = f"ws{url.removeprefix('http')}/tables/{table}/socket"
        async with client.watch(url, table), client.watch(url, table), connect(address, proxy=None) as third:
            said = json.loads(await third.recv())
            assert said["error"] == "your address already has 2 open connections; close some first"
            with pytest.raises(ConnectionClosed) as closed:
                await third.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4010
        while True:  # the server hears of their end a little later
            try:
                async with client.watch(url, table):
                    return
            except ServerError as error:
                assert "close some first" in str(error)

    with in_this_process(sqlite(tmp_path), connections=2) as url:
        run(play(url))


def test_too_many_long_matches(tmp_path: Path) -> None:
    """They are in memory for whoever is connected, so these have a limit together; but whoever plays can always join."""

    async def play(url: str) -> None:
        tables, players = [], []
        async with AsyncExitStack() as stack:
            for _ in range(2):
                table, p1, p2 = await two(url, stack)
                for player in (p1, p2) * 3:
                    await until(player, lambda player=player: player.legal)
                    await player.choose("rest")
                tables.append(table)
                players.append(p1)
            long = "your address already has open connections to matches of 10 steps together; close some first"
            async with (
                client.watch(url, tables[0]),
                client.watch(url, tables[1]),
                join(url, tables[1], players[1].token),
            ):
                pass  # these are in memory for those who play
        first, second = tables
        async with client.watch(url, first), client.watch(url, first):
            with pytest.raises(ServerError, match=long):
                async with client.watch(url, second):
                    pass
            async with join(url, second, players[1].token) as again, client.watch(url, second):
                await again.resign()
            with pytest.raises(ServerError, match=long):
                async with join(url, second, players[1].token):
                    pass
        while True:  # the server hears of their end a little later
            try:
                async with client.watch(url, second):
                    return
            except ServerError as error:
                assert str(error) == long

    with in_this_process(sqlite(tmp_path), followed=10) as url:
        run(play(url))


@pytest.mark.parametrize(
    ("options", "says", "counted"),
    [
        ([], ["203.0.113.7", "203.0.113.8"], ["127.0.0.1"]),
        (["--proxy", "127.0.0.1"], ["203.0.113.7", "1.2.3.4, 203.0.113.7"], ["203.0.113.7"]),
        (["--proxy", "192.0.2.0/24"], ["203.0.113.7", "203.0.113.8"], ["127.0.0.1"]),
    ],
)
def test_who_is_believed_about_addresses(
    options: list[str], says: list[str], counted: list[str], tmp_path: Path
) -> None:
    """Nobody, unless it was named; and of what that one passes on, only the last address, which it wrote itself."""
    with serving(sqlite(tmp_path), tmp_path, "--limit", "tables=2", *options) as server:
        for address in says:
            assert opened_by(server.url, address) == 201
        assert opened_by(server.url, says[0]) == 409
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
        assert [address for (address,) in database.execute("SELECT DISTINCT address FROM tables")] == counted


def opened_by(url: str, address: str) -> int:
    """Open a table from what a header calls an address; the status of the answer."""
    request = urllib.request.Request(f"{url}/tables", json.dumps({"game": "tower-siege"}).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("X-Forwarded-For", address)
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return int(error.code)


def test_idle_tables_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has happened for long: the table is closed for all, and off the list. What has ended is left alone."""

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        async with client.sit(url, table, "P1") as p1, client.sit(url, table, "P2") as p2:
            await until(p1, lambda: p1.view)
            travel.on(8 * 24 * 3600)
            for player in (p1, p2):
                while not player.ended:
                    await player.next_message()
            assert p1.ended["why"] == "closed"
            assert p1.ended["scores"] is None
            assert (p1.legal, p1.state["ask"]) == ([], None)
            with pytest.raises(ServerError, match="this table is closed"):
                await p1.choose("3", ask=0)
        while await client.request(url, "/tables"):
            await asyncio.sleep(0.05)
        text = await client.request(url, f"/tables/{table}/record")
        assert feint.replay(text).fairness.secret == p1.ended["secret"]

    travel = Travel(monkeypatch)
    with in_this_process(sqlite(tmp_path), sweep=0.05) as url:
        run(play(url))


def test_a_first_message_that_never_comes(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        from websockets.asyncio.client import connect

        table = await client.open_table(url, "tower-siege")
        async with connect(f"ws{url.removeprefix('http')}/tables/{table}/socket", proxy=None) as socket:
            assert "the first message has to come at once" in str(await socket.recv())

    with in_this_process(sqlite(tmp_path), patience=0.01) as url:
        run(play(url))


def test_a_slow_reader_has_to_come_in_again() -> None:
    """Nobody waits for it, and nothing is kept for it without end."""
    from feint.protocol import CloseCode
    from feint.server.connection import BACKLOG_BYTES, Connection
    from feint.server.settings import Settings

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message.get("text") or message["code"])

    async def play() -> None:
        connection = Connection(None, send, Settings("", backlog=3))  # type: ignore[arg-type]
        connection.send_first([b"a", b"b"])
        for number in range(10):
            connection.send(str(number).encode())
        await connection.send_queued()
        assert sent == ["a", "b", "0", "1", "2", CloseCode.TOO_SLOW]
        sent.clear()
        connection, long = Connection(None, send, Settings("")), BACKLOG_BYTES // 4 * b"x"  # type: ignore[arg-type]
        connection.send_first([3 * long])
        for _ in range(6):
            connection.send(long)
        await connection.send_queued()
        assert (len(sent), sent[-1]) == (6, CloseCode.TOO_SLOW), "however few they are"

    run(play())


def test_much_to_catch_up_on(tmp_path: Path) -> None:
    """One who comes back gets all that was missed, also where it is more than would be kept for a slow reader."""

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        async with client.sit(url, table, "P1") as p1, client.sit(url, table, "P2") as p2:
            for player in [p1, p2] * 10:
                while not player.legal:
                    await player.next_message()
                await player.choose("rest")
            late = TableClient(None, table, p1.token)
            late.state["number"] = 1
            async with join(url, table, p1.token, before=late) as again:
                assert again.number == 23
                assert again.log == p2.log

    with in_this_process(sqlite(tmp_path), backlog=4) as url:
        run(play(url))


def test_an_address_for_others(tmp_path: Path) -> None:
    """Served to all, what is printed is an address that can be sent to someone, and it works."""
    served = [
        sys.executable,
        "-m",
        "feint",
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "0",
        "--database",
        sqlite(tmp_path),
    ]
    with subprocess.Popen(served, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            found = re.fullmatch(
                r"Feint is running at (http://([0-9.]+):\d+) for everyone on your network \(.*\)\n", line
            )
            assert found, line
            assert found[2] == own_address() != "0.0.0.0"
            assert run(client.request(found[1], "/health"))["status"] == "ok"
        finally:
            process.send_signal(signal.SIGINT)
