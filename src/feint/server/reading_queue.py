"""Matches that are read or shown: one after the other, in a thread, while others are served. Addresses take turns."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from feint.server.errors import Refused
from feint.server.fair_queue import FairTurns

MOST, SHARE = 40, 4  # that wait or are looked at; and of these for one address

T = TypeVar("T")


class ReadingQueue:
    """Who waits for a look at a match, and the thread in which it is had."""

    def __init__(self) -> None:
        self._turns = FairTurns(1, 1)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="look")

    def stop(self) -> None:
        """Start nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def in_thread(self, work: Callable[[], T], address: str) -> T:
        """Do something that takes too long for everyone else to wait for it."""
        if self._turns.asked[address] >= SHARE:
            raise Refused("too many matches are being looked at for you right now; try again in a moment")
        if self._turns.asked.total() >= MOST:
            raise Refused("too many matches are being looked at right now; try again in a moment")
        async with self._turns.turn(address):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
