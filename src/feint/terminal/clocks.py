"""The clocks of network tables as text: `--clock move=30`, and how long each seat has left."""

import math
import re
from collections.abc import Mapping
from typing import cast

from feint.core.errors import FeintError
from feint.protocol import Clock

KINDS = {"move": "per choice", "game": "per player for the whole match"}


def read_clock(text: str) -> Clock:
    """A clock, as someone typed it."""
    kind, _, seconds = text.partition("=")
    if kind not in KINDS or not re.fullmatch(r"\d{1,7}(\.\d{1,3})?", seconds, re.ASCII):
        raise FeintError("--clock takes move=SECONDS for each choice, or game=SECONDS for all choices of a seat")
    return cast(Clock, {kind: float(seconds) if "." in seconds else int(seconds)})


def clock_text(clock: Mapping[str, float]) -> str:
    """What a clock gives everyone."""
    return ", ".join(f"{minutes(seconds)} {KINDS[kind]}" for kind, seconds in clock.items())


def time_left(left: Mapping[str, float], seat: str | None) -> str:
    """How long each seat has left, one's own first."""
    mine = [f"You have {minutes(left[seat])}"] if seat is not None and seat in left else []
    return ", ".join(mine + [f"{other} {minutes(seconds)}" for other, seconds in left.items() if other != seat])


def minutes(seconds: float) -> str:
    """As a clock shows it: 0:25, 9:40, 1:00:00. Rounded up, so 0:00 is the end."""
    rest, shown = divmod(math.ceil(seconds), 60)
    hours, rest = divmod(rest, 60)
    return f"{hours}:{rest:02}:{shown:02}" if hours else f"{rest}:{shown:02}"
