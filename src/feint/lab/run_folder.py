"""A run on disk: what was asked, and the games that were played, piece by piece, so that a kill loses none of them.

`run.toml` says what was asked. `games/` has a file for each shard, with a checksum; a damaged one is played again.
At the end `games.csv` (and `games.parquet`, where Polars is installed) have a row for each game, and `points.csv` has
one for each point of a sweep.
"""

import csv
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.files import make_folder, reason, write_atomically
from feint.lab.findings import Findings
from feint.lab.game_rows import GameRows, row_names
from feint.lab.shards import Series, Shard

try:
    import fcntl
except ImportError:  # Windows has no such locks, and two runs in one folder aren't noticed there
    fcntl = None  # type: ignore[assignment]

ABOUT, GAMES, LOCK, TABLE, SOLVED, FOUND, POINTS = (
    "run.toml", "games", ".lock", "games.csv", "solved.jsonl", "findings.json", "points.csv",
)  # fmt: skip
PARQUET = "games.parquet"
# What a run leaves behind. Where only its description is missing it goes on: games are kept by what they are of.
OWN = {GAMES, TABLE, PARQUET, SOLVED, FOUND, POINTS, "report.html", "report.pdf"}
FORMAT = "feint games 1"


class RunFolder:
    """One run's folder, as `open_run` gives it: to one process at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, shard: Shard) -> GameRows | None:
        """The rows of a shard that was played, if they are there and sound."""
        found = _checked(self._file(shard))
        if found is None or found[0]["games"] != shard.games:
            return None  # it isn't there, or damaged: these games are played again
        about, numbers = found
        rows = np.frombuffer(numbers, np.dtype(about["type"])).reshape(shard.games, -1)
        return GameRows(about["seats"], rows, np.array(about["totals"], np.int64))

    def save(self, shard: Shard, rows: GameRows) -> None:
        """Keep the rows of a shard, for good."""
        numbers = np.ascontiguousarray(rows.numbers)
        about = {"format": FORMAT, "games": shard.games, "seats": rows.seats, "type": numbers.dtype.str}
        head = json.dumps(about | {"totals": rows.totals.tolist()}).encode()
        rest = head + b"\n" + numbers.tobytes()
        _write(self._file(shard), hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)

    def _file(self, shard: Shard) -> Path:
        return self.path / GAMES / shard.series.key / f"{shard.first:012d}"

    def solved(self) -> dict[str, tuple[float, float]]:
        """What solved settings are worth, by their key; a line that was cut off is left out."""
        found = {}
        file = self.path / SOLVED
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            with suppress(ValueError, TypeError):
                key, lower, upper = json.loads(line)
                found[key] = lower, upper
        return found

    def keep_solved(self, key: str, worth: tuple[float, float]) -> None:
        """Keep what a setting is worth."""
        _append(self.path / SOLVED, json.dumps([key, *worth]).encode() + b"\n")

    def write_findings(self, findings: Findings) -> None:
        """Write what was found."""
        with write_atomically(self.path / FOUND) as draft:
            draft.write_text(json.dumps(findings.stored(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def write_points(self, points: Sequence[Mapping[str, Any]]) -> None:
        """Write a row for each point of a sweep, as CSV."""
        with write_atomically(self.path / POINTS) as draft, draft.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(points[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(points)

    def write_table(self, played: Sequence[tuple[Series, GameRows]]) -> None:
        """Write a row for each game, as CSV, and as Parquet where Polars is installed."""
        names = list(dict.fromkeys(name for series, _ in played for name in row_names(series.setting.game)))
        with write_atomically(self.path / TABLE) as draft, draft.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["setting", "players", "seed", "trial", "game", *names])
            for series, rows in played:
                own = row_names(series.setting.game)
                places = [own.index(name) if name in own else None for name in names]
                trial = "" if series.trial.kind == 0 else f"{series.trial.kind}:{series.trial.item}"
                about = [series.setting.text, " ".join(series.setting.players), series.seed, trial]
                shares, numbers = rows.points.tolist(), rows.numbers.tolist()
                for game, row in enumerate(numbers):
                    row[: rows.seats] = [round(share, 6) for share in shares[game]]
                    writer.writerow([*about, game, *("" if at is None else row[at] for at in places)])
        if find_spec("polars") is not None:
            import polars

            content = BytesIO()  # Polars itself would say in ten lines that the disk is full
            polars.read_csv(self.path / TABLE, infer_schema_length=None).write_parquet(content)
            _write(self.path / PARQUET, content.getvalue())


def _write(file: Path, content: bytes) -> None:
    """Write a file, whole and for good, and the folder for it."""
    try:
        make_folder(file.parent)
    except OSError as error:
        raise FeintError(f"{file.parent} can't be made: {reason(error)}") from None
    with write_atomically(file) as draft:
        draft.write_bytes(content)


def _append(path: Path, lines: bytes) -> None:
    """Add lines to a file, behind one that may have been cut off."""
    try:
        with path.open("a+b") as file:
            if file.seek(0, SEEK_END):
                file.seek(-1, SEEK_END)
                lines = lines if file.read() == b"\n" else b"\n" + lines
            file.write(lines)
    except OSError as error:
        raise FeintError(f"{path} can't be written: {reason(error)}") from None


def _checked(file: Path) -> tuple[dict[str, Any], bytes] | None:
    """What a shard's file says of itself, and its numbers; None if there is no such file, or it is damaged."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FeintError(f"{file} can't be read: {reason(error)}") from None
    checksum, _, rest = data.partition(b"\n")
    if hashlib.sha256(rest).hexdigest().encode() != checksum:
        return None
    head, _, numbers = rest.partition(b"\n")
    about = json.loads(head)
    return (about, numbers) if about["format"] == FORMAT else None


@contextmanager
def open_run(path: Path, about: Mapping[str, Any]) -> Iterator[RunFolder]:
    """A run's folder: a new one, or that of the same run, which then goes on."""
    try:
        make_folder(path)
        others = {entry.name for entry in path.iterdir()} - {LOCK}
        if not (ABOUT in others or others <= OWN):
            raise FeintError(f"{path} is not a run's folder: it has other files in it; name a new one")
        lock = (path / LOCK).open("w")
    except OSError as error:
        raise FeintError(f"{path} can't be a run's folder: {reason(error)}") from None
    with lock:
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FeintError(f"another run is writing to {path}; give this one a folder of its own") from None
        known = read_about(path) if (path / ABOUT).exists() else None
        if known is None:
            with write_atomically(path / ABOUT) as draft:
                draft.write_text(_toml(about), encoding="utf-8")
        elif known != dict(about):
            other = next(name for name in {**known, **about} if known.get(name) != about.get(name))
            raise FeintError(
                f"{path} holds another run: its {other} is {known.get(other)!r}, not {about.get(other)!r}; "
                "name a new folder"
            )
        yield RunFolder(path)


def read_findings(path: Path) -> Findings:
    """What a run found."""
    try:
        return Findings.restored(json.loads((path / FOUND).read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise FeintError(f"{path} has no findings yet: run the experiment to its end") from None
    except OSError as error:
        raise FeintError(f"{path / FOUND} can't be read: {reason(error)}") from None
    except (ValueError, KeyError, TypeError):
        raise FeintError(f"{path / FOUND} is damaged: give the run's command again, which writes it anew") from None


def read_about(path: Path) -> dict[str, Any]:
    """What a run's folder says was asked."""
    try:
        return tomllib.loads((path / ABOUT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FeintError(f"{path} is not a run's folder: it has no {ABOUT}") from None
    except OSError as error:
        raise FeintError(f"{path / ABOUT} can't be read: {reason(error)}") from None
    except ValueError:
        raise FeintError(
            f"{path / ABOUT} is damaged: delete it, and the run's command goes on with the games that are there"
        ) from None


def kept_seed(path: Path) -> int | None:
    """The seed of the run that a folder holds, if it holds one."""
    return read_about(path).get("seed") if (path / ABOUT).exists() else None


def _toml(about: Mapping[str, Any]) -> str:
    """Texts, numbers, truth values and lists of them as TOML."""
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in about.items())


def merge(parts: Sequence[Path], into: Path) -> int:
    """Put the games of several parts of one run into one folder; how many there are."""
    abouts = [read_about(part) for part in parts]
    for part, about in zip(parts, abouts, strict=True):
        if about != abouts[0]:
            other = next(name for name in {**abouts[0], **about} if abouts[0].get(name) != about.get(name))
            raise FeintError(f"{part} is a part of another run than {parts[0]}: its {other} is another")
    with open_run(into, abouts[0]):
        for part in parts:
            for file in sorted((part / GAMES).glob("*/*")):
                if _checked(file) is None:
                    continue  # damaged, or cut off: the command plays these games again
                _write(into / GAMES / file.relative_to(part / GAMES), file.read_bytes())
            if (part / SOLVED).exists() and part != into:
                _append(into / SOLVED, (part / SOLVED).read_bytes())
        found = [_checked(file) for file in (into / GAMES).glob("*/*")]
    return sum(about[0]["games"] for about in found if about is not None)
