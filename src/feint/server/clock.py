"""Clocks: how long each seat has left, as plain arithmetic on the times of events.

A table's clock is `{"move": SECONDS}` for each choice, or `{"game": SECONDS}` for all of them together. A
seat's time runs from the event that makes it owe a choice to the event of its choice, and several can run at once. All
times are milliseconds since 1970, as the server stored them with the events: every process, at any time, gets the same,
and what a player's own clock says is never asked. The time is the server's own: it begins as that of the machine, and
from then on it passes as time does, also if the machine's clock is set to another week, and from one process to the
next. The server's bots have no clock: how long they think depends on what else the server is doing. Nobody is charged
for the time that the server takes: until it has read a choice, and until it has told the others of it.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, cast

from feint.core.errors import FeintError
from feint.protocol import Clock
from feint.server.logs import logger

MOVE, GAME = "move", "game"
MIN_SECONDS, MAX_SECONDS = 0.1, 7 * 24 * 3600  # seconds
LONGEST_BREAK = 3_600_000  # milliseconds between two processes; longer ones don't count
SKEW = 60_000  # milliseconds by which the clocks of several machines may differ


class ClockState(NamedTuple):
    """What is left for each seat, in milliseconds, and whose time was running, at the time of an event."""

    left: Mapping[str, int]  # people only, in the order of the seats
    running: tuple[str, ...]
    at: int


class TimeMark(NamedTuple):
    """A moment, by the server's own time and by the clock of its machine, in milliseconds."""

    at: int
    wall: int


_start = time.time() - time.monotonic()  # seconds from what the monotonic clock counts from


def now() -> int:
    """The time, in milliseconds. It never jumps, whatever happens to the machine's clock."""
    return int((_start + time.monotonic()) * 1000)


def time_mark() -> TimeMark:
    """This moment, for a process to come."""
    return TimeMark(now(), int(time.time() * 1000))


def resume_time(last: TimeMark | None) -> None:
    """Go on from the last sign of life of an earlier process, or of another one that shares the database.

    If by the machine's clock it was a moment ago, as in a restart, that much time has passed. If it was long ago, or is
    still to come, nobody can have played meanwhile, or the clock was set: then no time has passed, so nobody loses by
    it, and nobody has to wait for a time that was wrong to come again.
    """
    global _start
    if last is None:
        return
    wall = int(time.time() * 1000)
    passed = wall - last.wall
    if not -SKEW <= passed <= LONGEST_BREAK:
        said = "by this machine's clock the server last ran %d s ago, which is too long or can't be: no time has passed"
        logger.warning(f"{said} for matches", passed // 1000)
        passed = 0
    _start = (last.at + max(0, passed)) / 1000 - time.monotonic()


def check_clock(clock: Mapping[str, int | float] | None) -> Clock | None:
    """A clock as someone asked for it; what can't be one is refused."""
    if clock is None:
        return None
    kind, seconds = next(iter(clock.items()), ("", 0))
    if len(clock) != 1 or kind not in (MOVE, GAME) or not MIN_SECONDS <= seconds <= MAX_SECONDS:
        kinds = f'{{"{MOVE}": SECONDS}} for each choice or {{"{GAME}": SECONDS}} for all of them'
        raise FeintError(f"a clock is {kinds}, and has {MIN_SECONDS} to {MAX_SECONDS} seconds")
    return cast(Clock, clock)


def initial_time(clock: Clock) -> int:
    """What a seat has in the beginning, in milliseconds."""
    return round(1000 * (clock["move"] if "move" in clock else clock["game"]))


def start_clock(clock: Clock, people: Sequence[str], pending: Collection[str], at: int) -> ClockState:
    """The match begins."""
    return ClockState(dict.fromkeys(people, initial_time(clock)), tuple(seat for seat in people if seat in pending), at)


def after_choice(
    clock: Clock, before: ClockState, chooser: str, pending: Collection[str], at: int, late: int = 0
) -> ClockState:
    """Someone has chosen, and these owe a choice now."""
    left = dict(stop_clock(before, at, late).left)
    running = tuple(seat for seat in left if seat in pending)
    if "move" in clock:
        left |= {seat: initial_time(clock) for seat in left if seat == chooser or seat not in running}
    return ClockState(left, running, at)


def stop_clock(before: ClockState, at: int, late: int = 0) -> ClockState:
    """The match is over. `late`: milliseconds that the server took for itself, which nobody is charged for."""
    passed = max(0, at - before.at - late)
    left = {seat: max(0, ms - passed) if seat in before.running else ms for seat, ms in before.left.items()}
    return ClockState(left, (), at)


def next_timeout(current: ClockState) -> int | None:
    """When the first of those whose time is running will have none left."""
    return current.at + min(current.left[seat] for seat in current.running) if current.running else None


def timed_out_seat(current: ClockState, at: int) -> str | None:
    """Who had no time left by then: of several the one who ran out first, or in the same millisecond the first seat."""
    end = next_timeout(current)
    if end is None or at < end:
        return None
    return min(current.running, key=current.left.__getitem__)


def earliest_timeout(current: ClockState) -> int:
    """A time before which nobody runs out, whatever anyone chooses."""
    return current.at + min(current.left.values())
