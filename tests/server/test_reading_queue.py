"""ReadingQueue at matches: one at a time, addresses in turn, and nobody has all of them."""

import asyncio
import threading

import pytest

from feint.server.errors import Refused
from feint.server.reading_queue import MOST, SHARE, ReadingQueue
from kit.server import run


def test_addresses_take_turns() -> None:
    """However much one has asked for, another waits for one of these; and who has too much is refused."""
    done: list[str] = []
    go_on = threading.Event()

    async def work() -> None:
        looks = ReadingQueue()

        def look(name: str) -> str:
            go_on.wait()
            done.append(name)
            return name

        def ask(address: str, number: int = 0) -> "asyncio.Task[str]":
            return asyncio.create_task(looks.in_thread(lambda: look(f"{address} {number}"), address))

        asked = [ask("many", number) for number in range(SHARE)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too many matches are being looked at for you"):
            await looks.in_thread(lambda: look("refused"), "many")
        left = ask("left")
        asked.append(ask("other"))
        await asyncio.sleep(0)
        left.cancel()
        asked += [ask(str(number)) for number in range(MOST - len(asked) - 1)]
        await asyncio.sleep(0)
        asked.append(ask("last"))
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too many matches are being looked at right now"):
            await looks.in_thread(lambda: look("refused"), "one too many")
        go_on.set()
        assert await asyncio.gather(*asked) == [f"many {n}" for n in range(SHARE)] + ["other 0"] + [
            f"{n} 0" for n in range(MOST - SHARE - 2)
        ] + ["last 0"]
        assert done[:3] == ["many 0", "many 1", "other 0"]
        assert done[-2:] == [f"many {SHARE - 2}", f"many {SHARE - 1}"]
        assert not looks._turns.asked, "nothing is kept of those who have had their look"
        assert await looks.in_thread(lambda: look("many"), "many") == "many"
        with pytest.raises(ZeroDivisionError):
            await looks.in_thread(lambda: 1 // 0, "many")
        assert await looks.in_thread(lambda: look("again"), "many") == "again"
        looks.stop()

    run(work())


def test_a_stop_does_not_wait_for_a_look() -> None:
    """What is being looked at may take long; what hasn't begun is never begun."""
    looking, go_on, done = threading.Event(), threading.Event(), list[bool]()

    def look() -> None:
        looking.set()
        done.append(go_on.wait(30))

    async def work() -> None:
        looks = ReadingQueue()
        asked = asyncio.create_task(looks.in_thread(look, "one"))
        await asyncio.to_thread(looking.wait)
        looks.stop()
        go_on.set()
        await asked
        assert done == [True], "it was held until after the stop"

    run(work())
