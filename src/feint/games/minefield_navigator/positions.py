"""What makes a position of Minefield Navigator: where the players are, their detectors, and what is known of the path.

Both know the same of the mines, and every placement of the live ones on the unknown steps is as likely as any other.
"""

from feint.core import Numbers, State, rule, whole

from .rules import DIFFUSED, MOVE, PASS, SAFE, UNKNOWN, landing

FINDS = 2  # a step that is stepped on or scanned turns out
FREE, MINED = 0, 1


@rule
def forget(s: State) -> None:
    """Of the steps that are known it matters only how many were mined, not which: let it be the first ones."""
    diffused = whole(0)
    for step in range(1, s.steps + 1):
        if s.known[step - 1] == DIFFUSED:
            diffused += 1
    for step in range(1, s.steps + 1):
        if s.known[step - 1] != UNKNOWN:
            s.known[step - 1] = DIFFUSED if diffused > 0 else SAFE
            diffused -= 1
    s.mined = 0
    s.scanned = 0
    s.turns = 0
    s.round = 0


@rule
def findings(s: State, seat: int, action: int, weights: Numbers) -> int:
    """In how many ways a choice can turn out, and how likely each is."""
    if action == PASS or s.known[step_of(s, seat, action) - 1] != UNKNOWN:
        weights[FREE] = 1
        return 1
    unknown, live = whole(0), whole(s.mines)
    for step in range(1, s.steps + 1):
        if s.known[step - 1] == UNKNOWN:
            unknown += 1
        elif s.known[step - 1] == DIFFUSED:
            live -= 1
    weights[FREE] = unknown - live
    weights[MINED] = live
    return 2


@rule
def assume_finding(s: State, seat: int, action: int, finding: int) -> None:
    """Lay the mine that a choice is to find."""
    if finding == MINED:
        s.mined |= 1 << (step_of(s, seat, action) - 1)


@rule
def step_of(s: State, seat: int, action: int) -> int:
    """The step that a move leads to, or that is scanned."""
    return landing(s, seat) if action == MOVE else action
