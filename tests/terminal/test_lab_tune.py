"""`feint lab cards` and `feint lab tune` at the terminal: small runs, resumed ones, and one sentence for what is wrong."""

import json
from pathlib import Path

import pytest

from kit.paths import EXAMPLE_GAMES
from kit.terminal import run

RAFFLE = str(EXAMPLE_GAMES / "raffle")


def test_tune_and_again_from_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    few = ["--candidates", "12", "--games", "400", "--fresh", "1000", "--seed", "3", "--folder", str(folder), "--json"]
    asked = ["lab", "tune", RAFFLE, "--rule", "ahead=2", "--dial", "ahead.2=-2..4", "--target", "left=50%+-4%", *few]
    first = run(*asked)
    assert first.returncode == 0, first.stderr
    found = json.loads(first.stdout)
    assert (found["best"], found["reached"]) == ("ahead.2=2", True)
    kept = {file: file.stat().st_mtime_ns for file in (folder / "games").rglob("*") if file.is_file()}
    again = run(*asked)
    assert again.stdout == first.stdout
    assert {file: file.stat().st_mtime_ns for file in (folder / "games").rglob("*") if file.is_file()} == kept


def test_cards() -> None:
    done = run("lab", "cards", RAFFLE, "--within", "0.03", "--seed", "3", "--cards", "Charm")
    assert done.returncode == 0, done.stderr
    assert "Between random players it helps most to be given one: Charm +0." in done.stdout
    assert "Dud" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tune", RAFFLE], "there is nothing to reach: name it with --target, such as --target seats=even±0.01"),
        (["tune", RAFFLE, "--target", "left>0.4", "--games", "1"], "--games 1 is too small: tuning takes at least 2"),
        (
            ["tune", RAFFLE, "--target", "left>0.4", "--check-games", "1"],
            "--check-games 1 is too small: tuning takes at least 2",
        ),
        (
            ["tune", RAFFLE, "--dial", "charm=1..2", "--target", "left>0.4", "--check", "random"],
            "random can't check what is tuned for it; name another player",
        ),
        (
            ["cards", RAFFLE, "--within", "0"],
            "--within 0 would take forever: name how near is near enough, such as 0.01",
        ),
        (["cards", RAFFLE, "--cards", "Cup"], "raffle has no Cup; it has Charm, Dud"),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments: list[str], complaint: str) -> None:
    done = run("lab", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"feint: {complaint}\n")
