"""Regret minimisation by sampling: it converges, is the same for the same seed, and knows the tree's information sets."""

from collections.abc import Iterator
from functools import cache
from itertools import count

import pytest

import feint
from feint.core.chance import below, bot_word, draw, game_seed
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER
from feint.kernel.regret_matching import fraction, sample
from feint.solve.best_response import nash_conv
from feint.solve.infoset import HIGH, LOW, MEMORY, keys_after, look, remember_choice
from feint.solve.mccfr import EXPLORE, METHODS, MonteCarloCFR
from feint.solve.sequence_form import SequenceForm, sequence_form
from kit.paths import EXAMPLE_GAMES

WORD = 0xFFFFFFFF


def loaded(name: str, **rulings: object) -> Game:
    return feint.load(EXAMPLE_GAMES / name, **rulings)


@cache
def tree(name: str) -> SequenceForm:
    return sequence_form(loaded(name))


# NashConv in payoffs: so much for uniform play, and at most so much after so many iterations.
CONVERGES = [
    ("kuhn_poker", "external", 20_000, 0.916, 0.012),
    ("kuhn_poker", "outcome", 100_000, 0.916, 0.04),
    ("leduc_poker", "external", 20_000, 4.732, 0.312),
    ("leduc_poker", "outcome", 50_000, 4.732, 1.82),
    ("goofspiel", "external", 5_000, 1.416, 0.03),
    ("goofspiel", "outcome", 50_000, 1.416, 0.24),
]


@pytest.mark.parametrize(("name", "method", "iterations", "before", "after"), CONVERGES)
def test_sampling_converges(name: str, method: str, iterations: int, before: float, after: float) -> None:
    run = MonteCarloCFR(loaded(name), method, seed=7)
    assert nash_conv(tree(name), run.strategy_on(tree(name))) == pytest.approx(before, rel=5e-3)
    run.run(iterations)
    assert run.iterations == iterations
    assert nash_conv(tree(name), run.strategy_on(tree(name))) < after
    assert run.infosets <= tree(name).infosets


class Plain:
    """The same in plain Python, as Lanctot et al. 2009 write it down: walks by recursion, over lists of steps."""

    def __init__(self, game: Game, explore: float) -> None:
        self.game, self.explore = game, explore
        self.regrets: dict[tuple[int, int], list[float]] = {}
        self.sums: dict[tuple[int, int], list[float]] = {}
        self.keys = cache(lambda steps: keys_after(game, steps))

    def walk(
        self,
        steps: tuple[tuple[int, int], ...],
        me: int,
        words: Iterator[int],
        mine: float,
        others: float,
        sampled: float,
    ) -> float:
        """What the walk is worth for a seat. How likely is it to come here: by its choices, by others, as it was drawn?"""
        rules, state = self.game.rules, self.game.first_state()
        for who, number in steps:
            rules.settle(state, number) if who == CHANCE else rules.apply(state, who, number)
        who = rules.pending(state)
        if who == OVER:
            points = [0, 0]
            rules.score(state, points)
            return points[me] / sum(points) - 0.5
        word = next(words)
        if who == CHANCE:
            weights = [0] * rules.OUTCOMES
            outcomes = rules.chance(state, weights)
            outcome = draw(word, weights, outcomes)
            odds = weights[outcome] / sum(weights[:outcomes])
            return self.walk((*steps, (CHANCE, outcome)), me, words, mine, others * odds, sampled * odds)
        seat, out = (0 if who & 1 else 1), [0] * rules.ACTIONS
        actions = out[: rules.legal(state, seat, out)]
        key = self.keys(steps)[seat]
        regrets = self.regrets.setdefault(key, [0.0] * len(actions))
        sums = self.sums.setdefault(key, [0.0] * len(actions))
        wanted = [max(regret, 0.0) for regret in regrets]
        policy = [w / sum(wanted) if sum(wanted) > 0 else 1 / len(actions) for w in wanted]
        n = sample(policy, len(actions), fraction(word))
        if seat != me:
            if not self.explore:
                sums[:] = [total + often for total, often in zip(sums, policy, strict=True)]
            return self.walk((*steps, (seat, actions[n])), me, words, mine, others * policy[n], sampled * policy[n])
        if self.explore:
            other, which = fraction(next(words)) < self.explore, below(next(words), len(actions))
            n = which if other else n
            often = self.explore / len(actions) + (1 - self.explore) * policy[n]
            sums[:] = [total + mine * p / sampled for total, p in zip(sums, policy, strict=True)]
            worth = [0.0] * len(actions)
            after = *steps, (seat, actions[n])
            worth[n] = self.walk(after, me, words, mine * policy[n], others, sampled * often) / often
        else:
            ways = [((*steps, (seat, action)), p) for action, p in zip(actions, policy, strict=True)]
            worth = [self.walk(after, me, words, mine * p, others, sampled) for after, p in ways]
        value = sum(p * w for p, w in zip(policy, worth, strict=True))
        regrets[:] = [r + (w - value) * others / sampled for r, w in zip(regrets, worth, strict=True)]
        return value


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_sampling_is_as_its_authors_have_it(name: str, method: str) -> None:
    run = MonteCarloCFR(loaded(name), method, seed=5)
    run.run(150)
    plain = Plain(run.game, EXPLORE if method == "outcome" else 0.0)
    for number in range(300):
        key = game_seed(5, number)
        plain.walk((), number % 2, (bot_word(key, n) for n in count()), 1.0, 1.0, 1.0)
    assert run.infosets == len(plain.sums)
    strategy, on = run.strategy_on(tree(name)), tree(name)
    for key, sums in plain.sums.items():
        if sum(sums) > 0:
            infoset = on.find(key)
            assert infoset is not None
            own = strategy[on.first[infoset] : on.first[infoset + 1]]
            assert own == pytest.approx([total / sum(sums) for total in sums], abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_same_seed_same_strategy_in_pieces_too(method: str) -> None:
    whole, pieces, other = (MonteCarloCFR(loaded("leduc_poker"), method, seed) for seed in (3, 3, 4))
    whole.run(500)
    other.run(500)
    for iterations in (1, 0, 99, 400):
        pieces.run(iterations)
    on = tree("leduc_poker")
    assert (whole.strategy_on(on) == pieces.strategy_on(on)).all()
    assert (whole.strategy_on(on) != other.strategy_on(on)).any()


def test_every_information_set_is_one_of_the_tree() -> None:
    run = MonteCarloCFR(loaded("goofspiel", bids="shown", order="random"), "outcome", seed=1)
    run.run(3000)
    few = run.infosets
    run.run(3000)
    assert 1000 < few < run.infosets  # far more than there is room for at first
    keys = {tuple(key) for key in sequence_form(run.game).keys.tolist()}
    known = {tuple(key) for key in run._infosets.keys[: run.infosets].tolist()}
    assert len(known) == run.infosets
    assert known <= keys


def test_what_can_not_be_sampled_is_refused() -> None:
    with pytest.raises(FeintError, match="^there is no sampling called best; there are external, outcome$"):
        MonteCarloCFR(loaded("kuhn_poker"), "best")
    with pytest.raises(FeintError, match="^space-goats has 3 seats; strategies can be sampled for 2$"):
        MonteCarloCFR(feint.load("space-goats", players=3))
    with pytest.raises(FeintError, match="the seed -1 is out of range"):
        MonteCarloCFR(loaded("kuhn_poker"), seed=-1)
    with pytest.raises(
        FeintError, match=r"^what was sampled for feint.load\('goofspiel', cards=3\) doesn't fit the tree of"
    ):
        MonteCarloCFR(loaded("goofspiel", cards=3)).strategy_on(tree("goofspiel"))


def test_a_seat_remembers_what_it_saw_and_chose() -> None:
    memory = [0] * MEMORY
    look(memory, [5, 6, 7], [WORD] * 3, [0, 2], 1)
    first = memory[:]
    look(memory, [5, 9, 7], [WORD] * 3, [0, 2], 1)  # what it doesn't see has changed
    assert memory == first
    look(memory, [5, 9, 8], [WORD] * 3, [0, 2], 1)
    second = memory[:]
    look(memory, [5, 6, 7], [WORD] * 3, [0, 2], 1)  # it looks as before, but that was another time
    assert len({(m[LOW], m[HIGH]) for m in (first, second, memory)}) == 3
    chose = [memory[:], memory[:]]
    remember_choice(chose[0], 0)
    remember_choice(chose[1], 1)
    assert len({(m[LOW], m[HIGH]) for m in (memory, *chose)}) == 3


def test_a_secret_choice_is_remembered_by_the_seat_that_made_it_alone() -> None:
    game = loaded("goofspiel")
    (mine, others), (mine_else, others_else) = (keys_after(game, [(0, card)]) for card in (1, 2))
    assert mine != mine_else
    assert others == others_else
    assert others != keys_after(game, [])[1]  # but that one was made, all can see
