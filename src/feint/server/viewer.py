"""What each viewer gets of a table: the only way from a match to the wire.

A viewer is a seat, or None for someone who watches. All that is sent is made from `match.view`, `match.legal`,
`match.log_since` and `match.pending`, which the game's schema decides on. Changes are numbered for each viewer by
itself: an event that changes nothing that the viewer may know has no number and is not sent, so neither a gap nor a
message says that something hidden has happened. The numbers follow from the events alone: every process counts the
same.
"""

import copy
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import cast

import orjson

from feint.core.fairness import REVEALS
from feint.core.match import HUMAN, Match
from feint.core.record import commitment_lines, write_seen
from feint.protocol import (
    Change,
    Ended,
    ExtraRequest,
    RematchSeat,
    SeatInfo,
    ServerMessage,
    TableInfo,
    TableState,
    TimeLeft,
    View,
)
from feint.server.clock import ClockState
from feint.server.table import Snapshot, Table
from feint.server.table_events import PROOF, REMATCH, UNDONE

NO_CHANGE = 2  # parts of a change that says nothing: its type and number
LOG_LINES = 2_000  # that whoever joins is sent
LOG_STEPS = 200  # that are told of where a match begins in the middle of another
CUT = "(Earlier lines are left out here; the record has all of them.)"
CHECKPOINT, CHECKPOINTS = 500, 3  # events between two states that are kept to go back to, and how many are


class ViewerState:
    """What one viewer knows of a table, event by event."""

    def __init__(self, table: Table, viewer: str | None) -> None:
        self.table = table
        self.viewer = viewer
        self.number = 0  # of changes so far
        self.anew = 0  # the number of the last one that brought the whole table, since something was taken back
        self._snapshot = Snapshot("", 0, 0)
        self._read = 0  # events
        self._view: View | None = None
        self._legal: list[str] = []
        self._details: dict[str, str] = {}
        self._ask: int | None = None
        self._forced = False
        self._may: list[ExtraRequest] = []
        self._choices_made = 0
        self._time: ClockState | None = None
        self.head: str | None = None  # what was told of the chain's head with the last change; None without a chain
        self._log: deque[tuple[int, list[str]]] = deque()  # the lines of each event, and the steps by then
        self._lines = 0  # in it
        self._cut = False  # whether there were more
        self._checkpoints: deque[ViewerState] = deque(maxlen=CHECKPOINTS)

    @property
    def behind(self) -> bool:
        """Whether something has happened that it hasn't read."""
        return self._read < self.table.number

    def changes(self, most: int | None = None) -> Iterator[Change | TableState]:
        """The changes since the last call, as messages; the whole table where something was taken back.

        With `most` only those of so many events: more would hold up everyone else.
        """
        end = self.table.number if most is None else min(self.table.number, self._read + most)
        while self._read < end:
            if self._read % CHECKPOINT == 0:
                self._checkpoints.append(self._copy())
            snapshot, self._read = self.table.snapshots[self._read], self._read + 1
            change = self._change(snapshot)
            if len(change) > NO_CHANGE:
                self.number += 1
                if snapshot.head is not None:
                    self.head = change["head"] = self.table.seats.blinded_head(snapshot.head, self.viewer, self.number)
                if snapshot.kind == UNDONE:
                    self.anew = self.number
                    yield self._whole(snapshot)
                else:
                    yield change

    def may_follow(self, seen: int, head: str | None) -> bool:
        """Whether this can come after a change that someone has seen: not if it is that one, with another head."""
        return self.number != seen or None in (head, self.head) or head == self.head

    def _change(self, snapshot: Snapshot) -> Change:
        """What an event changed of what the viewer knows: only the parts that did change."""
        change: Change = {"type": "change", "number": self.number + 1}
        if (snapshot.order, snapshot.gone) != (self._snapshot.order, self._snapshot.gone):
            change["seats"] = seat_infos(self.table, snapshot.order, snapshot.gone)
        match = self._match_at(snapshot)
        if match is not None and self._snapshot.outcome is None:
            self._add_match_changes(match, snapshot, change)
        if snapshot.offers != self._snapshot.offers:
            change["draw"] = list(snapshot.offers)
        if snapshot.outcome is not None and self._snapshot.outcome is None and (end := ended(self.table)):
            change["ended"] = end
        if snapshot.kind == REMATCH and (again := rematch_seat(self.table, self.viewer)):
            change["rematch"] = again
        if snapshot.id is not None and snapshot.seat == self.viewer:
            change["done"] = snapshot.id
        if len(change) > NO_CHANGE and (may := self._may_ask_for()) != self._may:
            change["may"] = self._may = may
        if len(change) > NO_CHANGE and snapshot.time != self._time:  # only with what the viewer may know of anyway
            self._time = snapshot.time
            change["time"] = time_left(self._time)
        self._snapshot = snapshot
        return change

    def _match_at(self, snapshot: Snapshot) -> Match | None:
        """The match as it was at that snapshot, with what happened since the one before."""
        if self._read == self.table.number:
            return self.table.match
        return self.table.match_between(self._snapshot, snapshot)

    def _add_match_changes(self, match: Match, snapshot: Snapshot, change: Change) -> None:
        """Add what an event changed in the match."""
        before, undone = self._view, snapshot.kind == UNDONE
        log, view = self._follow(match, snapshot)
        if before is None or undone:
            change["view"] = view
        elif changed := {name: new for name, new in view.items() if new is not (old := before[name]) and new != old}:
            change["view"] = changed
        if log:
            change["log"] = log
            self._log.append((snapshot.steps, log))
            self._lines += len(log)
            if self._lines > LOG_LINES:
                self._lines -= len(self._log.popleft()[1])
                self._cut = True
        self._view = view
        if self.viewer is None:
            return
        owing = snapshot.outcome is None and self.viewer in match.pending
        number = match.game.seat_number(self.viewer)
        if undone:
            taken_back = self.table.taken_back[snapshot.undone - 1]
            self._choices_made -= sum(step.seat == number for step in taken_back.steps[snapshot.steps :])
        for step in match.steps[self._snapshot.steps : snapshot.steps]:
            self._choices_made += step.seat == number
        ask = self._choices_made if owing else None
        legal = match.legal(self.viewer) if owing else []
        if legal != self._legal:
            change["legal"] = self._legal = legal
        details = match.details(self.viewer) if owing else {}
        if details != self._details:
            change["details"] = self._details = details
        if ask != self._ask:
            change["ask"] = self._ask = ask
        # The player's own device makes such a choice, not the server: so it is made like any other, under an id and on
        # that seat's clock, once what led to it has been shown; and clients that know nothing of this ask as ever.
        # Whoever has a table's address can watch, even where one person plays against bots: so nobody is ever alone.
        forced = owing and match.need_not_ask(self.viewer)
        if forced != self._forced:
            change["forced"] = self._forced = forced

    def _may_ask_for(self) -> list[ExtraRequest]:
        """What the viewer would be granted besides a choice, as far as the events have been read to the last one."""
        latest = self.table.match is not None and self._read == self.table.number
        return self.table.may_ask_for(self.viewer) if latest and self._bots and self.viewer is not None else []

    @property
    def _bots(self) -> bool:
        return any(seated.who != HUMAN for seated in self.table.seats.holders.values())

    def _follow(self, match: Match, snapshot: Snapshot) -> tuple[list[str], View]:
        """What the log says of an event, and the view after it."""
        if snapshot.kind == UNDONE:
            while self._log and self._log[-1][0] > snapshot.steps:
                self._lines -= len(self._log.pop()[1])
            return [], match.view(self.viewer)
        since, before = self._snapshot.steps, self._view
        if before is None and snapshot.steps > LOG_STEPS:
            self._cut, since = True, snapshot.steps - LOG_STEPS
            before = match.at(since, forfeit=False, since=since).view(self.viewer)
        return match.log_since(since, before, self.viewer)

    def skip_changes(self, most: int | None = None) -> None:
        """Take note of changes without sending them: of all so far, or of so many events."""
        for _ in self.changes(most):
            pass

    def back_at(self, seen: int) -> "ViewerState | None":
        """This state as it was when that change or an earlier one was the last; None if that is too long ago."""
        found = next((state for state in reversed(self._checkpoints) if state.number <= seen), None)
        return None if found is None else found._copy()

    def _copy(self) -> "ViewerState":
        """This state, without its log, and without those before it."""
        found = copy.copy(self)
        found._log, found._lines, found._checkpoints = deque(), 0, deque(maxlen=1)
        found._cut = self._cut or self._read > 0
        return found

    def table_state(self) -> TableState:
        """All that the viewer may know now, for one who joins."""
        self.skip_changes()
        return self._whole(self._snapshot)

    def _whole(self, snapshot: Snapshot) -> TableState:
        """All that the viewer may know at a snapshot, up to which the changes have been read."""
        table = self.table
        parts = {
            "type": "table",
            **table_info(table),
            "seat": self.viewer,
            "number": self.number,
            "seats": seat_infos(table, snapshot.order, snapshot.gone),
            "view": self._view,
            "legal": self._legal,
            "details": self._details,
            "ask": self._ask,
            "forced": self._forced,
            "log": [CUT] * self._cut + [line for _, lines in self._log for line in lines],
            "draw": list(snapshot.offers),
            "ended": ended(table) if snapshot.outcome is not None else None,
            "rematch": rematch_seat(table, self.viewer) if snapshot.outcome is not None else None,
        }
        if self.head is not None:
            parts["head"] = self.head
        if snapshot.undone:
            parts["undone"] = snapshot.undone
        if self._bots and self.viewer is not None:
            parts["may"] = self._may = self._may_ask_for()
        if table.clock is not None:
            parts["time"] = time_left(self._time)
        return cast(TableState, parts)


def table_info(table: Table) -> TableInfo:
    """What all may know of a table from the beginning."""
    info: TableInfo = {
        "table": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "rulings": table.game.rulings,
        "public": table.public,
        "clock": table.clock,
        "commitment": table.seats.commitment,
    }
    if table.seats.ordered:
        info["proof"] = PROOF
    if table.branch is not None:
        info["branch"] = table.branch["step"]
    if table.seats.reserved:
        info["reserved"] = list(table.seats.reserved)
    return info


def seat_infos(table: Table, order: int, gone: Mapping[str, int]) -> dict[str, SeatInfo | None]:
    """Who has sat down, what each has brought, and since when each is gone; null for a seat that is free.

    `order` is how many seats have been bound and strings revealed, together.
    """
    found: dict[str, SeatInfo | None] = dict.fromkeys(table.game.seats)
    for seat, does in table.seats.order[:order]:
        holder = table.seats.holders[seat]
        if does == REVEALS:
            found[seat] = {"who": holder.who, "string": holder.string, "gone": gone.get(seat)}
        else:
            found[seat] = {"who": holder.who, "string": None, "gone": gone.get(seat), "commitment": holder.commitment}
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
    return record_writer(table, viewer)()


def record_writer(table: Table, viewer: str | None) -> Callable[[], str]:
    """What makes the record as it is now, wherever and whenever it is called: of a long match that takes a while."""
    match = table.playing.at(len(table.playing.steps))
    if table.ended:
        return match.record
    return partial(write_seen, match, viewer, commitment_lines(table.seats.commitment, table.seats.strings))


def encode(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message)
