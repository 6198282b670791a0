"""`feint lab` does experiments with a game: one file an experiment, and what all of them need in `running.py`."""

from importlib import import_module

from feint.terminal.arguments import Commands

EXPERIMENTS = ("compare", "sweep", "cards", "tune", "matrix", "skill", "feel", "report", "merge")


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab`, and of each of its experiments."""
    parser = commands.add_parser("lab", help="experiments: compare rules, tune a game, find out what cards are worth")
    experiments = parser.add_subparsers(title="experiments", metavar="EXPERIMENT", required=True)
    for name in EXPERIMENTS:
        import_module(f"{__name__}.{name}").add_parser(experiments)
