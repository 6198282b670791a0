"""Solutions on disk: what is kept when there is not room for all, also with several processes at work."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from feint.solve import solution_cache
from feint.solve.solution_cache import load, save

SIZE = 4096


def keep(path: Path, size: int = SIZE) -> None:
    save(path, {"of": path.name}, {"keys": np.arange(size, dtype=np.uint8)})


def used_at(path: Path, time: int) -> None:
    os.utime(path, (time, time))


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_cache, "MOST_BYTES", 3 * SIZE + SIZE // 2)  # three of them, with what they begin with


def test_the_least_used_go_first(tmp_path: Path) -> None:
    """Not the oldest: reading one is using it."""
    for time, name in enumerate("abc"):
        keep(tmp_path / name)
        used_at(tmp_path / name, time)
    assert load(tmp_path / "a") is not None
    keep(tmp_path / "d")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c", "d"]
    assert load(tmp_path / "b") is None
    found = load(tmp_path / "a")
    assert found is not None
    assert found[1]["keys"].tolist() == np.arange(SIZE, dtype=np.uint8).tolist()


def test_the_one_just_found_stays_whatever_the_clock_says(tmp_path: Path) -> None:
    """Others may have been used in a time that hasn't come yet."""
    for name in "abc":
        keep(tmp_path / name)
        used_at(tmp_path / name, 2**33)
    keep(tmp_path / "d", 2 * SIZE)
    assert (tmp_path / "d").exists()
    assert len(list(tmp_path.iterdir())) == 2


def test_one_that_is_too_large_is_not_kept(tmp_path: Path) -> None:
    """And nothing is forgotten for its sake."""
    keep(tmp_path / "a")
    keep(tmp_path / "b", 4 * SIZE)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_it_begins_with_counts_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words, and what is said of the arrays."""
    keep(tmp_path / "a")
    whole = (tmp_path / "a").stat().st_size
    (tmp_path / "a").unlink()
    monkeypatch.setattr(solution_cache, "MOST_BYTES", SIZE + 10)
    keep(tmp_path / "a")
    assert not (tmp_path / "a").exists()
    monkeypatch.setattr(solution_cache, "MOST_BYTES", whole)
    keep(tmp_path / "a")
    assert (tmp_path / "a").exists()


def test_what_was_never_finished_goes_too(tmp_path: Path) -> None:
    (tmp_path / "tmp123").write_bytes(bytes(4 * SIZE))
    used_at(tmp_path / "tmp123", 0)
    keep(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_whoever_has_one_open_keeps_it(tmp_path: Path) -> None:
    keep(tmp_path / "a")
    found = load(tmp_path / "a")
    assert found is not None
    used_at(tmp_path / "a", 0)
    for name in "bcd":
        keep(tmp_path / name)
    assert not (tmp_path / "a").exists()
    assert int(found[1]["keys"].sum()) == int(np.arange(SIZE, dtype=np.uint8).sum())


def test_several_at_once(tmp_path: Path) -> None:
    """Whatever is deleted under whose hands: what is read is whole or not there, and there is never too much."""

    def work(number: int) -> None:
        for turn in range(30):
            path = tmp_path / f"{(number + turn) % 7}"
            keep(path)
            found = load(path)
            assert found is None or found[0] == {"of": path.name}

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    keep(tmp_path / "last")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= solution_cache.MOST_BYTES
