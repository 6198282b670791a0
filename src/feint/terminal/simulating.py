"""`feint sim` at a terminal: a progress bar while games are played, then a table or JSON."""

import json
import sys
from collections.abc import Mapping

from feint.core.game import Game


def run(game: Game, games: int, seats: Mapping[str, str], seed: int | None, threads: int, as_json: bool) -> bool:
    """Simulate and print; whether it ran to the end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from feint.lab import simulate  # brings the compiler, which nothing else at the terminal waits for

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True, disable=not sys.stderr.isatty(), console=Console(stderr=True)) as progress:
        task = progress.add_task("compiling the rules", total=games)

        def show(done: int) -> None:
            progress.update(task, completed=done, description=game.title)

        report = simulate(game, games, seats, seed, threads, show)
    if as_json:
        print(json.dumps(report.to_json(), indent=2))
        return not report.interrupted
    rulings = " ".join(f"{name}={value}" for name, value in report.rulings.items())
    print(f"{game.title}: {report.games:,} games between random bots, seed {report.seed}")
    print(f"rulings: {rulings}")
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
    print()
    rounds = f"mean {report.rounds_mean:.2f}, sd {report.rounds_sd:.2f}, {report.rounds_min} to {report.rounds_max}"
    print(f"rounds: {rounds}")
    choices = report.choices / report.seconds
    print(f"speed:  {report.games_per_second:,.0f} games a second, {choices:,.0f} choices a second")
    return not report.interrupted
