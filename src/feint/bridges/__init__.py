"""The games inside other people's libraries: OpenSpiel, PettingZoo, Gymnasium and Gambit.

Each is a module of its own with an optional extra; importing it without says which extra to install. All step through
plain states with `feint.core.position`, and show a seat what the schema lets it see.
"""

from fractions import Fraction

from feint.core.game import Game
from feint.core.rule import State
from feint.core.state_queries import points


def utilities(game: Game, state: State) -> list[float]:
    """What a match that is over is worth to each seat, from -1 to 1; they add up to 0.

    Who has the whole point gets 1, and the others share the loss. A match without a result is worth 0 to all.
    """
    found, seats = points(game, state), len(game.seats)
    total = sum(found)
    # As `utility` of each share, in one division that is rounded once: solvers ask at every end.
    return [(seats * share - total) / (total * (seats - 1)) for share in found] if total else [0.0] * seats


def utility(share: Fraction, seats: int) -> Fraction:
    """A share of the point as a utility: 1 for all of it, 0 for as much as everyone has."""
    return (seats * share - 1) / (seats - 1)
