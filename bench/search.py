"""How fast `search` is, in the five games and beside OpenSpiel's IS-MCTS; and how strong, against a game's own bots.

`make bench` runs the first; matches take long, and are started by hand: `python bench/search.py dark-frontier
search:1s gunner --games 200 --processes 2`.
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pyspiel

import feint
from feint.bots import bots_of, choose, simulation_bot
from feint.bots.search import NAME, Search
from feint.core.game import Game
from feint.core.match import Match
from feint.core.result_table import wilson_interval
from feint.solve.best_response import exploitability
from feint.solve.infoset import keys_after
from feint.solve.sequence_form import sequence_form
from turns import Row, compared, in_turns

GAMES = Path(__file__).parents[1] / "tests" / "example_games"
THEIR_EXPLORE = {"kuhn_poker": 2.0, "leduc_poker": 13.0}  # their constant goes with the payoffs

SIMULATIONS = 10_000  # of each for a choice

Player = Callable[[Match, str, int], str]


@dataclass(frozen=True)
class Duel:
    """How often one player won against others; draws count as their share."""

    games: int
    points: float

    def __str__(self) -> str:
        low, high = wilson_interval(self.points, self.games)  # type: ignore[arg-type]  # halves for draws
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


def rate(name: str, steps: int, threads: int, seconds: float = 1.0) -> float:
    """Iterations a second, so many steps into a match between the game's own bots."""
    game = feint.load(name).for_simulation()
    policy = player(game, simulation_bot(game))
    search, seed = Search(game, f"{NAME}:{seconds:g}s", threads), 0
    match = game.start(seed=seed)
    while len(match.steps) < steps or len(match.legal(match.pending[0])) < 2:
        match.play(match.pending[0], policy(match, match.pending[0], seed))
        if match.over:  # too early: another match
            seed += 1
            match = game.start(seed=seed)
    begun = time.perf_counter()
    search.visits(match, match.pending[0], 1)
    if time.perf_counter() - begun > 2 * seconds:  # it was compiled
        search.visits(match, match.pending[0], 1)
    return search.iterations / seconds


MIDDLE = {
    "dark-frontier": 50,
    "minefield-navigator": 5,
    "space-goats": 70,
    "terminal-maneuver": 4,
    "tower-siege": 5,
}


# Beside OpenSpiel, on Kuhn and Leduc poker: the same information sets, the same number of simulations for each.


def our_matches(name: str) -> dict[tuple[int, int], tuple[Match, str]]:
    """For each information set, by its key, a match that is there and the seat that chooses."""
    game = feint.load(GAMES / name)
    found: dict[tuple[int, int], tuple[Match, str]] = {}
    waiting = [game.start(chance=[])]
    while waiting:
        match = waiting.pop()
        if match.over:
            continue
        seat = match.pending[0]
        if seat in game.seats:
            key = keys_after(game, [(step.seat, step.number) for step in match.steps])[game.seat_number(seat)]
            found.setdefault(key, (match, seat))
        for choice in match.legal(seat):
            after = match.at(len(match.steps))
            after.play(seat, choice)
            waiting.append(after)
    return found


def our_play(name: str, simulations: int, seed: int) -> tuple[float, float]:
    """How exploitable visits make us, in chips, if each set is searched; and simulations a second."""
    game = feint.load(GAMES / name)
    tree, search = sequence_form(game), Search(game, f"{NAME}:{simulations}")
    sets = our_matches(name)
    index = {tuple(key): i for i, key in enumerate(tree.keys.tolist())}
    search.visits(*next(iter(sets.values())), seed)  # compiles
    strategy, seconds = tree.uniform(), 0.0
    for key, (match, seat) in sets.items():
        begun = time.perf_counter()
        weighed = search.visits(match, seat, seed)
        seconds += time.perf_counter() - begun
        first = tree.first[index[key]]
        strategy[first : first + len(weighed)] = list(weighed.values())
    return exploitability(tree, strategy), simulations * len(sets) / seconds


def their_play(name: str, simulations: int, seed: int) -> tuple[float, float]:
    """The same for OpenSpiel's bot, whose policy is by visits, too."""
    game = pyspiel.load_game(name)
    policy, seconds, sets = {}, 0.0, 0
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        waiting += [state.child(action) for action in state.legal_actions()]
        if state.is_chance_node() or state.information_state_string() in policy:
            continue
        bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), THEIR_EXPLORE[name], simulations)
        begun = time.perf_counter()
        policy[state.information_state_string()] = bot.get_policy(state)
        seconds += time.perf_counter() - begun
        sets += 1
    gain = pyspiel.nash_conv(game, pyspiel.TabularPolicy(policy)) / 2
    return gain, simulations * sets / seconds


GOALS = {f"{title} Poker, search, {SIMULATIONS:,} simulations / OpenSpiel (1/s)": 5.0 for title in ("Kuhn", "Leduc")}


def rows(turns: int) -> dict[str, Row]:
    """Iterations a second; then what OpenSpiel does with as many, and how exploitable both are."""
    found = {}
    for name, middle in MIDDLE.items():
        title = feint.load(name).title
        for when, steps in ("start", 0), ("middle", middle):
            found[f"{title}, search from the {when}, 2 threads / 1 thread (iterations/s)"] = in_turns(
                lambda name=name, steps=steps: rate(name, steps, 2),
                lambda name=name, steps=steps: rate(name, steps, 1),
                min(turns, 3),
            )
    for title, name in ("Kuhn", "kuhn_poker"), ("Leduc", "leduc_poker"):
        what = f"{title} Poker, search, {SIMULATIONS:,} simulations / OpenSpiel"
        plays = [(our_play(name, SIMULATIONS, seed), their_play(name, SIMULATIONS, seed)) for seed in range(turns)]
        found[f"{what} (1/s)"] = compared([(ours[1], theirs[1]) for ours, theirs in plays])
        found[f"{what} (exploitability)"] = compared([(ours[0], theirs[0]) for ours, theirs in plays])
    return found


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
