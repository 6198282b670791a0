"""What can be asked of one state of a game: who owes a choice, what each may see and choose, what chance may bring.

Matches ask this of the states that they hold, bridges of those that they step through. Only `view`, the schema's own
`seen` and `seen_row`, and the choices of a seat that owes one are meant for a seat's eyes.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from feint.core.contract import no_limits
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER, Limits, State

CHANCE_SEAT = "chance"  # the name that chance goes by where seats are named
MOST_WEIGHT = 2**32


def pending(game: Game, state: State) -> tuple[str, ...]:
    """The seats that owe a choice; `("chance",)` when an outcome is due, and `()` when it is over."""
    who = game.rules.pending(state)
    if who in (OVER, CHANCE):
        return (CHANCE_SEAT,) if who == CHANCE else ()
    return _owing(game.seats, who)


@lru_cache(maxsize=1024)
def _owing(seats: tuple[str, ...], who: int) -> tuple[str, ...]:
    return tuple(seat for number, seat in enumerate(seats) if who >> number & 1)


def view(game: Game, state: State, seat: str | None, owing: tuple[str, ...] | None = None) -> dict[str, Any]:
    """All that a seat may know, as a plain dict; None is a spectator.

    `owing` are the seats that owe a choice, if that is known: nobody, after a match was given up, and all is open.
    """
    copied = {name: [_copied(row) for row in sheet.shown] for name, sheet in game.data.items()}
    return shared_view(game, state, seat, owing) | {"rulings": dict(game.rulings)} | copied


def _copied(part: Any) -> Any:
    """A part of a data sheet, for whoever may write into it: nobody else must see that."""
    if isinstance(part, dict):
        return {name: _copied(value) for name, value in part.items()}
    return [_copied(value) for value in part] if isinstance(part, list) else part


def shared_view(game: Game, state: State, seat: str | None, owing: tuple[str, ...] | None = None) -> dict[str, Any]:
    """The same for those who only read it: rulings and data sheets are the game's own, and not copied each time."""
    number = None if seat is None else game.seat_number(seat)
    if owing is None:
        owing = pending(game, state)
    return {
        "game": game.name,
        "seat": seat,
        "rulings": game.rulings,
        "pending": list(owing),
        "over": not owing,
        **game.shown_data,
        **game.schema.see(state, number, over=not owing),
    }


def legal_numbers(game: Game, state: State, seat: int) -> list[int]:
    """The choices of a seat that owes one, as the rules number them."""
    room = [0] * game.rules.ACTIONS
    return room[: game.rules.legal(state, seat, room)]


def weights(game: Game, state: State) -> tuple[list[int], int]:
    """What the game's `chance` fills in and returns."""
    room = [0] * game.rules.OUTCOMES
    count = game.rules.chance(state, room)
    assert max(-count, sum(room)) < MOST_WEIGHT, "the generator draws from less than 2 ** 32"
    return room, count


def outcomes(game: Game, state: State) -> Sequence[int]:
    """The numbers of the outcomes that can come: all, or those whose weight isn't 0."""
    filled, count = weights(game, state)
    return range(-count) if count < 0 else [outcome for outcome in range(count) if filled[outcome]]


def points(game: Game, state: State) -> list[int]:
    """What `score` fills in; all 0 for a match that ended without a result."""
    room = [0] * len(game.seats)
    game.rules.score(state, room)
    return room


def shares(game: Game, state: State) -> list[Fraction]:
    """What share of the point each seat has when it is over; without a result all have the same."""
    found = points(game, state)
    if not any(found):
        found = [1] * len(found)
    return [Fraction(share, sum(found)) for share in found]


def limits(game: Game) -> Limits:
    """How long a match of this game can get, if the game says so."""
    if game.rules.limits is not no_limits:
        return game.rules.limits(game.first_state())
    return Limits(None, None, game.rules.OUTCOMES or None) if game.has_chance else Limits(None)
