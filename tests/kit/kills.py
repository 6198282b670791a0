"""kill -9 under full load: what was acknowledged must not be lost, and nothing may be done twice.

    python -m kit.kills                        both databases, 50 kills each
    python -m kit.kills --database sqlite --kills 10 --json

Many tables are played as fast as they can be, over real connections, by players who keep account of what they were
told (`stubborn_client.py`). At random moments the server is killed and started again on the same database. After each kill
all choices in the database are compared with what was acknowledged, the players come back and say again what wasn't,
and all that each has seen is compared with what it is told now. On PostgreSQL there are two worker processes: one of
them is killed, or both, or the whole server, or PostgreSQL itself (with fsync on).
"""

import argparse
import asyncio
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import uvloop
from websockets.exceptions import WebSocketException

import feint
from feint import client
from kit.server import sit_openly
from kit.server_process import Postgres, Server, postgres_tools, serving, sqlite
from kit.stubborn_client import Stored, Stubborn, check_record, lost_and_doubled

Game = tuple[str, dict[str, Any], dict[str, str]]  # its name, rulings, and bots of the house
LONG: Game = ("tower-siege", {"length": 30, "turn_limit": 1000}, {})
GAMES: list[Game] = [
    *[LONG] * 12,
    ("minefield-navigator", {}, {}),
    ("terminal-maneuver", {}, {}),
    ("tower-siege", {"length": 30, "turn_limit": 300}, {"P2": "random"}),
]
KINDS = {"sqlite": ["server"], "postgresql": ["worker", "server", "worker", "workers", "postgresql"]}
WAIT = (0.3, 1.5)  # seconds of load before a kill
AT_ONCE = 16  # comparisons
SECONDS = 120  # after which something hangs


class Load:
    """Many tables, each played to the end and replaced by another."""

    def __init__(self, find: Callable[[], str], tables: int, seed: int, games: Sequence[Game]) -> None:
        self.games = games
        self.find = find
        self.pick = random.Random(seed)
        self.places: list[list[Stubborn]] = [[] for _ in range(tables)]
        self.everyone: list[Stubborn] = []
        self.ended = 0
        self.stopping = False
        self._going = asyncio.Event()
        self._going.set()

    def players(self) -> list[Stubborn]:
        """Those who play now."""
        return [player for place in self.places for player in place]

    def acknowledged(self) -> int:
        """How many choices were acknowledged so far."""
        return sum(len(player.acknowledged) for player in self.everyone)

    def rest(self) -> None:
        """Make no further choices for now."""
        self._going.clear()
        for player in self.players():
            player.resting = True

    def go_on(self) -> None:
        """Make choices again."""
        self._going.set()
        for player in self.players():
            player.go_on()

    async def run(self) -> None:
        """Play until `stopping`, and then to the end."""
        await asyncio.gather(*(self._place(number) for number in range(len(self.places))))

    async def _place(self, number: int) -> None:
        while not self.stopping:
            await self._going.wait()
            players = await self._new_table(*self.pick.choice(self.games))
            self.everyone += players
            self.places[number] = players
            for player in players:
                player.resting = not self._going.is_set()
            await asyncio.gather(*(player.play() for player in players))
            for player in players:
                await until_done(partial(player.compare, 0))
                await until_done(partial(player.compare, None))
            await until_done(partial(check_record, players))
            self.ended += 1
            self.places[number] = []

    async def _new_table(self, game: str, rulings: dict[str, Any], bots: dict[str, str]) -> list[Stubborn]:
        while True:
            try:
                url = self.find()
                table = await client.open_table(url, game, rulings, bots)
                seats = [seat for seat in feint.load(game).seats if seat not in bots]
                tokens = [await sit_openly(url, table, seat) for seat in seats]
                break
            except client.ConnectionLost:
                await asyncio.sleep(0.05)  # a seat whose token was lost with the answer is left to itself
            except client.ServerError as error:
                if "try again" not in str(error):
                    raise
                await asyncio.sleep(0.05)
        return [
            Stubborn(self.find, table, seat, token, self.pick.getrandbits(32))
            for seat, token in zip(seats, tokens, strict=True)
        ]


async def until_done(work: Callable[[], Any]) -> None:
    """Do something that a kill may come in the way of, until it was done."""
    while True:
        try:
            if await work() is not False:
                return
        except (client.ConnectionLost, OSError, TimeoutError, EOFError, WebSocketException):
            pass
        except client.ServerError as error:
            if "try again" not in str(error):
                raise
        await asyncio.sleep(0.05)


async def killed(
    kind: str,
    server: Server,
    postgres: Postgres | None,
    tables: int,
    kinds: Sequence[str],
    seed: int,
    games: Sequence[Game] = GAMES,
    wait: tuple[float, float] = WAIT,
    progress: bool = False,
) -> dict[str, Any]:
    """Play under full load, kill as `kinds` says, one after the other, and count what was lost or doubled."""
    pick, load = random.Random(seed), Load(lambda: server.url, tables, seed, games)
    playing = asyncio.ensure_future(load.run())
    lost = doubled = made = 0
    under_load = 0.0
    while load.acknowledged() < 5 * tables:
        await asyncio.sleep(0.05)
    begun, before = time.monotonic(), load.acknowledged()
    for number, wanted in enumerate(kinds, 1):
        moment = time.monotonic() + pick.uniform(*wait)
        while time.monotonic() < moment:
            await asyncio.sleep(0.001)
            if playing.done():
                playing.result()
        under_load += time.monotonic() - begun
        made += load.acknowledged() - before
        players, told = await kill(wanted, server, postgres, load)
        found = lost_and_doubled(await stored(server, kind), players, told)
        lost, doubled = lost + found[0], doubled + found[1]
        if wanted == "server":
            await asyncio.to_thread(server.start)
        if progress:
            print(f"{number} of {len(kinds)}: {wanted} killed, lost {lost}, doubled {doubled}", file=sys.stderr)
        load.rest()
        await compared(load, pick)
        if lost or doubled or any(player.wrong for player in load.everyone):
            break  # what comes after would only follow from it
        begun, before = time.monotonic(), load.acknowledged()
        load.go_on()
        goal = load.acknowledged() + tables // 2
        while load.acknowledged() < goal:  # there is load again
            await asyncio.sleep(0.001)
    else:
        load.stopping = True
        await playing
        told = [len(player.acknowledged) for player in load.everyone]
        lost, doubled = lost_and_doubled(await stored(server, kind), load.everyone, told)
    playing.cancel()
    everyone = load.everyone
    return {
        "kills": dict(Counter(kinds[:number])),
        "tables at once": tables,
        "matches played to the end": load.ended,
        "connections": sum(player.connections for player in everyone),
        "choices acknowledged": load.acknowledged(),
        "of these under load": made,
        "asked to try again": sum(player.again for player in everyone),
        "seconds under load": round(under_load, 1),
        "choices a second under load": round(made / under_load),
        "lost": lost,
        "doubled": doubled,
        "wrong": [sentence for player in everyone for sentence in player.wrong],
    }


async def kill(wanted: str, server: Server, postgres: Postgres | None, load: Load) -> tuple[list[Stubborn], list[int]]:
    """Kill something with choices on their way; the players, and how many choices each was told of by then."""
    if wanted == "server":
        await asyncio.to_thread(server.kill)
    elif wanted == "postgresql":
        assert postgres is not None
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start)
    else:
        while len(workers := server.workers()) < 2:
            await asyncio.sleep(0.1)
        server.kill_workers(workers if wanted == "workers" else workers[:1])
    players = load.players()
    return players, [len(player.acknowledged) for player in players]


async def stored(server: Server, kind: str) -> Stored:
    """The choices in the database. Of a file a copy is read: the server is to find it as it was left."""
    query = "SELECT table_id, facts FROM events WHERE kind = 'chose' ORDER BY table_id, number"
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            for file in Path(server.database.partition("///")[2]).parent.glob("tables.sqlite*"):
                shutil.copy(file, folder)
            with closing(sqlite3.connect(Path(folder) / "tables.sqlite")) as database:
                rows = database.execute(query).fetchall()
    else:
        import asyncpg

        connection = await asyncpg.connect(server.database.replace("+asyncpg", ""))
        rows = await connection.fetch(query)
        await connection.close()
    found: Stored = {}
    for table, text in rows:
        facts = json.loads(text)
        found.setdefault(table, {}).setdefault(facts["seat"], []).append((facts["id"], facts["choice"]))
    return found


async def compared(load: Load, pick: random.Random) -> None:
    """Compare what each player knows with what one who comes in now is told; of some, change by change."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def compare(player: Stubborn) -> None:
        async with gate:
            if pick.random() < 0.1:
                await until_done(partial(player.compare, 0))
            await until_done(partial(player.compare, None))

    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(compare(player) for player in load.players()))


def measured(kind: str, tables: int, kills: int, seed: int) -> dict[str, Any]:
    """A database of that kind, killed so often."""
    kinds = KINDS[kind]
    wanted = [kinds[number % len(kinds)] for number in range(kills)]
    limits = [
        "--limit",
        "tables=100000",
        "--limit",
        "openings=1000000",
        "--limit",
        "rate=10000",
        "--limit",
        "followed=100000000",
    ]
    with tempfile.TemporaryDirectory() as name:
        folder, postgres = Path(name), None
        if kind == "postgresql":
            tools = postgres_tools()
            if tools is None:
                raise SystemExit("this machine has no PostgreSQL server; --database sqlite does without")
            postgres = Postgres(tools, fsync=True)
            limits += ["--workers", "2"]
        try:
            database = postgres.new_database() if postgres is not None else sqlite(folder)
            with serving(database, folder, *limits) as server:
                found = uvloop.run(killed(kind, server, postgres, tables, wanted, seed, progress=True))
                found["errors in the log"] = server.log.read_text().count("Traceback")
                if found["errors in the log"]:
                    print(server.log.read_text()[-5000:], file=sys.stderr)
        finally:
            if postgres is not None:
                postgres.remove()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=list(KINDS), action="append", help="only on this one")
    parser.add_argument("--kills", type=int, default=50, help="on each (50)")
    parser.add_argument("--tables", type=int, default=100, help="at once (100)")
    parser.add_argument("--seed", type=int, default=7, help="of the moments and the choices (7)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    results = {
        kind: measured(kind, options.tables, options.kills, options.seed) for kind in options.database or list(KINDS)
    }
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        for kind, result in results.items():
            print(kind)
            for name, value in result.items():
                print(f"  {name:28} {value:,}" if isinstance(value, int) else f"  {name:28} {value}")
    bad = any(result["lost"] or result["doubled"] or result["wrong"] for result in results.values())
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
