"""Compiling: rules are compiled once for whole numbers of any width, linked once, and give what they give in plain Python."""

import inspect
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import event
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import Flags
from numba.core.typed_passes import NativeLowering

from feint.core.rule import rule, u64, whole
from feint.kernel.compiler import INLINE_LIMIT, compiled
from feint.kernel.linking import LoopLibrary, QuickFlags, RuleLibrary


@rule
def twice(number: int) -> int:
    return 2 * number


@rule
def long_rule(number: int, out: Any) -> int:
    """Longer than what is copied into its callers."""
    out[0] += twice(number) + 1
    out[1] += twice(number + 1) + twice(number + 2)
    out[2] += twice(number + 3) * twice(number + 4) - twice(number + 5)
    out[3] += twice(number + 6) if number % 3 == 0 else twice(number + 7)
    out[4] += out[0] + out[1] + out[2] + out[3]
    for k in range(5):
        out[k] = out[k] % 1009 + twice(k) + twice(k + 1) + twice(k + 2) + twice(k + 3)
        out[k] = out[k] % 997 + twice(k) - twice(k + 1) + twice(k + 2) - twice(k + 3)
        out[k] = out[k] % 991 + twice(out[k]) - twice(k + 1) + twice(k + 2) - twice(k + 3)
        out[k] = out[k] % 983 + twice(out[k]) + twice(k + 1) - twice(k + 2) + twice(k + 3)
    return out[4]  # type: ignore[no-any-return]


def of_every_width(small: Any, short: Any, wide: Any, out: Any) -> int:
    total = 0
    for k in range(len(small)):
        total += long_rule(small[k], out) + long_rule(short[k], out) + long_rule(wide[k], out) + long_rule(3, out)
    return total


def test_a_rule_is_compiled_once_for_every_width() -> None:
    assert len(long_rule.__code__.co_code) > INLINE_LIMIT, (
        "so that both ways are tried: copied into its callers, and called"
    )
    assert len(twice.__code__.co_code) <= INLINE_LIMIT
    small, short, wide = (np.arange(-4, 9).astype(kind) for kind in (np.int8, np.int16, np.int64))
    made = []

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            made.append(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        out = np.zeros(5, np.int64)
        found = compiled(of_every_width)(small, short, wide, out)
    plain = [0] * 5
    assert found == of_every_width(small.tolist(), short.tolist(), wide.tolist(), plain)
    assert out.tolist() == plain
    assert (made.count("long_rule"), made.count("twice")) in ((1, 1), (0, 0)), "0: it was kept on disk"


def casts(number: Any) -> Any:
    return u64(number) >> u64(60), whole(u64(number)), whole(number)


@pytest.mark.parametrize("number", [0, 1, -1, 2**62])
def test_casts(number: int) -> None:
    word, back, same = compiled(casts)(np.int64(number))
    assert word == (number & 0xFFFFFFFFFFFFFFFF) >> 60
    assert back == same == number


def test_numba_still_has_what_linking_builds_on() -> None:
    """`feint.kernel.linking` replaces these; if Numba renames one, nothing would call ours, and compiling gets slow."""
    assert {"finalize", "_optimize_final_module"} <= set(vars(CPUCodeLibrary))
    assert issubclass(RuleLibrary, JITCodeLibrary)
    assert issubclass(LoopLibrary, JITCodeLibrary)
    library = inspect.getsource(CPUCodeLibrary.finalize)
    assert "self._linking_libraries" in library
    assert "self._optimize_final_module()" in library
    lowering = inspect.getsource(NativeLowering.__mro__[1].run_pass)
    for part in ("if state.library is None", "flags.no_compile", "insert_user_function"):
        assert part in lowering, f"numba {numba.__version__}"


def test_options_are_told_apart_as_numba_does() -> None:
    """Quicker, and no otherwise."""
    plain, checked, default = Flags(), Flags(), Flags()
    checked.boundscheck, default.boundscheck = True, plain.boundscheck
    for one in (plain, checked, default):
        for other in (plain, checked, default):
            for quick in (QuickFlags(other), QuickFlags(other).copy()):
                assert (QuickFlags(one) == quick, one == quick, quick == one) == (one == other,) * 3
                assert hash(quick) == hash(one)
