"""Undo at the network table: against bots only, where nothing came out, and as if the choice had never been made."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

import feint
from feint import client
from feint.client import ServerError, TableClient, join
from feint.server.table import Table
from feint.server.table_events import OPENED, SEATED, UNDONE, Event
from kit.server import hold_bots, in_a_server, two, until

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(autouse=True)
def resting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that stays at its base, if it can."""
    monkeypatch.setattr("feint.server.bot_runner._choice", lambda match, seat, *_: match.legal(seat)[-1])


def known(viewer: TableClient) -> dict[str, Any]:
    """What a viewer has been told, but for how many changes that took."""
    return {name: part for name, part in viewer.state.items() if name not in ("type", "number", "head", "undone")}


def test_a_choice_is_taken_back_with_what_followed(database: str) -> None:
    """Everyone sees the table as it was, also those who come later and after a restart; so does the record."""
    held: list[str] = []

    async def first(url: str) -> None:
        held.append(await client.open_table(url, "tower-siege", bots={"P2": "random"}))
        held.append(await client.take_seat(url, held[0], "P1"))
        async with AsyncExitStack() as stack:
            p1 = await stack.enter_async_context(join(url, *held))
            watching = await stack.enter_async_context(client.watch(url, held[0]))
            assert p1.state["may"] == []
            with pytest.raises(ServerError, match="nothing can be taken back: you haven't chosen yet"):
                await p1.undo()
            assert "may" not in watching.state
            with pytest.raises(ServerError, match="a spectator can't"):
                await watching.undo()
            await p1.choose("1")
            await until(p1, lambda: p1.legal)
            assert p1.state["may"] == ["undo"]
            before = known(p1)
            await p1.choose("3", id="again")
            await until(p1, lambda: p1.legal)
            number = p1.number
            await p1.undo("once")
            await p1.undo("once")  # sent again after a lost connection, it is done already
            assert (known(p1), p1.number) == (before, number + 1)
            await until(watching, lambda: watching.number > number and watching.view["position"] == [1, 0])
            assert watching.log == p1.log
            async with join(url, *held) as late:
                assert late.state == p1.state
            await p1.choose("2", id="again")  # the id is free again
            await until(p1, lambda: p1.legal)
            assert p1.view["position"] == [3, 0]

    async def second(url: str) -> None:
        async with AsyncExitStack() as stack:
            p1 = await stack.enter_async_context(join(url, *held))
            assert p1.view["position"] == [3, 0]
            await p1.undo()
            assert p1.view["position"] == [1, 0]
            lost = p1
            again = await stack.enter_async_context(join(url, *held))
            await again.choose("3")
            async with join(url, *held, before=lost) as back:  # who had seen the undo misses nothing
                await until(back, lambda: back.view["position"][0] == 4)
            await again.resign()
            match = feint.replay(await client.request(url, f"/tables/{held[0]}/record"))
            assert [step.text for step in match.steps if step.seat == 0] == ["1", "3"]

    in_a_server(first, database)
    in_a_server(second, database)


def test_who_was_away_gets_the_whole_table(database: str) -> None:
    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege", bots={"P2": "random"})
        async with client.sit(url, table, "P1") as p1:
            await p1.choose("1")
            await until(p1, lambda: p1.legal)
            async with join(url, table) as away:
                pass
            await p1.undo()
            await p1.choose("2")
            await until(p1, lambda: p1.legal)
            async with join(url, table, before=away) as back:
                await until(back, lambda: back.number == p1.number)
                assert (back.view["position"], back.log) == (p1.view["position"], p1.log)

    in_a_server(play, database)


def test_not_among_people_nor_with_a_clock(database: str) -> None:
    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack)
            await p1.choose("1")
            for player in (p1, p2):
                with pytest.raises(ServerError, match="only be taken back against bots, never in a match between peo"):
                    await player.undo()
            timed = await client.open_table(url, "tower-siege", bots={"P2": "random"}, clock={"game": 900})
            async with client.sit(url, timed, "P1") as player:
                await player.choose("1")
                await until(player, lambda: player.legal)
                assert player.state["may"] == []
                with pytest.raises(ServerError, match="nothing can be taken back in a match with a clock"):
                    await player.undo()

    in_a_server(play, database)


def test_not_what_was_chosen_in_secret(database: str) -> None:
    """Both lay a card, and both are turned over: neither can be taken back."""

    async def play(url: str) -> None:
        table = await client.open_table(url, "terminal-maneuver", bots={"laser": "random"})
        async with client.sit(url, table, "missile") as player:
            await player.choose("burn 2")
            await until(player, lambda: player.ended or (player.legal and player.state["ask"] == 1))
            assert player.state["may"] == []
            with pytest.raises(ServerError, match="something has come out since|the match is over"):
                await player.undo()

    in_a_server(play, database)


def test_not_while_a_bot_thinks(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go_on = hold_bots(monkeypatch)

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege", bots={"P2": "random"})
        async with client.sit(url, table, "P1") as p1:
            await p1.choose("1")
            await asyncio.to_thread(thinking.wait, 60)
            with pytest.raises(ServerError, match="wait until it is your turn again: waiting for P2"):
                await p1.undo()
            go_on.set()

    in_a_server(play, database)


@pytest.mark.parametrize("name", ["space-goats", "dark-frontier"])
def test_where_bots_keep_secrets_only_ones_own_choices_come_back(name: str) -> None:
    """Whether a bot's step can be taken back would tell what else it could have chosen."""
    game = feint.load(name)
    opened = {
        "game": name, "version": game.version, "rulings": dict(game.rulings), "public": False, "secret": "00" * 32,
    }  # fmt: skip
    first, *others = game.seats
    table = Table("t", [Event(OPENED, opened)])
    table.add(Event(SEATED, {"seat": first, "who": "human", "string": "a", "token": "x"}))
    for seat in others:
        table.add(Event(SEATED, {"seat": seat, "who": "random", "string": "b"}))
    undone = 0
    for turn in range(150):
        if table.ended:
            break
        seat = table.playing.pending[turn % len(table.playing.pending)]
        legal = table.legal(seat)
        ask = table.choice_counts[seat]
        [event] = table.choose(seat, str(turn), ask, legal[turn * 7 % len(legal)])
        table.add(event)
        if table.ended or first not in table.playing.pending:
            continue
        steps = table._undoable(first)
        assert {step.seat for step in table.playing.steps[len(table.playing.steps) - steps :]} <= {0}
        if steps and undone < 3:
            undone += 1
            count = len(table.playing.steps)
            table.add(table.undo(first, str(undone))[0])
            assert len(table.playing.steps) == count - steps
    assert undone, "or this says nothing"
    assert [snapshot.kind for snapshot in table.snapshots].count(UNDONE) == undone
