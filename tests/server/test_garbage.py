"""What nobody holds is gone: the garbage collector has little to look for, and seldom looks through everything."""

import gc
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from feint import client
from feint.client import ServerError
from feint.server import garbage
from feint.server.garbage import Garbage
from kit.server import in_this_process, run, two
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("server")
OURS = ("feint.", "uvicorn.", "uvloop.", "aiosqlite.", "starlette.", "fastapi.")


@pytest.fixture
def saved() -> Iterator[None]:
    """The collector keeps what it finds, and looks only when it is told to."""
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


def test_no_connection_and_no_request_leaves_a_circle(tmp_path: Path, saved: None) -> None:
    """Of objects that hold each other, which stay until all of the memory is looked through."""

    async def visit(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack)
            await p1.choose("3")
            await p2.resign()
            await stack.enter_async_context(client.watch(url, table))
        for path in (
            "/tables",
            f"/tables/{table}",
            f"/tables/{table}/record",
            f"/tables/{table}/steps",
            "/health",
            "/",
        ):
            await client.request(url, path)
        for path in ("/nowhere", "/tables/x/record"):
            with suppress(ServerError):
                await client.request(url, path)

    with in_this_process(sqlite(tmp_path)) as url:
        run(visit(url))  # what is made once may stay
        gc.collect()
        gc.set_debug(gc.DEBUG_SAVEALL)
        run(visit(url))
        gc.collect()
        found = sorted({f"{type(left).__module__}.{type(left).__name__}" for left in gc.garbage})
        gc.set_debug(0)
    assert [name for name in found if name.startswith(OURS)] == []


def test_everything_is_looked_through_when_there_is_much_more(monkeypatch: pytest.MonkeyPatch) -> None:
    there, looked = [1000], list[str]()
    fake = SimpleNamespace(
        set_threshold=lambda *given: looked.append(f"{given}"),
        freeze=lambda: None,
        unfreeze=lambda: None,
        get_freeze_count=lambda: there[0],
        collect=lambda *young: looked.append("new" if young else "all"),
    )
    monkeypatch.setattr(garbage, "gc", fake)
    kept = Garbage()
    for there[0] in (1000, 1000, 4000, 4001, 16004, 5000):
        kept.look()
    assert looked == ["(2000, 10, 1000000000)", "new", "all", "new", "new", "new", "all", "new", "new"]
