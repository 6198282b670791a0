"""Playing in the page, in a real browser: every game by mouse, by two browsers, watched, and with a board that comes late."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

import feint
from feint.core.match import Match
from feint.core.plain_board import shown_fields
from feint.server.catalog import field_info
from kit.page import (
    CHOICE,
    TURN,
    People,
    against_random,
    can_choose,
    clean,
    play_out,
    resign,
    saved,
    set_up,
    table_of,
)

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

GAMES = feint.game_names()
SHORTER = {"dark-frontier": {"round_limit": 2}, "space-goats": {"turn_limit": 8}}  # against a bot it is as it comes


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
    spared = page.locator(".log .spared").count()
    assert sum(step.seat == 0 for step in match.steps) == made + spared, "every choice counts once"
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
    other.click("text=Join as")
    play_out(one, other, board=True, seed=3)
    match = saved(one)
    assert (match.over, match.outcome.loser) == (True, None)
    for page, seat in ((one, first), (other, second)):
        assert page.locator(".log .lines p:not(.spared)").all_inner_texts() == match.log(seat)
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
    expect(watcher.locator(".result h2")).to_have_text("Player 2 wins")
    watcher.reload()
    for page in (one, watcher):
        expect(page.locator('[role="log"] p').last).to_have_text("Player 1 resigned.")
        assert page.locator('[role="log"]').inner_text().count("resigned") == 1
    one.click('[aria-label="Go to the start"]')
    expect(one.locator('[role="log"] p').last).to_have_class("later")


def test_what_comes_late_does_not_come_between(people: People) -> None:
    """Someone goes to a table, and back before the server has answered: the answer changes nothing any more."""
    one = people.person()
    set_up(one, "tower-siege", {"P1": "me", "P2": "bot:random"})
    table, held = table_of(one), []
    page = people.person()
    expect(page.locator("h1")).to_have_text("Games of hidden choices")
    page.route(re.compile(rf"/tables/{table}$"), lambda route: held.append(route))
    with page.expect_request(re.compile(rf"/tables/{table}$")):
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
    expect(page.locator(TURN)).to_contain_text("Your turn")
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
    defender = page.input_value("#seat-attacker")
    page.select_option("#seat-attacker", "me")
    assert page.input_value("#seat-defender") == defender, "we change places"
    page.click("form.setup button.main")
    fold = page.locator(".choices .fold")
    expect(fold).to_have_text(re.compile("List all [0-9]+ choices"))
    expect(fold).to_have_attribute("aria-expanded", "false")
    listed = page.locator(".choices .choosing .choosing")
    board = page.locator(".board")
    expect(listed).to_have_class(re.compile("folded"))  # only screen readers and keys find it there
    room = board.bounding_box()
    fold.click()
    expect(listed).not_to_have_class(re.compile("folded"))
    expect(page.locator(CHOICE).first).to_be_visible()
    assert board.bounding_box() == room
    page.reload()
    expect(page.locator(CHOICE).first).to_be_visible()
    expect(fold).to_have_text(re.compile("Hide all [0-9]+ choices"))


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
        [
            ["1", "2", "rest"],
            ["scan 9", "scan 10", "move"],
            ["move"],
            ["from 1,0", "to 1,0"],
            ["a"] * 11,
            ["buy Warp Drive", "fire Weak Rocket at P3", "fire Weak Rocket at P2", "pass"],
            ["hit Decoy Drone 2", "missile 1 burn 0"],
        ],
    )
    said = page.evaluate(
        """async (given) => {
            const choices = new (await import('/web/choices.js')).Choices(() => {}, false);
            document.querySelector('.side').append(choices.element);
            return given.map((legal) => (choices.show(legal, null, {}), choices.element.innerText.replace(/\\s+/g, ' ').trim()));
        }""",
        [["burn 0"], ["burn 0", "burn 1"]],
    )
    assert said == ["burn 0 0 This is your only choice.", "burn 0 0 burn 1 1"]
    rest = [str(n) for n in range(1, 10)]
    assert many == [
        ["1", "2", "0"],
        ["9", None, "0"],
        ["0"],
        ["1", "2"],
        [*rest, None, None],
        ["1", "2", "3", "4"],
        [None, "0"],
    ]


def test_a_game_without_a_board(people: People) -> None:
    """A designer's own game has no board.js: the view is shown in words, and the buttons play it. A dial may have a
    number for each player."""
    by_seat = {
        "question": "How many more?", "why": "A dial.", "choices": [], "meanings": {}, "low": 0, "high": 5, "none": False,
        "default": "0/0", "for_designers": False,
    }  # fmt: skip

    def bare(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        fields = [field_info(field) for field in shown_fields(feint.load("tower-siege"))]
        rulings = {**told["rulings"], "more": by_seat}
        route.fulfill(response=answer, json={**told, "files": [], "fields": fields, "rulings": rulings})

    page = people.person()
    page.route("**/games/tower-siege", bare)
    page.goto(people.url + "/#/game/tower-siege")
    dial = page.locator("#dial-more")
    expect(dial).to_have_value("0/0")
    page.click("details.rulings summary")
    for numbers, right in (("0/1", True), ("1,2", False), ("0/0", True)):
        dial.fill(numbers)
        assert dial.evaluate("dial => dial.validity.valid") == right
        expect(page.locator("details.rulings summary")).to_contain_text("default" if numbers == "0/0" else "1 changed")
    page.goto(people.url)
    against_random(page, "tower-siege")
    can_choose(page)
    rows = page.locator("table.plain tr")
    said = {name: value.strip() for name, value in (row.split("\t") for row in rows.all_inner_texts())}
    assert (said["turn"], said["position"], said["hand"]) == (
        "P1",
        "P1: 0\nP2: 0",
        "P1: 0, 1, 2, 3, 4\nP2: 0, 1, 2, 3, 4",
    )
    assert said["chosen"] == "P1: 0\nP2: hidden"
    assert "met at" not in said, "only the log is made from it"
    clean(page)
    assert play_out(page) > 0


def test_the_log_follows_to_the_end(people: People) -> None:
    """The result takes room from it, and what decided the match is still in sight."""
    page = people.person(viewport={"width": 1000, "height": 620})
    against_random(page, "tower-siege", {"length": 12, "stride": 1})
    play_out(page)
    expect(page.locator(".result")).to_be_visible()
    left = "lines => lines.scrollHeight - lines.scrollTop - lines.clientHeight"
    lines = page.locator(".log .lines")
    assert lines.evaluate("lines => lines.scrollHeight > lines.clientHeight"), "else there is nothing to follow"
    page.wait_for_function(f"() => ({left})(document.querySelector('.log .lines')) < 2")


def test_seats_are_called_as_people_call_them(people: People) -> None:
    page = people.person("/#/game/minefield-navigator")
    expect(page.locator(".seatrow label")).to_have_text(["Player 1", "Player 2"])
    page.select_option("#seat-player2", "bot:beginner")
    page.click("form.setup button.main")
    can_choose(page)
    expect(page.locator(".seats .who")).to_have_text(["You Player 1", "Beginner Player 2, computer"])
    resign(page)
    expect(page.locator(".log p").last).to_have_text("Player 1 resigned.")
    page.click("text=Review")
    expect(page.locator(".now option")).to_have_text(["Everything open", "As you saw it", "As Player 2 saw it"])
