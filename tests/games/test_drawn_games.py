"""Games that Hypothesis draws: plain Python, compiled code, the bridges and the solver say the same of each."""

import io
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.vector import SyncVectorEnv
from hypothesis import Phase, given, settings

from feint.bridges import gambit, open_spiel
from feint.bridges import pettingzoo as zoo
from feint.bridges.gymnasium import SeatEnv, SeatVectorEnv
from feint.core.game import Game
from feint.solve.best_response import best_response, bounds
from feint.solve.cfr import RegretMinimizer
from feint.solve.sequence_form import sequence_form as feints_form
from feint.testing import check_game
from feint.testing.compilation import compare_modes
from feint.testing.violations import Violations
from kit import sequence_form
from kit.drawn_games import DRAWN, Table, drawn_game, schemas, tables, with_schema

FEW = settings(derandomize=True, deadline=None, max_examples=12, database=None)


@FEW
@given(tables())
def test_modes_solver_and_bridges_agree(table: Table) -> None:
    game = drawn_game(table)
    form = sequence_form.sequence_form(game)  # in plain Python, from the rules alone
    lower, upper = form.bounds()
    plain_and_compiled(game)
    solver(game, form, (lower + upper) / 2)
    in_open_spiel(game, table, (lower + upper) / 2)
    in_a_file_for_gambit(game, (lower + upper) / 2)
    in_gymnasium(table)
    in_pettingzoo(table)


@settings(FEW, max_examples=2, phases=[Phase.generate])  # to shrink one would mean to compile again and again
@given(schemas(), tables())
def test_whatever_the_schema(rules: str, table: Table) -> None:
    """Other orders and widths of fields are other bytes to compiled code, which looks at seats' information there."""
    with TemporaryDirectory() as folder:
        copy = with_schema(rules, Path(folder))
        game = drawn_game(table, copy)
        form, tree = sequence_form.sequence_form(game), feints_form(game)
        assert tree.infosets == sum(len(seat.choices) for seat in form.seats)
        in_gymnasium(table, copy)


def test_the_drawn_game_keeps_its_promises() -> None:
    assert not check_game(DRAWN, games=10, compiled=False).notes


def plain_and_compiled(game: Game) -> None:
    violations = Violations(game.folder)
    compare_modes(game, violations, [(game, seed) for seed in range(8)], 20)
    assert violations.listed() == []


def solver(game: Game, form: sequence_form.SequenceForm, value: float) -> None:
    """Bounds around the value, and best responses to an even strategy."""
    tree = feints_form(game)
    assert (tree.infosets, tree.histories) == (sum(len(seat.choices) for seat in form.seats), form.histories)
    run = RegretMinimizer(tree, "cfr+")
    run.run(1000)
    lower, upper = bounds(tree, run.average())
    assert lower <= value + 1e-9
    assert value - 1e-9 <= upper <= lower + 0.01
    for seat in range(2):
        even = np.zeros(len(form.seats[seat].sequences) + 1)
        even[sequence_form.START] = 1
        own = form.seats[seat]
        for situation, choices in own.choices.items():
            for choice in choices:
                even[own.sequences[situation, choice]] = even[own.reached_by[situation]] / len(choices)
        left = form.sure(seat, even)
        assert best_response(tree, tree.uniform(), 1 - seat) == pytest.approx(1 - left if seat == 0 else left)


def in_open_spiel(game: Game, table: Table, value: float) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.json")
        path.write_text("\n".join(table))
        there = pyspiel.load_game(open_spiel.register(DRAWN), {"table": str(path), "in_turns": True})
        assert sum(sequence_form.open_spiel_form(there).bounds()) / 2 == pytest.approx(value, abs=1e-7)


def in_a_file_for_gambit(game: Game, value: float) -> None:
    file = io.StringIO()
    gambit.write(game, file)
    read = pyspiel.load_efg_game(file.getvalue())
    assert sum(sequence_form.open_spiel_form(read).bounds()) / 2 == pytest.approx(value, abs=1e-7)


def in_gymnasium(table: Table, folder: Path = DRAWN) -> None:
    """Compiled games beside single ones, which go through matches."""
    setting: dict[str, Any] = {"table": table, "observation": "features", "seat": "random"}
    compiled = SeatVectorEnv(folder, 5, **setting)
    single = SyncVectorEnv([lambda: SeatEnv(folder, **setting) for _ in range(5)])
    rng = np.random.default_rng(1)
    seen, _ = compiled.reset(seed=1)
    expected, _ = single.reset(seed=1)
    for _ in range(8):
        assert seen["observation"].tolist() == expected["observation"].tolist()
        assert seen["action_mask"].tolist() == expected["action_mask"].tolist()
        legal = [np.flatnonzero(mask) for mask in seen["action_mask"]]
        choices = np.array([rng.choice(own) if len(own) else 0 for own in legal])
        seen, *rest = compiled.step(choices)
        expected, *expected_rest = single.step(choices)
        assert [part.tolist() for part in rest[:3]] == [part.tolist() for part in expected_rest[:3]]


def in_pettingzoo(table: Table) -> None:
    env = zoo.env(DRAWN, table=table)
    env.reset(seed=3)
    match = drawn_game(table).start(seed=3)
    while not match.over:
        seat = env.agent_selection
        assert seat == match.pending[0]
        numbers = match.legal_numbers(seat)
        assert np.flatnonzero(env.observe(seat)["action_mask"]).tolist() == sorted(numbers)
        env.step(numbers[-1])
        match.play(seat, match.legal(seat)[-1])
    scores = {seat: float(2 * Fraction(share) - 1) for seat, share in match.exact_scores.items()}
    assert {seat: env.rewards[seat] for seat in match.game.seats} == pytest.approx(scores)
