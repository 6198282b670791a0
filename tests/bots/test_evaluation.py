"""What choices are worth, by search: which are examined, how wide intervals are, and what one is behind another."""

import numpy as np
import pytest

from feint.bots.evaluation import (
    LEAST_MARGIN,
    MOST_MARGIN,
    MOST_TOLD,
    MOST_TOLD_SOLVABLE,
    MOST_UNDECIDED,
    SECOND_STEP,
    Estimate,
    Games,
    evaluate,
)


class Thicket:
    """A tree in which each choice has its winning probability, and luck is the same for all."""

    def __init__(self, odds: dict[int, float], endless: float = 0.0, at_once: bool = False) -> None:
        self.odds, self.endless, self.at_once = odds, endless, at_once
        self.learnt, self.games = dict.fromkeys(odds, 0), 0

    def is_at_once(self) -> bool:
        return self.at_once

    def learn(self, action: int, iterations: int) -> None:
        self.learnt[action] += iterations

    def play(self, action: int, games: int) -> Games:
        self.games += games
        luck = np.random.default_rng(7).random(games)
        return Games((luck < self.odds[action]).astype(float), self.endless)


def test_iterations_and_games_are_no_more_than_asked_for() -> None:
    for iterations in (10, 500, 30_000):
        tree = Thicket(dict.fromkeys(range(40), 0.5))
        evaluate(tree, list(range(40)), iterations, asked=39)
        assert sum(tree.learnt.values()) + tree.games <= iterations + 2 * 40, "at least one game each"


def test_with_little_time_the_made_choice_is_examined_and_the_best() -> None:
    tree = Thicket({n: 0.6 - n / 100 for n in range(30)})
    found = evaluate(tree, list(range(30)), 3_000, asked=29)
    assert [n for n in found if tree.learnt[n]] == [0, 1, 2, 29]
    assert tree.learnt[29] == tree.learnt[0] == max(tree.learnt.values())
    assert found[29].says_something
    assert not found[15].says_something
    assert all(one.says_something for one in evaluate(tree, list(range(30)), 100_000).values())


def test_with_no_time_nothing_says_something() -> None:
    tree = Thicket({0: 0.5, 1: 0.2})
    found = evaluate(tree, [0, 1], 1)
    assert found.keys() == {0, 1}
    assert not any(one.says_something for one in found.values())
    assert tree.games == 0


def test_what_is_learnt_in_two_rounds() -> None:
    """The best and the one that is asked for learn on, four times as long again as in the first round."""
    tree = Thicket({n: 0.6 - n / 100 for n in range(30)})
    evaluate(tree, list(range(30)), 30_000, asked=29)
    first = tree.learnt[20]
    assert first > 50
    assert tree.learnt[29] == tree.learnt[0] == (1 + SECOND_STEP) * first


def test_what_is_known_has_a_margin_that_says_something() -> None:
    assert Estimate(0.5, MOST_MARGIN).says_something
    assert not Estimate(0.5, MOST_MARGIN + 0.001).says_something
    assert evaluate(Thicket({0: 0.5}, MOST_UNDECIDED), [0], 10_000)[0].says_something, "just as many may be open"


def test_an_interval_is_narrower_with_more_time_and_where_less_is_open() -> None:
    def margin(odds: float, iterations: int) -> float:
        return evaluate(Thicket({0: odds, 1: 0.1}), [0, 1], iterations)[0].margin

    assert margin(0.5, 1_000) > margin(0.5, 10_000) > margin(0.5, 100_000) > LEAST_MARGIN
    assert margin(0.5, 10_000) > margin(0.9, 10_000) > margin(1.0, 10_000) >= LEAST_MARGIN


def test_a_difference_says_something_better_than_what_makes_it() -> None:
    """Games with the same luck show that one choice is better, though their intervals have much in common."""
    found = evaluate(Thicket({0: 0.6, 1: 0.45}), [0, 1], 4_000)
    assert found[1].interval[1] > found[0].interval[0]
    assert 0 < found[1].behind < 0.15
    assert found[0].behind == 0
    same = evaluate(Thicket({0: 0.5, 1: 0.5}), [0, 1], 4_000)
    assert [one.behind for one in same.values()] == [0, 0]


def test_a_value_is_told_where_it_is_close() -> None:
    """Elsewhere only what is known: that it is worse than another."""
    assert Estimate(0.5, 0.99 * MOST_TOLD).is_close()
    assert not Estimate(0.5, 1.01 * MOST_TOLD).is_close()
    assert Estimate(0.0, 1.9 * MOST_TOLD).is_close(), "nobody gets less than nothing"
    assert not Estimate(0.5, 0.99 * MOST_TOLD).is_close(MOST_TOLD_SOLVABLE)
    assert Estimate(0.5, 0.99 * MOST_TOLD_SOLVABLE).is_close(MOST_TOLD_SOLVABLE)
    found = evaluate(Thicket({0: 0.6, 1: 0.3}), [0, 1], 4_000)
    assert not found[0].is_close()
    assert not found[1].is_close()
    assert 0.05 < found[1].behind < 0.3
    assert all(one.is_close() for one in evaluate(Thicket({0: 0.6, 1: 0.3}), [0, 1], 4_000_000).values())


def test_one_that_is_examined_only_once_may_be_behind_too() -> None:
    tree = Thicket({n: 0.9 - n / 5 for n in range(4)})
    found = evaluate(tree, list(range(4)), 40_000)
    assert tree.learnt[3] < tree.learnt[0]
    assert 0.3 < found[3].behind < 0.6


def test_games_that_all_end_alike_leave_something_open() -> None:
    """One that always wins and one that always loses differ by less than a whole point, as far as is known."""
    found = evaluate(Thicket({0: 1.0, 1: 0.0}), [0, 1], 4_000)
    assert found[0].interval[0] < 0.97
    assert 0.8 < found[1].behind < 0.95


def test_where_all_choose_at_once_less_is_known() -> None:
    margins = [
        evaluate(Thicket({0: 0.5, 1: 0.1}, at_once=at_once), [0, 1], 20_000)[0].margin for at_once in (True, False)
    ]
    assert margins[0] > 1.2 * margins[1]


@pytest.mark.parametrize(("endless", "known"), [(0.01, True), (0.1, False)])
def test_games_without_an_end_say_nothing(endless: float, known: bool) -> None:
    found = evaluate(Thicket({0: 0.9, 1: 0.1}, endless), [0, 1], 10_000)
    assert {one.says_something for one in found.values()} == {known}
    assert (found[1].behind > 0) == known
