"""The page's model of a table, run without a browser: what messages make of it, what it sends, whose eyes a device is for."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from feint.core.outcome import EndReason
from kit.node import WEB, run_script
from kit.server import in_this_process, play_out, run, two
from kit.server_process import sqlite

SEATS = {"P1": {"who": "human", "string": "a", "gone": None}, "P2": None}
VIEW = {"game": "g", "seat": "P1", "rulings": {}, "pending": ["P1"], "over": False, "round": 1, "card": 3}
JOINED = {"type": "joined", "seat": "P1", "number": 2}
FIRST = {"type": "change", "number": 1, "seats": {**SEATS, "P2": SEATS["P1"]}, "view": VIEW, "log": ["Welcome!"]}
ASKED = {"type": "change", "number": 2, "legal": ["rest", "move"], "ask": 0}
START = f"const model = new table_model.TableModel({json.dumps(SEATS)}, 'P1');"


def model(body: str, given: Any = None) -> Any:
    return run_script(START + body, given, WEB / "table_model.js")


def test_changes_add_up_and_none_counts_twice() -> None:
    later = {"type": "change", "number": 3, "view": {"card": 4}, "log": ["A card."], "legal": [], "ask": None}
    body = """
        const news = given.map((message) => [model.receive(message), model.caughtUp]);
        return [news, model.latest, model.steps, model.states.map(({ log }) => log)];"""
    news, latest, steps, logs = model(body, [JOINED, FIRST, ASKED, FIRST, later, ASKED])
    assert news == [[True, False], [True, False], [True, True], [False, True], [True, True], [False, True]]
    assert latest["view"] == {**VIEW, "card": 4}
    assert (latest["number"], latest["legal"], latest["ask"]) == (3, [], None)
    assert latest["seats"] == FIRST["seats"]
    assert (steps, logs) == ([1, 3], [[], ["Welcome!"], [], ["A card."]])


def test_a_choice_is_kept_until_it_is_answered() -> None:
    body = """
        const before = model.choose("rest");
        given.forEach((message) => model.receive(message));
        const wrong = model.choose("fly");
        const sent = model.choose("rest");
        const again = model.choose("move");
        const waiting = [model.sentChoice, model.unanswered.length, model.hasChosen];
        const rejoin = model.join("token");
        model.receive({ type: "change", number: 3, ask: null, legal: [], done: sent.id });
        const claim = model.request("claim");
        model.receive({ type: "error", id: claim.id, error: "not yet" });
        return [before, wrong, again, sent, waiting, rejoin, model.unanswered, model.sentChoice, model.hasChosen];"""
    before, wrong, again, sent, waiting, rejoin, *after = model(body, [JOINED, FIRST, ASKED])
    assert (before, wrong, again) == (None, None, None)
    assert {**sent, "id": ""} == {"type": "choose", "id": "", "ask": 0, "choice": "rest"}
    assert len(sent["id"]) == 16
    assert waiting == ["rest", 1, True]
    assert rejoin == {"type": "join", "token": "token", "seen": 2}
    assert after == [[], None, True]


def test_the_servers_clock_is_followed() -> None:
    said = {"type": "joined", "seat": None, "number": 0, "now": 5000}
    assert model("model.receive(given, 2000); return [model.serverTime(3000), model.caughtUp];", said) == [6000, True]


def test_nobody_has_left_in_the_future() -> None:
    """Where there is no clock the server's time isn't sent: a device that is behind by a week learns it from who has left."""
    left = {
        "type": "change",
        "number": 1,
        "seats": {"P1": None, "P2": {"who": "human", "string": "x", "gone": 700_000}},
    }
    assert model("model.receive(given, 2000); return model.serverTime(3000);", left) == 701_000
    assert model("model.receive(given, 900_000); return model.serverTime(901_000);", left) == 901_000


def test_a_real_match_told_from_its_beginning_is_the_table_as_it_is(tmp_path: Path) -> None:
    """For a player and a spectator: all changes, one after the other, come to what someone who joins now is told."""
    told: list[tuple[list[Any], Any]] = []

    async def join(url: str, table: str, token: str | None, seen: int | None) -> list[Any]:
        async with connect(f"{url.replace('http', 'ws')}/tables/{table}/socket", proxy=None) as socket:
            await socket.send(json.dumps({"type": "join", "token": token, "seen": seen}))
            heard = [json.loads(await socket.recv())]
            if heard[0]["type"] == "joined":
                heard += [json.loads(await socket.recv()) for _ in range(heard[0]["number"])]
            return heard

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, one, other = await two(url, stack, clock={"game": 300})
            await asyncio.gather(play_out(one, 1), play_out(other, 2))
        for token in (one.token, None):
            told.append((await join(url, table, token, 0), (await join(url, table, token, None))[0]))

    with in_this_process(sqlite(tmp_path)) as url:
        run(play(url))
    body = """return given.map(([changes, whole]) => {
        const model = new table_model.TableModel({}, whole.seat), other = new table_model.TableModel({}, whole.seat);
        changes.forEach((message) => model.receive(message));
        other.receive(whole);
        return [model.caughtUp, model.latest, other.latest, model.states.flatMap(({ log }) => log)];
    });"""
    for (changes, whole), (caught_up, latest, other, log) in zip(told, model(body, told), strict=True):
        assert caught_up
        assert len(changes) > 8
        assert {**latest, "log": log} == other
        assert other == {name: whole[name] for name in other if name in whole} | {"spared": None, "may": []}
        assert other["ended"]["why"] == "over"


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ({"why": "over", "by": None, "scores": {"P1": 0, "P2": 1}}, None),
        ({"why": "resigned", "by": "P1", "scores": {"P1": 0, "P2": 1}}, "Player 1 resigned."),
        ({"why": "resigned", "by": "laser", "scores": {"missile": 1, "laser": 0}}, "The laser resigned."),
        ({"why": "resigned", "by": "a", "scores": {"a": 0, "b": 0.5, "c": 0.5}}, "A resigned."),
        ({"why": "time", "by": "P2", "scores": {"P1": 1, "P2": 0}}, "Player 2 ran out of time."),
        ({"why": "gone", "by": "P2", "scores": {"P1": 1, "P2": 0}}, "Player 2 left the match."),
        ({"why": "agreed", "by": None, "scores": {"P1": 0.5, "P2": 0.5}}, "The players agreed to a draw."),
        (
            {"why": "limit", "by": None, "scores": {"P1": 0.5, "P2": 0.5}},
            "The match went on for too long, so it is a draw.",
        ),
        ({"why": "closed", "by": None, "scores": None}, "Nobody played here for a long time."),
    ],
)
def test_every_way_to_end_has_its_line(ended: Any, said: str | None) -> None:
    assert run_script("return endings.lastLine({ ended: given, view: {} })", ended, WEB / "endings.js") == said


def test_what_decided_a_match_is_told_to_whom_it_happened() -> None:
    decide = "return given.map(([end, mine]) => endings.decision([{ view: {}, log: [], ended: null }, end], mine))"
    resigned = {
        "view": {},
        "log": ["Player 1's Turn:"],
        "ended": {"why": "resigned", "by": "P1", "scores": {"P1": 0, "P2": 1}},
    }
    played = {"view": {}, "log": ["Player 2's Turn:", "P2 moves to position 10.", "", "Player 2 wins the game!"]}
    over = played | {"ended": {"why": "over", "by": None, "scores": {"P1": 0, "P2": 1}}}
    late = ["Point defence rolls 5: shot down.", "The attacker wins: the defender was destroyed by a warhead."]
    why = over | {"log": ["Round 4:", "The warhead goes off.", *late]}
    ends = [[resigned, ["P1"]], [resigned, ["P2"]], [resigned, ["P1", "P2"]], [over, ["P1"]], [why, ["P1"]]]
    assert run_script(decide, ends, WEB / "endings.js") == [
        ["You resigned."],
        ["Player 1 resigned."],
        ["Player 1 resigned."],
        ["P2 moves to position 10.", "Player 2 wins the game!"],
        late[1:],
    ]


def test_every_reason_for_an_end_has_its_line_tested() -> None:
    [mark] = test_every_way_to_end_has_its_line.pytestmark  # type: ignore[attr-defined]
    assert {ended["why"] for ended, _ in mark.args[1]} == set(EndReason)


def test_whose_turn_it_is_in_words() -> None:
    bot = {"who": "search:1s", "string": "", "gone": None}
    state = {"number": 1, "view": VIEW, "seats": {**SEATS, "P2": bot}, "ended": None}
    who = {"seat": "P1", "mine": ["P1"], "reserved": [], "live": True, "sending": False, "preparing": {}}
    waiting = {**state, "view": {**VIEW, "pending": ["P2"]}}
    solving = {"P2": {"doing": "solving", "share": 0.4}}
    compiling = {"P2": {"doing": "compiling", "share": None}}
    cases = [
        (state, who, "Your turn"),
        (state, {**who, "mine": ["P1", "P2"]}, "Your turn, Player 1"),
        (state, {**who, "sending": True}, "Sending your choice…"),
        (state, {**who, "live": False}, "Viewing an earlier move, Esc to return"),
        (state, {**who, "seat": None, "mine": []}, "Waiting for Player 1…"),
        (waiting, who, "The search bot is thinking…"),
        (waiting, {**who, "preparing": solving}, "The search bot is solving the game…"),
        (waiting, {**who, "preparing": compiling}, "The search bot is compiling the rules…"),
        (state, {**who, "preparing": solving}, "Your turn"),
        ({**state, "view": None, "seats": SEATS}, who, "Waiting for Player 2 to join"),
        (
            {**state, "view": None, "seats": SEATS},
            {**who, "reserved": ["P2"]},
            "Waiting for Player 2 to accept the rematch",
        ),
        ({**state, "ended": {"why": "resigned", "by": "P2", "scores": {"P1": 1, "P2": 0}}}, who, ""),
        (state, {**who, "chosen": True}, ""),
        (state, {**who, "mine": ["P1", "P2"], "next": "P2"}, "Next: Player 2"),
    ]
    body = "return given.map(([state, who]) => turn.turnText(state, who));"
    assert run_script(body, cases, WEB / "turn.js") == [said for _, _, said in cases]
    body = "return given.map(([state, preparing]) => turn.progressText(state, preparing));"
    assert run_script(body, [(waiting, solving), (waiting, {}), (state, solving)], WEB / "turn.js") == ["40%", "", ""]


def test_what_bots_do_is_told_and_forgotten_with_the_connection() -> None:
    told = {"type": "preparing", "seats": {"P2": {"doing": "compiling", "share": None}}}
    body = "return given.map((message) => [model.receive(message), Object.keys(model.preparing), model.latest.number]);"
    heard = model(body, [JOINED, told, FIRST, {**told, "seats": {}}, told, JOINED])
    assert heard == [
        [True, [], 0],
        [True, ["P2"], 0],
        [True, ["P2"], 1],
        [True, [], 1],
        [True, ["P2"], 1],
        [True, [], 1],
    ]


def test_a_device_goes_to_whoever_is_asked_under_a_cover_if_something_is_hidden() -> None:
    """With hands at every change of the player; else only for a choice made in secret, and when nobody said who is there."""
    body = """
        const seat = (name, pending, ask, more) => ({ seat: name, caughtUp: true,
            latest: { ask, ended: null, view: { pending, ...more } } });
        const play = (hands, steps) => {
            const models = ["P1", "P2"].map((name) => seat(name, [], null, {}));
            const device = new hotseat.Hotseat(models, hands);
            return steps.map(([pending, asks, hidden = [0, 0], ended = null]) => {
                models.forEach((model, n) => Object.assign(model.latest, { ask: asks[n], ended,
                    view: { pending, card: hidden.map((card, owner) => (owner === n ? card : null)) } }));
                if (!hidden[0] && !hidden[1]) models.forEach((model) => (model.latest.view.card = null));
                device.pass(models[0]);
                const found = `${device.active.seat}${device.covered ? " covered" : ""}`;
                if (device.covered) device.confirm();
                return found;
            });
        };
        return given.map(([hands, steps]) => play(hands, steps));"""
    one, other, both = ["P1"], ["P2"], ["P1", "P2"]
    cases = [
        ([False, [[one, [0, None]], [other, [None, 0]], [one, [1, None]]]], ["P1", "P2", "P1"]),
        ([False, [[both, [0, 0]], [other, [None, 0]], [one, [1, None]]]], ["P1 covered", "P2 covered", "P1"]),
        (
            [True, [[one, [0, None]], [one, [1, None]], [other, [None, 0]], [[], [None, None]], [one, [2, None]]]],
            ["P1 covered", "P1", "P2 covered", "P2", "P1 covered"],
        ),
        ([False, [[one, [5, None], [3, 0]], [one, [6, None], [3, 0]]]], ["P1 covered", "P1"]),
        ([True, [[one, [0, None]], [[], [None, None], [0, 0], {"why": "over"}]]], ["P1 covered", "P1"]),
    ]
    assert run_script(body, [steps for steps, _ in cases], WEB / "hotseat.js") == [found for _, found in cases]


def test_a_browser_without_storage_keeps_its_seats_while_the_page_is_open() -> None:
    body = """
        Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("denied"); } });
        const about = { table: "t", game: "g", title: "G" };
        storage.keepToken(about, "P1", "one");
        storage.keepToken(about, "P2", "two");
        storage.keepToken(about, "P2", null);
        storage.noteMatch("t", { ended: true });
        const [{ table, ended }] = storage.storedTables();
        return [storage.tokensAt("t"), storage.tokensAt("other"), table, ended];"""
    found = run_script(body, None, WEB / "storage.js")
    assert found == [{"P1": "one"}, {}, "t", True]
