"""What can be seen of a match in words, for games without a drawing: at a terminal as in the page."""

from pathlib import Path

import pytest

import feint
from feint.core.holding import bits, label
from feint.core.plain_board import plain_board, plain_drawing, shown_fields
from feint.kernel.features import Features
from feint.server.catalog import field_info
from feint.solve.infoset_walk import named
from feint.solve.sequence_form import sequence_form
from kit.games import random_match
from kit.node import WEB, run_script
from kit.paths import EXAMPLE_GAMES

NAMED = 'holds=label(0, 3, names=("none", "jack", "queen", "king"))'


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Kuhn Poker that says what its cards are called."""
    folder = tmp_path_factory.mktemp("games") / "royal_poker"
    folder.mkdir()
    for file in ("game.toml", "words.py", "rules.py"):
        text = (EXAMPLE_GAMES / "kuhn_poker" / file).read_text()
        text = text.replace('private("card", i1, 2)', f'private("card", i1, 2, {NAMED})').replace(
            "i1, i4", "i1, i4, label"
        )
        (folder / file).write_text(text)
    return folder


def test_labels_go_by_their_names(poker: Path) -> None:
    """On the board, in features, and in strategies."""
    game = feint.load(poker)
    match = game.start(chance=["card 3", "card 1"])
    assert dict(plain_board(game, match.view("first")))["card"] == "first: king; second: hidden"
    assert dict(plain_board(game, match.view(None)))["card"] == "first: hidden; second: hidden"
    assert [name for name in Features(game).names if name.startswith("card")] == [
        "card=none", "card=jack", "card=queen", "card=king",
    ]  # fmt: skip
    assert named(sequence_form(game))[0].name == "card jack"


def test_seats_bits_and_rows_in_words() -> None:
    game = feint.load("tower-siege")
    match = game.start(seed=1)
    match.play("P1", "3")
    match.play("P2", "3")
    match.play("P1", "card 4")
    shown = dict(plain_board(game, match.view("P2")))
    assert (shown["turn"], shown["laid"], shown["winner"]) == ("P2", "P1", "nobody")
    assert shown["hand"] == "P1: 0, 1, 2, 3, 4; P2: 0, 1, 2, 3, 4"
    assert shown["chosen"] == "P1: hidden; P2: 0"
    assert "met at" not in shown, "only the log is made from it"
    assert "\nposition  P1: 3; P2: 3\n" in plain_drawing(game, match.view("P2"))


def test_the_page_says_the_same(poker: Path) -> None:
    given, expected = [], []
    for source in (*feint.game_names(), EXAMPLE_GAMES / "leduc_poker", poker):
        game = feint.load(source)
        for seed in range(4):
            match = random_match(game, seed, most=5 * seed)
            for viewer in (None, *game.seats):
                view = match.view(viewer)
                given.append({"view": view, "seats": game.seats, "fields": [field_info(f) for f in shown_fields(game)]})
                expected.append(plain_board(game, view))
    found = run_script(
        """return given.map(({ view, seats, fields }) => fields.map((field) =>
            [field.name.replaceAll("_", " "), fallback_board.lines(field, view[field.name], seats).join("; ")]));""",
        given,
        WEB / "fallback_board.js",
    )
    assert [[tuple(row) for row in rows] for rows in found] == expected


def test_names_fit_their_numbers() -> None:
    for wrong in (
        lambda: label(0, 3, names=("a", "b")),
        lambda: bits(2, names=("a", "b", "c")),
        lambda: label(lambda s: 1, 3, names="abc"),
    ):
        with pytest.raises(TypeError, match="must be those of all numbers"):
            wrong()
    assert label(1, lambda s: 2, names=("a", "b")).text(2, ()) == "b"
    assert bits(3, names=("a", "b", "c")).text(0b101, ()) == "a, c"
