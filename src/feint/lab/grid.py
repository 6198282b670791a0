"""Dials with several values, as people write them (`fuel=4..14`, `wear=no|yes`), and the settings that they make."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab.setting import Setting, read_setting

MOST_POINTS = 100_000


@dataclass(frozen=True)
class Dial:
    """A ruling, a number of a data file or a seat, and the values that it takes."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Point:
    """One place of a grid."""

    values: tuple[str, ...]  # one a dial
    setting: Setting


def has_values(text: str) -> bool:
    """Whether a `name=value` names several values."""
    return bool(re.search(r"\.\.|\|", text.partition("=")[2]))


def read_dial(text: str) -> Dial:
    """A dial and its values: `fuel=4..14` is every number from 4 to 14, `wear=no|yes` is both."""
    name, equals, given = (part.strip() for part in text.partition("="))
    if not (name and equals and given):
        raise FeintError(f"{text or repr(text)} is not a dial: write fuel=4..14 or wear=no|yes")
    values: list[str] = []
    for part in given.split("|"):
        found = re.fullmatch(r"(-?\d{1,6})\.\.(-?\d{1,6})", part.strip())
        if found is None:
            if not part.strip() or ".." in part:
                raise FeintError(f"{text} is not a dial: write fuel=4..14 or wear=no|yes")
            values.append(part.strip())
            continue
        low, high = int(found[1]), int(found[2])
        if low > high:
            raise FeintError(f"{text} has no values: {low} is more than {high}")
        values += map(str, range(low, high + 1))
    twice = [value for value in values if values.count(value) > 1]
    if twice:
        raise FeintError(f"{text} names {twice[0]} twice; once is enough")
    return Dial(name, tuple(values))


def points(base: Game, dials: Sequence[Dial], seats: Mapping[str, str]) -> tuple[list[Point], list[str]]:
    """All settings of a grid, and why some of them can't be played, a sentence each."""
    names = [dial.name for dial in dials]
    if twice := [name for name in names if names.count(name) > 1]:
        raise FeintError(f"{twice[0]} is given twice; once is enough")
    count = 1
    for dial in dials:
        count *= len(dial.values)
    if count > MOST_POINTS:
        raise FeintError(f"the grid has {count:,} points; it can have {MOST_POINTS:,}")
    found, refused = [], []
    for values in product(*(dial.values for dial in dials)):
        text = ", ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))
        try:
            found.append(Point(values, read_setting(base, text, seats)))
        except FeintError as error:
            refused.append(str(error))
    if not found:
        raise FeintError(f"nothing of the grid can be played: {refused[0]}")
    return found, refused
