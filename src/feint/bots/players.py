"""Who can sit at a table besides people, by name: `random`, the bots that a game brings, `perfect`, and `search`.

`search:2s` thinks for two seconds, `search:5000` runs 5,000 iterations. `perfect:70%` plays 70% of its choices, and the
others at random; so do a game's own bots. `learned` plays by a network, where one comes with the game. Levels (`club`,
see `feint.bots.levels`) stand for one of these. Whoever owns the machine can also seat a player of their own
(`any_player`, `feint.bots.own_player`).
"""

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from feint.bots import Bot, bots_of, choose
from feint.bots.known_weights import FOLDER, own_weights
from feint.bots.levels import CLUB, LEARNED_LEVELS, PERFECT, SEARCH, levels
from feint.bots.own_player import ONNX, STRATEGY, WEIGHTS, OwnPlayer, check_file, is_path, load_agent, name_of
from feint.bots.seeding import random_word
from feint.core.chance import below, next_word
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.progress import Progress
from feint.core.tree_size import is_small

if TYPE_CHECKING:
    from feint.bots.coach import Adviser
    from feint.bots.perfect import Perfect
    from feint.bots.search import Search

LEARNED = "learned"
CARELESS = r"[1-9]\d?%"  # how much of its choices a player plays, after its name
WORDS = 2.0**64
WHAT_THEY_DO = {  # those that are no rule of a game; the others say it in their docstring
    PERFECT: "Has solved the game: on average, nobody gets more against it than their seat is worth.",
    LEARNED: "Has learned from playing against itself, and answers at once.",
    SEARCH: "Thinks ahead from what its seat may see: the longer it may think, the better it plays.",
}
WEAKER = {  # than the best that one can do: how it plays then, besides what it does
    f"{LEARNED}:{CLUB}": "Plays like learned, but makes more mistakes. It answers at once.",
    f"{LEARNED}:easy": "Plays like learned, but makes the most mistakes. It answers at once.",
}


class SolvingLimits(NamedTuple):
    """How much a player may spend on solving a game, where others pay for it."""

    positions: int
    seconds: float


class Player(Protocol):
    """What plays a seat of a match. It looks at what `match.seen`, `match.legal` and `match.pending` show that seat."""

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """One of the seat's legal choices; the same for the same seed."""


Who: TypeAlias = Any
"""Who plays: a player's name, the path of one's own (`my_agent:Agent`, `model.onnx`, `kuhn.weights`), or an object."""


class RuleBot:
    """A bot that is a rule, as a player."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """What the bot chooses."""
        return choose(match, seat, self.bot, seed)


class Careless:
    """A player that makes some of its choices at random, and the others as another player does."""

    def __init__(self, other: Player, share: float) -> None:
        self.other, self.share = other, share

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """What the other chooses in its share of the choices."""
        word = next_word(random_word(match, seat, seed))  # the one before it is the other's
        if word < self.share * WORDS:
            return self.other.choose(match, seat, seed)
        legal = match.legal(seat)
        return legal[below(next_word(word), len(legal))]

    @property
    def warning(self) -> str:
        """What to tell those who rely on the other."""
        return str(getattr(self.other, "warning", ""))


def player_names(game: Game) -> list[str]:
    """The names of those that can play a game."""
    return [*bots_of(game), *[LEARNED] * (own_weights(game) is not None), *adviser_names(game)]


def offered_names(game: Game) -> list[str]:
    """The same, with those that play more weakly by choice next to the one they are like."""
    names = player_names(game)
    return [one for name in names for one in (name, *(weaker for weaker in WEAKER if weaker.startswith(f"{name}:")))]


def what_they_do(game: Game) -> dict[str, str]:
    """What each player and each level of a game does, in a sentence or two; "" where nobody wrote one."""
    rules = {name: " ".join((bot.__doc__ or "").partition("\n\n")[0].split()) for name, bot in bots_of(game).items()}
    known = {**WHAT_THEY_DO, **WEAKER, **rules}
    found = {name: known.get(name, "") for name in offered_names(game)}
    return found | {level: _what_it_does(bot, found) for level, bot in levels(game).items()}


def _what_it_does(bot: str, known: dict[str, str]) -> str:
    """The same for a bot with a thinking time, or one that makes mistakes."""
    kind, _, how = bot.partition(":")
    does = known[kind]
    if how.endswith("%"):
        like = "perfectly" if kind == PERFECT else f"like {kind}"
        return f"Makes {how} of its choices {like}, and the others at random."
    return f"{does} It has about {how.rstrip('s')} s for a decision." if how else does


def adviser_names(game: Game) -> list[str]:
    """The names of those that can also say what choices are worth, the best first."""
    return [PERFECT] * can_be_solved(game) + [SEARCH] * game.can_redeal


def can_be_solved(game: Game) -> bool:
    """Whether a game is solved position by position, or small enough to be solved over its tree."""
    return game.positions is not None or is_small(game)


def resolve(game: Game, name: str) -> str:
    """The player that a level stands for; any other name is a player's already."""
    return levels(game).get(name, name)


def preparation(game: Game, name: str) -> Literal["solving", "compiling"] | None:
    """What a player has to do before its first choice; None if it is ready."""
    kind = resolve(game, name).partition(":")[0]
    return "solving" if kind == PERFECT else "compiling" if kind == SEARCH else None


def plays_solution(game: Game, name: str) -> bool:
    """Whether a player has to solve the game, and so must be given it without the cap that programs play with."""
    return resolve(game, name).partition(":")[0] == PERFECT


def check_player(game: Game, name: str) -> None:
    """Refuse a name that nobody has here, or a thinking time that can't be."""
    kind, _, how = resolve(game, name).partition(":")
    names = player_names(game)
    if kind == SEARCH and how and SEARCH in names:
        from feint.bots.thinking_time import read_thinking_time

        read_thinking_time(resolve(game, name))
    elif kind not in names or (how and not _has(kind, how)):
        there = ", ".join([*levels(game), *names])
        if kind == LEARNED and kind not in names and (game.folder / FOLDER).is_dir():
            raise FeintError(f"{kind} can't play {game.title} under these rulings; there are {there}")
        raise FeintError(f"there is no player called {name} here; there are {there}")


def _has(kind: str, how: str) -> bool:
    """Whether a player can play like that: `club`, or `70%`."""
    return kind != SEARCH and bool(re.fullmatch(CARELESS, how) or (kind == LEARNED and how in LEARNED_LEVELS))


def player(game: Game, name: str, progress: Progress | None = None, limits: SolvingLimits | None = None) -> Player:
    """The player of that name; `progress` is told what it does if it needs time to prepare."""
    check_player(game, name)
    kind, _, how = resolve(game, name).partition(":")
    if kind == SEARCH:
        return _thinker(game, resolve(game, name), progress, limits)
    own, careless = bots_of(game), how.endswith("%")
    found: Player
    if kind == LEARNED:
        from feint.bots.learned import learned

        found = learned(game, "" if careless else how)
    else:
        found = RuleBot(own[kind]) if kind in own else _thinker(game, kind, progress, limits)
    return Careless(found, int(how.rstrip("%")) / 100) if careless else found


def is_own(game: Game, who: Who) -> bool:
    """Whether this is a player of one's own, and no name that is known here."""
    if not isinstance(who, str):
        return True
    return is_path(who) and resolve(game, who).partition(":")[0] not in player_names(game)


def called(who: Who) -> str:
    """What to call a player, in a report or a record."""
    return who if isinstance(who, str) else name_of(who)


def check_any_player(game: Game, who: Who) -> None:
    """The same as `check_player` where one's own are welcome; they are loaded, to say at once what is wrong."""
    if is_own(game, who):
        any_player(game, who)
        return
    try:
        check_player(game, who)
    except FeintError as error:
        raise FeintError(f"{error}, or one of your own as my_agent:Agent") from None


def any_player(game: Game, who: Who, progress: Progress | None = None) -> Player:
    """A player by name, or one's own. A path runs code: it comes from whoever owns the machine, never from a client."""
    if not is_own(game, who):
        return player(game, who, progress)
    if not isinstance(who, str):
        return _object(game, who)
    if who.endswith(ONNX):
        from feint.bots.onnx_player import OnnxPlayer

        return OnnxPlayer(game, check_file(who))
    if who.endswith(WEIGHTS):
        from feint.bots.learned import Learned
        from feint.bots.weights import load_weights

        return Learned(game, load_weights(game, check_file(who)))
    if who.endswith(STRATEGY):
        from feint.bots.strategy_player import StrategyPlayer
        from feint.solve.strategy import load_strategy

        return StrategyPlayer(load_strategy(game, check_file(who)), who)
    return OwnPlayer(load_agent(who), who)


def _object(game: Game, who: Any) -> Player:
    """An object as a player: one's own, or a strategy."""
    from feint.solve.strategy import Strategy

    if isinstance(who, Strategy):
        from feint.bots.strategy_player import StrategyPlayer

        if (who.game.name, who.game.data_text) != (game.name, game.data_text):
            raise FeintError(f"a strategy for {who.game!r} can't play {game!r}")
        return StrategyPlayer(who)
    return OwnPlayer(who)


def adviser(game: Game, name: str, progress: Progress | None = None, limits: SolvingLimits | None = None) -> "Adviser":
    """The adviser of that name."""
    if name.partition(":")[0] not in adviser_names(game):
        who = " or ".join(adviser_names(game)) or "nobody"
        raise FeintError(f"{name} can't judge choices in {game.name}; {who} can")
    check_player(game, name)
    return _thinker(game, name, progress, limits)


def _thinker(game: Game, name: str, progress: Progress | None, limits: SolvingLimits | None) -> "Perfect | Search":
    """A player that can explain itself; it brings the solver or the compiler, which nobody else waits for."""
    if name == PERFECT:
        from feint.bots.perfect import Perfect

        return Perfect(game, progress, limits=limits)
    from feint.bots.search import Search

    search = Search(game, name)
    if progress is not None and not search.is_compiled:
        progress("compiling the rules, the first time up to half a minute", None)
    search.compile()
    return search
