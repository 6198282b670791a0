"""Servers for benches and tests: `feint serve` and PostgreSQL as real processes, which can be killed."""

import glob
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
from pathlib import Path

SECONDS = 240  # after which something hangs; nothing is measured by it


class Server:
    """`feint serve` as a process of its own."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.command = [sys.executable, "-m", "feint", "serve", "--port", "0", "--database", database, *options]
        self.database = database
        self.log = log
        self.url = ""

    def start(self) -> "Server":
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
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
