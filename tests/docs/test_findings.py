"""docs/designers/findings.md is what its command writes, and says something about every ruling of the games that are solved."""

import importlib
import re
import subprocess
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

import feint
from kit.paths import ROOT

DOCS = ROOT / "docs"
FOLDER = DOCS / "designers"
TEXT = (FOLDER / "findings.md").read_text(encoding="utf-8")
GAMES = ("terminal-maneuver", "minefield-navigator", "tower-siege")


@pytest.fixture(scope="module")
def document() -> Any:
    """The module that puts the document together, found as it is when `make findings` runs."""
    sys.path.insert(0, str(DOCS))
    try:
        yield importlib.import_module("findings.document")
    finally:
        sys.path.remove(str(DOCS))


@pytest.fixture(scope="module")
def solver(document: ModuleType) -> Any:
    """Solutions that several tests ask for."""
    return document.CachedSolver()


def chapter(name: str) -> str:
    """What the document says about a game."""
    _, _, rest = TEXT.partition(f"\n## {feint.load(name).title}\n")
    return rest.partition("\n## ")[0]


def subsections(text: str) -> dict[str, str]:
    """Subsections by the ruling that their heading names."""
    return {part.partition("`")[0]: part for part in text.split("\n### `")[1:]}


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_has_a_subsection(name: str) -> None:
    rulings = feint.load(name).all_rulings
    found = subsections(chapter(name))
    assert list(found) == list(rulings)
    for ruling, text in found.items():
        assert rulings[ruling].question in text
        assert "\n| --- |" in text


@pytest.mark.parametrize("name", GAMES)
def test_two_sentences_a_subsection(name: str) -> None:
    """One for a player, one for a designer, at the end of each, on how to play as on the rulings."""
    parts = chapter(name).split("\n### ")[1:]
    assert len(parts) == 1 + len(feint.load(name).all_rulings)
    for part in parts:
        player, designer = part.rstrip().split("\n\n")[-2:]
        assert player.startswith("*For a player:* ")
        assert designer.startswith("*For a designer:* ")
        for sentence in (player, designer):
            assert re.findall(r"[.!?](?=\s|$)", sentence) == ["."]


def test_linked_plots_are_there() -> None:
    linked = set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TEXT))
    assert len(linked) == 5
    assert {FOLDER / link for link in linked} == set((FOLDER / "plots").iterdir())
    for link in linked:
        plot = (FOLDER / link).read_text()
        assert "</svg>" in plot
        assert "<dc:date>" not in plot


def test_all_of_terminal_maneuver_is_fresh(document: ModuleType, solver: Any) -> None:
    game = document.terminal_maneuver
    parts = [
        document.opening(solver, game.NAME),
        game.how_to_play(solver),
        *(write(solver) for write in game.SECTIONS.values()),
    ]
    assert "\n\n".join(parts).partition("\n")[2] == chapter(game.NAME).rstrip("\n")


def test_minefield_navigator_is_fresh(document: ModuleType, solver: Any) -> None:
    game = document.minefield_navigator
    for part in (document.opening(solver, game.NAME), game.how_to_play(solver), game.first(solver)):
        assert f"\n{part}\n" in TEXT


def test_tower_siege_is_fresh(document: ModuleType, solver: Any) -> None:
    """Its larger games take too long here; a row of a table needs no others."""
    from findings.sections import values_table

    game = document.tower_siege
    head, line, *rows = values_table(solver.sweep(game.NAME, "cards", (1, 2, 3)), "cards").split("\n")
    shown = subsections(chapter(game.NAME))["cards"].split("\n")
    begin = shown.index(head)
    assert shown[begin : begin + 5] == [head, line, *rows]


def test_what_is_said_follows_the_numbers(document: ModuleType, solver: Any) -> None:
    """The same sentences about other rules are other sentences."""
    from findings import wording

    missile = solver.sweep("terminal-maneuver", "fuel", (4, 7, 10))
    assert wording.favour(missile[4]) == "the laser always wins"
    assert wording.favour(missile[7]).startswith("the laser is favoured, 67.7%")
    assert wording.favour(missile[10]).startswith("the missile is favoured, 52.3%")
    assert wording.fairest(missile) == 10
    assert wording.trend([1, 2, 3]) == "rises at every step"
    assert wording.trend([3, 3, 1]) == "never rises"
    assert wording.trend([1, 3, 2]) == "rises and falls"
    assert wording.trend([Fraction(1, 2)] * 3) == "doesn't change"
    assert (wording.at_least(0.98019), wording.at_most(0.98011)) == (0.9801, 0.9802)
    assert wording.or_more(0.97996) == "at least 97.9%"
    assert wording.or_less(0.02001) == "at most 2.1%"
    assert wording.listing([1, 2, 4, 5, 6]) == "1, 2 and 4 to 6"


def test_the_text_needs_no_matplotlib() -> None:
    """It is no dependency of the tests, and nobody should wait for it."""
    code = """
import sys
sys.modules["matplotlib"] = None
from findings import document
solver = document.CachedSolver()
print(document.terminal_maneuver.fuel(solver).splitlines()[0])
try:
    document.draw(solver)
except ImportError as error:
    print("no plots:", "matplotlib" in str(error))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=DOCS, capture_output=True, text=True, check=True)
    heading, plots = done.stdout.splitlines()
    assert heading in TEXT.splitlines()
    assert plots == "no plots: True"
