"""What the optimiser may change: dials with the values that each can have, and candidates, which choose one of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab import grid
from feint.lab.setting import BASE, read_setting

MOST_VALUES = 1000  # of one dial

Candidate = tuple[int, ...]
"""A value of each dial, by its place among them."""


@dataclass(frozen=True)
class Dial(grid.Dial):
    """A dial that the optimiser may turn."""

    usual: int | None  # the place of the value that changes nothing, if it is among them
    is_range: bool  # whether the values have an order


def read_dial(base: Game, text: str) -> Dial:
    """A dial as people write it: `fuel=4..14`, or `wear=no|yes`."""
    dial = grid.read_dial(text)
    name, choices = dial.name, dial.values
    if len(choices) < 2:
        raise FeintError(f"{text} leaves nothing to choose: name a range, or values with | between")
    if len(choices) > MOST_VALUES:
        raise FeintError(f"{text} has {len(choices):,} values; a dial can have {MOST_VALUES:,}")
    before = _first_state(base, BASE)
    usual = [place for place, value in enumerate(choices) if _first_state(base, f"{name}={value}") == before]
    return Dial(name, choices, usual[0] if usual else None, ".." in text)


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
