"""MaskablePPO learns from our features and masks: three rounds are enough to see that it does."""

import runpy

import pytest

import feint.bridges.gymnasium  # noqa: F401 - the example learns through it
from kit.paths import ROOT


def test_it_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib", reason="needs sb3-contrib and PyTorch: pip install 'feint[examples]'")
    example = runpy.run_path(str(ROOT / "examples" / "masked_ppo.py"))
    monkeypatch.setitem(example["learn"].__globals__, "EVALUATED", 300)
    before, *_, after = example["learn"](3)
    assert before < 0.1
    assert after > before
