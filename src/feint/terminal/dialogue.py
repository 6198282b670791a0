"""What a person at a terminal is told, shown and asked, whoever runs the match: this program or a server.

All of it is made from a view, a seat's legal choices, and lines of the log; nothing here knows a state.
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
from feint.core.plain_board import plain_drawing
from feint.core.prompter import View, numbered, read_choice
from feint.core.rulebook import rules_text, summary_of
from feint.terminal.console import Quit, TerminalConsole

HELP = "At any prompt: ? (this help), rules (the full rules), board (draw the board)"
NO_HINT = "There are no hints here: they are for one person alone against bots, in the page or at this computer."
SHORT_RULES = 16  # rules of a game without a book, that help can show without burying everything else
MOST_LISTED = 40  # choices, likewise
LINE = 76  # characters of choices in a line
LONG_LOG = 60  # lines of what happened before, when a match is resumed


class Dialogue:
    """A game's dialogue at a terminal."""

    def __init__(self, game: Game, console: TerminalConsole) -> None:
        self.game = game
        self.console = console
        self.drawn = ""  # the board as it was last drawn, if nothing has been said since

    def show_log(self, lines: Sequence[str], from_the_beginning: bool = False) -> None:
        """Say what has happened. Of a match that is resumed only the last of it; feint replay shows all."""
        if from_the_beginning and len(lines) > LONG_LOG:
            self.console.note(f"({len(lines) - LONG_LOG} earlier lines are not shown)")
            lines = lines[-LONG_LOG:]
        for line in lines:
            self.console.say(line)
            self.drawn = ""

    def draw(self, view: View, unless_drawn: bool = False) -> None:
        """Draw the board; of a game that has none, what can be seen."""
        screen = self.game.screen
        drawing = plain_drawing(self.game, view).replace("[", "\\[") if screen is None else screen.board(view)
        if not (unless_drawn and drawing == self.drawn):
            self.console.draw(drawing)
        self.drawn = drawing

    def ask(self, seat: str, view: View, legal: list[str], hidden: bool) -> str:
        """A seat's choice; `hidden` if others may not see it, in a game without a screen of its own."""
        if self.game.screen is not None:
            choice: str = self.game.screen.ask(view, legal, self.console)
            return choice
        choices = {choice.lower(): choice for choice in legal}
        if any(choice.isdecimal() for choice in legal):  # a number is a choice then, and not which one it is
            refusal = f"That is not a choice; choose one of {', '.join(legal)}."
            return read_choice(
                self.console, f"{seat}, choose one of {', '.join(legal)}: ", choices, refusal, secret=hidden
            )
        choices |= {str(number): choice for number, choice in enumerate(legal, 1)}
        refusal = "That is not one of the choices; type a number from the list, or the choice itself."
        prompt = f"{seat}, choose {numbered(legal)}: "
        return read_choice(self.console, prompt, choices, refusal, secret=hidden, above=_in_columns(legal))

    def only_choice(self, choice: str) -> str:
        """The only choice of a seat that isn't asked, since nobody learns anything from that; it is told so."""
        self.console.note(f"Only one choice, made for you: {self.game.words.said(choice)}")
        return choice

    def commands(self, see: Callable[[], View], legal: list[str], more: str) -> dict[str, Callable[[], None]]:
        """What can be typed at any prompt, by the word to type; `more` is what else, for the help."""
        return {
            **dict.fromkeys(("?", "help"), lambda: self._help(legal, more)),
            "rules": self.rules,
            "board": lambda: self.draw(see()),
            **{name: partial(self._draw_panel, name, see) for name in self._panels()},
            "hint": lambda: self.console.page(NO_HINT),
            **QUIT_COMMANDS,
        }

    def rules(self) -> None:
        """Show the full rules."""
        self.console.page_markdown(rules_text(self.game))

    def _panels(self) -> Mapping[str, Callable[[View], str]]:
        """What a game can draw besides its board."""
        return self.game.screen.PANELS if self.game.screen is not None else {}

    def _draw_panel(self, name: str, see: Callable[[], View]) -> None:
        self.console.draw(self._panels()[name](see()))

    def _help(self, legal: list[str], more: str) -> None:
        if summary := summary_of(self.game):
            self.console.page_markdown(summary)
        elif len(self.game.about["rules"]) <= SHORT_RULES:
            self.console.page("\n".join(f"{id} {text}" for id, text in self.game.about["rules"].items()))
        if rulings := changed_rulings(self.game):
            self.console.page(f"\nChanged for this match: {rulings}")
        if legal:
            many = f", ... ({len(legal)} in all)" if len(legal) > MOST_LISTED else ""
            choices = ", ".join(map(self.game.words.said, legal[:MOST_LISTED]))
            self.console.page(f"\nWhat you can choose now: {choices}{many}")
        panels = "".join(f", {name} ({panel.__doc__})" for name, panel in self._panels().items())
        self.console.page(f"{HELP}{panels}{more}.")


def _in_columns(choices: Sequence[str]) -> list[str]:
    """The choices with their numbers, as many in a line as there is room for."""
    numbers = len(str(len(choices)))
    cells = [f"{number:>{numbers}} {choice}" for number, choice in enumerate(choices, 1)]
    width = max(map(len, cells)) + 3
    each = max(1, LINE // width)
    rows = (cells[first : first + each] for first in range(0, len(cells), each))
    return ["  " + "".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows]


def _quit() -> None:
    raise Quit


QUIT_COMMANDS = dict.fromkeys(("quit", "exit", "q"), _quit)


def changed_rulings(game: Game) -> str:
    """The rulings and data files that aren't the game's own defaults."""
    changed = [name for name, ruling in game.all_rulings.items() if game.rulings[name] != ruling.default]
    return ", ".join([*(f"{name}={game.rulings_text[name]}" for name in changed), *game.data_text.values()])


def program_name() -> str:
    """What to type to run this program again: `feint`, where a shell finds it."""
    me = Path(sys.argv[0])
    if me.name == "__main__.py":
        return f"{Path(sys.executable).name} -m feint"
    return "feint" if shutil.which("feint") in (str(me), str(me.absolute())) else quote(str(me))


@contextmanager
def quit_on_hangup() -> Iterator[None]:
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
