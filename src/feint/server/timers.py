"""What happens at tables although nobody asks for it: someone's time runs out, someone has left or is back.

Timers only say when to look. What is true follows from the events and their times, so it doesn't matter which process
looks first, or how late.
"""

import asyncio
from contextlib import suppress
from functools import partial

from feint.core.errors import FeintError
from feint.server.clock import earliest_timeout, next_timeout, now
from feint.server.errors import Refused
from feint.server.event_store import DatabaseUnavailable, EventStore
from feint.server.logs import log_error, logger
from feint.server.session import Decide, SessionHost, TableSession
from feint.server.settings import RETRY_DELAY
from feint.server.table import Table
from feint.server.table_events import Event

MARGIN = 0.2  # seconds after time ran out: a choice that came to another process in time may still be on its way
POSTPONED = 3_600_000  # milliseconds until the clock of a table that can't be read is looked at again


class Timers:
    """The timers of a process."""

    def __init__(self, host: SessionHost, store: EventStore, grace: float) -> None:
        self._host = host
        self._store = store
        self._grace = grace  # seconds without a connection until a player is said to be gone

    def update(self, session: TableSession) -> None:
        """After an event, and when someone joins: set the timer, and answer for those who are here."""
        table = session.table
        if table.gone and not table.ended:
            for seat in table.gone.keys() & session.subscribers.keys():
                self._start(session, partial(Table.reconnect, seat=seat))
        if table.time is not None or table.seats.bound_at is not None:
            end = table.reveal_due if table.time is None else next_timeout(table.time)
            self._set(session, None if end is None else max(0, end + session.late - now()) / 1000 + MARGIN)

    def cancel(self, session: TableSession) -> None:
        """A table is no longer in memory. Someone's time may run out there all the same: `sweep` will find it."""
        self._set(session, None)

    def seat_disconnected(self, session: TableSession, seat: str | None) -> None:
        """The last connection of a seat to this process has ended; there may be another one at once."""
        if seat is not None and session.table.disconnect(seat):
            loop, id = asyncio.get_running_loop(), session.table.id
            loop.call_later(self._grace, lambda: self._host.spawn(self._note_if_gone(id, seat)))

    async def sweep(self) -> None:
        """Look at the tables where someone's time may have run out, also if nobody is connected."""
        for id in await self._store.overdue():
            try:
                await self._check_clock(id)
            except DatabaseUnavailable:  # which the store has logged; one table must not keep the others waiting
                continue
            except Exception as error:
                if not isinstance(error, FeintError):
                    log_error("a clock could not be checked", error)
                with suppress(DatabaseUnavailable):  # it makes room for others: only so many are looked at
                    await self._store.set_due(id, now() + POSTPONED)

    async def _check_clock(self, id: str) -> None:
        async with self._host.session(id) as session:
            await self._host.perform(session, _only_check_clock)
            current, ended, reveal_due = session.table.time, session.table.ended, session.table.reveal_due
        if ended:
            await self._store.unlist(id)  # it may have ended before, and still be on the list
        elif current is not None:
            await self._store.set_due(id, max(now(), earliest_timeout(current)))
        else:
            await self._store.set_due(id, reveal_due)

    def _set(self, session: TableSession, seconds: float | None) -> None:
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None
        if seconds is not None:
            session.timer = asyncio.get_running_loop().call_later(seconds, self._start, session, _only_check_clock)

    def _start(self, session: TableSession, decide: Decide) -> None:
        session.references += 1  # from now on, not when the task begins
        self._host.spawn(self._perform(session, decide))

    async def _perform(self, session: TableSession, decide: Decide) -> None:
        """Have something done at a table, later if it can't be now."""
        try:
            while True:
                try:
                    await self._host.perform(session, decide)
                    break
                except DatabaseUnavailable:
                    await asyncio.sleep(RETRY_DELAY)
                except Refused:  # it can't be read any more, which was logged
                    return
            if decide is _only_check_clock and not session.table.ended:
                self.update(session)  # timers don't go exactly as clocks do: it may have rung too early
        finally:
            self._host.release(session)

    async def _note_if_gone(self, id: str, seat: str) -> None:
        try:
            async with self._host.session(id) as session:
                if seat not in session.subscribers:
                    await self._host.perform(session, partial(Table.disconnect, seat=seat))
        except FeintError as error:  # then whoever claims a win asks for them first
            logger.warning("that someone has left could not be stored: %s", type(error).__name__)


def _only_check_clock(_table: Table) -> list[Event]:
    """What a host is asked to perform when only the clock is to be looked at, which it does before all else."""
    return []
