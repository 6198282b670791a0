"""`feint learn`: lessons in a terminal, wrong choices explained, leaving in the middle and going on from there."""

import json
from pathlib import Path

import pytest

import feint
from feint.core.lessons import Lesson
from feint.core.tutor import Tutor
from kit.paths import EXAMPLE_GAMES
from kit.terminal import Person, run

PROMPT = r"\): |face\? |facing where\? |your velocity\? |battle card: |Enter choice: |or quit: "


@pytest.fixture(autouse=True)
def nothing_learned_yet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "feint" / "lessons.json"


def right_choices(game: feint.Game, lesson: Lesson) -> list[str]:
    tutor = Tutor(game, lesson)
    while tutor.task is not None:
        tutor.choose(next(filter(tutor.task.takes, tutor.legal())))
    return tutor.choices


def typed(choice: str) -> list[str]:
    """What is typed for a choice: as it is written; but Tower Siege asks first whether to move."""
    return ["1", choice] if choice.isdecimal() else [choice]


def answers(person: Person, *lines: str) -> None:
    for line in lines:
        person.child.expect(PROMPT)
        person.raw += person.child.before + person.child.after
        person.child.sendline(line)


def said(person: Person) -> str:
    """All that was on the screen so far, however it was folded."""
    return " ".join(person.screen.split())


@pytest.mark.parametrize("name", feint.game_names())
def test_all_lessons_of_a_game(name: str, nothing_learned_yet: Path) -> None:
    game = feint.load(name)
    person = Person("learn", name, "--plain")
    for number, lesson in enumerate(game.lessons, 1):
        for choice in right_choices(game, lesson):
            answers(person, *typed(choice))
        if number < len(game.lessons):
            answers(person, "")
    assert person.leaves() == 0
    words = said(person)
    for number, lesson in enumerate(game.lessons, 1):
        assert f"{game.title}, lesson {number} of {len(game.lessons)}: {lesson.title}" in words
        for task in lesson.task:
            assert " ".join(task.say.split()) in words
            assert " ".join(task.well.split()) in words
    assert "That was the last lesson. In a match, ? at any prompt says what else you can type. Now play: " in words
    assert words.endswith(f"feint play {name}")
    assert json.loads(nothing_learned_yet.read_text())[name]["done"] == [lesson.title for lesson in game.lessons]
    assert f"{name}  ({len(game.lessons)} of {len(game.lessons)} done)" in run("learn").stdout


def test_wrong_choices_leaving_and_going_on(nothing_learned_yet: Path) -> None:
    person = Person("learn", "tower-siege", "--plain")
    answers(person, "2", "1", "1", "rest", "?", "task", "1", "3")  # two wrong ones; what is typed at any prompt
    answers(person, "9", "x", "?", "3")  # there is no such lesson; help between two lessons
    answers(person, "1", "2", "1", "3")
    assert person.quits("battle card: ") == 0
    words = said(person)
    assert "Resting takes the whole turn and gives back used cards" in words
    assert "That would be fine too. For now, move 3." in words
    assert "board (draw the board), task (what the coach asks, once more), quit (leave" in words
    assert words.count("Whoever reaches 10 first wins.") == 2
    assert words.count("Press enter, or enter the number of a lesson (1-7).") == 2
    assert "x 1. The road 2. A battle 3. Who starts it" in words
    assert "From 6 you couldn't reach the tower in one move" in words
    assert words.endswith("feint learn tower-siege")
    stored = json.loads(nothing_learned_yet.read_text())["tower-siege"]
    assert stored == {"done": ["The road"], "lesson": "Who starts it", "choices": ["3"]}
    listed = run("learn").stdout
    assert "tower-siege  (1 of 7 done)\n  x 1. The road\n    2. A battle\n  > 3. Who starts it\n" in listed

    again = Person("learn", "tower-siege", "--plain")
    answers(again, "card 2", "card 5", "7")
    assert again.quits() == 0
    words = said(again)
    assert "lesson 3 of 7: Who starts it" in words
    assert "let P2 come after you." not in words, "it goes on in the middle"
    assert "P2 is lost if it doesn't win here" in words
    assert "lesson 7 of 7: Stop them" in words
    stored = json.loads(nothing_learned_yet.read_text())["tower-siege"]
    assert stored == {"done": ["The road", "Who starts it"], "lesson": "Stop them", "choices": []}


@pytest.mark.parametrize(
    "stored",
    [
        "{",
        "[]",
        '{"tower-siege": 3}',
        '{"tower-siege": {"done": 3}}',
        '{"tower-siege": {"weather": "fine"}}',
        '{"tower-siege": {"lesson": "The road", "choices": ["rest"]}}',
        '{"tower-siege": {"lesson": "The road", "choices": ["jump"]}}',
        '{"tower-siege": {"lesson": "A lesson that was", "choices": ["1"]}}',
    ],
)
def test_what_was_stored_and_makes_no_sense_is_forgotten(nothing_learned_yet: Path, stored: str) -> None:
    nothing_learned_yet.parent.mkdir()
    nothing_learned_yet.write_text(stored)
    done = run("learn", "tower-siege", typed="1\n3\nquit\n")
    assert "lesson 1 of 7: The road" in done.stdout
    assert json.loads(nothing_learned_yet.read_text())["tower-siege"]["done"] == ["The road"]


def test_lessons_that_cannot_be_stored_go_on(nothing_learned_yet: Path) -> None:
    nothing_learned_yet.mkdir(parents=True)
    done = run("learn", "tower-siege", typed="1\n3\n\nquit\n")
    assert done.returncode == 0
    assert "Not saved: " in done.stdout
    assert "lesson 2 of 7: A battle" in done.stdout


def test_a_game_from_elsewhere(nothing_learned_yet: Path) -> None:
    """Without a screen of its own, and with a lesson."""
    folder = EXAMPLE_GAMES / "kuhn_poker"
    done = run("learn", str(folder), typed="pass\nbet\n")
    assert "Then the cards decide, and yours is the lowest." in done.stdout
    assert done.stdout.endswith(f"feint play {folder}\n")
    assert list(json.loads(nothing_learned_yet.read_text())) == [str(folder)]
    none = run("learn", str(EXAMPLE_GAMES / "urn"))
    assert (none.returncode, none.stderr) == (2, "feint: urn has no lessons; read its rules with feint rules\n")


def test_the_menu_teaches_too() -> None:
    person = Person("--plain")
    person.types("l to learn one, or q to quit: ", "l")
    person.types("Which game do you want to learn (1-5)? ", "tower")
    answers(person, "1", "3")
    person.types("or quit: ", "quit")
    person.types("or q to quit: ", "l")
    person.types("Which game do you want to learn (1-5)? ", "chess")
    person.types("or q to quit: ", "q")
    assert person.leaves() == 0
    assert "Enter a number from 1 to 5, or the beginning of a game's name." in person.screen
