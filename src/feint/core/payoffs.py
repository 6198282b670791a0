"""What shares of the point stand for: utilities from -1 to 1, or what a game's `[payoffs]` says, such as chips."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from feint.core.errors import UnknownGame


@dataclass(frozen=True)
class Payoffs:
    """A scale on which a seat's share of the point can be told: payoffs grow evenly with the share."""

    unit: str  # "" for utilities
    nothing: float  # the payoff of a seat that gets no part of the point
    everything: float  # and of one that gets all of it

    @property
    def point(self) -> float:
        """What the whole point is worth more than no part of it."""
        return self.everything - self.nothing

    def of(self, share: float) -> float:
        """The payoff of a share."""
        return self.nothing + self.point * share


def read_payoffs(about: Mapping[str, Any], seats: int, where: object) -> Payoffs:
    """A game's payoffs; of one that declares none, utilities, which add up to 0 and are 1 for the whole point."""
    declared = about.get("payoffs")
    if declared is None:
        return Payoffs("", -1.0 / max(1, seats - 1), 1.0)
    try:
        found = Payoffs(str(declared["unit"]), float(declared["nothing"]), float(declared["everything"]))
    except (KeyError, TypeError, ValueError):
        raise UnknownGame(f"{where}: [payoffs] has a unit, and the numbers nothing and everything") from None
    if not found.unit or not found.point > 0:
        raise UnknownGame(f"{where}: [payoffs] needs a unit, and everything must be more than nothing")
    return found
