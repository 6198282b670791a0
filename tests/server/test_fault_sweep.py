"""Faults of the disk and of the database's connection, a few of those that `make reliability` goes through."""

from pathlib import Path

import pytest

from kit import disk
from kit.disk import Fault
from kit.fault_sweep import FaultyServer, with_disk_fault, with_file_fault, with_message_fault, wrong_with
from kit.server_process import Postgres, sqlite
from kit.stubborn_client import Choice, Stubborn

pytestmark = [
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(disk.compiler() is None, reason="this machine has no C compiler"),
]

FOR_GOOD = 1_000_000  # changes: until the server is started again


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return disk.build(tmp_path_factory.mktemp("disk"))


@pytest.mark.parametrize(
    "fault",
    [
        Fault("error", 50),  # while the database is made
        Fault("error", 100),  # when the server has found the database all right, and opens it
        Fault("kill", 150),
        Fault("torn", 170),
        Fault("full", 190, FOR_GOOD),
    ],
    ids=lambda fault: f"{fault.kind}-{fault.number}",
)
def test_a_fault_of_the_disk(library: Path, fault: Fault) -> None:
    """Nothing acknowledged is lost, and the match is finished, after a new start at the latest."""
    changes, wrong = with_disk_fault(library, fault)
    assert not wrong
    assert changes >= fault.number - 10  # so that it has happened


@pytest.mark.parametrize("fault", [Fault("kill", 20), Fault("full", 60, FOR_GOOD)], ids=lambda fault: fault.kind)
def test_a_fault_while_someone_saves(library: Path, fault: Fault) -> None:
    """What was said to be saved is there, and later more can be saved."""
    changes, wrong = with_file_fault(library, fault)
    assert not wrong
    assert fault.number - 10 <= changes < 100, "so that it has happened"


@pytest.mark.parametrize("fault", [Fault("unanswered", 120), Fault("half", 150)], ids=lambda fault: fault.kind)
def test_a_fault_of_the_connection_to_postgresql(postgres: Postgres, fault: Fault) -> None:
    messages, wrong = with_message_fault(postgres, fault)
    assert not wrong
    assert messages > fault.number


def test_what_is_lost_would_be_noticed(tmp_path: Path, library: Path) -> None:
    """The same account with a choice that isn't stored."""
    import asyncio

    from kit.fault_sweep import play

    server = FaultyServer(sqlite(tmp_path), tmp_path, disk.environment(library, tmp_path / "none", tmp_path / "log"))
    try:
        players = asyncio.run(play(server, 7))
    finally:
        server.stop()
    assert not wrong_with(server, "sqlite", players)
    liar: Stubborn = players[0]
    liar.acknowledged.append(Choice("never", 99, "3"))
    assert wrong_with(server, "sqlite", players) == ["1 choices were lost, and 0 doubled"]
