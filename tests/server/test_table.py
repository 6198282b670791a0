"""A table by itself, without a server: what it refuses, what is done already, and when it matters who has left."""

import pytest

from feint.core.fairness import string_commitment
from feint.server.errors import Refused
from feint.server.opening import opening_events
from feint.server.table import REVEAL_TIME, Table
from feint.server.table_events import AGREED, CLOSED, LEFT, SEATED, Event
from feint.server.table_seats import hash_token


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


def test_what_is_done_already() -> None:
    """Taking the same seat in the same way, and revealing the same string: there is nothing to do, and no refusal."""
    table, bound_by = opened(), string_commitment("P1", "s")
    table.add(table.take_seat("P1", None, hash_token("P1"), bound_by=bound_by)[0])
    assert table.take_seat("P1", None, hash_token("P1"), bound_by=bound_by) == []
    with pytest.raises(Refused, match="P1 is taken"):
        table.take_seat("P1", None, hash_token("P1"), bound_by=string_commitment("P1", "t"))
    sit(table, "P2")
    table.add(table.reveal("P1", "s")[0])
    assert table.reveal("P1", "s") == []


def test_what_was_taken_back_can_be_looked_at() -> None:
    """Each time as it was then, though it went on in another way, and further back, later."""
    table = sit(opened({"P2": "random"}), "P1")
    shown = []

    def note() -> None:
        match = table.match_between(table.snapshots[-1], table.snapshots[-1])
        assert match is not None
        shown.append((table.snapshots[-1], match.view("P1")))

    def play(*choices: str) -> None:
        for choice in choices:
            seat = table.playing.pending[0]
            id = f"{seat} {table.number}"
            table.add(table.choose(seat, id, table.choice_counts[seat], choice)[0])
            note()

    play("3", "rest", "2", "rest")
    table.add(table.undo("P1", "a")[0])
    note()
    play("1", "rest")
    for id in "bc":
        table.add(table.undo("P1", id)[0])
        note()
    play("rest", "rest")
    assert len({repr(view) for _, view in shown}) > 6
    for snapshot, view in shown:
        match = table.match_between(snapshot, snapshot)
        assert match is not None
        assert match.view("P1") == view


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


def test_whoever_is_bound_has_a_day_to_reveal_a_string() -> None:
    """From when the last is bound; then the table is closed, by the one who hasn't."""
    table = opened()
    for at, seat in ((1_000, "P1"), (5_000, "P2")):
        assert table.reveal_due is None
        bound = {"commitment": string_commitment(seat, seat), "token": hash_token(seat)}
        table.add(Event(SEATED, {"seat": seat, "who": "human", **bound}, at))
    table.add(table.reveal("P1", "P1")[0])
    assert table.seats.strings == {"P1": "P1"}
    due = 5_000 + REVEAL_TIME
    assert table.reveal_due == due
    assert table.overdue(due - 1) == []
    assert table.overdue(due) == [Event(CLOSED, {"by": "P2"})]
    table.add(table.reveal("P2", "P2")[0])
    assert table.reveal_due is None
    assert table.overdue(due) == []
