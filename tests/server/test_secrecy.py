"""Secrecy on the wire: what a viewer can't tell apart is sent to it in the same bytes."""

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.bots import choose
from feint.bots import random as any_choice
from feint.client import ConnectionLost, ServerError
from feint.core.errors import FeintError
from feint.core.schema import Schema
from feint.server.errors import Refused
from feint.server.hub import Hub
from feint.server.logs import handle_loop_exception, log_error
from feint.server.opening import opening_events
from feint.server.table import Table
from feint.server.table_events import OPENED, Event
from feint.server.table_seats import hash_token
from feint.server.viewer import ViewerState, encode, record_text
from kit.games import redealt
from kit.server import Travel, in_a_server, in_this_process, limited, run, sit_openly
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("server")

WRONG = "something went wrong on the server and was logged; try again"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path_factory.mktemp("secrecy"))) as address:
        yield address


def table_of(name: str, secret: str = "7a" * 32) -> Table:
    """A table where all have sat down, with a secret that the test knows."""
    [opened] = opening_events(name, limited(name), {}, True)
    table = Table("t", [Event(OPENED, opened.facts | {"secret": secret})])
    for number, seat in enumerate(table.game.seats):
        for event in table.take_seat(seat, f"string{number}", hash_token(seat)):
            table.add(event)
    return table


def test_whoever_plays_against_bots_may_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unlisted table has an address, too. An answer that comes at once must tell nobody what is in a hand."""
    [opened, *bots] = opening_events("space-goats", {}, {"P2": "random"}, False)
    table = Table("t", [opened, *bots])
    for event in table.take_seat("P1", "string", hash_token("P1")):
        table.add(event)
    asked: list[bool] = []
    monkeypatch.setattr("feint.core.game.Game.need_not_ask", lambda game, view, alone: asked.append(alone) or not alone)
    while not table.playing.over and len(asked) < 20:
        step(table, 1)
        ViewerState(table, "P1").table_state()
    assert set(asked) == {False}


def step(table: Table, seed: int) -> None:
    """One random choice of someone."""
    assert table.match is not None
    seat = random.Random(f"{seed} {table.number}").choice(table.match.pending)
    chosen = choose(table.match, seat, any_choice, seed)
    for event in table.choose(seat, f"id{table.number}", table.ask(seat) or 0, chosen):
        table.add(event)


def sent(table: Table, viewer: str | None) -> list[str]:
    """All that can be sent to a viewer now: to one who comes in, the record, and refusals of choices."""
    state = ViewerState(table, viewer)
    texts = [encode(state.table_state()), record_text(table, viewer)]
    for choice in ("", "card 1", "move", "guess 1", "burn 1") if viewer is not None else ():
        try:
            table.choose(viewer, "mine", table.choice_counts[viewer], choice)
        except Refused as refusal:
            texts.append(str(refusal))
    return texts


def compare_redealt(name: str, seeds: range) -> int:
    """Compare what is sent with what would be sent if what a seat doesn't see were dealt anew; how many differed inside."""
    different = 0
    for seed in seeds:
        table = table_of(name)
        for _ in range(12):
            if table.ended:
                break
            match = table.match
            assert match is not None
            for number, seat in enumerate(table.game.seats):
                true = sent(table, seat)
                twin = redealt(match, number, seed * 1000 + table.number)
                different += twin._states[-1] != match._states[-1]
                table.match = twin
                assert sent(table, seat) == true, f"{seat} can tell them apart"
                table.match = match
            step(table, seed)
    return different


@pytest.mark.parametrize("name", feint.game_names())
def test_states_that_a_seat_cannot_tell_apart(name: str) -> None:
    assert compare_redealt(name, range(6)) > 3, "there is something to hide"


@pytest.mark.parametrize("name", ["tower-siege", "minefield-navigator"])
def test_a_leak_would_be_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Schema.see
    monkeypatch.setattr(Schema, "see", lambda self, state, seat, over: honest(self, state, seat, over=True))
    with pytest.raises(AssertionError, match="can tell them apart"):
        compare_redealt(name, range(6))


@pytest.mark.parametrize("name", feint.game_names())
def test_whether_an_offer_stands_tells_nothing(name: str) -> None:
    """Offers of a draw are declined by playing on; a single choice declines them too, unless all know that it is one."""
    single = 0
    for seed in range(12):
        table = table_of(name)
        while not table.ended and table.number < 80:
            match = table.match
            assert match is not None
            known = table.game.need_not_ask(match.view(None), False)
            alone = {seat: len(match.legal(seat)) == 1 for seat in match.pending}
            table.offers = table.game.seats
            before = dict(table.choice_counts)
            step(table, seed)
            [chose] = [seat for seat in alone if table.choice_counts[seat] != before[seat]]
            if not table.ended:
                stands = table.offers == table.game.seats
                assert stands == (known and alone[chose])
                single += alone[chose] and not known
    assert single or name != "space-goats", "where a hand decides it, it has come up"


@pytest.mark.parametrize("name", feint.game_names())
def test_changes_add_up_however_they_come(name: str) -> None:
    """Followed one by one, fetched later, or from another process: the same bytes and numbers; each says something new."""
    table = table_of(name)
    states = {viewer: ViewerState(table, viewer) for viewer in (*table.game.seats, None)}
    followed: dict[Any, list[str]] = {viewer: [] for viewer in states}
    while not table.ended and table.number < 60:
        step(table, 3)
        for viewer, state in states.items():
            followed[viewer] += [encode(change) for change in state.changes()]
    if not table.ended:
        for event in table.resign(table.game.seats[0]):
            table.add(event)
        for viewer, state in states.items():
            followed[viewer] += [encode(change) for change in state.changes()]
    for viewer, messages in followed.items():
        assert [encode(change) for change in ViewerState(table, viewer).changes()] == messages
        numbers = [json.loads(message)["number"] for message in messages]
        assert numbers == list(range(1, len(messages) + 1))
        assert all(len(json.loads(message)) > 2 for message in messages), "a change changes something"


def test_what_a_viewer_may_not_know_has_no_number() -> None:
    """An event that leaves all that a viewer knows as it was is not sent, and leaves no gap."""
    table = table_of("tower-siege")
    state = ViewerState(table, "P1")
    state.skip_changes()
    before = state.number
    table.snapshots.append(table.snapshots[-1]._replace(kind="chose"))
    table.number += 1
    assert list(state.changes()) == []
    step(table, 1)
    assert [change["number"] for change in state.changes()] == [before + 1]


def masked(texts: list[str], *names: str) -> list[str]:
    """The bytes without ids and what is drawn anew for each table."""
    for name in names:
        texts = [text.replace(name, "...") for text in texts]
    texts = [re.sub(r'"head":"[0-9a-f]{32}"', '"head":"..."', text) for text in texts]
    return [re.sub(r'"(commitment|string|done)":"[^"]*"', r'"\1":"..."', text) for text in texts]


class Listening:
    """A viewer that keeps every frame as it came."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.frames: list[str] = []

    async def until_refused(self) -> None:
        """Read all that is under way: the answer to nonsense comes last."""
        await self.socket.send("nonsense")
        while not (frame := await self.socket.recv()).startswith('{"type":"error"'):
            self.frames.append(frame)


SECRETS = [
    ("tower-siege", [("P1", "3"), ("P2", "3")], "P1", ["card 1", "card 5"]),
    ("tower-siege", [("P1", "3"), ("P2", "3")], "P2", ["card 2", "card 4"]),
    ("terminal-maneuver", [], "laser", ["guess 1", "guess 2"]),
    ("terminal-maneuver", [], "missile", ["burn 0", "burn 2"]),
]


@pytest.mark.parametrize(("name", "opening", "who", "choices"), SECRETS)
def test_a_secret_choice_on_the_wire(
    url: str, name: str, opening: list[tuple[str, str]], who: str, choices: list[str]
) -> None:
    """Whatever is laid face down, all others get the same frames, in the same number and order; so do those who watch."""
    from websockets.asyncio.client import connect

    async def play(choice: str) -> list[list[str]]:
        async with AsyncExitStack() as stack:
            table = await client.open_table(url, name)
            seats = feint.load(name).seats
            tokens = {seat: await sit_openly(url, table, seat) for seat in seats}
            players = {seat: await stack.enter_async_context(client.join(url, table, tokens[seat])) for seat in seats}
            others = []
            for seat in (*(seat for seat in seats if seat != who), None):
                address = f"ws{url.removeprefix('http')}/tables/{table}/socket"
                socket = await stack.enter_async_context(connect(address, proxy=None, compression=None))
                await socket.send(json.dumps({"type": "join", "token": tokens[seat] if seat else None}))
                others.append(Listening(socket))
            for seat, move in [*opening, (who, choice)]:
                while not players[seat].legal:
                    await players[seat].next_message()
                await players[seat].choose(move)
            await asyncio.gather(*(other.until_refused() for other in others))
            records = [await client.request(url, f"/tables/{table}/record", token=token) for token in
                       (None, *(tokens[seat] for seat in seats if seat != who))]  # fmt: skip
            shown = json.dumps(await client.request(url, f"/tables/{table}"), separators=(",", ":"))
            records = [re.sub(r"(commitment: |strings: |#).*", r"\1...", text) for text in records]
            return [*(masked(other.frames, table) for other in others), masked([shown], table), records]

    first, second = (run(play(choice)) for choice in choices)
    assert first == second
    assert len(first[0]) > 1 + len(opening), "that someone has chosen is no secret"


def test_mines_on_the_wire(url: str) -> None:
    """Other secrets, other mines, the same frames until something is found."""

    async def play() -> tuple[str, list[str]]:
        table = await client.open_table(url, "minefield-navigator")
        tokens = [await sit_openly(url, table, seat) for seat in ("player1", "player2")]
        async with client.join(url, table, tokens[1]) as player:
            frame = json.dumps(player.state, separators=(",", ":"))
        async with client.join(url, table, tokens[0]) as player:
            await player.resign()
        text = await client.request(url, f"/tables/{table}/record")
        return re.findall("mines [0-9,]+", text)[0], masked([frame], table)

    found = [run(play()) for _ in range(4)]
    assert len({mines for mines, _ in found}) > 1
    assert all(frames == found[0][1] for _, frames in found)


def test_nothing_in_the_database_file_is_a_token(tmp_path: Path) -> None:
    """Tokens are stored as hashes only."""

    async def play(url: str) -> str:
        table = await client.open_table(url, "tower-siege")
        token = await client.take_seat(url, table, "P1")
        assert len(token) == 43, "256 bits"
        return token

    with in_this_process(sqlite(tmp_path)) as url:
        token = run(play(url))
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert hash_token(token).encode() in stored
    assert token.encode() not in stored


def test_the_log_names_no_choices(caplog: pytest.LogCaptureFixture) -> None:
    """An error of the rules says which choices someone had; the log says only what kind of error it was, and where."""
    match = feint.load("tower-siege").start(seed=1)
    with pytest.raises(FeintError, match="it can choose 1, 2, 3, rest") as refused:
        match.play("P1", "card 4")
    log_error("something went wrong", refused.value)
    [said] = caplog.messages
    assert said.startswith("something went wrong: IllegalChoice at\n")
    assert "match.py" in said
    assert "rest" not in said
    assert "card 4, " not in said


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, str], Any]:
    """Lets a part of the server fail for a while, with words that nobody may see."""

    def fails(*_: Any, **__: Any) -> None:
        word = "mines"
        raise RuntimeError(f"the {word} are at 3")

    @contextmanager
    def patched(owner: type, part: str) -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(owner, part, fails)
            yield

    return patched


def test_no_error_is_told_in_words_that_were_not_meant_for_people(
    tmp_path: Path, failing: Callable[[type, str], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever fails: who asked is told that something did, the log says what and where, and the table goes on."""

    async def work(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        tokens = [await sit_openly(url, table, seat) for seat in ("P1", "P2")]
        with failing(Hub, "open_table"), pytest.raises(ServerError, match=WRONG) as refused:
            await client.open_table(url, "tower-siege")
        assert refused.value.status == 500
        with (
            failing(Hub, "join"),
            pytest.raises(ConnectionLost, match="1011.*something went wrong in the server; connect again"),
        ):
            async with client.watch(url, table):
                pass
        async with client.join(url, table, tokens[0]) as player:
            before = player.number
            with failing(Table, "choose"), pytest.raises(ServerError, match=WRONG):
                await player.choose(player.legal[0])
            with failing(Hub, "submit"), pytest.raises(ServerError, match=WRONG):
                await player.choose(player.legal[0])
            with failing(Table, "resign"), pytest.raises(ServerError, match=WRONG):
                await player.resign()
            assert player.number == before
            with failing(ViewerState, "_change"):
                await player.send({"type": "choose", "id": "a", "ask": 0, "choice": player.legal[0]})
                while (await player.next_message())["type"] != "error":
                    pass

    in_a_server(work, sqlite(tmp_path))
    asyncio.run(besides())
    assert len(re.findall(": (?:Runtime|Value)Error at", caplog.text)) == 7
    assert "mines are at" not in caplog.text


def test_a_table_that_cannot_be_read(tmp_path: Path, travel: Travel, caplog: pytest.LogCaptureFixture) -> None:
    """Rules that have changed refuse a stored choice, and say which it was and what could be chosen: to nobody."""

    async def work(url: str) -> str:
        table = await client.open_table(url, "space-goats", {"players": 2})
        for seat in ("P1", "P2"):
            await sit_openly(url, table, seat)
        return table

    with in_this_process(sqlite(tmp_path)) as url:
        table = run(work(url))
    facts = {"seat": "P1", "id": "a", "choice": "buy Nonesuch"}
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file, file:
        [[number, at]] = file.execute("select max(number), max(at) from events where table_id = ?", [table])
        file.execute("insert into events (table_id, number, at, kind, facts) values (?, ?, ?, 'chose', ?)",
                     [table, number + 1, at, json.dumps(facts)])  # fmt: skip

    async def look(url: str) -> None:
        for asked in (f"/tables/{table}", f"/tables/{table}/record"):
            with pytest.raises(ServerError, match="^this version of Feint can't read this table$"):
                await client.request(url, asked)
        with pytest.raises(ServerError, match="^this version of Feint can't read this table$"):
            async with client.watch(url, table):
                pass
        assert await client.request(url, "/tables")
        travel.on(8 * 24 * 3600)
        while await client.request(url, "/tables"):  # until it is taken for idle
            await asyncio.sleep(0.02)

    in_a_server(look, sqlite(tmp_path), sweep=0.05)
    assert "a table can't be read" in caplog.text
    assert ": IllegalChoice at" in caplog.text
    assert "Nonesuch" not in caplog.text
    assert "Rocket" not in caplog.text


async def besides() -> None:
    """What nobody waits for fails."""
    asyncio.get_running_loop().set_exception_handler(handle_loop_exception)
    asyncio.get_running_loop().call_soon(int, "mines are at 3")
    await asyncio.sleep(0.01)


def test_nothing_is_recorded_by_telemetry(
    tmp_path: Path, failing: Callable[[type, str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Newer releases of FastAPI record errors with their words, and what was sent, for whoever has set that up."""
    asked_for: list[str] = []

    class Provider:
        """Stands for providers of logs, traces and measures, and notes whatever it is asked for."""

        def __getattr__(self, name: str) -> Any:
            asked_for.append(name)
            raise AttributeError(name)

    for place in ("_logs.get_logger_provider", "trace.get_tracer_provider", "metrics.get_meter_provider"):
        with suppress(ImportError):  # older ones know nothing of it
            monkeypatch.setattr(f"opentelemetry.{place}", Provider)

    async def work(url: str) -> None:
        with pytest.raises(ServerError, match="there is no game called"):
            await client.open_table(url, "chess")
        with failing(Hub, "open_table"), pytest.raises(ServerError, match=WRONG):
            await client.open_table(url, "tower-siege")

    in_a_server(work, sqlite(tmp_path))
    assert asked_for == []
