"""Playing at a terminal: asks people, lets bots choose, tells the story, and saves the match when someone leaves."""

import secrets
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote

from feint.bots import BOTS, choose
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.terminal.books import rules_text
from feint.terminal.saves import default_path, save
from feint.terminal.table import Quit, Terminal

HUMAN = "human"
SITTERS = (HUMAN, *BOTS)  # who can sit at a table

COMMANDS = "? this help   board: draw the board   quit: save and leave"
UNDO = "undo: take back the last choice"


class Undone(Exception):
    """The last choice was taken back, so something else is to be asked now."""


class Sitting:
    """People and bots at a terminal, playing one match."""

    def __init__(self, match: Match, table: Terminal, path: Path | None = None) -> None:
        for seat, who in match.seats.items():
            if who not in SITTERS:
                raise FeintError(f"{seat}={who} is not possible; a seat can be {' or '.join(SITTERS)}")
        self.match = match
        self.table = table
        self.path = path or default_path(match)
        self.bot_seed = secrets.randbits(64) if match.seed is None else match.seed
        self.humans = [seat for seat in match.game.seats if match.seats[seat] == HUMAN]
        # All who sit at one screen see it, so it may say only what each of them may know.
        self.onlooker = self.humans[0] if len(self.humans) == 1 else None
        self.told = 0  # steps that the table has been told of
        self.drawn = ""  # the board as it was last drawn, if nothing has been told since

    def play(self) -> bool:
        """Play to the end, or until someone leaves; the match is saved either way. Whether it is over."""
        try:
            with hang_up_is_quit():
                while not self.match.over:
                    self._tell()
                    try:
                        self._next_choice()
                    except Undone:
                        self.table.note("Taken back.")
                self._tell()
                self._draw(self.onlooker)
        except (Quit, KeyboardInterrupt):
            self._saved(f"Go on with: feint play {self._folder()}--resume")
            return False
        self._saved(f"Look at it again with: feint replay {self._folder('--game ')}")
        return True

    def _saved(self, how_to_go_on: str) -> None:
        save(self.match, self.path)
        self.table.note(f"Saved to {self.path}\n{how_to_go_on.strip()} {quote(str(self.path))}")

    def _folder(self, option: str = "") -> str:
        """What names the game on a command line, where the record alone doesn't."""
        return "" if self.match.game.on_shelf else f"{option}{quote(str(self.match.game.folder))} "

    def _next_choice(self) -> None:
        match = self.match
        seat = next(seat for seat in match.game.asked if seat in match.pending)
        if seat in self.humans:
            match.play(seat, self._ask(seat))
        else:
            match.play(seat, choose(match, seat, BOTS[match.seats[seat]], self.bot_seed))

    def _ask(self, seat: str) -> str:
        self.table.looks_away = [other for other in self.humans if other != seat]
        self.table.commands = {
            "?": lambda: self._help(seat),
            "help": lambda: self._help(seat),
            "board": lambda: self._draw(seat),
            "undo": self._undo,
            "quit": _quit,
            "exit": _quit,
        }
        self._draw(seat, unless_drawn=True)
        view, legal = self.match.view(seat), self.match.legal(seat)
        screen = self.match.game.screen
        if screen is not None:
            choice: str = screen.ask(view, legal, self.table)
            return choice
        return self._ask_plainly(seat, legal)

    def _ask_plainly(self, seat: str, legal: list[str]) -> str:
        """For a game that brings no screen of its own."""
        while True:
            answer = self.table.read(f"{seat}, choose one of {', '.join(legal)}: ", secret=len(self.match.pending) > 1)
            if " ".join(answer.lower().split()) in [choice.lower() for choice in legal]:
                return answer
            self.table.say(f"That is not a choice; it can be {', '.join(legal)}.")

    def _tell(self) -> None:
        """Say what has happened since the table was last told."""
        start = self.told
        self.told = len(self.match.steps) + 1
        for step in range(start, self.told):
            for line in self.match.story(step, self.onlooker):
                self.table.say(line)
                self.drawn = ""

    def _draw(self, seat: str | None, unless_drawn: bool = False) -> None:
        if self.match.game.screen is None:
            return
        drawing = self.match.game.screen.board(self.match.view(seat))
        if not (unless_drawn and drawing == self.drawn):
            self.table.draw(drawing)
        self.drawn = drawing

    def _help(self, seat: str) -> None:
        self.table.page(rules_text(self.match.game))
        self.table.page(f"\nLegal choices: {', '.join(self.match.legal(seat))}")
        self.table.note(f"{COMMANDS}   {UNDO}" if self._undoable() else COMMANDS)

    def _undoable(self) -> int:
        """How many steps back the last choice of a person at this table is; 0 if it can't be taken back."""
        for steps in range(1, len(self.match.steps) + 1):
            if not self.match.can_undo(steps):
                return 0
            if self.match.game.seats[self.match.steps[-steps].seat] in self.humans:
                return steps
        return 0

    def _undo(self) -> None:
        steps = self._undoable()
        if not steps:
            self.table.note("There is nothing to take back: no choice yet, or something secret has come out since.")
            return
        self.match.undo(steps)
        self.told = len(self.match.steps)  # tell the step before once more, so that all know where they are
        raise Undone


def _quit() -> None:
    raise Quit


@contextmanager
def hang_up_is_quit() -> Iterator[None]:
    """A closed window or a kill is someone leaving, so the match is saved."""

    def leave(*_: object) -> None:
        raise Quit

    before: dict[int, Callable[..., object] | int | None] = {}
    for name in ("SIGHUP", "SIGTERM"):
        if number := getattr(signal, name, None):
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
