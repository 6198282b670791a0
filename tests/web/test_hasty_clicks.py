"""Clicks that must not count, and choices that need none: the second click of a double click, and what is made for a player."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from kit.page import BOARD, People, against_random, can_choose, choose, resign, saved, set_up

pytestmark = pytest.mark.xdist_group("browser")


def again(page: Page) -> None:
    """The second click of a double click, on the same spot."""
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


def test_a_double_click_answers_one_question(people: People) -> None:
    """Two people at one screen: when P1 has moved, P2's step lies under the mouse, and is the first question, too."""
    page = people.person(lists=False)
    set_up(page, "tower-siege", {"P1": "me", "P2": "here"})
    can_choose(page)
    page.locator('.board [data-choice="3"]').click()
    expect(page.locator(".turn")).to_contain_text("Your turn, Player 2")
    page.locator('.board [data-choice="3"]').hover()
    again(page)
    page.locator('.board [data-choice="2"]').click()
    expect(page.locator(".log")).to_contain_text("P2 moves to position 2.")  # and not to 3, into battle


def test_quick_clicks_that_answer_nothing_all_count(people: People) -> None:
    """Dark Frontier's dials are turned by clicks in quick succession."""
    page = people.person()
    against_random(page, "dark-frontier")
    dial, value = page.locator(".df-turn:enabled").last, page.locator(".df-turns output").first
    while can_choose(page) and not dial.is_visible():
        choose(page, random.Random(1))
    dial.click()
    once = value.inner_text()
    again(page)
    expect(value).not_to_have_text(once)


def test_an_only_choice_is_made_and_said(people: People) -> None:
    """One card each and one step at a time: after P1's first step everything but resting is a matter of course."""
    page = people.person()
    set_up(page, "tower-siege", {"P1": "me", "P2": "bot:random"}, {"length": 3, "stride": 1, "cards": 1})
    can_choose(page)
    page.click('.choices [data-choice="1"]')
    notes = page.locator(".log .spared")
    expect(notes.first).to_have_text(re.compile("Only one choice, made for you: (1 \\(to 2.*\\)|card 1)"))
    page.reload()
    expect(notes.first).to_have_text(re.compile("Only one choice, made for you: "))
    if not page.locator(".result").is_visible():
        resign(page)
    match = saved(page)
    own = [step.text for step in match.steps if step.seat == 0]
    assert len(own) >= notes.count() + 1


def test_a_draw_is_offered_and_accepted(people: People) -> None:
    one = people.person()
    set_up(one, "tower-siege", {"P1": "me", "P2": "open"})
    other = people.person(one.locator(".invite input").input_value().removeprefix(people.url))
    other.click("text=Join as Player 2")
    one.click("text=Offer draw")
    expect(one.locator("text=Draw offered")).to_be_disabled()
    expect(other.locator(".notice:visible")).to_have_text("Player 1 offers a draw: accept it, or play on.")
    other.click("text=Accept draw")
    for page in (one, other):
        expect(page.locator(".result h2")).to_have_text("Draw")
        expect(page.locator(".result p").first).to_have_text("The players agreed to a draw.")
        expect(page.locator("text=Offer draw")).to_be_hidden()


def test_a_list_says_what_the_board_says(people: People) -> None:
    page = people.person()
    set_up(page, "tower-siege", {"P1": "me", "P2": "bot:random"})
    can_choose(page)
    said = page.locator(".choices .options button").evaluate_all("all => all.map((b) => b.firstChild.textContent)")
    assert said == ["1 (to 1)", "2 (to 2)", "3 (to 3)", "rest (take back all your cards)"]
    labels = page.locator(BOARD).evaluate_all("all => all.map((b) => b.getAttribute('aria-label'))")
    assert set(labels) >= {"Move to 1", "Move to 2", "Move to 3", "Rest: take back all your cards"}
    resign(page)
