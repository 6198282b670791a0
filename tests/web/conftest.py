"""A browser and a server for all tests of the page, and people who come and go."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from kit.chromium import browser
from kit.page import People
from kit.server_process import Server, serving, sqlite

LIMITS = ("tables=1000", "openings=10000", "grace=0.1", "gone=0.5")  # whoever leaves has soon left for long


# Not for a whole session: what Playwright leaves running would be in the way of other tests in the same process.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with browser(seen=False) as started:
        yield started


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    with serving(sqlite(folder), folder, *(f"--limit={limit}" for limit in LIMITS)) as started:
        yield started


@pytest.fixture
def people(chromium: Browser, server: Server) -> Iterator[People]:
    found = People(chromium, server.url)
    yield found
    found.leave()
