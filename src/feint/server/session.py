"""A table that a process has in memory: who is connected to it, and whose turn it is to do something there."""

import asyncio
from collections import deque
from typing import Protocol

from feint.server.feed import Feed
from feint.server.table import Table


class Listener(Protocol):
    """Someone connected to a table."""

    def begin(self, messages: list[bytes]) -> None:
        """Send what one who comes in is to get first, however much it is."""

    def send(self, message: bytes) -> None:
        """Send a message, in order, without waiting."""


class Turn:
    """One after the other, in the order in which they came: as asyncio's lock, but it can be taken without waiting."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Take it if nobody has it; whether that was so."""
        if self._taken:
            return False
        self._taken = True
        return True

    def give(self) -> None:
        """Give it to whoever has waited longest."""
        while self._waiting:
            if not (next := self._waiting.popleft()).done():
                next.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        self._waiting.append(mine := asyncio.get_running_loop().create_future())
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it came just then
                self.give()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give()


class TableSession:
    """A table that this process has in memory."""

    def __init__(self, id: str) -> None:
        self.table = Table(id)
        self.turn = Turn()
        self.users = 0  # while there are any, it stays
        self.feeds: dict[str | None, Feed] = {}
        self.listeners: dict[str | None, set[Listener]] = {}
        self.thinking: set[tuple[str, int]] = set()  # the seat and question that a bot is busy with
        self.alarm: asyncio.TimerHandle | None = None  # when someone's time will have run out
