"""Which candidates the optimiser tries next: some by Optuna's Parzen estimator, some by a model of its own.

The model is a quadratic for each number that is aimed at, fitted where candidates come near their targets. Since it
knows what each number does, and not only how far all of them are from what is wanted, it needs few games.
"""

import warnings
from collections.abc import Sequence
from itertools import combinations, islice, product
from typing import Any

import numpy as np

from feint.core.extras import require_extra
from feint.lab.dials import Candidate, Dial
from feint.lab.race import PER_CHANGE, Measured

FEW, MOST_GUESSES = (
    8,
    3000,
)  # candidates that a model needs; candidates of each number of changes that it is asked about
RIDGE = 1e-3
NEAR = 3.0  # candidates that miss by so many tolerances count half as much as perfect ones


class Proposals:
    """Proposes candidates, and is told how they did."""

    def __init__(self, dials: Sequence[Dial], seed: int) -> None:
        optuna = require_extra("optuna", "lab")
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._optuna = optuna
        self.dials = tuple(dials)
        self._random = np.random.default_rng(seed)
        self._spaces = {
            dial.name: optuna.distributions.IntDistribution(0, len(dial.values) - 1)
            if dial.is_range
            else optuna.distributions.CategoricalDistribution(tuple(range(len(dial.values))))
            for dial in self.dials
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is experimental in it has been so for years
            sampler = optuna.samplers.TPESampler(seed=seed % 2**32, multivariate=True, constant_liar=True)
        self._study = optuna.create_study(sampler=sampler)
        self._asked: dict[Candidate, Any] = {}

    def base(self) -> Candidate:
        """As the game is, or as near to that as its dials allow."""
        return tuple(dial.usual or 0 for dial in self.dials)

    def by_parzen(self, count: int) -> list[Candidate]:
        """Candidates like those that did well."""
        found = []
        for _ in range(count):
            trial = self._study.ask(self._spaces)
            candidate = tuple(int(trial.params[dial.name]) for dial in self.dials)
            if candidate in self._asked:
                self._study.tell(trial, state=self._optuna.trial.TrialState.FAIL)
                continue
            self._asked[candidate] = trial
            found.append(candidate)
        return found

    def tell(self, measured: Sequence[Measured]) -> None:
        """How candidates did."""
        for one in measured:
            trial = self._asked.pop(one.candidate, None)
            if trial is not None:
                self._study.tell(trial, one.rank)
                continue
            params = dict(zip(self._spaces, one.candidate, strict=True))
            made = self._optuna.trial.create_trial(params=params, distributions=self._spaces, value=one.rank)
            self._study.add_trial(made)

    def by_model(self, measured: Sequence[Measured], count: int) -> list[Candidate]:
        """Candidates that a model of all measured ones expects to be good: the best for each number of changes."""
        if len(measured) < FEW:
            return []
        model = _Model(self.dials, measured)
        known = {one.candidate for one in measured}
        best = sorted(measured, key=lambda one: (one.rank, one.candidate))[:20]
        by_changes: list[list[Candidate]] = []
        for number in range(1, len(self.dials) + 1):
            guesses = [guess for guess in self._with_changes(number, best) if guess not in known]
            if guesses:
                expected = model.loss(np.array(guesses))
                order = np.argsort(expected, kind="stable")[:count]
                by_changes.append([guesses[place] for place in order])
        ranked = [one for column in islice(zip_longest(by_changes), count) for one in column]
        return list(dict.fromkeys(ranked))[:count]

    def _with_changes(self, number: int, best: Sequence[Measured]) -> list[Candidate]:
        """Candidates with so many changes: all of them, if they are few, else random ones and relatives of the best."""
        base = self.base()
        others = [[place for place in range(len(dial.values)) if place != dial.usual] for dial in self.dials]
        total = sum(
            int(np.prod([len(others[dial]) for dial in chosen]))
            for chosen in islice(combinations(range(len(base)), number), MOST_GUESSES)
        )
        found: dict[Candidate, None] = {}
        if total <= MOST_GUESSES:
            for chosen in combinations(range(len(base)), number):
                for values in product(*(others[dial] for dial in chosen)):
                    found[_replaced(base, chosen, values)] = None
            return list(found)
        for _ in range(MOST_GUESSES):
            one = list(best[int(self._random.integers(len(best)))].candidate)
            for dial in self._random.choice(
                len(base), int(self._random.integers(1, 4)) % len(base) or 1, replace=False
            ):
                one[dial] = int(self._random.integers(len(self.dials[dial].values)))
            changed = [dial for dial, place in enumerate(one) if place != self.dials[dial].usual]
            self._random.shuffle(changed)
            for dial in changed[number:]:
                one[dial] = base[dial]
            if len(changed) >= number:
                found[tuple(one)] = None
        return list(found)


def zip_longest(columns: Sequence[Sequence[Candidate]]) -> list[list[Candidate]]:
    """The first of all columns, then the second of all, and so on."""
    longest = max(map(len, columns), default=0)
    return [[column[row] for column in columns if row < len(column)] for row in range(longest)]


def _replaced(base: Candidate, places: Sequence[int], values: Sequence[int]) -> Candidate:
    changed = list(base)
    for place, value in zip(places, values, strict=True):
        changed[place] = value
    return tuple(changed)


class _Model:
    """A quadratic for each aim, by weighted least squares."""

    def __init__(self, dials: Sequence[Dial], measured: Sequence[Measured]) -> None:
        self.dials, self.aims = dials, measured[0].aims
        x = self._features(np.array([one.candidate for one in measured]))
        y = np.array([[found.mean for found in one.found] for one in measured])
        losses = np.array([one.loss for one in measured])
        games = np.array([one.games for one in measured], float)
        weights = np.sqrt(games / games.max()) / (1 + (losses / (NEAR + losses.min())) ** 2)
        self.middle = y.mean(axis=0)
        squared = x.T @ (weights[:, None] * x)
        penalty = RIDGE * np.trace(squared) / len(squared) * np.eye(len(squared))
        self.slopes = np.linalg.solve(squared + penalty, x.T @ (weights[:, None] * (y - self.middle)))

    def _features(self, candidates: Any) -> Any:
        columns = []
        for dial, places in zip(self.dials, candidates.T, strict=True):
            if dial.is_range:
                scaled = 2 * places / (len(dial.values) - 1) - 1
                columns.append(scaled)
            else:
                columns += [(places == place).astype(float) for place in range(1, len(dial.values))]
        own = np.array(columns).T
        rows, count = own.shape
        pairs = [own[:, one] * own[:, other] for one in range(count) for other in range(one, count)]
        return np.column_stack([np.ones(rows), own, *pairs])

    def loss(self, candidates: Any) -> Any:
        """How far from the targets it expects candidates to be."""
        expected = self._features(candidates) @ self.slopes + self.middle
        misses = np.empty_like(expected)
        for number, aim in enumerate(self.aims):
            misses[:, number] = [aim.target.misses(value) for value in expected[:, number]]
        changed = np.zeros(len(candidates))
        for number, dial in enumerate(self.dials):
            changed += candidates[:, number] != (-1 if dial.usual is None else dial.usual)
        return np.mean(misses**4, axis=1) ** 0.25 + PER_CHANGE * changed
