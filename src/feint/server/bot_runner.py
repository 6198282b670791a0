"""The server's bots: they sit at tables as players do, and know what their seat may see and no more."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from weakref import WeakValueDictionary

from feint.bots.players import Player, player
from feint.core.game import Game
from feint.core.match import HUMAN, Match
from feint.server.event_store import DatabaseUnavailable
from feint.server.logs import log_error, logger
from feint.server.session import SessionHost, TableSession
from feint.server.settings import RETRY_DELAY
from feint.server.table import Refused, Table

THREADS = 2

_own = threading.local()
_preparing_locks: WeakValueDictionary[tuple[str, str], threading.Lock] = WeakValueDictionary()  # while wanted
_find_lock = threading.Lock()


class BotRunner:
    """The bots of a process, and the threads that they think in."""

    def __init__(self, host: SessionHost) -> None:
        self._host = host
        self._thinking = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._preparing = ThreadPoolExecutor(1, thread_name_prefix="preparing")  # whoever has to choose goes first

    def stop(self) -> None:
        """Start nothing any more."""
        for executor in (self._thinking, self._preparing):
            executor.shutdown(wait=False, cancel_futures=True)

    def prepare(self, table: Table) -> None:
        """Let the bots of a table get ready while people join: some have to solve the game first, or to compile it."""
        for holder in table.seated.values():
            if holder.who != HUMAN:
                self._preparing.submit(_prepare, table.game, holder.who)

    def wake(self, session: TableSession) -> None:
        """Let the bots that owe a choice think, each once for each question."""
        table = session.table
        for seat in table.match.pending if table.match is not None and not table.ended else ():
            ask = table.choice_counts[seat]
            if table.seated[seat].who != HUMAN and (seat, ask) not in session.bots_thinking:
                session.bots_thinking.add((seat, ask))
                session.references += 1  # from now on, not when the task begins: there must never be two of a table
                self._host.spawn(self._choose(session, seat, ask))

    async def _choose(self, session: TableSession, seat: str, ask: int) -> None:
        """One choice: thought out in a thread, from what the seat may see, and made as anyone's is."""
        try:
            match, bot = session.table.playing, session.table.seated[seat].who
            snapshot = match.at(len(match.steps))  # the match goes on meanwhile
            loop = asyncio.get_running_loop()
            choice = await loop.run_in_executor(self._thinking, _choice, snapshot, seat, bot)
            decide = partial(Table.resign, seat=seat)  # as a person would: the others must not wait forever
            if choice is not None:
                decide = partial(Table.choose, seat=seat, id=f"bot-{ask}", ask=ask, choice=choice)
            while True:
                try:
                    await self._host.perform(session, decide)
                    return
                except DatabaseUnavailable:
                    await asyncio.sleep(RETRY_DELAY)
        except Refused:
            if session.table.ask(seat) == ask:  # else it has ended, or another process has let the same bot choose
                logger.error("a bot's choice was refused")  # and not why: that would name what it holds
        except Exception as error:
            log_error("a bot could not make its choice", error)
        finally:
            session.bots_thinking.discard((seat, ask))
            self._host.release(session)


def _choice(match: Match, seat: str, bot: str) -> str | None:
    """What a bot chooses; nothing if it can't play this game, as `perfect` where rulings make it too large to solve."""
    assert match.seed is not None
    try:
        return _player(match.game, bot).choose(match, seat, match.seed)  # its words lie in a stream of their own
    except Exception as error:
        log_error("a bot could not choose, and gives up", error)
        return None


def _prepare(game: Game, bot: str) -> None:
    try:
        _player(game, bot)
    except Exception as error:  # if it can't, it says so again when it is to choose
        log_error("a bot could not get ready", error)


def _player(game: Game, bot: str) -> Player:
    """A bot. Each thread has its own: one that thinks uses its memory as it likes.

    They get ready one by one, so that what the first has found out, and kept, is there for the second.
    """
    if not hasattr(_own, "player"):
        _own.player = lru_cache(maxsize=16)(player)
    with _find_lock:
        lock = _preparing_locks.setdefault((repr(game), bot), threading.Lock())
    with lock:
        found: Player = _own.player(game, bot)
    return found
