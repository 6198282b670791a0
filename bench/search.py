"""How strong and how fast `search` is: against a game's own bots, by level; and beside OpenSpiel's IS-MCTS."""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import feint
from feint.bots import bots_of, choose
from feint.bots.search import NAME, Search
from feint.core.game import Game
from feint.core.match import Match
from feint.core.report import wilson

Player = Callable[[Match, str, int], str]


@dataclass(frozen=True)
class Duel:
    """How often one player won against others; draws count as their share."""

    games: int
    points: float

    def __str__(self) -> str:
        low, high = wilson(self.points, self.games)  # type: ignore[arg-type]  # halves for draws
        return f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%}) of {self.games} games"


def player(game: Game, name: str) -> Player:
    """A bot that can be asked for a choice: one of the game's own, or `search` at a level."""
    if name.startswith(NAME):
        return Search(game, name).choose
    bot = bots_of(game)[name]
    return lambda match, seat, seed: choose(match, seat, bot, seed)


def play(game: Game, players: dict[str, Player], seed: int) -> Match:
    match = game.start(seed=seed)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, players[seat](match, seat, seed))
    return match


def duel(described: str, one: str, other: str, first: int, games: int) -> Duel:
    """One player in each seat in turn, the other in all other seats; each seed is played from every seat."""
    name, *rulings = described.split()
    game = feint.load(name, **dict(ruling.split("=") for ruling in rulings)).for_simulation()
    mine, theirs = player(game, one), player(game, other)
    points = 0.0
    for number in range(first, first + games):
        seed, seat = divmod(number, len(game.seats))
        players = {each: mine if each == game.seats[seat] else theirs for each in game.seats}
        points += play(game, players, seed).scores[game.seats[seat]]
    return Duel(games, points)


def duels(described: str, one: str, other: str, games: int, first: int = 0, processes: int = 1) -> Duel:
    """The same, shared out among processes."""
    if processes == 1:
        return duel(described, one, other, first, games)
    part = -(-games // processes)
    with ProcessPoolExecutor(processes) as pool:
        parts = [
            pool.submit(duel, described, one, other, first + at, min(part, games - at)) for at in range(0, games, part)
        ]
        done = [part.result() for part in parts]
    return Duel(sum(part.games for part in done), sum(part.points for part in done))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    begun = time.perf_counter()
    found = duels(given.game, given.one, given.other, given.games, given.first, given.processes)
    print(f"{given.game}: {given.one} against {given.other}: {found}, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
