"""Lessons: what a lessons.toml may say, the tutor that goes through one, and every lesson of every game played."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import feint
from feint.core.errors import FeintError, IllegalChoice, UnknownGame
from feint.core.lessons import Lesson, Task, paragraphs, read_lessons
from feint.core.tutor import Tutor
from feint.testing.lessons import check_lessons
from feint.testing.violations import Violations
from kit.paths import EXAMPLE_GAMES

GAMES = feint.game_names()
KUHN = EXAMPLE_GAMES / "kuhn_poker"
MOST_ASKED = 20  # words of the last paragraph, which a phone always shows
LEAST, MOST = 5, 8  # lessons of a game that comes with Feint
MOST_WORDS = 1_100  # of the coach in a game: someone who reads 250 a minute is through in five


def wrong_with(folder: Path) -> list[str]:
    violations = Violations(folder)
    check_lessons(feint.load(folder), violations)
    return [violation.message for violation in violations.listed()]


# The lessons that come with Feint.


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_can_be_played_as_it_says(name: str) -> None:
    """Every way through by right choices, and every other choice explained."""
    game = feint.load(name)
    assert LEAST <= len(game.lessons) <= MOST
    assert wrong_with(game.folder) == []


@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_short_and_teach_by_choosing(name: str) -> None:
    tasks = [task for lesson in feint.load(name).lessons for task in lesson.task]
    assert sum(len(f"{task.say} {task.well}".split()) for task in tasks) < MOST_WORDS
    assert max(len(task.say.split("\n\n")[-1].split()) for task in tasks) <= MOST_ASKED
    assert sum(bool(task.wrong) for task in tasks) >= len(tasks) / 2


@pytest.mark.parametrize("name", GAMES)
def test_lessons_name_the_rulings_that_they_depend_on(name: str) -> None:
    """So that another default doesn't make a lesson say what isn't so."""
    assert all(lesson.rulings for lesson in feint.load(name).lessons)


# The tutor.


def test_a_wrong_choice_is_explained_and_changes_nothing() -> None:
    game = feint.load(KUHN)
    tutor = Tutor(game, game.lessons[0])
    before = len(tutor.match.steps)
    verdict = tutor.choose("pass")
    assert (verdict.right, verdict.words) == (False, "Then the cards decide, and yours is the lowest.")
    assert (tutor.done, len(tutor.match.steps), tutor.choices) == (0, before, [])
    assert tutor.legal() == ["pass", "bet"]


def test_after_a_right_choice_the_others_go_on_as_scripted() -> None:
    game = feint.load(KUHN)
    tutor = Tutor(game, game.lessons[0])
    verdict = tutor.choose(" BET ")
    assert (verdict.right, verdict.since, verdict.words) == (True, 2, "It didn't. A bluff doesn't always work.")
    assert [step.text for step in tutor.match.steps] == ["card 1", "card 3", "bet", "bet"]
    assert (tutor.task, tutor.legal(), tutor.choices) == (None, [], ["bet"])
    with pytest.raises(IllegalChoice, match=r"^this lesson is over; nothing more is asked$"):
        tutor.choose("bet")


def test_what_cannot_be_chosen_is_refused() -> None:
    game = feint.load(KUHN)
    tutor = Tutor(game, game.lessons[0])
    with pytest.raises(IllegalChoice, match=r"^raise can't be chosen here; choose one of pass, bet$"):
        tutor.choose("raise")
    with pytest.raises(IllegalChoice, match=r"^pass is not right here$"):
        tutor.repeat(["pass"])


def test_a_lesson_is_played_under_its_own_rulings() -> None:
    lesson = Lesson("Short", "P1", (Task("Move.", ("*",)),), {"length": 3, "stride": 2})
    assert Tutor(feint.load("tower-siege"), lesson).legal() == ["1", "2", "rest"]


def test_a_script_that_does_not_fit_is_named() -> None:
    lesson = Lesson("Off the road", "P1", (Task("Move.", ("*",)),), {}, (), ("P1 9",))
    with pytest.raises(FeintError, match=r"^the lesson 'Off the road' can't go on: P1 9: P1 can't choose 9 now"):
        Tutor(feint.load("tower-siege"), lesson)


# Reading lessons.toml.

TASK = '[[lesson.task]]\nsay = "Bet."\nright = ["bet"]\n'
HEAD = '[[lesson]]\ntitle = "One"\nseat = "first"\n'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "it holds nothing; it has to hold [[lesson]] and nothing else"),
        (f'author = "me"\n{HEAD}{TASK}', "it holds author, lesson"),
        (HEAD, "lesson 1 has no [[lesson.task]]; it has to have one or more"),
        (f'[[lesson]]\nseat = "first"\n{TASK}', "lesson 1 has no title"),
        (f"{HEAD}hint = 1\n{TASK}", "lesson 1 has hint; it can have title, seat, task, rulings, chance, play"),
        (f"{HEAD}chance = 'card 1'\n{TASK}", "chance of lesson 1 is no list of texts"),
        (f"{HEAD}rulings = 3\n{TASK}", "rulings of lesson 1 is no table"),
        (f'{HEAD}[[lesson.task]]\nsay = "Bet."\n', "lesson 1, task 1 has no right"),
        (f"{HEAD}[[lesson.task]]\nsay = 1\nright = ['bet']\n", "say of lesson 1, task 1 is no text"),
        (f"{HEAD}{TASK}wrong = {{ pass = 1 }}\n", "wrong of lesson 1, task 1 is no table of texts"),
        (f"{HEAD}{TASK}{HEAD}{TASK}", "two lessons have the same title"),
        ("lesson = 1", "lesson is no list of tables, each under [[lesson]]"),
        ("lesson = [1]", "lesson 1 has no [[lesson.task]]"),
        ("lesson = [{task = [1]}]", "lesson 1, task 1 is no table"),
        ("[[lesson]", "Expected ']]'"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(text)
    with pytest.raises(UnknownGame) as error:
        read_lessons(path)
    assert str(error.value).startswith(f"{path} can't be read: ")
    assert wrong in str(error.value)


def test_a_game_without_lessons() -> None:
    assert feint.load(EXAMPLE_GAMES / "urn").lessons == ()


def test_texts_are_paragraphs() -> None:
    assert paragraphs("\nOne\n  line.\n\nAnother.\n") == "One line.\n\nAnother."


# What feint.testing finds in other people's lessons.


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('"pass" = "Then', '"fold" = "Then', "pass is legal, and neither right nor explained"),
        ('"pass" = "Then', '"fold" = "Then', "fold fits no choice that could be made, or never comes first"),
        ('right = ["bet"]', 'right = ["bet", "raise"]', "raise fits no choice that could be made"),
        ('right = ["bet"]', 'right = ["raise"]', "no right choice is legal; legal are pass, bet"),
        ('seat = "first"', 'seat = "second"', "second has nothing to choose; first has"),
        ('seat = "first"', 'seat = "third"', "kuhn-poker has no seat called third"),
        ('"card 3"]', '"card 3", "card 2"]', "of 3 outcomes only 2 come"),
        (', "card 3"]', "]", "an outcome is due that `chance` doesn't have"),
        ('["second bet"]', '["second fold"]', "second can't choose fold now"),
        ("[[lesson.task]]", "[[lesson.tasks]]", "lesson 1 has no [[lesson.task]]"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_found(tmp_path: Path, old: str, new: str, wrong: str) -> None:
    folder = tmp_path / "kuhn_poker"
    shutil.copytree(KUHN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "lessons.toml").read_text()
    assert old in text
    (folder / "lessons.toml").write_text(text.replace(old, new))
    assert any(wrong in message for message in wrong_with(folder))


def test_what_choices_come_to_is_said_while_something_is_asked() -> None:
    game = feint.load("tower-siege")
    lesson = game.lessons[0]
    tutor = Tutor(game, lesson)
    assert tutor.details() == tutor.match.details(lesson.seat) != {}
    while (task := tutor.task) is not None:
        tutor.choose(next(choice for choice in tutor.legal() if task.takes(choice)))
    assert tutor.details() == {}
    assert tutor.legal() == []


def test_a_lesson_for_nobody() -> None:
    game = feint.load("tower-siege")
    with pytest.raises(feint.FeintError, match="has no seat called P7"):
        Tutor(game, replace(game.lessons[0], seat="P7"))
