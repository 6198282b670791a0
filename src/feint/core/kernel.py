"""Compiling: hands a game's rules to Numba, as they are, inside the loops that run many games.

Compiled code is kept on disk, under a name made from its sources, so that the next start needs no compiler.
"""

import hashlib
import inspect
from collections.abc import Callable
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
    global _handed_over
    function = loops(game.rules)
    for marked in language.MARKED[_handed_over:]:
        register_jitable(forceinline=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, error_model="numpy")(marked)
    _handed_over = len(language.MARKED)
    folder = user_cache_path("feint") / "compiled" / f"{game.folder.name}-{_fingerprint(game, loops)}"
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


def _fingerprint(game: Game, loops: Callable[..., Any]) -> str:
    """Changes with anything that compiled code depends on: Numba notices only the file that a function stands in."""
    feint, around = Path(__file__).parents[1], Path(inspect.getfile(loops)).parent
    sources = [path for folder in (feint / "core", feint / "bots", game.folder, around) for path in folder.glob("*.py")]
    found = hashlib.sha256(f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK}".encode())
    for source in sorted(set(sources)):
        found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()[:16]
