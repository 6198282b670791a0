"""What the server gives a browser: the page's own files and no others, and how much of it there is."""

import json
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

import feint
from kit.page import (
    People,
    can_choose,
    fetch,
)
from kit.server_process import Server

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

GAMES = feint.game_names()
LIGHTEST = 150_000  # bytes that the first look may take
LIGHT_GAME = 250_000  # and those that a game may take, with all of the page that it needs


def test_only_the_pages_own_files_are_served(server: Server) -> None:
    status, headers, body = fetch(server.url + "/")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert b"<script>" not in body
    assert b"style=" not in body
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    for name, kind in {"main.js": "text/javascript", "style.css": "text/css", "icon.svg": "image/svg+xml"}.items():
        status, headers, _ = fetch(f"{server.url}/web/{name}")
        assert (status, headers.get_content_type(), headers["Cache-Control"]) == (200, kind, "no-cache")
        assert fetch(f"{server.url}/web/{name}", **{"If-None-Match": headers["ETag"]})[0] == 304
    assert fetch(f"{server.url}/games/tower-siege/emblem.js")[1].get_content_type() == "text/javascript"
    for path in (
        "/web/", "/web/nothing.js", "/web/..%2f__init__.py", "/web/../__init__.py", "/web/%2e%2e/__init__.py",
        "/games/tower-siege/rules.py", "/games/tower-siege/game.toml", "/games/tower-siege/..%2f..%2fweb%2fmain.js",
        "/games/tower-siege/nothing.js", "/games/tower_siege/emblem.js", "/games/../web/main.js", "/games/nothing",
        "/games/tower-siege/emblem.js%00", "/games/.%2ftower_siege/emblem.js", "/web/EMBLEM.JS"
    ):  # fmt: skip
        status, headers, body = fetch(server.url + path)
        assert (status, list(json.loads(body))) == (404, ["error"]), path
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; frame-ancestors"), path


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_a_game(server: Server, name: str) -> None:
    game = feint.load(name)
    told = json.loads(fetch(f"{server.url}/games/{name}")[2])
    assert (told["name"], told["title"], told["seats"]) == (name, game.title, list(game.all_seats))
    assert told["book"].startswith(f"# {game.title}\n")
    assert told["facts"] == json.loads(json.dumps(getattr(game.screen, "FACTS", None)))
    assert set(told["rulings"]) == set(game.all_rulings)
    assert list(told["what_bots_do"]) == [*told["bots"], *(level["level"] for level in told["levels"])]
    assert all(sentence.endswith(".") for sentence in told["what_bots_do"].values())
    for ruling in told["rulings"].values():
        assert ruling["question"]
        assert ruling["why"]
    listed = {game["game"]: game for game in json.loads(fetch(f"{server.url}/games")[2])}
    assert listed[name].items() <= told.items()


def test_the_first_look_is_light(people: People, server: Server) -> None:
    """All files that the lobby needs, even if nothing is packed."""
    page = people.person()
    expect(page.locator("a.game .emblem svg")).to_have_count(len(GAMES))
    addresses = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    files = {address for address in addresses if "/web/" in address or "/games/" in address}
    assert len(files) > 10
    assert sum(len(fetch(address)[2]) for address in [server.url, *files]) < LIGHTEST
    assert 0 < people.weight < LIGHTEST / 2, "over the wire it is less"


@pytest.mark.parametrize("name", GAMES)
def test_someone_who_was_invited_waits_for_little(people: People, server: Server, name: str) -> None:
    """What comes over the wire with the page, the game and its board, for one who opens a table's address."""
    body = json.dumps({"game": name, "bots": dict.fromkeys(feint.load(name).seats[1:], "random")}).encode()
    asked = urllib.request.Request(f"{server.url}/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        table = json.load(answer)["table"]
    page = people.person(f"/#/table/{table}")
    page.click("text=Join as")
    can_choose(page)
    assert people.weight < LIGHT_GAME
