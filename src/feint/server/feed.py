"""What each viewer gets of a table: the only way from a match to the wire.

A viewer is a seat, or None for someone who watches. All that is sent is made from `match.view`, `match.legal`,
`match.told_since` and `match.pending`, which the game's schema decides on. Changes are numbered for each viewer by
itself: an event that changes nothing that the viewer may know has no number and is not sent, so neither a gap nor a
message says that something hidden has happened. The numbers follow from the events alone: every process counts the
same.
"""

from collections.abc import Iterator
from typing import Any

import orjson

from feint.core.match import Match
from feint.core.record import promises, write_seen
from feint.server.table import CLOSED, RESIGNED, Moment, Table

Facts = dict[str, Any]


class Feed:
    """What one viewer knows of a table, event by event."""

    def __init__(self, table: Table, viewer: str | None) -> None:
        self.table = table
        self.viewer = viewer
        self.number = 0  # of changes so far
        self._moment = Moment("", 0, 0)
        self._read = 0  # events
        self._view: Facts | None = None
        self._legal: list[str] = []
        self._ask: int | None = None
        self._made = 0

    def changes(self) -> Iterator[Facts]:
        """The changes since the last call, as messages."""
        while self._read < self.table.number:
            moment, self._read = self.table.moments[self._read], self._read + 1
            facts = self._change(moment)
            if facts:
                self.number += 1
                yield {"type": "change", "number": self.number, **facts}

    def _change(self, moment: Moment) -> Facts:
        """What an event changed of what the viewer knows: only the parts that did change."""
        facts: Facts = {}
        if moment.seated != self._moment.seated:
            facts["seats"] = seats(self.table, moment.seated)
        match = self._match_at(moment)
        if match is not None:
            facts |= self._in_the_match(match, moment)
            if match.over or moment.kind == CLOSED:
                facts["ended"] = ended(self.table, match, moment.kind)
        elif moment.kind == CLOSED:
            facts["ended"] = ended(self.table, None, moment.kind)
        if moment.id is not None and moment.seat == self.viewer:
            facts["done"] = moment.id
        self._moment = moment
        return facts

    def _match_at(self, moment: Moment) -> Match | None:
        """The match as it was at that moment."""
        table = self.table
        if table.match is None or moment.seated < len(table.game.seats):
            return None
        if self._read == table.number:
            return table.match
        match = table.match.at(moment.steps)
        if moment.kind != RESIGNED:
            match.resigned = None  # that came later
        return match

    def _in_the_match(self, match: Match, moment: Moment) -> Facts:
        facts: Facts = {}
        before = self._view
        log, view = match.told_since(self._moment.steps, before, self.viewer)
        if before is None:
            facts["view"] = view
        elif changed := {name: new for name, new in view.items() if new is not (old := before[name]) and new != old}:
            facts["view"] = changed
        if log:
            facts["log"] = log
        self._view = view
        if self.viewer is None:
            return facts
        owing = moment.kind != CLOSED and self.viewer in match.pending
        number = match.game.seat_number(self.viewer)
        for step in match.steps[self._moment.steps : moment.steps]:
            self._made += step.seat == number
        ask = self._made if owing else None
        legal = match.legal(self.viewer) if owing else []
        if legal != self._legal:
            facts["legal"] = self._legal = legal
        if ask != self._ask:
            facts["ask"] = self._ask = ask
        return facts

    def catch_up(self) -> None:
        """Take note of all changes so far, without sending them."""
        for _ in self.changes():
            pass

    def whole(self) -> Facts:
        """All that the viewer may know now, for one who comes in."""
        self.catch_up()
        table, match = self.table, self.table.match
        return {
            "type": "table",
            **about(table),
            "seat": self.viewer,
            "number": self.number,
            "seats": seats(table, len(table.sitters)),
            "view": self._view,
            "legal": self._legal,
            "ask": self._ask,
            "log": match.log(self.viewer) if match is not None else [],
            "ended": ended(table, match, table.moments[-1].kind) if table.ended else None,
        }


def rest(table: Table, viewer: str | None, seen: int) -> list[Facts]:
    """The changes that come after the last one that a viewer has seen."""
    return [change for change in Feed(table, viewer).changes() if change["number"] > seen]


def about(table: Table) -> Facts:
    """What all may know of a table from the beginning."""
    return {
        "table": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "rulings": table.game.rulings,
        "public": table.public,
        "commitment": table.commitment,
    }


def seats(table: Table, seated: int) -> Facts:
    """Who has sat down, and the string that each has brought; null for a seat that is free."""
    there = dict(list(table.sitters.items())[:seated])
    found = {seat: there.get(seat) for seat in table.game.seats}
    return {seat: sitter and {"who": sitter.who, "string": sitter.string} for seat, sitter in found.items()}


def ended(table: Table, match: Match | None, kind: str) -> Facts:
    """How it ended, and the secret, with which anyone can check that chance was fair."""
    why = kind if kind in (RESIGNED, CLOSED) else "over"
    scores = match.scores if match is not None and match.over else None
    return {"why": why, "by": match and match.resigned, "scores": scores, "secret": table.secret}


def record(table: Table, viewer: str | None) -> str:
    """The record: all of it after the end, and before it what the viewer may know."""
    match = table.playing
    return match.record() if table.ended else write_seen(match, viewer, promises(table.commitment, table.strings))


def encoded(message: Facts) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message)
