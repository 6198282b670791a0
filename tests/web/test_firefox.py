"""The page in Firefox: every game played to its end by clicks on its board, and looked at in four sizes; and all else once."""

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
DRAWN = "() => document.querySelector('.board')?.children.length"
SHORT = {"dark-frontier": ("dial-round_limit", "2")}  # of 30 rounds; in Chromium it is played as it comes


@pytest.fixture(scope="module")
def page(server: Server) -> Iterator[FirefoxPage]:
    with firefox() as started:
        started.goto(server.url)
        yield started


def set_up(page: FirefoxPage, server: Server, name: str, fields: dict[str, str]) -> None:
    """Open a table, with these values in the form's fields."""
    page.goto(f"{server.url}/?{name}#/game/{name}")
    page.wait_for("() => document.querySelector('form.setup')")
    pick = "([id, value]) => { const field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('change', {bubbles: true})); }"
    for field in fields.items():
        page.evaluate(pick, field)
    page.click("form.setup button.main")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match(page: FirefoxPage, server: Server, name: str) -> None:
    page.wrong.clear()  # what an earlier match complained of is that one's
    page.resize(1280, 800)
    seats = {f"seat-{seat}": "bot:random" for seat in feint.load(name).seats[1:]}
    set_up(page, server, name, seats | dict([SHORT[name]] if name in SHORT else []))
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


def test_a_lesson_a_puzzle_and_the_rules(page: FirefoxPage, server: Server) -> None:
    """By clicks on the board and by keys; what was done is there again after a reload."""
    page.wrong.clear()
    page.goto(f"{server.url}/?learn#/learn/tower-siege/3")
    page.click('.board [data-choice="1"]')
    page.shows(".coach .verdict.bad", "That starts the battle.")
    page.press("3")
    page.shows(".coach .verdict.good", "You are on 7, one move from the tower.")
    page.reload()
    page.shows(".coach .ask", "P2's card is face down.")
    page.goto(f"{server.url}/?puzzle#/puzzles/minefield-navigator/1")
    page.click(".board [data-choice]")
    page.wait_for("() => document.querySelectorAll('.values tr.right').length > 0")
    page.shows(".standing", "Your rating")
    page.click(".bar .tools button")
    page.shows("dialog[open]", "The goal")
    page.press("Escape")
    page.wait_for("() => !document.querySelector('dialog[open]')")
    page.click("#settings")
    page.click("dialog input[value=dark]")
    page.wait_for("() => getComputedStyle(document.body).colorScheme === 'dark'")
    page.click("dialog input[value=system]")
    assert not page.wrong


def test_help_and_a_reload_in_the_middle(page: FirefoxPage, server: Server) -> None:
    """A hint, a choice taken back, and the same question after a reload."""
    page.wrong.clear()
    set_up(page, server, "tower-siege", {"seat-P2": "bot:random", "dial-length": "30", "dial-stride": "1"})
    page.click('.board [data-choice="rest"]')  # who stays at base meets nobody
    page.wait_for("() => document.querySelector('.helper .buttons button + button:enabled')")
    page.click(".helper .buttons button + button")
    page.wait_for("() => !document.querySelector('.log').textContent.includes('P1 rests')")
    page.click(".helper .buttons button:enabled")
    page.wait_for("() => document.querySelector('.board .recommended')")
    page.shows(".helper .words", "Win chance")
    page.reload()
    page.wait_for("() => document.querySelector('.board [data-choice=rest]')")
    page.shows(".turn", "Your turn")
    assert not page.wrong


def test_another_match_and_ones_own_list(page: FirefoxPage, server: Server) -> None:
    """Resigning, a rematch with the seats changed, both in the lobby's list, and a waiting table that is cancelled."""
    page.wrong.clear()
    set_up(page, server, "tower-siege", {"seat-P2": "bot:random"})
    offered = "() => document.querySelector('.choices .options button:enabled')"
    for seat in ("Player 2, bot", "Player 1, bot"):
        page.wait_for(offered)
        page.shows(".seats", seat)
        page.click(".bar .bad")
        page.click("dialog .bad")
        page.shows(".result", "You resigned.")
        page.click(".result .main")
        page.wait_for("() => !document.querySelector('.result')")
    set_up(page, server, "tower-siege", {"seat-P2": "open"})
    page.wait_for("() => document.querySelector('.invite')")
    page.goto(f"{server.url}/?list#/")
    page.shows(".rows", "Lost against the random bot · as Player 1")
    page.shows(".rows", "Waiting for Player 2")
    page.click('.rows [aria-label="Cancel: Tower Siege"]')
    page.wait_for("() => !document.querySelector('.rows [aria-label^=Cancel]')")
    assert not page.wrong


def test_two_at_one_screen(page: FirefoxPage, server: Server) -> None:
    """What one of them chose is covered until both have chosen; then both see it."""
    page.wrong.clear()
    set_up(page, server, "terminal-maneuver", {"seat-missile": "me", "seat-laser": "here"})
    for seat, choice in (("missile", "burn 1"), ("laser", "guess 4")):
        page.shows(".handover", f"Your turn, {seat}")
        assert page.evaluate("() => document.querySelectorAll('.board, .log p').length") == 0
        page.click(".handover button:enabled")
        page.click(f'.board [data-choice="{choice}"]')
    page.shows(".reveal", "Everyone can look.")
    page.shows(".log", "The missile burns 1. The laser guessed 4.")
    page.click(".reveal button")
    page.shows(".handover", "Your turn, missile")
    assert not page.wrong


def test_a_match_that_is_over(page: FirefoxPage, server: Server) -> None:
    """Its proof, the ways to share it, the replay for other sites, and the analysis."""
    page.wrong.clear()
    table = run(finished(server.url, "terminal-maneuver"))
    page.goto(f"{server.url}/?over#/table/{table}")
    page.wait_for("() => document.querySelector('.result .proof')?.dataset.proved === 'true'")
    page.wait_for(DRAWN)  # whoever leaves while something is still coming is told so
    page.evaluate(
        "() => [...document.querySelectorAll('.result button')].find((one) => one.textContent === 'Share').click()"
    )
    page.wait_for("() => document.querySelector('dialog.share img')?.naturalWidth > 0")
    assert (
        page.evaluate("() => [...document.querySelectorAll('dialog.share input')].map((one) => one.value)")[0]
        == f"{server.url}/m/{table}"
    )
    page.goto(f"{server.url}/embed/{table}")
    page.shows(".history .at", "1 of ")
    page.click('.history [aria-label^="Next"]')
    page.shows(".history .at", "2 of ")
    page.wait_for(DRAWN)
    page.goto(f"{server.url}/?analysis#/analysis/{table}")
    page.shows(".review", "Reviewed by perfect")
    page.press("ArrowRight")
    page.wait_for("() => document.querySelectorAll('.moves .move')[1].ariaCurrent === 'step'")
    page.click(".branch summary")
    page.evaluate("() => { document.getElementById('branch-bot').value = 'random'; }")
    page.click(".branch .main, .branch button")
    page.wait_for("() => location.hash.startsWith('#/table/')")
    page.wait_for("() => document.querySelector('.choices .options button:enabled, .result')")
    assert not page.wrong


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
