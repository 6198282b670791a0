"""The first events of a table: what is refused before anything is stored, and what a match that goes on has not."""

import asyncio

import pytest

import feint
from feint.core.chain import end_link, next_head
from feint.core.errors import FeintError
from feint.core.outcome import EndReason
from feint.server.errors import Refused
from feint.server.opening import branch_events, opening_events, rematch_events
from feint.server.session import TryLock
from feint.server.table import Table
from feint.server.table_events import AGREED, SEATED, Event
from feint.server.table_seats import hash_token
from kit.server import run

SEATS = ("P1", "P2")


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ({"P7": "random"}, "has no seat called P7"),
        ({"P2": "nobody"}, "there is no player called nobody"),
        ({"P2": "search:500"}, "could give its cards away"),
        ({"P2": "search:3000s"}, "thinks too long"),
        ({"P1": "random", "P2": "random"}, "a seat for at least one person"),
    ],
)
def test_bots_that_cannot_sit_here(bots: dict[str, str], says: str) -> None:
    with pytest.raises(FeintError, match=says):
        opening_events("tower-siege", {}, bots, True)


def test_one_person_goes_on_from_the_middle() -> None:
    """Against bots; and such a match has no chain, since it can't be replayed."""
    match = feint.load("tower-siege").start(seed=1)
    match.play("P1", "3")
    match.resign("P2")
    for bots in ({}, {"P1": "random", "P2": "random"}):
        with pytest.raises(Refused, match="one person goes on from here"):
            branch_events(match, 1, bots, True)
    table = Table("table", branch_events(match, 1, {"P2": "random"}, True))
    assert table.seats.ordered
    assert (table.seats.chain, table.seats.head_mark) == ([], None)
    table.add(Event(SEATED, {"seat": "P1", "who": "human", "string": "a", "token": hash_token("a")}))
    assert [step.text for step in table.playing.steps] == ["3"]
    table.add(table.resign("P1")[0])
    _, [opened, *_] = rematch_events(table)
    assert opened.facts["branch"] == table.branch, "it goes on from there again"


def test_an_agreed_draw_is_part_of_the_chain() -> None:
    table = Table("table", opening_events("tower-siege", {}, {}, True))
    for seat in SEATS:
        table.add(Event(SEATED, {"seat": seat, "who": "human", "string": seat, "token": hash_token(seat)}))
    before = table.seats.chain[-1]
    table.add(Event(AGREED, {}))
    assert table.secret is not None
    assert table.seats.chain[-1] == next_head(table.secret, before, end_link(EndReason.AGREED, None))
    _, [opened] = rematch_events(table)
    assert "branch" not in opened.facts


def test_a_lock_that_is_held_is_not_acquired() -> None:
    lock = TryLock()
    assert [lock.try_acquire(), lock.try_acquire()] == [True, False]
    lock.release()
    assert lock.try_acquire()


def test_a_lock_that_was_released_is_for_whoever_waits() -> None:
    async def work() -> None:
        lock = TryLock()
        await lock.acquire()
        waiting = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        assert lock.try_acquire() is False
        assert await waiting

    run(work())
