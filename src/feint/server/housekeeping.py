"""What a server does from time to time without being asked: clocks, tables that are idle or old, a sign of life."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from math import inf

from feint.server.clock import now, resume_time, time_mark
from feint.server.errors import UnreadableTable
from feint.server.event_store import DatabaseUnavailable, EventStore
from feint.server.logs import log_error, logger
from feint.server.session import SessionHost
from feint.server.settings import Settings
from feint.server.table import Table
from feint.server.table_events import Event

UNLIST_DELAY = 0.05  # seconds; tables that end meanwhile are taken off the list in one commit


class Housekeeping:
    """The housekeeping of a process."""

    def __init__(
        self, host: SessionHost, store: EventStore, settings: Settings, check_clocks: Callable[[], Awaitable[None]]
    ) -> None:
        self._host = host
        self._store = store
        self._settings = settings
        self._check_clocks = check_clocks
        self._ended: list[str] = []  # tables that are to be taken off the list
        self._time_resumed = False
        self.deleting: set[str] = set()  # tables that are being deleted, which nobody must begin to read

    async def start(self) -> None:
        """Begin with it."""
        with suppress(DatabaseUnavailable):
            await self._keep_time()
        self._host.spawn(self._sweep_periodically())

    async def stop(self) -> None:
        """Do what mustn't wait for the next process."""
        await self._unlist_ended()
        with suppress(DatabaseUnavailable):
            await self._keep_time()

    def unlist_soon(self, id: str) -> None:
        """Take a table that has ended off the list, with those that end at about the same time."""
        self._ended.append(id)
        if len(self._ended) == 1:
            self._host.spawn(self._unlist_ended(UNLIST_DELAY))

    async def _unlist_ended(self, delay: float = 0) -> None:
        """Take tables that have ended off the list. If this is lost, the look for idle ones does it, much later."""
        if delay:  # others may end meanwhile
            await asyncio.sleep(delay)
        ended, self._ended = self._ended, []
        try:
            if ended:
                await self._store.unlist(*ended)
        except DatabaseUnavailable:
            logger.warning("tables that have ended are still listed; they will be taken off later: %d", len(ended))

    async def _sweep_periodically(self) -> None:
        while True:
            await asyncio.sleep(self._settings.sweep)
            # The clocks of matches come first; and whatever goes wrong with one of these, the others are done.
            for work in (self._check_clocks, self._keep_time, self.close_idle, self.delete_old, self._store.check):
                try:
                    await work()
                except DatabaseUnavailable:
                    pass  # which the store has logged
                except Exception as error:
                    log_error("what is done from time to time failed, and is tried again later", error)

    async def _keep_time(self) -> None:
        """Go on from the time of the process before, once; and leave a sign of life for the next."""
        if not self._time_resumed:
            resume_time(await self._store.last_time())
            self._time_resumed = True
        await self._store.note_time(time_mark())

    async def close_idle(self) -> None:
        """Close tables at which nothing has happened for long."""
        for id in await self._store.idle(self._settings.idle):
            try:
                async with self._host.session(id) as session:
                    before = now() - int(1000 * self._settings.idle)
                    await self._host.perform(session, partial(_close_if_idle, before=before))
                    if not session.table.ended:
                        continue
            except UnreadableTable:
                pass  # nobody can play on there
            except DatabaseUnavailable:
                raise
            except Exception as error:
                log_error("an idle table could not be closed", error)
            await self._store.unlist(id)  # it may have ended long ago, and still be on the list

    async def delete_old(self) -> None:
        """Delete tables that ended long ago, if the operator wants that, but for those that someone looks at."""
        while self._settings.keep < inf:
            old = [id for id in await self._store.old(self._settings.keep) if id not in self._host.sessions]
            if not old:
                return
            self.deleting.update(old)
            try:
                await self._store.delete(old)
            finally:
                self.deleting.clear()


def _close_if_idle(table: Table, before: int) -> list[Event]:
    """Close a table where nothing has happened since; someone may have come back after it was found to be idle."""
    return table.close() if table.at < before else []
