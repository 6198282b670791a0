"""uvicorn's WebSocket with one thing more: a message that can be sent without waiting is sent at once.

ASGI's `send` has to be awaited, by a task that is woken for it; with thousands of small messages a second that would be
much of the work. A connection whose reader is slow is written to as usual, by a task that waits.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

AT_ONCE = "feint.write_at_once"  # where a connection finds it, among what the server can do beyond ASGI

Write = Callable[[bytes], bool]


class Socket(WebSocketsSansIOProtocol):
    """A connection of uvicorn's."""

    def handle_connect(self, event: Any) -> None:
        """Offer to write at once."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][AT_ONCE] = self.write_at_once  # type: ignore[assignment]

    def write_at_once(self, text: bytes) -> bool:
        """Send a text if that needs no waiting; whether it was sent."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True
