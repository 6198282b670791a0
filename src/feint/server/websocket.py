"""uvicorn's WebSocket with two things more: texts are sent at once if they can be, and given to whoever takes them.

ASGI's `send` and `receive` have to be awaited by tasks that are woken for them, and between two messages uvicorn stops
reading. Without this bench/tables.py counts two fifths fewer choices a second at 1,000 tables. A connection whose
reader is slow is written to as usual, by a task that waits; and what is no short text that came whole is read by the
parser as usual.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from feint.server.loop_turns import LoopTurns

DIRECT = "feint.direct"  # where a connection finds it, among what the server can do beyond ASGI
MOST_FRAGMENTS = 64  # of one message
SHORT, LONG = 126, 65_536  # bytes from which on a frame's length is written in another way
PIECE = 4096  # bytes that are read before others have their turn; that can be hundreds of frames
TEXT, MASKED = 0x81, 0x80  # a text in one frame; what clients send is masked with four bytes

OnText = Callable[[str], None]


class Limits(Protocol):
    """What connections share: what may be read now, and how many bytes wait for that."""

    turns: LoopTurns
    unread: int

    def has_room(self, address: str) -> bool:
        """Whether that isn't too much."""


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A connection of uvicorn's."""

    on_lost: Callable[[], None] | None = None  # called when it has ended
    limits: Limits | None = None
    network = ""
    arrived = 0.0  # when the last bytes came in that the parser was given, as `time.monotonic` has it
    waited_since: float | None = None  # while something is read that had to wait: when it came in
    _waiting = b""  # what came in and wasn't read yet
    _first_waits_since = 0.0
    _served = False  # by a task
    _on_text: OnText | None = None
    _at_frame_start = False  # the parser is between two frames, as far as can be told from what came

    def handle_connect(self, event: Any) -> None:
        """Offer what it can do."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]
            self._served = True
            self._at_frame_start = not self.conn.reader.buffer

    def data_received(self, data: bytes) -> None:
        """Some bytes, which are read now or in one of the next turns of the loop."""
        if self.limits is None:
            self._read(data, None)
        elif not self._waiting and self.limits.turns.may_read():
            self._wait(self.limits, data[PIECE:], time.monotonic())
            self._read(data[:PIECE], None)
        else:
            self._wait(self.limits, data, time.monotonic())
            if not self.limits.has_room(self.client[0] if self.client else ""):
                self.transport.abort()

    def _wait(self, limits: Limits, data: bytes, since: float) -> None:
        """Let the rest of what came in wait for its turn, if there is one."""
        if not data:
            return
        if not self._waiting:
            self._first_waits_since = since
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            limits.turns.wait(self)
        self._waiting += data
        limits.unread += len(data)

    def read_on(self) -> None:
        """Its turn has come."""
        assert self.limits is not None
        data, self._waiting = self._waiting, b""
        self.limits.unread -= len(data)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        since = self.waited_since = self._first_waits_since
        self._wait(self.limits, data[PIECE:], since)
        self._read(data[:PIECE], since)
        self.waited_since = None

    def _read(self, data: bytes, since: float | None) -> None:
        """A short text needs no parser; nearly all are, and come by themselves."""
        if self._at_frame_start and self._on_text is not None and not self.frames and self.conn.state is OPEN:
            text = _short_text(data)
            if text is not None and not self.close_sent:
                self._on_text(text)
                return
        self._at_frame_start = self._at_frame_start and _whole_frames(data)
        self.arrived = time.monotonic() if since is None else since
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        if self._waiting and self.limits is not None:
            self.limits.turns.forget(self)
            self.limits.unread -= len(self._waiting)
            self._waiting = b""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None
        self._let_go()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Nobody serves it any more."""
        super().on_task_complete(task)
        self._served = False
        self._let_go()

    def _let_go(self) -> None:
        """Hold nothing that holds this, when it has ended for both sides.

        Else it stays until all of the memory is looked through for such circles, which takes everyone's time.
        """
        if self.disconnected and not self._served:
            self.conn = self.scope = None  # type: ignore[assignment]

    def handle_ping(self) -> None:
        """Answer a ping; whoever sends them without reading the answers would fill the memory with those."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        """Take another part of a message; parts may be empty, and come without end."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def write(self, text: bytes) -> bool:
        """Send a text if that needs no waiting; whether it was sent."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    def deliver_to(self, on_text: OnText | None) -> bool:
        """From now on give texts to someone at once, or to nobody; False as long as some wait to be received."""
        if on_text is None or self.queue.empty():
            self._on_text = on_text
        return self._on_text is not None

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        text = self._text() if self._on_text is not None and not self.close_sent else None
        if text is None or self._on_text is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._on_text(text)

    def _text(self) -> str | None:
        """The message, if it is a text."""
        if self.curr_msg_data_type != "text":
            return None
        try:
            return b"".join(self.frames).decode()
        except UnicodeDecodeError:
            return None


def _short_text(data: bytes) -> str | None:
    """The text, if this is all of the frame of a short one (RFC 6455, 5.2 and 5.3)."""
    if len(data) < 6 or data[0] != TEXT or not MASKED <= data[1] < MASKED + SHORT or len(data) != 6 + data[1] - MASKED:
        return None
    try:
        return apply_mask(data[6:], data[2:6]).decode()
    except UnicodeDecodeError:
        return None


def _whole_frames(data: bytes) -> bool:
    """Whether this is one or more frames, each to its end."""
    at = 0
    while at + 2 <= len(data):
        masked, length = divmod(data[at + 1], MASKED)
        more = {SHORT: 2, SHORT + 1: 8}.get(length, 0)
        if more:
            length = int.from_bytes(data[at + 2 : at + 2 + more])
        at += 2 + more + 4 * masked + length
    return at == len(data)


def _head(length: int) -> bytes:
    """What stands before a text: that it is one, whole and not masked, and how long (RFC 6455, 5.2)."""
    if length < SHORT:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2) if length < LONG else b"\x81\x7f" + length.to_bytes(8)
