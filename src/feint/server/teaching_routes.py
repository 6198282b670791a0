"""Routes for those who learn: a game's lessons and puzzles. Nothing of them is kept."""

from typing import Annotated, Any

from fastapi import Body, FastAPI, Path

from feint.protocol import NAME, DailyPuzzle, LessonState, PuzzleAnswer, PuzzleRatings, PuzzleState
from feint.server.catalog import served_game
from feint.server.http_types import SolvePuzzle, TakeLesson
from feint.server.lessons import lesson_state
from feint.server.puzzles import puzzle_answer, puzzle_ratings, puzzle_state, todays_puzzle
from feint.server.route_types import answers

GameName = Annotated[str, Path(pattern=f"^{NAME}$")]
LessonNumber = Annotated[int, Path(ge=1, le=99)]
PuzzleNumber = Annotated[int, Path(ge=1, le=99_999)]


def add_teaching_routes(app: FastAPI) -> None:
    """Serve lessons and puzzles."""

    @app.post("/lessons/{name}/{number}", responses=answers(200, LessonState, 400, 404, 413, 422))
    def take_lesson(name: GameName, number: LessonNumber, taking: Annotated[TakeLesson, Body()]) -> Any:
        """A lesson of a game, counted from 1, after some choices. It is played from its beginning each time."""
        return lesson_state(served_game(name), number, taking.choices)

    @app.get("/puzzles/daily", responses=answers(200, DailyPuzzle, 404))
    def daily() -> Any:
        """The puzzle of the day, by the date in UTC."""
        return todays_puzzle()

    @app.get("/puzzles/{name}", responses=answers(200, PuzzleRatings, 404, 422))
    def puzzles(name: GameName) -> Any:
        """A game's puzzles: how hard each is."""
        return puzzle_ratings(served_game(name))

    @app.get("/puzzles/{name}/{number}", responses=answers(200, PuzzleState, 404, 422))
    def puzzle(name: GameName, number: PuzzleNumber) -> Any:
        """A puzzle of a game, counted from 1: its position, as the seat sees it that is to choose."""
        return puzzle_state(served_game(name), number)

    @app.post("/puzzles/{name}/{number}", responses=answers(200, PuzzleAnswer, 400, 404, 413, 422))
    def solve_puzzle(name: GameName, number: PuzzleNumber, answer: Annotated[SolvePuzzle, Body()]) -> Any:
        """Whether a choice is right in a puzzle, and what all choices are worth."""
        return puzzle_answer(served_game(name), number, answer.choice)
