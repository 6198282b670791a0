"""For tests of the page: a real browser, people who click and type in it, and what must never happen meanwhile."""

import random
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

import feint
from feint.core.match import Match
from feint.terminal.commands.check import check
from kit.chromium import WIDE

CHOICE = ".choices .options button"
OFFERED = ".choices .options button, .choices .groups button"
TURN = ".turn > span[role=status]"  # without what the board asks for or explains
BOARD = ".board button, .board [role=button]"

PATIENCE = 120_000  # ms after which something hangs; nothing is measured by it

expect.set_options(timeout=PATIENCE)


class People:
    """Contexts of one browser, each like a person's own; what they all must never see is collected."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.wrong: list[str] = []
        self.weight = 0  # bytes that came over the wire
        self._contexts: list[BrowserContext] = []

    def person(self, path: str = "/", motion: bool = False, lists: bool = True, **options: Any) -> Page:
        """Someone with a browser of their own, who opens an address; and wants to see long lists of choices, too."""
        options = {"viewport": WIDE, "reduced_motion": "no-preference" if motion else "reduce", **options}
        context = self.browser.new_context(**options)
        self._contexts.append(context)
        if lists:
            context.add_init_script("localStorage.setItem('feint.lists', 'shown')")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("console", lambda said: self._said(said.type, said.text))
        page.on("request", lambda request: self._asked(request.url))
        page.on("response", lambda response: self._got(response.headers.get("content-length")))
        page.goto(self.url + path)
        return page

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "ERR_INTERNET_DISCONNECTED" not in text and "WebSocket" not in text:
            self.wrong.append(f"console: {text}")

    def _asked(self, url: str) -> None:
        own = self.url.split("//")[1]
        if not url.startswith((f"http://{own}/", f"ws://{own}/", "data:", "blob:")):
            self.wrong.append(f"a request that leaves the server: {url}")

    def _got(self, length: str | None) -> None:
        self.weight += int(length or 0)

    def leave(self) -> None:
        for context in self._contexts:
            context.close()
        assert not self.wrong, self.wrong


def set_up(page: Page, game: str, seats: dict[str, str], rulings: dict[str, Any] | None = None) -> None:
    """From the lobby to a table, by clicking: `seats` are me, open, here, or bot:NAME."""
    page.click(f'a.game[href="#/game/{game}"]')
    page.wait_for_selector("form.setup")
    if rulings:
        page.click("details.rulings summary")
    for name, value in (rulings or {}).items():
        if page.locator(f"#dial-{name}").count():
            page.fill(f"#dial-{name}", "" if value is None else str(value))
        else:
            page.check(f'input[name="{name}"][value="{value}"]')
    for seat, who in seats.items():
        page.select_option(f'[id="seat-{seat}"]', who)
    page.click("form.setup button.main")
    page.wait_for_selector(".table", state="attached")


def against_random(page: Page, game: str, rulings: dict[str, Any] | None = None) -> None:
    """At a table with a bot that makes random choices in every other seat."""
    set_up(page, game, dict.fromkeys(feint.load(game).seats[1:], "bot:random"), rulings)


def can_choose(page: Page) -> bool:
    """Wait until someone at this page can choose, or it is over; whether someone can."""
    page.wait_for_function(
        f"""() => document.querySelector('.result') || document.querySelector('.handover')
            || document.querySelector('{CHOICE}:not(:disabled)')"""
    )
    if page.locator(".handover").is_visible():
        page.click(".handover button")
        return can_choose(page)
    return not page.locator(".result").is_visible()


def choose(page: Page, pick: random.Random) -> str:
    """Click one of the choices; which."""
    found = page.locator(f"{CHOICE}:not(:disabled)")
    text = found.nth(pick.randrange(found.count())).get_attribute("data-choice")
    assert text is not None
    page.click(f'{CHOICE}[data-choice="{text}"]')
    return text


# Where to click next: in the middle of something that is offered, and that nothing else lies over. It waits until
# something is offered and drawn, or the match has ended; with `others` also until the page says that it waits for them.
NEXT = """({offered, luck, others, patience}) => new Promise((settle, fail) => {
    if (window.clicked === undefined) {
        window.clicked = 0;
        const count = ({target}) => window.clicked += target.closest('.choices button[data-choice]:enabled') !== null;
        addEventListener('click', count, {capture: true});
    }
    const look = () => {
        if (document.querySelector('.result')) return {clicked: window.clicked};
        document.querySelector('dialog[open]')?.close(); // a board may have opened it to explain something
        const asked = document.querySelector('.choices .options button:enabled');
        for (const kind of asked ? offered : []) {
            const all = [...document.querySelectorAll(kind)].filter((one) => !one.disabled && one.checkVisibility());
            for (let left = all.length, at = Math.floor(luck * all.length); left > 0; left--, at++) {
                const one = all[at % all.length];
                one.scrollIntoView({block: 'center', behavior: 'instant'});
                const box = one.getBoundingClientRect();
                const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
                if (one.contains(document.elementFromPoint(x, y))) return {x, y};
            }
        }
        if (asked) throw new Error(`something lies over ${asked.outerHTML}`);
        return others && document.querySelector('.turn')?.textContent.startsWith('Waiting for') ? {} : null;
    };
    const done = () => {
        try {
            const found = look();
            if (found) watch.disconnect(), clearTimeout(late), settle(found);
        } catch (error) {
            fail(error);
        }
    };
    const watch = new MutationObserver(() => setTimeout(done)); // when the rest is drawn, too
    watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    const late = setTimeout(() => fail(new Error('nothing is offered')), patience);
    setTimeout(done);
})"""


def play_out(*pages: Page, board: bool = False, seed: int = 1) -> int:
    """Click at random on what the pages offer until the rules say that it is over; on how many choices.

    The clicks are on the buttons with the choices and their kinds; with `board` as often on whatever the board offers.
    """
    luck, playing, made, last = random.Random(seed), list(pages), 0, time.monotonic()
    while playing:
        for page in list(playing):
            offered = [BOARD, OFFERED] if board and luck.random() < 0.5 else [OFFERED]
            where = {"offered": offered, "luck": luck.random(), "others": len(playing) > 1, "patience": PATIENCE}
            found = page.evaluate(NEXT, where)
            if "clicked" in found:
                made += found["clicked"]
                playing.remove(page)
            elif found:
                page.mouse.click(found["x"], found["y"])
                last = time.monotonic()
            assert time.monotonic() < last + PATIENCE / 1000, "nobody is asked, and it isn't over"
    return made


def resign(page: Page) -> None:
    page.click("text=Resign")
    page.click("dialog .bad")


def table_of(page: Page) -> str:
    page.wait_for_url(lambda url: "#/table/" in url)
    return str(page.evaluate("location.hash.split('/')[2]"))


def no_wider(page: Page) -> None:
    """Nothing stands out to the right."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{wide} pixels in a window of {window}"


def clean(page: Page) -> None:
    """axe finds nothing that would keep anyone from reading or using this."""
    found = Axe().run(page)
    wrong = [
        f"{wrong['id']}: {wrong['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for wrong in found.response["violations"]
        for node in wrong["nodes"]
    ]
    assert not wrong, "\n".join(wrong)


def saved(page: Page) -> Match:
    """Save the record from the page: it holds."""
    with page.expect_download() as saving:
        page.click("text=Download match")
    file = Path(saving.value.path())
    right, why = check(file, None)
    assert right, why
    return feint.replay(file.read_text())


def choices_made(page: Page) -> int:
    """How many choices the first seat has made, by the record."""
    return sum(step.seat == 0 for step in saved(page).steps)


def fetch(url: str, **headers: str) -> tuple[int, Any, bytes]:
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, headers=headers))
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()
