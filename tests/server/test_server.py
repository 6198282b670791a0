"""The network table over real connections: a real server on loopback, on SQLite and on PostgreSQL."""

import asyncio
import json
import random
import re
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.client import ServerError, TableClient, join
from feint.core.fairness import commitment
from kit.server import DATABASES, database_of, limited, play_out, run, seated, until
from kit.server_process import Server, serving
from kit.terminal import run as command

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with serving(database_of(request.param, folder, request), folder) as started:
        yield started


@pytest.fixture
def url(server: Server) -> str:
    return server.url


async def battle(url: str, stack: AsyncExitStack) -> tuple[str, TableClient, TableClient]:
    """A table of Tower Siege where both have just met and owe a card."""
    table = await client.open_table(url, "tower-siege")
    p1 = await stack.enter_async_context(client.sit(url, table, "P1"))
    p2 = await stack.enter_async_context(client.sit(url, table, "P2"))
    await until(p1, lambda: p1.legal)
    await p1.choose("3")
    await until(p2, lambda: p2.legal)
    await p2.choose("3")
    await until(p1, lambda: p1.legal)
    return table, p1, p2


@pytest.mark.parametrize("name", feint.game_names())
def test_whole_games(url: str, name: str, tmp_path: Path) -> None:
    """All seats by clients, to the end: each has the log and the view of its seat, and the record proves all of it."""

    async def play() -> None:
        table = await client.open_table(url, name, limited(name))
        opened = await client.request(url, f"/tables/{table}")
        tokens = await seated(url, table, list(opened["seats"]))
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(join(url, table, token)) for token in tokens.values()]
            watching = await stack.enter_async_context(client.watch(url, table))
            made = await asyncio.gather(*(play_out(player, seed) for seed, player in enumerate(players)))
            await until(watching, lambda: watching.ended)
            text = await client.request(url, f"/tables/{table}/record")
            match = feint.replay(text)
            for player, choices, seat in zip([*players, watching], [*made, []], [*tokens, None], strict=True):
                assert player.view == json.loads(json.dumps(match.view(seat)))
                assert player.log == match.log(seat)
                assert choices == [step.text for step in match.steps if match.who(step) == seat]
                assert player.ended["scores"] == match.scores
            assert match.fairness is not None
            assert match.fairness.commitment == opened["commitment"] == commitment(players[0].ended["secret"])
            file = tmp_path / "played.feint"
            file.write_text(text)
            checked = command("check", str(file))
            assert (checked.returncode, "committed to" in checked.stdout) == (0, True), checked.stdout

    run(play())


def test_who_comes_later_gets_the_same(url: str) -> None:
    """After every change a new connection is told what the old one has pieced together; so are those who watch."""

    async def play() -> None:
        table = await client.open_table(url, "terminal-maneuver")
        tokens = await seated(url, table, ["missile", "laser"])
        async with AsyncExitStack() as stack:
            views: list[tuple[str | None, TableClient]] = []
            for token in (*tokens.values(), None):
                views.append((token, await stack.enter_async_context(join(url, table, token))))
            players = [player for token, player in views if token]
            while not players[0].ended:
                [chooser, *_] = [player for player in players if player.legal]
                await chooser.choose(chooser.legal[-1])
                for token, player in views:
                    async with join(url, table, token) as fresh:
                        await until(player, lambda p=player, f=fresh: p.number >= f.number)
                        told = {name: value for name, value in player.state.items() if name != "type"}
                        assert told == {name: value for name, value in fresh.state.items() if name != "type"}

    run(play())


def test_who_comes_back_gets_the_rest(url: str) -> None:
    """From any number seen: only the changes after it, and the same as one who never left."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(url, stack)
            await p2.choose("card 2")
            await p1.choose("card 1")
            raw = []
            async with join(url, table, p1.token) as fresh:
                last = fresh.number
            for seen in range(last + 1):
                messages = await joined(url, table, p1.token, seen)
                assert messages[0] == {"type": "joined", "seat": "P1", "number": last}
                assert [message["number"] for message in messages[1:]] == list(range(seen + 1, last + 1))
                raw.append(messages[1:])
            assert all(later == raw[0][seen:] for seen, later in enumerate(raw)), (
                "a change is the same, whoever asks when"
            )
            async with join(url, table, p1.token, before=p1) as again:
                assert again.state["view"] == fresh.state["view"]
                assert again.log == fresh.log
            [whole] = await joined(url, table, p1.token, last + 1000)
            assert whole["type"] == "table", "a number that never was is no number"

    run(play())


async def joined(url: str, table: str, token: str | None, seen: int) -> list[dict[str, Any]]:
    """All that is sent to one who comes in."""
    from websockets.asyncio.client import connect

    async with connect(f"ws{url.removeprefix('http')}/tables/{table}/socket", proxy=None) as socket:
        await socket.send(json.dumps({"type": "join", "token": token, "seen": seen}))
        await socket.send("not JSON")  # its refusal comes behind all the rest
        messages = []
        while (message := json.loads(await socket.recv()))["type"] != "error":
            messages.append(message)
        return messages


def test_repeats_are_done_once(url: str) -> None:
    """The same id again is done already, on the same connection and on another; with another choice it is refused."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(url, stack)
            answer = {"type": "choose", "id": "mine", "ask": p1.state["ask"], "choice": "card 4"}
            async with join(url, table, p1.token) as other:
                await p1.send(answer)
                assert (await p1.next_message())["done"] == "mine"
                assert (await other.next_message())["done"] == "mine", "it is the same seat"
                assert "done" not in await p2.next_message()
                for player in (p1, other):
                    await player.send(answer)
                    assert await player.next_message() == {"type": "done", "id": "mine"}
            with pytest.raises(ServerError, match="the id mine was used for another choice before"):
                await p1.choose("card 5", id="mine", ask=answer["ask"])
            await p2.choose("card 1", id="mine")  # another seat's ids are its own
            await p1.send(answer)
            assert (await until_answer(p1)) == {"type": "done", "id": "mine"}, "also when the match has gone on"
            await client.request(url, f"/tables/{table}")
            assert p1.view is not None
            assert p1.view["shown"] == [4, 1]

    run(play())


async def until_answer(player: TableClient) -> dict[str, Any]:
    while (message := await player.next_message())["type"] == "change":
        pass
    return message


def test_secret_choices_in_either_order(url: str) -> None:
    """Both know only that they are asked; whoever answers first, neither is late, and the result is the same."""

    async def play() -> None:
        ends = []
        for order in ((0, 1), (1, 0)):
            async with AsyncExitStack() as stack:
                _, *players = await battle(url, stack)
                answers = [("card 2", players[0].state["ask"]), ("card 5", players[1].state["ask"])]
                for who in order:
                    choice, ask = answers[who]
                    await players[who].choose(choice, ask=ask)
                for player in players:
                    await until(player, lambda p=player: p.view["shown"] == [2, 5])
                ends.append([(player.view, player.log, player.legal) for player in players])
        async with AsyncExitStack() as stack:  # and both at once
            _, *players = await battle(url, stack)
            await asyncio.gather(players[0].choose("card 2"), players[1].choose("card 5"))
            for player in players:
                await until(player, lambda p=player: p.view["shown"] == [2, 5])
            ends.append([(player.view, player.log, player.legal) for player in players])
        assert ends[0] == ends[1] == ends[2]

    run(play())


def test_late_and_wrong_choices_change_nothing(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(url, stack)
            watching = await stack.enter_async_context(client.watch(url, table))
            before = await joined(url, table, p2.token, 0)
            ask = p1.state["ask"]
            for choice, asked, says in [
                ("card 9", ask, "P1 can't choose card 9 now; it can choose card 1, card 2, card 3, card 4, card 5"),
                ("3", ask, "P1 can't choose 3 now"),
                ("card 1", ask - 1, f"this answers question {ask - 1} of P1, but the open one is {ask}"),
                ("card 1", ask + 1, "but the open one is"),
                ("card 1", 10**30, "can't be read as JSON|ask is the number|but the one to answer"),
            ]:
                with pytest.raises(ServerError, match=says):
                    await p1.choose(choice, ask=asked)
            with pytest.raises(ServerError, match="a spectator can't choose"):
                await watching.choose("card 1", ask=ask)
            assert await joined(url, table, p2.token, 0) == before
            await p1.choose("card 1", ask=ask)
            with pytest.raises(ServerError, match="it is not P1's turn: waiting for P2"):
                await p1.choose("card 2", ask=ask)
            with pytest.raises(ServerError, match="it is not P1's turn"):
                await p1.choose("card 2", ask=ask + 1)

    run(play())


def test_other_peoples_tokens_and_seats(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(url, stack)
            other = await client.open_table(url, "tower-siege")
            stranger = await client.take_seat(url, other, "P1")
            for token in (stranger, "", "x" * 43, p1.token[:-1], p1.token + "x", p1.token.swapcase(), "\u00e4" * 43):
                with pytest.raises(ServerError, match="this token holds no seat at this table"):
                    async with join(url, table, token):
                        pass
                if token.isascii():  # a header has nothing else
                    with pytest.raises(ServerError, match="holds no seat at this table"):
                        await client.request(url, f"/tables/{table}/record", token=token)
            with pytest.raises(ServerError, match="P2 is taken, and so are all other seats, but you can watch"):
                await client.take_seat(url, table, "P2")
            with pytest.raises(ServerError, match="tower-siege has no seat called P3; it has P1, P2"):
                await client.take_seat(url, table, "P3")
            with pytest.raises(ServerError, match="there is no such table"):
                await client.take_seat(url, "nowhere", "P1")
            async with join(url, table, p2.token) as again:
                assert again.state["seat"] == "P2"
                assert again.state["view"]["chosen"] == [None, 0]

    run(play())


def test_resigning(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(url, stack)
            await p2.choose("card 2")
            await p1.resign()
            await p1.resign()
            await until(p2, lambda: p2.ended)
            assert p2.ended["why"] == "resigned"
            assert p2.ended["scores"] == {"P1": 0.0, "P2": 1.0}
            assert (p1.view["chosen"], p1.view["over"], p1.view["pending"]) == ([0, 2], True, []), "all is open now"
            async with join(url, table) as watcher:
                assert (watcher.view["chosen"], watcher.view["hand"]) == ([0, 2], p1.view["hand"])
            assert (p1.legal, p1.state["ask"]) == ([], None)
            with pytest.raises(ServerError, match="the match is over"):
                await p1.choose("card 1", ask=1)
            match = feint.replay(await client.request(url, f"/tables/{table}/record"))
            assert match.outcome.loser == "P1"

    run(play())


def test_records_before_the_end(url: str) -> None:
    """What the asker may know: the log of its seat, and no secret; a spectator's without a token."""

    async def play() -> None:
        table = await client.open_table(url, "minefield-navigator")
        with pytest.raises(ServerError, match="player1 and player2 are open"):
            await client.request(url, f"/tables/{table}/record")
        tokens = await seated(url, table, ["player1", "player2"])
        async with join(url, table, tokens["player1"]) as player:
            await player.choose("scan 3")
            texts = [
                await client.request(url, f"/tables/{table}/record", token=token) for token in (None, *tokens.values())
            ]
            for text, who in zip(texts, ("everybody", *tokens), strict=True):
                assert f"this is what {who} saw so far" in text
                assert "chance" not in text
                assert "seed:" not in text
                assert "secret:" not in text
                assert player.state["commitment"] in text
            await player.resign()
            text = await client.request(url, f"/tables/{table}/record")
            assert feint.replay(text).outcome.loser == "player1"

    run(play())


def test_bots_of_the_house(url: str) -> None:
    """They sit down before anyone else, so that their strings are known with the commitment."""

    async def play() -> None:
        for game, seat, bots in [
            ("terminal-maneuver", "laser", {"missile": "random"}),
            ("tower-siege", "P2", {"P1": "random"}),
            ("space-goats", "P2", {"P1": "trader"}),
        ]:
            table = await client.open_table(url, game, limited(game), bots=bots)
            opened = await client.request(url, f"/tables/{table}")
            [bot] = bots
            assert opened["seats"][bot]["who"] == bots[bot]
            assert opened["seats"][seat] is None
            async with client.sit(url, table, seat) as player:
                await play_out(player, 1)
            match = feint.replay(await client.request(url, f"/tables/{table}/record"))
            assert match.seats == {seat: "human", **bots}
            assert match.fairness.strings[bot] == opened["seats"][bot]["string"]

    run(play())


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"game": "chess"}, "there is no game called chess; there are dark-frontier"),
        ({"game": "../../tests/example_games/urn"}, "there is no game called"),
        ({"game": "tower-siege", "rulings": {"track": "skew"}}, "track=skew is not a choice"),
        ({"game": "space-goats", "rulings": {"deck": "/etc/passwd"}}, "space-goats has no ruling called deck"),
        ({"game": "tower-siege", "rulings": {"track": "\ud800"}}, "is not a choice"),
        (
            {"game": "tower-siege", "bots": {"P1": "random", "P2": "random"}},
            "a table needs a seat for at least one person",
        ),
        ({"game": "tower-siege", "bots": {"P1": "chess"}}, "there is no player called chess here"),
        ({"game": "tower-siege", "bots": {"P1": "search:60s"}}, "search:60s thinks too long"),
        ({"game": "tower-siege", "bots": {"P1": "search:500"}}, "how long search:500 takes could give its cards away"),
        ({"game": "tower-siege", "bots": {"P3": "random"}}, "tower-siege has no seat called P3"),
        ({"game": "tower-siege", "clock": {"blitz": 3}}, 'a clock is {"move": SECONDS} for each choice or'),
        ({"game": "tower-siege", "clock": {"move": "3"}}, "body.clock.move"),
        ({"game": "tower-siege", "more": 1}, "body.more: Extra inputs are not permitted"),
        ({"game": 7}, "body.game: Input should be a valid string"),
        ([], "body: Input should be"),
        ({}, "body.game: Field required"),
    ],
)
def test_tables_that_cannot_be(url: str, wanted: Any, says: str) -> None:
    with pytest.raises(ServerError, match=says):
        run(client.request(url, "/tables", wanted))


def test_why_it_was_refused_is_told_however_soon(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may have said it, and closed the connection, before the first message is on its way."""
    real = TableClient.send

    async def late(player: TableClient, message: dict[str, Any]) -> None:
        await player._socket.wait_closed()
        await real(player, message)

    monkeypatch.setattr(TableClient, "send", late)

    async def look() -> None:
        with pytest.raises(ServerError, match="connections are at /tables/TABLE/socket"):
            async with client.watch(url, "x" * 33):  # no table has so long a name: that is said before anyone asks
                pass

    run(look())


def test_looking_around(url: str) -> None:
    async def look() -> None:
        table = await client.open_table(url, "tower-siege", {"length": 5})
        hidden = await client.open_table(url, "tower-siege", public=False)
        listed = await client.request(url, "/tables")
        assert listed[0]["table"] == table
        assert listed[0]["rulings"]["length"] == 5
        assert listed[0]["seats"] == {"P1": None, "P2": None}
        assert hidden not in str(listed)
        assert (await client.request(url, f"/tables/{hidden}"))["public"] is False
        async with client.sit(url, table, "P1") as p1:
            assert (p1.view, p1.legal, p1.ended) == (None, [], None)
            async with client.sit(url, table, "P2"):
                await until(p1, lambda: p1.legal)
                assert (await client.request(url, "/tables"))[0]["seats"] == {"P1": "human", "P2": "human"}
                await p1.resign()
        assert table not in str(await client.request(url, "/tables")), "what has ended is off the list"
        assert [game["game"] for game in await client.request(url, "/games")] == feint.game_names()
        assert (await client.request(url, "/health"))["status"] == "ok"
        paths = (await client.request(url, "/openapi.json"))["paths"]
        assert set(paths) == {
            "/health",
            "/games",
            "/games/{name}",
            "/lessons/{name}/{number}",
            "/tables",
            "/tables/{table}",
            "/tables/{table}/seats/{seat}",
            "/tables/{table}/cancel",
            "/tables/{table}/hint",
            "/tables/{table}/record",
            "/tables/{table}/review",
            "/tables/{table}/steps",
            "/tables/{table}/branch",
            "/review",
            "/steps",
            "/branch",
            "/metrics",
            "/puzzles/daily",
            "/puzzles/{name}",
            "/puzzles/{name}/{number}",
        }

    run(look())


def test_headers(url: str) -> None:
    for path in ("/health", "/nowhere", "/tables/none"):
        try:
            answer = urllib.request.urlopen(url + path)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


JUNK = [
    "", "null", "7", "[]", '"join"', "{", "{}", '{"type": "join"}', '{"type": "choose"}', '{"type": "choose", "id": 7}',
    '{"type": "choose", "id": "", "ask": 1, "choice": "card 1"}',
    '{"type": "choose", "id": "a", "ask": "1", "choice": "card 1"}',
    '{"type": "choose", "id": "a", "ask": true, "choice": "card 1"}',
    '{"type": "choose", "id": "a", "ask": 1.0, "choice": "card 1"}',
    '{"type": "choose", "id": "a", "ask": null, "choice": "card 1"}',
    '{"type": "choose", "id": "a", "ask": 1, "choice": 1}',
    '{"type": "choose", "id": "a", "ask": 1, "choice": null}',
    '{"type": "choose", "id": "a", "ask": 1, "choice": ["card 1"]}',
    '{"type": "choose", "id": "a\\n", "ask": 1, "choice": "card 1"}',
    '{"type": "choose", "id": "a", "ask": 1, "choice": "\\ud800"}',
    '{"type": "choose", "id": "a", "ask": 1, "choice": "' + "x" * 500 + '"}',
    '{"type": "choose", "id": "' + "a" * 65 + '", "ask": 1, "choice": "card 1"}',
    '{"type": "resign"}', '{"type": ["resign"], "id": "a"}', '{"type": "sit", "id": "a"}',
    "[" * 2000, '{"a":' * 700, "9" * 3000, b"\xff\xfe", b'{"type": "resign", "id": "a"}',
]  # fmt: skip


def test_junk_changes_nothing(url: str) -> None:
    """Each is refused with a sentence, and the connection, the table and the server go on."""
    from websockets.asyncio.client import connect

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, _ = await battle(url, stack)
            before = await joined(url, table, p1.token, 0)
            address = f"ws{url.removeprefix('http')}/tables/{table}/socket"
            socket = await stack.enter_async_context(connect(address, proxy=None))
            await socket.send(json.dumps({"type": "join", "token": p1.token}))
            assert json.loads(await socket.recv())["type"] == "table"
            for junk in JUNK:
                await socket.send(junk)
                answer = json.loads(await socket.recv())
                assert (answer["type"], "\n" in answer["error"]) == ("error", False), junk
            for first in JUNK:  # as the first message, where only one of them may be
                async with connect(address, proxy=None) as other:
                    await other.send(first)
                    answer = json.loads(await other.recv())
                    assert answer["type"] == ("table" if first == '{"type": "join"}' else "error"), first
            assert await joined(url, table, p1.token, 0) == before
            await p1.choose("card 1")

    run(play())


def test_mutated_messages_change_nothing(url: str) -> None:
    """A choice with bytes changed, left out, doubled and swapped at random: each gets its refusal, and no more."""
    from websockets.asyncio.client import connect

    pick = random.Random(8)

    def mutated() -> str:
        text = list('{"type": "choose", "id": "a", "ask": 9999, "choice": "card 1"}')
        for _ in range(pick.randint(1, 6)):
            at = pick.randrange(len(text))
            match pick.randrange(4):
                case 0:
                    text[at] = pick.choice('"{}[]:,\\ 019etnu-\u00e9\u0000\u2028\U0001f600')
                case 1:
                    del text[at]
                case 2:
                    text[at:at] = text[: pick.randrange(len(text))]
                case 3:
                    text[at - 1], text[at] = text[at], text[at - 1]
        return "".join(text)[:1000]

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, _ = await battle(url, stack)
            before = await joined(url, table, p1.token, 0)
            for _ in range(3):
                address = f"ws{url.removeprefix('http')}/tables/{table}/socket"
                async with connect(address, proxy=None) as socket:
                    await socket.send(json.dumps({"type": "join", "token": p1.token}))
                    await socket.recv()
                    for _ in range(150):
                        await socket.send(mutated())
                    answers = [json.loads(await socket.recv()) for _ in range(150)]
                    assert {answer["type"] for answer in answers} == {"error"}
                    assert len({answer["error"] for answer in answers}) > 4
            assert await joined(url, table, p1.token, 0) == before

    run(play())


def frame(opcode: int, data: bytes, last: bool = True) -> bytes:
    """A frame as a client sends it, whatever is in it."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 * last | opcode]) + length + b"\0\0\0\0" + data


MORE, TEXT, CLOSE, PING = 0, 1, 8, 9
FRAMES = [  # and the code with which the connection is closed
    (frame(TEXT, b"\xff\xfe\xfd"), 1007),
    (frame(TEXT, b'{"type": "resign", "id": "\xed\xa0\x80"}'), 1007),  # half of a character
    (frame(TEXT, b'{"type": "resign", "id": "\xf0\x9f', False) + frame(MORE, b'\x98"}'), 1007),  # cut off in the middle
    (frame(TEXT, b"\xff") + frame(TEXT, b'{"type": "resign", "id": "a"}'), 1007),
    (frame(TEXT, b"x" * 5000), 1009),
    (frame(TEXT, b"x" * 3000, False) + frame(MORE, b"x" * 3000), 1009),
    (b"\x81\x1d" + b'{"type": "resign", "id": "a"}', 1002),  # not masked
    (frame(15, b""), 1002),
    (frame(MORE, b'{"type": "resign", "id": "a"}'), 1002),  # of no message
    (frame(TEXT, b"{", False) + frame(TEXT, b'{"type": "resign", "id": "a"}'), 1002),
    (frame(PING, b"x" * 126), 1002),
    (frame(CLOSE, b"\0"), 1002),
    (frame(CLOSE, b"\x03\xe8\xff"), 1007),
    (frame(CLOSE, b"\x03\xe8") + frame(TEXT, b'{"type": "resign", "id": "a"}'), 1000),
    (b"\xff" * 500, 1002),
    (b"GET / HTTP/1.1\r\n\r\n", 1002),
]


def test_bytes_that_are_no_messages(server: Server) -> None:
    """Too long, invalid UTF-8, frames of no kind: the connection ends, and that is all."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    url = server.url

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, _ = await battle(url, stack)
            before = await joined(url, table, p1.token, 0)
            for raw, code in FRAMES:
                async with connect(f"ws{url.removeprefix('http')}/tables/{table}/socket", proxy=None) as socket:
                    await socket.send(json.dumps({"type": "join", "token": p1.token}))
                    await socket.recv()
                    socket.transport.write(raw)
                    with pytest.raises(ConnectionClosed) as closed:
                        await socket.recv()
                    assert closed.value.rcvd is not None, raw
                    assert closed.value.rcvd.code == code, raw
            assert await joined(url, table, p1.token, 0) == before
            await p1.choose("card 1")

    said = server.log.read_text()
    run(play())
    assert server.log.read_text() == said, "bytes of no meaning are nothing to tell"


WISH = b"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
REQUESTS = [
    b"\0" * 100,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /tables/\xff HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /tables/%ff HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /tables/%00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
    b"GET /tables/x/record HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\r\n\r\n",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{\xff}",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n" + b"[" * 99_999,
    *(
        b'POST /tables HTTP/1.1\r\nHost: x\r\n%sContent-Length: 22\r\n\r\n{"game":"tower-siege"}' % kind
        for kind in (b"", b"Content-Type: text/plain\r\n")  # which a page of another site could send unasked
    ),
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /tables/x/socket HTTP/1.1\r\n" + WISH + b"Sec-WebSocket-Version: 9\r\n\r\n",
    b"GET /tables/%ff/socket HTTP/1.1\r\n" + WISH + b"Sec-WebSocket-Version: 13\r\n\r\n",
    b"GET /tables/\xff/socket HTTP/1.1\r\n" + WISH + b"Sec-WebSocket-Version: 13\r\n\r\n",
    b"GET //[/socket?\xff HTTP/1.1\r\n" + WISH + b"Sec-WebSocket-Version: 13\r\n\r\n",
]


def test_bytes_that_are_no_requests(server: Server) -> None:
    """They are answered, the server goes on, and no error comes up inside it."""
    host, port = server.url.removeprefix("http://").split(":")

    async def play() -> None:
        for raw in REQUESTS:
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(raw)
            first = await reader.readline()
            assert re.match(rb"HTTP/1.1 (4\d\d|101) ", first), (raw[:80], first)
            if b'"tower-siege"' in raw:
                assert b"a request's body is JSON, and says so" in await reader.readuntil(b"}")
            writer.close()
        assert (await client.request(server.url, "/health"))["status"] == "ok"

    run(play())
    assert "Traceback" not in server.log.read_text()


def test_other_peoples_messages_change_nothing(url: str) -> None:
    """Ids, numbers and choices of the other seat, of another table, and old ones, sent from a seat that they are not of."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(url, stack)
            _, other, _ = await battle(url, stack)
            await p1.choose("card 2", id="first")
            before = [await joined(url, table, player.token, 0) for player in (p1, p2)]
            for seat, message, says in [
                (p1, {"id": "second", "ask": p2.state["ask"], "choice": "card 1"}, "it is not P1's turn"),
                (p1, {"id": "first", "ask": 1, "choice": "card 3"}, "the id first was used for another choice"),
                (p1, {"id": "first", "ask": 0, "choice": "card 2"}, "the id first was used for another choice"),
                (p1, {"id": "old", "ask": 0, "choice": "3"}, "it is not P1's turn"),
                (
                    p2,
                    {"id": "old", "ask": 0, "choice": "3"},
                    "this answers question 0 of P2, but the open one is 1",
                ),
                (p2, {"id": "old", "ask": -1, "choice": "card 1"}, "this answers question -1 of P2"),
                (p2, {"id": "old", "ask": 2**63, "choice": "card 1"}, "this answers question"),
                (
                    p2,
                    {"id": "p1", "seat": "P1", "token": p1.token, "ask": 0, "choice": "3"},
                    "this answers question 0 of P2",
                ),
            ]:
                with pytest.raises(ServerError, match=says):
                    await seat._ask_for({"type": "choose", **message})
            for token in (other.token, p1.token[::-1]):
                with pytest.raises(ServerError, match="this token holds no seat at this table"):
                    await joined_or_refused(url, table, token)
            await p1.send({"type": "join", "token": p2.token, "id": "j"})
            assert "a message's type is reveal, choose" in (await until_answer(p1))["error"]
            assert [await joined(url, table, player.token, 0) for player in (p1, p2)] == before

    run(play())


async def joined_or_refused(url: str, table: str, token: str) -> None:
    async with join(url, table, token):
        pass


def test_nothing_secret_is_logged(server: Server) -> None:
    """Neither tokens nor secrets nor the addresses of tables, whatever was done before; and no error of our own."""

    async def play() -> list[str]:
        async with AsyncExitStack() as stack:
            table, p1, p2 = await battle(server.url, stack)
            await p1.send({"type": "nonsense"})
            await until_answer(p1)
            await p1.resign()
            return [table, p1.token, p2.token, p1.ended["secret"]]

    found = run(play())
    said = server.log.read_text()
    assert not [secret for secret in found if secret in said]
    assert "Traceback" not in said
    assert "feint" not in said, "no error came up in code of ours"
