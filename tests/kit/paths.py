"""Where things are that tests read."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
EXAMPLE_GAMES = TESTS / "example_games"
FIXTURES = TESTS / "fixtures"
