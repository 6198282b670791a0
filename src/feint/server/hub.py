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
from feint.core.match import Match
from feint.protocol import Joined, TableState
from feint.server.allowance import Allowance
from feint.server.bot_runner import BotRunner
from feint.server.clock import now
from feint.server.errors import Refused, TableNotFound, TooManyConnections, UnreadableTable
from feint.server.event_store import Conflict, DatabaseUnavailable, EventStore
from feint.server.fair_queue import FairTurns
from feint.server.hints import Hints
from feint.server.housekeeping import Housekeeping
from feint.server.lobby import lobby_entry
from feint.server.logs import log_error, logger, public_error
from feint.server.loop_watch import LoopWatch
from feint.server.opening import branch_events, opening_events, rematch_events
from feint.server.reviews import Reviews
from feint.server.session import Decide, Subscriber, TableSession
from feint.server.settings import RETRY_DELAY, Settings
from feint.server.table import Table, recorded_match
from feint.server.table_events import AFTER, CHOSE, OPENED, Event
from feint.server.table_seats import hash_token, new_token
from feint.server.timers import Timers
from feint.server.viewer import ViewerState, encode

OnDone = Callable[[bool | FeintError], None]
"""Called when something was done, with False if it had been done before; or with what was wrong."""

UNREADABLE = "this version of Feint can't read this table"
MAX_ATTEMPTS = 100  # against other processes that are first; each time someone gets on
MOST_REMEMBERED = 1000  # tables of which it was logged that they can't be read
EVENTS_AT_ONCE = 32  # that are read or told of in one go, before others have their turn
PAGE = 256  # events that are read from the database at a time
READS, READ_SHARE = 8, 2  # tables that are read from their beginning at the same time; and of these for one network
HOUR = 3600.0  # seconds


class Hub:
    """All tables of a process."""

    def __init__(self, store: EventStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.sessions: dict[str, TableSession] = {}
        self.timers = Timers(self, store, settings.grace)
        self.bots = BotRunner(self, settings)
        self.reviews = Reviews(settings)
        self.hints = Hints(settings)
        self.watch = LoopWatch()
        self.housekeeping = Housekeeping(self, store, settings, self.timers.sweep)
        self.connections: Counter[str] = Counter()  # by address
        self._followed: dict[str, Counter[TableSession]] = {}  # connections to each table, by address
        self._openings = Allowance(settings.openings, HOUR)
        self._reads = FairTurns(READS, READ_SHARE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        self.unreadable: set[str] = set()  # tables that can't be read, as far as anyone wanted to

    async def start(self) -> None:
        """Open the database, and look for idle tables from time to time."""
        self.watch.start()
        await self.store.open(self._on_notification)
        await self.housekeeping.start()

    async def stop(self) -> None:
        """Stop everything."""
        self._stopped = True
        self.watch.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.stop()
        self.reviews.stop()
        self.hints.stop()
        await self.housekeeping.stop()
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

    async def open_branch(
        self, id: str, match: Match, step: int, bots: dict[str, str], open: bool, address: str
    ) -> Table:
        """Open a table where someone goes on from a step of a finished match."""
        if step >= self.settings.steps:
            raise Refused(f"a match has at most {self.settings.steps:,} steps here, so nobody can go on after that")
        return await self._open(id, await asyncio.to_thread(branch_events, match, step, bots, open), address)

    async def _open(self, id: str, events: list[Event], address: str) -> Table:
        if await self.store.count_opened_from(address) >= self.settings.tables:
            raise Refused(f"your address already has {self.settings.tables} open tables; close some first")
        if not self._openings.may(address):
            raise Refused(f"your address has opened {self.settings.openings} tables within an hour; try again later")
        at = now()
        events = [event._replace(at=at) for event in events]
        table = Table(id, events)
        entry = lobby_entry(table, events)
        assert entry is not None
        await self.store.append(id, 1, events, entry._replace(address=address))
        return table

    async def take_seat(
        self,
        session: TableSession,
        seat: str,
        string: str | None,
        token: str | None,
        previous_token: str | None,
        bound_by: str | None = None,
    ) -> str:
        """Take a seat with a string or a commitment to one; the token that holds it, which can't be had again.

        `previous_token` is that of the match before, for a rematch.
        """
        token = new_token() if token is None else token
        held, previous = hash_token(token), None if previous_token is None else hash_token(previous_token)
        await self.perform(session, lambda table: table.take_seat(seat, string, held, previous, bound_by))
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
        """Count a connection from a network while it lasts."""
        if self.connections[address] >= self.settings.connections:
            raise TooManyConnections(
                f"your address already has {self.settings.connections} open connections; close some first"
            )
        self.connections[address] += 1
        try:
            yield
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    @contextmanager
    def counted_follower(self, address: str, session: TableSession, viewer: str | None) -> Iterator[None]:
        """Count a connection to a table while it lasts. However long a match is, whoever plays it may."""
        tables = self._followed.setdefault(address, Counter())
        playing = viewer is not None and not session.table.ended
        if not playing and session not in tables:
            steps = sum(other.table.length for other in (session, *tables))
            if steps > self.settings.followed:
                most = f"{self.settings.followed:,} steps together"
                raise TooManyConnections(
                    f"your address already has open connections to matches of {most}; close some first"
                )
        tables[session] += 1
        try:
            yield
        finally:
            tables[session] -= 1
            if not tables[session]:
                del tables[session]
            if not tables:
                self._followed.pop(address, None)

    @asynccontextmanager
    async def session(self, id: str, address: str = "") -> AsyncIterator[TableSession]:
        """A table, which stays in memory meanwhile; it is read in turn, at the expense of an address."""
        if id in self.housekeeping.deleting:
            raise TableNotFound("there is no such table")
        session = self.sessions.get(id)
        if session is None:
            session = self.sessions[id] = TableSession(id)
        session.references += 1
        try:
            if not session.table.number and not session.unreadable:
                # First the turn: whoever waits for that must not keep others waiting who are next.
                async with self._reads.turn(address), session.lock:
                    if self.store.postgresql or not session.table.number:  # of several who come at once, one reads it
                        await self._read_events(session)
            elif self.store.postgresql or session.unreadable:
                async with session.lock:
                    await self._read_events(session)
            if not session.table.number:
                raise TableNotFound("there is no such table")
            yield session
        finally:
            self.release(session)

    def release(self, session: TableSession) -> None:
        """Drop a reference to a session; with the last one it leaves memory."""
        session.references -= 1
        if not session.references and self.sessions.get(session.table.id) is session:
            del self.sessions[session.table.id]
            self.timers.cancel(session)

    async def join(
        self,
        session: TableSession,
        viewer: str | None,
        subscriber: Subscriber,
        seen: int | None,
        head: str | None = None,
    ) -> None:
        """Send a viewer all that it may know, or what came after the last change that it saw; and then each change.

        If that change has another `head` here, it was seen of a match that went on differently: then all is sent.
        """
        state = session.viewer_state(viewer)
        await self._catch_up(state)
        # Whoever has seen nothing yet gets all of it, with what was taken back: so every step can be looked at again.
        known = seen is not None and (seen == 0 or seen >= state.anew) and state.may_follow(seen, head)
        replay = state.back_at(seen) if seen is not None and known and seen < state.number else None
        known = known and (replay is None or seen is None or replay.may_follow(seen, head))
        missed: list[bytes] = []
        while replay is not None and replay.behind and seen is not None:
            for change in replay.changes(EVENTS_AT_ONCE):
                known = known and replay.may_follow(seen, head)
                if change["number"] > seen:
                    missed.append(encode(change))
            if replay.behind:
                await asyncio.sleep(0)
                await self._catch_up(state)
        first: TableState | Joined
        if known and (replay is not None or seen == state.number):
            first = {"type": "joined", "seat": viewer, "number": state.number}
        else:
            first, missed = state.table_state(), []
        if session.table.clock is not None:
            first["now"] = now()
        subscriber.send_first([encode(first), *missed])
        session.viewers[viewer] = state
        session.subscribers.setdefault(viewer, set()).add(subscriber)
        self.bots.welcome(session, subscriber)
        self.bots.wake(session)
        self.timers.update(session)

    async def _catch_up(self, state: ViewerState) -> None:
        """Take note of all that has happened at a table, in parts: others have their turn in between."""
        state.skip_changes(EVENTS_AT_ONCE)
        while state.behind:
            await asyncio.sleep(0)
            state.skip_changes(EVENTS_AT_ONCE)

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
                events = [] if table.overdue(received_at - session.late) else decide(table)
                events = table.end_at_limit(events, self.settings.steps) if events else []
            except Exception:  # it is refused, or worse
                events = []
            if events:
                events = _with_time(session, events, received_at)
                stored = self.store.append(table.id, table.number + 1, events, lobby_entry(table, events))
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
        received_at = self.arrival_time() if received_at is None else received_at
        async with session.lock:
            for _ in range(MAX_ATTEMPTS):
                table = session.table
                try:
                    overdue = table.overdue(received_at - session.late)
                    events = overdue or decide(table)
                    events = table.end_at_limit(events, self.settings.steps) if events else []
                except Refused:
                    if self.store.postgresql and await self._read_events(session):
                        continue  # what another process has stored may have changed the answer
                    raise
                if not events:
                    return False
                events = _with_time(session, events, received_at)
                try:
                    await self.store.append(table.id, table.number + 1, events, lobby_entry(table, events))
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
            self.housekeeping.unlist_soon(table.id)

    def arrival_time(self, waited: float = 0.0) -> int:
        """When something arrived that is looked at only now, `waited` seconds after it was read.

        If the event loop was held until now, it may have been there all the time, and nobody is to lose by that.
        """
        return now() - int(1000 * max(waited, self.watch.lateness()))

    def _publish(self, session: TableSession) -> None:
        """Send each viewer what has changed for it, encoded once for all who see the same."""
        if session.table.clock is not None:
            session.told(now())
        for viewer, state in session.viewers.items():
            subscribers = session.subscribers.get(viewer)
            for change in state.changes():
                message = encode(change)
                for subscriber in subscribers or ():
                    subscriber.send(message)

    async def _read_events(self, session: TableSession) -> bool:
        """Read what other processes have stored, and send it; whether there was anything."""
        if session.unreadable:  # part of it may have been added
            raise UnreadableTable(UNREADABLE)
        try:
            found = await self._add_stored(session)
        except DatabaseUnavailable:
            raise
        except Exception as error:  # in words that may say what was chosen, and from what
            session.unreadable = True
            self._note_unreadable(session.table.id, error)
            raise UnreadableTable(UNREADABLE) from None
        self._note_readable(session.table.id)
        if found:
            self.timers.update(session)
        return found

    async def _add_stored(self, session: TableSession) -> bool:
        """Add the stored events that the table hasn't yet, in parts: others have their turn in between.

        A table that is read from its beginning is nobody's before all of it is there.
        """
        table, found = session.table if session.table.number else Table(session.table.id), False
        while True:
            events = await self.store.events(table.id, table.number, PAGE)
            for begin in range(0, len(events), EVENTS_AT_ONCE):
                for event in events[begin : begin + EVENTS_AT_ONCE]:
                    if event.kind == OPENED and event.facts.get("branch") is not None:
                        await asyncio.to_thread(recorded_match, event.facts["branch"]["record"])  # it is remembered
                    table.add(event)
                if session.table is table:
                    self._publish(session)
                await asyncio.sleep(0)
            found = found or bool(events)
            if len(events) < PAGE:
                if session.table is not table and table.number >= PAGE and not await self.store.events(table.id, 0, 1):
                    return False  # another process has deleted it, and this is only a part
                session.table = table
                return found

    def _note_unreadable(self, id: str, error: Exception) -> None:
        """Log that a table can't be read, once. Whoever knows all of its id could sit down there."""
        if id not in self.unreadable and len(self.unreadable) < MOST_REMEMBERED:
            self.unreadable.add(id)
            log_error(f"a table can't be read, so nobody can play there; its id begins with {id[:6]}", error)

    def _note_readable(self, id: str) -> None:
        if id in self.unreadable:
            self.unreadable.discard(id)
            logger.warning("a table can be read again; its id begins with %s", id[:6])

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
            except UnreadableTable:
                return
            except DatabaseUnavailable:
                await asyncio.sleep(RETRY_DELAY)

    # In the background.

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, until it is done or everything stops."""
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _with_time(session: TableSession, events: list[Event], received_at: int) -> list[Event]:
    """The events with their time; and with what nobody is charged for, where there is a clock."""
    at = max(received_at, session.table.at)  # times go up, also if the clocks of several machines differ
    mark = session.table.seats.head_mark
    if mark is not None:
        events = [events[0]._replace(facts={**events[0].facts, AFTER: mark}), *events[1:]]
    if late := session.late:
        return [Event(kind, {**facts, "late": late} if kind == CHOSE else facts, at) for kind, facts, _ in events]
    return [Event(kind, facts, at) for kind, facts, _ in events]
