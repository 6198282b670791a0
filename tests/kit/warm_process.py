"""Programs that are forked from a process which has imported what a server needs: that alone takes a second each.

`server_process.py` does the same with `multiprocessing`. Here a library can be preloaded as well (LD_PRELOAD), which has
to be there when a process begins.
"""

import atexit
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO

from kit.server_process import SECONDS

# It forks for each message, which brings an environment, and as files the output and the log; or says how one has ended.
FORKS = """
import ctypes, json, os, socket, sys
import aiosqlite, alembic.command, asyncpg, uvicorn
import feint.server.app, feint.terminal.app
asked = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, files, _, _ = socket.recv_fds(asked, 1 << 20, 2)
    if not message:
        os._exit(0)
    wanted = json.loads(message)
    if isinstance(wanted, int):
        asked.sendall(b"%d" % os.waitstatus_to_exitcode(os.waitpid(wanted, 0)[1]))
        continue
    child = os.fork()
    if not child:
        break
    asked.sendall(b"%d" % child)
    for file in files:
        os.close(file)
asked.close()
os.setsid()
for stream, file in zip((1, 2), files):
    os.dup2(file, stream)
    os.close(file)
sys.stdout, sys.stderr = (os.fdopen(stream, "w", closefd=False) for stream in (1, 2))
program, sys.argv[1:], environment = wanted
os.environ.clear()
os.environ.update(environment)
if "FEINT_DISK_LOG" in environment:
    ctypes.CDLL(None).feint_disk_begin()
exec(program)
"""


class WarmProcess:
    """A process that was started so."""

    def __init__(self, forks: "WarmProcesses", pid: int) -> None:
        self.pid = pid
        self._forks = forks
        self._ends = os.pidfd_open(pid)
        self._code: int | None = None

    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._code is None and not select.select([self._ends], [], [], 0)[0]

    def wait(self) -> int:
        """Wait until it has ended, or end it if it hangs; its exit status, below 0 for a signal."""
        if self._code is None:
            if not select.select([self._ends], [], [], SECONDS)[0]:
                os.killpg(self.pid, signal.SIGKILL)
            self._code = self._forks.ask(json.dumps(self.pid))
            os.close(self._ends)
        return self._code


class WarmProcesses:
    """What they are forked from. It ends with this process."""

    def __init__(self, preload: str) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-c", FORKS, str(theirs.fileno())]
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
            environment |= {"LD_PRELOAD": preload} if preload else {}
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()

    def ask(self, message: str, *files: int) -> int:
        """Its answer to a message."""
        socket.send_fds(self._socket, [message.encode()], list(files))
        return int(self._socket.recv(100))

    def start(
        self, program: str, arguments: list[str], environment: dict[str, str], log: Path
    ) -> tuple[WarmProcess, IO[str]]:
        """Start a Python program with these arguments; the process, and what it prints."""
        reader, writer = os.pipe()
        with log.open("ab") as errors:
            pid = self.ask(json.dumps([program, arguments, environment]), writer, errors.fileno())
        os.close(writer)
        return WarmProcess(self, pid), os.fdopen(reader)


@functools.cache
def warm_processes(preload: str = "") -> WarmProcesses:
    """What processes are forked from that have this library in them."""
    return WarmProcesses(preload)
