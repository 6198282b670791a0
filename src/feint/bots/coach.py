"""The coach: what would have been right, and what a choice cost in winning probability."""

from collections.abc import Callable, Iterable, Iterator, Sequence
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
    cost: float | None  # what it gave away of the point, at least; never less than 0, and None if it was not examined
    worth: ActionValue  # the choice itself
    chance: (
        Interval | None
    )  # of the seat to win before it chose, if it plays right; None if what is right isn't examined
    right: tuple[ActionValue, ...]  # what is right, the likeliest first

    @property
    def told_worth(self) -> Interval | None:
        """What the choice is worth, if that is known closely."""
        return told(self.worth)

    @property
    def told_chance(self) -> Interval | None:
        """The seat's chance before it chose, if that is known closely."""
        return self.chance if self.right and self.right[0].close else None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        right = [
            {"choice": choice.text, "chance": choice.chance, "worth": _json(told(choice))} for choice in self.right
        ]
        return {
            "step": self.step, "round": self.round, "seat": self.seat, "choice": self.choice,
            "cost": self.cost, "worth": _json(self.told_worth), "before": _json(self.told_chance), "right": right,
        }  # fmt: skip


def told(value: ActionValue) -> Interval | None:
    """What a choice is worth, as far as people are told: not where it may be nearly anything."""
    return (value.low, value.high) if value.close else None


def _json(interval: Interval | None) -> dict[str, float] | None:
    return None if interval is None else {"low": interval[0], "high": interval[1]}


def costs(values: Sequence[ActionValue]) -> list[float | None]:
    """What each choice gives away of the point, at least; None if it was not examined.

    That is what another choice is sure of, less the most that this one can be worth; or more, where both were played
    with the same luck, and that shows it. So no choice is blamed for what is only not known.
    """
    sure = max((value.low for value in values if value.examined), default=0.0)
    lost = [max(sure - value.high, value.behind) if value.examined else None for value in values]
    return [cost if cost is None or cost > RIGHT else 0.0 for cost in lost]


def chance_to_win(values: Sequence[ActionValue]) -> Interval | None:
    """A seat's chance if it chooses right; None if what is right was not examined."""
    right = likeliest_first(values)
    if not right or not right[0].examined:
        return None
    known = [value for value in values if value.examined and value.close >= right[0].close]
    return max(value.low for value in known), max(value.high for value in known)


def judge(adviser: Adviser, before: Match, seat: str, choice: str, seed: int) -> Judged:
    """Judge a choice that a seat makes in a match as it stands."""
    weighed = adviser.action_values(before, seat, seed, choice)
    [(made, cost)] = [(made, cost) for made, cost in zip(weighed, costs(weighed), strict=True) if made.text == choice]
    right = likeliest_first(weighed)
    return Judged(len(before.steps) + 1, before.round, seat, choice, cost, made, chance_to_win(weighed), right)


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
    mean_cost: float | None  # of the others, at least; None if there were none
    costliest: tuple[Judged, ...]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        worst = [judged.to_json() for judged in self.costliest]
        return {
            "seat": self.seat, "choices": self.choices, "not_examined": self.not_examined,
            "mean_cost": self.mean_cost, "costliest": worst,
        }  # fmt: skip


def summary(seat: str, judged: Iterable[Judged], most: int = 3) -> Summary:
    """How a seat did: what it gave away per choice, and its costliest choices."""
    own = [one for one in judged if one.seat == seat]
    known = [one.cost for one in own if one.cost is not None]
    worst = sorted((one for one in own if one.cost), key=lambda one: (-(one.cost or 0.0), one.step))[:most]
    return Summary(seat, len(own), len(own) - len(known), sum(known) / len(known) if known else None, tuple(worst))
