"""Puzzles: what a puzzles.jsonl may say, the puzzle of the day, and the puzzles that come with Feint."""

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feint
from feint.core.errors import FeintError, IllegalChoice, UnknownGame
from feint.core.puzzles import (
    GAP,
    SEARCH,
    SOLVER,
    ChoiceValue,
    Puzzle,
    PuzzleNotFound,
    daily_puzzle,
    puzzle_of,
    read_puzzles,
)
from kit.paths import EXAMPLE_GAMES

GAMES = [feint.load(name) for name in feint.game_names()]
SOLVED = [game for game in GAMES if game.positions is not None]
MOST_BYTES = 300_000
SAMPLE = 40
LINE = '{"rating":900,"steps":"P1 3; P2 3","seat":"P1","values":{"card 1":0.25,"card 2":[0.5,0.75]}}'

texts = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=";"), min_size=1, max_size=8)
shares = st.integers(0, 10_000).map(lambda number: number / 10_000)
bounds = st.tuples(shares, shares).map(sorted)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    values = draw(st.dictionaries(texts, bounds, min_size=2, max_size=5))
    return Puzzle(
        rulings=draw(st.dictionaries(texts, texts, max_size=2)),
        steps=tuple(draw(st.lists(texts, max_size=4))),
        seat=draw(texts),
        values=tuple(ChoiceValue(choice, low, high) for choice, (low, high) in values.items()),
        rating=draw(st.integers(0, 3000)),
        checked_by=draw(st.sampled_from([SOLVER, SEARCH])),
    )


@given(puzzles())
def test_a_line_says_all_of_a_puzzle(tmp_path_factory: pytest.TempPathFactory, puzzle: Puzzle) -> None:
    path = tmp_path_factory.mktemp("puzzles") / "puzzles.jsonl"
    path.write_text(f"{puzzle.to_line()}\n{LINE}\n", encoding="utf-8")
    assert read_puzzles(path)[0] == puzzle


def test_a_line_has_whole_numbers_for_what_is_certain() -> None:
    values = tuple(ChoiceValue(str(low), low, high) for low, high in ((0.0, 0.0), (0.5, 1.0), (1.0, 1.0)))
    assert '"values":{"0.0":0,"0.5":[0.5,1],"1.0":1}' in Puzzle({}, (), "P1", values, 1000, SOLVER).to_line()


def test_what_is_right_gives_nothing_away() -> None:
    def right(*values: tuple[float, float]) -> tuple[str, ...]:
        choices = tuple(ChoiceValue(str(at), low, high) for at, (low, high) in enumerate(values))
        return Puzzle({}, (), "P1", choices, 1000, SOLVER).right

    assert right((0.1, 0.1), (0.5, 0.5)) == ("1",)
    assert right((0.5, 0.5), (0.1, 0.1), (0.5, 0.5)) == ("0", "2")
    assert right((0.1, 0.4), (0.5, 0.9)) == ("1",)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "Expecting property name"),
        ("[]", "list indices must be integers"),
        ('{"rating":900}', "it has no steps"),
        (LINE.replace('"values"', '"value"'), "it has no values"),
        (LINE.replace("0.25", "1.25"), "card 1 can't be worth 1.25; it can be worth 0 to 1"),
        (LINE.replace("[0.5,0.75]", "[0.75,0.5]"), "card 2 can't be worth [0.75, 0.5]"),
        (LINE.replace('"card 1":0.25,', ""), "there is nothing to choose"),
        (LINE.replace("900", '"hard"'), "invalid literal for int()"),
    ],
)
def test_a_damaged_line_is_named_when_it_is_read(tmp_path: Path, line: str, wrong: str) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(f"{LINE}\n{line}\n")
    found = read_puzzles(path)
    assert (len(found), found[0].rating) == (2, 900), "the others can still be solved"
    with pytest.raises(UnknownGame) as error:
        found[1]
    assert str(error.value).startswith(f"{path}, line 2, is no puzzle: ")
    assert wrong in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnknownGame, match=r"can't be read: "):
        read_puzzles(path)


def test_a_position_that_does_not_fit_the_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(f"{LINE}\n{LINE.replace('P1 3', 'P1 9')}\n")
    siege = feint.load("tower-siege")
    with pytest.raises(FeintError, match=r"^its choices aren't those of P1 in its position$"):
        read_puzzles(path)[0].match(siege)
    with pytest.raises(IllegalChoice, match=r"^P1 can't choose 9 now"):
        read_puzzles(path)[1].match(siege)


def test_a_game_without_puzzles() -> None:
    urn = feint.load(EXAMPLE_GAMES / "urn")
    assert len(urn.puzzles) == 0
    with pytest.raises(PuzzleNotFound, match=r"^urn has no puzzle 1; it has 0$"):
        puzzle_of(urn, 1)
    with pytest.raises(PuzzleNotFound, match=r"^no game here has puzzles$"):
        daily_puzzle([urn], date(2027, 1, 15))


def test_the_puzzle_of_the_day() -> None:
    """The same for all, however they list the games; every game in turn; and seldom one that has been."""
    days = [date(2027, 1, 1) + timedelta(days=day) for day in range(300)]
    chosen = [daily_puzzle(GAMES, day) for day in days]
    assert [(game.name, n) for game, n in chosen] == [
        (g.name, n) for g, n in (daily_puzzle(GAMES[::-1], d) for d in days)
    ]
    having = [game.name for game in GAMES if game.puzzles]
    assert Counter(game.name for game, _ in chosen) == dict.fromkeys(having, 300 // len(having))
    assert all(1 <= number <= len(game.puzzles) for game, number in chosen)
    siege = [number for game, number in chosen if game.name == "tower-siege"]
    assert len(set(siege)) > 0.9 * len(siege)


# The puzzles that come with Feint.


def test_there_are_enough_and_they_are_small() -> None:
    assert sum(len(game.puzzles) for game in SOLVED) >= 2000
    for game in GAMES:
        file = game.folder / "puzzles.jsonl"
        assert not file.exists() or file.stat().st_size < MOST_BYTES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_puzzle_has_a_clear_answer(game: feint.Game) -> None:
    assert game.puzzles.ratings == sorted(game.puzzles.ratings), "the easiest first"
    for puzzle in game.puzzles:
        best = max(value.low for value in puzzle.values)
        wrong = [value for value in puzzle.values if value.choice not in puzzle.right]
        assert all(best - value.high >= GAP for value in wrong)
        assert 2 * len(puzzle.right) <= len(puzzle.values)
        assert puzzle.checked_by == (SOLVER if game in SOLVED else SEARCH)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_positions_can_be_played_and_no_two_look_the_same(game: feint.Game) -> None:
    sample = game.puzzles[:: max(1, len(game.puzzles) // (4 * SAMPLE))]
    views = [str(puzzle.match(game).view(puzzle.seat)) for puzzle in sample]
    assert len(set(views)) == len(views)
    assert len({(puzzle.seat, puzzle.steps, str(puzzle.rulings)) for puzzle in game.puzzles}) == len(game.puzzles)
    if len(game.puzzles) > SAMPLE:
        assert {puzzle.seat for puzzle in game.puzzles} == set(game.seats), "for every seat"


def test_most_have_one_right_choice() -> None:
    """All of two games; Terminal Maneuver has few positions in which one shouldn't mix."""
    for name in ("minefield-navigator", "tower-siege"):
        assert all(len(puzzle.right) == 1 for puzzle in feint.load(name).puzzles)
    assert any(len(puzzle.right) == 1 for puzzle in feint.load("terminal-maneuver").puzzles)
