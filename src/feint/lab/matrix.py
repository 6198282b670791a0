"""`feint lab matrix`: who does how well against whom, what a clever mixture of them is, and what is dominated.

Rows and columns are either changes of a setting, such as the ships of two sides, and the number is what one seat gets;
or bots in two camps, and the number is what one seat of the row's bot gets among seats of the column's, averaged over
all seats. All of it is played on the same luck, deal by deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.result_table import ResultTable
from feint.lab.charts import HeatMap, Intervals
from feint.lab.findings import Findings, Section
from feint.lab.laboratory import Laboratory
from feint.lab.setting import Setting, read_setting
from feint.lab.shards import Series
from feint.lab.statistics import CONFIDENCE, Estimate, estimate, holm
from feint.solve.matrix import solve_many

DRAWS = 400  # of the whole matrix, within its errors, to see what the mixture might be
LITTLE = 0.005  # of a mixture: less is none


@dataclass(frozen=True)
class Axis:
    """One thing that is varied: a name as in a setting, and its values."""

    name: str
    values: tuple[str, ...]

    def setting(self, place: int) -> str:
        """One of the values, as a setting has it."""
        return f"{self.name}={self.values[place]}"


def read_axis(text: str) -> Axis:
    """An axis as people write it: `defender_ship=bastion|kestrel`."""
    name, _, values = (part.strip() for part in text.partition("="))
    found = tuple(value.strip() for value in values.split("|"))
    if not name or not all(found):
        raise FeintError(f"{text} is not a row of choices: write NAME=A|B|C, such as defender_ship=bastion|kestrel")
    twice = [value for value in found if found.count(value) > 1]
    if twice:
        raise FeintError(f"{name}={twice[0]} is given twice; once is enough")
    return Axis(name, found)


@dataclass(frozen=True)
class Matrix:
    """What the row gets in each cell: for each deal, or where nothing is left to find out, one number."""

    game: Game
    rows: Axis
    columns: Axis
    deals: tuple[tuple[Any, ...], ...]
    title: str
    what: str  # the number
    even: float  # what it is where neither side is better off
    camps: bool  # whether rows and columns are the same players

    @property
    def cells(self) -> list[list[Estimate]]:
        """Each cell with its interval."""
        return [[estimate(cell) for cell in row] for row in self.deals]

    @property
    def means(self) -> Any:
        """Each cell's mean."""
        return np.array([[cell.mean for cell in row] for row in self.cells])


def settings_matrix(
    lab: Laboratory, game: Game, rows: Axis, columns: Axis, games: int, seed: int, seat: str, bot: str | None = None
) -> Findings:
    """Settings against settings: what `seat` gets, whom the rows are for. With `bot` it plays all seats."""
    if rows.name == columns.name:
        raise FeintError(f"{rows.name} can't be both the rows and the columns")
    bots = {} if bot is None else dict.fromkeys(game.seats, bot)
    settings = [
        [read_setting(game, f"{rows.setting(i)}, {columns.setting(j)}", bots) for j in range(len(columns.values))]
        for i in range(len(rows.values))
    ]
    found = iter(lab.rows([(Series(setting, seed), games) for row in settings for setting in row]))
    deals = tuple(tuple(next(found).shares_of([setting.game.seat_number(seat)]) for setting in row) for row in settings)
    who = sorted({name for row in settings for setting in row for name in setting.players})
    title = f"{game.title}: {rows.name} against {columns.name}, {games:,} games a cell, played by {' and '.join(who)}"
    what = f"what {seat} gets of the point"
    return judged(Matrix(game, rows, columns, deals, title, what, 1 / len(game.seats), False))


def camps_matrix(lab: Laboratory, game: Game, bots: Sequence[str], games: int, seed: int) -> Findings:
    """Bots against bots: one seat of the row's among the column's, in each seat in turn."""
    if len(bots) < 2:
        raise FeintError("a matrix of bots takes at least two of them")
    seats = len(game.seats)
    deals = max(2, games // seats)
    wanted: dict[tuple[str, str, int], Series] = {}
    for one, others in product(bots, repeat=2):
        if one != others:
            for seat in range(seats):
                players = tuple(one if number == seat else others for number in range(seats))
                wanted[one, others, seat] = Series(_setting(game, players), seed)
    found = dict(zip(wanted, lab.rows([(series, deals) for series in wanted.values()]), strict=True))
    cells = [
        [
            np.full(deals, 1 / seats)
            if one == others
            else np.mean([found[one, others, seat].shares_of([seat]) for seat in range(seats)], axis=0)
            for others in bots
        ]
        for one in bots
    ]
    axis = Axis("bots", tuple(bots))
    title = f"{game.title}: one seat of the row's bot among seats of the column's, {deals * seats:,} games a cell"
    return judged(
        Matrix(
            game, axis, axis, tuple(map(tuple, cells)), title, "what the one seat gets of the point", 1 / seats, True
        )
    )


def _setting(game: Game, players: tuple[str, ...]) -> Setting:
    return read_setting(game, "base", dict(zip(game.seats, players, strict=True)))


def judged(matrix: Matrix) -> Findings:
    """What a matrix says: the best mixture, what is dominated, and who would come in where all others are alike."""
    cells, rows, columns = matrix.cells, matrix.rows.values, matrix.columns.values
    corner = matrix.rows.name if matrix.camps else f"{matrix.rows.name} \\ {matrix.columns.name}"
    shown = [(rows[i], *(_cell(one) for one in row)) for i, row in enumerate(cells)]
    means = tuple(tuple(one.mean for one in row) for row in cells)
    heat = HeatMap("Match-ups", matrix.what, columns, rows, matrix.columns.name, matrix.rows.name, means, matrix.even)
    numbers = [
        (row, column, one.mean, one.low, one.high)
        for row, line in zip(rows, cells, strict=True)
        for column, one in zip(columns, line, strict=True)
    ]
    mixture = _Mixture.of(matrix)
    better = [f"{_named(matrix.rows, i)} is dominated by {_named(matrix.rows, k)}" for i, k in _dominated(matrix)]
    if not matrix.camps:
        turned = _turned(matrix)
        better += [
            f"{_named(matrix.columns, i)} is dominated by {_named(matrix.columns, k)}" for i, k in _dominated(turned)
        ]
    verdicts = [*mixture.verdicts(), *(f"{text}." for text in better)]
    if not better:
        verdicts.append("Nothing is proven to be dominated by another.")
    if matrix.camps:
        verdicts += _invasions(matrix)
    return Findings(
        matrix.title,
        tuple(verdicts),
        (
            Section(
                f"{matrix.what[0].upper()}{matrix.what[1:]}, with 95% intervals",
                ResultTable((corner, *columns), tuple(shown)),
                (heat,),
            ),
            mixture.section(),
        ),
        (
            "All cells were played on the same luck, deal by deal. A game without a result counts as shared evenly.",
            "dominated: worse against every column (or row), with 95% certainty for all such statements together "
            "(Holm). What is dominated only by a mixture isn't looked for.",
            "The intervals of the mixtures are those of the mixtures of matrices within the cells' errors.",
        ),
        {
            "rows": {"name": matrix.rows.name, "values": list(rows)},
            "columns": {"name": matrix.columns.name, "values": list(columns)},
            "cells": [dict(zip(("row", "column", "mean", "low", "high"), one, strict=True)) for one in numbers],
        },
    )


def _cell(one: Estimate) -> str:
    return f"{one.mean:.3f} ({max(0.0, one.low):.3f} to {min(1.0, one.high):.3f})" if one.error else f"{one.mean:.3f}"


def _named(axis: Axis, place: int) -> str:
    return axis.values[place] if axis.name == "bots" else axis.setting(place)


def _turned(matrix: Matrix) -> Matrix:
    """The same from the side of the columns, who want what the rows don't get."""
    deals = tuple(tuple(1 - row[j] for row in matrix.deals) for j in range(len(matrix.columns.values)))
    return Matrix(
        matrix.game, matrix.columns, matrix.rows, deals, matrix.title, matrix.what, 1 - matrix.even, matrix.camps
    )


def _dominated(matrix: Matrix) -> list[tuple[int, int]]:
    """Rows that are worse than another in every column, each with the row that is most ahead of it."""
    count, pairs = len(matrix.rows.values), []
    for i, k in product(range(count), repeat=2):
        if i != k:
            leads = [estimate(better - worse) for better, worse in zip(matrix.deals[k], matrix.deals[i], strict=True)]
            chances = [one.p / 2 if one.mean > 0 else 1 - one.p / 2 for one in leads]
            pairs.append((i, k, max(chances), min(one.mean for one in leads)))
    corrected = holm([chance for _, _, chance, _ in pairs])
    proven: dict[int, tuple[float, int]] = {}
    for (i, k, _, lead), chance in zip(pairs, corrected, strict=True):
        if chance < CONFIDENCE and lead > proven.get(i, (0.0, 0))[0]:
            proven[i] = lead, k
    return [(i, k) for i, (_, k) in sorted(proven.items())]


def _invasions(matrix: Matrix) -> list[str]:
    """Where all seats are of one bot, whether a single seat of another does better than they: then it won't stay so."""
    columns, questions = matrix.rows.values, []
    for j, i in product(range(len(columns)), repeat=2):
        if i != j:
            one = estimate(matrix.deals[i][j] - matrix.even)
            questions.append((j, i, one))
    corrected = holm([one.p for _, _, one in questions])
    found = []
    for j, name in enumerate(columns):
        own = [(i, one, p) for (at, i, one), p in zip(questions, corrected, strict=True) if at == j]
        ahead = [columns[i] for i, one, p in own if one.mean > 0 and p < CONFIDENCE]
        if ahead:
            found.append(f"Among {name} players, one seat does better with {' or '.join(ahead)}.")
        elif all(one.mean < 0 and p < CONFIDENCE for _, one, p in own):
            found.append(f"Among {name} players, nobody does better with another of these: all {name} is stable.")
    return found


@dataclass(frozen=True)
class _Mixture:
    """The equilibrium of a matrix, and what it might be within the errors."""

    matrix: Matrix
    value: tuple[float, float, float]
    rows: Any  # share, low, high by row
    columns: Any

    @classmethod
    def of(cls, matrix: Matrix) -> "_Mixture":
        means = matrix.means
        flat = np.array([np.broadcast_to(cell, matrix.deals[0][0].shape) for row in matrix.deals for cell in row])
        # What each deal adds moves all cells at once, since they share its luck.
        errors = np.cov(flat) / flat.shape[1]
        random = np.random.default_rng(1)
        drawn = random.multivariate_normal(np.zeros(means.size), np.atleast_2d(errors), DRAWS, method="eigh")
        low, _, x, y = solve_many(np.concatenate([means[None], means + drawn.reshape(DRAWS, *means.shape)]))
        return cls(matrix, _spread(low), _spreads(x), _spreads(y))

    def verdicts(self) -> list[str]:
        """The mixture in words."""
        matrix, (value, low, high) = self.matrix, self.value
        if matrix.camps and len(matrix.game.seats) > 2:
            return [
                f"Whatever bot the others are, one seat gets at least {value:.3f} ({low:.3f} to {high:.3f}) "
                f"with {_mix(matrix.rows, self.rows)}; an even share is {matrix.even:.3f}."
            ]
        if matrix.camps:
            return [f"Whoever may choose plays {_mix(matrix.rows, self.rows)}."]
        return [
            f"If both sides choose well, it comes to {value:.3f} ({low:.3f} to {high:.3f}): {matrix.rows.name} "
            f"{_mix(matrix.rows, self.rows)}, {matrix.columns.name} {_mix(matrix.columns, self.columns)}."
        ]

    def section(self) -> Section:
        """The mixture as a table."""
        sides = [(self.matrix.rows, self.rows)]
        if not self.matrix.camps:
            sides.append((self.matrix.columns, self.columns))
        rows = tuple((_named(axis, n), *share) for axis, shares in sides for n, share in enumerate(shares))
        bars = tuple((name, share, low, high) for name, share, low, high in rows)
        chart = Intervals("Nash mixture", "share of choices", bars)
        return Section("Nash mixture", ResultTable(("choice", "share", "low", "high"), rows), (chart,))


def _mix(axis: Axis, shares: Any) -> str:
    played = [(share, name) for name, (share, _, _) in zip(axis.values, shares, strict=True) if share > LITTLE]
    if len(played) == 1:
        return f"always {played[0][1]}"
    return " and ".join(f"{share:.0%} {name}" for share, name in sorted(played, reverse=True))


def _spread(values: Any) -> tuple[float, float, float]:
    """The first of some values, and between what 95% of the others lie."""
    low, high = np.quantile(values[1:], [0.025, 0.975])
    return float(values[0]), float(low), float(high)


def _spreads(mixtures: Any) -> list[tuple[float, float, float]]:
    return [_spread(column) for column in mixtures.T]
