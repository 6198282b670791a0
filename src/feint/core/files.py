"""Files that are there whole or not at all, whatever happens while they are written, and for good once that is said."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from feint.core.errors import FeintError


@contextmanager
def write_atomically(path: Path) -> Iterator[Path]:
    """Write to the draft that this gives; at the end it takes the file's place. If anything is raised, nothing does.

    When it is left, the file is on the disk, and a lost power supply leaves it there.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        yield draft
        flush(draft)
        draft.replace(path)
        flush(path.parent)
    except OSError as error:
        raise FeintError(f"{path} can't be written: {reason(error)}") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder, for good, and those that it is in; nothing if it is there."""
    if path.is_dir():
        return
    if not path.parent.exists():
        make_folder(path.parent)
    path.mkdir(mode, exist_ok=True)
    flush(path.parent)


def flush(path: Path) -> None:
    """Have the disk hold a file's content, or which files a folder holds."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders
    opened = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a file system that has no such thing
            raise
    finally:
        os.close(opened)


def reason(error: OSError) -> str:
    """Why the system couldn't, in its own words."""
    return (error.strerror or str(error)).lower()
