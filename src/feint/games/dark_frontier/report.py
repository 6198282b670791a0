"""What a designer wants to know about many games of Dark Frontier: how they ended, and what each side did."""

from feint.core import Numbers, State, rule
from feint.core.game import Game
from feint.core.result_table import ResultTable

from .state import BY_FLIGHT, BY_HULL, BY_LIMIT, BY_WARHEAD

GAMES = 0  # and from 1 on how they were decided, by the numbers of `state.py`
SIDES = BY_LIMIT + 1
SHOTS, HITS, DAMAGE, PER_SIDE = range(4)
COUNTS = SIDES + 2 * PER_SIDE


@rule
def tally(s: State, points: Numbers, counts: Numbers) -> None:
    counts[GAMES] += 1
    counts[s.decided_by] += 1
    for seat in range(2):
        counts[SIDES + seat * PER_SIDE + SHOTS] += s.fired[seat]
        counts[SIDES + seat * PER_SIDE + HITS] += s.hits[seat]
        counts[SIDES + seat * PER_SIDE + DAMAGE] += s.damaged[seat]


def named(counts: list[int]) -> dict[str, int]:
    """How games ended."""
    return {
        "by warhead": counts[BY_WARHEAD],
        "by hull": counts[BY_HULL],
        "by flight": counts[BY_FLIGHT],
        "by round limit": counts[BY_LIMIT],
    }


def listing(game: Game, counts: list[int]) -> ResultTable:
    """A row a side: shots, hits and damage taken, on average a game."""
    rows = []
    for seat, name in enumerate(game.seats):
        shots, hits, damage = counts[SIDES + seat * PER_SIDE :][:PER_SIDE]
        each = counts[GAMES]
        rows.append((name, game.rulings_text[f"{name}_ship"], shots / each, hits / each, damage / each))
    return ResultTable(
        columns=("seat", "ship", "shots", "hits", "damage_taken"),
        rows=tuple(rows),
        note="On average a game. hits: warheads and damage done to the other; damage_taken: rolls on one's own table.",
    )
