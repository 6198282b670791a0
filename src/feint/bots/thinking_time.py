"""How long `search` may think: a number of iterations for each choice, or seconds for each decision.

A decision is what a person would call one: setting two dials, or placing a shot by naming the weapon, the hex and the
direction. The rules ask for it in several choices, one after the other; all of them together have the seconds.

How long a bot takes mustn't tell what it holds. So what a choice gets depends on nothing but how many choices of the
decision came before it, and everyone at the table knows who has chosen how often (`feint.kernel.simultaneous` builds on
that, too). It doesn't depend on which choices there are, how clear the case is, or how many more will follow. A bot
that took all of its time when nothing can follow would show that it holds no card that asks for more.
"""

import re
from dataclasses import dataclass

from feint.core.errors import FeintError
from feint.core.match import Match
from feint.kernel.simultaneous import group_start

NAME = "search"
SECONDS = 1.0  # a decision, unless told otherwise
MOST_SECONDS, MOST_ITERATIONS = 3600.0, 10**9

FIRST_SHARE = 0.75  # of the time, for the first choice: most decisions have no other
LATER_SHARE = 0.5  # of what is left, for each that follows
LEAST_SHARE = 0.02  # of the time; with less, a choice would be hardly better than a guess


@dataclass(frozen=True)
class ThinkingTime:
    """How long to think: a number of iterations for a choice, or of seconds for a decision."""

    iterations: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{NAME}:{self.iterations}" if self.iterations is not None else f"{NAME}:{self.seconds:g}s"


def read_thinking_time(text: str) -> ThinkingTime:
    """The thinking time in a player's name: `search:5000` (iterations), `search:2s` (seconds), or `search`.

    >>> str(read_thinking_time("search:0.3s"))
    'search:0.3s'
    """
    found = re.fullmatch(rf"{NAME}(?::(?:(\d{{1,10}})|(\d{{1,6}}(?:\.\d{{1,6}})?)s))?", text.strip())
    if not found:
        raise FeintError(f"{text.strip() or 'nothing'} can't be read; it can be {NAME}:2s or {NAME}:5000")
    if found[1]:
        if not 1 <= int(found[1]) <= MOST_ITERATIONS:
            raise FeintError(f"{text.strip()} can't be: {NAME} makes 1 to {MOST_ITERATIONS:,} iterations")
        return ThinkingTime(iterations=int(found[1]))
    seconds = float(found[2]) if found[2] else SECONDS
    if not 0 < seconds <= MOST_SECONDS:
        raise FeintError(f"{text.strip()} can't be: {NAME} takes up to {MOST_SECONDS:g} seconds, and more than none")
    return ThinkingTime(seconds=seconds)


def share_of_decision(match: Match, seat: str) -> float:
    """The share of a decision's seconds that the choice a seat owes now may take."""
    before = choices_made(match, seat)
    if not before:
        return FIRST_SHARE
    left = (1 - FIRST_SHARE) * (1 - LATER_SHARE) ** (before - 1)
    return max(LEAST_SHARE, LATER_SHARE * left)


def choices_made(match: Match, seat: str) -> int:
    """How many choices of the present decision a seat has made.

    Choices that are made at once are a decision of each seat. Otherwise it goes on while the same seat is asked again
    in the same round, without an outcome of chance or another's choice between.
    """
    number, now = match.game.seat_number(seat), len(match.steps)
    first, made = group_start(match, number)
    if first < now or len(match.pending) > 1:
        return made
    begun = now
    while begun and _is_alone_in(match, begun - 1, seat):
        begun -= 1
    while begun < now and group_start(match.at(begun), number)[0] < begun:  # the last of those made at once
        begun += 1
    return now - begun


def _is_alone_in(match: Match, at: int, seat: str) -> bool:
    """Whether a step was a seat's choice in this round that nobody else was asked for."""
    step = match.steps[at]
    return match.who(step) == seat and step.round == match.round and match.at(at).pending == (seat,)
