"""Bounds that hold, strategies that reach them, and exact values where play ends for sure."""

from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import feint
from feint.solve import advise, solve
from feint.solve.bounds import FINAL, NEAR, SETTLED, SeatBounds, complement, raise_bounds
from feint.solve.order import topological_order
from feint.solve.position_strategy import PositionStrategy
from feint.solve.positions import PositionGraph, graph_of
from kit.solve import described, shares_against_the_best, sides_of

INFINITE = float("inf")

ENDLESS = [
    "tower-siege length=3 cards=3 stride=1",
    "tower-siege length=4 cards=2 stride=2",
    "tower-siege length=3 cards=3 stride=2 track=facing empty_hand=retreat",
    "tower-siege length=4 cards=3 stride=2 empty_hand=retreat",
]


@pytest.mark.parametrize("text", ENDLESS)
def test_bounds_hold_at_every_stop(text):
    """They only come nearer, and whatever a short run says is true of a long one."""
    graph, sides = sides_of(described(text))
    stops = []
    for _ in range(60):
        stops.append([side.bounds.copy() for side in sides])
        for side in sides:
            side.sweep()
    for before, after in pairwise(stops):
        assert (before[0] <= after[0]).all()
        assert (before[1] <= after[1]).all()
    for low, high in stops:
        assert (low <= 1 - stops[-1][1]).all()
        assert (1 - high >= stops[-1][0]).all()
    assert stops[-1][0].max() == 1.0
    assert graph.positions > 100


@pytest.mark.parametrize("text", ENDLESS)
def test_strategies_reach_their_bounds(text):
    """The best that the other can do against the strategy, exactly counted, leaves the seat what the bound promises.

    Play that never ends is worth nothing to the seat: its share is what comes back from the ends, from below.
    """
    graph, sides = sides_of(described(text))
    raise_bounds(sides, 0.2, INFINITE)
    for side in sides:
        against = shares_against_the_best(graph, side.seat, side.plan.arrays(), side.bounds > 0)
        assert (against >= side.bounds - 1e-6).all()


@pytest.mark.parametrize(
    "text",
    [
        "terminal-maneuver",
        "terminal-maneuver fuel=12 black_squares=allowed",
        "minefield-navigator steps=5 mines=2 detectors=1",
        "minefield-navigator steps=4 mines=1 detectors=1 occupancy=blocked first=toss",
        "tower-siege length=3 cards=2 stride=2 turn_limit=6",
    ],
)
def test_exact_plans_cannot_be_exploited(text):
    """The best that the other can do against the stored plan leaves each seat its value, in every position."""
    game = described(text)
    solution, graph = solve(game, keep=False), graph_of(game)
    values = solution.arrays["numerators"].astype(float) / solution.arrays["denominators"].astype(float)
    for seat in range(2):
        everywhere = np.ones(graph.nodes, bool)
        against = shares_against_the_best(graph, seat, solution.arrays, everywhere)
        assert np.abs(against - (values if seat == 0 else 1 - values)).max() < 1e-12


def graph_by_hand(*nodes: tuple[int, int, list[list[int]]]) -> PositionGraph:
    """A graph of nodes with choices of either seat and where each cell leads; -1 is a win of the first seat, -2 a loss."""
    cells = [lottery for _, _, cells in nodes for lottery in cells]
    found = len(nodes)
    targets = [found - 1 - target if target < 0 else target for lottery in cells for target in lottery]
    sizes = np.array([[own, other] for own, other, _ in nodes] + [[0, 0], [0, 0]], np.int32)
    return PositionGraph(
        keys=np.arange(found, dtype=np.uint8).reshape(-1, 1),
        sizes=sizes,
        cells=np.concatenate([[0], np.cumsum(sizes.prod(axis=1))]),
        edges=np.concatenate([[0], np.cumsum([len(lottery) for lottery in cells])]).astype(np.int64),
        targets=np.array(targets, np.int32),
        weights=np.ones(len(targets), np.int64),
        payoffs=np.array([[1, 1], [0, 1]]),
    )


def test_a_plan_makes_progress():
    """Where going round in a circle keeps what is sure, the plan is still to win."""
    graph = graph_by_hand((2, 1, [[1], [-1]]), (1, 1, [[0]]))
    side = SeatBounds(graph, np.array([0, 1, 2, 3], np.int32), 0)
    for _ in range(3):
        side.sweep()
    assert side.bounds.tolist()[:2] == [1.0, 1.0]
    assert side.plan.choices[0] == 1


def test_hope_by_hand():
    """A seat can hope where each of the other's choices leaves it some way; not where one of them leaves none."""
    graph = graph_by_hand(
        (2, 2, [[-1], [-2], [-2], [-1]]),  # matching pennies
        (2, 2, [[-1], [-2], [-1], [-2]]),  # the second seat's second choice always wins
        (2, 2, [[-2], [-1], [-2], [-1]]),  # and its first one here
        (1, 2, [[0], [1]]),
        (2, 1, [[1], [0]]),
        (1, 1, [[-1, -2]]),  # chance
    )
    order = np.arange(graph.nodes, dtype=np.int32)
    hopes = [SeatBounds(graph_from(graph, n), order, 0).cannot_score for n in range(6)]
    assert hopes == [False, True, True, True, False, False]


def graph_from(graph: PositionGraph, first: int) -> PositionGraph:
    """The same graph with another node first."""
    from dataclasses import replace

    order = [first, *(n for n in range(graph.positions) if n != first), *range(graph.positions, graph.nodes)]
    place = {old: new for new, old in enumerate(order)}
    cells, edges, targets = [0], [0], []
    for old in order:
        cells.append(cells[-1] + int(graph.sizes[old].prod()))
        for cell in range(graph.cells[old], graph.cells[old + 1]):
            targets += [place[int(t)] for t in graph.targets[graph.edges[cell] : graph.edges[cell + 1]]]
            edges.append(len(targets))
    return replace(
        graph,
        sizes=graph.sizes[order],
        cells=np.array(cells),
        edges=np.array(edges),
        targets=np.array(targets, np.int32),
    )


def test_what_is_left_of_the_point_is_rounded_up():
    """Also where subtracting alone would round down, to less than is true."""
    for share in (0.001, 0.01, 0.05, 0.15, 0.3):
        assert Fraction(1 - share) < 1 - Fraction(share), "or this says nothing"
        assert Fraction(complement(share)) >= 1 - Fraction(share)
    assert (complement(0.0), complement(1.0)) == (1, 0)


@given(st.floats(0, 1))
def test_what_is_left_is_never_less_than_true_and_never_more_than_the_point(share):
    left = complement(share)
    assert 1 - Fraction(share) <= Fraction(left) <= 1
    assert left - (1 - share) <= 2**-52


def one_position(rows, columns, cells, payoffs):
    """A graph of one position; each cell says how often it leads to each of the ends."""
    ends = len(payoffs)
    edges = [(1 + end, weight) for cell in cells for end, weight in enumerate(cell) if weight]
    counts = [sum(weight > 0 for weight in cell) for cell in cells]
    return PositionGraph(
        keys=np.zeros((1, 1), np.uint8),
        sizes=np.array([[rows, columns]] + [[0, 0]] * ends, np.int32),
        cells=np.array([0] + [len(cells)] * (ends + 1)),
        edges=np.cumsum([0, *counts]),
        targets=np.array([target for target, _ in edges], np.int32),
        weights=np.array([weight for _, weight in edges]),
        payoffs=np.array(payoffs),
    )


def won_or_lost(*rows):
    """A matrix game; 1 is a win for the first seat, 0 for the second."""
    cells = [(cell == "1", cell == "0") for row in rows for cell in row]
    return one_position(len(rows), len(rows[0]), cells, [[1, 1], [0, 1]])


@pytest.mark.parametrize(
    ("graph", "value"),
    [
        (one_position(1, 1, [(1,)], [[1, 10]]), Fraction(1, 10)),  # a share of the point
        (one_position(1, 1, [(1, 9)], [[1, 1], [0, 1]]), Fraction(1, 10)),  # a lottery
        (won_or_lost(*("0" * row + "1" + "0" * (8 - row) for row in range(9))), Fraction(1, 9)),
        (won_or_lost("10010", "10101", "01111", "00111", "11000"), Fraction(3, 5)),
    ],
)
def test_no_rounding_promises_more_than_is_true(graph, value):
    """Each of these comes out above what is true by a float's last digit, for one of the seats at least."""
    order, _ = topological_order(graph)
    for seat, true in ((0, value), (1, 1 - value)):
        side = SeatBounds(graph, order, seat)
        side.sweep()
        for bound, most in [(side.bounds[0], true), *zip(side.bounds[1:], ends_for(graph, seat), strict=True)]:
            assert Fraction(float(bound)) <= most
            assert float(bound) == pytest.approx(float(most), abs=1e-9)


def ends_for(graph, seat):
    return [Fraction(first if seat == 0 else total - first, total) for first, total in graph.payoffs.tolist()]


def test_tower_siege_by_the_book():
    """TS-Q4: the first player comes as near to winning for sure as it likes; endless play is counted both ways."""
    solution = solve(feint.load("tower-siege"), gap=0.3, keep=False)
    assert solution.reached == NEAR
    assert solution.endless
    assert solution.upper == 1.0
    assert 0.7 <= solution.lower < 1


def test_tower_siege_facing():
    """TS-Q1: under `facing` neither side can make progress against right play, and that is known, not timed out."""
    solution = solve(feint.load("tower-siege", track="facing"), gap=0.3, seconds=None, keep=False)
    assert (solution.lower, solution.upper, solution.reached) == (0.0, 1.0, SETTLED)


@pytest.mark.parametrize(
    ("settled", "cannot_score", "rose_by", "sweeps", "final"),
    [
        (True, False, 1.0, 0, True),
        (False, True, 0.0, 10**6, True),
        (False, True, 0.0, 0, False),
        (False, True, 1.0, 10**6, False),
        (False, False, 0.0, 10**6, False),
    ],
)
def test_when_a_bound_will_not_rise_any_more(settled, cannot_score, rose_by, sweeps, final):
    side = SimpleNamespace(settled=settled, cannot_score=cannot_score, rose_by=rose_by, sweeps=sweeps)
    assert SeatBounds.final.fget(side) == final


def test_what_a_game_is_worth_without_a_strategy(monkeypatch):
    """The same bounds as with one; where neither side can score, nobody has to raise any."""
    game = described("tower-siege length=4 cards=3 stride=2")
    whole, worth = solve(game, gap=0.3, keep=False), solve(game, gap=0.3, only_worth=True)
    assert (worth.lower, worth.upper, worth.denied) == (whole.lower, whole.upper, ("P2",))
    monkeypatch.delattr(SeatBounds, "sweep")
    facing = solve(feint.load("tower-siege", track="facing"), seconds=None, only_worth=True)
    assert (facing.lower, facing.upper, facing.reached) == (0.0, 1.0, FINAL)


def test_a_turn_limit_makes_it_end():
    """TS-Q4: with a turn limit the game ends, its value is exact, and unfinished is half each."""
    assert solve(described("tower-siege length=3 cards=1 stride=1 turn_limit=1"), keep=False).exact == Fraction(1, 2)
    solution = solve(described("tower-siege length=3 cards=2 stride=2 turn_limit=6"), keep=False)
    assert solution.exact is not None
    assert not solution.endless


def test_a_game_that_is_decided_has_an_exact_value():
    """One move short of the tower nobody needs bounds: both meet."""
    game = described("tower-siege length=4 cards=2 stride=2")
    match = game.start(seed=1)
    for step in ("P1 2", "P2 rest"):
        match.play(*step.split())
    advice = advise(solve(game, gap=0.9, keep=False), match)
    assert advice.exact == advice.lower == advice.upper == 1


def test_long_fractions_give_way_to_bounds(monkeypatch):
    from feint.solve import backward_induction as induction

    game = feint.load("terminal-maneuver")
    exact = solve(game, keep=False).exact
    monkeypatch.setattr(induction, "MOST_BITS", 10)
    solution = solve(game, keep=False)
    assert solution.exact is None
    assert solution.reached == SETTLED
    assert solution.lower <= exact <= solution.upper
    assert solution.gap < 1e-9


def test_both_ways_to_count_back_agree():
    """Compiled whole numbers and Python's fractions: the same value in every position."""
    from feint.solve.backward_induction import _in_fractions, _in_whole_numbers

    graph = graph_of(described("minefield-navigator steps=6 mines=2 first=toss"))
    order, straight = topological_order(graph)
    assert straight
    plans = [(PositionStrategy(graph, 0), PositionStrategy(graph, 1)) for _ in range(2)]
    compiled, plain = _in_whole_numbers(graph, order, plans[0]), _in_fractions(graph, order, plans[1])
    assert compiled[0].tolist() == plain[0].tolist()
    assert compiled[1].tolist() == plain[1].tolist()
    for seat in range(2):
        assert plans[0][seat].choices.tolist() == plans[1][seat].choices.tolist()


def test_numbers_too_long_for_the_machine_are_noticed(monkeypatch):
    from feint.solve import backward_induction as induction

    graph = graph_of(described("minefield-navigator steps=6 mines=2"))
    order, _ = topological_order(graph)
    monkeypatch.setattr(induction, "LARGE", 5)
    assert induction._in_whole_numbers(graph, order, (PositionStrategy(graph, 0), PositionStrategy(graph, 1))) is None


@pytest.mark.parametrize(("gap", "seconds"), [(-0.1, 1), (1.5, 1), (0.1, 0), (0.1, -1)])
def test_what_makes_no_sense_is_refused(gap, seconds):
    with pytest.raises(feint.FeintError, match="out of range|too small"):
        solve(feint.load("terminal-maneuver"), gap, seconds)


def test_games_for_more_than_two_are_refused():
    with pytest.raises(feint.FeintError, match="space-goats"):
        solve(feint.load("space-goats", players=3), keep=False)
