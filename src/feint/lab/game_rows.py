"""One row a game: what everyone got, how long it took, and what the game's report counts. All experiments rest on it.

A row depends on the setting, the seed and the game's number, and on nothing else: neither on who else is playing, nor
on the number of threads, processes or machines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from feint.bots.players import Who
from feint.core import state_queries
from feint.core.chance import game_seed, purpose_word
from feint.core.contract import no_redeal
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.progress import Progress
from feint.core.rule import CHANCE, State
from feint.lab import simulation_loop
from feint.lab.inside_loop import Places, Probe, make_inside, places
from feint.lab.seating import all_rule_bots, compiled_players, own_bots, prepared
from feint.lab.side_by_side import SIDE_BY_SIDE, play_on, takes_many
from feint.lab.simulation_loop import ROW_CHOICES, ROW_COUNTS, ROW_ROUNDS, UNTRIED, Trial, make_rows, workspace

ROOM = 1000  # games whose counts are kept at a time


@dataclass(frozen=True)
class GameRows:
    """Rows of many games, and what the game's report counted in all of them together."""

    seats: int
    numbers: Any  # a row a game: each seat's points, rounds, choices, and which kinds of games it belongs to
    totals: Any  # of all that the report counts; None of a part of the rows that were played together

    def first(self, games: int) -> "GameRows":
        """The first of these rows."""
        return self if games == self.games else GameRows(self.seats, self.numbers[:games], None)

    @property
    def games(self) -> int:
        """How many games these are."""
        return len(self.numbers)

    @property
    def points(self) -> Any:
        """Each seat's share of the point; all 0 where a game ended without a result."""
        points = self.numbers[:, : self.seats].astype(float)
        total = points.sum(axis=1, keepdims=True)
        return np.divide(points, total, out=np.zeros_like(points), where=total > 0)

    def shares_of(self, seats: Sequence[int]) -> Any:
        """What some seats together scored in each game, as matches do: without a result all seats have the same."""
        points = self.numbers[:, : self.seats]
        points = points + (points.sum(axis=1, keepdims=True) == 0)
        return points[:, list(seats)].sum(axis=1) / points.sum(axis=1)

    @property
    def rounds(self) -> Any:
        """How many rounds each game took."""
        return self.numbers[:, self.seats + ROW_ROUNDS]

    @property
    def choices(self) -> Any:
        """How many choices were made in each game."""
        return self.numbers[:, self.seats + ROW_CHOICES]

    @property
    def kinds(self) -> Any:
        """Which kinds of games, as the report names them, each game belongs to."""
        return self.numbers[:, self.seats + ROW_COUNTS :]


def joined(parts: Sequence[GameRows]) -> GameRows:
    """Rows of games that follow each other."""
    totals = np.sum([part.totals for part in parts], axis=0)
    return GameRows(parts[0].seats, np.concatenate([part.numbers for part in parts]), totals)


def kinds_of_games(game: Game) -> list[str]:
    """The kinds of games that the game's report names."""
    return [] if game.report is None else list(game.report.named([0] * game.report.COUNTS))


def row_names(game: Game) -> list[str]:
    """What each number of a row is."""
    return [*game.seats, "rounds", "choices", *kinds_of_games(game)]


def metrics(game: Game, rows: GameRows) -> dict[str, Any]:
    """What can be told of each game, by name: seats' shares, draws, length, and the kinds of games its report names."""
    found: dict[str, Any] = dict(zip(game.seats, rows.points.T, strict=True))
    sharing = (rows.numbers[:, : rows.seats] > 0).sum(axis=1)
    found |= {"draws": (sharing > 1).astype(float), "unfinished": (sharing == 0).astype(float)}
    found |= {"rounds": rows.rounds.astype(float), "choices": rows.choices.astype(float)}
    return found | dict(zip(kinds_of_games(game), rows.kinds.T.astype(float), strict=True))


class Simulator:
    """Plays games of one setting: compiled where all players are rules, else choice by choice.

    With a probe, rows go on with what was found by looking into the games (see `inside_loop`).
    """

    def __init__(
        self, game: Game, names: Sequence[Who], progress: Progress | None = None, probe: Probe | None = None
    ) -> None:
        self.game = game.for_simulation()
        self.names = tuple(names)
        self.is_compiled = all_rule_bots(game, names)
        self.probe = probe
        self._kinds = _kinds(self.game)
        if probe is not None and not self.is_compiled:
            raise FeintError("games are looked into by playing on thousands of times, which takes bots that are rules")
        if self.is_compiled:
            self._loop = _loop(self.game) if probe is None else _inside_loop(self.game)
            self._players = compiled_players(game, names)
            self._work = workspace(self.game.rules, len(names))
            self._start = self.game.schema.pack(self.game.first_state())
        else:
            self._thinkers = prepared(game, names, progress)

    def rows(self, seed: int, first: int, games: int, trial: Trial = UNTRIED, paired: bool = True) -> GameRows:
        """The rows of some games, from the first one's number on.

        `paired` games have the same luck as games of that number under other settings: chance is keyed by purpose.
        """
        if trial != UNTRIED and not self.is_compiled:
            raise FeintError("experiments on one seat take bots that are rules: others don't know what they mustn't do")
        before, totals = len(self.names) + ROW_COUNTS, np.zeros(len(self._kinds.T), np.int64)
        counted = before + len(totals)
        inside = 0 if self.probe is None else self.places.width
        numbers = np.zeros((games, before + len(self._kinds) + inside), np.int32)
        for begin in range(0, max(games, 1), ROOM):  # no games are a way to have it compiled
            full = np.zeros((min(ROOM, games - begin), counted + inside), np.int64)
            self._fill(full, np.uint64(seed), first + begin, trial, paired)
            counts = full[:, before:counted]
            numbers[begin : begin + ROOM] = np.hstack([full[:, :before], counts @ self._kinds.T, full[:, counted:]])
            totals += counts.sum(axis=0)
        return GameRows(len(self.names), numbers, totals)

    @property
    def places(self) -> Places:
        """Where a row has what was found by looking into a game, after the game's kinds."""
        assert self.probe is not None
        return places(len(self.names), self.probe, self.game.schema.dtype.itemsize)

    def _fill(self, full: Any, seed: Any, first: int, trial: Trial, paired: bool) -> None:
        if not self.is_compiled:
            self._fill_slowly(full, int(seed), first, paired)
        elif self.probe is not None:
            other = workspace(self.game.rules, len(self.names))
            found = self.probe, self.places, first, full
            if not self._loop(self._start, self._work, other, self._players, seed, *found):
                raise endless(self.game, simulation_loop.MOST_STEPS)
        elif not self._loop(self._start, self._work, self._players, seed, paired, trial, first, full):
            raise endless(self.game, simulation_loop.MOST_STEPS)

    def _fill_slowly(self, full: Any, seed: int, first: int, paired: bool) -> None:
        """Play choice by choice, many games side by side where a player takes many positions at once."""
        size = SIDE_BY_SIDE if any(map(takes_many, self._thinkers)) else 1
        for begin in range(0, len(full), size):
            rows = full[begin : begin + size]
            seeds = [int(game_seed(seed, first + begin + n)) for n in range(len(rows))]
            matches = [PairedMatch(self.game, own) if paired else self.game.start(seed=own) for own in seeds]
            play_on(matches, [self._thinkers] * len(matches), seeds)
            for match, row in zip(matches, rows, strict=True):
                self._fill_row(match, row)

    def _fill_row(self, match: Match, row: Any) -> None:
        state, seats, report = match.final_state(), len(self.names), self.game.report
        points = state_queries.points(self.game, state)
        row[:seats] = points
        row[seats + ROW_ROUNDS] = state.round
        row[seats + ROW_CHOICES] = sum(step.seat != CHANCE for step in match.steps)
        if report is not None:
            report.tally(state, points, row[seats + ROW_COUNTS :])


def _kinds(game: Game) -> Any:
    """Each kind of games that the report names, as a sum of some of its counts: found by asking of each count alone."""
    if game.report is None:
        return np.zeros((0, 0), np.int64)
    alone = np.eye(game.report.COUNTS, dtype=int).tolist()
    return np.array([list(game.report.named(counts).values()) for counts in alone], np.int64).T


class PairedMatch(Match):
    """A match on chance that is keyed by purpose instead of steps."""

    def __init__(self, game: Game, seed: int) -> None:
        self._drawn = [0] * game.rules.PURPOSES
        super().__init__(game, seed, None, None)

    def _word(self, state: State, step: int) -> int:
        purpose = self.game.rules.purpose(state)
        self._drawn[purpose] += 1
        return purpose_word(self.seed or 0, purpose, self._drawn[purpose] - 1)


def endless(game: Game, steps: int) -> FeintError:
    """What to say of a game that doesn't end."""
    return FeintError(f"a game of {game.name} ran for {steps:,} steps: under these rulings it may never end")


_loops: dict[tuple[Any, int, str], Any] = {}


def _loop(game: Game) -> Any:
    """The compiled loop of a game. It depends on the game's folder alone, not on rulings: those are in the state."""
    from feint.kernel.compiler import build, config  # which games on a GPU don't need

    key = game.folder, config.BOUNDSCHECK or 0, "rows"
    if key not in _loops:
        own = own_bots(game)
        _loops[key] = build(game, lambda rules: make_rows(rules, game.report, own, game.trials))
    return _loops[key]


def _inside_loop(game: Game) -> Any:
    """The same for looking into games."""
    from feint.kernel.compiler import build, config

    key = game.folder, config.BOUNDSCHECK or 0, "inside"
    if key not in _loops:
        own, has_redeal = own_bots(game), game.rules.redeal is not no_redeal
        _loops[key] = build(game, lambda rules: make_inside(rules, game.report, own, has_redeal))
    return _loops[key]
