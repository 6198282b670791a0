"""`feint train`: what it says and keeps, and what it refuses."""

import sys
from pathlib import Path

import pytest

from kit.paths import EXAMPLE_GAMES
from kit.terminal import run

KUHN = str(EXAMPLE_GAMES / "kuhn_poker")
SMALL = ("--set", "hidden=8", "--set", "games=64", "--set", "steps=8", "--set", "evaluation_games=256")


def test_without_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    done = run("train", KUHN)
    message = "feint: this needs torch, which isn't installed: pip install 'feint[learn]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_times_that_can_not_be() -> None:
    done = run("train", KUHN, "--minutes", "0")
    assert done.returncode == 2
    assert "0 is not a number of minutes above 0" in done.stderr


def test_what_is_learned_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch isn't installed: make extras")
    learning = ("train", KUHN, "--minutes", "0.001", *SMALL)
    done = run(*learning, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "against random" in done.stdout
    weights = "kuhn-poker-training/kuhn-poker.weights"
    assert f"--seat second={weights}" in done.stdout
    assert "<svg" in (tmp_path / "kuhn-poker-training" / "curve.svg").read_text()
    played = run("sim", KUHN, "--games", "4", "--seat", f"second={weights}", "--seed", "1", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    again = run(*learning, cwd=tmp_path)
    assert again.returncode == 2
    assert "has learned for" in again.stderr
    wrong = run("train", KUHN, "--set", "hiden=8", "--folder", "other", cwd=tmp_path)
    assert wrong.stderr.startswith("feint: there is no setting hiden; there are ")
    assert not (tmp_path / "other").exists()
