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
from feint.server.clock import ClockState
from feint.server.table import REMATCH, Snapshot, Table

NO_CHANGE = 2  # parts of a change that says nothing: its type and number


class ViewerState:
    """What one viewer knows of a table, event by event."""

    def __init__(self, table: Table, viewer: str | None) -> None:
        self.table = table
        self.viewer = viewer
        self.number = 0  # of changes so far
        self._snapshot = Snapshot("", 0, 0)
        self._read = 0  # events
        self._view: View | None = None
        self._legal: list[str] = []
        self._ask: int | None = None
        self._choices_made = 0
        self._time: ClockState | None = None

    def changes(self) -> Iterator[Change]:
        """The changes since the last call, as messages."""
        while self._read < self.table.number:
            snapshot, self._read = self.table.snapshots[self._read], self._read + 1
            change = self._change(snapshot)
            if len(change) > NO_CHANGE:
                self.number += 1
                yield change

    def _change(self, snapshot: Snapshot) -> Change:
        """What an event changed of what the viewer knows: only the parts that did change."""
        change: Change = {"type": "change", "number": self.number + 1}
        if (snapshot.seated, snapshot.gone) != (self._snapshot.seated, self._snapshot.gone):
            change["seats"] = seat_infos(self.table, snapshot.seated, snapshot.gone)
        match = self._match_at(snapshot)
        if match is not None and self._snapshot.outcome is None:
            self._add_match_changes(match, snapshot, change)
        if snapshot.outcome is not None and self._snapshot.outcome is None and (end := ended(self.table)):
            change["ended"] = end
        if snapshot.kind == REMATCH and (again := rematch_seat(self.table, self.viewer)):
            change["rematch"] = again
        if snapshot.id is not None and snapshot.seat == self.viewer:
            change["done"] = snapshot.id
        if len(change) > NO_CHANGE and snapshot.time != self._time:  # only with what the viewer may know of anyway
            self._time = snapshot.time
            change["time"] = time_left(self._time)
        self._snapshot = snapshot
        return change

    def _match_at(self, snapshot: Snapshot) -> Match | None:
        """The match as it was at that snapshot."""
        table = self.table
        if table.match is None or snapshot.seated < len(table.game.seats):
            return None
        if self._read == table.number:
            return table.match
        return table.match.at(snapshot.steps, forfeit=snapshot.outcome is not None)

    def _add_match_changes(self, match: Match, snapshot: Snapshot, change: Change) -> None:
        """Add what an event changed in the match."""
        before = self._view
        log, view = match.log_since(self._snapshot.steps, before, self.viewer)
        if before is None:
            change["view"] = view
        elif changed := {name: new for name, new in view.items() if new is not (old := before[name]) and new != old}:
            change["view"] = changed
        if log:
            change["log"] = log
        self._view = view
        if self.viewer is None:
            return
        owing = snapshot.outcome is None and self.viewer in match.pending
        number = match.game.seat_number(self.viewer)
        for step in match.steps[self._snapshot.steps : snapshot.steps]:
            self._choices_made += step.seat == number
        ask = self._choices_made if owing else None
        legal = match.legal(self.viewer) if owing else []
        if legal != self._legal:
            change["legal"] = self._legal = legal
        if ask != self._ask:
            change["ask"] = self._ask = ask

    def skip_changes(self) -> None:
        """Take note of all changes so far, without sending them."""
        for _ in self.changes():
            pass

    def table_state(self) -> TableState:
        """All that the viewer may know now, for one who joins."""
        self.skip_changes()
        table, match = self.table, self.table.match
        parts = {
            "type": "table",
            **table_info(table),
            "seat": self.viewer,
            "number": self.number,
            "seats": seat_infos(table, len(table.seated), table.gone),
            "view": self._view,
            "legal": self._legal,
            "ask": self._ask,
            "log": match.log(self.viewer) if match is not None else [],
            "ended": ended(table),
            "rematch": rematch_seat(table, self.viewer),
        }
        if table.clock is not None:
            parts["time"] = time_left(self._time)
        return cast(TableState, parts)


def changes_after(table: Table, viewer: str | None, seen: int) -> list[Change]:
    """The changes that come after the last one that a viewer has seen."""
    return [change for change in ViewerState(table, viewer).changes() if change["number"] > seen]


def table_info(table: Table) -> TableInfo:
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


def seat_infos(table: Table, seated: int, gone: Mapping[str, int]) -> dict[str, SeatInfo | None]:
    """Who has sat down, the string that each has brought, and since when each is gone; null for a seat that is free."""
    found: dict[str, SeatInfo | None] = dict.fromkeys(table.game.seats)
    for seat, holder in list(table.seated.items())[:seated]:
        found[seat] = {"who": holder.who, "string": holder.string, "gone": gone.get(seat)}
    return found


def ended(table: Table) -> Ended | None:
    """How it ended, and the secret, with which anyone can check that chance was fair; None before."""
    if table.outcome is None or table.secret is None:
        return None
    why, by, scores = table.outcome
    shown = {seat: float(score) for seat, score in scores.items()} if scores is not None else None
    return {"why": why, "by": by, "scores": shown, "secret": table.secret}


def rematch_seat(table: Table, viewer: str | None) -> RematchSeat | None:
    """Where the match is played again, if it is, and the viewer's own seat there."""
    if table.rematch is None:
        return None
    return {**table.rematch, "seat": None if viewer is None else table.next_seat(viewer)}


def time_left(time: ClockState | None) -> TimeLeft | None:
    """What each has left, when that was so, and whose time is running."""
    return None if time is None else {"left": dict(time.left), "running": list(time.running), "at": time.at}


def record_text(table: Table, viewer: str | None) -> str:
    """The record: all of it after the end, and before it what the viewer may know."""
    match = table.playing
    return (
        match.record() if table.ended else write_seen(match, viewer, commitment_lines(table.commitment, table.strings))
    )


def encode(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message)
