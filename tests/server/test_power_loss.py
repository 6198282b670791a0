"""Power that is lost at any moment: what was acknowledged or saved is there, and what is left can be read."""

from pathlib import Path

import pytest

from kit import disk
from kit.disk import Change
from kit.power_loss import check_database, lose_power, play_on_disk, save_on_disk
from kit.saving import check_saves

pytestmark = [
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(disk.compiler() is None, reason="this machine has no C compiler"),
]


def never_flushed(changes: list[Change]) -> list[Change]:
    """The same changes on a disk that says it has flushed them, and hasn't."""
    return [change for change in changes if change.kind != "S"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return disk.build(tmp_path_factory.mktemp("disk"))


def test_nothing_acknowledged_is_lost(tmp_path: Path, library: Path) -> None:
    """And it would be noticed."""
    changes, folder = play_on_disk(library, tmp_path, 1), str(tmp_path / "disk")
    found = lose_power(changes, folder, check_database, 1)
    assert found["told"] >= 5
    assert found["losses"] > 100
    assert not found["wrong"]
    assert lose_power(never_flushed(changes), folder, check_database, 1)["wrong"]


def test_nothing_saved_is_lost(tmp_path: Path, library: Path) -> None:
    """And it would be noticed."""
    changes, folder = save_on_disk(library, tmp_path), str(tmp_path / "disk")
    found = lose_power(changes, folder, check_saves, 1)
    assert found["told"] >= 5
    assert not found["wrong"]
    assert lose_power(never_flushed(changes), folder, check_saves, 1)["wrong"]
