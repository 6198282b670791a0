"""A view as a list of names and values, for games without a drawing of their own: at a terminal, and in pictures.

What numbers stand for is what the schema says that they hold. The page does the same (`web/fallback_board.js`).
"""

from collections.abc import Sequence
from typing import Any

from feint.core.game import Game
from feint.core.holding import Holding
from feint.core.prompter import View
from feint.core.schema import HIDDEN, PRIVATE, PUBLIC, Field

UNSEEN = "hidden"


def shown_fields(game: Game) -> list[Field]:
    """The fields that are listed: all of a match but what only the log is made from."""
    return [field for field in game.schema.fields if field.seen_by in (PUBLIC, PRIVATE, HIDDEN) and not field.for_log]


def plain_board(game: Game, view: View) -> list[tuple[str, str]]:
    """What a viewer may see, field by field: its name, and its value in words.

    >>> import feint
    >>> game = feint.load("minefield-navigator")
    >>> dict(plain_board(game, game.start(chance=["mines 3,6,9"]).view("player1")))["turn"]
    'player1'
    """
    return [(words(field.name), _value(field, view[field.name], game.seats)) for field in shown_fields(game)]


def plain_drawing(game: Game, view: View) -> str:
    """The same as lines."""
    rows = plain_board(game, view)
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def words(name: str) -> str:
    """A field's name as people read it."""
    return name.replace("_", " ")


def _value(field: Field, value: Any, seats: Sequence[str]) -> str:
    if value is not None and field.by_seat:
        rows = zip(seats, value, strict=False)  # nobody has the other rows
        return "; ".join(f"{seat}: {value_text(field.holds, row, seats)}" for seat, row in rows)
    return value_text(field.holds, value, seats)


def value_text(holds: Holding | None, value: Any, seats: Sequence[str]) -> str:
    """A number, or rows of numbers, as people are told them."""
    if value is None:
        return UNSEEN
    if isinstance(value, list):
        between = " / " if value and isinstance(value[0], list) else ", "
        return between.join(value_text(holds, part, seats) for part in value)
    return str(value) if holds is None else holds.text(value, seats)
