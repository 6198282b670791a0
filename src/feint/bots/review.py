"""A review of a finished match: what each choice cost, what was right, and how the chances to win went up and down."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from feint.bots import coach
from feint.bots.coach import Adviser, Interval, Judged, Summary
from feint.bots.levels import PERFECT, SEARCH
from feint.bots.players import SolvingLimits, adviser, adviser_names
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.core.progress import Progress

# Iterations for a choice, where search is the best reviewer that there is.
LEVELS = (10_000, 7_000, 5_000, 4_000, 3_000, 2_000, 1_000)
PROBES, PROBE = 3, 500  # choices that are tried to see how long it takes, and iterations for each
SEED = 0  # of the reviewer's own random words, so that everyone gets the same review


@dataclass(frozen=True)
class ChancePoint:
    """What a seat's chance to win was after some steps, if everyone had played right from there."""

    step: int  # the steps that had been made
    chance: Interval


@dataclass(frozen=True)
class Review:
    """What a reviewer says about a match."""

    by: str  # the adviser's name
    warning: str  # what to know about it; "" if there is nothing
    seats: tuple[str, ...]  # whose choices were judged
    judged: tuple[Judged, ...]
    chances: dict[str, tuple[ChancePoint, ...]]  # by seat, where they are known

    @property
    def summaries(self) -> list[Summary]:
        """How each seat did."""
        return [coach.summary(seat, self.judged) for seat in self.seats]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "by": self.by,
            "warning": self.warning,
            "seats": [summary.to_json() for summary in self.summaries],
            "choices": [judged.to_json() for judged in self.judged],
            "chances": {
                seat: [{"step": point.step, "low": point.chance[0], "high": point.chance[1]} for point in points]
                for seat, points in self.chances.items()
            },
        }


def reviewer(
    match: Match,
    name: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    limits: SolvingLimits | None = None,
) -> tuple[str, Adviser]:
    """Who reviews a match unless someone is named, by name and ready: `perfect` if the game is solved, else `search`.

    With `seconds`, search thinks no longer about each choice than fits into them on this machine. Without, it comes out
    alike everywhere.
    """
    game = match.game
    names = adviser_names(game)
    if not names:
        why = "it is too large to be solved, and without a redeal search can't play it"
        raise FeintError(f"nobody can review {game.name}: {why}")
    if name is None and names[0] == PERFECT:
        try:
            return PERFECT, adviser(game, PERFECT, progress, limits)
        except FeintError:  # too large under these rulings
            if SEARCH not in names:
                raise
    if name is None:
        name = f"{SEARCH}:{LEVELS[0] if seconds is None else _level(match, seconds, progress)}"
    return name, adviser(game, name, progress, limits)


def _level(match: Match, seconds: float, progress: Progress | None) -> int:
    """The highest level at which all choices of a match are searched in that time, by trying some of them."""
    choices = list(coach.choices_of(match, match.game.seats))
    probes = choices[:: max(1, len(choices) // PROBES)][:PROBES]
    probe = adviser(match.game, f"{SEARCH}:{PROBE}", progress)
    begun = time.perf_counter()
    for before, seat, choice in probes:
        probe.action_values(before, seat, SEED, choice)
    iterations = seconds * PROBE * len(probes) / max(1e-9, time.perf_counter() - begun) / max(1, len(choices))
    if probes and iterations < LEVELS[-1]:
        raise FeintError("this match is too long to be reviewed here; feint review does it on your own computer")
    return next((level for level in LEVELS if level <= iterations), LEVELS[0])


def review(
    by: str,
    adviser: Adviser,
    match: Match,
    seats: Iterable[str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Review a match that is over, for all seats or some; `progress` is called with the steps that are done."""
    if not match.over:
        raise FeintError("the match is not over yet; only a finished match can be reviewed")
    wanted = match.game.seats if seats is None else tuple(seats)
    judged = tuple(coach.review(adviser, match, wanted, SEED, progress))
    chances = {seat: _chances(match, seat, judged) for seat in wanted}
    return Review(by, str(getattr(adviser, "warning", "")), wanted, judged, chances)


def _chances(match: Match, seat: str, judged: Iterable[Judged]) -> tuple[ChancePoint, ...]:
    """A seat's chance to win before each choice that says something about it.

    Before its own choices, that is. Where nobody keeps a secret, what one of two seats can expect is also known from
    what the other can; elsewhere each sees the match with other eyes.
    """
    shared = match.game.positions is not None and len(match.game.seats) == 2
    found: dict[int, ChancePoint] = {}
    for one in judged:
        if one.chance is None or not (shared or one.seat == seat):
            continue
        low, high = one.chance if one.seat == seat else (1 - one.chance[1], 1 - one.chance[0])
        found.setdefault(one.step, ChancePoint(one.step - 1, (low, high)))
    return tuple(found.values())
