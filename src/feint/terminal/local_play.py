"""A match at this keyboard: asks people, lets bots choose, shows the log, and saves the match after every choice."""

import os
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from feint.bots.levels import default_level, levels
from feint.bots.own_player import PlayerFailed
from feint.bots.players import Player, adviser_names, any_player, check_any_player, is_own, player_names
from feint.core.errors import FeintError, WrongOutcome
from feint.core.game import Game
from feint.core.match import HUMAN, Match
from feint.core.prompter import View
from feint.core.seal import is_coached
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.dialogue import QUIT_COMMANDS, Dialogue, changed_rulings, program_name, quit_on_hangup
from feint.terminal.progress import progress_bar
from feint.terminal.saves import default_path, read_text, save

if TYPE_CHECKING:
    from feint.terminal.coach import Coach

HINT = ", hint (the best choice)"
QUIT = ", quit (save and leave)"
UNDO = ", undo (take back the last choice)"
MOST_PRIVATE = 12  # lines of what only one seat may know, when it gets the keyboard


class Undone(Exception):
    """The last choice was taken back, so something else is asked now."""


class LocalMatch:
    """People and bots at a terminal, playing one match."""

    def __init__(
        self,
        match: Match,
        console: TerminalConsole,
        path: Path | None = None,
        bot_seed: int | None = None,
        coached: bool = False,
        own_players: Iterable[str] = (),
    ) -> None:
        for seat, who in match.seats.items():
            if is_own(match.game, who) and seat not in own_players:
                # A file that came from elsewhere must not say which code is run here.
                raise FeintError(f"{who} plays {seat} of this match; add --seat {seat}={who} if you want that")
            if who.partition(":")[0] not in (names := possible_players(match.game)) and not is_own(match.game, who):
                raise FeintError(f"{seat}={who} is not possible; a seat can be one of {', '.join(names)}")
            if who != HUMAN:
                check_any_player(match.game, who)
        if match.seed is None and match.game.has_chance:
            raise FeintError("this match has no seed to draw outcomes from, so it can be replayed but not continued")
        self.match = match
        self.console = console
        self.dialogue = Dialogue(match.game, console)
        self.path = path or default_path(match)
        # What the file is known to hold; another program may continue the same file.
        self.on_disk = read_text(path) if path is not None and os.path.exists(path) else None
        self.saved_steps = None if self.on_disk is None else list(match.steps)
        self.bot_seed = secrets.randbits(64) if bot_seed is None else bot_seed
        self.players: dict[str, Player] = {}
        self.coach: Coach | None = None
        # Whether the coach comments on each choice without being asked. A match that was saved with one still has it.
        self.coached = coached or (self.on_disk is not None and is_coached(self.on_disk))
        self.humans = [seat for seat in match.game.seats if match.seats[seat] == HUMAN]
        # Several people at one screen are shown what a spectator may know. Where they hold cards, the keyboard is
        # handed over instead, and whoever has it is shown what that seat may know.
        self.screen_viewer = self.humans[0] if len(self.humans) == 1 else None
        self.hands_over = match.game.hands and len(self.humans) > 1
        self.at_keyboard: str | None = None
        self.shown: dict[str | None, int] = {}  # steps that each viewer has been shown
        if self.coached:
            self._coach()

    def _coach(self) -> "Coach":
        if self.coach is not None:
            return self.coach
        if len(self.humans) != 1:
            raise FeintError("the coach is for one person against bots; use feint review after the match instead")
        from feint.terminal.coach import Coach  # brings the solver

        self.coach = Coach(self.match, self.humans[0], self.bot_seed)
        if self.coach.warning:
            self.console.page(self.coach.warning)
        return self.coach

    def _comment(self, seat: str, step: int) -> None:
        """A comment on the choice that was just made, as that step."""
        before = self.match.at(step)
        if len(before.legal_numbers(seat)) > 1:
            self.console.page(f"Coach: {self._coach().comment(before, self.match.steps[step].text)}")

    def play(self, first_words: str = "") -> bool:
        """Play to the end, or until someone leaves; the match is saved either way. Whether it is over.

        It is saved after every choice: pulling the plug loses nothing, and unsees nothing that a choice has revealed.
        """
        if self.on_disk is None:
            self._write()
        if first_words:
            self.console.page(first_words)
        if rulings := changed_rulings(self.match.game):
            self.console.note(f"Rulings: {rulings}")
        try:
            with quit_on_hangup():
                while not self.match.over:
                    if not self.hands_over:
                        self._show_log(self.screen_viewer)
                    try:
                        self._next_choice()
                    except Undone:
                        self.console.note("Taken back.")
                    self._save()
                self._show_end()
        except (Quit, KeyboardInterrupt):
            with suppress(OSError):  # the terminal may be gone
                if self.hands_over:
                    self.console.clear()
                self.console.say()
        except PlayerFailed as error:
            if self.hands_over:
                self.console.clear()
            self._say_where_it_is()
            if not self.humans:
                raise
            more = "" if error.openly == str(error) else "; feint sim says more, but here it could tell what it holds"
            raise FeintError(f"{error.openly}{more}") from None
        self._say_where_it_is()
        return self.match.over

    def _say_where_it_is(self) -> None:
        """Save the match, and say how it can be gone on with."""
        over = self.match.over
        with suppress(OSError):
            if self._save():
                how = f"replay {self._folder('--game ')}" if over else f"play {self._folder()}--resume "
                what = "Watch it again" if over else "Continue"
                seats, game = self.match.seats.items(), self.match.game
                own = [f" --seat {seat}={quote(who)}" for seat, who in seats if is_own(game, who)]
                how = f"{program_name()} {how}{quote(str(self.path))}{'' if over else ''.join(own)}"
                self.console.note(f"Saved to {self.path}\n{what} with: {how}")

    def _save(self) -> bool:
        """Save what is new, or say why not and play on: a full disk is no reason to lose the match on the screen."""
        try:
            if self.saved_steps != self.match.steps:
                self._write()
        except FeintError as error:
            self.console.note(f"Not saved: {error}.")
            return False
        return True

    def _write(self) -> None:
        if self._changed_on_disk():
            elsewhere = default_path(self.match)
            self.console.note(f"{self.path} was changed by another program; saving to {elsewhere} instead.")
            self.path = elsewhere
        self.on_disk = save(self.match, self.path, self.coached)
        self.saved_steps = list(self.match.steps)

    def _changed_on_disk(self) -> bool:
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
            choice = self._bots_choice(seat)
        try:
            match.play(seat, choice)
        except WrongOutcome as error:  # what was given on the command line doesn't fit here; draw instead
            self.console.note(f"{error.given} can't happen here; it is ignored.")  # what would fit may be a secret
            match.drop_given()
            match.play(seat, choice)
        if self.coached and seat in self.humans:
            self._comment(seat, before)

    def _bots_choice(self, seat: str) -> str:
        """What a bot chooses. What a player of one's own prints may tell what it holds, and people look on."""
        match, name = self.match, self.match.seats[seat]
        chooser = self._player(name)
        with ExitStack() as stack:
            if self.humans and is_own(match.game, name):
                stack.enter_context(_nothing_printed())
            return chooser.choose(match, seat, self.bot_seed)

    def _player(self, name: str) -> Player:
        """The bot of that name; one that needs preparing is prepared when it is first asked."""
        if name not in self.players:
            with progress_bar(f"preparing {name}") as progress:
                self.players[name] = any_player(self.match.game, name, progress)
            if warning := getattr(self.players[name], "warning", ""):
                self.console.page(warning)
        return self.players[name]

    def _ask(self, seat: str) -> str:
        legal = self.match.legal(seat)
        alone = len(self.humans) == 1
        if self.match.need_not_ask(seat, alone):
            return self.dialogue.only_choice(legal[0])
        if self.hands_over:
            self._hand_over(seat)
        hint, undo = HINT if self._can_hint() else "", UNDO if self._undoable() else ""
        self.console.must_look_away = [other for other in self.humans if other != seat]
        self.console.commands = {
            **self.dialogue.commands(lambda: self._view(seat), legal, f"{hint}{QUIT}{undo}"),
            "undo": self._undo,
            **({"hint": self._hint} if len(self.humans) == 1 else {}),
        }
        self.dialogue.draw(self._view(seat), unless_drawn=True)
        return self.dialogue.ask(seat, self._view(seat), legal, hidden=self.match.hides(seat))

    def _hand_over(self, seat: str) -> None:
        """Let another person have the keyboard, with nothing on the screen of what the last one saw."""
        if self.at_keyboard != seat:
            self.console.clear()
            self.dialogue.drawn = ""
            self._show_log(None)  # what everyone may know, while everyone looks
            others = " and ".join(other for other in self.humans if other != seat)
            self.console.note(f"({others}: look away. {seat}'s cards come next.)")
            self.console.commands = {"rules": self.dialogue.rules, **QUIT_COMMANDS}  # nothing that shows a seat's cards
            # A name, not just enter: whoever presses enter once too often must not see another's cards.
            while self.console.read(f"{seat}, take the keyboard and type {seat}: ").lower() != seat.lower():
                pass
            self.at_keyboard = seat
            self._show_private_log(seat)
        else:
            self._show_log(seat)
        self.shown[seat] = len(self.match.steps) + 1

    def _show_private_log(self, seat: str) -> None:
        """Say what happened that only this seat may know."""
        lines: list[str] = []
        for step in range(self.shown.get(seat, 0), len(self.match.steps) + 1):
            open_to_all = self.match.story(step, None)
            lines += [line for line in self.match.story(step, seat) if line not in open_to_all]
        for line in lines[-MOST_PRIVATE:]:
            self.console.say(line)

    def _show_log(self, viewer: str | None) -> None:
        """Say what has happened since a viewer was last shown; None is everyone who looks at the screen."""
        start, new = self.shown.get(viewer, 0), viewer not in self.shown
        self.shown[viewer] = len(self.match.steps) + 1
        lines = [line for step in range(start, self.shown[viewer]) for line in self.match.story(step, viewer)]
        self.dialogue.show_log(lines, from_the_beginning=new)

    def _show_end(self) -> None:
        """Now everything is public."""
        if self.hands_over:
            self.console.clear()
        self._show_log(self.screen_viewer)
        self.dialogue.draw(self._view(self.screen_viewer))
        if self.coached:
            self.console.say()
            for line in self._coach().summary(self.match):
                self.console.note(line)

    def _view(self, seat: str | None) -> View:
        """What to show a seat. On a screen that others look at too, that is no more than a spectator may know."""
        if seat == self.screen_viewer or self.hands_over:
            return self.match.view(seat)
        return self.match.view(None) | {"seat": seat}

    def _can_hint(self) -> bool:
        return len(self.humans) == 1 and bool(adviser_names(self.match.game))

    def _hint(self) -> None:
        """The best choice now, from a coach that is prepared when it is first asked."""
        if not self._can_hint():
            self.console.page("No bot can say what the choices of this game are worth.")
            return
        try:
            self.console.page(self._coach().hint(self.match))
        except FeintError as error:
            self.console.page(f"{error}.")

    def _undoable(self) -> int:
        """How many steps back the last choice of a person here is; 0 if it can't be taken back.

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
            why = "there is no choice yet, it was made in secret, or something secret has come out since"
            self.console.note(f"Nothing can be taken back: {why}.")
            return
        self.match.undo(steps)
        # Show the step before once more, so that everyone knows where they are.
        self.shown = {viewer: min(steps, len(self.match.steps)) for viewer, steps in self.shown.items()}
        self.bot_seed = secrets.randbits(64)  # or a bot's answer would be known before it is given
        raise Undone


@contextmanager
def _nothing_printed() -> Iterator[None]:
    """Let nothing through to the terminal, also not what is printed past Python or by a logger from before."""
    with ExitStack() as stack, open(os.devnull, "w") as nowhere:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            file = stream.fileno()
            kept = os.dup(file)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, file)
            stack.callback(stream.flush)
            os.dup2(nowhere.fileno(), file)
        yield


def against_the_computer(game: Game, seat: str | None = None, opponent: str | None = None) -> dict[str, str]:
    """One seat for a person, the first unless another is wanted, and an opponent in every other."""
    person, other = seat or game.seats[0], opponent or default_level(game)
    return {seat: HUMAN if seat == person else other for seat in game.seats}


def possible_players(game: Game) -> list[str]:
    """Who can play a seat of a game."""
    return [HUMAN, *levels(game), *player_names(game)]
