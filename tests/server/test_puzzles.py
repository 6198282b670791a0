"""Puzzles as the page asks for them: the position for the seat's eyes only, and the answer after a choice."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

import feint
from feint.core.errors import IllegalChoice
from feint.core.puzzles import PuzzleNotFound, daily_puzzle
from feint.server import puzzles
from feint.server.catalog import game_info
from feint.server.puzzles import puzzle_answer, puzzle_ratings, puzzle_state, todays_puzzle
from kit.paths import EXAMPLE_GAMES

SIEGE = feint.load("tower-siege")
GAMES = [name for name in feint.game_names() if feint.load(name).puzzles]


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_shows_what_its_seat_sees_and_nothing_of_the_answer(name: str) -> None:
    game = feint.load(name)
    for number in range(1, len(game.puzzles) + 1, max(1, len(game.puzzles) // 20)):
        puzzle, state = game.puzzles[number - 1], puzzle_state(game, number)
        match = puzzle.match(game)
        assert set(state) == {
            "number",
            "count",
            "seat",
            "rulings",
            "rating",
            "right",
            "legal",
            "details",
            "view",
            "log",
        }
        assert (state["number"], state["count"], state["seat"]) == (number, len(game.puzzles), puzzle.seat)
        assert state["view"] == match.view(puzzle.seat)
        assert state["log"] == match.log(puzzle.seat)
        assert state["legal"] == match.legal(puzzle.seat) == [value.choice for value in puzzle.values]
        assert state["details"] == match.details(puzzle.seat)
        assert state["right"] == len(puzzle.right)
        json.dumps(state)


def test_nothing_that_is_hidden_is_sent() -> None:
    field = feint.load("minefield-navigator")
    for number in range(1, len(field.puzzles) + 1, 50):
        assert field.puzzles[number - 1].steps[0].startswith("chance mines "), "the file knows them"
        state = puzzle_state(field, number)
        assert state["view"]["mined"] is None
        assert "chance" not in json.dumps(state)


def test_the_answer_has_the_values_of_all_choices() -> None:
    puzzle = SIEGE.puzzles[600]
    wrong = next(value.choice for value in puzzle.values if value.choice not in puzzle.right)
    for choice, right in ((puzzle.right[0], True), (f" {wrong.upper()}", False)):
        answer = puzzle_answer(SIEGE, 601, choice)
        assert (answer["right"], answer["solution"], answer["checked_by"]) == (right, list(puzzle.right), "solver")
        listed = [(value["choice"], value["low"], value["high"]) for value in answer["values"]]
        assert listed == [(value.choice, value.low, value.high) for value in puzzle.values]
        assert [value["said"] for value in answer["values"]] == [SIEGE.words.said(choice) for choice, _, _ in listed]


def test_ratings_and_counts() -> None:
    assert puzzle_ratings(SIEGE) == {"game": "tower-siege", "ratings": SIEGE.puzzles.ratings}
    assert game_info(SIEGE)["puzzles"] == len(SIEGE.puzzles)
    assert game_info(feint.load(EXAMPLE_GAMES / "urn"))["puzzles"] == 0


def test_the_puzzle_of_the_day_goes_by_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        @staticmethod
        def now(zone: Any) -> datetime:
            assert zone is UTC
            return datetime(2027, 1, 15, 23, 59, tzinfo=UTC)

    monkeypatch.setattr(puzzles, "datetime", Clock)
    game, number = daily_puzzle([feint.load(name) for name in feint.game_names()], date(2027, 1, 15))
    assert todays_puzzle() == {"date": "2027-01-15", "game": game.name, "number": number}


def test_what_is_refused() -> None:
    count = len(SIEGE.puzzles)
    with pytest.raises(PuzzleNotFound, match=rf"^tower-siege has no puzzle {count + 1}; it has {count}$"):
        puzzle_state(SIEGE, count + 1)
    with pytest.raises(PuzzleNotFound, match=r"^tower-siege has no puzzle 0; it has "):
        puzzle_answer(SIEGE, 0, "1")
    with pytest.raises(IllegalChoice, match=r"^fly can't be chosen here; choose one of "):
        puzzle_answer(SIEGE, 1, "fly")
