"""What each viewer gets of a table: the only way from a match to the wire.

A viewer is a seat, or None for someone who watches. All that is sent is made from `match.view`, `match.legal`,
`match.log_since` and `match.pending`, which the game's schema decides on. Changes are numbered for each viewer by
itself: an event that changes nothing that the viewer may know has no number and is not sent, so neither a gap nor a
message says that something hidden has happened. The numbers follow from the events alone: every process counts the
same.
"""

from collections.abc import Iterator, Mapping
from typing import cast

import orjson

from feint.core.match import Match
from feint.core.record import commitment_lines, write_seen
from feint.protocol import (
    Change,
    Ended,
    RematchSeat,
    SeatInfo,
    ServerMessage,
    TableInfo,
    TableState,
    TimeLeft,
    View,
)
from feint.server.clock import Time
from feint.server.table import REMATCH, Moment, Table

NO_CHANGE = 2  # parts of a change that says nothing: its type and number


class Feed:
    """What one viewer knows of a table, event by event."""

    def __init__(self, table: Table, viewer: str | None) -> None:
        self.table = table
        self.viewer = viewer
        self.number = 0  # of changes so far
        self._moment = Moment("", 0, 0)
        self._read = 0  # events
        self._view: View | None = None
        self._legal: list[str] = []
        self._ask: int | None = None
        self._made = 0
        self._time: Time | None = None

    def changes(self) -> Iterator[Change]:
        """The changes since the last call, as messages."""
        while self._read < self.table.number:
            moment, self._read = self.table.moments[self._read], self._read + 1
            change = self._change(moment)
            if len(change) > NO_CHANGE:
                self.number += 1
                yield change

    def _change(self, moment: Moment) -> Change:
        """What an event changed of what the viewer knows: only the parts that did change."""
        change: Change = {"type": "change", "number": self.number + 1}
        if (moment.seated, moment.gone) != (self._moment.seated, self._moment.gone):
            change["seats"] = seats(self.table, moment.seated, moment.gone)
        match = self._match_at(moment)
        if match is not None and self._moment.outcome is None:
            self._in_the_match(match, moment, change)
        if moment.outcome is not None and self._moment.outcome is None and (end := ended(self.table)):
            change["ended"] = end
        if moment.kind == REMATCH and (again := rematch(self.table, self.viewer)):
            change["rematch"] = again
        if moment.id is not None and moment.seat == self.viewer:
            change["done"] = moment.id
        if len(change) > NO_CHANGE and moment.time != self._time:  # only with what the viewer may know of anyway
            self._time = moment.time
            change["time"] = shown_time(self._time)
        self._moment = moment
        return change

    def _match_at(self, moment: Moment) -> Match | None:
        """The match as it was at that moment."""
        table = self.table
        if table.match is None or moment.seated < len(table.game.seats):
            return None
        if self._read == table.number:
            return table.match
        return table.match.at(moment.steps, forfeit=moment.outcome is not None)

    def _in_the_match(self, match: Match, moment: Moment, change: Change) -> None:
        """Add what an event changed in the match."""
        before = self._view
        log, view = match.log_since(self._moment.steps, before, self.viewer)
        if before is None:
            change["view"] = view
        elif changed := {name: new for name, new in view.items() if new is not (old := before[name]) and new != old}:
            change["view"] = changed
        if log:
            change["log"] = log
        self._view = view
        if self.viewer is None:
            return
        owing = moment.outcome is None and self.viewer in match.pending
        number = match.game.seat_number(self.viewer)
        for step in match.steps[self._moment.steps : moment.steps]:
            self._made += step.seat == number
        ask = self._made if owing else None
        legal = match.legal(self.viewer) if owing else []
        if legal != self._legal:
            change["legal"] = self._legal = legal
        if ask != self._ask:
            change["ask"] = self._ask = ask

    def catch_up(self) -> None:
        """Take note of all changes so far, without sending them."""
        for _ in self.changes():
            pass

    def whole(self) -> TableState:
        """All that the viewer may know now, for one who comes in."""
        self.catch_up()
        table, match = self.table, self.table.match
        parts = {
            "type": "table",
            **about(table),
            "seat": self.viewer,
            "number": self.number,
            "seats": seats(table, len(table.sitters), table.gone),
            "view": self._view,
            "legal": self._legal,
            "ask": self._ask,
            "log": match.log(self.viewer) if match is not None else [],
            "ended": ended(table),
            "rematch": rematch(table, self.viewer),
        }
        if table.clock is not None:
            parts["time"] = shown_time(self._time)
        return cast(TableState, parts)


def rest(table: Table, viewer: str | None, seen: int) -> list[Change]:
    """The changes that come after the last one that a viewer has seen."""
    return [change for change in Feed(table, viewer).changes() if change["number"] > seen]


def about(table: Table) -> TableInfo:
    """What all may know of a table from the beginning."""
    info: TableInfo = {
        "table": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "rulings": table.game.rulings,
        "public": table.public,
        "clock": table.clock,
        "commitment": table.commitment,
    }
    if table.reserved:
        info["reserved"] = list(table.reserved)
    return info


def seats(table: Table, seated: int, gone: Mapping[str, int]) -> dict[str, SeatInfo | None]:
    """Who has sat down, the string that each has brought, and since when each is gone; null for a seat that is free."""
    found: dict[str, SeatInfo | None] = dict.fromkeys(table.game.seats)
    for seat, sitter in list(table.sitters.items())[:seated]:
        found[seat] = {"who": sitter.who, "string": sitter.string, "gone": gone.get(seat)}
    return found


def ended(table: Table) -> Ended | None:
    """How it ended, and the secret, with which anyone can check that chance was fair; None before."""
    if table.outcome is None or table.secret is None:
        return None
    why, by, scores = table.outcome
    shown = {seat: float(score) for seat, score in scores.items()} if scores is not None else None
    return {"why": why, "by": by, "scores": shown, "secret": table.secret}


def rematch(table: Table, viewer: str | None) -> RematchSeat | None:
    """Where the match is played again, if it is, and the viewer's own seat there."""
    if table.rematch is None:
        return None
    return {**table.rematch, "seat": None if viewer is None else table.next_seat(viewer)}


def shown_time(time: Time | None) -> TimeLeft | None:
    """What is left for each, when that was so, and for whom it runs."""
    return None if time is None else {"left": dict(time.left), "running": list(time.running), "at": time.at}


def record(table: Table, viewer: str | None) -> str:
    """The record: all of it after the end, and before it what the viewer may know."""
    match = table.playing
    return (
        match.record() if table.ended else write_seen(match, viewer, commitment_lines(table.commitment, table.strings))
    )


def encoded(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message)
