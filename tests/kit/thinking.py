"""For tests: things to be worked out in a process of its own, and a stand-in for such processes."""

import asyncio
import os
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
        self._queue.put(address, table, (turn, table))
        self._begin()
        await turn
        if on_begun is not None:
            on_begun()
        try:
            self.asked.append(sent())
            return await self.answer(work, self.asked[-1], tell, on_ready)
        finally:
            self._free += 1
            self._queue.finish(address)
            self._begin()

    def _begin(self) -> None:
        while self._free and (found := self._queue.take()) is not None:
            self._free -= 1
            self.begun.append(found[1])
            found[0].set_result(None)
