"""How a table begins: what may be opened, with its secret drawn and its bots seated; also for a rematch."""

import base64
import hashlib
from collections.abc import Mapping
from typing import Any

from feint.bots.players import check_player
from feint.core.fairness import new_secret, new_string
from feint.core.game import Game, game_names
from feint.core.match import HUMAN
from feint.server.clock import check_clock
from feint.server.table import OPENED, SEATED, Event, Refused, Table, game_with_rulings

MAX_BOT_SECONDS = 10.0  # that a bot may take for one choice


def opening_events(
    name: str,
    rulings: Mapping[str, str | int | None],
    bots: Mapping[str, str],
    public: bool,
    clock: Mapping[str, int | float] | None = None,
) -> list[Event]:
    """The events that open a table."""
    if name not in game_names():  # a name, never a place to run code from
        raise Refused(f"there is no game called {name[:40]}; there are {', '.join(game_names())}")
    known = game_with_rulings(name, ()).all_rulings
    if strange := [ruling for ruling in rulings if ruling not in known]:  # nor a file to read
        raise Refused(f"{name} has no ruling called {strange[0][:40]}")
    game = game_with_rulings(name, tuple(rulings.items()))
    for seat, bot in bots.items():
        game.seat_number(seat)
        check_player(game, bot)
        _check_thinking_time(bot)
    if len(bots) == len(game.seats):
        raise Refused("bots alone need no table: leave a seat for someone")
    return _events(game, bots, {"public": public, "clock": check_clock(clock)})


def rematch_events(table: Table) -> tuple[str, list[Event]]:
    """The name of the table where a match is played again, and the events that open it.

    The name follows from the old one: of two who ask at the same time, in whichever processes, only one can open it.
    """
    seated = {table.next_seat(seat): holder for seat, holder in table.seated.items()}
    bots = {seat: holder.who for seat, holder in seated.items() if holder.who != HUMAN}
    reserved = {seat: seated[seat].token_hash for seat in table.game.seats if seated[seat].who == HUMAN}
    facts = {"public": table.public, "clock": table.clock, "reserved": reserved}
    name = base64.urlsafe_b64encode(hashlib.sha256(f"rematch of {table.id}".encode()).digest()[:16])
    return name.decode().rstrip("="), _events(table.game, bots, facts)


def _events(game: Game, bots: Mapping[str, str], facts: dict[str, Any]) -> list[Event]:
    """A new secret, and the bots, whose strings are known together with the commitment."""
    opened = {"game": game.name, "version": game.version, "rulings": game.rulings, "secret": new_secret(), **facts}
    seated = [{"seat": seat, "who": bots[seat], "string": new_string()} for seat in game.seats if seat in bots]
    return [Event(OPENED, opened), *(Event(SEATED, facts) for facts in seated)]


def _check_thinking_time(bot: str) -> None:
    """A bot that thinks for minutes at someone else's expense is refused; and one whose time tells what it holds."""
    name, _, level = bot.partition(":")
    if level and not level.endswith("s"):
        raise Refused(f"how long {bot} takes would tell what it holds; at a table it is {name}:1s, or other seconds")
    if level and float(level[:-1]) > MAX_BOT_SECONDS:
        raise Refused(f"{bot} thinks too long for a table: {MAX_BOT_SECONDS:g} s at most")
