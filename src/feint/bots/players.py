"""Who can sit at a table besides people, by name: `random`, the bots that a game brings, `perfect`, and `search`.

`search` has levels: `search:2s` thinks for two seconds, `search:5000` runs 5,000 iterations.
"""

from typing import TYPE_CHECKING, Protocol

from feint.bots import Bot, bots_of, choose, simulation_bot
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.progress import Progress

if TYPE_CHECKING:
    from feint.bots.coach import Adviser
    from feint.bots.perfect import Perfect
    from feint.bots.search import Search

PERFECT, SEARCH = "perfect", "search"
WHAT_THEY_DO = {  # those that are no rule of a game; the others say it in their docstring
    PERFECT: "Has solved the game: on average, nobody gets more against it than their seat is worth.",
    SEARCH: "Thinks ahead from what its seat may see: the longer it may think, the better it plays.",
}


class Player(Protocol):
    """What plays a seat of a match. It looks at what `match.seen`, `match.legal` and `match.pending` show that seat."""

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """One of the seat's legal choices; the same for the same seed."""


class RuleBot:
    """A bot that is a rule, as a player."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """What the bot chooses."""
        return choose(match, seat, self.bot, seed)


def player_names(game: Game) -> list[str]:
    """The names of those that can play a game."""
    return [*bots_of(game), *adviser_names(game)]


def what_they_do(game: Game) -> dict[str, str]:
    """A sentence on each of those that can play a game; "" where nobody wrote one."""
    rules = {name: " ".join((bot.__doc__ or "").partition("\n\n")[0].split()) for name, bot in bots_of(game).items()}
    return {name: rules.get(name, WHAT_THEY_DO.get(name, "")) for name in player_names(game)}


def adviser_names(game: Game) -> list[str]:
    """The names of those that can also say what choices are worth, the best first."""
    return [PERFECT] * (game.positions is not None) + [SEARCH] * game.can_redeal


def opponent_name(game: Game) -> str:
    """Who plays against a person who asks for nobody in particular: the strongest that needn't prepare for long.

    Where play might never end, solving takes sweep after sweep, and search is ready sooner.
    """
    ready = [name for name in adviser_names(game) if not (name == PERFECT and game.may_never_end)]
    return ready[0] if ready else simulation_bot(game)


def check_player(game: Game, name: str) -> None:
    """Refuse a name that nobody has here, or a level that can't be."""
    kind, level, _ = name.partition(":")
    if kind == SEARCH and level and SEARCH in player_names(game):
        from feint.bots.search import read_level

        read_level(name)
    elif name not in player_names(game):
        raise FeintError(f"there is no player called {name} here; there are {', '.join(player_names(game))}")


def player(game: Game, name: str, progress: Progress | None = None) -> Player:
    """The player of that name; `progress` is told what it does if it needs time to prepare."""
    check_player(game, name)
    own = bots_of(game)
    return RuleBot(own[name]) if name in own else _thinker(game, name, progress)


def adviser(game: Game, name: str, progress: Progress | None = None) -> "Adviser":
    """The adviser of that name."""
    if name.partition(":")[0] not in adviser_names(game):
        who = " or ".join(adviser_names(game)) or "nobody"
        raise FeintError(f"{name} can't judge choices in {game.name}; {who} can")
    check_player(game, name)
    return _thinker(game, name, progress)


def _thinker(game: Game, name: str, progress: Progress | None) -> "Perfect | Search":
    """A player that can explain itself; it brings the solver or the compiler, which nobody else waits for."""
    if name == PERFECT:
        from feint.bots.perfect import Perfect

        if progress is not None:
            progress("solving the game, the first time some seconds", None)
        return Perfect(game, progress)
    from feint.bots.search import Search

    search = Search(game, name)
    if progress is not None:
        progress("compiling the rules, the first time up to half a minute", None)
    search.compile()
    return search
