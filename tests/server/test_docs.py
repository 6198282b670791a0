"""docs/developers/server.md: every message that it shows is what a real server says, and its bot plays."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from feint import client
from feint.server.settings import NO_LIMITS, Settings, limited
from kit.paths import ROOT
from kit.protocol_doc import BLOCK, filled
from kit.server import in_this_process, run
from kit.server_process import SECONDS, sqlite

pytestmark = pytest.mark.xdist_group("server")
PAGE = (ROOT / "docs" / "developers" / "server.md").read_text()


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path)) as address:
        yield address


def test_the_page_shows_what_happens(url: str) -> None:
    assert run(filled(url, PAGE)) == PAGE
    kinds = {json.loads(block["code"]).get("type") for block in BLOCK.finditer(PAGE)}
    assert kinds == {
        None,
        "join",
        "reveal",
        "table",
        "joined",
        "choose",
        "resign",
        "claim",
        "draw",
        "undo",
        "rematch",
        "change",
        "done",
        "error",
    }, "all there are"


def test_the_bot_plays(url: str, tmp_path: Path) -> None:
    """Both seats by the bot of the page, each a process of its own."""
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    bot = tmp_path / "bot.py"
    bot.write_text(code)
    table = run(client.open_table(url, "terminal-maneuver"))
    players = [
        subprocess.Popen([sys.executable, str(bot), url, table, seat], stdout=subprocess.PIPE, text=True)
        for seat in ("missile", "laser")
    ]
    said = {player.communicate(timeout=SECONDS)[0] for player in players}
    assert len(said) == 1
    assert re.fullmatch(r"\{'missile': [\d.]+, 'laser': [\d.]+\}\n", said.pop())
    assert run(client.request(url, f"/tables/{table}"))["ended"]["why"] == "over"


def test_the_limits_that_the_page_names() -> None:
    settings = Settings("")
    for number in (
        settings.body,
        settings.record,
        settings.message,
        settings.rate,
        settings.tables,
        settings.connections,
        settings.steps,
        settings.sockets,
        settings.head,
        settings.bodies,
        settings.unsent,
    ):
        assert f"{number:,.0f}" in PAGE
    assert settings.idle == 7 * 24 * 3600, "a week"
    assert f"gone for {settings.gone:.0f} seconds" in PAGE
    for name in asdict(settings).keys() - NO_LIMITS:
        assert f"`{name}`" in PAGE


def test_other_limits() -> None:
    settings = limited(Settings(""), {"tables": "500", "idle": "0.5"})
    assert settings == replace(Settings(""), tables=500, idle=0.5)
