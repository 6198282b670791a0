"""What can happen at a table, and what is stored of it: the kinds of events, and one event."""

from typing import Any, NamedTuple

from feint.core.outcome import EndReason

OPENED, SEATED, CHOSE, RESIGNED, CLOSED = "opened", "seated", "chose", "resigned", "closed"
REVEALED = "revealed"  # a seat that had committed to a string has revealed it
TIMED = "timed"  # a seat has run out of time
LEFT, CAME = "left", "came"  # a seat has no connection any more; it has one again
ASKED, CLAIMED = "asked", "claimed"  # someone doubts that a seat is there; someone was given the win because it wasn't
OFFERED, AGREED = "offered", "agreed"  # a seat offers a draw; all people have
LIMITED = "limited"  # the match has gone on for as long as it may
UNDONE = "undone"  # the one person here has taken a choice back, and what followed
REMATCH = "rematch"
FORFEIT_EVENTS = {RESIGNED: EndReason.RESIGNED, TIMED: EndReason.TIME, CLAIMED: EndReason.GONE}  # by which a seat loses
ENDING = {AGREED, CLOSED, LIMITED, *FORFEIT_EVENTS}
PROOF = 2  # the kind of proof that a table's record will have; those of older versions don't name it
AFTER = "after"  # in an event's facts: the mark of the chain's head before it


class Event(NamedTuple):
    """One thing that happened at a table; all that is needed to make it happen again."""

    kind: str
    facts: dict[str, Any]
    at: int = 0  # milliseconds, as the server had it when it was decided on; 0 until then
