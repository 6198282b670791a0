"""Very long matches: nobody waits for one, whoever joins, reads or plays; they end at a limit; delays are nobody's loss.

What counts is how much is done in one turn of the event loop. No test looks at a clock.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.client import ServerError
from feint.core.match import LOOKED_BACK, Match
from feint.server.connection import Connection, connect
from feint.server.event_store import EventStore
from feint.server.hub import EVENTS_AT_ONCE, PAGE, READ_SHARE, Hub, TableNotFound
from feint.server.loop_watch import NOTICED, TICK, LoopWatch
from feint.server.opening import opening_events
from feint.server.session import TableSession
from feint.server.settings import Settings
from feint.server.table import Table
from feint.server.table_events import CHOSE, SEATED, UNDONE, Event
from feint.server.table_seats import hash_token
from feint.server.viewer import CHECKPOINT, CHECKPOINTS, CUT, LOG_LINES, ViewerState, record_text
from kit.server import Travel, in_a_server, in_this_process, run, two, until
from kit.server_process import sqlite
from kit.terminal import run as command

STEPS = 20_000  # nothing but resting at the base, on and on
UNLIMITED = 1_000_000
ID = "a-very-long-match"
SEATS = ("P1", "P2")


def long_events(steps: int, bot: bool = False, **facts: Any) -> list[Event]:
    """The events of a match in which everyone rests, forever."""
    opened, *_ = opening_events("tower-siege", {}, {}, True)
    opened.facts.update(facts)
    who = {"P1": "human", "P2": "random" if bot else "human"}
    events = [opened, *(Event(SEATED, {"seat": s, "who": who[s], "string": s, "token": hash_token(s)}) for s in SEATS)]
    rest = [Event(CHOSE, {"seat": SEATS[n % 2], "id": f"r{n}", "choice": "rest"}) for n in range(steps)]
    return [event._replace(at=1000 + number) for number, event in enumerate(events + rest)]


class Reader:
    """Someone who is connected, as far as the hub can tell."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def send_first(self, messages: list[bytes]) -> None:
        self.messages += [json.loads(message) for message in messages]

    def send(self, message: bytes) -> None:
        self.messages.append(json.loads(message))


class Turns:
    """Counts the turns of the event loop, and what is done in each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turn, self.work = 0, Counter[tuple[str, int]]()
        for kind, name in ((Table, "add"), (ViewerState, "_change")):
            monkeypatch.setattr(kind, name, self._counted(name, getattr(kind, name)))

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any) -> Any:
            self.work[name, self.turn] += 1
            return real(*given)

        return counted

    def start(self) -> None:
        self.turn += 1
        asyncio.get_running_loop().call_soon(self.start)

    def done(self, name: str) -> int:
        return sum(count for (kind, _), count in self.work.items() if kind == name)


async def with_hub(folder: Path, events: list[Event], work: Callable[[Hub], Any], **limits: Any) -> None:
    """Do something with a hub that has a table of these events in its database."""
    hub = Hub(EventStore(sqlite(folder)), Settings(sqlite(folder), **limits))
    await hub.start()
    try:
        for first in range(0, len(events), 1000):
            await hub.store.append(ID, first + 1, events[first : first + 1000])
        await work(hub)
    finally:
        await hub.stop()


def stored_at_once() -> asyncio.Future[None]:
    stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    stored.set_result(None)
    return stored


def test_a_spectator_joins_while_others_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the table and joining go in parts. Meanwhile players play on, and what comes later comes without a gap."""
    events = long_events(STEPS)
    turns = Turns(monkeypatch)

    async def play(hub: Hub) -> None:
        turns.start()
        async with hub.session(ID) as session:
            assert turns.done("add") == session.table.number == STEPS + 3
            players = {seat: Reader() for seat in SEATS}
            for seat, player in players.items():
                await hub.join(session, seat, player, None)
            monkeypatch.setattr(hub.store, "append", lambda *given: stored_at_once())
            late, answers = Reader(), list[bool | feint.FeintError]()
            joining = asyncio.ensure_future(hub.join(session, None, late, None))
            made = 0
            while not joining.done():
                seat = SEATS[made % 2]
                ask = session.table.ask(seat)
                hub.submit(
                    session,
                    partial(Table.choose, seat=seat, id=f"x{made}", ask=ask, choice="rest"),
                    10**15,
                    answers.append,
                )
                made += 1
                while len(answers) < made:
                    await asyncio.sleep(0)
            assert made > 100
            assert answers == [True] * made
            assert late.messages[0]["type"] == "table"
            for player in players.values():
                assert [message["number"] for message in player.messages[1:]] == list(
                    range(STEPS + 3, STEPS + 3 + made)
                )
            hub.submit(session, partial(Table.resign, seat="P1"), 10**15, answers.append)
            while len(answers) == made:
                await asyncio.sleep(0)
            numbers = [message["number"] for message in late.messages]
            assert numbers == list(range(numbers[0], STEPS + 3 + made + 1))
            assert late.messages[-1]["ended"]["why"] == "resigned"

    run(with_hub(tmp_path, events, play, steps=UNLIMITED))
    assert max(turns.work.values()) <= 2 * EVENTS_AT_ONCE, "one for whoever joins, and one for those who play"


def test_tables_are_read_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many someone asks for, few of them are in memory at the same time, and others wait for no queue but theirs."""
    reading, most, read = set[str](), 0, list[str]()
    real = Hub._read_events

    async def counted(hub: Hub, session: TableSession) -> bool:
        nonlocal most
        reading.add(session.table.id)
        most = max(most, len(reading))
        try:
            return await real(hub, session)
        finally:
            reading.remove(session.table.id)

    monkeypatch.setattr(Hub, "_read_events", counted)

    async def play(hub: Hub) -> None:
        names = [f"long{number}" for number in range(12)]
        for name in names:
            await hub.store.append(name, 1, long_events(40))

        async def look(name: str, address: str) -> None:
            async with hub.session(name, address) as session:
                assert session.table.number == 43
                read.append(address)

        many = [asyncio.ensure_future(look(name, "many")) for name in names]
        await asyncio.sleep(0)
        another = asyncio.ensure_future(look(names[-1], "another"))  # for which the many wait, too
        await asyncio.gather(*many, another)
        assert not hub._reads.asked, "nothing is kept of them"
        assert not hub.sessions

    run(with_hub(tmp_path, [], play))
    assert most <= READ_SHARE + 1
    assert read.index("another") <= 2 * READ_SHARE


def test_no_table_is_read_for_someone_who_says_nothing(tmp_path: Path) -> None:
    """A connection says who it is first: thousands that don't would have thousands of tables in memory."""

    async def play(hub: Hub) -> None:
        said = [{"type": "websocket.connect"}]
        waits = asyncio.Event()

        async def receive() -> Any:
            if said:
                return said.pop()
            waits.set()
            return await asyncio.Event().wait()

        async def send(_message: Any) -> None:
            pass

        scope = {"type": "websocket", "path": f"/tables/{ID}/socket", "headers": [], "client": ("192.0.2.1", 1)}
        connecting = asyncio.ensure_future(connect(hub, scope, receive, send))
        await waits.wait()
        assert not hub.sessions
        connecting.cancel()

    run(with_hub(tmp_path, long_events(1), play))


def test_half_of_a_table_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is deleted, by whichever process, while it is read in parts; nor does anyone begin to read it then."""

    async def play(hub: Hub) -> None:
        read, delete = hub.store.events, hub.store.delete

        async def seen_while_deleting(tables: Any) -> None:
            await delete(tables)
            with pytest.raises(TableNotFound):
                async with hub.session(ID):
                    pass

        async def gone_after_a_page(*asked: Any) -> list[Event]:
            found = await read(*asked)
            await delete([ID])
            return found

        async with hub.session(ID) as session:
            assert session.table.number == len(events)
        monkeypatch.setattr(hub.store, "events", gone_after_a_page)
        with pytest.raises(TableNotFound):
            async with hub.session(ID):
                pass
        monkeypatch.setattr(hub.store, "events", lambda *asked: pytest.fail("it is being deleted"))
        monkeypatch.setattr(hub.store, "delete", seen_while_deleting)
        listed = [[ID], []]

        async def old(seconds: float) -> list[str]:
            return listed.pop(0)

        monkeypatch.setattr(hub.store, "old", old)
        await hub.housekeeping.delete_old()
        assert not hub.housekeeping.deleting

    events = long_events(PAGE + 10)
    run(with_hub(tmp_path, events, play, keep=1.0))


def test_whoever_comes_back_to_an_idle_table_may_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was found to be idle, among a thousand others, before there was a choice."""

    async def play(hub: Hub) -> None:
        async def idle(seconds: float) -> list[str]:
            return [ID]

        monkeypatch.setattr(hub.store, "idle", idle)
        async with hub.session(ID) as session:
            rest = partial(Table.choose, seat="P1", id="late", ask=0, choice="rest")
            await hub.perform(session, rest)
            await hub.housekeeping.close_idle()
            assert not session.table.ended
            travel.on(8 * 24 * 3600)
            await hub.housekeeping.close_idle()
            assert session.table.closed

    travel = Travel(monkeypatch)
    run(with_hub(tmp_path, long_events(0), play))


def test_what_joining_costs_does_not_grow_with_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second needs nothing to be told again; who comes back, only the last changes; and the log is its end."""
    turns = Turns(monkeypatch)

    async def play(hub: Hub) -> None:
        async with hub.session(ID) as session:
            first, second, back, stranger = (Reader() for _ in range(4))
            await hub.join(session, None, first, None)
            hub.leave(session, None, first)
            done = turns.done("_change")
            await hub.join(session, None, second, None)
            assert turns.done("_change") == done
            [table] = second.messages
            assert table == first.messages[0]
            assert table["log"][0] == CUT
            assert LOG_LINES - 10 < len(table["log"]) <= LOG_LINES + 10
            assert table["log"][1:] == session.table.playing.log(None)[1 - len(table["log"]) :]

            await hub.join(session, None, back, table["number"] - 10)
            assert turns.done("_change") - done <= CHECKPOINT * CHECKPOINTS
            assert [message["type"] for message in back.messages] == ["joined"] + ["change"] * 10
            assert back.messages[-1]["number"] == table["number"]
            await hub.join(session, None, stranger, 0)
            assert stranger.messages == [table], "what is too long ago isn't told change by change"

    run(with_hub(tmp_path, long_events(5000), play, steps=UNLIMITED))


def test_changes_from_a_checkpoint_are_the_same_changes() -> None:
    """Of each seat, also where something was taken back in between."""
    events = long_events(1202, bot=True)
    undone = Event(UNDONE, {"seat": "P1", "id": "u", "steps": 2}, 10**6)
    again = [Event(CHOSE, {"seat": SEATS[n % 2], "id": f"s{n}", "choice": "rest"}, 10**6 + 1 + n) for n in range(301)]
    table = Table(ID, [*events, undone, *again])
    for viewer in (*SEATS, None):
        state, whole = ViewerState(table, viewer), list(ViewerState(table, viewer).changes())
        while state.behind:
            state.skip_changes(50)
        seen = state.number - 40
        replay = state.back_at(seen)
        assert replay is not None
        assert [change for change in replay.changes() if change["number"] > seen] == whole[-40:]
        assert state.back_at(3) is None
        assert state.number == len(whole)
        one, other = state.table_state(), ViewerState(table, viewer).table_state()
        assert one == other
        assert one["log"][-500:] == table.playing.log(viewer)[-500:]


def test_taking_back_in_a_long_match_makes_few_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """And keeps only what was taken back."""
    table = Table(ID, long_events(3000, bot=True))
    states = [ViewerState(table, viewer) for viewer in (*SEATS, None)]
    for state in states:
        state.skip_changes()
    views, real = [], Match._view_of
    monkeypatch.setattr(Match, "_view_of", lambda *given: views.append(1) or real(*given))
    [event] = table.undo("P1", "u")
    table.add(event._replace(at=10**6))
    assert [message["type"] for state in states for message in state.changes()] == ["table"] * 3
    assert len(views) < 50
    assert len(table.taken_back) == 1
    assert list.__len__(table.taken_back[0].steps) == event.facts["steps"]
    for state in states:
        assert state.table_state()["log"][1:] == table.playing.log(state.viewer)[1 - len(state.table_state()["log"]) :]


def test_repetitions_are_looked_for_in_the_last_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Table(ID, long_events(3000, bot=True)).playing
    views, real = [], Match._view_of
    monkeypatch.setattr(Match, "_view_of", lambda *given: views.append(1) or real(*given))
    assert 3 <= match.times_here() <= LOOKED_BACK
    assert len(views) == LOOKED_BACK
    match.play("P1", "rest")
    views.clear()
    assert match.times_here() >= 3
    assert len(views) == 1, "those before are known"


def test_the_record_of_a_long_match_is_written_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are answered meanwhile; and the record is the same."""
    import threading

    from feint.server import viewer

    writers, real = [], viewer.write_seen
    monkeypatch.setattr(
        viewer, "write_seen", lambda *given: writers.append(threading.current_thread().name) or real(*given)
    )

    async def prepare(hub: Hub) -> None:
        pass

    events = long_events(1000)
    run(with_hub(tmp_path, events, prepare))

    async def look(url: str) -> None:
        text = await client.request(url, f"/tables/{ID}/record")
        assert text == record_text(Table(ID, events), None)

    in_a_server(look, sqlite(tmp_path))
    assert writers[0].startswith("look"), writers


# The limit.


def test_a_match_ends_at_its_limit(tmp_path: Path) -> None:
    """It is a draw for everyone: on the wire, in the record, at the terminal and on the list of tables."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack)
            for player in [p1, p2] * 3:
                await until(player, lambda player=player: player.legal)
                await player.choose("rest")
            await until(p1, lambda: p1.ended)
            ended = {"why": "limit", "by": None, "scores": {"P1": 0.5, "P2": 0.5}}
            assert {name: p1.ended[name] for name in ended} == ended
            with pytest.raises(ServerError, match="the match is over: the match went on for too long, so it is a draw"):
                await p1.choose("rest", ask=3)
            while await client.request(url, "/tables"):
                await asyncio.sleep(0.01)
            file = tmp_path / "limit.feint"
            file.write_text(await client.request(url, f"/tables/{table}/record"))
        assert "\nlimit: draw" in file.read_text()
        checked = command("check", str(file))
        assert (checked.returncode, "the match went on for too long" in checked.stdout) == (0, True), checked.stdout
        steps = await client.request(url, f"/tables/{table}/steps")
        assert steps["steps"][-1]["said"] == "the match went on for too long, so it is a draw"

    in_a_server(play, sqlite(tmp_path), steps=9)  # the table has been opened and both have sat down: three events


def test_a_match_that_the_rules_end_at_its_limit_has_a_winner() -> None:
    """Only what would go on is cut off."""
    table = Table(ID, opening_events("tower-siege", {"length": 3, "cards": 2, "stride": 2}, {}, True))
    for seat in SEATS:
        table.add(Event(SEATED, {"seat": seat, "who": "human", "string": "x", "token": hash_token(seat)}))
    table.add(Event(CHOSE, {"seat": "P1", "id": "a", "choice": "2"}))
    table.add(Event(CHOSE, {"seat": "P2", "id": "a", "choice": "rest"}))
    win = table.choose("P1", "b", 1, "1")
    assert [event.kind for event in table.end_at_limit(win, 6)] == ["chose"]
    table = Table(ID, long_events(2))
    rest = table.choose("P1", "b", 1, "rest")
    assert [event.kind for event in table.end_at_limit(rest, 6)] == ["chose", "limited"]
    assert table.end_at_limit(rest, 7) == rest


def test_nobody_goes_on_after_the_limit(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        match = feint.load("terminal-maneuver", fuel=2, rounds=2).start(seed=7)
        match.play("missile", "burn 2")
        match.play("laser", "guess 0")
        match.resign("missile")
        wanted = {"record": match.record(), "step": 2, "bots": {"laser": "random"}}
        with pytest.raises(ServerError, match="a match has at most 2 steps here"):
            await client.request(url, "/branch", wanted)

    in_a_server(play, sqlite(tmp_path), steps=2)


# Time that the server takes for itself.


def test_how_late_the_loop_is() -> None:
    """Something holds it for three seconds: whatever is read then may have been there since before that."""
    time = [100.0]
    watch = LoopWatch(lambda: time[0])
    assert watch.lateness() == 0

    def at(seconds: float, tick: bool = False) -> float:
        time[0] = seconds
        if tick:
            watch.tick()
        return round(watch.lateness(), 6)

    assert at(100, tick=True) == 0
    assert at(100 + TICK, tick=True) == 0
    assert at(100 + TICK + TICK + NOTICED / 2) == 0
    held = 100 + TICK + TICK
    assert at(held + 3) == 3, "before the watch itself has its turn"
    assert at(held + 3, tick=True) == 3, "and right after it"
    assert at(held + 3 + TICK, tick=True) == 0
    assert (round(watch.total, 6), round(watch.longest, 6), watch.held) == (3, 3, 1)


def test_a_watch_that_has_stopped_doesnt_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[int] = []

    async def work() -> None:
        watch = LoopWatch()
        monkeypatch.setattr(watch, "tick", lambda: rung.append(1))
        watch.stop()
        watch.start()
        watch.stop()
        await asyncio.sleep(3 * TICK)

    run(work())
    assert rung == []


def test_an_answer_that_came_in_time_is_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However late it is read. And whoever looks at the clock first after a halt doesn't end the match by it."""
    travel, late = Travel(monkeypatch), [0.0]
    monkeypatch.setattr(LoopWatch, "lateness", lambda watch: late[0])

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack, clock={"move": 600})
            travel.on(3600)
            late[0] = 3590.0
            await p1.choose("rest")
            assert p1.state["time"]["left"] == {"P1": 600_000, "P2": 600_000}
            await until(p2, lambda: p2.legal)
            travel.on(3600)
            late[0] = 0.0
            with pytest.raises(ServerError, match="P2 ran out of time"):
                await p2.choose("rest")

    with in_this_process(sqlite(tmp_path)) as url:
        run(play(url))


def test_a_halt_ends_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer rings first when the loop goes on: what is in the network's buffers is read before it counts."""
    travel, late = Travel(monkeypatch), [0.0]
    monkeypatch.setattr(LoopWatch, "lateness", lambda watch: late[0])
    events = [event._replace(at=0) for event in long_events(0, clock={"move": 60})]

    async def play(hub: Hub) -> None:
        async with hub.session(ID) as session:
            start = session.table.time
            assert start is not None
            travel.ahead -= hub.arrival_time() - start.at  # it is the time when the clock began
            travel.on(90)
            late[0] = 31.0
            assert not await hub.perform(session, lambda table: [])
            assert not session.table.ended
            late[0] = 29.0
            await hub.perform(session, lambda table: [])
            assert session.table.outcome is not None
            assert session.table.outcome.reason == "time"

    run(with_hub(tmp_path, events, play))


def test_what_the_server_took_is_not_charged() -> None:
    """Who is to choose next learned of it late; the events say so, and every process comes to the same."""
    events = long_events(0, clock={"game": 60})
    begun = events[-1].at
    rest = partial(Event, CHOSE)
    events.append(rest({"seat": "P1", "id": "a", "choice": "rest"}, begun + 10_000))
    events.append(rest({"seat": "P2", "id": "b", "choice": "rest", "late": 7_000}, begun + 20_000))
    events.append(rest({"seat": "P1", "id": "c", "choice": "rest", "late": 7_000}, begun + 23_000))
    time = Table(ID, events).time
    assert time is not None
    assert time.left == {"P1": 50_000, "P2": 57_000}


def test_how_late_an_event_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time is that of its arrival; until the others heard of it, five seconds passed."""
    travel = Travel(monkeypatch)
    stored: list[list[Event]] = []

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack, clock={"game": 600})
            await p1.choose("rest")
            await until(p2, lambda: p2.legal)
            await p2.choose("rest")
            assert p2.state["time"]["left"]["P2"] > 595_000

    real = EventStore.append

    def slowly(store: EventStore, table: str, first: int, events: list[Event], *entry: Any) -> Any:
        stored.append(events)
        if events[0].kind == CHOSE:
            travel.on(5)
        return real(store, table, first, events, *entry)

    monkeypatch.setattr(EventStore, "append", slowly)
    with in_this_process(sqlite(tmp_path)) as url:
        run(play(url))
    one, other = (events[0].facts for events in stored if events[0].kind == CHOSE)
    assert other["late"] >= 5000 > one.get("late", 0)


def test_a_message_has_waited_since_its_bytes_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that a task has to be woken for."""
    from feint.server import connection

    class Socket:
        arrived = 40.0
        waited_since: float | None = None

    monkeypatch.setattr(connection.time, "monotonic", lambda: 42.5)
    made = Connection(None, None, Settings(""), Socket())  # type: ignore[arg-type]
    assert (made.waited(), made.put_off()) == (2.5, 0)
    Socket.waited_since = 41.0
    assert made.put_off() == 1.5
    hub = Hub(EventStore("sqlite+aiosqlite://"), Settings(""))
    assert abs(hub.arrival_time() - hub.arrival_time(2.5) - 2500) < 1000


def test_what_metrics_tell(tmp_path: Path) -> None:
    """The longest halt, connections and refusals, in Prometheus's format; nothing about tables."""

    async def look(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        text = await client.request(url, "/metrics")
        numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert {"feint_loop_held_total", "feint_loop_late_seconds_max", "feint_loop_late_seconds_total"} <= {*numbers}
        assert all(float(number) >= 0 for number in numbers.values())
        assert float(numbers["feint_connections"]) >= 1
        assert table not in text
        assert not any(word in text for word in ("tower", "choice", "event_"))

    in_a_server(look, sqlite(tmp_path))
