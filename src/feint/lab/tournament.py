"""Tournaments: bots play each other in every seat on the same chance, and get ratings with their errors.

Each pair plays every seed twice with seats swapped, so that neither chance nor the better seat favours anyone. With
more than two seats, the two bots alternate. The result depends on the seed alone, not on the number of processes.
Pairs of bots that are rules play compiled, in threads; the others choice by choice, in processes.
"""

import pickle
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from math import log
from operator import index
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from feint.bots.own_player import PlayerFailed
from feint.bots.players import Player, Who, any_player, called, check_any_player, plays_solution
from feint.core.chance import game_seed, seed_number
from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.core.progress import Progress, ignore_interrupts
from feint.core.result_table import wilson_interval
from feint.lab.game_rows import Simulator
from feint.lab.processes import process_pool
from feint.lab.seating import all_rule_bots
from feint.lab.side_by_side import play_on

T = TypeVar("T")

RATING_SCALE = 400 / log(10)  # ratings as in chess: 400 points are odds of ten to one
GAMES_PER_TASK = 8  # games; small enough for progress and for stopping, and even
COMPILED_GAMES_PER_TASK = 2_000


@dataclass(frozen=True)
class Pairing:
    """Two bots' games against each other."""

    first: str
    second: str
    games: int
    points: float  # of the first: a win is 1, a draw is half
    draws: int


@dataclass(frozen=True)
class Standing:
    """How one bot did against all others."""

    bot: str
    games: int
    points: float
    low: float  # its share of all points, 95%
    high: float
    rating: float
    error: float  # one standard error of the rating


@dataclass(frozen=True)
class TournamentReport:
    """The result of a tournament, the best bot first."""

    game: str
    rulings: dict[str, str]
    seed: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    interrupted: bool
    note: str = ""  # what ended it early: a player of one's own that failed

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        rows = ("standings", "pairings")
        found = {name: getattr(self, name) for name in ("game", "rulings", "seed", "interrupted")}
        found |= {"note": self.note} if self.note else {}
        return found | {name: [dict(row.__dict__) for row in getattr(self, name)] for name in rows}


@dataclass(frozen=True)
class Task:
    """Some games of one pair, for a process to play."""

    folder: Path
    rulings: dict[str, object]
    bots: tuple[Who, Who]
    pair: int
    seed: int
    first: int
    games: int
    is_compiled: bool


def run_tournament(
    game: Game,
    bots: Sequence[Who],
    games: int,
    seed: int | None = None,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> TournamentReport:
    """Let bots, or players of one's own, play each other; each pair plays `games` games, half with seats swapped.

    `progress` is called with the games played so far and the total. Interrupted, or when a player of one's own fails,
    it reports on those played so far.
    """
    games, processes = index(games), index(processes)
    _check(game, bots, games, processes)
    seed = secrets.randbits(64) if seed is None else seed_number(seed)
    pairs = list(combinations(bots, 2))
    tasks = []
    for number, pair in enumerate(pairs):
        is_compiled = all_rule_bots(game, pair)
        size = COMPILED_GAMES_PER_TASK if is_compiled else GAMES_PER_TASK
        for first in range(0, games, size):
            part = min(size, games - first)
            tasks.append(Task(game.folder, game.given_options, pair, number, seed, first, part, is_compiled))
    results: dict[tuple[int, int], list[float]] = {}
    interrupted, note = False, ""
    try:
        for task, points in _played(tasks, processes):
            results[task.pair, task.first] = points
            if progress is not None:
                progress(sum(map(len, results.values())), games * len(pairs))
    except KeyboardInterrupt:
        interrupted = True
        if not results:
            raise
    except PlayerFailed as error:
        interrupted, note = True, str(error)
        if not results:
            raise
    names = [called(bot) for bot in bots]
    pairings = []
    for number, (one, other) in enumerate(combinations(names, 2)):
        points = [share for (pair, _), shares in sorted(results.items()) for share in shares if pair == number]
        pairings.append(Pairing(one, other, len(points), sum(points), sum(share not in (0, 1) for share in points)))
    return TournamentReport(
        game.name, game.for_simulation().rulings_text, seed, _standings(names, pairings), tuple(pairings), interrupted,
        note,
    )  # fmt: skip


def _check(game: Game, bots: Sequence[Who], games: int, processes: int) -> None:
    names = [called(bot) for bot in bots]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise FeintError(f"{twice[0]} is named twice; a tournament has each bot once")
    for bot in bots:
        check_any_player(game, bot)
    if len(bots) < 2:
        raise FeintError("a tournament takes at least two bots")
    if games < 2 or games % 2:
        raise FeintError(f"games={games} is not possible: each pair plays an even number of games, at least 2")
    own = [bot for bot in bots if not isinstance(bot, str)]
    if processes > 1 and own:
        try:
            pickle.dumps(own)
        except Exception as error:  # whatever someone's class makes of it
            what = f"{called(own[0])} can't be sent to other processes"
            raise FeintError(f"{what}: name it by its import path, or play with processes=1") from error
    if processes < 1:
        raise FeintError(f"processes={processes} is too small: it must be at least 1")


def prepare_bots(game: Game, bots: Iterable[Who], progress: Progress | None = None) -> None:
    """Prepare every bot once, so that the processes find what it needs on disk."""
    bots = list(bots)
    if sum(all_rule_bots(game, [bot]) for bot in bots) > 1:
        if progress is not None:
            progress("compiling the rules, the first time up to half a minute", None)
        Simulator(game, alternating(game, ("random", "random"))).rows(0, 0, 0, paired=False)
    for bot in bots:
        any_player(_game_for(game, bot), bot, progress)


def _game_for(game: Game, bot: Who) -> Game:
    """The game as a bot prepares for it.

    `perfect` has solved it without the cap that programs play with; the capped game is another, far larger one.
    """
    return game if isinstance(bot, str) and plays_solution(game, bot) else game.for_simulation()


def _played(tasks: list[Task], processes: int) -> Iterable[tuple[Task, list[float]]]:
    """Tasks with the first bot's points in each game, in the order in which they are done."""
    if processes == 1:
        for task in tasks:
            yield task, play_games(task)
        return
    with ExitStack() as pools:
        playing: dict[Future[list[float]], Task] = {}
        with ignore_interrupts():  # Ctrl-C is for the one who reports: processes that are started now never hear of it
            for is_compiled in (True, False):
                if some := [task for task in tasks if task.is_compiled == is_compiled]:
                    pool = _pool(is_compiled, processes)
                    pools.callback(pool.shutdown, wait=True, cancel_futures=True)
                    playing |= {pool.submit(play_games, task): task for task in some}
        for done in as_completed(playing):
            yield playing[done], done.result()


def _pool(is_compiled: bool, count: int) -> Executor:
    if is_compiled:
        return ThreadPoolExecutor(count)
    return process_pool(count)


_players: dict[tuple[Path, str, str], Player] = {}


def play_games(task: Task) -> list[float]:
    """Play a task's games; the first bot's points in each."""
    game = load(task.folder, **task.rulings)
    if task.is_compiled:
        return _play_compiled(game, task)
    capped = game.for_simulation()
    players = [_player(_game_for(game, bot), bot) for bot in task.bots]
    numbers = range(task.first, task.first + task.games)
    # Two games in a row have the same chance; in the second the bots have changed places.
    seeds = [int(game_seed(task.seed, number // 2)) for number in numbers]
    matches = [capped.start(seed=seed) for seed in seeds]
    seatings = [alternating(capped, pair) for pair in (players, players[::-1])]
    play_on(matches, [seatings[number % 2] for number in numbers], seeds)
    points = []
    for number, match in zip(numbers, matches, strict=True):
        shares = list(match.exact_scores.values())
        points.append(float(sum(share for place, share in enumerate(shares) if (place + number) % 2 == 0)))
    return points


def alternating(game: Game, pair: Sequence[T]) -> tuple[T, ...]:
    """Two players who take alternate seats."""
    return tuple(islice(cycle(pair), len(game.seats)))


def _play_compiled(game: Game, task: Task) -> list[float]:
    """The same games, played by compiled code: those of even numbers first, then those with the seats swapped."""
    points = np.zeros(task.games)
    for swapped, pair in enumerate((task.bots, task.bots[::-1])):
        rows = Simulator(game, alternating(game, pair)).rows(task.seed, task.first // 2, task.games // 2, paired=False)
        points[swapped::2] = rows.shares_of(range(swapped, rows.seats, 2))
    return list(points.tolist())


def _player(game: Game, bot: Who) -> Player:
    """The player; one that has a name is kept for the next task."""
    if not isinstance(bot, str):
        return any_player(game, bot)
    key = game.folder, repr(game.rulings_text), bot
    if key not in _players:
        _players[key] = any_player(game, bot)
    return _players[key]


def _standings(bots: Sequence[str], pairings: Sequence[Pairing]) -> tuple[Standing, ...]:
    ratings, errors = rate(bots, pairings)
    standings = []
    for number, bot in enumerate(bots):
        points = sum(p.points for p in pairings if p.first == bot)
        points += sum(p.games - p.points for p in pairings if p.second == bot)
        games = sum(p.games for p in pairings if bot in (p.first, p.second))
        low, high = wilson_interval(points, games) if games else (0.0, 1.0)
        standings.append(Standing(bot, games, points, low, high, ratings[number], errors[number]))
    return tuple(sorted(standings, key=lambda standing: -standing.rating))


def rate(
    bots: Sequence[str], pairings: Sequence[Pairing], anchor: str | None = None
) -> tuple[list[float], list[float]]:
    """Ratings by the Bradley-Terry model, and the standard error of each. Their mean is 0, or the anchor's rating is.

    One drawn game is added to every pair, so that a bot that wins every game is not infinitely better.
    """
    count = len(bots)
    strength = np.zeros(count)
    information = np.zeros((count, count))
    for _ in range(100):
        slope = np.zeros(count)
        information[:] = 0
        for pairing in pairings:
            a, b = list(bots).index(pairing.first), list(bots).index(pairing.second)
            games, points = pairing.games + 1, pairing.points + 0.5
            expected = 1 / (1 + np.exp(strength[b] - strength[a]))
            slope[a] += points - games * expected
            slope[b] -= points - games * expected
            weight = games * expected * (1 - expected)
            information[[a, b], [a, b]] += weight
            information[[a, b], [b, a]] -= weight
        step = np.linalg.pinv(information) @ slope
        strength += step / max(1.0, float(np.abs(step).max()))  # damped: no more than 1 per step
        if np.abs(step).max() < 1e-10:
            break
    covariance = np.linalg.pinv(information)
    variance = np.diag(covariance)
    if anchor is None:
        strength -= strength.mean()
    else:
        zero = list(bots).index(anchor)
        strength -= strength[zero]
        variance = variance + variance[zero] - 2 * covariance[zero]
    errors = np.sqrt(np.maximum(variance, 0.0))
    return (strength * RATING_SCALE).tolist(), (errors * RATING_SCALE).tolist()
