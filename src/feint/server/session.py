"""A table that a process has in memory: who is connected to it, and who may change it next."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from feint.server.table import Table
from feint.server.table_events import Event
from feint.server.viewer import ViewerState

Decide = Callable[[Table], list[Event]]
"""Asks a table for the events that would do something; it refuses, or there are none if it was done before."""

Question = tuple[str, int, int]
"""What a bot is to choose: its seat, the number of the question, and how often something had been taken back."""


class Subscriber(Protocol):
    """Someone connected to a table."""

    def send_first(self, messages: list[bytes]) -> None:
        """Send what answers a join, however much it is."""

    def send(self, message: bytes) -> None:
        """Send a message, in order, without waiting."""


class TryLock(asyncio.Lock):
    """A lock that can also be acquired without waiting."""

    def try_acquire(self) -> bool:
        """Acquire it if that needs no waiting; whether it did."""
        if self.locked():
            return False
        attempt = self.acquire()
        try:
            attempt.send(None)
        except StopIteration:
            return True
        attempt.close()  # it has just been released, and someone who has waited is to have it
        return False


class TableSession:
    """A table that this process has in memory."""

    def __init__(self, id: str) -> None:
        self.table = Table(id)
        self.lock = TryLock()  # held while events are decided on and stored
        self.references = 0  # while there are any, it stays
        self.unreadable = False  # whether what is stored of it can't be read
        self.viewers: dict[str | None, ViewerState] = {}  # of those who are connected
        self._known: dict[str | None, ViewerState] = {}  # of everyone who was
        self._told = (0, 0)  # the number of the last event that was told, with a clock, and when
        self.subscribers: dict[str | None, set[Subscriber]] = {}
        self.bots_thinking: set[Question] = set()  # of busy bots
        self.bots_at_work: dict[asyncio.Task[Any], Question | None] = {}  # what is worked out for it in a process
        self.bots_prepared: set[str] = set()  # those that were asked to get ready
        self.address = ""  # of whoever connected last; seats before spectators
        self.timer: asyncio.TimerHandle | None = None  # when someone's time will have run out

    def viewer_state(self, viewer: str | None) -> ViewerState:
        """What a viewer knows, as far as anyone with the same view has come; or nothing yet."""
        state = self._known.get(viewer)
        if state is None:
            state = self._known[viewer] = ViewerState(self.table, viewer)
        return state

    def told(self, at: int) -> None:
        """Those who are connected have been told of the last event."""
        if self._told[0] != self.table.number:
            self._told = self.table.number, at

    @property
    def late(self) -> int:
        """How many milliseconds after it happened the last event was told: those who owe a choice couldn't know."""
        number, at = self._told
        return max(0, at - self.table.at) if number == self.table.number else 0


class SessionHost(Protocol):
    """What bots and timers need of whoever holds the sessions of a process."""

    sessions: dict[str, TableSession]

    def session(self, id: str, address: str = "") -> AbstractAsyncContextManager[TableSession]:
        """A table, which stays in memory meanwhile; it is read in turn, at the expense of an address."""

    def release(self, session: TableSession) -> None:
        """Drop a reference to a session."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""

    async def perform(self, session: TableSession, decide: Decide, received_at: int | None = None) -> bool:
        """Have something done at a table."""
