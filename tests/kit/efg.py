"""For tests: games small enough for whole trees, what is written of them for Gambit, and that text line by line."""

import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import feint
from feint.bridges import gambit
from kit import sequence_form as sequenceform
from kit.games import URN
from kit.paths import EXAMPLE_GAMES, ROOT

KUHN, LEDUC, GOOFSPIEL, PENNIES = (
    EXAMPLE_GAMES / name for name in ("kuhn_poker", "leduc_poker", "goofspiel", "pennies")
)
PAGE = (ROOT / "docs" / "researchers" / "gambit.md").read_text()

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("tower-siege", {"length": 3, "cards": 3, "stride": 2, "turn_limit": 3}),
    ("tower-siege", {"length": 3, "cards": 1, "stride": 2, "turn_limit": 3, "track": "facing"}),
    ("tower-siege", {"length": 3, "cards": 1, "stride": 2, "turn_limit": 3, "empty_hand": "retreat"}),
    ("terminal-maneuver", {"fuel": 1, "rounds": 1}),
    ("terminal-maneuver", {"fuel": 2, "rounds": 1, "black_squares": "allowed"}),
    ("minefield-navigator", {"steps": 3, "mines": 2, "detectors": 1}),
    ("minefield-navigator", {"steps": 3, "mines": 2, "detectors": 0, "first": "toss"}),
]
"""Games that can be solved."""

TREES = [*SMALL, (KUHN, {}), (LEDUC, {}), (URN, {}), (GOOFSPIEL, {"cards": 3})]
"""Games whose trees can be gone through."""

FOLLOWED = [SMALL[5], (KUHN, {}), (URN, {})]
"""Games whose matches can be followed, one by one."""


def written(game: feint.Game) -> tuple[str, gambit.Written]:
    file = io.StringIO()
    facts = gambit.write(game, file)
    return file.getvalue(), facts


def counted(game: feint.Game) -> tuple[int, dict[str, int]]:
    """Nodes and information sets in another way: straight from the rules."""
    form = sequenceform.sequence_form(game)
    return form.histories, {seat: len(of.choices) for seat, of in zip(game.seats, form.seats, strict=True)}


class Line(NamedTuple):
    """A line of the file: `p "" 1 2 "label" { "name" "name" } 0` is p, [1, 2, "label"] and two names."""

    kind: str
    head: list[str]  # numbers and label of a set or an outcome
    names: list[str]
    numbers: list[Fraction]


def line_of(text: str) -> Line:
    """Signs that stand for others are left as they are."""
    kind, _, *rest = re.findall(r'"(?:[^"\\]|\\.)*"|[^\s,]+', text)
    begin, end = rest.index("{"), rest.index("}")
    head = [word.strip('"') for word in rest[:begin]]
    inside = rest[begin + 1 : end]
    assert rest[end + 1 :] == ([] if kind == "t" else ["0"])
    names = [word[1:-1] for word in inside if word[0] == '"']
    return Line(kind, head, names, [Fraction(word) for word in inside if word[0] != '"'])


def lines_of(text: str) -> list[Line]:
    """A line a node, each before those that follow it."""
    _head, _about, empty, *lines = text.splitlines()
    assert empty == ""
    return [line_of(line) for line in lines]


_RED, _BLUE, _GREEN = "draw red", "draw blue", "draw green"
CHANCES_OF_THE_URN = [
    {_RED: Fraction(1, 2), _BLUE: Fraction(1, 3), _GREEN: Fraction(1, 6)},
    {_RED: Fraction(2, 5), _BLUE: Fraction(2, 5), _GREEN: Fraction(1, 5)},
    {_RED: Fraction(3, 5), _BLUE: Fraction(1, 5), _GREEN: Fraction(1, 5)},
    {_RED: Fraction(3, 5), _BLUE: Fraction(2, 5)},  # no more green ones
]


def _changed(original: Path, folder: Path, *changes: tuple[str, str]) -> Path:
    """A game like another but for some words."""
    folder.mkdir()
    for name in ("game.toml", "rules.py", "words.py"):
        text = (original / name).read_text()
        for old, new in changes:
            text = text.replace(old, new)
        (folder / name).write_text(text)
    return folder


def trio(folder: Path) -> Path:
    """A game of three seats: two draw balls, and the third gets half of the point, or more."""
    return _changed(
        URN,
        folder / "trio",
        ('["left", "right"]', '["left", "right", "judge"]'),
        ('private("ball", i1, 2)', 'private("ball", i1, 3)'),
        ("    out[1] = 1 if s.ball[1]", "    out[2] = 2\n    out[1] = 1 if s.ball[1]"),
    )


def odd(folder: Path) -> Path:
    """Poker with quotes, backslashes and letters that Gambit doesn't know."""
    return _changed(
        KUHN,
        folder / "odd",
        ('title = "Kuhn Poker"', "title = 'Kühn \"Poker\" \\'"),
        ('("pass", "bet")', "('\"pass\\\\', '\"b\\\\\"ét\"')"),
    )


def leaky(folder: Path) -> Path:
    """Poker that offers other choices to one whose opponent holds the best card."""
    return _changed(KUHN, folder / "leaky", ("    return 2\n", "    return 1 + (s.card[1 - seat] == 3)\n"))
