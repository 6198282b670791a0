"""What a tuned game is to be like: targets for anything that can be told of a game, and how far one is from them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from feint.core.contract import no_grant
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab.game_rows import row_names

SEATS, EVEN, LARGEST, PAIRING = "seats", "even", "max(card)", "pairing"
LENGTHS = ("rounds", "choices")
SLACK = 0.1  # of a bound without a tolerance: so much of it beyond counts as much as a whole tolerance


@dataclass(frozen=True)
class Target:
    """A range that a number of the game is to be in."""

    text: str
    metric: str
    low: float
    high: float
    goal: float | None  # where in it is best; None: anywhere
    is_even: bool = False  # whether it is about an even share: then all numbers are relative to that

    @property
    def tolerance(self) -> float:
        """How far from the goal it may be; of a bound, how much beyond it is as bad as that."""
        if self.goal is not None:
            return (self.high - self.low) / 2
        bound = self.high if self.low == -float("inf") else self.low
        return max(abs(bound) * SLACK, 0.005)

    def at(self, seats: int) -> "Target":
        """The same at a table of so many, where an even share is a number."""
        if not self.is_even:
            return self
        share = 1 / seats
        return Target(self.text, self.metric, self.low + share, self.high + share, share)

    def misses(self, value: float) -> float:
        """How far a value is from what is wanted: up to 1 it is good, and 0 could not be better."""
        if self.goal is not None:
            return abs(value - self.goal) / self.tolerance
        beyond = max(value - self.high, self.low - value)
        return max(0.0, 1.0 + beyond / self.tolerance)

    def holds(self, value: float) -> bool:
        """Whether a value is as wanted."""
        return self.low - 1e-12 <= value <= self.high + 1e-12


NUMBER = r"(-?\d+(?:\.\d+)?%?)"
ABOUT = re.compile(rf"(.+?)\s*=\s*({EVEN}|{NUMBER})\s*(?:±|\+-|\+/-)\s*{NUMBER}")
BOUND = re.compile(rf"(.+?)\s*([<>])=?\s*{NUMBER}")


def read_target(text: str) -> Target:
    """A target as people write it: `seats=0.25±0.01`, `seats=even±1%`, `rounds=11+-1`, `draws<0.05`."""
    text = text.strip()
    if found := ABOUT.fullmatch(text):
        goal, tolerance = 0.0 if found[2] == EVEN else _number(found[2]), _number(found[4])
        if tolerance <= 0:
            raise FeintError(f"{text} leaves no room: name how far from it is near enough, such as ±0.01")
        return Target(text, found[1].strip(), goal - tolerance, goal + tolerance, goal, found[2] == EVEN)
    if found := BOUND.fullmatch(text):
        bound = _number(found[3])
        low, high = (-float("inf"), bound) if found[2] == "<" else (bound, float("inf"))
        return Target(text, found[1].strip(), low, high, None)
    raise FeintError(f"{text} is not a target: write seats=0.25±0.01, seats=even±1%, rounds=11±1 or draws<0.05")


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def read_targets(texts: Sequence[str]) -> tuple[Target, ...]:
    """Several of them."""
    if not texts:
        raise FeintError("there is nothing to reach: name it with --target, such as --target seats=even±0.01")
    return tuple(map(read_target, texts))


def check_targets(targets: Sequence[Target], game: Game, is_pairing: bool = False) -> None:
    """Refuse targets that don't exist in a game, or that can't all be reached at this table."""
    for target in targets:
        known = [SEATS, *game.seats, "draws", "unfinished", *row_names(game)[len(game.seats) :]]
        known += [LARGEST] * granted(game) + [PAIRING] * is_pairing
        if target.metric not in known:
            raise FeintError(f"{game.name} has no {target.metric} to aim at here; it has {', '.join(known)}")
    at = [target.at(len(game.seats)) for target in targets]
    for number, one in enumerate(at):
        for other in at[number + 1 :]:
            if set(_named(one, game)) & set(_named(other, game)) and max(one.low, other.low) > min(
                one.high, other.high
            ):
                raise FeintError(f"{one.text} and {other.text} contradict each other")
    least, most = 0.0, 0.0
    for seat in game.seats:
        wanted = [target for target in at if seat in _named(target, game)]
        least += max((target.low for target in wanted), default=0.0)
        most += min((target.high for target in wanted), default=1.0)
    if least > 1 + 1e-9 or most < 1 - 1e-9:
        texts = " and ".join(target.text for target in targets if _named(target, game)[0] in game.seats)
        raise FeintError(f"{texts} can't be reached by {len(game.seats)} seats: their shares add up to 1")


def _named(target: Target, game: Game) -> tuple[str, ...]:
    return game.seats if target.metric == SEATS else (target.metric,)


@dataclass(frozen=True)
class Aim:
    """One number that a target is about, at one table: a seat's share between players of one kind."""

    condition: int
    metric: str
    target: Target

    @property
    def is_length(self) -> bool:
        """Whether it is about how long games take; all else is about fairness."""
        return self.metric in LENGTHS


def aims(targets: Sequence[Target], condition: int, game: Game) -> list[Aim]:
    """What the targets say of one table."""
    return [Aim(condition, metric, target.at(len(game.seats))) for target in targets for metric in _named(target, game)]


def granted(game: Game) -> bool:
    """Whether an item can be given to a seat beforehand."""
    return game.trials is not None and game.trials.grant is not no_grant
