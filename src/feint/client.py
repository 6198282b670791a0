"""A client of the network table, for programs: open a table, take a seat, and play over a WebSocket.

    async with sit("http://127.0.0.1:8765", table, "P1") as seat:
        while not seat.ended:
            if seat.legal:
                await seat.choose(random.choice(seat.legal))
            else:
                await seat.next_message()

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
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from http.client import HTTPException, IncompleteRead
from typing import Any, cast
from urllib.parse import quote

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.files import reason
from feint.core.match import Match
from feint.core.outcome import Outcome
from feint.protocol import (
    BotsPreparing,
    Change,
    ClientMessage,
    Clock,
    Done,
    Ended,
    Error,
    Hint,
    Join,
    Joined,
    NewTable,
    Preparing,
    RematchSeat,
    Request,
    Rulings,
    ServerMessage,
    TableState,
    View,
    outcome_of,
)
from feint.shapes import shape
from feint.witness import OnUnfair, Unfair, Witness

TIMEOUT = 30.0  # seconds to wait for an answer
CLOSE_TIMEOUT = 1.0  # seconds to wait for the other side when one leaves; it may have sent more than was read
MOST_BYTES = 1 << 26  # of a message or an answer: a server that sends more would only fill the memory
INCOMPATIBLE = "what the server sends doesn't fit this version of Feint"
MESSAGES = {
    "table": shape(TableState), "joined": shape(Joined), "change": shape(Change), "done": shape(Done),
    "error": shape(Error), "preparing": shape(BotsPreparing),
}  # fmt: skip
NOTHING_YET: Any = {
    "number": 0,
    "seats": {},
    "view": None,
    "legal": [],
    "details": {},
    "ask": None,
    "forced": False,
    "log": [],
    "draw": [],
    "ended": None,
    "rematch": None,
}


class ServerError(FeintError):
    """What the server refused, in its own words; over HTTP with its status."""

    def __init__(self, sentence: str, status: int | None = None) -> None:
        super().__init__(sentence)
        self.status = status


class ConnectionLost(FeintError):
    """The connection has ended; join again with the last state, and get what was missed."""


async def request(url: str, path: str, body: object = None, token: str | None = None) -> Any:
    """Ask the server something over HTTP; with a body it is a POST. What comes back, JSON or text."""
    return await asyncio.to_thread(_request, url, path, body, token)


def _request(url: str, path: str, body: object, token: str | None) -> Any:
    check_address(url)
    request = urllib.request.Request(url.rstrip("/") + path)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            text = _body(answer).decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
    except urllib.error.HTTPError as error:
        with error:
            raise ServerError(_refusal(url, error), error.code) from None
    except (OSError, HTTPException) as error:
        raise ConnectionLost(f"{url} can't be reached: {_cause(error)}") from None
    except (ValueError, RecursionError):  # neither JSON nor text
        raise ServerError(f"{url} is not a Feint server") from None


def _body(answer: Any) -> bytes:
    """All of an answer; half of one is none, and more than anyone needs is the end of it."""
    data: bytes = answer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ServerError(f"the server sends more than {MOST_BYTES:,} bytes, so it is no Feint server")
    if answer.length:
        raise IncompleteRead(data, answer.length)
    return data


def check_address(url: str) -> None:
    """Refuse what can't be the address of a server."""
    if not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~/-]*)?", url):
        raise FeintError("a server's address is like http://127.0.0.1:8765 or https://example.org")


def _refusal(url: str, error: urllib.error.HTTPError) -> str:
    """What the server refused; something else than Feint may have answered."""
    try:
        return str(json.loads(_body(error.fp))["error"])
    except (OSError, HTTPException) as lost:  # half of an answer came
        raise ConnectionLost(f"{url} can't be reached: {_cause(lost)}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        return f"{url} is not a Feint server: it answers with status {error.code}"


def _cause(error: Exception) -> str:
    """Why there is no connection, in the system's own words."""
    inner = getattr(error, "reason", error)
    return reason(inner) if isinstance(inner, OSError) else str(inner) or type(inner).__name__


async def open_table(
    url: str,
    game: str,
    rulings: Rulings | None = None,
    bots: dict[str, str] | None = None,
    public: bool = True,
    clock: Clock | None = None,
) -> str:
    """Open a table; its id. `clock` is {"move": seconds} for each choice or {"game": seconds} for all of them."""
    table: NewTable = {"game": game, "rulings": rulings or {}, "bots": bots or {}, "public": public, "clock": clock}
    opened = await request(url, "/tables", table)
    return str(opened["table"])


class Token(str):
    """A token that holds a seat, and with it what its holder has seen of the table, and the string it is bound to."""

    witness: Witness

    def __new__(cls, token: str, witness: Witness) -> "Token":
        """A token with what its holder has seen."""
        made = super().__new__(cls, token)
        made.witness = witness
        return made


async def take_seat(
    url: str,
    table: str,
    seat: str,
    witness: Witness | None = None,
    token: str | None = None,
    previous_token: str | None = None,
) -> Token:
    """Take a seat, bound to a random string and with a token made here; the token, which holds the seat.

    The string is kept in the token, until all seats are bound and `join` reveals it. Whoever keeps a token in a file
    has to keep its `witness`, too. If the answer is lost, the same is asked for once more, which does no harm. For a
    rematch, `previous_token` is the token of the match before.
    """
    path = f"/tables/{quote(table, safe='')}"
    about = await request(url, path)
    witness = witness or Witness(table)
    witness.see_table(about, about["seats"])
    if witness.complaints:
        raise Unfair(witness.complaints[0])
    path += f"/seats/{quote(seat, safe='')}"
    body = witness.seat_request(seat, token or secrets.token_urlsafe(32), about["seats"])
    try:
        taken = await request(url, path, body, previous_token)
    except ConnectionLost:
        taken = await request(url, path, body, previous_token)
    witness.seat = seat
    return Token(taken["token"], witness)


async def check_match(url: str, client: "TableClient") -> Match | None:
    """After the end: fetch the record, and raise `Unfair` if it isn't what was promised and seen; the match.

    None for a match that went on from another one, of which no record can be replayed.
    """
    return client.witness.check_record(
        await request(url, f"/tables/{quote(client.table, safe='')}/record"), client.ended
    )


async def hint(url: str, table: str, token: str) -> Hint:
    """What to choose now, and what each choice is worth: for the one person at a table of bots, on their turn."""
    while (state := await request(url, f"/tables/{quote(table, safe='')}/hint", {}, token))["state"] != "done":
        pass  # each answer takes its time
    return cast(Hint, state["hint"])


class TableClient:
    """A connection to a table, and what the server has sent over it; made by `sit`, `join` and `watch`."""

    def __init__(
        self,
        socket: Any,
        table: str,
        token: str | None,
        witness: Witness | None = None,
        on_unfair: OnUnfair | None = None,
    ) -> None:
        self.table = table
        self.token = token
        self.witness = witness or Witness(table)
        self.state: TableState = dict(NOTHING_YET)  # type: ignore[assignment]  # until the first message
        self.preparing: dict[str, Preparing] = {}  # the seats of bots that are still getting ready
        self._socket = socket
        self._clock_offset = 0  # milliseconds that the server's clock is ahead of ours
        self._on_unfair = on_unfair
        self._revealed = False  # whether the seat's string was sent over this connection
        self._chosen: dict[str, tuple[int, str]] = {}  # the question and the choice, by the id under which it was sent

    @property
    def number(self) -> int:
        """The number of the last change."""
        return self.state["number"]

    @property
    def view(self) -> View | None:
        """All that this seat may know; None before the match."""
        return self.state["view"]

    @property
    def legal(self) -> list[str]:
        """The choices that this seat has now."""
        return self.state["legal"]

    @property
    def log(self) -> list[str]:
        """What happened so far."""
        return self.state["log"]

    @property
    def ended(self) -> Ended | None:
        """How it ended, as the server says it; None before."""
        return self.state["ended"]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None before."""
        return None if self.ended is None else outcome_of(self.ended)

    @property
    def clock(self) -> dict[str, float] | None:
        """How many seconds each seat has left now; None without a clock, and before the match."""
        known = self.state.get("time")
        if known is None:
            return None
        passed = _now() + self._clock_offset - known["at"]
        running = dict.fromkeys(known["running"], passed)
        return {seat: max(0, ms - running.get(seat, 0)) / 1000 for seat, ms in known["left"].items()}

    async def choose(self, choice: str, id: str | None = None, ask: int | None = None) -> None:
        """Make a choice; when this returns it is stored for good."""
        number = self.state["ask"] if ask is None else ask
        await self._ask_for({"type": "choose", "id": id or _new_id(), "ask": cast(int, number), "choice": choice})

    async def resign(self) -> None:
        """Give up."""
        await self._ask_for({"type": "resign", "id": _new_id()})

    async def offer_draw(self) -> None:
        """Offer a draw, or accept the one that was offered."""
        await self._ask_for({"type": "draw", "id": _new_id()})

    async def undo(self, id: str | None = None) -> None:
        """Take back the last choice and what followed; only against bots, and if nothing came out since."""
        await self._ask_for({"type": "undo", "id": id or _new_id()})

    async def claim(self) -> None:
        """Claim the win because another has been gone for long; before that it is refused, saying how long it takes."""
        await self._ask_for({"type": "claim", "id": _new_id()})

    async def rematch(self) -> RematchSeat:
        """Ask for another match, after the end; where it is, and which seat is reserved for this player there."""
        if self.state.get("rematch") is None:
            await self._ask_for({"type": "rematch", "id": _new_id()})
        return cast(RematchSeat, self.state["rematch"])  # which comes before the word that it is done

    async def next_message(self) -> ServerMessage:
        """Wait for the next message, however long others think, and bring the state up to date.

        What doesn't fit what was told before is raised as `Unfair`, once; after that the match can go on.
        """
        message = await self.receive()
        self._update(message)
        known = len(self.witness.complaints)
        self.witness.see(message)
        if self.witness.may_reveal(self.state["seats"]) and not self._revealed:
            self._revealed = True
            await self.send({"type": "reveal", "id": _new_id(), "string": self.witness.string})
        for sentence in self.witness.complaints[known:]:
            if self._on_unfair is None:
                raise Unfair(sentence)
            self._on_unfair(sentence)
        return message

    async def receive(self) -> ServerMessage:
        """Wait for the next message, as it came."""
        from websockets.exceptions import ConnectionClosed

        try:
            text = await self._socket.recv()
        except (ConnectionClosed, OSError) as error:
            raise ConnectionLost(f"the connection has ended: {error}") from None
        return read_message(text)

    async def send(self, message: ClientMessage) -> None:
        """Send a message as it is."""
        from websockets.exceptions import ConnectionClosed

        if message["type"] == "choose":
            self._chosen[message["id"]] = message["ask"], message["choice"]
        try:
            await self._socket.send(json.dumps(message))
        except (ConnectionClosed, OSError) as error:
            raise ConnectionLost(f"the connection has ended: {error}") from None

    async def _ask_for(self, message: Request) -> None:
        """Send a request, and wait until it is done or refused."""
        await self.send(message)
        try:
            async with asyncio.timeout(TIMEOUT):
                while not answers(answer := await self.next_message(), message["id"]):
                    pass
        except TimeoutError:
            raise ConnectionLost("the server doesn't answer") from None
        if answer["type"] == "error":
            raise ServerError(answer["error"])

    def _update(self, message: ServerMessage) -> None:
        if message["type"] in ("table", "joined") and "now" in message:
            self._clock_offset = message["now"] - _now()
        if message["type"] in ("table", "joined"):
            self.preparing = {}  # if there are any, it is said next
        if message["type"] == "preparing":
            self.preparing = message["seats"]
        elif message["type"] == "table":
            self.state = message
        elif message["type"] == "change":
            self.state = _changed(self.state, message)
        done = message["id"] if message["type"] == "done" else message.get("done")
        if done in self._chosen:
            self.witness.note_choice(*self._chosen.pop(done))


def read_message(text: str | bytes) -> ServerMessage:
    """A message from a server, refused if it isn't what `protocol.py` says; kinds that aren't there are left alone."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise ServerError(INCOMPATIBLE) from None
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str) or (kind in MESSAGES and not MESSAGES[kind](message)):
        raise ServerError(INCOMPATIBLE)
    return cast(ServerMessage, message)


def answers(message: ServerMessage, id: str) -> bool:
    """Whether a message answers the request of that id; or is an error about no request, after which none is."""
    if message["type"] == "change":
        return message.get("done") == id
    if message["type"] == "error":
        return message["id"] in (id, None)
    return message["type"] == "done" and message["id"] == id


def _changed(state: TableState, change: Change) -> TableState:
    """The state after a change."""
    parts: Any = {name: part for name, part in change.items() if name not in ("type", "done")}
    if state["view"] is not None and "view" in change:
        parts["view"] = state["view"] | change["view"]
    parts["log"] = state["log"] + change.get("log", [])
    return cast(TableState, {**state, **parts})


@asynccontextmanager
async def join(
    url: str,
    table: str,
    token: str | None = None,
    before: TableClient | None = None,
    on_unfair: OnUnfair | None = None,
) -> AsyncIterator[TableClient]:
    """A connection to a table with a token, or without one to watch.

    With `before`, an earlier connection that was lost, only what came since is asked for. What doesn't fit what was
    told before is raised as `Unfair`, or `on_unfair` is called with the sentence that says so.
    """
    require_extra("websockets", "server")
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidHandshake

    check_address(url)
    address = f"ws{url.rstrip('/').removeprefix('http')}/tables/{quote(table, safe='')}/socket"
    try:
        connected = await connect(
            address, compression=None, max_size=MOST_BYTES, proxy=None, close_timeout=CLOSE_TIMEOUT
        )
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise ConnectionLost(f"{url} can't be reached: {_cause(error)}") from None
    async with connected as socket:
        witness = token.witness if isinstance(token, Token) else Witness(table)
        client = TableClient(socket, table, token, before.witness if before is not None else witness, on_unfair)
        message: Join = {"type": "join", "token": token, "seen": None}
        if before is not None and before.number:
            client.state, message["seen"] = before.state, before.number
            message["head"] = before.state.get("head")
        client.witness.join()
        with suppress(ConnectionLost):  # it may have been refused before that; then why is still to be read
            await client.send(message)
        first = await client.next_message()
        if first["type"] == "error":
            raise ServerError(first["error"])
        while first["type"] == "joined" and client.number < first["number"]:
            await client.next_message()
        while client.witness.may_reveal(client.state["seats"]) and not client.ended:
            await client.next_message()
        yield client


@asynccontextmanager
async def sit(url: str, table: str, seat: str) -> AsyncIterator[TableClient]:
    """Take a seat and join; and when the match is over, check that it was fair."""
    token = await take_seat(url, table, seat)
    async with join(url, table, token) as client:
        yield client
    if client.outcome is not None and client.outcome.scores is not None:
        await check_match(url, client)


@asynccontextmanager
async def sit_again(url: str, client: TableClient) -> AsyncIterator[TableClient]:
    """After the end: take the seat in a rematch, which is opened if there is none yet, and join."""
    found = await client.rematch()
    if found["seat"] is None:
        raise FeintError("a spectator has no seat in a rematch")
    token = await take_seat(url, found["table"], found["seat"], previous_token=client.token)
    async with join(url, found["table"], token) as again:
        yield again
    if again.outcome is not None and again.outcome.scores is not None:
        await check_match(url, again)


def watch(url: str, table: str) -> AbstractAsyncContextManager[TableClient]:
    """Join as a spectator."""
    return join(url, table)


def _new_id() -> str:
    return secrets.token_hex(8)


def _now() -> int:
    return int(time.monotonic() * 1000)  # only how much passes counts, and nobody sets this one
