"""Reviews, steps and branches of finished matches: refused before the end, the same for everyone after it."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import feint
from feint import client
from feint.bots import thinking_process
from feint.bots.review import review, reviewer
from feint.bots.values import ActionValue, not_examined
from feint.core.errors import BadRecord, FeintError
from feint.core.fairness import Fairness, commitment
from feint.core.match import Match
from feint.server import reviews
from feint.server.errors import Refused
from feint.server.hints import hint_message
from feint.server.match_steps import match_steps
from feint.server.reviews import Reviews, review_message
from feint.server.settings import Settings
from feint.terminal.coach import judged_text, summary_lines
from kit.server import in_this_process, run, seated, two
from kit.server_process import sqlite
from kit.thinking import Stage

pytestmark = pytest.mark.xdist_group("server")
NO_SUCH_MATCH = "0" * 22
SMALL = {"length": 5, "cards": 2}  # a game of Tower Siege that is solved at once


def played(name: str, seed: int = 1, **rulings: Any) -> Match:
    """A match between players who choose at random."""
    game = feint.load(name, **rulings).for_simulation()
    match, luck = game.start(seed=seed), random.Random(seed)
    while not match.over:
        for seat in match.pending:
            match.play(seat, luck.choice(match.legal(seat)))
    return match


async def until_done(url: str, path: str, body: Any) -> Any:
    """Ask for a review until it is there."""
    while True:
        state = await client.request(url, path, body)
        if state["state"] == "done":
            return state["review"]
        assert state["review"] is None
        await asyncio.sleep(0.02)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path)) as address:
        yield address


# What is open, and when.


def test_nothing_is_told_while_the_match_is_played(url: str) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            table, first, _ = await two(url, stack)
            requests: list[tuple[str, Any]] = [
                (f"/tables/{table}/review", {}), (f"/tables/{table}/steps", None), (f"/tables/{table}/steps?seat=P1", None),
                (f"/tables/{table}/branch", {"step": 0, "bots": {"P2": "random"}}),
            ]  # fmt: skip
            for path, body in requests:
                with pytest.raises(
                    client.ServerError, match="the match is still being played; come back when it is over"
                ):
                    await client.request(url, path, body)
            await first.choose(first.legal[0])
            unfinished = await client.request(url, f"/tables/{table}/record")
            with pytest.raises(client.ServerError, match="this is only what was seen of an unfinished match"):
                await client.request(url, "/review", {"record": unfinished})
            waiting = await client.open_table(url, "tower-siege")
            with pytest.raises(client.ServerError, match="the match hasn't begun: P1 and P2 are open"):
                await client.request(url, f"/tables/{waiting}/review", {})
            with pytest.raises(client.ServerError, match="there is no such table"):
                await client.request(url, f"/tables/{NO_SUCH_MATCH}/review", {})

    run(scenario())


@pytest.mark.parametrize("name", feint.game_names())
def test_steps_show_what_each_seat_saw_at_the_time(name: str) -> None:
    match = played(name)
    for seat in match.game.seats:
        found, view = match_steps(match, seat), {}
        assert len(found["steps"]) == len(match.steps) + 1
        for number, step in enumerate(found["steps"]):
            view |= step["view"]
            assert view == match.at(number).view(seat)
        assert [line for step in found["steps"] for line in step["log"]] == match.log(seat)
        assert found["ended"]["scores"] == match.scores


@pytest.mark.parametrize("name", feint.game_names())
def test_with_everything_open_nothing_is_hidden_and_nothing_else_differs(name: str) -> None:
    match, view = played(name), {}
    for number, step in enumerate(match_steps(match, None)["steps"]):
        view |= step["view"]
        for seat in (None, *match.game.seats):
            seen = match.at(number).view(seat)
            assert {key for key in seen if key != "seat" and not fits(seen[key], view[key])} == set()
    assert view == match.view(None)


def fits(seen: Any, whole: Any) -> bool:
    """Whether something is the same but for what is hidden."""
    if isinstance(seen, list) and isinstance(whole, list):
        return len(seen) == len(whole) and all(map(fits, seen, whole))
    return seen is None or seen == whole


def test_nothing_is_open_before_the_end() -> None:
    match = feint.load("tower-siege").start(seed=1)
    with pytest.raises(FeintError, match="^nothing is open before the match is over$"):
        match.open_view(0)
    with pytest.raises(FeintError, match="^nothing is open before the match is over$"):
        match_steps(match, "P1")
    match.play("P1", match.legal("P1")[0])
    match.resign("P2")
    steps = match_steps(match, "P1")["steps"]
    assert (steps[-1]["by"], steps[-1]["said"], len(steps)) == (None, "P2 resigned", 3)
    assert (steps[1]["view"].get("over"), steps[2]["view"]["over"]) == (None, True)
    drawn = feint.load("tower-siege").start(seed=1)
    drawn.agree_to_draw()
    assert match_steps(drawn, None)["steps"][-1]["said"] == "the players agreed to a draw"


# Reviews.


def test_a_review_by_the_solution(url: str) -> None:
    """For a match at a table that ended by resignation, and for its record: the same, and what `feint review` says."""

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            table, first, second = await two(url, stack, rulings=SMALL)
            for choice, player in (("1", first), ("2", second), ("3", first)):
                while not player.legal:
                    await player.next_message()
                await player.choose(choice)
            await second.resign()
            path = f"/tables/{table}/review"
            found = await until_done(url, path, {})
            assert found == await until_done(url, path, {})
            record = await client.request(url, f"/tables/{table}/record")
            assert found == await until_done(url, "/review", {"record": record})
            match = feint.replay(record)
            assert found == json.loads(json.dumps(review_message(match, review(*reviewer(match), match))))
            assert found["by"] == "perfect"
            assert [(one["step"], one["seat"], one["choice"]) for one in found["choices"]] == [
                (1, "P1", "1"), (2, "P2", "2"), (3, "P1", "3"),
            ]  # fmt: skip
            for one in found["choices"]:
                assert 0 <= one["before"]["low"] <= one["before"]["high"] <= 1
                assert one["cost"] == pytest.approx(max(0.0, one["before"]["low"] - one["worth"]["high"]), abs=1e-6)
                assert one["right"][0]["worth"] is not None
            first_chances, others = found["chances"]["P1"], found["chances"]["P2"]
            assert [point["step"] for point in first_chances] == [0, 1, 2]
            assert [point["low"] for point in first_chances] == pytest.approx([1 - point["high"] for point in others])

    run(scenario())


class Unsure:
    """An adviser who had no time to examine anything."""

    def action_values(self, match: Match, seat: str, seed: int, asked: str | None = None) -> list[ActionValue]:
        first, *others = match.legal(seat)
        return [not_examined(first, 1.0), *(not_examined(other, 0.0) for other in others)]


def test_what_was_not_examined_has_no_value() -> None:
    """No 0 in place of what isn't known."""
    match = played("space-goats")
    found = review_message(match, review("search:1", Unsure(), match))
    assert found["by"] == "search:1"
    assert found["choices"]
    for one in found["choices"]:
        assert (one["worth"], one["before"], one["cost"]) == (None, None, None)
        assert all(right["worth"] is None for right in one["right"])
    assert found["chances"] == {"P1": [], "P2": []}
    assert all(seat["mean_cost"] is None for seat in found["seats"].values())


class Coarse:
    """An adviser who knows what is worse, but not closely what anything is worth."""

    def action_values(self, match: Match, seat: str, seed: int, asked: str | None = None) -> list[ActionValue]:
        best, *others = match.legal(seat)
        worse = [ActionValue(other, 0.0, 0.1, 0.6, close=False, behind=0.125) for other in others]
        return [ActionValue(best, 1.0, 0.3, 0.7, close=False), *worse]


def test_what_is_not_known_closely_has_a_cost_and_no_value() -> None:
    """In a review, for programs, in a hint and in the words of the terminal; the graph has it as a range."""
    match = played("space-goats")
    judged = review("search:1", Coarse(), match)
    found = review_message(match, judged)
    assert {(one["worth"], one["before"]) for one in found["choices"]} == {(None, None)}
    assert {one["cost"] for one in found["choices"]} == {0.0, 0.125}
    assert all(right["worth"] is None for one in found["choices"] for right in one["right"])
    assert all(seat["not_examined"] == 0 and 0 < seat["mean_cost"] < 0.125 for seat in found["seats"].values())
    assert {(point["low"], point["high"]) for point in found["chances"]["P1"]} == {(0.3, 0.7)}
    assert all((one["worth"], one["before"]) == (None, None) for one in judged.to_json()["choices"])
    wrong = next(one for one in judged.judged if one.cost)
    before = match.at(wrong.step - 1)
    said = judged_text(before, wrong)
    assert re.fullmatch(r"[^:]+ costs at least 12\.5 points\. Best: [^:]+\.", said)
    values = Coarse().action_values(before, wrong.seat, 0)
    hint = hint_message(match.game, "search:1", "", values, wrong.seat, 0)
    assert {choice["worth"] for choice in hint["choices"]} == {None}
    assert [choice["cost"] for choice in hint["choices"]] == [0.0] + [0.125] * (len(values) - 1)
    assert "at least" in summary_lines(match, wrong.seat, judged.judged)[0]


class Bench(Stage):
    """A reviewer that thinks for as long as a test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(self.review)
        self.go_on, self.asked_for = asyncio.Semaphore(0), asyncio.Semaphore(0)
        monkeypatch.setattr(reviews, "ThinkingProcesses", self)

    async def review(self, work: Any, sent: tuple[Any, ...], tell: Any, on_ready: Any) -> Any:
        assert work is thinking_process.review_match
        tell("solving the game", 0.25)
        self.asked_for.release()
        await self.go_on.acquire()
        tell("reviewing every choice", 0.5)
        await asyncio.sleep(0)
        return review(*reviewer(sent[0]), sent[0])


async def ask(desk: Reviews, key: str, match: Match, address: str) -> Any:
    async def find() -> Match:
        return match

    return json.loads(await desk.ask(key, find, address))


def test_reviews_take_turns_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, match = Bench(monkeypatch), played("terminal-maneuver")
    desk = Reviews(Settings("", reviews=1, review_queue=1))

    async def scenario() -> None:
        assert (await ask(desk, "a", match, "first"))["state"] in ("waiting", "running")
        await bench.asked_for.acquire()
        assert await ask(desk, "a", match, "another") == {
            "state": "running", "doing": "solving the game", "progress": 0.25, "review": None,
        }  # fmt: skip
        assert (await ask(desk, "b", match, "first"))["doing"] == "waiting for your other review"
        assert (await ask(desk, "b", match, "second"))["doing"] == "waiting for other reviews"
        with pytest.raises(Refused, match="^too many matches are being reviewed right now; try again in a minute$"):
            await ask(desk, "c", match, "third")
        bench.go_on.release()
        bench.go_on.release()
        for key in "ab":
            while (state := await ask(desk, key, match, "first"))["state"] != "done":
                await asyncio.sleep(0.01)
            assert state["review"]["by"] == "perfect"

    run(scenario())
    desk.stop()


def test_a_review_that_nobody_asks_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, match = Bench(monkeypatch), played("terminal-maneuver")
    desk = Reviews(Settings("", review_patience=3600.0))

    async def scenario() -> None:
        await ask(desk, "a", match, "first")
        await bench.asked_for.acquire()
        [job] = desk._jobs.values()
        job.asked -= 7200
        bench.go_on.release()
        while desk._jobs:
            await asyncio.sleep(0.01)
        assert (await ask(desk, "a", match, "first"))["state"] != "done", "it begins again"
        bench.go_on.release()
        while (await ask(desk, "a", match, "first"))["state"] != "done":
            await asyncio.sleep(0.01)

    run(scenario())
    desk.stop()


def test_a_review_that_fails_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> Any:
        raise FeintError("nobody can review this")

    monkeypatch.setattr(reviews, "ThinkingProcesses", Stage(fail))
    match, desk = played("terminal-maneuver"), Reviews(Settings(""))

    async def scenario() -> None:
        await ask(desk, "a", match, "first")
        while desk._jobs["a"].failed is None:
            await asyncio.sleep(0.01)
        with pytest.raises(FeintError, match="^nobody can review this$"):
            await ask(desk, "a", match, "first")
        assert not desk._jobs

    run(scenario())
    desk.stop()


def test_no_more_reviews_are_kept_than_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "KEPT", 2)
    match, desk = played("terminal-maneuver"), Reviews(Settings(""))

    async def scenario() -> None:
        for key in "abac":
            while (await ask(desk, key, match, "first"))["state"] != "done":
                await asyncio.sleep(0.01)
        assert list(desk._done) == ["a", "c"], "the one that was not asked for is gone"

    run(scenario())
    desk.stop()


def test_search_thinks_as_long_as_there_is_time() -> None:
    match = played("space-goats")
    assert reviewer(match, seconds=1e6)[0] == "search:10000"
    with pytest.raises(FeintError, match="^this match is too long to be reviewed here"):
        reviewer(match, seconds=1e-6)


def test_records_are_checked(url: str) -> None:
    text = played("tower-siege").record()

    async def refused(body: Any, words: str) -> None:
        for path in ("/review", "/steps"):
            with pytest.raises(client.ServerError, match=words):
                await client.request(url, path, body)

    async def scenario() -> None:
        await refused({"record": "hello"}, "this is not a record")
        await refused({"record": text.replace("P1 ", "P2 ", 1)}, "doesn't match the tag at its end")
        await refused({"record": "x" * 140_000}, "a request has at most 131072 bytes")
        steps = await client.request(url, "/steps", {"record": text, "seat": "P2"})
        assert (steps["game"], steps["seat"]) == ("tower-siege", "P2")
        assert steps == json.loads(json.dumps(match_steps(feint.replay(text), "P2")))
        with pytest.raises(client.ServerError, match="P9"):
            await client.request(url, "/steps", {"record": text, "seat": "P9"})

    run(scenario())


# Branches.


def fairness(match: Match, secret: str = "ab" * 32) -> Fairness:
    return Fairness(commitment(secret), dict.fromkeys(match.game.seats, "string"), secret)


@pytest.mark.parametrize("name", feint.game_names())
def test_a_branch_goes_on_from_what_the_seat_saw(name: str) -> None:
    match, luck = played(name), random.Random(5)
    for step in range(0, len(match.steps), max(1, len(match.steps) // 5)):
        before = match.at(step)
        if before.pending == ("chance",):
            continue
        for seat in match.game.seats:
            other = match.branch(step, seat, {}, fairness(match))
            assert (other.view(seat), other.view(None)) == (before.view(seat), before.view(None))
            assert match.branch(step, None, {}, fairness(match)).view(seat) == before.view(seat)
            while not other.over:
                chooser = other.pending[0]
                other.play(chooser, luck.choice(other.legal(chooser)))
            with pytest.raises(BadRecord, match="began in the middle of another"):
                feint.replay(other.record())


def test_what_was_hidden_is_dealt_again_in_a_branch() -> None:
    """Whoever has seen the match knows where the mines were; in the branch that is of no use."""
    match = played("minefield-navigator", seed=3)
    dealt = set()
    for number in range(20):
        branch = match.branch(0, "player1", {}, fairness(match, f"{number:064x}"))
        branch.resign("player1")
        dealt.add(json.dumps(branch.view(None)["mined"]))
    match_with_same = match.branch(0, None, {}, fairness(match))
    match_with_same.resign("player1")
    assert len(dealt) > 1
    assert match_with_same.open_view(0)["mined"] == match.open_view(0)["mined"]


def test_a_table_goes_on_from_a_finished_match(url: str) -> None:
    """Played to its end against a bot, as at any table; the person's own choices are counted on from before."""

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            table, first, second = await two(url, stack, rulings=SMALL)
            await first.choose("1")
            while not second.legal:
                await second.next_message()
            await second.choose("1")
            await first.resign()
            about = await client.request(url, f"/tables/{table}/branch", {"step": 1, "bots": {"P1": "random"}})
            assert (about["branch"], about["game"], about["public"]) == (1, "tower-siege", False)
            [token] = (await seated(url, about["table"], ["P2"])).values()
            async with client.join(url, about["table"], token) as player:
                assert (player.view["position"], player.view["pending"]) == ([1, 0], ["P2"])
                while not player.ended:
                    if player.legal:
                        await player.choose(player.legal[0])
                    else:
                        await player.next_message()
            found = await until_done(url, f"/tables/{about['table']}/review", {})
            assert found["choices"][0]["step"] == 1, "what came before is reviewed, too"
            text = await client.request(url, f"/tables/{about['table']}/record")
            assert "branched: it began after step 1 of another match" in text
            refusals: list[tuple[str, Any, str]] = [
                (table, {"step": 99, "bots": {"P1": "random"}}, "there is no step 99"),
                (table, {"step": 0, "bots": {}}, "one person goes on from here"),
                (table, {"step": 0, "bots": {"P1": "nobody"}}, "there is no player called nobody"),
                (about["table"], {"step": 0, "bots": {"P1": "random"}}, "go on from that one instead"),
            ]
            for where, body, words in refusals:
                with pytest.raises(client.ServerError, match=words):
                    await client.request(url, f"/tables/{where}/branch", body)
            record = played("terminal-maneuver").record()
            wanted = {"record": record, "step": 1, "bots": {"laser": "random"}, "open": True}
            again = await client.request(url, "/branch", wanted)
            assert (again["game"], again["branch"]) == ("terminal-maneuver", 0), "from before what both chose at once"

    run(scenario())


def test_a_branch_survives_a_restart(tmp_path: Path) -> None:
    database, record = sqlite(tmp_path), played("tower-siege").record()

    async def opened(url: str) -> tuple[str, str, Any]:
        about = await client.request(url, "/branch", {"record": record, "step": 2, "bots": {"P2": "random"}})
        [token] = (await seated(url, about["table"], ["P1"])).values()
        async with client.join(url, about["table"], token) as player:
            return about["table"], token, player.view

    async def again(url: str, table: str, token: str) -> Any:
        async with client.join(url, table, token) as player:
            return player.view

    with in_this_process(database) as url:
        table, token, view = run(opened(url))
    with in_this_process(database) as url:
        after = run(again(url, table, token))
        assert after["position"] is not None
        assert (after["round"], after["game"]) == (view["round"], view["game"])
