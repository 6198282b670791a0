"""The WebSocket of a player, or of someone who watches: choices come in, changes go out.

It speaks ASGI itself, without a framework between: what a framework does for each message would be half the work.
"""

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import orjson
from starlette.types import Receive, Scope, Send

from feint.core.errors import FeintError
from feint.protocol import CHOICE_LENGTH, REQUEST_ID_LENGTH, STRING_LENGTH, TABLE_ID, CloseCode, Done, Error
from feint.server.errors import Refused, TableNotFound, TooManyConnections
from feint.server.hub import Hub
from feint.server.logs import log_error, public_error
from feint.server.network import client_address
from feint.server.origin import misdirected
from feint.server.session import TableSession
from feint.server.settings import Settings
from feint.server.table import Table
from feint.server.viewer import encode
from feint.server.websocket import DIRECT, DirectWebSocket

BACKLOG_BYTES = 1_000_000  # of messages that wait for a slow reader; a list of choices can have a hundred thousand
PATH = re.compile(f"/tables/({TABLE_ID})/socket")


class Joining(NamedTuple):
    """What someone says who joins."""

    token: str | None  # of a seat
    seen: int | None  # the last change that they have seen
    head: str | None  # and the chain's head that came with it


class Disconnect(Exception):
    """The other side has left; or has to, and then there is a code and a reason."""


class Connection:
    """One WebSocket: messages go out in order, and whoever doesn't read them in time has to connect again."""

    def __init__(self, receive: Receive, send: Send, settings: Settings, socket: DirectWebSocket | None = None) -> None:
        self._receive = receive
        self._send = send
        self.socket = socket
        self.settings = settings
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._queued, self._capacity = 0, settings.backlog  # messages
        self._queued_bytes, self._room = 0, BACKLOG_BYTES
        self._overflowed = False
        self._tokens = float(settings.burst)
        self._refilled_at = time.monotonic()

    def send_first(self, messages: list[bytes]) -> None:
        """Send what answers a join, however much it is."""
        self._capacity += len(messages)
        self._room += sum(map(len, messages))
        for message in messages:
            self.send(message)

    def send(self, message: bytes) -> None:
        """Send a message, in order, without waiting."""
        if not self._queued and self.socket is not None and self.socket.write(message):
            return
        if self._queued < self._capacity and self._queued_bytes < self._room:
            self._queue.put_nowait(message)
            self._queued += 1
            self._queued_bytes += len(message)
        elif not self._overflowed:
            self._overflowed = True  # nothing after this is sent, so nothing can be missing in between
            self._capacity = 0
            self._queue.put_nowait(None)

    def detach(self) -> None:
        """Take and send nothing more past `receive`; and nothing keeps the two, and a table with them, in memory."""
        if self.socket is not None:
            self.socket.deliver_to(None)
            self.socket = None

    async def send_queued(self) -> None:
        """Send what could not be sent at once, for as long as there is a connection."""
        with suppress(OSError, RuntimeError):  # it may have ended, which `receive` will say
            while (message := await self._queue.get()) is not None:
                await self._send({"type": "websocket.send", "text": message.decode()})
                self._queued -= 1
                self._queued_bytes -= len(message)
            await self.close(CloseCode.TOO_SLOW, "messages were not read in time; connect again")

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def read(self, text: str | None) -> dict[str, Any]:
        """What a message says. One that isn't a JSON object is refused; too many are the end."""
        at, rate = time.monotonic(), self.settings.rate
        self._tokens = min(float(self.settings.burst), self._tokens + (at - self._refilled_at) * rate) - 1
        self._refilled_at = at
        if self._tokens < 0:
            raise Disconnect(CloseCode.TOO_FAST, f"at most {rate:g} messages a second")
        if text is None:
            raise Refused("a message is text, not binary")
        try:
            found = orjson.loads(text)
        except orjson.JSONDecodeError:
            raise Refused("a message is a JSON object, and this can't be read as JSON") from None
        if not isinstance(found, dict):
            raise Refused('a message is a JSON object, like {"type": "join"}')
        return found

    def waited(self) -> float:
        """How many seconds ago the last bytes came in."""
        return 0.0 if self.socket is None else max(0.0, time.monotonic() - self.socket.arrived)

    def put_off(self) -> float:
        """How many seconds ago that came in which is read just now; 0 if it is read as it came."""
        since = None if self.socket is None else self.socket.waited_since
        return 0.0 if since is None else max(0.0, time.monotonic() - since)

    async def receive(self) -> str | None:
        """The next message; None is one that is no text."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Disconnect
        text: str | None = message.get("text")
        return text


async def connect(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """A connection to a table: the first message says who it is, and then it is served until it ends."""
    await receive()  # the request to connect
    if wrong := misdirected(scope, hub.settings):
        headers = [(b"content-type", b"application/json")]
        await send({"type": "websocket.http.response.start", "status": wrong.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": orjson.dumps({"error": wrong.sentence})})
        return
    await send({"type": "websocket.accept"})
    connection = Connection(receive, send, hub.settings, scope.get("extensions", {}).get(DIRECT))
    try:
        found = PATH.fullmatch(scope["path"])
        if found is None:
            raise TableNotFound("connections are at /tables/TABLE/socket")
        address = client_address(scope)
        with hub.counted_connection(address):
            joining = await _read_join(connection)  # before the table is read, so that none waits in memory for it
            async with hub.session(found[1], address) as session:
                await _serve(hub, session, connection, address, joining)
    except Disconnect as end:
        if end.args:
            await connection.close(*end.args)
    except FeintError as error:
        with suppress(OSError, RuntimeError):
            said = encode(Error(type="error", id=None, error=str(error))).decode()
            await send({"type": "websocket.send", "text": said})
        codes = ((TableNotFound, CloseCode.NO_SUCH_TABLE), (TooManyConnections, CloseCode.TOO_MANY_CONNECTIONS))
        await connection.close(next((code for kind, code in codes if isinstance(error, kind)), CloseCode.REFUSED), "")
    except Exception as error:
        log_error("a connection failed", error)
        await connection.close(CloseCode.INTERNAL_ERROR, "something went wrong in the server; connect again")


async def _serve(hub: Hub, session: TableSession, connection: Connection, address: str, joining: Joining) -> None:
    """Find out who it is, and serve it until the connection ends."""
    token, seen, head = joining
    viewer = None if token is None else session.table.seats.held_by(token)
    with hub.counted_follower(address, session, viewer):
        if viewer is not None or not session.address:
            session.address = address  # bots think at its expense
        await hub.join(session, viewer, connection, seen, head)
        sender = asyncio.create_task(connection.send_queued())
        try:
            await RequestHandler(hub, session, viewer, connection, address).run()
        finally:
            hub.leave(session, viewer, connection)
            connection.detach()
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender


async def _read_join(connection: Connection) -> Joining:
    """What the first message says."""
    try:
        async with asyncio.timeout(connection.settings.patience):
            message = connection.read(await connection.receive())
    except TimeoutError:
        raise Refused('the first message has to come at once: {"type": "join"}') from None
    if message.get("type") != "join":
        raise Refused('the first message says who you are: {"type": "join", "token": ...}')
    token, seen = message.get("token"), message.get("seen")
    if token is not None and not isinstance(token, str):
        raise Refused("a token is text; leave it out to watch")
    if seen is not None and (type(seen) is not int or seen < 0):
        raise Refused("seen is the number of the last change that you have seen; leave it out to get all")
    head = message.get("head")
    if head is not None and not isinstance(head, str):
        raise Refused("head is what came with the last change that you have seen; leave it out if there was none")
    return Joining(token, seen, head)


class RequestHandler:
    """Does what the messages of one connection ask for."""

    def __init__(
        self, hub: Hub, session: TableSession, viewer: str | None, connection: Connection, address: str
    ) -> None:
        self.hub = hub
        self.session = session
        self.viewer = viewer
        self.connection = connection
        self.address = address

    async def run(self) -> None:
        """Do what the messages ask for until the connection ends."""
        socket = self.connection.socket
        while True:
            if socket is not None:
                socket.deliver_to(self.handle_direct)
            text = await self.connection.receive()
            self.handle(text, self.connection.waited())

    def handle_direct(self, text: str) -> None:
        """The same for a message that comes past `receive`."""
        try:
            self.handle(text, self.connection.put_off())
        except Disconnect as end:
            self.connection.detach()  # one close is enough, however much has come
            self.hub.spawn(self.connection.close(*end.args))

    def handle(self, text: str | None, waited: float = 0.0) -> None:
        """Do what a message asks for, `waited` seconds after it came in.

        It may take a while, and others may come meanwhile: each is done in its turn.
        """
        id = None
        try:
            message = self.connection.read(text)
            id = _text(message, "id", REQUEST_ID_LENGTH)
            if self.viewer is None:
                raise Refused("a spectator can't choose: take a seat, and join with its token")
            kind, at = message.get("type"), self.hub.arrival_time(waited)
            if kind == "choose":
                ask = message.get("ask")
                if type(ask) is not int:
                    raise Refused("ask is the number of the question that this answers")
                choice = _text(message, "choice", CHOICE_LENGTH)
                decide = partial(Table.choose, seat=self.viewer, id=id, ask=ask, choice=choice)
                self.hub.submit(self.session, decide, at, partial(self._answer_choice, id))
            elif kind == "resign":
                decide = partial(Table.resign, seat=self.viewer)
                self.hub.submit(self.session, decide, at, partial(self._answer, id))
            elif kind == "draw":
                decide = partial(Table.offer_draw, seat=self.viewer)
                self.hub.submit(self.session, decide, at, partial(self._answer, id))
            elif kind == "undo":
                decide = partial(Table.undo, seat=self.viewer, id=id)
                self.hub.submit(self.session, decide, at, partial(self._answer, id))
            elif kind == "reveal":
                decide = partial(Table.reveal, seat=self.viewer, string=_text(message, "string", STRING_LENGTH))
                self.hub.submit(self.session, decide, at, partial(self._answer, id))
            elif kind == "claim":
                self._start(id, partial(self.hub.claim, self.session, self.viewer))
            elif kind == "rematch":
                self._start(id, partial(self.hub.rematch, self.session, self.viewer, self.address))
            else:
                raise Refused("a message's type is reveal, choose, resign, draw, undo, claim or rematch")
        except Disconnect:
            raise
        except Exception as error:
            self._refuse(id, public_error(error))

    def _start(self, id: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.session.references += 1  # from now on, not when the task begins
        self.hub.spawn(self._run(id, work))

    async def _run(self, id: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
            self._answer(id, True)
        except Exception as error:
            self._refuse(id, public_error(error))
        finally:
            self.hub.release(self.session)

    def _answer_choice(self, id: str, result: bool | FeintError) -> None:
        if result is not True:  # else the change has said that it is done
            self._answer(id, result)

    def _answer(self, id: str, result: bool | FeintError) -> None:
        if isinstance(result, FeintError):
            self._refuse(id, result)
        else:
            self.connection.send(encode(Done(type="done", id=id)))

    def _refuse(self, id: str | None, error: FeintError) -> None:
        self.connection.send(encode(Error(type="error", id=id, error=str(error))))


def _text(message: dict[str, Any], name: str, most: int) -> str:
    text = message.get(name)
    if not isinstance(text, str) or not 0 < len(text) <= most or not text.isprintable():
        raise Refused(f"{name} is a line of 1 to {most} characters")
    return text
