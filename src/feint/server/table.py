"""A table: an append-only list of events is the only truth, and this is what follows from it. No input, no output.

Whoever wants something done asks the table first (`open_table`, `sit`, `choose`, `resign`, `close`): it refuses, or
gives the events that would do it, and nothing has changed. When they are stored, `add` makes them true. So a table in
memory is never ahead of the one in the database, and any process can make it anew from there.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from feint.bots.players import check_player
from feint.core.errors import FeintError
from feint.core.fairness import Fairness, check_string, commitment, new_secret, new_string
from feint.core.game import Game, game_names, load
from feint.core.match import Match, folded, place_of

OPENED, SEATED, CHOSE, RESIGNED, CLOSED = "opened", "seated", "chose", "resigned", "closed"
HUMAN = "human"
MOST_THINKING = 10.0  # seconds, or iterations in thousands, that a bot of the house may take for one choice


class Refused(FeintError):
    """Something that can't be done at this table now; nothing was changed."""


class Event(NamedTuple):
    """One thing that happened at a table; all that is needed to make it happen again."""

    kind: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class Sitter:
    """Who sits in a seat: a person, known by the hash of a token, or a bot."""

    who: str
    string: str
    token_hash: str | None  # None for a bot


class Moment(NamedTuple):
    """What a table looked like after an event, as far as it can't be told from what came later."""

    kind: str
    seated: int
    steps: int  # of the match
    seat: str | None = None  # whose choice it was
    id: str | None = None  # and under which id of the client's


class Done(NamedTuple):
    """A choice that was made under a client's own id."""

    ask: int
    choice: str


def new_token() -> str:
    """A token that holds a seat: 256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is stored of a token. It is random and long, so a plain hash can't be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def open_table(
    name: str, rulings: Mapping[str, str | int | None], bots: Mapping[str, str], public: bool
) -> list[Event]:
    """The events that open a table, with its secret drawn and its bots seated."""
    if name not in game_names():  # a name, never a place to run code from
        raise Refused(f"there is no game called {name[:40]}; there are {', '.join(game_names())}")
    if strange := [ruling for ruling in rulings if ruling not in load(name).all_rulings]:  # nor a file to read
        raise Refused(f"{name} has no ruling called {strange[0][:40]}")
    game = load(name, **rulings)
    for seat, bot in bots.items():
        game.seat_number(seat)
        check_player(game, bot)
        _check_patience(bot)
    if len(bots) == len(game.seats):
        raise Refused("bots alone need no table: leave a seat for someone")
    secret = new_secret()
    opened = {"game": name, "version": game.version, "rulings": game.rulings, "public": public, "secret": secret}
    seated = [{"seat": seat, "who": bots[seat], "string": new_string()} for seat in game.seats if seat in bots]
    return [Event(OPENED, opened), *(Event(SEATED, facts) for facts in seated)]


def _check_patience(bot: str) -> None:
    """A bot that thinks for minutes at someone else's expense is refused."""
    level = bot.partition(":")[2]
    if level and float(level[:-1] if level.endswith("s") else int(level) / 1000) > MOST_THINKING:
        raise Refused(f"{bot} thinks too long for a table: {MOST_THINKING:g} s or {1000 * MOST_THINKING:g} iterations")


@lru_cache(maxsize=256)
def game_under(name: str, rulings: tuple[tuple[str, str | int | None], ...]) -> Game:
    """A game under these rulings; many tables play the same."""
    return load(name, **dict(rulings))


class Table:
    """What is true at a table after the events that were added."""

    def __init__(self, id: str, events: Iterable[Event] = ()) -> None:
        self.id = id
        self.number = 0  # of events so far
        self.moments: list[Moment] = []
        self.sitters: dict[str, Sitter] = {}  # in the order in which they sat down
        self.match: Match | None = None
        self.closed = False
        self.done: dict[tuple[str, str], Done] = {}
        self.made: dict[str, int] = {}  # how many choices each seat has made
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
            self.game = game_under(facts["game"], tuple(facts["rulings"].items()))
            if facts["version"] != self.game.version:
                raise FeintError(f"table {self.id} was opened under version {facts['version']} of the rules")
            self.public, self._secret = facts["public"], facts["secret"]
            self.commitment = commitment(self._secret)
            self.made = dict.fromkeys(self.game.seats, 0)
        elif event.kind == SEATED:
            self.sitters[facts["seat"]] = Sitter(facts["who"], facts["string"], facts.get("token"))
            if len(self.sitters) == len(self.game.seats):
                who = {seat: self.sitters[seat].who for seat in self.game.seats}
                fairness = Fairness(self.commitment, self.strings, self._secret)
                self.match = self.game.start(seats=who, fairness=fairness)
        elif event.kind == CHOSE:
            seat = facts["seat"]
            self.playing.play(seat, facts["choice"])
            self.done[seat, facts["id"]] = Done(self.made[seat], facts["choice"])
            self.made[seat] += 1
        elif event.kind == RESIGNED:
            self.playing.resign(facts["seat"])
        elif event.kind == CLOSED:
            self.closed = True
        else:
            raise FeintError(f"table {self.id} has an event that this version doesn't know: {event.kind[:40]}")
        self.number += 1
        steps = len(self.match.steps) if self.match else 0
        self.moments.append(Moment(event.kind, len(self.sitters), steps, facts.get("seat"), facts.get("id")))

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
        return [seat for seat in self.game.seats if seat not in self.sitters]

    @property
    def strings(self) -> dict[str, str]:
        """The strings of those who have sat down, in the order of the seats."""
        return {seat: self.sitters[seat].string for seat in self.game.seats if seat in self.sitters}

    @property
    def ended(self) -> bool:
        """Whether nothing can happen here any more."""
        return self.closed or (self.match is not None and self.match.over)

    @property
    def secret(self) -> str | None:
        """The secret that all chance is made from; nobody is told before the end."""
        return self._secret if self.ended else None

    def seat_of(self, token: str) -> str:
        """The seat that a token holds."""
        given, found = hash_of(token), None
        for seat, sitter in self.sitters.items():  # all of them, always: the time it takes says nothing
            if sitter.token_hash is not None and hmac.compare_digest(sitter.token_hash, given):
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
        return self.made[seat] if owing else None

    # What can be done.

    def sit(self, seat: str, string: str, token_hash: str) -> list[Event]:
        """Take a seat."""
        self._still_open()
        self.game.seat_number(seat)
        if seat in self.sitters:
            others = (
                f"{' and '.join(self.free)} can still be taken"
                if self.free
                else "there is none left, but you can watch"
            )
            raise Refused(f"{seat} is taken; {others}")
        check_string(seat, string)
        return [Event(SEATED, {"seat": seat, "who": HUMAN, "string": string, "token": token_hash})]

    def choose(self, seat: str, id: str, ask: int, choice: str) -> list[Event]:
        """Answer the question of that number. The same again under the same id is done already: there is no event.

        Numbers count a seat's own choices. So an answer that comes late is found, whoever else chose in the meantime,
        and of two seats that choose at once neither makes the other's answer stale.
        """
        before = self.done.get((seat, id))
        if before is not None:
            if (before.ask, folded(before.choice)) != (ask, folded(choice)):
                raise Refused(f"the id {id} was used for another choice before; each choice has its own")
            return []
        match = self.playing
        self._still_open()
        if seat not in match.pending:
            raise Refused(f"{seat} owes no choice now: it is for {' and '.join(match.pending)} to choose")
        if ask != self.made[seat]:
            raise Refused(f"this answers question {ask} of {seat}, but the one to answer is {self.made[seat]}")
        can = match.legal(seat)
        at = place_of(choice, can)
        if at is not None:
            return [Event(CHOSE, {"seat": seat, "id": id, "choice": can[at]})]
        shown = ", ".join(can[:20]) + (f", ... ({len(can)} in all)" if len(can) > 20 else "")
        raise Refused(f"{seat} can't choose {choice.strip() or 'nothing'} now; it can choose {shown}")

    def resign(self, seat: str) -> list[Event]:
        """Give up; done already if this seat has."""
        if self.playing.resigned == seat:
            return []
        self._still_open()
        return [Event(RESIGNED, {"seat": seat})]

    def close(self) -> list[Event]:
        """Close a table where nothing has happened for long."""
        return [] if self.ended else [Event(CLOSED, {})]

    def _still_open(self) -> None:
        if self.closed:
            raise Refused("this table was closed, because nothing had happened for long")
        if self.ended:
            raise Refused("the match is over")
