"""However much comes in at once, each turn of the loop takes some of it; and networks take turns."""

import asyncio
from pathlib import Path

import pytest

from feint import client
from feint.server import loop_turns
from feint.server.loop_turns import TURN, LoopTurns
from kit.attacks import REQUEST, connected
from kit.server import in_this_process, run, until
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("server")


class Sender:
    """A connection that has sent something."""

    def __init__(self, turns: LoopTurns, name: str, network: str, read: list[str]) -> None:
        self.turns, self.name, self.network, self.read = turns, name, network, read

    def send(self) -> None:
        if self.turns.may_read():
            self.read_on()
        else:
            self.turns.wait(self)

    def read_on(self) -> None:
        self.read.append(self.name)


def test_a_stranger_waits_for_one_turn_of_a_thousand_connections() -> None:
    """And what else there is to be done has its turns in between."""
    time, read = [0.0], list[str]()

    class Slow(Sender):
        def read_on(self) -> None:
            super().read_on()
            time[0] += 0.51 * TURN

    async def come_in() -> None:
        turns = LoopTurns(lambda: time[0])
        senders = [Slow(turns, f"a{n}", "a", read) for n in range(1000)]
        for sender in senders:
            sender.send()
        assert read == ["a0", "a1"], "as much as there is time for in one turn"
        stranger = Slow(turns, "b0", "b", read)
        stranger.send()
        turns.forget(senders[3])
        for turn in range(1, 510):
            await asyncio.sleep(0)
            assert len(read) <= 2 * (turn + 1)
        assert read[2:5] == ["a2", "b0", "a4"]
        assert len(read) == 1000
        await asyncio.sleep(0)
        senders[0].send()
        assert read[-1] == "a0", "at once, as long as nothing waits"

    asyncio.run(come_in())


def test_what_waits_is_read_in_order_and_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece in each turn and no more: requests, their bodies, connections to tables, and choices."""
    monkeypatch.setattr(loop_turns, "TURN", -1.0)
    begin, body = REQUEST[:30], b'{"game": "tower-siege"}'
    post = b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"

    async def ask(url: str, *pieces: bytes) -> bytes:
        host, port = url.removeprefix("http://").split(":")
        async with connected(host, int(port)) as (reader, writer):
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
            return (await reader.readline()).split()[1]

    async def play(url: str) -> None:
        async def many() -> list[bytes]:
            asked = [ask(url, begin, REQUEST[30:]) for _ in range(20)]
            return await asyncio.gather(*asked, *(ask(url, post % len(body), body) for _ in range(10)))

        async with asyncio.TaskGroup() as group:
            answers = group.create_task(many())
            table = await client.open_table(url, "terminal-maneuver")
            async with client.sit(url, table, "missile") as missile, client.sit(url, table, "laser") as laser:
                while not missile.ended:
                    for player in (missile, laser):
                        if player.legal:
                            await player.choose(player.legal[0])
                    await until(missile, lambda: missile.legal or missile.ended)
                    await until(laser, lambda: laser.legal or laser.ended)
        assert answers.result() == [b"200"] * 20 + [b"201"] * 10

    with in_this_process(sqlite(tmp_path)) as url:
        run(play(url))
