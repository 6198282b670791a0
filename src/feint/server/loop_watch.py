"""How late the event loop is: measured all the time, told in `/metrics`, and not charged to anyone's clock.

A callback is due every few milliseconds. If it comes late, something has held the loop meanwhile, and nobody else was
served. What is read from the network right after that may have been there since the loop was held.
"""

import asyncio
import time
from collections.abc import Callable

TICK = 0.02  # seconds
NOTICED = 0.005  # seconds; anything shorter is the machine's own
HELD = 0.05  # seconds for which one request may hold the loop


class LoopWatch:
    """Watches one event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._due: float | None = None  # when the next tick has to come
        self._held_since: float | None = None  # if the last one was late, when it was due
        self._handle: asyncio.TimerHandle | None = None
        self.longest = 0.0  # seconds
        self.total = 0.0  # seconds by which ticks were late
        self.held = 0  # how often it was for more than `HELD`

    def start(self) -> None:
        """Begin to watch the loop that this runs in."""
        self._due = self._clock() + TICK
        self._handle = asyncio.get_running_loop().call_later(TICK, self._ring)

    def stop(self) -> None:
        """End it."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _ring(self) -> None:
        self.tick()
        self._handle = asyncio.get_running_loop().call_later(TICK, self._ring)

    def tick(self) -> None:
        """What is done when the callback comes."""
        now = self._clock()
        late = now - self._due if self._due is not None else 0.0
        self._held_since = self._due if late > NOTICED else None
        if late > NOTICED:
            self.total += late
            self.longest = max(self.longest, late)
            self.held += late > HELD
        self._due = now + TICK

    def lateness(self) -> float:
        """For how many seconds, at the most, something that is read just now has been there."""
        now = self._clock()
        if self._due is not None and now - self._due > NOTICED:  # it was held, and the tick is still to come
            return now - (self._due if self._held_since is None else self._held_since)
        return now - self._held_since if self._held_since is not None else 0.0
