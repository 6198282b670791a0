"""The bots of the house: when they get ready, who waits for whom, what they are told, and that some give up."""

import asyncio
import pickle
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.bots import thinking_process
from feint.bots.seat_match import SeatMatch
from feint.core.chance import chance_word
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.server import bot_runner
from feint.server.event_store import EventStore
from feint.server.hub import Hub
from feint.server.settings import Settings
from kit.server import in_a_server, play_out, run, until
from kit.server_process import sqlite
from kit.thinking import Gate, Stage

pytestmark = pytest.mark.xdist_group("processes")


async def never(*_: Any) -> Any:
    await asyncio.Event().wait()


async def first_choice(work: Any, sent: tuple[Any, ...], *_: Any) -> Any:
    return sent[0].legal(sent[0].seat)[0] if work is thinking_process.choose else None


def test_a_bot_gets_ready_when_its_match_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when someone opens a table, which costs nothing; nor where nobody is to see it."""
    stage = Stage(never, most=9, share=9)
    monkeypatch.setattr(bot_runner, "ThinkingProcesses", stage)

    async def play(url: str) -> None:
        left = await client.open_table(url, "tower-siege", bots={"P2": "perfect"})
        await client.take_seat(url, left, "P1")
        table = await client.open_table(url, "tower-siege", bots={"P2": "perfect"})
        async with client.watch(url, table):
            assert stage.begun == [], "the match has not begun"
            token = await client.take_seat(url, table, "P1")
            async with client.join(url, table, token):
                assert stage.begun == [table]
            async with client.join(url, table, token):
                assert stage.begun == [table], "it is asked once"
        [(game, bot, limits)] = stage.asked
        assert (game.name, bot) == ("tower-siege", "perfect")
        assert limits == (4_000_000, 60.0)

    in_a_server(play, sqlite(tmp_path))
    assert stage.stopped


def test_quick_bots_never_wait_for_slow_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """24 tables have one that never comes to an end, and someone else plays as if they weren't there."""
    stage = Stage(never)
    monkeypatch.setattr(bot_runner, "ThinkingProcesses", stage)

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(24):
                table = await client.open_table(url, "tower-siege", bots={"P1": "search:10s"})
                await stack.enter_async_context(client.sit(url, table, "P2"))
            for bot in ("random", "beginner"):
                table = await client.open_table(url, "space-goats", bots={"P2": bot})
                async with client.sit(url, table, "P1") as person:
                    await play_out(person, seed=1)
                    assert person.ended["why"] == "over"
        assert len(stage.begun) == 1

    in_a_server(play, sqlite(tmp_path))


def test_a_slow_bot_waits_for_one_turn_of_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """24 tables of one address are before it in the queue, and 23 of them behind it when it gets its turn."""
    go_on = asyncio.Semaphore(0)

    async def answer(*question: Any) -> Any:
        await go_on.acquire()
        return await first_choice(*question)

    stage = Stage(answer)
    monkeypatch.setattr(bot_runner, "ThinkingProcesses", stage)

    async def work() -> None:
        hub = Hub(EventStore(sqlite(tmp_path)), Settings(sqlite(tmp_path)))
        await hub.start()
        try:
            async with AsyncExitStack() as stack:
                for number, address in enumerate([*["many"] * 24, "stranger"]):
                    id = f"table {number}"
                    await hub.open_table(id, "tower-siege", {}, {"P1": "search:10s"}, True, None, address)
                    session = await stack.enter_async_context(hub.session(id))
                    session.address = address
                    session.subscribers["P2"] = {Silent()}
                    await hub.take_seat(session, "P2", "string", None, None)
                    while len(stage.begun) + len(stage._queue) <= number:
                        await asyncio.sleep(0)
                for _ in range(3):
                    go_on.release()
                while len(stage.begun) < 4:
                    await asyncio.sleep(0)
                assert stage.begun[:4] == ["table 0", "table 1", "table 24", "table 2"]
        finally:
            await hub.stop()

    run(work())


class Silent:
    """Someone who is connected, and whom nothing reaches."""

    def send_first(self, messages: list[bytes]) -> None: ...

    def send(self, message: bytes) -> None: ...


def test_what_is_thought_out_for_nobody_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a match has ended; also what still waits for its turn."""
    stage = Stage(never, most=1, share=1)
    monkeypatch.setattr(bot_runner, "ThinkingProcesses", stage)

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            tables, people = [], []
            for seat, bot in (("P1", "P2"), ("P2", "P1")):
                tables.append(await client.open_table(url, "tower-siege", bots={bot: "search:10s"}))
                people.append(await stack.enter_async_context(client.sit(url, tables[-1], seat)))
            await people[0].choose("rest")
            while len(stage.begun) < 1:
                await asyncio.sleep(0.01)
            assert stage.given_up == []
            await people[1].resign()
            while stage.given_up != [tables[1]]:
                await asyncio.sleep(0.01)
            await people[0].resign()
            while len(stage.given_up) < 3:  # it was to get ready, too
                await asyncio.sleep(0.01)

    in_a_server(play, sqlite(tmp_path))
    assert len(stage._queue) == 0


def test_a_bot_in_another_process_gets_what_its_seat_may_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the match, not its seed, nor a number from which chance could be told."""
    stage = Stage(first_choice, most=9, share=9)
    monkeypatch.setattr(bot_runner, "ThinkingProcesses", stage)
    made: list[Match] = []
    monkeypatch.setattr(bot_runner, "SeatMatch", lambda match, seat: made.append(match) or SeatMatch(match, seat))

    async def play(url: str) -> None:
        table = await client.open_table(url, "space-goats", {"players": 3}, {"P2": "search:1s", "P3": "search:1s"})
        async with client.sit(url, table, "P1") as person:
            await play_out(person, seed=1)

    in_a_server(play, sqlite(tmp_path))
    questions = [sent for sent in stage.asked if isinstance(sent[0], SeatMatch)]
    assert len(questions) == len(made) > 4
    for (known, bot, seed, _), match in zip(questions, made, strict=True):
        assert bot == "search:1s"
        assert seed not in (match.seed, chance_word(match.seed, 0))
        assert match.fairness is not None
        for secret in (match.seed.to_bytes(8, "little"), match.fairness.secret.encode()):
            assert secret not in pickle.dumps(known)
    assert len({seed for _, _, seed, _ in questions}) == 2, "each has words of its own, whatever is asked"


@pytest.mark.parametrize(("game", "rulings"), [("tower-siege", {}), ("space-goats", {"players": 3})])
def test_a_bot_that_cannot_play_gives_up(
    game: str,
    rulings: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nobody waits for ever for one that can't solve the game, and its error's words are in no log."""
    bots = dict.fromkeys(feint.load(game, **rulings).seats[1:], "random")

    def made(game: Any, bot: str) -> None:
        raise FeintError(f"{bot} holds 1 and 5")

    monkeypatch.setattr(bot_runner, "player", made)

    async def play(url: str) -> None:
        table = await client.open_table(url, game, rulings, bots)
        async with client.join(url, table, await client.take_seat(url, table, "P1")) as player:
            await play_out(player, seed=1)
            assert player.ended["why"] == "resigned"
            assert player.ended["by"] in bots

    in_a_server(play, sqlite(tmp_path))
    assert "a bot could not choose, and gives up: FeintError" in caplog.text
    assert "random holds" not in caplog.text


def test_a_slow_bot_that_cannot_play_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A game that is too large to be solved here, and a process of its own that finds that out."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # where no solution is kept

    async def play(url: str) -> None:
        table = await client.open_table(url, "terminal-maneuver", bots={"missile": "perfect"})
        async with client.sit(url, table, "laser") as person:
            await until(person, lambda: person.ended)
            assert (person.ended["why"], person.ended["by"]) == ("resigned", "missile")
            assert person.preparing == {}

    in_a_server(play, sqlite(tmp_path), solve_positions=3)
    assert "a bot could not choose, and gives up: FeintError" in caplog.text
    assert "positions" not in caplog.text.replace("_positions", "")


def test_a_match_against_a_bot_in_another_process(tmp_path: Path) -> None:
    """From its first preparation to the end, with people told what it does."""
    told = []

    async def play(url: str) -> None:
        table = await client.open_table(url, "terminal-maneuver", {"fuel": 2, "rounds": 2}, {"missile": "perfect"})
        async with client.sit(url, table, "laser") as person:
            while not person.ended:
                if person.legal:
                    await person.choose(person.legal[0])
                else:
                    told.append(await person.next_message())
            assert person.ended["why"] == "over"

    in_a_server(play, sqlite(tmp_path))
    assert all(
        message["seats"] in ({}, {"missile": {"doing": "solving", "share": None}})
        for message in told
        if message["type"] == "preparing"
    )


def test_a_table_is_told_while_a_bot_gets_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also someone who comes later; the same for all, and nothing any more when it is ready."""
    go_on = Gate()

    async def answer(work: Any, sent: Any, tell: Any, on_ready: Any) -> None:
        tell("between 0.4 and 0.6", 0.8)
        tell("between 0.40 and 0.6", 0.8001)
        await go_on.wait()

    monkeypatch.setattr(bot_runner, "ThinkingProcesses", Stage(answer))
    half_way = {"type": "preparing", "seats": {"P2": {"doing": "solving", "share": 0.8}}}

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege", bots={"P2": "best"})
        async with client.sit(url, table, "P1") as person, client.watch(url, table) as watcher:
            for who in (person, watcher):
                while not who.preparing:
                    assert (await who.next_message())["type"] in ("change", "preparing")
                assert who.preparing == half_way["seats"]
            go_on.open()
            for who in (person, watcher):
                while who.preparing:
                    message = await who.next_message()
                    assert message["type"] != "preparing" or message["seats"] == {}, "once for each percent"

    in_a_server(play, sqlite(tmp_path))


def test_levels_sit_at_tables_under_their_names(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        table = await client.open_table(url, "space-goats", {"players": 3}, {"P2": "club", "P3": "beginner"})
        async with client.join(url, table, await client.take_seat(url, table, "P1")) as person:
            assert [person.state["seats"][seat]["who"] for seat in ("P2", "P3")] == ["club", "beginner"]
            await play_out(person, seed=1)
            assert person.ended["why"] == "over"
        with pytest.raises(client.ServerError, match="there is no player called master here; there are beginner, club"):
            await client.open_table(url, "space-goats", {}, {"P2": "master"})

    in_a_server(play, sqlite(tmp_path))
