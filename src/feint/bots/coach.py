"""The coach: what would have been right, and what a choice cost in winning probability."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from feint.bots.values import ActionValue
from feint.core.match import Match

RIGHT = 1e-6  # what costs less is right; no bound is known better

Interval: TypeAlias = tuple[float, float]
"""Between what and what a share of the point lies."""


class Adviser(Protocol):
    """A player that can say what choices are worth."""

    def action_values(self, match: Match, seat: str, seed: int, asked: str | None = None) -> list[ActionValue]:
        """All choices of a seat; above all the best, and the one that is asked for."""


@dataclass(frozen=True)
class Judged:
    """One choice that was made, beside what was right."""

    step: int  # the match's step that it was, from 1
    round: int
    seat: str
    choice: str
    cost: float  # what it gave away of the point, at least; never less than 0, and 0 if the choice was not examined
    worth: ActionValue  # the choice itself
    best: float  # what the seat could have been sure of
    chance: Interval | None  # of the seat to win before it chose, if it plays right; None if no choice was examined
    right: tuple[ActionValue, ...]  # what is right, the likeliest first

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        right = [
            {"choice": choice.text, "chance": choice.chance, "worth": _interval_json(choice)} for choice in self.right
        ]
        return {
            "step": self.step, "round": self.round, "seat": self.seat, "choice": self.choice,
            "cost": self.cost if self.worth.examined else None, "worth": _interval_json(self.worth),
            "best": self.best if self.chance is not None else None, "right": right,
        }  # fmt: skip


def _interval_json(value: ActionValue) -> dict[str, float] | None:
    return {"low": value.low, "high": value.high} if value.examined else None


def judge(adviser: Adviser, before: Match, seat: str, choice: str, seed: int) -> Judged:
    """Judge a choice that a seat makes in a match as it stands.

    What it cost is what another choice was sure of, less the most that this one can be worth; or more, where both were
    played with the same luck, and that shows it. So no choice is blamed for what is only not known.
    """
    weighed = adviser.action_values(before, seat, seed, choice)
    examined = [made for made in weighed if made.examined]
    chance = (max(made.low for made in examined), max(made.high for made in examined)) if examined else None
    best = chance[0] if chance is not None else 0.0
    [made] = [made for made in weighed if made.text == choice]
    cost = max(best - made.high, made.behind)
    cost = cost if cost > RIGHT else 0.0
    return Judged(len(before.steps) + 1, before.round, seat, choice, cost, made, best, chance, likeliest_first(weighed))


def likeliest_first(weighed: Iterable[ActionValue]) -> tuple[ActionValue, ...]:
    """What is right to choose, the likeliest first."""
    return tuple(sorted((choice for choice in weighed if choice.chance > 0), key=lambda choice: -choice.chance))


def choices_of(match: Match, seats: Iterable[str]) -> Iterator[tuple[Match, str, str]]:
    """Where some seats had a choice in a match: the match as it stood, the seat, and what it chose."""
    wanted = set(seats)
    for number, step in enumerate(match.steps):
        seat, before = match.who(step), match.at(number)
        if seat in wanted and len(before.legal_numbers(seat)) > 1:
            yield before, seat, step.text


def review(
    adviser: Adviser, match: Match, seats: Iterable[str], seed: int, progress: Callable[[int], None] | None = None
) -> list[Judged]:
    """Judge all choices that some seats made in a match; `progress` is called with the steps that are done."""
    judged = []
    for before, seat, choice in choices_of(match, seats):
        judged.append(judge(adviser, before, seat, choice, seed))
        if progress is not None:
            progress(judged[-1].step)
    return judged


@dataclass(frozen=True)
class Summary:
    """A seat's game in a few numbers."""

    seat: str
    choices: int
    not_examined: int  # of these
    mean_cost: float  # of the others
    costliest: tuple[Judged, ...]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        worst = [judged.to_json() for judged in self.costliest]
        return {
            "seat": self.seat, "choices": self.choices, "not_examined": self.not_examined,
            "mean_cost": self.mean_cost if self.choices > self.not_examined else None, "costliest": worst,
        }  # fmt: skip


def summary(seat: str, judged: Iterable[Judged], most: int = 3) -> Summary:
    """How a seat did: what it gave away per choice, and its costliest choices."""
    own = [one for one in judged if one.seat == seat]
    costs = [one.cost for one in own if one.worth.examined]
    worst = sorted((one for one in own if one.cost > 0), key=lambda one: (-one.cost, one.step))[:most]
    mean_cost = sum(costs) / len(costs) if costs else 0.0
    return Summary(seat, len(own), len(own) - len(costs), mean_cost, tuple(worst))
