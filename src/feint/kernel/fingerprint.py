"""Fingerprints of sources: what was compiled is kept under a name that changes with anything that it depends on."""

import hashlib
import inspect
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

FEINT = Path(__file__).parents[1]


def shared_sources() -> set[Path]:
    """What all rules rest on."""
    return {file for package in ("core", "kernel") for file in FEINT.glob(f"{package}/*.py")}


def sources_of(*modules: str) -> set[Path]:
    """The files that code in modules may depend on: their own, those of all that they import from Feint, and so on."""
    found: dict[str, Path] = {}
    wanted = list(modules)
    while wanted:
        name = wanted.pop()
        module = sys.modules.get(name)
        if name in found or module is None or not getattr(module, "__file__", None):
            continue
        found[name] = Path(str(module.__file__))
        wanted += _imported_by(module)
    return set(found.values())


def _imported_by(module: ModuleType) -> list[str]:
    imported = []
    for attribute, value in vars(module).items():
        if inspect.ismodule(value) and value.__name__ == f"{module.__name__}.{attribute}":
            continue  # a package has its modules as attributes as soon as anyone imports them
        of = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
        if isinstance(of, str) and of.split(".")[0] == "feint":
            imported.append(of)
    return imported


def fingerprint(sources: Iterable[Path], *also: object) -> str:
    """Changes with what stands in these files, and with whatever else is given."""
    found = hashlib.sha256(" ".join(map(str, also)).encode())
    for source in sorted(sources):
        found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()[:16]
