"""Faults at every change of a file and at every message to a database, one after the other.

    python -m kit.fault_sweep                            both databases, and the files of a player
    python -m kit.fault_sweep --on sqlite --every 10 --json

A match is played over real connections by players who keep account of what they were told, and one thing goes wrong:
on SQLite a change of a file (`disk.py`), on PostgreSQL a message to the database or its answer (`pg_proxy.py`). Whatever
it was, nothing that was acknowledged is lost, nothing is done twice, the match can be finished, at once or after the
server was started again, and nobody gets to see a traceback. The same for a player's own files (`saving.py`): what was said to
be saved is there, and more can be saved afterwards.
"""

import argparse
import asyncio
import json
import math
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import feint
from feint import client
from kit import disk
from kit.disk import Fault
from kit.kills import stored, until_done
from kit.pg_proxy import MESSAGE_FAULTS, Proxy
from kit.saving import SAVES, check_saves
from kit.server import sit_openly
from kit.server_process import SECONDS, Postgres, postgres_tools, sqlite
from kit.stubborn_client import Choice, Stubborn, check_record, lost_and_doubled
from kit.warm_process import WarmProcess, warm_processes

GAME = "tower-siege"
RULINGS = {"length": 3, "cards": 2, "stride": 2, "turn_limit": 12}
PATIENCE = 3  # how often someone is asked to try again before the server is started anew
ON = ("sqlite", "postgresql", "files")
STEPS = 12  # of the match that is saved
TRACEBACK = "Traceback (most recent call last)"


class AccountingPlayer(Stubborn):
    """A player that pulls no plugs, and writes down when something was acknowledged."""

    on_acknowledged: Callable[[str], None] = staticmethod(lambda _text: None)

    def _acknowledge(self, id: str | None) -> None:
        before = len(self.acknowledged)
        super()._acknowledge(id)
        if len(self.acknowledged) > before:
            choice: Choice = self.acknowledged[-1]
            self.on_acknowledged(json.dumps([self.table, self.seat, before, choice.choice]))


class FaultyServer:
    """`feint serve` as a process, in which something goes wrong; started again without that when it has ended."""

    def __init__(self, database: str, folder: Path, environment: dict[str, str], first: str = "") -> None:
        self.first = first  # what its process does before it is a server
        self.database = database
        self.folder = folder
        self.environment = environment
        self.url = ""
        self.starts = 0
        self.tries = 0  # to sit down
        self.refusals: list[str] = []  # what it said instead of starting
        self._process: WarmProcess | None = None
        self._warm = warm_processes(environment.get("LD_PRELOAD", ""))

    @property
    def log(self) -> str:
        """All that it complained of."""
        return (self.folder / "server.log").read_text()

    async def start(self) -> None:
        """Start it; if it can't because of the fault, once more without."""
        if not await asyncio.to_thread(self._start):
            self.environment = dict(os.environ)
            assert await asyncio.to_thread(self._start), self.log

    def _start(self) -> bool:
        program = f"{self.first}\nfrom feint.terminal.app import main\nraise SystemExit(main())"
        command = ["serve", "--port", "0", "--database", self.database]
        self._process, output = self._warm.start(program, command, self.environment, self.folder / "server.log")
        self.starts += 1
        with output:
            line = output.readline()
        if not line.startswith("Feint is running"):
            if self._process.wait() >= 0:  # one that was killed says nothing
                self.refusals.append((self.log.splitlines() or [""])[-1])
            return False
        self.url = line.split()[4]
        return True

    async def watch(self, players: list[AccountingPlayer]) -> None:
        """Start it again when it is gone, or when nothing comes of asking it again."""
        while True:
            await asyncio.sleep(0.01)
            assert self._process is not None
            tries = self.tries + sum(player.again for player in players)
            if tries > PATIENCE and self.environment != os.environ:
                await asyncio.to_thread(self.stop, signal.SIGKILL)
            if not self._process.is_alive():
                self.environment = dict(os.environ)
                await self.start()

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop it."""
        assert self._process is not None
        if self._process.is_alive():
            os.kill(self._process.pid, how)
        self._process.wait()


async def play(
    server: FaultyServer, seed: int, note: Callable[[str], None] = lambda _text: None
) -> list[AccountingPlayer]:
    """Play a match to its end, however often it takes; the players."""
    await server.start()
    players: list[AccountingPlayer] = []
    watching = asyncio.ensure_future(server.watch(players))
    try:
        async with asyncio.timeout(SECONDS):
            await until_done(lambda: _sit_down(server, players, seed, note))
            await asyncio.gather(*(player.play() for player in players))
            for player in players:
                await until_done(lambda player=player: player.compare(0))
                await until_done(lambda player=player: player.compare(None))
            await until_done(lambda: check_record(players))
    finally:
        watching.cancel()
    return players


async def _sit_down(
    server: FaultyServer, players: list[AccountingPlayer], seed: int, note: Callable[[str], None]
) -> None:
    server.tries += 1
    table = await client.open_table(server.url, GAME, RULINGS)
    tokens = {seat: await sit_openly(server.url, table, seat) for seat in feint.load(GAME).seats}
    for seat, token in tokens.items():
        player = AccountingPlayer(lambda: server.url, table, seat, token, seed)
        player.cuts, player.on_acknowledged = 0.0, note
        players.append(player)


def wrong_with(server: FaultyServer, kind: str, players: list[AccountingPlayer]) -> list[str]:
    """What must not be, in words."""
    wrong = [sentence for player in players for sentence in player.wrong]
    told = [len(player.acknowledged) for player in players]
    lost, doubled = lost_and_doubled(asyncio.run(stored(server, kind)), players, told)  # type: ignore[arg-type]
    wrong += [f"{lost} choices were lost, and {doubled} doubled"] if lost or doubled else []
    wrong += ["there is a traceback in the log"] if TRACEBACK in server.log else []
    wrong += [f"it ended with {said!r}" for said in server.refusals if "can't be" not in said]
    if kind == "sqlite":
        with closing(sqlite3.connect(Path(server.database.partition("///")[2]))) as database:
            [[found]] = database.execute("PRAGMA integrity_check").fetchall()
        wrong += [f"the database is damaged: {found}"] if found != "ok" else []
    return wrong


def with_disk_fault(library: Path, fault: Fault | None, seed: int = 7) -> tuple[int, list[str]]:
    """A match on SQLite with one fault of the disk; how many changes there were, and what must not have been."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "disk").mkdir()
        log = folder / "changes"
        server = FaultyServer(sqlite(folder / "disk"), folder, disk.environment(library, folder / "disk", log, fault))
        try:
            players = asyncio.run(play(server, seed))
        finally:
            server.stop()
        return sum(change.kind != "A" for change in disk.read_log(log)), wrong_with(server, "sqlite", players)


def with_file_fault(library: Path, fault: Fault | None) -> tuple[int, list[str]]:
    """Someone plays at the terminal and learns, with one fault of the disk, and then once more without."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "disk").mkdir()
        log, wrong = folder / "changes", list[str]()
        for number, each in enumerate((fault, None)):
            environment = disk.environment(library, folder / "disk", log, each) | {
                "XDG_DATA_HOME": f"{folder / 'disk'}"
            }
            process, output = warm_processes(str(library)).start(SAVES, [str(log)], environment, folder / "errors")
            with output:
                said = output.read().splitlines()
            code, changes = process.wait(), disk.read_log(log)
            told = [json.loads(change.path) for change in changes if change.kind == "A"]
            wrong += check_saves(folder / "disk", told)
            wrong += [line for line in said if "can't be written" not in line]
            wrong += [f"it ended with {code}"] if code not in (0, -signal.SIGKILL if number == 0 else 0) else []
            wrong += (folder / "errors").read_text().splitlines()[-1:]
            if number == 0:
                made = sum(change.kind != "A" for change in changes)
            else:
                wrong += (
                    [] if told and told[-1] == STEPS and not said else [f"nothing could be saved afterwards: {said}"]
                )
        return made, wrong


def with_message_fault(postgres: Postgres, fault: Fault | None, seed: int = 7) -> tuple[int, list[str]]:
    """The same on PostgreSQL, with a fault of the connection; how many messages there were."""
    with tempfile.TemporaryDirectory() as name, Proxy(postgres.port, fault) as proxy:
        direct = postgres.new_database()
        database = direct.replace(f":{postgres.port}/", f":{proxy.port}/")
        server = FaultyServer(database, Path(name), dict(os.environ))
        try:
            players = asyncio.run(play(server, seed))
        finally:
            server.stop()
        server.database = direct
        return proxy.messages, wrong_with(server, "postgresql", players)


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server, for as long as it is needed."""
    tools = postgres_tools()
    if tools is None:
        raise SystemExit("this machine has no PostgreSQL server; --database sqlite does without")
    postgres = Postgres(tools)
    try:
        yield postgres
    finally:
        postgres.remove()


def sweep(
    run: Callable[[Fault | None], tuple[int, list[str]]], kinds: tuple[str, ...], every: int, minutes: float
) -> dict[str, Any]:
    """One run for each place and each kind of fault; with `every`, for every so many places.

    If time runs out before that, those that were tried are spread over all places.
    """
    places, wrong = run(None)
    found, runs, tried = {"no fault": wrong} if wrong else {}, Counter[str](), 0
    ends = time.monotonic() + 60 * minutes
    for number in spread(range(1, places + 1, every)):
        if time.monotonic() > ends:
            break
        for kind in kinds:
            for count in (1, 1_000_000) if kind in ("error", "full") else (1,):
                _, wrong = run(Fault(kind, number, count))
                runs[kind] += 1
                if wrong:
                    found[f"{kind} at {number}, {count} times"] = wrong
                    print(f"\r{kind} at {number}, {count} times: {'; '.join(wrong)}", file=sys.stderr)
        tried += 1
        print(f"\r{tried} of {places} places, {len(found)} wrong ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {"places": places, "tried": tried, "runs": dict(runs), "wrong": found}


def spread(places: Sequence[int]) -> list[int]:
    """All of these, in an order in which the first few lie far apart."""
    bits = max(1, len(places).bit_length())
    turns = sorted(range(len(places)), key=lambda n: int(f"{n:0{bits}b}"[::-1], 2))
    return [places[n] for n in turns]


def measured(kind: str, every: int, minutes: float) -> dict[str, Any]:
    """A sweep on one kind of database."""
    if kind != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            library = disk.build(Path(folder))
            run = with_disk_fault if kind == "sqlite" else with_file_fault
            return sweep(lambda fault: run(library, fault), disk.FAULTS, every, minutes)
    with own_postgres() as postgres:
        return sweep(lambda fault: with_message_fault(postgres, fault), MESSAGE_FAULTS, every, minutes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", choices=ON, action="append", help="only on this")
    parser.add_argument("--every", type=int, default=1, help="only every so many places (1)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="at the most, on each (no limit)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    results = {kind: measured(kind, options.every, options.minutes) for kind in options.on or ON}
    print(json.dumps(results, indent=2) if options.json else results)
    return 1 if any(result["wrong"] for result in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
