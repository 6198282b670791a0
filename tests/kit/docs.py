"""The documents, and their code blocks, for tests that run them."""

import re

from kit.paths import ROOT


def pages() -> dict[str, str]:
    """Every document of the project by its path."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in sorted(files)}


def blocks(text: str, language: str) -> list[tuple[str, str]]:
    """The code blocks of a language, each with the comment that stands before it."""
    found = re.findall(r"(?:<!-- ([^\n]*?) -->\n)?```(\w*)\n(.*?)```", text, re.DOTALL)
    return [(comment, code) for comment, spoken, code in found if spoken == language]
