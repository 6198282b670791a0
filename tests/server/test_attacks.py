"""What a hostile visitor tries: the server refuses it, says so in its log, lets go of it, and serves the others.

Limits are small here, and what is counted are refusals and connections. `bench/attacks.py` tries the same on the usual
limits, and measures memory.
"""

import asyncio
import gc
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from feint import client
from feint.client import ServerError
from feint.core.game import Game
from feint.server import guard, http_limits, teaching_routes
from feint.server.app import STOP_TIME
from feint.server.catalog import served_game
from feint.server.http_limits import (
    BODY_TIME,
    CONNECTIONS,
    HEAD,
    HEAD_TIME,
    MALFORMED,
    OWN_FILES,
    PIPELINE,
    QUEUE,
    SHARE,
    TOO_MUCH,
    UNREAD,
    UNSENT,
    ConnectionLimits,
    LimitedHttp,
)
from feint.server.network import LIMITS, network_of
from feint.server.settings import Settings, limited
from feint.terminal.commands.serve import STOP_WAIT
from kit.attacks import FLOODS, HALF_BODY, HALF_HEAD, REQUEST, connected, open_many, status
from kit.server import in_this_process, run
from kit.server_process import SECONDS, serving, sqlite

HOUR = 3600.0
NOWHERE = b"GET /nowhere HTTP/1.1\r\nHost: x\r\n"  # answered at once, without the database

NOT_HERE = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n"


def place(url: str) -> tuple[str, int]:
    host, port = url.removeprefix("http://").split(":")
    return host, int(port)


async def refused(url: str) -> dict[str, int]:
    """How often each kind of thing was refused."""
    text = await client.request(url, "/metrics")
    lines = [line.split('"') for line in text.splitlines() if line.startswith("feint_refused_total")]
    return {kind: int(count.split()[1]) for _, kind, count in lines}


async def open_now(url: str) -> int:
    text = await client.request(url, "/metrics")
    [line] = [line for line in text.splitlines() if line.startswith("feint_connections ")]
    return int(line.split()[1])


@pytest.mark.parametrize(
    ("attack", "kind", "code"),
    [
        ("pipelined requests", PIPELINE, b"400"),
        ("a header without end", HEAD, b"431"),
        ("headers without end", HEAD, b"431"),
        ("an address without end", HEAD, b"431"),
    ],
)
def test_floods(attack: str, kind: str, code: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The first bytes beyond the limit are the end of the connection."""

    async def play(url: str) -> None:
        host, port = place(url)
        taken = await FLOODS[attack](host, port, 50_000_000)
        assert taken < 50_000_000
        assert (await refused(url))[kind] == 1
        while await open_now(url) > 1:
            await asyncio.sleep(0.01)
        assert await status(host, port) == 200

    with caplog.at_level(logging.WARNING), in_this_process(sqlite(tmp_path), head=4000, pipelined=4) as url:
        run(play(url))
    assert [record.getMessage() for record in caplog.records if "refused" in record.getMessage()] == [
        f"refused, from 127.0.0.1: {kind}; 1 so far"
    ]


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + 5000 * b"x" + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + 200 * b"a:b\r\n" + b"\r\n", b"431"),
        (b"GET /" + 5000 * b"a" + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"431"),
        (b"GET /nowhere HTTP/1.1\r\nHost: x\r\nX: " + 2000 * b"x" + b"\r\n\r\n", b"404"),
        (6 * REQUEST, b"400"),
        (5 * REQUEST, b"200"),
        (b"\0\0\0\0", b"400"),
    ],
)
def test_where_limits_lie(sent: bytes, answer: bytes, tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with connected(*place(url)) as (reader, writer):
            writer.write(sent)
            assert (await reader.readline()).split()[1] == answer

    with in_this_process(sqlite(tmp_path), head=4000, pipelined=4) as url:
        run(play(url))


@pytest.fixture
def time_is_up(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Before this, no short time for a request or its head runs out, however slow the machine is."""
    real, up = LimitedHttp._read_within, threading.Event()

    def read_within(connection: LimitedHttp, seconds: float, kind: str) -> None:
        real(connection, seconds, kind)
        if seconds < HOUR and not up.is_set():
            assert connection._reading is not None
            connection._reading.cancel()
            connection._reading = connection.loop.call_later(seconds, read_within, connection, seconds, kind)

    monkeypatch.setattr(LimitedHttp, "_read_within", read_within)
    return up


@pytest.mark.parametrize(
    ("begin", "limits", "kind", "answer"),
    [
        (b"", {"head_time": 0.05}, HEAD_TIME, b"408"),
        (HALF_HEAD, {"head_time": 0.05}, HEAD_TIME, b"408"),
        (NOWHERE + b"\r\n" + HALF_HEAD, {"head_time": 0.05}, HEAD_TIME, b"404"),
        (HALF_BODY + b"[[[[", {"body_time": 0.05}, BODY_TIME, b"408"),
        (NOT_HERE + b"Content-Length: 9\r\n\r\nhalf", {"body_time": 0.05}, BODY_TIME, b"421"),
    ],
)
def test_half_requests_end(
    begin: bytes, limits: Any, kind: str, answer: bytes, tmp_path: Path, time_is_up: threading.Event
) -> None:
    """Whatever is waited for has its time, also on a connection that was used before."""

    async def play(url: str) -> None:
        async with connected(*place(url)) as (reader, writer):
            writer.write(begin)
            if answer == b"408":
                time_is_up.set()
            assert (await reader.readline()).split()[1] == answer
            time_is_up.set()
            while await reader.read(1000):
                pass
        time_is_up.clear()
        assert (await refused(url))[kind] == 1

    with in_this_process(sqlite(tmp_path), **({"head_time": HOUR, "body_time": HOUR} | limits)) as url:
        run(play(url))


def test_empty_lines_are_no_sign_of_life(tmp_path: Path, time_is_up: threading.Event) -> None:
    """They may come before a request; uvicorn stops counting the time of an idle connection then."""

    async def play(url: str) -> None:
        async with connected(*place(url)) as (reader, writer):
            writer.write(REQUEST)
            await reader.readuntil(b"}")
            writer.write(b"\r\n")
            time_is_up.set()
            assert b"408" in await reader.readline()

    with in_this_process(sqlite(tmp_path), head_time=0.05) as url:
        run(play(url))


class Wire(asyncio.Transport):
    """A connection whose other side doesn't read."""

    def __init__(self, unsent: int) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("127.0.0.1", 2)})
        self.unsent = unsent
        self.aborted = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def pause_reading(self) -> None:
        pass

    def abort(self) -> None:
        self.aborted.set()

    def is_closing(self) -> bool:
        return self.aborted.is_set()

    def close(self) -> None:
        self.abort()


def made(limits: ConnectionLimits) -> LimitedHttp:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        pass

    config = Config(app)
    config.load()
    return LimitedHttp(config, ServerState(), {LIMITS: limits})


@pytest.mark.parametrize(
    ("settings", "kind"),
    [(Settings("", answer_time=0.01), UNREAD), (Settings("", answer_time=HOUR, unsent=10_000), UNSENT)],
)
def test_unread_answers_end(settings: Settings, kind: str) -> None:
    """Answers that nobody reads are let go of: after a time, and if there are too many of them at once."""

    async def play() -> None:
        limits = ConnectionLimits(settings)
        slow, other = Wire(100_000), Wire(9_000)
        connections = [made(limits), made(limits)]
        for connection, wire in zip(connections, (other, slow), strict=True):
            connection.connection_made(wire)
        connections[0].pause_writing()
        assert limits.unsent == 9_000
        connections[0].resume_writing()
        assert limits.unsent == 0
        connections[1].pause_writing()
        await slow.aborted.wait()
        connections[1].connection_lost(None)
        assert (limits.unsent, limits.refused) == (0, {kind: 1})
        assert not other.is_closing()
        connections[0].connection_lost(None)
        assert limits.open == 0

    run(play())


def test_what_waits_for_its_turn_has_room_for_so_much() -> None:
    """All connections together; and those that end wait no more."""

    async def play() -> None:
        limits = ConnectionLimits(Settings("", bodies=100))
        connections, wires = [made(limits) for _ in range(3)], [Wire(0) for _ in range(3)]
        for connection, wire in zip(connections, wires, strict=True):
            connection.connection_made(wire)
        waiting: list[Any] = []
        limits.turns = SimpleNamespace(may_read=lambda: False, wait=waiting.append, forget=waiting.remove)  # type: ignore[assignment]
        for connection in connections[:2]:
            connection.data_received(50 * b"x")
        connection.data_received(b"")
        assert (waiting, limits.unread) == (connections[:2], 100)
        connections[2].data_received(b"x")
        await wires[2].aborted.wait()
        assert limits.refused == {TOO_MUCH: 1}
        assert not wires[0].is_closing()
        for connection in connections:
            connection.connection_lost(None)
        assert (waiting, limits.unread) == ([], 0)

    run(play())


def test_requests_that_nobody_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves is answered all the same, so there is a limit on these; others' requests have their turn at once."""
    monkeypatch.setattr(guard, "SHARE", 2)
    most, begun, go_on = 5, threading.Semaphore(0), threading.Event()

    def slow(name: str) -> Game:
        begun.release()
        assert go_on.wait(SECONDS)
        return served_game(name)

    monkeypatch.setattr(teaching_routes, "served_game", slow)
    body = b'{"choices": []}'
    learn = b"POST /lessons/tower-siege/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    learn += b"Content-Length: %d\r\n" % len(body)

    async def play(url: str) -> None:
        async def answer(request: bytes) -> bytes:
            async with connected(*place(url)) as (reader, writer):
                writer.write(request)
                return (await reader.readline()).split()[1]

        while not (await refused(url))[QUEUE]:  # a proxy in front of it says who asks
            async with connected(*place(url)) as (_, writer):
                writer.write(learn + b"X-Forwarded-For: 203.0.113.7\r\n\r\n" + body)
                await writer.drain()
        await asyncio.to_thread(lambda: (begun.acquire(), begun.acquire()))
        assert await answer(NOWHERE + b"X-Forwarded-For: 203.0.113.7\r\n\r\n") == b"503"
        assert await answer(NOWHERE + b"X-Forwarded-For: 203.0.113.8\r\n\r\n") == b"404"
        assert not begun.acquire(blocking=False), "no more than its share goes on"
        go_on.set()
        while await answer(NOWHERE + b"X-Forwarded-For: 203.0.113.7\r\n\r\n") != b"404":
            pass

    with in_this_process(sqlite(tmp_path), proxy=True, requests=most) as url:
        run(play(url))


def test_half_bodies_have_room_for_so_much(tmp_path: Path) -> None:
    """All together; and when they are gone, there is room again."""
    body = HALF_BODY + 60_000 * b"x"

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            held = await open_many(stack, *place(url), 3, body)
            done, _ = await asyncio.wait(
                [asyncio.ensure_future(reader.readline()) for reader, _ in held], return_when=asyncio.FIRST_COMPLETED
            )
            assert [task.result().split()[1] for task in done][:1] == [b"503"]
        while True:
            try:
                await client.request(url, "/tables", {"game": "tower-siege"})
                return
            except ServerError as error:
                assert "too much is being sent" in str(error)

    with in_this_process(sqlite(tmp_path), bodies=150_000, body_time=HOUR) as url:
        run(play(url))


def test_connections_of_any_kind(tmp_path: Path) -> None:
    """One network can have half of them; whoever comes then is told so, and comes in when others have left."""

    async def play(url: str) -> None:
        host, port = place(url)
        async with AsyncExitStack() as stack:
            await open_many(stack, host, port, 4, HALF_HEAD)
            while await status(host, port) == 200:
                await asyncio.sleep(0.01)
            async with connected(host, port) as (reader, _):
                assert b"503" in await reader.readline()
        while await status(host, port) != 200:
            await asyncio.sleep(0.01)
        assert (await refused(url))[SHARE] >= 1
        table = await client.open_table(url, "tower-siege")
        async with client.watch(url, table), client.watch(url, table):
            assert await open_now(url) == 3, "a WebSocket counts as long as it lasts"
        while await open_now(url) > 1:
            await asyncio.sleep(0.01)

    with in_this_process(sqlite(tmp_path), sockets=8, head_time=HOUR) as url:
        run(play(url))


def test_nothing_of_a_connection_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its memory is free when it has ended, also if it became a WebSocket, and not only when garbage is looked for."""
    there, real = WeakSet[LimitedHttp](), LimitedHttp.connection_made

    def noted(connection: LimitedHttp, transport: Any) -> None:
        there.add(connection)
        real(connection, transport)

    monkeypatch.setattr(LimitedHttp, "connection_made", noted)

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        async with client.watch(url, table):
            assert len(there) <= 1, "the WebSocket doesn't need it any more"
        while there:
            await asyncio.sleep(0.01)

    gc.disable()
    try:
        with in_this_process(sqlite(tmp_path)) as url:
            run(play(url))
    finally:
        gc.enable()


def test_connections_are_counted() -> None:
    limits = ConnectionLimits(Settings("", sockets=4))
    ends = [limits.admit("192.0.2.1", shared=False) for _ in range(2)]
    assert limits.admit("192.0.2.1", shared=False) == SHARE
    others = [limits.admit("192.0.2.2", shared=False) for _ in range(2)]
    assert limits.admit("192.0.2.3", shared=False) == CONNECTIONS
    for end in [*ends, *ends, *others]:  # twice is once
        assert not isinstance(end, str)
        end()
    assert (limits.open, limits.networks) == (0, {})
    assert not any(isinstance(limits.admit("192.0.2.9", shared=True), str) for _ in range(4)), "everyone, by a proxy"
    assert limits.admit("192.0.2.9", shared=True) == CONNECTIONS


def test_files_that_a_process_may_have_open() -> None:
    """With `ulimit -n 1024` there is room for 896 connections, and for the database."""
    assert ConnectionLimits(Settings(""), files=1024).most == 1024 - OWN_FILES
    assert ConnectionLimits(Settings("", sockets=10), files=1024).most == 10
    assert ConnectionLimits(Settings(""), files=None).most == Settings("").sockets


def test_the_log_is_not_filled(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a minute for each kind."""
    time = [0.0]
    monkeypatch.setattr(http_limits.time, "monotonic", lambda: time[0])
    limits = ConnectionLimits(Settings(""))
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            limits.note(HEAD, "192.0.2.1")
            limits.note(MALFORMED, "192.0.2.1")
        time[0] = 61.0
        limits.note(HEAD, "192.0.2.2")
    assert [record.getMessage() for record in caplog.records] == [
        f"refused, from 192.0.2.1: {HEAD}; 1 so far",
        f"refused, from 192.0.2.1: {MALFORMED}; 1 so far",
        f"refused, from 192.0.2.2: {HEAD}; 101 so far",
    ]


def test_a_stop_waits_for_nobody_who_is_still_sending(tmp_path: Path) -> None:
    """Half of a head, half of a body: nothing that has to be given up by force."""
    limits = ["--limit", "body_time=3600", "--limit", "head_time=3600"]

    async def hold(stack: AsyncExitStack, url: str) -> None:
        for begin in (b"", HALF_HEAD, HALF_BODY + b"[[[", REQUEST + HALF_HEAD):
            await open_many(stack, *place(url), 5, begin)
        while await open_now(url) < 20:
            await asyncio.sleep(0.01)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            await hold(stack, server.url)
            os.kill(server.process.pid, signal.SIGTERM)
            await asyncio.to_thread(server.process.join, SECONDS)

    with serving(sqlite(tmp_path), tmp_path, *limits) as server:
        run(play())
        assert not server.process.is_alive()
    assert "graceful" not in server.log.read_text()


STUBBORN = """
import asyncio, sys, threading, time
from feint.server import app
from feint.server.event_store import EventStore
from feint.server.hub import Hub
from feint.terminal.app import main
from feint.terminal.commands import serve

async def hang(*_):
    threading.Thread(target=time.sleep, args=[3600]).start()  # Python itself would wait for it
    time.sleep(3600)

async def never(*_):
    print("asked", flush=True)
    await asyncio.sleep(3600)

what, app.STOP_TIME, serve.STOP_WAIT = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
if what == "stop":
    Hub.stop = hang
else:
    EventStore.listed = never
sys.exit(main(["serve", "--port", "0", *sys.argv[4:]]))
"""


@contextmanager
def stubborn(what: str, stop_time: float, stop_wait: float, folder: Path) -> Iterator[tuple[Any, str]]:
    """A server that can't do something, and its address."""
    how = [what, str(stop_time), str(stop_wait)]
    command = [sys.executable, "-c", STUBBORN, *how, "--database", sqlite(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server, server.stdout.readline().split()[4]


def test_a_stop_that_hangs_is_given_up(tmp_path: Path) -> None:
    """A database that hangs, or a thread that works on, keeps nobody waiting; and it is said."""
    with stubborn("stop", 0.2, 60, tmp_path) as (server, url):
        run(client.request(url, "/health"))  # it takes signals from now on
        server.terminate()
        _, log = server.communicate(timeout=SECONDS)
    assert server.returncode == 0
    assert "what was still being worked out when the server stopped was given up; all else is stored" in log
    assert STOP_TIME + STOP_WAIT <= 10, "which is how long a stop may take"


def test_a_stop_waits_for_no_answer_for_ever(tmp_path: Path) -> None:
    """What someone waits for is given up after a while, and then the rest is put in order as always."""
    with (
        stubborn("answer", 60, 0.2, tmp_path) as (server, url),
        socket.create_connection(place(url)) as waiting,
    ):
        waiting.sendall(b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert server.stdout.readline() == "asked\n"
        server.terminate()
        _, log = server.communicate(timeout=SECONDS)
    assert "graceful" in log
    assert "all else is stored" not in log


# Networks.


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_the_network_of_an_address(address: str, network: str) -> None:
    assert network_of(address, Settings("")) == network


def test_networks_of_another_size() -> None:
    settings = limited(Settings(""), {"ipv4_prefix": "24", "ipv6_prefix": "48"})
    assert network_of("192.0.2.7", settings) == "192.0.2.0/24"
    assert network_of("2001:db8:1:2::9", settings) == "2001:db8:1::/48"
    assert limited(Settings(""), {"ipv4_prefix": "32"}).ipv4_prefix == 32
    with pytest.raises(client.FeintError, match="ipv4_prefix is 32 at the most, not 33"):
        limited(Settings(""), {"ipv4_prefix": "33"})


def test_limits_count_networks(tmp_path: Path) -> None:
    """Another address of the same /64 has the same tables."""

    def opened_from(url: str, address: str) -> int:
        import urllib.error
        import urllib.request

        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        try:
            with urllib.request.urlopen(
                urllib.request.Request(f"{url}/tables", b'{"game":"tower-siege"}', headers)
            ) as got:
                return int(got.status)
        except urllib.error.HTTPError as error:
            with error:
                return int(error.code)

    with serving(sqlite(tmp_path), tmp_path, "--limit", "tables=2", "--proxy", "127.0.0.1") as server:
        assert [opened_from(server.url, f"2001:db8::{n}") for n in (1, 2, 3)] == [201, 201, 409]
        assert opened_from(server.url, "2001:db8:0:1::1") == 201


# Names and sites.

SITES = [
    ({"Host": "127.0.0.1:8765"}, 200),
    ({"Host": "[::1]:8765"}, 200),
    ({"Host": "localhost:8765"}, 200),
    ({"Host": "livingroom.local"}, 200),
    ({"Host": "feint.example.org"}, 200),
    ({"Host": "FEINT.example.org:443"}, 200),
    ({"Host": "evil.example"}, 421),
    ({"Host": "127.0.0.1.evil.example"}, 421),
    ({"Host": "localhost.evil.example:8765"}, 421),
    ({"Host": "127.0.0.1:8765", "Origin": "http://127.0.0.1:8765"}, 200),
    ({"Host": "feint.example.org", "Origin": "https://feint.example.org"}, 200),
    ({"Host": "127.0.0.1:8765", "Origin": "https://feint.example.org"}, 200),
    ({"Host": "127.0.0.1:8765", "Origin": "https://friends.example"}, 200),
    ({"Host": "127.0.0.1:8765", "Origin": "http://127.0.0.1:8766"}, 403),
    ({"Host": "127.0.0.1:8765", "Origin": "https://evil.example"}, 403),
    ({"Host": "127.0.0.1:8765", "Origin": "null"}, 403),
    ({"Host": "127.0.0.1:8765", "Origin": "http://[:"}, 403),
]


@pytest.mark.parametrize(("headers", "code"), SITES)
def test_names_and_sites(headers: dict[str, str], code: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """For requests that change something, and for connections. What can be read anywhere has no need to know the site."""

    async def answer(url: str, first: str, *more: str) -> int:
        async with connected(*place(url)) as (reader, writer):
            lines = [first, *(f"{name}: {value}" for name, value in headers.items()), *more, "", ""]
            writer.write("\r\n".join(lines).encode())
            return int((await reader.readline()).split()[1])

    async def play(url: str) -> None:
        assert await answer(url, "GET /health HTTP/1.1") == (421 if code == 421 else 200)
        post = await answer(url, "POST /nowhere HTTP/1.1", "Content-Length: 0")
        assert post == (code if code != 200 else 404)
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
        joined = await answer(url, "GET /tables/x/socket HTTP/1.1", *upgrade)
        assert joined == (code if code != 200 else 101)

    names: Any = {"hosts": ("feint.example.org",), "origins": ("https://friends.example",)}
    with in_this_process(sqlite(tmp_path), **names) as url:
        logging.getLogger("uvicorn.error").addHandler(caplog.handler)
        run(play(url))
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert all(record.name == "feint.server" for record in caplog.records), "one line a minute, not one for each"


def test_any_name_and_site(tmp_path: Path) -> None:
    options = ["--allow-host", "*", "--allow-origin", "*"]

    async def play() -> None:
        async with connected(*place(server.url)) as (reader, writer):
            writer.write(b"POST /nowhere HTTP/1.1\r\nHost: a.example\r\nOrigin: null\r\nContent-Length: 0\r\n\r\n")
            assert b"404" in await reader.readline()

    with serving(sqlite(tmp_path), tmp_path, *options) as server:
        run(play())


# What is used of uvicorn.


def test_what_is_used_of_uvicorn_is_there() -> None:
    """None of it is documented: a release that renames one would leave the server without its limits."""
    parent = LimitedHttp.__mro__[1]
    own = [name for name in vars(LimitedHttp) if callable(vars(LimitedHttp)[name]) and not name.startswith("_")]
    assert [name for name in own if not callable(getattr(parent, name, None))] == ["read_on"], "which is our own"

    async def new() -> LimitedHttp:
        protocol = made(ConnectionLimits(Settings("")))
        protocol.connection_made(Wire(0))
        protocol.connection_lost(None)
        return protocol

    protocol = asyncio.run(new())
    assert callable(protocol.flow.pause_reading)
    assert callable(protocol.flow.resume_reading)
    used = {"app_state", "cycle", "pipeline", "transport", "client", "config", "loop"}
    assert {name for name in used if not hasattr(protocol, name)} == set()
    assert protocol.limits is not None
