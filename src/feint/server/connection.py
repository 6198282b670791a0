"""The WebSocket of a player, or of someone who watches: choices come in, changes go out.

It speaks ASGI itself, without a framework between: what a framework does for each message would be half the work.
"""

import asyncio
import re
import time
from contextlib import suppress
from typing import Any

import orjson
from starlette.types import Receive, Scope, Send

from feint.core.errors import FeintError
from feint.server.feed import encoded
from feint.server.hub import Hub, Live, NoTable
from feint.server.settings import Settings
from feint.server.socket import AT_ONCE, Write
from feint.server.table import Refused, Table

PATH = re.compile(r"/tables/([A-Za-z0-9_-]{1,32})/socket")
REFUSED, NOT_FOUND, TOO_FAST, TOO_SLOW = 4003, 4004, 4008, 4009  # why a connection was closed


class EndOfConnection(Exception):
    """The other side has left, or had to."""


class Connection:
    """One WebSocket: messages go out in order, and whoever doesn't read them in time has to come in again."""

    def __init__(self, receive: Receive, send: Send, settings: Settings, write: Write | None = None) -> None:
        self._receive = receive
        self._send = send
        self._write = write
        self.settings = settings
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0  # messages that the pump has still to send
        self._room = settings.backlog
        self._full = False
        self._allowed = float(settings.burst)
        self._at = time.monotonic()

    def begin(self, messages: list[bytes]) -> None:
        """Send what one who comes in is to get first, however much it is."""
        self._room += len(messages)
        for message in messages:
            self.send(message)

    def send(self, message: bytes) -> None:
        """Send a message, in order, without waiting."""
        if not self._waiting and self._write is not None and self._write(message):
            return
        if self._waiting < self._room:
            self._out.put_nowait(message)
            self._waiting += 1
        elif not self._full:
            self._full = True  # nothing after this is sent, so nothing can be missing in between
            self._room = 0
            self._out.put_nowait(None)

    async def pump(self) -> None:
        """Send what could not be sent at once, for as long as there is a connection."""
        with suppress(OSError, RuntimeError):  # it may be gone, which the other side of this hears of
            while (message := await self._out.get()) is not None:
                await self._send({"type": "websocket.send", "text": message.decode()})
                self._waiting -= 1
            await self.close(TOO_SLOW, "messages were not read in time; come in again")

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def receive(self) -> dict[str, Any]:
        """The next message. One that isn't a JSON object is refused; too many are the end."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise EndOfConnection
        now, rate = time.monotonic(), self.settings.rate
        self._allowed = min(float(self.settings.burst), self._allowed + (now - self._at) * rate) - 1
        self._at = now
        if self._allowed < 0:
            await self.close(TOO_FAST, f"at most {rate:g} messages a second")
            raise EndOfConnection
        text = message.get("text")
        if text is None:
            raise Refused("a message is text, not binary")
        try:
            found = orjson.loads(text)
        except orjson.JSONDecodeError:
            raise Refused("a message is a JSON object, and this can't be read as JSON") from None
        if not isinstance(found, dict):
            raise Refused('a message is a JSON object, like {"type": "join"}')
        return found


async def connect(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """A connection to a table: the first message says who it is, and then it is served until it ends."""
    await receive()  # the wish to connect
    await send({"type": "websocket.accept"})
    connection = Connection(receive, send, hub.settings, scope.get("extensions", {}).get(AT_ONCE))
    try:
        found = PATH.fullmatch(scope["path"])
        if found is None:
            raise NoTable("connections are at /tables/TABLE/socket")
        async with hub.at(found[1]) as live:
            viewer, seen = await _joining(connection, live.table)
            hub.join(live, viewer, connection, seen)
            pump = asyncio.create_task(connection.pump())
            try:
                await _serve(hub, live, viewer, connection, address_of(scope))
            finally:
                hub.leave(live, viewer, connection)
                pump.cancel()
                with suppress(asyncio.CancelledError):
                    await pump
    except EndOfConnection:
        pass
    except FeintError as error:
        with suppress(OSError, RuntimeError):
            said = encoded({"type": "error", "id": None, "error": str(error)}).decode()
            await send({"type": "websocket.send", "text": said})
        await connection.close(NOT_FOUND if isinstance(error, NoTable) else REFUSED, "")


def address_of(scope: Scope) -> str:
    """Where a request or a connection comes from."""
    client = scope.get("client")
    return client[0][:64] if client else ""


async def _joining(connection: Connection, table: Table) -> tuple[str | None, int | None]:
    """Who comes in, and the last change that they have seen."""
    try:
        async with asyncio.timeout(connection.settings.patience):
            message = await connection.receive()
    except TimeoutError:
        raise Refused('the first message is to come at once: {"type": "join"}') from None
    if message.get("type") != "join":
        raise Refused('the first message says who you are: {"type": "join", "token": ...}')
    token, seen = message.get("token"), message.get("seen")
    if token is not None and not isinstance(token, str):
        raise Refused("a token is text; leave it out to watch")
    if seen is not None and (type(seen) is not int or seen < 0):
        raise Refused("seen is the number of the last change that you have seen; leave it out to get all")
    return (None if token is None else table.seat_of(token)), seen


async def _serve(hub: Hub, live: Live, viewer: str | None, connection: Connection, address: str) -> None:
    """Do what the messages of a connection ask for, one after the other, until it ends."""
    while True:
        id = None
        try:
            message = await connection.receive()
            id = _text(message, "id", 64)
            if viewer is None:
                raise Refused("who watches can't choose: sit down, and come in with the token")
            if message.get("type") == "choose":
                ask = message.get("ask")
                if type(ask) is not int:
                    raise Refused("ask is the number of the question that this answers")
                if await hub.choose(live, viewer, id, ask, _text(message, "choice", 200)):
                    continue  # the change says that it is done
            elif message.get("type") == "resign":
                await hub.resign(live, viewer)
            elif message.get("type") == "claim":
                await hub.claim(live, viewer)
            elif message.get("type") == "rematch":
                await hub.rematch(live, viewer, address)
            else:
                raise Refused("a message's type is choose, resign, claim or rematch")
        except FeintError as error:
            connection.send(encoded({"type": "error", "id": id, "error": str(error)}))
        else:
            connection.send(encoded({"type": "done", "id": id}))


def _text(message: dict[str, Any], name: str, most: int) -> str:
    text = message.get(name)
    if not isinstance(text, str) or not 0 < len(text) <= most or not text.isprintable():
        raise Refused(f"{name} is a line of 1 to {most} characters")
    return text
