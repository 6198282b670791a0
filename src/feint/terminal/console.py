"""The terminal that people play at: prints lines, draws boards, and reads answers, secret ones without showing them.

In a terminal the board is drawn in colour; with `--plain`, or where the output is no terminal, in plain text. The board
and the program's own notes are indented, so that the game's dialogue stands out.
"""

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import cached_property
from io import TextIOWrapper
from typing import TYPE_CHECKING

from feint.core.plain_text import printable
from feint.terminal.hidden_input import read_hidden
from feint.terminal.markdown import formatted

if TYPE_CHECKING:
    from rich.console import Console

INDENT = "    "


class Quit(Exception):
    """Someone wants to leave: `quit`, Ctrl-C, Ctrl-D, the end of the input, or a closed terminal."""


def wrapped(text: str, indent: str = "") -> str:
    """A text with its lines folded to the width of the terminal; where there is none, as it is."""
    width = min(shutil.get_terminal_size().columns, 100) if sys.stdout.isatty() else 10_000
    lines = []
    for line in map(printable, text.splitlines()):
        start = indent + " " * (len(line) - len(line.lstrip("- ")))
        lines += textwrap.wrap(
            indent + line, width, subsequent_indent=start, break_long_words=False, break_on_hyphens=False
        ) or [""]
    return "\n".join(lines)


class TerminalConsole:
    """A terminal with people in front of it; a `feint.core.prompter.Prompter`."""

    def __init__(self, plain: bool = False) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a key that isn't a letter is a wrong answer, not the end
        self.plain = plain or not sys.stdout.isatty()
        self.commands: dict[str, Callable[[], None]] = {}  # what can be typed at any prompt
        self.must_look_away: list[str] = []  # the seats of the people who must not see a secret being typed

    def clear(self) -> None:
        """Leave nothing of what was shown on the screen, nor above it."""
        if sys.stdout.isatty() or sys.stdin.isatty():  # what is shown may go through another program to the same screen
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)

    def say(self, line: str = "") -> None:
        """A line of the game's own dialogue, folded where the terminal is too narrow for it."""
        print(wrapped(line) if line.strip() else "")

    def note(self, text: str) -> None:
        """A note of the program, not of the game."""
        print("\n".join(f"{INDENT}{printable(line)}".rstrip() for line in text.splitlines()))

    def page(self, text: str) -> None:
        """A longer text, folded to the width of the terminal."""
        print(wrapped(text, INDENT))

    def page_markdown(self, markdown: str) -> None:
        """A rule book, folded to the width of the terminal."""
        print(formatted(markdown, INDENT, self.plain))

    def draw(self, markup: str) -> None:
        """A drawing with colours in Rich's markup."""
        if not self.plain:
            from rich.padding import Padding

            self.rich_console.print(Padding.indent(markup, len(INDENT)), highlight=False)
        else:
            from rich.markup import render

            self.note(render(markup).plain)

    @cached_property
    def rich_console(self) -> "Console":
        """Rich's console, imported when something is first drawn with it."""
        from rich.console import Console

        return Console()

    def read(self, prompt: str, secret: bool = False, above: Sequence[str] = ()) -> str:
        """Ask for a line; commands are carried out here, and the same thing asked again."""
        while True:
            for line in above:
                self.say(line)
            answer = self._read_line(prompt, secret and bool(self.must_look_away)).strip()
            command = self.commands.get(answer.lower())
            if command is None:
                return answer
            command()

    def _read_line(self, prompt: str, hidden: bool) -> str:
        try:
            sys.stdout.flush()
            if not sys.stdin.isatty():
                return self._read_piped(prompt, hidden)
            if not hidden:
                return input(prompt)
            self.note(f"({' and '.join(self.must_look_away)}: look away. What is typed now is not shown.)")
            return read_hidden(prompt)
        except (EOFError, KeyboardInterrupt, OSError):  # a terminal that was closed answers with an error
            raise Quit from None

    def _read_piped(self, prompt: str, hidden: bool) -> str:
        """Input from a file or another program: shown after the prompt, as if it had been typed."""
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print("" if hidden else line.rstrip("\n"))
        return line
