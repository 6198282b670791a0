"""Files that are there whole or not at all, whatever happens while they are written."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from feint.core.errors import FeintError


@contextmanager
def write_atomically(path: Path) -> Iterator[Path]:
    """Write to the draft that this gives; at the end it takes the file's place. If anything is raised, nothing does."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        yield draft
        draft.replace(path)
    except OSError as error:
        raise FeintError(f"{path} can't be written: {reason(error)}") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def reason(error: OSError) -> str:
    """Why the system couldn't, in its own words."""
    return (error.strerror or str(error)).lower()
