"""What a hostile visitor sends to fill a server's memory or to hold its connections, on loopback and in bounded amounts."""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from feint import client

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[[str, int, int], Awaitable[int]]
"""Is given the host, the port and how many bytes to send at the most; how many the server has taken."""

PIECE = 65_536
REQUEST = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
JOIN = b'\x81\x8f\0\0\0\0{"type":"join"}'
PING, FRAGMENT = b"\x89\xfd\0\0\0\0" + 125 * b"x", b"\x00\x80\0\0\0\0"  # frames, masked with zeros


@asynccontextmanager
async def connected(host: str, port: int) -> AsyncIterator[Streams]:
    """A connection of which nothing is read unless someone does."""
    reader, writer = await asyncio.open_connection(host, port, limit=1024)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def flood(host: str, port: int, most: int, begin: bytes, again: bytes, upgrade: bytes = b"") -> int:
    """Send something, and then the same again and again, until the server has enough.

    `upgrade` comes before all else, and is answered first.
    """
    async with connected(host, port) as (reader, writer):
        sent, piece = 0, again * (PIECE // len(again))
        if upgrade:
            writer.write(upgrade)
            await reader.readuntil(b"\r\n\r\n")
        writer.write(begin)
        with suppress(OSError, TimeoutError):
            while sent < most:
                writer.write(piece)
                async with asyncio.timeout(5):  # it doesn't read on: that is as good
                    await writer.drain()
                sent += len(piece)
        return sent


async def pipelined_requests(host: str, port: int, most: int) -> int:
    """Requests, one after the other, without reading any answer."""
    return await flood(host, port, most, b"", REQUEST)


async def endless_header(host: str, port: int, most: int) -> int:
    """One header whose value never ends."""
    return await flood(host, port, most, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x")


async def endless_headers(host: str, port: int, most: int) -> int:
    """Headers without end."""
    return await flood(host, port, most, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"a:\r\n")


async def endless_address(host: str, port: int, most: int) -> int:
    """An address that never ends."""
    return await flood(host, port, most, b"GET /", b"a")


async def endless_body(host: str, port: int, most: int) -> int:
    """A body that never ends."""
    head = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    return await flood(host, port, most, head, b"400\r\n" + 1024 * b"[" + b"\r\n")


async def unread_pongs(host: str, port: int, most: int) -> int:
    """Pings over a WebSocket, without reading any pong."""
    return await flood(host, port, most, JOIN, PING, await upgrade(host, port))


async def empty_fragments(host: str, port: int, most: int) -> int:
    """A message over a WebSocket in parts, all of them empty, without end."""
    return await flood(host, port, most, JOIN + b"\x01\x80\0\0\0\0", FRAGMENT, await upgrade(host, port))


async def upgrade(host: str, port: int) -> bytes:
    """A request for a WebSocket to a table, which is opened for that."""
    table = await client.open_table(f"http://{host}:{port}", "tower-siege")
    key = base64.b64encode(16 * b"x").decode()
    lines = ["Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    head = [f"GET /tables/{table}/socket HTTP/1.1", *lines, f"Sec-WebSocket-Key: {key}", "", ""]
    return "\r\n".join(head).encode()


FLOODS: dict[str, Attack] = {
    "pipelined requests": pipelined_requests,
    "a header without end": endless_header,
    "headers without end": endless_headers,
    "an address without end": endless_address,
    "a body without end": endless_body,
    "pings without reading": unread_pongs,
    "a message in empty parts": empty_fragments,
}

HALF_HEAD = b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_BODY = (
    b"POST /review HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 120000\r\n\r\n"
)
UNREAD = 40 * b"GET /games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def open_many(stack: AsyncExitStack, host: str, port: int, count: int, begin: bytes) -> list[Streams]:
    """Connections that each send something and then wait; fewer if the server takes no more."""
    found: list[Streams] = []
    for _ in range(count):
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(5):
                streams = await stack.enter_async_context(connected(host, port))
            streams[1].write(begin)
            found.append(streams)
    return found


async def status(host: str, port: int, path: str = "/health") -> int:
    """What the server answers to someone else; 0 if it doesn't."""
    try:
        async with asyncio.timeout(5), connected(host, port) as (reader, writer):
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            return int((await reader.readline()).split()[1])
    except (OSError, TimeoutError, IndexError):
        return 0
