"""For tests of the lab: a small game that compiles in a moment, with bots, a report and trials."""

import hashlib
import os
import resource
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from feint.lab.game_rows import GameRows
from feint.lab.shards import Shard, play_shard
from kit.games import URN

BOTS = '''
"""Bots of the urn."""

from feint.core import Numbers, State, rule


@rule
def keeper(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Holds a green ball or a blue one."""
    return legal[0] if s.ball[seat] > 1 else legal[count - 1]


@rule
def fool(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """Swaps a green ball or a blue one."""
    return legal[count - 1] if s.ball[seat] > 1 else legal[0]


BOTS = {"fool": fool, "keeper": keeper}
'''

REPORT = '''
"""What is counted of the urn."""

from feint.core import Numbers, State, rule

COUNTS = 4


@rule
def tally(s: State, points: Numbers, counts: Numbers) -> None:
    counts[s.ball[0]] += 1


def named(counts: list[int]) -> dict[str, int]:
    return {"left has green": counts[3], "left has a colour": counts[2] + counts[3]}


def listing(game: object, counts: list[int]) -> None:
    return None
'''

TRIALS = '''
"""What may be done to a seat of the urn."""

from feint.core import State, rule

RESTRICTIONS = ("never swaps", "never holds", "never swaps red", "never chooses")


def items(game: object) -> list[str]:
    return ["the other ball"]


@rule
def acquires(s: State, seat: int, item: int, action: int) -> bool:
    return action == 1


@rule
def grant(s: State, seat: int, item: int) -> None:
    s.round = 5 + seat


@rule
def forbids(s: State, seat: int, restriction: int, action: int) -> bool:
    if restriction == 2:
        return action == 1 and s.ball[seat] == 1 and s.ball[1 - seat] == 0  # the other ball is hidden from it
    return restriction == 3 or action == 1 - restriction
'''


def small_game() -> Path:
    """The urn with all that an experiment can ask for: one folder for all tests, so that it is compiled once."""
    texts = {file.name: file.read_text() for file in URN.glob("*.*")}
    texts |= {f"{name}.py": text.lstrip() for name, text in {"bots": BOTS, "report": REPORT, "trials": TRIALS}.items()}
    kept = Path(os.environ["XDG_CACHE_HOME"]) / "games"
    folder = kept / hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]
    if not folder.exists():
        kept.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=kept))
        (draft / "urn").mkdir()
        for name, text in texts.items():
            (draft / "urn" / name).write_text(text)
        with suppress(OSError):  # another process has just made it
            draft.rename(folder)
    return folder / "urn"


def small_game_in(folder: Path) -> Path:
    """The same in a folder of a test's own, to be changed."""
    return shutil.copytree(small_game(), folder / "urn", ignore=shutil.ignore_patterns("__pycache__"))


class CountingWorkers:
    """Plays shards one after the other, notes which, and stops after some as if interrupted."""

    def __init__(self, most: int | None = None) -> None:
        self.played: list[Shard] = []
        self.most = most

    def play(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, GameRows]]:
        """Play them."""
        for shard in shards:
            if self.most is not None and len(self.played) == self.most:
                raise KeyboardInterrupt
            self.played.append(shard)
            yield shard, play_shard(shard)


@contextmanager
def no_room_beyond(size: int) -> Iterator[None]:
    """While it is entered, no file can get larger: the system itself refuses to write, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
