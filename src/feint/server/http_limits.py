"""uvicorn's HTTP with limits: on connections, heads of requests, pipelining, and how long each of them may take.

Without these, one visitor can fill the memory with headers that never end or with requests that nobody has answered
yet, and hold every connection that the machine can have by sending half a request on each. Whoever goes beyond a limit
is refused, the connection is closed, and the log has a line about it, at most one a minute for each kind of refusal.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from feint.server.logs import logger
from feint.server.loop_turns import LoopTurns
from feint.server.network import LIMITS, network_of
from feint.server.settings import Settings
from feint.server.websocket import DirectWebSocket

LOGGED_EVERY = 60.0  # seconds
OWN_FILES = 128  # that the process keeps for itself: the database, its log, what it imports
HEADER_COST = 32  # bytes that each header counts besides its text, since each takes memory by itself

CONNECTIONS, SHARE = "too many connections", "too many connections from one network"
HEAD, PIPELINE = "the head of a request is too long", "too many requests at once over one connection"
HEAD_TIME, BODY_TIME = "the head of a request took too long", "the body of a request took too long"
UNREAD, UNSENT = "an answer was not read in time", "too many answers are not being read"
TOO_MUCH = "too much came in at once"
MALFORMED = "this is no HTTP request"
QUEUE = "too many requests at once from one network"
HOST, ORIGIN = "a name that this server is not known by", "a page of another site"
KINDS = (
    CONNECTIONS, SHARE, HEAD, PIPELINE, QUEUE, HEAD_TIME, BODY_TIME, UNREAD, UNSENT, TOO_MUCH, MALFORMED, HOST, ORIGIN,
)  # fmt: skip
STATUS = {
    CONNECTIONS: "503 Service Unavailable",
    SHARE: "503 Service Unavailable",
    HEAD: "431 Request Header Fields Too Large",
    HEAD_TIME: "408 Request Timeout",
    BODY_TIME: "408 Request Timeout",
}


class ConnectionLimits:
    """The connections of one process, of any kind: how many there are, and why others were refused."""

    def __init__(self, settings: Settings, files: int | None = None) -> None:
        self.settings = settings
        self.ipv4_prefix, self.ipv6_prefix = settings.ipv4_prefix, settings.ipv6_prefix
        self.most = settings.sockets if files is None else max(2, min(settings.sockets, files - OWN_FILES))
        self.share = max(1, self.most // 2)  # of them for one network
        self.networks: Counter[str] = Counter()
        self.open = 0
        self.unsent = 0  # bytes of answers that wait for slow readers
        self.unread = 0  # bytes that came in and wait for their turn
        self.turns = LoopTurns()
        self.refused: Counter[str] = Counter()
        self._logged: dict[str, float] = {}

    def admit(self, address: str, shared: bool) -> Callable[[], None] | str:
        """Count a connection, and give what has to be called at its end; or say why it is refused.

        `shared`: everyone comes from this address, which is a proxy's.
        """
        network = "" if shared else network_of(address, self)
        if self.open >= self.most:
            return CONNECTIONS
        if not shared and self.networks[network] >= self.share:
            return SHARE
        self.open += 1
        self.networks[network] += 1
        counted = True

        def leave() -> None:
            nonlocal counted
            if counted:
                counted = False
                self.open -= 1
                self.networks[network] -= 1
                if not self.networks[network]:
                    del self.networks[network]

        return leave

    def has_room(self, address: str) -> bool:
        """Whether what came in and waits isn't too much."""
        if self.unread > self.settings.bodies:
            self.note(TOO_MUCH, address)
            return False
        return True

    def note(self, kind: str, address: str) -> None:
        """Something was refused."""
        self.refused[kind] += 1
        now = time.monotonic()
        if now - self._logged.get(kind, -LOGGED_EVERY) >= LOGGED_EVERY:
            self._logged[kind] = now
            logger.warning("refused, from %s: %s; %d so far", address or "somewhere", kind, self.refused[kind])


def open_files() -> int | None:
    """How many files this process may have open, raised as far as it may raise it; None where nobody says."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # some systems allow less than they say
            return soft
    return max(soft, wanted)


class LimitedHttp(HttpToolsProtocol):
    """A connection of uvicorn's that keeps to the limits."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.limits: ConnectionLimits | None = self.app_state.get(LIMITS)
        self._settings = self.limits.settings if self.limits is not None else Settings("")
        self._leave: Callable[[], None] | None = None
        self._refusal: str | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._unsent = 0
        self._head = 0  # bytes of the head that is being read, as far as they were told apart
        self._raw = 0  # bytes that came since the head began, in whole pieces
        self._in_head = False
        self.network = ""
        self._waiting = b""  # what came in and wasn't read yet

    # The connection.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or refuse it."""
        address = (transport.get_extra_info("peername") or ("",))[0]
        if self.limits is not None:
            found = self.limits.admit(str(address), shared=bool(self.config.proxy_headers))
            if isinstance(found, str):
                self.transport, self.client = transport, (str(address), 0)
                self._refuse(found)
                return
            self._leave = found
            self.network = network_of(str(address), self.limits)
        super().connection_made(transport)
        self._read_within(self._settings.head_time, HEAD_TIME)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._stop_timers()
        self._left()
        if self._waiting and self.limits is not None:
            self.limits.turns.forget(self)
            self.limits.unread -= len(self._waiting)
            self._waiting = b""
        super().connection_lost(exc)

    def _left(self) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, and counts until that ends."""
        self._stop_timers()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # the two hold each other, and uvicorn lets go of neither
        protocol = self.transport.get_protocol()
        if isinstance(protocol, DirectWebSocket):
            protocol.on_lost, self._leave = self._leave, None
            protocol.limits, protocol.network = self.limits, self.network

    def shutdown(self) -> None:
        """The server stops. Whoever is still sending a request isn't waited for."""
        if self._reading is not None:
            self.transport.close()
        super().shutdown()

    # What comes in.

    def data_received(self, data: bytes) -> None:
        """Some bytes, which are read now or in one of the next turns of the loop."""
        if self.limits is None or (not self._waiting and self.limits.turns.may_read()):
            self._read(data)
            return
        if not self._waiting:
            self.flow.pause_reading()
            self.limits.turns.wait(self)
        self._waiting += data
        self.limits.unread += len(data)
        if self.limits.unread > self._settings.bodies:
            self.loop.call_soon(self._abort, TOO_MUCH)

    def read_on(self) -> None:
        """Its turn has come."""
        assert self.limits is not None
        data, self._waiting = self._waiting, b""
        self.limits.unread -= len(data)
        self.flow.resume_reading()
        self._read(data)

    def _read(self, data: bytes) -> None:
        if self._refusal is not None:
            return
        if self._reading is None and (self.cycle is None or self.cycle.response_complete):
            self._read_within(self._settings.head_time, HEAD_TIME)
        before = self._in_head
        super().data_received(data)
        if before and self._in_head:
            self._raw += len(data)
            if self._raw > self._settings.head:
                self._refuse(HEAD)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head, self._raw, self._in_head = 0, 0, True
        if self._reading is None:
            self._read_within(self._settings.head_time, HEAD_TIME)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Part of its address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One of its headers."""
        self._count(HEADER_COST + len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > self._settings.head:
            self._refusal = HEAD
            raise ValueError(HEAD)  # which ends the parser, and then `send_400_response` is called

    def on_headers_complete(self) -> None:
        """Its body begins, if there is one."""
        self._in_head = False
        if len(self.pipeline) >= self._settings.pipelined:
            self._refusal = PIPELINE
            raise ValueError(PIPELINE)
        self._read_within(self._settings.body_time, BODY_TIME)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or too much of one."""
        self._refuse(self._refusal or MALFORMED)

    # What goes out.

    def pause_writing(self) -> None:
        """Whoever asked doesn't read the answer."""
        super().pause_writing()
        if self._writing is None:
            self._writing = self.loop.call_later(self._settings.answer_time, self._abort, UNREAD)
        if self.limits is not None:
            more = self.transport.get_write_buffer_size()
            self.limits.unsent += more - self._unsent
            self._unsent = more
            if self.limits.unsent > self._settings.unsent:
                self.loop.call_soon(self._abort, UNSENT)

    def resume_writing(self) -> None:
        """Most of it was read."""
        super().resume_writing()
        self._stop_writing_timer()

    # The end of it.

    def _read_within(self, seconds: float, kind: str) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self._reading = self.loop.call_later(seconds, self._refuse, kind)

    def _stop_timers(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self._stop_writing_timer()

    def _stop_writing_timer(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        if self.limits is not None:
            self.limits.unsent -= self._unsent
            self._unsent = 0

    def _refuse(self, kind: str) -> None:
        """Say why, and close the connection."""
        self._refusal = kind
        self._stop_timers()
        if self.transport.is_closing():
            return
        if self.limits is not None:
            self.limits.note(kind, self.client[0] if self.client else "")
        status, said = STATUS.get(kind, "400 Bad Request"), f'{{"error":"{kind}"}}'
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(said)}\r\n"
            self.transport.write(f"{head}connection: close\r\n\r\n{said}".encode())
        self.transport.close()

    def _abort(self, kind: str) -> None:
        """Close the connection without waiting for anything."""
        self._refusal = kind
        self._stop_timers()
        if self.limits is not None:
            self.limits.note(kind, self.client[0] if self.client else "")
        self.transport.abort()
