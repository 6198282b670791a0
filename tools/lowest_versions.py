"""Prints the lowest versions that pyproject.toml allows, as constraints for pip (`make lowest`)."""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
WHAT_IS_USED = ("server", "postgresql", "share")  # besides what is always there; the tools for tests can be any


def main() -> None:
    """Print one line for each library."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for wanted in [*project["dependencies"], *(line for extra in WHAT_IS_USED for line in extras[extra])]:
        if wanted.startswith("feint["):
            continue
        found = re.match(r"([\w.-]+)(?:\[[^]]*\])?>=([\d.]+)", wanted)
        if found is None:
            raise SystemExit(f"{wanted} has no lower bound; every library needs one (name>=1.2,<2)")
        print(f"{found[1]}=={found[2]}")


if __name__ == "__main__":
    main()
