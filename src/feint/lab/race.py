"""Candidates of the optimiser, measured on common luck: how far each is from its targets; good ones play more games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from feint.core.game import Game
from feint.lab.dials import Candidate, Dial, changes
from feint.lab.game_rows import GameRows, metrics
from feint.lab.laboratory import Laboratory
from feint.lab.setting import BASE, Setting, read_setting
from feint.lab.shards import Series
from feint.lab.simulation_loop import GRANT, UNTRIED, Trial
from feint.lab.statistics import Estimate, estimate
from feint.lab.targets import LARGEST, PAIRING, Aim

KEEP = 3  # one in so many candidates gets more games than the others
SPARE = 0.2  # of the room to an edge: numbers aren't quite what they seem
PER_CHANGE = 0.01  # how much worse a candidate counts for each change: of equally good ones, the simplest


@dataclass(frozen=True)
class Condition:
    """A table at which candidates are tried: changes that stand for all of them, and who plays."""

    case: str
    bot: str
    mirrored: str = ""  # of a pairing: the case in which both have changed sides

    def settings(self, base: Game, changed: Sequence[str]) -> list[Setting]:
        """A candidate at this table; of a pairing, on both sides."""
        cases = [self.case, self.mirrored] if self.mirrored else [self.case]
        return [
            read_setting(base, ", ".join([*([] if case == BASE else [case]), *changed, f"bots={self.bot}"]))
            for case in cases
        ]

    def game(self, base: Game) -> Game:
        """The game at this table as it is."""
        return self.settings(base, [])[0].game

    @property
    def text(self) -> str:
        """For people."""
        return self.bot if self.case == BASE else f"{self.bot}, {self.case}"


@dataclass(frozen=True)
class Measured:
    """A candidate, and an estimate for each aim from the games that it has played."""

    candidate: Candidate
    changed: tuple[str, ...]
    games: int
    conditions: tuple[Condition, ...]
    aims: tuple[Aim, ...]
    found: tuple[Estimate, ...]

    @property
    def text(self) -> str:
        """The candidate as a setting."""
        return ", ".join(self.changed) or BASE

    @cached_property
    def loss(self) -> float:
        """How far it is from all targets, the farthest counting most; what is only noise is taken off."""
        return self._loss(lambda _: True)

    @cached_property
    def unfairness(self) -> float:
        """The same for everything but lengths."""
        return self._loss(lambda aim: not aim.is_length)

    @cached_property
    def lengthiness(self) -> float:
        """The same for lengths alone."""
        return self._loss(lambda aim: aim.is_length)

    def _loss(self, counts: Callable[[Aim], bool]) -> float:
        fourth = []
        for aim, found in zip(self.aims, self.found, strict=True):
            if counts(aim):
                noise = (found.error / aim.target.tolerance) ** 2 if aim.target.goal is not None else 0.0
                fourth.append(max(0.0, aim.target.misses(found.mean) ** 2 - noise) ** 2)
        return float(np.mean(fourth)) ** 0.25 if fourth else 0.0

    @property
    def rank(self) -> float:
        """By what candidates are put in order."""
        return self.loss + PER_CHANGE * len(self.changed)

    @property
    def reached(self) -> bool:
        """Whether all targets are."""
        return all(aim.target.holds(found.mean) for aim, found in zip(self.aims, self.found, strict=True))

    @property
    def unsure(self) -> int:
        """How many of its numbers are so near to an edge that they may be on its other side."""
        pairs = zip(self.aims, self.found, strict=True)
        return sum(not (aim.target.holds(found.low) and aim.target.holds(found.high)) for aim, found in pairs)

    @property
    def surely_missed(self) -> bool:
        """Whether chance alone can't be why a target isn't reached."""
        pairs = zip(self.aims, self.found, strict=True)
        return any(found.high < aim.target.low or found.low > aim.target.high for aim, found in pairs)

    @property
    def games_to_be_sure(self) -> float:
        """How many games it would take, if all numbers are what they seem."""
        most = 0.0
        for aim, found in zip(self.aims, self.found, strict=True):
            room = (1 - SPARE) * min(found.mean - aim.target.low, aim.target.high - found.mean)
            most = max(most, self.games * (found.reach / room) ** 2 if room > 0 else inf)
        return most


@dataclass
class Race:
    """Measures candidates, each in as many games as it deserves."""

    lab: Laboratory
    base: Game
    dials: tuple[Dial, ...]
    conditions: tuple[Condition, ...]
    aims: tuple[Aim, ...]
    seed: int
    known: dict[Candidate, Measured] = field(default_factory=dict)

    def run(self, candidates: Sequence[Candidate], rungs: Sequence[int]) -> list[Measured]:
        """Successive halving: all candidates play a few games, the best third three times as many, and so on."""
        running = list(dict.fromkeys(candidates))
        for number, games in enumerate(rungs):
            for one in self.measure(running, games):
                self.known[one.candidate] = one
            if number + 1 < len(rungs):
                running = self._promoted(running)
        return [self.known[candidate] for candidate in dict.fromkeys(candidates)]

    def _promoted(self, running: Sequence[Candidate]) -> list[Candidate]:
        """The best third, and of each number of changes the best, if it isn't worse than all with fewer."""
        ranked = sorted((self.known[candidate] for candidate in running), key=lambda one: (one.rank, one.candidate))
        kept = ranked[: max(1, len(ranked) // KEEP)]
        kept += [one for one in simplest_first(ranked) if one not in kept]
        return [one.candidate for one in kept]

    def measure(self, candidates: Sequence[Candidate], games: int, seed: int | None = None) -> list[Measured]:
        """Play `games` games of each candidate under each condition, all on the same luck, and measure them."""
        wanted: list[tuple[Series, int]] = []
        for candidate in candidates:
            for number, condition in enumerate(self.conditions):
                for setting in condition.settings(self.base, changes(self.dials, candidate)):
                    for trial in self._trials(setting.game, number):
                        wanted.append((Series(setting, self.seed if seed is None else seed, trial), games))
        rows = iter([(series, rows) for (series, _), rows in zip(wanted, self.lab.rows(wanted), strict=True)])
        return [self._measured(candidate, rows, games) for candidate in candidates]

    def _trials(self, game: Game, condition: int) -> list[Trial]:
        if not any(aim.condition == condition and aim.metric == LARGEST for aim in self.aims):
            return [UNTRIED]
        assert game.trials is not None
        return [UNTRIED, *(Trial(GRANT, item) for item in range(len(game.trials.items(game))))]

    def _measured(self, candidate: Candidate, rows: Iterator[tuple[Series, GameRows]], games: int) -> Measured:
        found = []
        for number, condition in enumerate(self.conditions):
            sides: list[dict[str, Any]] = []
            for _ in range(2 if condition.mirrored else 1):
                series, played = next(rows)
                game = series.setting.game
                sides.append(metrics(game, played))
                trials = [next(rows)[1] for _ in self._trials(game, number)[1:]]
            values = {name: np.concatenate([side[name] for side in sides]) for name in sides[0]}
            if condition.mirrored:
                values[PAIRING] = np.concatenate([side[seat] for side, seat in zip(sides, game.seats, strict=True)])
            estimates = {name: estimate(value) for name, value in values.items()}
            if trials:
                estimates[LARGEST] = _largest(played, trials)
            found.append(estimates)
        own = tuple(found[aim.condition][aim.metric] for aim in self.aims)
        changed = tuple(changes(self.dials, candidate))
        return Measured(candidate, changed, games, self.conditions, self.aims, own)


def _largest(base: GameRows, given: Sequence[GameRows]) -> Estimate:
    """The largest worth of an item, as far as it is certain: the gain of those who were given it."""
    games = np.arange(base.games)
    who = games % base.seats
    gains = [estimate(rows.points[games, who] - base.points[games, who]) for rows in given]
    return max(gains, key=lambda gain: gain.low)


def simplest_first(measured: Sequence[Measured]) -> list[Measured]:
    """Of each number of changes the best, the fewest changes first, as long as each is better than those before."""
    found: list[Measured] = []
    for one in sorted(measured, key=lambda one: (len(one.changed), one.loss, one.candidate)):
        if not found or (one.loss < found[-1].loss and len(one.changed) > len(found[-1].changed)):
            found.append(one)
    return found


def front(measured: Sequence[Measured]) -> list[Measured]:
    """The Pareto front: those that no other beats in fairness, length and fewest changes alike."""

    def cost(one: Measured) -> Any:
        return np.array([one.unfairness, one.lengthiness, len(one.changed)])

    costs = [cost(one) for one in measured]
    kept = []
    for number, own in enumerate(costs):
        if not any((other <= own).all() and (other < own).any() for other in costs):
            kept.append(measured[number])
    return sorted(kept, key=lambda one: (len(one.changed), one.loss, one.candidate))
