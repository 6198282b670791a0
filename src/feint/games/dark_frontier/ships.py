"""Stat sheets of Dark Frontier: one TOML file a class of ship (DF-Q2). A bad one is refused, with field and reason.

The files of a folder come as lines, each file under its own name in brackets, as in one TOML text with a table a ship.
"""

import json
import re
import tomllib
from typing import Any

from feint.core.datafile import DataFile
from feint.core.errors import FeintError

from .state import BAY, DEFENCE, GUNS, HULL, MOST_SHIPS, ROTATION, THRUST

DAMAGE = {
    "missile bay": BAY,
    "flak guns": GUNS,
    "thrust": THRUST,
    "rotation": ROTATION,
    "point defence": DEFENCE,
    "hull": HULL,
}
# Each number: the field of the state that holds it, and from where to where it goes.
NUMBERS = {
    "thrust": ("sheet_thrust", 0, 6),
    "rotation": ("sheet_rotation", 0, 3),
    "point_defence": ("sheet_defence", 1, 6),
    "flak_velocity": ("flak_velocity", 0, 6),
    "flak_shots": ("flak_shots", 0, 3),
    "missile_velocity": ("missile_velocity", 0, 6),
    "missile_shots": ("missile_shots", 0, 4),
    "missiles_a_turn": ("missiles_a_turn", 0, 6),
    "magazine": ("sheet_magazine", 0, 12),
    "missile_acceleration": ("missile_acceleration", 0, 6),
    "missile_rotation": ("missile_rotation", 0, 3),
}
ARCS = ("flak_arc", "missile_arc")
FIELDS = ("what", *NUMBERS, "gimbal", *ARCS, "damage")


def read(lines: list[str]) -> DataFile:
    """The ships that some files hold."""
    ships: dict[str, dict[str, Any]] = {}
    for name, body in _sections(lines):
        try:
            if name in ships:
                raise FeintError("it is there twice; each ship has one sheet")
            ships[name] = _checked(name, body)
        except FeintError as error:
            raise FeintError(f"{name}.toml: {error}") from None
    if not 1 <= len(ships) <= MOST_SHIPS:
        raise FeintError(f"there are {len(ships)} ships; there can be 1 to {MOST_SHIPS}")
    shown = tuple({"name": name, **sheet} for name, sheet in ships.items())
    return DataFile(_numbers(list(ships.values())), shown, tuple(_written(ships)))


def change(lines: list[str], row: str, column: str, value: str) -> list[str]:
    """The lines with one field of one ship changed."""
    sections = dict(_sections(lines))
    if row not in sections:
        raise FeintError(f"there is no ship called {row}; there are {', '.join(sections)}")
    if column not in FIELDS:
        raise FeintError(f"there is no field called {column}; a sheet has {', '.join(FIELDS)}")
    kept = [line for line in sections[row] if line.partition("=")[0].strip() != column]
    sections[row] = [*kept, f"{column} = {value}"]
    return [line for name, body in sections.items() for line in [f"[{name}]", *body]]


def _sections(lines: list[str]) -> list[tuple[str, list[str]]]:
    """Each file's name and lines, parted at the names in brackets."""
    sections: list[tuple[str, list[str]]] = []
    for line in lines:
        if found := re.fullmatch(r"\[([\w-]+)\]|\[(\".*\")\]", line.strip()):
            sections.append((found[1] or str(json.loads(found[2])), []))
        elif sections:
            sections[-1][1].append(line)
        elif line.strip() and not line.strip().startswith("#"):
            raise FeintError("give a folder with one TOML file a ship, or lines with [name] before each ship")
    return sections


def _numbers(sheets: list[dict[str, Any]]) -> dict[str, Any]:
    """The sheets as the rules see them: facts by the number of a class."""
    spare = MOST_SHIPS - len(sheets)
    numbers: dict[str, Any] = {
        field: [sheet[key] for sheet in sheets] + [0] * spare for key, (field, _, _) in NUMBERS.items()
    }
    numbers["sheet_gimbal"] = [int(sheet["gimbal"]) for sheet in sheets] + [0] * spare
    for arc in ARCS:
        numbers[arc] = [sum(1 << way for way in set(sheet[arc])) for sheet in sheets] + [0] * spare
    numbers["damage_table"] = [[DAMAGE[row] for row in sheet["damage"]] for sheet in sheets] + [[HULL] * 6] * spare
    return numbers


def _written(ships: dict[str, dict[str, Any]]) -> list[str]:
    """The sheets as a record holds them: one value a line, whatever the files looked like."""
    lines = []
    for name, sheet in ships.items():
        lines += [f"[{name}]", *(f"{field} = {json.dumps(sheet[field], ensure_ascii=False)}" for field in FIELDS)]
    return lines


def _checked(name: str, body: list[str]) -> dict[str, Any]:
    """What a sheet says, if it makes sense."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,23}", name):
        raise FeintError("a ship's name is 1 to 24 small letters, digits, _ and -, a letter first")
    try:
        sheet = tomllib.loads("\n".join(body))
    except (ValueError, RecursionError) as error:
        raise FeintError(f"it is not TOML: {error}") from None
    for field in FIELDS:
        if field not in sheet:
            raise FeintError(f"{field} is missing")
    for field in sheet:
        if field not in FIELDS:
            raise FeintError(f"{field} is unknown; a sheet has {', '.join(FIELDS)}")
    if not isinstance(sheet["what"], str) or not sheet["what"].isprintable() or ";" in sheet["what"]:
        raise FeintError("what is not one line of text, without ;")
    for field, (_, low, high) in NUMBERS.items():
        if type(sheet[field]) is not int or not low <= sheet[field] <= high:
            raise FeintError(f"{field} is {str(sheet[field])[:40]!r}; it can be a whole number from {low} to {high}")
    if type(sheet["gimbal"]) is not bool:
        raise FeintError("gimbal is neither true nor false")
    for field in ARCS:
        ways = sheet[field]
        if not isinstance(ways, list) or any(type(way) is not int or not 0 <= way <= 5 for way in ways):
            raise FeintError(f"{field} is not a list of directions from 0 (ahead) clockwise to 5")
        shots = field.replace("arc", "shots")
        if sheet[shots] and not ways:
            raise FeintError(f"{field} is empty, but {shots} is {sheet[shots]}")
    rows = sheet["damage"]
    if not isinstance(rows, list) or len(rows) != 6 or any(row not in list(DAMAGE) for row in rows):
        raise FeintError(f"damage is not a list of six, each of {', '.join(DAMAGE)}")
    return sheet
