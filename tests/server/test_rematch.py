"""Leaving and coming again at the network table: wins that are claimed, rematches, and sitting down twice."""

import asyncio
import gc
import json
import secrets
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest

import feint
from feint import client
from feint.client import ConnectionLost, ServerError, TableClient, join, sit_again
from feint.core.fairness import commitment
from feint.core.outcome import EndReason
from feint.server.opening import opening_events
from feint.server.table import Table
from feint.server.table_events import CLAIMED, Event
from feint.server.table_seats import hash_token
from feint.server.timers import Timers
from kit.server import Travel, in_a_server, play_out, run, seated, two, until
from kit.server_process import Postgres, Server, serving
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("server")


def gone(player: TableClient, seat: str) -> int | None:
    since: int | None = player.state["seats"][seat]["gone"]
    return since


async def why_no_claim(player: TableClient) -> str:
    with pytest.raises(ServerError) as refused:
        await player.claim()
    return str(refused.value)


# Claiming a win.


def test_claiming_a_win(database: str, travel: Travel, tmp_path: Path) -> None:
    """Not from one who is there or has come back, nor too early; then it is won, and the record says why."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack)
            watching = await stack.enter_async_context(client.watch(url, table))
            with pytest.raises(ServerError, match="you can't claim the win: P2 is here"):
                await p1.claim()
            with pytest.raises(ServerError, match="a spectator can't"):
                await watching.claim()
            assert p1.number == 2, "that was no event"
            for _ in range(2):
                async with join(url, table, p2.token):
                    await p2._socket.close()
                    while (refused := await why_no_claim(p1)) != "you can't claim the win: P2 is here":
                        assert refused.startswith("P2 has left"), "it was noted just before, and takes a moment to pass"
                await until(p1, lambda: gone(p1, "P2"))
                with pytest.raises(ServerError, match=r"P2 has left; .* the win can be claimed in \d\d s"):
                    await p1.claim()
                travel.on(61)
                async with join(url, table, p2.token):
                    await until(p1, lambda: not gone(p1, "P2"))
                    travel.on(61)
                    with pytest.raises(ServerError, match="P2 is here"):
                        await p1.claim()
            await until(p1, lambda: gone(p1, "P2"))
            travel.on(61)
            await p1.claim()
            await p1.claim()
            await until(watching, lambda: watching.ended)
            for player in (p1, watching):
                assert {**player.ended, "secret": ""} == {
                    "why": "gone", "by": "P2", "scores": {"P1": 1.0, "P2": 0.0}, "secret": "",
                }  # fmt: skip
            async with join(url, table, p2.token) as late:
                assert late.ended == p1.ended
                with pytest.raises(ServerError, match="the match is over: P2 left the match"):
                    await late.claim()
            file = tmp_path / "claimed.feint"
            file.write_text(await client.request(url, f"/tables/{table}/record"))
            assert feint.replay(file.read_text()).outcome.reason == EndReason.GONE
            checked = command("check", str(file))
            assert (checked.returncode, "P2 left the match" in checked.stdout) == (0, True), checked.stdout

    in_a_server(play, database, grace=0.01)


def test_a_reload_is_no_event(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is looked whether someone has left, they are back."""
    look, looked = Timers._note_if_gone, []

    async def later(self: Timers, id: str, seat: str) -> None:
        while seat not in self._host.sessions[id].subscribers:
            await asyncio.sleep(0.01)
        await look(self, id, seat)
        looked.append(seat)

    monkeypatch.setattr(Timers, "_note_if_gone", later)

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack)
            await p2._socket.close()
            async with join(url, table, p2.token):
                while not looked:
                    await asyncio.sleep(0.01)
                async with join(url, table, p1.token) as again:
                    assert again.number == 2

    in_a_server(play, database, grace=0.01)


def test_nothing_of_a_table_stays_when_all_have_left(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its memory is free at once. What waits for a look at everything there is adds up to long halts for all."""
    there, real = WeakSet[Table](), Table.__init__

    def noted(table: Table, *given: Any) -> None:
        real(table, *given)
        there.add(table)

    monkeypatch.setattr(Table, "__init__", noted)

    async def play(url: str) -> None:
        for leave in (False, True):  # in the middle, and after the end
            async with AsyncExitStack() as stack:
                _, p1, p2 = await two(url, stack)
                await p1.choose(p1.legal[0])
                if leave:
                    await p2.resign()
                assert len(there) == 1
            while there:
                await asyncio.sleep(0.01)

    gc.disable()
    try:
        in_a_server(play, database)
    finally:
        gc.enable()


def test_who_is_not_missed(database: str) -> None:
    """No events where no match is under way, or none but bots play against whoever leaves."""

    async def play(url: str) -> None:
        alone = await client.open_table(url, "tower-siege", bots={"P2": "random"})
        async with client.sit(url, alone, "P1") as player:
            with pytest.raises(ServerError, match="only bots play against you, and they never leave"):
                await player.claim()
        early = await client.open_table(url, "tower-siege")
        async with client.sit(url, early, "P1") as player:
            with pytest.raises(ServerError, match="the match hasn't begun"):
                await player.claim()
        async with AsyncExitStack() as stack:
            late, p1, _ = await two(url, stack)
            await p1.resign()
        await asyncio.sleep(0.2)
        for table, number in ((alone, 2), (early, 1), (late, 3)):
            async with client.watch(url, table) as watching:
                assert watching.number == number

    in_a_server(play, database, grace=0.01)


def test_of_several_the_one_who_left_first() -> None:
    """For more than two: whoever has been gone for the longest loses, and all others share the point."""
    table = Table("t")
    [opened] = opening_events("space-goats", {"players": 4}, {}, True)
    table.add(opened)
    for seat in table.game.seats:
        for event in table.take_seat(seat, "string", hash_token(seat)):
            table.add(event)
    for seat, at in (("P3", 1000), ("P2", 2000)):
        for event in table.disconnect(seat):
            table.add(event._replace(at=at))
    [claimed] = table.claim("P1", 61_000, 60_000, ["P1", "P4"])
    assert claimed == Event(CLAIMED, {"seat": "P3", "by": "P1"})
    assert table.claim("P3", 62_000, 60_000, ["P1"]) == [Event(CLAIMED, {"seat": "P2", "by": "P3"})]
    table.add(claimed)
    assert table.playing.scores == {"P1": 1 / 3, "P2": 1 / 3, "P3": 0.0, "P4": 1 / 3}


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    database, folder = postgres.new_database(), tmp_path_factory.mktemp("pair")
    options = ("--limit", "gone=1", "--limit", "grace=0.05")
    with serving(database, folder, *options) as one, serving(database, folder, *options) as other:
        yield one, other


def test_two_processes_agree_on_time(pair: tuple[Server, Server]) -> None:
    """Both tell their viewers the same times, and one loss is stored."""
    one, other = pair

    async def play() -> None:
        table = await client.open_table(one.url, "tower-siege", clock={"move": 1})
        tokens = await seated(one.url, table, ["P1", "P2"])
        async with join(one.url, table, tokens["P1"]) as p1, join(other.url, table, tokens["P2"]) as p2:
            for player in (p1, p2):
                await until(player, lambda p=player: p.ended)
            assert p1.state["time"] == p2.state["time"]
            assert p1.ended == p2.ended
            assert (p1.ended["why"], p1.number, p2.number) == ("time", 3, 3)

    run(play())


def test_a_rematch_asked_for_in_two_processes(pair: tuple[Server, Server]) -> None:
    one, other = pair

    async def play() -> None:
        table = await client.open_table(one.url, "tower-siege")
        tokens = await seated(one.url, table, ["P1", "P2"])
        async with join(one.url, table, tokens["P1"]) as p1, join(other.url, table, tokens["P2"]) as p2:
            await p1.resign()
            await until(p2, lambda: p2.ended)
            found = await asyncio.gather(p1.rematch(), p2.rematch())
            assert found[0]["table"] == found[1]["table"]
            assert found[0]["by"] == found[1]["by"]
            assert [where["seat"] for where in found] == ["P2", "P1"]

    run(play())


def test_who_is_with_another_process_is_asked_for(pair: tuple[Server, Server]) -> None:
    """It answers at once, for as long as it lives. When it was killed nobody answers, and the win can be claimed."""
    one, other = pair

    async def play() -> None:
        table = await client.open_table(one.url, "tower-siege")
        tokens = await seated(one.url, table, ["P1", "P2"])
        async with join(one.url, table, tokens["P1"]) as p1:
            async with join(other.url, table, tokens["P2"]):
                with pytest.raises(ServerError, match="P2 has left; unless they come back"):
                    await p1.claim()
                assert gone(p1, "P2")
                await until(p1, lambda: not gone(p1, "P2"))
                await asyncio.to_thread(other.kill)
            refused = 0
            while not p1.ended:
                try:
                    await p1.claim()
                except ServerError:
                    refused += 1
                    await asyncio.sleep(0.1)
            assert refused, "not before it was asked, and had time to answer"
            assert (p1.ended["why"], p1.ended["by"]) == ("gone", "P2")

    run(play())


# A rematch.


def test_a_rematch(database: str, tmp_path: Path) -> None:
    """Both ask at the same time: one table, seats swapped, kept for the two; its chance is made anew, and proved."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            rulings = {"length": 5, "turn_limit": 60}
            table, p1, p2 = await two(url, stack, rulings=rulings, clock={"game": 1000})
            watching = await stack.enter_async_context(client.watch(url, table))
            with pytest.raises(ServerError, match="a rematch is possible once the match is over"):
                await p1.rematch()
            await asyncio.gather(play_out(p1, 1), play_out(p2, 2))
            found, same = await asyncio.gather(p1.rematch(), p2.rematch())
            assert found == same | {"seat": "P2"}
            assert same["seat"] == "P1"
            again = found["table"]
            await until(watching, lambda: watching.state["rematch"])
            assert watching.state["rematch"] == found | {"seat": None}
            async with join(url, table, p1.token) as late:
                assert late.state["rematch"] == found
            shown = await client.request(url, f"/tables/{again}")
            assert shown["seats"] == {"P1": None, "P2": None}
            assert (shown["rulings"]["length"], shown["clock"]) == (5, {"game": 1000})
            assert shown["reserved"] == ["P1", "P2"]
            assert shown["commitment"] != p1.state["commitment"]
            for before in (None, p1.token, secrets.token_urlsafe(32), "nonsense"):
                with pytest.raises(ServerError, match="P1 is reserved for a player of the previous match"):
                    await client.take_seat(url, again, "P1", previous_token=before)
            new1 = await stack.enter_async_context(sit_again(url, p2))
            new2 = await stack.enter_async_context(sit_again(url, p1))
            assert (new1.state["seat"], new2.state["seat"]) == ("P1", "P2")
            with pytest.raises(ServerError, match="this token holds no seat at this table"):
                async with join(url, again, p1.token):
                    pass
            await asyncio.gather(play_out(new1, 3), play_out(new2, 4))
            text = await client.request(url, f"/tables/{again}/record")
            match = feint.replay(text)
            assert match.fairness is not None
            assert match.fairness.commitment == shown["commitment"] == commitment(new1.ended["secret"])
            assert match.fairness.strings == {seat: new1.state["seats"][seat]["string"] for seat in ("P1", "P2")}
            file = tmp_path / "again.feint"
            file.write_text(text)
            checked = command("check", str(file))
            assert (checked.returncode, "committed to" in checked.stdout) == (0, True), checked.stdout
            for seen in (p1, p2, watching, new1, new2):
                for token in (p1.token, p2.token, new1.token, new2.token):
                    said = json.dumps([seen.state, shown, text])
                    assert token not in said
                    assert hash_token(token) not in said

    in_a_server(play, database)


def test_bots_move_with_the_seats(database: str) -> None:
    """Also without anyone's token; and where the old table was not public the new one isn't."""

    async def play(url: str) -> None:
        table = await client.open_table(url, "space-goats", {"players": 3}, {"P1": "random"}, public=False)
        async with client.sit(url, table, "P2") as p2, client.sit(url, table, "P3") as p3:
            await until(p2, lambda: p2.view)
            await p3.resign()
            await until(p2, lambda: p2.ended)
            async with sit_again(url, p2) as moved, sit_again(url, p3) as first:
                assert (moved.state["seat"], first.state["seat"]) == ("P3", "P1")
                assert first.state["seats"]["P2"]["who"] == "random"
                assert first.state["public"] is False
                assert first.table not in str(await client.request(url, "/tables"))
                await until(moved, lambda: moved.view)
                await first.resign()
                await until(moved, lambda: moved.ended)
                third = await moved.rematch()
                assert (third["seat"], third["by"]) == ("P1", "P3")
                assert third["table"] not in (table, first.table)

    in_a_server(play, database)


def test_rematches_that_cannot_be(own_database: str, travel: Travel) -> None:
    """Beyond what one address may have open, and at a table that was closed."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, _ = await two(url, stack)
            await p1.resign()
            await client.open_table(url, "tower-siege")
            with pytest.raises(ServerError, match="your address already has 1 open tables"):
                await p1.rematch()
            travel.on(8 * 24 * 3600)
            while await client.request(url, "/tables"):
                await asyncio.sleep(0.01)
            _, _, p2 = await two(url, stack)
            travel.on(8 * 24 * 3600)
            await until(p2, lambda: p2.ended)
            assert p2.ended["why"] == "closed"
            with pytest.raises(ServerError, match="a rematch is possible once the match is over"):
                await p2.rematch()

    in_a_server(play, own_database, tables=1, sweep=0.05)


# Sitting down twice.


def test_sitting_down_again(database: str) -> None:
    """The same request is answered the same, once the seat is held by that token; anything else is refused."""

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        token = secrets.token_urlsafe(32)
        sitting = {"string": "spoons", "token": token}
        answers = [await client.request(url, f"/tables/{table}/seats/P1", sitting) for _ in range(3)]
        assert answers == [{"table": table, "seat": "P1", "token": token}] * 3
        async with join(url, table, token) as player:
            assert (player.number, player.state["seat"]) == (1, "P1")
        for other in ({"string": "forks", "token": token}, {"string": "spoons"}, {**sitting, "token": token[::-1]}):
            with pytest.raises(ServerError, match="P1 is taken; P2 is open"):
                await client.request(url, f"/tables/{table}/seats/P1", other)
        with pytest.raises(ServerError, match="this token already holds another seat here; make one for each seat"):
            await client.request(url, f"/tables/{table}/seats/P2", sitting)
        for wrong in ("", "x" * 42, "x" * 44, "!" * 43, 7):
            with pytest.raises(ServerError, match=r"body\.token"):
                await client.request(url, f"/tables/{table}/seats/P2", {"string": "a", "token": wrong})
        p2 = await client.take_seat(url, table, "P2", token="B" * 43)
        async with join(url, table, p2) as player:
            await player.resign()
        assert await client.request(url, f"/tables/{table}/seats/P1", sitting) == answers[0], "also after the end"

    in_a_server(play, database)


def test_a_lost_answer_loses_no_seat(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client asks once more with the same token; a server that is gone is not asked for ever."""
    asked, times = client._request, 0

    def losing(*request: Any) -> Any:
        nonlocal times
        answer, times = asked(*request), times + (request[2] is not None)
        if request[2] is not None and times == 1:
            raise ConnectionLost("the line went dead")
        return answer

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        monkeypatch.setattr(client, "_request", losing)
        token = await client.take_seat(url, table, "P1")
        assert times == 2
        async with join(url, table, token) as player:
            assert (player.state["seat"], player.number) == ("P1", 1)

    in_a_server(play, database)
    with pytest.raises(ConnectionLost, match="can't be reached"):
        run(client.take_seat("http://127.0.0.1:1", "table", "P1"))
