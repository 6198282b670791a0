"""A table by itself, without a server: what it refuses, what is done already, and when it matters who has left."""

import pytest

from feint.server.opening import opening_events
from feint.server.table import AGREED, LEFT, SEATED, Event, Refused, Table, hash_token


def opened(bots: dict[str, str] | None = None) -> Table:
    return Table("table", opening_events("tower-siege", {}, bots or {}, True))


def sit(table: Table, *seats: str) -> Table:
    for seat in seats:
        table.add(Event(SEATED, {"seat": seat, "who": "human", "string": seat, "token": hash_token(seat)}))
    return table


def test_a_seat_that_is_taken() -> None:
    """Whoever wants it is told what else there is."""
    table = sit(opened(), "P1")
    with pytest.raises(Refused, match=r"^P1 is taken; P2 is open$"):
        table.take_seat("P1", "another", hash_token("another"))
    with pytest.raises(Refused, match=r"^P1 is taken, and so are all other seats, but you can watch$"):
        sit(table, "P2").take_seat("P1", "another", hash_token("another"))


def test_an_offer_that_stands_is_not_made_again() -> None:
    table = sit(opened(), "P1", "P2")
    [offer] = table.offer_draw("P1")
    table.add(offer)
    assert table.offer_draw("P1") == []
    for event in table.offer_draw("P2"):
        table.add(event)
    assert table.snapshots[-1].kind == AGREED
    assert table.offer_draw("P1") == table.offer_draw("P2") == []


def test_it_matters_who_has_left_while_another_person_waits() -> None:
    assert sit(opened(), "P1").disconnect("P1") == [], "the match hasn't begun"
    assert sit(opened({"P2": "random"}), "P1").disconnect("P1") == [], "only a bot is left"
    table = sit(opened(), "P1", "P2")
    [event] = table.disconnect("P1")
    assert event == Event(LEFT, {"seat": "P1"})
    table.add(event)
    assert table.disconnect("P1") == [], "it is known"
    assert table.disconnect("P2") == [Event(LEFT, {"seat": "P2"})]
    table.add(table.resign("P2")[0])
    assert table.disconnect("P2") == [], "it is over"


def test_what_is_closed_stays_closed() -> None:
    table = sit(opened(), "P1")
    with pytest.raises(Refused, match="P1 has joined and would lose a seat"):
        table.cancel([])
    [event] = table.cancel(["P1"])
    table.add(event)
    assert table.closed
    assert table.ended
    assert table.cancel(["P1"]) == []
    with pytest.raises(Refused, match=r"^this table is closed$"):
        table.take_seat("P2", "b", hash_token("b"))
