"""Who is next: addresses take turns, and so do their tables; nobody has everything."""

from feint.server.fair_queue import FairQueue


def taken(queue: FairQueue[str]) -> list[str]:
    """All that is left, one after the other."""
    found = []
    while (item := queue.take()) is not None:
        found.append(item)
        queue.finish(item[0])
    return found


def test_a_stranger_waits_for_one_turn_of_someone_who_asks_for_everything() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for number in range(24):
        queue.put("a", f"table {number}", f"a{number}")
    assert queue.take() == "a0"
    queue.put("b", "another", "b0")
    queue.put("b", "another", "b1")
    queue.finish("a")
    assert taken(queue)[:5] == ["a1", "b0", "a2", "b1", "a3"]


def test_whoever_had_a_turn_goes_last() -> None:
    """Also someone who asks again at once."""
    queue: FairQueue[str] = FairQueue(9)
    for address in "abc":
        queue.put(address, "table", address)
    found = []
    for _ in range(6):
        item = queue.take()
        assert item is not None
        found.append(item)
        queue.put(item, "table", item)
    assert "".join(found) == "abcabc"


def test_tables_of_an_address_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(9)
    for table, count in (("s", 3), ("t", 1), ("u", 2)):
        for number in range(count):
            queue.put("a", table, f"a {table}{number}")
    assert taken(queue) == ["a s0", "a t0", "a u0", "a s1", "a u1", "a s2"]


def test_an_address_has_its_share_and_no_more() -> None:
    queue: FairQueue[str] = FairQueue(2)
    for number in range(3):
        queue.put("a", f"{number}", f"a{number}")
    assert [queue.take(), queue.take(), queue.take()] == ["a0", "a1", None]
    queue.put("b", "other", "b0")
    assert [queue.take(), queue.take()] == ["b0", None]
    queue.finish("b")
    assert queue.take() is None, "what another address has finished is none of its business"
    queue.finish("a")
    assert queue.take() == "a2"


def test_what_cannot_begin_yet_lets_others_go_first() -> None:
    queue: FairQueue[str] = FairQueue(9)
    queue.put("a", "s", "later")
    queue.put("a", "t", "now")
    assert queue.take(lambda item: item == "now") == "now"
    assert queue.take(lambda item: item == "now") is None
    assert taken(queue) == ["later"]


def test_what_nobody_waits_for_is_taken_out() -> None:
    queue: FairQueue[str] = FairQueue(9)
    for item in ("ax", "ay"):
        queue.put("a", "s", item)
    queue.remove("a", "s", "ax")
    queue.remove("a", "s", "ax")
    queue.remove("b", "s", "ay")
    assert (len(queue), taken(queue)) == (1, ["ay"])
    assert not queue._waiting, "nothing is left of tables and addresses"
    assert not queue._going_on
