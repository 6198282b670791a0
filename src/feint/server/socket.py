"""uvicorn's WebSocket with two things more: texts are sent at once if they can be, and given to whoever takes them.

ASGI's `send` and `receive` have to be awaited by tasks that are woken for them, and between two messages uvicorn stops
reading. With thousands of small messages a second that would be much of the work. A connection whose reader is slow is
written to as usual, by a task that waits.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

DIRECT = "feint.direct"  # where a connection finds it, among what the server can do beyond ASGI
SHORT, LONG = 126, 65_536  # bytes from which on a frame's length is written in another way

Take = Callable[[str], None]


class Socket(WebSocketsSansIOProtocol):
    """A connection of uvicorn's."""

    _take: Take | None = None

    def handle_connect(self, event: Any) -> None:
        """Offer what it can do."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    def write(self, text: bytes) -> bool:
        """Send a text if that needs no waiting; whether it was sent."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    def give_to(self, take: Take) -> bool:
        """From now on give texts to someone at once; False as long as some wait to be received."""
        if self.queue.empty():
            self._take = take
        return self._take is not None

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        text = self._text() if self._take is not None and not self.close_sent else None
        if text is None or self._take is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._take(text)

    def _text(self) -> str | None:
        """The message, if it is a text."""
        if self.curr_msg_data_type != "text":
            return None
        try:
            return b"".join(self.frames).decode()
        except UnicodeDecodeError:
            return None


def _head(length: int) -> bytes:
    """What stands before a text: that it is one, whole and not masked, and how long (RFC 6455, 5.2)."""
    if length < SHORT:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2) if length < LONG else b"\x81\x7f" + length.to_bytes(8)
