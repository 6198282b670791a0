"""A table: an append-only list of events is the only truth, and this is what follows from it. No input, no output.

Whoever wants something done asks the table first (`take_seat`, `choose`, `resign`, `claim`, `close`): it refuses, or
gives the events that would do it, and nothing has changed. When they are stored, `add` makes them true. So a table in
memory is never ahead of the one in the database, and any process can rebuild it from there.
"""

import hashlib
import hmac
import math
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from feint.core.errors import FeintError
from feint.core.fairness import Fairness, check_string, commitment
from feint.core.game import Game, load, load_stored
from feint.core.match import HUMAN, Match, folded, index_of_choice
from feint.core.outcome import EndReason, Outcome
from feint.protocol import Clock, RematchInfo
from feint.server.clock import ClockState, after_choice, start_clock, stop_clock, timed_out_seat

OPENED, SEATED, CHOSE, RESIGNED, CLOSED = "opened", "seated", "chose", "resigned", "closed"
TIMED = "timed"  # a seat has run out of time
LEFT, CAME = "left", "came"  # a seat has no connection any more; it has one again
ASKED, CLAIMED = "asked", "claimed"  # someone doubts that a seat is there; someone was given the win because it wasn't
REMATCH = "rematch"
FORFEIT_EVENTS = {RESIGNED: EndReason.RESIGNED, TIMED: EndReason.TIME, CLAIMED: EndReason.GONE}  # by which a seat loses


class Refused(FeintError):
    """Something that can't be done at this table now; nothing was changed."""


class Event(NamedTuple):
    """One thing that happened at a table; all that is needed to make it happen again."""

    kind: str
    facts: dict[str, Any]
    at: int = 0  # milliseconds, as the server had it when it was decided on; 0 until then


@dataclass(frozen=True)
class SeatHolder:
    """Who sits in a seat: a person, known by the hash of a token, or a bot."""

    who: str
    string: str
    token_hash: str | None  # None for a bot


class Snapshot(NamedTuple):
    """What a table looked like after an event, as far as later events hide it."""

    kind: str
    seated: int
    steps: int  # of the match
    seat: str | None = None  # whose choice it was
    id: str | None = None  # and under which id of the client's
    outcome: Outcome | None = None
    time: ClockState | None = None
    gone: Mapping[str, int] = {}


class MadeChoice(NamedTuple):
    """A choice that was made under a client's own id."""

    ask: int
    choice: str


def new_token() -> str:
    """A token that holds a seat: 256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """What is stored of a token. It is random and long, so a plain hash can't be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def _same_hash(one: str | None, other: str) -> bool:
    """Whether two hashes are the same; None is never."""
    return one is not None and hmac.compare_digest(one, other)


@lru_cache(maxsize=256)
def game_with_rulings(name: str, rulings: tuple[tuple[str, str | int | None], ...]) -> Game:
    """A game under these rulings; many tables play the same."""
    return load(name, **dict(rulings))


@lru_cache(maxsize=256)
def stored_game(name: str, rulings: tuple[tuple[str, str | int | None], ...]) -> Game:
    """The game of a table that was opened with these rulings, maybe before there were others."""
    return load_stored(name, **dict(rulings))


class Table:
    """What is true at a table after the events that were added."""

    def __init__(self, id: str, events: Iterable[Event] = ()) -> None:
        self.id = id
        self.number = 0  # of events so far
        self.snapshots: list[Snapshot] = []
        self.seated: dict[str, SeatHolder] = {}  # in the order in which they sat down
        self.match: Match | None = None
        self.closed = False
        self.outcome: Outcome | None = None  # how it ended, if it has
        self.choices_by_id: dict[tuple[str, str], MadeChoice] = {}
        self.choice_counts: dict[str, int] = {}  # how many choices each seat has made
        self.at = 0  # when the last event happened
        self.clock: Clock | None = None
        self.time: ClockState | None = None  # with a clock, from the match's beginning on
        self.gone: Mapping[str, int] = {}  # the people who have no connection, and since when; never changed in place
        self.returned: dict[str, int] = {}  # when someone who was thought to be gone was there
        self.reserved: Mapping[str, str] = {}  # the hash of the token that each seat is kept for
        self.rematch: RematchInfo | None = None  # where it is, and who asked for it
        self.game: Game
        self.public: bool
        self._secret: str
        for event in events:
            self.add(event)

    # What happened.

    def add(self, event: Event) -> None:
        """Make an event true. It was found right before it was stored, so it is not asked whether it may be."""
        facts = event.facts
        if event.kind == OPENED:
            self.game = stored_game(facts["game"], tuple(facts["rulings"].items()))
            if facts["version"] != self.game.version:
                raise FeintError(f"table {self.id} was opened under version {facts['version']} of the rules")
            self.public, self._secret = facts["public"], facts["secret"]
            self.clock, self.reserved = facts.get("clock"), facts.get("reserved", {})
            self.commitment = commitment(self._secret)
            self.choice_counts = dict.fromkeys(self.game.seats, 0)
        elif event.kind == SEATED:
            self.seated[facts["seat"]] = SeatHolder(facts["who"], facts["string"], facts.get("token"))
            if len(self.seated) == len(self.game.seats):
                who = {seat: self.seated[seat].who for seat in self.game.seats}
                fairness = Fairness(self.commitment, self.strings, self._secret)
                self.match = self.game.start(seats=who, fairness=fairness)
        elif event.kind == CHOSE:
            seat = facts["seat"]
            self.playing.play(seat, facts["choice"])
            self.choices_by_id[seat, facts["id"]] = MadeChoice(self.choice_counts[seat], facts["choice"])
            self.choice_counts[seat] += 1
        elif event.kind in FORFEIT_EVENTS:
            self.playing.resign(facts["seat"], FORFEIT_EVENTS[event.kind])
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
        if self.closed and self.outcome is None:
            self.outcome = Outcome(EndReason.CLOSED)
        elif self.match is not None and self.outcome is None:
            self.outcome = self.match.outcome
        if self.clock is not None and self.match is not None:
            self._tick(event, self.match, self.clock)
        steps = len(self.match.steps) if self.match else 0
        snapshot = Snapshot(
            event.kind, len(self.seated), steps, facts.get("seat"), facts.get("id"), self.outcome, self.time, self.gone
        )
        self.snapshots.append(snapshot)

    def _tick(self, event: Event, match: Match, clock: Clock) -> None:
        if self.time is None:
            self.time = start_clock(clock, self.people, match.pending, event.at)
        elif self.ended and self.time.running:
            self.time = stop_clock(self.time, event.at)
        elif event.kind == CHOSE and not self.ended:
            self.time = after_choice(clock, self.time, event.facts["seat"], match.pending, event.at)

    # What is true.

    @property
    def playing(self) -> Match:
        """The match, which there is once all have sat down."""
        if self.match is None:
            raise Refused(f"the match begins when all have sat down: {' and '.join(self.free)} can still be taken")
        return self.match

    @property
    def free(self) -> list[str]:
        """The seats that nobody has taken."""
        return [seat for seat in self.game.seats if seat not in self.seated]

    @property
    def strings(self) -> dict[str, str]:
        """The strings of those who have sat down, in the order of the seats."""
        return {seat: self.seated[seat].string for seat in self.game.seats if seat in self.seated}

    @property
    def ended(self) -> bool:
        """Whether nothing can happen here any more."""
        return self.outcome is not None

    @property
    def people(self) -> list[str]:
        """The seats of people, in the order of the seats."""
        return [seat for seat in self.game.seats if seat in self.seated and self.seated[seat].who == HUMAN]

    def next_seat(self, seat: str) -> str:
        """Where whoever sits here will sit in a rematch."""
        return self.game.seats[(self.game.seat_number(seat) + 1) % len(self.game.seats)]

    @property
    def secret(self) -> str | None:
        """The secret that all chance is made from; nobody gets it before the end."""
        return self._secret if self.ended else None

    def seat_of(self, token: str) -> str:
        """The seat that a token holds."""
        given, found = hash_token(token), None
        for seat, holder in self.seated.items():  # all of them, always: the time it takes says nothing
            if _same_hash(holder.token_hash, given):
                found = seat
        if found is None:
            raise Refused("this token holds no seat at this table; sit down to get one, or watch without a token")
        return found

    def legal(self, seat: str) -> list[str]:
        """The choices that a seat has now."""
        return self.match.legal(seat) if self.match is not None and not self.ended else []

    def ask(self, seat: str) -> int | None:
        """The number of the question that a seat is to answer: how many it has answered before. None: there is none."""
        owing = self.match is not None and not self.ended and seat in self.match.pending
        return self.choice_counts[seat] if owing else None

    # What can be done.

    def take_seat(self, seat: str, string: str, token_hash: str, previous: str | None = None) -> list[Event]:
        """Take a seat; done already if it was taken with the same token and string.

        `previous` is the hash of the token from the match before, without which a seat in a rematch can't be had.
        """
        self.game.seat_number(seat)
        there = self.seated.get(seat)
        if there is not None and there.string == string and _same_hash(there.token_hash, token_hash):
            return []
        self._check_open()
        if there is not None:
            others = (
                f"{' and '.join(self.free)} can still be taken"
                if self.free
                else "there is none left, but you can watch"
            )
            raise Refused(f"{seat} is taken; {others}")
        if seat in self.reserved and not _same_hash(previous, self.reserved[seat]):
            raise Refused(f"{seat} is kept for who played the match before: sit down with that token, or watch")
        if any(_same_hash(holder.token_hash, token_hash) for holder in self.seated.values()):
            raise Refused("that token holds another seat here already; make one for each seat")
        check_string(seat, string)
        return [Event(SEATED, {"seat": seat, "who": HUMAN, "string": string, "token": token_hash})]

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
            raise Refused(f"this answers question {ask} of {seat}, but the one to answer is {self.choice_counts[seat]}")
        can = match.legal(seat)
        at = index_of_choice(choice, can)
        if at is not None:
            return [Event(CHOSE, {"seat": seat, "id": id, "choice": can[at]})]
        shown = ", ".join(can[:20]) + (f", ... ({len(can)} in all)" if len(can) > 20 else "")
        raise Refused(f"{seat} can't choose {choice.strip() or 'nothing'} now; it can choose {shown}")

    def resign(self, seat: str) -> list[Event]:
        """Give up; done already if this seat has."""
        end = self.playing.outcome
        if end is not None and end.loser == seat:
            return []
        self._check_open()
        return [Event(RESIGNED, {"seat": seat})]

    def overdue(self, at: int) -> list[Event]:
        """The loss of a seat whose time has run out by then, if there is one."""
        seat = timed_out_seat(self.time, at) if self.time is not None else None
        return [] if seat is None else [Event(TIMED, {"seat": seat})]

    def disconnect(self, seat: str) -> list[Event]:
        """A seat has no connection any more, which matters while others wait for it."""
        waiting = self.match is not None and not self.ended and seat not in self.gone and len(self.people) > 1
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
        others = [other for other in self.people if other != seat]
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
            raise Refused(f"nobody can claim a win: {' and '.join(others)} {'are' if len(others) > 1 else 'is'} here")
        return [Event(ASKED, {"seat": other, "by": seat}) for other in doubtful]

    def time_until_claim(self, seat: str, at: int, wait: int) -> str:
        """How long a seat must still wait before it can claim a win."""
        first = min((other for other in self.gone if other != seat), key=self.gone.__getitem__)
        seconds = max(1, math.ceil((wait - at + self.gone[first]) / 1000))
        return f"{first} is gone; if nobody comes back, the win can be claimed in {seconds} s"

    def play_again(self, seat: str, id: str | None = None) -> list[Event]:
        """Say where the rematch is; done already if there is one. Without an id: only whether there can be one."""
        if self.closed or not self.playing.over:
            raise Refused("a rematch comes after a match that was played to its end")
        return [Event(REMATCH, {"table": id, "by": seat})] if id is not None and self.rematch is None else []

    def close(self) -> list[Event]:
        """Close a table where nothing has happened for long."""
        return [] if self.ended else [Event(CLOSED, {})]

    def _check_open(self) -> None:
        if self.closed:
            raise Refused("this table was closed because nothing had happened for a long time")
        if self.outcome is not None:
            over = "the match is over"
            raise Refused(over if self.outcome.reason == EndReason.RULES else f"{over}: {self.outcome.text}")
