"""The terminal at a network table: others act meanwhile, so a prompt ends when its question is out of date."""

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from feint.core.errors import FeintError
from feint.terminal.console import INDENT, Quit, TerminalConsole
from feint.terminal.network_link import NetworkLink

try:
    import termios
except ImportError:  # Windows has no such thing
    termios = None  # type: ignore[assignment]

GRACE = 0.3  # seconds before it is said that others are to choose: bots are mostly faster
LOST = "Connection lost. Reconnecting ... (Ctrl-C leaves)"
BACK = "Reconnected."
UNFAIR = "Don't trust this server"
CLAIM = "If they stay away, type claim to claim the win."


class OutOfDate(Exception):
    """Something has happened that makes a question pointless."""


class NetworkConsole(TerminalConsole):
    """A terminal whose lines are read in one thread, while changes come in over a link in another."""

    def __init__(self, plain: bool) -> None:
        super().__init__(plain)
        self.changed = threading.Condition()
        self.link: NetworkLink | None = None
        self.is_out_of_date: Callable[[], bool] = lambda: False  # whether the prompt's question is
        self.prompt_note: Callable[[], str] = str  # what to say above each prompt, if anything
        self._typed: deque[str | None] = deque()  # lines; None at the end of the input
        self._reported_lost = False
        self._reported_gone: dict[str, int] = {}
        self._reported_unfair = 0  # sentences
        self._erases_prompt = False  # whether the prompt's line is erased when it ends
        self._interactive = sys.stdin.isatty()
        threading.Thread(target=self._listen, daemon=True).start()

    def follow(self, link: NetworkLink) -> None:
        """Follow the changes of a table from now on."""
        self.link, self._reported_lost, self._reported_gone, self._reported_unfair = link, False, {}, 0

    def _listen(self) -> None:
        """Read lines. Not through sys.stdin, which Python would want for itself when it ends."""
        data, rest = b"-", b""
        while data:
            try:
                data = os.read(sys.stdin.fileno(), 4096)
            except OSError:  # a terminal that was closed
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            ended = [] if data else [*([rest] if rest and not self._interactive else []), None]
            with self.changed:
                self._typed += [None if line is None else line.decode(errors="replace") for line in [*lines, *ended]]
                self.changed.notify_all()

    def _read_line(self, prompt: str, hidden: bool) -> str:
        while True:
            if not self._erases_prompt:
                self._say_prompt_note()
            print(prompt, end="", flush=True)
            try:
                with self.changed:
                    self.changed.wait_for(lambda: self._typed or self.is_out_of_date() or self._connection_changed())
                    answered = not self.is_out_of_date() and not self._connection_changed()
                    line = self._typed.popleft() if answered else ""
            except KeyboardInterrupt:
                raise Quit from None
            if line is None:
                raise Quit
            if answered:
                if not self._interactive:
                    print(line)  # as if it had been typed
                return line
            self._end_line()
            self.report_connection()
            if self.is_out_of_date():
                self._discard_typed()
                raise OutOfDate

    def _connection_changed(self) -> bool:
        """Whether there is something to report about who is connected."""
        link = self.link
        if link is None:
            return False
        here = link.lost != self._reported_lost or link.failure is not None
        return here or link.gone not in (None, self._reported_gone) or len(link.unfair) > self._reported_unfair

    def report_connection(self) -> None:
        """Say that the connection is lost, or back, and that others have left, or are back; each once."""
        link = self.link
        if link is None:
            return
        if link.failure is not None:
            raise FeintError(str(link.failure))
        if link.lost != self._reported_lost:
            self._reported_lost = link.lost
            self.note(LOST if link.lost else BACK)
        for sentence in link.unfair[self._reported_unfair :]:
            self._reported_unfair += 1
            self.note(f"{UNFAIR}: {sentence}.")
        gone, before = link.gone, self._reported_gone
        if gone is None:
            return
        self._reported_gone = gone
        for seat, since in gone.items():
            if before.get(seat) != since:
                self.note(f"{seat} has left. {CLAIM if link.facts['seat'] else ''}")
        for seat in before:
            if seat not in gone:
                self.note(f"{seat} is back.")

    def _say_prompt_note(self) -> None:
        if note := self.prompt_note():
            self.note(note)

    def _end_line(self) -> None:
        """Leave the line of a prompt that was not answered."""
        print("\r\x1b[2K" if self._erases_prompt and sys.stdout.isatty() else "\n", end="", flush=True)

    def _discard_typed(self) -> None:
        """Discard what was typed for a prompt that has ended; it must not answer the next."""
        if not self._interactive:
            return
        with self.changed:
            self._typed = deque(line for line in self._typed if line is None)
        if termios is not None:
            with suppress(termios.error):  # a terminal that was closed
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait for something without a prompt."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: done() or self._connection_changed())
            self.report_connection()
            if done():
                return

    def wait_for_others(self, line: str, done: Callable[[], bool]) -> None:
        """Wait for others, and say so. Commands can be typed meanwhile; anything else is ignored."""
        self.is_out_of_date = done
        with self.changed:
            if self.changed.wait_for(done, GRACE):
                return
        if not self._interactive:  # what is in a pipe is for the prompts to come
            self.note(line)
            self.wait_until(done)
            return
        self._erases_prompt = True
        try:
            while True:
                self.read(f"{INDENT}{line} ")
                self.note("There is nothing to choose now. Type ? to see what you can do meanwhile.")
                self._say_prompt_note()
        except OutOfDate:
            pass
        finally:
            self._erases_prompt = False
