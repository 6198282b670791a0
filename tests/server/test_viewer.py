"""What a viewer is sent of a table, change by change: only what did change, and in the end all of it."""

from typing import Any

import pytest

from feint.server import viewer
from feint.server.opening import opening_events
from feint.server.table import Table
from feint.server.table_events import CHOSE, SEATED, Event
from feint.server.table_seats import hash_token
from feint.server.viewer import ViewerState


def begun() -> Table:
    """A match of one person and a bot."""
    table = Table("table", opening_events("tower-siege", {}, {"P2": "random"}, True))
    table.add(Event(SEATED, {"seat": "P1", "who": "human", "string": "a", "token": hash_token("a")}))
    return table


def choose(table: Table, seat: str, choice: str) -> None:
    [event] = table.choose(seat, f"{seat} {table.number}", table.choice_counts[seat], choice)
    assert event.kind == CHOSE
    table.add(event)


def test_a_change_has_only_what_is_new() -> None:
    """Before and after each it says the same as the whole table; a part of the view that stays as it was isn't sent."""
    table = begun()
    following = ViewerState(table, "P1")
    known: dict[str, Any] = dict(following.table_state())
    for seat, choice in (("P1", "3"), ("P2", "rest"), ("P1", "2"), ("P2", "rest")):
        choose(table, seat, choice)
        [change] = following.changes()
        assert change["type"] == "change"
        assert all(new != known["view"][name] for name, new in change["view"].items())
        assert "hand" not in change["view"]
        for name in ("legal", "details", "ask", "forced"):
            assert name not in change or change[name] != known[name]  # type: ignore[literal-required]
        known |= {name: part for name, part in change.items() if name != "view"}
        known["view"] |= change["view"]
        whole = ViewerState(table, "P1").table_state()
        for name in ("view", "legal", "details", "ask", "forced"):
            assert known[name] == whole[name], name  # type: ignore[literal-required]


def test_nothing_is_said_of_what_is_as_usual() -> None:
    """To someone who follows a table from its beginning."""
    changes = [*ViewerState(begun(), "P1").changes()]
    assert changes
    assert all("forced" not in change and "draw" not in change for change in changes)


def test_choices_come_with_what_they_lead_to() -> None:
    """To whoever owes one; and only where nothing else can be chosen it may be made without asking."""
    table = begun()
    following = ViewerState(table, "P1")
    state = following.table_state()
    assert state["details"]["3"] == "to 3"
    assert (state["forced"], state["ask"]) == (False, 0)
    choose(table, "P1", "3")
    [change] = following.changes()
    assert (change["legal"], change["details"], change["ask"]) == ([], {}, None)
    assert "forced" not in change
    choose(table, "P2", "rest")
    [change] = following.changes()
    assert (change["details"]["3"], change["ask"]) == ("to 6", 1)
    assert "forced" not in change


def test_questions_are_counted_when_choices_are_taken_back_one_after_another() -> None:
    table = begun()
    following = ViewerState(table, "P1")
    for choice in ("1", "3", "2"):
        choose(table, "P1", choice)
        choose(table, "P2", "rest")
    following.skip_changes()
    for left in (2, 1):
        table.add(table.undo("P1", f"to {left}")[0])
        [whole] = following.changes()
        assert whole["ask"] == table.ask("P1") == left


def test_a_long_log_is_cut_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun()
    for _ in range(6):
        choose(table, "P1", "rest")
        choose(table, "P2", "rest")
    whole = ViewerState(table, "P1").table_state()["log"]
    monkeypatch.setattr(viewer, "LOG_LINES", len(whole) // 2)
    found = ViewerState(table, "P1").table_state()["log"]
    assert found[0] == viewer.CUT
    assert len(whole) // 4 < len(found) - 1 <= len(whole) // 2
    assert found[1:] == whole[1 - len(found) :]
