"""Nothing runs ahead of what the board shows; animations can be skipped, slowed and switched off."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from kit.node import WEB, run_script
from kit.page import CHOICE, TURN, People, against_random, can_choose, clean, play_out, set_up

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

# A board that has arrived when the test says so.
SLOW_BOARD = """export default ({ host }) => ({
    show(view, { animate, legal }) {
        host.textContent = `at ${view.position}, asks ${legal.length}`;
        window.arrive = undefined;
        if (animate) return new Promise((done) => (window.arrive = done));
    },
})"""
MOVING = "() => window.arrive !== undefined"


def slowly(people: People, **rulings: int) -> Page:
    """A table of Tower Siege with that board, where it is one's turn."""
    page = people.person(motion=True)
    page.route("**/tower-siege/board.js", serve_slow_board)
    against_random(page, "tower-siege", rulings)
    assert can_choose(page)
    return page


def serve_slow_board(route: Route) -> None:
    route.fulfill(body=SLOW_BOARD, content_type="text/javascript")


def test_nothing_runs_ahead_of_the_board(people: People) -> None:
    """While a move is shown, log, seats, steps and choices are as before it; also while the next one has come."""
    page = slowly(people, length=30)
    log, steps, turn = page.locator(".log"), page.locator(".history .at"), page.locator(TURN)
    before = steps.inner_text()
    page.click(f'{CHOICE}[data-choice="2"]')
    page.wait_for_function(MOVING)
    expect(page.locator(".board")).to_have_text("at 2,0, asks 0")
    expect(turn).to_have_text("")
    assert "moves to position" not in log.inner_text()
    assert steps.inner_text() == before
    assert page.locator(".seats li:first-child").inner_text().endswith("to play")
    assert page.locator(CHOICE).count() == 0
    page.evaluate("arrive()")
    expect(log).to_contain_text("P1 moves to position 2.")
    page.wait_for_function(MOVING)  # the bot's move
    expect(turn).to_have_text("The random bot is thinking…")
    assert "P2" not in log.inner_text().split("moves to position 2.")[1].replace("Player 2's Turn", "")
    assert page.locator(CHOICE).count() == 0
    page.evaluate("arrive()")
    expect(turn).to_have_text("Your turn")
    expect(page.locator(CHOICE).first).to_be_enabled()
    expect(page.locator(".board")).to_have_text(re.compile("asks [1-9]"))


@pytest.mark.parametrize("how", ["click", "Space", "Escape"])
def test_an_animation_can_be_skipped(people: People, how: str) -> None:
    page = slowly(people, length=30)
    page.keyboard.press("1")
    for line in ("P1 moves", "P2 "):
        page.wait_for_function(MOVING)
        page.evaluate("delete window.arrive")  # only skipping helps
        if how == "click":
            page.click(".board")
        else:
            page.keyboard.press(how)
        expect(page.locator(".log")).to_contain_text(line)
    expect(page.locator(TURN)).to_have_text("Your turn")
    expect(page.locator(".board")).to_have_text(re.compile("asks [1-9]"))


def test_the_end_is_told_when_it_has_been_seen(people: People) -> None:
    """And once: who has won, what decided it, one way to play again, and the proof for who wants to see it."""
    page = people.person(motion=True)
    page.route("**/tower-siege/board.js", serve_slow_board)
    set_up(page, "tower-siege", {"P1": "me", "P2": "here"}, {"length": 4, "stride": 2})
    page.click(".handover button")
    for choice in ("2", "1", "2"):
        offered = f'{CHOICE}[data-choice="{choice}"]:enabled'
        page.wait_for_function("offered => (window.arrive?.(), document.querySelector(offered))", arg=offered)
        page.click(offered)
    page.wait_for_function(MOVING)
    assert page.locator(".result").count() == 0
    assert "wins" not in page.locator(".log").inner_text()
    page.evaluate("arrive()")
    result = page.locator(".result")
    expect(result.locator("h2")).to_have_text("Player 1 wins")
    expect(result.locator(".decided")).to_have_text("P1 moves to position 4.Player 1 wins the game!")
    expect(page.locator(TURN)).to_have_text("")
    expect(result.locator("button.main")).to_have_text("Play again")
    expect(page.locator(".proof summary")).to_have_text("Fairness verified")
    page.click(".proof summary")
    expect(page.locator(".proof p")).to_contain_text("feint check")
    result.locator("text=Review").click()
    expect(page.locator("h1")).to_have_text("Tower Siege: analysis")
    expect(page.locator(".history .at")).to_have_text("1 of 4")


def test_animations_are_set_in_the_settings(people: People) -> None:
    """By default as the system has it; what is chosen counts at once, and the next time."""
    page = people.person(motion=True)
    page.click('[aria-label="Settings"]')
    dialog = page.locator("dialog")
    expect(dialog.locator("[name=animation]:checked")).to_have_value("normal")
    clean(page)
    dialog.locator("text=Off").click()
    page.keyboard.press("Escape")
    page.reload()
    page.route("**/tower-siege/board.js", serve_slow_board)
    against_random(page, "tower-siege")
    assert play_out(page) > 0, "nothing waits for a board that never arrives"
    page.click('[aria-label="Settings"]')
    expect(page.locator("dialog [name=animation]:checked")).to_have_value("off")


def test_how_long_animations_take() -> None:
    body = """
        globalThis.document = { documentElement: { dataset: {} } };
        return given.map(([reduced, chosen]) => {
            globalThis.matchMedia = () => ({ matches: reduced });
            if (chosen) motion.setAnimationSpeed(chosen);
            return [motion.isStill(), motion.paced(100)];
        });"""
    cases = [(False, None), (True, None), (True, "normal"), (False, "slow"), (False, "off")]
    found = run_script(body, cases, WEB / "motion.js")
    assert found == [[False, 100], [True, 100], [False, 100], [False, 250], [True, 100]]
