"""How a table begins: what may be opened, with its secret drawn and its bots seated; also for a rematch."""

import base64
import hashlib
from collections.abc import Mapping
from typing import Any

from feint.bots.levels import SEARCH
from feint.bots.players import check_player, resolve
from feint.core.fairness import new_secret, new_string
from feint.core.game import Game, game_names
from feint.core.match import HUMAN, Match
from feint.kernel.simultaneous import group_start
from feint.server.clock import check_clock
from feint.server.errors import Refused
from feint.server.table import Table, game_with_rulings, recorded_match
from feint.server.table_events import OPENED, PROOF, SEATED, Event

MAX_BOT_SECONDS = 10.0  # that a bot may take for one decision


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
    _check_bots(game, bots)
    if len(bots) == len(game.seats):
        raise Refused("a table needs a seat for at least one person")
    return _events(game, bots, {"public": public, "clock": check_clock(clock)})


def branch_events(match: Match, step: int, bots: Mapping[str, str], open: bool) -> list[Event]:
    """The events that open a table where one person goes on from a step of a finished match, against bots.

    Where choices are made at once it goes on from before all of them: someone else's may not be known.
    """
    game = match.game
    if match.branched_at is not None:
        raise Refused("this match began in the middle of another; go on from that one instead")
    if game.own_data:
        raise Refused("this match was played with other data than the game's own, which a table can't have")
    _check_bots(game, bots)
    people = [seat for seat in game.seats if seat not in bots]
    if len(people) != 1:
        raise Refused("one person goes on from here, and bots have all other seats")
    if not 0 <= step <= len(match.steps):
        raise Refused(f"there is no step {step}: the match has {len(match.steps)}")
    begin = match.at(step, forfeit=False)
    if begin.pending and begin.pending[0] in game.seats:
        step = min(group_start(begin, game.seat_number(seat))[0] for seat in begin.pending)
    if begin.over:
        raise Refused("nothing is left to be played from there: it is the end")
    if not open and not game.can_redeal:
        raise Refused(f"{game.title} can't deal hidden things again; they have to stay as they were")
    branch = {"record": match.record(), "step": step, "open": open}
    recorded_match(branch["record"])  # now, and not when the seat is taken: it takes a while
    return _events(game, bots, {"public": False, "clock": None, "branch": branch})


def rematch_events(table: Table) -> tuple[str, list[Event]]:
    """The name of the table where a match is played again, and the events that open it.

    The name follows from the old one: of two who ask at the same time, in whichever processes, only one can open it.
    """
    seated = {table.next_seat(seat): holder for seat, holder in table.seats.holders.items()}
    bots = {seat: holder.who for seat, holder in seated.items() if holder.who != HUMAN}
    reserved = {seat: seated[seat].token_hash for seat in table.game.seats if seated[seat].who == HUMAN}
    facts = {"public": table.public, "clock": table.clock, "reserved": reserved}
    if table.branch is not None:
        facts["branch"] = table.branch
    name = base64.urlsafe_b64encode(hashlib.sha256(f"rematch of {table.id}".encode()).digest()[:16])
    return name.decode().rstrip("="), _events(table.game, bots, facts)


def _events(game: Game, bots: Mapping[str, str], facts: dict[str, Any]) -> list[Event]:
    """A new secret, and the bots, whose strings are known together with the commitment."""
    played = {"game": game.name, "version": game.version, "rulings": game.rulings}
    opened = {**played, "secret": new_secret(), "proof": PROOF, **facts}
    seated = [{"seat": seat, "who": bots[seat], "string": new_string()} for seat in game.seats if seat in bots]
    return [Event(OPENED, opened), *(Event(SEATED, facts) for facts in seated)]


def _check_bots(game: Game, bots: Mapping[str, str]) -> None:
    for seat, bot in bots.items():
        game.seat_number(seat)
        check_player(game, bot)
        _check_thinking_time(resolve(game, bot))


def _check_thinking_time(bot: str) -> None:
    """A bot that thinks for minutes at someone else's expense is refused; and one whose time tells what it holds."""
    name, _, time = bot.partition(":")
    if name != SEARCH or not time:
        return
    if not time.endswith("s"):
        raise Refused(
            f"how long {bot} takes could give its cards away; at a table use {name}:1s, or another number of seconds"
        )
    if float(time[:-1]) > MAX_BOT_SECONDS:
        raise Refused(f"{bot} thinks too long: at a table it has {MAX_BOT_SECONDS:g} s at most")
