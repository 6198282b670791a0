"""Intervals and tests for experiments: paired differences, many questions at once, and looking while games come in."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, log, sqrt
from typing import Any

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
        if self.error == 0.0:
            return 1.0 if self.mean == 0.0 else 0.0
        return erfc(abs(self.mean) / self.error / sqrt(2.0))


def estimate(values: Any) -> Estimate:
    """The mean of independent values. Of fewer than two nothing is known."""
    games = len(values)
    if games < 2:
        return Estimate(float(np.mean(values)) if games else 0.0, -np.inf, np.inf, np.inf, games)
    mean, error = float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(games)
    return Estimate(mean, mean - SURE * error, mean + SURE * error, error, games)


def anytime(values: Any, aim: float, wrong: float = CONFIDENCE) -> Estimate:
    """The same with an interval that stays true however often one looks, and stops when one likes what one sees.

    It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), and tightest
    about when its reach is `aim`. It is wrong at most in a share `wrong` of all runs.
    """
    plain = estimate(values)
    n = plain.games
    if n < 2:
        return plain
    deviation = plain.error * sqrt(n)
    at = max(2.0, (2.8 * deviation / aim) ** 2)  # games after which it is to be tightest
    scale = (2 * log(1 / wrong) + log(1 + 2 * log(1 / wrong))) / at
    reach = deviation * sqrt(2 * (n * scale + 1) / (n**2 * scale) * log(sqrt(n * scale + 1) / wrong))
    return Estimate(plain.mean, plain.mean - reach, plain.mean + reach, plain.error, n)


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
