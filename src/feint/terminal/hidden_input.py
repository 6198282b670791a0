"""Reading a line without showing what is typed, whatever happens to the program meanwhile."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import termios
except ImportError:  # Windows has no such thing
    termios = None  # type: ignore[assignment]


def read_hidden(prompt: str) -> str:
    """Ask for a line and show nothing of what is typed."""
    if termios is None:
        import getpass

        return getpass.getpass(prompt)
    try:
        with echo_off(sys.stdin.fileno()):
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
    except termios.error:  # the terminal was closed
        raise EOFError from None
    print()  # for the enter that was not shown either
    if not line.endswith("\n"):  # Ctrl-D in the middle of a line means to leave, not to choose
        raise EOFError
    return line


@contextmanager
def echo_off(terminal: int) -> Iterator[None]:
    """Switch off the echo. Ctrl-Z is off as well, and a program that was stopped otherwise hides again when it goes on:
    the shell gives it back a terminal that shows what is typed."""
    before = termios.tcgetattr(terminal)
    hidden = termios.tcgetattr(terminal)
    hidden[3] &= ~termios.ECHO
    hidden[6][termios.VSUSP] = bytes([os.fpathconf(terminal, "PC_VDISABLE")])

    def hide(*_: object) -> None:
        with suppress(termios.error):  # a terminal that was closed shows nothing any more
            termios.tcsetattr(terminal, termios.TCSAFLUSH, hidden)

    handler = signal.signal(signal.SIGCONT, hide)
    try:
        hide()  # what was typed ahead, in sight, is thrown away
        yield
    finally:
        signal.signal(signal.SIGCONT, handler)
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
