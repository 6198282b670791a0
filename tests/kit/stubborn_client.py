"""Players who come back whenever the connection is lost, repeat what was not acknowledged, and keep account of it all.

Each keeps what was acknowledged to it and every change that it saw. What must never be is noted as a sentence: a change
that is another one when it is sent again, one that is missing, a choice that is refused although it was right.
"""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

import feint
from feint import client

PARTS = ("view", "legal", "ask", "log", "ended")  # of what is known of a table
BREAK = 0.02  # seconds before coming back


class Choice(NamedTuple):
    """A choice that was sent."""

    id: str
    ask: int
    choice: str


class Stubborn:
    """One seat of a table, that makes random choices as fast as it can."""

    def __init__(self, find: Callable[[], str], table: str, seat: str, token: str, seed: int) -> None:
        self.find = find  # where the server is now
        self.table = table
        self.seat = seat
        self.token = token
        self.pick = random.Random(seed)
        self.acknowledged: list[Choice] = []  # in order
        self.sent: Choice | None = None  # what was not acknowledged yet
        self.changes: dict[int, dict[str, Any]] = {}  # all that were seen
        self.known: dict[str, Any] = {"view": {}, "legal": [], "ask": None, "log": [], "ended": None}
        self.number = 0
        self.wrong: list[str] = []
        self.again = 0  # how often it was asked to try again
        self.resting = False
        self.cuts = 0.02  # how often it pulls the plug itself
        self.connections = 0
        self._socket: Any = None
        self._working: set[asyncio.Task[None]] = set()

    @property
    def over(self) -> bool:
        """Whether the match has ended, and all is acknowledged."""
        return self.known["ended"] is not None and self.sent is None

    async def play(self) -> None:
        """Play to the end, on as many connections as it takes."""
        while not self.over:
            try:
                async with connect(
                    _socket_of(self.find(), self.table), compression=None, proxy=None, close_timeout=1
                ) as socket:
                    await self._serve(socket)
            except (OSError, TimeoutError, EOFError, InvalidHandshake, WebSocketException):
                pass  # which is what this is about
            finally:
                self._socket = None
            await asyncio.sleep(BREAK)

    def go_on(self) -> None:
        """Choose again, after a rest."""
        self.resting = False
        if self._socket is not None:
            self._later(self._choose())

    async def _serve(self, socket: Any) -> None:
        self.connections += 1
        seen = self.number if self.pick.random() < 0.8 else self.pick.randint(0, self.number)
        await socket.send(json.dumps({"type": "join", "token": self.token, "seen": seen}))
        async for text in socket:
            message = orjson.loads(text)
            self._take(message)
            if message["type"] == "joined":
                if message["number"] < self.number:
                    self.wrong.append(f"{self._name} saw change {self.number}, and now there are {message['number']}")
                self._socket = socket
                if self.sent is not None:
                    await self._send(self.sent)
            if self.over or self.pick.random() < self.cuts / 3:
                return
            await self._choose()

    async def _choose(self) -> None:
        if self.sent is None and not self.resting and self.known["ask"] is not None and self._socket is not None:
            legal = self.known["legal"]
            choice = self.pick.choice(legal[-1:] if self.pick.random() < 0.7 else legal)  # the last often takes long
            self.sent = Choice(f"{self.pick.getrandbits(64):x}", self.known["ask"], choice)
            await self._send(self.sent)
            if self.pick.random() < 0.2:  # as a network would
                await self._send(self.sent)
            if self.pick.random() < self.cuts and self._socket is not None:
                self._socket.transport.abort()

    async def _send(self, choice: Choice) -> None:
        with suppress(OSError, WebSocketException):  # else it is sent again on the next connection
            if self._socket is not None:
                await self._socket.send(orjson.dumps({"type": "choose", **choice._asdict()}).decode())

    def _take(self, message: dict[str, Any]) -> None:
        """Take note of a message."""
        if message["type"] == "change":
            self._take_change(message)
            self._acknowledge(message.get("done"))
            if self.sent is not None and self.known["ask"] != self.sent.ask:
                self._acknowledge(self.sent.id)  # to see what came of it is as good
        elif message["type"] == "done":
            self._acknowledge(message["id"])
        elif message["type"] == "table":
            self.wrong.append(f"{self._name} saw change {self.number}, which the server doesn't know")
        elif message["type"] == "error":
            if "try again" in message["error"] or "server is stopping" in message["error"]:
                self.again += 1
                if self.sent is not None and message["id"] == self.sent.id:
                    self._later(self._try_again(self.sent))
            else:
                self.wrong.append(f"{self._name} was told: {message['error']}")

    async def _try_again(self, choice: Choice) -> None:
        await asyncio.sleep(BREAK)
        if self.sent == choice:
            await self._send(choice)

    def _take_change(self, message: dict[str, Any]) -> None:
        number = message["number"]
        change = {name: message[name] for name in (*PARTS, "seats") if name in message}
        if number in self.changes:
            if self.changes[number] != change:
                self.wrong.append(f"{self._name} saw change {number}, which is another now")
            return
        if number != self.number + 1:
            self.wrong.append(f"{self._name} saw change {number} after {self.number}")
        self.changes[number], self.number = change, number
        known = {name: change[name] for name in PARTS if name in change}
        known["view"] = self.known["view"] | known.get("view", {})
        known["log"] = self.known["log"] + known.get("log", [])
        self.known |= known

    def _acknowledge(self, id: str | None) -> None:
        if self.sent is not None and self.sent.id == id:
            self.acknowledged.append(self.sent)
            self.sent = None

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    @property
    def _name(self) -> str:
        return f"{self.seat} at {self.table}"

    async def compare(self, seen: int | None) -> bool:
        """Come in once more, beside: it must be told what it knows. With `seen`, all changes since, one by one.

        False if the match went on meanwhile, so that there was nothing to compare.
        """
        before = self.number
        async with connect(_socket_of(self.find(), self.table), compression=None, proxy=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "join", "token": self.token, "seen": seen}))
            first = json.loads(await socket.recv())
            if first["type"] == "error":
                if "try again" in first["error"]:
                    return False
                self.wrong.append(f"{self._name} can't come in: {first['error']}")
                return True
            if first["number"] < before:
                self.wrong.append(f"{self._name} saw change {before}, and one who comes in is told {first['number']}")
                return True
            while self.number < first["number"]:
                await asyncio.sleep(0.001)
            if seen is not None:
                for _ in range(first["number"] - seen):
                    self._take_change(json.loads(await socket.recv()))
                return True
            if self.number > first["number"]:
                return False
            told = {name: first[name] for name in PARTS}
            told["view"] = told["view"] or {}
            if told != self.known:
                self.wrong.append(f"{self._name} knows another table than one who comes in now")
            return True


def _socket_of(url: str, table: str) -> str:
    return f"ws{url.removeprefix('http')}/tables/{table}/socket"


Stored = dict[str, dict[str, list[tuple[str, str]]]]
"""The choices in a database: of each table, of each seat, their ids and texts, in order."""


def lost_and_doubled(stored: Stored, players: list[Stubborn], acknowledged: list[int]) -> tuple[int, int]:
    """How many acknowledged choices are not stored in their place, and how many are stored twice or were never made.

    `acknowledged` is how many each player had been told of before the database was read.
    """
    lost = doubled = 0
    for player, told in zip(players, acknowledged, strict=True):
        there = stored.get(player.table, {}).get(player.seat, [])
        made = [(choice.id, choice.choice) for choice in player.acknowledged]
        if player.sent is not None:
            made.append((player.sent.id, player.sent.choice))
        lost += sum(a != b for a, b in zip(made[:told], there, strict=False)) + max(0, told - len(there))
        doubled += len(there) - len({id for id, _ in there}) + sum(choice not in made for choice in there)
    return lost, doubled


async def check_record(players: list[Stubborn]) -> None:
    """After the end: the record has what was acknowledged, once, in order, and nothing else; all know it to the end."""
    match = feint.replay(await client.request(players[0].find(), f"/tables/{players[0].table}/record"))
    for player in players:
        made = [step.text for step in match.steps if match.who(step) == player.seat]
        if made != [choice.choice for choice in player.acknowledged]:
            player.wrong.append(f"the record at {player.table} has other choices of {player.seat}")
        if player.known["log"] != match.log(player.seat):
            player.wrong.append(f"the record at {player.table} has another log of {player.seat}")
        if player.known["view"] != json.loads(json.dumps(match.view(player.seat))):
            player.wrong.append(f"the record at {player.table} ends with another view of {player.seat}")
