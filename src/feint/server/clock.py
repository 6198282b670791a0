"""Clocks: how long each seat has left, as plain arithmetic on the times of events.

A table's clock is `{"move": SECONDS}`, so long for each choice, or `{"game": SECONDS}`, so long for all of them. A
seat's time runs from the event that makes it owe a choice to the event of its choice, and several can run at once. All
times are milliseconds since 1970, as the server stored them with the events: every process, at any time, gets the same,
and what a player's own clock says is never asked. Bots of the house have no clock: how long they think depends on what
else the house is doing.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, cast

from feint.core.errors import FeintError
from feint.protocol import Clock

MOVE, GAME = "move", "game"
LEAST, MOST = 0.1, 7 * 24 * 3600  # seconds


class Time(NamedTuple):
    """What is left for each seat, in milliseconds, and whose time was running, at the time of an event."""

    left: Mapping[str, int]  # people only, in the order of the seats
    running: tuple[str, ...]
    at: int


def now() -> int:
    """The time, in milliseconds."""
    return int(time.time() * 1000)


def check_clock(clock: Mapping[str, int | float] | None) -> Clock | None:
    """A clock as someone asked for it; what can't be one is refused."""
    if clock is None:
        return None
    if len(clock) != 1 or next(iter(clock)) not in (MOVE, GAME) or not LEAST <= next(iter(clock.values())) <= MOST:
        kinds = f'{{"{MOVE}": SECONDS}} for each choice or {{"{GAME}": SECONDS}} for all of them'
        raise FeintError(f"a clock is {kinds}, and has {LEAST} to {MOST} seconds")
    return cast(Clock, clock)


def whole(clock: Clock) -> int:
    """What a seat has in the beginning, in milliseconds."""
    return round(1000 * (clock["move"] if "move" in clock else clock["game"]))


def begun(clock: Clock, people: Sequence[str], pending: Collection[str], at: int) -> Time:
    """The match begins."""
    return Time(dict.fromkeys(people, whole(clock)), tuple(seat for seat in people if seat in pending), at)


def moved_on(clock: Clock, before: Time, chooser: str, pending: Collection[str], at: int) -> Time:
    """Someone has chosen, and these owe a choice now."""
    left = dict(stopped(before, at).left)
    running = tuple(seat for seat in left if seat in pending)
    if "move" in clock:
        left |= {seat: whole(clock) for seat in left if seat == chooser or seat not in running}
    return Time(left, running, at)


def stopped(before: Time, at: int) -> Time:
    """The match is over."""
    passed = at - before.at
    left = {seat: max(0, ms - passed) if seat in before.running else ms for seat, ms in before.left.items()}
    return Time(left, (), at)


def runs_out(current: Time) -> int | None:
    """When the first of those whose time is running will have none left."""
    return current.at + min(current.left[seat] for seat in current.running) if current.running else None


def out_of_time(current: Time, at: int) -> str | None:
    """Who had no time left by then: of several the one who ran out first, or in the same millisecond the first seat."""
    end = runs_out(current)
    if end is None or at < end:
        return None
    return min(current.running, key=current.left.__getitem__)


def not_before(current: Time) -> int:
    """A time before which nobody runs out, whatever anyone chooses."""
    return current.at + min(current.left.values())
