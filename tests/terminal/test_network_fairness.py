"""A server that lies to someone at a terminal: it is said in words, at once or at the end, and nothing is saved as proved."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feint import client
from feint.core.fairness import commitment
from feint.terminal import seat_tokens
from kit.dishonest import Liar, lying, retold
from kit.server import in_this_process, run, sit_openly
from kit.server_process import sqlite
from kit.terminal import Person

pytestmark = pytest.mark.xdist_group("processes")
ROAD = ("--rule", "length=6", "--rule", "cards=2", "--rule", "stride=2")


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats that a test leaves are not there in the next."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with in_this_process(sqlite(tmp_path)) as address:
        yield address


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> Liar:
    return lying(monkeypatch)


def against_a_bot(url: str) -> Person:
    return Person("play", "tower-siege", "--plain", "--server", url, "--seat", "P2=random", *ROAD)


def resigns(person: Person) -> None:
    person.types("Enter choice: ", "resign")
    person.types("Really resign? [y/N] ", "y")


def test_a_bots_string_that_was_swapped_is_told_at_once_and_at_the_end(url: str, liar: Liar) -> None:
    def swap(message: dict[str, Any]) -> dict[str, Any]:
        if message.get("seats"):
            message["seats"]["P2"]["string"] = "one-that-wins"
        return message

    liar.message = swap
    person = against_a_bot(url)
    resigns(person)
    assert person.leaves() == 0
    assert "Don't trust this server: P2's string isn't the one that it was bound to." in person.screen
    assert "This match wasn't fair: P2's string isn't the one that it was bound to." in person.screen
    assert "Saved to" not in person.screen


@pytest.mark.parametrize("drop", [True, False], ids=["dropped", "changed"])
def test_a_record_that_was_rewritten(drop: bool, url: str, liar: Liar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feint.server.bot_runner._choice", lambda match, seat, *_: match.legal(seat)[-1])
    liar.record = retold(lambda steps: steps[2:] if drop else [("P1", "rest"), *steps[1:]])
    person = against_a_bot(url)
    person.moves("1")
    resigns(person)
    assert person.leaves() == 0
    wrong = "This match wasn't fair: the server's record doesn't have your choice 1, 1, as you made it."
    assert wrong in " ".join(person.screen.split())
    assert "Saved to" not in person.screen


def test_what_was_seen_is_known_the_next_time(url: str, liar: Liar) -> None:
    """Also the other's commitment, by a program that has ended since."""
    table = run(client.open_table(url, "space-goats", {"players": 3}))
    run(client.take_seat(url, table, "P2"))
    person = Person("play", "--plain", "--server", url, f"--table={table}")
    assert person.quits("Waiting for P3 to join ...") == 0
    [held] = seat_tokens.folder().glob("*.seen")
    assert held.stat().st_mode & 0o777 == 0o600
    liar.details = lambda details: details | {"commitment": commitment("00" * 32)}
    again = Person("play", "--plain", "--server", url, f"--table={table}")
    assert again.leaves() == 2
    assert "the server has changed its commitment, so it could choose what chance brings" in again.screen


def test_two_people_and_a_proof(url: str) -> None:
    """The first to sit down reveals a string when the second has; both have a record that is proved."""
    one = Person("play", "tower-siege", "--plain", "--server", url, *ROAD)
    one.child.expect(r"--table[ =](\S+)\r\n")
    table = one.child.match[1]
    run(sit_openly(url, table, "P2"))
    resigns(one)
    one.types("Play again? [y/N] ", "n")
    assert one.leaves() == 0
    assert "Check that it was fair with:" in one.screen
    record = run(client.request(url, f"/tables/{table}/record"))
    assert "\norder: P1 commits; P2 reveals; P1 reveals  #" in record
    assert not list(seat_tokens.folder().iterdir()), "nothing is left of the seat"
