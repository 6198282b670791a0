"""Rules as Numba's CUDA target knows them: the functions themselves, as they stand in a game's folder."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numba.cuda import dispatcher, jit, types
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.extending import lower_builtin
from numba.cuda.typing.templates import AbstractTemplate, signature

from feint.core.rule import MARKED, u64, whole

# In bytes of Python code: a game this large doesn't fit where a GPU keeps its instructions once its rules are copied to
# wherever they are called, so of its rules those that are longer than the second number stay functions.
LARGE_GAME = 8000
LONG_RULE = 150

_registered: set[Callable[..., Any]] = set()
_left_out: set[Callable[..., Any]] = set()


def leave_out(function: Callable[..., Any]) -> None:
    """Have calls of a rule do nothing: the kernels themselves do what it would (see `go_on` in the contract)."""
    _left_out.add(function)


def _nothing(s: Any) -> None:
    """In place of a rule that is left out."""


class Target:
    """Stands in for the GPU that Numba asks for when one device function calls another."""

    def __init__(self, compute_capability: tuple[int, int]) -> None:
        self.compute_capability = compute_capability


def register_rules(compute_capability: tuple[int, int]) -> None:
    """Let compiled code call every rule that there is by now."""
    dispatcher.get_current_device = lambda: Target(compute_capability)
    for function in MARKED:
        if function not in _registered:
            _register_rule(function)
            _registered.add(function)


def _register_rule(function: Callable[..., Any]) -> None:
    """A rule is compiled once for all signed whole numbers, of whatever width they come."""
    compiled = jit(device=True)(_nothing if function in _left_out else _with_tables(function))
    stays = size(function) > LONG_RULE and _game_size(function) > LARGE_GAME
    inlining = "alwaysinline" if is_ours(function) else "noinline" if stays else ""

    class RuleTemplate(AbstractTemplate):  # type: ignore[misc]  # Numba has no types
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            called = types.Dispatcher(compiled).get_call_type(self.context, tuple(map(_widest, args)), kws)
            if inlining:
                for form in compiled.overloads.values():
                    form.library.get_function(form.fndesc.llvm_func_name).attributes.add(inlining)
            return called

        def get_impl_key(self, sig: Any) -> Any:
            return types.Dispatcher(compiled).get_impl_key(sig)

    typing_registry.register_global(function, types.Function(RuleTemplate))


def _with_tables(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function with its module's tuples of numbers as arrays: tables that can be read anywhere.

    Of a tuple, compiled code is a case for each place that it can be read in.
    """
    tables = {
        name: np.array(value, np.int64)
        for name, value in function.__globals__.items()
        if type(value) is tuple and value and all(type(number) is int for number in value)
    }
    if not tables.keys() & set(function.__code__.co_names):
        return function
    twin = FunctionType(function.__code__, function.__globals__ | tables, function.__name__, None, function.__closure__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def is_ours(function: Callable[..., Any]) -> bool:
    """Whether a rule is part of the loops around a game's rules: what they are given is more than a call can take."""
    return function.__module__.startswith("feint.") and not function.__module__.startswith("feint.games.")


def size(function: Callable[..., Any]) -> int:
    """How long a rule is, in bytes of Python code."""
    return len(function.__code__.co_code)


def _game_size(function: Callable[..., Any]) -> int:
    """How long all rules are that stand in the same folder."""
    folder = function.__module__.rpartition(".")[0]
    return sum(size(other) for other in MARKED if other.__module__.rpartition(".")[0] == folder)


def _widest(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


def _register_cast(function: Callable[..., Any], kind: Any) -> None:
    """Let compiled code call `u64` or `whole` as what it is: a cast."""

    class CastTemplate(AbstractTemplate):  # type: ignore[misc]
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            number = len(args) == 1 and isinstance(args[0], types.Number | types.Boolean)
            return signature(kind, types.unliteral(args[0])) if number else None

    typing_registry.register_global(function, types.Function(CastTemplate))

    @lower_builtin(function, types.Number)
    @lower_builtin(function, types.Boolean)
    def cast(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return context.cast(builder, values[0], sig.args[0], sig.return_type)


_register_cast(u64, types.uint64)
_register_cast(whole, types.int64)
