"""Rule books: sections in their order, filled in from the game's data, with an example that was really played."""

import re
import runpy
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import feint
from feint.core.errors import FeintError
from feint.core.rulebook import (
    ANSWERS,
    BEFORE,
    HOUSE_RULES,
    LAST,
    NOTATION,
    NOTES,
    QUESTIONS,
    RULES,
    TIPS,
    Section,
    drawn,
    linked,
    pictures_of,
    rules_text,
    sections_of,
)
from kit.games import URN
from kit.paths import ROOT

GAMES = feint.game_names()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", GAMES)
def test_sections_in_their_order(name: str) -> None:
    """To learn from, the numbered rules, what to look up, questions, notation, and a summary that fits on a page."""
    sections = sections_of(feint.load(name), drawn)
    titles = [section.title for section in sections]
    assert tuple(titles[:3]) == BEFORE
    assert titles[3] == RULES
    assert titles[-3:] == [QUESTIONS, NOTATION, LAST]
    assert all(section.text for section in sections)
    assert len(sections[-1].text.splitlines()) <= 40
    assert "###" in sections[2].text, "one round has a worked example"
    assert re.search(r"^    > \w+: ", sections[2].text, re.MULTILINE)


@pytest.mark.parametrize("name", GAMES)
def test_questions_are_sorted(name: str) -> None:
    text = next(section.text for section in sections_of(feint.load(name), drawn) if section.title == QUESTIONS)
    numbers = [int(number) for number in re.findall(r"^- [A-Z]+-Q(\d+) ", text, re.MULTILINE)]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, max(numbers) + 1))


def test_numbers_come_from_the_rulings() -> None:
    """At a table with other rulings the book has those; its example stays the one that was written for the defaults."""
    usual, long = (rules_text(feint.load("tower-siege", **rulings)) for rulings in ({}, {"length": 17, "stride": 4}))
    assert "whoever reaches position 10 first" in usual
    assert "whoever reaches position 17 first" in long
    assert "up to 4 positions" in long
    assert "P1 plays 4. P2 plays 5." in long
    assert "positions 0 to 17" in long


@pytest.mark.parametrize(
    ("name", "quoted"),
    [
        ("dark-frontier", "its velocity is now N 1, NE 1."),
        ("dark-frontier", "In slice 5 the missile reaches the defender's ship"),
        ("dark-frontier", "it can burn no more than 3."),
        ("minefield-navigator", "its detector found a mine: step 3 is safe for both now."),
        ("space-goats", "P1 has 5 ships left on their shielded side"),
        ("terminal-maneuver", "The missile has 4 fuel left"),
        ("tower-siege", "it has 1, 2, 3, 4 left."),
    ],
)
def test_what_the_text_quotes_of_its_example(name: str, quoted: str) -> None:
    assert quoted in " ".join(rules_text(feint.load(name)).split())


def test_numbers_come_from_data_files(tmp_path: Path) -> None:
    cards = (ROOT / "src/feint/games/space_goats/cards.csv").read_text()
    deck = tmp_path / "mine.csv"
    deck.write_text(
        cards.replace("Piercing Rocket,rocket,3,3", "Piercing Rocket,rocket,7,4").replace("Hand,,,4", "Hand,,,5")
    )
    text = rules_text(feint.load("space-goats", deck=str(deck)))
    assert re.search(r"\| Piercing Rocket +\| 7 +\| 4 ", text)
    assert "until you hold 5 cards" in text
    assert "The AbilitiesPile has 44 cards" in text


def test_someones_own_ships(tmp_path: Path) -> None:
    ships = tmp_path / "ships"
    shutil.copytree(ROOT / "src/feint/games/dark_frontier/ships", ships)
    (ships / "lancer.toml").rename(ships / "raider.toml")
    text = rules_text(feint.load("dark-frontier", ships=str(ships), attacker_ship="raider"))
    assert "the attacker the raider." in text
    assert re.search(r"\| roll \| bastion +\| kestrel +\| raider +\|", text)
    assert "    [raider]\n" in text
    assert "the attacker a kestrel." in text, "the example is the one that was written"


@pytest.mark.parametrize("name", GAMES)
def test_pictures(name: str) -> None:
    """Each is an SVG with a text alternative, and a drawing that fits into a terminal."""
    pictures = pictures_of(feint.load(name))
    assert pictures
    for which, picture in pictures.items():
        assert re.fullmatch(r"[a-z-]+", which)
        root = ElementTree.fromstring(picture.svg)
        assert root.findtext(f"{SVG}title") == picture.alt
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            *("svg", "title", "style", "defs", "use", "g"),
            *("rect", "circle", "line", "path", "polygon", "text"),
        }
        assert "prefers-color-scheme:dark" in picture.svg
        assert picture.text
        assert max(map(len, picture.text.splitlines())) <= 96, which
        assert len(picture.svg) < 12_000, which


def test_two_editions() -> None:
    """The same text, with drawings for a terminal and links to pictures for documents and the page."""
    game = feint.load("dark-frontier")
    terminal, document = rules_text(game), rules_text(game, linked("images/x-"), contents=True)
    assert "![" not in terminal
    assert "](images/x-counter.svg)" in document
    assert "[One round](#one-round)" in document
    for section in sections_of(game, lambda name, picture: ""):
        assert section.text.split("\n\n")[0] in document


@pytest.mark.parametrize("name", GAMES)
def test_the_edition_for_players(name: str) -> None:
    """What they look up comes first, rulings are house rules, and nobody is told of files and command lines."""
    game = feint.load(name)
    sections = {section.title: section.text for section in sections_of(game, drawn, for_players=True)}
    titles = list(sections)
    assert (tuple(titles[:3]), titles[3], titles[-1]) == (BEFORE, LAST, NOTATION)
    assert titles.index(RULES) < titles.index(HOUSE_RULES) < titles.index(ANSWERS)
    for ruling in game.all_rulings.values():
        assert (f"- {ruling.id} {ruling.question}\n" in sections[HOUSE_RULES]) is not ruling.for_designers
    text = rules_text(game, linked(""), for_players=True)
    assert not re.search(r"--\w|\.csv|TOML|FILE|FOLDER|\w=\w|[Ss]imulation|\{\{|the solver decides", text)
    assert not re.search(r"\*\*(\w+)\*\*: \1\b", sections[HOUSE_RULES]), "no choice is named by itself"
    whole = rules_text(game)
    assert "`--rule name=value`" in whole
    assert "{{" not in whole


def test_what_is_for_designers_is_in_the_whole_book_only() -> None:
    game = feint.load("space-goats")
    whole, for_players = rules_text(game), rules_text(game, for_players=True)
    for words in ("--deck FILE", "SG-Q5 Can a designer change the cards?", "destroy_1_weakest_ship"):
        assert words in whole
        assert words not in for_players


def test_the_documents_are_fresh() -> None:
    """`make docs` would change nothing."""
    documents = runpy.run_path(str(ROOT / "tools" / "rule_books.py"))["documents"]()
    rules = ROOT / "docs" / "rules"
    assert set(documents) == {*rules.glob("*.md"), *rules.glob("images/*")}
    for file, text in documents.items():
        assert file.read_text(encoding="utf-8") == text, f"make docs: {file.name}"


# A game of someone else's.


@pytest.fixture
def urn(tmp_path: Path) -> Path:
    folder = tmp_path / "urn"
    shutil.copytree(URN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def book(folder: Path, round: str = "", reference: str = "") -> list[Section]:
    text = "".join(f"## {title}\n\nText.\n" for title in BEFORE) + f"{round}\n{reference}## {LAST}\n\nText.\n"
    (folder / "book.md").write_text(text)
    return sections_of(feint.load(folder), drawn)


def test_a_game_without_a_book(urn: Path) -> None:
    titles = [section.title for section in sections_of(feint.load(urn), drawn)]
    assert titles == [RULES, *([QUESTIONS] if feint.load(urn).all_rulings else []), NOTATION]


def test_what_game_toml_adds(urn: Path) -> None:
    toml = urn / "game.toml"
    more = 'components = ["an urn", "three balls"]\n' + toml.read_text()
    more += '\n[[tips]]\ntip = "Look first."\nverdict = "true"\ntext = "By far."\n\n[notes]\ntext = "It is small."\n'
    toml.write_text(more)
    sections = {section.title: section.text for section in sections_of(feint.load(urn), drawn)}
    assert sections[TIPS] == "- Look first.\n  - **true**: By far."
    assert sections[NOTES] == "It is small."
    assert "- three balls" in sections[BEFORE[1]]
    assert "- three balls" in book(urn)[1].text
    toml.write_text(more.replace('verdict = "true"', ""))
    with pytest.raises(FeintError, match="a tip has no verdict"):
        rules_text(feint.load(urn))


def test_the_example_is_played(urn: Path) -> None:
    match = feint.load(urn).start(chance=[])
    steps = []
    while len(steps) < 3 and not match.over:
        seat = match.pending[0]
        choice = match.legal(seat)[0]
        match.play(seat, choice)
        steps.append(f"{seat}: {choice}")
    text = book(urn, "```play\n" + "\n".join(steps) + "\n```\n")[2].text
    shown = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    log = [line for line in match.log(None) if line]
    assert [line for line in shown if line and not line.startswith("> ")] == log
    assert [line for line in shown if line.startswith("> ")] == [f"> {s}" for s in steps if not s.startswith("chance")]
    with pytest.raises(FeintError, match="book.md: nonsense"):
        book(urn, "```play\nchance: nonsense\n```\n")


def test_what_is_wrong_with_a_book(urn: Path) -> None:
    with pytest.raises(FeintError, match=re.escape("nothing can be filled in for {{colour of the urn}}")):
        book(urn, "{{colour of the urn}}")
    with pytest.raises(FeintError, match="has a section Notation, which is made from game.toml"):
        book(urn, reference=f"## {NOTATION}\n\nText.\n")
    (urn / "book.md").write_text("## On the table\n\nText.\n")
    with pytest.raises(FeintError, match="it begins with The goal, On the table, One round, and ends with Summary"):
        rules_text(feint.load(urn))
