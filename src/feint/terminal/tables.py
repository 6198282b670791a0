"""Tables at the terminal: columns as wide as they need to be, numbers to the right."""

import shutil
import sys
from typing import TYPE_CHECKING, Any

from feint.terminal.console import wrapped

if TYPE_CHECKING:
    from feint.core.result_table import ResultTable


def print_table(listing: "ResultTable") -> None:
    """A table, and the note under it; where there is little room it leaves out what may go."""
    cells = [list(listing.columns), *([_cell(value) for value in row] for row in listing.rows)]
    lines = _aligned(cells)
    if sys.stdout.isatty() and len(lines[0]) > shutil.get_terminal_size().columns:
        kept = [n for n, name in enumerate(listing.columns) if name not in listing.first_to_go]
        lines = _aligned([[row[n] for n in kept] for row in cells])
    print("\n".join(lines))
    if listing.note:
        print()
        print(wrapped(listing.note))


def _aligned(cells: list[list[str]]) -> list[str]:
    """Rows of texts as lines, the first column to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    padded = [[text.rjust(width) for text, width in zip(row, widths, strict=True)] for row in cells]
    return ["  ".join([row[0].ljust(widths[0]), *right[1:]]).rstrip() for row, right in zip(cells, padded, strict=True)]


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
