"""A run on a Ray cluster of several nodes on this machine, one of which is killed under way, beside one process.

.venv/bin/python bench/ray_cluster.py [GAMES]
"""

import sys
from time import perf_counter
from typing import Any

import numpy as np

import feint
from feint.lab.game_rows import GameRows, joined
from feint.lab.ray_workers import RayWorkers
from feint.lab.setting import read_setting
from feint.lab.shards import LocalWorkers, Played, Series

NODES = 2  # of one core each
KILLED_AFTER = 4.0  # seconds
HERE = "127.0.0.1"  # nobody else is to reach it


def main() -> None:
    import ray
    from ray._private import services
    from ray.cluster_utils import Cluster

    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    series = Series(read_setting(feint.load("space-goats", players=4), "base"), seed=7)
    ray.util.get_node_ip_address = services.get_node_ip_address = lambda *_: HERE
    with LocalWorkers(1) as workers:
        workers.prepare(series)
        begun = perf_counter()
        alone = together(workers.play(series.shards(games)))
        one_process = perf_counter() - begun
    with LocalWorkers(NODES) as workers:
        begun = perf_counter()
        assert np.array_equal(together(workers.play(series.shards(games))).numbers, alone.numbers)
        threads = perf_counter() - begun
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(NODES)]
    ray.init(address=cluster.address, log_to_driver=False, _node_ip_address=HERE)
    try:
        with RayWorkers(cluster.address) as workers:
            together(workers.play(series.shards(20_000)))  # starts the workers, and loads what is compiled
            begun = perf_counter()
            rows = together(workers.play(series.shards(games)))
            on_ray = perf_counter() - begun
            assert np.array_equal(rows.numbers, alone.numbers), "the cluster's games are others"
            assert np.array_equal(rows.totals, alone.totals)

            def kill_once(played: Played) -> Played:
                for shard, rows in played:
                    if nodes and perf_counter() > begun + KILLED_AFTER:
                        cluster.remove_node(nodes.pop(), allow_graceful=False)
                        nodes.clear()
                        cluster.add_node(num_cpus=1)
                    yield shard, rows

            begun = perf_counter()
            rows = together(kill_once(workers.play(series.shards(games))))
            killed = perf_counter() - begun
            assert np.array_equal(rows.numbers, alone.numbers), "a node that died has cost games"
    finally:
        ray.shutdown()
        cluster.shutdown()
    print(f"{games:,} games of four traders; the same rows each time")
    print(f"one thread                       {one_process:6.1f} s")
    print(f"{NODES} threads                        {threads:6.1f} s  efficiency {one_process / threads / NODES:.0%}")
    print(f"Ray, {NODES} nodes of one core         {on_ray:6.1f} s  efficiency {one_process / on_ray / NODES:.0%}")
    print(f"the same, one killed and replaced {killed:5.1f} s" if not nodes else "the node wasn't killed")


def together(played: Any) -> GameRows:
    """Rows in the order of their games."""
    parts = sorted(((shard.first, rows) for shard, rows in played), key=lambda part: part[0])
    assert len({first for first, _ in parts}) == len(parts), "a shard came twice"
    return joined([rows for _, rows in parts])


if __name__ == "__main__":
    main()
