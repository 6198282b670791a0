"""Where experiments get their games from: played once, kept in the run's folder, and never played again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from feint.core.errors import FeintError
from feint.lab.game_rows import GameRows, joined
from feint.lab.run_folder import RunFolder
from feint.lab.shards import PlayShards, Series, Shard

GamesDone = Callable[[int, int], None]
"""Is told how many games are played, and of how many."""


class OnlyAPart(FeintError):
    """A run on several machines has played its part; it goes on when all parts are together."""


@dataclass
class Laboratory:
    """Plays what an experiment asks for."""

    play: PlayShards
    folder: RunFolder | None = None
    progress: GamesDone | None = None
    part: tuple[int, int] | None = None  # of all shards, only every nth is played here: (3, 16) is the third of sixteen
    played: dict[str, tuple[Series, GameRows]] = field(default_factory=dict)  # by the series' key

    def rows(self, wanted: Sequence[tuple[Series, int]]) -> list[GameRows]:
        """The first games of each series, in the order in which they were asked for."""
        parts: dict[str, dict[int, GameRows]] = {series.key: {} for series, _ in wanted}
        most = {series.key: (series, games) for series, games in sorted(wanted, key=lambda asked: asked[1])}
        missing, others, number = [], 0, 0
        for series, games in (most[key] for key in parts):
            begin = self.played[series.key][1].games if series.key in self.played else 0
            for shard in series.shards(games, begin):
                found = self.folder.load(shard) if self.folder is not None else None
                if found is not None:
                    parts[series.key][shard.first] = found
                elif self.part is None or number % self.part[1] == self.part[0] - 1:
                    missing.append(shard)
                else:
                    others += 1
                number += 1
        self._play(missing, parts)
        if self.part is not None and others:
            raise OnlyAPart(
                f"part {self.part[0]} of {self.part[1]} is played as far as it goes without the others; "
                "put them together with feint lab merge, and go on with the same command"
            )
        for series, _ in wanted:
            new = [rows for _, rows in sorted(parts.pop(series.key, {}).items())]
            if new:
                before = [self.played[series.key][1]] if series.key in self.played else []
                self.played[series.key] = series, joined(before + new)
        return [self.played[series.key][1].first(games) for series, games in wanted]

    def forget(self, seed: int) -> None:
        """Let go of the games under a seed, which nobody will ask for again; they stay in the run's folder."""
        self.played = {key: (series, rows) for key, (series, rows) in self.played.items() if series.seed != seed}

    def _play(self, missing: list[Shard], parts: dict[str, dict[int, GameRows]]) -> None:
        done, total = 0, sum(shard.games for shard in missing)
        for shard, rows in self.play(missing):
            if self.folder is not None:
                self.folder.save(shard, rows)
            parts[shard.series.key][shard.first] = rows
            done += shard.games
            if self.progress is not None:
                self.progress(done, total)
