"""The documents' examples are run: what they show is what happens."""

import doctest
import json
import re
import runpy
import shlex
from pathlib import Path

import pytest

import feint
from kit.docs import blocks, pages
from kit.paths import ROOT
from kit.terminal import run

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
PAGES = pages()

# Pages whose examples need more than a command or an interpreter, each with the test that runs them.
ELSEWHERE = {
    "CONTRIBUTING.md": "tests/docs/test_docs.py",  # the game that it works through, at the end of this file
    "docs/designers/repair.md": "tests/lab/test_tutorial.py",
    "docs/developers/server.md": "tests/server/test_docs.py",
    "docs/developers/your-own-game.md": "tests/testing/test_check_game.py",
    "docs/players/network.md": "tests/terminal/test_network_play.py",
    "docs/researchers/gambit.md": "tests/bridges/test_gambit.py",
    "docs/researchers/gymnasium.md": "tests/bridges/test_gymnasium.py",
    "docs/researchers/open-spiel.md": "tests/bridges/test_open_spiel.py",
    "docs/researchers/pettingzoo.md": "tests/bridges/test_pettingzoo.py",
}
RUN_HERE = {name: text for name, text in PAGES.items() if name not in ELSEWHERE}
TRANSCRIPTS = [
    pytest.param(note, code, id=f"{name}: {code.splitlines()[0]}")
    for name, text in RUN_HERE.items()
    for note, code in blocks(text, "console")
    if "$ feint" in code
]
DOCTESTS = {
    name: code for name, text in RUN_HERE.items() if (code := "".join(code for _, code in blocks(text, "python")))
}


@pytest.mark.parametrize(("note", "code"), TRANSCRIPTS)
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


@pytest.mark.parametrize("name", DOCTESTS)
def test_python_examples(name: str) -> None:
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(DOCTESTS[name], {}, name, name, 0))
    assert (runner.failures, runner.tries) == (0, DOCTESTS[name].count(">>> "))
    assert runner.tries > 5


def test_examples_that_are_run_elsewhere() -> None:
    """The test that is said to run a page does read it."""
    kit = "".join(file.read_text() for file in (ROOT / "tests" / "kit").glob("*.py"))
    for page, test in ELSEWHERE.items():
        assert page in PAGES
        assert Path(page).name in (ROOT / test).read_text() + kit, page


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150
    [first, *_] = blocks(README, "console")
    assert first == ("", "$ make play\n$ make test\n")
    assert len(blocks(README, "python")) == 1
    for name in feint.game_names():
        assert feint.load(name).title in README


def test_each_game_is_shown() -> None:
    for name in feint.game_names():
        assert any(
            code.startswith(f"$ feint play {name}") for _, code in blocks(PAGES["docs/players/games.md"], "console")
        )


def test_the_record_that_is_shown() -> None:
    [text] = [code for text in PAGES.values() for note, code in blocks(text, "") if note == "record"]
    assert feint.replay(text).scores == {"P1": 0.0, "P2": 1.0}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    """Every link to a file of the project, and to a heading where one is named."""
    for link in re.findall(r"\]\(([^)\s]+)\)", PAGES[name]):
        if "://" in link:
            continue
        path, _, heading = link.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", file.read_text(), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings], link


def test_nothing_is_left_to_be_filled_in() -> None:
    assert not [name for name, text in PAGES.items() if re.search(r"\b(XXX|TODO|FIXME|TBD)\b", text)]


def test_every_page_is_in_the_index() -> None:
    index = PAGES["docs/README.md"]
    linked = {str(Path("docs", link)) for link in re.findall(r"\]\(([^)]+\.md)\)", index)}
    assert {name for name in PAGES if name.startswith("docs/")} - {"docs/README.md"} <= linked


def test_commands_and_options_exist() -> None:
    """Every command and option that a document names is one of `feint`'s."""
    named: dict[str, set[str]] = {}
    command_line = r"(?:`|\$ |^)feint ((?:lab )?[a-z]+)\b([^`\n]*)"
    for command, rest in re.findall(command_line, "\n".join(PAGES.values()), re.MULTILINE):
        named.setdefault(command, set()).update(re.findall(r"(?<=\s)--[a-z]+", rest))
    named.pop("record")  # the first line of a record
    assert len(named) > 8
    for command, options in named.items():
        done = run(*command.split(), "--help")
        assert done.returncode == 0, command
        assert options <= set(re.findall(r"--[a-z]+", done.stdout)), command


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"(?:\$ |`)make ([a-z]+)", "".join(PAGES.values()))):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_layout_is_as_described() -> None:
    """Every file and folder that CONTRIBUTING.md lists is there, and every module of core, kernel and server is listed."""
    [layout] = [code for _, code in blocks(CONTRIBUTING, "") if "src/feint/" in code]
    for folder in ("core", "kernel", "server"):
        [part] = re.findall(rf"^  {folder}/.*\n((?:(?:    .*)?\n)*)", layout, re.MULTILINE)
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
    """The two commands, and resuming a saved match of a game that isn't one of Feint's own."""
    lines = [line for _, code in blocks(CONTRIBUTING, "console") for line in code.splitlines()]
    played, simulated, _solved = (line.removeprefix("$ ") for line in lines if "odds_and_evens" in line)
    done = run(*shlex.split(played)[1:], typed="show 3\nshow 1\nquit\n", cwd=odds_and_evens.parent)
    assert "  1 show 1   2 show 2\neven, choose 1-2: show 3\nThat is not one of the choices;" in done.stdout
    resume = re.search(r"Continue with: .*?feint (.*)", done.stdout)
    assert resume is not None
    again = run(*shlex.split(resume[1]), typed="show 1\nshow 2\nshow 1\nshow 2\nshow 1\n")
    look = re.search(r"Watch it again with: .*?feint (.*)", again.stdout)
    assert look is not None
    assert run(*shlex.split(look[1]), "--all").stdout.startswith("Odds and Evens!")
    assert run("check", *shlex.split(look[1])[1:]).returncode == 0
    report = run(*shlex.split(simulated)[1:], "--seed", "1", "--json", cwd=odds_and_evens.parent)
    assert '"odd"' in report.stdout, report.stderr


def test_figures_of_reliability() -> None:
    """The page has the figures that were measured, and no others."""
    made = runpy.run_path(str(ROOT / "tools" / "reliability.py"))
    assert made["PAGE"].read_text() == made["page"](json.loads(made["FIGURES"].read_text()))
