"""How much of what comes in is read in one turn of the event loop; then others have theirs.

Thousands of connections can each send something at the same moment. If all of it were read at once, whoever plays would
wait for all of it. So after a few milliseconds the rest has to wait for the next turns of the loop, and there networks
take turns, and so do the connections of each.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from feint.server.fair_queue import FairQueue

TURN = 0.005  # seconds


class Reader(Protocol):
    """A connection with something that has come in and wasn't read."""

    network: str

    def read_on(self) -> None:
        """Read it."""


class LoopTurns:
    """Says what may be read in this turn, and keeps what has to wait."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._queue: FairQueue[Reader] = FairQueue(1)
        self._waiting = 0
        self._ends: float | None = None  # when this turn has taken long enough; None until something has come in

    def may_read(self) -> bool:
        """Whether something that has just come in may be read now."""
        if self._waiting:
            return False
        if self._ends is None:
            self._ends = self._clock() + TURN
            asyncio.get_running_loop().call_soon(self._next)
            return True
        return self._clock() < self._ends

    def wait(self, reader: Reader) -> None:
        """Let a connection read on in one of the next turns. It was told just now that it may not read."""
        self._queue.put(reader.network, str(id(reader)), reader)
        self._waiting += 1

    def forget(self, reader: Reader) -> None:
        """It has ended."""
        self._queue.remove(reader.network, str(id(reader)), reader)
        self._waiting -= 1

    def _next(self) -> None:
        """The next turn, if something waits for it."""
        self._ends = None
        if not self._waiting:
            return
        self._ends = self._clock() + TURN
        asyncio.get_running_loop().call_soon(self._next)
        while (reader := self._queue.take()) is not None:
            self._waiting -= 1
            self._queue.finish(reader.network)
            reader.read_on()
            if self._clock() >= self._ends:
                break
