"""Speed on an NVIDIA GPU: simulations and games side by side, beside pgx on the same GPU where it is installed.

Best of some turns: what a GPU does varies little, but it clocks up first. A choice is one decision of one seat.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import feint
from feint.bots import bots_of
from feint.kernel.cuda.device import cupy
from feint.lab import simulate

GOALS = {  # choices a second, on one H200
    "tower-siege, random": 1.5e10,
    "terminal-maneuver, random": 1.5e10,
    "minefield-navigator, random": 1.5e10,
    "space-goats, random": 5e8,
    "dark-frontier, random": 5e8,
    "space-goats side by side, features": 2e7,
    "space-goats side by side, row": 2e7,
}
GAMES = {"space-goats": 10_000_000, "dark-frontier": 5_000_000}
MOST_GAMES = 2_000_000_000
SIDE_BY_SIDE = {"tower-siege": 1 << 20, "space-goats": 1 << 17, "dark-frontier": 1 << 15}
TURNS, STEPS = 3, 100
PGX_BATCH, PGX_CHUNK = 1 << 18, 100


def simulation(name: str, bot: str) -> float:
    """Choices a second in a simulation of so many games that it takes a second or so."""
    game = feint.load(name)
    seats, best = dict.fromkeys(game.seats, bot), 0.0
    for turn in range(TURNS):
        games = GAMES.get(name, MOST_GAMES) // (20 if bot == "gunner" else 1)
        report = simulate(game, games, seats, turn, device="cuda")
        best = max(best, report.choices / report.seconds)
    return best


def side_by_side(name: str, form: str) -> float:
    """Choices a second where the caller makes them all: what is seen and what is open is written out for each."""
    cp, games = cupy(), feint.batch(name, SIDE_BY_SIDE[name], device="cuda", observation=form, seed=7)
    step, best = games.start(), 0.0
    for _ in range(TURNS):
        cp.cuda.Device().synchronize()
        begun = time.perf_counter()
        for _ in range(STEPS):
            chances = cp.random.random(step.open.shape, dtype=cp.float32)
            step = games.play((chances * step.open).argmax(axis=1))
        cp.cuda.Device().synchronize()
        best = max(best, STEPS * games.number / (time.perf_counter() - begun))
    return best


def pgx_game(name: str) -> float:
    """The same in pgx, in one compiled call of many steps, without writing anything out but its own state."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    one_step = jax.vmap(auto_reset(env.step, env.init))

    def step(states: Any, key: Any) -> Any:
        key, for_choice, for_step = jax.random.split(key, 3)
        worth = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        choices = jax.random.categorical(for_choice, worth, axis=-1)
        return one_step(states, choices, jax.random.split(for_step, PGX_BATCH)), key

    steps = jax.jit(lambda *start: jax.lax.scan(lambda now, _: (step(*now), None), start, None, PGX_CHUNK)[0])
    key = jax.random.PRNGKey(7)
    now = jax.block_until_ready(steps(jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_BATCH)), key))
    best = 0.0
    for _ in range(TURNS):
        begun = time.perf_counter()
        now = jax.block_until_ready(steps(*now))
        best = max(best, PGX_CHUNK * PGX_BATCH / (time.perf_counter() - begun))
    return best


def rows() -> dict[str, Callable[[], float]]:
    """What is measured, by name."""
    found: dict[str, Callable[[], float]] = {}
    for name in feint.game_names():
        for bot in bots_of(feint.load(name)):
            found[f"{name}, {bot}"] = lambda name=name, bot=bot: simulation(name, bot)
    for name in SIDE_BY_SIDE:
        for form in ("features", "row"):
            found[f"{name} side by side, {form}"] = lambda name=name, form=form: side_by_side(name, form)
    for name in ("leduc_holdem", "kuhn_poker"):
        found[f"pgx {name}"] = lambda name=name: pgx_game(name)
    return found


def main() -> None:
    """Measure, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="words that a row's name has in it (default: all rows)")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    found = {}
    for name, measure in rows().items():
        if options.only and not any(word in name for word in options.only):
            continue
        try:
            found[name] = measure()
        except ImportError as error:
            print(f"{name:40} not measured: {error}", flush=True)
            continue
        goal = f"  goal {GOALS[name]:.1e}" if name in GOALS else ""
        print(f"{name:40} {found[name]:9.3g} choices/s{goal}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
