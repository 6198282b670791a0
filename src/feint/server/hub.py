"""All tables that this process serves: who is connected to each, and what is sent to whom.

Whatever happens at a table goes the same way: the table says which events would do it, they are stored, and only then
they become true and are sent. A table is in memory while someone looks at it, and is made from its events when needed.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any

from feint.core.errors import FeintError
from feint.protocol import Change, Joined, TableState
from feint.server.bot_runner import BotRunner
from feint.server.clock import initial_time, now
from feint.server.event_store import Conflict, DatabaseUnavailable, EventStore, LobbyEntry
from feint.server.logs import log_error, logger, public_error
from feint.server.opening import opening_events, rematch_events
from feint.server.session import Decide, Subscriber, TableSession
from feint.server.settings import RETRY_DELAY, Settings
from feint.server.table import (
    CHOSE,
    CLOSED,
    FORFEIT_EVENTS,
    OPENED,
    SEATED,
    Event,
    Refused,
    Table,
    hash_token,
    new_token,
)
from feint.server.timers import Timers
from feint.server.viewer import ViewerState, changes_after, encode, table_info

OnDone = Callable[[bool | FeintError], None]
"""Called when something was done, with False if it had been done before; or with what was wrong."""

MAX_ATTEMPTS = 100  # against other processes that are first; each time someone gets on
ENDING = {CLOSED, *FORFEIT_EVENTS}  # kinds of events
LISTED = {OPENED, SEATED, *ENDING}  # that change the list of tables
UNLIST_DELAY = 0.05  # seconds; tables that end meanwhile are taken off the list in one commit


class TableNotFound(Refused):
    """No table has that id."""


class UnreadableTable(Refused):
    """What was stored of a table doesn't fit the rules as they are."""


class TooManyConnections(Refused):
    """There are too many connections from one address."""


class Hub:
    """All tables of a process."""

    def __init__(self, store: EventStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.sessions: dict[str, TableSession] = {}
        self.timers = Timers(self, store, settings.grace)
        self.bots = BotRunner(self)
        self.connections: Counter[str] = Counter()  # by address
        self._ended: list[str] = []  # tables that are to be taken off the list
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def start(self) -> None:
        """Open the database, and look for idle tables from time to time."""
        await self.store.open(self._on_notification)
        self.spawn(self._sweep_periodically())

    async def stop(self) -> None:
        """Stop everything."""
        self._stopped = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.stop()
        await self._unlist_ended()
        await self.store.close()

    # What people ask for.

    async def open_table(
        self,
        id: str,
        game: str,
        rulings: dict[str, str | int | None],
        bots: dict[str, str],
        public: bool,
        clock: Mapping[str, int | float] | None,
        address: str,
    ) -> Table:
        """Open a new table."""
        return await self._open(id, opening_events(game, rulings, bots, public, clock), address)

    async def _open(self, id: str, events: list[Event], address: str) -> Table:
        if await self.store.count_opened_from(address) >= self.settings.tables:
            raise Refused(f"{self.settings.tables} tables from your address are open already; end some first")
        at = now()
        events = [event._replace(at=at) for event in events]
        table = Table(id, events)
        entry = _lobby_entry(table, events)
        assert entry is not None
        await self.store.append(id, 1, events, entry._replace(address=address))
        self.bots.prepare(table)
        return table

    async def take_seat(
        self, session: TableSession, seat: str, string: str, token: str | None, previous_token: str | None
    ) -> str:
        """Take a seat; the token that holds it, which can't be had again.

        `previous_token` is that of the match before, for a rematch.
        """
        token = new_token() if token is None else token
        held, previous = hash_token(token), None if previous_token is None else hash_token(previous_token)
        await self.perform(session, lambda table: table.take_seat(seat, string, held, previous))
        return token

    async def claim(self, session: TableSession, seat: str) -> None:
        """Give a seat the win because another has been gone for long."""
        at, wait = now(), int(1000 * self.settings.gone)
        await self.perform(session, lambda table: table.claim(seat, at, wait, session.subscribers))
        if not session.table.ended:
            raise Refused(session.table.time_until_claim(seat, at, wait))

    async def rematch(self, session: TableSession, seat: str, address: str) -> None:
        """Open a table for another match: it is there, and its commitment with it, before anyone is sent there."""
        await self.perform(session, lambda table: table.play_again(seat))
        if session.table.rematch is not None:
            return
        id, events = rematch_events(session.table)
        with suppress(Conflict):  # someone else has opened it just now
            await self._open(id, events, address)
        await self.perform(session, lambda table: table.play_again(seat, id))

    # Looking at tables.

    @contextmanager
    def counted_connection(self, address: str) -> Iterator[None]:
        """Count a connection from an address while it lasts."""
        if self.connections[address] >= self.settings.connections:
            raise TooManyConnections(
                f"{self.settings.connections} connections from your address are open already; close some first"
            )
        self.connections[address] += 1
        try:
            yield
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    @asynccontextmanager
    async def session(self, id: str) -> AsyncIterator[TableSession]:
        """A table, which stays in memory meanwhile."""
        session = self.sessions.get(id)
        if session is None:
            session = self.sessions[id] = TableSession(id)
        session.references += 1
        try:
            if self.store.postgresql or not session.table.number:
                async with session.lock:  # of several who come at once, one reads it
                    await self._read_events(session)
            if not session.table.number:
                raise TableNotFound("there is no table of that name here")
            yield session
        finally:
            self.release(session)

    def release(self, session: TableSession) -> None:
        """Drop a reference to a session; with the last one it leaves memory."""
        session.references -= 1
        if not session.references and self.sessions.get(session.table.id) is session:
            del self.sessions[session.table.id]
            self.timers.cancel(session)

    def join(self, session: TableSession, viewer: str | None, subscriber: Subscriber, seen: int | None) -> None:
        """Send a viewer all that it may know, or what came after the last change that it saw; and then each change."""
        state = session.viewers.get(viewer)
        if state is None:
            state = session.viewers[viewer] = ViewerState(session.table, viewer)
            state.skip_changes()
        first: TableState | Joined
        missed: list[Change] = []
        if seen is None or seen > state.number:
            first = state.table_state()
        else:
            first = {"type": "joined", "seat": viewer, "number": state.number}
            missed = changes_after(session.table, viewer, seen) if seen < state.number else []
        if session.table.clock is not None:
            first["now"] = now()
        subscriber.send_first([encode(message) for message in (first, *missed)])
        session.subscribers.setdefault(viewer, set()).add(subscriber)
        self.bots.wake(session)
        self.timers.update(session)

    def leave(self, session: TableSession, viewer: str | None, subscriber: Subscriber) -> None:
        """Send nothing any more."""
        others = session.subscribers[viewer]
        others.discard(subscriber)
        if not others:
            del session.subscribers[viewer], session.viewers[viewer]
            self.timers.seat_disconnected(session, viewer)

    # Making something happen.

    def submit(self, session: TableSession, decide: Decide, received_at: int, on_done: OnDone) -> None:
        """Have something done without waiting for it; `on_done` is called with how it went.

        Nearly always it is legal, and nobody else is changing the table. Then its events are stored at once, without a
        task; all else is left to `perform`.
        """
        table = session.table
        session.references += 1
        if session.lock.try_acquire():
            try:
                events = [] if table.overdue(received_at) else decide(table)
            except Exception:  # it is refused, or worse
                events = []
            if events:
                events = _with_time(table, events, received_at)
                stored = self.store.append(table.id, table.number + 1, events, _lobby_entry(table, events))
                stored.add_done_callback(partial(self._on_stored, session, events, decide, received_at, on_done))
                return
            session.lock.release()
        self.spawn(self._perform(session, decide, received_at, on_done))

    def _on_stored(
        self,
        session: TableSession,
        events: list[Event],
        decide: Decide,
        received_at: int,
        on_done: OnDone,
        stored: asyncio.Future[None],
    ) -> None:
        """What was submitted is stored, or not."""
        error = stored.exception()
        try:
            if error is None:
                self._apply(session, events)
        except Exception as wrong:
            error = wrong
        session.lock.release()
        if isinstance(error, Conflict):
            self.spawn(self._perform(session, decide, received_at, on_done))
            return
        self.release(session)
        on_done(public_error(error) if isinstance(error, Exception) else True)

    async def _perform(self, session: TableSession, decide: Decide, received_at: int, on_done: OnDone) -> None:
        try:
            on_done(await self.perform(session, decide, received_at))
        except Exception as error:
            on_done(public_error(error))
        finally:
            self.release(session)

    async def perform(self, session: TableSession, decide: Decide, received_at: int | None = None) -> bool:
        """Decide, store, apply and publish a change. False: it had been made before.

        What counts for a clock is when the request arrived, not when it is processed. A seat whose time had run out by
        then has lost before the change is looked at.
        """
        received_at = now() if received_at is None else received_at
        async with session.lock:
            for _ in range(MAX_ATTEMPTS):
                table = session.table
                try:
                    overdue = table.overdue(received_at)
                    events = overdue or decide(table)
                except Refused:
                    if self.store.postgresql and await self._read_events(session):
                        continue  # what another process has stored may have changed the answer
                    raise
                if not events:
                    return False
                events = _with_time(table, events, received_at)
                try:
                    await self.store.append(table.id, table.number + 1, events, _lobby_entry(table, events))
                except Conflict:
                    await self._read_events(session)
                    continue
                self._apply(session, events)
                if not overdue:
                    return True
        raise DatabaseUnavailable("too many changes at this table at once; try again")

    def _apply(self, session: TableSession, events: list[Event]) -> None:
        """What was stored has happened: all hear of it, and those who have to act do."""
        table = session.table
        for event in events:
            table.add(event)
        self._publish(session)
        self.bots.wake(session)
        self.timers.update(session)
        if table.ended and events[-1].kind == CHOSE:
            self._ended.append(table.id)
            if len(self._ended) == 1:
                self.spawn(self._unlist_ended(UNLIST_DELAY))

    def _publish(self, session: TableSession) -> None:
        """Send each viewer what has changed for it, encoded once for all who see the same."""
        for viewer, state in session.viewers.items():
            subscribers = session.subscribers.get(viewer)
            for change in state.changes():
                message = encode(change)
                for subscriber in subscribers or ():
                    subscriber.send(message)

    async def _read_events(self, session: TableSession) -> bool:
        """Read what other processes have stored, and send it; whether there was anything."""
        events = await self.store.events(session.table.id, session.table.number)
        try:
            for event in events:
                session.table.add(event)
        except Exception as error:  # in words that may say what was chosen, and from what
            log_error("a table could not be read", error)
            raise UnreadableTable("this version of Feint can't read what happened at this table") from None
        if events:
            self._publish(session)
            self.timers.update(session)
        return bool(events)

    async def _on_notification(self, id: str | None, number: int) -> None:
        """Another process has stored something."""
        for session in [self.sessions.get(id)] if id is not None else list(self.sessions.values()):
            if session is None or (id is not None and session.table.number >= number):
                continue
            session.references += 1
            try:
                await self._refresh(session)
            finally:
                self.release(session)

    async def _refresh(self, session: TableSession) -> None:
        """Read what happened at a table, as soon as that can be done: someone may be waiting for it."""
        while True:
            try:
                async with session.lock:
                    await self._read_events(session)
                return
            except DatabaseUnavailable:
                await asyncio.sleep(RETRY_DELAY)

    # In the background.

    async def _unlist_ended(self, delay: float = 0) -> None:
        """Take tables that have ended off the list. If this is lost, the look for idle ones does it, much later."""
        if delay:  # others may end meanwhile
            await asyncio.sleep(delay)
        ended, self._ended = self._ended, []
        try:
            if ended:
                await self.store.unlist(*ended)
        except DatabaseUnavailable:
            logger.warning("tables that have ended are still listed; they will be taken off later: %d", len(ended))

    async def _sweep_periodically(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                await self.timers.sweep()  # first: a table that can't be closed must not stop the clocks of others
                for id in await self.store.idle(self.settings.idle):
                    with suppress(UnreadableTable):  # nobody can play on there
                        async with self.session(id) as session:
                            await self.perform(session, Table.close)
                    await self.store.unlist(id)  # it may have ended long ago, and still be on the list
            except FeintError as error:
                kind = type(error).__name__
                logger.warning("idle tables could not be closed, which is tried again later: %s", kind)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, until it is done or everything stops."""
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _with_time(table: Table, events: list[Event], received_at: int) -> list[Event]:
    at = max(received_at, table.at)  # times go up, also if the clocks of several machines differ
    return [Event(kind, facts, at) for kind, facts, _ in events]


def _lobby_entry(table: Table, events: list[Event]) -> LobbyEntry | None:
    """What the list of tables says after these events, if they change it; that a choice ends a match comes later."""
    if all(event.kind not in LISTED for event in events):
        return None
    kinds = {event.kind for event in events}
    seated = {seat: holder.who for seat, holder in table.seated.items()}
    seated |= {event.facts["seat"]: event.facts["who"] for event in events if event.kind == SEATED}
    shown = {**table_info(table), "seats": {seat: seated.get(seat) for seat in table.game.seats}}
    begins = table.clock is not None and SEATED in kinds and len(seated) == len(table.game.seats)
    due = events[-1].at + initial_time(table.clock) if begins and table.clock is not None else None
    return LobbyEntry(table.public, not kinds.isdisjoint(ENDING), shown, due=due)
