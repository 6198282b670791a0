"""Chromium for benches and tests: the machine's own, found by its name."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

# The first is the same browser without its windows and menus, and takes a third less of a processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 800}


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium of the machine's own."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise RuntimeError("the page is tried in Chromium, which isn't on this machine: apt install chromium")
    with sync_playwright() as playwright:
        arguments = [] if os.geteuid() else ["--no-sandbox"]  # Chromium has no sandbox for root
        started = playwright.chromium.launch(executable_path=found, args=arguments)
        yield started
        started.close()
