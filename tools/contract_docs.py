"""Writes into CONTRIBUTING.md what a game's folder may bring, as `feint.core.contract` has it: `make docs`."""

import re
from pathlib import Path

from feint.core.contract import described

PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"

if __name__ == "__main__":
    text = PAGE.read_text()
    PAGE.write_text(re.sub(r"(?<=<!-- contract -->\n```\n).*?(?=```)", lambda _: described(), text, flags=re.DOTALL))
