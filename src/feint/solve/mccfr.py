"""Regret minimisation by sampling (Monte Carlo CFR): plays by the game's own rules and keeps no tree.

A walk is for one seat. *External* sampling follows all of that seat's choices, and draws what chance and the other seat
do; *outcome* sampling draws its choices too, now and then some that it wouldn't make. Only information sets that a walk
came to take room. Their keys are those of `feint.solve.infoset`, so that a strategy can be laid onto a tree.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from feint.core.chance import below, bot_word, draw, game_seed, seed_number
from feint.core.contract import Rules
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER, whole
from feint.kernel.arrays import doubled
from feint.kernel.compiler import build
from feint.kernel.hash_table import find_slot, refill
from feint.kernel.observation import Observations, observations
from feint.kernel.regret_matching import fraction, regret_matching, sample
from feint.solve.infoset import HIGH, LOW, MEMORY, all_look, copy_memory, remember_choice
from feint.solve.sequence_form import DONE, NOT_ONE_SET, TOO_DEEP, SequenceForm
from feint.solve.strategy import StrategyByInfoset

METHODS = ("external", "outcome")
EXPLORE = 0.6  # how often outcome sampling draws any choice of the seat whose walk it is (Lanctot et al. 2009)
DEEPEST = 4_096  # choices of one seat in one walk
FIRST_ROOM = 256  # information sets; room doubles when it is short

SETS, CHOICES, WALKS = 0, 1, 2  # what has been counted: information sets, choices of them all, and walks


class Infosets(NamedTuple):
    """The information sets that walks came to, in a hash table; and for each choice of each what was learnt."""

    table: Any
    keys: Any  # what the seat remembers, in two halves
    bases: Any  # the first choice of each
    counts: Any  # how many choices it has
    regrets: Any
    cumulative_strategy: Any


class MonteCarloCFR:
    """A run of Monte Carlo CFR on a two-player game; `run` takes it further. Same seed, same result."""

    def __init__(self, game: Game, method: str = "external", seed: int = 0) -> None:
        if method not in METHODS:
            raise FeintError(f"there is no sampling called {method}; there are {', '.join(METHODS)}")
        if len(game.seats) != 2:
            raise FeintError(f"{game.name} has {len(game.seats)} seats; strategies can be sampled for 2")
        self.game = game
        self.method = method
        self.seed = seed_number(seed)
        self._start = game.schema.pack(game.first_state())
        self._states = np.zeros(DEEPEST + 1, self._start.dtype)
        self._observations = observations(game, with_log=True)
        self._walk: Callable[..., Any] | None = None
        self._used = np.zeros(3, np.int64)
        self._infosets = Infosets(
            np.zeros(4 * FIRST_ROOM, np.int32),
            np.zeros((FIRST_ROOM, 2), np.uint64),
            *(np.zeros(FIRST_ROOM, kind) for kind in (np.int32, np.int32, np.float64, np.float64)),
        )

    @property
    def iterations(self) -> int:
        """How many iterations were made so far."""
        return int(self._used[WALKS]) // 2

    @property
    def infosets(self) -> int:
        """How many information sets were come to so far."""
        return int(self._used[SETS])

    def run(self, iterations: int) -> None:
        """Some more iterations: two walks each, one a seat."""
        if self._walk is None:
            self._walk = build(self.game, make_walks)
        words = self._states.view(np.uint32).reshape(len(self._states), -1)
        explore = EXPLORE if self.method == "outcome" else 0.0
        last = 2 * (self.iterations + iterations)
        self._infosets, why = self._walk(
            self._start,
            self._states,
            words,
            self._observations,
            self._infosets,
            self._used,
            np.uint64(self.seed),
            last,
            explore,
        )
        if why == TOO_DEEP:
            raise FeintError(
                f"a seat of {self.game.name} can choose {DEEPEST:,} times; strategies are sampled for fewer"
            )
        if why == NOT_ONE_SET:
            raise FeintError(
                f"{self.game.name} gives a seat other choices where it has seen the same; they must not differ"
            )

    @property
    def strategy(self) -> StrategyByInfoset:
        """The average strategy so far, to be played, saved and, if the game's tree is small enough, read as a table."""
        _, keys, bases, counts, _, sums = self._infosets
        known = slice(0, self.infosets)
        first = np.append(0, np.cumsum(counts[known])).astype(np.int64)
        numbers = np.empty(first[-1])
        for i in range(self.infosets):
            own = sums[bases[i] : bases[i] + counts[i]]
            numbers[first[i] : first[i + 1]] = own / own.sum() if own.sum() > 0 else 1 / len(own)
        return StrategyByInfoset(self.game, keys[known].copy(), first, numbers)

    def strategy_on(self, tree: SequenceForm) -> Any:
        """The average strategy, laid onto the tree of the same game; uniform where no walk came."""
        if repr(tree.game) != repr(self.game):
            raise FeintError(f"what was sampled for {self.game!r} doesn't fit the tree of {tree.game!r}")
        _, keys, bases, counts, _, sums = self._infosets
        known = slice(0, self.infosets)
        there = {tuple(key): i for i, key in enumerate(keys[known].tolist())}
        strategy = tree.uniform()
        for infoset, (low, high) in enumerate(tree.keys.tolist()):
            i = there.get((low, high))
            if i is not None and (total := sums[bases[i] : bases[i] + counts[i]].sum()) > 0:
                own = slice(tree.first[infoset], tree.first[infoset + 1])
                strategy[own] = sums[bases[i] : bases[i] + counts[i]] / total
        return strategy


def make_walks(rules: Rules) -> Callable[..., Any]:
    """A loop that makes walks through a game and learns from them."""

    def walk(
        start: Any,
        states: Any,
        state_words: Any,
        seen: Observations,
        infosets: Infosets,
        used: Any,
        seed: int,
        last: int,
        explore: float,
    ) -> Any:
        table, keys, bases, counts, regrets, cumulative_strategy = infosets
        levels = len(states)
        memory = np.zeros((levels, 2, MEMORY), np.uint64)
        branch, stop = np.zeros(levels, np.int32), np.zeros(levels, np.int32)
        numbers = np.zeros((levels, rules.ACTIONS), np.int64)
        strategies, action_values = np.zeros((levels, rules.ACTIONS)), np.zeros((levels, rules.ACTIONS))
        base, count = np.zeros(levels, np.int32), np.zeros(levels, np.int32)
        # How likely the walk was drawn as it is, by this seat's choices and by all others; and how likely this seat
        # would have made its choices. One number a level: a level is a choice of this seat.
        sampled_reach, opponent_reach, own_reach = np.zeros(levels), np.zeros(levels), np.zeros(levels)
        weights, points = np.zeros(rules.OUTCOMES, np.int64), np.zeros(2, np.int64)
        while used[WALKS] < last:
            me, key, words = used[WALKS] % 2, game_seed(seed, used[WALKS]), 0
            sign = 1.0 if me == 0 else -1.0
            states[0] = start[0]
            for seat in range(2):
                for part in range(MEMORY):
                    memory[0, seat, part] = 0
            all_look(memory[0], state_words[0], seen)
            level, value = 0, 0.0
            branch[0], sampled_reach[0], opponent_reach[0], own_reach[0] = -1, 1.0, 1.0, 1.0
            while True:
                s, to, seat, action = states[level], level, me, 0
                if branch[level] < 0:  # where this is, isn't known yet
                    who = whole(rules.pending(s))
                    if who == OVER:
                        points[0] = points[1] = 0
                        rules.score(s, points)
                        share = points[0] / (points[0] + points[1]) if points[0] + points[1] > 0 else 0.5
                        value = sign * (share - 0.5)
                        level -= 1
                        while level >= 0:  # back to the latest choice that isn't dealt with
                            n = branch[level]
                            action_values[level, n] = value / (sampled_reach[level + 1] / sampled_reach[level])
                            branch[level] += 1
                            if branch[level] < stop[level]:
                                break
                            value = 0.0
                            for n in range(count[level]):
                                value += strategies[level, n] * action_values[level, n]
                            for n in range(count[level]):
                                regrets[base[level] + n] += (action_values[level, n] - value) / sampled_reach[level]
                            level -= 1
                        if level < 0:
                            break
                        continue
                    word = bot_word(key, words)
                    words += 1
                    if who == CHANCE:
                        outcomes = whole(rules.chance(s, weights))
                        outcome = draw(word, weights, outcomes)
                        total = 0
                        for n in range(outcomes):
                            total += weights[n]
                        opponent_reach[level] *= weights[outcome] / total if outcomes > 0 else -1.0 / outcomes
                        rules.settle(s, outcome)
                        all_look(memory[level], state_words[level], seen)
                        continue
                    seat = 0 if who & 1 else 1
                    choices = whole(rules.legal(s, seat, numbers[level]))
                    slot = find_slot(table, keys, memory[level, seat])
                    infoset = table[slot] - 1
                    if infoset < 0:
                        infoset = used[SETS]
                        if infoset == len(keys):
                            keys, bases, counts = doubled(keys), doubled(bases), doubled(counts)
                            table = doubled(table)
                            refill(table, keys, infoset)
                            slot = find_slot(table, keys, memory[level, seat])
                        while used[CHOICES] + choices > len(regrets):
                            regrets, cumulative_strategy = doubled(regrets), doubled(cumulative_strategy)
                        table[slot] = infoset + 1
                        keys[infoset, LOW] = memory[level, seat, LOW]
                        keys[infoset, HIGH] = memory[level, seat, HIGH]
                        bases[infoset], counts[infoset] = used[CHOICES], choices
                        used[SETS] += 1
                        used[CHOICES] += choices
                    elif counts[infoset] != choices:
                        return Infosets(table, keys, bases, counts, regrets, cumulative_strategy), NOT_ONE_SET
                    base[level], count[level] = bases[infoset], choices
                    regret_matching(regrets, bases[infoset], choices, strategies[level])
                    if seat != me:
                        n = sample(strategies[level], choices, fraction(word))
                        action = numbers[level, n]
                        opponent_reach[level] *= strategies[level, n]
                        if explore == 0.0:
                            for i in range(choices):
                                cumulative_strategy[base[level] + i] += strategies[level, i]
                    elif explore == 0.0:
                        branch[level], stop[level] = 0, choices
                    else:
                        n = sample(strategies[level], choices, fraction(word))
                        if fraction(bot_word(key, words)) < explore:
                            n = below(bot_word(key, words + 1), choices)
                        words += 2
                        branch[level], stop[level] = n, n + 1
                        for i in range(choices):
                            action_values[level, i] = 0.0
                            cumulative_strategy[base[level] + i] += (
                                own_reach[level] * strategies[level, i] / (sampled_reach[level] * opponent_reach[level])
                            )
                if seat == me:  # its choices are followed one level deeper, so that others can be after it
                    to, n = level + 1, branch[level]
                    if to == levels:
                        return Infosets(table, keys, bases, counts, regrets, cumulative_strategy), TOO_DEEP
                    action = numbers[level, n]
                    states[to] = states[level]
                    copy_memory(memory[to], memory[level])
                    branch[to], opponent_reach[to], own_reach[to] = (
                        -1,
                        opponent_reach[level],
                        own_reach[level] * strategies[level, n],
                    )
                    sampled_reach[to] = sampled_reach[level]
                    if explore > 0.0:
                        sampled_reach[to] *= (1.0 - explore) * strategies[level, n] + explore / count[level]
                remember_choice(memory[to, seat], action)
                rules.apply(states[to], seat, action)
                all_look(memory[to], state_words[to], seen)
                level = to
            used[WALKS] += 1
        return Infosets(table, keys, bases, counts, regrets, cumulative_strategy), DONE

    return walk
