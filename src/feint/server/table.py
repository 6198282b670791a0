"""A table: an append-only list of events is the only truth, and this is what follows from it. No input, no output.

Whoever wants something done asks the table first (`take_seat`, `choose`, `resign`, `claim`, `cancel`): it refuses, or
gives the events that would do it, and nothing has changed. When they are stored, `add` makes them true. So a table in
memory is never ahead of the one in the database, and any process can rebuild it from there.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from feint.core.chain import choice_link, end_link
from feint.core.choice_text import folded
from feint.core.errors import FeintError
from feint.core.fairness import Fairness
from feint.core.game import Game, load, load_stored
from feint.core.match import HUMAN, Match
from feint.core.outcome import EndReason, Outcome
from feint.core.record import replay
from feint.core.rule import CHANCE
from feint.protocol import Clock, ExtraRequest, RematchInfo
from feint.server.clock import ClockState, after_choice, start_clock, stop_clock, timed_out_seat
from feint.server.errors import Refused
from feint.server.table_events import (
    AFTER,
    AGREED,
    ASKED,
    CAME,
    CHOSE,
    CLAIMED,
    CLOSED,
    FORFEIT_EVENTS,
    LEFT,
    LIMITED,
    OFFERED,
    OPENED,
    REMATCH,
    RESIGNED,
    REVEALED,
    SEATED,
    TIMED,
    UNDONE,
    Event,
)
from feint.server.table_seats import TableSeats, binding

REVEAL_TIME = 24 * 3600 * 1000  # milliseconds for seats to reveal their strings, once all are bound
REPETITIONS = 3  # of a position, after which a bot agrees to a draw


class Snapshot(NamedTuple):
    """What a table looked like after an event, as far as later events hide it."""

    kind: str
    seated: int
    steps: int  # of the match
    order: int = 0  # how many seats had been bound and strings revealed, together
    head: str | None = None  # of the chain
    seat: str | None = None  # whose choice it was
    id: str | None = None  # and under which id of the client's
    outcome: Outcome | None = None
    time: ClockState | None = None
    gone: Mapping[str, int] = {}
    offers: tuple[str, ...] = ()
    undone: int = 0  # how often something had been taken back


class MadeChoice(NamedTuple):
    """A choice that was made under a client's own id."""

    ask: int
    choice: str


@lru_cache(maxsize=256)
def game_with_rulings(name: str, rulings: tuple[tuple[str, str | int | None], ...]) -> Game:
    """A game under these rulings; many tables play the same."""
    return load(name, **dict(rulings))


@lru_cache(maxsize=256)
def stored_game(name: str, rulings: tuple[tuple[str, str | int | None], ...]) -> Game:
    """The game of a table that was opened with these rulings, maybe before there were others."""
    return load_stored(name, **dict(rulings))


@lru_cache(maxsize=16)
def recorded_match(text: str) -> Match:
    """The match of a record, which a table goes on from; it is read once for all that is asked of it."""
    return replay(text)


def _branched(branch: Mapping[str, Any], person: str, who: Mapping[str, str], fairness: Fairness) -> Match:
    """A match that goes on from another; what the person can't see is dealt again, unless it is to stay."""
    return recorded_match(branch["record"]).branch(branch["step"], None if branch["open"] else person, who, fairness)


class Table:
    """What is true at a table after the events that were added."""

    def __init__(self, id: str, events: Iterable[Event] = ()) -> None:
        self.id = id
        self.number = 0  # of events so far
        self.snapshots: list[Snapshot] = []
        self.match: Match | None = None
        self.closed = False
        self.outcome: Outcome | None = None  # how it ended, if it has
        self.choices_by_id: dict[tuple[str, str], MadeChoice] = {}
        self.choice_counts: dict[str, int] = {}  # how many choices each seat has made
        self.at = 0  # when the last event happened
        self.clock: Clock | None = None
        self.time: ClockState | None = None  # with a clock, from the match's beginning on
        self.gone: Mapping[str, int] = {}  # the people who have no connection, and since when; never changed in place
        self.offers: tuple[str, ...] = ()  # the seats that offer a draw
        self.taken_back: list[Match] = []  # each time the match as it was before, since the step that it went back to
        self._left: list[int] = []  # and the number of that step
        self.undo_ids: set[str] = set()
        self.returned: dict[str, int] = {}  # when someone who was thought to be gone was there
        self.rematch: RematchInfo | None = None  # where it is, and who asked for it
        self.branch: dict[str, Any] | None = None  # the record and step that the match goes on from
        self.game: Game
        self.public: bool
        self._secret: str
        self.seats: TableSeats
        for event in events:
            self.add(event)

    # What happened.

    def add(self, event: Event) -> None:
        """Make an event true. It was found right before it was stored, so it is not asked whether it may be.

        But each says after which head of the chain it came, and if that is another, something stored was changed.
        """
        facts = event.facts
        mark = self.seats.head_mark if self.number else None
        if facts.get(AFTER, mark) != mark:
            raise FeintError(f"table {self.id} has an event that doesn't follow from those before it")
        if event.kind == OPENED:
            self.game = stored_game(facts["game"], tuple(facts["rulings"].items()))
            if facts["version"] != self.game.version:
                raise FeintError(f"table {self.id} was opened under version {facts['version']} of the rules")
            self.public, self._secret = facts["public"], facts["secret"]
            self.clock = facts.get("clock")
            self.seats = TableSeats(self.game, facts)
            self.choice_counts = dict.fromkeys(self.game.seats, 0)
            self.branch = facts.get("branch")
        elif event.kind in (SEATED, REVEALED):
            if event.kind == SEATED:
                self.seats.sit(facts, event.at)
            else:
                self.seats.reveal(facts["seat"], facts["string"])
            if not self.seats.free and not self.seats.unrevealed:
                self._begin()
        elif event.kind == CHOSE:
            seat = facts["seat"]
            if self.offers and not self._plays_itself(seat):  # whoever plays on declines what others offer
                self.offers = tuple(other for other in self.offers if other == seat)
            self.playing.play(seat, facts["choice"])
            self.seats.link_choice(choice_link(seat, facts["choice"]))
            self.choices_by_id[seat, facts["id"]] = MadeChoice(self.choice_counts[seat], facts["choice"])
            self.choice_counts[seat] += 1
        elif event.kind in FORFEIT_EVENTS:
            self.playing.resign(facts["seat"], FORFEIT_EVENTS[event.kind])
            self.seats.link(end_link(FORFEIT_EVENTS[event.kind], facts["seat"]))
        elif event.kind == OFFERED:
            self.offers = (*self.offers, facts["seat"])
        elif event.kind == UNDONE:
            self._undo(facts["steps"])
            self.undo_ids.add(facts["id"])
        elif event.kind == AGREED:
            self.playing.agree_to_draw()
            self.seats.link(end_link(EndReason.AGREED, None))
        elif event.kind == LIMITED:
            self.playing.end_at_limit()
            self.seats.link(end_link(EndReason.LIMIT, None))
        elif event.kind in (LEFT, ASKED):
            self.gone = {**self.gone, facts["seat"]: event.at}
        elif event.kind == CAME:
            self.gone = {seat: since for seat, since in self.gone.items() if seat != facts["seat"]}
            self.returned[facts["seat"]] = event.at
        elif event.kind == CLOSED:
            self.closed = True
        elif event.kind == REMATCH:
            self.rematch = {"table": facts["table"], "by": facts["by"]}
        else:
            raise FeintError(f"table {self.id} has an event that this version doesn't know: {event.kind[:40]}")
        self.number += 1
        self.at = event.at
        if self.match is not None and self.match.over:
            self.offers = ()
        if self.closed and self.outcome is None:
            self.outcome = Outcome(EndReason.CLOSED, facts.get("by"))
        elif self.match is not None and self.outcome is None:
            self.outcome = self.match.outcome
        if self.clock is not None and self.match is not None:
            self._tick(event, self.match, self.clock)
        seat, id = facts.get("seat"), facts.get("id")
        undone = len(self.taken_back)
        self.snapshots.append(
            Snapshot(
                event.kind,
                len(self.seats.holders),
                self.length,
                len(self.seats.order),
                self.seats.head,
                seat,
                id,
                self.outcome,
                self.time,
                self.gone,
                self.offers,
                undone,
            )
        )

    def _begin(self) -> None:
        """All strings are known: the match begins."""
        who, fairness = self.seats.who, self.seats.fairness
        if self.branch is None:
            self.match = self.game.start(seats=who, fairness=fairness)
        else:
            self.match = _branched(self.branch, self.seats.people[0], who, fairness)
            self.choice_counts = {seat: self._choices_before(seat) for seat in self.game.seats}

    def _undo(self, steps: int) -> None:
        """Take back the last steps. What was chosen under which id is forgotten from there on."""
        match = self.playing
        self.taken_back.append(match.at(len(match.steps), since=len(match.steps) - steps))
        choices = sum(step.seat != CHANCE for step in match.steps[-steps:])
        match.undo(steps)
        self._left.append(len(match.steps))
        self.seats.take_back(choices)
        self.choice_counts = {seat: self._choices_before(seat) for seat in self.game.seats}
        self.choices_by_id = {
            (seat, id): made for (seat, id), made in self.choices_by_id.items() if made.ask < self.choice_counts[seat]
        }
        self.offers = ()

    def _choices_before(self, seat: str) -> int:
        """How many choices a seat has made, also in the match that this one goes on from."""
        return sum(step.seat == self.game.seat_number(seat) for step in self.playing.steps)

    def match_between(self, earlier: Snapshot, later: Snapshot) -> Match | None:
        """The match as it was at the later of two snapshots, from the earlier one on; None if it hadn't begun."""
        if self.match is None or later.order < len(self.seats.order):  # it begins with the last string
            return None
        match = self.match
        for number in range(later.undone, len(self.taken_back)):
            if self._left[number] < later.steps:
                match = self.taken_back[number]
                break
        return match.at(later.steps, forfeit=later.outcome is not None, since=min(earlier.steps, later.steps))

    def _tick(self, event: Event, match: Match, clock: Clock) -> None:
        late = event.facts.get("late", 0)  # that the event before was told, or this one was read
        if self.time is None:
            self.time = start_clock(clock, self.seats.people, match.pending, event.at)
        elif self.ended and self.time.running:
            self.time = stop_clock(self.time, event.at, late)
        elif event.kind == CHOSE and not self.ended:
            self.time = after_choice(clock, self.time, event.facts["seat"], match.pending, event.at, late)

    # What is true.

    @property
    def playing(self) -> Match:
        """The match, which there is once all have sat down."""
        if self.match is None:
            missing = self.seats.open_seats() if self.seats.free else self.seats.awaited_strings()
            raise Refused(f"the match hasn't begun: {missing}")
        return self.match

    @property
    def length(self) -> int:
        """How many steps the match has; 0 before it begins."""
        return 0 if self.match is None else len(self.match.steps)

    @property
    def ended(self) -> bool:
        """Whether nothing can happen here any more."""
        return self.outcome is not None

    @property
    def against_bots(self) -> bool:
        """Whether one person plays, and all others are bots: nobody is wronged by a hint."""
        return self.match is not None and len(self.seats.people) == 1

    def next_seat(self, seat: str) -> str:
        """Where whoever sits here will sit in a rematch."""
        return self.game.seats[(self.game.seat_number(seat) + 1) % len(self.game.seats)]

    @property
    def secret(self) -> str | None:
        """The secret that all chance is made from; nobody gets it before the end."""
        return self._secret if self.ended else None

    def legal(self, seat: str) -> list[str]:
        """The choices that a seat has now."""
        return self.match.legal(seat) if self.match is not None and not self.ended else []

    def ask(self, seat: str) -> int | None:
        """The number of the question that a seat is to answer: how many it has answered before. None: there is none."""
        owing = self.match is not None and not self.ended and seat in self.match.pending
        return self.choice_counts[seat] if owing else None

    # What can be done.

    def take_seat(
        self, seat: str, string: str | None, token_hash: str, previous: str | None = None, bound_by: str | None = None
    ) -> list[Event]:
        """Take a seat with a string; or without one, bound by a commitment to one that is revealed later.

        Done already if it was taken with the same token and the same string or commitment. `previous` is the hash of
        the token from the match before, without which a seat in a rematch can't be had.
        """
        self.game.seat_number(seat)
        bound_by = binding(seat, string, bound_by)
        if self.seats.is_taken_so(seat, bound_by, token_hash):
            return []
        self._check_open()
        self.seats.check_free(seat, token_hash, previous)
        brings = {"string": string} if string is not None else {"commitment": bound_by}
        return [Event(SEATED, {"seat": seat, "who": HUMAN, **brings, "token": token_hash})]

    def reveal(self, seat: str, string: str) -> list[Event]:
        """Reveal the string that a seat is bound to; done already if it was. Not before all others are bound."""
        if self.seats.holders[seat].string == string:
            return []
        self._check_open()
        self.seats.check_string(seat, string)
        return [Event(REVEALED, {"seat": seat, "string": string})]

    def choose(self, seat: str, id: str, ask: int, choice: str) -> list[Event]:
        """Answer the question of that number. The same again under the same id is done already: there is no event.

        Numbers count a seat's own choices. So an answer that comes late is found, whoever else chose in the meantime,
        and of two seats that choose at once neither makes the other's answer stale.
        """
        before = self.choices_by_id.get((seat, id))
        if before is not None:
            if (before.ask, folded(before.choice)) != (ask, folded(choice)):
                raise Refused(f"the id {id} was used for another choice before; each choice has its own")
            return []
        match = self.playing
        self._check_open()
        if seat not in match.pending:
            raise Refused(f"it is not {seat}'s turn: waiting for {' and '.join(match.pending)}")
        if ask != self.choice_counts[seat]:
            raise Refused(f"this answers question {ask} of {seat}, but the open one is {self.choice_counts[seat]}")
        can = match.legal(seat)
        at = match.index(seat, choice)
        if at is not None:
            return [Event(CHOSE, {"seat": seat, "id": id, "choice": can[at]})]
        shown = ", ".join(can[:20]) + (f", ... ({len(can)} in all)" if len(can) > 20 else "")
        raise Refused(f"{seat} can't choose {choice.strip() or 'nothing'} now; it can choose {shown}")

    def end_at_limit(self, events: list[Event], most: int) -> list[Event]:
        """The same events, with the end of the match after a choice that brings it to its limit of steps.

        What was taken back counts, too: it takes as much to keep.
        """
        if self.match is None or max(self.number, len(self.match.steps)) + 1 < most or events[-1].kind != CHOSE:
            return events
        after = self.match.at(len(self.match.steps))
        after.play(events[-1].facts["seat"], events[-1].facts["choice"])
        return events if after.over else [*events, Event(LIMITED, {})]

    def resign(self, seat: str) -> list[Event]:
        """Give up; done already if this seat has."""
        end = self.playing.outcome
        if end is not None and end.loser == seat:
            return []
        self._check_open()
        return [Event(RESIGNED, {"seat": seat})]

    def offer_draw(self, seat: str) -> list[Event]:
        """Offer a draw; by the last of the people the match ends. Done already if this seat's offer stands.

        The server's bots play on, unless the match goes in a circle: then they agree.
        """
        end = self.playing.outcome
        if seat in self.offers or (end is not None and end.reason == EndReason.AGREED):
            return []
        self._check_open()
        if len(self.seats.people) < len(self.game.seats) and self.playing.times_here() < REPETITIONS:
            raise Refused(f"bots agree to a draw only when the same position has come up {REPETITIONS} times")
        agreed = {*self.offers, seat} >= set(self.seats.people)
        return [Event(OFFERED, {"seat": seat}), *([Event(AGREED, {})] if agreed else [])]

    def _plays_itself(self, seat: str) -> bool:
        """Whether a seat has one choice, as everyone knows: elsewhere an offer that stands would tell what it holds."""
        match = self.playing
        return len(match.legal(seat)) == 1 and self.game.need_not_ask(match.view(None), False)

    def check_hint(self, seat: str) -> None:
        """Refuse a hint to a seat that doesn't owe a choice, and to everyone in a match between people."""
        self._check_open()
        if not self.against_bots:
            raise Refused("hints are only given against bots, never in a match between people")
        if seat not in self.playing.pending:
            raise Refused(f"it is not {seat}'s turn: waiting for {' and '.join(self.playing.pending)}")

    def undo(self, seat: str, id: str) -> list[Event]:
        """Take back the last choice of the one person who plays against bots, and what followed; once for each id.

        Not if that revealed something: chance, a secret, or that a bot has chosen what it keeps to itself.
        """
        if id in self.undo_ids:
            return []
        self._check_open()
        if not self.against_bots:
            raise Refused("choices can only be taken back against bots, never in a match between people")
        if self.clock is not None:
            raise Refused("nothing can be taken back in a match with a clock")
        match = self.playing
        if seat not in match.pending:
            raise Refused(f"wait until it is your turn again: waiting for {' and '.join(match.pending)}")
        steps = self._undoable(seat)
        if not steps:
            raise Refused("nothing can be taken back: you haven't chosen yet, or something has come out since")
        return [Event(UNDONE, {"seat": seat, "id": id, "steps": steps})]

    def may_ask_for(self, seat: str) -> list[ExtraRequest]:
        """What a seat would be granted now besides a choice, at a table with bots: `undo`, and a `draw` with them.

        Nothing while others owe a choice, too: else it would change, and tell, when they have made one in secret.
        """
        match = self.playing
        if self.ended or match.pending != (seat,):
            return []
        granted: dict[ExtraRequest, bool] = {
            "undo": self.against_bots and self.clock is None and self._undoable(seat) > 0,
            "draw": match.times_here() >= REPETITIONS,
        }
        return [request for request, given in granted.items() if given]

    def _undoable(self, seat: str) -> int:
        """How many steps back a seat's last choice is; 0 if it can't be taken back."""
        match, begin = self.playing, self.playing.branched_at or 0
        for steps in range(1, len(match.steps) - begin + 1):
            at = len(match.steps) - steps
            if not match.can_undo(steps):
                return 0
            who = match.who(match.steps[at])
            before = match.at(at, since=at)
            if before.hides(who) or (who != seat and self.game.positions is None):
                return 0  # where bots keep secrets, it would tell what else one might have chosen
            if who == seat and len(before.legal_numbers(seat)) > 1:  # what was forced would be made again
                return steps
        return 0

    def overdue(self, at: int) -> list[Event]:
        """The loss of a seat whose time has run out by then, if there is one; or the end of a wait for a string."""
        if self.reveal_due is not None and at >= self.reveal_due:
            return [Event(CLOSED, {"by": self.seats.unrevealed[0]})]
        seat = timed_out_seat(self.time, at) if self.time is not None else None
        return [] if seat is None else [Event(TIMED, {"seat": seat})]

    @property
    def reveal_due(self) -> int | None:
        """Until when all strings have to be revealed; None if nobody waits for that."""
        if self.match is not None or self.seats.bound_at is None or self.ended:
            return None
        return self.seats.bound_at + REVEAL_TIME

    def disconnect(self, seat: str) -> list[Event]:
        """A seat has no connection any more, which matters while others wait for it."""
        waiting = self.match is not None and not self.ended and seat not in self.gone and len(self.seats.people) > 1
        return [Event(LEFT, {"seat": seat})] if waiting else []

    def reconnect(self, seat: str) -> list[Event]:
        """A seat that was thought to be gone is there."""
        return [Event(CAME, {"seat": seat})] if seat in self.gone and not self.ended else []

    def claim(self, seat: str, at: int, wait: int, here: Collection[str | None]) -> list[Event]:
        """Have the win because another has been gone for `wait`; done already if it was claimed.

        `here` are the seats with a connection to the process that asks. The others may be with another process, or that
        may have died without a word: they are asked. Whoever has a connection of theirs answers at once.
        """
        end = self.playing.outcome
        if end is not None and end.reason == EndReason.GONE and end.loser != seat:
            return []
        self._check_open()
        others = [other for other in self.seats.people if other != seat]
        if not others:
            raise Refused("only bots play against you, and they never leave")
        gone = {other: self.gone[other] for other in others if other in self.gone}
        if gone:
            first = min(gone, key=gone.__getitem__)
            if at - gone[first] >= wait:
                return [Event(CLAIMED, {"seat": first, "by": seat})]
            raise Refused(self.time_until_claim(seat, at, wait))
        doubtful = [other for other in others if other not in here and at - self.returned.get(other, -wait) >= wait]
        if not doubtful:
            raise Refused(f"you can't claim the win: {' and '.join(others)} {'are' if len(others) > 1 else 'is'} here")
        return [Event(ASKED, {"seat": other, "by": seat}) for other in doubtful]

    def time_until_claim(self, seat: str, at: int, wait: int) -> str:
        """How long a seat must still wait before it can claim a win."""
        first = min((other for other in self.gone if other != seat), key=self.gone.__getitem__)
        seconds = max(1, math.ceil((wait - at + self.gone[first]) / 1000))
        return f"{first} has left; unless they come back, the win can be claimed in {seconds} s"

    def play_again(self, seat: str, id: str | None = None) -> list[Event]:
        """Say where the rematch is; done already if there is one. Without an id: only whether there can be one."""
        if self.closed or not self.playing.over:
            raise Refused("a rematch is possible once the match is over")
        return [Event(REMATCH, {"table": id, "by": seat})] if id is not None and self.rematch is None else []

    def cancel(self, tokens: Iterable[str]) -> list[Event]:
        """Close a table before its match has begun; done already if it is closed.

        Whoever asks has the tokens of all seats that people have taken: nobody can end a wait that is also another's.
        """
        held = {self.seats.held_by(token) for token in tokens}
        if self.match is not None:
            raise Refused("the match has begun: resign to end it")
        if others := [seat for seat in self.seats.people if seat not in held]:
            raise Refused(f"{' and '.join(others)} {'have' if len(others) > 1 else 'has'} joined and would lose a seat")
        return self.close()

    def close(self) -> list[Event]:
        """Close a table, whatever has happened there."""
        return [] if self.ended else [Event(CLOSED, {})]

    def _check_open(self) -> None:
        if self.closed:
            raise Refused("this table is closed")
        if self.outcome is not None:
            over = "the match is over"
            raise Refused(over if self.outcome.reason == EndReason.RULES else f"{over}: {self.outcome.text}")
