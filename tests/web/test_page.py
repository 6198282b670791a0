"""The page, in a real browser: every game played by mouse, by keyboard, on a phone, by two, through lost connections."""

import json
import random
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

import feint
from feint.core.match import Match
from feint.core.rulebook import drawn, pictures_of, sections_of
from feint.terminal.commands.check import check
from kit.chromium import PHONE, browser
from kit.page import (
    CHOICE,
    People,
    against_random,
    can_choose,
    choose,
    clean,
    no_wider,
    play_out,
    resign,
    set_up,
    table_of,
)
from kit.server_process import Server, serving, sqlite

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

GAMES = feint.game_names()
SHORTER = {"dark-frontier": {"round_limit": 2}}  # for two browsers; against a bot it is as it comes
LIGHTEST = 150_000  # bytes that the first look may take


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    limits = ("tables=1000", "grace=0.1", "gone=0.5")  # whoever leaves has soon left for long
    with serving(sqlite(folder), folder, *(f"--limit={limit}" for limit in limits)) as started:
        yield started


@pytest.fixture
def people(chromium: Browser, server: Server) -> Iterator[People]:
    found = People(chromium, server.url)
    yield found
    found.leave()


def fetch(url: str, **headers: str) -> tuple[int, Any, bytes]:
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, headers=headers))
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


# What is served.


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
    assert list(told["what_bots_do"]) == told["bots"]
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
    assert people.weight < LIGHTEST


# Playing.


def saved(page: Page) -> Match:
    """Save the record from the page: it holds."""
    with page.expect_download() as saving:
        page.click("text=Download record")
    file = Path(saving.value.path())
    right, why = check(file, None)
    assert right, why
    return feint.replay(file.read_text())


def choices_made(page: Page) -> int:
    """How many choices the first seat has made, by the record."""
    return sum(step.seat == 0 for step in saved(page).steps)


@pytest.mark.parametrize("name", GAMES)
def test_against_a_bot_by_mouse(people: People, name: str) -> None:
    """Each game to its end by the rules; the record is whole, and holds."""
    page = people.person()
    against_random(page, name)
    made = play_out(page)
    assert made > 0
    expect(page.locator(".proof")).to_have_attribute("data-proved", "true")
    match = saved(page)
    assert (match.over, match.outcome.loser) == (True, None)
    assert sum(step.seat == 0 for step in match.steps) == made, "every choice counts once"
    all_is_shown(page, match)


@pytest.mark.parametrize("name", GAMES)
def test_two_browsers_at_one_table(people: People, name: str) -> None:
    """One leaves a seat open and sends the address; the other opens it, sits down, and both play to the end."""
    first, second = feint.load(name).seats
    one = people.person()
    set_up(one, name, {first: "me", second: "open"}, SHORTER.get(name))
    address = one.locator(".invite input").input_value()
    assert address == f"{people.url}/#/table/{table_of(one)}", "an address holds no token"
    other = people.person(address.removeprefix(people.url))
    other.click(f"text=Join as {second}")
    play_out(one, other, board=True, seed=3)
    match = saved(one)
    assert (match.over, match.outcome.loser) == (True, None)
    for page, seat in ((one, first), (other, second)):
        assert page.locator(".log .lines p").all_inner_texts() == match.log(seat)
        verdict = {0.0: "You lose", 0.5: "Draw", 1.0: "You win"}[match.scores[seat]]
        expect(page.locator(".result h2")).to_have_text(verdict)
        all_is_shown(page, match)


def all_is_shown(page: Page, match: Match) -> None:
    """Whatever nobody could know is on the board now."""
    view, board = match.view(None), page.locator(".board")
    if match.game.name == "space-goats":
        for seat in range(len(match.game.seats)):
            cards = [view["deck"][number - 1]["name"] for number, count in enumerate(view["hand"][seat]) if count]
            held = board.locator(f".sg-seat-{seat} .sg-held")
            expect(held).to_be_visible()
            for card in cards or ["none"]:
                expect(held).to_contain_text(card)
    if match.game.name == "minefield-navigator":
        said = board.locator(".sr-only").inner_text()
        mines = re.findall(r"(?:mines: steps?|went off: on step) ([\d, ]+)", said)
        assert sum(1 << int(step) - 1 for those in mines for step in those.split(",")) == view["mined"], said
        assert board.locator(".unknown").count() == 0


def test_what_lay_face_down_is_open_when_someone_has_resigned(people: People) -> None:
    page = people.person()
    against_random(page, "terminal-maneuver")
    words = page.locator(".board .sr-only")
    expect(words).to_have_text(re.compile(r"The laser has chosen\.$"))
    resign(page)
    expect(words).to_have_text(re.compile(r"The laser has chosen to guess \d\.$"))
    expect(page.locator(".board .tm-cross-soft")).to_be_visible()


def test_whoever_watches_sees_no_choices(people: People) -> None:
    one = people.person()
    set_up(one, "tower-siege", {"P1": "me", "P2": "bot:random"})
    can_choose(one)
    watcher = people.person(f"/#/table/{table_of(one)}")
    expect(watcher.locator(".state")).to_have_text("watching")
    expect(watcher.locator(".log")).to_contain_text("Welcome to Tower Siege!")
    assert watcher.locator(CHOICE).count() == 0
    assert watcher.locator("text=Resign").is_hidden()
    resign(one)
    expect(watcher.locator(".result h2")).to_have_text("P2 wins")
    watcher.reload()
    for page in (one, watcher):
        expect(page.locator('[role="log"] p').last).to_have_text("P1 resigned. P2 wins.")
        assert page.locator('[role="log"]').inner_text().count("resigned") == 1
    one.click('[aria-label="Go to the start"]')
    expect(one.locator('[role="log"] p').last).to_have_class("later")
    others = [
        {"why": "time", "by": "P2", "scores": {"P1": 1, "P2": 0}},
        {"why": "closed"},
        {"why": "over", "scores": {}},
    ]
    assert one.evaluate("async (all) => all.map((await import('/web/endings.js')).lastLine)", others) == [
        "P2 ran out of time. P1 wins.",
        "Nobody played here for a long time. The table was closed.",
        None,
    ]


def test_what_comes_late_does_not_come_between(people: People) -> None:
    """Someone goes to a table, and back before the server has answered: the answer changes nothing any more."""
    one = people.person()
    set_up(one, "tower-siege", {"P1": "me", "P2": "bot:random"})
    table, held = table_of(one), []
    page = people.person()
    expect(page.locator("h1")).to_have_text("Games of hidden choices")
    page.route(re.compile(rf"/tables/{table}$"), lambda route: held.append(route))
    page.evaluate("table => { location.hash = `#/table/${table}`; }", table)
    expect(page.locator("main")).to_have_text("Loading…")
    page.evaluate("() => { location.hash = '#/'; }")
    expect(page.locator("h1")).to_have_text("Games of hidden choices")
    with page.expect_response(re.compile(rf"/tables/{table}$")):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")  # it must not come, which nothing can tell
    expect(page.locator("h1")).to_have_text("Games of hidden choices")
    assert page.locator(".board").count() == 0


def test_nothing_is_offered_before_the_board(people: People) -> None:
    """A board that comes late doesn't push away what someone is about to click."""
    page, held = people.person(), []
    page.route("**/space-goats/board.js", lambda route: held.append(route))
    against_random(page, "space-goats")
    expect(page.locator(".turn")).to_contain_text("Your turn")
    assert held, "the board was asked for"
    assert page.locator(CHOICE).count() == 0
    held[0].continue_()
    assert can_choose(page)
    expect(page.locator(".sg-table")).to_be_visible()


def test_a_board_that_cannot_be_had(people: People) -> None:
    """Whoever gets no board plays on in words."""
    page = people.person()
    page.route("**/tower-siege/board.js", lambda route: route.abort())
    against_random(page, "tower-siege")
    assert can_choose(page)
    expect(page.locator(".board table.plain")).to_contain_text("hand")
    assert play_out(page) > 0
    assert people.wrong, "the browser says what is missing"
    people.wrong.clear()


def test_a_long_list_does_not_hide_the_board(people: People) -> None:
    """What can be chosen on the board is listed when someone wants it; that is remembered."""
    page = people.person(lists=False, viewport={"width": 1280, "height": 800})
    page.click('a.game[href="#/game/dark-frontier"]')
    page.select_option("#seat-attacker", "me")
    assert page.input_value("#seat-defender") == "bot:gunner", "we change places"
    page.click("form.setup button.main")
    fold = page.locator(".choices .fold")
    expect(fold).to_have_text(re.compile("Choose on the board, or list all [0-9]+ choices"))
    expect(fold).to_have_attribute("aria-expanded", "false")
    assert page.locator(CHOICE).count() == 0
    box = page.locator(".choices").bounding_box()
    assert box is not None
    assert box["height"] < 100
    page.hover(".board svg")
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 0")  # the map doesn't keep the wheel for itself
    fold.click()
    expect(page.locator(CHOICE).first).to_be_visible()
    page.reload()
    expect(page.locator(CHOICE).first).to_be_visible()
    expect(fold).to_have_text("Hide the list")


def test_a_digit_is_the_key_of_the_choice_that_ends_with_it(people: People) -> None:
    page = people.person()
    set_up(page, "terminal-maneuver", {"missile": "me"})
    can_choose(page)
    keys = page.locator(CHOICE).evaluate_all("all => all.map(b => [b.dataset.choice, b.dataset.key])")
    assert keys == [["burn 0", "0"], ["burn 1", "1"], ["burn 2", "2"]]
    page.keyboard.press("2")
    expect(page.locator(".log")).to_contain_text("burn")
    page.click("text=Resign")
    expect(page.locator("dialog")).to_contain_text("You will lose the match.")
    page.click("dialog .bad")
    expect(page.locator(".result")).to_be_visible()  # before the end a record holds less
    text = page.evaluate("async (id) => (await fetch(`/tables/${id}/record`)).text()", table_of(page))
    assert "missile burn 2" in text
    many = page.evaluate(
        "async (given) => given.map((await import('/web/choices.js')).keysOf)",
        [["1", "2", "rest"], ["scan 9", "scan 10", "move"], ["from 1,0", "to 1,0"], ["a"] * 11],
    )
    said = page.evaluate(
        """async (given) => {
            const choices = new (await import('/web/choices.js')).Choices(() => {}, true);
            document.querySelector('.side').append(choices.element);
            return given.map((legal) => (choices.show(legal, null), choices.element.innerText.replace(/\\s+/g, ' ').trim()));
        }""",
        [["burn 0"], ["burn 0", "burn 1"]],
    )
    assert said == ["burn 0 0 This is your only choice.", "burn 0 0 burn 1 1"]
    rest = [str(n) for n in range(1, 10)]
    assert many == [["1", "2", "3"], ["9", "1", "2"], ["1", "2"], [*rest, None, None]]


def test_an_invitation_says_from_where_it_leads_here(people: People) -> None:
    page = people.person()
    set_up(page, "tower-siege", {"P2": "open"})
    expect(page.locator(".invite")).to_contain_text("works only on this computer")
    expect(page.locator(".invite code")).to_have_text("feint serve --host 0.0.0.0")
    field = page.locator(".invite input")
    blank, lines = (written(field, text) for text in ("", "____"))
    assert blank != lines, "what is written low is seen, too"
    expect(page.locator(".leaving")).to_contain_text("your seat is kept")
    page.click("text=Back to all games")
    page.click("text=Resume")
    expect(field).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("you")


def written(field: Locator, text: str) -> bytes:
    """What a field looks like with a text in it."""
    field.evaluate("(field, text) => { field.value = text; }", text)
    return field.screenshot()


def test_a_game_without_a_board(people: People) -> None:
    """A designer's own game has no board.js: the view is shown in words, and the buttons play it."""

    def bare(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "files": []})

    page = people.person()
    page.route("**/games/tower-siege", bare)
    against_random(page, "tower-siege")
    can_choose(page)
    rows = page.locator("table.plain tr")
    assert rows.filter(has_text="position").inner_text().split("\t")[-1] == "0, 0"
    assert rows.filter(has_text="chosen").inner_text().endswith("0, hidden")
    clean(page)
    assert play_out(page) > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_book(people: People, name: str) -> None:
    """Its contents lead to its sections, every picture is there, tables are tables, and axe finds nothing."""
    page = people.person(f"/#/game/{name}", viewport=PHONE)
    page.click("button:has-text('Rules')")
    book = page.locator("dialog.book")
    titles = [section.title for section in sections_of(feint.load(name), drawn)]
    expect(book.locator("nav button")).to_have_text(titles)
    assert book.locator(".chapter > h3").all_inner_texts() == titles
    book.locator("nav button", has_text="Summary").click()
    expect(book.locator("h3", has_text="Summary")).to_be_focused()
    expect(book.locator("h3", has_text="Summary")).to_be_in_viewport()
    pictures = book.locator("img")
    assert pictures.count() == len(pictures_of(feint.load(name)))
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        page.wait_for_function("(img) => img.complete && img.naturalWidth > 0", arg=picture.element_handle())
        assert len(picture.get_attribute("alt") or "") > 20
    assert book.locator("pre").count() > 0
    said = book.inner_text()
    assert not re.search(r"\*\*|\]\(|^\| |\{\{", said, re.MULTILINE), "no mark-up is left"
    no_wider(page)
    clean(page)


def test_a_rule_book_can_do_nothing_but_be_read(people: People) -> None:
    """Whatever someone writes into one stays text, and no picture comes from anywhere else."""
    page = people.person()
    made = page.evaluate(
        """async (text) => {
            const { render } = await import("/web/markdown.js");
            const host = document.createElement("div");
            host.append(...render(text, "/games/x/", () => {}));
            const names = [...host.querySelectorAll("*")].map((one) => one.localName);
            return { names: [...new Set(names)].sort(), sources: [...host.querySelectorAll("[src], [href]")].length, text: host.textContent };
        }""",
        "\n\n".join(WICKED),
    )
    assert made["names"] == ["code", "div", "li", "p", "strong", "table", "td", "th", "tr", "ul"]
    assert made["sources"] == 0
    for line in WICKED[:5]:
        assert line in made["text"]


WICKED = (
    "<script>window.wicked = 1</script>",
    "<img src=x onerror=alert(1)>",
    "![a picture](https://elsewhere.example/x.svg)",
    "![a picture](../../x.svg)",
    "[press me](javascript:alert(1))",
    "- **<b onclick=alert(1)>bold</b>** `<i>code</i>`",
    "| <u>cell</u> |\n| --- |\n| <script>1</script> |",
)


def test_rulings_are_played(people: People) -> None:
    """What is set in the page is what the table is under; what can't be is refused in a sentence."""
    page = people.person()
    set_up(page, "tower-siege", {"P2": "bot:random"}, {"length": 3, "stride": 2, "track": "facing"})
    can_choose(page)
    page.click("text=Rules")
    settled = page.locator("dialog details[open]").inner_text()
    assert "facing" in settled
    book = page.locator("dialog")
    said = book.inner_text()
    assert said.index("Two heroes race") < said.index("At this table"), "first what it is about"
    assert book.locator(".id").count() > 10, "every rule with its number"
    page.keyboard.press("Escape")
    assert {"1", "2"} <= set(page.locator(CHOICE).evaluate_all("all => all.map(b => b.dataset.choice)"))
    page.goto(people.url)
    page.click('a.game[href="#/game/tower-siege"]')
    page.click("details.rulings summary")
    page.fill("#dial-length", "5")
    page.fill("#dial-stride", "9")
    page.click("form.setup button.main")
    expect(page.locator(".notice.bad")).to_contain_text("stride=9 is too large: it can be 1 to 4 with length=5.")
    assert len(people.wrong) == 1, "the browser notes that as an error, too"
    people.wrong.clear()


# By keyboard, on a phone, for all eyes.


def go_to(page: Page, key: str, wanted: str) -> None:
    """Press a key until the focus is on something: by its id, its address, or its words."""
    for _ in range(60):
        page.keyboard.press(key)
        at = "(at => [at.id, at.getAttribute('href'), at.textContent])(document.activeElement)"
        if wanted in page.evaluate(at):
            return
    pytest.fail(f"the focus never comes to {wanted}")


@pytest.mark.parametrize("name", GAMES)
def test_by_keyboard_alone(people: People, name: str) -> None:
    page = people.person()
    page.wait_for_selector("a.game")
    go_to(page, "Tab", f"#/game/{name}")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.setup")
    assert page.evaluate("document.activeElement.textContent") == "Play"
    go_to(page, "Shift+Tab", f"seat-{feint.load(name).seats[1]}")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.value") == "bot:random"
    go_to(page, "Tab", "Play")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    for number in range(4):
        if not can_choose(page):
            break
        asked = page.locator(".history .at").inner_text()
        first = page.locator(f"{CHOICE}:not(:disabled)").first
        if number % 2:  # by its number, or by going to it
            page.keyboard.press(first.get_attribute("data-key") or "")
        else:
            first.focus()
            page.keyboard.press("Enter")
        expect(page.locator(".history .at")).not_to_have_text(asked)
    goes_on = can_choose(page)
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost"
    if goes_on:
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".turn")).to_contain_text("earlier position")
        assert page.locator(CHOICE).count() == 0, "nobody chooses in the past"
        page.keyboard.press("Escape")
        expect(page.locator(".turn")).not_to_contain_text("earlier position")
        page.focus("text=Resign")
        page.keyboard.press("Enter")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.parametrize("name", GAMES)
def test_on_a_phone_and_for_all_eyes(people: People, name: str) -> None:
    """Nothing stands out at 360 pixels, and axe finds nothing, by day or by night, at any moment of a match."""
    page = people.person(viewport=PHONE, has_touch=True)
    no_wider(page)
    against_random(page, name)
    pick = random.Random(5)
    for _ in range(3):
        if not can_choose(page):
            break
        no_wider(page)
        choose(page, pick)
    clean(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    if can_choose(page):
        resign(page)
    expect(page.locator(".result .proof")).to_have_attribute("data-proved", "true")
    no_wider(page)
    clean(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_and_setting_up_for_all_eyes(people: People, scheme: Any) -> None:
    page = people.person(color_scheme=scheme)
    expect(page.locator("a.game .emblem svg")).to_have_count(len(GAMES))
    expect(page.locator(".tables")).to_contain_text("Open tables")
    clean(page)
    page.set_viewport_size({"width": 360, "height": 740})
    no_wider(page)
    page.click('a.game[href="#/game/space-goats"]')
    does = page.locator("#does-P2")
    expect(does).to_contain_text("puts shields up first and buys few cards")
    page.select_option("#seat-P2", "bot:search")
    expect(does).to_contain_text("Thinks ahead")
    expect(page.locator("#does-P1")).to_be_hidden()
    page.click("details.rulings summary")
    no_wider(page)
    if scheme == "dark":
        page.click("text=Rules >> nth=0")
        page.click("dialog nav button >> text=Cards")
        expect(page.locator("dialog td >> text=Overload Barrage")).to_be_visible()
        no_wider(page)
    clean(page)


def test_what_moves_moves_and_can_be_stepped_through(people: People) -> None:
    """With motion: play goes on while things move, and the steps lead back to the beginning."""
    page = people.person(motion=True)
    against_random(page, "tower-siege")
    pick = random.Random(8)
    for _ in range(4):
        if can_choose(page):
            choose(page, pick)
    if can_choose(page):
        resign(page)
    expect(page.locator(".result")).to_be_visible()
    steps = int(page.locator(".history .at").inner_text().split()[2])
    assert steps > 2
    page.click('[aria-label="Go to the start"]')
    expect(page.locator(".history .at")).to_have_text(f"1 of {steps}")
    for step in range(2, steps):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".history .at")).to_have_text(f"{step} of {steps}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".history .at")).to_have_text(f"{steps} of {steps}")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["wide", "phone"])
def test_nothing_lies_over_the_buttons_of_a_board(people: People, size: tuple[int, int]) -> None:
    """Dark Frontier has its own; the list of choices stands below the board, not over its lower end."""
    page = people.person(viewport={"width": size[0], "height": size[1]})
    set_up(page, "dark-frontier", {"attacker": "bot:gunner"})
    button = page.locator(".df-go button")
    for _ in range(2):
        expect(button).to_be_visible()
        button.evaluate("button => button.scrollIntoView({ block: 'end' })")
        at_its_middle = """button => {
            const { x, y, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
        assert button.evaluate(at_its_middle)
        text = button.inner_text()
        button.click()
        expect(button.get_by_text(text, exact=True)).to_have_count(0)


# Two people at one screen.


def test_a_secret_is_covered_between_two_people_at_one_screen(people: People) -> None:
    page = people.person()
    set_up(page, "terminal-maneuver", {"missile": "me", "laser": "here"})
    covers = 0
    for seat, choice in (("missile", "burn 1"), ("laser", "guess 4")) * 2:
        cover = page.locator(".handover")
        expect(cover).to_contain_text(f"Your turn, {seat}")
        assert page.locator(".table").is_hidden()
        assert page.locator(".board").count() == 0, "what is covered isn't there at all"
        assert page.locator(CHOICE).count() == 0
        assert page.locator(".log p").count() == 0
        covers += 1
        page.click(".handover button")
        expect(page.locator(".turn")).to_have_text(f"Your turn, {seat}")
        page.click(f'{CHOICE}[data-choice="{choice}"]')
    assert covers == 4


def test_nothing_is_covered_where_nothing_is_hidden(people: People) -> None:
    page = people.person()
    set_up(page, "minefield-navigator", {"player1": "me", "player2": "here"})
    for seat in ("player1", "player2"):
        expect(page.locator(".turn")).to_have_text(f"Your turn, {seat}")
        assert page.locator(".handover").count() == 0
        page.click(f'{CHOICE}[data-choice="scan {1 if seat == "player1" else 2}"]')


def test_hands_are_covered_whenever_the_turn_goes_over(people: People) -> None:
    page = people.person()
    set_up(page, "space-goats", {"P1": "me", "P2": "here"})
    pick, last = random.Random(2), ""
    for _ in range(12):
        page.wait_for_function(
            f"() => document.querySelector('.handover') || document.querySelector('{CHOICE}:not(:disabled)')"
        )
        if page.locator(".handover").is_visible():
            seat = page.locator(".handover h2").inner_text().removeprefix("Your turn, ")
            assert seat != last
            last = seat
            assert page.locator(".board").count() == 0
            page.click(".handover button")
            continue
        expect(page.locator(".turn")).to_have_text(f"Your turn, {last}")
        choose(page, pick)
    assert last
    page.reload()  # who knows who looks now
    expect(page.locator(".handover")).to_be_visible()
    assert page.locator(".board").count() == 0


def test_nobody_takes_a_cover_off_by_accident(people: People) -> None:
    """A key that is held down, and the second click of a double click, are for what was there before."""
    page = people.person()
    set_up(page, "space-goats", {"P1": "me", "P2": "here"})
    page.click(".handover button")
    page.focus(f'{CHOICE}[data-choice="pass"]')
    page.keyboard.down("Enter")
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Your turn, P2")
    expect(cover.locator("h2")).to_be_focused()
    expect(cover.locator("button")).to_be_enabled()
    page.keyboard.down("Enter")  # it repeats
    page.keyboard.up("Enter")
    cover.locator("button").evaluate("button => button.dispatchEvent(new MouseEvent('click', { detail: 2 }))")
    expect(cover).to_be_visible()
    assert page.locator(CHOICE).count() == 0
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_text("Your turn, P2")


def test_half_a_secret_choice_is_covered_when_the_page_is_reloaded(people: People) -> None:
    """The attacker has set one of its two dials; whoever loads the page may be the other."""
    page = people.person()
    set_up(page, "dark-frontier", {"defender": "me", "attacker": "here"})
    while True:
        page.wait_for_function(
            f"() => document.querySelector('.handover') || document.querySelector('{CHOICE}:not(:disabled)')"
        )
        if page.locator(".handover").is_visible():
            page.click(".handover button")
            continue
        seat = page.locator(".turn").inner_text().removeprefix("Your turn, ")
        choice = page.locator(CHOICE).first.get_attribute("data-choice") or ""
        if seat == "attacker" and choice.startswith("burn"):
            break
        page.locator(CHOICE).first.click()
        expect(page.locator(f'{CHOICE}[data-choice="{choice}"]')).to_have_count(0)
    page.reload()
    expect(page.locator(".handover")).to_contain_text("Your turn, attacker")
    assert page.locator(".board").count() == 0
    page.click(".handover button")
    expect(page.locator(".turn")).to_have_text("Your turn, attacker")
    page.locator(CHOICE).first.click()
    expect(page.locator(".turn")).to_be_visible()


# Connections that are lost.


def test_a_choice_without_an_answer_is_sent_again_and_counts_once(people: People) -> None:
    """The choice is stored, the answer never comes, the connection is lost: the same choice is sent again."""
    page = people.person()
    sent: list[Any] = []
    connections = 0

    def between(route: WebSocketRoute) -> None:
        nonlocal connections
        connections += 1
        deaf = connections == 1
        behind = route.connect_to_server()

        def up(message: Any) -> None:
            heard = json.loads(message)
            behind.send(message)
            if heard["type"] == "choose":
                sent.append(heard)

        def down(message: Any) -> None:
            if not (deaf and sent):
                route.send(message)
            elif json.loads(message)["type"] == "change":  # it has happened; now the line is cut
                route.close(code=1012)

        route.on_message(up)
        behind.on_message(down)

    page.route_web_socket(re.compile("/socket$"), between)
    against_random(page, "tower-siege")
    can_choose(page)
    page.click(f'{CHOICE}[data-choice="1"]')
    can_choose(page)
    expect(page.locator(".state")).to_have_text("connected")
    assert connections == 2
    assert [message["choice"] for message in sent] == ["1", "1"]
    assert sent[0] == sent[1], "the same id and the same question"
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    assert choices_made(page) == 1


def test_a_bot_that_takes_long_is_explained(people: People) -> None:
    """Someone who waits for a bot for a while is told why that may be, and no longer than it is so."""
    page = people.person()
    held: list[Any] = []
    holding = False

    def between(route: WebSocketRoute) -> None:
        behind = route.connect_to_server()

        def down(message: Any) -> None:
            if holding and "done" not in json.loads(message):  # what the bot has chosen
                held.append((route, message))
            else:
                route.send(message)

        route.on_message(behind.send)
        behind.on_message(down)

    page.route_web_socket(re.compile("/socket$"), between)
    page.clock.install()
    against_random(page, "tower-siege", {"length": 30})
    can_choose(page)
    holding = True
    page.click(f'{CHOICE}[data-choice="1"]')
    turn = page.locator(".turn")
    expect(turn).to_have_text("Waiting for P2 (bot: random)…")
    page.clock.fast_forward(5000)
    expect(turn).to_contain_text("before their first move")
    holding = False
    for route, message in held:
        route.send(message)
    expect(turn).to_have_text("Your turn")


def test_a_killed_server_costs_nothing(chromium: Browser, tmp_path: Path) -> None:
    """kill -9 while someone plays. What is chosen meanwhile waits, and is made once the server is there again."""
    server = Server(sqlite(tmp_path), tmp_path / "server.log").start()
    people = People(chromium, server.url)
    try:
        page = people.person()
        against_random(page, "tower-siege", {"length": 30})
        can_choose(page)
        choose(page, random.Random(1))
        can_choose(page)
        server.kill()
        expect(page.locator(".state")).to_have_text("connection lost, reconnecting…")
        page.click(f"{CHOICE} >> nth=0")
        expect(page.locator(".turn")).to_have_text("Sending your choice…")
        expect(page.locator(f"{CHOICE}:not(:disabled)")).to_have_count(0)
        port = server.url.rsplit(":", 1)[1]
        server = Server(sqlite(tmp_path), tmp_path / "server.log", "--port", port).start()
        can_choose(page)
        expect(page.locator(".state")).to_have_text("connected")
        page.reload()
        can_choose(page)
        assert page.locator(".log").inner_text().count("Welcome to Tower Siege!") == 1
        resign(page)
        expect(page.locator(".result")).to_be_visible()
        assert choices_made(page) == 2
        people.leave()
    finally:
        server.stop()


def test_offline_for_a_while(people: People) -> None:
    page = people.person()
    against_random(page, "minefield-navigator")
    can_choose(page)
    page.context.set_offline(True)
    expect(page.locator(".state")).to_have_text("connection lost, reconnecting…")
    page.click(f'{CHOICE}[data-choice="scan 3"]')
    page.context.set_offline(False)
    expect(page.locator(".state")).to_have_text("connected")
    can_choose(page)
    assert page.locator(".log").inner_text().count("Scanning step 3...") >= 1


def test_your_tables_are_there_to_come_back_to(people: People) -> None:
    page = people.person()
    against_random(page, "tower-siege")
    can_choose(page)
    table = table_of(page)
    page.goto(people.url)
    back = page.locator(f'.rows a[href="#/table/{table}"]')
    expect(back).to_have_text("Resume")
    back.click()
    assert can_choose(page)
    expect(page.locator(".state")).to_have_text("connected")
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    page.goto(people.url)
    expect(page.locator(f'.rows a[href="#/table/{table}"]')).to_have_text("Review")


def test_a_win_is_claimed_from_someone_who_has_left(people: People) -> None:
    """One closes the browser; the other sees that, waits as long as the server says, and has the win."""
    one = people.person()

    def patient(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "claim_after": 3600})

    one.route(re.compile(r"/tables/[^/]+$"), patient)
    set_up(one, "tower-siege", {"P1": "me", "P2": "open"})
    other = people.person(f"/#/table/{table_of(one)}")
    other.click("text=Join as P2")
    can_choose(one)
    expect(other.locator(".state")).to_have_text("connected")
    expect(one.locator("text=disconnected.")).to_be_hidden()
    other.context.close()
    expect(one.locator("text=P2 has disconnected.")).to_be_visible()
    expect(one.locator(".play")).to_contain_text(re.compile(r"You can claim victory in 3\d\d\d s\."))
    expect(one.locator("button:text('Claim victory')")).to_be_hidden()
    one.unroute_all()
    one.reload()
    one.click("button:text('Claim victory')")
    expect(one.locator(".result h2")).to_have_text("You win")
    expect(one.locator(".result")).to_contain_text("P2 was gone for too long.")
    expect(one.locator('[role="log"] p').last).to_have_text("P2 was gone for too long. P1 wins.")
    expect(one.locator("text=disconnected.")).to_be_hidden()


# Clocks, and another match.


def test_a_clock_and_another_match(people: People) -> None:
    """Two play with a clock; one wants to play again, the other follows, and they have changed places."""
    one = people.person()
    one.click('a.game[href="#/game/tower-siege"]')
    one.select_option("#clock", "game:300")
    one.select_option("#seat-P2", "open")
    one.click("form.setup button.main")
    one.wait_for_selector(".invite")
    first = table_of(one)
    other = people.person(f"/#/table/{first}")
    other.click("text=Join as P2")
    can_choose(one)
    for page in (one, other):
        expect(page.locator('.seats [role="timer"]')).to_have_count(2)
        expect(page.locator('[aria-label="P2\'s time"]')).to_have_text("5:00")
    resign(other)
    expect(one.locator(".result h2")).to_have_text("You win")
    one.click("text=Play again")
    expect(one.locator(".turn")).to_have_text("Waiting for P1 to accept the rematch")
    expect(other.locator(".notice:has(+ .result)")).to_contain_text("P1 wants a rematch.")
    now = one.locator(".play > .notice[role=status]")
    expect(now).to_have_text("You are P2 now. Players change seats for every rematch.")
    other.click("text=Join as P1")
    expect(other.locator(".result")).to_have_count(0)
    assert can_choose(other)
    second = table_of(one)
    assert second == table_of(other) != first
    expect(one.locator(".turn")).to_have_text("Waiting for P1…")
    expect(now).to_be_visible()
    now = other.locator(".play > .notice[role=status]")
    expect(now).to_have_text("You are P1 now. Players change seats for every rematch.")
    choose(other, random.Random(1))
    expect(other.locator(".turn")).to_have_text("Waiting for P2…")
    expect(now).to_be_hidden()
    together = other.evaluate("async () => (await import('/web/seats.js')).rotation(['P1', 'P2', 'P3'], ['P1', 'P2'])")
    assert together.endswith("for every rematch: P3 is now P1, P1 is now P2.")
    resign(one)
    expect(other.locator(".result h2")).to_have_text("You win")


def test_another_match_against_a_bot(people: People) -> None:
    page = people.person()
    against_random(
        page, "minefield-navigator", {"mines": 0}
    )  # the bot begins the second match, and must not lose it at once
    can_choose(page)
    first = table_of(page)
    resign(page)
    page.click("text=Play again")
    page.wait_for_url(lambda url: not url.endswith(first))
    expect(page.locator(".result")).to_have_count(0)  # the table before is there until this one has come
    assert can_choose(page)
    expect(page.locator(".seats li:nth-child(2)")).to_contain_text("you")
