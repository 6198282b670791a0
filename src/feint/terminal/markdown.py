"""Markdown for a terminal: paragraphs and lists folded to its width, tables in columns, drawings as they are."""

import re
import shutil
import sys
import textwrap

MOST_COLUMNS = 100
UNFOLDED = 10_000  # where the output is no terminal: whoever reads it folds it
GAP = "  "
NARROWEST = 8  # a table's column
BOLD, NORMAL, STRONG = "\x1b[1m", "\x1b[0m", "\x02"


def formatted(markdown: str, indent: str = "", plain: bool = False) -> str:
    """A text in Markdown as a terminal shows it: with bold type, unless it is to be plain."""
    in_terminal = sys.stdout.isatty()
    bold = in_terminal and not plain
    width = (min(shutil.get_terminal_size().columns, MOST_COLUMNS) if in_terminal else UNFOLDED) - len(indent)
    lines: list[str] = []
    paragraph: list[str] = []
    table: list[list[str]] = []
    for line in [*markdown.splitlines(), None]:
        if table and not (line or "").startswith("|"):
            lines += _columns(table, min(width, MOST_COLUMNS))
            table = []
        if paragraph and (not line or re.match(r" *(- |\d+\. )|#|\||    ", line)):
            lines += _folded(_without_marks(" ".join(paragraph), bold), width)
            paragraph = []
        if not line:
            lines += [] if line is None else [""]
        elif line.startswith("    "):  # a drawing, or what a match says
            lines.append(line)
        elif line.startswith("|"):
            table.append([_without_marks(cell, bold=False).strip() for cell in line.split("|")[1:-1]])
        elif line.startswith("#"):
            lines.append(f"{STRONG}{line.lstrip('# ')}{STRONG}" if bold else line)
        else:
            paragraph.append(line.strip() if paragraph else line)
    text = "\n".join(f"{indent}{line}".rstrip() for line in lines)
    return re.sub(rf"{STRONG}(.*?){STRONG}", rf"{BOLD}\1{NORMAL}", text, flags=re.DOTALL)


def _without_marks(text: str, bold: bool) -> str:
    """A text without its links and emphasis; what is to be bold is marked by characters that no text has."""
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*(\S.*?)\*\*", rf"{STRONG}\1{STRONG}" if bold else r"\1", text)
    return re.sub(r"(?<![\w*])\*(\w[^*]*)\*(?![\w*])", r"\1", text)


def _folded(text: str, width: int) -> list[str]:
    """A paragraph, or an item of a list with its lines under each other."""
    start = re.match(r" *(- |\d+\. )?", text)
    under = " " * len(start[0]) if start else ""
    return textwrap.wrap(text, width, subsequent_indent=under, break_long_words=False, break_on_hyphens=False)


def _columns(rows: list[list[str]], width: int) -> list[str]:
    """A table: columns as wide as they need to be, or as there is room for; the widest give way."""
    count = max(map(len, rows))
    rows = [[*row, *[""] * (count - len(row))] for row in rows if not all(set(cell) <= {*"-:"} for cell in row)]
    if not rows:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = width - len(GAP) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for row in (rows[0], ["-" * wide for wide in widths], *rows[1:]):
        cells = [
            textwrap.wrap(cell, wide, break_long_words=False) or [""] for cell, wide in zip(row, widths, strict=True)
        ]
        for at in range(max(map(len, cells))):
            parts = [(cell[at] if at < len(cell) else "").ljust(wide) for cell, wide in zip(cells, widths, strict=True)]
            lines.append(GAP.join(parts).rstrip())
    return lines
