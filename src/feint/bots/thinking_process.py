"""A process in which players think: it is sent what a seat knows of a match, and answers with a choice.

It also says what choices are worth, and reviews matches that are over. It is asked over a pipe, one thing at a time,
and ends when the pipe does. What it says of an error is its kind and place, never its words: those could be the rules',
about what someone holds.
"""

import os
import signal
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeAlias

from feint.bots.coach import Adviser
from feint.bots.levels import PERFECT, SEARCH
from feint.bots.players import SolvingLimits, adviser, adviser_names, player
from feint.bots.review import Review, review, reviewer
from feint.bots.seat_match import SeatMatch
from feint.bots.values import ActionValue
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.progress import Progress

AT_HAND = 4  # players that are kept for the next question, with all that they have solved and compiled
NICE = 5  # so that whoever serves people comes first, where there are few cores
ADVICE_SEED = 0  # of the adviser's own random words: nothing that the table keeps secret


class Doing(NamedTuple):
    """Sent meanwhile: what is being done, and how much of it is."""

    what: str
    share: float | None


class Ready(NamedTuple):
    """Sent meanwhile: the player has all that it needs, and thinks."""


class Answer(NamedTuple):
    """Sent at the end: what was asked for."""

    found: Any


class Refusal(NamedTuple):
    """Sent in place of it: why there is no answer, in words for people."""

    why: str


class Failure(NamedTuple):
    """Sent in place of it: the kind and the place of an error."""

    kind: str
    places: str


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


class WorkContext:
    """What work in this process is given: how to tell how far it is, and the players that are at hand."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._players: OrderedDict[Any, Any] = OrderedDict()

    def check(self) -> None:
        """Give the work up here, if whoever asked for it says so."""
        if self._connection.poll():
            self._connection.recv()
            raise Abandoned

    def tell(self, what: str, share: float | None) -> None:
        """Say how far the work is; it may be given up here."""
        self.check()
        self._connection.send(Doing(what, share))

    def interrupts(self, thinker: Any) -> None:
        """Let a player's thinking be given up, if it can be."""
        if hasattr(thinker, "between_parts"):
            thinker.between_parts = self.check

    def player(self, key: Any, make: Callable[[Progress], Any]) -> Any:
        """A player that stays at hand; those that weren't asked for the longest don't."""
        if key not in self._players:
            while len(self._players) >= AT_HAND:  # before it is made: both might not fit into memory
                self._players.popitem(last=False)
            self._players[key] = make(self.tell)
        self._players.move_to_end(key)
        self._connection.send(Ready())
        return self._players[key]

    def forget(self, key: Any) -> None:
        """Don't keep a player at hand."""
        del self._players[key]


Work: TypeAlias = Callable[..., Any]
"""What can be asked for: a function of this module, which gets the context and what was sent."""


def prepare(context: WorkContext, game: Game, bot: str, limits: SolvingLimits) -> None:
    """Have a player ready for what comes."""
    context.player((repr(game), bot), lambda tell: player(game, bot, tell, limits))


def choose(context: WorkContext, match: SeatMatch, bot: str, seed: int, limits: SolvingLimits) -> str:
    """What a player chooses for the seat."""
    game = match.game
    found = context.player((repr(game), bot), lambda tell: player(game, bot, tell, limits))
    context.interrupts(found)
    choice: str = found.choose(match, match.seat, seed)
    return choice


def weigh(
    context: WorkContext, match: SeatMatch, iterations: int, limits: SolvingLimits
) -> tuple[str, str, list[ActionValue]]:
    """What the seat's choices are worth: who says so, what to know about that, and each choice."""
    game = match.game
    by, advising = context.player((_facts(game), "hints"), lambda tell: best_adviser(game, iterations, limits, tell))
    context.interrupts(advising)
    context.tell("thinking", None)
    return by, str(getattr(advising, "warning", "")), advising.action_values(match, match.seat, ADVICE_SEED)


def best_adviser(
    game: Game, iterations: int, limits: SolvingLimits | None = None, tell: Progress | None = None
) -> tuple[str, Adviser]:
    """The adviser for a game, by name and ready: `perfect` where it can solve it, else `search`."""
    names = adviser_names(game)
    if not names:
        raise FeintError(f"nobody can give hints in {game.name}")
    if PERFECT in names:
        try:
            return PERFECT, adviser(game, PERFECT, tell, limits)
        except FeintError:  # too large under these rulings
            if SEARCH not in names:
                raise
    name = f"{SEARCH}:{iterations}"
    return name, adviser(game, name, tell, limits)


def review_match(context: WorkContext, match: Match, seconds: float, limits: SolvingLimits) -> Review:
    """A review of a match that is over. A solved game stays at hand for the next match of it."""
    key = _facts(match.game), "reviews"
    by, advising = context.player(key, lambda tell: reviewer(match, seconds=seconds, progress=tell, limits=limits))
    if by != PERFECT:  # how long it thinks depends on the match
        context.forget(key)
    steps = len(match.steps)
    context.interrupts(advising)
    context.tell("reviewing every choice", 0.0)
    return review(by, advising, match, progress=lambda done: context.tell("reviewing every choice", done / steps))


def _facts(game: Game) -> str:
    return repr((game.name, game.rulings_text, game.data_text))


def serve(connection: Connection) -> None:
    """What the process does: answer one question after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; whoever started this one ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    context = WorkContext(connection)
    try:
        while True:
            work, asked = connection.recv()
            if work is not None:
                connection.send((_answer(context, work, asked), memory()))
    except Exception:  # whoever asked is gone; Python would print whatever else it is, in its own words
        os._exit(1)


def _answer(context: WorkContext, work: Work, asked: tuple[Any, ...]) -> Answer | Refusal | Failure:
    try:
        return Answer(work(context, *asked))
    except FeintError as error:
        return Refusal(str(error))
    except (EOFError, ConnectionError):
        raise
    except Exception as error:
        return Failure(type(error).__name__, "".join(traceback.format_tb(error.__traceback__)).rstrip())


def _end_with_parent() -> None:
    """End at once if whoever started this process ended without a word: then the standard input does, too."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(1)


def memory() -> int:
    """The most memory that this process has had, in bytes; 0 where nobody knows."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
