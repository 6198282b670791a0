"""Steady play for a long time: the server's memory, its open files and its database stay as large as they were.

    python -m kit.soak                       20 minutes
    python -m kit.soak --minutes 2 --json

People come, open tables, sit down, play, watch, leave in the middle and come back, and bots play along; all of it many
times faster than people would. Tables that have ended are deleted soon. What the server takes is measured all the time;
what counts is how the last quarter compares with the second.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from statistics import median
from typing import Any

import feint
from feint import client
from feint.client import ConnectionLost, ServerError, TableClient
from kit.server import limited
from kit.server_process import Server, serving, sqlite

GAMES = ("tower-siege", "terminal-maneuver", "minefield-navigator", "space-goats")
PEOPLE = 12  # tables at once
KEEP = 5  # seconds until a table that has ended is deleted
LIMITS = ("tables=100000", "openings=1000000", "followed=1000000", f"keep={KEEP}", "sweep=1", "idle=60", "grace=0.1")
INTERVAL = 2.0  # seconds between two measurements
MOST_GROWTH = 1.10  # of anything, from the second quarter to the last


class SoakRun:
    """What has been played so far."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.end = time.monotonic() + seconds
        self.matches = 0
        self.choices = 0

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end

    async def table(self, seed: int) -> None:
        """One table after the other, until it is over."""
        pick = random.Random(seed)
        while not self.over:
            with suppress(ConnectionLost):
                await self._match(pick)
                self.matches += 1

    async def _match(self, pick: random.Random) -> None:
        name = pick.choice(GAMES)
        seats = list(feint.load(name).seats)
        bots = {seats[-1]: "random"} if pick.random() < 0.3 else {}
        table = await client.open_table(self.url, name, limited(name), bots)
        tokens = [await client.take_seat(self.url, table, seat) for seat in seats if seat not in bots]
        async with AsyncExitStack() as stack:
            if pick.random() < 0.3:
                await stack.enter_async_context(client.watch(self.url, table))
            await asyncio.gather(*(self._play(table, token, random.Random(pick.random())) for token in tokens))

    async def _play(self, table: str, token: str, pick: random.Random) -> None:
        there = time.monotonic()
        while not self.over:
            try:
                async with client.join(self.url, table, token) as player:
                    if await self._until_gone(player, pick):
                        return
                    there = time.monotonic()
            except ServerError:
                if time.monotonic() - there < KEEP:
                    raise
                return  # it has ended and was deleted, while this one needed so long to come back

    async def _until_gone(self, player: TableClient, pick: random.Random) -> bool:
        """Play on; whether it has ended, or this one just leaves and comes back."""
        while not player.ended:
            if not player.legal:
                await player.next_message()
                continue
            with suppress(ServerError):  # the other one may have resigned just now
                if pick.random() < 0.002:
                    await player.resign()
                else:
                    await player.choose(pick.choice(player.legal))
                self.choices += 1
            if pick.random() < 0.01:
                return False
        return True


def measurement(server: Server) -> dict[str, float]:
    """What the server takes now, with the processes that it has started."""
    folder, process = Path(server.database.partition("///")[2]).parent, Path(f"/proc/{server.process.pid}")
    status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    return {
        "memory in MB": int(status["VmRSS"].split()[0]) / 1024,
        "threads": int(status["Threads"]),
        "open files": len(os.listdir(process / "fd")),
        "database in MB": sum(file.stat().st_size for file in folder.glob("tables.sqlite*")) / 2**20,
    }


async def soak(server: Server, seconds: float) -> dict[str, Any]:
    """Play, and measure meanwhile."""
    run, found = SoakRun(server.url, seconds), []
    playing = [asyncio.ensure_future(run.table(seed)) for seed in range(PEOPLE)]
    while not run.over:
        await asyncio.sleep(INTERVAL)
        found.append(measurement(server))
        print(f"\r{run.matches:,} matches, {found[-1]}", end="", file=sys.stderr, flush=True)
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    wrong = [repr(end) for end in ended if isinstance(end, Exception)]
    quarter = max(1, len(found) // 4)
    before, after = found[quarter : 2 * quarter], found[-quarter:]
    takes = {name: (median(m[name] for m in before), median(m[name] for m in after)) for name in found[0]}
    grown = [name for name, (first, last) in takes.items() if last > MOST_GROWTH * first + 1]
    return {
        "minutes": round(seconds / 60, 1),
        "matches": run.matches,
        "choices": run.choices,
        "second and last quarter": {name: [round(value, 1) for value in pair] for name, pair in takes.items()},
        "grown": grown,
        "wrong": wrong,
        "complaints in the log": len([line for line in server.log.read_text().splitlines() if line.strip()]),
    }


def measured(minutes: float) -> dict[str, Any]:
    """A soak of a new server."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(sqlite(folder), folder, *(f"--limit={limit}" for limit in LIMITS)) as server:
            return asyncio.run(soak(server, 60 * minutes))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="how long (20)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    result = measured(options.minutes)
    print(json.dumps(result, indent=2) if options.json else result)
    return 1 if result["grown"] or result["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
