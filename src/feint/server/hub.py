"""All tables that this process serves: who is connected to each, and what is sent to whom.

Whatever happens at a table goes through `act`: the table says which events would do it, they are stored, and only then
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
from feint.server.clock import now, whole
from feint.server.event_store import Conflict, DatabaseUnavailable, EventStore, LobbyEntry
from feint.server.feed import Feed, about, encoded, rest
from feint.server.logs import logger, told_of, trouble
from feint.server.opening import open_table, rematch
from feint.server.session import Listener, TableSession
from feint.server.settings import Settings
from feint.server.table import CHOSE, CLOSED, FORFEITS, OPENED, SEATED, Event, Refused, Table, hash_of, new_token
from feint.server.timers import AGAIN, Timers

OnStored = Callable[[bool | FeintError], None]
"""Called when something was done, with False if it had been done before; or with what was wrong."""

ATTEMPTS = 100  # against other processes that are first; each time someone gets on
TOGETHER = 0.05  # seconds; tables that end meanwhile are taken off the list in one commit


class NoTable(Refused):
    """No table has that id."""


class Unreadable(Refused):
    """What was stored of a table doesn't fit the rules as they are."""


class TooMany(Refused):
    """There are too many connections from one address."""


class Hub:
    """All tables of a process."""

    def __init__(self, store: EventStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.live: dict[str, TableSession] = {}
        self.alarms = Timers(self)
        self.house = BotRunner(self)
        self.connected: Counter[str] = Counter()  # how many connections there are from an address
        self._ended: list[str] = []  # tables that are to be taken off the list
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def start(self) -> None:
        """Open the database, and look for idle tables from time to time."""
        await self.store.open(self._told)
        self.spawn(self._sweep_for_ever())

    async def stop(self) -> None:
        """Stop everything."""
        self._stopped = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.house.stop()
        await self._take_off_the_list()
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
        return await self._open(id, open_table(game, rulings, bots, public, clock), address)

    async def _open(self, id: str, events: list[Event], address: str) -> Table:
        if await self.store.opened_from(address) >= self.settings.tables:
            raise Refused(f"{self.settings.tables} tables from your address are open already; end some first")
        at = now()
        events = [event._replace(at=at) for event in events]
        table = Table(id, events)
        listing = _listing(table, events)
        assert listing is not None
        await self.store.append(id, 1, events, listing._replace(address=address))
        self.house.prepare(table)
        return table

    async def sit(self, live: TableSession, seat: str, string: str, token: str | None, before: str | None) -> str:
        """Take a seat; the token that holds it, which nobody can be told again. `before` is that of a match before."""
        token = new_token() if token is None else token
        held, kept = hash_of(token), None if before is None else hash_of(before)
        await self.act(live, lambda table: table.sit(seat, string, held, kept))
        return token

    async def choose(
        self, live: TableSession, seat: str, id: str, ask: int, choice: str, came: int | None = None
    ) -> bool:
        """Make a choice; when this returns it is stored, and was sent to all. False: it had been made before.

        `came` is when it came in, if that was before now.
        """
        return await self.act(live, lambda table: table.choose(seat, id, ask, choice), came)

    def choose_soon(self, live: TableSession, seat: str, id: str, ask: int, choice: str, told: OnStored) -> None:
        """The same without waiting, for connections: `told` hears how it went.

        Nearly always the choice is right, and nobody else is doing something at the table just then. Then there is no
        need for a task. All else is left to `choose`.
        """
        came, table = now(), live.table
        live.users += 1
        if live.turn.take():
            try:
                events = table.choose(seat, id, ask, choice) if not table.overdue(came) else []
            except Exception:  # it is refused, or worse
                events = []
            if events:
                events = self._stamped(table, events, came)
                again = partial(self._choose, live, seat, id, ask, choice, came, told)
                self.store.append_soon(
                    table.id, table.number + 1, events, partial(self._stored, live, events, told, again)
                )
                return
            live.turn.give()
        self.spawn(self._choose(live, seat, id, ask, choice, came, told))

    def _stored(
        self,
        live: TableSession,
        events: list[Event],
        told: OnStored,
        again: Callable[[], Coroutine[Any, Any, None]],
        error: Exception | None,
    ) -> None:
        """A choice is stored, or not."""
        try:
            if error is None:
                self._make_true(live, events)
        finally:  # whatever goes wrong, nobody else at the table waits for it
            live.turn.give()
            if not isinstance(error, Conflict):
                self.release(live)
        if isinstance(error, Conflict):
            self.spawn(again())
            return
        told(error if isinstance(error, FeintError) else True)

    async def _choose(
        self, live: TableSession, seat: str, id: str, ask: int, choice: str, came: int, told: OnStored
    ) -> None:
        try:
            told(await self.choose(live, seat, id, ask, choice, came))
        except Exception as error:
            told(told_of(error))
        finally:
            self.release(live)

    async def resign(self, live: TableSession, seat: str) -> None:
        """Give up."""
        await self.act(live, lambda table: table.resign(seat))

    async def claim(self, live: TableSession, seat: str) -> None:
        """Have the win because someone has been gone for long."""
        at, wait = now(), int(1000 * self.settings.gone)
        await self.act(live, lambda table: table.claim(seat, at, wait, live.listeners))
        if not live.table.ended:
            raise Refused(live.table.patience(seat, at, wait))

    async def rematch(self, live: TableSession, seat: str, address: str) -> None:
        """Open a table for another match: it is there, and its commitment with it, before anyone hears of it."""
        await self.act(live, lambda table: table.play_again(seat))
        if live.table.rematch is not None:
            return
        id, events = rematch(live.table)
        with suppress(Conflict):  # someone else has opened it just now
            await self._open(id, events, address)
        await self.act(live, lambda table: table.play_again(seat, id))

    # Looking at tables.

    @contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """Count a connection from an address while it lasts."""
        if self.connected[address] >= self.settings.connections:
            raise TooMany(
                f"{self.settings.connections} connections from your address are open already; close some first"
            )
        self.connected[address] += 1
        try:
            yield
        finally:
            self.connected[address] -= 1
            if not self.connected[address]:
                del self.connected[address]

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[TableSession]:
        """A table, which stays in memory meanwhile."""
        live = self.live.get(id)
        if live is None:
            live = self.live[id] = TableSession(id)
        live.users += 1
        try:
            if self.store.postgresql or not live.table.number:
                async with live.turn:  # of several who come at once, one reads it
                    await self._catch_up(live)
            if not live.table.number:
                raise NoTable("there is no table of that name here")
            yield live
        finally:
            self.release(live)

    def join(self, live: TableSession, viewer: str | None, listener: Listener, seen: int | None) -> None:
        """Send a viewer all that it may know, or what came after the last change that it saw; and then each change."""
        feed = live.feeds.get(viewer)
        if feed is None:
            feed = live.feeds[viewer] = Feed(live.table, viewer)
            feed.catch_up()
        first: TableState | Joined = feed.whole()
        missed: list[Change] = []
        if seen is not None and seen <= feed.number:
            first = {"type": "joined", "seat": viewer, "number": feed.number}
            missed = rest(live.table, viewer, seen) if seen < feed.number else []
        if live.table.clock is not None:
            first["now"] = now()
        listener.begin([encoded(message) for message in (first, *missed)])
        live.listeners.setdefault(viewer, set()).add(listener)
        self.house.wake(live)
        self.alarms.look(live)

    def leave(self, live: TableSession, viewer: str | None, listener: Listener) -> None:
        """Send nothing any more."""
        others = live.listeners[viewer]
        others.discard(listener)
        if not others:
            del live.listeners[viewer], live.feeds[viewer]
            self.alarms.nobody_there(live, viewer)

    def release(self, live: TableSession) -> None:
        """It is in use by one less."""
        live.users -= 1
        if not live.users and self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            self.alarms.forget(live)

    # Making something happen.

    async def act(self, live: TableSession, decide: Callable[[Table], list[Event]], came: int | None = None) -> bool:
        """Have something done: decided by the table, stored, made true, and sent. False: it had been done before.

        On a clock counts when it came in, not when its turn is. If someone's time had run out by then, that is first.
        """
        came = now() if came is None else came
        async with live.turn:
            for _ in range(ATTEMPTS):
                table = live.table
                try:
                    lost = table.overdue(came)
                    events = lost or decide(table)
                except Refused:
                    if self.store.postgresql and await self._catch_up(live):
                        continue  # what another process has stored may have changed the answer
                    raise
                if not events:
                    return False
                events = self._stamped(table, events, came)
                try:
                    await self.store.append(table.id, table.number + 1, events, _listing(table, events))
                except Conflict:
                    await self._catch_up(live)
                    continue
                self._make_true(live, events)
                if not lost:
                    return True
        raise DatabaseUnavailable("others at this table were always first; try again")

    def _stamped(self, table: Table, events: list[Event], came: int) -> list[Event]:
        at = max(came, table.at)  # times go up, also if the clocks of several machines differ
        return [Event(kind, facts, at) for kind, facts, _ in events]

    def _make_true(self, live: TableSession, events: list[Event]) -> None:
        """What was stored has happened: all hear of it, and those who have to act do."""
        table = live.table
        for event in events:
            table.add(event)
        self._publish(live)
        self.house.wake(live)
        self.alarms.look(live)
        if table.ended and events[-1].kind == CHOSE:
            self._ended.append(table.id)
            if len(self._ended) == 1:
                self.spawn(self._list_as_ended())

    async def _catch_up(self, live: TableSession) -> bool:
        """Read what other processes have stored, and send it; whether there was anything."""
        events = await self.store.events(live.table.id, live.table.number)
        try:
            for event in events:
                live.table.add(event)
        except Exception as error:  # in words that may say what was chosen, and from what
            trouble("a table could not be read", error)
            raise Unreadable("this version of Feint can't read what happened at this table") from None
        if events:
            self._publish(live)
            self.alarms.look(live)
        return bool(events)

    async def _list_as_ended(self) -> None:
        """Take tables off the list, a moment later, when others may have ended too."""
        await asyncio.sleep(TOGETHER)
        await self._take_off_the_list()

    async def _take_off_the_list(self) -> None:
        """If this is lost, the look for idle tables does it, much later."""
        ended, self._ended = self._ended, []
        try:
            if ended:
                await self.store.end(*ended)
        except DatabaseUnavailable:
            logger.warning("tables that have ended are still listed; they will be taken off later: %d", len(ended))

    def _publish(self, live: TableSession) -> None:
        """Send each viewer what has changed for it, encoded once for all who see the same."""
        for viewer, feed in live.feeds.items():
            listeners = live.listeners.get(viewer)
            for change in feed.changes():
                message = encoded(change)
                for listener in listeners or ():
                    listener.send(message)

    async def _told(self, id: str | None, number: int) -> None:
        """Another process has stored something."""
        for live in [self.live.get(id)] if id is not None else list(self.live.values()):
            if live is None or (id is not None and live.table.number >= number):
                continue
            live.users += 1
            try:
                await self._hear(live)
            finally:
                self.release(live)

    async def _hear(self, live: TableSession) -> None:
        """Read what happened at a table, as soon as that can be done: someone may be waiting for it."""
        while True:
            try:
                async with live.turn:
                    await self._catch_up(live)
                return
            except DatabaseUnavailable:
                await asyncio.sleep(AGAIN)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                await self.alarms.sweep()  # first: a table that can't be closed must not stop the clocks of others
                for id in await self.store.idle(self.settings.idle):
                    with suppress(Unreadable):  # nobody can play on there
                        async with self.at(id) as live:
                            await self.act(live, Table.close)
                    await self.store.end(id)  # it may have ended long ago, and not been taken off the list
            except FeintError as error:
                kind = type(error).__name__
                logger.warning("idle tables could not be closed, which is tried again later: %s", kind)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something besides, until it is done or everything stops."""
        if self._stopped:
            work.close()
            return
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _listing(table: Table, events: list[Event]) -> LobbyEntry | None:
    """What the list of tables says after these events, if they change it. That a choice ends a match is told later."""
    kinds = {event.kind for event in events}
    if not kinds & {OPENED, SEATED, CLOSED, *FORFEITS}:
        return None
    seated = {seat: sitter.who for seat, sitter in table.sitters.items()}
    seated |= {event.facts["seat"]: event.facts["who"] for event in events if event.kind == SEATED}
    shown = {**about(table), "seats": {seat: seated.get(seat) for seat in table.game.seats}}
    begins = table.clock is not None and SEATED in kinds and len(seated) == len(table.game.seats)
    due = events[-1].at + whole(table.clock) if begins and table.clock is not None else None
    return LobbyEntry(table.public, bool(kinds & {CLOSED, *FORFEITS}), shown, due=due)
