"""Fairness at a table: seats are bound before strings are revealed, everything is chained, and clients notice lies."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.core.chain import heads
from feint.core.fairness import string_commitment
from feint.server.opening import opening_events
from feint.server.table import REVEAL_TIME, Table
from feint.server.table_seats import hash_token
from feint.server.viewer import ViewerState
from kit.server import Travel, in_this_process, run, sit_openly, until
from kit.server_process import sqlite
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("server")
SHORT = {"length": 3, "cards": 2, "stride": 2}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path_factory.mktemp("fairness"))) as address:
        yield address


async def sitting(url: str, stack: AsyncExitStack, *seats: str, **wanted: Any) -> tuple[str, list[client.TableClient]]:
    """A table of Tower Siege where these have sat down in this order, and have joined."""
    table = await client.open_table(url, "tower-siege", SHORT, **wanted)
    tokens = [await client.take_seat(url, table, seat) for seat in seats]
    return table, [await stack.enter_async_context(client.join(url, table, token)) for token in tokens]


# Bound before anyone reveals.


def test_nobody_sees_a_string_before_all_are_bound(url: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table = await client.open_table(url, "space-goats", {"players": 3})
            shown: list[dict[str, Any]] = []
            tokens = {}
            for seat in ("P2", "P3", "P1"):
                tokens[seat] = await client.take_seat(url, table, seat)
                shown.append((await client.request(url, f"/tables/{table}"))["seats"])
            assert shown[0]["P2"]["string"] is None
            assert shown[0]["P2"]["commitment"] == string_commitment("P2", tokens["P2"].witness.string)
            assert (shown[1]["P2"], shown[1]["P3"]["string"]) == (shown[0]["P2"], None)
            assert shown[2]["P1"]["string"] == tokens["P1"].witness.string, "the last is bound by its string"
            assert "commitment" not in shown[2]["P1"]
            one = await stack.enter_async_context(client.join(url, table, tokens["P1"]))
            assert one.view is None
            two = await stack.enter_async_context(client.join(url, table, tokens["P2"]))
            assert two.state["seats"]["P2"]["string"] == tokens["P2"].witness.string
            assert two.view is None, "P3 has yet to reveal its string"
            with pytest.raises(client.ServerError, match="the match hasn't begun: waiting for P3 to reveal its string"):
                await two.resign()
            three = await stack.enter_async_context(client.join(url, table, tokens["P3"]))
            assert three.view is not None
            await until(one, lambda: one.view is not None)
            await one.resign()
            for player in (one, two, three):
                await until(player, lambda player=player: player.ended)
                match = await client.check_match(url, player)
            order = (("P2", "commits"), ("P3", "commits"), ("P1", "reveals"), ("P2", "reveals"), ("P3", "reveals"))
            assert match.fairness.order == order
            assert match.fairness.exposed == {}
            (tmp_path / "three.feint").write_text(match.record())

    run(play())
    said = command("check", str(tmp_path / "three.feint")).stdout
    assert "no string was known before every seat was bound to its own" in said
    assert "all of it is chained" in said


def test_a_string_is_revealed_when_all_are_bound_and_only_the_right_one(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, [one] = await sitting(url, stack, "P1")
            mine = one.witness.string
            await one.send({"type": "reveal", "id": "early", "string": mine})
            with pytest.raises(
                client.ServerError, match="strings are revealed when all are bound to theirs: P2 is open"
            ):
                await one._ask_for({"type": "reveal", "id": "early", "string": mine})
            await sit_openly(url, table, "P2")
            with pytest.raises(client.ServerError, match="this is not the string that P1 has committed to"):
                await one._ask_for({"type": "reveal", "id": "other", "string": "another"})
            await until(one, lambda: one.view is not None)
            await one._ask_for({"type": "reveal", "id": "again", "string": mine})  # done already
            with pytest.raises(client.ServerError, match="this is not the string"):
                await one._ask_for({"type": "reveal", "id": "late", "string": "another"})
            with pytest.raises(client.ServerError, match="string is a line of 1 to 64 characters"):
                await one._ask_for({"type": "reveal", "id": "long", "string": "x" * 65})

    run(play())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "a seat is taken with a string, or with a commitment"),
        ({"string": "a", "commitment": "0" * 64}, "the commitment is not the one of the string"),
        ({"commitment": "A" * 64}, "commitment"),
        ({"commitment": "0" * 63}, "commitment"),
    ],
)
def test_what_binds_nobody_is_refused(url: str, body: dict[str, Any], says: str) -> None:
    async def sit() -> None:
        table = await client.open_table(url, "tower-siege")
        with pytest.raises(client.ServerError, match=says):
            await client.request(url, f"/tables/{table}/seats/P1", body)
        assert (await client.request(url, f"/tables/{table}"))["seats"]["P1"] is None

    run(sit())


def test_sitting_down_against_a_bot_is_one_step(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's string was told with the commitment: so the person brings a string, and the match begins with that."""
    asked: list[str] = []
    honest = client.request

    async def counted(url: str, path: str, *rest: Any) -> Any:
        asked.append(re.sub("tables/[^/]+", "tables/T", path))
        return await honest(url, path, *rest)

    async def play() -> None:
        table = await client.open_table(url, "tower-siege", SHORT, bots={"P2": "random"})
        bound = (await honest(url, f"/tables/{table}"))["seats"]["P2"]["string"]
        asked.clear()
        token = await client.take_seat(url, table, "P1")
        assert asked == ["/tables/T", "/tables/T/seats/P1"]
        async with client.join(url, table, token) as player:
            assert (player.view is not None, player.number) == (True, 2)
            assert player.state["seats"]["P2"]["string"] == bound == token.witness.strings["P2"]

    monkeypatch.setattr(client, "request", counted)
    run(play())


def test_a_seat_that_never_reveals_its_string(tmp_path: Path, travel: Travel) -> None:
    """The table is closed after a day, and it says because of which seat; not a minute before."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table = await client.open_table(url, "tower-siege")
            gone = await client.take_seat(url, table, "P1")
            token = await client.take_seat(url, table, "P2")
            two = await stack.enter_async_context(client.join(url, table, token))
            travel.on(REVEAL_TIME / 1000 - 60)
            with pytest.raises(client.ServerError, match="hasn't begun: waiting for P1 to reveal its string"):
                await two.resign()
            travel.on(61)
            await until(two, lambda: two.ended)
            assert (two.ended["why"], two.ended["by"], two.ended["scores"]) == ("closed", "P1", None)
            assert two.outcome.text == "the table was closed, since P1 never revealed its string"
            with pytest.raises(client.ServerError, match="this table is closed"):
                async with client.join(url, table, gone) as one:
                    await one._ask_for({"type": "reveal", "id": "late", "string": gone.witness.string})

    with in_this_process(sqlite(tmp_path), sweep=0.05) as url:
        run(play(url))


def test_a_wait_for_a_string_that_nobody_watches_ends(tmp_path: Path, travel: Travel) -> None:
    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege")
        for seat in ("P1", "P2"):
            await client.take_seat(url, table, seat)
        other = await client.open_table(url, "tower-siege")  # here the match begins in time
        async with client.join(url, other, await client.take_seat(url, other, "P1")) as one:
            await sit_openly(url, other, "P2")
            await until(one, lambda: one.view is not None)
        travel.on(REVEAL_TIME / 1000 + 1)
        while (await client.request(url, f"/tables/{table}"))["ended"] is None:
            await asyncio.sleep(0.02)
        assert (await client.request(url, f"/tables/{other}"))["ended"] is None

    with in_this_process(sqlite(tmp_path), sweep=0.05) as url:
        run(play(url))


def test_the_last_to_sit_down_cannot_choose(url: str) -> None:
    """All that the last one, and a server that helps it, can know when it is bound: the first one's string isn't in it."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table = await client.open_table(url, "minefield-navigator")
            token = await client.take_seat(url, table, "player1")
            one = await stack.enter_async_context(client.join(url, table, token))
            mine = one.witness.string
            known = json.dumps([await client.request(url, f"/tables/{table}"), one.state])
            assert mine not in known
            assert string_commitment("player1", mine) in known
            await sit_openly(url, table, "player2")
            await until(one, lambda: one.view is not None)
            await one.resign()
            match = await client.check_match(url, one)
            assert "player1" not in match.fairness.exposed

    run(play())


def test_who_shows_a_string_too_early_is_told_so(url: str, tmp_path: Path) -> None:
    """Older clients bring their strings as they sit down. Others can go on playing with them, and the proof says so."""

    async def play() -> str:
        table = await client.open_table(url, "tower-siege", SHORT)
        await sit_openly(url, table, "P1")
        async with client.sit(url, table, "P2") as two:
            await two.resign()
        return str(await client.request(url, f"/tables/{table}/record"))

    file = tmp_path / "early.feint"
    file.write_text(run(play()))
    said = command("check", str(file)).stdout
    assert (
        "the string of P1 was known before P2 was bound to one, so P2 and the server together could have chosen" in said
    )
    assert "no string was known" not in said


# The chain.


def table_of(**rulings: int) -> Table:
    """A table of Tower Siege where all have sat down."""
    [opened] = opening_events("tower-siege", SHORT | rulings, {}, True)
    table = Table("t", [opened._replace(facts=opened.facts | {"secret": "7a" * 32})])
    for seat in table.seats.free:
        for event in table.take_seat(seat, f"string-{seat}", hash_token(seat)):
            table.add(event)
    return table


def choose(table: Table, seat: str, choice: str) -> None:
    for event in table.choose(seat, f"id{table.number}", table.ask(seat) or 0, choice):
        table.add(event)


def test_the_chain_of_the_table_is_that_of_the_record() -> None:
    table = table_of()
    for seat, choice in (("P1", "2"), ("P2", "2"), ("P1", "card 1"), ("P2", "card 2")):
        choose(table, seat, choice)
    for event in table.resign("P1"):
        table.add(event)
    match = feint.replay(table.playing.record())
    assert list(heads(match, match.fairness)) == table.seats.chain
    assert f"\nchain: {table.seats.chain[-1]}  #" in table.playing.record()
    assert len(set(table.seats.chain)) == len(table.seats.chain) == 1 + 2 + 4 + 1


def test_a_head_binds_a_hidden_choice_and_tells_nothing_of_it() -> None:
    """Other choices make other heads; each that is told is new, also if nothing has happened that is chained."""
    told = []
    for card in ("card 1", "card 2"):
        table = table_of()
        state = ViewerState(table, "P1")
        for seat, choice in (("P1", "2"), ("P2", "2"), ("P2", card)):
            choose(table, seat, choice)
        for event in [*table.disconnect("P2")]:
            table.add(event)
        for event in [*table.reconnect("P2")]:
            table.add(event)
        told.append([change["head"] for change in state.changes()])
    assert [one == two for one, two in zip(*told, strict=True)] == [True] * 4 + [False] * 3
    assert all(len(set(heads)) == len(heads) == 7 for heads in told)
    assert all(re.fullmatch("[0-9a-f]{32}", head) for heads in told for head in heads)


def test_one_who_joins_is_told_the_head_of_the_last_change() -> None:
    """Not a newer one: it would tell that somebody has chosen in secret."""
    table = table_of()
    choose(table, "P1", "2")
    state = ViewerState(table, "P2")
    before = state.table_state()["head"]
    table.snapshots.append(table.snapshots[-1]._replace(head="0" * 32))  # something that P2 can't see
    table.number += 1
    assert state.table_state()["head"] == before
    assert ViewerState(table, "P2").table_state()["head"] == before


def test_a_record_with_something_taken_out_moved_or_changed_is_refused() -> None:
    table = table_of(length=6)
    for seat, choice in (("P1", "1"), ("P2", "rest"), ("P1", "2"), ("P2", "2")):
        choose(table, seat, choice)
    for event in table.resign("P1"):
        table.add(event)
    text = re.sub(r"  #[0-9a-f]{4}$", "", table.playing.record(), flags=re.MULTILINE)
    feint.replay(text)
    for old, new in (
        ("P1 2; ", "P1 1; "),
        ("; P2 2", ""),
        ("P1 1; P2 rest", "P1 rest; P2 rest"),
        ("resigned: P1", "gone: P1"),
        ("P1 reveals; P2 reveals", "P2 reveals; P1 reveals"),
        ("P1 reveals;", "P1 commits; P1 reveals;"),
    ):
        changed = text.replace(old, new, 1)
        assert changed != text
        with pytest.raises(feint.BadRecord, match="the chain's head isn't the one of this match"):
            feint.replay(changed)
    for old, new, says in (
        (r"chain: \w+\n", "", 'expected "chain: ..." before the result'),
        (r"order: .*", "order: P1 reveals", "P2 reveals its string once"),
        (r"order: .*", "order: P1 reveals; P2 reveals; P3 reveals", "P3 reveals a string, but there is no such seat"),
        (
            r"order: .*",
            "order: P1 shouts",
            'a seat commits or reveals, as in "order: P1 commits; P2 reveals", not "shouts"',
        ),
        (r"chain: ", "taken back: often\nchain: ", "expected after how many choices something was taken back"),
    ):
        with pytest.raises(feint.BadRecord, match=re.escape(says)):
            feint.replay(re.sub(old, new, text))


def test_what_was_taken_back_is_in_the_chain(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("feint.server.bot_runner._choice", lambda match, seat, *_: match.legal(seat)[-1])

    async def play() -> str:
        async with AsyncExitStack() as stack:
            _table, [one] = await sitting(url, stack, "P1", bots={"P2": "random"})
            for _ in range(2):
                await until(one, lambda: one.legal)
                await one.choose("1")
                await until(one, lambda: one.legal)
                await one.undo()
            for choice in ("1", "1"):
                await until(one, lambda: one.legal)
                await one.choose(choice)
            await until(one, lambda: one.legal)
            await one.undo()
            await until(one, lambda: one.legal)
            await one.resign()
            assert one.witness.undone == 3
            match = await client.check_match(url, one)
            assert match.undone == (0, 0, 2)
            return match.record()

    record = run(play())
    assert "\ntaken back: 0 0 2  #" in record
    (tmp_path / "back.feint").write_text(record)
    assert "something was taken back 3 times" in command("check", str(tmp_path / "back.feint")).stdout
    with pytest.raises(feint.BadRecord, match="the chain's head isn't"):
        feint.replay(re.sub(r"  #[0-9a-f]{4}$", "", record, flags=re.MULTILINE).replace("back: 0 0 2", "back: 0 2"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            "delete from events where number = 6; update events set number = 6 where number = 7;",
            "a row",
        ),
        (
            'update events set facts = replace(facts, \'"choice":"rest"\', \'"choice":"1"\') where number = 6',
            "a choice",
        ),
    ],
)
def test_a_row_that_is_taken_out_or_changed_is_noticed(
    change: str, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """By the server that reads it."""

    async def play(url: str) -> str:
        async with AsyncExitStack() as stack:
            table, [one, two] = await sitting(url, stack, "P1", "P2")
            for player, choice in ((one, "1"), (two, "rest"), (one, "1")):
                await until(player, lambda player=player: player.legal)
                await player.choose(choice)
            return table

    with in_this_process(sqlite(tmp_path)) as url:
        table = run(play(url))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file, file:
        before = file.execute("select * from events order by number").fetchall()
        file.executescript(change)
        assert file.execute("select * from events order by number").fetchall() != before, why
    with in_this_process(sqlite(tmp_path)) as url, pytest.raises(client.ServerError, match="can't read this table"):
        run(client.request(url, f"/tables/{table}"))
    assert "a table can't be read" in caplog.text
