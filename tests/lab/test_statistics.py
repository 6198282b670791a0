"""Intervals that hold as often as they say, and corrections as in the books."""

import numpy as np
import pytest

from feint.lab.statistics import anytime, estimate, false_discoveries, holm


def test_an_estimate_of_known_numbers() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.error == pytest.approx(0.645497)
    assert (found.low, found.high) == pytest.approx((2.5 - 1.959964 * 0.645497, 2.5 + 1.959964 * 0.645497))
    assert found.p == pytest.approx(0.000107, abs=1e-6)
    assert found.reach == pytest.approx(1.959964 * 0.645497)


def test_what_is_hardly_known() -> None:
    assert estimate([]).high == estimate([3.0]).high == float("inf")
    assert estimate([0.0, 0.0]).p == 1.0
    assert estimate([1.0, 1.0]).p == 0.0


def test_an_interval_holds_in_95_percent() -> None:
    """Of means of 200 coins and of 200 skewed numbers; 2,000 times each."""
    random = np.random.default_rng(7)
    for truth, draws in ((0.3, random.random((2000, 200)) < 0.3), (1.0, random.exponential(1.0, (2000, 200)))):
        found = [estimate(row) for row in draws]
        wrong = np.mean([not one.low <= truth <= one.high for one in found])
        assert 0.035 < wrong < 0.075


def test_looking_all_the_time_stays_right() -> None:
    """A plain interval that is looked at 60 times is wrong at some look in far more than 5% of all runs."""
    random = np.random.default_rng(7)
    values = (random.random((400, 3000)) < 0.5).astype(float) - 0.5
    looks = range(50, 3001, 50)

    def wrong(interval) -> float:
        return float(
            np.mean([any(interval(row[:n]).low > 0 or interval(row[:n]).high < 0 for n in looks) for row in values])
        )

    assert wrong(lambda part: anytime(part, 0.05)) <= 0.05
    assert wrong(estimate) > 0.2


def test_holm_as_in_the_books() -> None:
    """Four questions of Holm's method on Wikipedia, and one of R's p.adjust."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_false_discoveries_as_in_the_books() -> None:
    """The example of Benjamini and Hochberg (1995): four of these fifteen are below 0.05."""
    chances = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
        0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
    ]  # fmt: skip
    found = false_discoveries(chances)
    assert sum(q <= 0.05 for q in found) == 4
    assert found[:4] == pytest.approx([0.0015, 0.003, 0.0095, 0.035625])
    assert false_discoveries([0.04, 0.01, 0.03]) == pytest.approx([0.04, 0.03, 0.04])
    assert found == sorted(found)
