"""What a person at a terminal is told, shown and asked, whoever holds the match: this program or a network table.

All of it is made from a view, the choices that a seat has, and lines of the story; nothing here knows a state.
"""

import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shlex import quote

from feint.core.game import Game
from feint.core.prompter import View, read_choice
from feint.core.rulebook import rules_text
from feint.terminal.console import Quit, TerminalConsole

COMMANDS = "At any prompt: ? this help, rules: all of the rules, board: draw the board"
SHORT_BOOK = 16  # rules that help can show without burying everything else
MOST_LISTED = 40  # choices, likewise
LONG_LOG = 60  # lines of what happened before, when a match goes on


class Dialogue:
    """A game's dialogue at a terminal."""

    def __init__(self, game: Game, table: TerminalConsole) -> None:
        self.game = game
        self.table = table
        self.drawn = ""  # the board as it was last drawn, if nothing has been told since

    def tell(self, lines: Sequence[str], from_the_beginning: bool = False) -> None:
        """Say what has happened. Of a match that goes on only the last of it; feint replay shows all."""
        if from_the_beginning and len(lines) > LONG_LOG:
            self.table.note(f"({len(lines) - LONG_LOG} lines before this)")
            lines = lines[-LONG_LOG:]
        for line in lines:
            self.table.say(line)
            self.drawn = ""

    def draw(self, view: View, unless_drawn: bool = False) -> None:
        """Draw the board."""
        if self.game.screen is None:
            return
        drawing = self.game.screen.board(view)
        if not (unless_drawn and drawing == self.drawn):
            self.table.draw(drawing)
        self.drawn = drawing

    def ask(self, seat: str, view: View, legal: list[str], hidden: bool) -> str:
        """A seat's choice; `hidden` if others may not see it, in a game that brings no screen of its own."""
        if self.game.screen is not None:
            choice: str = self.game.screen.ask(view, legal, self.table)
            return choice
        choices = {choice.lower(): choice for choice in legal}
        refusal = f"That is not a choice; it can be {', '.join(legal)}."
        prompt = f"{seat}, choose one of {', '.join(legal)}: "
        return read_choice(self.table, prompt, choices, refusal, secret=hidden)

    def commands(self, see: Callable[[], View], legal: list[str], more: str) -> dict[str, Callable[[], None]]:
        """What can be typed at any prompt, by the word to type; `more` is what else, for the help."""
        looks = self._looks()
        return {
            **dict.fromkeys(("?", "help"), lambda: self._help(legal, more)),
            "rules": self.rules,
            "board": lambda: self.draw(see()),
            **{name: partial(self._look, name, see) for name in looks},
            **LEAVE,
        }

    def rules(self) -> None:
        """Show all of the rules."""
        self.table.page(rules_text(self.game))

    def _looks(self) -> Mapping[str, Callable[[View], str]]:
        """What else of the table a game lets people look at."""
        return self.game.screen.LOOKS if self.game.screen is not None else {}

    def _look(self, name: str, see: Callable[[], View]) -> None:
        self.table.draw(self._looks()[name](see()))

    def _help(self, legal: list[str], more: str) -> None:
        if len(self.game.about["rules"]) <= SHORT_BOOK:
            self.table.page("\n".join(f"{id} {text}" for id, text in self.game.about["rules"].items()))
        if rulings := other_rulings(self.game):
            self.table.page(f"\nIn this match, other than in the rules: {rulings}")
        if legal:
            many = f", ... ({len(legal)} in all)" if len(legal) > MOST_LISTED else ""
            self.table.page(f"\nYour legal choices, as a record writes them: {', '.join(legal[:MOST_LISTED])}{many}")
        looks = "".join(f", {name}: {look.__doc__}" for name, look in self._looks().items())
        self.table.page(f"{COMMANDS}{looks}{more}.")


def _quit() -> None:
    raise Quit


LEAVE = dict.fromkeys(("quit", "exit", "q"), _quit)


def other_rulings(game: Game) -> str:
    """The rulings and data files that aren't the book's."""
    changed = [name for name, ruling in game.all_rulings.items() if game.rulings[name] != ruling.default]
    return ", ".join([*(f"{name}={game.rulings_text[name]}" for name in changed), *game.data_text.values()])


def command() -> str:
    """What to type to run this program again: `feint`, where a shell finds it."""
    me = Path(sys.argv[0])
    if me.name == "__main__.py":
        return f"{Path(sys.executable).name} -m feint"
    return "feint" if shutil.which("feint") in (str(me), str(me.absolute())) else quote(str(me))


@contextmanager
def hang_up_is_quit() -> Iterator[None]:
    """A closed window or a kill is someone leaving, too."""

    def leave(*_: object) -> None:
        raise Quit

    before: dict[int, Callable[..., object] | int | None] = {}
    for name in ("SIGHUP", "SIGTERM", "SIGQUIT"):
        if number := getattr(signal, name, None):
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
