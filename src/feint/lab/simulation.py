"""Simulation: plays a game many times with bots, compiled, and reports who won, how often, and how sure that is."""

import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from operator import index
from typing import Any

import numpy as np

from feint.bots import bots_of
from feint.bots.players import Player, Who, called, check_any_player
from feint.core import state_queries
from feint.core.chance import game_seed, seed_number
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.result_table import ResultTable, wilson_interval
from feint.core.rule import CHANCE
from feint.kernel.compiler import build
from feint.lab import simulation_loop
from feint.lab.side_by_side import SIDE_BY_SIDE, play_on, prepared, seated, takes_many

MOST_GAMES = 10**12
FIRST_BATCH = 500  # games; how long they take says how large the next batch can be
SECONDS_PER_BATCH = 0.05  # long enough not to notice the batches, short enough to stop at once


@dataclass(frozen=True)
class SimulationReport:
    """The result of a simulation."""

    game: str
    rulings: dict[str, str]
    bots: dict[str, str]  # who played each seat
    games: int
    seed: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    rounds_mean: float
    rounds_sd: float
    rounds_min: int
    rounds_max: int
    choices: int
    seconds: float
    data: dict[str, str]  # the data files that were given, with a print of each
    counts: dict[str, int]  # games of certain kinds, as the game's report.py names them
    listing: ResultTable | None  # the table that the game's report.py makes
    interrupted: bool = False

    @property
    def games_per_second(self) -> float:
        """How fast it ran, without compiling."""
        return self.games / self.seconds

    def share(self, count: int) -> tuple[float, float, float]:
        """A count as a share of all games, with its 95% interval (Wilson's)."""
        return count / self.games, *wilson_interval(count, self.games)

    def to_json(self) -> dict[str, Any]:
        """The report for programs."""
        wins = {}
        for seat, count in self.wins.items():
            share, low, high = self.share(count)
            wins[seat] = {"count": count, "share": share, "low": low, "high": high}
        return {
            "game": self.game,
            "rulings": self.rulings,
            "bots": self.bots,
            "games": self.games,
            "seed": self.seed,
            "wins": wins,
            "draws": self.draws,
            "unfinished": self.unfinished,
            "rounds": {
                "mean": self.rounds_mean,
                "sd": self.rounds_sd,
                "min": self.rounds_min,
                "max": self.rounds_max,
            },
            "games_per_second": self.games_per_second,
            "interrupted": self.interrupted,
            **({"data": self.data} if self.data else {}),
            **({"counts": self.counts} if self.counts else {}),
            **({"listing": self.listing.to_json()} if self.listing else {}),
        }


def simulate(
    game: Game,
    games: int,
    seats: Mapping[str, Who] | None = None,
    seed: int | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> SimulationReport:
    """Play a game many times between bots. Same seed, same result, whatever the number of threads.

    Bots that are rules play in compiled code. Where any other player has a seat, one's own among them, all is played
    choice by choice, thousands of times slower, and in one thread.

    `progress` is called with the number of games played so far. Interrupted, it reports on the games played so far.
    """
    asked, game = game, game.for_simulation()
    games, threads = index(games), index(threads)
    who = _seated(game, seats or {})
    bots = {seat: called(one) for seat, one in who.items()}
    _check(games, threads)
    seed = secrets.randbits(64) if seed is None else seed_number(seed)
    first_batch = FIRST_BATCH
    if all(isinstance(one, str) and one in bots_of(game) for one in who.values()):
        play_batch = _batch_player(game, bots, seed)
        play_batch(0, 0)  # compiles, before the clock starts
    else:
        players, threads = prepared(asked, who), 1
        first_batch = SIDE_BY_SIDE if any(map(takes_many, players.values())) else 1
        play_batch = _slow_batch_player(game, players, seed)
    begun = time.perf_counter()
    played: list[tuple[Any, int]] = []  # tallies, and how many games each is of
    with ThreadPoolExecutor(threads) as pool:
        planned, size = 0, first_batch
        playing: deque[Future[tuple[Any, int, float]]] = deque()
        try:
            while planned < games or playing:
                while planned < games and len(playing) < 2 * threads:
                    batch = min(size, games - planned)
                    playing.append(pool.submit(play_batch, planned, batch))
                    planned += batch
                tally, batch, seconds = playing[0].result()
                playing.popleft()
                played.append((tally, batch))
                size = max(min(first_batch, SIDE_BY_SIDE), int(batch * SECONDS_PER_BATCH / max(seconds, 1e-6)))
                if progress is not None:
                    progress(sum(batch for _, batch in played))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            if not played:
                raise
    done = sum(batch for _, batch in played)
    tallies = np.array([tally for tally, _ in played])
    return _report(game, bots, done, seed, tallies, time.perf_counter() - begun, done < games)


def _batch_player(game: Game, bots: Mapping[str, str], seed: int) -> Callable[[int, int], tuple[Any, int, float]]:
    """A function that plays some games: from the first one's number and how many, to a tally, how many, and seconds."""
    known = bots_of(game)
    own = [bot for name, bot in known.items() if name != "random"]
    play_games = build(game, lambda rules: simulation_loop.make_simulation(rules, game.report, own))
    start = game.schema.pack(game.first_state())
    masks = np.array([game.schema.seen_mask(seat) for seat in range(len(game.seats))])
    players = np.array([list(known).index(bots[seat]) for seat in game.seats])

    def play_batch(first: int, games: int) -> tuple[Any, int, float]:
        begun = time.perf_counter()
        room = np.zeros(2, start.dtype)
        room_bytes = room.view(np.uint8).reshape(2, -1)
        tally = play_games(start, room, room_bytes, masks, players, np.uint64(seed), first, games)
        if tally[len(game.seats) + simulation_loop.CHOICES] == simulation_loop.ENDLESS:
            most = f"{simulation_loop.MOST_STEPS:,} steps"
            raise FeintError(f"a game of {game.name} ran for {most}: under these rulings it may never end")
        return tally, games, time.perf_counter() - begun

    return play_batch


def _slow_batch_player(
    game: Game, players: Mapping[str, Player], seed: int
) -> Callable[[int, int], tuple[Any, int, float]]:
    """The same for any players, in plain Python, with the tally that the compiled loop would have."""
    seats, report = len(game.seats), game.report
    own_counts = 0 if report is None else report.COUNTS

    def play_batch(first: int, games: int) -> tuple[Any, int, float]:
        begun = time.perf_counter()
        tally = np.zeros(seats + simulation_loop.COUNTS + own_counts, np.int64)
        counts = tally[seats:]
        counts[simulation_loop.FEWEST_ROUNDS] = 2**62
        seeds = [int(game_seed(seed, number)) for number in range(first, first + games)]
        matches = [game.start(seed=own) for own in seeds]
        play_on(matches, [players] * games, seeds)
        for match in matches:
            _count(match, tally[:seats], counts)
        return tally, games, time.perf_counter() - begun

    return play_batch


def _count(match: Match, wins: Any, counts: Any) -> None:
    """Count a match that is over."""
    game, state = match.game, match.final_state()
    points = state_queries.points(game, state)
    winners = [seat for seat, share in enumerate(points) if share > 0]
    if len(winners) == 1:
        wins[winners[0]] += 1
    else:
        counts[simulation_loop.DRAWS if winners else simulation_loop.UNFINISHED] += 1
    rounds = int(state.round)
    counts[simulation_loop.ROUNDS] += rounds
    counts[simulation_loop.ROUNDS_SQUARED] += rounds * rounds
    counts[simulation_loop.FEWEST_ROUNDS] = min(counts[simulation_loop.FEWEST_ROUNDS], rounds)
    counts[simulation_loop.MOST_ROUNDS] = max(counts[simulation_loop.MOST_ROUNDS], rounds)
    counts[simulation_loop.CHOICES] += sum(step.seat != CHANCE for step in match.steps)
    if game.report is not None:
        game.report.tally(state, points, counts[simulation_loop.COUNTS :])


def _check(games: int, threads: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        size = "small" if games < 1 else "large"
        raise FeintError(f"games={games} is too {size}: a simulation has 1 to {MOST_GAMES:,} games")
    if threads < 1:
        raise FeintError(f"threads={threads} is too small: it must be at least 1")


def _seated(game: Game, seats: Mapping[str, Who]) -> dict[str, Who]:
    """Who plays each seat: the one named for it, or the game's best bot."""
    for seat, who in seats.items():
        game.seat_number(seat)
        try:
            check_any_player(game, who)
        except FeintError as error:
            raise FeintError(f"{seat}={called(who)} can't be simulated: {error}") from None
    return seated(game, seats)


def _report(
    game: Game, bots: dict[str, str], games: int, seed: int, tallies: Any, seconds: float, interrupted: bool
) -> SimulationReport:
    counts = tallies[:, len(game.seats) :]
    report, own_counts = game.report, counts[:, simulation_loop.COUNTS :].sum(axis=0).tolist()
    total = [int(n) for n in counts.sum(axis=0)]
    mean = total[simulation_loop.ROUNDS] / games
    variance = total[simulation_loop.ROUNDS_SQUARED] / games - mean**2
    return SimulationReport(
        game=game.name,
        rulings=game.rulings_text,
        bots=bots,
        games=games,
        seed=seed,
        wins={seat: int(tallies[:, number].sum()) for number, seat in enumerate(game.seats)},
        draws=total[simulation_loop.DRAWS],
        unfinished=total[simulation_loop.UNFINISHED],
        rounds_mean=mean,
        rounds_sd=sqrt(max(0.0, variance)),
        rounds_min=int(counts[:, simulation_loop.FEWEST_ROUNDS].min()),
        rounds_max=int(counts[:, simulation_loop.MOST_ROUNDS].max()),
        choices=total[simulation_loop.CHOICES],
        seconds=seconds,
        data=game.data_text,
        counts=report.named(own_counts) if report else {},
        listing=report.listing(game, own_counts) if report else None,
        interrupted=interrupted,
    )
