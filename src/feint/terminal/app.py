"""The command line: finds the command, runs it, and turns what goes wrong into a sentence and an exit code."""

import argparse
import os
import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType

import feint
from feint.core.errors import FeintError
from feint.core.files import reason
from feint.core.plain_text import printable
from feint.terminal.arguments import Parser
from feint.terminal.exit_codes import FAILED, INTERRUPTED, USAGE

COMMANDS = (
    "games", "learn", "puzzles", "rules", "play", "replay", "check", "review", "sim", "tournament", "lab", "solve",
    "train", "exploit", "export", "serve", "mcp",
)  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Run the command `feint`; what it returns is the exit code."""
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - nobody reads complaints, and that is all
    if sys.stdin is None or sys.stdout is None:
        print("feint: both input and output must be open", file=sys.stderr)
        return USAGE
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that the terminal can't show is no reason to stop
    arguments = sys.argv[1:] if arguments is None else arguments
    options = _parser(arguments).parse_args(arguments)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        print("feint: interrupted", file=sys.stderr)
        return INTERRUPTED
    except FeintError as error:
        print(f"feint: {printable(str(error))}", file=sys.stderr)
        return USAGE
    except OSError as error:
        # Most likely output that can't be written any more; Python would try once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # whoever read it has left
        print(f"feint: {printable(str(error.filename or 'the output'))}: {reason(error)}", file=sys.stderr)
        return FAILED
    return code


def _parser(arguments: list[str]) -> argparse.ArgumentParser:
    """The parser; of a command that is named only its own, so that nobody waits for what another command needs."""
    description = "Games of hidden choices. Without a command, feint opens a menu."
    parser = Parser(prog="feint", description=description)
    parser.add_argument("--version", action="version", version=f"feint {feint.__version__}")
    parser.add_argument("--plain", action="store_true", help="no colours")
    named = next((word for word in arguments if not word.startswith("-")), None)
    if named is None:
        parser.set_defaults(run=_command("menu").run)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in [named] if named in COMMANDS else COMMANDS:
        _command(name).add_parser(commands)
    return parser


def _command(name: str) -> ModuleType:
    return import_module(f"feint.terminal.commands.{name}")
