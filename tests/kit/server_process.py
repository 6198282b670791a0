"""Servers for benches and tests: `feint serve` and PostgreSQL as real processes, which can be killed."""

import glob
import multiprocessing
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, Protocol

SECONDS = 240  # after which something hangs; nothing is measured by it


_warm = multiprocessing.get_context("forkserver")
_warm.set_forkserver_preload(["feint.server.app", "feint.terminal.app", "uvicorn", "aiosqlite", "asyncpg"])


class Server:
    """`feint serve` as a process of its own."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.options = ["--database", database, *options]
        self.port = "0"  # any
        self.database = database
        self.log = log
        self.url = ""

    @property
    def command(self) -> list[str]:
        return ["serve", "--port", self.port, *self.options]

    def start(self) -> "Server":
        self.process, output = _plain(self) if "--workers" in self.command else _forked(self)
        with output:
            line = output.readline()
        assert line.startswith("Feint is running at http://127.0.0.1:"), f"{line} {self.log.read_text()}"
        self.url = line.split()[4]
        return self

    def kill(self) -> None:
        """kill -9, with all its workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._wait()

    def workers(self) -> list[int]:
        """The processes that serve, if it has any for that; there may be fewer for a moment after a kill."""
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]

    def kill_workers(self, workers: list[int]) -> None:
        """kill -9 of these; the server replaces them."""
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    def stop(self) -> None:
        if self.process.is_alive():
            os.kill(self.process.pid, signal.SIGINT)
        self._wait()

    def _wait(self) -> None:
        self.process.join(SECONDS)
        if self.process.is_alive():
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.join()


class Process(Protocol):
    """A process that was started, however it was."""

    @property
    def pid(self) -> Any:
        """Its number."""

    def is_alive(self) -> bool:
        """Whether it runs."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until it doesn't."""


class PlainProcess(subprocess.Popen[str]):
    """A process that was started by its command."""

    def is_alive(self) -> bool:
        return self.poll() is None

    def join(self, timeout: float | None = None) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(timeout)


def _plain(server: Server) -> tuple[Process, IO[str]]:
    """As anyone starts it. Workers are started by a process that hasn't been forked itself."""
    command = [sys.executable, "-m", "feint", *server.command]
    with server.log.open("ab") as log:
        process = PlainProcess(command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True)
    assert process.stdout is not None
    return process, process.stdout


def _forked(server: Server) -> tuple[Process, IO[str]]:
    """From a process that has imported what a server needs: that alone takes more than a second each."""
    reader, writer = _warm.Pipe(duplex=False)
    process = _warm.Process(target=_serve, args=(server.command, dict(os.environ), writer, str(server.log)))
    process.start()
    writer.close()
    with reader:
        return process, os.fdopen(os.dup(reader.fileno()))


def _serve(command: list[str], environment: dict[str, str], output: Connection, log: str) -> None:
    """What the process does, as if it had been started by its command."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output.fileno(), 1)
    output.close()
    with open(log, "ab") as errors:
        os.dup2(errors.fileno(), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", buffering=1, closefd=False)
    sys.argv = ["feint", *command]
    from feint.terminal.app import main

    sys.exit(main())


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
    """A PostgreSQL server of one's own, in a folder of its own."""

    def __init__(self, tools: Path, fsync: bool = False) -> None:
        self.tools = tools
        self.fsync = "on" if fsync else "off"
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
        where = f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self.folder}"
        options = f"{where} -c shared_buffers=16MB -c fsync={self.fsync}"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def kill(self) -> None:
        """kill -9, with all its processes."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=True)
        for process in [first, *map(int, listed.stdout.split())]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(Path(f"/proc/{process}").exists() for process in map(int, listed.stdout.split())):
            time.sleep(0.01)  # what is left of it in memory must be gone before it starts again

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "stop")

    def new_database(self) -> str:
        self.databases += 1
        name = f"feint{self.databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "feint", "-T", "template0", name)
        return f"postgresql+asyncpg://feint@127.0.0.1:{self.port}/{name}"

    def add_user(self, name: str, password: str, database: str) -> None:
        """Someone who has to say a password, and may do everything in one database."""
        access = self.data / "pg_hba.conf"
        access.write_text(f"host all {name} 127.0.0.1/32 scram-sha-256\n{access.read_text()}")
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "feint"]
        self._run("psql", *where, "-c", f"CREATE USER {name} PASSWORD '{password}' SUPERUSER", database)
        self._run("pg_ctl", "-D", str(self.data), "reload")

    def remove(self) -> None:
        self.stop("immediate")  # without writing out all that nobody will read any more
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
