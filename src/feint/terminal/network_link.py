"""A connection to a network table that is kept up in a thread of its own, while a person thinks in another.

What the server has told is in `facts`, a new dict after each message. Whoever waits for something to happen waits on
`news`. Something to be done is sent until it is answered, over as many connections as that takes and always under the
same id: so it is done once.
"""

import asyncio
import secrets
import threading
from contextlib import AsyncExitStack, suppress
from typing import Any, cast

from feint import client
from feint.core.errors import FeintError
from feint.protocol import Request

PAUSES = (1.0, 2.0, 4.0, 7.0, 10.0)  # seconds before one more try to connect; the last again and again
STRANGE = "what the server sends doesn't fit this version of Feint"


class Link:
    """A connection to a table, with a token, or without one to watch."""

    def __init__(self, server: str, table: str, token: str | None, news: threading.Condition) -> None:
        self.server = server
        self.table = table
        self.news = news
        self.facts: dict[str, Any] = {}
        self.lost = False  # whether the connection is lost at the moment
        self.broken: FeintError | None = None  # why there will be none any more
        self.refused: str | None = None  # what the server said to the last thing that was to be done
        self.unanswered: Request | None = None  # what is to be done
        self._token = token
        self._player: client.TableClient | None = None  # the last connection
        self._loop = asyncio.new_event_loop()
        self._to_send = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Connect; returns when the server has told what there is."""
        self._thread.start()
        with self.news:
            self.news.wait_for(lambda: self.facts or self.broken)
        if self.broken:
            raise self.broken

    def stop(self) -> None:
        """Leave. A server that doesn't answer is left waiting."""
        with suppress(RuntimeError):  # it has ended by itself
            self._loop.call_soon_threadsafe(self._leave)
        self._thread.join(1.0)

    def _leave(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    def do(self, message: dict[str, Any]) -> None:
        """Have something done; `unanswered` is None once it is, or is refused."""
        self.refused = None
        self.unanswered = cast(Request, {**message, "id": secrets.token_hex(8)})
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._to_send.set)

    @property
    def clock(self) -> dict[str, float] | None:
        """How many seconds each seat has left now, while a match is played with a clock."""
        if self._player is None or self.facts["ended"] is not None:
            return None
        left: dict[str, float] | None = printable(self._player.clock)
        return left

    @property
    def gone(self) -> dict[str, int] | None:
        """The others who have left, and since when; None when that is of no interest any more."""
        if not self.facts or self.facts["ended"] is not None:
            return None
        sitters = {seat: sitter for seat, sitter in self.facts["seats"].items() if sitter is not None}
        return {
            seat: sitter["gone"]
            for seat, sitter in sitters.items()
            if sitter.get("gone") is not None and seat != self.facts["seat"]
        }

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner, suppress(asyncio.CancelledError):
            runner.run(self._stay())

    async def _stay(self) -> None:
        """Connect, and again whenever the connection is lost."""
        before: client.TableClient | None = None
        tries = 0
        while True:
            try:
                async with AsyncExitStack() as stack:
                    async with asyncio.timeout(client.TIMEOUT):
                        coming = client.join(self.server, self.table, self._token, before)
                        before = player = await stack.enter_async_context(coming)
                    tries = 0
                    self._tell(player)
                    await self._serve(player)
            except (client.ConnectionLost, TimeoutError) as error:
                if before is None:
                    return self._end(FeintError(str(error) or f"{self.server} doesn't answer"))
                self._tell(before, lost=True)
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
            except FeintError as error:
                return self._end(error)
            except (ValueError, KeyError, TypeError, AttributeError):
                return self._end(FeintError(STRANGE))

    async def _serve(self, player: client.TableClient) -> None:
        """Take note of what the server sends, and send what is to be done, until the connection is lost."""
        if self.unanswered:
            self._to_send.set()
        sending = asyncio.create_task(self._send(player))
        try:
            while True:
                message = await player.next_message()
                waiting = self.unanswered
                if waiting and client.answers(message, waiting["id"]):
                    self.refused = str(message["error"]) if message["type"] == "error" else None
                    self.unanswered = None
                self._tell(player)
        finally:
            sending.cancel()

    async def _send(self, player: client.TableClient) -> None:
        with suppress(client.ConnectionLost):  # whoever reads hears of it, too
            while await self._to_send.wait():
                self._to_send.clear()
                if self.unanswered:
                    await player.send(self.unanswered)

    def _tell(self, player: client.TableClient, lost: bool = False) -> None:
        with self.news:
            self.facts = {name: printable(value, name == "view") for name, value in player.state.items()}
            self.lost = lost
            self._player = player
            self.news.notify_all()

    def _end(self, error: FeintError) -> None:
        with self.news:
            self.broken = FeintError(printable(str(error)))
            self.news.notify_all()


def printable(value: Any, drawn: bool = False) -> Any:
    """What a server sent, with nothing in it that a terminal obeys; nor what colours a drawing, if it is drawn."""
    if isinstance(value, str):
        text = value if value.isprintable() else "".join(sign if sign.isprintable() else "?" for sign in value)
        return text.replace("[", "(") if drawn else text
    if isinstance(value, list):
        return [printable(part, drawn) for part in value]
    if isinstance(value, dict):
        return {printable(name, drawn): printable(part, drawn) for name, part in value.items()}
    return value
