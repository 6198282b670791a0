"""Chromium for benches and tests: the machine's own, found by its name."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserType, sync_playwright

# The first is the same browser without its windows and menus, and takes a third less of a processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 800}


# Pages are laid out as ever, but no picture is made of them: that would be a third of the work.
UNSEEN = "--force-gpu-mem-available-mb=0"


@contextmanager
def browser(seen: bool = True) -> Iterator[Browser]:
    """A Chromium of the machine's own; one that isn't seen makes no screenshots."""
    with sync_playwright() as playwright:
        started = launch(playwright.chromium, seen)
        yield started
        started.close()


def launch(chromium: BrowserType, seen: bool = True) -> Browser:
    """Start one where Playwright runs already."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise RuntimeError("the page is tried in Chromium, which isn't on this machine: apt install chromium")
    arguments = [] if os.geteuid() else ["--no-sandbox"]  # Chromium has no sandbox for root
    return chromium.launch(executable_path=found, args=arguments if seen else [*arguments, UNSEEN])
