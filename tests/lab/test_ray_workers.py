"""Shards on a Ray cluster, where Ray is installed: the same rows as in one process, each once."""

import numpy as np
import pytest

import feint
from feint.lab.game_rows import joined
from feint.lab.ray_workers import LOCAL, RayWorkers
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


def test_an_address_where_nobody_answers() -> None:
    pytest.importorskip("ray", reason="it comes with the extra ray, which is large")
    with pytest.raises(feint.FeintError, match=r"no Ray cluster answers at 127.0.0.1:1: "), RayWorkers("127.0.0.1:1"):
        pass
