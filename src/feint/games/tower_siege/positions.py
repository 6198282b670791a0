"""What makes a position of Tower Siege: where the heroes stand, what they hold, whose turn it is, if they fight."""

from feint.core import State, rule


@rule
def forget(s: State) -> None:
    """How it came to this makes no difference, nor how long it took, unless there is a turn limit."""
    s.met_at = 0
    for seat in range(2):
        s.shown[seat] = 0
    s.round = 0
    if s.turn_limit == 0:
        s.turns = 0
