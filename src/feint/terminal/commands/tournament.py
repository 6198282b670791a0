"""`feint tournament` at a terminal: a progress bar while bots play, then a table or JSON."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from feint.core.game import Game
from feint.terminal.console import wrapped
from feint.terminal.progress import waiting

if TYPE_CHECKING:
    from feint.lab.tournament import Tournament


def run(game: Game, bots: Sequence[str], games: int, seed: int | None, processes: int, as_json: bool) -> bool:
    """Hold a tournament and print it; whether it ran to the end."""
    from feint.lab.tournament import prepare, run_tournament

    with waiting(game.title) as tell:
        prepare(game, bots, tell)
        found = run_tournament(
            game, bots, games, seed, processes, lambda done, of: tell(f"{done:,} of {of:,} games", done / of)
        )
    if as_json:
        print(json.dumps(found.to_json(), indent=2))
    else:
        _print(game, found)
    return not found.interrupted


def _print(game: Game, found: "Tournament") -> None:
    print(f"{game.title}: each pair plays every seed twice, with seats swapped; seed {found.seed}")
    print(wrapped(f"rulings: {' '.join(f'{name}={value}' for name, value in found.rulings.items()) or 'none'}"))
    if len(game.seats) > 2:
        print("the two bots of a pair take the seats in turns")
    if found.interrupted:
        print("interrupted: these are the games that were played")
    print()
    width = max(12, *(len(standing.bot) + 2 for standing in found.standings))
    print(f"{'bot':<{width}}{'games':>8}{'points':>10}{'share':>9}   95% interval       rating")
    for one in found.standings:
        share = one.points / one.games if one.games else 0.0
        row = f"{one.bot:<{width}}{one.games:>8,}{one.points:>10,.1f}{share:>9.4f}"
        print(f"{row}   {one.low:.4f} to {one.high:.4f}   {one.rating:+6.0f} ± {one.error:.0f}")
    print()
    pairs = max(len(f"{pair.first} against {pair.second}") for pair in found.pairings) + 2
    for pair in found.pairings:
        draws = f", {pair.draws} of them shared" if pair.draws else ""
        against = f"{pair.first} against {pair.second}"
        points = f"{pair.points:,.1f} to {pair.games - pair.points:,.1f}"
        print(f"{against:<{pairs}}{points} in {pair.games:,} games{draws}")
    print()
    print("rating: 400 points are ten to one, the mean is 0; ± one standard error.")
