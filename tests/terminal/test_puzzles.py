"""`feint puzzles`: a position at a terminal, right and wrong choices, the one of the day, and what can't be asked."""

import re

import pytest

import feint
from feint.core.puzzles import Puzzle
from kit.paths import EXAMPLE_GAMES
from kit.terminal import Person, run

FIELD = feint.load("minefield-navigator")
ASKED = "Enter your choice (1 or 2): "
AGAIN = "Press enter for another puzzle, or quit: "


def moving(right: bool) -> tuple[int, Puzzle]:
    """A puzzle in which it is right, or wrong, to move."""
    found = enumerate(FIELD.puzzles, 1)
    return next((n, puzzle) for n, puzzle in found if (puzzle.right == ("move",)) is right and not puzzle.rulings)


def test_a_right_choice_then_another_puzzle() -> None:
    number, puzzle = moving(right=True)
    person = Person("puzzles", "minefield-navigator", str(number), "--plain")
    person.types(ASKED, "1")
    person.types(AGAIN, "")
    person.types(": ", "quit")
    assert person.leaves() == 0
    assert f"Minefield Navigator, puzzle {number} of {len(FIELD.puzzles)}, rated {puzzle.rating}" in person.screen
    assert f"You are {puzzle.seat}. Find the one right choice." in person.screen
    assert "Right: move." in person.screen
    best = max(value.low for value in puzzle.values)
    assert re.search(rf"\* move +{100 * best:.1f}%", person.screen)
    assert person.screen.count("Minefield Navigator, puzzle") == 2


def test_a_wrong_choice_says_what_was_right() -> None:
    number, puzzle = moving(right=False)
    person = Person("puzzles", "minefield-navigator", str(number), "--plain")
    person.types(ASKED, "1")
    assert person.quits(AGAIN) == 0
    assert f"Wrong: move. Right: {puzzle.right[0]}." in person.screen
    assert "%" not in person.screen.partition("Wrong:")[0], "no value is shown before a choice"


def test_secrets_stay_hidden() -> None:
    """The file knows where the mines are; the screen shows what the seat may know."""
    number, puzzle = moving(right=True)
    result = run("puzzles", "minefield-navigator", str(number), typed="move\nquit\n")
    assert puzzle.steps[0].startswith("chance mines")
    assert "The mines were on" not in result.stdout
    assert puzzle.match(FIELD).view(puzzle.seat)["mined"] is None


def test_the_puzzle_of_the_day_is_one() -> None:
    result = run("puzzles", "--daily", typed="quit\n")
    assert (result.returncode, result.stdout.count(", puzzle ")) == (0, 1)


def test_all_puzzles_are_counted() -> None:
    result = run("puzzles")
    for name in feint.game_names():
        assert (f"{name}: {len(feint.load(name).puzzles)} puzzles, rated " in result.stdout) == bool(
            feint.load(name).puzzles
        )


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["tower-siege", "99999"], "feint: tower-siege has no puzzle 99999; it has 1100\n"),
        ([str(EXAMPLE_GAMES / "urn")], "feint: urn has no puzzles; those that do are listed by feint puzzles\n"),
        (["--make", "5"], "feint: which game's puzzles? name one: feint puzzles GAME --make 800\n"),
    ],
)
def test_what_is_refused(arguments: list[str], wrong: str) -> None:
    result = run("puzzles", *arguments)
    assert (result.returncode, result.stderr) == (2, wrong)
