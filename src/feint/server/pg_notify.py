"""What the processes of a server tell each other through PostgreSQL: which tables went on, and how far."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy import URL

from feint.server.logs import log_error

CHANNEL = "feint_tables"
PAYLOAD_BYTES = 7_000  # in a notification; PostgreSQL takes up to 8,000
CONNECT_TIMEOUT = 10.0  # seconds
KEEPALIVE = 20.0  # seconds without a word from the database, after which it is asked whether it is there
OWN_DELAY = 1.0  # seconds after which one's own notifications are looked at, which nearly always say nothing new

OnNotification = Callable[[str | None, int], Awaitable[None]]
"""Called when another process has stored events of a table up to a number; None: any table may have gone on."""


def payloads(tables: list[tuple[str, int]]) -> list[str]:
    """Which tables went on, and how far, in pieces that fit into a notification."""
    pieces: list[str] = [""]
    for table, number in tables:
        entry = f"{table}:{number}"
        if len(pieces[-1]) + len(entry) > PAYLOAD_BYTES:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {entry}".strip()
    return pieces


async def listen(
    url: URL, process: str, failures: tuple[type[Exception], ...], on_notification: OnNotification
) -> None:
    """Pass on what others store. After a lost connection anything may have happened, and that is passed on too."""
    import asyncpg

    parts = url.translate_connect_args(username="user")
    tasks: set[asyncio.Task[None]] = set()

    def pass_on(tables: str) -> None:
        for entry in tables.split(" "):
            table, _, number = entry.rpartition(":")
            tasks.add(task := asyncio.ensure_future(on_notification(table, int(number))))
            task.add_done_callback(tasks.discard)

    def receive(_connection: object, _pid: int, _channel: str, text: str) -> None:
        whose, _, tables = text.partition(" ")
        if whose != process:
            pass_on(tables)
        else:  # known, unless the answer to the commit was lost
            asyncio.get_running_loop().call_later(OWN_DELAY, pass_on, tables)

    while True:
        try:
            connection = await asyncpg.connect(**parts, **url.query, timeout=CONNECT_TIMEOUT)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _connection, lost=lost: lost.set())
            try:
                await connection.add_listener(CHANNEL, receive)
                await on_notification(None, 0)
                while not lost.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), KEEPALIVE)
                    await connection.execute("SELECT 1", timeout=CONNECT_TIMEOUT)  # whether it is still there
            finally:
                connection.terminate()
        except failures:
            pass  # it is away, and may come back
        except Exception as error:  # whatever it is: a process that hears nothing would leave people waiting
            log_error("what other processes stored could not be heard, which is tried again", error)
        await asyncio.sleep(0.5)
