"""Regret minimisation beside OpenSpiel's C++ (`pyspiel.CFRPlusSolver`), on one thread: the same algorithm, CFR+.

Their strategies agree to rounding (tests/solve/test_cfr.py), so both need the same iterations. Where both are taken to
a NashConv, ours is timed with all its looks at the NashConv, and with growing the tree; theirs without any look, only
the iterations that ours needed.
"""

import subprocess
import sys
import time
from pathlib import Path

import pyspiel

import feint
from feint.core.game import Game
from feint.solve.best_response import nash_conv
from feint.solve.cfr import RegretMinimizer
from feint.solve.sequence_form import sequence_form
from turns import Measure, Row, in_turns

GAMES = Path(__file__).parents[1] / "tests" / "example_games"
THEIRS = {  # what OpenSpiel calls the same game, and its payoffs in a whole point of ours
    "leduc_poker deck=suits": ("leduc_poker", 26),  # the very same tree; by ranks it is a fifth of that
    "kuhn_poker": ("kuhn_poker", 4),
    "leduc_poker": ("leduc_poker", 26),
    "goofspiel": ("turn_based_simultaneous_game(game=goofspiel(num_cards=4,points_order=descending,imp_info=True))", 2),
}
LOOKS = 50  # iterations between two looks at the NashConv


def ours(described: str) -> Game:
    name, *rulings = described.split()
    return feint.load(GAMES / name, **dict(ruling.split("=") for ruling in rulings))


def iterations_a_second(name: str, iterations: int) -> Measure:
    """CFR+ on a tree that is there already."""
    tree = sequence_form(ours(name))
    RegretMinimizer(tree, "cfr+").run(1)  # compiles, before the clock starts

    def measure() -> float:
        run = RegretMinimizer(tree, "cfr+")
        begun = time.perf_counter()
        run.run(iterations)
        return iterations / (time.perf_counter() - begun)

    return measure


def their_iterations_a_second(name: str, iterations: int) -> Measure:
    game = pyspiel.load_game(THEIRS[name][0])

    def measure() -> float:
        return iterations / seconds_for_theirs(game, iterations)

    return measure


def seconds_for_theirs(game: pyspiel.Game, iterations: int) -> float:
    solver = pyspiel.CFRPlusSolver(game)
    solver.evaluate_and_update_policy()  # finds its information sets; not counted
    begun = time.perf_counter()
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return time.perf_counter() - begun


def iterations_to(name: str, wanted: float) -> int:
    """How many iterations of CFR+ it takes to a NashConv in payoffs, looked at now and then."""
    tree = sequence_form(ours(name))
    run = RegretMinimizer(tree, "cfr+")
    while nash_conv(tree, run.average()) > wanted:
        run.run(LOOKS)
    return run.iterations


def seconds_to(name: str, wanted: float) -> Measure:
    iterations_to(name, wanted)  # compiles

    def measure() -> float:
        begun = time.perf_counter()
        iterations_to(name, wanted)
        return time.perf_counter() - begun

    return measure


def their_seconds_to(name: str, wanted: float) -> Measure:
    game, iterations = pyspiel.load_game(THEIRS[name][0]), iterations_to(name, wanted)
    return lambda: seconds_for_theirs(game, iterations)


def megabytes(program: str) -> Measure:
    """The most memory that a Python program takes, with all that it loads (Linux).

    Not by `getrusage`: what that tells of a process is never less than what the one that started it had.
    """
    peak = "\nprint(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"  # KiB

    def measure() -> float:
        done = subprocess.run([sys.executable, "-c", program + peak], check=True, capture_output=True, text=True)
        return float(done.stdout) / 1024

    return measure


def our_megabytes(name: str, iterations: int) -> Measure:
    return megabytes(
        "import feint\nfrom pathlib import Path\n"
        "from feint.solve.cfr import RegretMinimizer\nfrom feint.solve.sequence_form import sequence_form\n"
        f"RegretMinimizer(sequence_form(feint.load(Path({str(GAMES / name)!r}))), 'cfr+').run({iterations})"
    )


def their_megabytes(name: str, iterations: int) -> Measure:
    return megabytes(
        f"import pyspiel\nsolver = pyspiel.CFRPlusSolver(pyspiel.load_game({THEIRS[name][0]!r}))\n"
        f"for _ in range({iterations}):\n    solver.evaluate_and_update_policy()"
    )


def rows(turns: int) -> dict[str, Row]:
    """All of it, for the table. For seconds and memory the ratio is theirs by ours."""
    found: dict[str, dict[str, float]] = {}
    for name, iterations, fewer in (
        ("kuhn_poker", 1_000_000, 20_000),
        ("leduc_poker", 50_000, 60),
        ("leduc_poker deck=suits", 10_000, 60),
        ("goofspiel", 100_000, 600),
    ):
        found[f"{title(name)}, CFR+, Feint / OpenSpiel (iterations/s)"] = in_turns(
            iterations_a_second(name, iterations), their_iterations_a_second(name, fewer), turns
        )
    for name in ("leduc_poker", "leduc_poker deck=suits"):
        found[f"{title(name)}, CFR+ to a NashConv of 1e-3, OpenSpiel / Feint (s)"] = in_turns(
            their_seconds_to(name, 1e-3), seconds_to(name, 1e-3), min(turns, 3)
        )
    for name in ("kuhn_poker", "leduc_poker", "goofspiel"):
        our_megabytes(name, 1)()  # compiles; that takes memory of its own
        found[f"{title(name)}, CFR+, memory of the process, OpenSpiel / Feint (MiB)"] = in_turns(
            their_megabytes(name, 10), our_megabytes(name, 10), 1
        )
    return found


def title(described: str) -> str:
    name, *rulings = described.split()
    return " ".join([ours(name).title, *rulings])
