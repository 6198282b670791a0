"""The bots of the house: they sit at tables as players do, and know what their seat may see and no more."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from feint.bots.players import Player, player
from feint.core.game import Game
from feint.core.match import Match
from feint.server.event_store import DatabaseUnavailable
from feint.server.logs import logger, trouble
from feint.server.table import HUMAN, Refused, Table
from feint.server.timers import AGAIN

if TYPE_CHECKING:
    from feint.server.hub import Hub
    from feint.server.session import TableSession

THREADS = 2

_own = threading.local()
_one_by_one: WeakValueDictionary[tuple[str, str], threading.Lock] = WeakValueDictionary()  # while wanted
_finding = threading.Lock()


class BotRunner:
    """The bots of a process, and the threads that they think in."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self._executor = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._preparing = ThreadPoolExecutor(1, thread_name_prefix="preparing")  # whoever has to choose goes first

    def stop(self) -> None:
        """Let nobody begin to think any more."""
        for executor in (self._executor, self._preparing):
            executor.shutdown(wait=False, cancel_futures=True)

    def prepare(self, table: Table) -> None:
        """Let the bots of a table get ready while people come: some have to solve the game first, or to compile it."""
        for sitter in table.sitters.values():
            if sitter.who != HUMAN:
                self._preparing.submit(_prepare, table.game, sitter.who)

    def wake(self, live: "TableSession") -> None:
        """Let the bots that owe a choice think, each once for each question."""
        table = live.table
        for seat in table.match.pending if table.match is not None and not table.ended else ():
            ask = table.made[seat]
            if table.sitters[seat].who != HUMAN and (seat, ask) not in live.thinking:
                live.thinking.add((seat, ask))
                live.users += 1  # from now on, not when the task begins: there must never be two of a table
                self.hub.spawn(self._think(live, seat, ask))

    async def _think(self, live: "TableSession", seat: str, ask: int) -> None:
        """One choice: thought out in a thread, from what the seat may see, and made as anyone's is."""
        try:
            match, bot = live.table.playing, live.table.sitters[seat].who
            snapshot = match.at(len(match.steps))  # the match goes on meanwhile
            loop = asyncio.get_running_loop()
            choice = await loop.run_in_executor(self._executor, _choice, snapshot, seat, bot)
            while True:
                try:
                    if choice is None:  # as a person would: the others must not wait for ever
                        await self.hub.resign(live, seat)
                    else:
                        await self.hub.choose(live, seat, f"bot-{ask}", ask, choice)
                    return
                except DatabaseUnavailable:
                    await asyncio.sleep(AGAIN)
        except Refused:
            if live.table.ask(seat) == ask:  # else it has ended, or another process has let the same bot choose
                logger.error("a bot's choice was refused")  # and not why: that would name what it holds
        except Exception as error:
            trouble("a bot could not make its choice", error)
        finally:
            live.thinking.discard((seat, ask))
            self.hub.release(live)


def _choice(match: Match, seat: str, bot: str) -> str | None:
    """What a bot chooses; nothing if it can't play this game, as `perfect` where rulings make it too large to solve."""
    assert match.seed is not None
    try:
        return _player(match.game, bot).choose(match, seat, match.seed)  # its words lie in a stream of their own
    except Exception as error:
        trouble("a bot could not choose, and gives up", error)
        return None


def _prepare(game: Game, bot: str) -> None:
    try:
        _player(game, bot)
    except Exception as error:  # if it can't, it says so again when it is to choose
        trouble("a bot could not get ready", error)


def _player(game: Game, bot: str) -> Player:
    """A bot. Each thread has its own: one that thinks uses its memory as it likes.

    They get ready one by one, so that what the first has found out, and kept, is there for the second.
    """
    if not hasattr(_own, "player"):
        _own.player = lru_cache(maxsize=16)(player)
    with _finding:
        mine = _one_by_one.setdefault((repr(game), bot), threading.Lock())
    with mine:
        found: Player = _own.player(game, bot)
    return found
