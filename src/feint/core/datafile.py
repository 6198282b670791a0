"""Sheets: a game's data files (a deck of cards, a ship's numbers), which a designer can replace with others.

`[data]` in game.toml names them: `deck = "cards.csv"`. The game's module of that name reads one: `deck.read(lines)`
gives a `DataFile`, or refuses what is wrong with a `FeintError` that names the row.
"""

import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feint.core.errors import FeintError
from feint.core.files import reason
from feint.core.plain_text import control_character


@dataclass(frozen=True)
class DataFile:
    """A data file that was read and found good."""

    numbers: dict[str, Any]  # what the schema's `data` fields get
    shown: tuple[dict[str, Any], ...]  # what views show of it
    lines: tuple[str, ...]  # itself, as a record holds it: without ; and blank lines


def lines_of(source: object) -> list[str]:
    """The lines of a data file, given by its path; lines that came out of a record stay as they are."""
    if isinstance(source, list | tuple) and all(isinstance(line, str) for line in source):
        return list(source)
    if not isinstance(source, str | Path):
        raise FeintError(f"a data file is given by its path or as a list of lines, not by {type(source).__name__}")
    path = Path(source)
    if path.is_dir():  # one file for each thing, under the name of its file
        files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
        return [line for file in files for line in [f"[{json.dumps(file.stem, ensure_ascii=False)}]", *lines_of(file)]]
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FeintError(f"{path} can't be read: {reason(error)}") from None
    except ValueError:
        raise FeintError(f"{path} can't be read: it is not text") from None
    if found := control_character(text):  # a record of a match with it could not be read
        raise FeintError(f"{path} can't be read: line {found[0]} holds the control character {found[1]}")
    return text.splitlines()


def change_csv_cell(lines: list[str], row: str, column: str, value: str) -> list[str]:
    """The lines of a CSV file with one number changed, in the row with that name, or that text in its first column."""
    table = list(csv.reader(lines))
    names, rows = table[0], table[1:]
    if column not in names:
        raise FeintError(f"there is no column called {column}; there are {', '.join(names)}")
    by_name = names.index("name") if "name" in names else 0
    wanted = next((cells for cells in rows if row.lower() in (cells[by_name].lower(), cells[0].lower())), None)
    if wanted is None:
        raise FeintError(f"there is no row called {row}; there are {', '.join(cells[by_name] for cells in rows)}")
    wanted[names.index(column)] = value
    changed = io.StringIO()
    csv.writer(changed, lineterminator="\n").writerows(table)
    return changed.getvalue().splitlines()
