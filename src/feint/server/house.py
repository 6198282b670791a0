"""The bots of the house: they sit at tables as players do, and know what their seat may see and no more."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING

from feint.bots.players import player
from feint.core.match import Match
from feint.server.alarms import AGAIN
from feint.server.journal import logger, trouble
from feint.server.store import Gone
from feint.server.table import HUMAN, Refused

if TYPE_CHECKING:
    from feint.server.hub import Hub
    from feint.server.live import Live

THREADS = 2

_own = threading.local()


class House:
    """The bots of a process, and the threads that they think in."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self._executor = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def stop(self) -> None:
        """Let nobody begin to think any more."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def wake(self, live: "Live") -> None:
        """Let the bots that owe a choice think, each once for each question."""
        table = live.table
        for seat in table.match.pending if table.match is not None and not table.ended else ():
            ask = table.made[seat]
            if table.sitters[seat].who != HUMAN and (seat, ask) not in live.thinking:
                live.thinking.add((seat, ask))
                live.users += 1  # from now on, not when the task begins: there must never be two of a table
                self.hub.spawn(self._think(live, seat, ask))

    async def _think(self, live: "Live", seat: str, ask: int) -> None:
        """One choice: thought out in a thread, from what the seat may see, and made as anyone's is."""
        try:
            match, bot = live.table.playing, live.table.sitters[seat].who
            snapshot = match.at(len(match.steps))  # the match goes on meanwhile
            loop = asyncio.get_running_loop()
            choice = await loop.run_in_executor(self._executor, _choice, snapshot, seat, bot)
            while True:
                try:
                    await self.hub.choose(live, seat, f"bot-{ask}", ask, choice)
                    return
                except Gone:
                    await asyncio.sleep(AGAIN)
        except Refused:
            if live.table.ask(seat) == ask:  # else it has ended, or another process has let the same bot choose
                logger.error("a bot's choice was refused")  # and not why: that would name what it holds
        except Exception as error:
            trouble("a bot could not choose", error)
        finally:
            live.thinking.discard((seat, ask))
            self.hub.release(live)


def _choice(match: Match, seat: str, bot: str) -> str:
    """What a bot chooses. Each thread has its own: a bot that thinks uses its memory as it likes."""
    if not hasattr(_own, "player"):
        _own.player = lru_cache(maxsize=16)(player)
    assert match.seed is not None
    choice: str = _own.player(match.game, bot).choose(match, seat, match.seed)  # its words lie in a stream of their own
    return choice
