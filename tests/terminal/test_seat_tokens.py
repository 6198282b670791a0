"""Tokens in files: whose they are, that two programs never use one at once, and that nothing of another is touched."""

import os
from pathlib import Path

import pytest

from feint.terminal import seat_tokens
from feint.terminal.seat_tokens import SEEN, SeatToken
from feint.witness import Witness

SERVER = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def token(table: str, seat: str, secret: str) -> SeatToken:
    return SeatToken(SERVER, table, seat, secret, "string", "ab" * 32)


def left_by_a_program_that_has_ended(one: SeatToken) -> None:
    """Saved, and locked by nobody any more."""
    one.save()
    path = seat_tokens._path(one)
    text = path.read_text()
    path.unlink()
    path.write_text(text)


def found(table: str, wanted: str | None = None) -> list[str]:
    return sorted(one.seat for one in seat_tokens._saved(SERVER, table, wanted))


def test_forgetting_deletes_both_files_and_no_others() -> None:
    one, other = token("table", "P1", "a"), token("table", "P1", "b")
    for kept in (one, other):
        kept.save()
        kept.keep_witness()
    assert len([*seat_tokens.folder().iterdir()]) == 4, "two who want the same seat don't overwrite each other"
    one.forget()
    path = seat_tokens._path(other)
    assert {*seat_tokens.folder().iterdir()} == {path, path.with_suffix(SEEN)}
    assert (one.is_kept, other.is_kept) == (False, True)
    one.forget()


def test_a_seat_that_another_program_plays_is_left_alone() -> None:
    """And one of a program that has ended is found, at this server and table only, and then it is locked."""
    token("table", "P1", "a").save()
    left_by_a_program_that_has_ended(token("table", "P2", "b"))
    left_by_a_program_that_has_ended(token("table", "P3", "c"))
    left_by_a_program_that_has_ended(token("another", "P4", "d"))
    assert found("table", "P1") == []
    assert found("table", "P2") == ["P2"]
    assert found("table") == ["P3"], "P2 is this program's now"
    assert found("table") == []
    assert found("another") == ["P4"]


def test_files_that_hold_no_token_are_passed_over() -> None:
    kept = token("table", "P1", "a")
    left_by_a_program_that_has_ended(kept)
    folder = seat_tokens.folder()
    (folder / "0.json").write_text("no token")
    (folder / "1.json").write_text("[]")
    (folder / "2.json").write_bytes(b"\xff")
    (folder / "3.json").write_text(seat_tokens._path(kept).read_text())  # a copy under another name
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert found("table") == ["P1"]
    if before:
        assert len(os.listdir("/proc/self/fd")) == before + 1, "only the one that was found stays open"


def test_what_was_seen_is_read_again_or_begun_anew() -> None:
    one = token("table", "P1", "a")
    one.save()
    one.witness.see_seats({"P2": {"who": "human", "string": None, "gone": None, "commitment": "cd" * 32}})
    one.keep_witness()
    assert token("table", "P1", "a").witness == one.witness
    assert token("table", "P1", "a").witness.bound == {"P2": "cd" * 32}
    for text in ("no JSON", "[]", '{"heads": 1}', '{"heads": {}, "choices": {}, "table": "t", "odd": 1}'):
        seat_tokens._path(one).with_suffix(SEEN).write_text(text)
        assert token("table", "P1", "a").witness == Witness("table", string="string", commitment="ab" * 32)
