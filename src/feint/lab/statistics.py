"""Intervals and tests for experiments: paired differences, many questions at once, and looking while games come in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, log, sqrt
from typing import Any, Self

import numpy as np

from feint.core.result_table import SURE

CONFIDENCE = 0.05  # how often an interval may be wrong


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float
    error: float  # one standard error
    games: int

    @property
    def reach(self) -> float:
        """How far the interval reaches to each side."""
        return (self.high - self.low) / 2

    @property
    def p(self) -> float:
        """How often chance alone brings a mean as far from 0 as this one."""
        return 0.0 if self.certain else erfc(self.deviations / sqrt(2.0))

    @property
    def certain(self) -> bool:
        """Whether all values are the same, and not 0."""
        return self.error == 0.0 and self.mean != 0.0

    @property
    def deviations(self) -> float:
        """How many standard errors the mean is away from 0."""
        return abs(self.mean) / self.error if self.error > 0.0 else 0.0

    def reaching(self, least: float) -> Self:
        """The same with an interval that reaches so far to each side at least."""
        return replace(self, low=min(self.low, self.mean - least), high=max(self.high, self.mean + least))


@dataclass(frozen=True)
class AnytimeEstimate(Estimate):
    """A mean with an interval that stays true however often one looks, and stops when one likes what one sees.

    It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021).
    """

    weight: float  # of the games against the prior of the mixture that it rests on

    @property
    def p(self) -> float:
        """The least share of all runs in which an interval may be wrong, so that this one leaves 0 out."""
        if self.certain:
            return 0.0
        return min(1.0, sqrt(self.weight + 1) * exp(-(self.deviations**2) * self.weight / (self.weight + 1) / 2))


# An interval of the mixture is tightest where the games weigh so much; it then reaches so many standard errors.
BEST_WEIGHT = 2 * log(1 / CONFIDENCE) + log(1 + 2 * log(1 / CONFIDENCE))
BEST_DEVIATIONS = sqrt(2 * (BEST_WEIGHT + 1) / BEST_WEIGHT * log(sqrt(BEST_WEIGHT + 1) / CONFIDENCE))


def estimate(values: Any) -> Estimate:
    """The mean of independent values. Of fewer than two nothing is known."""
    games = len(values)
    if games < 2:
        return Estimate(float(np.mean(values)) if games else 0.0, -np.inf, np.inf, np.inf, games)
    mean, error = float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(games)
    return Estimate(mean, mean - SURE * error, mean + SURE * error, error, games)


def anytime(values: Any, aim: float) -> Estimate:
    """The mean of values that keep coming, with an interval that is tightest about when it reaches as far as `aim`."""
    plain = estimate(values)
    if plain.games < 2 or plain.error == 0.0:
        return plain
    weight = BEST_WEIGHT * plain.games / games_needed(plain, aim)
    reach = plain.error * sqrt(2 * (weight + 1) / weight * log(sqrt(weight + 1) / CONFIDENCE))
    return AnytimeEstimate(plain.mean, plain.mean - reach, plain.mean + reach, plain.error, plain.games, weight)


def games_needed(found: Estimate, aim: float) -> float:
    """How many games it takes, to judge by those that were played, until an `anytime` interval reaches only `aim`."""
    return max(2.0, found.games * (BEST_DEVIATIONS * found.error / aim) ** 2)


def holm(chances: Sequence[float]) -> list[float]:
    """p-values of several questions, corrected so that one wrong `different` among all of them is rare (Holm)."""
    corrected, most = [0.0] * len(chances), 0.0
    for rank, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        most = max(most, min(1.0, (len(chances) - rank) * chances[number]))
        corrected[number] = most
    return corrected


def false_discoveries(chances: Sequence[float]) -> list[float]:
    """q-values: among all that are at most q, a share of about q are wrong (Benjamini and Hochberg)."""
    corrected, least = [0.0] * len(chances), 1.0
    for rank, number in sorted(enumerate(sorted(range(len(chances)), key=chances.__getitem__), 1), reverse=True):
        least = min(least, len(chances) / rank * chances[number])
        corrected[number] = least
    return corrected
