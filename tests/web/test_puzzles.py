"""Puzzles in the page, in a real browser: solved on the board, by key and by list, rated, and the one of the day."""

import re

import pytest
from playwright.sync_api import Page, expect

import feint
from feint.core.puzzles import Puzzle, puzzle_of
from kit.chromium import PHONE
from kit.page import CHOICE, People, clean, no_wider

pytestmark = pytest.mark.xdist_group("browser")
GAMES = [name for name in feint.game_names() if feint.load(name).puzzles]
VERDICT = ".coach .verdict"


def numbered(game: str, right: int = 1) -> tuple[int, Puzzle]:
    """A game's puzzle in the middle with as many right choices."""
    found = [(n, puzzle) for n, puzzle in enumerate(feint.load(game).puzzles, 1) if len(puzzle.right) == right]
    return found[len(found) // 2]


def choose(page: Page, choice: str) -> None:
    page.click(f'{CHOICE}[data-choice="{choice}"]')


def stored(page: Page, game: str) -> dict[str, object]:
    progress: dict[str, object] = page.evaluate("JSON.parse(localStorage.getItem('feint.puzzles'))")[game]
    return progress


def shown_number(page: Page) -> int:
    page.wait_for_selector(".coach h1")
    page.wait_for_function("location.hash.split('/').length === 4")
    return int(page.evaluate("location.hash.split('/')[3]"))


@pytest.mark.parametrize("name", GAMES)
def test_from_the_lobby_to_the_next_puzzle(people: People, name: str) -> None:
    game = feint.load(name)
    page = people.person()
    page.click("text=All puzzles")
    page.click(f'a[href="#/puzzles/{name}"]')
    number = shown_number(page)
    puzzle = puzzle_of(game, number)
    expect(page.locator(".coach h1")).to_have_text(f"Puzzle {number} of {len(game.puzzles)}")
    seat = re.sub(r"^(P|player)(?=\d)", "Player ", puzzle.seat)
    expect(page.locator(".coach")).to_contain_text(re.compile(f"You are (the )?{seat}\\."))
    expect(page.locator(".values")).to_have_count(0)
    choose(page, puzzle.right[0])
    expect(page.locator(f"{VERDICT}.good")).to_contain_text(f"Right: {game.words.said(puzzle.right[0])}.")
    expect(page.locator(".values tr")).to_have_count(len(puzzle.values))
    expect(page.locator(".values tr.right")).to_have_count(len(puzzle.right))
    progress = stored(page, name)
    assert (progress["tried"], progress["streak"]) == ([number], 1)
    page.click("text=Next puzzle")
    expect(page.locator(".coach h1")).not_to_have_text(f"Puzzle {number} of {len(game.puzzles)}")
    assert shown_number(page) != number


def test_a_wrong_choice_shows_what_was_right_and_what_all_are_worth(people: People) -> None:
    number, puzzle = numbered("minefield-navigator")
    page = people.person(f"/#/puzzles/minefield-navigator/{number}")
    wrong = next(value for value in puzzle.values if value.choice not in puzzle.right)
    choose(page, wrong.choice)
    expect(page.locator(f"{VERDICT}.bad")).to_have_text(f"Wrong. You chose {wrong.choice}. Right: {puzzle.right[0]}.")
    expect(page.locator(".values tr.wrong")).to_have_text(f"{wrong.choice} (you){100 * wrong.low:.1f}%")
    best = max(value.low for value in puzzle.values)
    expect(page.locator(".values tr.right")).to_have_text(f"{puzzle.right[0]}{100 * best:.1f}%")
    expect(page.locator(".choices.card")).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Next puzzle", "the focus is not lost"
    assert stored(page, "minefield-navigator")["streak"] == 0


def test_only_the_first_try_counts(people: People) -> None:
    number, puzzle = numbered("tower-siege")
    page = people.person(f"/#/puzzles/tower-siege/{number}")
    choose(page, next(value.choice for value in puzzle.values if value.choice not in puzzle.right))
    expect(page.locator(".standing")).to_contain_text("\N{MINUS SIGN}")
    before = stored(page, "tower-siege")
    page.reload()
    expect(page.locator(".standing")).to_contain_text("You have tried this one before, so it doesn't count.")
    choose(page, puzzle.right[0])
    expect(page.locator(f"{VERDICT}.good")).to_be_visible()
    assert stored(page, "tower-siege") == before


def test_solved_on_the_board_with_the_list_folded(people: People) -> None:
    """Where a battle is on, the cards are on the board."""
    found = enumerate(feint.load("tower-siege").puzzles, 1)
    number, puzzle = next((n, one) for n, one in found if one.right[0].startswith("card") and len(one.values) > 2)
    page = people.person(f"/#/puzzles/tower-siege/{number}", lists=False)
    expect(page.locator(".choices .fold")).to_contain_text("List all")
    page.click(f'.board [data-choice="{puzzle.right[0]}"]')
    expect(page.locator(f"{VERDICT}.good")).to_be_visible()


def test_several_right_choices_are_said_to_be_several(people: People) -> None:
    number, puzzle = numbered("terminal-maneuver", 2)
    page = people.person(f"/#/puzzles/terminal-maneuver/{number}")
    expect(page.locator(".coach")).to_contain_text("Find one of the 2 right choices.")
    choose(page, puzzle.right[1])
    expect(page.locator(f"{VERDICT}.good")).to_be_visible()


def test_the_puzzle_of_the_day(people: People) -> None:
    page = people.person()
    page.click("text=Puzzle of the day")
    expect(page.locator(".coach h1")).to_have_text("Puzzle of the day")
    page.locator(f"{CHOICE}").first.click()
    expect(page.locator(VERDICT)).to_be_visible()
    page.click("text=Next puzzle")
    expect(page.locator(".coach h1")).not_to_have_text("Puzzle of the day")


def test_a_puzzle_that_is_not_there(people: People) -> None:
    page = people.person("/#/puzzles/tower-siege/99999")
    expect(page.locator("[role=alert]")).to_contain_text("tower-siege has no puzzle 99999")
    people.wrong.clear()


@pytest.mark.parametrize("name", GAMES)
def test_for_all_eyes(people: People, name: str) -> None:
    """Nothing stands out, and axe finds nothing, before and after the answer, on a phone and at night."""
    number, puzzle = numbered(name, 1)
    for options in ({}, {"viewport": PHONE, "color_scheme": "dark"}):
        page = people.person(f"/#/puzzles/{name}/{number}", **options)
        page.wait_for_selector(f"{CHOICE}:not(:disabled)", state="attached")
        no_wider(page)
        clean(page)
        choose(page, puzzle.right[0])
        expect(page.locator(f"{VERDICT}.good")).to_be_visible()
        no_wider(page)
        clean(page)


def test_the_list_of_games_for_all_eyes(people: People) -> None:
    page = people.person("/#/puzzles")
    expect(page.locator(".rows li")).to_have_count(len(GAMES))
    no_wider(page)
    clean(page)
