"""Servers that lie, or that have lost something: a client in Python notices, and says what in a sentence."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.core.fairness import Fairness
from feint.core.record import untagged
from feint.witness import Unfair, Witness
from kit.dishonest import Liar, lying, retold
from kit.server import in_this_process, play_out, run, sit_openly, until
from kit.server_process import sqlite
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("server")
SHORT = {"length": 3, "cards": 2, "stride": 2}
Message = dict[str, Any]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path_factory.mktemp("dishonest"))) as address:
        yield address


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> Liar:
    return lying(monkeypatch)


async def against_a_bot(url: str) -> tuple[str, client.Token]:
    table = await client.open_table(url, "tower-siege", SHORT, bots={"P2": "random"})
    return table, await client.take_seat(url, table, "P1")


async def joins(url: str, table: str, token: client.Token) -> None:
    async with client.join(url, table, token):
        pass


def swaps(seat: str, **facts: str) -> Callable[[Message], Message]:
    """What is told of a seat is something else."""

    def swap(message: Message) -> Message:
        if (message.get("seats") or {}).get(seat):
            message["seats"][seat] |= facts
        return message

    return swap


def test_a_changed_commitment(url: str, liar: Liar) -> None:
    async def play() -> None:
        table, token = await against_a_bot(url)
        liar.tells({"commitment": "ab" * 32})
        says = "^the server has changed its commitment, so it could choose what chance brings$"
        with pytest.raises(Unfair, match=says):
            await joins(url, table, token)
        with pytest.raises(Unfair, match=says):
            await client.take_seat(url, table, "P1", Witness.from_json(token.witness.to_json()))

    run(play())


def test_a_bot_whose_string_was_chosen_after_ones_own(url: str, liar: Liar) -> None:
    async def play() -> None:
        table, token = await against_a_bot(url)
        liar.message = swaps("P2", string="one-that-wins")
        with pytest.raises(Unfair, match="^P2's string isn't the one that it was bound to$"):
            await joins(url, table, token)

    run(play())


def test_a_bot_whose_string_was_chosen_and_only_the_record_has_it(url: str, liar: Liar) -> None:
    """All that was told on the way is what was promised; the match was played with another seed."""

    def other(lines: list[str]) -> list[str]:
        match = feint.replay("\n".join(lines))
        true = match.fairness
        fairness = Fairness(true.commitment, true.strings | {"P2": "one-that-wins"}, true.secret, true.order)
        lied = match.game.start(seats=match.seats, fairness=fairness)
        lied.resign("P1")
        return untagged(lied.record())

    async def play() -> None:
        table = await client.open_table(url, "tower-siege", SHORT, bots={"P2": "random"})
        async with client.sit(url, table, "P1") as player:
            await player.resign()

    run(play())
    liar.record = other
    with pytest.raises(Unfair, match="another string for P2 than the one that it was bound to"):
        run(play())


def test_ones_own_string_is_replaced(url: str, liar: Liar) -> None:
    async def play() -> None:
        table = await client.open_table(url, "tower-siege", SHORT)
        token = await client.take_seat(url, table, "P1")
        liar.message = swaps("P1", string="another")
        with pytest.raises(Unfair, match=r"^the server has put another string in the place of yours \(P1\)$"):
            await joins(url, table, token)

    run(play())


def test_a_commitment_that_changes_before_one_reveals(url: str, liar: Liar) -> None:
    """Then one's own string stays where it is."""

    async def play() -> None:
        table = await client.open_table(url, "space-goats", {"players": 3})
        await client.take_seat(url, table, "P1")
        token = await client.take_seat(url, table, "P2")
        await sit_openly(url, table, "P3")
        liar.message = swaps("P1", commitment="cd" * 32)
        with pytest.raises(Unfair, match="^P1's commitment was changed$"):
            await joins(url, table, token)
        assert (await client.request(url, f"/tables/{table}"))["seats"]["P2"]["string"] is None

    run(play())


async def played(url: str, stack: AsyncExitStack, *choices: str) -> client.TableClient:
    """Let both seats choose in turn at a new table; the first one's client."""
    table = await client.open_table(url, "tower-siege", SHORT | {"length": 6})
    tokens = [await client.take_seat(url, table, seat) for seat in ("P1", "P2")]
    players = [await stack.enter_async_context(client.join(url, table, token)) for token in tokens]
    for number, choice in enumerate(choices):
        player = players[number % 2]
        await until(player, lambda player=player: player.legal)
        await player.choose(choice)
    return players[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda steps: [*steps[:2], ("P1", "1"), *steps[3:]], "doesn't have your choice 2, 2, as you made it"),
        (lambda steps: [("P1", "rest"), *steps[1:]], "doesn't have your choice 1, 1, as you made it"),
        (lambda steps: [*steps[:3], ("P2", "1")], "what the server told with change 7 doesn't fit its record"),
        (lambda steps: steps[:3], "what the server told with change 7 doesn't fit its record"),
        (
            lambda steps: [steps[0], ("P2", "2"), *steps[2:]],
            "what the server told with change 5 doesn't fit its record",
        ),
    ],
    ids=["my choice", "my first choice", "the other's choice", "one is dropped", "an earlier one of the other"],
)
def test_a_record_that_was_rewritten(change: Any, says: str, url: str, liar: Liar, tmp_path: Path) -> None:
    """It is right in itself, so `feint check` finds nothing; only who was there knows better."""

    async def play() -> str:
        async with AsyncExitStack() as stack:
            one = await played(url, stack, "1", "rest", "2", "2")
            await until(one, lambda: one.legal)
            await one.resign()
            await client.check_match(url, one)
            liar.record = retold(change)
            with pytest.raises(Unfair, match=re.escape(says)):
                await client.check_match(url, one)
            return str(await client.request(url, f"/tables/{one.table}/record"))

    file = tmp_path / "retold.feint"
    file.write_text(run(play()))
    assert command("check", str(file)).returncode == 0


def test_choices_that_were_made_at_once_are_told_in_another_order(url: str, liar: Liar) -> None:
    """As one would who let a bot choose after it had seen the other's card, and wrote it down the other way round."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            one = await played(url, stack, "1", "1", "card 1", "card 2")
            await one.resign()
            await client.check_match(url, one)
            liar.record = retold(lambda steps: [*steps[:2], steps[3], steps[2]])
            with pytest.raises(Unfair, match="what the server told with change 6 doesn't fit its record"):
                await client.check_match(url, one)

    run(play())


def test_an_outcome_that_was_changed(url: str, liar: Liar) -> None:
    async def play() -> None:
        table = await client.open_table(url, "minefield-navigator")
        await sit_openly(url, table, "player1")
        async with client.sit(url, table, "player2") as player:
            liar.record = lambda lines: [re.sub("mines [0-9,]+", "mines 1,1,1", line) for line in lines]
            await player.resign()

    with pytest.raises(Unfair, match="the outcome mines 1,1,1 is not the one that the seed gives"):
        run(play())


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        (lambda m: m | {"ended": m["ended"] | {"secret": "00" * 32}} if m.get("ended") else m, "isn't the one that it"),
        (lambda m: {name: part for name, part in m.items() if name != "head"}, "came without the chain's head"),
        (lambda m: m | {"rulings": m["rulings"] | {"length": 4}} if m["type"] == "table" else m, "the game or its rul"),
        (lambda m: m | {"seats": dict.fromkeys(m["seats"])} if m["type"] == "table" else m, "P2 out of its seat"),
        (
            lambda m: m | {"ended": m["ended"] | {"scores": {"P1": 1.0, "P2": 0.0}}} if m.get("ended") else m,
            "another r",
        ),
    ],
    ids=["secret", "no head", "rulings", "seats", "result"],
)
def test_other_lies_on_the_way(lie: Any, says: str, url: str, liar: Liar) -> None:
    async def play() -> None:
        table, token = await against_a_bot(url)
        liar.message = lie
        async with client.join(url, table, token) as player:
            await player.resign()
            await client.check_match(url, player)

    with pytest.raises(Unfair, match=says):
        run(play())


def test_a_ruling_that_a_newer_version_has_is_no_lie(url: str, liar: Liar) -> None:
    async def play() -> None:
        table, token = await against_a_bot(url)
        rulings = (await client.request(url, f"/tables/{table}"))["rulings"]
        liar.tells({"rulings": rulings | {"weather": "fair"}})
        await joins(url, table, token)

    run(play())


def test_whoever_is_told_may_go_on(url: str, liar: Liar) -> None:
    """The sentence comes once, and the match can be played to its end; it is said again with the record."""
    said: list[str] = []

    async def play() -> None:
        table, token = await against_a_bot(url)
        liar.tells({"commitment": "ab" * 32})
        async with client.join(url, table, token, on_unfair=said.append) as player:
            await play_out(player, 1)
            assert said == ["the server has changed its commitment, so it could choose what chance brings"]
            with pytest.raises(Unfair, match="changed its commitment"):
                await client.check_match(url, player)

    run(play())


def test_a_database_that_is_put_back(tmp_path: Path) -> None:
    """Yesterday's copy: whoever saw more notices, and gets the table as it is now.

    When others have played on meanwhile, the numbers alone would fit: the head says that it went on differently.
    """
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    said: list[str] = []

    async def begin(url: str) -> tuple[str, client.Token]:
        table = await client.open_table(url, "tower-siege", SHORT)
        token = await client.take_seat(url, table, "P1")
        await sit_openly(url, table, "P2")
        await joins(url, table, token)
        return table, token

    async def go_on(url: str, token: str, choice: str, before: Any = None) -> client.TableClient:
        async with client.join(url, table, token, before, said.append) as one:
            if choice:
                await one.choose(choice)
            return one

    with in_this_process(sqlite(tmp_path)) as url:
        table, token = run(begin(url))
    shutil.copy(database, copy)
    with in_this_process(sqlite(tmp_path)) as url:
        seen = run(go_on(url, token, "1"))
    assert (seen.number, said) == (4, [])
    written = seen.witness.to_json()
    shutil.copy(copy, database)
    with in_this_process(sqlite(tmp_path)) as url:
        back = run(go_on(url, client.Token(token, Witness.from_json(written)), ""))
        assert (back.number, back.view["position"]) == (3, [0, 0])
        assert said == ["the server has forgotten what it told before: 4 changes, of which 3 are left"]
        run(go_on(url, str(token), "2"))
        said.clear()
        back = run(go_on(url, token, "", before=seen))
        assert (back.number, back.view["position"]) == (4, [2, 0]), "all was sent, not only what came after"
        assert said == ["change 4 is told differently from before: what happened has been rewritten"]


def test_a_seat_at_two_places(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One plays, and takes something back, while the other has no connection: that comes back to the same."""
    monkeypatch.setattr("feint.server.bot_runner._choice", lambda match, seat, *_: match.legal(seat)[-1])

    async def play() -> None:
        table, token = await against_a_bot(url)
        copied = client.Token(token, Witness.from_json(token.witness.to_json()))
        async with client.join(url, table, copied) as there:
            assert there.legal
        async with client.join(url, table, token) as here:
            await here.choose("1")
            await until(here, lambda: here.legal)
            async with client.join(url, table, copied, before=there) as resumed:
                assert resumed.state | {"type": 0} == here.state | {"type": 0}
            await here.undo()
            await here.choose("2")
            await until(here, lambda: here.legal)
            async with client.join(url, table, copied, before=resumed) as resumed:
                assert resumed.state | {"type": 0} == here.state | {"type": 0}
                assert (resumed.number, resumed.witness.undone) == (here.number, 1)
                await resumed.resign()
                match = await client.check_match(url, resumed)
                assert [step.text for step in match.steps if match.who(step) == "P1"] == ["2"]
            await until(here, lambda: here.ended)
            await client.check_match(url, here)

    run(play())


def test_a_witness_that_was_written_down(url: str) -> None:
    async def play() -> None:
        table = await client.open_table(url, "tower-siege", SHORT)
        token = await client.take_seat(url, table, "P1")
        await sit_openly(url, table, "P2")
        async with client.join(url, table, client.Token(token, Witness.from_json(token.witness.to_json()))) as one:
            await one.choose("1")
            again = Witness.from_json(one.witness.to_json())
            assert again == one.witness
            assert again.choices == {0: "1"}
            assert set(again.heads) == {2, 3, 4}

    run(play())
