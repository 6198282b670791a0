"""Lost power at any moment: of what was acknowledged, or said to be saved, nothing is lost; and what is left can be read.

    python -m kit.power_loss                    the server's database, and saved matches
    python -m kit.power_loss --at-each 20 --json

A server on SQLite, and then matches that are saved, run on a disk that logs every change (`disk.py`), and what people
are told is logged between the changes. Then the power is lost at every moment, several times: what was flushed is
there, and of the rest any part of it.
"""

import argparse
import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from kit import disk
from kit.disk import Change
from kit.fault_sweep import FaultyServer, play
from kit.saving import SAVES, check_saves
from kit.server_process import sqlite

# SQLite moves its log into the database after so many pages: soon, so that it does so in a short match.
CHECKPOINTS = """
import sqlalchemy
@sqlalchemy.event.listens_for(sqlalchemy.engine.Engine, "connect")
def _set_up(connection, _record):
    connection.cursor().execute("PRAGMA wal_autocheckpoint=20")
"""

Files = dict[str, bytes]
Check = Callable[[Path, list[Any]], list[str]]
"""Given what is left of a folder, and what people had been told: what must not be, in words."""


def play_on_disk(library: Path, folder: Path, matches: int) -> list[Change]:
    """Play matches on a server, and log all that it does to the disk, and what people are told."""
    (folder / "disk").mkdir()
    log = folder / "changes"
    environment = disk.environment(library, folder / "disk", log)
    server = FaultyServer(sqlite(folder / "disk"), folder, environment, CHECKPOINTS)
    for seed in range(matches):  # each after a new start
        try:
            players = asyncio.run(play(server, seed, partial(disk.note, log)))
        finally:
            server.stop()
        assert not [sentence for player in players for sentence in player.wrong]
    return disk.read_log(log)


def check_database(folder: Path, told: list[Any]) -> list[str]:
    """A database is whole, and has every choice that was acknowledged, in its place."""
    path = folder / "tables.sqlite"
    if not told and not path.exists():
        return []
    with closing(sqlite3.connect(path)) as database:
        try:
            found = "; ".join(line for (line,) in database.execute("PRAGMA integrity_check").fetchall())
            if not told and not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchall():
                return [] if found == "ok" else [f"damaged: {found}"]
            rows = database.execute(
                "SELECT table_id, number, kind, facts FROM events WHERE table_id != '' ORDER BY 1, 2"
            ).fetchall()
        except sqlite3.Error as error:
            return [f"it can't be read: {error}"]
    made: dict[tuple[str, str], list[str]] = {}
    numbers: dict[str, list[int]] = {}
    for table, number, kind, facts in rows:
        numbers.setdefault(table, []).append(number)
        if kind == "chose":
            choice = json.loads(facts)
            made.setdefault((table, choice["seat"]), []).append(choice["choice"])
    wrong = [] if found == "ok" else [f"damaged: {found}"]
    wrong += [f"{table} has the events {has}" for table, has in numbers.items() if has != [*range(1, len(has) + 1)]]
    for table, seat, number, choice in told:
        if made.get((table, seat), [])[number : number + 1] != [choice]:
            wrong.append(f"choice {number} of {seat} was acknowledged, and is lost")
    return wrong


def save_on_disk(library: Path, folder: Path) -> list[Change]:
    """Save a match after every choice, as the terminal does, and how far someone is in the lessons."""
    (folder / "disk").mkdir()
    log = folder / "changes"
    environment = disk.environment(library, folder / "disk", log)
    environment |= {"PYTHONPATH": os.pathsep.join(sys.path), "XDG_DATA_HOME": str(folder / "disk")}
    subprocess.run([sys.executable, "-c", SAVES, str(log)], env=environment, check=True)
    return disk.read_log(log)


def lose_power(changes: list[Change], folder: str, check: Check, at_each: int, seed: int = 7) -> dict[str, Any]:
    """Lose it at every moment, several times, and check what is left."""
    told: list[Any] = []
    losses, wrong, noted = 0, [], 0
    for number, left in disk.power_losses(changes, random.Random(seed), at_each):
        told += [json.loads(change.path) for change in changes[noted:number] if change.kind == "A"]
        noted = number
        losses += 1
        with tempfile.TemporaryDirectory() as name:
            for path, content in left.items():
                target = Path(name) / Path(path).relative_to(folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            wrong += [f"after change {number}: {sentence}" for sentence in check(Path(name), told)]
    return {"changes": len(changes) - len(told), "told": len(told), "losses": losses, "wrong": wrong}


def measured(at_each: int, matches: int) -> dict[str, Any]:
    """All of it."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = disk.build(folder)
        for what, run, check in (
            ("database", partial(play_on_disk, library, folder / "a", matches), check_database),
            ("saved matches", partial(save_on_disk, library, folder / "b"), check_saves),
        ):
            place = folder / ("a" if what == "database" else "b")
            place.mkdir()
            found[what] = lose_power(run(), str(place / "disk"), check, at_each)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at-each", type=int, default=10, help="how often the power is lost at each moment (10)")
    parser.add_argument("--matches", type=int, default=5, help="played on the server (5)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    results = measured(options.at_each, options.matches)
    print(json.dumps(results, indent=2) if options.json else results)
    return 1 if any(result["wrong"] for result in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
