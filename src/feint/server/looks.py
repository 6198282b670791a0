"""Matches that are read or shown: one after the other, in a thread, while others are served. Addresses take turns."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from feint.server.errors import Refused
from feint.server.fair_queue import FairQueue

MOST, SHARE = 40, 4  # that wait or are looked at; and of these for one address

T = TypeVar("T")


class Looks:
    """Who waits for a look at a match, and the thread in which it is had."""

    def __init__(self) -> None:
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(1)
        self._asked: Counter[str] = Counter()  # by address
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="look")
        self._busy = False

    def stop(self) -> None:
        """Start nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def in_thread(self, work: Callable[[], T], address: str) -> T:
        """Do something that takes too long for everyone else to wait for it."""
        if self._asked[address] >= SHARE:
            raise Refused("too many matches are being looked at for you right now; try again in a moment")
        if self._asked.total() >= MOST:
            raise Refused("too many matches are being looked at right now; try again in a moment")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(address, "", turn)
        self._asked[address] += 1
        self._begin()
        try:
            await turn
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._asked -= Counter([address])
            if turn.done() and not turn.cancelled():
                self._busy = False
                self._queue.finish(address)
                self._begin()
            else:
                self._queue.remove(address, "", turn)

    def _begin(self) -> None:
        if not self._busy and (turn := self._queue.take()) is not None:
            self._busy = True
            turn.set_result(None)
