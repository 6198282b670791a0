"""Setting up a table in the page, and inviting someone to it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from kit.chromium import launch
from kit.page import (
    CHOICE,
    People,
    can_choose,
    resign,
    set_up,
    table_of,
)

LEVELS = ["Beginner", "Club", "Expert", "Best"]

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine


def test_rulings_are_played(people: People) -> None:
    """What is set in the page is what the table is under; what can't be is refused in a sentence."""
    page = people.person()
    set_up(page, "tower-siege", {"P2": "bot:random"}, {"length": 3, "stride": 2, "track": "facing"})
    can_choose(page)
    page.click("text=Rules")
    settled = page.locator("dialog details[open]").inner_text()
    assert "on one road walked from both ends" in settled
    book = page.locator("dialog")
    said = book.inner_text()
    assert said.index("Two heroes race") < said.index("At this table"), "first what it is about"
    assert book.locator(".id").count() > 10, "every rule with its number"
    page.keyboard.press("Escape")
    assert {"1", "2"} <= set(page.locator(CHOICE).evaluate_all("all => all.map(b => b.dataset.choice)"))
    page.goto(people.url)
    page.click('a.game[href="#/game/tower-siege"]')
    page.click("details.rulings summary")
    page.fill("#dial-length", "5")
    page.fill("#dial-stride", "9")
    page.click("form.setup button.main")
    expect(page.locator(".notice.bad")).to_contain_text("stride=9 is too large: it can be 1 to 4 with length=5.")
    assert len(people.wrong) == 1, "the browser notes that as an error, too"
    people.wrong.clear()


def test_an_invitation_says_from_where_it_leads_here(people: People) -> None:
    page = people.person()
    set_up(page, "tower-siege", {"P2": "open"})
    expect(page.locator(".invite")).to_contain_text("works only on this computer")
    expect(page.locator(".invite code")).to_have_text("feint serve --host 0.0.0.0")
    field = page.locator(".invite input")
    expect(page.locator(".leaving")).to_contain_text("your seat is kept")
    table = table_of(page)
    page.click(".leaving a")
    page.click(f'.rows a[href="#/table/{table}"]')
    expect(field).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("You")


def test_an_address_can_be_read_to_its_lowest_line(people: People) -> None:
    """In a browser that draws: there are underscores in it."""
    drawing = launch(people.browser.browser_type)
    seeing = People(drawing, people.url)
    page = seeing.person()
    set_up(page, "tower-siege", {"P2": "open"})
    field = page.locator(".invite input")
    blank, lines = (written(field, text) for text in ("", "____"))
    assert blank != lines
    seeing.leave()
    drawing.close()


def written(field: Locator, text: str) -> bytes:
    """What a field looks like with a text in it."""
    field.evaluate("(field, text) => { field.value = text; }", text)
    return field.screenshot()


def test_opponents_are_offered_by_level(people: People) -> None:
    """The four levels come first, with their ratings under the rulings they were measured with; then every bot."""
    page = people.person("/#/game/tower-siege")
    seat = page.locator("#seat-P2")
    expect(seat).to_have_value("bot:expert")
    offered = seat.locator("optgroup[label=Computer] option")
    expect(offered).to_have_text([re.compile(rf"^Computer: {name} · \d+$") for name in LEVELS])
    expect(offered.nth(1)).to_have_text("Computer: Club · 1500")
    bots = seat.locator("optgroup[label='More bots'] option")
    expect(bots).to_have_text(
        [*(re.compile(rf"^Bot: {name} · \d+$") for name in ("random", "perfect")), "Bot: search · not rated"]
    )
    seat.select_option("bot:club")
    expect(page.locator("#does-P2")).to_have_text("Makes 70% of its choices perfectly, and the others at random.")
    page.click("details.rulings summary")
    page.fill("#dial-length", "8")
    page.locator("#dial-length").dispatch_event("change")
    expect(offered).to_have_text([f"Computer: {name}" for name in LEVELS])
    expect(bots.nth(1)).to_have_text("Bot: perfect")
    seat.select_option("bot:beginner")
    page.click("form.setup button.main")
    can_choose(page)
    expect(page.locator(".seats")).to_contain_text("Beginner Player 2, computer")


def test_a_player_that_has_learned(people: People) -> None:
    """It stands in the list with the weaker ones like it, plays, and plays again."""
    page = people.person("/#/game/space-goats")
    seat = page.locator("#seat-P2")
    learned = seat.locator("option[value^='bot:learned']")
    expect(learned).to_have_text([f"Bot: {name} · not rated" for name in ("learned", "learned, club", "learned, easy")])
    page.click("details.rulings summary")
    expect(page.locator(".why code").first).to_have_text("destroy_1_unshielded_ship")
    page.check('input[name="wear"][value="no"]')
    seat.select_option("bot:learned:easy")
    expect(page.locator("#does-P2")).to_contain_text("makes the most mistakes")
    page.click("form.setup button.main")
    expect(page.locator(".notice.bad")).to_contain_text("earned can't play Space Goats under these rulings")
    people.wrong.clear()  # the browser notes that as an error, too
    page.check('input[name="wear"][value="yes"]')
    page.click("form.setup button.main")
    can_choose(page)
    expect(page.locator(".seats")).to_contain_text("Learned Player 2, bot")
    resign(page)
    page.click("text=Play again")
    expect(page.locator(".seats")).to_contain_text("Learned Player 1, bot")
    can_choose(page)
