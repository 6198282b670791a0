"""Compiling: hands a game's rules to Numba, as they are, inside the loops that run many games.

Compiled loops are kept on disk, under a name made from their sources, so that the next start needs no compiler.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, register_jitable, type_callable
from platformdirs import user_cache_path

from feint.core.contract import Rules
from feint.core.game import Game
from feint.core.rule import ALLOCATING, MARKED, u64, whole
from feint.kernel.compiled_cache import CompiledCache
from feint.kernel.fingerprint import fingerprint, shared_sources, sources_of
from feint.kernel.linking import LoopCompiler, RuleCompiler

config: Any = numba.config
njit: Any = numba.njit

# A rule makes no arrays and returns none, so it needn't count the references to those it is given: counting them, so
# that threads agree, takes longer than many a rule does.
RULE = {
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "error_model": "numpy",
    "_nrt": False,
    "pipeline_class": RuleCompiler,
}
INLINE_LIMIT = 500  # bytes of Python code: longer rules are not inlined by force

_registered: set[Callable[..., Any]] = set()


def _register_cast(function: Callable[..., Any], kind: types.Integer) -> None:
    """Let compiled code call `u64` or `whole` as what it is: a cast."""

    @type_callable(function)
    def type_of_cast(_context: Any) -> Callable[[Any], Any]:
        return lambda number: kind if isinstance(number, types.Number | types.Boolean) else None

    @lower_builtin(function, types.Number)
    @lower_builtin(function, types.Boolean)
    def cast(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.cast(builder, values[0], signature.args[0], signature.return_type)


_register_cast(u64, types.uint64)
_register_cast(whole, types.int64)


def _register_rule(function: Callable[..., Any]) -> None:
    """Let compiled code call a rule, which is compiled once for all whole numbers, of whatever width they come."""
    dispatcher = njit(forceinline=len(function.__code__.co_code) <= INLINE_LIMIT, **RULE)(function)

    class RuleTemplate(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            return types.Dispatcher(dispatcher).get_call_type(self.context, tuple(map(_widest, args)), kws)

        def get_impl_key(self, sig: Any) -> Any:
            return types.Dispatcher(dispatcher).get_impl_key(sig)

    infer_global(function, types.Function(RuleTemplate))


def _widest(kind: Any) -> Any:
    """The type that a rule is compiled for: a signed whole number has 64 bits."""
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


def build(game: Game, make_loop: Callable[[Rules], Callable[..., Any]]) -> Callable[..., Any]:
    """Compile a loop for a game: the function that `make_loop` makes, given the game's rules."""
    sources = sources_of(make_loop.__module__, __name__) | shared_sources() | set(game.folder.glob("*.py"))
    return _compile_cached(make_loop(game.rules), game.folder.name, sources)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop that knows no game."""
    return _compile_cached(function, function.__name__, sources_of(function.__module__, __name__))


def _compile_cached(function: Callable[..., Any], name: str, sources: set[Path]) -> Callable[..., Any]:
    """The function compiled; kept on disk under a name that changes with what stands in these files."""
    for marked, register in ((MARKED, _register_rule), (ALLOCATING, register_jitable)):
        for called in marked:
            if called not in _registered:
                register(called)
                _registered.add(called)
    compiled: Any = njit(nogil=True, error_model="numpy", pipeline_class=LoopCompiler)(function)
    key = fingerprint(sources, numba.__version__, np.__version__, config.BOUNDSCHECK)
    folder = user_cache_path("feint") / "compiled" / f"{name}-{key}"
    compiled._cache = CompiledCache(function, folder)
    compiled._compiler.compile = compiled._cache.compiling(compiled._compiler.compile)
    return cast(Callable[..., Any], compiled)
