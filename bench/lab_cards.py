"""What `feint lab cards` can do, as figures: how near, in how many seconds, and how often it is wrong.

    python bench/lab_cards.py          what all cards of Space Goats are worth, to ±0.01, for two bots
    python bench/lab_cards.py --null   how often a card that does nothing is said to do something

For the second, an example game has an item that changes one's luck and nothing else (`tests/example_games/raffle`).
"""

import argparse
import resource
from pathlib import Path
from time import perf_counter

import feint
from feint.lab.cards import cards
from feint.lab.laboratory import Laboratory
from feint.lab.setting import BASE, read_setting
from feint.lab.shards import LocalWorkers

RAFFLE = Path(__file__).parents[1] / "tests" / "example_games" / "raffle"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--null", action="store_true", help="how often a card that does nothing is said to do something"
    )
    parser.add_argument("--runs", type=int, default=500, help="of --null")
    options = parser.parse_args()
    if options.null:
        flagged = sum(flags(seed) for seed in range(options.runs))
        print(f"a card that does nothing was proven to do something in {flagged} of {options.runs} runs")
    else:
        worth()


def worth() -> None:
    setting = read_setting(feint.load("space-goats", players=4), BASE)
    names = [card["name"] for card in setting.game.data["deck"].shown if card["deck"] == "market"]
    with LocalWorkers() as workers:
        cards(Laboratory(workers.play), setting, ["trader"], 1, 1.0, 2, names[:1])  # compiles
        started, used = perf_counter(), seconds_used()
        found = cards(Laboratory(workers.play), setting, ["miser", "trader"], 1, 0.01, 100_000, names)
    effects = found.data["effects"]
    widest = max((one["high"] - one["low"]) / 2 for one in effects)
    games = sum(one["games"] for one in effects)
    print(
        f"{len(names)} cards, 2 bots, {games:,} games: each to ±{widest:.4f}, in {perf_counter() - started:.0f} s",
        end="",
    )
    print(f" ({seconds_used() - used:.0f} s of processor time)")


def flags(seed: int) -> bool:
    setting = read_setting(feint.load(RAFFLE), BASE)
    with LocalWorkers(1) as workers:
        found = cards(Laboratory(workers.play), setting, ["random"], seed, 1.0, 500)
    return any(one["q"] <= 0.05 for one in found.data["effects"] if one["item"] == "Dud")


def seconds_used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
