"""The processes in which bots, hints and reviews are thought out: who is next, and what happens when one dies.

They are started when they are needed, stay for a while, and end with the server, also if it is killed. In them runs
`feint.bots.thinking_process`.
"""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe
from typing import Any

from feint.bots.players import SolvingLimits
from feint.bots.thinking_process import AT_HAND, Abandoned, Answer, Doing, Failure, Ready, Refusal, Work
from feint.core.errors import FeintError
from feint.server.fair_queue import FairQueue
from feint.server.logs import logger
from feint.server.settings import RETRY_DELAY, Settings

ATTEMPTS = 3  # to get an answer, if the process dies each time
PATIENCE = 300.0  # seconds without an answer or a sign of life, after which a process is ended: it hangs
LOOK = 0.2  # seconds between looks whether anyone still waits for an answer
STOPPING = 5.0  # seconds that a process may take to give up what nobody waits for any more, before it is ended
IDLE = 300.0  # seconds without work after which a process is ended
MOST_MEMORY = 1 << 30  # bytes; a process that has had more is replaced by a fresh one when it has answered
NEEDED = {
    "PATH", "HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG", "TZ",
    "VIRTUAL_ENV",
}  # fmt: skip
NEEDED_BEGINNINGS = ("PYTHON", "NUMBA_", "XDG_", "LC_", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OMP_")
GONE = (EOFError, OSError)  # what a pipe to a process that has died raises

Tell = Callable[[str, float | None], None]
"""Is told what is being done, and how much of it is."""


class Failed(Exception):
    """There is no answer; why has been logged."""


@dataclass(eq=False)
class Question:
    """Something that is asked of a process, and whoever waits for the answer."""

    address: str
    table: str
    key: Any  # what has to be ready for it: a game and a player
    work: Work
    sent: Callable[[], tuple[Any, ...]]  # what is sent, made in a thread
    tell: Tell
    on_begun: Callable[[], None]
    on_ready: Callable[[], None]
    answer: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    abandoned: bool = False


class ThinkingProcesses:
    """Some processes, and the queue of those who want something of them."""

    def __init__(self, most: int, share: int) -> None:
        self._queue: FairQueue[Question] = FairQueue(share)
        self._idle = [ThinkingProcess() for _ in range(most)]
        self._busy: dict[ThinkingProcess, Question] = {}
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="thinking")  # each waits for one process
        self._timers: dict[ThinkingProcess, asyncio.TimerHandle] = {}
        self._stopped = False

    def stop(self) -> None:
        """End all of them now."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        for process in (*self._idle, *self._busy):
            process.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def is_ready(self, key: Any) -> bool:
        """Whether a process has what a question of this key needs."""
        return any(key in process.ready for process in (*self._idle, *self._busy))

    def is_preparing(self, key: Any) -> bool:
        """Whether a process is getting that ready."""
        return any(process.preparing == key for process in self._busy)

    async def ask(
        self,
        work: Work,
        sent: Callable[[], tuple[Any, ...]],
        *,
        address: str,
        table: str,
        key: Any,
        tell: Tell = lambda what, share: None,
        on_begun: Callable[[], None] = lambda: None,
        on_ready: Callable[[], None] = lambda: None,
    ) -> Any:
        """Have something worked out, in turn. A `FeintError` says in words for people why it can't be.

        It is given up if whoever waits for it is cancelled.
        """
        question = Question(address, table, key, work, sent, tell, on_begun, on_ready)
        self._queue.put(address, table, question)
        self._begin()
        try:
            return await question.answer
        finally:
            if not question.answer.done() or question.answer.cancelled():
                question.abandoned = True
                self._queue.remove(address, table, question)

    def _begin(self) -> None:
        """Let those whose turn it is have a process, as long as there are any."""
        while self._idle and not self._stopped and (question := self._queue.take(self._can_begin)) is not None:
            # Best one that has what is needed; else one that runs, since another would take memory of its own.
            process = max(self._idle, key=lambda process: (question.key in process.ready, process.is_running))
            self._idle.remove(process)
            self._busy[process] = question
            if (timer := self._timers.pop(process, None)) is not None:
                timer.cancel()
            process.preparing = None if question.key in process.ready else question.key
            question.on_begun()
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(self._threads, process.answer, question, loop)
            work.add_done_callback(lambda work, process=process: self._finish(process, work))  # type: ignore[misc]

    def _can_begin(self, question: Question) -> bool:
        """What one process solves or compiles now, another will find on disk."""
        return any(question.key in process.ready for process in self._idle) or not any(
            process.preparing == question.key for process in self._busy
        )

    def _finish(self, process: "ThinkingProcess", work: "asyncio.Future[Any]") -> None:
        question = self._busy.pop(process)
        process.preparing = None
        self._queue.finish(question.address)
        self._idle.append(process)
        if not self._stopped:
            self._timers[process] = asyncio.get_running_loop().call_later(IDLE, self._rest, process)
        if not question.answer.done():
            if work.cancelled():
                question.answer.cancel()
            elif (error := work.exception()) is not None:
                question.answer.set_exception(error)
            else:
                question.answer.set_result(work.result())
        elif not work.cancelled():
            work.exception()  # nobody waits for it
        self._begin()

    def _rest(self, process: "ThinkingProcess") -> None:
        """A process has had nothing to do for long, and would only take up memory."""
        del self._timers[process]
        if process in self._idle:
            self._threads.submit(process.end)


class ThinkingProcess:
    """One process, which is started when it is needed, and started again if it dies."""

    def __init__(self) -> None:
        self.ready: dict[Any, None] = {}  # what it has at hand, what was used last at the end
        self.preparing: Any = None  # what it gets ready for now
        self._process: Any = None
        self._connection: Connection | None = None
        self._work_lock = threading.Lock()  # held while it is asked something, and while it is ended for lack of work
        self._start_lock = threading.RLock()  # held while it is started or ended
        self._stopped = False

    @property
    def is_running(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None

    def answer(self, question: Question, loop: asyncio.AbstractEventLoop) -> Any:
        """The answer to a question, in a thread that waits for it."""
        with self._work_lock:
            sent = question.sent()
            for attempt in range(ATTEMPTS):
                try:
                    answer, memory = self._ask(question, sent, loop)
                except GONE as gone:
                    code = self._end()
                    if self._stopped or question.abandoned:
                        raise Abandoned from None
                    self.preparing = question.key
                    how = "hangs" if isinstance(gone, TimeoutError) else f"ended with exit code {code}"
                    then = "is started again and asked again" if attempt + 1 < ATTEMPTS else "is not asked again"
                    logger.warning("a process in which bots think %s; it %s", how, then)
                    time.sleep(attempt * RETRY_DELAY)
                    continue
                if memory > MOST_MEMORY:
                    self._end()
                return _found(answer)
            raise Failed

    def _ask(
        self, question: Question, sent: tuple[Any, ...], loop: asyncio.AbstractEventLoop
    ) -> tuple[Answer | Refusal | Failure, int]:
        connection = self._started()
        connection.send((question.work, sent))
        heard, told = time.monotonic(), None
        while True:
            now = time.monotonic()
            if question.abandoned and told is None:
                connection.send((None, ()))
                told = now
            if not connection.poll(LOOK):
                # What is compiled is of use to others, so whoever gets ready isn't interrupted.
                stuck = told is not None and self.preparing is None and now - told > STOPPING
                if stuck or now - heard > PATIENCE:
                    raise TimeoutError
                continue
            heard = time.monotonic()
            match connection.recv():
                case Doing(what, share):
                    _call(loop, question.tell, what, share)
                case Ready():
                    self._note_ready(question.key)
                    _call(loop, question.on_ready)
                case (answer, int(memory)):
                    return answer, memory

    def _note_ready(self, key: Any) -> None:
        """It has something at hand, and has let go of what it used least, as it does."""
        self.preparing = None
        used_before = [other for other in self.ready if other != key]
        self.ready = dict.fromkeys([*used_before[1 - AT_HAND :], key])

    def _started(self) -> Connection:
        with self._start_lock:
            if self._stopped:
                raise EOFError
            if self._connection is None or self._process.poll() is not None:
                self._end()
                ours, theirs = Pipe()
                try:
                    self._process = _start(theirs)
                    ours.send(sys.path)
                except OSError:
                    ours.close()
                    raise
                finally:
                    theirs.close()
                self._connection = ours
            return self._connection

    def end(self) -> None:
        """End it for lack of work; it is started again when there is some."""
        with self._work_lock:
            self._end()

    def stop(self) -> None:
        """End it for good, whatever it does."""
        with self._start_lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()
        if self._work_lock.acquire(blocking=False):  # else whoever waits for it does the rest
            self._end()
            self._work_lock.release()

    def _end(self) -> int | None:
        """End it if it hasn't ended; its exit code, if it has."""
        with self._start_lock:
            code, self.ready = None, {}
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            if (process := self._process) is not None:
                self._process = None
                with suppress(subprocess.TimeoutExpired):
                    code = process.wait(0.1)
                process.kill()
                process.wait()
                process.stdin.close()
            return code


def _start(connection: Connection) -> "subprocess.Popen[bytes]":
    """A process that is asked over a connection, and ends when its input does, so when this process ends.

    It is given nothing that was told to the server alone, as the password of its database: not in its environment and
    not in its arguments.
    """
    code = "import sys; from multiprocessing.connection import {0}; c = {0}({1}, True, True); sys.path[:] = c.recv(); "
    code += "from feint.bots.thinking_process import serve; serve(c)"
    handle = connection.fileno()
    more: dict[str, Any] = {}
    if sys.platform == "win32":
        os.set_handle_inheritable(handle, True)
        more["startupinfo"] = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})
    else:
        more["pass_fds"] = [handle]
    command = [sys.executable, "-c", code.format(type(connection).__name__, handle)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, env=_environment(), **more)


def _environment() -> dict[str, str]:
    """What of the environment a process needs that only computes: where files are, and how Python and Numba work."""
    return {name: value for name, value in os.environ.items() if name in NEEDED or name.startswith(NEEDED_BEGINNINGS)}


def _found(answer: Answer | Refusal | Failure) -> Any:
    """What was found, or why nothing was."""
    if isinstance(answer, Answer):
        return answer.found
    if isinstance(answer, Refusal):
        raise FeintError(answer.why)
    if answer.kind == Abandoned.__name__:
        raise Abandoned
    logger.error("something could not be thought out: %s at\n%s", answer.kind, answer.places)
    raise Failed


def solving_limits(settings: Settings) -> SolvingLimits:
    """How much bots, hints and reviews may spend on solving a game."""
    return SolvingLimits(settings.solve_positions, settings.solve_time)


def _call(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *told: Any) -> None:
    with suppress(RuntimeError):  # everything has stopped meanwhile
        loop.call_soon_threadsafe(what, *told)
