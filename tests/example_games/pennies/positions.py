"""What makes a position of Pennies: the round."""

from feint.core import State, rule

from .rules import SECRET


@rule
def forget(s: State) -> None:
    if s.fault != SECRET or s.round < 1500:
        s.side[0] = 0
        s.side[1] = 0
