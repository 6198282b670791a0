"""Two people at one screen: what is covered between them, and when."""

import random

import pytest
from playwright.sync_api import Page, expect

from kit.page import (
    CHOICE,
    TURN,
    People,
    choose,
    set_up,
)

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine


def test_a_secret_is_covered_between_two_people_at_one_screen(people: People) -> None:
    page = people.person()
    set_up(page, "terminal-maneuver", {"missile": "me", "laser": "here"})
    covers = 0
    for seat, choice in (("missile", "burn 1"), ("laser", "guess 4")) * 2:
        cover = page.locator(".handover")
        expect(cover).to_contain_text(f"Your turn, {seat}")
        assert page.locator(".table").is_hidden()
        assert page.locator(".board").count() == 0, "what is covered isn't there at all"
        assert page.locator(CHOICE).count() == 0
        assert page.locator(".log p").count() == 0
        covers += 1
        page.click(".handover button")
        expect(page.locator(TURN)).to_have_text(f"Your turn, {seat}")
        page.click(f'{CHOICE}[data-choice="{choice}"]')
        if seat == "laser":
            both_see(page, "The missile burns 1. The laser guessed 4.")
    assert covers == 4


def both_see(page: Page, line: str) -> None:
    """What came out stays on the screen, with nothing to choose, until someone presses Continue; the board as large as ever."""
    expect(page.locator(".reveal")).to_contain_text("Everyone can look.")
    with_button = page.locator(".stage").bounding_box()
    page.locator(".reveal").evaluate("reveal => reveal.hidden = true")
    assert page.locator(".stage").bounding_box() == with_button
    page.locator(".reveal").evaluate("reveal => reveal.hidden = false")
    expect(page.locator(TURN)).to_have_text("Next: the missile")
    expect(page.locator(".log")).to_contain_text(line)
    expect(page.locator(".board")).to_be_visible()
    assert page.locator(".handover").count() == 0
    assert page.locator(CHOICE).count() == 0
    page.click(".reveal button")


def go_on(page: Page) -> None:
    """Wait until there is a cover to take off, or a choice to make; what came out before has been seen."""
    there = (
        f"['.reveal:not([hidden])', '.handover', '{CHOICE}:not(:disabled)'].some(one => document.querySelector(one))"
    )
    page.wait_for_function(f"() => {there}")
    if page.locator(".reveal").is_visible():
        page.click(".reveal button")
        go_on(page)


def test_nothing_is_covered_where_nothing_is_hidden(people: People) -> None:
    page = people.person()
    set_up(page, "minefield-navigator", {"player1": "me", "player2": "here"})
    for seat in ("player1", "player2"):
        expect(page.locator(TURN)).to_have_text(f"Your turn, {seat.replace('player', 'Player ')}")
        assert page.locator(".handover").count() == 0
        page.click(f'{CHOICE}[data-choice="scan {1 if seat == "player1" else 2}"]')


def test_hands_are_covered_whenever_the_turn_goes_over(people: People) -> None:
    page = people.person()
    set_up(page, "space-goats", {"P1": "me", "P2": "here"})
    pick, last = random.Random(2), ""
    for _ in range(12):
        go_on(page)
        if page.locator(".handover").is_visible():
            seat = page.locator(".handover h2").inner_text().removeprefix("Your turn, ")
            assert seat != last
            last = seat
            assert page.locator(".board").count() == 0
            page.click(".handover button")
            continue
        expect(page.locator(TURN)).to_have_text(f"Your turn, {last}")
        choose(page, pick)
    assert last
    page.reload()  # who knows who looks now
    expect(page.locator(".handover")).to_be_visible()
    assert page.locator(".board").count() == 0


def test_nobody_takes_a_cover_off_by_accident(people: People) -> None:
    """A key that is held down, and the second click of a double click, are for what was there before."""
    page = people.person()
    set_up(page, "space-goats", {"P1": "me", "P2": "here"})
    page.click(".handover button")
    page.focus(f'{CHOICE}[data-choice="pass"]')
    page.keyboard.down("Enter")
    seen = page.locator(".reveal")
    expect(seen).to_contain_text("Only Player 1 should look.")
    expect(seen.locator("[role=status]")).to_be_focused()
    page.keyboard.down("Enter")  # it repeats
    page.keyboard.up("Enter")
    expect(seen).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.down("Enter")
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Your turn, Player 2")
    expect(cover).to_contain_text("Only Player 2 should look.")
    expect(cover.locator("h2")).to_be_focused()
    expect(cover.locator("button")).to_be_enabled()
    page.keyboard.down("Enter")  # it repeats
    page.keyboard.up("Enter")
    cover.locator("button").evaluate("button => button.dispatchEvent(new MouseEvent('click', { detail: 2 }))")
    expect(cover).to_be_visible()
    assert page.locator(CHOICE).count() == 0
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(TURN)).to_have_text("Your turn, Player 2")


def test_half_a_secret_choice_is_covered_when_the_page_is_reloaded(people: People) -> None:
    """The attacker has set one of its two dials; whoever loads the page may be the other."""
    page = people.person()
    set_up(page, "dark-frontier", {"defender": "me", "attacker": "here"})
    while True:
        go_on(page)
        if page.locator(".handover").is_visible():
            page.click(".handover button")
            continue
        seat = page.locator(TURN).inner_text().removeprefix("Your turn, ")
        choice = page.locator(CHOICE).first.get_attribute("data-choice") or ""
        if seat == "attacker" and choice.startswith("burn"):
            break
        page.locator(CHOICE).first.click()
        expect(page.locator(f'{CHOICE}[data-choice="{choice}"]')).to_have_count(0)
    page.reload()
    expect(page.locator(".handover")).to_contain_text("Your turn, attacker")
    assert page.locator(".board").count() == 0
    page.click(".handover button")
    expect(page.locator(TURN)).to_have_text("Your turn, attacker")
    page.locator(CHOICE).first.click()
    expect(page.locator(TURN)).to_be_visible()
