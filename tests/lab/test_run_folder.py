"""Runs on disk: nothing that was played is lost or played twice, damage is noticed, and one run has one folder."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np
import pytest

import feint
from feint.core.errors import FeintError
from feint.lab import shards
from feint.lab.game_rows import GameRows
from feint.lab.laboratory import Laboratory, OnlyAPart
from feint.lab.run_folder import RunFolder, merge, open_run, read_about, read_findings
from feint.lab.setting import read_setting
from feint.lab.shards import LocalWorkers, Played, PlayShards, Series, Shard
from kit.lab import CountingWorkers, no_room_beyond, small_game

ABOUT = {"experiment": "compare", "rulings": ["a=1", 'b="2"'], "games": 600, "margin": 0.01, "seed": 2**63}


@pytest.fixture(scope="module")
def game() -> feint.Game:
    return feint.load(small_game())


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "COMPILED_GAMES", 100)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    with open_run(tmp_path / "run", ABOUT) as run:
        yield run


def series(game: feint.Game, text: str = "base", seed: int = 5) -> Series:
    return Series(read_setting(game, text), seed)


def same(one: GameRows, other: GameRows) -> bool:
    return bool((one.numbers == other.numbers).all() and (one.totals == other.totals).all())


def test_shards_cover_all_games_once(game: feint.Game) -> None:
    found = [(shard.first, shard.games) for shard in series(game).shards(350)]
    assert found == [(0, 100), (100, 100), (200, 100), (300, 50)]
    assert [(shard.first, shard.games) for shard in series(game).shards(350, 200)] == [(200, 100), (300, 50)]


def test_what_is_played_differs_where_keys_do(game: feint.Game) -> None:
    one = series(game)
    assert one.key == series(game).key
    others = [series(game, seed=6), series(game, "blue=3"), series(game, "left=fool")]
    others += [Series(one.setting, 5, paired=False), Series(one.setting, 5, shards.Trial(1, 0))]
    assert len({one.key, *(other.key for other in others)}) == 6


def test_shards_come_back_as_they_were_saved(game: feint.Game, folder: RunFolder) -> None:
    shard = Shard(series(game), 100, 100)
    assert folder.load(shard) is None
    rows = shards.play_shard(shard)
    folder.save(shard, rows)
    found = folder.load(shard)
    assert found is not None
    assert same(found, rows)
    assert folder.load(Shard(shard.series, 100, 50)) is None, "another piece"
    assert folder.load(Shard(series(game, seed=6), 100, 100)) is None


def test_a_stopped_run_goes_on_where_it_was(game: feint.Game, tmp_path: Path) -> None:
    """Interrupted after each shard in turn: none is played twice, and the rows are those of a run at one go."""
    whole = Laboratory(CountingWorkers().play).rows([(series(game), 350), (series(game, "blue=3"), 350)])
    played: list[Shard] = []
    for _ in range(8):
        workers = CountingWorkers(most=1)
        with open_run(tmp_path / "run", ABOUT) as run, suppress(KeyboardInterrupt):
            Laboratory(workers.play, run).rows([(series(game), 350), (series(game, "blue=3"), 350)])
        assert len(workers.played) == 1
        played += workers.played
    assert len(played) == len({(shard.series.key, shard.first) for shard in played}) == 8
    idle = CountingWorkers(most=0)
    with open_run(tmp_path / "run", ABOUT) as run:
        again = Laboratory(idle.play, run).rows([(series(game), 350), (series(game, "blue=3"), 350)])
    assert all(same(one, other) for one, other in zip(whole, again, strict=True))


def test_a_killed_process_loses_no_shard(game: feint.Game, tmp_path: Path) -> None:
    """SIGKILL between two shards, while the folder is locked."""
    script = f"""
import os, signal
from feint.core.game import load
from feint.lab import shards
from feint.lab.laboratory import Laboratory
from feint.lab.run_folder import open_run
from feint.lab.setting import read_setting
from kit.lab import CountingWorkers
shards.COMPILED_GAMES = 100
class Doomed(CountingWorkers):
    def play(self, wanted):
        for shard, rows in super().play(wanted):
            if len(self.played) == 3:
                os.kill(os.getpid(), signal.SIGKILL)
            yield shard, rows
with open_run({str(tmp_path / "run")!r}, {ABOUT!r}) as run:
    setting = read_setting(load({str(game.folder)!r}), "base")
    Laboratory(Doomed().play, run).rows([(shards.Series(setting, 5), 500)])
""".replace(f"{str(tmp_path / 'run')!r}", f"__import__('pathlib').Path({str(tmp_path / 'run')!r})").replace(
        f"load({str(game.folder)!r})", f"load(__import__('pathlib').Path({str(game.folder)!r}))"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", script], env=env, check=False, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    workers = CountingWorkers()
    with open_run(tmp_path / "run", ABOUT) as run:
        [found] = Laboratory(workers.play, run).rows([(series(game), 500)])
    assert [shard.first for shard in workers.played] == [200, 300, 400]
    assert same(found, Laboratory(CountingWorkers().play).rows([(series(game), 500)])[0])


def test_a_full_disk_loses_no_shard(game: feint.Game, tmp_path: Path) -> None:
    """What was written before it was full is there, nothing is half there, and the same run goes on from it."""
    workers = CountingWorkers()
    with ExitStack() as full:

        def play(wanted: Iterable[Shard]) -> Played:
            for shard, rows in workers.play(wanted):
                if shard.first == 300:
                    full.enter_context(no_room_beyond(100))
                yield shard, rows

        path = tmp_path / "run"
        with open_run(path, ABOUT) as run, pytest.raises(FeintError, match="000000000300 can't be written: file too"):
            Laboratory(play, run).rows([(series(game), 500)])
        with pytest.raises(FeintError, match=r"solved\.jsonl can't be written: file too"):
            RunFolder(path).keep_solved("k" * 100, (0.0, 1.0))
    assert [file.name for file in path.glob("games/*/*")] == [f"{first:012d}" for first in (0, 100, 200)]
    RunFolder(path).keep_solved("key", (0.25, 0.5))
    assert RunFolder(path).solved() == {"key": (0.25, 0.5)}, "a line that was cut off spoils no other"
    more = CountingWorkers()
    with open_run(path, ABOUT) as run:
        [found] = Laboratory(more.play, run).rows([(series(game), 500)])
    assert [shard.first for shard in more.played] == [300, 400]
    assert same(found, Laboratory(CountingWorkers().play).rows([(series(game), 500)])[0])


@pytest.mark.parametrize("damage", ["changed", "cut", "empty", "other format"])
def test_a_damaged_shard_is_played_again(game: feint.Game, folder: RunFolder, damage: str) -> None:
    before = Laboratory(CountingWorkers().play, folder).rows([(series(game), 300)])[0]
    file = sorted(folder.path.glob("games/*/*"))[1]
    data = file.read_bytes()
    assert len(data) > 500
    wrong = {
        "changed": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "cut": data[:-100],
        "empty": b"",
        "other format": data.replace(b"feint games 1", b"feint games 0"),
    }
    file.write_bytes(wrong[damage])
    workers = CountingWorkers()
    again = Laboratory(workers.play, folder).rows([(series(game), 300)])[0]
    assert [shard.first for shard in workers.played] == [100]
    assert same(before, again)
    assert file.read_bytes() == data


def test_a_damaged_description_costs_no_games(game: feint.Game, tmp_path: Path) -> None:
    """Without it, the same command finds all shards."""
    for count in (2, 0):
        workers = CountingWorkers()
        with open_run(tmp_path / "run", ABOUT) as folder:
            Laboratory(workers.play, folder).rows([(series(game), 200)])
        assert len(workers.played) == count
        (tmp_path / "run" / "run.toml").write_text("games = ")
        assert "is damaged: delete it, and the run's command goes on" in refused(tmp_path / "run")
        (tmp_path / "run" / "run.toml").unlink()
    with pytest.raises(FeintError, match="is not a run's folder: it has no run.toml"):
        read_about(tmp_path / "run")
    (tmp_path / "run" / "findings.json").write_text("{")
    with pytest.raises(FeintError, match="is damaged: give the run's command again"):
        read_findings(tmp_path / "run")


def test_more_games_are_played_on_top(game: feint.Game, folder: RunFolder) -> None:
    """An experiment that asks for more gets the first games again, unplayed; a short last shard is played whole."""
    workers = CountingWorkers()
    lab = Laboratory(workers.play, folder)
    first = lab.rows([(series(game), 200)])[0]
    more = lab.rows([(series(game), 400)])[0]
    assert [shard.first for shard in workers.played] == [0, 100, 200, 300]
    assert (more.numbers[:200] == first.numbers).all()
    assert lab.rows([(series(game), 150)])[0].games == 150


def test_the_same_bytes_whatever_the_workers(game: feint.Game, tmp_path: Path) -> None:
    wanted = [(series(game), 450), (series(game, "blue=3"), 450)]
    found = []
    for count in (1, 3):
        with open_run(tmp_path / str(count), ABOUT) as run, LocalWorkers(count) as workers:
            lab = Laboratory(workers.play, run)
            lab.rows(wanted)
            run.write_table(list(lab.played.values()))
        files = [file for file in sorted((tmp_path / str(count)).rglob("*")) if file.is_file()]
        found.append({str(file.relative_to(tmp_path / str(count))): file.read_bytes() for file in files})
    assert found[0] == found[1]
    assert len(found[0]) > 10
    table = found[0]["games.csv"].decode().splitlines()
    assert table[0] == "setting,players,seed,trial,game,left,right,rounds,choices,left has green,left has a colour"
    assert len(table) == 901
    assert table[451].startswith("blue=3,keeper keeper,5,,0,")


def test_parts_make_the_whole(game: feint.Game, tmp_path: Path) -> None:
    """Each of three machines plays its part of each request, with merging between; none plays what another has."""

    def experiment(play: PlayShards, run: RunFolder | None = None, part: tuple[int, int] | None = None) -> GameRows:
        lab = Laboratory(play, run, part=part)
        lab.rows([(series(game), 700)])
        return lab.rows([(series(game), 1000), (series(game, "blue=3"), 200), (series(game), 900)])[0]

    folders, played, done = [tmp_path / name for name in "123"], [], []
    for _ in range(3):
        assert not done
        for part, path in enumerate(folders, 1):
            workers = CountingWorkers()
            with open_run(path, ABOUT) as run:
                try:
                    done.append(experiment(workers.play, run, (part, 3)))
                except OnlyAPart as told:
                    assert f"part {part} of 3 is played as far as it goes" in str(told)
            played.append([shard.first for shard in workers.played])
        for path in folders:
            merge(folders, path)
    assert played[:3] == [[0, 300, 600], [100, 400], [200, 500]]
    assert sorted(played[3] + played[4] + played[5]) == [0, 100, 700, 800, 900]
    assert played[6:] == [[]] * 3
    alone = CountingWorkers()
    whole = experiment(alone.play)
    assert [same(whole, one) for one in done] == [True] * 3
    assert len(alone.played) == 12, "what is asked for twice is played once"


def test_progress_is_told(game: feint.Game, folder: RunFolder) -> None:
    told: list[tuple[int, int]] = []
    Laboratory(CountingWorkers().play, folder, lambda done, total: told.append((done, total))).rows(
        [(series(game), 250)]
    )
    assert told == [(100, 250), (200, 250), (250, 250)]


def refused(path: Path, about: dict[str, object] = ABOUT) -> str:
    """What is said of a folder that can't be this run's."""
    with pytest.raises(FeintError) as said, open_run(path, about):
        pass
    return str(said.value)


def test_two_runs_in_one_folder(tmp_path: Path) -> None:
    with open_run(tmp_path / "run", ABOUT):
        assert "another run is writing to" in refused(tmp_path / "run")
    other = refused(tmp_path / "run", ABOUT | {"games": 700})
    assert other.endswith("holds another run: its games is 600, not 700; name a new folder")
    with open_run(tmp_path / "run", ABOUT):
        pass


def test_a_folder_with_other_things(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir")
    (tmp_path / "games").mkdir()
    assert "is not a run's folder: it has other files in it" in refused(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games", "letter.txt"]
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.toml").write_text("games = ")
    assert "run.toml is damaged: delete it" in refused(tmp_path / "run")
    assert "can't be a run's folder: " in refused(tmp_path / "letter.txt" / "run")


def test_players_that_think_play_in_processes_all_the_same() -> None:
    """Whatever the number of processes, the rows are those of one."""
    setting = read_setting(feint.load("terminal-maneuver"), "missile=search:3, laser=random:50%")
    wanted = [(Series(setting, 5, paired=False), 20)]
    found = []
    for count in (1, 2):
        with LocalWorkers(count) as workers:
            found.append(Laboratory(workers.play).rows(wanted)[0])
    assert np.array_equal(found[0].numbers, found[1].numbers)
