"""A puzzle as the page is told of it: the position first, the answer after a choice. Nothing of it is kept."""

from datetime import UTC, datetime

from feint.core.game import Game, game_names
from feint.core.puzzles import daily_puzzle, puzzle_of
from feint.protocol import DailyPuzzle, PuzzleAnswer, PuzzleRatings, PuzzleState
from feint.server.catalog import served_game


def puzzle_ratings(game: Game) -> PuzzleRatings:
    """How hard each puzzle of a game is."""
    return {"game": game.name, "ratings": game.puzzles.ratings}


def todays_puzzle() -> DailyPuzzle:
    """Which puzzle is the one of this day, in UTC."""
    day = datetime.now(UTC).date()
    game, number = daily_puzzle([served_game(name) for name in game_names()], day)
    return {"date": day.isoformat(), "game": game.name, "number": number}


def puzzle_state(game: Game, number: int) -> PuzzleState:
    """A puzzle, counted from 1, as its seat sees it."""
    puzzle = puzzle_of(game, number)
    match = puzzle.match(game)
    return {
        "number": number,
        "count": len(game.puzzles),
        "seat": puzzle.seat,
        "rulings": dict(puzzle.rulings),
        "rating": puzzle.rating,
        "right": len(puzzle.right),
        "legal": match.legal(puzzle.seat),
        "details": match.details(puzzle.seat),
        "view": match.view(puzzle.seat),
        "log": match.log(puzzle.seat),
    }


def puzzle_answer(game: Game, number: int, choice: str) -> PuzzleAnswer:
    """Whether a choice is right, and what all are worth."""
    puzzle, said = puzzle_of(game, number), game.words.said
    return {
        "right": puzzle.choose(choice) in puzzle.right,
        "solution": list(puzzle.right),
        "values": [
            {"choice": one.choice, "said": said(one.choice), "low": one.low, "high": one.high} for one in puzzle.values
        ],
        "checked_by": puzzle.checked_by,
    }
