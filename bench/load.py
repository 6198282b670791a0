"""Load: many bots over real WebSockets, and what they see of a server; bench/tables.py starts servers and reports.

All seats of all tables are played from this process, one listener each, as cheaply as can be: it shares the machine
with the server that it measures.
"""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from feint import client

SEATS = ("P1", "P2")
RULINGS = {"length": 30, "stride": 1}  # the longest road in the shortest steps: about 65 choices a match
AT_ONCE = 16  # tables opened at a time


@dataclass
class Tally:
    """What was seen at all tables together while it counted."""

    going: bool = False  # before, everybody comes in and waits
    counting: bool = False
    waits: list[float] = field(default_factory=list)  # seconds from sending a choice until all seats have seen it
    pace: float = 0.0  # seconds between the choices of a table; 0: as fast as it goes
    ended: int = 0  # matches
    held: list[Callable[[], None]] = field(default_factory=list)  # what is done once they go
    spare: list["LoadTable"] = field(default_factory=list)  # tables that go on where one has ended
    coming: set["asyncio.Task[None]"] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)

    def go(self) -> None:
        """Let everybody play."""
        self.going = True
        for answer in self.held:
            answer()

    async def stop(self) -> None:
        """Let nobody come in any more."""
        self.spare.clear()
        for task in self.coming:
            task.cancel()
        await asyncio.gather(*self.coming, return_exceptions=True)


class LoadTable:
    """A table as its bots know it, and which changes only some of them have seen."""

    def __init__(self, url: str, id: str, tokens: dict[str, str], tally: Tally, pick: random.Random) -> None:
        self.address = f"ws{url.removeprefix('http')}/tables/{id}/socket"
        self.tokens = tokens
        self.tally = tally
        self.pick = pick
        self.seen: dict[int, int] = {}  # how many seats have seen a change, by its number; all see every choice here
        self.sent: dict[int, float] = {}  # when the choice that made it was sent
        self.left = 0  # seats that have left after the end
        self.next = 0.0  # when the next choice is due


class SeatBot(WSListener):  # type: ignore[misc]
    """One bot: it answers each question with a random choice."""

    def __init__(self, table: LoadTable, token: str) -> None:
        self.table = table
        self.token = token
        self.legal: list[str] = []
        self.ask: int | None = None
        self.answered = -1
        self.inside: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, orjson.dumps({"type": "join", "token": self.token}))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message: dict[str, Any] = orjson.loads(frame.get_payload_as_memoryview())
        table, kind = self.table, message["type"]
        if kind == "error":
            table.tally.errors.append(message["error"])
            return
        self.legal = message.get("legal", self.legal)
        self.ask = message.get("ask", self.ask)
        if kind == "table" and not self.inside.done():  # nobody waits for it any more when all is measured
            self.inside.set_result(None)
        if kind == "change":
            self._note(message["number"], "done" in message)
        if message.get("ended"):
            transport.disconnect()
            table.left += 1
            if table.left == len(SEATS):
                table.tally.ended += 1
                _go_on(table.tally)
        elif self.ask is not None and self.ask != self.answered:
            self.answered = self.ask
            self._answer_in_time(transport)

    def _note(self, number: int, own: bool) -> None:
        table = self.table
        if own:
            table.sent[number] = self.sent
        table.seen[number] = seen = table.seen.get(number, 0) + 1
        if seen == len(SEATS):
            del table.seen[number]
            sent = table.sent.pop(number, None)
            if sent is not None and table.tally.counting:
                table.tally.waits.append(time.perf_counter() - sent)

    def _answer_in_time(self, transport: WSTransport) -> None:
        table = self.table
        if not table.tally.going:
            table.tally.held.append(partial(self._answer_in_time, transport))
        elif table.tally.pace:
            now = time.perf_counter()
            first = now + table.pick.random() * table.tally.pace
            table.next = max(now, table.next + table.tally.pace) if table.next else first
            asyncio.get_running_loop().call_later(table.next - now, self._answer, transport)
        else:
            self._answer(transport)

    def _answer(self, transport: WSTransport) -> None:
        table = self.table
        choice = table.pick.choice(self.legal)
        wanted = {"type": "choose", "id": f"c{self.ask}", "ask": self.ask, "choice": choice}
        self.sent = time.perf_counter()
        transport.send(WSMsgType.TEXT, orjson.dumps(wanted))


async def open_tables(url: str, count: int, tally: Tally) -> list[LoadTable]:
    """Open tables and sit down at them."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> LoadTable:
        async with gate:
            id = await client.open_table(url, "tower-siege", dict(RULINGS), public=False)
            tokens = {seat: await _sit(url, id, seat) for seat in SEATS}
            return LoadTable(url, id, tokens, tally, random.Random(number))

    return list(await asyncio.gather(*(one(number) for number in range(count))))


async def _sit(url: str, table: str, seat: str) -> str:
    """Take a seat with a string that all can see at once: nobody here has anything to reveal later."""
    taken = await client.request(url, f"/tables/{table}/seats/{seat}", {"string": f"{table}-{seat}"})
    return str(taken["token"])


async def join_tables(tables: list[LoadTable]) -> None:
    """Connect every seat."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(table: LoadTable) -> None:
        async with gate:
            await _join(table)

    await asyncio.gather(*(one(table) for table in tables))


async def _join(table: LoadTable) -> None:
    for token in table.tokens.values():
        _, seat = await ws_connect(partial(SeatBot, table, token), table.address)
        await seat.inside


def _go_on(tally: Tally) -> None:
    """Begin at another table, while there is one."""
    if tally.spare:
        tally.coming.add(task := asyncio.ensure_future(_join(tally.spare.pop())))
        task.add_done_callback(tally.coming.discard)
