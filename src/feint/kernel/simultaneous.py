"""Choices made at once: which of them belong together, by who most_made one and who made it, which all may know.

Nobody knows the others' choices of such a group until all are made. Rules may let a seat choose in several steps, so a
group goes on as long as the seats that owe a choice are among those that did before; and when only one is left, as long
as it has made fewer choices than another.
"""

from feint.core.match import Match
from feint.core.rule import rule

MOST_STEPS = 64  # that one group can take


@rule
def continues_group(group: int, who: int, made: int, most_made: int) -> bool:
    """Whether the next choice is of the group: its seat has made `made` choices there, none more than `most_made`."""
    alone = who & (who - 1) == 0
    return group != 0 and who > 0 and who & ~group == 0 and (not alone or made < most_made)


def group_start(match: Match, seat: int) -> tuple[int, int]:
    """The step at which the group began that a seat is about to choose in, and how many choices it made there.

    Where nothing is chosen at once that is now, and none.
    """
    now, nobody = len(match.steps), [0] * len(match.game.seats)
    if not match.game.at_once:
        return now, 0
    first, group, most_made, made = now, 0, 0, list(nobody)
    for at in range(max(0, now - MOST_STEPS), now + 1):
        pending = match.at(at).pending
        who = sum(1 << match.game.seats.index(name) for name in pending if name in match.game.seats)
        chooser = match.steps[at].seat if at < now else seat
        if continues_group(group, who, made[chooser], most_made):
            group = who
        else:
            first, group, most_made, made = at, who if len(pending) > 1 else 0, 0, list(nobody)
        if group and at < now:
            made[chooser] += 1
            most_made = max(most_made, made[chooser])
    return first, made[seat]
