"""What all experiments have in common at the terminal: where games come from, progress, and how findings are shown."""

import json
import re
import secrets
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feint import __version__
from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, add_game, add_json, add_rulings, whole_number
from feint.terminal.console import wrapped
from feint.terminal.exit_codes import INTERRUPTED
from feint.terminal.tables import print_table

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from feint.lab.findings import Findings
    from feint.lab.laboratory import Laboratory

Experiment = Callable[["Laboratory", int], "Findings"]
"""An experiment, given where its games come from and the seed."""


def experiment_parser(commands: Commands, name: str, help: str, several_tables: bool = False) -> "ArgumentParser":
    """A parser with the arguments that every experiment has."""
    parser = commands.add_parser(name, help=help)
    add_game(parser)
    add_rulings(parser, several_tables)
    parser.add_argument("--seed", metavar="N", type=whole_number, help="the same seed gives the same findings")
    parser.add_argument("--folder", metavar="FOLDER", type=Path, help="keep all games and the findings in this folder")
    parser.add_argument("--shard", metavar="K/N", help="play only the Kth of N parts, for several machines")
    add_count(parser, "--workers", "how many games are played at the same time")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead: its address, or local")
    add_json(parser)
    return parser


def add_bots(parser: "ArgumentParser") -> None:
    """Who plays all seats, one after the other."""
    help = "who plays all seats; with several, everything is done once with each"
    parser.add_argument("--bots", metavar="A,B,C", type=names, default=[], help=help)


def names(text: str) -> list[str]:
    """Names with commas between."""
    found = [name.strip() for name in text.split(",")]
    if not all(found) or len(set(found)) < len(found):
        raise ArgumentTypeError(f"{text} is not a list of different names with commas between: trader,miser")
    return found


def run_experiment(options: Options, asked: dict[str, Any], experiment: Experiment) -> int:
    """Do an experiment and show what it found. What was played is kept where a folder is named, whatever happens."""
    from feint.lab.laboratory import OnlyAPart
    from feint.lab.run_folder import kept_seed

    seed = options.seed
    if seed is None and options.folder is not None:
        seed = kept_seed(options.folder)  # the same command goes on with the same luck
    if seed is None:
        seed = secrets.randbits(32)
    given = {"rulings": options.rule, "players": options.players or 0, "deck": str(options.deck or "")}
    about = {"feint": __version__, "game": options.game, **given, **asked, "seed": seed}
    try:
        with _laboratory(options, about) as lab:
            findings = experiment(lab, seed)
            unwritten = _written(lab, findings, about)
    except OnlyAPart as part:
        print(f"feint: {part}", file=sys.stderr)
        return 0
    except KeyboardInterrupt:
        if options.folder is None:
            raise
        print(f"feint: interrupted; the same command goes on from what {options.folder} holds", file=sys.stderr)
        return INTERRUPTED
    show(findings, options, seed)
    if unwritten is not None:
        raise unwritten
    if options.folder is not None and not options.json:
        print(f"\nAll games and findings are in {options.folder}")
    return 0


def _written(lab: "Laboratory", findings: "Findings", about: dict[str, Any]) -> FeintError | None:
    """Keep what was found in the run's folder; what went wrong with that, for after the findings."""
    if lab.folder is None:
        return None
    try:
        lab.folder.write_findings(findings)
        _report(lab.folder.path, findings, about)
        if points := findings.data.get("points"):
            lab.folder.write_points(points)
        if lab.played:
            lab.folder.write_table(list(lab.played.values()))
    except FeintError as error:
        return error
    return None


def _report(folder: Path, findings: "Findings", about: dict[str, Any]) -> None:
    """Write the report, where Matplotlib is there to draw its charts."""
    from feint.core.extras import MissingExtra
    from feint.lab.report import write_report

    try:
        write_report(folder, findings, about)
    except MissingExtra as missing:
        print(f"feint: no report was written: {missing}", file=sys.stderr)


@contextmanager
def _laboratory(options: Options, about: dict[str, Any]) -> Iterator["Laboratory"]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from feint.lab.laboratory import Laboratory
    from feint.lab.run_folder import open_run
    from feint.lab.shards import LocalWorkers

    part = _part(options)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with ExitStack() as stack:
        folder = None if options.folder is None else stack.enter_context(open_run(options.folder, about))
        bar = Progress(*columns, transient=True, disable=not sys.stderr.isatty(), console=Console(stderr=True))
        progress = stack.enter_context(bar)
        task = progress.add_task("games", total=None)
        if options.ray is not None:
            from feint.lab.ray_workers import RayWorkers

            play = stack.enter_context(RayWorkers(options.ray)).play
        else:
            told = lambda what, _: progress.update(task, description=what)  # noqa: E731
            play = stack.enter_context(LocalWorkers(options.workers, told)).play

        def done(games: int, total: int) -> None:
            progress.update(task, description="games", completed=games, total=total)

        yield Laboratory(play, folder, done, part)


def _part(options: Options) -> tuple[int, int] | None:
    if options.shard is None:
        return None
    found = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", options.shard)
    if found is None or int(found[1]) > int(found[2]):
        raise FeintError(f"--shard {options.shard} is not a part: write 3/16 for the third of sixteen")
    if options.folder is None or options.seed is None:
        raise FeintError("--shard needs --folder FOLDER, to keep its games in, and --seed N, the same for all parts")
    return int(found[1]), int(found[2])


def show(findings: "Findings", options: Options, seed: int) -> None:
    """Print what was found."""
    if options.json:
        print(json.dumps(findings.to_json() | {"seed": seed}, indent=2))
        return
    print(wrapped(f"{findings.title}; seed {seed}"))
    print()
    for verdict in findings.verdicts:
        print(wrapped(verdict))
    for section in findings.sections:
        print(f"\n{section.heading}")
        print_table(section.table)
    if findings.caveats:
        print()
    for caveat in findings.caveats:
        print(wrapped(caveat))
