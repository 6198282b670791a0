"""A database and a seat's file of the version before open unchanged: tests/fixtures/before was written by it."""

import json
import shutil
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_data_path

import feint
from feint import client
from feint.terminal import seat_tokens
from kit.compatibility import record_of_before, view_of_before
from kit.paths import FIXTURES
from kit.server import in_this_process, run, until

BEFORE = FIXTURES / "before"
TABLES: dict[str, Any] = json.loads((BEFORE / "tables.json").read_text())
SERVER = "http://127.0.0.1:8765"  # where the seat's file says that the table is


@pytest.fixture
def database(tmp_path: Path) -> str:
    shutil.copy(BEFORE / "tables.sqlite", tmp_path)
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"


def lasting(facts: dict[str, Any]) -> dict[str, Any]:
    """What is known of a table, in the words of the version before; of one that goes on without who is connected,
    which changes as someone looks at it.
    """
    facts = view_of_before(
        {name: part for name, part in facts.items() if name not in ("details", "forced", "may", "draw")}
    )
    if facts.get("view") is not None:
        facts["view"] = view_of_before(facts["view"])
    if facts["ended"] is not None:
        return facts
    seats = {seat: sitter and {**sitter, "gone": None} for seat, sitter in facts["seats"].items()}
    return {**facts, "seats": seats, "number": None}


def test_all_that_was_known_of_each_table_is_known(database: str) -> None:
    async def look(url: str) -> None:
        for name, before in TABLES.items():
            shown = await client.request(url, f"/tables/{before['table']}")
            assert lasting({**shown, "claim_after": 0.5}) == lasting(before["shown"]), name
            for viewer, said in before["said"].items():
                async with client.join(url, before["table"], before["tokens"].get(viewer)) as found:
                    known = {part: value for part, value in found.state.items() if part not in ("log", "now")}
                    assert lasting(known) == lasting(said), (name, viewer)
                    assert bool(found.log) == (found.view is not None)
            if before["record"] is not None:
                record = await client.request(url, f"/tables/{before['table']}/record")
                assert record_of_before(record) == before["record"], name
                assert feint.replay(record).scores == before["shown"]["ended"]["scores"]

    with in_this_process(database, grace=1000) as url:
        run(look(url))


def test_how_each_ended() -> None:
    ends = {name: before["shown"]["ended"] for name, before in TABLES.items()}
    assert {name: end["why"] for name, end in ends.items() if end} == {
        "over": "over",
        "resigned": "resigned",
        "time": "time",
        "gone": "gone",
        "closed": "closed",
    }


def test_the_list_has_those_that_are_open_and_public(database: str) -> None:
    with in_this_process(database) as url:
        listed = {table["table"] for table in run(client.request(url, "/tables"))}
    still_open = {before["table"] for before in TABLES.values() if before["shown"]["ended"] is None}
    assert listed == still_open - {TABLES["bot"]["table"]}


def test_play_goes_on_where_a_secret_is_pending(database: str) -> None:
    async def play(url: str) -> None:
        before = TABLES["secret"]
        async with AsyncExitStack() as stack:
            one, two = [
                await stack.enter_async_context(client.join(url, before["table"], before["tokens"][seat]))
                for seat in ("P1", "P2")
            ]
            assert (one.view["laid"], one.view["chosen"]) == (2, [0, None])  # and not which
            assert two.view["chosen"] == [None, 1]
            await one.choose("card 2")
            assert one.view["shown"] == [2, 1]
            await one.choose("1")
            await until(two, lambda: two.ended)
            assert two.ended["scores"] == {"P1": 1.0, "P2": 0.0}

    with in_this_process(database) as url:
        run(play(url))


def test_play_goes_on_against_a_bot(database: str) -> None:
    async def play(url: str) -> None:
        before = TABLES["bot"]
        async with client.join(url, before["table"], before["tokens"]["P1"]) as player:
            for _ in range(5):
                await until(player, lambda: player.legal)
                await player.choose(player.legal[0])
            await player.resign()
        record = await client.request(url, f"/tables/{before['table']}/record")
        assert "P2=trader" in record
        assert feint.replay(record).scores == {"P1": 0.0, "P2": 1.0}

    with in_this_process(database) as url:
        run(play(url))


def test_the_rematch_and_the_seat_that_is_kept_there(database: str) -> None:
    async def play(url: str) -> None:
        before, again = TABLES["over"], TABLES["rematch"]["table"]
        with pytest.raises(client.ServerError, match="P1"):
            await client.take_seat(url, again, "P1")
        token = await client.take_seat(url, again, "P1", previous_token=before["tokens"]["P2"])
        async with client.join(url, again, token) as player:
            assert player.legal
            await player.choose(player.legal[0])

    with in_this_process(database) as url:
        run(play(url))


def test_the_file_of_a_seat_still_holds_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, request = user_data_path("feint") / "seats", client.request
    folder.mkdir(parents=True, exist_ok=True)
    for file in (BEFORE / "seats").iterdir():
        shutil.copy(file, folder)
    before = TABLES["secret"]
    with in_this_process(database) as url:
        monkeypatch.setattr(client, "request", lambda server, *rest: request(server.replace(SERVER, url), *rest))
        held = seat_tokens.take_seat(SERVER, before["table"], None)
    assert held is not None
    assert (held.seat, held.token) == ("P1", before["tokens"]["P1"])
    held.forget()
    assert not [file for file in (BEFORE / "seats").iterdir() if (folder / file.name).exists()]
