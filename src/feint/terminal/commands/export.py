"""`feint export` writes a game's whole tree to a file that other programs read."""

import json
import shutil
import sys
from pathlib import Path

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.terminal.arguments import Commands, Options, add_game, add_json, add_rulings, game_from
from feint.terminal.console import wrapped

OUTPUT = Path("-")  # stands for standard output


def add_parser(commands: Commands) -> None:
    """The arguments of `feint export`."""
    parser = commands.add_parser("export", help="write a game's whole tree for other programs")
    add_game(parser)
    add_rulings(parser)
    parser.add_argument(
        "--efg", metavar="FILE", type=Path, required=True, help="file to write, for Gambit; - prints it"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Write a game's tree to a file and print what it contains, or print the tree."""
    game, path = game_from(options), options.efg
    if path == OUTPUT:
        if options.json:
            raise FeintError("--json and --efg - would both print; give --efg a file name")
        _print_tree(game)
        return 0
    if path.is_dir() or not path.parent.is_dir():  # better now than after a minute
        raise FeintError(f"{path} can't be written: it is a folder, or its folder doesn't exist")
    from feint.bridges.gambit import save
    from feint.terminal.progress import progress_bar

    with progress_bar(game.title) as progress:
        written = save(game, path, progress=progress)
    if options.json:
        facts = {
            "game": game.name,
            "rulings": game.rulings_text,
            "file": str(path),
            "nodes": written.nodes,
            "chance": written.chance,
            "ends": written.ends,
            "infosets": written.infosets,
            "outcomes": written.outcomes,
        }
        print(json.dumps(facts, indent=2))
        return 0
    sets = ", ".join(f"{count:,} of {seat}" for seat, count in written.infosets.items())
    print(f"{game.title}: the tree is in {path}")
    print(wrapped(f"rulings: {' '.join(f'{name}={value}' for name, value in game.rulings_text.items()) or 'none'}"))
    print()
    print(f"nodes:             {written.nodes:,} ({written.chance:,} of chance, {written.ends:,} terminal)")
    print(f"information sets:  {sum(written.infosets.values()):,} ({sets})")
    print(f"outcomes:          {written.outcomes:,}")
    return 0


def _print_tree(game: Game) -> None:
    """All of it or nothing: a tree that turns out to be too large must not leave half of one in a pipe."""
    import tempfile

    from feint.bridges.gambit import write
    from feint.terminal.progress import progress_bar

    with tempfile.TemporaryFile("w+", encoding="ascii") as file:
        with progress_bar(game.title) as progress:
            write(game, file, progress=progress)
        file.seek(0)
        shutil.copyfileobj(file, sys.stdout)
