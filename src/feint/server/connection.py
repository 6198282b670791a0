"""The WebSocket of a player, or of someone who watches: choices come in, changes go out.

It speaks ASGI itself, without a framework between: what a framework does for each message would be half the work.
"""

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
from starlette.types import Receive, Scope, Send

from feint.core.errors import FeintError
from feint.protocol import CHOICE_LENGTH, REQUEST_ID_LENGTH, TABLE_ID, CloseCode, Done, Error
from feint.server.feed import encoded
from feint.server.hub import Hub, NoTable, TooMany
from feint.server.logs import told_of, trouble
from feint.server.session import TableSession
from feint.server.settings import Settings
from feint.server.table import Refused, Table
from feint.server.websocket import DIRECT, Socket

PATH = re.compile(f"/tables/({TABLE_ID})/socket")


class EndOfConnection(Exception):
    """The other side has left; or has to, and then there is a code and a reason."""


class Connection:
    """One WebSocket: messages go out in order, and whoever doesn't read them in time has to come in again."""

    def __init__(self, receive: Receive, send: Send, settings: Settings, socket: Socket | None = None) -> None:
        self._receive = receive
        self._send = send
        self.socket = socket
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
        if not self._waiting and self.socket is not None and self.socket.write(message):
            return
        if self._waiting < self._room:
            self._out.put_nowait(message)
            self._waiting += 1
        elif not self._full:
            self._full = True  # nothing after this is sent, so nothing can be missing in between
            self._room = 0
            self._out.put_nowait(None)

    def let_go(self) -> None:
        """Take and send nothing more past `receive`; and nothing keeps the two, and a table with them, in memory."""
        if self.socket is not None:
            self.socket.give_to(None)
            self.socket = None

    async def pump(self) -> None:
        """Send what could not be sent at once, for as long as there is a connection."""
        with suppress(OSError, RuntimeError):  # it may be gone, which the other side of this hears of
            while (message := await self._out.get()) is not None:
                await self._send({"type": "websocket.send", "text": message.decode()})
                self._waiting -= 1
            await self.close(CloseCode.TOO_SLOW, "messages were not read in time; come in again")

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def read(self, text: str | None) -> dict[str, Any]:
        """What a message says. One that isn't a JSON object is refused; too many are the end."""
        now, rate = time.monotonic(), self.settings.rate
        self._allowed = min(float(self.settings.burst), self._allowed + (now - self._at) * rate) - 1
        self._at = now
        if self._allowed < 0:
            raise EndOfConnection(CloseCode.TOO_FAST, f"at most {rate:g} messages a second")
        if text is None:
            raise Refused("a message is text, not binary")
        try:
            found = orjson.loads(text)
        except orjson.JSONDecodeError:
            raise Refused("a message is a JSON object, and this can't be read as JSON") from None
        if not isinstance(found, dict):
            raise Refused('a message is a JSON object, like {"type": "join"}')
        return found

    async def receive(self) -> str | None:
        """The next message; None is one that is no text."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise EndOfConnection
        text: str | None = message.get("text")
        return text


async def connect(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """A connection to a table: the first message says who it is, and then it is served until it ends."""
    await receive()  # the wish to connect
    await send({"type": "websocket.accept"})
    connection = Connection(receive, send, hub.settings, scope.get("extensions", {}).get(DIRECT))
    try:
        found = PATH.fullmatch(scope["path"])
        if found is None:
            raise NoTable("connections are at /tables/TABLE/socket")
        with hub.counted(address_of(scope)):
            async with hub.at(found[1]) as live:
                await _come_in(hub, live, connection, address_of(scope))
    except EndOfConnection as end:
        if end.args:
            await connection.close(*end.args)
    except FeintError as error:
        with suppress(OSError, RuntimeError):
            said = encoded(Error(type="error", id=None, error=str(error))).decode()
            await send({"type": "websocket.send", "text": said})
        codes = ((NoTable, CloseCode.NO_SUCH_TABLE), (TooMany, CloseCode.TOO_MANY_CONNECTIONS))
        await connection.close(next((code for kind, code in codes if isinstance(error, kind)), CloseCode.REFUSED), "")
    except Exception as error:
        trouble("a connection failed", error)
        await connection.close(CloseCode.INTERNAL_ERROR, "something went wrong in the server; come in again")


async def _come_in(hub: Hub, live: TableSession, connection: Connection, address: str) -> None:
    """Find out who it is, and serve it until the connection ends."""
    viewer, seen = await _joining(connection, live.table)
    hub.join(live, viewer, connection, seen)
    pump = asyncio.create_task(connection.pump())
    try:
        await Served(hub, live, viewer, connection, address).serve()
    finally:
        hub.leave(live, viewer, connection)
        connection.let_go()
        pump.cancel()
        with suppress(asyncio.CancelledError):
            await pump


def address_of(scope: Scope) -> str:
    """Where a request or a connection comes from."""
    client = scope.get("client")
    return client[0][:64] if client else ""


async def _joining(connection: Connection, table: Table) -> tuple[str | None, int | None]:
    """Who comes in, and the last change that they have seen."""
    try:
        async with asyncio.timeout(connection.settings.patience):
            message = connection.read(await connection.receive())
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


class Served:
    """Someone who has come in, and what their messages ask for."""

    def __init__(self, hub: Hub, live: TableSession, viewer: str | None, connection: Connection, address: str) -> None:
        self.hub = hub
        self.live = live
        self.viewer = viewer
        self.connection = connection
        self.address = address

    async def serve(self) -> None:
        """Do what the messages ask for until the connection ends."""
        socket = self.connection.socket
        while True:
            if socket is not None:
                socket.give_to(self.take_at_once)
            self.take(await self.connection.receive())

    def take_at_once(self, text: str) -> None:
        """The same for one that comes past `receive`."""
        try:
            self.take(text)
        except EndOfConnection as end:
            self.hub.spawn(self.connection.close(*end.args))

    def take(self, text: str | None) -> None:
        """Do what a message asks for. It may take a while, and others may come meanwhile: each is done in its turn."""
        id = None
        try:
            message = self.connection.read(text)
            id = _text(message, "id", REQUEST_ID_LENGTH)
            if self.viewer is None:
                raise Refused("who watches can't choose: sit down, and come in with the token")
            kind = message.get("type")
            if kind == "choose":
                ask = message.get("ask")
                if type(ask) is not int:
                    raise Refused("ask is the number of the question that this answers")
                told = partial(self._told_of_choice, id)
                self.hub.choose_soon(self.live, self.viewer, id, ask, _text(message, "choice", CHOICE_LENGTH), told)
            elif kind == "resign":
                self._soon(id, partial(self.hub.resign, self.live, self.viewer))
            elif kind == "claim":
                self._soon(id, partial(self.hub.claim, self.live, self.viewer))
            elif kind == "rematch":
                self._soon(id, partial(self.hub.rematch, self.live, self.viewer, self.address))
            else:
                raise Refused("a message's type is choose, resign, claim or rematch")
        except EndOfConnection:
            raise
        except Exception as error:
            self._refuse(id, told_of(error))

    def _soon(self, id: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.live.users += 1
        self.hub.spawn(self._done(id, work))

    async def _done(self, id: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
            self._confirm(id)
        except Exception as error:
            self._refuse(id, told_of(error))
        finally:
            self.hub.release(self.live)

    def _told_of_choice(self, id: str, how: bool | FeintError) -> None:
        if isinstance(how, FeintError):
            self._refuse(id, how)
        elif not how:  # else the change has said that it is done
            self._confirm(id)

    def _confirm(self, id: str) -> None:
        self.connection.send(encoded(Done(type="done", id=id)))

    def _refuse(self, id: str | None, error: FeintError) -> None:
        self.connection.send(encoded(Error(type="error", id=id, error=str(error))))


def _text(message: dict[str, Any], name: str, most: int) -> str:
    text = message.get(name)
    if not isinstance(text, str) or not 0 < len(text) <= most or not text.isprintable():
        raise Refused(f"{name} is a line of 1 to {most} characters")
    return text
