"""Compiling: hands a game's rules to Numba, as they are, inside the loops that run many games.

Compiled code is kept on disk, under a name made from its sources, so that the next start needs no compiler.
"""

import hashlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload, register_jitable
from platformdirs import user_cache_path

from feint.core.game import Game
from feint.core.rule import MARKED, u64, whole

FEINT = Path(__file__).parents[1]

config: Any = numba.config

# A rule makes no arrays and returns none, so it needn't count the references to those it is given: counting them, so
# that threads agree, takes longer than many a rule does.
RULE = {
    "forceinline": True,
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "error_model": "numpy",
    "_nrt": False,
}

making_room = register_jitable
"""The mark of a function that loops call and that makes arrays, which a rule can't."""

_handed_over = 0


@overload(u64, strict=False)
def _u64(number: Any) -> Callable[..., Any]:
    return lambda number: np.uint64(number)


@overload(whole, strict=False)
def _whole(number: Any) -> Callable[..., Any]:
    return lambda number: np.int64(number)


def build(game: Game, loops: Callable[[ModuleType], Callable[..., Any]]) -> Callable[..., Any]:
    """Compile loops for a game: the function that `loops` makes, given the game's rules."""
    sources = _sources(loops) | _shared_sources() | set(game.folder.glob("*.py"))
    return _kept(loops(game.rules), game.folder.name, sources)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop that knows no game."""
    return _kept(function, function.__name__, _sources(function))


def _kept(function: Callable[..., Any], name: str, sources: set[Path]) -> Callable[..., Any]:
    """The function compiled; kept on disk under a name that changes with what stands in these files."""
    global _handed_over
    for marked in MARKED[_handed_over:]:
        register_jitable(**RULE)(marked)
    _handed_over = len(MARKED)
    folder = user_cache_path("feint") / "compiled" / f"{name}-{_fingerprint(sources)}"
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


def _shared_sources() -> set[Path]:
    """What all rules rest on."""
    return {file for package in ("core", "kernel") for file in FEINT.glob(f"{package}/*.py")}


def _sources(function: Callable[..., Any]) -> set[Path]:
    """The files that a function may depend on: its own, and those of all that it imports from Feint, and so on."""
    found: dict[str, Path] = {}
    wanted = [function.__module__, __name__]
    while wanted:
        name = wanted.pop()
        module = sys.modules.get(name)
        if name in found or module is None or not getattr(module, "__file__", None):
            continue
        found[name] = Path(str(module.__file__))
        for attribute, value in vars(module).items():
            if inspect.ismodule(value) and value.__name__ == f"{name}.{attribute}":
                continue  # a package has its modules as attributes as soon as anyone imports them
            of = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
            if isinstance(of, str) and of.split(".")[0] == "feint":
                wanted.append(of)
    return set(found.values())


def _fingerprint(sources: set[Path]) -> str:
    """Changes with anything that compiled code depends on: Numba notices only the file that a function stands in."""
    found = hashlib.sha256(f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK}".encode())
    for source in sorted(sources):
        found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()[:16]
