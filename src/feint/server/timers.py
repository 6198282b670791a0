"""What happens at tables although nobody asks for it: someone's time runs out, someone has left, someone is asked for.

Timers only say when to look. What is true follows from the events and their times, so it doesn't matter which process
looks first, or how late.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.server.clock import not_before, now, runs_out
from feint.server.event_store import DatabaseUnavailable
from feint.server.logs import logger
from feint.server.table import Event, Table

if TYPE_CHECKING:
    from feint.server.hub import Hub
    from feint.server.session import TableSession

SETTLING = 0.2  # seconds after time ran out: a choice that came to another process in time may still be on its way
AGAIN = 1.0  # seconds, if the database is not there


class Timers:
    """The timers of a process."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub

    def look(self, live: "TableSession") -> None:
        """After an event, and when someone comes in: set the alarm, and answer for those who are here."""
        table = live.table
        if table.gone and not table.ended:
            for seat in table.gone.keys() & live.listeners.keys():
                self._see_to(live, partial(Table.come, seat=seat))
        if table.time is not None:
            end = runs_out(table.time)
            self._set(live, None if end is None else max(0, end - now()) / 1000 + SETTLING)

    def forget(self, live: "TableSession") -> None:
        """A table is no longer in memory. Someone's time may run out there all the same: `sweep` will find it."""
        self._set(live, None)

    def nobody_there(self, live: "TableSession", seat: str | None) -> None:
        """The last connection of a seat to this process has gone; it may be back at once."""
        if seat is not None and live.table.leave(seat):
            loop, id = asyncio.get_running_loop(), live.table.id
            loop.call_later(self.hub.settings.grace, lambda: self.hub.spawn(self._still_nobody_there(id, seat)))

    async def sweep(self) -> None:
        """See to the tables where someone's time may have run out, also if nobody looks on."""
        for id in await self.hub.store.overdue():
            try:
                await self._sweep(id)
            except FeintError as error:  # one must not keep the others waiting
                logger.warning("a clock could not be seen to, which is tried again: %s", type(error).__name__)

    async def _sweep(self, id: str) -> None:
        async with self.hub.at(id) as live:
            await self.hub.act(live, _nothing)
            current, ended = live.table.time, live.table.ended
        if ended:
            await self.hub.store.end(id)  # it may have ended before, and not been taken off the list
        elif current is not None:
            await self.hub.store.look_again(id, max(now(), not_before(current)))

    def _set(self, live: "TableSession", seconds: float | None) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if seconds is not None:
            live.alarm = asyncio.get_running_loop().call_later(seconds, self._see_to, live, _nothing)

    def _see_to(self, live: "TableSession", decide: Callable[[Table], list[Event]]) -> None:
        live.users += 1  # from now on, not when the task begins
        self.hub.spawn(self._seen_to(live, decide))

    async def _seen_to(self, live: "TableSession", decide: Callable[[Table], list[Event]]) -> None:
        """Have something done at a table, later if it can't be now."""
        try:
            while True:
                try:
                    await self.hub.act(live, decide)
                    break
                except DatabaseUnavailable:
                    await asyncio.sleep(AGAIN)
            if decide is _nothing and not live.table.ended:
                self.look(live)  # timers don't go exactly as clocks do: it may have rung too early
        finally:
            self.hub.release(live)

    async def _still_nobody_there(self, id: str, seat: str) -> None:
        try:
            async with self.hub.at(id) as live:
                if seat not in live.listeners:
                    await self.hub.act(live, lambda table: table.leave(seat))
        except FeintError as error:  # then whoever claims a win asks for them first
            logger.warning("that someone has left could not be stored: %s", type(error).__name__)


def _nothing(_table: Table) -> list[Event]:
    """What `Hub.act` is asked for when only the time is to be seen to, which it does before all else."""
    return []
