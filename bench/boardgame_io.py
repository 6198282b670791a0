"""boardgame.io, what JavaScript has for games of turns: Tower Siege on its server, beside Feint's network table.

The game, the server and the load are JavaScript in bench/boardgame_io/; this starts them, on a core each. boardgame.io
tells players of a move before it is stored, and never waits for the disk: it promises less than Feint's table.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from platformdirs import user_cache_path

SCRIPTS = Path(__file__).with_name("boardgame_io")
NPM = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]


def measure(tables: int, seconds: float, pace: float, stored: bool) -> dict[str, float] | None:
    """What both players of so many matches see, all playing at random; None, and a word why, where it can't run.

    `pace` is the seconds between two moves of a match, 0 for as fast as it goes; `stored` keeps matches in files, not
    in memory. Times are in seconds, from a move until both players have it from the server; memory is in bytes.
    `server_busy` and `load_busy` are the share of a core that each took: near 1 is all that it can do.
    """
    libraries = _libraries()
    if libraries is None:
        return None
    env = os.environ | {"NODE_ENV": "production", "NODE_PATH": str(libraries)}
    with tempfile.TemporaryDirectory() as folder:
        server = ["node", "--expose-gc", str(SCRIPTS / "server.js"), *([folder] if stored else [])]
        with _running(server, env, 0) as address:
            load = ["node", str(SCRIPTS / "load.js"), address, str(tables), str(seconds), str(pace)]
            with _running(load, env, 1) as line:
                result: dict[str, float] = json.loads(line)
                return result


@contextmanager
def _running(command: list[str], env: dict[str, str], core: int) -> Iterator[str]:
    """A program while it runs, as the first line that it prints; killed at the end, whatever happens."""
    # It also ends by itself when its standard input does, so that nothing is left if we are killed.
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, preexec_fn=_pin(core)
    )
    assert process.stdout
    try:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(command)} has ended before it had anything to say")
        yield line.strip()
    finally:
        process.kill()
        process.communicate()


def _pin(number: int) -> Callable[[], None] | None:
    """Keeps a new process on one core; nothing where that can't be, or where there is only one."""
    if not hasattr(os, "sched_setaffinity") or len(cores := sorted(os.sched_getaffinity(0))) < 2:
        return None
    return partial(os.sched_setaffinity, 0, {cores[number]})


def _libraries() -> Path | None:
    """The folder of boardgame.io and what it needs, installed once for each package.json."""
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        print(f"boardgame.io is not measured: it needs {' and '.join(missing)}", file=sys.stderr)
        return None
    package = SCRIPTS / "package.json"
    folder = user_cache_path("feint") / "boardgame-io" / hashlib.sha256(package.read_bytes()).hexdigest()[:16]
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as half:  # what is half installed is never taken for whole
            whole = Path(half) / "whole"
            whole.mkdir()
            shutil.copy(package, whole)
            if subprocess.run(NPM, cwd=whole, stdout=subprocess.DEVNULL, check=False).returncode:
                print("boardgame.io is not measured: npm could not install it", file=sys.stderr)
                return None
            whole.rename(folder)
    return folder / "node_modules"


def main() -> None:
    """Print a table of all that is compared."""
    print("matches  kept in  pace   moves/s   p50 ms   p99 ms  kB/match  server busy  load busy")
    for stored in (False, True):
        for tables in (200, 1_000):
            for pace in (0.0, 1.0):
                row = measure(tables, 10.0, pace, stored)
                if row is None:
                    return
                what = f"{tables:>7,}  {'files' if stored else 'memory':>7}  {f'{pace:g} s' if pace else 'none':>4}"
                times = f"{row['p50'] * 1e3:>7,.1f}  {row['p99'] * 1e3:>7,.1f}"
                busy = f"{row['server_busy']:>11.0%}  {row['load_busy']:>9.0%}"
                memory = row["memory_a_table"] / 1e3
                print(f"{what}  {row['choices_a_second']:>8,.0f}  {times}  {memory:>8,.0f}  {busy}", flush=True)


if __name__ == "__main__":
    main()
