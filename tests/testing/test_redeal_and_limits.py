"""What `check_game` notices of a redeal that leaves out or favours states, and of limits that are too small."""

import shutil
from pathlib import Path

import pytest

import feint
import feint.testing
from feint.core import state_queries
from feint.testing import BrokenPromises, check_game
from feint.testing.limits import asked
from kit.games import random_match
from kit.paths import EXAMPLE_GAMES

REDEAL = "s.card[1 - seat] = (s.card[seat] + below(word, 2)) % 3 + 1"


@pytest.fixture
def kuhn(tmp_path: Path) -> Path:
    folder = tmp_path / "kuhn_poker"
    shutil.copytree(EXAMPLE_GAMES / "kuhn_poker", folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def changed(folder: Path, old: str, new: str) -> Path:
    rules = folder / "rules.py"
    assert rules.read_text().count(old) == 1
    rules.write_text(rules.read_text().replace(old, new))
    return folder


def test_the_game_as_it_is(kuhn: Path) -> None:
    check_game(kuhn, compiled=False)


def test_a_fair_redeal_of_a_game_too_large_to_look_at_as_a_whole(kuhn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feint.testing, "SMALL", 0)
    check_game(kuhn, compiled=False, games=200)


def test_a_redeal_that_leaves_a_state_out(kuhn: Path) -> None:
    """It never deals the next card but one."""
    changed(kuhn, REDEAL, "s.card[1 - seat] = s.card[seat] % 3 + 1")
    with pytest.raises(
        BrokenPromises, match=r"redeal leaves a state out that (first|second) can't rule out: of \d+ redeals 0"
    ):
        check_game(kuhn, compiled=False)


def test_a_redeal_that_is_biased(kuhn: Path) -> None:
    """One of two cards comes three times as often as the other."""
    changed(kuhn, REDEAL, "s.card[1 - seat] = (s.card[seat] + min(below(word, 4), 1)) % 3 + 1")
    with pytest.raises(BrokenPromises, match=r"redeal is biased: where (first|second) has to choose, of \d+ redeals"):
        check_game(kuhn, compiled=False)


def test_a_biased_redeal_of_a_game_too_large_to_look_at_as_a_whole(kuhn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other always has the lowest card that it can have."""
    monkeypatch.setattr(feint.testing, "SMALL", 0)
    changed(kuhn, REDEAL, "s.card[1 - seat] = 1 if s.card[seat] != 1 else 2")
    with pytest.raises(
        BrokenPromises, match="redeal is biased: in nearly all of 200 matches card is less than in truth"
    ):
        check_game(kuhn, compiled=False, games=200)


@pytest.mark.parametrize(
    ("limits", "what"),
    [
        ("Limits(2, draws=2, outcomes=OUTCOMES)", "at most 2 choices, and here are 3"),
        ("Limits(3, draws=1, outcomes=OUTCOMES)", "at most 1 draws, and here are 2"),
        ("Limits(3, draws=2, outcomes=2)", "at most 2 outcomes, and here are 3"),
        ("Limits(3)", "at most 0 draws, and here are"),
    ],
)
def test_limits_that_are_too_small(kuhn: Path, limits: str, what: str) -> None:
    changed(kuhn, "Limits(3, draws=2, outcomes=OUTCOMES)", limits)
    with pytest.raises(BrokenPromises, match=f"limits says that there are {what}"):
        check_game(kuhn, compiled=False)


@pytest.mark.parametrize("name", feint.game_names())
def test_choices_made_at_once_count_as_one(name: str) -> None:
    """As the limits of the games count them: no match has more than they say."""
    game = feint.load(name).for_simulation()
    most = state_queries.limits(game).choices
    for seed in range(6):
        match = random_match(game, seed, most=400)
        count = asked(match)
        assert 0 < count <= sum(step.seat >= 0 for step in match.steps)
        assert most is None or count <= most
    if name == "terminal-maneuver":
        assert asked(match) == match.round, "burn and guess at once, once a round"
