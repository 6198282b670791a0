"""What a designer wants to know about many games of Space Goats: how they ended, and which cards winners buy."""

from math import sqrt
from typing import Any

from feint.core import Numbers, State, rule
from feint.core.game import Game
from feint.core.result_table import ResultTable, wilson_interval

from .cards import KINDS
from .state import LIMIT, WRECKAGE

# How games ended, how many the first player won, how many seats there were and how many of them won alone; then a few
# counts for each card.
BY_BATTLE, BY_WRECKAGE, BY_LIMIT, BY_THE_FIRST, ALL_SEATS, ALL_WINS, CARDS = range(7)
COPIES, BUYERS, WINS, PER_CARD = range(4)
COUNTS = CARDS + KINDS * PER_CARD

RATES = ("wins", "low", "high")
COLUMNS = ("card", "cost", "per_game", "bought", *RATES, *(f"rest_{rate}" for rate in RATES), "correlation", "warning")
FEW = 1000  # buyers; with fewer, the interval of their wins is some six points wide or wider

NOTE = f"""\
per_game: copies bought. bought: the share of seats that bought it. wins: how many of these won, with a 95% interval.
rest: the same for seats that didn't. correlation: of buying and winning, from -1 to 1; it is no proof that the card
wins games, since buyers also had money and lived. few bought: fewer than {FEW:,} seats did, too few to tell."""


@rule
def tally(s: State, points: Numbers, counts: Numbers) -> None:
    """Count one finished game. Who bought a card is one buyer, however many copies; a shared win is nobody's."""
    counts[BY_LIMIT if s.decided_by == LIMIT else BY_WRECKAGE if s.decided_by == WRECKAGE else BY_BATTLE] += 1
    alone = 0
    for seat in range(s.players):
        alone += points[seat]
    if alone == 1:
        counts[BY_THE_FIRST] += points[s.first_seat]
    for seat in range(s.players):
        won = 1 if alone == 1 and points[seat] == 1 else 0
        counts[ALL_SEATS] += 1
        counts[ALL_WINS] += won
        for card in range(1, s.cards + 1):
            if s.bought[seat][card] > 0:
                at = CARDS + card * PER_CARD
                counts[at + COPIES] += s.bought[seat][card]
                counts[at + BUYERS] += 1
                counts[at + WINS] += won


def named(counts: list[int]) -> dict[str, int]:
    """How many games were decided how, and how many were won by whoever went first."""
    return {
        "by battle": counts[BY_BATTLE],
        "by wreckage": counts[BY_WRECKAGE],
        "by turn limit": counts[BY_LIMIT],
        "first player won": counts[BY_THE_FIRST],
    }


def listing(game: Game, counts: list[int]) -> ResultTable:
    """A row a card: how often it is bought, and how those do who buy it, against the rest; those of winners first."""
    games = counts[ALL_SEATS] // len(game.seats)
    rows: list[tuple[Any, ...]] = []
    for number, card in enumerate(game.data["deck"].shown, 1):
        if card["deck"] != "market":
            continue
        copies, buyers, wins = counts[CARDS + number * PER_CARD :][:PER_CARD]
        rest, rest_wins = counts[ALL_SEATS] - buyers, counts[ALL_WINS] - wins
        found = (*_rate(wins, buyers), *_rate(rest_wins, rest), _correlation(wins, buyers, counts))
        warning = "few bought" if buyers < FEW else ""
        rows.append((card["name"], card["cost"], copies / games, buyers / counts[ALL_SEATS], *found, warning))
    by = COLUMNS.index("correlation")
    rows.sort(key=lambda row: (row[by] is None, -(row[by] or 0)))
    return ResultTable(
        columns=COLUMNS,
        rows=tuple(rows),
        note=NOTE,
        first_to_go=("low", "high", "rest_low", "rest_high"),
    )


def _rate(wins: int, seats: int) -> tuple[float | None, float | None, float | None]:
    """A share with its 95% interval. Seats of one game can't both win, so the true one is rather narrower."""
    return (wins / seats, *wilson_interval(wins, seats)) if seats else (None, None, None)


def _correlation(wins: int, buyers: int, counts: list[int]) -> float | None:
    """Of buying a card and winning, over all seats: the phi coefficient. None where all or none bought, or won."""
    seats, all_wins = counts[ALL_SEATS], counts[ALL_WINS]
    spread = buyers * (seats - buyers) * all_wins * (seats - all_wins)
    return (seats * wins - buyers * all_wins) / sqrt(spread) if spread else None
