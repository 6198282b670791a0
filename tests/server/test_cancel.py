"""Tables that are cancelled while someone waits there for others."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from feint import client
from feint.client import ServerError
from kit.server import in_this_process, run, seated, until
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path)) as address:
        yield address


async def cancel(url: str, table: str, *tokens: str) -> None:
    await client.request(url, f"/tables/{table}/cancel", {"tokens": tokens})


def test_whoever_waits_alone_can_cancel(url: str) -> None:
    """The table is closed for everyone who looks at it, off the list, and nobody can join; again does no harm."""

    async def play() -> None:
        table = await client.open_table(url, "tower-siege")
        async with client.sit(url, table, "P1") as player, client.watch(url, table) as spectator:
            assert player.token is not None
            await cancel(url, table, player.token)
            for viewer in (player, spectator):
                await until(viewer, lambda viewer=viewer: viewer.ended)
                assert viewer.outcome is not None
                assert (viewer.outcome.reason, viewer.outcome.scores) == ("closed", None)
            await cancel(url, table, player.token)
        assert table not in [listed["table"] for listed in await client.request(url, "/tables")]
        with pytest.raises(ServerError, match="this table is closed"):
            await client.take_seat(url, table, "P2")

    run(play())


def test_nobody_can_cancel_for_others(url: str) -> None:
    """Neither a stranger, nor one of two who wait for a third; both together can."""

    async def play() -> None:
        table = await client.open_table(url, "space-goats", {"players": 3})
        other = await client.open_table(url, "space-goats")
        tokens = await seated(url, table, ["P1", "P2"])
        stranger = (await seated(url, other, ["P1"]))["P1"]
        for held, why in (
            ([stranger], "holds no seat"),
            ([tokens["P1"]], "P2 has joined"),
            ([stranger, *tokens.values()], "no seat"),
        ):
            with pytest.raises(ServerError, match=why):
                await cancel(url, table, *held)
        assert (await client.request(url, f"/tables/{table}"))["ended"] is None
        await cancel(url, table, *tokens.values())
        assert (await client.request(url, f"/tables/{table}"))["ended"]["why"] == "closed"

    run(play())


def test_a_match_that_has_begun_cannot_be_cancelled(url: str) -> None:
    async def play() -> None:
        table = await client.open_table(url, "tower-siege", bots={"P2": "random"})
        async with client.sit(url, table, "P1") as player:
            assert player.token is not None
            with pytest.raises(ServerError, match="the match has begun: resign to end it"):
                await cancel(url, table, player.token)
            await player.resign()
            assert player.outcome is not None
            assert player.outcome.reason == "resigned"

    run(play())
