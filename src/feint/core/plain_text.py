"""Text that came from elsewhere: what would act on a terminal, instead of being shown by it, is found here.

A file, or its name, may hold commands to a terminal, which clear the screen, overwrite what was said, or turn the order
of letters round: then a record that was refused could look as if it had been found right.
"""

import re

# Control characters of both sets, characters that end a line or turn its direction round, and halves of characters.
_ACTING = "\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINE = re.compile(f"[\t{_ACTING}]")
_IN_TEXT = re.compile(f"(?!\r?\n)[{_ACTING}]")  # where lines end, and may have tabs


def printable(line: str) -> str:
    """A line as it can be shown: with a question mark for each character that would act on a terminal."""
    return _IN_LINE.sub("?", line)


def control_character(text: str) -> tuple[int, str] | None:
    """The line, counted from 1, and the name of a text's first character that would act on a terminal, if it has any.

    >>> control_character("one\\r\\ntwo\\x1b[2J")
    (2, 'U+001B')
    """
    found = _IN_TEXT.search(text)
    return None if found is None else (text.count("\n", 0, found.start()) + 1, f"U+{ord(found[0]):04X}")
