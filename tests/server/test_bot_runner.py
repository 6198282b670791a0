"""The bots of the house get ready before they are needed, one by one, and give up when they can't play."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.core.errors import FeintError
from feint.server import bot_runner
from feint.server.event_store import EventStore
from feint.server.hub import Hub
from feint.server.settings import Settings
from kit.server import in_a_server, play_out, run
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("server")


def test_bots_get_ready_when_a_table_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has sat down yet; a bot that can't get ready is no reason to refuse the table."""
    asked: list[tuple[str, str]] = []
    enough = threading.Event()

    def made(game: Any, bot: str) -> None:
        asked.append((game.name, bot))
        if len(asked) == 2:
            enough.set()
        raise RuntimeError("it can't")

    monkeypatch.setattr(bot_runner, "player", made)

    async def work() -> None:
        hub = Hub(EventStore(sqlite(tmp_path)), Settings(sqlite(tmp_path)))
        await hub.start()
        try:
            await hub.open_table("people", "tower-siege", {}, {}, True, None, "here")
            await hub.open_table(
                "bots", "space-goats", {"players": 3}, {"P2": "trader", "P3": "random"}, True, None, ""
            )
            await asyncio.to_thread(enough.wait)
        finally:
            await hub.stop()

    run(work())
    assert sorted(asked) == [("space-goats", "random"), ("space-goats", "trader")]


def test_one_finds_out_what_the_other_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that want the same bot don't solve a game at the same time; other bots needn't wait for it."""
    solving, both, most = 0, threading.Barrier(2), 0
    other = threading.Event()

    def made(game: Any, bot: str) -> str:
        nonlocal solving, most
        if bot == "random":
            other.set()
            return bot
        solving += 1
        most = max(most, solving)
        other.wait()  # that one gets ready meanwhile
        solving -= 1
        return bot

    def wanted(bot: str) -> object:
        if bot == "perfect":
            both.wait()
        return bot_runner._player(game, bot)

    monkeypatch.setattr(bot_runner, "player", made)
    game = feint.load("tower-siege")
    with ThreadPoolExecutor(3) as pool:
        found = pool.map(wanted, ["perfect", "perfect", "random"])
        assert list(found) == ["perfect", "perfect", "random"]
    assert most == 1


@pytest.mark.parametrize(("game", "rulings"), [("tower-siege", {}), ("space-goats", {"players": 3})])
def test_a_bot_that_cannot_play_gives_up(
    game: str,
    rulings: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nobody waits for ever for one that can't solve the game, and its error's words are in no log."""
    bots = dict.fromkeys(feint.load(game, **rulings).seats[1:], "random")

    def made(game: Any, bot: str) -> None:
        raise FeintError(f"{bot} holds 1 and 5")

    monkeypatch.setattr(bot_runner, "player", made)

    async def play(url: str) -> None:
        table = await client.open_table(url, game, rulings, bots)
        async with client.join(url, table, await client.take_seat(url, table, "P1")) as player:
            await play_out(player, seed=1)
            assert player.ended["why"] == "resigned"
            assert player.ended["by"] in bots

    in_a_server(play, sqlite(tmp_path))
    assert "a bot could not choose, and gives up: FeintError" in caplog.text
    assert "random holds" not in caplog.text
