"""The seats of a table, and what makes it fair: who is in each, bound to which string, and the chain over all of it."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from feint.core.chain import TAKEN_BACK, blinded_head, first_head, next_head, seat_link
from feint.core.fairness import COMMITMENT, COMMITS, REVEALS, Fairness, check_string, commitment, string_commitment
from feint.core.game import Game
from feint.core.match import HUMAN
from feint.server.errors import Refused
from feint.server.table_events import PROOF

MARK_DIGITS = 16


@dataclass(frozen=True)
class SeatHolder:
    """Who sits in a seat: a person, known by the hash of a token, or a bot."""

    who: str
    string: str | None  # None until it is revealed
    commitment: str
    token_hash: str | None  # None for a bot


def new_token() -> str:
    """A token that holds a seat: 256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """What is stored of a token. It is random and long, so a plain hash can't be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def _same_hash(one: str | None, other: str) -> bool:
    """Whether two hashes are the same; None is never."""
    return one is not None and hmac.compare_digest(one, other)


class TableSeats:
    """The seats of one table, from the event that opened it on."""

    def __init__(self, game: Game, opened: Mapping[str, Any]) -> None:
        self._game = game
        self._secret: str = opened["secret"]
        self.commitment = commitment(self._secret)
        self.reserved: Mapping[str, str] = opened.get("reserved", {})  # the hash of the token that each is kept for
        self.holders: dict[str, SeatHolder] = {}  # in the order in which they sat down
        self.order: list[tuple[str, str]] = []  # who was bound and who revealed a string, in order
        self.ordered = opened.get("proof") == PROOF  # whether a record says so; those of older versions don't
        self.bound_at: int | None = None  # since when all are bound
        # All heads; none at tables of older versions, and where a match goes on from another.
        self.chain: list[str] = []
        if self.ordered and opened.get("branch") is None:
            self.chain = [first_head(self._secret, game.name, game.version, self.commitment)]
        self._choices_in_chain: list[int] = []  # where the link of each choice is

    # Who sits here.

    @property
    def free(self) -> list[str]:
        """The seats that nobody has taken."""
        return [seat for seat in self._game.seats if seat not in self.holders]

    @property
    def people(self) -> list[str]:
        """The seats of people, in the order of the seats."""
        return [seat for seat in self._game.seats if seat in self.holders and self.holders[seat].who == HUMAN]

    @property
    def who(self) -> dict[str, str]:
        """Who has each seat that is taken, in the order of the seats."""
        return {seat: self.holders[seat].who for seat in self._game.seats if seat in self.holders}

    def held_by(self, token: str) -> str:
        """The seat that a token holds."""
        given, found = hash_token(token), None
        for seat, holder in self.holders.items():  # all of them, always: the time it takes says nothing
            if _same_hash(holder.token_hash, given):
                found = seat
        if found is None:
            raise Refused("this token holds no seat at this table; take a seat to get one, or watch without a token")
        return found

    def is_taken_so(self, seat: str, bound_by: str, token_hash: str) -> bool:
        """Whether someone has taken a seat with this token and this commitment."""
        there = self.holders.get(seat)
        return there is not None and there.commitment == bound_by and _same_hash(there.token_hash, token_hash)

    def check_free(self, seat: str, token_hash: str, previous: str | None) -> None:
        """Refuse someone who can't have a seat, or has another; `previous` is the hash of a token, for a rematch."""
        if seat in self.holders:
            others = f"; {self.open_seats()}" if self.free else ", and so are all other seats, but you can watch"
            raise Refused(f"{seat} is taken{others}")
        if seat in self.reserved and not _same_hash(previous, self.reserved[seat]):
            raise Refused(
                f"{seat} is reserved for a player of the previous match: join with the token from there, or watch"
            )
        if any(_same_hash(holder.token_hash, token_hash) for holder in self.holders.values()):
            raise Refused("this token already holds another seat here; make one for each seat")

    def open_seats(self) -> str:
        """In words, which seats are free."""
        return f"{' and '.join(self.free)} {'are' if len(self.free) > 1 else 'is'} open"

    # What they are bound to.

    @property
    def strings(self) -> dict[str, str]:
        """The strings that have been revealed, in the order of the seats."""
        found = {seat: self.holders[seat].string for seat in self._game.seats if seat in self.holders}
        return {seat: string for seat, string in found.items() if string is not None}

    @property
    def unrevealed(self) -> list[str]:
        """The seats that are bound to a string and haven't revealed it."""
        return [seat for seat, holder in self.holders.items() if holder.string is None]

    def awaited_strings(self) -> str:
        """In words, whose strings are missing."""
        strings = "their strings" if len(self.unrevealed) > 1 else "its string"
        return f"waiting for {' and '.join(self.unrevealed)} to reveal {strings}"

    def sit(self, facts: Mapping[str, Any], at: int) -> None:
        """Someone sits down: with a string, or bound to one that is still to be revealed."""
        seat, who, string = facts["seat"], facts["who"], facts.get("string")
        bound_by = string_commitment(seat, string) if string is not None else facts["commitment"]
        self.holders[seat] = SeatHolder(who, string, bound_by, facts.get("token"))
        if string is not None:
            self._add_to_order(seat, REVEALS, string)
        else:
            self._add_to_order(seat, COMMITS, bound_by)
        if not self.free:
            self.bound_at = at

    def reveal(self, seat: str, string: str) -> None:
        """Someone reveals a string."""
        self.holders[seat] = replace(self.holders[seat], string=string)
        self._add_to_order(seat, REVEALS, string)

    def check_string(self, seat: str, string: str) -> None:
        """Refuse a string that isn't the one a seat is bound to, and one that comes before all seats are bound."""
        if string_commitment(seat, string) != self.holders[seat].commitment:
            raise Refused(f"this is not the string that {seat} has committed to")
        if self.free:
            raise Refused(f"strings are revealed when all are bound to theirs: {self.open_seats()}")
        check_string(seat, string)

    def _add_to_order(self, seat: str, does: str, what: str) -> None:
        self.order.append((seat, does))
        self.link(seat_link(seat, self.holders[seat].who, does, what))

    @property
    def fairness(self) -> Fairness:
        """What the match's chance is made from, once all strings are known."""
        return Fairness(self.commitment, self.strings, self._secret, tuple(self.order) if self.ordered else None)

    # The chain.

    def link(self, link: str) -> None:
        """Add a link to the chain, if there is one."""
        if self.chain:
            self.chain.append(next_head(self._secret, self.chain[-1], link))

    def link_choice(self, link: str) -> None:
        """Add a choice, which may be taken back."""
        self._choices_in_chain.append(len(self.chain))
        self.link(link)

    def take_back(self, choices: int) -> None:
        """The last choices were taken back, and all that came after."""
        del self.chain[self._choices_in_chain[-choices] :], self._choices_in_chain[-choices:]
        self.link(TAKEN_BACK)

    @property
    def head(self) -> str | None:
        """The chain's head; None without a chain."""
        return self.chain[-1] if self.chain else None

    @property
    def head_mark(self) -> str | None:
        """The beginning of the chain's head, which the next event is stored with; None without a chain."""
        return self.chain[-1][:MARK_DIGITS] if self.chain else None

    def blinded_head(self, head: str, viewer: str | None, number: int) -> str:
        """What a viewer is told of a head of the chain, with its change of that number."""
        return blinded_head(self._secret, head, viewer, number)


def binding(seat: str, string: str | None, bound_by: str | None) -> str:
    """The commitment of someone who takes a seat: to a string that comes with it, or to one that is revealed later."""
    if string is not None:
        check_string(seat, string)
        if bound_by not in (None, string_commitment(seat, string)):
            raise Refused("the commitment is not the one of the string; leave it out, or leave out the string")
        return string_commitment(seat, string)
    if bound_by is None or not re.fullmatch(COMMITMENT, bound_by):
        raise Refused("a seat is taken with a string, or with a commitment: the 64 hexadecimal digits of a SHA-256")
    return bound_by
