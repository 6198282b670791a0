"""One's own matches in the lobby: what is told of each, the filter, and tables that are cancelled."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

import feint
from kit.page import People, against_random, can_choose, clean, resign, set_up, table_of

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

MINE = ".tables section:first-child"


def stored(number: int, **more: Any) -> dict[str, Any]:
    """A match as a browser has stored it; without more, as older versions did."""
    token = {"P1": "t" * 43}
    return {"table": f"t{number}", "game": "tower-siege", "title": "Tower Siege", "tokens": token, "at": number, "ended": True, **more}  # fmt: skip


def test_someone_new_is_led_to_the_shortest_lessons(people: People) -> None:
    """By a card that goes for good: dismissed, or once something was learned or played."""
    page = people.person(lists=False)
    games = [feint.load(name) for name in feint.game_names()]
    shortest = min(games, key=lambda game: len(game.lessons))
    card = page.locator(".welcome")
    expect(card).to_contain_text(f"Learn {shortest.title} in three minutes")
    clean(page)
    card.locator("a").click()
    expect(page.locator(".coach h1")).to_have_text(shortest.lessons[0].title)
    page.goto(people.url)
    expect(page.locator("a.game")).to_have_count(len(games))
    expect(card).to_have_count(0)
    page.evaluate("localStorage.clear()")
    page.reload()
    card.locator("text=No, thanks").click()
    expect(card).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "main"
    page.reload()
    expect(page.locator("a.game")).to_have_count(len(games))
    expect(card).to_have_count(0)


def test_a_match_is_remembered(people: People) -> None:
    page = people.person()
    against_random(page, "tower-siege")
    can_choose(page)
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    page.goto(people.url)
    row = page.locator(f"{MINE} li")
    expect(row).to_contain_text("Lost against the random bot · as Player 1 · 1 move")
    expect(row.locator("a")).to_have_text("Review")


def test_many_matches_can_be_filtered(people: People) -> None:
    """Those of older versions are there, too; eight are enough at first."""
    page = people.person()
    won = [stored(n, begun=True, opponents=["bot: random"], result="won", moves=n) for n in range(2, 5)]
    goats = [stored(n, begun=True, game="space-goats", title="Space Goats", result="lost") for n in range(5, 7)]
    old = [stored(n) for n in range(7, 13)]
    never = [stored(1, begun=False)]
    kept = {match["table"]: match for match in [*won, *goats, *old, *never]}
    page.evaluate("kept => localStorage.setItem('feint.tables', kept)", json.dumps(kept))
    page.reload()
    rows = page.locator(f"{MINE} li")
    expect(rows).to_have_count(8)
    page.click("text=Show all 11")
    expect(rows).to_have_count(11)
    expect(rows.nth(0)).to_contain_text("as Player 1 · 1 Jan 1970")
    clean(page)
    page.select_option('[aria-label="Result"]', "won")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Won against the random bot · as Player 1 · 4 moves")
    page.select_option('[aria-label="Game"]', "space-goats")
    expect(page.locator(MINE)).to_contain_text("No matches like that.")
    page.select_option('[aria-label="Result"]', "lost")
    expect(rows).to_have_count(2)


def test_a_table_is_cancelled_where_one_waits_or_in_the_lobby(people: People) -> None:
    page, other = people.person(), people.person()
    for where in ("table", "lobby"):
        set_up(page, "tower-siege", {"P2": "open"})
        table = table_of(page)
        expect(page.locator(".leaving")).to_contain_text("your seat is kept")
        other.goto(f"{people.url}/#/table/{table}")
        expect(other.locator(".invite")).to_contain_text("Player 2 is open.")
        if where == "table":
            page.click(".leaving button")
        else:
            page.goto(people.url)
            expect(page.locator(f"{MINE} li")).to_contain_text("Waiting for Player 2 · as Player 1")
            page.click('[aria-label="Cancel: Tower Siege"]')
        expect(page.locator(MINE)).to_be_hidden()
        expect(other.locator(".result")).to_contain_text("The match never began.")
        assert other.locator(".result button").count() == 0, "there is nothing to review or download"


def test_a_match_that_has_begun_is_not_cancelled(people: People) -> None:
    """Someone has joined while the lobby still offered to cancel."""
    page = people.person()
    set_up(page, "tower-siege", {"P2": "open"})
    table = table_of(page)
    expect(page.locator(".invite")).to_be_visible()
    page.goto(people.url)
    cancel = page.locator('[aria-label="Cancel: Tower Siege"]')
    expect(cancel).to_be_visible()
    page.route(f"**/tables/{table}", lambda route: route.abort())  # it hears nothing of it
    page.context.new_page().goto(f"{people.url}/#/table/{table}")  # where the string is revealed when all have joined
    other = people.person(f"/#/table/{table}")
    other.click("text=Join as Player 2")
    expect(other.locator(".board")).to_be_visible()
    cancel.click()
    expect(page.locator(f"{MINE} [role=alert]")).to_have_text("The match has begun: resign to end it.")
    page.unroute_all()
    page.reload()
    expect(page.locator(f'{MINE} a[href="#/table/{table}"]')).to_have_text("Resume")
    people.wrong.clear()
