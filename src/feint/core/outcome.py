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
    AGREED = "agreed"  # the players agreed to a draw
    LIMIT = "limit"  # it went on for as many steps as the server allows, and is a draw
    CLOSED = "closed"  # the table was, before the match had begun or because nothing happened there


FORFEITS = {
    EndReason.RESIGNED: "resigned",
    EndReason.TIME: "ran out of time",
    EndReason.GONE: "left the match",
}
"""The reasons for which one seat loses before the rules end the match, and what it did, for people."""


class Outcome(NamedTuple):
    """How a match ended."""

    reason: EndReason
    loser: str | None = None  # the seat that lost by it, if it was a forfeit; or for which the match couldn't begin
    scores: Mapping[str, Fraction | float] | None = None  # None if the table was closed before there were any

    @property
    def text(self) -> str:
        """What happened, as half a sentence for people.

        >>> Outcome(EndReason.TIME, "P2").text
        'P2 ran out of time'
        """
        if self.reason == EndReason.CLOSED:
            never = f", since {self.loser} never revealed its string" if self.loser else ""
            return f"the table was closed{never}"
        if self.reason == EndReason.AGREED:
            return "the players agreed to a draw"
        if self.reason == EndReason.LIMIT:
            return "the match went on for too long, so it is a draw"
        return f"{self.loser} {FORFEITS[self.reason]}" if self.reason in FORFEITS else "the match is over"
