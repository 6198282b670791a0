"""The documents' examples are run: what they show is what happens."""

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

import feint
from kit.docs import blocks
from kit.paths import ROOT
from kit.terminal import run

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


TRANSCRIPTS = [(note, code) for note, code in blocks(README, "console") if "$ feint" in code]


@pytest.mark.parametrize(("note", "code"), TRANSCRIPTS, ids=[code.split("\n")[0] for _, code in TRANSCRIPTS])
def test_transcripts(note: str, code: str) -> None:
    """What a block shows is what the command prints, given what the comment before it says is typed."""
    command, _, shown = code.partition("\n")
    typed = "".join(f"{word}\n" for word in note.removeprefix("typed: ").split()) if note.startswith("typed") else ""
    done = run(*shlex.split(command)[2:], typed=typed)
    assert done.returncode == 0
    if note == "roughly":  # all but the speed
        assert [*done.stdout.split("\n")][:-2] == [*shown.split("\n")][:-2]
    else:
        assert done.stdout.startswith(shown)


def test_each_game_is_shown() -> None:
    for name in feint.game_names():
        assert f"$ feint play {name}" in README


def test_python_examples() -> None:
    [(_, code)] = blocks(README, "python")
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner()
    runner.run(parser.get_doctest(code, {}, "README.md", "README.md", 0))
    assert runner.failures == 0
    assert runner.tries > 10


def test_the_record_that_is_shown() -> None:
    [text] = [code for note, code in blocks(README, "") if note == "record"]
    assert feint.replay(text).scores == {"P1": 0.0, "P2": 1.0}


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"(?:\$ |`)make ([a-z]+)", README + CONTRIBUTING)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_layout_is_as_described() -> None:
    """Every file and folder that CONTRIBUTING.md lists is there, and every module of core and server is listed."""
    [layout] = [code for _, code in blocks(CONTRIBUTING, "") if "src/feint/" in code]
    for folder in ("core", "server"):
        [part] = re.findall(rf"^  {folder}/.*\n((?:    .*\n)*)", layout, re.MULTILINE)
        listed = re.findall(r"^    (\w+\.py) ", part, re.MULTILINE)
        there = {file.name for file in (ROOT / "src/feint" / folder).glob("*.py")} - {"__init__.py", "errors.py"}
        assert set(listed) == there
    for folder in re.findall(r"^  (\w+)/ ", layout, re.MULTILINE):
        assert (ROOT / "src/feint" / folder).is_dir()


@pytest.fixture
def odds_and_evens(tmp_path: Path) -> Path:
    """The game that CONTRIBUTING.md works through, written to a folder as it says."""
    folder = tmp_path / "odds_and_evens"
    folder.mkdir()
    [(_, toml)] = blocks(CONTRIBUTING, "toml")
    rules, words, _positions = (code for _, code in blocks(CONTRIBUTING, "python"))
    for name, text in (("game.toml", toml), ("rules.py", rules), ("words.py", words)):
        (folder / name).write_text(text)
    return folder


def test_solving_the_worked_game(odds_and_evens: Path) -> None:
    """By its tree, and then with the file that says what makes a position: exactly, however long the game."""
    [line] = [
        line for _, code in blocks(CONTRIBUTING, "console") for line in code.splitlines() if "feint solve" in line
    ]
    solve = [*shlex.split(line)[2:], "--json"]
    found = json.loads(run(*solve, cwd=odds_and_evens.parent).stdout)
    assert found["exact"] is None
    assert found["lower"] <= 0.5 <= found["upper"]
    positions = [code for _, code in blocks(CONTRIBUTING, "python")][-1]
    (odds_and_evens / "positions.py").write_text(positions)
    found = json.loads(run(*solve, "--rule", "wins=9", cwd=odds_and_evens.parent).stdout)
    assert (found["exact"], found["states"]) == ("1/2", 81)


def test_the_worked_game(odds_and_evens: Path) -> None:
    match = feint.load(odds_and_evens).start(seed=1)
    match.play("odd", "show 2")
    assert match.view("even")["chosen"] == [0, None], "a secret is a secret"
    match.play("even", "show 2")
    match.play("even", "show 1")
    match.play("odd", "show 2")
    assert match.log(None) == ["Odds and Evens!", "2 and 2: even wins the round.", "1 and 2: odd wins the round."]
    match.play("even", "show 1")
    match.play("odd", "show 1")
    assert match.scores == {"even": 1.0, "odd": 0.0}
    assert feint.replay(match.record(), match.game).record() == match.record()


def test_the_worked_game_in_the_terminal(odds_and_evens: Path) -> None:
    """The two commands, and going on with a saved match of a game that isn't on the shelf."""
    lines = [line for _, code in blocks(CONTRIBUTING, "console") for line in code.splitlines()]
    played, simulated, _solved = (line.removeprefix("$ ") for line in lines if "odds_and_evens" in line)
    done = run(*shlex.split(played)[1:], typed="show 3\nshow 1\nquit\n", cwd=odds_and_evens.parent)
    assert "That is not a choice; choose one of show 1, show 2." in done.stdout
    resume = re.search(r"Continue with: .*?feint (.*)", done.stdout)
    assert resume is not None
    again = run(*shlex.split(resume[1]), typed="show 1\nshow 2\nshow 1\nshow 2\nshow 1\n")
    look = re.search(r"Watch it again with: .*?feint (.*)", again.stdout)
    assert look is not None
    assert run(*shlex.split(look[1]), "--all").stdout.startswith("Odds and Evens!")
    assert run("check", *shlex.split(look[1])[1:]).returncode == 0
    report = run(*shlex.split(simulated)[1:], "--seed", "1", "--json", cwd=odds_and_evens.parent)
    assert '"odd"' in report.stdout, report.stderr
