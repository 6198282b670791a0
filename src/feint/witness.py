"""What a client has seen of a table that has to stay as it was, and the check that it did.

A server promises at different times: with its commitment, with what each seat is bound to, with every head of the
chain. Each promise is worth something only to those who have kept it and look whether it was held. A `Witness` keeps
them, from before its owner sat down until after the end, over as many connections as that takes, and says in words what
doesn't fit. docs/players/fairness.md says what is proved by that, and against whom.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from feint.core.chain import blinded_head, heads
from feint.core.choice_text import folded
from feint.core.errors import BadRecord, FeintError
from feint.core.fairness import Fairness, commitment, new_string, string_commitment
from feint.core.match import Match
from feint.core.record import replay
from feint.protocol import Ended, SeatInfo, ServerMessage, TableInfo, TakeSeat

CHAINED = 2  # the kind of proof that binds seats before strings are revealed, and has a chain
MOST_HEADS = 1000  # that are written down; the newest


class Unfair(FeintError):
    """What a server has told doesn't fit what it told before."""


@dataclass
class Witness:
    """What was seen of a table, and what was done there by whoever saw it."""

    table: str
    seat: str | None = None  # one's own, if one has taken it with the string below
    string: str = field(default_factory=new_string, repr=False)  # one's own, kept until all others are bound
    proof: int | None = None  # the kind that the table promised; None until it was seen
    game: str | None = None
    rulings: dict[str, Any] = field(default_factory=dict)
    branched: bool = False  # whether the match goes on from another
    commitment: str | None = None  # the server's
    bound: dict[str, str] = field(default_factory=dict)  # the commitment of each seat
    strings: dict[str, str] = field(default_factory=dict)  # those that were revealed
    heads: dict[int, str] = field(default_factory=dict, repr=False)  # by number of the change
    choices: dict[int, str] = field(default_factory=dict, repr=False)  # one's own, by number of the question
    viewer: str | None = None  # through whose eyes the table was seen; None: a spectator's
    number: int = 0  # of the last change
    undone: int = 0  # how often something was taken back
    undone_at: int = 0  # the number of the change by which that was told: heads of before aren't part of the chain
    complaints: list[str] = field(default_factory=list)

    def to_json(self) -> str:
        """As text, to be written down."""
        known = asdict(self)
        known["heads"] = dict(sorted(self.heads.items())[-MOST_HEADS:])
        return json.dumps(known)

    @staticmethod
    def from_json(text: str) -> "Witness":
        """What was written down."""
        found = json.loads(text)
        for name in ("heads", "choices"):
            found[name] = {int(number): known for number, known in found[name].items()}
        return Witness(**found)

    def __post_init__(self) -> None:
        self._joined_at = 0  # the server's last change when we joined: until we have that one, we hear of the past

    # Sitting down.

    def seat_request(self, seat: str, token: str, seats: Mapping[str, SeatInfo | None]) -> TakeSeat:
        """How to take a seat: bound to a string, or with the string itself if all others are bound to theirs."""
        last = all(other is not None for name, other in seats.items() if name != seat)
        if last or self.proof is None:  # or it is a server that knows nothing of commitments
            return {"string": self.string, "token": token}
        return {"commitment": string_commitment(seat, self.string), "token": token}

    def may_reveal(self, seats: Mapping[str, SeatInfo | None]) -> bool:
        """Whether all others are bound, and one's own string is the next to be revealed."""
        mine = None if self.seat is None else seats.get(self.seat)
        if mine is None or mine["string"] is not None or None in seats.values():
            return False
        return not self.complaints and mine.get("commitment") == string_commitment(str(self.seat), self.string)

    # What a server tells.

    def see_table(self, info: TableInfo, seats: Mapping[str, SeatInfo | None]) -> None:
        """What is told of a table as a whole."""
        if self.game is None:
            self.commitment = self.commitment or info["commitment"]
            self.game, self.rulings = info["game"], dict(info["rulings"])
            self.proof, self.branched = info.get("proof"), "branch" in info
        if info["commitment"] != self.commitment:
            self._complain("the server has changed its commitment, so it could choose what chance brings")
        known = {name: info["rulings"].get(name) for name in self.rulings}  # a newer version may have more of them
        if (info["game"], known) != (self.game, self.rulings):
            self._complain("the server has changed the game or its rulings")
        self.see_seats(seats)

    def see_seats(self, seats: Mapping[str, SeatInfo | None], past: bool = False) -> None:
        """What seats are bound to, and the strings that were revealed; in the `past` some may have been free."""
        for seat, there in seats.items():
            if there is None:
                if seat in self.bound and not past:
                    self._complain(f"the server has taken {seat} out of its seat, which was bound to a string")
                continue
            string = there["string"]
            bound_by = string_commitment(seat, string) if string is not None else there.get("commitment", "")
            if seat == self.seat and bound_by != string_commitment(seat, self.string):
                self._complain(f"the server has put another string in the place of yours ({seat})")
            elif self.bound.setdefault(seat, bound_by) != bound_by:
                what = "string isn't the one that it was bound to" if string is not None else "commitment was changed"
                self._complain(f"{seat}'s {what}")
            if string is not None:
                self.strings.setdefault(seat, string)

    def join(self) -> None:
        """A new connection is made."""
        self._joined_at = 0

    def see(self, message: ServerMessage) -> None:
        """A message that a client was sent."""
        if message["type"] == "joined":
            self._joined_at = message["number"]
            if message["number"] < self.number:
                self._forgotten(message["number"])
        if message["type"] not in ("table", "change"):
            return
        known = cast(dict[str, Any], message)
        if message["type"] == "table":
            if self._joined_at < message["number"] < self.number:
                self._forgotten(message["number"])
            if known.get("undone", 0) > self.undone:
                self._taken_back(message["number"], known["undone"], message["ask"])
            self.viewer = message["seat"]
            self.see_table(message, message["seats"])
        elif "seats" in known:
            self.see_seats(known["seats"], past=message["number"] <= max(self.number, self._joined_at))
        self.number = max(self.number, message["number"])
        if self.proof == CHAINED and not self.branched:
            self._see_head(message["number"], known.get("head"))
        if known.get("ended"):
            self._see_end(known["ended"])

    def note_choice(self, ask: int, choice: str) -> None:
        """One's own choice, which the server has stored."""
        self.choices[ask] = choice

    def _see_head(self, number: int, head: str | None) -> None:
        if number < self.undone_at:
            return
        if head is None:
            if number:
                self._complain(f"change {number} came without the chain's head")
        elif self.heads.setdefault(number, head) != head:
            self._complain(f"change {number} is told differently from before: what happened has been rewritten")

    def _forgotten(self, number: int) -> None:
        self._complain(
            f"the server has forgotten what it told before: {self.number} changes, of which {number} are left"
        )
        self.heads = {at: head for at, head in self.heads.items() if at <= number}
        self.number = number

    def _taken_back(self, number: int, undone: int, ask: int | None) -> None:
        """Something was taken back: what was told since then isn't part of the match any more."""
        self.undone, self.undone_at, self.heads = undone, number, {}
        if ask is not None:
            self.choices = {number: choice for number, choice in self.choices.items() if number < ask}

    def _see_end(self, ended: Ended) -> None:
        try:
            right = commitment(ended["secret"]) == self.commitment
        except ValueError:
            right = False
        if not right:
            self._complain("the secret that the server tells now isn't the one that it had committed to")

    def _complain(self, sentence: str) -> None:
        if sentence not in self.complaints:
            self.complaints.append(sentence)

    # After the end.

    def check_record(self, text: str, ended: Ended | None = None) -> Match | None:
        """The match of a server's record, if it is all that was promised and seen; None if it can't be replayed.

        A match that goes on from another can't be. What doesn't fit is raised as `Unfair`.
        """
        if self.complaints:
            raise Unfair(self.complaints[0])
        if self.branched:
            return None
        try:
            match = replay(text)
        except BadRecord as error:
            raise Unfair(f"the server's record is wrong: {error}") from None
        if match.fairness is None:
            raise Unfair("the server's record has no proof that chance was fair")
        for check in (self._check_promises, self._check_choices, self._check_chain):
            check(match, match.fairness)
        if ended is not None and ended["scores"] is not None and match.scores != ended["scores"]:
            raise Unfair("the server's record has another result than the one that it told")
        return match

    def _check_promises(self, match: Match, fairness: Fairness) -> None:
        """Chance was made from what was promised."""
        rulings = {name: value for name, value in match.game.rulings.items() if name in self.rulings}
        if self.game is not None and (match.game.name, rulings) != (self.game, self.rulings):
            raise Unfair("the server's record is of another game, or has other rulings")
        if fairness.commitment != self.commitment:
            raise Unfair("the server's record has another commitment than the one that you saw first")
        for seat, bound_by in self.bound.items():
            if seat not in fairness.strings or string_commitment(seat, fairness.strings[seat]) != bound_by:
                raise Unfair(f"the server's record has another string for {seat} than the one that it was bound to")
        if self.proof == CHAINED and fairness.order is None:
            raise Unfair("the server's record doesn't say in which order the seats were bound")
        if self.seat is not None and fairness.strings.get(self.seat) != self.string:
            raise Unfair("chance wasn't made from your string")

    def _check_choices(self, match: Match, fairness: Fairness) -> None:
        """One's own choices are those that were made."""
        made = [step.text for step in match.steps if match.who(step) == self.viewer]
        for number, choice in self.choices.items():
            if number >= len(made) or folded(made[number]) != folded(choice):
                raise Unfair(f"the server's record doesn't have your choice {number + 1}, {choice}, as you made it")

    def _check_chain(self, match: Match, fairness: Fairness) -> None:
        """Each head that was told is one of the chain, in order."""
        if fairness.order is None:
            return
        chain = heads(match, fairness)
        head = next(chain)
        for number, told in sorted(self.heads.items()):
            while blinded_head(fairness.secret, head, self.viewer, number) != told:
                after = next(chain, None)
                if after is None:
                    raise Unfair(
                        f"what the server told with change {number} doesn't fit its record: "
                        "something was added, taken out, moved or changed afterwards"
                    )
                head = after


OnUnfair = Callable[[str], None]
"""Called with a sentence that says what doesn't fit."""
