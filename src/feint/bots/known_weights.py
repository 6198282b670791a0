"""Which weights come with a game, and what weights were made for: what can be told without reading the numbers."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rulings import text_of

FORMAT = "feint weights 1"
SUFFIX = ".weights"
FOLDER = "learned"  # in a game's folder
MOST_BYTES = 64 << 20  # of a file; those that come with a game are far smaller


def made_for(game: Game) -> dict[str, Any]:
    """What weights have to be made for, if they are to play a game under its rulings."""
    return {
        "game": game.name,
        "version": game.version,
        "rulings": changed_rulings(game),
        "data": {name: print_of("\n".join(data.lines)) for name, data in game.data.items()},
        "choices": game.rules.ACTIONS,
    }


def changed_rulings(game: Game) -> dict[str, str]:
    """The rulings that aren't those that programs usually play by themselves with."""
    usual = {name: text_of(ruling.in_simulation) for name, ruling in game.all_rulings.items()}
    return {name: value for name, value in game.for_simulation().rulings_text.items() if value != usual[name]}


def print_of(text: str) -> str:
    """A few letters that change with a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def own_weights(game: Game) -> Path | None:
    """The weights that come with a game for its rulings, if there are any."""
    there = _heads(game.folder)
    wanted = made_for(game) if there else {}
    return next((path for path, head in there.items() if all(head.get(n) == w for n, w in wanted.items())), None)


@lru_cache(maxsize=64)
def _heads(folder: Path) -> dict[Path, dict[str, Any]]:
    """What each weights file that comes with a game was made for."""
    return {path: read_file(path)[0] for path in sorted((folder / FOLDER).glob(f"*{SUFFIX}"))}


def read_file(path: Path) -> tuple[dict[str, Any], bytes]:
    """A file's first line, which says what it is, and the rest."""
    try:
        with path.open("rb") as file:
            first, packed = file.readline(100_000), file.read(MOST_BYTES)
        head = json.loads(first)
    except FileNotFoundError:
        raise FeintError(f"there is no file {path}") from None
    except (OSError, ValueError):
        head, packed = None, b""
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise FeintError(f"{path} holds no weights that this version of Feint knows: they begin with {FORMAT}")
    return head, packed
