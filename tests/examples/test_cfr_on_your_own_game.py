"""CFR solves a game in a folder, and what it has found wins against a random player."""

import runpy

import pytest

from kit.paths import EXAMPLE_GAMES, ROOT


def test_it_solves_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "cfr_on_your_own_game.py"))
    gap, won = example["main"](str(EXAMPLE_GAMES / "kuhn_poker"))
    assert gap < 0.01
    assert sum(won) > 0.1, "in equilibrium the seats' values add up to 0"
    assert capsys.readouterr().out.count("against a random player") == 2
