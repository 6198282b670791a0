"""Work cut into pieces that depend on nothing but their own numbers, and those who play them on this machine.

A series is many games of one setting under one seed; a shard is some of them, in a row. Compiled games are played in
threads, games of players that think in processes. Whoever plays a shard, its rows are the same.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

from feint.bots.levels import PERFECT
from feint.bots.players import resolve
from feint.core.progress import Progress, ignore_interrupts
from feint.lab.game_rows import GameRows, Simulator
from feint.lab.inside_loop import Probe
from feint.lab.processes import process_pool
from feint.lab.seating import all_rule_bots, prepared
from feint.lab.setting import Setting
from feint.lab.simulation_loop import UNTRIED, Trial

# Games in one shard: enough to be worth handing out, few enough to be waited for. It must not depend on any clock.
COMPILED_GAMES, COMPILED_LARGE_GAMES, THINKING_GAMES = 20_000, 2_000, 8
PROBED_GAMES = 10  # that are looked into: thousands are played from each
LARGE = 1000  # bytes of a state
AHEAD = 4  # shards for each worker that are handed out before they are needed


@dataclass(frozen=True)
class Series:
    """Games of one setting under one seed, without end."""

    setting: Setting
    seed: int
    trial: Trial = UNTRIED
    paired: bool = True
    probe: Probe | None = None  # how closely its games are looked into

    @cached_property
    def key(self) -> str:
        """The same for the same games, and for no others."""
        trial = f"-{self.trial.kind}-{self.trial.item}" if self.trial != UNTRIED else ""
        inside = f"-inside-{'-'.join(map(str, self.probe))}" if self.probe is not None else ""
        return f"{self.setting.key}-{self.seed:x}{trial}{'' if self.paired else '-unpaired'}{inside}"

    @property
    def is_compiled(self) -> bool:
        """Whether compiled code plays it."""
        return all_rule_bots(self.setting.game, self.setting.players)

    @property
    def shard_games(self) -> int:
        """How many games a shard of it has."""
        if not self.is_compiled:
            return THINKING_GAMES
        if self.probe is not None:
            return PROBED_GAMES
        return COMPILED_GAMES if self.setting.game.schema.dtype.itemsize < LARGE else COMPILED_LARGE_GAMES

    def shards(self, games: int, first: int = 0) -> Iterator["Shard"]:
        """Shards that hold its games from the first on. The last one may have fewer."""
        for begin in range(first, games, self.shard_games):
            yield Shard(self, begin, min(self.shard_games, games - begin))


@dataclass(frozen=True)
class Shard:
    """Some games of a series, from the first one's number on."""

    series: Series
    first: int
    games: int


_simulators: dict[str, Simulator] = {}  # of the settings that this process plays
MOST_SIMULATORS = 32


def play_shard(shard: Shard) -> GameRows:
    """The rows of a shard's games."""
    series = shard.series
    setting, key = series.setting, series.setting.key
    if series.is_compiled:  # it has room for one game, so each thread needs its own
        simulator = Simulator(setting.game, setting.players, probe=series.probe)
    else:
        if key not in _simulators:
            while len(_simulators) >= MOST_SIMULATORS:
                del _simulators[next(iter(_simulators))]
            _simulators[key] = Simulator(setting.game, setting.players)
        simulator = _simulators[key]
    return simulator.rows(series.seed, shard.first, shard.games, series.trial, series.paired)


Played = Iterator[tuple[Shard, GameRows]]
PlayShards = Callable[[Iterable[Shard]], Played]
"""Plays shards and gives their rows, in any order."""


class LocalWorkers:
    """The cores of this machine. For use in a `with` statement."""

    def __init__(self, count: int | None = None, progress: Progress | None = None) -> None:
        self.count = count or os.cpu_count() or 1
        self.progress = progress
        self._threads: Executor | None = None
        self._processes: Executor | None = None
        self._prepared: set[object] = set()

    def __enter__(self) -> "LocalWorkers":
        return self

    def __exit__(self, *_: object) -> None:
        for pool in (self._threads, self._processes):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)

    def play(self, shards: Iterable[Shard]) -> Played:
        """Play shards, compiled ones in threads and the others in processes."""
        waiting: deque[tuple[Shard, Future[GameRows]]] = deque()
        try:
            for shard in shards:
                waiting.append((shard, self._submit(shard)))
                if len(waiting) >= AHEAD * self.count:
                    yield self._first(waiting)
            while waiting:
                yield self._first(waiting)
        finally:
            for _, future in waiting:
                future.cancel()

    @staticmethod
    def _first(waiting: "deque[tuple[Shard, Future[GameRows]]]") -> tuple[Shard, GameRows]:
        shard, future = waiting[0]
        rows = future.result()
        waiting.popleft()
        return shard, rows

    def _submit(self, shard: Shard) -> "Future[GameRows]":
        self.prepare(shard.series)
        if shard.series.is_compiled:
            self._threads = self._threads or ThreadPoolExecutor(self.count)
            return self._threads.submit(play_shard, shard)
        self._processes = self._processes or process_pool(self.count)
        with ignore_interrupts():  # Ctrl-C is for the one who reports: processes that are started now never hear of it
            return self._processes.submit(play_shard, shard)

    def prepare(self, series: Series) -> None:
        """Solve and compile once, so that nobody else has to."""
        setting = series.setting
        if series.is_compiled:
            what = setting.game.folder, series.probe is None
            if what not in self._prepared:
                self._prepared.add(what)
                if self.progress is not None:
                    self.progress("compiling the rules, the first time up to half a minute", None)
                play_shard(Shard(series, 0, 0))
            return
        for name in set(setting.players):
            solved = resolve(setting.game, name).partition(":")[0] == PERFECT
            prepares = setting.key if solved else setting.game.folder, name
            if prepares not in self._prepared:
                self._prepared.add(prepares)
                prepared(setting.game, [name], self.progress)
