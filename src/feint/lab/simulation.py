"""Simulation: plays a game many times with bots, compiled, and reports who won, how often, and how sure that is."""

import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from operator import index
from statistics import NormalDist
from typing import Any

import numpy as np

from feint.core.chance import seed_number
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.kernel import build
from feint.lab import loops

MOST_GAMES = 10**12
FIRST_PART = 500  # games; how long they take says how many the next part can have
SECONDS_A_PART = 0.05  # long enough not to notice the parts, short enough to stop at once
SURE = NormalDist().inv_cdf(0.975)  # 95% lie within so many standard errors


@dataclass(frozen=True)
class Report:
    """What came out of a simulation."""

    game: str
    rulings: dict[str, str]
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
    interrupted: bool = False

    @property
    def games_per_second(self) -> float:
        """How fast it went, compiling apart."""
        return self.games / self.seconds

    def share(self, count: int) -> tuple[float, float, float]:
        """A count as a share of all games, with its 95% interval (Wilson's)."""
        return count / self.games, *wilson(count, self.games)

    def to_json(self) -> dict[str, Any]:
        """The report for programs."""
        wins = {}
        for seat, count in self.wins.items():
            share, low, high = self.share(count)
            wins[seat] = {"count": count, "share": share, "low": low, "high": high}
        return {
            "game": self.game,
            "rulings": self.rulings,
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
        }


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95% interval for a share that was counted."""
    share, slack = count / total, SURE**2 / total
    middle = (share + slack / 2) / (1 + slack)
    reach = SURE / (1 + slack) * sqrt(share * (1 - share) / total + slack / (4 * total))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def simulate(
    game: Game,
    games: int,
    seats: Mapping[str, str] | None = None,
    seed: int | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play a game many times between bots. Same seed, same result, whatever the number of threads.

    `progress` is called with the number of games played so far. Interrupted, it reports on the games played until then.
    """
    game = game.for_simulation()
    games, threads = index(games), index(threads)
    _check(game, games, seats or {}, threads)
    seed = secrets.randbits(64) if seed is None else seed_number(seed)
    play_games = build(game, loops.random_games)
    start, count, key = game.schema.pack(game.first_state()), len(game.seats), np.uint64(seed)
    play_games(start, count, key, 0, 0)  # compiles, before the clock starts
    begun = time.perf_counter()
    played: list[tuple[Any, int]] = []  # tallies, and how many games each is of
    with ThreadPoolExecutor(threads) as pool:
        planned, size = 0, FIRST_PART
        playing: deque[Future[tuple[Any, int, float]]] = deque()
        try:
            while planned < games or playing:
                while planned < games and len(playing) < 2 * threads:
                    part = min(size, games - planned)
                    playing.append(pool.submit(_play_some, play_games, start, count, key, planned, part))
                    planned += part
                tally, part, seconds = playing[0].result()
                playing.popleft()
                played.append((tally, part))
                size = max(1, int(part * SECONDS_A_PART / max(seconds, 1e-6)))
                if progress is not None:
                    progress(sum(part for _, part in played))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            if not played:
                raise
    done = sum(part for _, part in played)
    tallies = np.array([tally for tally, _ in played])
    return _report(game, done, seed, tallies, time.perf_counter() - begun, done < games)


def _play_some(
    play_games: Callable[..., Any], start: Any, seats: int, seed: Any, first: int, games: int
) -> tuple[Any, int, float]:
    begun = time.perf_counter()
    tally = play_games(start, seats, seed, first, games)
    return tally, games, time.perf_counter() - begun


def _check(game: Game, games: int, seats: Mapping[str, str], threads: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        size = "small" if games < 1 else "large"
        raise FeintError(f"games={games} is too {size}: a simulation has 1 to {MOST_GAMES:,} games")
    if threads < 1:
        raise FeintError(f"threads={threads} is too small: it takes at least 1")
    for seat, who in seats.items():
        game.seat_number(seat)
        if who not in loops.BOTS:
            raise FeintError(f"{seat}={who} can't be simulated; a seat can be {' or '.join(loops.BOTS)}")


def _report(game: Game, games: int, seed: int, tallies: Any, seconds: float, interrupted: bool) -> Report:
    counts = tallies[:, len(game.seats) :]
    total = [int(n) for n in counts.sum(axis=0)]
    mean = total[loops.ROUNDS] / games
    variance = total[loops.ROUNDS_SQUARED] / games - mean**2
    return Report(
        game=game.name,
        rulings=game.rulings_text,
        games=games,
        seed=seed,
        wins={seat: int(tallies[:, number].sum()) for number, seat in enumerate(game.seats)},
        draws=total[loops.DRAWS],
        unfinished=total[loops.UNFINISHED],
        rounds_mean=mean,
        rounds_sd=sqrt(max(0.0, variance)),
        rounds_min=int(counts[:, loops.FEWEST_ROUNDS].min()),
        rounds_max=int(counts[:, loops.MOST_ROUNDS].max()),
        choices=total[loops.CHOICES],
        seconds=seconds,
        interrupted=interrupted,
    )
