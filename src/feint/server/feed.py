"""What each viewer gets of a table: the only way from a match to the wire.

A viewer is a seat, or None for someone who watches. All that is sent is made from `match.view`, `match.legal`,
`match.log_since` and `match.pending`, which the game's schema decides on. Changes are numbered for each viewer by
itself: an event that changes nothing that the viewer may know has no number and is not sent, so neither a gap nor a
message says that something hidden has happened. The numbers follow from the events alone: every process counts the
same.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from feint.core.match import Match
from feint.core.record import commitment_lines, write_seen
from feint.server.clock import Time
from feint.server.table import REMATCH, Moment, Table

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
        self._time: Time | None = None

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
        if (moment.seated, moment.gone) != (self._moment.seated, self._moment.gone):
            facts["seats"] = seats(self.table, moment.seated, moment.gone)
        match = self._match_at(moment)
        if match is not None and self._moment.why is None:
            facts |= self._in_the_match(match, moment)
        if moment.why is not None and self._moment.why is None:
            facts["ended"] = ended(self.table)
        if moment.kind == REMATCH:
            facts["rematch"] = rematch(self.table, self.viewer)
        if moment.id is not None and moment.seat == self.viewer:
            facts["done"] = moment.id
        if facts and moment.time != self._time:  # with what the viewer may know of anyway, never as news of its own
            self._time = moment.time
            facts["time"] = shown_time(self._time)
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
        if moment.why is None:
            match.resigned = match.why = None  # that came later
        return match

    def _in_the_match(self, match: Match, moment: Moment) -> Facts:
        facts: Facts = {}
        before = self._view
        log, view = match.log_since(self._moment.steps, before, self.viewer)
        if before is None:
            facts["view"] = view
        elif changed := {name: new for name, new in view.items() if new is not (old := before[name]) and new != old}:
            facts["view"] = changed
        if log:
            facts["log"] = log
        self._view = view
        if self.viewer is None:
            return facts
        owing = moment.why is None and self.viewer in match.pending
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
            "seats": seats(table, len(table.sitters), table.gone),
            "view": self._view,
            "legal": self._legal,
            "ask": self._ask,
            "log": match.log(self.viewer) if match is not None else [],
            "ended": ended(table),
            "rematch": rematch(table, self.viewer),
            **({} if table.clock is None else {"time": shown_time(self._time)}),
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
        "clock": table.clock,
        "commitment": table.commitment,
        **({"reserved": list(table.reserved)} if table.reserved else {}),
    }


def seats(table: Table, seated: int, gone: Mapping[str, int]) -> Facts:
    """Who has sat down, the string that each has brought, and since when each is gone; null for a seat that is free."""
    found: Facts = dict.fromkeys(table.game.seats)
    for seat, sitter in list(table.sitters.items())[:seated]:
        found[seat] = {"who": sitter.who, "string": sitter.string, "gone": gone.get(seat)}
    return found


def ended(table: Table) -> Facts | None:
    """How it ended, and the secret, with which anyone can check that chance was fair; None before."""
    if table.why is None:
        return None
    match = table.match
    scores = match.scores if match is not None and match.over else None
    return {"why": table.why, "by": match and match.resigned, "scores": scores, "secret": table.secret}


def rematch(table: Table, viewer: str | None) -> Facts | None:
    """Where the match is played again, if it is, and the viewer's own seat there."""
    if table.rematch is None:
        return None
    return {**table.rematch, "seat": None if viewer is None else table.next_seat(viewer)}


def shown_time(time: Time | None) -> Facts | None:
    """What is left for each, when that was so, and for whom it runs."""
    return None if time is None else {"left": time.left, "running": time.running, "at": time.at}


def record(table: Table, viewer: str | None) -> str:
    """The record: all of it after the end, and before it what the viewer may know."""
    match = table.playing
    return (
        match.record() if table.ended else write_seen(match, viewer, commitment_lines(table.commitment, table.strings))
    )


def encoded(message: Facts) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message)
