"""Rule books at a terminal: folded to its width, with tables in columns and drawings untouched."""

import pytest

import feint
from feint.terminal import markdown
from feint.terminal.markdown import formatted
from kit.terminal import Person

TEXT = """# Title

A paragraph with **bold** and *soft* words and a [link](#there),
in two lines of the file.

- an item that goes
  on in a second line
1. first

    a drawing   stays
      as it is, however long its lines may be in the end, and * is just a star *

| a      | b                                 |
| ------ | --------------------------------- |
|        | words that have to be folded here |
"""


def at_width(monkeypatch: pytest.MonkeyPatch, columns: int, plain: bool = True) -> list[str]:
    monkeypatch.setattr(markdown.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    return formatted(TEXT, plain=plain).split("\n")


def test_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert at_width(monkeypatch, 30) == [
        "# Title",
        "",
        "A paragraph with bold and soft",
        "words and a link, in two lines",
        "of the file.",
        "",
        "- an item that goes on in a",
        "  second line",
        "1. first",
        "",
        "    a drawing   stays",
        "      as it is, however long its lines may be in the end, and * is just a star *",
        "",
        "a  b",
        "-  ---------------------------",
        "   words that have to be",
        "   folded here",
    ]


def test_bold_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1mbold\x1b[0m" in "\n".join(at_width(monkeypatch, 80, plain=False))
    assert "\x1b" not in "\n".join(at_width(monkeypatch, 80))
    assert "**" not in "\n".join(at_width(monkeypatch, 80))


@pytest.mark.parametrize("name", ["dark-frontier", "space-goats"])
def test_in_a_terminal(name: str) -> None:
    """Nothing but drawings and names of effects is wider than 100 columns, and no mark-up is left."""
    person = Person("rules", name)
    assert person.leaves() == 0
    assert feint.load(name).title in person.screen
    assert "**" not in person.screen
    assert "|" not in person.screen
    assert "](" not in person.screen
    wide = [line for line in person.screen.split("\n") if len(line) > 100 and not line.startswith("    ")]
    assert all("_" in line for line in wide)
