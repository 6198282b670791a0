"""How a match ends: one list of reasons and one outcome, for matches, records, the server, clients and screens."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class EndReason(StrEnum):
    """Why a match has ended; the values are the words of the wire."""

    RULES = "over"  # it was played to its end
    RESIGNED = "resigned"
    TIME = "time"  # a seat ran out of it
    GONE = "gone"  # a seat had left, and another claimed the win
    CLOSED = "closed"  # the table was, because nothing happened there


FORFEITS = {
    EndReason.RESIGNED: "resigned",
    EndReason.TIME: "ran out of time",
    EndReason.GONE: "was gone for too long",
}
"""The reasons for which one seat loses before the rules end the match, and what it did, for people."""


class Outcome(NamedTuple):
    """How a match ended."""

    reason: EndReason
    loser: str | None = None  # the seat that lost by it, if it was a forfeit
    scores: Mapping[str, Fraction | float] | None = None  # None if the table was closed before there were any

    @property
    def text(self) -> str:
        """What happened, as half a sentence for people.

        >>> Outcome(EndReason.TIME, "P2").text
        'P2 ran out of time'
        """
        if self.reason == EndReason.CLOSED:
            return "the table was closed because nothing had happened for a long time"
        return f"{self.loser} {FORFEITS[self.reason]}" if self.reason in FORFEITS else "the match is over"
