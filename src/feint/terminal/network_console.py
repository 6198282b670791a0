"""A terminal at a network table: others act meanwhile, so a prompt ends when what it asks for is no longer wanted."""

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from feint.core.errors import FeintError
from feint.terminal.console import INDENT, Quit, TerminalConsole
from feint.terminal.network_link import Link

try:
    import termios
except ImportError:  # Windows has no such thing
    termios = None  # type: ignore[assignment]

GRACE = 0.3  # seconds before it is said that one waits: bots are mostly faster
LOST = "The connection is lost; trying until it is back. Ctrl-C leaves."
BACK = "The connection is back."
CLAIM = "If nobody comes back, type claim to have the win."


class Changed(Exception):
    """Something has happened that makes what was asked for stale."""


class NetworkConsole(TerminalConsole):
    """A terminal whose lines are read in a thread of their own, while news come in from a link."""

    def __init__(self, plain: bool) -> None:
        super().__init__(plain)
        self.news = threading.Condition()
        self.link: Link | None = None
        self.stale: Callable[[], bool] = lambda: False  # whether what is asked for is no longer wanted
        self.remark: Callable[[], str] = str  # what is to be said above each prompt, if anything
        self._typed: deque[str | None] = deque()  # lines; None at the end of the input
        self._said_lost = False
        self._said_gone: dict[str, int] = {}
        self._erases = False  # whether the line of the prompt is to vanish with it
        self._person = sys.stdin.isatty()
        threading.Thread(target=self._listen, daemon=True).start()

    def follow(self, link: Link) -> None:
        """Hear the news of a table from now on."""
        self.link, self._said_lost, self._said_gone = link, False, {}

    def _listen(self) -> None:
        """Read lines. Not through sys.stdin, which Python would want for itself when it ends."""
        data, rest = b"-", b""
        while data:
            try:
                data = os.read(sys.stdin.fileno(), 4096)
            except OSError:  # a terminal that was closed
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            ended = [] if data else [*([rest] if rest and not self._person else []), None]
            with self.news:
                self._typed += [None if line is None else line.decode(errors="replace") for line in [*lines, *ended]]
                self.news.notify_all()

    def _read_line(self, prompt: str, unseen: bool) -> str:
        while True:
            if not self._erases:
                self._say_remark()
            print(prompt, end="", flush=True)
            try:
                with self.news:
                    self.news.wait_for(lambda: self._typed or self.stale() or self._due())
                    answered = not self.stale() and not self._due()
                    line = self._typed.popleft() if answered else ""
            except KeyboardInterrupt:
                raise Quit from None
            if line is None:
                raise Quit
            if answered:
                if not self._person:
                    print(line)  # as if it had been typed
                return line
            self._end_line()
            self.say_how_it_stands()
            if self.stale():
                self._throw_away()
                raise Changed

    def _due(self) -> bool:
        """Whether there is something to say about who is connected."""
        link = self.link
        if link is None:
            return False
        return link.lost != self._said_lost or link.broken is not None or link.gone not in (None, self._said_gone)

    def say_how_it_stands(self) -> None:
        """Say that the connection is lost, or back, and that others have left, or are; each once."""
        link = self.link
        if link is None:
            return
        if link.broken is not None:
            raise FeintError(str(link.broken))
        if link.lost != self._said_lost:
            self._said_lost = link.lost
            self.note(LOST if link.lost else BACK)
        gone, before = link.gone, self._said_gone
        if gone is None:
            return
        self._said_gone = gone
        for seat, since in gone.items():
            if before.get(seat) != since:
                self.note(f"{seat} has left. {CLAIM if link.facts['seat'] else ''}")
        for seat in before:
            if seat not in gone:
                self.note(f"{seat} is back.")

    def _say_remark(self) -> None:
        if remark := self.remark():
            self.note(remark)

    def _end_line(self) -> None:
        """Leave the line of a prompt that was not answered."""
        print("\r\x1b[2K" if self._erases and sys.stdout.isatty() else "\n", end="", flush=True)

    def _throw_away(self) -> None:
        """Forget what was typed for a prompt that is gone; it must not answer the next."""
        if not self._person:
            return
        with self.news:
            self._typed = deque(line for line in self._typed if line is None)
        if termios is not None:
            with suppress(termios.error):  # a terminal that was closed
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def until(self, there: Callable[[], bool]) -> None:
        """Wait for something without a prompt."""
        while True:
            with self.news:
                self.news.wait_for(lambda: there() or self._due())
            self.say_how_it_stands()
            if there():
                return

    def wait(self, line: str, there: Callable[[], bool]) -> None:
        """Wait for others, and say so. Commands can be typed meanwhile; what else is typed is for nobody."""
        self.stale = there
        with self.news:
            if self.news.wait_for(there, GRACE):
                return
        if not self._person:  # what is in a pipe is for the prompts to come
            self.note(line)
            self.until(there)
            return
        self._erases = True
        try:
            while True:
                self.read(f"{INDENT}{line} ")
                self.note("It is not your turn. Type ? to see what can be typed meanwhile.")
                self._say_remark()
        except Changed:
            pass
        finally:
            self._erases = False
