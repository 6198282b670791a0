"""What a link to a match shows: everything after its end, nothing before, and never a page that others may frame."""

import re
import struct
import urllib.error
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.routing import Mount, Route

import feint
from feint import client
from feint.core.outcome import EndReason
from feint.server import app as server_app
from feint.server import raster, share
from feint.server.card import Card, match_card
from feint.server.share import _preview
from kit.server import Travel, finished, in_this_process, run, seated, until
from kit.server_process import serving, sqlite

MISSING = "x" * 22


def ask(url: str, method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
    data = b"{}" if method == "POST" else None
    request = urllib.request.Request(
        url, data, {name.replace("_", "-"): value for name, value in headers.items()}, method=method
    )
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


class Tags(HTMLParser):
    """What a chat program reads of a page: its meta tags by name; and all other tags, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.tags.append(tag)
        if tag == "meta":
            name = found.get("property") or found.get("name") or found.get("http-equiv") or "charset"
            self.meta[name] = found.get("content", "")
        if tag == "a":
            self.links.append(found["href"])

    def handle_data(self, data: str) -> None:
        self.text += data


def tags(url: str, **headers: str) -> Tags:
    status, answered, body = ask(url, **headers)
    assert (status, answered.get_content_type()) == (200, "text/html")
    return Tags(body.decode())


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path_factory.mktemp("share")), tables=1000) as started:
        yield started


@pytest.fixture(scope="module")
def table(url: str) -> str:
    return run(finished(url))


@pytest.fixture
def no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)


def test_a_finished_match_has_a_preview(url: str, table: str) -> None:
    record = feint.replay(run(client.request(url, f"/tables/{table}/record")))
    [winner, loser] = sorted(record.scores, key=record.scores.__getitem__, reverse=True)
    page = tags(f"{url}/m/{table}")
    title = f"Tower Siege: {winner} beat {loser} in {len(record.steps)} moves"
    assert page.meta["og:title"] == page.meta["twitter:title"] == title
    assert page.meta["og:description"] == "P1 · P2. Step through the whole match, with everything revealed."
    assert page.meta["og:url"] == f"{url}/m/{table}"
    assert page.meta["og:image"] == page.meta["twitter:image"]
    assert page.meta["twitter:card"] == "summary_large_image"
    assert page.meta["refresh"] == f"0; url=/#/table/{table}"
    assert page.links == [f"/#/table/{table}"]
    assert not {"script", "style", "iframe"} & set(page.tags), "its policy forbids them"
    status, headers, body = ask(page.meta["og:image"])
    assert (status, headers.get_content_type()) == (200, page.meta["og:image:type"])
    assert body


def test_pictures_stand_by_themselves(url: str, table: str) -> None:
    status, headers, body = ask(f"{url}/m/{table}.svg")
    assert (status, headers.get_content_type()) == (200, "image/svg+xml")
    assert (
        headers["Content-Security-Policy"]
        == "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    )
    picture = ET.fromstring(body)
    assert (picture.get("width"), picture.get("height")) == ("1200", "630")
    assert b"var(" not in body, "not every program that draws pictures knows variables"


def test_without_resvg_the_preview_has_an_svg(no_png: None, tmp_path: Path) -> None:
    with in_this_process(sqlite(tmp_path)) as url:
        table = run(finished(url))
        page = tags(f"{url}/m/{table}")
        assert (page.meta["og:image"], page.meta["og:image:type"]) == (f"{url}/m/{table}.svg", "image/svg+xml")
        assert ask(f"{url}/m/{table}.png")[0] == 404


def test_with_resvg_the_preview_has_a_png(url: str, table: str) -> None:
    pytest.importorskip("resvg_py")
    page = tags(f"{url}/m/{table}")
    assert (page.meta["og:image"], page.meta["og:image:type"]) == (f"{url}/m/{table}.png", "image/png")
    status, headers, body = ask(page.meta["og:image"])
    assert (status, headers.get_content_type(), body[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", body[16:24]) == (1200, 630)
    assert ask(page.meta["og:image"])[2] == body


def test_what_cannot_be_drawn_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a library that fails, nor a machine without fonts, where each picture is like an empty one."""
    monkeypatch.setattr(raster, "find_spec", lambda name: name)
    for draw in ("raise SystemExit(1)", "print('the same')"):
        monkeypatch.setattr(raster, "DRAW", draw)
        assert run(raster.Rasteriser().png("<svg/>")) is None
    monkeypatch.setattr(raster, "DRAW", "import sys; sys.stdout.write(sys.stdin.read())")
    assert run(raster.Rasteriser().png("<svg/>")) == b"<svg/>"


def test_addresses_behind_a_proxy(tmp_path: Path) -> None:
    """They are those that the chat program used; who may say what that was is as for all requests."""
    for options, scheme in (([], "http"), (["--proxy", "127.0.0.1"], "https")):
        folder = tmp_path / scheme
        folder.mkdir()
        with serving(sqlite(folder), folder, "--allow-host", "feint.example", *options) as server:
            table = run(finished(server.url))
            page = tags(f"{server.url}/m/{table}", Host="feint.example", X_Forwarded_Proto="https")
            assert page.meta["og:url"] == f"{scheme}://feint.example/m/{table}"
            assert page.meta["og:image"].startswith(f"{scheme}://feint.example/m/{table}.")


def seen(url: str, table: str) -> list[tuple[int, dict[str, str], bytes]]:
    """All that can be asked for a table before anyone knows of it, without its name, and without the time."""
    found = []
    for path in ("/m/{}", "/m/{}.svg", "/m/{}.png", "/embed/{}"):
        status, headers, body = ask(url + path.format(table))
        kept = {name: value for name, value in headers.items() if name != "date"}
        found.append((status, kept, body.replace(table.encode(), MISSING.encode())))
    return found


def test_nothing_is_told_before_the_end(url: str) -> None:
    """A table that is waited at or played at is, to every link, like one that doesn't exist; from choice to choice."""
    nothing = seen(url, MISSING)
    assert [status for status, _, _ in nothing] == [200, 404, 404, 200]
    assert b"A game of hidden choices on Feint" in nothing[0][2]
    assert b"og:image" not in nothing[0][2]

    async def play() -> None:
        waiting = await client.open_table(url, "space-goats")
        assert seen(url, waiting) == nothing
        await seated(url, waiting, ["P1"])
        assert seen(url, waiting) == nothing
        table = await client.open_table(url, "tower-siege", bots={"P2": "random"})
        async with client.sit(url, table, "P1") as player:
            for _ in range(3):
                await until(player, lambda: player.legal)
                assert seen(url, table) == nothing
                await player.choose(player.legal[0])
            assert seen(url, table) == nothing
            await player.resign()
        assert [status for status, _, _ in seen(url, table)][:2] == [200, 200]
        assert seen(url, table) != nothing
        page = tags(f"{url}/m/{table}")
        assert re.fullmatch(r"Tower Siege: P2 beat P1 after \d+ moves", page.meta["og:title"])
        assert page.meta["og:description"].startswith("P1 · P2 (bot random). P1 resigned. ")

    run(play())


def test_a_table_that_was_closed_shows_nothing(tmp_path: Path, travel: Travel) -> None:
    """Its match has not ended: what was hidden stays hidden."""
    with in_this_process(sqlite(tmp_path), idle=3600, sweep=0.05) as url:

        async def closed() -> str:
            table = await client.open_table(url, "tower-siege")
            await seated(url, table, ["P1", "P2"])
            travel.on(2 * 3600)
            while (await client.request(url, f"/tables/{table}"))["ended"] is None:
                pass
            return table

        assert seen(url, run(closed())) == seen(url, MISSING)


def test_no_card_of_a_match_before_its_end() -> None:
    with pytest.raises(ValueError, match="before it has ended"):
        match_card(feint.load("tower-siege").start(seed=1))


# Framing.


def test_only_replays_may_be_framed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All routes there are, whatever they answer: only a page that can be embedded allows it."""
    apps: list[FastAPI] = []
    add = share.add_share_routes
    monkeypatch.setattr(server_app, "add_share_routes", lambda app: (apps.append(app), add(app)))
    with in_this_process(sqlite(tmp_path)) as url:
        table = run(finished(url))
        known = {"table": table, "name": "tower-siege", "number": "1", "seat": "P1", "which": "battle"}
        files = {"/web": "/main.js", "/games": "/tower-siege/board.js"}
        asked = {
            ("GET", "/nowhere"),
            ("POST", f"/embed/{table}"),
            ("GET", f"/embed/{table}.html"),
            ("GET", "/web/embed.html"),
        }
        for route in apps[0].routes:
            assert isinstance(route, Route | Mount), route
            path = re.sub(r"{(\w+)(:\w+)?}", lambda found: known.get(found[1], "1"), route.path)
            if isinstance(route, Mount):
                asked |= {("GET", path), ("GET", path + files[route.path])}
            else:
                asked |= {(method, path) for method in route.methods or ()}
        framed = []
        for method, path in sorted(asked):
            _, headers, _ = ask(url + path, method)
            policy = headers["Content-Security-Policy"]
            refused = headers["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in policy
            allowed = headers["X-Frame-Options"] is None and "frame-ancestors *" in policy
            assert refused != allowed, (path, policy)
            if allowed:
                framed.append((method, path))
        assert framed == [("GET", f"/embed/{table}")]
        assert len(asked) > 15


# Words and pictures.


@settings(max_examples=50, deadline=None)
@given(title=st.text(max_size=40), description=st.text(max_size=40), host=st.text(max_size=20))
def test_odd_texts_stay_texts(title: str, description: str, host: str) -> None:
    plain = Tags(_preview(MISSING, "http://x/", Card("t", "d", "p"), png=True))
    page = Tags(_preview(MISSING, f"http://{host}/", Card(title, description, "p"), png=True))
    assert page.tags == plain.tags, "nothing of it is read as a tag"
    assert (page.meta["og:title"], page.meta["og:description"]) == (title, description)
    assert page.meta["og:image"] == f"http://{host}/m/{MISSING}.png"


@settings(max_examples=30, deadline=None)
@given(who=st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters="="), min_size=1, max_size=30))
def test_odd_names_stay_names(who: str) -> None:
    match = feint.load("tower-siege").start(seed=1, seats={"P2": who})
    match.resign("P1")
    picture = "".join(ET.fromstring(match_card(match).picture).itertext())
    assert who.replace(":", " ") in picture


def test_what_a_title_says() -> None:
    def title(name: str, scores: dict[str, float] | None = None, **rulings: Any) -> str:
        match = feint.load(name, **rulings).start(seed=1)
        if scores is None:
            match.resign(match.game.seats[0], EndReason.TIME)
        else:
            while not match.over:
                seat = match.pending[0]
                match.play(seat, match.legal(seat)[0])
        card = match_card(match)
        return f"{card.title} | {card.description}"

    assert title("terminal-maneuver").startswith(
        "Terminal Maneuver: the laser beat the missile after 0 moves | Missile · Laser. The missile ran out of time."
    )
    assert title("minefield-navigator").startswith(
        "Minefield Navigator: player 2 beat player 1 after 0 moves | Player 1 · Player 2. "
    )
    assert title("space-goats", players=4).startswith("Space Goats: P2, P3 and P4 beat P1 after 0 moves | ")
    agreed = feint.load("tower-siege").start(seed=1)
    agreed.agree_to_draw()
    assert match_card(agreed)[:2] == (
        "Tower Siege: a draw after 0 moves",
        "P1 · P2. The players agreed to a draw. Step through the whole match, with everything revealed.",
    )
    assert title("tower-siege", {}, turn_limit=1).startswith("Tower Siege: no result after 1 move")


@pytest.mark.parametrize("name", feint.game_names())
def test_every_game_has_a_picture(name: str) -> None:
    """It is made from the last position, and has the result, the seats and the board's own text in it."""
    match = feint.load(name).start(seed=1, seats={feint.load(name).seats[1]: "search:1s"})
    match.resign(match.game.seats[0])
    card = match_card(match)
    picture = ET.fromstring(card.picture)
    boards = picture.findall("{http://www.w3.org/2000/svg}svg")
    assert len(boards) == 1
    assert match.game.book is not None
    said, _ = match.game.book.board(match.view(None))
    words = "".join(picture.itertext())
    assert said in words
    assert "(bot search 1s)" in words
    assert card.title.split(": ", 1)[1][1:] in words
