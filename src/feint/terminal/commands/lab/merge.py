"""`feint lab merge` puts the parts of a run together that were played on several machines."""

from pathlib import Path

from feint.terminal.arguments import Commands, Options


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab merge`."""
    parser = commands.add_parser("merge", help="put the parts of a run together: those played with --shard")
    parser.add_argument("parts", metavar="FOLDER", type=Path, nargs="+", help="the parts' folders")
    parser.add_argument("--into", metavar="FOLDER", type=Path, required=True, help="the folder for all of it")
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Merge the parts, and say how to go on."""
    from feint.lab.run_folder import merge

    games = merge(options.parts, options.into)
    print(f"{games:,} games are in {options.into}. The same command with --folder {options.into} and without --shard")
    print("plays what is missing, if anything is, and shows what was found.")
    return 0
