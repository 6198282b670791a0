"""What the optimiser may change: dials with the values that each can have, and candidates, which choose one of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab.setting import BASE, read_setting

MOST_VALUES = 1000  # of one dial

Candidate = tuple[int, ...]
"""A value of each dial, by its place among them."""


@dataclass(frozen=True)
class Dial:
    """Something that may be changed, as a setting names it."""

    name: str
    values: tuple[str, ...]
    usual: int | None  # the place of the value that changes nothing, if it is among them
    is_range: bool  # whether the values have an order


def read_dial(base: Game, text: str) -> Dial:
    """A dial as people write it: `fuel=4..14`, or `wear=no|yes`."""
    name, equals, values = (part.strip() for part in text.rpartition("="))
    if not (equals and name and values):
        raise FeintError(f"{text} is not a dial: write name=4..14 or name=no|yes")
    found = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", values)
    if found:
        low, high = int(found[1]), int(found[2])
        if low > high:
            raise FeintError(f"{text} is an empty range: {low} is more than {high}")
        if high - low >= MOST_VALUES:
            raise FeintError(f"{text} has {high - low + 1:,} values; a dial can have {MOST_VALUES:,}")
        choices = [str(value) for value in range(low, high + 1)]
    else:
        choices = [value.strip() for value in values.split("|")]
        if not all(choices) or len(set(choices)) < len(choices):
            raise FeintError(f"{text} is not a dial: its values have to be different, with | between")
    if len(choices) < 2:
        raise FeintError(f"{text} leaves nothing to choose: name a range, or values with | between")
    before = _first_state(base, BASE)
    usual = [place for place, value in enumerate(choices) if _first_state(base, f"{name}={value}") == before]
    return Dial(name, tuple(choices), usual[0] if usual else None, found is not None)


def _first_state(base: Game, setting: str) -> bytes:
    game = read_setting(base, setting).game
    return bytes(game.schema.pack(game.first_state()).tobytes())


def read_dials(base: Game, texts: Sequence[str]) -> tuple[Dial, ...]:
    """Several of them, each of something else."""
    dials = tuple(read_dial(base, text) for text in texts)
    if not dials:
        raise FeintError("there is nothing to tune: name what may change with --dial, such as --dial fuel=4..14")
    names = [dial.name.lower() for dial in dials]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise FeintError(f"the dial {twice} is there twice; once is enough")
    return dials


def changes(dials: Sequence[Dial], candidate: Candidate) -> list[str]:
    """What a candidate changes, as a setting has it."""
    return [
        f"{dial.name}={dial.values[place]}" for dial, place in zip(dials, candidate, strict=True) if place != dial.usual
    ]
