"""Draws at the network table: offered, declined by playing on, agreed to; and what the record says of it."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import feint
from feint import client
from feint.client import ServerError, join
from feint.core.outcome import EndReason
from kit.server import in_a_server, two, until
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("server")


def test_a_draw_is_agreed(database: str, tmp_path: Path) -> None:
    """Everyone sees an offer; the last of the players to make one ends the match, and the record proves it."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack)
            watching = await stack.enter_async_context(client.watch(url, table))
            with pytest.raises(ServerError, match="a spectator can't"):
                await watching.offer_draw()
            await p1.offer_draw()
            await p1.offer_draw()
            for viewer in (p1, p2, watching):
                await until(viewer, lambda viewer=viewer: viewer.state["draw"] == ["P1"])
            assert p1.number == 3, "once is enough"
            await p1.choose("3")
            assert p1.state["draw"] == ["P1"], "whoever offers it may still choose"
            await p2.offer_draw()
            await p2.offer_draw()
            for viewer in (p1, p2, watching):
                await until(viewer, lambda viewer=viewer: viewer.ended)
                assert {**viewer.ended, "secret": ""} == {
                    "why": "agreed", "by": None, "scores": {"P1": 0.5, "P2": 0.5}, "secret": "",
                }  # fmt: skip
                assert (viewer.state["draw"], viewer.legal) == ([], [])
            with pytest.raises(ServerError, match="the match is over: the players agreed to a draw"):
                await p2.choose("3", ask=0)
            async with join(url, table, p2.token) as late:
                assert late.ended == p1.ended
            assert (await p1.rematch())["seat"] == "P2"
            listed = await client.request(url, "/tables")
            assert table not in [other["table"] for other in listed]
            file = tmp_path / "agreed.feint"
            file.write_text(await client.request(url, f"/tables/{table}/record"))
            assert feint.replay(file.read_text()).outcome.reason == EndReason.AGREED
            checked = command("check", str(file))
            assert (checked.returncode, "the players agreed to a draw" in checked.stdout) == (0, True), checked.stdout

    in_a_server(play, database)


def test_whoever_plays_on_declines(database: str) -> None:
    """But not by a choice that is the only one: it may have been made for them."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            _, p1, p2 = await two(url, stack, rulings={"length": 3, "stride": 2, "cards": 1})
            await p1.offer_draw()
            await p1.choose("1")
            await until(p2, lambda: p2.legal)
            assert p2.state["draw"] == ["P1"]
            await p2.choose("1")
            assert p2.state["draw"] == []
            await p1.offer_draw()
            await until(p2, lambda: p2.state["draw"] == ["P1"])
            assert p2.state["forced"], "one card each"
            await p2.choose(p2.legal[0])
            assert p2.state["draw"] == ["P1"]
            await p2.offer_draw()
            assert p2.ended["why"] == "agreed"

    in_a_server(play, database)


def test_bots_play_on_unless_the_match_goes_in_a_circle(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that only rests, as does its opponent: when they are where they began for the third time, it agrees."""
    monkeypatch.setattr("feint.server.bot_runner._choice", lambda *_: "rest")

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege", bots={"P2": "random"})
        async with client.sit(url, table, "P1") as p1:
            for _ in range(2):
                assert "draw" not in p1.state["may"]
                with pytest.raises(ServerError, match="bots agree to a draw only when the same position has come up 3"):
                    await p1.offer_draw()
                await p1.choose("rest")
                await until(p1, lambda: p1.legal)
            assert p1.state["may"] == ["undo", "draw"]
            await p1.offer_draw()
            assert p1.ended["why"] == "agreed"

    in_a_server(play, database)
