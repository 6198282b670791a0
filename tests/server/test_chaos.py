"""Networks that drop, repeat, delay and reorder messages: what each seat meant is what is played, once, whatever happens.

Each seat has several devices, which know nothing of each other and mean the same. Each is on a connection that holds
messages back in both directions, delivers them in another order, some twice and some never, brings up old ones again,
and breaks off after a while.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import feint
from feint import client
from kit.server import DATABASES, database_of, limited, run, seated
from kit.server_process import Server, serving

pytestmark = pytest.mark.xdist_group("processes")
PARTS = ("view", "legal", "ask", "log", "ended")  # and not who is gone, which changes with every connection
DEVICES = 2  # of each seat


class Device:
    """One device of a seat: what it was told, and what it has to say."""

    def __init__(self, url: str, table: str, seat: str, token: str, seed: str, number: int) -> None:
        self.address = f"ws{url.removeprefix('http')}/tables/{table}/socket"
        self.seat = seat
        self.token = token
        self.seed = f"{seed} {seat}"
        self.pick = random.Random(f"{self.seed} device {number}")
        self.known: dict[str, Any] = {"view": {}, "legal": [], "ask": None, "log": [], "ended": None}
        self.number = 0
        self.changes: dict[int, dict[str, Any]] = {}  # all that came, also those that came too early
        self.meant: dict[int, str] = {}
        self.out: list[dict[str, Any]] = []  # all that it ever had to say
        self.done: set[str] = set()
        self.refused: set[str] = set()
        self.held_back = self.repeated = self.dropped = self.cut = 0

    @property
    def over(self) -> bool:
        return self.known["ended"] is not None and all(message["id"] in self.done for message in self.out)

    async def play(self) -> None:
        while not self.over:
            with suppress(OSError, TimeoutError, WebSocketException):
                async with connect(self.address, compression=None, proxy=None, close_timeout=0.2) as socket:
                    await self.be_connected(socket)
                    self.cut += 1
                    if self.pick.random() < 0.7:
                        socket.transport.abort()

    async def be_connected(self, socket: Any) -> None:
        seen = self.pick.choice([None, self.number, self.number, self.pick.randint(0, self.number)])
        await socket.send(json.dumps({"type": "join", "token": self.token, "seen": seen}))
        held: list[dict[str, Any]] = []
        for _ in range(self.pick.randint(3, 40)):
            with suppress(TimeoutError):
                held.append(json.loads(await asyncio.wait_for(socket.recv(), 0.005)))
            if held and self.pick.random() < 0.7:
                at = self.pick.randrange(len(held))
                self.held_back += at > 0
                if self.pick.random() < 0.1:
                    self.dropped += 1
                else:
                    self.take(held[at])
                if self.pick.random() < 0.8:
                    del held[at]
                else:
                    self.repeated += 1
            await self.say(socket)
            if self.over:
                return

    async def say(self, socket: Any) -> None:
        """Say something that is still to be done, or something old, or what comes too late under a new id."""
        if not self.out or self.pick.random() < 0.3:
            return
        undone = [message for message in self.out if message["id"] not in self.done]
        message = undone[-1] if undone and self.pick.random() < 0.7 else self.pick.choice(self.out)
        for _ in range(self.pick.choice([1, 1, 2, 3])):
            await socket.send(json.dumps(message))
        if self.number and self.pick.random() < 0.1 and (late := [ask for ask in self.meant if ask < max(self.meant)]):
            late_id = f"late {self.pick.getrandbits(32)}"
            ask, choice = self.pick.choice(late), self.meant[self.pick.choice(late)]
            await socket.send(json.dumps({"type": "choose", "id": late_id, "ask": ask, "choice": choice}))

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "table":
            if message["number"] >= self.number:
                known = {name: message[name] for name in PARTS} | {"view": message["view"] or {}}
                assert message["number"] > self.number or known == self.known, "one who comes in is told the same"
                self.known, self.number = known, message["number"]
        elif message["type"] == "change":
            change = {name: message[name] for name in PARTS if name in message}
            assert self.changes.setdefault(message["number"], change) == change, "a change is always the same"
            if "done" in message:
                self.done.add(message["done"])
        elif message["type"] == "done":
            assert not message["id"].startswith("late"), "what comes too late is never done"
            self.done.add(message["id"])
        elif message["type"] == "error":
            assert message["id"].startswith("late"), f"what is meant is never refused: {message['error']}"
            self.refused.add(message["id"])
        while (change := self.changes.get(self.number + 1)) is not None:
            self.number += 1
            view, log = self.known["view"] | change.get("view", {}), self.known["log"] + change.get("log", [])
            self.known |= change | {"view": view, "log": log}
        self.mean()

    def mean(self) -> None:
        """Make up one's mind, as the other devices of the seat do."""
        ask = self.known["ask"]
        if ask is not None and ask not in self.meant:
            self.meant[ask] = random.Random(f"{self.seed} {ask}").choice(self.known["legal"])
            self.out.append({"type": "choose", "id": f"choice {ask}", "ask": ask, "choice": self.meant[ask]})


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """On PostgreSQL with two processes, so that devices of one seat are on both."""
    folder = tmp_path_factory.mktemp("chaos")
    workers = ["--workers", "2"] if request.param == "postgresql" else []
    with serving(database_of(request.param, folder, request), folder, *workers) as started:
        yield started


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ["terminal-maneuver", "minefield-navigator", "tower-siege"])
def test_what_was_meant_is_what_is_played(name: str, seed: int, server: Server) -> None:
    rulings = {"length": 8, "turn_limit": 40} if name == "tower-siege" else limited(name)

    async def play() -> None:
        table = await client.open_table(server.url, name, rulings)
        tokens = await seated(server.url, table, list(feint.load(name).seats))
        devices = [
            Device(server.url, table, seat, token, f"{name} {seed}", number)
            for seat, token in tokens.items()
            for number in range(DEVICES)
        ]
        await asyncio.gather(*(device.play() for device in devices))
        match = feint.replay(await client.request(server.url, f"/tables/{table}/record"))
        for seat, token in tokens.items():
            mine = [device for device in devices if device.seat == seat]
            meant: dict[int, str] = {}
            for device in mine:
                assert meant | device.meant == device.meant | meant, "they mean the same"
                meant |= device.meant
            made = [step.text for step in match.steps if match.who(step) == seat]
            assert made == [meant[ask] for ask in range(len(meant))]
            async with client.join(server.url, table, token) as fresh:
                for device in mine:
                    assert device.known == {part: fresh.state[part] for part in PARTS}
            assert fresh.log == match.log(seat)
        assert sum(device.cut for device in devices) > 4, "it was no fair weather"
        assert all(sum(getattr(device, what) for device in devices) for what in ("held_back", "repeated", "dropped"))

    run(play())
    assert "Traceback" not in server.log.read_text()
