"""The page by keyboard alone, on a phone, stepped through, and for all eyes."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import feint
from kit.chromium import PHONE
from kit.page import (
    CHOICE,
    TURN,
    People,
    against_random,
    can_choose,
    choose,
    clean,
    no_wider,
    resign,
    set_up,
)

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

GAMES = feint.game_names()


def go_to(page: Page, key: str, wanted: str) -> None:
    """Press a key until the focus is on something: by its id, its address, or its words."""
    for _ in range(60):
        page.keyboard.press(key)
        at = "(at => [at.id, at.getAttribute('href'), at.textContent])(document.activeElement)"
        if wanted in page.evaluate(at):
            return
    pytest.fail(f"the focus never comes to {wanted}")


@pytest.mark.parametrize("name", GAMES)
def test_by_keyboard_alone(people: People, name: str) -> None:
    page = people.person()
    page.wait_for_selector("a.game")
    go_to(page, "Tab", f"#/game/{name}")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.setup")
    assert page.evaluate("document.activeElement.textContent") == "Play"
    go_to(page, "Shift+Tab", f"seat-{feint.load(name).seats[1]}")
    for _ in range(20):
        if page.evaluate("document.activeElement.value") == "bot:random":
            break
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "bot:random"
    go_to(page, "Tab", "Play")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    for number in range(4):
        if not can_choose(page):
            break
        asked = page.locator(".history .at").inner_text()
        first = page.locator(f"{CHOICE}:not(:disabled)").first
        if number % 2:  # by its number, or by going to it
            page.keyboard.press(first.get_attribute("data-key") or "")
        else:
            first.focus()
            page.keyboard.press("Enter")
        expect(page.locator(".history .at")).not_to_have_text(asked)
    goes_on = can_choose(page)
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost"
    if goes_on:
        page.keyboard.press("ArrowLeft")
        expect(page.locator(TURN)).to_contain_text("earlier move")
        assert page.locator(CHOICE).count() == 0, "nobody chooses in the past"
        page.keyboard.press("Escape")
        expect(page.locator(TURN)).not_to_contain_text("earlier move")
        page.focus("button:has-text('Resign')")
        page.keyboard.press("Enter")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.parametrize("name", GAMES)
def test_on_a_phone_and_for_all_eyes(people: People, name: str) -> None:
    """Nothing stands out at 360 pixels, and axe finds nothing, by day or by night, at any moment of a match."""
    page = people.person(viewport=PHONE, has_touch=True)
    no_wider(page)
    against_random(page, name)
    pick = random.Random(5)
    for _ in range(3):
        if not can_choose(page):
            break
        no_wider(page)
        choose(page, pick)
    clean(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    if can_choose(page):
        resign(page)
    expect(page.locator(".result .proof")).to_have_attribute("data-proved", "true")
    no_wider(page)
    clean(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_and_setting_up_for_all_eyes(people: People, scheme: Any) -> None:
    page = people.person(color_scheme=scheme)
    expect(page.locator("a.game .emblem svg")).to_have_count(len(GAMES))
    expect(page.locator(".tables")).to_contain_text("Open games")
    clean(page)
    page.set_viewport_size({"width": 360, "height": 740})
    no_wider(page)
    page.click('a.game[href="#/game/space-goats"]')
    does = page.locator("#does-P2")
    expect(does).to_contain_text("puts shields up first and buys few cards")
    page.select_option("#seat-P2", "bot:search")
    expect(does).to_contain_text("Thinks ahead")
    expect(page.locator("#does-P1")).to_be_hidden()
    page.click("details.rulings summary")
    no_wider(page)
    if scheme == "dark":
        page.click("text=Rules >> nth=0")
        page.click("dialog nav button >> text=Cards")
        expect(page.locator("dialog td >> text=Overload Barrage")).to_be_visible()
        no_wider(page)
    clean(page)


def test_what_moves_moves_and_can_be_stepped_through(people: People) -> None:
    """With motion: play goes on while things move, and the steps lead back to the beginning."""
    page = people.person(motion=True)
    against_random(page, "tower-siege")
    pick = random.Random(8)
    for _ in range(4):
        if can_choose(page):
            choose(page, pick)
    if can_choose(page):
        resign(page)
    expect(page.locator(".result")).to_be_visible()
    steps = int(page.locator(".history .at").inner_text().split()[2])
    assert steps > 2
    page.click('[aria-label="Go to the start"]')
    expect(page.locator(".history .at")).to_have_text(f"1 of {steps}")
    for step in range(2, steps):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".history .at")).to_have_text(f"{step} of {steps}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".history .at")).to_have_text(f"{steps} of {steps}")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (740, 360)], ids=["wide", "phone", "phone on its side"])
def test_nothing_lies_over_the_buttons_of_a_board(people: People, size: tuple[int, int]) -> None:
    """Dark Frontier has its own; they are in the window without scrolling, also while the list of choices is open."""
    page = people.person(viewport={"width": size[0], "height": size[1]})
    set_up(page, "dark-frontier", {"attacker": "bot:gunner"})
    button = page.locator(".df-go button")
    for _ in range(2):
        expect(button).to_be_visible()
        at_its_middle = """() => {
            const button = document.querySelector(".df-go button"), { x, y, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
        page.wait_for_function(at_its_middle)  # once everything around it has found its size
        text = button.inner_text()
        button.click()
        expect(button.get_by_text(text, exact=True)).to_have_count(0)
