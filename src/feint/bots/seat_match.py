"""A match as one of its seats knows it: all that a player chooses by, and nothing else, so that it can be sent away.

Whoever gets it can't tell more than the seat could. It has no seed, no state but what the seat saw of it, and of what
the others and chance did only whose turn it was.
"""

from typing import Any

from feint.bots.players import can_be_solved
from feint.core.match import Match
from feint.core.rule import State
from feint.core.steps import Step
from feint.kernel.simultaneous import MOST_STEPS, group_start

LOOKED_BACK = 2 * MOST_STEPS  # steps: no player looks farther back at who owed a choice
UNKNOWN = -2  # in place of the number of what someone else chose, or chance did


class SeatMatch(Match):
    """What players ask of a match, for one seat that owes a choice. Nothing else of a `Match` is in it."""

    def __init__(self, match: Match, seat: str) -> None:
        own, now = match.game.seat_number(seat), len(match.steps)
        self.game = match.game
        self.seat = seat
        self.steps = [
            step if step.seat == own else Step(step.seat, UNKNOWN, "", step.round) for step in match.steps
        ]  # fmt: skip
        self._owing = {at: match.at(at).pending for at in range(max(0, now - LOOKED_BACK), now + 1)}
        # Where choices are made at once, players look at what there was to see before the first of them.
        # And a strategy for information sets goes by all that the seat has ever seen.
        remembers = match.game.positions is None and can_be_solved(match.game)
        begun = 0 if remembers else min(group_start(match, self.game.seat_number(name))[0] for name in match.pending)
        self._in_turn = match.seen_in_turn(seat) if remembers else []
        self._known = {at: match.at(at).seen(seat) for at in range(begun, now + 1)}
        self._open = match.legal_numbers(seat), match.legal(seat)
        self._spectator_view = match.view(None)

    @property
    def pending(self) -> tuple[str, ...]:
        """The seats that owe a choice."""
        return self._owing.get(len(self.steps), ())

    @property
    def over(self) -> bool:
        """Whether nobody owes one."""
        return not self.pending

    def legal(self, seat: str) -> list[str]:
        """The choices that the seat has now."""
        self._check(seat)
        return list(self._open[1])

    def legal_numbers(self, seat: str) -> list[int]:
        """The same, as the rules number them."""
        self._check(seat)
        return list(self._open[0])

    def seen(self, seat: str) -> State:
        """All that the seat may know, as a state with 0 for the rest."""
        self._check(seat)
        return self.game.schema.copy(self._known[len(self.steps)])

    def seen_in_turn(self, seat: str) -> list[State]:
        """What the seat will see while those before it choose."""
        self._check(seat)
        return [self.game.schema.copy(state) for state in self._in_turn]

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a spectator sees now; the seat itself chooses by `seen`."""
        if seat is not None:
            raise PermissionError("of views, only a spectator's is known here")
        return self._spectator_view

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return int(self._known[len(self.steps)].round)

    def at(self, step: int, forfeit: bool = True, since: int = 0) -> "SeatMatch":
        """The match after that many steps, as far back as players look: what was seen, and who owed a choice."""
        earlier = object.__new__(SeatMatch)
        earlier.__dict__ |= self.__dict__
        earlier.steps = self.steps[:step]
        return earlier

    def _check(self, seat: str) -> None:
        if seat != self.seat:
            raise PermissionError("this is what one seat knows of a match, and another was asked for")

    # A state's class belongs to its schema, so it is sent as its numbers.

    def __getstate__(self) -> dict[str, Any]:
        numbers = self.game.schema.numbers
        known = {at: numbers(seen) for at, seen in self._known.items()}
        return self.__dict__ | {"_known": known, "_in_turn": [numbers(seen) for seen in self._in_turn]}

    def __setstate__(self, sent: dict[str, Any]) -> None:
        self.__dict__ |= sent
        self._known = {at: self.game.schema.from_numbers(seen) for at, seen in sent["_known"].items()}
        self._in_turn = [self.game.schema.from_numbers(seen) for seen in sent["_in_turn"]]
