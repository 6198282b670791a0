"""Trees, regret minimisation and best responses: against plain Python, known equilibria, and OpenSpiel's numbers."""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER
from feint.solve import solve
from feint.solve.best_response import best_response, bounds, exploitability, nash_conv, value
from feint.solve.cfr import METHODS, RegretMinimizer, solve_by_cfr
from feint.solve.infoset import keys_after
from feint.solve.sequence_form import SequenceForm, estimate, sequence_form
from kit.games import random_match
from kit.paths import EXAMPLE_GAMES

KUHN, LEDUC, GOOFSPIEL = EXAMPLE_GAMES / "kuhn_poker", EXAMPLE_GAMES / "leduc_poker", EXAMPLE_GAMES / "goofspiel"
KUHN_VALUE = (2 - 1 / 18) / 4  # first loses 1/18 on average; a share is (2 + payoff) / 4
PAYOFF = {"kuhn_poker": 4, "leduc_poker": 26, "goofspiel": 2}  # of a whole point, in OpenSpiel's payoffs

SMALL = [
    "kuhn_poker",
    "leduc_poker",
    "leduc_poker deck=suits",
    "goofspiel",
    "goofspiel cards=3 order=ascending bids=shown",
    "goofspiel cards=3 order=random bids=hidden",
    "minefield-navigator occupancy=shared steps=3 mines=1 detectors=1",  # outcomes that are all as likely, seen by none
    "tower-siege length=3 stride=2 cards=2 turn_limit=3",  # ends without a result
]


def loaded(described: str) -> Game:
    name, *rulings = described.split()
    where = EXAMPLE_GAMES / name if (EXAMPLE_GAMES / name).exists() else name
    return feint.load(where, **dict(ruling.split("=") for ruling in rulings))


@cache
def tree(described: str) -> SequenceForm:
    return sequence_form(loaded(described))


def all_seen(game: Game, state: Any) -> tuple[str, ...]:
    return tuple(repr(game.schema.see(state, seat, over=False)) for seat in range(2))


def histories(
    game: Game, state: Any, likely: Fraction, memories: tuple[tuple[object, ...], tuple[object, ...]]
) -> Iterator[tuple[int, int, Fraction, object, Fraction]]:
    """All histories from a state on, by plain Python: who moves, how many branches, how likely it is if both seats
    choose at random, what the mover remembers as views and choices, and the first seat's share if it is over."""
    memories = tuple(  # type: ignore[assignment]
        own if own and own[-1] == seen else (*own, seen)
        for own, seen in zip(memories, all_seen(game, state), strict=True)
    )
    rules, who = game.rules, game.rules.pending(state)
    if who == OVER:
        points = [0, 0]
        rules.score(state, points)
        yield OVER, 0, likely, None, Fraction(points[0], sum(points)) if any(points) else Fraction(1, 2)
        return
    branches: list[tuple[Any, Fraction, object]] = []
    if who == CHANCE:
        weights = [0] * getattr(rules, "OUTCOMES", 0)
        count = rules.chance(state, weights)
        odds = [1] * -count if count < 0 else weights[:count]
        for outcome in range(len(odds)):
            if odds[outcome]:
                twin = game.schema.copy(state)
                rules.settle(twin, outcome)
                branches.append((twin, Fraction(odds[outcome], sum(odds)), None))
    else:
        out = [0] * rules.ACTIONS
        mover = 0 if who & 1 else 1
        count = rules.legal(state, mover, out)
        for action in out[:count]:
            twin = game.schema.copy(state)
            rules.apply(twin, mover, action)
            branches.append((twin, Fraction(1, count), action))
    remembered = None if who == CHANCE else memories[mover]
    yield who if who == CHANCE else mover + 1, len(branches), likely, remembered, Fraction(0)
    for twin, odd, action in branches:
        after = memories
        if who != CHANCE:
            after = tuple((*own, action) if s == mover else own for s, own in enumerate(memories))  # type: ignore[assignment]
        yield from histories(game, twin, likely * odd, after)


@pytest.mark.parametrize("described", SMALL)
def test_a_tree_is_what_plain_python_finds(described: str) -> None:
    game, found = loaded(described), tree(described)
    count, worth = 0, Fraction(0)
    sets: dict[tuple[int, object], int] = {}
    for who, branches, likely, remembered, share in histories(game, game.first_state(), Fraction(1), ((), ())):
        count += 1
        if who == OVER:
            worth += likely * share
        elif who != CHANCE:
            assert sets.setdefault((who, remembered), branches) == branches
    assert found.histories == count
    assert found.split == sum(seat == 1 for seat, _ in sets)
    assert sorted(np.diff(found.first[: found.split + 1])) == sorted(n for (seat, _), n in sets.items() if seat == 1)
    assert sorted(np.diff(found.first[found.split :])) == sorted(n for (seat, _), n in sets.items() if seat == 2)
    assert value(found, found.uniform()) == pytest.approx(float(worth), abs=1e-13)


def test_leduc_poker_is_as_large_as_open_spiel_has_it() -> None:
    """9,457 histories and 936 information sets, as counted by a walk through pyspiel's leduc_poker."""
    found = tree("leduc_poker deck=suits")
    assert (found.histories, found.infosets) == (9457, 936)
    assert (tree("leduc_poker").histories, tree("leduc_poker").infosets) == (1939, 288)


@pytest.mark.parametrize("described", SMALL)
def test_a_tree_in_order(described: str) -> None:
    found = tree(described)
    before_second = found.first[found.split]
    for infoset, parent in enumerate(found.parent):
        if parent != found.slots:
            assert parent < found.first[infoset]
            assert (parent < before_second) == (found.seat(infoset) == 0)
    assert found.seat(0) == 0
    assert found.seat(found.infosets - 1) == 1 or found.split == found.infosets
    assert len(set(map(tuple, found.keys.tolist()))) == found.infosets


@pytest.mark.parametrize("path", [KUHN, LEDUC, GOOFSPIEL])
def test_games_for_solving_are_games_like_others(path: Path) -> None:
    """KP-R1, KP-R2, KP-R3, LP-R1 to LP-R4, GS-R1, GS-R2: they come to an end and share out the point."""
    scores = set()
    for seed in range(40):
        match = random_match(feint.load(path), seed)
        assert match.over
        assert sum(match.exact_scores.values()) == 1
        scores.add(match.scores["first"])
    assert len(scores) > 2


# What a seat wins by a best response to uniform play, in payoffs, by pyspiel.TabularBestResponse (OpenSpiel 1.6).
RESPONSES = {
    "kuhn_poker": (0.5, 0.4166666666666667),
    "leduc_poker": (2.0875, 2.6597222222222223),
    "goofspiel": (0.7083333333333333, 0.7083333333333333),
    "goofspiel cards=3 order=random bids=shown": (0.6666666666666666, 0.6666666666666666),
}

# pyspiel.nash_conv(game, solver.average_policy(), True) after 1, 2, 10 and 100 calls of evaluate_and_update_policy(), for
# kuhn_poker, leduc_poker, goofspiel(num_cards=4,points_order=descending,imp_info=True,returns_type=win_loss) and
# goofspiel(num_cards=3,points_order=random,imp_info=False,returns_type=win_loss), the last two made turn-based.
# For "discounted": nash_conv of open_spiel.python.algorithms.exploitability, with discounted_cfr.DCFRSolver's defaults.
CURVES = {
    ("discounted", "kuhn_poker"): (0.9166666666666666, 0.5166666666666666, 0.0455575678515272, 0.0033326839406504494),
    ("cfr+", "leduc_poker deck=suits"): (4.747222222222222, 4.115833333333334, 1.2208778031808132),
    ("discounted", "leduc_poker"): (4.747222222222222, 4.110388888888888, 1.557604093992403),
    ("cfr+", "kuhn_poker"): (0.9166666666666666, 0.5277777777777777, 0.06537418133668965, 0.002388808202223369),
    ("cfr", "kuhn_poker"): (0.9166666666666666, 0.5416666666666667, 0.1373975876343151, 0.016451954631830412),
    ("cfr+", "leduc_poker"): (4.747222222222222, 4.115833333333334, 1.2208778031808132, 0.02683198994179567),
    ("cfr", "leduc_poker"): (4.747222222222222, 4.122638888888889, 1.777157966337538, 0.19143270600919524),
    ("cfr+", "goofspiel"): (1.4166666666666665, 0.8137626262626262, 0.2859937566649706, 0.022259704542715652),
    ("cfr", "goofspiel"): (1.4166666666666665, 0.9644886363636362, 0.2993096589361991, 0.06517789668116566),
    ("cfr+", "goofspiel cards=3 order=random bids=shown"): (
        1.3333333333333333,
        0.9259259259259258,
        0.06432922631260772,
        0.0007006153360779059,
    ),
    # Regrets that are 0 but for rounding are 0, here as there.
    ("cfr+", "goofspiel order=ascending"): (
        1.4166666666666665,
        0.9472222222222221,
        0.20607687787553475,
        0.0021852194593337594,
    ),
    ("cfr", "goofspiel cards=3 order=random bids=shown"): (
        1.3333333333333333,
        1.0138888888888888,
        0.2216258056759386,
        0.02216258056759386,
    ),
}


def payoff(described: str) -> int:
    return PAYOFF[described.split()[0]]


@pytest.mark.parametrize("described", RESPONSES)
def test_best_responses_to_uniform_play_are_as_open_spiel_has_them(described: str) -> None:
    found, scale = tree(described), payoff(described)
    won = [scale * best_response(found, found.uniform(), seat) - scale / 2 for seat in range(2)]
    assert won == pytest.approx(RESPONSES[described], rel=1e-12)
    assert nash_conv(found, found.uniform()) == pytest.approx(sum(RESPONSES[described]), rel=1e-12)
    assert exploitability(found, found.uniform()) == nash_conv(found, found.uniform()) / 2


@pytest.mark.parametrize(("method", "described"), CURVES)
def test_strategies_get_better_exactly_as_those_of_open_spiel(method: str, described: str) -> None:
    run = RegretMinimizer(tree(described), method)
    curve = []
    for iterations in (1, 2, 10, 100)[: len(CURVES[method, described])]:
        run.run(iterations - run.iterations)
        curve.append(nash_conv(run.tree, run.average()))
    # Leduc's hundredth has gone through regrets that are 0 but for rounding.
    assert curve == pytest.approx(CURVES[method, described], rel=1e-8 if "leduc" in described else 1e-10)


class PlainPredictive:
    """Predictive CFR+ as its authors write it down, over histories, with strategies in a dict; for Kuhn Poker."""

    def __init__(self) -> None:
        self.regrets: dict[object, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.strategy: dict[object, list[float]] = defaultdict(lambda: [0.5, 0.5])
        self.sums: dict[object, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def value(self, cards: tuple[int, int], moves: str, reach: tuple[float, float], learner: int) -> float:
        """The learner's counterfactual value, in shares; the learner's reach weighs its strategy in the average."""
        if moves in ("pp", "bp", "bb", "pbp", "pbb"):
            paid = 1 + ("b" in moves[::2]), 1 + ("b" in moves[1::2])
            wins = cards[0] > cards[1] if paid[0] == paid[1] else paid[0] > paid[1]
            share = (2 + paid[1]) / 4 if wins else (2 - paid[0]) / 4
            return reach[1 - learner] * (share if learner == 0 else 1 - share)
        seat = len(moves) % 2
        key = cards[seat], moves
        values = []
        for choice, often in zip("pb", self.strategy[key], strict=True):
            after = (reach[0] * often, reach[1]) if seat == 0 else (reach[0], reach[1] * often)
            values.append(self.value(cards, moves + choice, after, learner))
        if seat != learner:
            return sum(values)
        self.gains[key] = [a + b for a, b in zip(self.gains[key], values, strict=True)]
        self.reached[key] = reach[learner]
        return sum(often * v for often, v in zip(self.strategy[key], values, strict=True))

    def iterate(self, t: int) -> None:
        for learner in (0, 1):
            self.gains: dict[object, list[float]] = defaultdict(lambda: [0.0, 0.0])
            self.reached: dict[object, float] = {}
            for cards in ((1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)):
                self.value(cards, "", (1 / 6, 1.0) if learner == 1 else (1.0, 1 / 6), learner)
            for key, gains in self.gains.items():
                strategy = self.strategy[key]
                mean = sum(often * gain for often, gain in zip(strategy, gains, strict=True))
                for n in range(2):
                    self.sums[key][n] += t**2 * self.reached[key] * strategy[n]
                    self.regrets[key][n] = max(0.0, self.regrets[key][n] + gains[n] - mean)
                wanted = [max(0.0, self.regrets[key][n] + gains[n] - mean) for n in range(2)]
                self.strategy[key] = [w / sum(wanted) for w in wanted] if sum(wanted) > 0 else [0.5, 0.5]


def infoset_of_kuhn(found: SequenceForm, seat: int, card: int, moves: str) -> int:
    other = card % 3 + 1
    cards = (card, other) if seat == 0 else (other, card)
    steps = [(CHANCE, c - 1) for c in cards] + [(n % 2, "pb".index(m)) for n, m in enumerate(moves)]
    infoset = found.find(keys_after(found.game, steps)[seat])
    assert infoset is not None
    assert found.seat(infoset) == seat
    assert found.actions(infoset) == 2
    return infoset


def test_predictive_cfr_is_as_its_authors_have_it() -> None:
    plain, run = PlainPredictive(), RegretMinimizer(tree("kuhn_poker"), "predictive")
    for t in range(1, 31):
        plain.iterate(t)
        run.run(1)
        average = run.average()
        for (card, moves), sums in plain.sums.items():  # type: ignore[misc]
            at = run.tree.first[infoset_of_kuhn(run.tree, len(moves) % 2, card, moves)]
            assert average[at : at + 2] == pytest.approx([s / sum(sums) for s in sums], abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_the_value_of_kuhn_poker(method: str) -> None:
    gap = 1e-4 if method == "cfr" else 1e-6
    solved = solve_by_cfr(feint.load(KUHN), gap=gap, method=method)
    assert solved.lower <= KUHN_VALUE <= solved.upper <= solved.lower + gap
    assert bounds(solved.tree, solved.strategy) == (solved.lower, solved.upper)
    assert (solved.nodes, solved.interrupted) == (58, False)


def test_kuhn_poker_is_played_as_its_family_of_equilibria_says() -> None:
    """Kuhn 1950: first bets with the 1 as often as it likes up to 1/3, and all else follows from that."""
    solved = solve_by_cfr(feint.load(KUHN), gap=1e-9)
    bets: dict[tuple[int, int, str], float] = {}
    for card in (1, 2, 3):
        for seat, moves in ((0, ""), (0, "pb"), (1, "p"), (1, "b")):
            infoset = infoset_of_kuhn(solved.tree, seat, card, moves)
            bets[seat, card, moves] = solved.strategy[solved.tree.first[infoset] + 1]
    bluff = bets[0, 1, ""]
    assert 0 <= bluff <= 1 / 3 + 1e-4
    expected = {
        (0, 1, ""): bluff,
        (0, 2, ""): 0,
        (0, 3, ""): 3 * bluff,
        (0, 1, "pb"): 0,
        (0, 2, "pb"): bluff + 1 / 3,
        (0, 3, "pb"): 1,
        (1, 1, "p"): 1 / 3,
        (1, 2, "p"): 0,
        (1, 3, "p"): 1,
        (1, 1, "b"): 0,
        (1, 2, "b"): 1 / 3,
        (1, 3, "b"): 1,
    }
    assert bets == pytest.approx(expected, abs=1e-4)


def test_the_value_of_leduc_poker() -> None:
    solved = solve_by_cfr(feint.load(LEDUC), gap=1e-4 / 26)
    lower, upper = 26 * solved.lower - 13, 26 * solved.upper - 13
    assert (
        lower <= -0.0856064 <= upper <= lower + 1e-4
    )  # 2,400,000 iterations of CFR+ say between -0.0856065 and -0.0856063


@pytest.mark.parametrize("rulings", ["", " order=ascending bids=shown", " cards=3 order=random"])
def test_goofspiel_is_fair(rulings: str) -> None:
    solved = solve_by_cfr(loaded(f"goofspiel{rulings}"), gap=1e-6)
    assert solved.lower <= 0.5 <= solved.upper <= solved.lower + 1e-6


@given(st.data())
@settings(max_examples=50)
def test_bounds_hold_for_any_strategy(data: st.DataObject) -> None:
    found = tree("kuhn_poker")
    bets = np.array(data.draw(st.lists(st.floats(0, 1), min_size=12, max_size=12)))
    strategy = np.column_stack((1 - bets, bets)).ravel()
    lower, upper = bounds(found, strategy)
    assert lower <= KUHN_VALUE <= upper
    assert lower <= value(found, strategy) <= upper
    assert found.game.payoffs.point * (upper - lower) == pytest.approx(nash_conv(found, strategy), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_a_run_in_pieces_is_the_same_run(method: str) -> None:
    whole, pieces = RegretMinimizer(tree("leduc_poker"), method), RegretMinimizer(tree("leduc_poker"), method)
    whole.run(40)
    for iterations in (1, 0, 7, 32):
        pieces.run(iterations)
    assert whole.iterations == pieces.iterations == 40
    assert (whole.average() == pieces.average()).all()
    assert (whole.latest() == pieces.latest()).all()


def test_methods_differ_and_all_converge() -> None:
    found, after = tree("goofspiel"), defaultdict(list)
    for method in METHODS:
        run = RegretMinimizer(found, method)
        for _ in range(2):
            run.run(200)
            after[method].append(nash_conv(found, run.average()))
    assert all(later < sooner < 0.1 for sooner, later in after.values())
    assert len({later for _, later in after.values()}) == len(METHODS)
    assert min(after, key=lambda method: after[method][-1]) == "predictive"


def test_an_interrupted_solve_gives_what_it_has() -> None:
    seen = []

    def progress(lower: float, upper: float) -> None:
        seen.append((lower, upper))
        if len(seen) == 3:
            raise KeyboardInterrupt

    solved = solve_by_cfr(feint.load(LEDUC), gap=0.0, progress=progress)
    assert solved.interrupted
    assert (solved.lower, solved.upper) == seen[-1] == bounds(solved.tree, solved.strategy)
    assert seen[0][0] <= seen[1][0] <= seen[2][0] < seen[2][1] <= seen[1][1] <= seen[0][1]
    assert solved.iterations > 0


def test_a_solve_without_time_gives_what_uniform_play_secures() -> None:
    solved = solve_by_cfr(feint.load(KUHN), gap=0.0, seconds=0)
    assert (solved.iterations, solved.interrupted) == (0, False)
    assert (solved.lower, solved.upper) == pytest.approx((0.5 - 0.41666666666666 / 4, 0.5 + 0.5 / 4))


def test_estimates() -> None:
    assert estimate(loaded("goofspiel")) == 1077  # every play of it has the same branches
    assert estimate(loaded("goofspiel cards=5")) == 26931
    assert 1700 < estimate(loaded("leduc_poker")) < 2200  # 1939


@pytest.mark.parametrize("described", ["dark-frontier", "space-goats players=2", "tower-siege"])
def test_a_hopeless_game_is_refused_before_anything_is_compiled(
    described: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feint.kernel.compiler.build", None)
    game = loaded(described)
    message = rf"{game.name} has about 10\^\d+ histories; a tree of up to 3,000,000 can be solved"
    with pytest.raises(FeintError, match=message):
        sequence_form(game)


def test_a_tree_has_a_limit() -> None:
    assert sequence_form(feint.load(KUHN), most=58).histories == 58
    with pytest.raises(
        FeintError, match="^kuhn-poker has more than 57 histories; a tree of up to so many can be solved$"
    ):
        sequence_form(feint.load(KUHN), most=57)
    for most in (1, 2, 5):
        with pytest.raises(FeintError, match="more than"):
            sequence_form(feint.load(KUHN), most=most)
    for most in (0, -1, 2**40):
        with pytest.raises(FeintError, match=r"can't be kept: it can be 1 to 1,073,741,824"):
            sequence_form(feint.load(KUHN), most=most)


def test_only_two_can_be_solved_for() -> None:
    with pytest.raises(FeintError, match="^space-goats has 3 seats; a tree can be solved for 2$"):
        sequence_form(feint.load("space-goats", players=3))


def changed(tmp_path: Path, old: str, new: str) -> Game:
    """Kuhn Poker with other rules."""
    shutil.copytree(KUHN, tmp_path / "kuhn_poker")
    rules = tmp_path / "kuhn_poker" / "rules.py"
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new))
    return feint.load(tmp_path / "kuhn_poker")


def test_choices_that_tell_a_secret_are_refused(tmp_path: Path) -> None:
    game = changed(tmp_path, "    return 2\n", "    return 2 if s.card[1 - seat] > 1 else 1\n")
    with pytest.raises(FeintError, match="^kuhn-poker gives a seat other choices where it has seen the same"):
        sequence_form(game)


def test_a_match_without_end_is_refused(tmp_path: Path) -> None:
    game = changed(tmp_path, "if s.moves >= 2 and", "if s.moves < 0 and")
    path = game.folder / "rules.py"
    path.write_text(
        path.read_text().replace("    return 2\n", "    return 1\n").replace("s.moves += 1", "s.moves ^= 1")
    )
    with pytest.raises(
        FeintError, match="^a match of kuhn-poker can have 4,096 steps; a tree can be solved if all have"
    ):
        sequence_form(game)


def test_what_is_no_strategy_is_refused() -> None:
    found = tree("kuhn_poker")
    with pytest.raises(FeintError, match="^a strategy of 3 numbers doesn't fit: kuhn-poker has 24 choices$"):
        value(found, [0.5, 0.5, 0.0])
    for wrong in (np.ones(24), np.full(24, np.nan), np.tile([1.5, -0.5], 12)):
        with pytest.raises(FeintError, match="^this is not a strategy: at each information set"):
            bounds(found, wrong)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(
        FeintError, match=r"^there is no method called best; there are cfr, cfr\+, discounted, predictive$"
    ):
        RegretMinimizer(tree("kuhn_poker"), "best")


def test_whoever_pays_for_solving_says_how_large_a_tree_may_be() -> None:
    """A server's limit holds for games that are solved over their tree, too."""
    game = feint.load(KUHN)
    assert solve(game, keep=False, most=58).states == 58
    with pytest.raises(FeintError, match="has more than 57 histories"):
        solve(game, keep=False, most=57)
