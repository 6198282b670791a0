"""The analysis board in a real browser: from a table and from a record, by mouse and keyboard, on large and small screens."""

import random
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import feint
from feint.bots.review import Review, review, reviewer
from feint.core.match import Match
from kit.chromium import PHONE
from kit.node import WEB, run_script
from kit.page import CHOICE, People, against_random, can_choose, choose, clean, no_wider, play_out, table_of
from kit.stage import cut_off

pytestmark = pytest.mark.xdist_group("boards")
SIZES = [(1280, 800), (1920, 1080), (390, 844), (844, 390)]
MOVES = ".moves .move"
NOW = ".moves [aria-current=step]"
MARKS = {0.2: "Blunder", 0.1: "Mistake", 0.05: "Inaccuracy"}


def random_match(name: str, seed: int) -> Match:
    match, luck = feint.load(name).start(seed=seed), random.Random(seed)
    while not match.over:
        for seat in match.pending:
            match.play(seat, luck.choice(match.legal(seat)))
    return match


@cache
def bad_match() -> tuple[Match, Review]:
    """A match with a blunder in it, and what the solution says of it."""
    for seed in range(100):
        match = random_match("terminal-maneuver", seed)
        found = review(*reviewer(match), match)
        if len({mistake(one.cost) for one in found.judged} - {""}) > 1:
            return match, found
    raise AssertionError("nobody makes mistakes here")


def mistake(cost: float) -> str:
    return next((name for least, name in MARKS.items() if cost >= least), "")


def analyse(page: Page, match: Match) -> None:
    """Paste a record, and wait for the review."""
    page.fill("textarea", match.record())
    page.click("text=Analyse")
    reviewed(page)


def reviewed(page: Page) -> None:
    page.wait_for_selector(".review ul", state="attached")


def at_step(page: Page, step: int) -> None:
    expect(page.locator(MOVES).nth(step)).to_have_attribute("aria-current", "step")
    expect(page.locator(NOW)).to_have_count(1)


def test_a_match_that_was_just_played(people: People) -> None:
    """Refused while it is played; then from the lobby, through both seats' eyes, to another match from the middle."""
    page = people.person()
    against_random(page, "terminal-maneuver")
    table = table_of(page)
    can_choose(page)
    other = people.person(f"/#/analysis/{table}")
    expect(other.locator(".notice")).to_contain_text("The match is still being played; come back when it is over.")
    people.wrong = [said for said in people.wrong if "409" not in said]  # the browser notes what was refused
    play_out(page)
    page.goto(people.url)
    page.click(f'.rows a[href="#/analysis/{table}"]')
    reviewed(page)
    expect(page.locator(".review")).to_contain_text("Reviewed by perfect, which has solved this game.")
    clean(page)
    page.select_option(".now select", "laser")
    page.keyboard.press("Tab")
    expect(page.locator(".board")).not_to_be_empty()
    page.click(f"{MOVES} >> nth=1")
    at_step(page, 1)
    page.click(".branch summary")
    page.select_option("#branch-bot", "random")
    page.click("text=Try another choice")
    page.wait_for_url("**/#/table/**")
    assert table_of(page) != table
    assert can_choose(page)
    choose(page, random.Random(1))
    play_out(page)


def test_mistakes_are_marked_and_explained(people: People) -> None:
    match, found = bad_match()
    page = people.person("/#/analysis")
    page.fill("textarea", "feint record 1\ngame: chess")
    page.click("text=Analyse")
    expect(page.locator(".notice.bad")).to_contain_text("the record is cut off")
    people.wrong = [said for said in people.wrong if "422" not in said]
    clean(page)
    analyse(page, match)
    expect(page.locator(MOVES)).to_have_count(len(match.steps) + 1)
    expected = {one.step: mistake(one.cost) for one in found.judged}
    for number in range(len(match.steps) + 1):
        expect(page.locator(MOVES).nth(number).locator(".mark .sr-only")).to_have_count(int(bool(expected.get(number))))
    for step in [step for step, name in expected.items() if name]:
        page.keyboard.press("m")
        at_step(page, step)
        expect(page.locator(f"{NOW} .mark .sr-only")).to_have_text(expected[step])
        expect(page.locator(".verdict")).to_contain_text(f"{expected[step]}. It costs ")
        expect(page.locator(".verdict")).to_contain_text(" Best: ")
    expect(page.locator("text=Next mistake")).to_be_disabled()


def test_stepping_by_keys_buttons_list_and_graph(people: People) -> None:
    match, found = bad_match()
    last = len(match.steps)
    page = people.person("/#/analysis")
    analyse(page, match)
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        at_step(page, step)
    page.click('[aria-label^="Next move"]')
    at_step(page, 1)
    page.click(f"{MOVES} >> nth=0")
    at_step(page, 0)
    slider = page.locator("[role=slider]")
    low, high = found.chances["missile"][0].chance
    assert low == high, "it is solved"
    said = f"{round(1000 * low) / 10:g}%"
    expect(slider).to_have_attribute("aria-valuetext", f"Step 0: {said}")
    expect(page.locator(".graph output")).to_have_text(said)
    page.select_option(".graph select", "laser")
    expect(slider).to_have_attribute("aria-valuetext", f"Step 0: {round(1000 * (1 - low)) / 10:g}%")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
    at_step(page, last)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at_step(page, last - 1)
    expect(slider).to_have_attribute("aria-valuenow", str(last - 1))


@pytest.mark.parametrize("name", feint.game_names())
def test_every_board_shows_every_step_open_and_as_each_seat_saw_it(people: People, name: str) -> None:
    """Nothing is asked of the reviewer here: stepping doesn't wait for it."""
    match = feint.load(name).for_simulation().start(seed=2)
    luck = random.Random(2)
    while not match.over and len(match.steps) < 24:
        seat = match.pending[0]
        match.play(seat, luck.choice(match.legal(seat)))
    if not match.over:
        match.resign(match.game.seats[0])
    page = people.person("/#/analysis")
    page.route(
        "**/review",
        lambda route: route.fulfill(json={"state": "waiting", "doing": "waiting", "progress": None, "review": None}),
    )
    page.fill("textarea", match.record())
    page.click("text=Analyse")
    for eyes in ("", *match.game.seats):
        page.select_option(".now select", eyes)
        page.locator("h1").first.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("Home")
        expect(page.locator(".board")).not_to_be_empty()
        count = page.locator(MOVES).count()
        for step in range(1, count):
            page.keyboard.press("ArrowRight")
            at_step(page, step)
    expect(page.locator(".verdict")).to_contain_text(" win" if match.outcome and match.outcome.loser else "")


def test_it_fits_on_every_screen(people: People) -> None:
    match, _ = bad_match()
    page = people.person("/#/analysis")
    analyse(page, match)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        no_wider(page)
        scrolled, room = page.evaluate(
            "[document.querySelector('main').scrollHeight, document.querySelector('main').clientHeight]"
        )
        assert scrolled <= room, f"the page scrolls at {width}x{height}"
        assert cut_off(page, ".verdict", ".bar .where", ".graph .legend", ".history") == [], (width, height)
        for part in (".stage", ".history", ".verdict", ".now select", ".graph"):
            box = page.locator(part).bounding_box()
            assert box is not None, part
            assert 0 <= box["x"] <= width - box["width"], (part, width, box)
            assert box["y"] + box["height"] <= height, (part, height, box)
        stage = page.locator(".stage").bounding_box()
        assert stage is not None
        assert stage["height"] >= 0.55 * height, "the board has most of the height"
        for one in page.locator(".history button").all():
            if one.is_visible():
                assert one.evaluate("(button) => button.scrollWidth <= button.clientWidth + 1"), "cut off"


def test_on_a_phone(people: People) -> None:
    match, _ = bad_match()
    page = people.person("/#/analysis", viewport=PHONE)
    page.fill("textarea", match.record())
    page.click("text=Analyse")
    page.wait_for_selector(".review ul", state="attached")
    clean(page)
    expect(page.locator(".moves")).to_be_hidden()
    place = page.locator(".stage").bounding_box()
    said = page.locator(".now").bounding_box()
    page.click(".open-side")
    expect(page.locator(".moves")).to_be_visible()
    expect(page.locator(".stage")).to_be_hidden()  # both would be slivers
    page.click(f"{MOVES} >> nth=2")
    at_step(page, 2)
    assert page.locator(".now").bounding_box() == said
    assert cut_off(page, ".verdict") == []
    no_wider(page)
    clean(page)
    page.click(".open-side")
    expect(page.locator(".moves")).to_be_hidden()
    assert page.locator(".stage").bounding_box() == place
    at_step(page, 2)


def test_a_dropped_file(people: People) -> None:
    match, _ = bad_match()
    page = people.person("/#/analysis")
    page.set_input_files("#file", {"name": "match.feint", "mimeType": "text/plain", "buffer": match.record().encode()})
    page.wait_for_selector(".moves")
    page.goto(f"{people.url}/#/")
    page.goto(f"{people.url}/#/analysis")
    page.wait_for_selector("textarea")
    page.set_input_files("#file", {"name": "match.feint", "mimeType": "text/plain", "buffer": b"x" * 200_000})
    expect(page.locator(".notice.bad")).to_have_text("That file is too large to be a match.")


def test_playing_on_from_a_record(people: People) -> None:
    page = people.person("/#/analysis")
    analyse(page, random_match("terminal-maneuver", 3))
    page.keyboard.press("ArrowRight")
    page.click(".branch summary")
    page.select_option("#branch-seat", "missile")
    page.select_option("#branch-bot", "random")
    page.click("text=Play from here")
    page.wait_for_url("**/#/table/**")
    expect(page.locator(f"{CHOICE} >> nth=0")).to_be_enabled()


# What is said about a choice, without a browser.


def judged(choice: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = run_script("return mistakes.judge(given);", choice, WEB / "mistakes.js")
    return found


def test_what_is_said_about_choices() -> None:
    right = {"choice": "b", "said": "do b", "chance": 1.0, "worth": {"low": 0.6, "high": 0.64}}
    choice = {
        "step": 1,
        "seat": "P1",
        "choice": "a",
        "said": "do a",
        "right": [right],
        "before": {"low": 0.6, "high": 0.64},
    }
    assert judged({**choice, "worth": None, "cost": None}) == {
        "verdict": "Not examined",
        "why": "There wasn't enough time to say what this choice is worth. Best: do b, win chance 60 to 64%.",
    }
    nothing = {**right, "worth": None}
    assert judged({**choice, "worth": None, "cost": None, "before": None, "right": [nothing]})["why"].endswith(
        " Best: do b."
    )
    assert judged({**choice, "worth": {"low": 0.3, "high": 0.35}, "cost": 0.25}) == {
        "verdict": "Blunder",
        "why": "It costs at least 25 points. Win chance 30 to 35% instead of 60 to 64%. Best: do b.",
    }
    unclear = judged({**choice, "worth": None, "cost": 0.25})
    assert unclear == {"verdict": "Blunder", "why": "It costs at least 25 points. Best: do b."}
    assert judged({**choice, "worth": None, "cost": 0.0}) == {
        "verdict": "Perhaps as good",
        "why": "How often it wins isn't clear. Best: do b, but nothing shows that this is worse.",
    }
    assert judged({**choice, "worth": {"low": 0.55, "high": 0.55}, "cost": 0.05})["verdict"] == "Inaccuracy"
    assert judged({**choice, "worth": {"low": 0.5, "high": 0.5}, "cost": 0.1})["verdict"] == "Mistake"
    assert judged({**choice, "worth": {"low": 0.57, "high": 0.57}, "cost": 0.03})["verdict"] == "Not quite"
    assert judged({**choice, "worth": {"low": 0.58, "high": 0.62}, "cost": 0.0})["verdict"] == "Perhaps as good"
    assert judged({**choice, "choice": "b", "said": "do b", "worth": right["worth"], "cost": 0.0}) == {
        "verdict": "Looks best",
        "why": "Win chance 60 to 64%.",
    }
    solved = {"low": 0.6, "high": 0.6}
    assert judged({**choice, "choice": "b", "said": "do b", "worth": solved, "cost": 0.0})["verdict"] == "Best"
