"""`feint export` at a terminal: a game's tree in a file that other programs read, and what it holds."""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.terminal.console import wrapped
from feint.terminal.progress import waiting

OUTPUT = Path("-")  # stands for standard output


def run(game: Game, path: Path, as_json: bool) -> None:
    """Write a game's tree to a file, or all of it to the output when it is done; and say what it holds."""
    if path == OUTPUT:
        if as_json:
            raise FeintError("--json and --efg - both want the output; give --efg a file's name")
        _print_tree(game)
        return
    if path.is_dir() or not path.parent.is_dir():  # better now than after a minute
        raise FeintError(f"{path} can't be written: it is a folder, or in none that exists")
    from feint.bridges.gambit import save

    with waiting(game.title) as tell:
        written = save(game, path, progress=tell)
    if as_json:
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
        return
    sets = ", ".join(f"{count:,} of {seat}" for seat, count in written.infosets.items())
    print(f"{game.title}: its tree is in {path}")
    print(wrapped(f"rulings: {' '.join(f'{name}={value}' for name, value in game.rulings_text.items()) or 'none'}"))
    print()
    print(f"nodes:             {written.nodes:,} ({written.chance:,} of chance, {written.ends:,} ends)")
    print(f"information sets:  {sum(written.infosets.values()):,} ({sets})")
    print(f"outcomes:          {written.outcomes:,}")


def _print_tree(game: Game) -> None:
    """All of it or nothing: a tree that turns out to be too large must not leave half of one in a pipe."""
    from feint.bridges.gambit import write

    with tempfile.TemporaryFile("w+", encoding="ascii") as file:
        with waiting(game.title) as tell:
            write(game, file, progress=tell)
        file.seek(0)
        shutil.copyfileobj(file, sys.stdout)
