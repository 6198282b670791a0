"""A game's puzzles at this keyboard: the position on the game's own screen, one choice, and the values of all."""

import random
from collections.abc import Iterable
from contextlib import suppress

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.puzzles import SEARCH, ChoiceValue, Puzzle, puzzle_of
from feint.terminal.coach import percent
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.dialogue import QUIT_COMMANDS, Dialogue, changed_rulings, quit_on_hangup

MORE_HELP = ", quit (leave)"
MOST_LOG = 12  # lines of what led to the position
MOST_VALUES = 20  # choices that are listed with their values


class PuzzlesAtTerminal:
    """Someone who solves puzzles of one game."""

    def __init__(self, game: Game, console: TerminalConsole) -> None:
        if not game.puzzles:
            raise FeintError(f"{game.name} has no puzzles; those that do are listed by feint puzzles")
        self.game = game
        self.console = console
        self.tried = self.solved = 0

    def solve(self, number: int | None) -> None:
        """Solve one puzzle after the other, in any order, from a certain one on if it is named."""
        first = [] if number is None else [number]
        order = list(range(1, len(self.game.puzzles) + 1))
        random.shuffle(order)
        self._solve([*first, *(other for other in order if other != number)])

    def solve_one(self, number: int) -> None:
        """Solve this one."""
        self._solve([number])

    def _solve(self, numbers: Iterable[int]) -> None:
        try:
            with quit_on_hangup():
                for at, number in enumerate(numbers):
                    if at:
                        self.console.commands = QUIT_COMMANDS
                        self.console.read("Press enter for another puzzle, or quit: ")
                    self._ask(number, puzzle_of(self.game, number))
        except (Quit, KeyboardInterrupt):
            with suppress(OSError):  # the terminal may be gone
                self.console.say()
        if self.tried > 1:
            with suppress(OSError):
                self.console.note(f"Solved: {self.solved} of {self.tried}.")

    def _ask(self, number: int, puzzle: Puzzle) -> None:
        """Show a position, take one choice, and say what it was worth."""
        match, seat, console = puzzle.match(self.game), puzzle.seat, self.console
        dialogue = Dialogue(match.game, console)
        console.say()
        console.say(f"{self.game.title}, puzzle {number} of {len(self.game.puzzles)}, rated {puzzle.rating}")
        if rulings := changed_rulings(match.game):
            console.note(f"Rulings: {rulings}")
        console.say()
        log = match.log(seat)
        if len(log) > MOST_LOG:
            console.note(f"({len(log) - MOST_LOG} earlier lines are not shown)")
        dialogue.show_log(log[-MOST_LOG:])
        view = match.view(seat)
        dialogue.draw(view)
        console.note(f"You are {seat}. {task_of(puzzle)}")
        legal = match.legal(seat)
        console.commands = dialogue.commands(lambda: view, legal, MORE_HELP)
        choice = dialogue.ask(seat, view, legal, hidden=False)
        self.tried += 1
        self.solved += choice in puzzle.right
        self._judge(match, puzzle, choice)

    def _judge(self, match: Match, puzzle: Puzzle, choice: str) -> None:
        said = match.game.words.said
        right = " or ".join(map(said, puzzle.right))
        self.console.say()
        if choice in puzzle.right:
            self.console.say(f"Right: {said(choice)}.")
        else:
            self.console.say(f"Wrong: {said(choice)}. Right: {right}.")
        ranked = sorted(puzzle.values, key=lambda value: -value.low)
        width = max(len(said(value.choice)) for value in ranked[:MOST_VALUES])
        for value in ranked[:MOST_VALUES]:
            mark = "*" if value.choice in puzzle.right else " "
            self.console.note(f"{mark} {said(value.choice):<{width}}  {worth(value)}")
        if len(ranked) > MOST_VALUES:
            self.console.note(f"  and {len(ranked) - MOST_VALUES} more")
        how = "a long search says" if puzzle.checked_by == SEARCH else "with best play from there"
        self.console.note(f"Your chances of winning after each choice, {how}.")


def task_of(puzzle: Puzzle) -> str:
    """What is asked."""
    count = len(puzzle.right)
    return "Find the one right choice." if count == 1 else f"Find one of the {count} right choices."


def worth(value: ChoiceValue) -> str:
    """What a choice is worth, for people."""
    return percent(value.low) if value.low == value.high else f"{percent(value.low)} to {percent(value.high)}"
