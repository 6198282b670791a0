"""Between a server and PostgreSQL: passes everything on, but one message, or its answer, is lost, cut in half or late."""

import asyncio
import threading
from contextlib import suppress
from typing import Any, Self

from kit.disk import Fault

# What happens to a message: it never arrives and the connection is cut, half of it arrives, it arrives and the answer is
# lost with the connection, or it is late.
MESSAGE_FAULTS = ("cut", "half", "unanswered", "late")
LATE = 0.2  # seconds


class Proxy:
    """A server on loopback, in a thread, that stands for PostgreSQL's port."""

    def __init__(self, port: int, fault: Fault | None) -> None:
        self._target = port
        self._fault = fault
        self.messages = 0  # from the client, as they came over the wire
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        self._server: Any = self._do(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_error: object) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _close(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            answers, questions = await asyncio.open_connection("127.0.0.1", self._target)
            state = {"mute": False}
            back = asyncio.ensure_future(self._answer(answers, writer, state))
            try:
                await self._ask(reader, questions, state)
            finally:
                back.cancel()
                questions.close()
        writer.close()

    async def _ask(self, reader: asyncio.StreamReader, questions: asyncio.StreamWriter, state: dict[str, bool]) -> None:
        while data := await reader.read(65_536):
            self.messages += 1
            fault = self._fault
            due = fault is not None and fault.number <= self.messages < fault.number + fault.count
            kind = fault.kind if fault is not None and due else ""
            if kind == "cut":
                return
            if kind == "late":
                await asyncio.sleep(LATE)
            if kind == "unanswered":
                state["mute"] = True
            questions.write(data[: (len(data) + 1) // 2] if kind == "half" else data)
            await questions.drain()
            if kind == "half":
                return
            if kind == "unanswered":
                await asyncio.sleep(LATE)  # it is done meanwhile
                return

    async def _answer(
        self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter, state: dict[str, bool]
    ) -> None:
        with suppress(OSError):
            while data := await answers.read(65_536):
                if not state["mute"]:
                    writer.write(data)
                    await writer.drain()
        writer.close()
