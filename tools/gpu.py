"""Compares what a GPU plays with what a CPU plays: every game, its rulings and its bots, over a million games each.

And thousands of games side by side, step by step: what is seen, what may be chosen, and how they end. Where the GPU
has no Numba beside it, compile on another machine (`--compile`), write down there what the CPU plays (`--write FILE`),
and compare with that (`--read FILE`).
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import feint
from feint.bots import bots_of
from feint.bridges.batch import FEATURES, ROW, SAME_STEP, BatchedGames, BatchStep, batch, seated
from feint.bridges.batch_cuda import CudaGames
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.kernel.features import Features
from feint.lab import simulate
from feint.lab.cuda_simulation import DeviceSimulation
from feint.lab.setting import BASE, read_setting

SEED = 20260101
BATCH, STEPS = 2048, 300  # games side by side, and choices in each
DATA_CHANGED = {
    "space-goats": ["cost.Twin Salvo=4", "players=3, copies.Twin Salvo=9"],
    "dark-frontier": ["thrust.kestrel=2", "magazine.bastion=9"],
}
Answer = dict[str, Any]


def settings(game: Game) -> list[str]:
    """No ruling changed, and then each by itself: to each of its choices, or both ends of a dial; and changed data."""
    found = [BASE]
    for ruling in game.all_rulings.values():
        if ruling.by_seat:
            choices = ["0/1", "1/0"]
        elif ruling.name == game.about.get("seats_by"):
            choices = [str(seats) for seats in range(int(ruling.low), int(ruling.top(game.rulings)) + 1)]
        else:
            choices = list(ruling.choices) or [str(ruling.low), str(ruling.top(game.rulings))]
        found += [f"{ruling.name}={choice}" for choice in choices if choice != str(ruling.default)]
    return found + DATA_CHANGED.get(game.name, [])


def cases(names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All that is compared: what to call it, and what it is."""
    for name in names:
        game = feint.load(name)
        for bot in bots_of(game):
            for setting in settings(game):
                yield f"{name:20} {bot:8} {setting}", {"name": name, "bot": bot, "setting": setting}
            yield f"{name:20} {bot:8} opposite, side by side", {"name": name, "opponent": bot, "form": FEATURES}
        for form in (ROW, FEATURES):
            yield f"{name:20} {'':8} side by side, {form}", {"name": name, "opponent": None, "form": form}


def answer(what: dict[str, Any], device: str, games: int, threads: int) -> Answer:
    """What comes of it; what is refused, too, has to be the same everywhere."""
    try:
        if "form" in what:
            return side_by_side(**what, device=device)
        return simulated(**what, device=device, games=games, threads=threads)
    except FeintError as error:
        return {"told": str(error), "speed": 0.0}


def simulated(name: str, bot: str, setting: str, device: str, games: int, threads: int) -> Answer:
    """All of a simulation's report, and how fast it was."""
    game = read_setting(feint.load(name), setting).game
    report = simulate(game, games, dict.fromkeys(game.seats, bot), SEED, threads, device=device)
    told = report.to_json() | {"choices": report.choices}
    del told["games_per_second"]
    return {"told": told, "speed": report.choices / report.seconds}


def side_by_side(name: str, opponent: str | None, form: str, device: str) -> Answer:
    """A print of every number that came back from games side by side, in which choices follow from what was open."""
    seat = opponent and "random"
    games = batch(name, BATCH, opponent, seat, device=device, observation=form, seed=SEED)
    found, made = hashlib.sha256(), 0
    step, begun = games.start(), time.perf_counter()
    while True:
        take(found, games, step)
        if made == STEPS:
            return {"told": found.hexdigest(), "speed": BATCH * STEPS / (time.perf_counter() - begun)}
        opens = games.on_host(step).open
        wanted = (np.arange(BATCH) * 7919 + made * 104729) % opens.sum(axis=1)
        step = games.play((opens.cumsum(axis=1) > wanted[:, None]).argmax(axis=1))
        made += 1


def take(found: Any, games: BatchedGames, step: BatchStep) -> None:
    """Add a step to a print; what is only there for games that have ended isn't looked at in others."""
    host = games.on_host(step)
    done = host.ended | host.cut
    seats, bits = (array if isinstance(array, np.ndarray) else array.get() for array in (games.seats, games.bits))
    for array in (
        host.rows, host.open, seats, bits, host.ended, host.illegal, host.cut, host.rewards, host.utilities[host.ended],
        host.final_rows[done], host.final_open[done],
    ):  # fmt: skip
        found.update(np.ascontiguousarray(array).tobytes())


def compile_case(name: str, **what: Any) -> None:
    """Compile what these games need, if it isn't on the disk."""
    game = read_setting(feint.load(name), what.get("setting", BASE)).game.for_simulation()
    if "form" in what:
        bots, any_seat = seated(game, what["opponent"], what["opponent"] and "random")
        features = Features(game) if what["form"] == FEATURES else None
        CudaGames(game, 1, bots, SAME_STEP, any_seat, features, arrays=np).compile()
    else:
        DeviceSimulation(game, [what["bot"]] * len(game.seats), SEED).compile()


def write(file: Path, names: list[str], only: str, games: int, threads: int) -> None:
    """What the CPU plays; what stands in the file already isn't played again."""
    known = json.loads(file.read_text()) if file.exists() else {}
    for case, what in cases(names):
        if case not in known and only in case:
            known[case] = answer(what, "cpu", games, threads) | {"games": games}
            file.write_text(json.dumps(known))
            print(case, flush=True)


def compare(file: Path | None, names: list[str], only: str, games: int, threads: int) -> int:
    """Play on the GPU, and say how much differs from what the CPU played, or plays now."""
    known = None if file is None else json.loads(file.read_text())
    different, compared, begun = 0, 0, time.perf_counter()
    for case, what in cases(names):
        if only not in case:
            continue
        if known is not None and case not in known:
            print(f"{case:60} not compared: it isn't in {file}", flush=True)
            continue
        cpu = answer(what, "cpu", games, threads) | {"games": games} if known is None else known[case]
        cuda = answer(what, "cuda", cpu["games"], threads)
        same = cpu["told"] == json.loads(json.dumps(cuda["told"]))
        different, compared = different + (not same), compared + 1
        speed = f"{cuda['speed']:9.2e} choices/s, {cuda['speed'] / cpu['speed']:8.1f}x" if cpu["speed"] else "refused"
        over = "" if "form" in what else f"{cpu['games']:,} games, "
        print(f"{case:60} {'same' if same else 'DIFFERENT'}  {over}{speed}", flush=True)
        if not same:
            print(f"  CPU {str(cpu['told'])[:600]}\n  GPU {str(cuda['told'])[:600]}", flush=True)
    print(f"{compared} compared, {different} different, {time.perf_counter() - begun:.0f} s")
    return 1 if different or not compared else 0


def main() -> int:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="games (default: all)")
    parser.add_argument("--only", default="", metavar="TEXT", help="what has this in its name, as gunner")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--compile", action="store_true", help="compile all that is needed, without a GPU")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write down what the CPU plays")
    parser.add_argument("--read", type=Path, metavar="FILE", help="compare with what was written down")
    options = parser.parse_args()
    names = options.names or feint.game_names()
    if options.write:
        write(options.write, names, options.only, options.games, options.threads)
        return 0
    if options.compile:
        for case, what in cases(names):
            if options.only not in case:
                continue
            with suppress(FeintError):  # rulings that can't be: comparing shows that both refuse them
                compile_case(**what)
        return 0
    return compare(options.read, names, options.only, options.games, options.threads)


if __name__ == "__main__":
    sys.exit(main())
