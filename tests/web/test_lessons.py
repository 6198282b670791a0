"""Lessons in the page, in a real browser: every game's by clicking, wrong choices, and going on after a reload."""

import json
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Page, expect

import feint
from feint.core.tutor import Tutor
from kit.chromium import PHONE
from kit.page import CHOICE, People, clean, no_wider
from kit.server_process import Server
from kit.stage import SIZES, cut_off

pytestmark = pytest.mark.xdist_group("browser")
GAMES = feint.game_names()
ASKED = ".coach .ask"
TOLD = ".coach .told"
VERDICT = ".coach .verdict"
PHONES = [{"width": width, "height": height} for name, (width, height) in SIZES.items() if "phone" in name]

# A choice of the list that stays folded, as a screen reader would make it; a long one is searched.
CHOOSE = """choice => {
    const find = () => document.querySelector(`.choices [data-choice="${CSS.escape(choice)}"]`);
    const field = document.querySelector('.choices input[type=search]');
    if (!find()) field.value = choice, field.dispatchEvent(new Event('input'));
    find().click();
}"""


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


def in_sight(page: Page, where: str) -> list[str]:
    """What is cut off of what is asked, the way on and the coach's words, on a phone as it is held and turned by 90°."""
    wrong = []
    for _ in PHONES:
        turned = next(size for size in PHONES if size != page.viewport_size)
        page.set_viewport_size(turned)
        found = cut_off(page, ASKED, ".coach .actions", ".coach .said", ".bar .where")
        low = page.locator(".stage").evaluate("stage => stage.getBoundingClientRect().bottom - innerHeight")
        found += ["the board lies below the window"] if low > 0 else []
        wrong += [f"{where} at {turned['width']}x{turned['height']}: {what}" for what in found]
    return wrong


@pytest.mark.parametrize("name", GAMES)
def test_all_lessons_of_a_game(people: People, name: str) -> None:
    """From its card in the lobby to the last lesson, and from there to a table; on a phone, which is turned over and over."""
    game = feint.load(name)
    page = people.person(viewport=PHONES[0], lists=False)
    page.click(f'a.learn[href="#/learn/{name}"]')
    wrong: list[str] = []
    for number, lesson in enumerate(game.lessons, 1):
        expect(page.locator(".coach h1")).to_have_text(lesson.title)
        tutor = Tutor(game, lesson)
        while tutor.task is not None:
            *told, task = tutor.task.say.split("\n\n")
            expect(page.locator(ASKED)).to_have_text(task)
            expect(page.locator(TOLD)).to_have_text(["".join(told)] if told else [])
            expect(page.locator(".board")).not_to_be_empty()
            wrong += in_sight(page, f"{number}: {task}")
            choice = next(filter(tutor.task.takes, tutor.legal()))
            page.evaluate(CHOOSE, choice)
            verdict = tutor.choose(choice)
            if verdict.words:
                expect(page.locator(f"{VERDICT}.good")).to_have_text(paragraphs(verdict.words))
        expect(page.locator(ASKED)).to_be_hidden()
        wrong += in_sight(page, f"{number}: the end")
        if number < len(game.lessons):
            page.click(f"text=Next: {game.lessons[number].title}")
    assert not wrong, "\n".join(wrong)
    assert stored(page, name) == {"done": [lesson.title for lesson in game.lessons], "lesson": "", "choices": []}
    page.click(f".coach >> text=Play {game.title}")
    page.wait_for_selector("form.setup")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(f'a.learn[href="#/learn/{name}"]')).to_contain_text(
        f"{len(game.lessons)} of {len(game.lessons)} done"
    )


def test_a_lesson_has_its_games_own_colour(people: People) -> None:
    """Also for someone who comes from another game."""
    page = people.person("/#/game/dark-frontier")
    page.wait_for_selector(".setup .emblem svg")
    colours = []
    for name in ("dark-frontier", "tower-siege"):
        page.evaluate("name => location.hash = `#/learn/${name}/1`", name)
        expect(page.locator(".coach h1")).to_have_text(feint.load(name).lessons[0].title)
        colours.append(page.locator(".coach").evaluate("coach => getComputedStyle(coach).borderTopColor"))
    assert len(set(colours)) == 2


def test_a_wrong_choice_is_explained_and_asked_again(people: People) -> None:
    page = people.person("/#/learn/tower-siege/3")
    choose(page, "1")
    expect(page.locator(f"{VERDICT}.bad")).to_contain_text("That starts the battle.")
    expect(page.locator(ASKED)).to_contain_text("let P2 come after you.")
    choose(page, "2")
    expect(page.locator(f"{VERDICT}.bad")).to_contain_text("Go further.")
    page.keyboard.press("3")  # by its key
    expect(page.locator(f"{VERDICT}.good")).to_contain_text("You are on 7, one move from the tower.")


def test_going_on_after_a_reload(people: People) -> None:
    page = people.person("/#/learn/tower-siege/3")
    choose(page, "3")
    expect(page.locator(ASKED)).to_contain_text("P2's card is face down.")
    page.goto(page.url.split("#")[0] + "#/learn/tower-siege")  # without a number: where someone left off
    page.reload()
    expect(page.locator(".coach h1")).to_have_text("Who starts it")
    expect(page.locator(ASKED)).to_contain_text("P2's card is face down.")
    choose(page, "card 5")
    expect(page.locator("text=Next: Rest")).to_be_visible()
    assert stored(page, "tower-siege")["done"] == ["Who starts it"]
    page.goto(page.url.split("#")[0] + "#/learn/tower-siege/3")
    page.reload()
    expect(page.locator(ASKED)).to_contain_text("let P2 come after you.")  # one that is done begins again


def test_both_dials_at_once(people: People) -> None:
    """Where the board sets two dials with one button, both are asked for before, and neither is called wrong."""
    page = people.person("/#/learn/dark-frontier/1")
    page.click(".board >> text=Take station")
    expect(page.locator(ASKED)).to_contain_text("rotate 0, and burn 2.")
    page.locator('.board button:text-is("2")').click()
    page.click(".board >> text=Set both dials")
    expect(page.locator(f"{VERDICT}.good")).to_contain_text("Your velocity is still N 2:")


@pytest.mark.parametrize("choices", ['["rest"]', '["jump"]', '["3", "3"]'])
def test_a_lesson_that_has_changed_begins_again(people: People, choices: str) -> None:
    page = people.person()
    page.evaluate(f"""() => localStorage.setItem('feint.lessons',
        '{{"tower-siege": {{"done": [], "lesson": "The road", "choices": {choices}}}}}')""")
    people.wrong.clear()
    page.goto(page.url + "#/learn/tower-siege")
    expect(page.locator(ASKED)).to_contain_text("Move 3.")
    choose(page, "3")
    expect(page.locator(f"{VERDICT}.good")).to_contain_text("You are on 3,")
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
    expect(page.locator(".where .part")).to_have_text(feint.load(name).lessons[0].title)
    expect(page.locator(ASKED)).to_be_in_viewport(ratio=1)
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
        ("tower-siege/8", {}, 404, "tower-siege has no lesson 8; it has 7"),
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
