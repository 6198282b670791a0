"""A GPU in plain Python, thread by thread: kernels run as they stand, so that what they do can be tested without one.

Every CUDA thread is a thread here. What the threads of a warp or a block do together waits for all of them, and states
are records that rules see as they see those of a game. Nothing of Numba takes part.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

LANES = 32


class Row:
    """A row of numbers in a record, as whole numbers of Python; a number out of bounds is an error, as is a long one."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getitem__(self, at: int) -> Any:
        assert 0 <= at < len(self.array), f"{at} of {len(self.array)}"
        return Row(self.array[at]) if self.array.ndim > 1 else int(self.array[at])

    def __setitem__(self, at: int, value: int) -> None:
        assert 0 <= at < len(self.array), f"{at} of {len(self.array)}"
        self.array[at] = int(value)


class EmulatedState:
    """A state over two arrays of words."""

    def __init__(self, records: Any, own: Any, fixed: Any) -> None:
        self.__dict__["_records"], self.__dict__["_dropped"] = [], records.dropped
        for schema, words in ((records.own, own), (records.fixed, fixed)):
            if words.array.nbytes >= schema.dtype.itemsize:  # room for what nobody looks at may be too small
                self._records.append(words.array.view(np.uint8)[: schema.dtype.itemsize].view(schema.dtype)[0])

    def _record(self, name: str) -> Any:
        return next(record for record in self._records if name in record.dtype.names)

    def __getattr__(self, name: str) -> Any:
        if name in self._dropped:
            return 0 if name == "told" else Nowhere()
        value = self._record(name)[name]
        return Row(value) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: int) -> None:
        if name not in self._dropped:
            self._record(name)[name] = int(value)


class Nowhere:
    """Where the numbers go that only a log would be made from."""

    def __setitem__(self, at: int, value: int) -> None:
        pass


class Array(Row):
    """An array of a kernel's arguments, or one of its own."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            assert all(
                isinstance(part, slice) or 0 <= part < size for part, size in zip(at, self.array.shape, strict=True)
            )
        found = self.array[at]
        return Array(found) if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, at: Any, value: Any) -> None:
        assert all(0 <= part < size for part, size in zip(np.atleast_1d(at), self.array.shape, strict=True)), at
        self.array[at] = value

    def __len__(self) -> int:
        return len(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)


class Together:
    """What some threads do together: each gives a value, and gets those of all."""

    def __init__(self, size: int) -> None:
        self._barrier, self._values = threading.Barrier(size), [None] * size

    def all(self, place: int, value: Any) -> list[Any]:
        self._barrier.wait()
        self._values[place] = value
        self._barrier.wait()
        return list(self._values)

    def abort(self) -> None:
        self._barrier.abort()


class Emulator:
    """Stands in for `numba.cuda`, for one block after the other."""

    def __init__(self) -> None:
        self.here = threading.local()
        self.launches = 0
        self._lock = threading.Lock()
        self.local = SimpleNamespace(array=self._local_array)
        self.shared = SimpleNamespace(array=self._shared_array)
        self.atomic = SimpleNamespace(
            add=lambda *args: self._change(lambda a, b: a + b, *args),
            sub=lambda *args: self._change(lambda a, b: a - b, *args),
            max=lambda *args: self._change(max, *args),
        )

    threadIdx = property(lambda self: SimpleNamespace(x=self.here.thread))  # noqa: N815
    blockIdx = property(lambda self: SimpleNamespace(x=self.here.block))  # noqa: N815
    blockDim = property(lambda self: SimpleNamespace(x=self.threads))  # noqa: N815
    laneid = property(lambda self: self.here.thread % LANES)

    def grid(self, dimensions: int) -> int:
        return int(self.here.block * self.threads + self.here.thread)

    def jit(self, **options: Any) -> Callable[[Any], Any]:
        return lambda function: function

    def _local_array(self, size: int, kind: Any) -> Array:
        return Array(np.zeros(size, kind))

    def _shared_array(self, size: int, kind: Any) -> Array:
        self.here.arrays += 1
        with self._lock:
            return self._arrays.setdefault(self.here.arrays, Array(np.zeros(size, kind)))

    def _change(self, how: Any, array: Array, at: int, value: int) -> int:
        with self._lock:
            before = array[at]
            array[at] = how(before, value)
            return int(before)

    def syncthreads(self) -> None:
        self._block.all(self.here.thread, None)

    def _warp(self, value: Any) -> list[Any]:
        return self._warps[self.here.thread // LANES].all(self.laneid, value)

    def match_any_sync(self, mask: int, value: int) -> int:
        if mask != 2**LANES - 1:
            return mask
        return sum(1 << lane for lane, other in enumerate(self._warp(value)) if other == value)

    def ballot_sync(self, mask: int, value: bool) -> int:
        return sum(1 << lane for lane, other in enumerate(self._warp(value)) if other)

    def shfl_sync(self, mask: int, value: Any, lane: int) -> Any:
        return value if mask != 2**LANES - 1 else self._warp(value)[lane]

    def shfl_xor_sync(self, mask: int, value: Any, distance: int) -> Any:
        return self._warp(value)[self.laneid ^ distance]

    def activemask(self) -> int:
        return 1 << self.laneid  # whoever comes by is alone

    def popc(self, word: int) -> int:
        return int(word).bit_count()

    def ffs(self, word: int) -> int:
        return (word & -word).bit_length()

    def launch(self, kernel: Callable[..., None], blocks: int, threads: int, arguments: tuple[Any, ...]) -> None:
        """Run a kernel."""
        self.threads = threads
        self.launches += 1
        wrapped = tuple(map(_wrapped, arguments))
        for block in range(blocks):
            self._block, self._arrays = Together(threads), dict[int, Array]()
            self._warps = [Together(LANES) for _ in range(threads // LANES)]
            failed: list[BaseException] = []

            def run(thread: int, block: int = block, failed: list[BaseException] = failed) -> None:
                self.here.thread, self.here.block, self.here.arrays = thread, block, 0
                try:
                    kernel(*wrapped)
                except BaseException as error:
                    failed.append(error)  # noqa: B023 - a list of this block's
                    for group in (self._block, *self._warps):
                        group.abort()

            running = [threading.Thread(target=run, args=(thread,)) for thread in range(threads)]
            for each in running:
                each.start()
            for each in running:
                each.join()
            for error in failed:
                if not isinstance(error, threading.BrokenBarrierError):
                    raise error

    def modules(self) -> dict[str, ModuleType]:
        """What stands in for the modules that kernels are made with."""
        emulator = self
        numba, state = ModuleType("numba"), ModuleType("feint.kernel.cuda.state")

        class Cuda(ModuleType):
            """`numba.cuda`."""

            types = SimpleNamespace(uint64=np.uint64, int64=np.int64, uint32=np.uint32, int32=np.int32, int16=np.int16)
            int32 = int

            def __getattr__(self, name: str) -> Any:
                return getattr(emulator, name)

        numba.__dict__["cuda"] = cuda = Cuda("numba.cuda")
        state.__dict__["state_over"] = lambda records: lambda own, fixed: EmulatedState(records, own, fixed)
        return {"numba": numba, "numba.cuda": cuda, "feint.kernel.cuda.state": state}


def _wrapped(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value)._make(map(_wrapped, value))
    return Array(value) if isinstance(value, np.ndarray) else value.item()


@contextmanager
def emulated_gpu() -> Iterator[Emulator]:
    """A GPU for all who ask for one: arrays are NumPy's, and kernels that are launched run here."""
    from feint.kernel.cuda import device
    from feint.kernel.cuda.kernels import Kernel

    emulator = Emulator()
    arrays = ModuleType("cupy")
    arrays.__dict__.update(vars(np) | {"asnumpy": np.asarray})

    def launch(kernel: Any, blocks: int, threads: int, arguments: tuple[Any, ...]) -> None:
        made, rules = kernel._make_kernel(), kernel._rules
        with ExitStack() as stack:
            if rules.go_on is not None:  # as compiled kernels leave it out, and do it step by step
                stack.enter_context(patch.dict(rules.apply.__globals__, go_on=lambda s: None))
            emulator.launch(made, blocks, threads, arguments)

    with ExitStack() as stack:
        stack.enter_context(patch.dict(sys.modules, emulator.modules()))
        sys.modules.pop("feint.kernel.cuda.warp", None)  # what was made for a real GPU, which comes back afterwards
        for owner, name, value in (
            (device, "cupy", lambda: arrays),
            (device, "processors", lambda: 1),
            (device, "free_bytes", lambda: 1 << 32),
            (Kernel, "launch", launch),
        ):
            stack.enter_context(patch.object(owner, name, value))
        yield emulator
