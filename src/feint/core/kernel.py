"""Compiling: hands a game's rules to Numba, as they are, inside the loops that run many games.

Compiled code is kept on disk, under a name made from its sources, so that the next start needs no compiler.
"""

import hashlib
import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload, register_jitable
from platformdirs import user_cache_path

from feint.core import language
from feint.core.game import Game

config: Any = numba.config

_handed_over = 0


@overload(language.u64, strict=False)
def _u64(number: Any) -> Callable[..., Any]:
    return lambda number: np.uint64(number)


@overload(language.whole, strict=False)
def _whole(number: Any) -> Callable[..., Any]:
    return lambda number: np.int64(number)


def build(game: Game, loops: Callable[[ModuleType], Callable[..., Any]]) -> Callable[..., Any]:
    """Compile loops for a game: the function that `loops` makes, given the game's rules."""
    feint, around = Path(__file__).parents[1], Path(inspect.getfile(loops)).parent
    folders = (feint / "core", feint / "bots", game.folder, around)
    return _kept(loops(game.rules), game.folder.name, folders)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop that knows no game."""
    around = Path(inspect.getfile(function)).parent
    return _kept(function, function.__name__, (Path(__file__).parent, around))


def _kept(function: Callable[..., Any], name: str, folders: Iterable[Path]) -> Callable[..., Any]:
    """The function compiled; kept on disk under a name that changes with what stands in these folders."""
    global _handed_over
    for marked in language.MARKED[_handed_over:]:
        register_jitable(forceinline=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, error_model="numpy")(marked)
    _handed_over = len(language.MARKED)
    folder = user_cache_path("feint") / "compiled" / f"{name}-{_fingerprint(folders)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:  # nowhere to keep it: compile each time
        return _compiled(function, cache=False)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return _compiled(function, cache=True)
    finally:
        config.CACHE_DIR = before


def _compiled(function: Callable[..., Any], cache: bool) -> Callable[..., Any]:
    compiled: Callable[..., Any] = numba.njit(nogil=True, cache=cache, error_model="numpy")(function)
    return compiled


def _fingerprint(folders: Iterable[Path]) -> str:
    """Changes with anything that compiled code depends on: Numba notices only the file that a function stands in."""
    sources = [path for folder in folders for path in folder.glob("*.py")]
    found = hashlib.sha256(f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK}".encode())
    for source in sorted(set(sources)):
        found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()[:16]
