"""`feint play --server URL`: sitting at a network table. What is shown is only what the server has sent to this seat.

The game's own screen draws and asks, from the view and the choices that the server sends, as it does at one keyboard.
"""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from feint import client
from feint.core.errors import BadRecord, FeintError
from feint.core.extras import require_extra
from feint.core.game import Game, game_names, load
from feint.core.match import Match
from feint.core.outcome import EndReason
from feint.core.record import replay
from feint.protocol import TABLE_ID, Clock, outcome_of
from feint.terminal.console import Quit
from feint.terminal.dialogue import LEAVE, Dialogue, command, hang_up_is_quit, other_rulings
from feint.terminal.network_console import Changed, NetworkConsole
from feint.terminal.network_link import STRANGE, Link, printable
from feint.terminal.saves import folder, save
from feint.terminal.seat_tokens import SeatToken, take_seat
from feint.terminal.timing import clock_text, time_left

HUMAN = "human"
QUIT = ", quit: leave, and keep the seat"
RESIGN = ", resign: give up"
CLAIM = ", claim: have the win if another has left for long"
STOP = ", quit: leave"


def run(
    server: str,
    table: str | None,
    game: Game | None,
    seats: Mapping[str, str],
    clock: Clock | None,
    only_watch: bool,
    as_json: bool,
    record: Path | None,
    plain: bool,
) -> None:
    """Open a table for a game, join the table of that name, or list the tables that there are."""
    if table is not None and game is not None:
        raise FeintError(f"a table has its game already: leave {game.name} or --table out")
    if clock is not None and game is None:
        raise FeintError("--clock goes with the game that opens a network table")
    if only_watch and (table is None or seats):
        raise FeintError("--watch goes with --table, and without --seat")
    if as_json and (table or game):
        raise FeintError("--json is for the list of tables: leave out what else is asked for")
    if game is not None and not game.is_builtin:
        raise FeintError(f"a network table has only the games on the shelf: {', '.join(game_names())}")
    if table is not None and not re.fullmatch(TABLE_ID, table):
        raise FeintError("a table's name is 1 to 32 letters, digits, - and _; it was told to whoever opened it")
    server = server.rstrip("/")
    with _words_of_the_server():
        require_extra("websockets", "server")
        if game is not None:
            table = _open(server, game, seats, clock)
        if table is None:
            _list(server, as_json)
            return
        mine = next((seat for seat, who in seats.items() if who == HUMAN), None)
        with _or_come_back(server, table):
            held = None if only_watch else take_seat(server, table, mine)
        _stay(server, table, held, NetworkConsole(plain), record)


def _stay(server: str, table: str, held: SeatToken | None, terminal: NetworkConsole, record: Path | None) -> None:
    """Play, and again at another table for as long as that is wanted."""
    while True:
        link = Link(server, table, held.token if held else None, terminal.news)
        terminal.follow(link)
        link.start()
        try:
            held = NetworkMatch(link, held, terminal, record).play()
        finally:
            link.stop()
        if held is None:
            return
        table, record = held.table, None  # a file of one's own choosing has the first match


def _open(server: str, game: Game, seats: Mapping[str, str], clock: Clock | None) -> str:
    """Open a table with the rulings that were given, and with bots of the house."""
    for seat in seats:
        game.seat_number(seat)
    bots = {seat: who for seat, who in seats.items() if who != HUMAN}
    rulings = {name: value for name, value in game.rulings.items() if name in game.given_options}
    table: str = _now(client.open_table(server, game.name, rulings, bots, clock=clock))
    return table


def _list(server: str, as_json: bool) -> None:
    """Print the tables that are open to all, and how to join each."""
    found = _now(client.request(server, "/tables"))
    if as_json:
        print(json.dumps(found, indent=2))
        return
    with _fitting():
        for one in printable(found):
            seats = [f"{seat} {'free' if who is None else who}" for seat, who in one["seats"].items()]
            print(f"{one['title']}: {', '.join(seats)}{_changed(one)}")
            if clock := one.get("clock"):
                print(f"    Clock: {clock_text(clock)}")
            what = "Join" if None in one["seats"].values() else "Watch"
            print(f"    {what} with: {_how_to_join(server, one['table'])}")
    if not found:
        print(f"No table is open at {server}. Open one with: {command()} play GAME --server {quote(server)}")


def _changed(one: dict[str, Any]) -> str:
    """The rulings of a listed table that aren't the book's, if the game is known here."""
    if one["game"] not in game_names():
        return ""
    rulings = load(one["game"]).all_rulings
    changed = [f"{name}={value}" for name, value in one["rulings"].items() if value != rulings[name].default]
    return f"  ({', '.join(changed)})" if changed else ""


def _now(work: Any) -> Any:
    """What the server answers."""
    return asyncio.run(work)


@contextmanager
def _words_of_the_server() -> Iterator[None]:
    """What a server refuses is said in its own words, without what a terminal would obey."""
    try:
        yield
    except client.ServerError as error:
        raise FeintError(printable(str(error))) from None


@contextmanager
def _fitting() -> Iterator[None]:
    """A view may come from a server with other rules, or one that means no good: then one sentence is enough."""
    try:
        yield
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, OverflowError) as error:
        if isinstance(error, FeintError):
            raise
        raise FeintError(STRANGE) from error


def _game(facts: Mapping[str, Any]) -> Game:
    """The game that is played at a table: one from the shelf, never a folder or a file that a server names."""
    name, rulings = facts["game"], facts["rulings"]
    if name not in game_names():
        raise FeintError(f"{name} is played there, which is no game of this version of Feint")
    if strange := [ruling for ruling in rulings if ruling not in load(name).all_rulings]:
        raise FeintError(f"{name} is played there with a ruling {strange[0]}, which this version of Feint doesn't have")
    return load(name, **rulings)


def _how_to_join(server: str, table: str, me: bool = True) -> str:
    """The command that leads to a table, for oneself or for a friend elsewhere."""
    option = f"--table={table}" if table.startswith("-") else f"--table {table}"
    return f"{command() if me else 'feint'} play --server {quote(server)} {option}"


@contextmanager
def _or_come_back(server: str, table: str) -> Iterator[None]:
    """If the server falls silent while one sits down, the seat may have been taken: coming to that table finds it."""
    try:
        yield
    except client.ConnectionLost as lost:
        raise FeintError(f"{printable(str(lost))}; try again with: {_how_to_join(server, table)}") from None


class NetworkMatch:
    """Someone at a network table, in a seat or to watch."""

    def __init__(self, link: Link, held: SeatToken | None, table: NetworkConsole, record: Path | None) -> None:
        self.link = link
        self.held = held
        self.table = table
        self.record = record
        with _fitting():
            self.game = _game(link.facts)
        self.dialogue = Dialogue(self.game, table)
        table.remark = self._time
        self.told = 0  # lines of the log

    def play(self) -> SeatToken | None:
        """Play to the end, or until someone leaves; the seat in a rematch, if there is to be one."""
        self._welcome()
        try:
            with hang_up_is_quit():
                while self.link.facts["ended"] is None:
                    self._tell()
                    with _fitting():
                        self.table.say_how_it_stands()
                        self._next(self.link.facts)
                if self._tell_the_end() and self.held is not None:
                    with _fitting():
                        return self._play_again(self.held)
        except (Quit, KeyboardInterrupt):
            self.table.say()
            if self.held is not None:
                again = _how_to_join(self.link.server, self.link.table)
                self.table.note(f"Your seat stays yours. Come back with: {again}")
        return None

    def _welcome(self) -> None:
        self.table.note(f"{f'You are {self.held.seat}' if self.held else 'You watch'} at a table of {self.game.title}.")
        if rulings := other_rulings(self.game):
            self.table.note(f"Rulings: {rulings}")
        if clock := self.link.facts.get("clock"):
            with _fitting():
                self.table.note(f"Clock: {clock_text(clock)}")
        if self.link.facts["view"] is None and not self.link.facts.get("reserved"):
            self.table.note(f"Others join with: {_how_to_join(self.link.server, self.link.table, me=False)}")

    def _next(self, facts: Mapping[str, Any]) -> None:
        """Whatever is to be done now: choose, or wait."""
        if facts["view"] is None:
            free = [seat for seat, sitter in facts["seats"].items() if sitter is None]
            kept = bool(facts.get("reserved"))  # for who played the match before
            whom = f"{' and '.join(free)} to play again" if kept else f"someone to take {' and '.join(free)}"
            self._wait(f"Waiting for {whom} ...", facts)
        elif facts["legal"]:
            self._choose(facts)
        else:
            if self.held is None:
                self.dialogue.draw(facts["view"], unless_drawn=True)
            self._wait(f"Waiting for {' and '.join(facts['view']['pending'])} ...", facts)

    def _wait(self, line: str, facts: Mapping[str, Any]) -> None:
        """Wait for the next change."""
        self._set_commands([])
        self.table.wait(line, lambda: self.link.facts["number"] != facts["number"])

    def _choose(self, facts: Mapping[str, Any]) -> None:
        view, legal, seat = facts["view"], facts["legal"], facts["seat"]
        # Whether it is asked depends on what all may see, so that not even how fast one answers tells anything.
        if len(legal) == 1 and self.dialogue.game.need_not_ask(view, alone=False):  # anyone can watch
            choice = legal[0]
        else:
            self._set_commands(legal)
            self.table.stale = lambda: self._is_stale(facts)
            self.dialogue.draw(view, unless_drawn=True)
            try:
                choice = self.dialogue.ask(seat, view, legal, hidden=False)
            except Changed:
                return
        self._do({"type": "choose", "ask": facts["ask"], "choice": choice})

    def _is_stale(self, facts: Mapping[str, Any]) -> bool:
        """Whether a question is no longer what is to be asked, or something has happened that is to be told first."""
        now = self.link.facts
        return now["ask"] != facts["ask"] or now["ended"] is not None or len(now["log"]) > self.told

    def _set_commands(self, legal: list[str]) -> None:
        self.table.looks_away = []
        playing = self.link.facts["view"] is not None
        can_resign = self.held is not None and playing
        can_claim = can_resign and len(_people(self.link.facts)) > 1
        more = (RESIGN if can_resign else "") + (CLAIM if can_claim else "") + (QUIT if self.held else STOP)
        self.table.commands = self.dialogue.commands(lambda: self.link.facts["view"], legal, more)
        if can_resign:
            self.table.commands["resign"] = self._resign
        if can_claim:
            self.table.commands["claim"] = self._claim
        if not playing:
            self.table.commands["board"] = lambda: self.table.note("The match has not begun.")

    def _resign(self) -> None:
        answer = self.table.read("Do you give up? (yes or no) ").lower()
        if answer in ("y", "yes"):
            self._do({"type": "resign"})
            raise Changed
        self.table.note("You play on.")

    def _claim(self) -> None:
        self._do({"type": "claim"})
        if self.link.facts["ended"] is not None:
            raise Changed

    def _time(self) -> str:
        """How long each has left, if there is a clock and it runs."""
        left = self.link.clock
        return "" if left is None else time_left(left, self.link.facts["seat"])

    def _do(self, message: dict[str, Any]) -> None:
        """Have something done, however often the connection is lost meanwhile."""
        self.link.do(message)
        self.table.until(lambda: self.link.unanswered is None)
        if self.link.refused:
            self.table.note(f"{printable(self.link.refused)}.")

    def _tell(self) -> None:
        log = self.link.facts["log"]
        self.dialogue.tell(log[self.told :], from_the_beginning=not self.told)
        self.told = len(log)

    def _tell_the_end(self) -> bool:
        """How it ended, and the record that proves it; whether there is one."""
        self._tell()
        facts = self.link.facts
        with _fitting():
            end, scores = outcome_of(facts["ended"]), facts["ended"]["scores"]
            if end.reason != EndReason.RULES:
                self.table.say(f"{end.text[0].upper()}{end.text[1:]}.")
            if facts["view"] is not None:
                self.dialogue.draw(facts["view"], unless_drawn=True)
            if scores is None:
                return False
            self.table.note(f"Result: {', '.join(f'{seat} {score:g}' for seat, score in scores.items())}")
        try:
            path = self._save()
        except (FeintError, KeyboardInterrupt) as error:
            again = _how_to_join(self.link.server, self.link.table)
            self.table.note(f"The record was not saved: {printable(str(error))}.\nTry again with: {again}")
            return False
        shown = quote(str(path))
        self.table.note(f"Saved to {path}\nLook at it again with: {command()} replay {shown}")
        self.table.note(f"Prove that it was fair with: {command()} check {shown}")
        return True

    def _play_again(self, held: SeatToken) -> SeatToken | None:
        """The seat in a rematch, if one is wanted. The old one is what leads there, so it is kept until then."""
        if not self._wants_rematch():
            held.forget()
            return None
        if self.link.facts["rematch"] is None:
            self._do({"type": "rematch"})
        found = self.link.facts["rematch"]
        if found is None:
            self.table.note(f"Try again with: {_how_to_join(self.link.server, self.link.table)}")
            return None
        if not re.fullmatch(TABLE_ID, found["table"]):
            raise FeintError(STRANGE)
        with _or_come_back(self.link.server, self.link.table):
            again = take_seat(self.link.server, found["table"], str(found["seat"]), held.token)
        if again is None:
            self.table.note("That match is over already.")
        held.forget()
        return again

    def _wants_rematch(self) -> bool:
        """Ask whether to play again, and once more if another has asked for it meanwhile. To leave is to say no."""
        self.table.commands = dict(LEAVE)
        while True:
            known = self.link.facts["rematch"]
            if known is not None and known["by"] != self.link.facts["seat"]:
                self.table.note(f"{known['by']} wants to play again.")
            self.table.stale = partial(self._asked_since, known)
            try:
                answer = self.table.read("Play again? [y/N] ").lower()
                if answer in ("y", "yes", "", "n", "no"):
                    return answer.startswith("y")
                self.table.note("Enter y to play again, or n to leave.")
            except Changed:
                continue
            except Quit:
                self.table.say()
                return False

    def _asked_since(self, known: Any) -> bool:
        return bool(self.link.facts["rematch"] != known)

    def _save(self) -> Path:
        """Fetch the record, see that it holds, and save it."""
        try:
            match = replay(_now(client.request(self.link.server, f"/tables/{self.link.table}/record")))
        except BadRecord as error:
            raise FeintError(f"the server's record doesn't hold: {error}") from None
        _check_promise(match, self.held)
        path = self.record or folder() / f"{match.game.name}-{self.link.table}.feint"
        save(match, path)
        return path


def _people(facts: Mapping[str, Any]) -> list[str]:
    """The seats that people sit in."""
    return [seat for seat, sitter in facts["seats"].items() if sitter and sitter["who"] == HUMAN]


def _check_promise(match: Match, held: SeatToken | None) -> None:
    """Refuse a record that isn't made from what was promised when one sat down."""
    fairness = match.fairness
    if fairness is None:
        raise FeintError("the server's record has no proof that chance was fair")
    if held and (fairness.commitment, fairness.strings[held.seat]) != (held.commitment, held.string):
        raise FeintError("chance was not made from the secret that was promised and the string that you brought")
