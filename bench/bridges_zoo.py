"""The games as PettingZoo environments beside PettingZoo's own, in random legal play through its usual loop.

Leduc poker is the same game in both. The others are what it takes to learn ours instead of a small game of theirs.
Theirs need `rlcard` and `pygame-ce`.
"""

import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pettingzoo

from feint.bridges.pettingzoo import env as ours
from feint.bridges.pettingzoo import parallel_env, raw_env
from turns import Measure, Row, in_turns

LEDUC = Path(__file__).parents[1] / "tests" / "example_games" / "leduc_poker"
THEIRS = {"their Leduc poker": "classic/leduc_holdem_v4", "their tic-tac-toe": "classic/tictactoe_v3"}


def steps_a_second(env: Any, seconds: float = 1.0) -> Measure:
    """Choices a second, one agent after the other; every match anew, with all that `last` says looked up."""

    def measure() -> float:
        random, steps, seed = Random(7), 0, 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            seed += 1
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                    steps += 1
        return steps / (time.perf_counter() - begun)

    return measure


def choices_at_once_a_second(env: Any, seconds: float = 1.0) -> Measure:
    """The same where all act at once; waiting isn't counted."""

    def measure() -> float:
        random, steps, seed = Random(7), 0, 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            seed += 1
            seen, _ = env.reset(seed=seed)
            while env.agents:
                legal = {agent: np.flatnonzero(row["action_mask"]).tolist() for agent, row in seen.items()}
                actions = {agent: random.choice(numbers) for agent, numbers in legal.items()}
                steps += sum(action != env.wait for action in actions.values())
                seen, *_ = env.step(actions)
        return steps / (time.perf_counter() - begun)

    return measure


def rows(turns: int) -> dict[str, Row]:
    """All rows of the table."""
    own = {
        "Leduc poker": steps_a_second(ours(LEDUC)),
        "Tower Siege": steps_a_second(ours("tower-siege")),
        "Tower Siege without wrappers": steps_a_second(raw_env("tower-siege")),
        "Tower Siege at once": choices_at_once_a_second(parallel_env("tower-siege")),
        "Space Goats": steps_a_second(ours("space-goats")),
        "Space Goats without wrappers": steps_a_second(raw_env("space-goats")),
    }
    theirs = {name: steps_a_second(pettingzoo.make("aec", id)) for name, id in THEIRS.items()}
    return {
        f"PettingZoo: {name} / {other} (choices/s)": in_turns(measure, beside, turns)
        for other, beside in theirs.items()
        for name, measure in own.items()
    }
