"""Speed of the vector environment for Gymnasium, beside pgx, with random choices made by the caller.

A step is one choice of one seat in one game. On both sides whoever owes a choice is asked (`opponent=None` here, as pgx
always does), choices are drawn by compiled code from what is legal, and games that are over make room for others. pgx
does that in the same step. Here it takes a step, in which no choice is made: such steps are not counted.
"""

import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numba
import numpy as np
import pgx
from pgx.experimental import auto_reset

from feint.bridges.gymnasium import SeatVectorEnv
from turns import Measure, Row, in_turns

LEDUC = Path(__file__).parents[1] / "tests" / "example_games" / "leduc_poker"
BATCHES = (1_024, 16_384)
CHUNK = 50  # steps between two looks at the clock

GOALS = {
    name: 3.0
    for batch in BATCHES
    for name in (
        f"Leduc Poker, {batch:,} games / pgx Leduc (choices/s)",
        f"Tower Siege, features, {batch:,} games / pgx Leduc (choices/s)",
    )
}
TRADER = f"Space Goats, features, {BATCHES[0]:,} games, own choices against random / against trader (choices/s)"
FLOORS = {TRADER: 4e5}


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def draw_choices(mask: Any, word: int, out: Any) -> int:
    """Any open choice for each game; 0 where none is."""
    for game in range(mask.shape[0]):
        open = 0
        for choice in range(mask.shape[1]):
            open += mask[game, choice]
        word = word * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        left = np.int64(((word >> np.uint64(32)) * np.uint64(open)) >> np.uint64(32))
        out[game] = 0
        for choice in range(mask.shape[1]):
            if mask[game, choice]:
                if left == 0:
                    out[game] = choice
                    break
                left -= 1
    return word


def ours(
    game: str | Path,
    batch: int,
    seconds: float,
    threads: int | None = None,
    opponent: str | None = None,
    observation: str = "row",
) -> Measure:
    """Choices a second that a caller makes in the vector environment."""
    envs = SeatVectorEnv(game, batch, opponent, observation=observation, threads=threads)
    observations, _ = envs.reset(seed=7)
    choices, word, over = np.zeros(batch, np.int64), np.uint64(7), np.zeros(batch, np.bool_)
    word = np.uint64(draw_choices(observations["action_mask"], word, choices))

    def measure() -> float:
        nonlocal observations, word, over
        made, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            for _ in range(CHUNK):
                word = np.uint64(draw_choices(observations["action_mask"], word, choices))
                made += batch - np.count_nonzero(over)
                observations, _, over, _, _ = envs.step(choices)
        return made / (time.perf_counter() - begun)

    return measure


def theirs(batch: int, seconds: float, chunk: int = 1) -> Measure:
    """The same in pgx's Leduc; `chunk` steps are made in one call of compiled code."""
    env = pgx.make("leduc_holdem")
    one_step = jax.vmap(auto_reset(env.step, env.init))

    def step(states: Any, key: Any) -> Any:
        key, for_choice, for_step = jax.random.split(key, 3)
        worth = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        choices = jax.random.categorical(for_choice, worth, axis=-1)
        return one_step(states, choices, jax.random.split(for_step, batch)), key

    steps = jax.jit(lambda *start: jax.lax.scan(lambda now, _: (step(*now), None), start, None, chunk)[0])
    key = jax.random.PRNGKey(7)
    now = jax.block_until_ready(steps(jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key))

    def measure() -> float:
        nonlocal now
        made, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            for _ in range(CHUNK // chunk):
                now = steps(*now)
                made += chunk
            now = jax.block_until_ready(now)
        return made * batch / (time.perf_counter() - begun)

    return measure


def rows(turns: int, seconds: float = 1.0) -> dict[str, Row]:
    """Each row: ours, theirs, and the ratio of each turn's pair. Of pgx's two ways to loop the faster is taken."""
    found = {}
    for batch in BATCHES:
        from_python, in_jax = theirs(batch, seconds), theirs(batch, seconds, CHUNK)
        pgx_leduc = max(from_python, in_jax, key=lambda way: way())
        leduc = ours(LEDUC, batch, seconds)
        found[f"Leduc Poker, {batch:,} games / pgx Leduc (choices/s)"] = in_turns(leduc, pgx_leduc, turns)
        siege = ours("tower-siege", batch, seconds)
        found[f"Tower Siege, {batch:,} games / pgx Leduc (choices/s)"] = in_turns(siege, pgx_leduc, turns)
        shown = ours("tower-siege", batch, seconds, observation="features")
        found[f"Tower Siege, features, {batch:,} games / pgx Leduc (choices/s)"] = in_turns(shown, pgx_leduc, turns)
        against = ours("tower-siege", batch, seconds, opponent="random")
        found[f"Tower Siege, {batch:,} games, own choices against random / all choices (choices/s)"] = in_turns(
            against, siege, turns
        )
    two, one = ours(LEDUC, BATCHES[-1], seconds, threads=2), ours(LEDUC, BATCHES[-1], seconds, threads=1)
    found[f"Leduc Poker, {BATCHES[-1]:,} games, 2 threads / 1 thread (choices/s)"] = in_turns(two, one, turns)
    goats, pgx_leduc = ours("space-goats", BATCHES[0], seconds), theirs(BATCHES[0], seconds)
    found[f"Space Goats, {BATCHES[0]:,} games / pgx Leduc (choices/s)"] = in_turns(goats, pgx_leduc, turns)
    random, trader = (
        ours("space-goats", BATCHES[0], seconds, opponent=bot, observation="features") for bot in ("random", "trader")
    )
    found[TRADER] = in_turns(random, trader, turns)
    return found


if __name__ == "__main__":
    for name, row in rows(3).items():
        print(name, row)
