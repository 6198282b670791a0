"""What the processes of a server tell each other through PostgreSQL: which tables went on, and how far."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy import URL

from feint.server.logs import trouble

CHANNEL = "feint_tables"
MOST_TOLD = 7_000  # bytes in a notification; PostgreSQL takes up to 8,000
CONNECTING = 10.0  # seconds that it may take
SILENCE = 20.0  # seconds without a word from the database, after which it is asked whether it is there
OWN = 1.0  # seconds after which one's own notifications are looked at, which nearly always say nothing new

Told = Callable[[str | None, int], Awaitable[None]]
"""Called when another process has stored events of a table up to a number; None: any table may have gone on."""


def notices(tables: list[tuple[str, int]]) -> list[str]:
    """Which tables went on, and how far, in pieces that fit into a notification."""
    pieces: list[str] = [""]
    for table, number in tables:
        entry = f"{table}:{number}"
        if len(pieces[-1]) + len(entry) > MOST_TOLD:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {entry}".strip()
    return pieces


async def listen_for_ever(url: URL, process: str, failures: tuple[type[Exception], ...], told: Told) -> None:
    """Pass on what others store. After a lost connection anything may have happened, and that is passed on too."""
    import asyncpg

    parts = url.translate_connect_args(username="user")
    tasks: set[asyncio.Task[None]] = set()

    def pass_on(tables: str) -> None:
        for entry in tables.split(" "):
            table, _, number = entry.rpartition(":")
            tasks.add(task := asyncio.ensure_future(told(table, int(number))))
            task.add_done_callback(tasks.discard)

    def heard(_connection: object, _pid: int, _channel: str, text: str) -> None:
        whose, _, tables = text.partition(" ")
        if whose != process:
            pass_on(tables)
        else:  # known, unless the answer to the commit was lost
            asyncio.get_running_loop().call_later(OWN, pass_on, tables)

    while True:
        try:
            connection = await asyncpg.connect(**parts, **url.query, timeout=CONNECTING)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _connection, lost=lost: lost.set())
            try:
                await connection.add_listener(CHANNEL, heard)
                await told(None, 0)
                while not lost.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), SILENCE)
                    await connection.execute("SELECT 1", timeout=CONNECTING)  # whether it is still there
            finally:
                connection.terminate()
        except failures:
            pass  # it is away, and may come back
        except Exception as error:  # whatever it is: a process that hears nothing would leave people waiting
            trouble("what other processes stored could not be heard, which is tried again", error)
        await asyncio.sleep(0.5)
