"""What a bot that can explain itself says about a choice."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionValue:
    """One choice: how often it is right to make it, and what share of the point right play gets after it.

    The share lies between `low` and `high`, which are the same where it is known exactly. Where they are far apart, it
    is no value that people should be told, but may still show that a choice is worse than another. Of a choice that was
    not examined, the share may be anything.
    """

    text: str
    chance: float
    low: float = 0.0
    high: float = 1.0
    examined: bool = True
    close: bool = True  # whether `low` and `high` are so close that they are a value
    behind: float = 0.0  # what another choice gets more, at least, where that is known better than from the intervals


def not_examined(text: str, chance: float) -> ActionValue:
    """A choice of which nothing is known."""
    return ActionValue(text, chance, examined=False, close=False)
