"""Hints at the network table: for one person against bots, on their turn, and from what their seat may see."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

import feint
from feint import client
from feint.bots import thinking_process
from feint.bots.players import SolvingLimits
from feint.bots.seat_match import SeatMatch
from feint.bots.thinking_process import best_adviser
from feint.bots.values import ActionValue, not_examined
from feint.client import ServerError
from feint.core.match import Match
from feint.protocol import Hint
from feint.server import hints
from feint.server.hints import hint_message
from kit.games import random_match, redealt
from kit.server import hold_bots, in_a_server, two, until
from kit.thinking import Gate, Stage

pytestmark = pytest.mark.xdist_group("server")
SMALL: dict[str, Any] = {"length": 5, "cards": 2}  # a game of Tower Siege that is solved at once


async def ask(url: str, table: str, token: str | None) -> Any:
    return await client.request(url, f"/tables/{table}/hint", {}, token)


def advice(match: Match, seat: str, iterations: int = 300) -> tuple[str, Hint]:
    """What the adviser says, asked here."""
    by, adviser = best_adviser(match.game, iterations)
    warning = str(getattr(adviser, "warning", ""))
    return by, hint_message(match.game, by, warning, adviser.action_values(match, seat, 0), seat, 0)


def test_a_hint_says_what_the_solution_says(database: str) -> None:
    """Also after a restart: nothing of it is stored."""
    held: list[str] = []

    async def first(url: str) -> None:
        held.append(await client.open_table(url, "tower-siege", SMALL, {"P2": "random"}))
        held.append(await client.take_seat(url, held[0], "P1"))
        async with client.join(url, *held) as p1:
            found = await client.hint(url, *held)
            by, said = advice(feint.load("tower-siege", **SMALL).start(seed=1), "P1")
            assert found == said
            assert (by, [value["choice"] for value in found["choices"]]) == ("perfect", p1.legal)
            assert sum(value["chance"] for value in found["choices"]) == pytest.approx(1)
            assert all(value["worth"] for value in found["choices"])
            await p1.choose(p1.legal[-1])
            await until(p1, lambda: p1.legal)

    async def second(url: str) -> None:
        async with client.join(url, *held) as p1:
            found = await client.hint(url, *held)
            assert (found["ask"], [value["choice"] for value in found["choices"]]) == (1, p1.legal)

    in_a_server(first, database, solve_time=1e6)
    in_a_server(second, database, solve_time=1e6)


def test_there_are_none_in_a_match_between_people(database: str) -> None:
    async def play(url: str) -> None:
        never = "hints are only given against bots, never in a match between people"
        async with AsyncExitStack() as stack:
            table, p1, p2 = await two(url, stack)
            for player in (p1, p2):
                with pytest.raises(ServerError, match=never):
                    await ask(url, table, player.token)
            waiting = await client.open_table(url, "tower-siege")
            token = await client.take_seat(url, waiting, "P2")
            with pytest.raises(ServerError, match=never):
                await ask(url, waiting, token)

    in_a_server(play, database)


def test_who_gets_none(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators, strangers, who isn't asked anything, and who has finished."""
    thinking, go_on = hold_bots(monkeypatch)

    async def play(url: str) -> None:
        table = await client.open_table(url, "tower-siege", SMALL, {"P2": "random"})
        async with client.sit(url, table, "P1") as p1:
            with pytest.raises(ServerError, match="a spectator gets no hints"):
                await ask(url, table, None)
            with pytest.raises(ServerError, match="this token holds no seat at this table"):
                await ask(url, table, "x" * 43)
            await p1.choose("1")
            await asyncio.to_thread(thinking.wait, 60)
            with pytest.raises(ServerError, match="it is not P1's turn: waiting for P2"):
                await ask(url, table, p1.token)
            go_on.set()
            await until(p1, lambda: p1.legal)
            await p1.resign()
            with pytest.raises(ServerError, match="the match is over: P1 resigned"):
                await ask(url, table, p1.token)

    in_a_server(play, database)


class Slow(Stage):
    """Says how far it is, waits until it is let go, and has examined one choice only."""

    def __init__(self) -> None:
        super().__init__(self.advise)
        self.begun_thinking, self.go_on = Gate(), Gate()

    async def advise(self, work: Any, sent: tuple[Any, ...], tell: Any, on_ready: Any) -> Any:
        tell("thinking", None)
        self.begun_thinking.open()
        await self.go_on.wait()
        assert (work, type(sent[0])) == (thinking_process.weigh, SeatMatch)
        best, *others = sent[0].legal(sent[0].seat)
        return "search:1", "", [ActionValue(best, 1.0, 0.4, 0.5), *(not_examined(other, 0.0) for other in others)]


def test_limits_and_what_was_not_examined(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is worked out, the server answers others; more than may wait are refused."""
    slow = Slow()
    monkeypatch.setattr(hints, "ThinkingProcesses", slow)
    monkeypatch.setattr(hints, "WAIT", 0.05)

    async def play(url: str) -> None:
        held = []
        for _ in range(3):
            table = await client.open_table(url, "tower-siege", SMALL, {"P2": "random"})
            held.append((table, await client.take_seat(url, table, "P1")))
        running = await ask(url, *held[0])
        await slow.begun_thinking.wait()
        running = await ask(url, *held[0])
        assert running == {"state": "running", "doing": "thinking", "progress": None, "hint": None}
        waiting = await ask(url, *held[1])
        assert (waiting["state"], waiting["doing"]) == ("waiting", "waiting for other hints")
        with pytest.raises(ServerError, match="too many hints are being worked out for you right now"):
            await ask(url, *held[2])
        slow.go_on.open()
        found = (await client.hint(url, *held[0]))["choices"]
        assert found[0]["worth"] == {"low": 0.4, "high": 0.5}
        assert {value["worth"] for value in found[1:]} == {None}
        await client.hint(url, *held[1])
        assert (await client.hint(url, *held[2]))["choices"] == found

    in_a_server(play, database, hint_share=2)


def test_the_whole_queue_is_limited(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(hints, "ThinkingProcesses", slow)
    monkeypatch.setattr(hints, "WAIT", 0.05)

    async def play(url: str) -> None:
        held = []
        for _ in range(2):
            table = await client.open_table(url, "tower-siege", SMALL, {"P2": "random"})
            held.append((table, await client.take_seat(url, table, "P1")))
        await ask(url, *held[0])
        with pytest.raises(ServerError, match="too many hints are being worked out right now"):
            await ask(url, *held[1])
        slow.go_on.open()

    in_a_server(play, database, hint_queue=1)


@pytest.mark.parametrize("name", feint.game_names())
def test_a_hint_knows_what_its_seat_may_know(name: str) -> None:
    """States that a seat can't tell apart get the same hint, to the last digit."""
    game = feint.load(name).for_simulation()
    by, adviser = best_adviser(game, 300, SolvingLimits(1_000_000, 60.0))

    def hint(match: Match, seat: str) -> Hint:
        return hint_message(game, by, "", adviser.action_values(SeatMatch(match, seat), seat, 0), seat, 0)

    for seed, most in ((1, 3), (2, 9), (3, 20)):
        match = random_match(game, seed, most)
        for seat in match.pending:
            for word in (1, 2**63 + 5):
                assert hint(redealt(match, game.seat_number(seat), word), seat) == hint(match, seat)
