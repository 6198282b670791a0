"""The GPU itself, by CuPy: what is there, and how kernels get onto it."""

from functools import cache
from typing import Any

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.kernel.cuda.kernels import entry_name


@cache
def cupy() -> Any:
    """CuPy, where there is a GPU that it can use; otherwise one sentence says what is missing."""
    module: Any = require_extra("cupy", "gpu")
    try:
        there = module.cuda.runtime.getDeviceCount()
    except module.cuda.runtime.CUDARuntimeError as error:
        raise FeintError(
            f"no GPU can be used here: {reason(error)}; leave out --device cuda to play on the CPU"
        ) from None
    if there == 0:
        raise FeintError("there is no NVIDIA GPU here; leave out --device cuda to play on the CPU")
    return module


def reason(error: Exception) -> str:
    """CUDA's own words, without its number."""
    return str(error).partition(": ")[2] or str(error)


def load(ptx: str) -> Any:
    """A kernel, ready to be launched."""
    module = cupy().cuda.function.Module()
    module.load(ptx.encode())
    return module.get_function(entry_name(ptx))


def processors() -> int:
    """How many multiprocessors the GPU has: each runs thousands of threads."""
    return int(cupy().cuda.Device().attributes["MultiProcessorCount"])


def free_bytes() -> int:
    """How much of its memory is free, that which CuPy keeps for later included."""
    pool = cupy().get_default_memory_pool()
    return int(cupy().cuda.Device().mem_info[0]) + int(pool.free_bytes())
