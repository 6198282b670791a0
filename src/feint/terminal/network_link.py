"""A connection to a network table, kept up in one thread while a person thinks in another.

What the server has sent is in `facts`, a new dict after each message; `changed` is notified of each. A request is sent
until it is answered, over as many connections as that takes and always under the same id, so it is carried out once.
"""

import asyncio
import secrets
import threading
from contextlib import AsyncExitStack, suppress
from typing import Any, cast

from feint import client
from feint.core.errors import FeintError
from feint.protocol import Request
from feint.terminal.seat_tokens import SeatToken
from feint.witness import Witness

RETRY_DELAYS = (1.0, 2.0, 4.0, 7.0, 10.0)  # seconds before each new try to connect; the last is repeated


class NetworkLink:
    """A connection to a table: with a token for a seat, or without one to watch."""

    def __init__(self, server: str, table: str, token: SeatToken | None, changed: threading.Condition) -> None:
        self.server = server
        self.table = table
        self.changed = changed
        self.witness = token.witness if token is not None else Witness(table)
        self.unfair: list[str] = []  # what doesn't fit what the server told before, in words
        self.facts: dict[str, Any] = {}
        self.lost = False  # whether the connection is lost at the moment
        self.failure: FeintError | None = None  # why there won't be a connection any more
        self.refusal: str | None = None  # why the server refused the last request, if it did
        self.request: Request | None = None  # the request that has no answer yet
        self._seat_token = token
        self._kept: dict[str, str] = {}  # what seats are bound to, as it was last written down
        self._client: client.TableClient | None = None  # the last connection
        self._loop = asyncio.new_event_loop()
        self._has_request = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Connect; returns when the server has sent the table."""
        self._thread.start()
        with self.changed:
            self.changed.wait_for(lambda: self.facts or self.failure)
        if self.failure:
            raise self.failure

    def stop(self) -> None:
        """Leave. A server that doesn't answer is left waiting."""
        with suppress(RuntimeError):  # it has ended by itself
            self._loop.call_soon_threadsafe(self._leave)
        self._thread.join(1.0)
        self._keep_witness()

    def _keep_witness(self) -> None:
        """Write down what was seen, for another time; without a place for it the match goes on all the same."""
        if self._seat_token is not None and self._seat_token.is_kept:
            with suppress(OSError, FeintError):
                self._seat_token.keep_witness()

    def _complain(self, sentence: str) -> None:
        with self.changed:
            self.unfair.append(printable(sentence))
            self.changed.notify_all()

    def _leave(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    def send(self, message: dict[str, Any]) -> None:
        """Send a request; `request` is None once it is answered."""
        self.refusal = None
        self.request = cast(Request, {**message, "id": secrets.token_hex(8)})
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._has_request.set)

    @property
    def clock(self) -> dict[str, float] | None:
        """How many seconds each seat has left now, while a match with a clock is being played."""
        if self._client is None or self.facts["ended"] is not None:
            return None
        left: dict[str, float] | None = printable(self._client.clock)
        return left

    @property
    def preparing(self) -> dict[str, str]:
        """What each bot does that isn't ready yet: compiling or solving."""
        told = {} if self._client is None else self._client.preparing
        return {printable(seat): printable(now["doing"]) for seat, now in told.items()}

    @property
    def gone(self) -> dict[str, int] | None:
        """The other seats whose players have left, and since when; None when it no longer matters."""
        if not self.facts or self.facts["ended"] is not None:
            return None
        return {
            seat: player["gone"]
            for seat, player in self.facts["seats"].items()
            if player is not None and player.get("gone") is not None and seat != self.facts["seat"]
        }

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner, suppress(asyncio.CancelledError):
            runner.run(self._keep_connected())

    async def _keep_connected(self) -> None:
        """Connect, and again whenever the connection is lost."""
        before: client.TableClient | None = None
        tries = 0
        while True:
            try:
                async with AsyncExitStack() as stack:
                    async with asyncio.timeout(client.TIMEOUT):
                        token = client.Token(self._seat_token.token, self.witness) if self._seat_token else None
                        coming = client.join(self.server, self.table, token, before, self._complain)
                        before = connection = await stack.enter_async_context(coming)
                    tries = 0
                    self._publish(connection)
                    await self._exchange(connection)
            except (client.ConnectionLost, TimeoutError) as error:
                if before is None:
                    return self._fail(FeintError(str(error) or f"{self.server} doesn't answer"))
                self._publish(before, lost=True)
                await asyncio.sleep(RETRY_DELAYS[min(tries, len(RETRY_DELAYS) - 1)])
                tries += 1
            except FeintError as error:
                return self._fail(error)
            except Exception:  # whoever waits for this thread has to hear of it, whatever it was
                return self._fail(FeintError(client.INCOMPATIBLE))

    async def _exchange(self, connection: client.TableClient) -> None:
        """Take in what the server sends, and send requests, until the connection is lost."""
        if self.request:
            self._has_request.set()
        sending = asyncio.create_task(self._send_requests(connection))
        try:
            while True:
                message = await connection.next_message()
                request = self.request
                if request and client.answers(message, request["id"]):
                    self.refusal = str(message["error"]) if message["type"] == "error" else None
                    self.request = None
                self._publish(connection)
        finally:
            sending.cancel()

    async def _send_requests(self, connection: client.TableClient) -> None:
        with suppress(client.ConnectionLost):  # whoever reads hears of it, too
            while await self._has_request.wait():
                self._has_request.clear()
                if self.request:
                    await connection.send(self.request)

    def _publish(self, connection: client.TableClient, lost: bool = False) -> None:
        if self.witness.bound != self._kept:
            self._kept = dict(self.witness.bound)
            self._keep_witness()
        with self.changed:
            self.facts = {name: printable(value, name == "view") for name, value in connection.state.items()}
            self.lost = lost
            self._client = connection
            self.changed.notify_all()

    def _fail(self, error: FeintError) -> None:
        with self.changed:
            self.failure = FeintError(printable(str(error)))
            self.changed.notify_all()


def printable(value: Any, drawn: bool = False) -> Any:
    """What a server sent, without control characters, and without Rich's markup if it goes into a drawing."""
    if isinstance(value, str):
        text = value if value.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in value)
        return text.replace("[", "(") if drawn else text
    if isinstance(value, list):
        return [printable(part, drawn) for part in value]
    if isinstance(value, dict):
        return {printable(name, drawn): printable(part, drawn) for name, part in value.items()}
    return value
