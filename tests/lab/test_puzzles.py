"""Making puzzles: the same bytes for the same seed, what is found when it is interrupted, and what the solver says."""

import re
import shutil
from pathlib import Path

import pytest

import feint
from feint.bots.perfect import Perfect
from feint.core.puzzles import SOLVER, ChoiceValue, Puzzle, read_puzzles
from feint.lab import puzzles
from feint.lab.puzzles import first_rating, is_clear, make_puzzles
from kit.terminal import run

pytestmark = pytest.mark.xdist_group("puzzles")  # so that what these games have in common is compiled once
SAMPLE = 40
ROUNDING = 0.00006
SOLVED = [name for name in feint.game_names() if feint.load(name).positions is not None]


@pytest.fixture(scope="module")
def shortened_siege(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tower Siege on a short road with few cards."""
    folder = tmp_path_factory.mktemp("games") / "tower_siege"
    shutil.copytree(feint.load("tower-siege").folder, folder, ignore=shutil.ignore_patterns("__pycache__", "*.jsonl"))
    text = (folder / "game.toml").read_text()
    for old, new in (
        ("default = 10\n", "default = 4\n"),
        ("default = 5\nwhy = \"A designer's dial; the book has 5", None),
    ):
        assert old in text
        text = text.replace(old, new or old.replace("5", "3", 1))
    text = re.sub(r"\[\[puzzles\]\].*(?=\[notation\])", "[[puzzles]]\ncards = 2\n\n", text, flags=re.DOTALL)
    (folder / "game.toml").write_text(text)
    return folder


@pytest.fixture
def short_siege(shortened_siege: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same without puzzles; and nobody who would have to compile it."""
    monkeypatch.setattr(puzzles, "WEAK", ())
    monkeypatch.setattr(puzzles, "IN_VAIN", 20)
    (shortened_siege / "puzzles.jsonl").unlink(missing_ok=True)
    return shortened_siege


def test_the_same_seed_makes_the_same_puzzles(short_siege: Path) -> None:
    files = []
    for seed in ("3", "3", "4"):
        made = run("puzzles", str(short_siege), "--make", "6", "--seed", seed)
        assert (made.returncode, made.stderr) == (0, "")
        assert made.stdout.startswith(f"6 puzzles, 0 of them with several right choices, are in {short_siege}")
        files.append((short_siege / "puzzles.jsonl").read_bytes())
    assert files[0] == files[1] != files[2]
    found = read_puzzles(short_siege / "puzzles.jsonl")
    assert {tuple(puzzle.rulings.items()) for puzzle in found} == {(), (("cards", "2"),)}
    assert {puzzle.seat for puzzle in found} == {"P1", "P2"}
    assert found.ratings == sorted(found.ratings)


def test_what_was_found_is_kept_when_it_is_interrupted(short_siege: Path) -> None:
    def interrupt(what: str, share: float | None) -> None:
        if what.endswith("and 5 easy ones"):
            raise KeyboardInterrupt

    game = feint.load(short_siege)
    made = make_puzzles(game, 12, 3, interrupt)
    assert made.interrupted
    assert sum(len(puzzle.right) == 1 for puzzle in made.puzzles) == 5
    everything = make_puzzles(game, 1000, 3, lambda what, share: None)
    assert not everything.interrupted
    assert all(puzzle in everything.puzzles for puzzle in made.puzzles)


def test_ctrl_c_writes_what_is_there(short_siege: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_puzzles(feint.load(short_siege), 4, 3, lambda what, share: None)
    monkeypatch.setattr(
        puzzles, "make_puzzles", lambda *_: puzzles.MadePuzzles(made.puzzles, made.games, made.examined, True)
    )
    result = run("puzzles", str(short_siege), "--make", "4")
    assert result.returncode == 130
    assert "Interrupted: with more time there may be more." in result.stdout
    assert len(read_puzzles(short_siege / "puzzles.jsonl")) == 4


def test_no_two_puzzles_are_of_one_position(short_siege: Path) -> None:
    game = feint.load(short_siege)
    perfect = {cards: Perfect(feint.load(short_siege, cards=cards)) for cards in (2, 3)}
    keys = []
    for puzzle in make_puzzles(game, 60, 3, lambda what, share: None).puzzles:
        match = puzzle.match(game)
        cards = int(str(match.game.rulings["cards"]))
        keys.append((cards, puzzle.seat, perfect[cards].position_key(match, puzzle.seat)))
    assert len(keys) > 20
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", SOLVED)
def test_the_solver_agrees_with_the_puzzles(name: str) -> None:
    """A sample of those that come with Feint: values within the solver's bounds, and the same choices right."""
    game = feint.load(name)
    perfect: dict[str, Perfect] = {}
    for puzzle in game.puzzles[:: len(game.puzzles) // SAMPLE]:
        match = puzzle.match(game)
        rulings = str(match.game.rulings)
        if rulings not in perfect:
            perfect[rulings] = Perfect(match.game)
        under = perfect[rulings]
        worth = {value.text: value for value in under.action_values(match, puzzle.seat, 0)}
        assert list(worth) == [value.choice for value in puzzle.values]
        for value in puzzle.values:
            assert worth[value.choice].low <= value.high + ROUNDING
            assert value.low - ROUNDING <= worth[value.choice].high
        sure = max(value.low for value in worth.values())
        assert {text for text, value in worth.items() if value.high > sure - 0.04} == set(puzzle.right)


def valued(*values: float) -> Puzzle:
    return Puzzle({}, (), "P1", tuple(ChoiceValue(str(at), low, low) for at, low in enumerate(values)), 0, SOLVER)


@pytest.mark.parametrize(
    ("values", "clear"),
    [
        ((0.5, 0.44), True),
        ((0.5, 0.46), False),
        ((0.5, 0.5), False),
        ((0.5, 0.5, 0.1), False),  # more than half are right
        ((0.5, 0.5, 0.1, 0.1), True),
        ((0.5, 0.4991, 0.1, 0.1), False),  # neither right nor wrong
    ],
)
def test_what_makes_a_puzzle(values: tuple[float, ...], clear: bool) -> None:
    assert is_clear(valued(*values)) is clear


def test_a_puzzle_is_harder_if_more_miss_it_or_it_has_more_choices_or_mistakes_cost_less() -> None:
    base = first_rating(valued(0.5, 0.2, 0.2), [False, True])
    assert first_rating(valued(0.5, 0.2, 0.2), [True, True]) > base
    assert first_rating(valued(0.5, 0.2, 0.2), [False, False]) < base
    assert first_rating(valued(0.5, 0.4, 0.2), [False, True]) > base
    assert first_rating(valued(0.5, 0.2, 0.2, 0.2), [False, True]) > base
