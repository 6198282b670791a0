"""The coach at a table of bots: a hint on the board, a word after a choice that cost something, and nothing among people."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.node import WEB, run_script
from kit.page import People, can_choose, clean, no_wider, set_up
from kit.stage import SIZES, cut_off

pytestmark = pytest.mark.xdist_group("browser")
SMALL = {"fuel": 2, "rounds": 2}  # burning all of it at once loses against right play
WORDS = ".helper .words"


def against_laser(page: Page) -> None:
    set_up(page, "terminal-maneuver", {"laser": "bot:random"}, SMALL)
    can_choose(page)


def test_a_hint_is_marked_on_the_board_and_in_the_list(people: People) -> None:
    page = people.person()
    against_laser(page)
    page.click(".helper >> text=Hint")
    expect(page.locator(WORDS)).to_have_text("Best: burn 1 (87.8% of the time), burn 0 (12.2%). Win chance 65.9%.")
    for place in (".board", ".choices"):
        marked = page.locator(f"{place} .recommended")
        expect(marked).to_have_count(1)
        assert marked.get_attribute("data-choice") == "burn 1"
        assert "dashed" in marked.evaluate("marked => getComputedStyle(marked).outline")
    clean(page)
    page.click('.choices [data-choice="burn 1"]')
    expect(page.locator(".recommended")).to_have_count(0)


def test_a_mark_goes_with_its_question(people: People) -> None:
    """Also from a button that the board has put away for a while, as Space Goats does with Pass; and it goes on from a
    card to its target."""
    page = people.person()
    left = page.evaluate("""async () => {
        const { recommendOn } = await import('/web/board_tips.js');
        const [stage, pass] = [document.createElement('div'), document.createElement('button')];
        pass.dataset.choice = 'pass';
        stage.append(pass);
        recommendOn(stage, 'pass');
        const marked = pass.className;
        pass.remove();
        recommendOn(stage, null);
        stage.append(pass);
        const card = document.createElement('button');
        card.dataset.leadsTo = 'fire at P2\\nfire at P3';
        stage.append(card);
        const offered = recommendOn(stage, 'fire at P3');
        const first = card.className;
        const target = document.createElement('button');
        target.dataset.choice = 'fire at P3';
        stage.append(target);
        await new Promise((done) => setTimeout(done));
        return [marked, pass.className, offered, first, card.className, target.className];
    }""")
    assert left == ["recommended", "", True, "recommended", "", "recommended"]


def test_the_coach_says_what_a_choice_cost_and_is_remembered(people: People) -> None:
    page = people.person()
    against_laser(page)
    page.check(".helper input")
    with page.expect_response(re.compile("/hint$")):
        page.reload()
    assert page.is_checked(".helper input")
    can_choose(page)
    page.click('.choices [data-choice="burn 2"]')
    expect(page.locator(WORDS)).to_have_text("Burn 1 was better: 65.9% instead of 0%.")


def test_a_good_choice_needs_no_words(people: People) -> None:
    page = people.person()
    against_laser(page)
    with page.expect_response(re.compile("/hint$")):
        page.check(".helper input")
    page.click(".helper >> text=Hint")
    expect(page.locator(WORDS)).to_contain_text("Best:")
    page.click('.choices [data-choice="burn 0"]')
    expect(page.locator(WORDS)).to_have_text("")


def test_there_is_no_coach_among_people(people: People) -> None:
    page = people.person()
    set_up(page, "terminal-maneuver", {"missile": "me", "laser": "here"}, SMALL)
    can_choose(page)
    expect(page.locator(".helper")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_it_fits(people: People, size: str) -> None:
    """Everything is in the window, and what it says moves nothing on a phone."""
    width, height = SIZES[size]
    page = people.person(lists=False, viewport={"width": width, "height": height})
    set_up(page, "terminal-maneuver", {"laser": "bot:random"})
    expect(page.locator(".helper >> text=Hint")).to_be_enabled()
    before = page.locator(".board").bounding_box()
    page.click(".helper >> text=Hint")
    expect(page.locator(WORDS)).to_contain_text("Win chance")
    assert page.locator(".board").bounding_box() == before
    assert cut_off(page, WORDS, ".turn", ".bar .where") == []
    no_wider(page)
    for part in (
        ".helper label",
        ".helper button >> nth=0",
        ".helper button >> nth=1",
        WORDS,
        ".history",
        ".choices .fold",
    ):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert box["height"] >= 24 or part == WORDS
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    high, room = page.evaluate(
        "[document.querySelector('main').scrollHeight, document.querySelector('main').clientHeight]"
    )
    assert high <= room + 1
    clean(page)


def test_a_choice_is_taken_back(people: People) -> None:
    """The page shows the table as it was, and what led there can still be stepped through; also after a reload."""
    page = people.person()
    set_up(page, "tower-siege", {"P2": "bot:random"}, {"length": 30, "stride": 1})
    undo, rests = page.locator(".helper >> text=Undo"), page.locator(".log p", has_text="P1 rests")
    can_choose(page)
    expect(undo).to_be_disabled()
    page.click('.choices [data-choice="rest"]')  # who stays at base meets nobody
    expect(undo).to_be_enabled()
    steps = page.locator(".history .at").inner_text()
    page.click('.choices [data-choice="rest"]')
    expect(rests).to_have_count(2)
    expect(undo).to_be_enabled()
    undo.click()
    expect(rests).to_have_count(1)
    expect(page.locator(".history .at")).to_have_text(steps)
    expect(page.locator('.choices [data-choice="rest"]')).to_be_enabled()
    page.reload()
    can_choose(page)
    expect(rests).to_have_count(1)
    expect(page.locator(".history .at")).to_have_text(steps)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".turn")).to_contain_text("Viewing an earlier move")
    page.keyboard.press("Escape")
    page.click('.choices [data-choice="rest"]')
    expect(rests).to_have_count(2)
    clean(page)


def test_what_can_not_be_taken_back_is_not_offered(people: People) -> None:
    page = people.person()
    set_up(page, "terminal-maneuver", {"missile": "bot:random", "laser": "me"}, {"fuel": 7, "rounds": 5})
    can_choose(page)
    page.click('.choices [data-choice="guess 6"]')  # nobody burns 6 in the first round
    can_choose(page)
    expect(page.locator(".helper >> text=Undo")).to_be_disabled()


def test_a_draw_is_offered_to_bots_only_when_they_agree(people: People) -> None:
    """When the same position has come up three times; before that there is no button."""
    page = people.person()
    set_up(page, "tower-siege", {"P2": "bot:random"}, {"length": 30, "stride": 1})
    offer = page.locator(".tools >> text=Offer draw")
    can_choose(page)
    expect(page.locator(".tools >> text=Resign")).to_be_visible()
    expect(offer).to_be_hidden()
    other = people.person()
    set_up(other, "tower-siege", {"P1": "me", "P2": "here"})
    can_choose(other)
    expect(other.locator(".tools >> text=Offer draw")).to_be_visible()


# What is said, without a browser.


def said(script: str, given: Any) -> str:
    found: str = run_script(f"return coach.{script};", given, WEB / "coach.js")
    return found


def compared(choice: str, worth: tuple[float, float] | None, cost: float | None) -> dict[str, Any]:
    known = None if worth is None else {"low": worth[0], "high": worth[1]}
    return {"choice": choice, "said": f"do {choice}", "chance": float(choice == "a"), "worth": known, "cost": cost}


def test_a_hint_tells_only_what_is_known() -> None:
    """A win chance that isn't known closely is no number, and what wasn't examined isn't 0."""

    def hint(*choices: dict[str, Any]) -> str:
        return said("hintText(given)", {"choices": choices})

    known, unclear = compared("a", (0.6, 0.66), 0.0), compared("a", None, 0.0)
    assert hint(known, compared("b", (0.2, 0.25), 0.35)) == "Best: do a. Win chance 60 to 66%."
    assert (
        hint(known, compared("b", None, None)) == "Best: do a. Win chance 60 to 66%. 1 other choice was not examined."
    )
    assert hint(unclear, compared("b", (0.0, 0.01), 0.2), compared("c", None, None)) == (
        "Do a looks best, but it isn't clear how often you win from there. 1 other choice was not examined."
    )
    nothing = compared("a", None, None), compared("b", None, None)
    assert hint(*nothing) == "Perhaps do a, but no choice could be examined in time."


def test_the_coach_blames_nobody_for_what_is_not_known() -> None:
    def verdict(best: dict[str, Any], made: dict[str, Any]) -> str:
        return said("verdictText(given, 'b')", {"choices": [best, made]})

    known, unclear = compared("a", (0.6, 0.66), 0.0), compared("a", None, 0.0)
    assert verdict(known, compared("b", (0.2, 0.25), 0.35)) == "Do a was better: 60 to 66% instead of 20 to 25%."
    assert verdict(unclear, compared("b", None, 0.15)) == "Do a was better: do b costs at least 15 points."
    assert verdict(unclear, compared("b", (0.2, 0.25), 0.15)) == "Do a was better: do b costs at least 15 points."
    assert verdict(known, compared("b", None, 0.0)) == verdict(known, compared("b", None, 0.005)) == ""
    assert verdict(known, compared("b", None, None)) == "Do b was not examined. Do a looked best."
