"""Tournaments between rule bots: compiled, they come out as choice by choice."""

from dataclasses import replace

import pytest

import feint
from feint.core.game import Game
from feint.lab.tournament import Task, play_games, run_tournament


@pytest.mark.parametrize(
    ("game", "bots", "games"),
    [
        (feint.load("terminal-maneuver"), ("random", "random:50%"), 40),
        (feint.load("minefield-navigator", first="toss"), ("random:20%", "random"), 20),
        (feint.load("tower-siege", turn_limit=8), ("random", "random:50%"), 40),
        (feint.load("dark-frontier"), ("gunner:50%", "gunner"), 4),
        (feint.load("space-goats", players=3), ("trader", "miser:70%"), 8),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else "",
)
def test_compiled_or_by_hand(game: Game, bots: tuple[str, str], games: int) -> None:
    """Game by game the same points; also in games without a result, of which both have half (TS-Q4)."""
    task = Task(game.folder, game.given_options, bots, 0, 31, 6, games, is_compiled=True)
    points = play_games(task)
    assert points == play_games(replace(task, is_compiled=False))
    assert len(points) == games
    if game.name == "tower-siege":
        assert 0.5 in points


def test_processes_make_no_difference_to_compiled_games() -> None:
    game, bots = feint.load("terminal-maneuver"), ["random", "random:50%", "random:10%"]
    alone = run_tournament(game, bots, 5_000, seed=3, processes=1)
    assert run_tournament(game, bots, 5_000, seed=3, processes=3) == alone
    assert [pair.games for pair in alone.pairings] == [5_000] * 3


def test_those_that_think_and_those_that_do_not() -> None:
    """Both kinds of pairs in one tournament; progress counts them all."""
    game, told = feint.load("terminal-maneuver"), []
    found = run_tournament(
        game,
        ["random", "random:50%", "search:3"],
        12,
        seed=3,
        processes=2,
        progress=lambda done, of: told.append((done, of)),
    )
    assert told[-1] == (36, 36)
    assert found == run_tournament(game, ["random", "random:50%", "search:3"], 12, seed=3)
