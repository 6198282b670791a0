"""Compiling kernels: hands rules and the loops over them to Numba's CUDA target, which makes PTX of them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numba.cuda import compile as compile_cuda
from numba.cuda import types
from numba.cuda.cudadrv import nvvm
from numba.cuda.np.numpy_support import from_dtype

from feint.core.contract import Rules
from feint.kernel.cuda.rules import leave_out, register_rules


def compile_kernel(
    rules: Rules,
    make_kernel: Callable[[], Callable[..., None]],
    kinds: tuple[Any, ...],
    gpu: tuple[int, int],
    bounds: tuple[int, int] | None,
) -> str:
    """A kernel as PTX, for arguments of these kinds (see `feint.kernel.cuda.kernels.kind_of`)."""
    if rules.go_on is not None:
        leave_out(rules.go_on)
    kernel = make_kernel()
    register_rules(gpu)  # those, too, that were made with the kernel
    signature = types.void(*map(_type_of, kinds))
    with _loops_as_written():
        text, _ = compile_cuda(kernel, signature, device=False, abi="numba", cc=gpu, launch_bounds=bounds)
    return str(text)


@contextmanager
def _loops_as_written() -> Iterator[None]:
    """Keep the compiler from unrolling loops: rules are many and long, and a GPU has little room for instructions."""
    compile_ir = nvvm.compile_ir

    def compile_marked(modules: Any, **options: Any) -> Any:
        texts = [modules] if isinstance(modules, str) else modules
        return compile_ir([mark_loops(text) for text in texts], **options)

    nvvm.compile_ir = compile_marked
    try:
        yield
    finally:
        nvvm.compile_ir = compile_ir


def mark_loops(module: str) -> str:
    """LLVM's code with a mark at every jump back that says: don't unroll."""
    lines, seen, marks = [], set[str](), list[str]()
    first = 1 + max((int(number) for number in re.findall(r"^!(\d+) =", module, re.MULTILINE)), default=-1)
    for line in module.split("\n"):
        if line.startswith("define"):
            seen.clear()
        elif label := re.match(r'"?([^\s"]+)"?:', line):
            seen.add(label[1])
        elif line.lstrip().startswith("br ") and seen & set(re.findall(r'label %"?([^\s",]+)', line)):
            mark = first + 1 + len(marks)
            marks.append(f"!{mark} = distinct !{{!{mark}, !{first}}}")
            line += f", !llvm.loop !{mark}"
        lines.append(line)
    if marks:
        lines += [f'!{first} = !{{!"llvm.loop.unroll.disable"}}', *marks, ""]
    return "\n".join(lines)


def _type_of(kind: Any) -> Any:
    if isinstance(kind, str):
        return from_dtype(np.dtype(kind))
    first, second = kind
    if isinstance(first, type):
        return types.NamedTuple(tuple(map(_type_of, second)), first)
    return types.Array(from_dtype(np.dtype(first)), second, "C")
