"""For tests: a real server on loopback, a real PostgreSQL if the machine has one, and clients that play."""

import asyncio
import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.client import Player

DATABASES = ["sqlite", "postgresql"]
SECONDS = 60  # after which something hangs; nothing is measured by it


class Server:
    """`feint serve` as a process of its own."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.command = [sys.executable, "-m", "feint", "serve", "--port", "0", "--database", database, *options]
        self.log = log
        self.url = ""

    def start(self) -> "Server":
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Feint is served at http://127.0.0.1:"), f"{line} {self.log.read_text()}"
        self.url = line.split()[4]
        return self

    def kill(self) -> None:
        """kill -9, with all its workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self._wait()

    def _wait(self) -> None:
        try:
            self.process.wait(SECONDS)
        finally:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(database: str, folder: Path, *options: str) -> Iterator[Server]:
    server = Server(database, folder / "server.log", *options).start()
    try:
        yield server
    finally:
        server.stop()


def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


class Postgres:
    """A PostgreSQL server of the tests' own, in a folder of its own, reached through a socket in that folder."""

    def __init__(self, tools: Path) -> None:
        self.tools = tools
        self.folder = Path(tempfile.mkdtemp(prefix="feint-pg-"))
        # It refuses to run as root; then it runs as whoever PostgreSQL was installed for, or nobody.
        self.user = None if os.geteuid() else next(name for name in ("postgres", "nobody") if _exists(name))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "feint", "--no-sync", "-E", "UTF8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()
        self.databases = 0

    def start(self) -> None:
        options = f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self.folder} -c shared_buffers=16MB -c fsync=off"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "fast", "stop")

    def new_database(self) -> str:
        self.databases += 1
        name = f"feint{self.databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "feint", "-T", "template0", name)
        return f"postgresql+asyncpg://feint@127.0.0.1:{self.port}/{name}"

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def _run(self, tool: str, *arguments: str) -> None:
        command = [str(self.tools / tool), *arguments]
        done = subprocess.run(
            command, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=SECONDS
        )
        assert done.returncode == 0, done.stderr.decode()


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def postgres_tools() -> Path | None:
    """Where PostgreSQL's programs are on this machine, if anywhere."""
    places = [
        *glob.glob("/usr/lib/postgresql/*/bin"),
        *glob.glob("/usr/pgsql-*/bin"),
        *glob.glob("/opt/*/postgresql*/bin"),
    ]
    if found := shutil.which("initdb"):
        places.append(str(Path(found).resolve().parent))
    return next((Path(place) for place in places if (Path(place) / "pg_ctl").exists()), None)


def database_of(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """A new database of a kind."""
    if kind == "sqlite":
        return sqlite(folder)
    made: Postgres = request.getfixturevalue("postgres")
    return made.new_database()


@contextmanager
def in_this_process(database: str, **limits: Any) -> Iterator[str]:
    """The same server in a thread, with limits that a test can reach."""
    import uvicorn

    from feint.server.app import make_app
    from feint.server.settings import Settings

    config = uvicorn.Config(
        make_app(Settings(database, **limits)), log_level="warning", ws_max_size=4096, ws_per_message_deflate=False
    )
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def in_a_server(work: Callable[[str], Any], database: str, **limits: Any) -> None:
    """Do something with such a server, which is given its address."""
    with in_this_process(database, **limits) as url:
        run(work(url))


class Travel:
    """Time that a test can put forward, for servers in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from feint.server import alarms, clock, hub, store

        self.ahead, real = 0, clock.now
        for module in (hub, alarms, store):
            monkeypatch.setattr(module, "now", lambda: real() + self.ahead)

    def on(self, seconds: float) -> None:
        self.ahead += int(1000 * seconds)


def limited(name: str) -> dict[str, Any]:
    """Rulings under which a game between random players ends."""
    return dict(feint.load(name).for_simulation().rulings)


async def play_out(player: Player, seed: int) -> list[str]:
    """Make random choices until the end; those that were made."""
    pick, made = random.Random(seed), []
    while not player.ended:
        if player.legal:
            choice = pick.choice(player.legal)
            await player.choose(choice)
            made.append(choice)
        else:
            await player.change()
    return made


async def until(player: Player, there: Any) -> None:
    """Take note of what comes until something is so."""
    while not there():
        await player.change()


async def seated(url: str, table: str, seats: list[str]) -> dict[str, str]:
    """Take these seats; their tokens."""
    return {seat: await client.take(url, table, seat) for seat in seats}


async def two(url: str, stack: AsyncExitStack, **wanted: Any) -> tuple[str, Player, Player]:
    """A table of Tower Siege with two connected players."""
    table = await client.open_table(url, "tower-siege", **wanted)
    tokens = await seated(url, table, ["P1", "P2"])
    players = [await stack.enter_async_context(client.come_in(url, table, token)) for token in tokens.values()]
    return table, players[0], players[1]


def run(work: Any) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(SECONDS):
            return await work

    return asyncio.run(limited())
