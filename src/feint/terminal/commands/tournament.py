"""`feint tournament` lets bots play each other in every seat, and rates them."""

import json
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.terminal.arguments import (
    Commands,
    Options,
    add_count,
    add_game,
    add_json,
    add_rulings,
    game_from,
    whole_number,
)
from feint.terminal.console import wrapped
from feint.terminal.exit_codes import INTERRUPTED

if TYPE_CHECKING:
    from feint.lab.tournament import TournamentReport


def add_parser(commands: Commands) -> None:
    """The arguments of `feint tournament`."""
    parser = commands.add_parser("tournament", help="let bots play each other in every seat")
    add_game(parser)
    add_rulings(parser)
    parser.add_argument("--bots", metavar="A,B,C", required=True, help="the bots that play, two or more")
    add_count(parser, "--games", "games per pair, an even number", 200)
    parser.add_argument("--seed", metavar="N", type=whole_number, help="the same seed gives the same result")
    add_count(parser, "--processes", "number of processes")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Hold a tournament and print the ratings."""
    from feint.lab.tournament import prepare_bots, run_tournament
    from feint.terminal.progress import progress_bar

    bots = [bot.strip() for bot in options.bots.split(",")]
    if not all(bots):
        raise FeintError("--bots takes names separated by commas: --bots random,perfect")
    game = game_from(options)
    with progress_bar(game.title) as progress:
        prepare_bots(game, bots, progress)
        report = run_tournament(
            game,
            bots,
            options.games,
            options.seed,
            options.processes,
            lambda done, total: progress(f"{done:,} of {total:,} games", done / total),
        )
    if options.json:
        print(json.dumps(report.to_json(), indent=2))
    else:
        _print(game, report)
    return INTERRUPTED if report.interrupted else 0


def _print(game: Game, report: "TournamentReport") -> None:
    print(f"{game.title}: each pair plays every seed twice, with seats swapped; seed {report.seed}")
    print(wrapped(f"rulings: {' '.join(f'{name}={value}' for name, value in report.rulings.items()) or 'none'}"))
    if len(game.seats) > 2:
        print("the two bots of a pair take alternate seats")
    if report.note:
        print(wrapped(f"stopped: {report.note}"))
    if report.interrupted:
        print("interrupted: only the games played so far count")
    print()
    width = max(12, *(len(standing.bot) + 2 for standing in report.standings))
    print(f"{'bot':<{width}}{'games':>8}{'points':>10}{'share':>9}   95% interval       rating")
    for bot in report.standings:
        share = bot.points / bot.games if bot.games else 0.0
        row = f"{bot.bot:<{width}}{bot.games:>8,}{bot.points:>10,.1f}{share:>9.4f}"
        print(f"{row}   {bot.low:.4f} to {bot.high:.4f}   {bot.rating:+6.0f} ± {bot.error:.0f}")
    print()
    pairs = max(len(f"{pair.first} against {pair.second}") for pair in report.pairings) + 2
    for pair in report.pairings:
        draws = f", {pair.draws} of them drawn" if pair.draws else ""
        against = f"{pair.first} against {pair.second}"
        points = f"{pair.points:,.1f} to {pair.games - pair.points:,.1f}"
        print(f"{against:<{pairs}}{points} in {pair.games:,} games{draws}")
    print()
    print("rating: 400 points more means odds of 10 to 1, and the mean is 0; ± is one standard error.")
