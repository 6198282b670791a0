"""docs/designers/repair.md: its commands, one after the other, in a folder of their own."""

import re
import shlex
from pathlib import Path

import pytest

from kit.docs import blocks, pages
from kit.terminal import run


def test_a_game_is_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for note, code in blocks(pages()["docs/designers/repair.md"], "console"):
        command, _, shown = code.partition("\n")
        done = run(*shlex.split(command)[2:])
        assert done.returncode == 0, done.stderr
        if note == "roughly":  # all but the speed
            assert done.stdout.split("\n")[:-2] == shown.split("\n")[:-2]
        else:
            assert done.stdout.startswith(shown)
    written = {file.name for file in Path("repair").iterdir()}
    assert {"run.toml", "games.csv", "games.parquet", "findings.json", "report.html"} <= written
    report = Path("repair/report.html").read_text()
    assert report.count("<svg") == 2
    assert "missile gains 0.085 of the point" in report
    assert not re.search(r"(src|href|url)\W{1,3}https?:", report), "it needs no network"
