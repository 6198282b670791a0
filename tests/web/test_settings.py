"""Settings in the page: light or dark, the size of text, and sound."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import feint
from kit.node import WEB, run_script
from kit.page import CHOICE, People, against_random, can_choose, clean, no_wider
from kit.stage import SIZES, Stage, positions

pytestmark = pytest.mark.xdist_group("browser")

# Counts the notes that are played, and lets the page be in the background.
EARS = """
    window.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.notes += 1; start.call(this, at); };
    Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
"""
HEAR = "async (cues) => { window.notes = 0; await (await import('/web/cues.js')).hear(cues); return window.notes; }"


def set_text(page: Page, size: str) -> None:
    page.evaluate("chosen => localStorage.setItem('feint.settings', chosen)", json.dumps({"text": size}))
    page.reload()


def test_the_size_of_text(people: People) -> None:
    """It counts at once and the next time, for all text that isn't part of a board."""
    page = people.person(viewport={"width": 360, "height": 740})
    height = "element => parseFloat(getComputedStyle(element).fontSize)"
    words = page.locator(".hero p")
    before = words.evaluate(height)
    page.click('[aria-label="Settings"]')
    expect(page.locator("dialog [name=text]:checked")).to_have_value("normal")
    page.locator("dialog label", has_text="Larger").click()
    assert words.evaluate(height) == 1.25 * before
    clean(page)
    page.reload()
    assert words.evaluate(height) == 1.25 * before
    no_wider(page)
    page.click("a.game >> nth=0")
    page.wait_for_selector("form.setup")
    no_wider(page)


@pytest.mark.parametrize("name", feint.game_names())
def test_larger_text_covers_nothing(people: People, name: str) -> None:
    """The first position of a game; tests/web/test_layout.py has all of them, at the normal size."""
    position = next(positions(name))
    stage = Stage(people, name, position.seat)
    set_text(stage.page, "larger")
    stage.show(position)
    assert not {size: wrong for size in SIZES if (wrong := stage.wrong(size))}


PAPER = "getComputedStyle(document.body).backgroundColor"
NIGHT, DAY = "rgb(20, 22, 27)", "rgb(247, 245, 240)"


def test_light_and_dark(people: People) -> None:
    """As the system has it until something is chosen. That counts at once, and the next time before anything is drawn."""
    page = people.person(color_scheme="dark")
    assert page.evaluate(PAPER) == NIGHT
    page.click('[aria-label="Settings"]')
    expect(page.locator("dialog [name=theme]:checked")).to_have_value("system")
    page.locator("dialog label", has_text="Light").click()
    assert page.evaluate(PAPER) == DAY
    clean(page)
    page.route("**/web/main.js", lambda route: None)  # it never comes: what is drawn is right without it
    page.goto(people.url, wait_until="commit")
    page.wait_for_selector(".bar")
    assert page.evaluate(PAPER) == DAY
    page.unroute("**/web/main.js")
    page.goto(people.url)
    page.click('[aria-label="Settings"]')
    expect(page.locator("dialog [name=theme]:checked")).to_have_value("light")
    page.locator("dialog label", has_text="System").click()
    assert page.evaluate(PAPER) == NIGHT
    page.reload()
    assert page.evaluate(PAPER) == NIGHT


def test_sound_is_off_until_wanted(people: People) -> None:
    """Until then its file isn't even loaded; in the background only one's own turn is heard."""
    page = people.person(lists=True)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.add_init_script(EARS)
    page.reload()
    against_random(page, "tower-siege")
    can_choose(page)
    page.locator(CHOICE).first.click()
    can_choose(page)
    assert not any(url.endswith("/sound.js") for url in loaded)
    page.click('[aria-label="Settings"]')
    page.locator("dialog label", has_text="Play sounds").click()
    page.wait_for_function("() => window.notes === 2")  # what it sounds like
    page.keyboard.press("Escape")
    page.evaluate("window.notes = 0")
    page.locator(CHOICE).first.click()
    page.wait_for_function("() => window.notes >= 3")  # chosen, and what came out
    page.evaluate("window.away = true")
    assert page.evaluate(HEAR, ["chosen", "reveal", "won"]) == 0
    assert page.evaluate(HEAR, ["reveal", "turn"]) == 2
    another = page.context.new_page()
    another.add_init_script(
        f"{EARS} Object.defineProperty(navigator, 'userActivation', {{ value: {{ hasBeenActive: false }} }});"
    )
    another.goto(people.url)
    assert another.evaluate(HEAR, ["turn"]) == 0, "nobody has clicked there yet"


def state(**different: Any) -> dict[str, Any]:
    asked = {"view": {"pending": ["P1"]}, "ask": 1, "forced": False, "log": [], "ended": None}
    return {**asked, "seats": {"P1": None, "P2": None}, **different}


def over(first: float) -> dict[str, Any]:
    return state(ended={"scores": {"P1": first, "P2": 1 - first}})


def test_what_is_heard_when() -> None:
    waiting = state(ask=None, view={"pending": ["P2"]})
    cases = [
        (waiting, state(), ["P1"], ["turn"]),
        (state(), state(log=["P2 is near."]), ["P1"], ["reveal"]),
        (state(), state(ask=2, log=["Both move."]), ["P1"], ["reveal", "turn"]),
        (waiting, state(forced=True), ["P1"], []),
        (state(), over(1), ["P1"], ["won"]),
        (state(), over(0), ["P1"], ["lost"]),
        (state(), over(0.5), ["P1"], ["over"]),
        (state(), state(ended={"scores": None}), ["P1"], ["over"]),
        (state(), over(1), ["P1", "P2"], ["over"]),
        (state(), over(1), [], ["over"]),
        (over(1), over(1), ["P1"], []),
    ]
    body = "return given.map(([before, state, mine]) => cues.cuesBetween(before, state, mine[0] ?? null, mine));"
    found = run_script(body, [case[:3] for case in cases], WEB / "cues.js")
    assert found == [case[3] for case in cases]
