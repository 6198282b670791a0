"""The page's files come with their policy, can be kept by a browser, and are compressed for whoever wants that."""

import gzip
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import feint
from feint.core.rulebook import pictures_of
from feint.server.static import WEB
from kit.server import in_this_process
from kit.server_process import sqlite

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path_factory.mktemp("database"))) as url:
        yield url


def ask(url: str, method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers))
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


@pytest.mark.parametrize(
    ("path", "file", "kind"),
    [
        ("/", WEB / "index.html", "text/html"),
        ("/web/main.js", WEB / "main.js", "text/javascript"),
        ("/web/style.css", WEB / "style.css", "text/css"),
        ("/web/icon.svg", WEB / "icon.svg", "image/svg+xml"),
        ("/web/manifest.webmanifest", WEB / "manifest.webmanifest", "application/manifest+json"),
        ("/games/tower-siege/board.js", WEB.parent / "games" / "tower_siege" / "board.js", "text/javascript"),
    ],
)
def test_a_file_as_it_is_and_compressed(url: str, path: str, file: Path, kind: str) -> None:
    status, headers, plain = ask(url + path)
    assert (status, headers.get_content_type(), plain) == (200, kind, file.read_bytes())
    assert headers["Cache-Control"] == "no-cache"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    status, packed, body = ask(url + path, **{"Accept-Encoding": "gzip"})
    if len(plain) >= 500:
        assert (packed["Content-Encoding"], gzip.decompress(body)) == ("gzip", plain)
        assert (packed["Vary"], headers["Vary"]) == ("Accept-Encoding", "Accept-Encoding")
        assert len(body) < len(plain)
    assert ask(url + path, Range="bytes=0-0,2-2")[::2] == (200, plain), "never in parts"
    status, again, body = ask(url + path, **{"If-None-Match": headers["ETag"]})
    assert (status, body, again["ETag"], again["Cache-Control"]) == (304, b"", headers["ETag"], "no-cache")
    assert ask(url + path, **{"If-None-Match": '"another"'})[2] == plain
    assert ask(url + path, method="HEAD")[0] == 200
    status, refused, body = ask(url + path, method="POST")
    assert (status, refused["Allow"]) == (405, "GET, HEAD")
    assert json.loads(body) == {"error": "POST isn't allowed here; use GET or HEAD"}


def test_the_page_can_be_installed(url: str) -> None:
    """It names a manifest that its policy allows, and everything that the manifest names is there."""
    _, headers, page = ask(url)
    assert "manifest-src 'self'" in headers["Content-Security-Policy"]
    assert b'<link rel="manifest" href="/web/manifest.webmanifest">' in page
    told = json.loads(ask(f"{url}/web/manifest.webmanifest")[2])
    assert ask(url + told["start_url"])[2] == page
    for icon in told["icons"]:
        status, headers, _ = ask(url + icon["src"])
        assert (status, headers.get_content_type()) == (200, icon["type"])


def test_what_is_told_over_http_is_not_compressed(url: str) -> None:
    """Its length would tell about what is in it."""
    _, headers, body = ask(url + "/games", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] is None
    assert json.loads(body)


def test_pictures_of_rule_books(url: str) -> None:
    """Each is an SVG that can't run anything, even when it is opened by itself."""
    [(name, picture)] = pictures_of(feint.load("tower-siege")).items()
    status, headers, body = ask(f"{url}/games/tower-siege/{name}.svg")
    assert (status, headers.get_content_type(), body.decode()) == (200, "image/svg+xml", picture.svg)
    assert (
        headers["Content-Security-Policy"]
        == "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        *("/web/", "/web/..%2f__init__.py", "/games/tower-siege/rules.py", "/games/x/board.js"),
        *("/games/tower-siege/nothing.svg", "/games/x/battle.svg", "/games/..%2ftower_siege/battle.svg"),
    ],
)
def test_nothing_else_is_served(url: str, path: str) -> None:
    status, _, body = ask(url + path)
    assert (status, json.loads(body)) == (404, {"error": "there is nothing at this address"})
