"""What a bot that can explain itself says about a choice."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionValue:
    """One choice: how often it is right to make it, and what share of the point it is worth to the seat.

    Where that is known exactly, or all that there is is an estimate, `low` and `high` are the same.
    """

    text: str
    chance: float
    low: float
    high: float
