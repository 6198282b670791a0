"""Clocks at the network table: what is left follows from the stored times of events, and running out is a loss."""

import asyncio
import itertools
import random
import threading
import time
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

import feint
from feint import client
from feint.client import ServerError, join
from feint.core.errors import FeintError
from feint.core.outcome import EndReason
from feint.server import bot_runner
from feint.server import clock as server_clock
from feint.server.clock import (
    ClockState,
    TimeMark,
    after_choice,
    check_clock,
    earliest_timeout,
    next_timeout,
    now,
    resume_time,
    start_clock,
    stop_clock,
    timed_out_seat,
)
from feint.server.errors import Refused
from feint.server.event_store import EVENTS, SERVER_TIME, TABLES, EventStore
from feint.server.loop_watch import LoopWatch
from feint.server.opening import opening_events
from feint.server.table import Table
from feint.server.table_events import CHOSE, OPENED, TIMED, Event
from feint.server.table_seats import hash_token
from feint.server.viewer import ViewerState, encode
from kit.server import DATABASES, Travel, database_of, in_a_server, limited, run, seated, two, until
from kit.server_process import SECONDS, serving
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("processes")


# The arithmetic.


def test_each_choice_has_its_time() -> None:
    now = start_clock({"move": 10}, ["P1", "P2"], ["P1"], 1000)
    assert now == ClockState({"P1": 10_000, "P2": 10_000}, ("P1",), 1000)
    assert next_timeout(now) == 11_000
    now = after_choice({"move": 10}, now, "P1", ["P1", "P2"], 4000)
    assert now == ClockState({"P1": 10_000, "P2": 10_000}, ("P1", "P2"), 4000), "a new question, and all the time again"
    now = after_choice({"move": 10}, now, "P2", ["P1"], 9000)
    assert now == ClockState({"P1": 5000, "P2": 10_000}, ("P1",), 9000), "P1 still owes the same choice"
    assert stop_clock(now, 11_000) == ClockState({"P1": 3000, "P2": 10_000}, (), 11_000)


def test_all_choices_together_have_their_time() -> None:
    now = start_clock({"game": 10}, ["P1", "P2"], ["P1", "P2"], 0)
    now = after_choice({"game": 10}, now, "P2", ["P1"], 2000)
    now = after_choice({"game": 10}, now, "P1", ["P2"], 7000)
    assert now == ClockState({"P1": 3000, "P2": 8000}, ("P2",), 7000)
    assert (next_timeout(now), earliest_timeout(now)) == (15_000, 10_000), (
        "P2 could choose at once, and P1 would be next"
    )
    assert next_timeout(stop_clock(now, 8000)) is None


def test_who_runs_out_first() -> None:
    now = ClockState({"P1": 5000, "P2": 3000, "P3": 1}, ("P1", "P2"), 1000)
    assert timed_out_seat(now, 3999) is None
    assert timed_out_seat(now, 4000) == timed_out_seat(now, 99_000) == "P2", "it was first, whenever that is found"
    assert timed_out_seat(now._replace(left={"P1": 5, "P2": 5}), 99_000) == "P1", (
        "in the same millisecond the first seat"
    )


@pytest.mark.parametrize("wrong", [{}, {"blitz": 3}, {"move": 3, "game": 3}, {"move": 0}, {"game": 10**9}, {"move": float("nan")}])  # fmt: skip
def test_what_is_no_clock(wrong: dict[str, float]) -> None:
    with pytest.raises(FeintError, match='a clock is {"move": SECONDS} for each choice or {"game": SECONDS} for all'):
        check_clock(wrong)


def events_of(name: str, wanted: dict[str, float], seed: int) -> list[Event]:
    """The beginning of a match by random choices, each some time after the one before, until nobody chooses for long."""
    pick, at = random.Random(seed), 1_000_000
    [opened] = opening_events(name, limited(name), {}, True, wanted)
    events = [Event(OPENED, opened.facts | {"secret": "7a" * 32}, at)]
    table = Table("t", events)
    while not table.ended:
        if table.match is None:
            wants = table.take_seat(table.seats.free[0], f"string{table.number}", hash_token(table.seats.free[0]))
        elif pick.random() < 0.2:
            seat = pick.choice(table.game.seats)
            wants = table.reconnect(seat) or table.disconnect(seat)
        else:
            seat = pick.choice(table.match.pending)
            wants = table.choose(seat, f"id{table.number}", table.choice_counts[seat], pick.choice(table.legal(seat)))
        at += pick.randrange(4000) if table.number < 15 else 10**6
        for event in table.overdue(at) or wants:
            events.append(event._replace(at=at))
            table.add(events[-1])
    return events


@pytest.mark.parametrize("name", feint.game_names())
@pytest.mark.parametrize("wanted", [{"move": 60}, {"game": 200}])
def test_it_follows_from_the_events(name: str, wanted: dict[str, float]) -> None:
    """Followed, or read again from the beginning: the same messages, and the times in them add up."""
    events = events_of(name, wanted, 3)
    table, again = Table("t"), Table("t", events)
    table.add(events[0])
    states = {viewer: ViewerState(table, viewer) for viewer in (*table.game.seats, None)}
    followed: dict[Any, list[Any]] = {viewer: [] for viewer in states}
    for event in events[1:]:
        table.add(event)
        for viewer, state in states.items():
            followed[viewer] += state.changes()
            whole = ViewerState(table, viewer).table_state()
            told = [change["time"] for change in followed[viewer] if "time" in change]
            assert whole["time"] == (told[-1] if told else None)
    for viewer, messages in followed.items():
        assert [encode(message) for message in ViewerState(again, viewer).changes()] == [
            encode(message) for message in messages
        ]
        times = [message["time"] for message in messages if "time" in message]
        assert len(times) > 3
        for before, after in itertools.pairwise(times):
            for seat, left in before["left"].items():
                spent = min(left, after["at"] - before["at"]) if seat in before["running"] else 0
                assert after["left"][seat] == left - spent or (after["left"][seat] == 60_000 and "move" in wanted)
        assert times[-1]["running"] == []
        ended = messages[-1]["ended"]
        assert (ended["why"], times[-1]["left"].get(ended["by"])) in (("time", 0), ("over", None))


def test_time_is_no_news_of_its_own() -> None:
    """What changes nothing that a viewer may know is not sent, though a clock has changed by it."""
    table = Table("t", events_of("tower-siege", {"move": 100}, 1)[:5])
    state = ViewerState(table, "P1")
    state.skip_changes()
    last = table.snapshots[-1]
    assert last.time is not None
    table.snapshots.append(last._replace(kind=CHOSE, time=last.time._replace(at=last.time.at + 1)))
    table.number += 1
    assert list(state.changes()) == []


def test_tables_from_before_there_were_clocks() -> None:
    events = events_of("tower-siege", {"move": 100}, 1)
    old = {name: value for name, value in events[0].facts.items() if name not in ("clock", "reserved")}
    table = Table("t", [events[0]._replace(facts=old)])
    assert (table.clock, table.overdue(10**15)) == (None, [])


# On the wire.


def test_a_choice_that_takes_too_long(database: str, tmp_path: Path) -> None:
    """Nobody asks for it: the server tells both, the record says why, and it can be checked."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack, clock={"move": 0.3})
            for player in (p1, p2):
                await until(player, lambda p=player: p.ended)
                assert player.ended["why"] == "time"
                assert (player.ended["by"], player.ended["scores"]) == ("P1", {"P1": 0.0, "P2": 1.0})
                assert (player.state["clock"], player.clock) == ({"move": 0.3}, {"P1": 0.0, "P2": 0.3})
                assert (player.legal, player.state["ask"]) == ([], None)
            with pytest.raises(ServerError, match="the match is over: P1 ran out of time"):
                await p1.choose("3", ask=0)
            text = await client.request(url, f"/tables/{table}/record")
            assert feint.replay(text).outcome == (EndReason.TIME, "P1", {"P1": 0, "P2": 1})
            file = tmp_path / "timed.feint"
            file.write_text(text)
            checked = command("check", str(file))
            assert (checked.returncode, "P1 ran out of time" in checked.stdout) == (0, True), checked.stdout
            while table in str(await client.request(url, "/tables")):
                await asyncio.sleep(0.01)

    in_a_server(play, database)


def test_a_late_choice_is_the_loss(database: str, travel: Travel) -> None:
    """It is refused, and the loss is stored in its place, though no timer has rung yet."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack, clock={"move": 100})
            await p1.choose("3")
            travel.on(101)
            await until(p2, lambda: p2.legal)
            with pytest.raises(ServerError, match="the match is over: P2 ran out of time"):
                await p2.choose("3")
            await until(p1, lambda: p1.ended)
            assert (p1.ended["why"], p1.ended["by"]) == ("time", "P2")
            match = feint.replay(await client.request(url, f"/tables/{table}/record"))
            assert [step.text for step in match.steps] == ["3"]

    in_a_server(play, database)


def test_a_total_for_the_match(database: str, travel: Travel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices of 40 s each are well within 100 s, and the third isn't."""
    monkeypatch.setattr(LoopWatch, "lateness", lambda watch: 0.0)  # what this machine was late isn't charged

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack, clock={"game": 100})
            for chosen in range(5):
                player = (p1, p2)[chosen % 2]
                await until(player, lambda p=player: p.legal)
                before = player.state["time"]
                if player is p1:
                    travel.on(40)
                if chosen == 4:
                    with pytest.raises(ServerError, match="P1 ran out of time"):
                        await player.choose("rest")
                    break
                await player.choose("rest")
                after = player.state["time"]
                seat = player.state["seat"]
                assert before["running"] == [seat]
                spent = before["left"][seat] - after["left"][seat]
                assert 30_000 * (player is p1) <= spent <= after["at"] - before["at"], (
                    "less what the server took itself"
                )
            await until(p2, lambda: p2.ended)
            assert p2.state["time"]["left"]["P1"] == 0
            assert p2.state["time"]["left"]["P2"] > 0
            assert p2.state["time"]["running"] == []

    in_a_server(play, database)


def test_two_who_choose_in_secret(database: str, travel: Travel) -> None:
    """Each has a clock of its own: the one who has laid a card loses nothing, and what lies there stays hidden until the end."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack, clock={"move": 100})
            await p1.choose("3")
            await until(p2, lambda: p2.legal)
            await p2.choose("3")
            await until(p1, lambda: p1.legal)
            assert p1.state["time"]["running"] == ["P1", "P2"]
            travel.on(60)
            await p2.choose("card 2")
            await until(p1, lambda: p1.state["time"]["running"] == ["P1"])
            assert p1.state["time"]["left"]["P1"] < 50_000  # and not 40,000: the server's own lateness isn't charged
            assert p1.state["time"]["left"]["P2"] == 100_000
            assert p1.view["chosen"] == [0, None]
            travel.on(41)
            with pytest.raises(ServerError, match="P1 ran out of time"):
                await p1.choose("card 1")
            assert p1.view["chosen"] == [0, 2], "it is over, and all is open"

    in_a_server(play, database)


def test_nobody_looks_on(own_database: str, travel: Travel) -> None:
    """A table whose players have left, or never came: time runs out there all the same."""

    async def play(url: str) -> None:
        left = await client.open_table(url, "tower-siege", clock={"game": 100})
        tokens = await seated(url, left, ["P1", "P2"])
        never = await client.open_table(url, "tower-siege", clock={"move": 200})
        await seated(url, never, ["P1", "P2"])
        other = await client.open_table(url, "tower-siege")
        await seated(url, other, ["P1", "P2"])
        async with join(url, left, tokens["P1"]) as p1:
            travel.on(90)
            await p1.choose("3")
        travel.on(50)
        await asyncio.sleep(0.3)  # it is looked at, and P2 still has 50 s
        assert {table["table"] for table in await client.request(url, "/tables")} == {left, never, other}
        travel.on(100)
        while len(listed := await client.request(url, "/tables")) > 1:
            await asyncio.sleep(0.01)
        assert [table["table"] for table in listed] == [other]
        for table, loser in ((left, "P2"), (never, "P1")):
            ended = (await client.request(url, f"/tables/{table}"))["ended"]
            assert (ended["why"], ended["by"]) == ("time", loser)

    in_a_server(play, own_database, sweep=0.05, grace=1000.0)


def test_bots_of_the_house_have_no_clock(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that thinks for longer than people may loses nothing by it."""
    choice, enough = bot_runner._choice, threading.Event()

    def slowly(*asked: Any) -> str:
        assert enough.wait(SECONDS)
        return choice(*asked)

    monkeypatch.setattr(bot_runner, "_choice", slowly)

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege", bots={"P1": "random"}, clock={"move": 0.1})
        async with client.sit(url, table, "P2") as player:
            assert (player.state["time"]["left"], player.state["time"]["running"]) == ({"P2": 100}, [])
            await asyncio.sleep(0.5)
            async with client.watch(url, table) as watching:
                assert watching.ended is None
            enough.set()
            await until(player, lambda: player.ended)
            assert (player.ended["why"], player.ended["by"]) == ("time", "P2")
            assert player.log[-1] == "Player 2's Turn:"

    in_a_server(play, database)


def test_the_time_that_a_client_sees(database: str, travel: Travel) -> None:
    """Its own clock may be wrong by hours."""
    travel.on(7200)

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack, clock={"game": 1000})
            async with join(url, table, p2.token, before=p2) as again:
                for player in (p1, p2, again):
                    assert player.clock is not None
                    assert 900 < player.clock["P1"] <= 1000
                    assert player.clock["P2"] == 1000
            other = await client.open_table(url, "tower-siege")
            async with client.sit(url, other, "P1") as player:
                assert player.clock is None
                assert player.state.keys().isdisjoint({"time", "now"}), "nothing of it where there is no clock"

    in_a_server(play, database)


@pytest.mark.parametrize("kind", DATABASES)
def test_a_killed_server_keeps_the_time(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """After kill -9 it is what it was, and ran on meanwhile: who had too little left has lost when the server is back.

    And who doesn't come back can't be held to be there for ever, though nobody has seen them leave.
    """
    with serving(database_of(kind, tmp_path, request), tmp_path, "--limit", "gone=0.5") as server:

        async def before() -> list[tuple[str, str, Any]]:
            found = []
            for wanted in ({"game": 1000}, {"game": 0.5}, None):
                async with AsyncExitStack() as stack:
                    table, p1, p2 = await two(server.url, stack, clock=wanted)
                    if wanted == {"game": 1000}:
                        await p1.choose("3")
                        await until(p2, lambda p1=p1, p2=p2: p2.number >= p1.number)
                    found.append((table, p2.token, p2.state.get("time")))
                    if wanted is None:
                        server.kill()
            return found

        async def after(found: list[tuple[str, str, Any]]) -> None:
            (table, token, was), (short, other, _), (unwatched, third, _) = found
            async with join(server.url, table, token) as player:
                assert player.state["time"] == was
                assert was["running"] == ["P2"]
                await player.choose("3")
                assert player.state["time"]["left"]["P1"] == was["left"]["P1"]
                assert player.state["time"]["left"]["P2"] == 1_000_000 - (player.state["time"]["at"] - was["at"])
            async with join(server.url, short, other) as player:
                await until(player, lambda: player.ended)
                assert (player.ended["why"], player.ended["by"]) == ("time", "P1")
            async with join(server.url, unwatched, third) as player:
                assert player.state["seats"]["P1"]["gone"] is None
                with pytest.raises(
                    ServerError, match="P1 has left; unless they come back, the win can be claimed in 1 s"
                ):
                    await player.claim()
                assert player.state["seats"]["P1"]["gone"] > 0
                await asyncio.sleep(0.6)
                await player.claim()
                assert (player.ended["why"], player.ended["by"]) == ("gone", "P1")

        found = run(before())
        server.start()
        run(after(found))


def test_a_choice_in_time_waits_for_nobody() -> None:
    """Deciding looks at the time that it is given, and refuses nothing before it has run out."""
    events = events_of("tower-siege", {"move": 100}, 1)[:3]
    table = Table("t", events)
    at = events[-1].at
    assert table.overdue(at + 99_999) == []
    assert table.overdue(at + 100_000) == [Event(TIMED, {"seat": "P1"})]
    table.add(Event(TIMED, {"seat": "P1"}, at + 100_000))
    with pytest.raises(Refused, match="the match is over: P1 ran out of time"):
        table.choose("P1", "late", 0, "3")


# When the machine's clock is set.

WEEK = 7 * 24 * 3600


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The machine's clock, which a test can set: by how many seconds it is wrong."""
    wrong = [0.0]
    monkeypatch.setattr(server_clock, "_start", server_clock._start)  # which other tests go on with
    real = SimpleNamespace(time=lambda: time.time() + wrong[0], monotonic=time.monotonic)
    monkeypatch.setattr(server_clock, "time", real)
    return wrong


@pytest.mark.parametrize("jump", [WEEK, -WEEK])
def test_a_clock_that_is_set_while_people_play(database: str, jump: int, wall: list[float]) -> None:
    """Nobody's time has passed, nobody can claim a win by it, and time runs out when it does."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack, clock={"game": 1000})
            table = await client.open_table(url, "tower-siege")
            tokens = await seated(url, table, ["P1", "P2"])
            async with join(url, table, tokens["P1"]) as waiting:
                async with join(url, table, tokens["P2"]):
                    pass
                await until(waiting, lambda: waiting.state["seats"]["P2"]["gone"] is not None)
                wall[0] = jump
                with pytest.raises(
                    ServerError, match="P2 has left; unless they come back, the win can be claimed in"
                ) as no:
                    await waiting.claim()
                assert 0 < int(str(no.value).split()[-2]) <= 60
            await p1.choose("3")
            await until(p2, lambda: p2.legal)
            await p2.choose("3")
            left = p2.state["time"]["left"]
            assert all(900_000 < ms <= 1_000_000 for ms in left.values()), left
            assert await client.request(url, "/tables")

    in_a_server(play, database, grace=0.01)


@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.parametrize("jump", [8 * 24 * 3600, -8 * 24 * 3600])
def test_a_clock_that_is_set_between_two_processes(
    kind: str, jump: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A week forward or back, for real servers: nobody has lost, and nobody has to wait until it is that week again.

    It makes no difference whether the clock is set or all that is stored is of another week, and that can be had here.
    """
    database = database_of(kind, tmp_path, request)

    async def move() -> None:
        store = EventStore(database)
        await store.open()
        async with store.engine.begin() as connection:
            for column in (EVENTS.c.at, TABLES.c.opened, TABLES.c.due, SERVER_TIME.c.at, SERVER_TIME.c.wall):
                await connection.execute(sa.update(column.table).values({column: column - 1000 * jump}))
        await store.close()

    with serving(database, tmp_path, "--limit", "sweep=0.05", "--limit", "grace=0.05") as server:

        async def before() -> tuple[str, str, str]:
            async with AsyncExitStack() as stack:
                table, p1, p2 = await two(server.url, stack, clock={"game": 1000})
                await p1.choose("3")
                await until(p2, lambda: p2.legal)
                tokens = p1.token, p2.token
                await stack.aclose()  # both have left
            while (await client.request(server.url, f"/tables/{table}"))["seats"]["P2"]["gone"] is None:
                await asyncio.sleep(0.01)
            return table, *tokens

        async def after(table: str, *tokens: str) -> None:
            listed = await client.request(server.url, "/tables")
            assert [entry["table"] for entry in listed] == [table], "not idle for a week, and nobody is out of time"
            async with join(server.url, table, tokens[0]) as p1:
                with pytest.raises(ServerError, match="the win can be claimed in") as no:
                    await p1.claim()
                assert 0 < int(str(no.value).split()[-2]) <= 60
                async with join(server.url, table, tokens[1]) as p2:
                    assert p2.clock is not None
                    assert 900 < p2.clock["P2"] <= 1000
                    await p2.choose("3")
                    await until(p1, lambda: p1.legal)
                    assert p1.state["time"]["left"]["P2"] > 900_000

        played = run(before())
        server.stop()
        run(move())
        server.start()
        run(after(*played))
        assert "no time has passed" in server.log.read_text()


def test_time_goes_on_from_process_to_process(wall: list[float]) -> None:
    """As much as passed by the machine's clock, if that can be; else none. Clocks of two machines differ a little."""
    resume_time(None)
    begun = now()
    for wrong, passed, counts in [
        (0, 1800, 1800), (WEEK, 1800, 1800), (-WEEK, 0, 0), (0, 3 * 3600, 0), (0, WEEK, 0), (0, -WEEK, 0), (0, -5, 0)
    ]:  # fmt: skip
        machine = int(1000 * (time.time() + wall[0]))
        resume_time(TimeMark(begun + 1000 * wrong, machine - 1000 * passed))
        assert abs(now() - (begun + 1000 * (wrong + counts))) < 60_000
