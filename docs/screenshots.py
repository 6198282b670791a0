"""`make screenshots`: plays a little of each game in Chromium and saves screenshots to docs/images."""

import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

import feint

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from kit.chromium import PHONE, browser  # noqa: E402
from kit.page import People, against_random, can_choose, choose  # noqa: E402
from kit.server_process import serving, sqlite  # noqa: E402

IMAGES = ROOT / "docs" / "images"
MAX_BYTES = 150_000
CHOICES = 3  # the shortest games have five


def save_screenshot(page: Page, name: str) -> None:
    """Save what a page shows, with as few colours as it takes to stay small."""
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(3000)  # until nothing moves
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for colours in (256, 128, 64, 32):
        out = io.BytesIO()
        picture.quantize(colours).save(out, "png", optimize=True)
        if out.tell() < MAX_BYTES:
            break
    (IMAGES / f"{name}.png").write_bytes(out.getvalue())
    print(f"docs/images/{name}.png: {out.tell():,} bytes")


def play_a_little(page: Page, name: str) -> None:
    """Start a game against a bot and make a few choices."""
    pick = random.Random(name)
    while True:
        against_random(page, name)
        made = 0
        while made < CHOICES and can_choose(page):
            choose(page, pick)
            made += 1
        if can_choose(page):
            return
        page.goto(page.url.split("#")[0])  # it ended too early for a picture


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="feint-images-"))
    with serving(sqlite(folder), folder) as server, browser() as chromium:
        people = People(chromium, server.url)
        lobby = people.person()
        lobby.wait_for_selector("a.game .emblem svg")
        save_screenshot(lobby, "lobby")
        for name in feint.game_names():
            page = people.person()
            play_a_little(page, name)
            save_screenshot(page, name)
        for name in feint.game_names()[:1]:
            page = people.person(viewport=PHONE, has_touch=True, device_scale_factor=2, color_scheme="dark")
            play_a_little(page, name)
            save_screenshot(page, "phone")
        people.leave()


if __name__ == "__main__":
    main()
