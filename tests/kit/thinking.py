"""For tests: things to be worked out in a process of its own, and a stand-in for such processes."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from feint.bots.thinking_process import WorkContext
from feint.core.errors import FeintError
from feint.server.fair_queue import FairQueue


def own_number(context: WorkContext) -> int:
    """The number of the process that works on it."""
    return os.getpid()


def get_ready(context: WorkContext, key: str) -> int:
    """The same, with something that is made once in each process."""
    number: int = context.player(key, lambda tell: os.getpid())
    return number


def get_ready_slowly(context: WorkContext, folder: Path) -> None:
    """The same, when a test lets it."""

    def make(tell: Any) -> None:
        (folder / "slow").write_text(str(os.getpid()))
        while not (folder / "go on").exists():
            time.sleep(0.01)

    context.player("slow", make)


def tell_and_answer(context: WorkContext, word: str) -> str:
    context.tell("half of it", 0.5)
    return word


def refuse(context: WorkContext, why: str) -> None:
    raise FeintError(why)


def fail(context: WorkContext, words: str) -> None:
    raise ValueError(words)


def die_until(context: WorkContext, file: Path, times: int) -> int:
    """End without a word so many times, and then answer; how often it was asked."""
    asked = len(file.read_text()) if file.exists() else 0
    file.write_text("x" * (asked + 1))
    if asked < times:
        os._exit(3)
    return asked + 1


def hang(context: WorkContext, file: Path) -> None:
    """Leave the process's number in a file, and never answer."""
    file.write_text(str(os.getpid()))
    while True:
        time.sleep(3600)


def tell_for_ever(context: WorkContext) -> None:
    while True:
        context.tell("still at it", None)
        time.sleep(0.01)


class Endless:
    """A player whose thinking can be given up, and has no end by itself."""

    between_parts: Callable[[], None]

    def think(self, file: Path) -> None:
        file.write_text(str(os.getpid()))
        while True:
            self.between_parts()
            time.sleep(0.01)


def think_for_ever(context: WorkContext, file: Path) -> None:
    endless = Endless()
    context.interrupts(endless)
    endless.think(file)


def what_it_was_given(context: WorkContext) -> dict[str, Any]:
    """All that a process can find out about how it was started."""
    started = Path("/proc/self/environ")
    at_first = started.read_bytes().decode() if started.exists() else ""
    return {"environment": dict(os.environ), "at first": at_first, "arguments": [*sys.argv, *sys.orig_argv]}


class Gate:
    """Something to wait for in a server's loop, which a test opens from another thread."""

    def __init__(self) -> None:
        self._open = threading.Event()

    def open(self) -> None:
        self._open.set()

    async def wait(self) -> None:
        while not self._open.is_set():
            await asyncio.sleep(0.005)


class Stage:
    """Stands in for processes: each question is answered by a function, in its turn, when a test lets it."""

    def __init__(self, answer: Callable[..., Any], most: int = 1, share: int = 1) -> None:
        self.answer = answer
        self.begun: list[str] = []  # tables, in the order in which they had their turn
        self.asked: list[tuple[Any, ...]] = []  # what was sent
        self._queue: FairQueue[Any] = FairQueue(share)
        self._free = most
        self.stopped = False
        self.given_up: list[str] = []  # tables

    def __call__(self, most: int, share: int) -> "Stage":
        """In place of the class."""
        return self

    def is_ready(self, key: Any) -> bool:
        return False

    def is_preparing(self, key: Any) -> bool:
        return False

    def stop(self) -> None:
        self.stopped = True

    async def ask(
        self, work: Any, sent: Any, *, address: str, table: str, key: Any, tell: Any = None, on_begun: Any = None, on_ready: Any = None,
    ) -> Any:  # fmt: skip
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(address, table, (turn, table, address))
        self._begin()
        try:
            await turn
        except asyncio.CancelledError:
            self._queue.remove(address, table, (turn, table, address))
            self.given_up.append(table)
            raise
        if on_begun is not None:
            on_begun()
        try:
            self.asked.append(sent())
            return await self.answer(work, self.asked[-1], tell, on_ready)
        except asyncio.CancelledError:
            self.given_up.append(table)
            raise
        finally:
            self._free += 1
            self._queue.finish(address)
            self._begin()

    def _begin(self) -> None:
        while self._free and (found := self._queue.take()) is not None:
            if found[0].cancelled():
                self._queue.finish(found[2])
                continue
            self._free -= 1
            self.begun.append(found[1])
            found[0].set_result(None)
