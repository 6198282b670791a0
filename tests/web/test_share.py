"""A finished match elsewhere: framed by another site, drawn as an animation, and the dialog that offers both."""

import io
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Browser, BrowserContext, Page, expect

import feint
from kit.node import WEB, run_script
from kit.page import PATIENCE, People, clean, no_wider
from kit.server import finished, run
from kit.server_process import Server

pytestmark = pytest.mark.xdist_group("boards")  # one at a time is enough for a machine

SMALL = {"width": 320, "height": 400}
# A frame of another site may have no storage at all. What is asked for is noted, and none of it is there.
NO_STORAGE = """
    window.touched = [];
    const refused = (what) => { touched.push(what); throw new DOMException('no storage here', 'SecurityError'); };
    const storage = {getItem: refused, setItem: (key) => refused(`writes ${key}`), removeItem: (key) => refused(`writes ${key}`)};
    Object.defineProperty(window, 'localStorage', {get: () => storage});
    for (const name of ['sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, {get: () => refused(name)});
    Object.defineProperty(document, 'cookie', {get: () => refused('cookie'), set: () => refused('cookie')});
"""


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, str]:
    """A finished match of each game."""
    return {name: run(finished(server.url, name, most=4)) for name in feint.game_names()}


class OtherSite:
    """Another site, which frames addresses of ours."""

    def __init__(self) -> None:
        self.html = ""

        class Answer(BaseHTTPRequestHandler):
            def do_GET(answer) -> None:  # noqa: N805
                answer.send_response(200)
                answer.send_header("Content-Type", "text/html")
                answer.end_headers()
                answer.wfile.write(self.html.encode())

            def log_message(answer, *_: object) -> None:  # noqa: N805
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def __enter__(self) -> "OtherSite":
        threading.Thread(target=self.server.serve_forever).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def other_site() -> Iterator[OtherSite]:
    with OtherSite() as site:
        yield site


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    found = chromium.new_context(viewport={"width": 800, "height": 600}, reduced_motion="reduce")
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


def test_a_match_on_another_site(
    tables: dict[str, str], server: Server, other_site: OtherSite, context: BrowserContext
) -> None:
    """It can be stepped through and played there, without its tokens being read or anything stored."""
    frame = (
        f'<iframe src="{server.url}/embed/{tables["tower-siege"]}" title="A match" width="640" height="480"></iframe>'
    )
    other_site.html = f'<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1>{frame}</main></html>'
    context.add_init_script(NO_STORAGE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(other_site.url)
    replay = page.frame_locator("iframe")
    expect(replay.locator(".history .at")).to_have_text(re.compile(r"^1 of \d+$"))
    replay.get_by_label("Next").click()
    expect(replay.locator(".history .at")).to_have_text(re.compile("^2 of"))
    replay.get_by_label("Go to the end").click()
    expect(replay.locator(".caption")).to_have_text(re.compile(r"resigned\. Player \d wins\.$"))
    expect(replay.locator(".board")).to_contain_text("P1")
    replay.get_by_role("button", name="Replay").click()
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    expect(replay.locator(".history .at")).to_have_text(re.compile("^3 of"))
    replay.get_by_role("button", name="Pause").click()
    link = replay.get_by_role("link", name="View on Feint")
    assert link.get_attribute("href") == f"/#/table/{tables['tower-siege']}"
    assert {what for one in page.frames for what in one.evaluate("touched")} <= {"feint.settings"}, "never the tokens"
    assert not wrong


def test_nothing_else_can_be_framed(
    tables: dict[str, str], server: Server, other_site: OtherSite, context: BrowserContext
) -> None:
    table = tables["tower-siege"]
    paths = [
        "/",
        f"/#/table/{table}",
        f"/m/{table}",
        f"/m/{table}.svg",
        "/web/embed.html",
        f"/tables/{table}",
        f"/embed/{table}",
    ]
    other_site.html = "".join(f'<iframe src="{server.url}{path}"></iframe>' for path in paths)
    page = context.new_page()
    page.goto(other_site.url)
    page.wait_for_load_state("networkidle")
    shown = [frame.url.removeprefix(server.url) for frame in page.frames[1:] if frame.url.startswith(server.url)]
    assert shown == [f"/embed/{table}"]


@pytest.mark.parametrize("name", feint.game_names())
def test_every_game_can_be_watched_in_a_small_frame(name: str, tables: dict[str, str], people: People) -> None:
    page = people.person(f"/embed/{tables[name]}", viewport=SMALL)
    page.get_by_label("Go to the end").click()
    expect(page.locator(".board > *").first).to_be_visible()
    fits(page)
    clean(page)


def test_a_match_that_is_being_played_is_not_shown(people: People, server: Server) -> None:
    body = json.dumps({"game": "tower-siege", "bots": {"P1": "random"}})
    asked = people.person("/")
    table = asked.evaluate(
        "body => fetch('/tables', {method: 'POST', headers: {'Content-Type': 'application/json'}, body}).then(answer => answer.json())",
        body,
    )
    page = people.person(f"/embed/{table['table']}", viewport=SMALL)
    expect(page.locator("h1")).to_have_text("No match to show")
    assert page.locator("script, .board").count() == 0
    fits(page)
    clean(page)


def fits(page: Page) -> None:
    """Nothing has to be scrolled to."""
    no_wider(page)
    high, window = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert high <= window
    for button in page.locator("button:visible, a:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= window, button


def test_the_dialog(tables: dict[str, str], people: People) -> None:
    table = tables["tower-siege"]
    page = people.person(f"/#/table/{table}")
    page.click(".result >> text=Share")
    address = page.get_by_label("Link to this match")
    expect(address).to_have_value(f"{people.url}/m/{table}")
    expect(page.get_by_label("Code to embed this match")).to_have_value(
        f'<iframe src="{people.url}/embed/{table}" title="Tower Siege on Feint" width="640" height="480" loading="lazy"></iframe>'
    )
    page.wait_for_function("document.querySelector('dialog img').naturalWidth === 1200")
    clean(page)
    page.set_viewport_size({"width": 360, "height": 740})
    no_wider(page)
    with page.expect_download() as saving:
        page.click("dialog >> text=Download match")
    with open(saving.value.path()) as file:
        assert feint.replay(file.read()).over
    visitor = people.person(f"/m/{table}")
    visitor.wait_for_url(f"{people.url}/#/table/{table}")
    expect(visitor.locator(".result")).to_be_visible()


def frames(file: Any) -> list[Image.Image]:
    """The pictures of an animation, one after the other."""
    with Image.open(file) as animation:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]


@pytest.mark.parametrize("name", feint.game_names())
def test_the_animation(name: str, tables: dict[str, str], people: People) -> None:
    """A frame a step, each of them a drawing; it is made in the browser, whatever a game's board is made of, and light,
    also where the page is dark."""
    page = people.person(f"/#/table/{tables[name]}", color_scheme="dark")
    page.click(".result >> text=Share")
    with page.expect_download() as saving:
        page.click("dialog >> text=Download animation")
    assert saving.value.suggested_filename == f"{name}-{tables[name][:8]}.gif"
    steps = int(page.locator(".history .at").inner_text().split()[-1])
    first, *_, last = shown = frames(saving.value.path())
    assert 1 < len(shown) <= steps  # those that look the same are read as one
    assert first.size == (800, 560)
    assert first.tobytes() != last.tobytes()
    assert min(first.getpixel((2, 2))) > 200
    assert min(last.getpixel((2, 2))) > 200
    assert len(last.crop((20, 60, 780, 480)).getcolors(99999)) > 20, "a board is in it"
    assert page.locator(".film").count() == 0, "and gone from the page"


def test_what_is_written_can_be_read() -> None:
    """Pictures of few colours come back as they were, of many nearly; also those that change only in part."""
    body = """
        const [wide, high] = [70, 50];
        const few = (x, y) => [x < 20 ? 8 : 248, y < 9 ? 16 : 200, 80];
        const part = (x, y) => (x > 30 && x < 41 && y > 7 && y < 20 ? [0, 0, 0] : few(x, y));
        const many = (x, y) => [(x * 3.6) | 0, (y * 5.1) | 0, (x * y) % 256];
        const written = new gif.GifWriter(wide, high);
        const pictures = [few, part, part, many, few].map((colour) => {
            const data = new Uint8ClampedArray(4 * wide * high);
            for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) data.set([...colour(x, y), 255], 4 * (y * wide + x));
            written.add({ data }, 500);
            return [...data].filter((_, at) => at % 4 < 3);
        });
        return { file: [...new Uint8Array(await written.finish().arrayBuffer())], pictures };"""
    made = run_script(body, None, WEB / "gif.js")
    shown = [list(frame.tobytes()) for frame in frames(io.BytesIO(bytes(made["file"])))]
    few, part, _, many, last = made["pictures"]
    assert shown[0] == few
    assert shown[1] == part
    assert shown[-1] == last
    wrong = [abs(one - other) for one, other in zip(shown[-2], many, strict=True)]
    assert sum(wrong) / len(wrong) < 12
