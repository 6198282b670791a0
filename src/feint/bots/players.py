"""Who can sit at a table besides people, by name: `random`, the bots that a game brings, and `perfect`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from feint.bots import Bot, bots_of, choose
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match

if TYPE_CHECKING:
    from feint.bots.coach import Adviser

Progress: TypeAlias = Callable[[str, float | None], None]
"""Is told what is being done, and how much of it: a share of 1, or None where nobody knows."""

PERFECT = "perfect"


class Player(Protocol):
    """What plays a seat of a match. It looks at what `match.seen`, `match.legal` and `match.pending` show that seat."""

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """One of the seat's legal choices; the same for the same seed."""


class ByRule:
    """A bot that is a rule, as a player."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """What the bot chooses."""
        return choose(match, seat, self.bot, seed)


def player_names(game: Game) -> list[str]:
    """The names of those that can play a game."""
    return [*bots_of(game), *([PERFECT] if game.part("positions") else [])]


def player(game: Game, name: str, progress: Progress | None = None) -> Player:
    """The player of that name; `progress` is told what it does if it needs time to prepare."""
    if name in bots_of(game):
        return ByRule(bots_of(game)[name])
    if name == PERFECT and game.part("positions"):
        from feint.bots.perfect import Perfect  # brings the solver

        return Perfect(game, progress)
    raise FeintError(f"there is no player called {name} here; there are {', '.join(player_names(game))}")


def adviser_names(game: Game) -> list[str]:
    """The names of those that can say what choices are worth, the best first."""
    return [PERFECT] if game.part("positions") else []


def adviser(game: Game, name: str, progress: Progress | None = None) -> "Adviser":
    """The adviser of that name."""
    if name == PERFECT and name in adviser_names(game):
        from feint.bots.perfect import Perfect

        return Perfect(game, progress)
    who = " or ".join(adviser_names(game)) or "nobody"
    raise FeintError(f"{name} can't say what choices are worth in {game.name}; {who} can")
