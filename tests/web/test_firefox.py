"""The page in Firefox: every game played to its end by clicks on its board, and looked at in four sizes."""

import io
import random
from collections.abc import Iterator

import pytest
from PIL import Image

import feint
from kit.firefox import FirefoxPage, firefox, firefox_found
from kit.page import BOARD, NEXT, OFFERED, PATIENCE
from kit.server import finished, run
from kit.server_process import Server
from kit.stage import SIZES, WRONG

pytestmark = [
    pytest.mark.xdist_group("boards"),
    pytest.mark.skipif(firefox_found() is None, reason="this machine has no Firefox"),
]
GAMES = feint.game_names()
MOST_CLICKS = 2000
SHORT = {"dark-frontier": ("dial-round_limit", "2")}  # of 30 rounds; in Chromium it is played as it comes


@pytest.fixture(scope="module")
def page(server: Server) -> Iterator[FirefoxPage]:
    with firefox() as started:
        started.goto(server.url)
        yield started


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match(page: FirefoxPage, server: Server, name: str) -> None:
    page.wrong.clear()  # what an earlier match complained of is that one's
    page.resize(1280, 800)
    page.goto(f"{server.url}/?{name}#/game/{name}")
    page.wait_for("() => document.querySelector('form.setup')")
    pick = "([id, value]) => { const field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('change', {bubbles: true})); }"
    for seat in feint.load(name).seats[1:]:
        page.evaluate(pick, [f"seat-{seat}", "bot:random"])
    if name in SHORT:
        page.evaluate(pick, SHORT[name])
    page.click("form.setup button.main")
    luck, wrong = random.Random(5), []
    page.wait_for("() => document.querySelector('.choices .options button:enabled')")
    for size, (width, height) in SIZES.items():
        page.resize(width, height)
        wrong += [f"on a {size}: {what}" for what in page.evaluate(WRONG)]
    page.resize(1280, 800)
    page.wait_for("() => innerWidth === 1280 && innerHeight === 800")
    if not page.evaluate("() => localStorage.getItem('feint.lists')"):
        page.evaluate("() => document.querySelector('.choices .fold').click()")
    page.wait_for("() => !document.querySelector('.choices .folded')")  # so that there is always something to click
    for _ in range(MOST_CLICKS):
        where = {"offered": [BOARD, OFFERED], "luck": luck.random(), "others": False, "patience": PATIENCE}
        found = page.evaluate(NEXT, where)
        if "clicked" in found:
            break
        page.click_at(found["x"], found["y"])
    page.wait_for("() => document.querySelector('.result')")
    assert not page.wrong
    assert not wrong, "\n".join(wrong)


def test_an_animation(page: FirefoxPage, server: Server) -> None:
    """Boards are drawn into it here, too: Space Goats' is made of HTML."""
    table = run(finished(server.url, "space-goats", most=2))
    page.goto(f"{server.url}/?animation")
    draw = """async (table) => {
        const { animation } = await import("/web/animation.js");
        return [...new Uint8Array(await (await animation({ table }, () => {})).arrayBuffer())];
    }"""
    with Image.open(io.BytesIO(bytes(page.evaluate(draw, table)))) as made:
        assert made.size == (800, 560)
        assert made.n_frames > 1
        assert len(made.convert("RGB").crop((20, 60, 780, 480)).getcolors(99999)) > 20, "a board is in it"
