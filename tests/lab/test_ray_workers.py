"""Shards on a Ray cluster, where Ray is installed: the same rows as in one process, each once."""

import numpy as np
import pytest

import feint
from feint.lab.game_rows import joined
from feint.lab.ray_workers import LOCAL, RayWorkers, _Pieces
from feint.lab.setting import read_setting
from feint.lab.shards import LocalWorkers, Series
from kit.games import URN


def test_a_cluster_plays_the_same_games() -> None:
    pytest.importorskip("ray", reason="it comes with the extra ray, which is large")
    series = Series(read_setting(feint.load(URN), "base"), seed=7)
    with LocalWorkers(1) as workers:
        alone = joined([rows for _, rows in workers.play(series.shards(100_000))])
    with RayWorkers(LOCAL) as cluster:
        played = list(cluster.play(series.shards(100_000)))
    assert sorted(shard.first for shard, _ in played) == [shard.first for shard in series.shards(100_000)]
    rows = joined([rows for _, rows in sorted(played, key=lambda part: part[0].first)])
    assert np.array_equal(rows.numbers, alone.numbers)
    assert np.array_equal(rows.totals, alone.totals)


def test_tasks_get_shorter_towards_the_end() -> None:
    """Or one core would be at a long task after all others have nothing left to do."""
    shards = list(Series(read_setting(feint.load(URN), "base"), seed=7).shards(20_000_000))
    pieces, handed_out = _Pieces(shards), []
    while piece := pieces.next(cores=2):
        handed_out.append(piece)
        pieces.learn(len(piece), 0.01 * len(piece))
    sizes = [len(piece) for piece in handed_out]
    assert [shard for piece in handed_out for shard in piece] == shards
    assert max(sizes) > 100
    assert sizes[-4:] == [1, 1, 1, 1]


def test_an_address_where_nobody_answers() -> None:
    pytest.importorskip("ray", reason="it comes with the extra ray, which is large")
    with pytest.raises(feint.FeintError, match=r"no Ray cluster answers at 127.0.0.1:1: "), RayWorkers("127.0.0.1:1"):
        pass
