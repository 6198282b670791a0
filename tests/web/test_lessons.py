"""Lessons in the page, in a real browser: every game's by clicking, wrong choices, and going on after a reload."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import feint
from feint.core.tutor import Tutor
from kit.chromium import PHONE, browser
from kit.page import CHOICE, People, clean, no_wider
from kit.server_process import Server, serving, sqlite

pytestmark = pytest.mark.xdist_group("browser")
GAMES = feint.game_names()
ASKED = ".coach .ask"
VERDICT = ".coach .verdict"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("lessons")
    with serving(sqlite(folder), folder) as started:
        yield started


@pytest.fixture
def people(chromium: Browser, server: Server) -> Iterator[People]:
    found = People(chromium, server.url)
    yield found
    found.leave()


def choose(page: Page, choice: str) -> None:
    """Click a choice in the list, which may be long."""
    page.wait_for_selector(CHOICE)
    button = page.locator(f'{CHOICE}[data-choice="{choice}"]')
    if not button.count():
        page.fill(".choices input[type=search]", choice)
    button.click()


def stored(page: Page, game: str) -> dict[str, object]:
    progress: dict[str, object] = page.evaluate("JSON.parse(localStorage.getItem('feint.lessons'))")[game]
    return progress


def paragraphs(words: str) -> str:
    return words.replace("\n\n", "")


@pytest.mark.parametrize("name", GAMES)
def test_all_lessons_of_a_game(people: People, name: str) -> None:
    """From its card in the lobby to the last lesson, and from there to a table."""
    game = feint.load(name)
    page = people.person()
    page.click(f'a.learn[href="#/learn/{name}"]')
    for number, lesson in enumerate(game.lessons, 1):
        expect(page.locator(".coach h1")).to_have_text(lesson.title)
        tutor = Tutor(game, lesson)
        while tutor.task is not None:
            expect(page.locator(ASKED)).to_have_text(paragraphs(tutor.task.say))
            expect(page.locator(".board")).not_to_be_empty()
            choice = next(filter(tutor.task.takes, tutor.legal()))
            choose(page, choice)
            verdict = tutor.choose(choice)
            if verdict.words:
                expect(page.locator(f"{VERDICT}.good")).to_have_text(paragraphs(verdict.words))
        expect(page.locator(ASKED)).to_have_count(0)
        if number < len(game.lessons):
            page.click(f"text=Next: {game.lessons[number].title}")
    assert stored(page, name) == {"done": [lesson.title for lesson in game.lessons], "lesson": "", "choices": []}
    page.click(f".coach >> text=Play {game.title}")
    page.wait_for_selector("form.setup")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(f'a.learn[href="#/learn/{name}"]')).to_contain_text(
        f"{len(game.lessons)} of {len(game.lessons)} done"
    )


def test_a_wrong_choice_is_explained_and_asked_again(people: People) -> None:
    page = people.person("/#/learn/tower-siege/2")
    choose(page, "2")
    expect(page.locator(f"{VERDICT}.bad")).to_contain_text("That takes you past P2")
    expect(page.locator(ASKED)).to_contain_text("Start one: move onto P2.")
    choose(page, "3")
    expect(page.locator(f"{VERDICT}.bad")).to_contain_text("to 7, without a battle")
    page.keyboard.press("1")  # by its key
    expect(page.locator(f"{VERDICT}.good")).to_contain_text("A battle, on position 5!")


def test_going_on_after_a_reload(people: People) -> None:
    page = people.person("/#/learn/tower-siege/2")
    choose(page, "1")
    expect(page.locator(ASKED)).to_contain_text("P2 has laid its card")
    page.goto(page.url.split("#")[0] + "#/learn/tower-siege")  # without a number: where someone left off
    page.reload()
    expect(page.locator(".coach h1")).to_have_text("A battle")
    expect(page.locator(ASKED)).to_contain_text("P2 has laid its card")
    choose(page, "card 5")
    expect(page.locator("text=Next: Rest")).to_be_visible()
    assert stored(page, "tower-siege")["done"] == ["A battle"]
    page.goto(page.url.split("#")[0] + "#/learn/tower-siege/2")
    page.reload()
    expect(page.locator(ASKED)).to_contain_text("Start one: move onto P2.")  # one that is done begins again


@pytest.mark.parametrize("choices", ['["rest"]', '["jump"]', '["3", "3"]'])
def test_a_lesson_that_has_changed_begins_again(people: People, choices: str) -> None:
    page = people.person()
    page.evaluate(f"""() => localStorage.setItem('feint.lessons',
        '{{"tower-siege": {{"done": [], "lesson": "The road", "choices": {choices}}}}}')""")
    people.wrong.clear()
    page.goto(page.url + "#/learn/tower-siege")
    expect(page.locator(ASKED)).to_contain_text("You are P1.")
    choose(page, "3")
    expect(page.locator(f"{VERDICT}.good")).to_contain_text("You are on 3.")
    people.wrong[:] = [what for what in people.wrong if "422" not in what]  # the browser says so of any refusal


def test_a_server_that_is_gone_is_said_by_the_coach(people: People) -> None:
    page = people.person("/#/learn/tower-siege/1")
    page.wait_for_selector(ASKED)
    page.context.set_offline(True)
    choose(page, "3")
    expect(page.locator(f"{VERDICT}.bad")).to_have_text("The server can't be reached. Is it still running?")
    page.context.set_offline(False)
    choose(page, "3")
    expect(page.locator(f"{VERDICT}.good")).to_be_visible()


@pytest.mark.parametrize("name", GAMES)
def test_on_a_phone(people: People, name: str) -> None:
    """Nothing stands out, the coach leaves most of the screen to the board, and nobody is kept from it."""
    page = people.person(f"/#/learn/{name}/1", viewport=PHONE, lists=False)
    page.wait_for_selector(ASKED)
    no_wider(page)
    coach = page.locator(".coach").bounding_box()
    assert coach is not None
    assert coach["height"] < PHONE["height"] * 0.4
    page.evaluate("scrollTo(0, 400)")
    expect(page.locator(".coach h1")).to_be_in_viewport()
    clean(page)


def ask(server: Server, path: str, body: object) -> tuple[int, dict[str, object]]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    wanted = urllib.request.Request(f"{server.url}/lessons/{path}", data, {"Content-Type": "application/json"})
    try:
        answer = urllib.request.urlopen(wanted)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, json.load(answer)


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("chess/1", {}, 404, "there is no game called chess"),
        ("tower_siege/1", {}, 404, "there is no game called tower_siege"),
        ("..%2ftower-siege/1", {}, 404, "there is nothing at this address"),
        ("tower-siege/7", {}, 404, "tower-siege has no lesson 7; it has 6"),
        ("tower-siege/0", {}, 422, "path.number"),
        ("tower-siege/one", {}, 422, "path.number"),
        ("tower-siege/1", {"choices": ["9"]}, 422, "9 can't be chosen here; choose one of 1, 2, 3, rest"),
        ("tower-siege/1", {"choices": ["1", "3"]}, 422, "1 is not right here"),
        ("tower-siege/1", {"choices": ["3"] * 33}, 422, "body.choices"),
        ("tower-siege/1", {"choices": ["x" * 201]}, 422, "body.choices.0"),
        ("tower-siege/1", {"choices": "3"}, 422, "body.choices"),
        ("tower-siege/1", {"seat": "P2"}, 422, "body.seat"),
        ("tower-siege/1", b"{", 422, "body"),
    ],
)
def test_what_the_server_refuses(server: Server, path: str, body: object, status: int, sentence: str) -> None:
    got, said = ask(server, path, body)
    assert got == status
    assert str(said["error"]).startswith(sentence)
