"""Tests never touch the player's own files, and compiled rules are checked for reading out of bounds."""

import ast
import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Before anything imports Numba or asks where files go; commands that tests start inherit it.
os.environ["NUMBA_BOUNDSCHECK"] = "1"
os.environ["XDG_CACHE_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache" / "feint")
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="feint-test-")
os.environ["HOME"] = os.environ["XDG_DATA_HOME"]  # where other systems keep such files
os.environ["COLUMNS"] = "100"
os.environ.pop("NO_COLOR", None)

# What runs in the background may have these ignored, and so would every command that a test starts and then interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# What the names of a game's tests have in them.
GAMES = ("goats", "frontier", "siege", "minefield", "maneuver", "leduc", "kuhn", "goofspiel", "pennies")

# The tests that one process runs one after the other, what takes longest first.
GROUPS = (
    "boards", "processes", "server", "goats", "goats by the book", "browser",
    "frontier", "siege", "minefield", "maneuver", "kuhn", "goofspiel",
)  # fmt: skip

# The same examples in every run, and no deadline: a slow machine is not a wrong rule.
settings.register_profile("feint", derandomize=True, deadline=None)
settings.load_profile("feint")


HEAVY = (  # what a test file imports that compiles, or starts a browser, a server or a command
    "feint.bots.perfect",
    "feint.bots.search",
    "feint.bots.seat_match",
    "feint.bridges",
    "feint.kernel",
    "feint.lab",
    "feint.learn",
    "feint.server",
    "feint.solve",
    "feint.testing",
    "findings",
    "kit.chromium",
    "kit.efg",
    "kit.node",
    "kit.page",
    "kit.server",
    "kit.server_process",
    "kit.terminal",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make check` runs what needs no compiler, no browser and no server."""
    parser.addoption("--fast", action="store_true", help="only tests that need no compiler, browser, server or command")


def pytest_configure(config: pytest.Config) -> None:
    """A test that is taken for fast and compiles all the same fails. Groups of tests are handed out as they are sorted."""
    config.option.loadscopereorder = False  # else those with the most tests come first, however short they are
    if config.getoption("--fast"):
        sys.modules["numba"] = None  # type: ignore[assignment]  # importing it raises ImportError


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files that import what is heavy."""
    if not config.getoption("--fast") or collection_path.suffix != ".py":
        return None
    return True if any(name.startswith(HEAVY) for name in imported(collection_path)) else None


def imported(file: Path) -> Iterator[str]:
    """The names of all modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """More than twice as many as there are cores: tests of servers and pages wait a good part of their time."""
    return 2 * (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is imported and collected stays, so looking for garbage in it, now and later, is half the work for nothing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Tests of a game go to one process: compiling a game takes long, and each would do it anew."""
    for game in GAMES:
        if game in item.nodeid and not item.get_closest_marker("xdist_group"):
            by_the_book = game == "goats" and item.nodeid.startswith("tests/games")  # too many for one, and few compile
            item.add_marker(pytest.mark.xdist_group("goats by the book" if by_the_book else game))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long in one process comes first, so that no process is left alone with it in the end.

    What starts commands that compile comes last: by then most of what they need is kept on disk.
    """

    def rank(item: pytest.Item) -> int:
        if "test_docs" in item.nodeid or "test_hand_over" in item.nodeid:
            return len(GROUPS) + 1
        group = item.get_closest_marker("xdist_group")
        return GROUPS.index(group.args[0]) if group is not None and group.args[0] in GROUPS else len(GROUPS)

    items.sort(key=rank)


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server's time, to be put forward."""
    from kit.server import Travel

    return Travel(monkeypatch)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Tables don't disturb each other, so the tests of a file share one; each has a server of its own."""
    from kit.server import database_of

    return database_of(request.param, tmp_path_factory.mktemp("database"), request)


@pytest.fixture(params=["sqlite", "postgresql"])
def own_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """For tests that look at all tables there are."""
    from kit.server import database_of

    return database_of(request.param, tmp_path, request)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server of the tests' own."""
    from kit.server_process import Postgres, postgres_tools

    tools = postgres_tools()
    if tools is None:
        pytest.skip("this machine has no PostgreSQL server")
    server = Postgres(tools)
    yield server
    server.remove()
