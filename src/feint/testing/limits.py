"""Whether a game's `limits` are large enough: libraries size what they hold by them, and believe what they say."""

from feint.core import state_queries
from feint.core.contract import no_limits
from feint.core.match import Match
from feint.core.rule import CHANCE
from feint.core.state_queries import CHANCE_SEAT
from feint.kernel.simultaneous import continues_group
from feint.testing.invariants import Check


def check_limits(check: Check, match: Match) -> None:
    """Compare what happened in a match with what its limits allow."""
    game = check.game
    if game.rules.limits is no_limits:
        return
    allowed = state_queries.limits(game)
    found = {
        "choices": (asked(match), allowed.choices),
        "draws": (sum(step.seat == CHANCE for step in match.steps), allowed.draws),
    }
    if CHANCE_SEAT in match.pending:
        count = state_queries.weights(game, match._states[-1])[1]
        found["outcomes"] = abs(count), allowed.outcomes
    for what, (there, most) in found.items():
        if most is not None and there > most:
            message = f"limits says that there are at most {most} {what}, and here are {there}"
            check.wrong("limits", what, message, match)


def asked(match: Match) -> int:
    """How often someone was asked in a match; choices made at once count as one."""
    total = group = most_made = 0
    made = [0] * len(match.game.seats)
    for at, step in enumerate(match.steps):
        owing = sum(1 << match.game.seats.index(seat) for seat in match.at(at).pending if seat != CHANCE_SEAT)
        if step.seat == CHANCE or not continues_group(group, owing, made[step.seat], most_made):
            total += most_made
            most_made, made = 0, [0] * len(made)
        group = owing
        if step.seat != CHANCE:
            made[step.seat] += 1
            most_made = max(most_made, made[step.seat])
    return total + most_made
