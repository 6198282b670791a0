"""Clocks in the page, and another match."""

import random

import pytest
from playwright.sync_api import expect

from kit.page import (
    TURN,
    People,
    against_random,
    can_choose,
    choose,
    resign,
    table_of,
)

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine


def test_a_clock_and_another_match(people: People) -> None:
    """Two play with a clock; one wants to play again, the other follows, and they have changed places."""
    one = people.person()
    one.click('a.game[href="#/game/tower-siege"]')
    one.select_option("#clock", "game:300")
    one.select_option("#seat-P2", "open")
    one.click("form.setup button.main")
    one.wait_for_selector(".invite")
    first = table_of(one)
    other = people.person(f"/#/table/{first}")
    other.click("text=Join as Player 2")
    can_choose(one)
    for page in (one, other):
        expect(page.locator('.seats [role="timer"]')).to_have_count(2)
        expect(page.locator('[aria-label="Player 2\'s time"]')).to_have_text("5:00")
    resign(other)
    expect(one.locator(".result h2")).to_have_text("You win")
    one.click("text=Play again")
    expect(one.locator(TURN)).to_have_text("Waiting for Player 1 to accept the rematch")
    expect(other.locator(".result")).to_contain_text("Player 1 wants a rematch. You would be Player 1.")
    expect(other.locator(".result button.main")).to_have_count(1)
    now = one.locator(".turn > .notice[role=status]").last
    expect(now).to_have_text("You are Player 2 this time: seats change with every rematch.")
    other.click("text=Play again")
    expect(other.locator(".result")).to_have_count(0)
    assert can_choose(other)
    second = table_of(one)
    assert second == table_of(other) != first
    expect(one.locator(TURN)).to_have_text("Waiting for Player 1…")
    expect(now).to_be_visible()
    now = other.locator(".turn > .notice[role=status]").last
    expect(now).to_have_text("You are Player 1 this time: seats change with every rematch.")
    choose(other, random.Random(1))
    expect(other.locator(TURN)).to_have_text("Waiting for Player 2…")
    expect(now).to_be_hidden()
    together = other.evaluate("async () => (await import('/web/seats.js')).rotation(['P1', 'P2', 'P3'], ['P1', 'P2'])")
    assert together == "Seats change with every rematch: Player 3 is now Player 1, Player 1 is now Player 2."
    resign(one)
    expect(other.locator(".result h2")).to_have_text("You win")


def test_another_match_against_a_bot(people: People) -> None:
    page = people.person()
    against_random(
        page, "minefield-navigator", {"mines": 0}
    )  # the bot begins the second match, and must not lose it at once
    can_choose(page)
    first = table_of(page)
    resign(page)
    page.click("text=Play again")
    page.wait_for_url(lambda url: not url.endswith(first))
    expect(page.locator(".result")).to_have_count(0)  # the table before is there until this one has come
    assert can_choose(page)
    expect(page.locator(".seats li:nth-child(2)")).to_contain_text("You")
