"""Speed, measured beside what it is compared with, in one run on one machine; `make bench`.

Machines are noisy: what is compared is measured in turns, several times, and the ratio is taken turn by turn. The table
shows medians, and the lowest and highest ratio. Everything is written to bench/results.json as well.
"""

import argparse
import json
import os
import platform
import pty
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel

import bridges_gym
import bridges_spiel
import bridges_zoo
import cfr
import feint
import page
import perfect
import search
import solving
import tables
from feint.bots import bots_of, choose, random
from feint.kernel.compiler import build
from feint.lab import SimulationReport, simulate
from turns import Measure, Row, compared, in_turns

RESULTS = Path(__file__).with_name("results.json")
FEINT = [sys.executable, "-m", "feint"]

GOALS = {  # the ratios to reach
    "Tower Siege, compiled, 1 thread / OpenSpiel Leduc (moves/s)": 5.0,
    "Tower Siege, compiled, 2 threads / 1 thread (moves/s)": 1.7,
    "Leduc Poker deck=suits, CFR+ to a NashConv of 1e-3, OpenSpiel / Feint (s)": 30.0,
    **bridges_gym.GOALS,
    **search.GOALS,
    **tables.GOALS,
}


CEILINGS = {**solving.CEILINGS, **page.CEILINGS}  # what must take less


FLOORS = {  # games or choices a second, to reach
    "Space Goats, 4 players, trader, choices=engine, 2 threads / 1 thread (games/s)": 10_000.0,
    **bridges_gym.FLOORS,
}


def goats_a_second(players: int, games: int, threads: int = 1, choices: str = "engine") -> Measure:
    """Compiled Space Goats with `trader` in every seat, in games a second."""

    def measure() -> float:
        game = feint.load("space-goats", players=players, choices=choices)
        return simulate(game, games, seed=7, threads=threads).games_per_second

    return measure


def plain_goats_a_second(players: int, games: int) -> Measure:
    """The same through the public API in plain Python."""

    def measure() -> float:
        game = feint.load("space-goats", players=players, choices="engine")
        trader = bots_of(game)["trader"]
        begun = time.perf_counter()
        for seed in range(games):
            match = game.start(seed=seed)
            while not match.over:
                [seat] = match.pending
                match.play(seat, choose(match, seat, trader, seed))
        return games / (time.perf_counter() - begun)

    return measure


def battles_a_second(bot: str, games: int, threads: int = 1) -> tuple[Measure, Measure]:
    """Compiled Dark Frontier with a bot on both sides: games a second, and rounds a second."""

    def run() -> SimulationReport:
        return simulate(feint.load("dark-frontier"), games, {"defender": bot, "attacker": bot}, 7, threads)

    return lambda: run().games_per_second, lambda: (report := run()).games_per_second * report.rounds_mean


def advances(rules: ModuleType) -> Callable[..., Any]:
    """A loop that makes the same Advance again and again."""
    apply, cease = rules.apply, rules.CEASE

    def run(start: Any, states: Any, times: int) -> None:
        for _ in range(times):
            states[0] = start[0]
            apply(states[0], 0, cease)
            apply(states[0], 1, cease)

    return run


def microseconds_an_advance(tokens: int, times: int = 20_000) -> Measure:
    """An Advance of so many flak clouds that fly in all directions and meet nothing."""
    game = feint.load("dark-frontier", radius=30)
    state = game.first_state()
    state.phase, state.q[1], state.tokens = 11, 20, 2 + tokens  # where shots are placed
    for token in range(2, 2 + tokens):
        state.kind[token], state.spread[token], state.placed[token] = 3, 6, 1
        state.q[token], state.r[token] = -3 - token % 6, 2 + token % 5
        state.vq[token], state.vr[token] = -(token % 4), 1 + token % 3
    run, start = build(game, advances), game.schema.pack(state)
    states = start.copy()
    run(start, states, 1)

    def measure() -> float:
        begun = time.perf_counter()
        run(start, states, times)
        return (time.perf_counter() - begun) / times * 1e6

    return measure


def choices_a_second(name: str, games: int, threads: int = 1) -> Measure:
    """Compiled random play, in choices a second."""

    def measure() -> float:
        report = simulate(feint.load(name), games, seed=7, threads=threads)
        return report.choices / report.seconds

    return measure


def open_spiel_leduc(rollouts: int = 200_000) -> Measure:
    """OpenSpiel's C++ on Leduc poker: random rollouts from the dealt state, in moves (chance included) a second."""
    game = pyspiel.load_game("leduc_poker")
    dealt = game.new_initial_state()
    dealt.apply_action(0)
    dealt.apply_action(3)
    moves = rollouts * expected_moves(dealt)

    def measure() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
        # One simulation evaluates the root, which is all the rollouts in one call of C++.
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 7, False)
        begun = time.perf_counter()
        bot.mcts_search(dealt)
        return moves / (time.perf_counter() - begun)

    return measure


def expected_moves(state: pyspiel.State) -> float:
    """How many moves a random game from here has on average, exactly."""
    if state.is_terminal():
        return 0.0
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
    else:
        legal = state.legal_actions()
        outcomes = [(action, 1 / len(legal)) for action in legal]
    return 1.0 + sum(chance * expected_moves(state.child(action)) for action, chance in outcomes)


def plain_choices_a_second(name: str, games: int) -> Measure:
    """The same games through the public API in plain Python."""

    def measure() -> float:
        game, choices = feint.load(name), 0
        begun = time.perf_counter()
        for seed in range(games):
            match = game.start(seed=seed)
            while not match.over:
                seat = match.pending[0]
                match.play(seat, choose(match, seat, random, seed))
                choices += 1
        return choices / (time.perf_counter() - begun)

    return measure


def seconds_to_run(command: list[str], cache: str | None = None) -> Measure:
    """How long a command takes from its start to its end."""

    def measure() -> float:
        env = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
        return time.perf_counter() - begun

    return measure


def seconds_to_prompt(command: list[str], prompt: bytes) -> Measure:
    """How long it takes until a prompt appears in a terminal."""

    def measure() -> float:
        begun = time.perf_counter()
        child, terminal = pty.fork()
        if child == 0:
            os.execv(command[0], command)
        seen = b""
        while prompt not in seen:
            seen += os.read(terminal, 4096)
        took = time.perf_counter() - begun
        os.write(terminal, b"quit\n")
        try:
            while os.read(terminal, 4096):
                pass
        except OSError:
            pass  # the terminal closes with the command
        os.waitpid(child, 0)
        return took

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=7, help="how often to measure each pair (7)")
    turns = parser.parse_args().turns

    leduc = open_spiel_leduc()
    siege, siege_twice = (
        choices_a_second("tower-siege", 1_500_000),
        choices_a_second("tower-siege", 3_000_000, threads=2),
    )
    with tempfile.TemporaryDirectory() as cold:
        sim = [*FEINT, "sim", "tower-siege", "--games", "1000"]
        cold_start = seconds_to_run(sim, cold)()
        warm_start = min(seconds_to_run(sim, cold)() for _ in range(turns))
    rows: dict[str, Row] = {
        "Tower Siege, compiled, 1 thread / OpenSpiel Leduc (moves/s)": in_turns(siege, leduc, turns),
        "Tower Siege, compiled, 2 threads / 1 thread (moves/s)": in_turns(siege_twice, siege, turns),
    }
    for name in ("terminal-maneuver", "minefield-navigator"):
        pair = in_turns(choices_a_second(name, 1_000_000), leduc, turns)
        rows[f"{feint.load(name).title}, compiled, 1 thread / OpenSpiel Leduc (moves/s)"] = pair
    for players in (2, 3, 4, 5):
        one, two = goats_a_second(players, 20_000), goats_a_second(players, 40_000, threads=2)
        title = f"Space Goats, {players} players, trader, choices=engine, 2 threads / 1 thread (games/s)"
        rows[title] = in_turns(two, one, turns)
    by_players = goats_a_second(4, 20_000, choices="players")
    rows["Space Goats, 4 players, trader, choices=players / choices=engine (games/s)"] = in_turns(
        by_players, goats_a_second(4, 20_000), turns
    )
    rows["Space Goats, 4 players, trader, compiled / plain Python through Match (games/s)"] = in_turns(
        goats_a_second(4, 20_000), plain_goats_a_second(4, 10), turns
    )
    random_games, random_rounds = battles_a_second("random", 20_000)
    gunner_games, gunner_rounds = battles_a_second("gunner", 1_000)
    rows["Dark Frontier, random / gunner on both sides (games/s)"] = in_turns(random_games, gunner_games, turns)
    rows["Dark Frontier, random / gunner on both sides (rounds/s)"] = in_turns(random_rounds, gunner_rounds, turns)
    for tokens in (15, 30, 60):
        pair = in_turns(microseconds_an_advance(tokens), microseconds_an_advance(tokens // 15 * 5), turns)
        rows[f"Dark Frontier, an Advance of {tokens} flak clouds / of {tokens // 15 * 5} (us)"] = pair
    plain = in_turns(siege, plain_choices_a_second("tower-siege", 100), turns)
    rows["Tower Siege, compiled / plain Python through Match (moves/s)"] = plain
    nothing = seconds_to_run([sys.executable, "-c", "pass"])
    rows["feint games / an empty Python (s)"] = in_turns(seconds_to_run([*FEINT, "games"]), nothing, turns)
    prompt = seconds_to_prompt([*FEINT, "play", "tower-siege"], b"Enter choice: ")
    rows["first prompt of feint play / an empty Python (s)"] = in_turns(prompt, nothing, turns)
    rows |= solving.rows(nothing, turns)
    rows |= cfr.rows(turns)
    rows |= perfect.rows(turns)
    rows |= search.rows(turns)
    rows |= bridges_gym.rows(turns)
    rows |= bridges_spiel.rows(turns)
    rows |= bridges_zoo.rows(turns)
    rows |= tables.rows(turns)
    rows |= page.rows()
    rows["feint sim, 1,000 games, first time / later (s)"] = compared([(cold_start, warm_start)])

    machine = {"python": platform.python_version(), "cpus": os.cpu_count(), "machine": platform.machine()}
    RESULTS.write_text(json.dumps({"machine": machine, "turns": turns, "rows": rows}, indent=2) + "\n")
    width = max(map(len, rows))
    print(f"{'':{width}}  {'ours':>12}  {'beside':>12}  ratio (lowest to highest of {turns} turns)")
    for name, row in rows.items():
        goal = f"  goal {GOALS[name]}: {'met' if row['ratio'] >= GOALS[name] else 'MISSED'}" if name in GOALS else ""
        if name in FLOORS:
            met = "met" if row["beside"] >= FLOORS[name] else "MISSED"
            goal = f"  goal {FLOORS[name]:,.0f} a second on one thread: {met}"
        if name in CEILINGS:
            met = "met" if row["value"] < CEILINGS[name] else "MISSED"
            goal = f"  goal under {CEILINGS[name]:g}: {met}"
        values = "  ".join(
            f"{row[key]:>12,.3f}" if row[key] < 100 else f"{row[key]:>12,.0f}" for key in ("value", "beside")
        )
        print(f"{name:{width}}  {values}  {row['ratio']:.2f} ({row['lowest']:.2f} to {row['highest']:.2f}){goal}")
    print(f"written to {RESULTS}")


if __name__ == "__main__":
    main()
