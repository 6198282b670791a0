"""Kernels: functions that a GPU runs in thousands of threads, compiled to PTX once and kept on disk.

Compiling needs Numba and no GPU; what was compiled runs wherever there is a GPU, also without Numba.
"""

import hashlib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from feint.core.extras import require_extra
from feint.core.files import write_atomically
from feint.core.game import Game
from feint.kernel.fingerprint import FEINT, fingerprint, shared_sources, sources_of

MARK = "// feint ptx 1 "
OLDEST_GPU = (7, 5)  # compute capability: what every GPU has that CUDA 13 runs on
PTX_VERSION = "8.0"  # as new as the code needs; the compiler names its own, which older drivers refuse


class Kernel:
    """A kernel for one game.

    `make_kernel` makes the function that is compiled, and `key` tells apart what it closes over. `bounds` are how many
    threads a block has, and how many blocks a multiprocessor should have room for.
    """

    def __init__(
        self,
        game: Game,
        make_kernel: Callable[[], Callable[..., None]],
        key: str,
        bounds: tuple[int, int] | None = None,
    ) -> None:
        self._rules, self._make_kernel, self._bounds = game.rules, make_kernel, bounds
        sources = sources_of(_module_of(make_kernel), __name__) | shared_sources() | set(game.folder.glob("*.py"))
        sources |= set(FEINT.glob("kernel/cuda/*.py"))
        self._folder = user_cache_path("feint") / "ptx" / f"{game.folder.name}-{fingerprint(sources, key, bounds)}"
        self._loaded: dict[tuple[Any, ...], Any] = {}

    def ptx(self, arguments: tuple[Any, ...]) -> str:
        """The kernel for such arguments, as text: from the disk, or compiled."""
        kinds = tuple(map(kind_of, arguments))
        path = self._folder / f"{hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]}.ptx"
        return _read(path) or self._compile(kinds, path)

    def _compile(self, kinds: tuple[Any, ...], path: Path) -> str:
        require_extra("numba_cuda", "gpu")
        from feint.kernel.cuda.compiler import compile_kernel

        text = compile_kernel(self._rules, self._make_kernel, kinds, OLDEST_GPU, self._bounds)
        text = re.sub(r"^\.version .*$", f".version {PTX_VERSION}", text, count=1, flags=re.MULTILINE)
        path.parent.mkdir(parents=True, exist_ok=True)
        with write_atomically(path) as draft:
            draft.write_text(_marked(text))
        return text

    def launch(self, blocks: int, threads: int, arguments: tuple[Any, ...]) -> None:
        """Run it on the GPU: so many blocks of so many threads."""
        self.loaded(arguments)((blocks,), (threads,), tuple(flattened(arguments)))

    def loaded(self, arguments: tuple[Any, ...]) -> Any:
        """The kernel in the GPU's memory."""
        from feint.kernel.cuda.device import load

        kinds = tuple(map(kind_of, arguments))
        if kinds not in self._loaded:
            self._loaded[kinds] = load(self.ptx(arguments))
        return self._loaded[kinds]


def _module_of(make_kernel: Callable[[], Callable[..., None]]) -> str:
    return make_kernel.func.__module__ if isinstance(make_kernel, partial) else make_kernel.__module__


def kind_of(value: Any) -> Any:
    """What a kernel has to know of an argument: the type of a number, the shape of an array, or a tuple of such."""
    if isinstance(value, tuple):
        return type(value), tuple(map(kind_of, value))
    if hasattr(value, "ndim") and value.ndim > 0:
        return str(value.dtype) if value.dtype.names is None else value.dtype.descr, value.ndim
    return str(np.asarray(value).dtype)


def flattened(arguments: tuple[Any, ...]) -> list[Any]:
    """Arguments as Numba's kernels take them: of an array its address, its shape and its strides."""
    flat: list[Any] = []
    for value in arguments:
        if isinstance(value, tuple):
            flat += flattened(value)
        elif hasattr(value, "ndim") and value.ndim > 0:
            numbers = (0, 0, value.size, value.itemsize, value.data.ptr, *value.shape, *value.strides)
            flat += map(np.int64, numbers)
        else:
            flat.append(np.asarray(value)[()])
    return flat


def entry_name(text: str) -> str:
    """The name of a kernel in its PTX."""
    found = re.search(r"\.entry\s+([^\s(]+)", text)
    assert found, "PTX without an entry"
    return found[1]


def _read(path: Path) -> str | None:
    """What a file holds, if it is whole."""
    try:
        text = path.read_text().partition("\n")[2]
        return text if path.read_text() == _marked(text) else None
    except (OSError, UnicodeDecodeError):
        return None


def _marked(text: str) -> str:
    return f"{MARK}{hashlib.sha256(text.encode()).hexdigest()}\n{text}"
