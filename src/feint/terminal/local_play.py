"""Playing at a terminal: asks people, lets bots choose, tells the story, and saves the match after every choice."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from feint.bots.players import Player, adviser_names, check_player, player, player_names
from feint.core.errors import FeintError, WrongOutcome
from feint.core.game import Game
from feint.core.match import Match
from feint.core.prompter import View
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.dialogue import LEAVE, Dialogue, command, hang_up_is_quit, other_rulings
from feint.terminal.progress import waiting
from feint.terminal.saves import default_path, read_text, save

if TYPE_CHECKING:
    from feint.terminal.coach import Coach

HUMAN = "human"

HINT = ", hint: what is right"
QUIT = ", quit: save and leave"
UNDO = ", undo: take back the last choice"
MOST_ALONE = 12  # lines of what only one seat may know, when it gets the keyboard


class Undone(Exception):
    """The last choice was taken back, so something else is to be asked now."""


class LocalMatch:
    """People and bots at a terminal, playing one match."""

    def __init__(
        self, match: Match, table: TerminalConsole, path: Path | None = None, bot_seed: int | None = None
    ) -> None:
        for seat, who in match.seats.items():
            if who.partition(":")[0] not in sitters(match.game):
                raise FeintError(f"{seat}={who} is not possible; a seat can be {' or '.join(sitters(match.game))}")
            if who != HUMAN:
                check_player(match.game, who)
        if match.seed is None and match.game.has_chance:
            raise FeintError(
                "this match has no seed to draw outcomes from, so it can be replayed but not played on here"
            )
        self.match = match
        self.table = table
        self.dialogue = Dialogue(match.game, table)
        self.path = path or default_path(match)
        # What the file is known to hold; another program may play on with the same file.
        self.on_disk = read_text(path) if path is not None and os.path.exists(path) else None
        self.saved_steps = None if self.on_disk is None else list(match.steps)
        self.bot_seed = secrets.randbits(64) if bot_seed is None else bot_seed
        self.players: dict[str, Player] = {}
        self.coach: Coach | None = None
        self.coached = False  # whether it speaks without being asked
        self.humans = [seat for seat in match.game.seats if match.seats[seat] == HUMAN]
        # All who sit at one screen see it, so it may say only what each of them may know. Where they hold cards, the
        # keyboard is handed over instead, and whoever has it is told and shown what that seat may know.
        self.onlooker = self.humans[0] if len(self.humans) == 1 else None
        self.hands_over = match.game.hands and len(self.humans) > 1
        self.at_keyboard: str | None = None
        self.told: dict[str | None, int] = {}  # steps that each viewer has been told of

    def take_coach(self, name: str | None = None) -> None:
        """Let a coach look over the shoulder of the one person at the table, and say what each choice costs."""
        self._coach(name)
        self.coached = True

    def _coach(self, name: str | None = None) -> "Coach":
        if self.coach is not None:
            return self.coach
        if len(self.humans) != 1:
            raise FeintError(
                "a coach is for one person against bots; feint review says afterwards what each choice cost"
            )
        from feint.terminal.coach import Coach  # brings the solver

        self.coach = Coach(self.match, self.humans[0], name, self.bot_seed)
        if self.coach.warning:
            self.table.page(self.coach.warning)
        return self.coach

    def _comment(self, seat: str, step: int) -> None:
        """A word on the choice that was just made, as that step."""
        before = self.match.at(step)
        if len(before.legal_numbers(seat)) > 1:
            self.table.page(f"Coach: {self._coach().comment(before, self.match.steps[step].text)}")

    def play(self) -> bool:
        """Play to the end, or until someone leaves; the match is saved either way. Whether it is over.

        It is saved after every choice: whoever pulls the plug loses nothing, and can't unsee what a choice has shown.
        """
        if self.on_disk is None:
            self._write()
        if rulings := other_rulings(self.match.game):
            self.table.note(f"Rulings: {rulings}")
        try:
            with hang_up_is_quit():
                while not self.match.over:
                    if not self.hands_over:
                        self._tell(self.onlooker)
                    try:
                        self._next_choice()
                    except Undone:
                        self.table.note("Taken back.")
                    self._save()
                self._tell_the_end()
        except (Quit, KeyboardInterrupt):
            with suppress(OSError):  # the terminal may be gone
                if self.hands_over:
                    self.table.clear()
                self.table.say()
        over = self.match.over
        with suppress(OSError):
            if self._save():
                how = f"replay {self._folder('--game ')}" if over else f"play {self._folder()}--resume "
                what = "Look at it again" if over else "Go on"
                self.table.note(f"Saved to {self.path}\n{what} with: {command()} {how}{quote(str(self.path))}")
        return over

    def _save(self) -> bool:
        """Save what is new, or say why not and play on: a full disk is no reason to lose the match on the screen."""
        try:
            if self.saved_steps != self.match.steps:
                self._write()
        except FeintError as error:
            self.table.note(f"Not saved: {error}.")
            return False
        return True

    def _write(self) -> None:
        if self._changed_meanwhile():
            elsewhere = default_path(self.match)
            self.table.note(f"{self.path} was changed by someone else meanwhile; saving to {elsewhere} instead.")
            self.path = elsewhere
        self.on_disk = save(self.match, self.path)
        self.saved_steps = list(self.match.steps)

    def _changed_meanwhile(self) -> bool:
        if self.on_disk is None or not os.path.exists(self.path):
            return False
        try:
            return read_text(self.path) != self.on_disk
        except FeintError:  # it isn't even text any more
            return True

    def _folder(self, option: str = "") -> str:
        """What names the game on a command line, where the record alone doesn't."""
        return "" if self.match.game.is_builtin else f"{option}{quote(str(self.match.game.folder))} "

    def _next_choice(self) -> None:
        match, before = self.match, len(self.match.steps)
        seat = next(seat for seat in match.game.asked if seat in match.pending)
        if seat in self.humans:
            choice = self._ask(seat)
        else:
            choice = self._player(match.seats[seat]).choose(match, seat, self.bot_seed)
        try:
            match.play(seat, choice)
        except WrongOutcome as error:  # what was given on the command line doesn't fit here; draw instead
            self.table.note(f"{error.given} doesn't fit here; it is left out.")  # what would fit may be a secret
            match.drop_given()
            match.play(seat, choice)
        if self.coached and seat in self.humans:
            self._comment(seat, before)

    def _player(self, name: str) -> Player:
        """The bot of that name; one that needs to prepare itself does so when it is first asked."""
        if name not in self.players:
            with waiting(f"{name} prepares itself") as tell:
                self.players[name] = player(self.match.game, name, tell)
            if warning := getattr(self.players[name], "warning", ""):
                self.table.page(warning)
        return self.players[name]

    def _ask(self, seat: str) -> str:
        legal = self.match.legal(seat)
        alone = len(self.humans) == 1
        if len(legal) == 1 and self.match.game.need_not_ask(self.match.view(None), alone):
            return legal[0]
        if self.hands_over:
            self._hand_over(seat)
        hint, undo = HINT if self._can_hint() else "", UNDO if self._undoable() else ""
        self.table.looks_away = [other for other in self.humans if other != seat]
        self.table.commands = {
            **self.dialogue.commands(lambda: self._view(seat), legal, f"{hint}{QUIT}{undo}"),
            "undo": self._undo,
            **({"hint": self._hint} if hint else {}),
        }
        self.dialogue.draw(self._view(seat), unless_drawn=True)
        return self.dialogue.ask(seat, self._view(seat), legal, hidden=self.match.hides(seat))

    def _hand_over(self, seat: str) -> None:
        """Let another person have the keyboard, with nothing on the screen of what the last one saw."""
        if self.at_keyboard != seat:
            self.table.clear()
            self.dialogue.drawn = ""
            self._tell(None)  # what all may know, while all look
            others = " and ".join(other for other in self.humans if other != seat)
            self.table.note(f"({others}: look away. {seat}'s cards are shown next.)")
            self.table.commands = {"rules": self.dialogue.rules, **LEAVE}  # nothing that shows a seat's cards
            # A name, not just enter: who pressed it once too often must not see another's cards.
            while self.table.read(f"{seat}, take the keyboard and type {seat}: ").lower() != seat.lower():
                pass
            self.at_keyboard = seat
            self._tell_alone(seat)
        else:
            self._tell(seat)
        self.told[seat] = len(self.match.steps) + 1

    def _tell_alone(self, seat: str) -> None:
        """Say what a seat knows about what happened and the others at the table don't."""
        lines: list[str] = []
        for step in range(self.told.get(seat, 0), len(self.match.steps) + 1):
            open_to_all = self.match.story(step, None)
            lines += [line for line in self.match.story(step, seat) if line not in open_to_all]
        for line in lines[-MOST_ALONE:]:
            self.table.say(line)

    def _tell(self, viewer: str | None) -> None:
        """Say what has happened since a viewer was last told; None is all who look at the screen."""
        start, new = self.told.get(viewer, 0), viewer not in self.told
        self.told[viewer] = len(self.match.steps) + 1
        lines = [line for step in range(start, self.told[viewer]) for line in self.match.story(step, viewer)]
        self.dialogue.tell(lines, from_the_beginning=new)

    def _tell_the_end(self) -> None:
        """Now everything is open."""
        if self.hands_over:
            self.table.clear()
        self._tell(self.onlooker)
        self.dialogue.draw(self._view(self.onlooker))
        if self.coached:
            self.table.say()
            for line in self._coach().summary(self.match):
                self.table.note(line)

    def _view(self, seat: str | None) -> View:
        """What to show a seat. On a screen that others look at too, that is no more than a spectator may know."""
        if seat == self.onlooker or self.hands_over:
            return self.match.view(seat)
        return self.match.view(None) | {"seat": seat}

    def _can_hint(self) -> bool:
        return len(self.humans) == 1 and bool(adviser_names(self.match.game))

    def _hint(self) -> None:
        """What is right now, from a coach that comes when it is first asked."""
        try:
            self.table.page(self._coach().hint(self.match))
        except FeintError as error:
            self.table.page(f"{error}.")

    def _undoable(self) -> int:
        """How many steps back the last choice of a person at this table is; 0 if it can't be taken back.

        A choice made in secret stays made: nobody else may turn it over or throw it away.
        """
        for steps in range(1, len(self.match.steps) + 1):
            index = len(self.match.steps) - steps
            if not self.match.can_undo(steps):
                return 0
            seat = self.match.game.seats[self.match.steps[index].seat]
            if self.match.at(index).hides(seat):
                return 0
            if seat in self.humans:
                return steps
        return 0

    def _undo(self) -> None:
        steps = self._undoable()
        if not steps:
            why = "no choice yet, one made in secret, or something secret has come out since"
            self.table.note(f"There is nothing to take back: {why}.")
            return
        self.match.undo(steps)
        # Tell the step before once more, so that all know where they are.
        self.told = {viewer: min(told, len(self.match.steps)) for viewer, told in self.told.items()}
        self.bot_seed = secrets.randbits(64)  # or a bot's answer would be known before it is given
        raise Undone


def sitters(game: Game) -> list[str]:
    """Who can sit at a game's table."""
    return [HUMAN, *player_names(game)]
