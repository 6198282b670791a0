"""What `feint lab compare` can do, as figures: how near, in how many seconds, and how often it is wrong.

    python bench/lab_compare.py          a changed deck in Space Goats for four, until each seat is known to ±0.005,
                                         and what equal luck saves: the variance of paired beside unpaired differences
    python bench/lab_compare.py --null   how often two settings that are the same are said to differ in anything

For the second, one setting is the game with a card renamed, and its games have other luck: all of them, or one in ten,
as with a change that hardly shows. It is done once with a number of games, and once until each seat is known to ±0.03.
"""

import argparse
import resource
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from time import perf_counter

import numpy as np

import feint
from feint.core.game import Game
from feint.lab.compare import DIFFERENT, compare
from feint.lab.findings import Findings
from feint.lab.game_rows import GameRows
from feint.lab.laboratory import Laboratory
from feint.lab.setting import BASE, Setting, read_setting
from feint.lab.shards import LocalWorkers, Series, Shard, play_shard

WITHIN = 0.005
CHANGED = "cost.Shatter Rocket=2, cost.Hull Plating=1, copies.Hull Plating=3, cost.Barrage Rocket=5, cost.Warp Drive=3"
BOTS = "trader", "miser"
GAMES = 8000
NULL_GAMES, NULL_WITHIN = 1000, 0.03


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--null", action="store_true", help="how often it is wrong")
    parser.add_argument("--runs", type=int, default=1000, help="comparisons of --null, of each kind")
    options = parser.parse_args()
    game = feint.load("space-goats", players=4)
    if options.null:
        for every, until in product((1, 10), (None, NULL_WITHIN)):
            wrong = false_alarms(game, options.runs, every, until)
            how = f"{NULL_GAMES:,} games" if until is None else f"until ±{until}"
            luck = "other luck in all games" if every == 1 else f"other luck in one game of {every}"
            print(f"{how}, {luck}: something was called different in {wrong} of {options.runs:,} comparisons")
    else:
        how_near(game)
        print("Variance of paired differences, as a share of that of unpaired ones:")
        for bot in BOTS:
            [changed] = variances(game, bot, [CHANGED])
            cards = [card for card in game.data["deck"].shown if card["deck"] == "market"]
            texts = [f"cost.{card['name']}={card['cost'] + more}" for card in cards for more in (-1, 1)]
            single = variances(game, bot, texts)
            print(f"  {bot}: {changed:.3f} for all of these changes; for a card that costs one more or one less")
            print(f"  median {np.median(single):.3f}, mean {np.mean(single):.3f}, most {max(single):.3f}")


def how_near(game: Game) -> None:
    settings = read_setting(game, BASE), read_setting(game, CHANGED)
    with LocalWorkers() as workers:
        workers.prepare(Series(settings[0], 1))
        started, used = perf_counter(), seconds_used()
        found = compare(Laboratory(workers.play), *settings, 2, 1, until=WITHIN)
        took, used = perf_counter() - started, seconds_used() - used
    [games] = found.data["games"]
    widest = max((row[6] - row[5]) / 2 for row in found.sections[0].table.rows if row[0] in game.seats)
    print(f"{CHANGED}: each seat to ±{widest:.4f} with {games:,} games each, in {took:.1f} s ({used:.1f} of processor)")


def variances(game: Game, bot: str, texts: Sequence[str]) -> list[float]:
    """For each change, the variance of paired differences as a share of that of games that have nothing in common."""
    with LocalWorkers() as workers:
        settings = [read_setting(game, text).with_players(bot) for text in (BASE, *texts)]
        before, *others = Laboratory(workers.play).rows([(Series(setting, 1), GAMES) for setting in settings])
    own = np.var(before.points, axis=0).sum()
    return [
        float(np.var(after.points - before.points, axis=0).sum() / (own + np.var(after.points, axis=0).sum()))
        for after in others
    ]


def false_alarms(game: Game, runs: int, every: int, until: float | None) -> int:
    """How many comparisons of a game with itself find any difference."""
    before, after = read_setting(game, BASE), Setting(renamed(game), ("trader",) * 4, "a card renamed")
    wrong = 0
    with LocalWorkers() as workers:
        lab = OtherLuck(workers, after, every)
        for seed in range(runs):
            wrong += says_different(compare(Laboratory(lab.play), before, after, NULL_GAMES, seed, until=until))
    return wrong


def says_different(found: Findings) -> bool:
    return any(row[-1] == DIFFERENT for row in found.sections[0].table.rows)


def renamed(game: Game) -> Game:
    lines = list(game.data["deck"].lines)
    assert any("Twin Salvo" in line for line in lines)
    return Game(
        game.folder, game.given_options | {"deck": [line.replace("Twin Salvo", "Pair Salvo") for line in lines]}
    )


class OtherLuck:
    """Plays one setting's games, or some of them, on other luck than those of the other setting."""

    def __init__(self, workers: LocalWorkers, setting: Setting, every: int) -> None:
        self.workers, self.key, self.every = workers, setting.key, every

    def play(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, GameRows]]:
        """The rows of shards."""
        for shard, rows in self.workers.play(shards):
            if shard.series.setting.key != self.key:
                yield shard, rows
                continue
            series = shard.series
            other = play_shard(Shard(Series(series.setting, series.seed + 10**9), shard.first, shard.games))
            numbers = rows.numbers.copy()
            places = slice(-shard.first % self.every, None, self.every)
            numbers[places] = other.numbers[places]
            yield shard, GameRows(rows.seats, numbers, rows.totals)


def seconds_used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
