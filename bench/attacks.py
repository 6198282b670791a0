"""What one hostile visitor can do to a server: how its memory grows, attack by attack, and whether others are served.

    python bench/attacks.py --megabytes 500

Everything goes over loopback, to a server that this starts, at most so many megabytes for each attack. It fails if any
of them takes more than 300 MB, or if the server doesn't stop within 10 seconds afterwards.
"""

import argparse
import asyncio
import os
import resource
import signal
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from kit.attacks import FLOODS, HALF_BODY, HALF_HEAD, UNREAD, Attack, open_many, status
from kit.server_process import Server, serving, sqlite

MOST = 300.0  # MB
STOP = 10.0  # seconds
HELD = {
    "1,000 half requests": HALF_HEAD,
    "1,000 half records": HALF_BODY + 110_000 * b"x",
    "1,000 times 40 answers, not read": UNREAD,
}
COUNT = 1000


def memory(server: Server) -> float:
    """What the server has in memory, in MB."""
    [line] = [line for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines() if "VmRSS" in line]
    return float(line.split()[1]) / 1024


async def highest(server: Server, attack: "asyncio.Task[int]") -> float:
    """The most that the server has in memory while it is attacked, and in the second after that."""
    most, after = 0.0, 0
    while after < 10:
        most = max(most, memory(server))
        after += attack.done()
        await asyncio.sleep(0.1)
    return most


async def hold(host: str, port: int, begin: bytes) -> int:
    """Hold many connections for a while."""
    async with AsyncExitStack() as stack:
        held = await open_many(stack, host, port, COUNT, begin)
        await asyncio.sleep(3)
        return len(held)


async def measure(name: str, server: Server, megabytes: int, attack: Attack | bytes) -> bool:
    """One attack; whether it was withstood."""
    host, port = server.url.removeprefix("http://").split(":")
    before = memory(server)
    work = (
        hold(host, int(port), attack) if isinstance(attack, bytes) else attack(host, int(port), megabytes * 1_000_000)
    )
    task = asyncio.ensure_future(work)
    grown = await highest(server, task) - before
    answer = await status(host, int(port))
    unit = "connections" if isinstance(attack, bytes) else "bytes taken"
    print(f"{name:34} {task.result():>12,} {unit:12} {grown:8.0f} MB more   others are answered {answer}", flush=True)
    return grown <= MOST


async def stop_in_time(server: Server) -> bool:
    """Whether the server stops although many are in the middle of a request."""
    host, port = server.url.removeprefix("http://").split(":")
    async with AsyncExitStack() as stack:
        await open_many(stack, host, int(port), 200, HALF_BODY + b"half of it")
        await open_many(stack, host, int(port), 200, HALF_HEAD)
        await open_many(stack, host, int(port), 50, UNREAD)
        begun = time.monotonic()
        os.kill(server.process.pid, signal.SIGTERM)
        while server.process.is_alive() and time.monotonic() - begun < 60:
            await asyncio.sleep(0.05)
        took = time.monotonic() - begun
    print(f"stopped after {took:.1f} s")
    return took <= STOP


async def attacks(megabytes: int, names: list[str]) -> bool:
    """All of them, each on a server of its own."""
    good = True
    for name, attack in {**FLOODS, **HELD}.items():
        if not names or any(part in name for part in names):
            with tempfile.TemporaryDirectory() as folder, serving(sqlite(Path(folder)), Path(folder)) as server:
                good &= await measure(name, server, megabytes, attack)
    with tempfile.TemporaryDirectory() as folder, serving(sqlite(Path(folder)), Path(folder)) as server:
        good &= await stop_in_time(server)
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--files", type=int, help="run the server as under ulimit -n, with this many files")
    parser.add_argument("names", nargs="*", help="only the attacks with this in their names")
    options = parser.parse_args()
    if options.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (options.files, options.files))
    sys.exit(not asyncio.run(attacks(options.megabytes, options.names)))


if __name__ == "__main__":
    main()
