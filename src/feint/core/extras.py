"""Libraries that only some can do with: each comes with an extra, and without it one sentence says which."""

import importlib
from types import ModuleType

from feint.core.errors import FeintError


class MissingExtra(FeintError, ImportError):
    """A library that comes with an extra isn't installed."""


def require_extra(library: str, extra: str) -> ModuleType:
    """A library that comes with an extra; without it, one sentence that says what to install."""
    try:
        return importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != library.split(".")[0]:
            raise  # it is there, and lacks something of its own
        raise MissingExtra(f"this needs {library}, which isn't installed: pip install 'feint[{extra}]'") from None
