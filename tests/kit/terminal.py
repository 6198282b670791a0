"""For tests: talking to the real command in a pseudo-terminal, and running it without one."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pexpect
import pytest

import feint

FEINT = [sys.executable, "-m", "feint"]
TIMEOUT = 600  # seconds after which something hangs; nothing is measured by it
SECRET = ("choose your battle card", "face down", "to burn")  # asked without echo at a shared keyboard
CSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Person:
    """Someone at a terminal who runs a command and types answers."""

    def __init__(self, *arguments: str, cwd: Path | None = None) -> None:
        env = os.environ | {"TERM": "xterm-256color"}
        self.child = pexpect.spawn(
            FEINT[0],
            [*FEINT[1:], *arguments],
            encoding="utf-8",
            codec_errors="replace",
            env=env,
            timeout=TIMEOUT,
            dimensions=(50, 120),
            cwd=cwd,
        )
        self.child.delaybeforesend = None
        self.shares = any(argument == "--resume" or argument.endswith("=human") for argument in arguments)
        self.raw = ""

    def types(self, prompt: str, answer: str | bytes) -> None:
        """Wait for a prompt, then type a line."""
        self.child.expect_exact(prompt)
        self.raw += self.child.before + self.child.after
        self._wait_for_no_echo(prompt)
        if isinstance(answer, bytes):
            os.write(self.child.child_fd, answer + b"\n")
        else:
            self.child.sendline(answer)

    def moves(self, steps: str) -> None:
        """Move forward in Tower Siege."""
        self.types("Enter choice: ", "1")
        self.types("): ", steps)

    def quits(self, prompt: str = "Enter choice: ") -> int:
        """Leave at a prompt; the exit status."""
        self.types(prompt, "quit")
        return self.leaves()

    def presses(self, prompt: str, key: str) -> None:
        """Wait for a prompt, then press Ctrl and a key."""
        self.child.expect_exact(prompt)
        self.raw += self.child.before + self.child.after
        self._wait_for_no_echo(prompt)
        self.child.sendcontrol(key)

    def _wait_for_no_echo(self, prompt: str) -> None:
        """A person is slower than the switch, a test is not: what is typed before it is thrown away."""
        if self.shares and any(asked in prompt for asked in SECRET):
            self.child.waitnoecho(timeout=10)

    def leaves(self) -> int:
        """Wait for the command to end; its exit status."""
        self.child.expect(pexpect.EOF)
        self.raw += self.child.before
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)

    @property
    def screen(self) -> str:
        """All that was on the screen so far, without colours."""
        return CSI.sub("", self.raw).replace("\r\n", "\n").replace("\r", "")

    @property
    def dialogue(self) -> str:
        """The game's own dialogue: what the program itself says, and the board, stand indented."""
        return "\n".join(line for line in self.screen.split("\n") if not line.startswith("    "))


def at_one_keyboard(name: str) -> list[str]:
    """The command that has people play all seats of a game, but for those that later options give to bots."""
    return ["play", name, "--seat", f"{feint.load(name).seats[0]}=human"]


def a_battle(*options: str) -> Person:
    """Two people who have just met on position 3."""
    person = Person(*at_one_keyboard("tower-siege"), *options)
    for _ in range(2):
        person.moves("3")
    return person


def run(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with its input and output in files; in this process, which has imported and compiled already."""
    from feint.terminal.app import main

    with (
        TemporaryFile("w+") as given,
        TemporaryFile("w+") as out,
        TemporaryFile("w+") as err,
        pytest.MonkeyPatch.context() as patch,
    ):
        given.write(typed)
        for file in (given, out, err):
            file.seek(0)
        for name, value in {"stdin": given, "stdout": out, "stderr": err, "argv": ["__main__.py", *arguments]}.items():
            patch.setattr(sys, name, value)
        if cwd is not None:
            patch.chdir(cwd)
        handler = signal.getsignal(signal.SIGINT)
        try:
            code = main()
        except SystemExit as left:
            code = int(left.code or 0)
        finally:
            signal.signal(signal.SIGINT, handler)  # a command that was interrupted ignores it from then on
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(arguments, code, out.read(), err.read())


def run_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own, for what other processes notice."""
    return subprocess.run([*FEINT, *arguments], capture_output=True, text=True, timeout=TIMEOUT, check=False)
