"""How long `feint solve` takes from its start to its end, and how that grows with a game's dials.

Compiled code is there already, as from the second run on; solutions are not, so each run solves anew.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from platformdirs import user_cache_path

from turns import Measure, Row, in_turns

CEILINGS = {  # seconds, to stay below
    "feint solve terminal-maneuver / an empty Python (s)": 0.5,
    "feint solve minefield-navigator / an empty Python (s)": 2.0,
    "feint solve tower-siege --gap 0.02 / an empty Python (s)": 20.0,
}
GROWTH = {  # larger dials, each beside the default
    "terminal-maneuver": [["fuel=14"], ["fuel=14", "black_squares=allowed"]],
    "minefield-navigator": [["steps=12", "mines=4"], ["steps=14", "mines=5"], ["detectors=3"], ["occupancy=shared"]],
    "tower-siege --gap 0.02": [["length=15"], ["cards=6"], ["track=facing"]],
}


def seconds_to_solve(*arguments: str) -> Measure:
    """`feint solve` with these arguments, with a cache that has compiled code but no solutions."""
    compiled = user_cache_path("feint") / "compiled"
    compiled.mkdir(parents=True, exist_ok=True)

    def measure() -> float:
        with tempfile.TemporaryDirectory() as cache:
            (Path(cache) / "feint").mkdir()
            (Path(cache) / "feint" / "compiled").symlink_to(compiled)
            env = os.environ | {"XDG_CACHE_HOME": cache}
            command = [sys.executable, "-m", "feint", "solve", *arguments]
            begun = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
            return time.perf_counter() - begun

    measure()  # compiles, if need be
    return measure


def rows(nothing: Measure, turns: int) -> dict[str, Row]:
    """All rows of the table."""
    found = {}
    for command, dials in GROWTH.items():
        default = seconds_to_solve(*command.split())
        found[f"feint solve {command} / an empty Python (s)"] = in_turns(default, nothing, turns)
        for rulings in dials:
            larger = seconds_to_solve(*command.split(), *(f"--rule={ruling}" for ruling in rulings))
            found[f"feint solve {command}, {' '.join(rulings)} / default (s)"] = in_turns(
                larger, default, min(turns, 3)
            )
    return found
