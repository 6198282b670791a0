"""A client of the network table, for programs: open a table, sit down, and play over a WebSocket.

    async with sit("http://127.0.0.1:8765", table, "P1") as seat:
        while not seat.ended:
            if seat.legal:
                await seat.choose(random.choice(seat.legal))
            await seat.change()

docs/developers/server.md shows the messages behind it, for programs in other languages.
"""

import asyncio
import json
import re
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.client import HTTPException
from typing import Any
from urllib.parse import quote

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.fairness import new_string
from feint.core.files import reason

SECONDS = 30.0  # to wait for an answer
LEAVING = 1.0  # seconds to wait for the other side when one leaves; it may have said more than was read


class ServerError(FeintError):
    """What the server refused, in its own words; over HTTP with its status."""

    def __init__(self, sentence: str, status: int | None = None) -> None:
        super().__init__(sentence)
        self.status = status


class Lost(FeintError):
    """The connection has ended; come in again with `seen`, and get what was missed."""


async def ask(url: str, path: str, body: object = None, token: str | None = None) -> Any:
    """Ask the server something over HTTP; with a body it is a POST. What comes back, JSON or text."""
    return await asyncio.to_thread(_ask, url, path, body, token)


def _ask(url: str, path: str, body: object, token: str | None) -> Any:
    check_address(url)
    request = urllib.request.Request(url.rstrip("/") + path)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            text = answer.read().decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
    except urllib.error.HTTPError as error:
        with error:
            raise ServerError(_sentence(url, error), error.code) from None
    except (OSError, HTTPException) as error:
        raise Lost(f"{url} can't be reached: {_why(error)}") from None
    except ValueError:  # neither JSON nor text
        raise ServerError(f"{url} is no server of Feint") from None


def check_address(url: str) -> None:
    """Refuse what can't be the address of a server."""
    if not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~/-]*)?", url):
        raise FeintError("a server's address is like http://127.0.0.1:8765 or https://example.org")


def _sentence(url: str, error: urllib.error.HTTPError) -> str:
    """What the server refused; something else than Feint may have answered."""
    try:
        return str(json.loads(error.read())["error"])
    except (OSError, HTTPException) as lost:  # half of an answer came
        raise Lost(f"{url} can't be reached: {_why(lost)}") from None
    except (ValueError, KeyError, TypeError):
        return f"{url} is no server of Feint: it answers with status {error.code}"


def _why(error: Exception) -> str:
    """Why there is no connection, in the system's own words."""
    inner = getattr(error, "reason", error)
    return reason(inner) if isinstance(inner, OSError) else str(inner) or type(inner).__name__


async def open_table(
    url: str,
    game: str,
    rulings: dict[str, str | int | None] | None = None,
    bots: dict[str, str] | None = None,
    public: bool = True,
    clock: dict[str, int | float] | None = None,
) -> str:
    """Open a table; its id. `clock` is {"move": seconds} for each choice or {"game": seconds} for all of them."""
    wanted = {"game": game, "rulings": rulings or {}, "bots": bots or {}, "public": public, "clock": clock}
    opened = await ask(url, "/tables", wanted)
    return str(opened["table"])


async def take(
    url: str, table: str, seat: str, string: str | None = None, token: str | None = None, before: str | None = None
) -> str:
    """Take a seat, with a random string and a token of one's own; the token, which holds the seat.

    If the answer is lost, the same is asked for once more, which does no harm. `before` is the token of the match
    before, for a rematch.
    """
    path = f"/tables/{quote(table, safe='')}/seats/{quote(seat, safe='')}"
    sitting = {"string": string or new_string(), "token": token or secrets.token_urlsafe(32)}
    try:
        seated = await ask(url, path, sitting, before)
    except Lost:
        seated = await ask(url, path, sitting, before)
    return str(seated["token"])


class TableClient:
    """A connection to a table, and what the server has told over it; made by `sit`, `come_in` and `watch`."""

    def __init__(self, socket: Any, table: str, token: str | None) -> None:
        self.table = table
        self.token = token
        self.facts: dict[str, Any] = {"view": None, "legal": [], "ask": None, "log": [], "ended": None, "number": 0}
        self._socket = socket
        self._ahead = 0  # milliseconds that the server's clock is ahead of ours

    @property
    def number(self) -> int:
        """The number of the last change."""
        return int(self.facts["number"])

    @property
    def view(self) -> dict[str, Any] | None:
        """All that this seat may know; None before the match."""
        view: dict[str, Any] | None = self.facts["view"]
        return view

    @property
    def legal(self) -> list[str]:
        """The choices that this seat has now."""
        legal: list[str] = self.facts["legal"]
        return legal

    @property
    def log(self) -> list[str]:
        """What happened so far."""
        log: list[str] = self.facts["log"]
        return log

    @property
    def ended(self) -> dict[str, Any] | None:
        """How it ended; None before."""
        ended: dict[str, Any] | None = self.facts["ended"]
        return ended

    @property
    def clock(self) -> dict[str, float] | None:
        """How many seconds each seat has left now; None without a clock, and before the match."""
        known = self.facts.get("time")
        if known is None:
            return None
        passed = _now() + self._ahead - known["at"]
        running = dict.fromkeys(known["running"], passed)
        return {seat: max(0, ms - running.get(seat, 0)) / 1000 for seat, ms in known["left"].items()}

    async def choose(self, choice: str, id: str | None = None, ask: int | None = None) -> None:
        """Make a choice; when this returns it is stored for good."""
        ask = self.facts["ask"] if ask is None else ask
        await self._have_done({"type": "choose", "id": id or secrets.token_hex(8), "ask": ask, "choice": choice})

    async def resign(self) -> None:
        """Give up."""
        await self._have_done({"type": "resign", "id": secrets.token_hex(8)})

    async def claim(self) -> None:
        """Have the win because another has been gone for long; before that it is refused, saying how long it takes."""
        await self._have_done({"type": "claim", "id": secrets.token_hex(8)})

    async def rematch(self) -> dict[str, Any]:
        """Ask for another match, after the end; where it is, and which seat there is kept for this player."""
        if self.facts.get("rematch") is None:
            await self._have_done({"type": "rematch", "id": secrets.token_hex(8)})
        found: dict[str, Any] = self.facts["rematch"]
        return found

    async def change(self) -> dict[str, Any]:
        """Wait for the next message, however long others think, and take note of it."""
        message: dict[str, Any] = await self.receive()
        self._note(message)
        return message

    async def receive(self) -> dict[str, Any]:
        """Wait for the next message, as it came."""
        from websockets.exceptions import ConnectionClosed

        try:
            message: dict[str, Any] = json.loads(await self._socket.recv())
        except (ConnectionClosed, OSError) as error:
            raise Lost(f"the connection has ended: {error}") from None
        return message

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message as it is."""
        from websockets.exceptions import ConnectionClosed

        try:
            await self._socket.send(json.dumps(message))
        except (ConnectionClosed, OSError) as error:
            raise Lost(f"the connection has ended: {error}") from None

    async def _have_done(self, message: dict[str, Any]) -> None:
        await self.send(message)
        try:
            async with asyncio.timeout(SECONDS):
                while True:
                    answer = await self.change()
                    if message["id"] in (answer.get("id"), answer.get("done")):
                        break
                    if answer["type"] == "error" and answer["id"] is None:
                        break
        except TimeoutError:
            raise Lost("the server doesn't answer") from None
        if answer["type"] == "error":
            raise ServerError(answer["error"])

    def _note(self, message: dict[str, Any]) -> None:
        if "now" in message:
            self._ahead = message["now"] - _now()
        if message["type"] == "table":
            self.facts = message
        elif message["type"] == "change":
            facts = {name: part for name, part in message.items() if name != "done"}
            if self.facts["view"] is not None and "view" in facts:
                facts["view"] = self.facts["view"] | facts["view"]
            facts["log"] = self.facts["log"] + facts.get("log", [])
            self.facts |= facts


@asynccontextmanager
async def come_in(
    url: str, table: str, token: str | None = None, before: TableClient | None = None
) -> AsyncIterator[TableClient]:
    """A connection to a table with a token, or without one to watch.

    With `before`, an earlier connection that was lost, only what came since is asked for.
    """
    require_extra("websockets", "server")
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidHandshake

    check_address(url)
    address = f"ws{url.rstrip('/').removeprefix('http')}/tables/{quote(table, safe='')}/socket"
    try:
        connected = await connect(address, compression=None, max_size=None, proxy=None, close_timeout=LEAVING)
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise Lost(f"{url} can't be reached: {_why(error)}") from None
    async with connected as socket:
        player = TableClient(socket, table, token)
        seen = None
        if before is not None and before.number:
            player.facts, seen = dict(before.facts), before.number
        with suppress(Lost):  # it may have been refused before that; then why is still to be read
            await player.send({"type": "join", "token": token, "seen": seen})
        first = await player.change()
        if first["type"] == "error":
            raise ServerError(first["error"])
        while first["type"] == "joined" and player.number < first["number"]:
            await player.change()
        yield player


@asynccontextmanager
async def sit(url: str, table: str, seat: str) -> AsyncIterator[TableClient]:
    """Take a seat and come in."""
    token = await take(url, table, seat)
    async with come_in(url, table, token) as player:
        yield player


@asynccontextmanager
async def sit_again(url: str, player: TableClient) -> AsyncIterator[TableClient]:
    """After the end: take the seat in a rematch, which is opened if there is none yet, and come in."""
    found = await player.rematch()
    token = await take(url, found["table"], found["seat"], before=player.token)
    async with come_in(url, found["table"], token) as again:
        yield again


def watch(url: str, table: str) -> Any:
    """Come in to watch."""
    return come_in(url, table)


def _now() -> int:
    return int(time.time() * 1000)
