"""Compiled loops on disk, each with a checksum: one that was damaged is never run, but compiled again.

Numba's own cache runs whatever it finds, so that a changed byte ends in a traceback or a crash. A file here is a line
that marks it and has the checksum of all that follows, which says what was compiled, for what, and to what.

Of several processes that need the same loop at once, the first compiles it, and the others wait for its file.
"""

import hashlib
import os
import pickle
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

if sys.platform != "win32":
    import fcntl

MARK = b"feint compiled 1 "
PATIENCE = 120.0  # seconds: whoever takes longer was stopped, and the same loop is compiled a second time


class CompiledCache(_Cache):  # type: ignore[misc, unused-ignore]  # Numba has no types
    """A function's compiled forms, one file for each, in a folder whose name changes with the function's sources.

    A folder that can't be read or written costs time and nothing else.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function = function
        self._folder = folder
        self._enabled = True
        self._claims: dict[Path, Claim] = {}

    @property
    def cache_path(self) -> str:
        """Where the files are."""
        return str(self._folder)

    def enable(self) -> None:
        """Use it, as at first."""
        self._enabled = True

    def disable(self) -> None:
        """Leave it alone."""
        self._enabled = False

    def flush(self) -> None:
        """Delete all forms."""
        for path in self._folder.glob(f"{self._function.__name__}-*"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The form for these types of arguments; None if there is none that can be used."""
        if not self._enabled:
            return None
        target_context.refresh()
        key = self._key(sig, target_context.codegen())
        path = self._path(key)
        form = _read(path, key)
        if form is None and path not in self._claims:
            self._claims[path] = Claim(path)
            form = _read(path, key)  # whoever had the claim before may have made it
            if form is not None:
                self._claims.pop(path).drop()
        return None if form is None else CompileResult._rebuild(target_context, *form)

    def compiling(self, compile: Callable[..., Any]) -> Callable[..., Any]:
        """Numba's `compile`, so that nobody waits any longer for what couldn't be compiled."""

        def compile_or_drop(*given: Any) -> Any:
            try:
                return compile(*given)
            except BaseException:
                self._drop_claims()
                raise

        return compile_or_drop

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a form, if there is a place for it."""
        try:
            self._save(sig, data)
        finally:
            self._drop_claims()

    def _save(self, sig: Any, data: Any) -> None:
        if not self._enabled or data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        key = self._key(sig, data.codegen)
        content = dumps((key, data._reduce()))
        path = self._path(key)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with draft.open("xb") as file:
                file.writelines([_mark(content), b"\n", content])
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()

    def _drop_claims(self) -> None:
        while self._claims:
            self._claims.popitem()[1].drop()

    def _key(self, sig: Any, codegen: Any) -> tuple[str, ...]:
        """What a form depends on besides the sources: which function it is of, what it closes over, and the machine."""
        code = self._function.__code__
        cells = tuple(cell.cell_contents for cell in self._function.__closure__ or ())
        return (
            self._folder.name,
            f"{self._function.__module__}.{self._function.__qualname__}:{code.co_firstlineno}",
            str(sig),
            str(codegen.magic_tuple()),
            str(sys.implementation.cache_tag),
            hashlib.sha256(code.co_code).hexdigest(),
            hashlib.sha256(dumps(cells)).hexdigest(),
        )

    def _path(self, key: tuple[str, ...]) -> Path:
        return self._folder / f"{self._function.__name__}-{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}"


class Claim:
    """The right to make a file, while others wait for it; it ends with the process, however that ends.

    Where nothing can be locked, everybody has it at once, which costs time and nothing else.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}.lock")
        self._file: int | None = None
        if sys.platform == "win32":
            return
        patience = monotonic() + PATIENCE
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            while monotonic() < patience and not self._locked():
                sleep(0.02)

    def _locked(self) -> bool:
        """Whether it could be locked right now, and is still the file that others would look for."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file), os.stat(self._path)):
                self._file = file
        except (BlockingIOError, FileNotFoundError):
            pass  # someone else has it, or has just dropped it
        except OSError:
            self._path.unlink()
            raise
        finally:
            if self._file is None:
                os.close(file)
        return self._file is not None

    def drop(self) -> None:
        """Let others have it."""
        if self._file is not None:
            with suppress(OSError):
                self._path.unlink()
                fcntl.flock(self._file, fcntl.LOCK_UN)  # closing is not enough if a fork has the file, too
            os.close(self._file)
            self._file = None


def _read(path: Path, key: tuple[str, ...]) -> Any:
    """The form in a file, if it is whole and of this key."""
    try:
        mark, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if mark != _mark(content):
        return None
    of, form = pickle.loads(content)
    return form if of == key else None


def _mark(content: bytes) -> bytes:
    return MARK + hashlib.sha256(content).hexdigest().encode()
