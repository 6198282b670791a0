"""`feint train` has a network learn a game by playing against itself, and writes weights that can play it."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.result_table import ResultTable
from feint.terminal.arguments import Commands, Options, add_game, add_rulings, game_from, whole_number
from feint.terminal.exit_codes import INTERRUPTED
from feint.terminal.tables import print_table

if TYPE_CHECKING:
    from feint.learn.training import Training

DEVICES = ("cpu", "cuda")
MINUTES = 10.0
SEED = 1


def add_parser(commands: Commands) -> None:
    """The arguments of `feint train`."""
    parser = commands.add_parser("train", help="have a network learn a game by playing against itself")
    add_game(parser)
    add_rulings(parser)
    parser.add_argument(
        "--minutes", metavar="M", type=minutes, default=MINUTES, help="how long it learns (default: 10)"
    )
    parser.add_argument("--device", choices=DEVICES, default="cpu", help="where it learns (default: cpu)")
    help = "where it is kept; the same command goes on there (default: GAME-training)"
    parser.add_argument("--folder", metavar="FOLDER", type=Path, help=help)
    parser.add_argument("--seed", metavar="N", type=whole_number, default=SEED, help="where its random numbers begin")
    help = "change how it learns, as hidden=128,128 or rate=0.001,0.0001"
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help=help)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Train; after Ctrl-C, too, what was learned so far is there."""
    game = game_from(options)
    require_extra("torch", "learn")
    require_extra("matplotlib", "learn")
    from feint.learn.training import Training, usual_plan

    settings = dict(setting(text) for text in options.set)
    plan = usual_plan(game, options.minutes, options.device, options.seed).changed(settings)
    folder = options.folder or Path(f"{game.name}-training")
    training = Training(game, plan, options.device, folder)
    if training.seconds >= 60 * plan.minutes:
        at = f"{training.seconds / 60:.3g}"
        raise FeintError(f"{folder} has learned for {at} minutes already; a longer time goes on, as --minutes {at}0")
    with asked_to_stop() as stopped:
        learn(training, stopped)
    print_table(_strengths(training))
    print(f"\nThe curve is in {training.draw_curve()}. What was learned plays with:\n")
    print(f"  feint play {options.game} --seat {game.seats[-1]}={training.weights}")
    return INTERRUPTED if training.seconds < 60 * plan.minutes else 0


def learn(training: "Training", stopped: Callable[[], bool]) -> None:
    """Learn, with a progress bar, until the time is over or someone has pressed Ctrl-C."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task(training.game.title, total=60 * training.plan.minutes)

        def show(training: "Training") -> None:
            told = ", ".join(f"{found.share:.1%} against {bot}" for bot, found in training.shares.items())
            progress.update(bar, completed=training.seconds, description=f"{training.choices:,} choices {told}".strip())

        training.run(show, stopped)


@contextmanager
def asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed: learning stops after the update that goes on. The second one stops at once."""
    asked = False

    def ask(*_: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


def _strengths(training: "Training") -> ResultTable:
    rows = [
        (f"against {bot}", found.share, found.interval[0], found.interval[1]) for bot, found in training.shares.items()
    ]
    minutes = f"{training.seconds / 60:.3g} minutes, {training.choices:,} choices, {training.updates:,} updates"
    note = f"Share of the point in {training.plan.evaluation_games:,} games, with its 95% interval, after {minutes}."
    return ResultTable(("", "share", "from", "to"), tuple(rows), note)


def minutes(text: str) -> float:
    """A time to learn."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= 100_000:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a number of minutes above 0")
    return found


def setting(text: str) -> tuple[str, str]:
    """A setting's name and value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise FeintError(f"{text} is no setting; it is written like rate=0.001,0.0001")
    return name, value
