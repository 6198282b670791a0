"""The list of tables: what it says of each, and which events change that."""

from feint.server.clock import initial_time
from feint.server.event_store import LobbyEntry
from feint.server.table import REVEAL_TIME, Table
from feint.server.table_events import ENDING, OPENED, REVEALED, SEATED, Event
from feint.server.viewer import table_info

LISTED = {OPENED, SEATED, REVEALED, *ENDING}  # kinds of events that change it


def lobby_entry(table: Table, events: list[Event]) -> LobbyEntry | None:
    """What the list of tables says after these events, if they change it; that a choice ends a match comes later."""
    if all(event.kind not in LISTED for event in events):
        return None
    kinds = {event.kind for event in events}
    seated = {seat: holder.who for seat, holder in table.seats.holders.items()}
    seated |= {event.facts["seat"]: event.facts["who"] for event in events if event.kind == SEATED}
    shown = {**table_info(table), "seats": {seat: seated.get(seat) for seat in table.game.seats}}
    revealed = {*table.seats.strings, *(event.facts["seat"] for event in events if "string" in event.facts)}
    due = None
    if SEATED in kinds and len(revealed) < len(seated) == len(table.game.seats):
        due = events[-1].at + REVEAL_TIME
    elif kinds & {SEATED, REVEALED} and len(revealed) == len(table.game.seats) and table.clock is not None:
        due = events[-1].at + initial_time(table.clock)
    return LobbyEntry(table.public, not kinds.isdisjoint(ENDING), shown, due=due)
