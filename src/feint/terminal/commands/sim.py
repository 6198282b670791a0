"""`feint sim` plays many games between players, and prints a table, JSON or CSV."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.files import reason
from feint.core.game import Game
from feint.core.rulings import read_pairs
from feint.terminal.arguments import Commands, Options, add_count, add_game, add_json, add_rulings, add_seats, game_from
from feint.terminal.exit_codes import INTERRUPTED
from feint.terminal.tables import print_table

CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)

if TYPE_CHECKING:
    from feint.core.result_table import ResultTable
    from feint.lab import SimulationReport


def add_parser(commands: Commands) -> None:
    """The arguments of `feint sim`."""
    parser = commands.add_parser("sim", help="play many games between bots, or any other players")
    add_game(parser)
    add_rulings(parser)
    add_seats(parser, "any player, such as random, trader:50%%, perfect or search:50 (default: the game's best bot)")
    parser.add_argument("--bots", metavar="WHO", help="who plays all seats that --seat doesn't name")
    add_count(parser, "--games", "number of games", 100_000)
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write the table of cards, or of seats, as CSV")
    add_count(parser, "--threads", "number of threads; of processes, for players that think")
    parser.add_argument("--device", choices=DEVICES, default=CPU, help="where bots that are rules play (default: cpu)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Simulate and print."""
    game = game_from(options)
    seats = ({} if options.bots is None else dict.fromkeys(game.seats, options.bots)) | read_pairs(options.seat)
    if options.csv is not None and (options.csv.is_dir() or not options.csv.parent.is_dir()):  # before the games
        raise FeintError(f"{options.csv} can't be written: it is a folder, or its folder doesn't exist")
    report = _simulate(game, options.games, seats, options.seed, options.threads, options.device)
    if options.json:
        print(json.dumps(report.to_json(), indent=2))
    else:
        _print(game, options.games, report)
    if options.csv is not None:
        _write_csv(options.csv, report.listing or _seats(report))
    return INTERRUPTED if report.interrupted else 0


def _simulate(
    game: Game, games: int, seats: dict[str, str], seed: int | None, threads: int, device: str
) -> "SimulationReport":
    """Play the games, with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from feint.lab import simulate

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True, disable=not sys.stderr.isatty(), console=Console(stderr=True)) as progress:
        task = progress.add_task("compiling the rules (the first time, up to half a minute)", total=games)

        def show(done: int) -> None:
            progress.update(task, completed=done, description=game.title)

        return simulate(game, games, seats, seed, threads, show, device)


def _write_csv(path: Path, listing: "ResultTable") -> None:
    import csv

    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([listing.columns, *listing.rows])
    except OSError as error:
        raise FeintError(f"{path} can't be written: {reason(error)}") from None
    print(f"feint: the table is in {path}", file=sys.stderr)


def _seats(report: "SimulationReport") -> "ResultTable":
    """Wins by seat, for a game without a table."""
    from feint.core.result_table import ResultTable

    rows = [(seat, report.bots[seat], count, *report.share(count)) for seat, count in report.wins.items()]
    return ResultTable(("seat", "bot", "wins", "share", "low", "high"), tuple(rows))


def _players(report: "SimulationReport") -> str:
    bots = set(report.bots.values())
    if len(bots) == 1:
        return f"between {bots.pop()} bots"
    return f"with {', '.join(f'{seat}={bot}' for seat, bot in report.bots.items())}"


def _print(game: Game, games: int, report: "SimulationReport") -> None:
    rulings = " ".join(f"{name}={value}" for name, value in report.rulings.items())
    print(f"{game.title}: {report.games:,} games {_players(report)}, seed {report.seed}")
    print(f"rulings: {rulings}")
    for text in report.data.values():
        print(f"with {text}")
    if report.interrupted:
        print(f"interrupted: {report.games:,} of {games:,} games were played")
    print()
    print(f"{'seat':<12}{'wins':>12}{'share':>10}   95% interval")
    for seat, count in report.wins.items():
        share, low, high = report.share(count)
        print(f"{seat:<12}{count:>12,}{share:>10.4f}   {low:.4f} to {high:.4f}")
    for name, count in (("draws", report.draws), ("unfinished", report.unfinished)):
        if count:
            print(f"{name:<12}{count:>12,}{count / report.games:>10.4f}")
    if report.counts:
        print()
    for name, count in report.counts.items():
        share, low, high = report.share(count)
        print(f"{name:<18}{count:>10,}{share:>10.4f}   {low:.4f} to {high:.4f}")
    if report.listing is not None:
        print()
        print_table(report.listing)
    print()
    rounds = f"mean {report.rounds_mean:.2f}, sd {report.rounds_sd:.2f}, {report.rounds_min} to {report.rounds_max}"
    print(f"rounds: {rounds}")
    choices = report.choices / report.seconds
    print(f"speed:  {report.games_per_second:,.0f} games a second, {choices:,.0f} choices a second")
