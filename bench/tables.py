"""The network table under load: choices a second, how long until all have seen one, and memory, on both databases.

    python bench/tables.py --tables 200 1000 2000 --seconds 8

The server has one core and the bots another, where there are two. Saturated: each seat chooses as soon as it may.
Paced: one choice a second at each table. All of it is stored durably: SQLite with synchronous=FULL, PostgreSQL with
fsync. Where node and npm are present, boardgame.io is measured beside it.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

import boardgame_io
from kit.server_process import Postgres, Server, postgres_tools, serving, sqlite
from load import Tally, join_tables, open_tables
from turns import Row, compared

LIMITS = [  # all the bots have one address
    "tables=1000000", "openings=1000000", "connections=1000000", "followed=1000000000", "rate=1000000",
]  # fmt: skip
A_SECOND = 12_000  # more choices than a server could do, for how many spare tables there must be
A_MATCH = 45  # choices, at least
WARM_UP = 3.0  # seconds
GOALS = {
    "the network table on SQLite, 1,000 tables / boardgame.io in memory (choices/s)": 3.0,
    "the network table on SQLite, 1,000 tables / boardgame.io in files (choices/s)": 10.0,
}
Measured = dict[str, float]
"""Times in seconds, memory in bytes; `server_busy` is the share of a core that the server took."""


def measure(database: str, tables: int, seconds: float, pace: float) -> Measured:
    """A server on a database, with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        options = [part for limit in LIMITS for part in ("--limit", limit)]
        with serving(database, Path(folder), *options) as server:
            here = os.sched_getaffinity(0)
            _share_out(server)
            try:
                return uvloop.run(_measured(server, tables, seconds, pace))
            finally:
                os.sched_setaffinity(0, here)


def _share_out(server: Server) -> None:
    """A core for the server, and the others for those who play."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        for thread in os.listdir(f"/proc/{server.process.pid}/task"):
            os.sched_setaffinity(int(thread), cores[:1])
        os.sched_setaffinity(0, cores[1:])


async def _measured(server: Server, tables: int, seconds: float, pace: float) -> Measured:
    tally, before = Tally(pace=pace), _memory(server)
    whole = 0 if pace else int(A_SECOND * (seconds + WARM_UP) / A_MATCH)  # matches that may be played
    opened = await open_tables(server.url, tables + max(0, whole - tables), tally)
    tally.spare = opened[tables:]
    await join_tables(opened[:tables])
    tally.go()
    await asyncio.sleep(WARM_UP + pace)
    busy, tally.counting = _busy(server), True
    begun = asyncio.get_running_loop().time()
    await asyncio.sleep(seconds)
    tally.counting, took = False, asyncio.get_running_loop().time() - begun
    await tally.stop()
    if tally.errors:
        raise RuntimeError(f"the server refused {len(tally.errors)} choices: {tally.errors[0]}")
    waits = sorted(tally.waits)
    return {
        "choices_a_second": len(waits) / took,
        "p50": waits[len(waits) // 2],
        "p99": waits[len(waits) * 99 // 100],
        "memory_a_table": (_memory(server) - before) / len(opened),
        "server_busy": (_busy(server) - busy) / took,
    }


def _memory(server: Server) -> float:
    """Bytes that the server has."""
    [line] = [line for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines() if "VmRSS" in line]
    return 1024 * float(line.split()[1])


def _busy(server: Server) -> float:
    """Seconds of a core that the server has used."""
    parts = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """A new database of each kind that this machine has."""
    with tempfile.TemporaryDirectory() as folder:
        found, made = {"SQLite": sqlite(Path(folder))}, None
        if tools := postgres_tools():
            made = Postgres(tools, fsync=True)
            found["PostgreSQL"] = made.new_database()
        try:
            yield found
        finally:
            if made is not None:
                made.remove()


def in_a_process(kind: str, tables: int, seconds: float, pace: float) -> Measured:
    """The same with new databases and nothing left of what was measured before."""
    command = [sys.executable, __file__, "--one", kind, "--tables", str(tables), "--seconds", str(seconds)]
    done = subprocess.run([*command, "--pace", str(pace)], check=True, stdout=subprocess.PIPE, text=True)
    found: Measured = json.loads(done.stdout)
    return found


def rows(turns: int) -> dict[str, Row]:
    """For `make bench`: saturated, in turns with boardgame.io."""
    pairs: dict[str, list[tuple[float, float]]] = {}
    for _ in range(max(1, turns // 2)):
        ours = in_a_process("SQLite", 1000, 5, 0)["choices_a_second"]
        for stored, how in ((False, "in memory"), (True, "in files")):
            theirs = boardgame_io.measure(1000, 5, 0, stored)
            if theirs is None:
                print("boardgame.io is not measured: it needs node and npm", file=sys.stderr)
                return {}
            title = f"the network table on SQLite, 1,000 tables / boardgame.io {how} (choices/s)"
            pairs.setdefault(title, []).append((ours, theirs["choices_a_second"]))
    return {title: compared(pair) for title, pair in pairs.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[200, 1000, 2000])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--pace", type=float, help="seconds between two choices at a table; 0: as fast as it goes")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options = parser.parse_args()
    if options.one:
        with databases() as found:
            print(json.dumps(measure(found[options.one], options.tables[0], options.seconds, options.pace)))
        return
    results: dict[str, Measured] = {}
    kinds = ["SQLite", *(["PostgreSQL"] if postgres_tools() else [])]
    for tables in options.tables:
        for pace in (0.0, 1.0) if options.pace is None else (options.pace,):
            how = "paced" if pace else "saturated"
            for kind in kinds:
                print(f"{kind}, {tables} tables, {how} ...", file=sys.stderr)
                results[f"{kind}, {tables:,} tables, {how}"] = in_a_process(kind, tables, options.seconds, pace)
            for stored in (False, True) if not pace else (False,):
                name = f"boardgame.io {'in files' if stored else 'in memory'}, {tables:,} tables, {how}"
                print(f"{name} ...", file=sys.stderr)
                theirs = boardgame_io.measure(tables, options.seconds, pace, stored)
                if theirs is None:
                    print("boardgame.io is not measured: it needs node and npm", file=sys.stderr)
                else:
                    results[name] = theirs
    if options.json:
        print(json.dumps(results, indent=2))
        return
    head = f"{'':44} {'choices/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'kB a table':>10} {'core':>6}"
    print(head)
    for name, found in results.items():
        times = f"{1000 * found['p50']:8.1f} {1000 * found['p99']:8.1f}"
        rest = f"{found['memory_a_table'] / 1024:10.0f} {found['server_busy']:6.0%}"
        print(f"{name:44} {found['choices_a_second']:10,.0f} {times} {rest}")


if __name__ == "__main__":
    main()
