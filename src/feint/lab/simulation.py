"""Simulation: plays a game many times between players, and reports who won, how often, and how sure that is.

Bots that are rules play compiled, in threads; players that think play in processes.
"""

import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from math import sqrt
from operator import index
from typing import Any, NamedTuple

import numpy as np

from feint.bots.players import Who, called
from feint.core.chance import seed_number
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.result_table import ResultTable, wilson_interval
from feint.lab import simulation_loop
from feint.lab.cuda_simulation import DeviceSimulation
from feint.lab.game_rows import GameRows, Simulator, endless
from feint.lab.seating import all_rule_bots, compiled_players, own_bots, seated
from feint.lab.setting import BASE, Setting
from feint.lab.shards import LocalWorkers, Series
from feint.lab.side_by_side import SIDE_BY_SIDE

MOST_GAMES = 10**12
CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)


class Batches(NamedTuple):
    """How games are cut into batches: long enough not to notice them, short enough to stop at once."""

    first: int  # games in the first; how long they take says how large the next can be
    seconds: float


BatchPlayer = Callable[[int, int], tuple[Any, int, float]]
"""Plays some games: from the first one's number and how many, to a tally, how many, and seconds."""

BATCHES = {CPU: Batches(500, 0.05), CUDA: Batches(1 << 18, 0.5)}


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
    device: str = CPU,
) -> SimulationReport:
    """Play a game many times between players. Same seed, same result, whatever the number of threads or processes.

    And whatever the device: on "cuda", a GPU plays all games, if bots that are rules have all seats.

    Bots that are rules play in compiled code. Where any other player has a seat, all is played choice by choice,
    thousands of times slower: in processes, or here if one is an object of one's own.

    `progress` is called with the number of games played so far. Interrupted, it reports on the games played so far.
    """
    asked, game = game, game.for_simulation()
    games, threads = index(games), index(threads)
    who = seated(game, seats or {})
    bots = {seat: called(one) for seat, one in who.items()}
    _check(games, threads, device)
    seed = secrets.randbits(64) if seed is None else seed_number(seed)
    if not all_rule_bots(game, list(who.values())):
        if device != CPU:
            thinker = next(one for one in who.values() if not all_rule_bots(game, [one]))
            raise FeintError(f"{called(thinker)} can't play on a GPU, where only bots can that are rules")
        return _simulate_thinkers(asked, who, games, seed, threads, progress)
    if device == CUDA:
        threads = 1
    play_batch: BatchPlayer = (
        DeviceSimulation(game, list(bots.values()), seed).play_batch
        if device == CUDA
        else _batch_player(game, bots, seed)
    )
    play_batch(0, 0)  # compiles, before the clock starts
    begun = time.perf_counter()
    played: list[tuple[Any, int]] = []  # tallies, and how many games each is of
    with ThreadPoolExecutor(threads) as pool:
        planned, (size, seconds_each) = 0, BATCHES[device]
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
                size = max(1, int(batch * seconds_each / max(seconds, 1e-6)))
                if progress is not None:
                    progress(sum(batch for _, batch in played))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            if not played:
                raise
    done = sum(batch for _, batch in played)
    tallies = np.array([tally for tally, _ in played])
    return _report(game, bots, done, seed, tallies, time.perf_counter() - begun, done < games)


def _simulate_thinkers(
    game: Game, who: Mapping[str, Who], games: int, seed: int, processes: int, progress: Callable[[int], None] | None
) -> SimulationReport:
    """The same with players that aren't rules, choice by choice: in processes, unless one is an object."""
    seats, tallies, done, begun = tuple(who.values()), list[Any](), 0, time.perf_counter()
    with ExitStack() as stack:
        if all(isinstance(one, str) for one in seats):
            series = Series(Setting(game, seats, BASE), seed, paired=False)
            workers = stack.enter_context(LocalWorkers(processes))
            workers.prepare(series)
            parts = (rows for _, rows in workers.play(series.shards(games)))
        else:
            simulator = Simulator(game, seats)
            parts = (
                simulator.rows(seed, first, min(SIDE_BY_SIDE, games - first), paired=False)
                for first in range(0, games, SIDE_BY_SIDE)
            )
        begun = time.perf_counter()  # without preparing
        try:
            for rows in parts:
                tallies.append(_tally(rows))
                done += rows.games
                if progress is not None:
                    progress(done)
        except KeyboardInterrupt:
            if not tallies:
                raise
    bots = {seat: called(one) for seat, one in who.items()}
    return _report(
        game.for_simulation(), bots, done, seed, np.array(tallies), time.perf_counter() - begun, done < games
    )


def _tally(rows: GameRows) -> Any:
    """What the loop of rule bots counts of the same games."""
    points, rounds = rows.numbers[:, : rows.seats] > 0, rows.rounds.astype(np.int64)
    sharing = points.sum(axis=1)
    wins = points[sharing == 1].sum(axis=0)
    counts = np.zeros(simulation_loop.COUNTS, np.int64)
    counts[simulation_loop.DRAWS], counts[simulation_loop.UNFINISHED] = (sharing > 1).sum(), (sharing == 0).sum()
    counts[simulation_loop.ROUNDS], counts[simulation_loop.ROUNDS_SQUARED] = rounds.sum(), (rounds**2).sum()
    counts[simulation_loop.FEWEST_ROUNDS], counts[simulation_loop.MOST_ROUNDS] = rounds.min(), rounds.max()
    counts[simulation_loop.CHOICES] = rows.choices.sum()
    return np.concatenate([wins, counts, rows.totals])


def _batch_player(game: Game, bots: Mapping[str, str], seed: int) -> BatchPlayer:
    from feint.kernel.compiler import build  # which games on a GPU don't need

    own = own_bots(game)
    play_games = build(game, lambda rules: simulation_loop.make_simulation(rules, game.report, own))
    start = game.schema.pack(game.first_state())
    players = compiled_players(game, list(bots.values()))

    def play_batch(first: int, games: int) -> tuple[Any, int, float]:
        begun = time.perf_counter()
        work = simulation_loop.workspace(game.rules, len(bots))
        tally = play_games(start, work, players, np.uint64(seed), first, games)
        if tally[len(game.seats) + simulation_loop.CHOICES] == simulation_loop.ENDLESS:
            raise endless(game, simulation_loop.MOST_STEPS)
        return tally, games, time.perf_counter() - begun

    return play_batch


def _check(games: int, threads: int, device: str) -> None:
    if not 1 <= games <= MOST_GAMES:
        size = "small" if games < 1 else "large"
        raise FeintError(f"games={games} is too {size}: a simulation has 1 to {MOST_GAMES:,} games")
    if threads < 1:
        raise FeintError(f"threads={threads} is too small: it must be at least 1")
    if device not in DEVICES:
        raise FeintError(f"there is no device {device}; it can be {' or '.join(DEVICES)}")


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
