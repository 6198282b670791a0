"""Connections that are lost, servers that are killed, people who leave and come back."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from kit.page import (
    CHOICE,
    TURN,
    People,
    against_random,
    can_choose,
    choices_made,
    choose,
    resign,
    set_up,
    table_of,
)
from kit.server_process import Server, sqlite

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine


def test_a_choice_without_an_answer_is_sent_again_and_counts_once(people: People) -> None:
    """The choice is stored, the answer never comes, the connection is lost: the same choice is sent again."""
    page = people.person()
    sent: list[Any] = []
    connections = 0

    def between(route: WebSocketRoute) -> None:
        nonlocal connections
        connections += 1
        deaf = connections == 1
        behind = route.connect_to_server()

        def up(message: Any) -> None:
            heard = json.loads(message)
            behind.send(message)
            if heard["type"] == "choose":
                sent.append(heard)

        def down(message: Any) -> None:
            if not (deaf and sent):
                route.send(message)
            elif json.loads(message)["type"] == "change":  # it has happened; now the line is cut
                route.close(code=1012)

        route.on_message(up)
        behind.on_message(down)

    page.route_web_socket(re.compile("/socket$"), between)
    against_random(page, "tower-siege")
    can_choose(page)
    page.click(f'{CHOICE}[data-choice="1"]')
    can_choose(page)
    expect(page.locator(".state")).to_have_text("connected")
    assert connections == 2
    assert [message["choice"] for message in sent] == ["1", "1"]
    assert sent[0] == sent[1], "the same id and the same question"
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    assert choices_made(page) == 1


def test_whoever_waits_for_a_bot_is_told_so(people: People) -> None:
    """And no longer than it is so."""
    page = people.person()
    held: list[Any] = []
    holding = False

    def between(route: WebSocketRoute) -> None:
        behind = route.connect_to_server()

        def down(message: Any) -> None:
            if holding and "done" not in json.loads(message):  # what the bot has chosen
                held.append((route, message))
            else:
                route.send(message)

        route.on_message(behind.send)
        behind.on_message(down)

    page.route_web_socket(re.compile("/socket$"), between)
    against_random(page, "tower-siege", {"length": 30})
    can_choose(page)
    holding = True
    page.click(f'{CHOICE}[data-choice="1"]')
    turn = page.locator(TURN)
    expect(turn).to_have_text("The random bot is thinking…")
    holding = False
    for route, message in held:
        route.send(message)
    expect(turn).to_have_text("Your turn")


def test_a_killed_server_costs_nothing(chromium: Browser, tmp_path: Path) -> None:
    """kill -9 while someone plays. What is chosen meanwhile waits, and is made once the server is there again."""
    server = Server(sqlite(tmp_path), tmp_path / "server.log").start()
    people = People(chromium, server.url)
    try:
        page = people.person()
        against_random(page, "tower-siege", {"length": 30})
        can_choose(page)
        choose(page, random.Random(1))
        can_choose(page)
        server.kill()
        expect(page.locator(".state")).to_have_text("connection lost, reconnecting…")
        page.click(f"{CHOICE} >> nth=0")
        expect(page.locator(TURN)).to_have_text("Sending your choice…")
        expect(page.locator(f"{CHOICE}:not(:disabled)")).to_have_count(0)
        server.port = server.url.rsplit(":", 1)[1]
        server.start()
        can_choose(page)
        expect(page.locator(".state")).to_have_text("connected")
        page.reload()
        can_choose(page)
        assert page.locator(".log").inner_text().count("Welcome to Tower Siege!") == 1
        resign(page)
        expect(page.locator(".result")).to_be_visible()
        assert choices_made(page) == 2
        people.leave()
    finally:
        server.stop()


def test_offline_for_a_while(people: People) -> None:
    page = people.person()
    against_random(page, "minefield-navigator")
    can_choose(page)
    page.context.set_offline(True)
    expect(page.locator(".state")).to_have_text("connection lost, reconnecting…")
    page.click(f'{CHOICE}[data-choice="scan 3"]')
    page.context.set_offline(False)
    expect(page.locator(".state")).to_have_text("connected")
    can_choose(page)
    assert page.locator(".log").inner_text().count("Scanning step 3...") >= 1


def test_your_tables_are_there_to_come_back_to(people: People) -> None:
    page = people.person()
    against_random(page, "tower-siege")
    can_choose(page)
    table = table_of(page)
    page.goto(people.url)
    back = page.locator(f'.rows a[href="#/table/{table}"]')
    expect(back).to_have_text("Resume")
    back.click()
    assert can_choose(page)
    expect(page.locator(".state")).to_have_text("connected")
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    page.goto(people.url)
    expect(page.locator(f'.rows a[href="#/analysis/{table}"]')).to_have_text("Review")


def test_a_win_is_claimed_from_someone_who_has_left(people: People) -> None:
    """One closes the browser; the other sees that, waits as long as the server says, and has the win."""
    one = people.person()

    def patient(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "claim_after": 3600})

    one.route(re.compile(r"/tables/[^/]+$"), patient)
    set_up(one, "tower-siege", {"P1": "me", "P2": "open"})
    other = people.person(f"/#/table/{table_of(one)}")
    other.click("text=Join as Player 2")
    can_choose(one)
    expect(other.locator(".state")).to_have_text("connected")
    expect(one.locator("text=disconnected.")).to_be_hidden()
    other.context.close()
    expect(one.locator("text=Player 2 has disconnected.")).to_be_visible()
    expect(one.locator(".play")).to_contain_text(re.compile(r"You can claim victory in 3\d\d\d s\."))
    expect(one.locator("button:text('Claim victory')")).to_be_hidden()
    one.unroute_all()
    one.reload()
    one.click("button:text('Claim victory')")
    expect(one.locator(".result h2")).to_have_text("You win")
    expect(one.locator(".result")).to_contain_text("Player 2 left the match.")
    expect(one.locator('[role="log"] p').last).to_have_text("Player 2 left the match.")
    expect(one.locator("text=disconnected.")).to_be_hidden()
