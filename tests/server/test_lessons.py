"""Lessons as the page asks for them: played from the beginning each time, for the learner's eyes only."""

from typing import Any

import pytest

import feint
from feint.core.errors import IllegalChoice
from feint.core.tutor import Tutor
from feint.server.catalog import game_info
from feint.server.lessons import LessonNotFound, lesson_state
from kit.paths import EXAMPLE_GAMES

SIEGE = feint.load("tower-siege")


def test_a_lesson_begins_with_its_position() -> None:
    state = lesson_state(SIEGE, 3, [])
    assert (state["title"], state["seat"], state["tasks"], state["done"]) == ("Who starts it", "P1", 2, 0)
    assert (state["right"], state["words"], state["legal"]) == (None, "", ["1", "2", "3"])
    assert state["say"] is not None
    assert state["say"].endswith("let P2 come after you.")
    [step] = state["steps"]
    assert step["view"]["position"] == [4, 5]
    assert step["log"][0] == "Welcome to Tower Siege!"


def test_a_wrong_choice_has_an_explanation_and_no_steps() -> None:
    state = lesson_state(SIEGE, 3, ["1"])
    assert (state["right"], state["done"], state["steps"], state["legal"]) == (False, 0, [], ["1", "2", "3"])
    assert state["words"].startswith("That starts the battle.")


def test_a_right_choice_shows_what_followed_choice_by_choice() -> None:
    state = lesson_state(SIEGE, 3, ["3"])
    assert (state["right"], state["done"], state["legal"][0]) == (True, 1, "card 1")
    first, second, third = state["steps"]
    assert first["log"][0] == "P1 moves to position 7."
    assert second["log"][:2] == ["P2 moves to position 7.", "Battle initiated at position 7!"]
    assert (second["view"]["laid"], third["view"]["laid"]) == (0, 2), "then P2 lays its card"
    over = lesson_state(SIEGE, 3, ["3", "card 5"])
    assert (over["right"], over["done"], over["say"], over["legal"]) == (True, 2, None, [])
    assert over["steps"][-1]["view"]["position"] == [0, 0]


def test_outcomes_come_with_the_choice_that_they_follow_from() -> None:
    state = lesson_state(feint.load("space-goats"), 2, ["buy Salvo Rocket"])
    [step] = state["steps"]
    assert step["log"][:2] == ["P1 buys Salvo Rocket for 4.", "Piercing Rocket comes to the market."]
    assert "P2 draws 4 cards." in step["log"]


def test_nothing_that_is_hidden_from_the_learner_is_sent() -> None:
    missile = lesson_state(feint.load("terminal-maneuver"), 1, [])
    assert missile["steps"][0]["view"]["chosen"][1] is None, "the laser's card"
    path = lesson_state(feint.load("minefield-navigator"), 1, [])
    assert path["steps"][0]["view"]["mined"] is None
    goats = lesson_state(feint.load("space-goats"), 3, [])
    assert goats["steps"][0]["view"]["hand"][0] is not None
    assert goats["steps"][0]["view"]["hand"][1] is None
    battle = lesson_state(SIEGE, 3, ["3"])
    assert battle["steps"][-1]["view"]["chosen"][1] is None, "P2's card"


@pytest.mark.parametrize("name", feint.game_names())
def test_every_lesson_as_the_page_takes_it(name: str) -> None:
    """All that is sent is what the tutor's match shows the learner's seat."""
    game = feint.load(name)
    assert game_info(game)["lessons"] == [lesson.title for lesson in game.lessons]
    for number, lesson in enumerate(game.lessons, 1):
        tutor = Tutor(game, lesson)
        seen: list[Any] = lesson_state(game, number, [])["steps"]
        while tutor.task is not None:
            tutor.choose(next(filter(tutor.task.takes, tutor.legal())))
            state = lesson_state(game, number, tutor.choices)
            assert (state["right"], state["done"]) == (True, tutor.done)
            assert state["steps"][-1]["view"] == tutor.match.view(lesson.seat)
            seen += state["steps"]
        assert [line for step in seen for line in step["log"]] == tutor.match.log(lesson.seat)


def test_what_is_refused() -> None:
    with pytest.raises(LessonNotFound, match=r"^tower-siege has no lesson 8; it has 7$"):
        lesson_state(SIEGE, 8, [])
    with pytest.raises(LessonNotFound, match=r"^urn has no lesson 1; it has 0$"):
        lesson_state(feint.load(EXAMPLE_GAMES / "urn"), 1, [])
    with pytest.raises(IllegalChoice, match=r"^2 is not right here$"):
        lesson_state(SIEGE, 3, ["2", "3"])
    with pytest.raises(IllegalChoice, match=r"^fly can't be chosen here; choose one of 1, 2, 3$"):
        lesson_state(SIEGE, 3, ["fly"])
    with pytest.raises(IllegalChoice, match=r"^this lesson is over; nothing more is asked$"):
        lesson_state(SIEGE, 3, ["3", "card 5", "1"])
