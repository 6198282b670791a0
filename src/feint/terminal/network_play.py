"""Playing at a table on a server. What is shown is only what the server has sent to this seat.

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
from feint.core.errors import FeintError
from feint.core.game import Game, game_names, load, load_stored
from feint.core.match import HUMAN
from feint.core.outcome import EndReason
from feint.protocol import TABLE_ID, Clock, outcome_of
from feint.terminal.clocks import clock_text, time_left
from feint.terminal.console import Quit
from feint.terminal.dialogue import QUIT_COMMANDS, Dialogue, changed_rulings, program_name, quit_on_hangup
from feint.terminal.network_console import NetworkConsole, OutOfDate
from feint.terminal.network_link import NetworkLink, printable
from feint.terminal.saves import folder, save
from feint.terminal.seat_tokens import SeatToken, take_seat
from feint.witness import Unfair

QUIT = ", quit (leave, and keep your seat)"
RESIGN = ", resign (give up)"
DRAW = ", draw (offer a draw, or accept one)"
CLAIM = ", claim (claim the win if an opponent stays away)"
STOP_WATCHING = ", quit (leave)"


def check_table_name(table: str) -> None:
    """Refuse what can't be a table's name."""
    if not re.fullmatch(TABLE_ID, table):
        raise FeintError("a table's name is 1 to 32 letters, digits, - and _; whoever opened the table knows it")


def join(server: str, table: str, seats: Mapping[str, str], only_watch: bool, record: Path | None, plain: bool) -> None:
    """Take a seat at a table, or watch, and play; and again at another table for as long as that is wanted."""
    wanted = next((seat for seat, who in seats.items() if who == HUMAN), None)
    with _suggest_retry(server, table):
        about = asyncio.run(client.request(server, f"/tables/{table}"))
        with _refuse_incompatible():
            _game(about)  # whatever can't be played here is said before a seat is taken
        token = None if only_watch else take_seat(server, table, wanted)
    console = NetworkConsole(plain)
    while True:
        link = NetworkLink(server, table, token, console.changed)
        console.follow(link)
        link.start()
        try:
            token = NetworkMatch(link, token, console, record).play()
        finally:
            link.stop()
        if token is None:
            return
        table, record = token.table, None  # the file that was named holds the first match


def open_table(server: str, game: Game, seats: Mapping[str, str], clock: Clock | None) -> str:
    """Open a table with the rulings that were given, and with the server's bots."""
    for seat in seats:
        game.seat_number(seat)
    bots = {seat: who for seat, who in seats.items() if who != HUMAN}
    rulings = {name: value for name, value in game.rulings.items() if name in game.given_options}
    return asyncio.run(client.open_table(server, game.name, rulings, bots, clock=clock))


def list_tables(server: str, as_json: bool) -> None:
    """Print the public tables, and how to join each."""
    tables = asyncio.run(client.request(server, "/tables"))
    if as_json:
        print(json.dumps(tables, indent=2))
        return
    with _refuse_incompatible():
        for table in printable(tables):
            seats = [f"{seat} {'open' if who is None else who}" for seat, who in table["seats"].items()]
            print(f"{table['title']}: {', '.join(seats)}{_changed_rulings_of(table)}")
            if clock := table.get("clock"):
                print(f"    Clock: {clock_text(clock)}")
            what = "Join" if None in table["seats"].values() else "Watch"
            print(f"    {what} with: {_how_to_join(server, table['table'])}")
    if not tables:
        print(f"No tables are open at {server}. Open one with: {program_name()} play GAME --server {quote(server)}")


def _changed_rulings_of(table: dict[str, Any]) -> str:
    """The rulings of a listed table that aren't the defaults, if the game is known here."""
    if table["game"] not in game_names():
        return ""
    rulings = load(table["game"]).all_rulings
    changed = [f"{name}={value}" for name, value in table["rulings"].items() if value != rulings[name].default]
    return f"  ({', '.join(changed)})" if changed else ""


@contextmanager
def server_errors() -> Iterator[None]:
    """What a server refuses is said in its own words, without control characters."""
    try:
        yield
    except client.ServerError as error:
        raise FeintError(printable(str(error))) from None


@contextmanager
def _refuse_incompatible() -> Iterator[None]:
    """A view may come from a server with other rules, or a hostile one: then one sentence is enough."""
    try:
        yield
    except (FeintError, Quit, OutOfDate):
        raise
    except Exception as error:  # whatever a game's screen stumbles over
        raise FeintError(client.INCOMPATIBLE) from error


def _game(facts: Mapping[str, Any]) -> Game:
    """The game that is played at a table: one that is known here, never a folder or file that a server names."""
    name, rulings = facts["game"], facts["rulings"]
    if name not in game_names():
        own = "if it is someone's own, name your copy of its folder: feint play FOLDER --server URL --table TABLE"
        raise FeintError(f"the table plays {name}, a game that isn't known here; {own}")
    if unknown := [ruling for ruling in rulings if ruling not in load(name).all_rulings]:
        raise FeintError(f"the table plays {name} with the ruling {unknown[0]}, which this version doesn't have")
    return load_stored(name, **rulings)


def _how_to_join(server: str, table: str, me: bool = True, game: Game | None = None) -> str:
    """The command that joins a table, for oneself or for a friend elsewhere; one's own game is named by its folder."""
    option = f"--table={table}" if table.startswith("-") else f"--table {table}"
    folder = ""
    if game is not None and not game.is_builtin:
        folder = f"{quote(str(game.folder) if me else f'./{game.folder.name}')} "
    return f"{program_name() if me else 'feint'} play {folder}--server {quote(server)} {option}"


@contextmanager
def _suggest_retry(server: str, table: str) -> Iterator[None]:
    """If the server falls silent while one sits down, the seat may have been taken: joining again finds it."""
    try:
        yield
    except client.ConnectionLost as lost:
        raise FeintError(f"{printable(str(lost))}; try again with: {_how_to_join(server, table)}") from None


class NetworkMatch:
    """A match at a network table, played or watched from this terminal."""

    def __init__(
        self, link: NetworkLink, token: SeatToken | None, console: NetworkConsole, record: Path | None
    ) -> None:
        self.link = link
        self.token = token
        self.console = console
        self.record = record
        with _refuse_incompatible():
            self.game = _game(link.facts)
        self.dialogue = Dialogue(self.game, console)
        console.prompt_note = self._time_left
        self.shown = 0  # lines of the log
        self.offers: list[str] = []  # of a draw, as they were last looked at

    def play(self) -> SeatToken | None:
        """Play to the end, or until someone leaves; the seat in a rematch, if there is one."""
        self._welcome()
        try:
            with quit_on_hangup():
                # Facts change at any time: what is done next rests on those that were looked at, or an end is missed.
                while (facts := self.link.facts)["ended"] is None:
                    self._show_log()
                    with _refuse_incompatible():
                        self.console.report_connection()
                        self._next(facts)
                if self._show_end() and self.token is not None:
                    with _refuse_incompatible():
                        return self._play_again(self.token)
        except (Quit, KeyboardInterrupt):
            self.console.say()
            if self.token is not None:
                again = _how_to_join(self.link.server, self.link.table, game=self.game)
                self.console.note(f"Your seat is kept. Come back with: {again}")
        return None

    def _welcome(self) -> None:
        doing = f"You are {self.token.seat}" if self.token else "You are watching"
        self.console.note(f"{doing} at a table of {self.game.title}.")
        if rulings := changed_rulings(self.game):
            self.console.note(f"Rulings: {rulings}")
        if clock := self.link.facts.get("clock"):
            with _refuse_incompatible():
                self.console.note(f"Clock: {clock_text(clock)}")
        if self.link.facts["view"] is None and not self.link.facts.get("reserved"):
            self.console.note(
                f"Others join with: {_how_to_join(self.link.server, self.link.table, me=False, game=self.game)}"
            )

    def _next(self, facts: Mapping[str, Any]) -> None:
        """Do what is due now: choose, or wait."""
        if facts["view"] is None:
            free = " and ".join(seat for seat, player in facts["seats"].items() if player is None)
            rematch = bool(facts.get("reserved"))  # seats are kept for those who played the match before
            hidden = " and ".join(
                seat for seat, player in facts["seats"].items() if player and player["string"] is None
            )
            if free:
                self._wait(f"Waiting for {free} to {'play again' if rematch else 'join'} ...", facts)
            else:
                self._wait(f"Waiting for {hidden} to come back, so that the match can begin ...", facts)
        elif facts["legal"]:
            self._choose(facts)
        else:
            if self.token is None:
                self.dialogue.draw(facts["view"], unless_drawn=True)
            self._wait(self._waiting_for(facts), facts)

    def _waiting_for(self, facts: Mapping[str, Any]) -> str:
        """Whose turn it is; of a bot, what it does."""
        pending, preparing = facts["view"]["pending"], self.link.preparing
        if people := [seat for seat in pending if facts["seats"][seat]["who"] == HUMAN]:
            return f"Waiting for {' and '.join(people)} ..."
        work = {"compiling": "is compiling the rules", "solving": "is solving the game"}
        doing = [f"{seat} {work.get(preparing.get(seat, ''), 'is thinking')}" for seat in pending]
        return f"{', '.join(doing)} ..."

    def _wait(self, line: str, facts: Mapping[str, Any]) -> None:
        """Wait for the next change."""
        self._set_commands([])
        preparing = self.link.preparing
        self.console.wait_for_others(
            line, lambda: self.link.facts["number"] != facts["number"] or self.link.preparing != preparing
        )

    def _choose(self, facts: Mapping[str, Any]) -> None:
        view, legal, seat = facts["view"], facts["legal"], facts["seat"]
        if facts.get("forced"):  # the server knows whether the time that an answer takes would tell anyone anything
            choice = self.dialogue.only_choice(legal[0])
        else:
            self._set_commands(legal)
            self.console.is_out_of_date = lambda: self._is_out_of_date(facts)
            self.dialogue.draw(view, unless_drawn=True)
            try:
                choice = self.dialogue.ask(seat, view, legal, hidden=False)
            except OutOfDate:
                return
        self._request({"type": "choose", "ask": facts["ask"], "choice": choice})

    def _is_out_of_date(self, facts: Mapping[str, Any]) -> bool:
        """Whether a question no longer stands, or something has happened that must be shown first."""
        now = self.link.facts
        changed = now["ask"] != facts["ask"] or now["ended"] is not None
        return changed or len(now["log"]) > self.shown or self._new_offers() != []

    def _set_commands(self, legal: list[str]) -> None:
        self.console.must_look_away = []
        playing = self.link.facts["view"] is not None
        can_resign = self.token is not None and playing
        can_claim = can_resign and len(_people(self.link.facts)) > 1
        more = (
            (RESIGN + DRAW if can_resign else "")
            + (CLAIM if can_claim else "")
            + (QUIT if self.token else STOP_WATCHING)
        )
        self.console.commands = self.dialogue.commands(lambda: self.link.facts["view"], legal, more)
        if can_resign:
            self.console.commands["resign"] = self._resign
            self.console.commands["draw"] = self._offer_draw
        if can_claim:
            self.console.commands["claim"] = self._claim
        if not playing:
            self.console.commands["board"] = lambda: self.console.note("The match hasn't started yet.")

    def _resign(self) -> None:
        answer = self.console.read("Really resign? [y/N] ").lower()
        if answer in ("y", "yes"):
            self._request({"type": "resign"})
            raise OutOfDate
        self.console.note("You play on.")

    def _offer_draw(self) -> None:
        self._request({"type": "draw"})
        if self.link.facts["ended"] is not None:
            raise OutOfDate
        if not self.link.refusal:
            self.console.note("You offer a draw. It stands until someone else plays on.")

    def _claim(self) -> None:
        self._request({"type": "claim"})
        if self.link.facts["ended"] is not None:
            raise OutOfDate

    def _time_left(self) -> str:
        """How long each seat has left, if there is a clock and it runs."""
        left = self.link.clock
        return "" if left is None else time_left(left, self.link.facts["seat"])

    def _request(self, message: dict[str, Any]) -> None:
        """Send a request and wait for the answer, however often the connection is lost meanwhile."""
        self.link.send(message)
        self.console.wait_until(lambda: self.link.request is None)
        if self.link.refusal:
            self.console.note(f"{printable(self.link.refusal)}.")

    def _show_log(self) -> None:
        log = self.link.facts["log"]
        self.dialogue.show_log(log[self.shown :], from_the_beginning=not self.shown)
        self.shown = len(log)
        for seat in self._new_offers():
            self.console.note(
                f"{seat} offers a draw. Type draw to accept, or play on." if self.token else f"{seat} offers a draw."
            )
        self.offers = self.link.facts.get("draw", [])

    def _new_offers(self) -> list[str]:
        """The seats of others that offer a draw, and of which that was not said yet."""
        standing = self.link.facts.get("draw", [])
        return [seat for seat in standing if seat not in self.offers and seat != self.link.facts["seat"]]

    def _show_end(self) -> bool:
        """How it ended, and the record that proves it; whether there is one."""
        self._show_log()
        facts = self.link.facts
        with _refuse_incompatible():
            end, scores = outcome_of(facts["ended"]), facts["ended"]["scores"]
            if end.reason != EndReason.RULES:
                self.console.say(f"{end.text[0].upper()}{end.text[1:]}.")
            if facts["view"] is not None:
                self.dialogue.draw(facts["view"], unless_drawn=True)
            if scores is None:
                return False
            self.console.note(f"Result: {', '.join(f'{seat} {score:g}' for seat, score in scores.items())}")
        try:
            path = self._save()
        except Unfair as error:
            self.console.note(f"This match wasn't fair: {printable(str(error))}.")
            return False
        except (FeintError, KeyboardInterrupt) as error:
            again = _how_to_join(self.link.server, self.link.table, game=self.game)
            self.console.note(f"The record was not saved: {printable(str(error))}.\nTry again with: {again}")
            return False
        shown = quote(str(path)) + ("" if self.game.is_builtin else f" --game {quote(str(self.game.folder))}")
        self.console.note(f"Saved to {path}\nWatch it again with: {program_name()} replay {shown}")
        self.console.note(f"Check that it was fair with: {program_name()} check {shown}")
        return True

    def _play_again(self, token: SeatToken) -> SeatToken | None:
        """The seat in a rematch, if one is wanted. The old token leads there, so it is kept until then."""
        if not self._wants_rematch():
            token.forget()
            return None
        if self.link.facts["rematch"] is None:
            self._request({"type": "rematch"})
        found = self.link.facts["rematch"]
        if found is None:
            self.console.note(f"Try again with: {_how_to_join(self.link.server, self.link.table, game=self.game)}")
            return None
        if not re.fullmatch(TABLE_ID, found["table"]):
            raise FeintError(client.INCOMPATIBLE)
        with _suggest_retry(self.link.server, self.link.table):
            again = take_seat(self.link.server, found["table"], str(found["seat"]), token.token)
        if again is None:
            self.console.note("That match is already over.")
        token.forget()
        return again

    def _wants_rematch(self) -> bool:
        """Ask whether to play again, and once more if an opponent has asked meanwhile. To leave is to say no."""
        self.console.commands = dict(QUIT_COMMANDS)
        while True:
            known = self.link.facts["rematch"]
            if known is not None and known["by"] != self.link.facts["seat"]:
                self.console.note(f"{known['by']} wants to play again.")
            self.console.is_out_of_date = partial(self._asked_since, known)
            try:
                answer = self.console.read("Play again? [y/N] ").lower()
                if answer in ("y", "yes", "", "n", "no"):
                    return answer.startswith("y")
                self.console.note("Enter y to play again, or n to leave.")
            except OutOfDate:
                continue
            except Quit:
                self.console.say()
                return False

    def _asked_since(self, known: Any) -> bool:
        return bool(self.link.facts["rematch"] != known)

    def _save(self) -> Path:
        """Fetch the record, verify it against what was seen, and save it."""
        text = asyncio.run(client.request(self.link.server, f"/tables/{self.link.table}/record"))
        match = self.link.witness.check_record(text, self.link.facts["ended"])
        if match is None:
            raise FeintError("the match began in the middle of another, so its record can't be replayed")
        path = self.record or folder() / f"{match.game.name}-{self.link.table}.feint"
        save(match, path)
        return path


def _people(facts: Mapping[str, Any]) -> list[str]:
    """The seats that people play."""
    return [seat for seat, player in facts["seats"].items() if player and player["who"] == HUMAN]
