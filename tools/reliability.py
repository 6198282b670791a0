"""Runs what would break the server if anything could, and writes docs/developers/reliability.md (`make reliability`).

    PYTHONPATH=tests python tools/reliability.py             everything: about two hours on two cores
    PYTHONPATH=tests python tools/reliability.py fuzz soak   only these; the figures of the others stay

The figures are kept in docs/developers/reliability.json, and the page is written from there.
"""

import json
import platform
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "developers"
FIGURES, PAGE = FOLDER / "reliability.json", FOLDER / "reliability.md"

PARTS = {  # by name, and the module of tests/kit that does it
    "faults": ["kit.fault_sweep"],
    "power": ["kit.power_loss"],
    "kills": ["kit.kills"],
    "fuzz": ["kit.fuzz"],
    "soak": ["kit.soak"],
}

INTRODUCTION = """# How reliable is it?

This page is written by `make reliability`, which tries to break the server and the files that Feint writes. It has
figures, not promises; what is promised is in [The server](server.md).
"""

FAULTS = """
A match is played over real connections, and one thing goes wrong. On SQLite it is one change of a file: an error, no
room, half a write, half a write and an error, the end of the process, or a delay. On PostgreSQL it is one message to
the database: it or its answer is lost, half of it arrives, or it is late. Someone who plays at a terminal has files of
their own, with the same faults. Errors and a full disk are also tried for good. If there isn't time for every place,
those that are tried are spread over all. Nothing that was acknowledged may be lost or doubled, and the match has to be
finished, if need be after the server was started again.
"""
POWER = """
Every change of a file is logged, and so is what people were told. Then the power is lost at every moment, 10 times:
what was flushed is there, and of the rest any part, in any order, by sectors of 512 bytes.
"""
KILLS = """
100 tables are played as fast as they can be, and the server, one of its processes, or PostgreSQL itself is killed
(`kill -9`) at random moments.
"""
FUZZ = """
Records, sealed matches, decks, rulings, HTTP requests and messages that nobody would write, and whatever a server could
say to a client and to a terminal, made by Atheris, which looks for inputs that reach new code. Whatever comes in, the
answer is one sentence or a right result.
"""
SOAK = """
{minutes:g} minutes of steady play: {matches:,} matches with {choices:,} choices. People leave and come back, watch and
resign, and tables that have ended are deleted. What the server takes, as the median of the second and of the last
quarter of that time:
"""


def run(part: str) -> dict[str, Any]:
    """The figures of one part."""
    command = [sys.executable, "-m", *PARTS[part], "--json"]
    print(f"{part}: {' '.join(command[1:])}", file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return {"on": time.strftime("%Y-%m-%d"), "python": platform.python_version(), "found": json.loads(done.stdout)}


def page(figures: dict[str, Any]) -> str:
    """The page, as far as there are figures."""
    parts = [INTRODUCTION]
    for part in PARTS:
        if part in figures:
            heading, text = WRITERS[part](figures[part]["found"])
            when = f"Measured on {figures[part]['on']} with Python {figures[part]['python']}."
            parts.append(f"## {heading}\n\n{text}\n\n{when}\n")
        else:
            parts.append(f"## {part.capitalize()}\n\nNot measured with this version.\n")
    return "\n".join(parts)


def _paragraph(text: str) -> str:
    """With lines as long as in the other pages."""
    return fill(" ".join(text.split()), 130, break_on_hyphens=False)


def _section(heading: str, text: str, columns: str, rows: Iterable[Iterable[object]]) -> tuple[str, str]:
    """A heading, and what stands under it: a paragraph, and a table."""
    lines = [_paragraph(text), "", f"| {columns} |", "|---" * (columns.count("|") + 1) + "|"]
    lines += [f"| {' | '.join(map(_shown, row))} |" for row in rows]
    return heading, "\n".join(lines)


def _shown(cell: object) -> str:
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:g}" if isinstance(cell, float) else str(cell)


def faults(found: dict[str, Any]) -> tuple[str, str]:
    """One fault at a time."""
    rows = [(kind, of["places"], of["tried"], sum(of["runs"].values()), len(of["wrong"])) for kind, of in found.items()]
    return _section("One fault at a time", FAULTS, "on | places | places tried | faults tried | wrong", rows)


def power(found: dict[str, Any]) -> tuple[str, str]:
    """Lost power."""
    rows = [(what, of["changes"], of["told"], of["losses"], len(of["wrong"])) for what, of in found.items()]
    columns = "what | changes of files | told meanwhile | power losses | wrong"
    return _section("Lost power", POWER, columns, rows)


def kills(found: dict[str, Any]) -> tuple[str, str]:
    """kill -9 under load."""
    rows = [
        (kind, sum(of["kills"].values()), of["choices acknowledged"], of["lost"], of["doubled"])
        for kind, of in found.items()
    ]
    columns = "database | kills | choices acknowledged | lost | doubled"
    return _section("Killed under full load", KILLS, columns, rows)


def fuzz(found: dict[str, Any]) -> tuple[str, str]:
    """What nobody would write."""
    rows = [
        (name, of["seconds"], "stopped" if of["inputs"] is None else of["inputs"], len(of["found"]))
        for name, of in found.items()
    ]
    return _section("Fuzzing", FUZZ, "input | seconds | tried | found", rows)


def soak(found: dict[str, Any]) -> tuple[str, str]:
    """Steady play."""
    rows = [(name, *quarters) for name, quarters in found["second and last quarter"].items()]
    columns = "the server's | second quarter | last quarter"
    heading, text = _section("Steady play", SOAK.format(**found), columns, rows)
    wrong = f"Lines of complaint in its log: {found['complaints in the log']}. Players to whom something went wrong:"
    return heading, f"{text}\n\n{wrong} {len(found['wrong'])}{''.join(f' ({what})' for what in found['wrong'][:1])}."


WRITERS = {"faults": faults, "power": power, "kills": kills, "fuzz": fuzz, "soak": soak}


def main() -> int:
    """Run the parts that are named, or all, and write the page."""
    wanted = sys.argv[1:] or list(PARTS)
    if unknown := set(wanted) - PARTS.keys():
        print(f"there is no part called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for part in wanted:
        figures[part] = run(part)
        FIGURES.write_text(json.dumps(figures, indent=2) + "\n")
        PAGE.write_text(page(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
