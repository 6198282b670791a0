"""A setting: what is played in an experiment (a game under rulings, with numbers of its data changed), and by whom.

People write one as `name=value` pairs with commas between: a ruling or dial (`wear=no`), one number of a dial by seat
(`first_draw.2=1`), a data file (`deck=B.csv`), a number in a data file (`cost.Twin Salvo=4`), a player (`P2=miser`), or
the player of all seats (`bots=miser`).
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from feint.bots.players import check_player
from feint.core.contract import DataReader, resolve
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab.seating import seated

BASE = "base"  # the setting in which nothing is changed
BOTS = "bots"


@dataclass(frozen=True)
class Setting:
    """A game, and the player in each seat."""

    game: Game
    players: tuple[str, ...]
    text: str  # how people wrote it

    @cached_property
    def key(self) -> str:
        """The same for settings in which the same is played, and for no others."""
        files = {name: self.game.data[name].lines for name in self.game.own_data}
        played = [str(self.game.name), self.game.version, self.game.for_simulation().rulings_text, files, self.players]
        return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()[:16]

    def with_players(self, name: str) -> "Setting":
        """The same with one player in every seat."""
        check_player(self.game, name)
        return Setting(self.game, (name,) * len(self.game.seats), self.text)


def read_setting(base: Game, text: str, seats: Mapping[str, str] | None = None) -> Setting:
    """The setting that someone described, as changes to a game; `base` is none."""
    changes = _pairs(text)
    options, players = dict(base.given_options), dict(seats or {})
    cells: list[tuple[str, str, str]] = []
    for name, value in changes.items():
        column, dot, row = name.partition(".")
        if name == BOTS:
            players = dict.fromkeys(base.all_seats, value)
        elif name in base.all_seats:
            players[name] = value
        elif dot and column in base.all_rulings and base.all_rulings[column].by_seat and row.isdecimal():
            ruling = base.all_rulings[column]
            before = ruling.read(options.get(column, ruling.default))
            options[column] = ruling.with_number(before, int(row), value)
        elif dot:
            cells.append((column.strip(), row.strip(), value))
        elif name in base.files or name in base.all_rulings:
            options[name] = value
        else:
            raise FeintError(_unknown(base, name))
    game = Game(base.folder, options)
    for column, row, value in cells:
        game = _with_cell(game, column, row, value)
    gone = [seat for seat in players if seat not in game.seats]
    if any(seat in changes for seat in gone):
        raise FeintError(f"{gone[0]} doesn't sit at this table: {game.name} is played by {', '.join(game.seats)} here")
    found = seated(game, {seat: who for seat, who in players.items() if seat in game.seats})
    return Setting(game, tuple(found.values()), ", ".join(f"{name}={value}" for name, value in changes.items()) or BASE)


def _pairs(text: str) -> dict[str, str]:
    if text.strip() == BASE:
        return {}
    found: dict[str, str] = {}
    for pair in re.split(r",(?=[^,=]+=)", text):
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise FeintError(f"{text.strip() or repr(text)} is not a setting: write {BASE}, or name=value, name=value")
        if name in found:
            raise FeintError(f"{name} is given twice in {text.strip()}; once is enough")
        found[name] = value
    return found


def _with_cell(game: Game, column: str, row: str, value: str) -> Game:
    """The game with one number of a data file changed: of the file that has such a row and column."""
    problems = []
    for name in game.files:
        try:
            lines = resolve(DataReader, game.module(name)).change(list(game.data[name].lines), row, column, value)
        except FeintError as error:
            problems.append(str(error))
            continue
        try:
            return Game(game.folder, game.given_options | {name: lines})
        except FeintError as error:
            raise FeintError(f"{column}.{row}={value} is not possible: {error}") from None
    why = "; ".join(problems) if problems else f"{game.name} has no data files"
    raise FeintError(f"{column}.{row} can't be changed: {why}")


def _unknown(base: Game, name: str) -> str:
    known = [*base.all_rulings, *base.files, BOTS, *base.all_seats]
    cell = " or COLUMN.ROW of a data file" if base.files else ""
    return f"{base.name} has nothing called {name} to set; it has {', '.join(known)}{cell}"
