"""For tests of the page: a real browser, people who click and type in it, and what must never happen meanwhile."""

import random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

import feint
from chromium import WIDE

ENOUGH = 25  # choices in a long game; then someone gives up
CHOICE = ".choices .options button"

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

    def person(self, path: str = "/", motion: bool = False, **options: Any) -> Page:
        """Someone with a browser of their own, who opens an address."""
        options = {"viewport": WIDE, "reduced_motion": "no-preference" if motion else "reduce", **options}
        context = self.browser.new_context(**options)
        self._contexts.append(context)
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


def play_out(page: Page, seed: int = 1, most: int = ENOUGH) -> int:
    """Choose at random until the end, or give up after so many choices; how many were made."""
    pick, made = random.Random(seed), 0
    while can_choose(page):
        if made == most:
            give_up(page)
            break
        choose(page, pick)
        made += 1
    expect(page.locator(".result")).to_be_visible()
    return made


def give_up(page: Page) -> None:
    page.click("text=Give up")
    page.click("dialog .bad")


def table_of(page: Page) -> str:
    page.wait_for_url(lambda url: "#/table/" in url)
    return str(page.evaluate("location.hash.split('/')[2]"))


def no_wider(page: Page) -> None:
    """Nothing stands out to the right."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{wide} pixels in a window of {window}"
