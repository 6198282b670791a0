"""Short texts pass the parser by: whatever comes, in whatever pieces, what is taken is what was sent."""

import asyncio
from types import SimpleNamespace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from feint.server.http_limits import TOO_MUCH, ConnectionLimits
from feint.server.settings import Settings
from feint.server.websocket import DIRECT, MOST_FRAGMENTS, PIECE, DirectWebSocket, _short_text, _whole_frames

WISH = (
    b"GET /tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """Where a connection writes to."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.closed = False

    def write(self, data: Any) -> None:
        pass

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def taken(pieces: list[bytes]) -> list[str]:
    """The texts that are taken when these bytes come in, piece by piece."""

    async def come_in() -> list[str]:
        texts: list[str] = []
        there = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            assert scope["extensions"][DIRECT].deliver_to(texts.append)
            there.set()
            while (await receive())["type"] != "websocket.disconnect":
                pass

        config = Config(app, ws_max_size=4096)
        config.load()
        socket = DirectWebSocket(config, ServerState(), {})
        socket.connection_made(Wire())
        socket.data_received(WISH)
        await there.wait()
        for piece in pieces:
            socket.data_received(piece)
        socket.connection_lost(None)
        await asyncio.gather(*socket.tasks)
        return texts

    return asyncio.run(come_in())


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


TEXTS = st.one_of(st.text(max_size=130), st.text(alphabet="aé", min_size=50, max_size=300))
PINGS = st.sampled_from(
    [frame(Opcode.PING, b""), frame(Opcode.PING, b"are you there?"), frame(Opcode.PONG, b"\x81\x80")]
)


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[str], list[bytes]]:
    """Some texts, and their frames, among others, in pieces: whole ones, some in two frames, or cut anywhere."""
    texts, frames = draw(st.lists(TEXTS, max_size=8)), []
    for text in texts:
        data = text.encode()
        if draw(st.integers(0, 4)) == 0:
            half = draw(st.integers(0, len(data)))
            frames += [frame(Opcode.TEXT, data[:half], fin=False), frame(Opcode.CONT, data[half:])]
        else:
            frames.append(frame(Opcode.TEXT, data))
        frames += [draw(PINGS)] if draw(st.booleans()) else []
    pieces: list[bytes] = []
    for one in frames:
        if pieces and draw(st.integers(0, 3)) == 0:
            one = pieces.pop() + one
        cut = draw(st.integers(0, len(one))) if draw(st.integers(0, 3)) == 0 else 0
        pieces += [piece for piece in (one[:cut], one[cut:]) if piece]
    return texts, pieces


@settings(max_examples=150)
@given(stream=streams())
def test_what_is_taken_is_what_was_sent(stream: tuple[list[str], list[bytes]]) -> None:
    texts, pieces = stream
    assert taken(pieces) == texts


def test_a_text_in_a_text_is_not_taken_for_one() -> None:
    """The parser is in the middle of a frame, and the rest of it looks like a frame of its own."""
    inner = b"\x81\x84\0\0\0\0evil"
    outer = bytes([0x81, 0x80 + 1 + len(inner), 0, 0, 0, 0]) + b"x" + inner  # which is no UTF-8 then
    assert taken([inner]) == ["evil"]
    assert taken([outer[:7], inner]) == taken([outer]) == []


def test_where_frames_end() -> None:
    long = frame(Opcode.TEXT, b"x" * 200)
    for whole in (
        b"",
        frame(Opcode.PING, b""),
        long,
        long + frame(Opcode.TEXT, b"y"),
        frame(Opcode.TEXT, b"z" * 70_000),
    ):
        assert _whole_frames(whole)
        assert _short_text(whole) is None
        assert not any(_whole_frames(whole[:cut]) for cut in range(1, min(len(whole), 150)) if whole[:cut] != long)
    assert _short_text(frame(Opcode.TEXT, b"x" * 125)) == "x" * 125
    assert _short_text(frame(Opcode.TEXT, b"x" * 126)) is None
    assert _short_text(b"\x81\x01x") is None, "not masked"
    assert _short_text(frame(Opcode.TEXT, b"\xff")) is None
    assert _short_text(frame(Opcode.TEXT, b"{", fin=False)) is None
    assert _short_text(frame(Opcode.BINARY, b"{")) is None


def test_what_had_to_wait_says_since_when() -> None:
    """A choice counts from when it came in; what follows in a later piece isn't read before it."""
    readers: list[DirectWebSocket] = []

    texts: list[tuple[str, bool]] = []

    async def come_in() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            socket = scope["extensions"][DIRECT]
            socket.deliver_to(lambda text: texts.append((text, socket.waited_since is not None)))
            while (await receive())["type"] != "websocket.disconnect":
                pass

        config = Config(app, ws_max_size=4096)
        config.load()
        socket = DirectWebSocket(config, ServerState(), {})
        socket.connection_made(Wire())
        socket.data_received(WISH)
        while not socket.handshake_complete:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        socket.data_received(frame(Opcode.TEXT, b"before"))
        socket.limits = limits = ConnectionLimits(Settings(""))
        limits.turns = SimpleNamespace(may_read=lambda: False, wait=readers.append)  # type: ignore[assignment]
        for text in (b"one", b"two"):
            socket.data_received(frame(Opcode.TEXT, text))
        assert (texts, len(readers), limits.unread) == ([("before", False)], 1, 18)
        readers[0].read_on()
        assert (limits.unread, socket.waited_since) == (0, None)
        socket.connection_lost(None)
        await asyncio.gather(*socket.tasks)

    asyncio.run(come_in())
    assert texts == [("before", False), ("one", True), ("two", True)]


def test_a_flood_is_read_in_pieces() -> None:
    """Thousands of frames can come in at once: others have their turn in between, and only so much may wait."""
    readers: list[DirectWebSocket] = []
    texts: list[str] = []
    flood = frame(Opcode.TEXT, b"x") * 5000

    async def come_in() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            scope["extensions"][DIRECT].deliver_to(texts.append)
            while (await receive())["type"] != "websocket.disconnect":
                pass

        config, wire = Config(app, ws_max_size=4096), Wire()
        config.load()
        socket = DirectWebSocket(config, ServerState(), {})
        socket.connection_made(wire)
        socket.data_received(WISH)
        while not socket.handshake_complete:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        socket.limits = limits = ConnectionLimits(Settings("", bodies=len(flood)))
        turns = SimpleNamespace(may_read=lambda: True, wait=readers.append, forget=readers.remove)
        limits.turns = turns  # type: ignore[assignment]
        socket.data_received(flood)
        made, most = 0, PIECE // len(frame(Opcode.TEXT, b"x")) + 1
        while readers:
            assert 0 < len(texts) - made <= most
            made = len(texts)
            readers.pop().read_on()
        assert (len(texts), limits.unread) == (5000, 0)
        socket.data_received(flood)
        assert not wire.closed
        socket.data_received(flood)
        assert wire.closed
        assert limits.refused == {TOO_MUCH: 1}
        socket.connection_lost(None)
        assert (readers, limits.unread) == ([], 0)
        await asyncio.gather(*socket.tasks)

    asyncio.run(come_in())


def ended_by(pieces: list[bytes], reads: bool = True) -> bool:
    """Whether these bytes are the end of a connection, whose other side reads what it is sent, or doesn't."""

    async def come_in() -> bool:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass

        config, wire, ends = Config(app, ws_max_size=4096), Wire(), list[int]()
        config.load()
        socket = DirectWebSocket(config, ServerState(), {})
        socket.on_lost = lambda: ends.append(1)
        socket.connection_made(wire)
        socket.data_received(WISH)
        while not socket.handshake_complete:
            await asyncio.sleep(0)
        if not reads:
            socket.pause_writing()
        for piece in pieces:
            socket.data_received(piece)
        ended = wire.closed
        socket.connection_lost(None)
        await asyncio.gather(*socket.tasks)
        assert ends == [1]
        return ended

    return asyncio.run(come_in())


def test_pings_are_answered_while_answers_are_read() -> None:
    """Else the answers would fill the memory."""
    pings = 10 * [frame(Opcode.PING, 125 * b"x")]
    assert not ended_by(pings)
    assert ended_by(pings, reads=False)


def test_a_message_has_only_so_many_parts() -> None:
    """They can be empty, so that its size is no limit."""
    parts = [frame(Opcode.TEXT, b"", fin=False), *(MOST_FRAGMENTS - 2) * [frame(Opcode.CONT, b"", fin=False)]]
    assert not ended_by([*parts, frame(Opcode.CONT, b"")])
    assert ended_by([*parts, *3 * [frame(Opcode.CONT, b"", fin=False)]])


def test_what_is_used_of_uvicorn_is_there() -> None:
    """None of it is documented: a release that renames one must not be noticed by players first."""
    parent = DirectWebSocket.__mro__[1]
    names = ("handle_connect", "data_received", "send_receive_event_to_app", "handle_ping", "handle_cont")
    for overridden in (*names, "connection_lost"):
        assert callable(getattr(parent, overridden))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        pass

    async def missing() -> set[str]:
        config = Config(app, ws_max_size=4096)
        config.load()
        socket = DirectWebSocket(config, ServerState(), {})
        socket.connection_made(Wire())
        assert (socket.frames, bytes(socket.conn.reader.buffer)) == ([], b"")
        used = {"queue", "writable", "close_sent", "disconnected", "transport", "curr_msg_data_type"}
        return {name for name in used if not hasattr(socket, name)}

    assert asyncio.run(missing()) == set()
