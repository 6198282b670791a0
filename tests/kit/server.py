"""For tests: a real server on loopback, a real PostgreSQL if the machine has one, and clients that play."""

import asyncio
import random
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.client import TableClient
from feint.core.fairness import new_string
from feint.core.match import Match
from kit.server_process import SECONDS, Postgres, sqlite

DATABASES = ["sqlite", "postgresql"]


def database_of(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """A new database of a kind."""
    if kind == "sqlite":
        return sqlite(folder)
    made: Postgres = request.getfixturevalue("postgres")
    return made.new_database()


@contextmanager
def in_this_process(database: str, proxy: bool = False, **limits: Any) -> Iterator[str]:
    """The same server in a thread, with limits that a test can reach; `proxy`: whoever asks is one, and says for whom."""
    import uvicorn

    from feint.server.app import make_app
    from feint.server.http_limits import LimitedHttp
    from feint.server.settings import Settings
    from feint.server.websocket import DirectWebSocket

    config = uvicorn.Config(
        make_app(Settings(database, **limits)),
        log_level="warning",
        http=LimitedHttp,
        ws=DirectWebSocket,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        proxy_headers=proxy,
        forwarded_allow_ips="127.0.0.1",
        timeout_graceful_shutdown=60,  # a test that fails and leaves a connection ends all the same
    )
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def in_a_server(work: Callable[[str], Any], database: str, **limits: Any) -> None:
    """Do something with such a server, which is given its address."""
    with in_this_process(database, **limits) as url:
        run(work(url))


class Travel:
    """Time that a test can put forward, for servers in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from feint.server import clock, event_store, housekeeping, hub, timers

        self.ahead, real = 0, clock.now
        for module in (hub, timers, event_store, housekeeping):
            monkeypatch.setattr(module, "now", lambda: real() + self.ahead)

    def on(self, seconds: float) -> None:
        self.ahead += int(1000 * seconds)


def limited(name: str) -> dict[str, Any]:
    """Rulings under which a game between random players ends."""
    return dict(feint.load(name).for_simulation().rulings)


async def play_out(player: TableClient, seed: int) -> list[str]:
    """Make random choices until the end; those that were made."""
    pick, made = random.Random(seed), []
    while not player.ended:
        if player.legal:
            choice = pick.choice(player.legal)
            await player.choose(choice)
            made.append(choice)
        else:
            await player.next_message()
    return made


async def until(player: TableClient, there: Any) -> None:
    """Take note of what comes until something is so."""
    while not there():
        await player.next_message()


async def sit_openly(url: str, table: str, seat: str, previous_token: str | None = None) -> str:
    """Take a seat as older clients do, with a string that all can see at once: nobody waits for it; the token."""
    path, body = f"/tables/{table}/seats/{seat}", {"string": new_string(), "token": secrets.token_urlsafe(32)}
    return str((await client.request(url, path, body, previous_token))["token"])


async def seated(url: str, table: str, seats: list[str]) -> dict[str, str]:
    """Take these seats openly; their tokens."""
    return {seat: await sit_openly(url, table, seat) for seat in seats}


async def two(url: str, stack: AsyncExitStack, **wanted: Any) -> tuple[str, TableClient, TableClient]:
    """A table of Tower Siege with two connected players."""
    table = await client.open_table(url, "tower-siege", **wanted)
    tokens = await seated(url, table, ["P1", "P2"])
    players = [await stack.enter_async_context(client.join(url, table, token)) for token in tokens.values()]
    return table, players[0], players[1]


def run(work: Any) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(SECONDS):
            return await work

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(limited())
    with ThreadPoolExecutor(1) as thread:  # in this one Playwright has left a loop running
        return thread.submit(asyncio.run, limited()).result()


async def finished(url: str, name: str = "tower-siege", most: int | None = None) -> str:
    """A table with a match that has ended, after random choices: by the rules, or given up by the first seat after `most`."""
    table = await client.open_table(url, name, rulings=limited(name))
    tokens = await seated(url, table, list(feint.load(name).seats))

    async def play(player: TableClient, number: int) -> None:
        pick, made = random.Random(number), 0
        while not player.ended:
            if player.legal and made == most and not number:
                await player.resign()
            elif player.legal:
                with suppress(client.ServerError):  # it may have been given up just now
                    await player.choose(pick.choice(player.legal))
                made += 1
            else:
                await player.next_message()

    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(client.join(url, table, token)) for token in tokens.values()]
        await asyncio.gather(*(play(player, number) for number, player in enumerate(players)))
    return table


def hold_bots(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Have quick bots wait in the middle of thinking: an event that says that one does, and one that lets it go on."""
    thinking, go_on = threading.Event(), threading.Event()

    def choice(match: Match, seat: str, *_: Any) -> str:
        thinking.set()
        assert go_on.wait(SECONDS)
        return match.legal(seat)[0]

    monkeypatch.setattr("feint.server.bot_runner._choice", choice)
    return thinking, go_on
