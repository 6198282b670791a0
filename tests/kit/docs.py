"""Code blocks of the documents, for tests that run them."""

import re


def blocks(text: str, language: str) -> list[tuple[str, str]]:
    """The code blocks of a language, each with the comment that stands before it."""
    found = re.findall(r"(?:<!-- ([^\n]*?) -->\n)?```(\w*)\n(.*?)```", text, re.DOTALL)
    return [(comment, code) for comment, spoken, code in found if spoken == language]
