"""How long `perfect` takes for a choice once its solution is loaded, and how long loading takes."""

import time

import feint
from feint.bots.players import PERFECT, Player, player
from feint.core.match import Match
from feint.solve.solution_cache import cache_path
from turns import Measure, Row, in_turns

GAMES = ("terminal-maneuver", "minefield-navigator", "tower-siege")


def positions(name: str, games: int) -> list[tuple[Match, str]]:
    """Where someone has something to choose, in matches between random bots."""
    game, found = feint.load(name).for_simulation(), []
    bot = player(game, "random")
    for seed in range(games):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.pending[0]
            if len(match.legal(seat)) > 1:
                found.append((match.at(len(match.steps)), seat))
            match.play(seat, bot.choose(match, seat, seed))
    return found


def microseconds_a_choice(bot: Player, asked: list[tuple[Match, str]]) -> Measure:
    def measure() -> float:
        begun = time.perf_counter()
        for match, seat in asked:
            bot.choose(match, seat, 7)
        return (time.perf_counter() - begun) / len(asked) * 1e6

    return measure


def seconds_to_load(name: str) -> Measure:
    """To have the player ready, when the solution is in the cache."""

    def measure() -> float:
        begun = time.perf_counter()
        player(feint.load(name), PERFECT)
        return time.perf_counter() - begun

    return measure


def seconds_to_read(name: str) -> Measure:
    """To read as many bytes, and nothing else."""
    path = cache_path(feint.load(name))

    def measure() -> float:
        begun = time.perf_counter()
        path.read_bytes()
        return time.perf_counter() - begun

    return measure


def rows(turns: int) -> dict[str, Row]:
    """All rows of the table."""
    found = {}
    for name in GAMES:
        game, asked = feint.load(name), positions(name, 30)
        perfect, by_luck = (microseconds_a_choice(player(game, who), asked) for who in (PERFECT, "random"))
        found[f"{game.title}, a choice by perfect / by random (us)"] = in_turns(perfect, by_luck, turns)
        load, read = seconds_to_load(name), seconds_to_read(name)
        found[f"{game.title}, loading perfect / reading its file (s)"] = in_turns(load, read, turns)
    return found
