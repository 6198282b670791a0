"""Processes in which bots think: asked in turn, started again when they die, and gone when the server is."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from feint.bots.thinking_process import AT_HAND
from feint.core.errors import FeintError
from feint.server import thinking
from feint.server.thinking import Failed, ThinkingProcesses
from kit import thinking as kit
from kit.server import run

pytestmark = pytest.mark.xdist_group("processes")


def with_processes(
    work: Callable[[ThinkingProcesses], Coroutine[Any, Any, None]], most: int = 1, share: int = 9
) -> None:
    async def scenario() -> None:
        processes = ThinkingProcesses(most, share)
        try:
            await work(processes)
        finally:
            processes.stop()

    run(scenario())


async def ask(processes: ThinkingProcesses, work: Any, *sent: Any, **more: Any) -> Any:
    who = {"address": "here", "table": "t", "key": "k"} | more
    return await processes.ask(work, lambda: sent, **who)


def has_ended(process: int) -> bool:
    """Whether a process is gone, or only its number is left until someone asks for it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def wait_until(there: Callable[[], Any]) -> None:
    while not there():
        time.sleep(0.01)


def children() -> set[int]:
    """The processes that this one has started, and that haven't ended."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=False
    )
    return {int(number) for number in listed.stdout.split() if not has_ended(int(number))}


def test_it_is_worked_out_elsewhere_and_told_meanwhile() -> None:
    told: list[tuple[str, float | None]] = []

    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.own_number)
        assert first != os.getpid()
        assert await ask(processes, kit.own_number) == first, "it stays for the next"
        assert await ask(processes, kit.tell_and_answer, "yes", tell=lambda *now: told.append(now)) == "yes"
        assert told == [("half of it", 0.5)]

    with_processes(work)


def test_none_is_started_before_it_is_needed() -> None:
    async def work(processes: ThinkingProcesses) -> None:
        assert children() == before
        await ask(processes, kit.own_number)
        await ask(processes, kit.own_number)
        assert len(children() - before) == 1

    before = children()

    with_processes(work, most=3)


def test_one_that_dies_is_started_again_and_asked_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(processes: ThinkingProcesses) -> None:
        assert await ask(processes, kit.die_until, tmp_path / "asked", 1) == 2
        assert caplog.messages == [
            "a process in which bots think ended with exit code 3; it is started again and asked again"
        ]

    with_processes(work)


def test_one_that_dies_between_two_questions_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.own_number)
        os.kill(first, signal.SIGKILL)
        await asyncio.to_thread(wait_until, lambda: has_ended(first))
        assert await ask(processes, kit.own_number) != first

    with_processes(work)


def test_it_is_not_asked_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And who comes after that is answered."""
    monkeypatch.setattr(thinking, "RETRY_DELAY", 0.0)

    async def work(processes: ThinkingProcesses) -> None:
        with pytest.raises(Failed):
            await ask(processes, kit.die_until, tmp_path / "asked", 99)
        assert len((tmp_path / "asked").read_text()) == thinking.ATTEMPTS
        assert await ask(processes, kit.tell_and_answer, "yes") == "yes"

    with_processes(work)


def test_one_that_hangs_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "ATTEMPTS", 1)

    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.own_number)
        monkeypatch.setattr(thinking, "PATIENCE", 0.1)
        with pytest.raises(Failed):
            await ask(processes, kit.hang, tmp_path / "hanging")
        assert caplog.messages == ["a process in which bots think hangs; it is not asked again"]
        assert has_ended(first)

    with_processes(work)


def test_words_for_people_come_through_and_others_do_not(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """An error's own words might say what someone holds."""

    async def work(processes: ThinkingProcesses) -> None:
        with pytest.raises(FeintError, match="^too large$"):
            await ask(processes, kit.refuse, "too large")
        with pytest.raises(Failed):
            await ask(processes, kit.fail, "P2 holds 1 and 5")

    with_processes(work)
    assert "something could not be thought out: ValueError at" in caplog.text
    assert "in fail" in caplog.text, "where it happened"
    assert "holds 1" not in caplog.text
    assert capfd.readouterr() == ("", "")


def test_others_wait_for_what_one_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """It will be on disk then; those who need something else don't wait."""
    begun: list[str] = []

    async def work(processes: ThinkingProcesses) -> None:
        waiting = [
            asyncio.create_task(
                ask(processes, kit.get_ready, key, key=key, address=str(n), on_begun=lambda n=n: begun.append(str(n)))
            )
            for n, key in enumerate(("solved", "solved", "other"))
        ]
        await asyncio.sleep(0)
        assert begun == ["0", "2"]
        solved, _, other = await asyncio.gather(*waiting)
        assert sorted(begun) == ["0", "1", "2"]
        assert solved != other
        for _ in range(2):
            found = await ask(processes, kit.get_ready, "other", key="other")
            assert found == other, "it is asked of the one that has it"
        assert processes.is_ready("solved")
        assert not processes.is_preparing("solved")

    with_processes(work, most=2)


def test_what_a_process_has_at_hand_is_known_and_limited() -> None:
    """It keeps a few players, and so does whoever asks it remember a few: games under all rulings would be too many."""

    async def work(processes: ThinkingProcesses) -> None:
        for key in ["a", *(str(n) for n in range(AT_HAND - 1)), "a", "new"]:
            await ask(processes, kit.get_ready, key, key=key)
        assert processes.is_ready("a"), "which was used again"
        assert processes.is_ready("new")
        assert not processes.is_ready("0")
        [process] = processes._idle
        assert len(process.ready) == AT_HAND

    with_processes(work)


def test_what_nobody_waits_for_any_more_is_given_up() -> None:
    told = asyncio.Event()

    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.own_number)
        endless = asyncio.create_task(ask(processes, kit.tell_for_ever, tell=lambda *now: told.set()))
        behind = asyncio.create_task(ask(processes, kit.own_number, table="behind"))
        await told.wait()
        behind.cancel()
        endless.cancel()
        assert await ask(processes, kit.own_number) == first, "it is the same process, which was told to stop"

    with_processes(work)


def test_thinking_that_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    """Though it has nothing to tell meanwhile; and the process has all that it had at hand."""

    async def work(processes: ThinkingProcesses) -> None:
        endless = asyncio.create_task(ask(processes, kit.think_for_ever, tmp_path / "number"))
        await asyncio.to_thread(wait_until, lambda: begun(tmp_path / "number"))
        endless.cancel()
        assert await ask(processes, kit.own_number) == int((tmp_path / "number").read_text())

    with_processes(work)


def test_one_that_goes_on_thinking_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled at that time isn't lost, since others need it too; but whoever has begun to think is ended."""
    monkeypatch.setattr(thinking, "STOPPING", 0.1)

    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.get_ready, "k")
        hanging = asyncio.create_task(ask(processes, kit.hang, tmp_path / "number"))
        await asyncio.to_thread(wait_until, lambda: begun(tmp_path / "number"))
        hanging.cancel()
        assert await ask(processes, kit.own_number) != first
        assert has_ended(first)

        slow = asyncio.create_task(ask(processes, kit.get_ready_slowly, tmp_path, key="new"))
        await asyncio.to_thread(wait_until, lambda: begun(tmp_path / "slow"))
        slow.cancel()
        await asyncio.sleep(5 * thinking.LOOK)
        (tmp_path / "go on").touch()
        assert str(await ask(processes, kit.own_number)) == (tmp_path / "slow").read_text()

    with_processes(work)


def begun(file: Path) -> bool:
    return file.exists() and bool(file.read_text())


def test_nothing_is_told_that_is_the_servers_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the database is, and its password: neither as it was given nor as worker processes are told."""
    for name in ("FEINT_DATABASE", "FEINT_SERVER", "PGPASSWORD", "PGHOST", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "hunter2")
    monkeypatch.setattr(sys, "argv", ["feint", "serve", "--database", "postgresql+asyncpg://feint:hunter2@db/feint"])

    async def work(processes: ThinkingProcesses) -> None:
        given = await ask(processes, kit.what_it_was_given)
        assert "hunter2" not in str(given)
        kept = {"PATH", "HOME", "XDG_CACHE_HOME", "NUMBA_BOUNDSCHECK"}
        assert {name: os.environ[name] for name in kept} == {name: given["environment"][name] for name in kept}

    with_processes(work)


def test_a_process_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.own_number)
        monkeypatch.setattr(thinking, "MOST_MEMORY", 1)
        assert await ask(processes, kit.own_number) == first
        assert await ask(processes, kit.own_number) != first
        assert has_ended(first)

    with_processes(work)


def test_a_process_without_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "IDLE", 0.0)

    async def work(processes: ThinkingProcesses) -> None:
        first = await ask(processes, kit.own_number)
        while not has_ended(first):
            await asyncio.sleep(0.01)
        monkeypatch.undo()
        assert await ask(processes, kit.own_number) != first

    with_processes(work)


def test_a_stop_ends_them_whatever_they_do(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "two"]

    async def scenario() -> None:
        processes = ThinkingProcesses(2, 9)
        waiting = [asyncio.create_task(ask(processes, kit.hang, file, key=file.name)) for file in files]
        while not all(file.exists() and file.read_text() for file in files):
            await asyncio.sleep(0.01)
        processes.stop()
        for task in waiting:
            task.cancel()
        await asyncio.to_thread(wait_until, lambda: all(has_ended(int(file.read_text())) for file in files))
        assert len(processes._queue) == 0

    run(scenario())


ORPHAN = """
import asyncio, sys
from pathlib import Path
from feint.server.thinking import ThinkingProcesses
from kit.thinking import hang

async def work():
    await ThinkingProcesses(1, 1).ask(hang, lambda: (Path(sys.argv[1]),), address="", table="", key="")

if __name__ == "__main__":
    asyncio.run(work())
"""


def test_none_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    """Though it thinks, and never looks at its pipe."""
    (tmp_path / "server.py").write_text(ORPHAN)
    busy = tmp_path / "busy"
    path = os.pathsep.join(sys.path)
    server = subprocess.Popen([sys.executable, tmp_path / "server.py", busy], env=os.environ | {"PYTHONPATH": path})
    wait_until(lambda: busy.exists() and busy.read_text())
    child = int(busy.read_text())
    shown = Path(f"/proc/{child}/cmdline").read_bytes()
    assert b"import serve; serve(" in shown, "what others on the machine can see of it says nothing"
    server.kill()
    server.wait()
    wait_until(lambda: has_ended(child))
