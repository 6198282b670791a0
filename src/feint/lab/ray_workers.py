"""The same shards on a Ray cluster: tasks of some seconds, never more handed out than are needed, and none lost.

A task is some shards in a row. How many follows from how long earlier ones took; what comes out does not depend on it.
When a node dies, Ray plays its tasks again elsewhere.
"""

import re
import socket
from collections import deque
from collections.abc import Iterable
from math import ceil
from time import monotonic
from typing import Any

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.files import reason
from feint.lab.game_rows import GameRows
from feint.lab.shards import Played, Shard, play_shard

LOCAL = "local"
TASK_SECONDS = 6.0  # how long a task is to take: long enough not to notice the handing out, short enough to lose little
MOST_SHARDS = 1000  # in one task
AHEAD = 2  # tasks for each core that are handed out before they are needed
CONNECT_SECONDS = 5.0
WAIT = 0.5  # seconds in which nothing is done before Ray is asked again how many cores there are


class RayWorkers:
    """The cores of a Ray cluster. For use in a `with` statement."""

    def __init__(self, address: str) -> None:
        self._ray: Any = require_extra("ray", "ray")
        self.address = address
        self._began = False

    def __enter__(self) -> "RayWorkers":
        if not self._ray.is_initialized():
            _check_reachable(self.address)
            try:
                here = {
                    "address": LOCAL,
                    "include_dashboard": False,
                    "_node_ip_address": "127.0.0.1",
                }  # nobody else is to reach it
                where = here if self.address == LOCAL else {"address": self.address}
                self._ray.init(**where, log_to_driver=False, logging_level="ERROR")
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise FeintError(f"no Ray cluster answers at {self.address}: {str(error).splitlines()[0]}") from None
            self._began = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._began:
            self._ray.shutdown()

    def play(self, shards: Iterable[Shard]) -> Played:
        """Play shards, and give the rows of each as they come."""
        # A node may die as often as it likes: its tasks are played again, and give the same.
        task = self._ray.remote(num_cpus=1, max_retries=-1)(play_task)
        pieces = _Pieces(shards)
        running: dict[Any, list[Shard]] = {}
        try:
            while True:
                cores = self._cores()
                while len(running) < AHEAD * cores and (piece := pieces.next(cores)):
                    running[task.remote(piece)] = piece
                if not running:
                    return
                done, _ = self._ray.wait(list(running), num_returns=1, timeout=WAIT)
                for answer in done:
                    piece = running.pop(answer)
                    rows, seconds = self._ray.get(answer)
                    pieces.learn(len(piece), seconds)
                    yield from zip(piece, rows, strict=True)
        finally:
            for answer in running:
                self._ray.cancel(answer, force=True)

    def _cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))


def _check_reachable(address: str) -> None:
    """Refuse an address at which nobody listens; Ray itself would wait for minutes."""
    if found := re.fullmatch(r"(?:ray://)?\[?([^\[\]]+)\]?:(\d+)", address):
        try:
            socket.create_connection((found[1], int(found[2])), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise FeintError(f"no Ray cluster answers at {address}: {why}") from None


class _Pieces:
    """Shards in pieces that take about as long as a task should; towards the end less, so that all are done at once."""

    def __init__(self, shards: Iterable[Shard]) -> None:
        self._shards = deque(shards)
        self._size = 1

    def next(self, cores: int) -> list[Shard]:
        """The next task's shards; none when all are handed out."""
        size = min(self._size, ceil(len(self._shards) / (AHEAD * cores)))
        return [self._shards.popleft() for _ in range(size)]

    def learn(self, shards: int, seconds: float) -> None:
        """How long a task took, so that the next ones are as long as they should be."""
        wanted = int(shards * TASK_SECONDS / max(seconds, 1e-3))
        self._size = max(1, min(MOST_SHARDS, wanted, 4 * self._size))


def play_task(shards: list[Shard]) -> tuple[list[GameRows], float]:
    """The rows of some shards, and how long they took without compiling."""
    play_shard(Shard(shards[0].series, 0, 0))  # compiles, or loads what is compiled, before the clock starts
    begun = monotonic()
    return [play_shard(shard) for shard in shards], monotonic() - begun
