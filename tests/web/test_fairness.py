"""The page keeps what a server promised, over reloads too, reveals strings in time, and says when something doesn't fit."""

import hashlib
import hmac
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import feint
from feint.core.chain import heads
from feint.core.fairness import Fairness, commitment
from kit.dishonest import Liar, lying, retold
from kit.node import WEB, run_script
from kit.page import CHOICE, People, against_random, can_choose, resign, set_up, table_of
from kit.server import in_this_process, run
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("browser")
ROAD = {"length": 6, "cards": 2, "stride": 2}
UNFAIR = ".notice.unfair"


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> Liar:
    return lying(monkeypatch)


@pytest.fixture
def people(chromium: Browser, tmp_path: Path) -> Iterator[People]:
    """People at a server in this process, which a test can make lie."""
    with in_this_process(sqlite(tmp_path)) as url:
        found = People(chromium, url)
        yield found
        found.leave()


def failed(page: Page, says: str) -> None:
    expect(page.locator(".proof summary")).to_have_text("Fairness check failed")
    expect(page.locator(".proof p")).to_contain_text(says)
    expect(page.locator(".proof p")).to_be_visible()


def test_two_browsers_commit_and_reveal(people: People) -> None:
    """The first to sit down reveals its string when the second has, also after a reload, and both verify the match."""
    one = people.person()
    set_up(one, "tower-siege", {"P1": "me", "P2": "open"}, ROAD)
    table = table_of(one)
    about = run(client_request(people.url, table))
    assert about["seats"]["P1"]["string"] is None
    one.reload()
    two = people.person(f"/#/table/{table}")
    two.click("text=Join as")
    assert can_choose(one)
    one.click(f'{CHOICE}[data-choice="1"]')
    assert can_choose(two)
    one.reload()
    resign(two)
    for page in (one, two):
        expect(page.locator(".proof summary")).to_have_text("Fairness verified")
        expect(page.locator(UNFAIR)).to_be_hidden()
    order = run(client_request(people.url, f"{table}/record")).splitlines()
    assert any(line.startswith("order: P1 commits; P2 reveals; P1 reveals") for line in order)


async def client_request(url: str, path: str) -> Any:
    from feint import client

    return await client.request(url, f"/tables/{path}")


def test_who_is_away_is_waited_for(people: People) -> None:
    one = people.person()
    set_up(one, "tower-siege", {"P1": "me", "P2": "open"}, ROAD)
    table = table_of(one)
    one.goto(f"{people.url}/#/")
    expect(one.locator("a.game").first).to_be_visible()
    two = people.person(f"/#/table/{table}")
    two.click("text=Join as")
    expect(two.locator(".turn")).to_contain_text("Waiting for Player 1 to come back, so that the match can begin")
    one.goto(f"{people.url}/#/table/{table}")
    assert can_choose(one)


def test_a_changed_commitment_is_noticed_after_a_reload(people: People, liar: Liar) -> None:
    page = people.person()
    against_random(page, "tower-siege", ROAD)
    assert can_choose(page)
    liar.tells({"commitment": "ab" * 32})
    page.reload()
    expect(page.locator(UNFAIR)).to_have_text(
        "Don't trust this server: the server has changed its commitment, so it could choose what chance brings."
    )
    resign(page)
    failed(page, "the server has changed its commitment")


def test_a_bots_string_that_was_chosen_later(people: People, liar: Liar) -> None:
    def swap(message: dict[str, Any]) -> dict[str, Any]:
        if message.get("seats") and message["seats"]["P2"]:
            message["seats"]["P2"]["string"] = "one-that-wins"
        return message

    liar.message = swap
    page = people.person()
    against_random(page, "tower-siege", ROAD)
    expect(page.locator(UNFAIR)).to_contain_text("Player 2's string isn't the one that it was bound to.")
    resign(page)
    failed(page, "Player 2's string isn't the one that it was bound to")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda steps: [("P1", "rest"), *steps[1:]],
            "the server's record doesn't have Player 1's choice 1, 1, as it was made",
        ),
        (lambda steps: [*steps[:1], ("P2", "rest"), *steps[2:]], "something was added, taken out, moved or changed"),
        (lambda steps: steps[:1], "something was added, taken out, moved or changed afterwards"),
    ],
    ids=["mine", "the bot's", "dropped"],
)
def test_a_record_that_was_rewritten(
    change: Any, says: str, people: People, liar: Liar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feint.server.bot_runner._choice", lambda match, seat, *_: match.legal(seat)[1])
    liar.record = retold(change)
    page = people.person()
    against_random(page, "tower-siege", ROAD)
    assert can_choose(page)
    page.click(f'{CHOICE}[data-choice="1"]')
    assert can_choose(page)
    page.reload()
    assert can_choose(page)
    resign(page)
    failed(page, says)


def test_an_honest_record_in_plain_javascript() -> None:
    """The chain, the seed and the hashes are the same as in Python."""
    secret = "5e" * 32
    order = (("P2", "reveals"), ("P1", "commits"), ("P1", "reveals"))
    fairness = Fairness(commitment(secret), {"P1": "spoons", "P2": "forks"}, secret, order)
    match = feint.load("tower-siege", **ROAD).start(seats={"P2": "random"}, fairness=fairness)
    for seat, choice in (("P1", "1"), ("P2", "1"), ("P1", "card 1"), ("P2", "card 1")):
        match.play(seat, choice)
    match.undone = (0, 2, 2)
    match.resign("P1")
    found = run_script("return record_chain.recordChain(given);", match.record(), WEB / "record_chain.js")
    assert found["heads"] == list(heads(match, fairness))
    assert found["heads"][-1] == found["chain"]
    assert found["seed"] == found["rightSeed"] == str(match.seed)
    assert found["choices"] == [["P1", "1"], ["P2", "1"], ["P1", "card 1"], ["P2", "card 1"]]


def test_the_hashes() -> None:
    texts = ["aé" * length for length in (0, 1, 18, 27, 28, 31, 32, 33, 60, 500)]
    body = """return given.map((text) => [sha256.hex(sha256.sha256(sha256.utf8(text))),
                                          sha256.hex(sha256.hmac(sha256.utf8(text), sha256.utf8("b" + text)))]);"""
    expected = [
        [
            hashlib.sha256(text.encode()).hexdigest(),
            hmac.digest(text.encode(), f"b{text}".encode(), "sha256").hex(),
        ]
        for text in texts
    ]
    assert run_script(body, texts, WEB / "sha256.js") == expected
