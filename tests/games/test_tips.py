"""The books' tips on how to play: what `feint rules` says about each is what the solver finds, and what is found without it."""

from fractions import Fraction
from typing import Any

import pytest

import feint
from feint.bots.perfect import Perfect
from feint.core.match import Match
from feint.core.rulebook import rules_text
from feint.solve import Advice, Solution, advise, solve
from kit.bruteforce import tower_siege_from
from kit.minefield import check_tips

pytestmark = pytest.mark.xdist_group("tips")  # so that each game is solved once
FULL = frozenset({1, 2, 3, 4, 5})


def tips(name: str) -> list[str]:
    """What is said about each tip of a game's book."""
    return [tip["text"] for tip in feint.load(name).about["tips"]]


@pytest.mark.parametrize("name", ["minefield-navigator", "tower-siege"])
def test_every_tip_is_printed_with_its_verdict(name: str) -> None:
    game = feint.load(name)
    text = rules_text(game)
    assert len(game.about["tips"]) == 4, "as many as the book has"
    for tip in game.about["tips"]:
        assert f"- {tip['tip']}\n  - **{tip['verdict']}**: {tip['text']}" in text


def test_games_without_tips_have_no_such_section() -> None:
    assert "tips" not in rules_text(feint.load("space-goats"))


@pytest.fixture(scope="module")
def minefield() -> Solution:
    return solve(feint.load("minefield-navigator"), keep=False)


def test_the_first_turn_in_the_minefield(minefield: Solution) -> None:
    """MN-R4, MN-R6: as the solver has it; test_rules.py of the game finds the same without it."""
    [choices] = advise(minefield, minefield.game.start(seed=1)).choices.values()
    bare = solve(feint.load("minefield-navigator", detectors=0), keep=False)
    assert bare.exact is not None
    check_tips({choice.text: Fraction(choice.exact or 0) for choice in choices}, bare.exact)


def test_the_safest_player_in_the_minefield_loses(minefield: Solution) -> None:
    """Whoever scans step 1 first never wins against perfect play, however it goes on; here, as safely as it can."""
    game = minefield.game
    perfect = Perfect(game)
    for seed in range(40):
        match = game.start(seed=seed)
        while not match.over:
            [seat] = match.pending
            match.play(seat, perfect.choose(match, seat, seed) if seat == "player2" else safest(match))
        assert match.scores["player2"] == 1


def safest(match: Match) -> str:
    """Scan the step ahead, unless it is known or no detector is left."""
    view = match.view("player1")
    own, other = view["position"]
    ahead = own + 2 if own + 1 == other else own + 1
    return f"scan {ahead}" if not view["known"][ahead - 1] and view["detectors_left"][0] else "move"


@pytest.fixture(scope="module")
def siege() -> Solution:
    return solve(feint.load("tower-siege"), gap=0.02, seconds=None, keep=False)


def after(siege: Solution, choices: str) -> Advice:
    """What the solver says after some choices, in the order in which they are made; `c4` is a card."""
    match = siege.game.start(seed=1)
    for choice in choices.split():
        match.play(match.pending[0], f"card {choice[1:]}" if choice.startswith("c") else choice)
    return advise(siege, match)


def worth(advice: Advice, seat: str) -> dict[str, tuple[float, float]]:
    return {choice.text: (choice.lower, choice.upper) for choice in advice.choices[seat]}


def is_about_half(bounds: tuple[float, float]) -> bool:
    return 0.47 < bounds[0] <= bounds[1] < 0.53


def test_moving_and_resting(siege: Solution) -> None:
    """TS-R5."""
    said = tips("tower-siege")[0]
    start = worth(after(siege, ""), "P1")
    assert "a rest is worth at most 0.3% to P1, a move at least 98%" in said
    assert start.pop("rest")[1] <= 0.003
    assert all(low >= 0.98 for low, _ in start.values())
    example = worth(after(siege, "3 3 c4 c5"), "P1")
    assert "P1 loses its 4 to a 5 and rests, and that loses by force" in said
    assert example["rest"] == (0, 0)
    assert is_about_half(example["3"])
    assert "(`3`) is worth half" in said
    home = worth(after(siege, "3 3 c3 c4 3 c5 c5"), "P2")
    assert (
        "after `3`, `3`, 3 against 4, `3` and 5 against 5 it is worth at least 98% to P2, the best move about half"
        in said
    )
    assert home.pop("rest")[0] >= 0.98
    assert is_about_half(max(home.values()))


def test_battle_cards(siege: Solution) -> None:
    """TS-R7."""
    said = tips("tower-siege")[1]
    left = {(mine, theirs): after(siege, f"3 3 c{mine} c{theirs}") for mine in (3, 4, 5) for theirs in FULL}
    assert "whatever P2 plays, card 5 leaves P1 at least 98%" in said
    assert all(left[5, theirs].lower >= 0.98 for theirs in FULL)
    assert "P2's right answer is nearly always its 5" in said
    assert [choice.chance > 0.98 for choice in after(siege, "3 3").choices["P2"]] == [False] * 4 + [True]
    assert "a 4 that loses to it leaves P1 about half, a 3 that does at least 98%" in said
    assert is_about_half((left[4, 5].lower, left[4, 5].upper))
    assert left[3, 5].lower >= 0.98


def test_used_cards(siege: Solution) -> None:
    """TS-R10: P1 has the same cards and place in both."""
    said = tips("tower-siege")[2]
    assert "if P2 spent its 5 for it, P1 still wins at least 98%, and if it spent its 4, at most 0.3%" in said
    assert after(siege, "3 3 c3 c5").lower >= 0.98
    assert after(siege, "3 3 c3 c4").upper <= 0.003


def test_staying_out_of_the_way(siege: Solution) -> None:
    """TS-R6."""
    said = tips("tower-siege")[3]
    assert said.count("every other choice is worth nothing") == 2
    for choices, seat in (("3", "P2"), ("3 3 c4 c5", "P1")):
        options = worth(after(siege, choices), seat)
        assert options.pop("3")[1] > 0.005
        assert set(options.values()) == {(0, 0)}
    equal = worth(after(siege, "3 2 1 3"), "P1")
    assert "with P1 on 4, P2 on 5 and all cards in both hands, P1 must walk past: `3` is worth at least 98%" in said
    assert equal["3"][0] >= 0.98
    assert "the battle at most 0.3%" in said
    assert equal["1"][1] <= 0.003


@pytest.mark.parametrize(
    ("wins", "turn", "p1", "p2"),
    [
        (0, 1, (0, FULL), (3, FULL - {5})),  # P1 has rested after the book's battle
        (0, 1, (1, FULL - {4}), (3, FULL - {5})),  # or has moved, but not into battle
        (0, 1, (2, FULL - {4}), (3, FULL - {5})),
        (1, 0, (3, FULL), (1, FULL)),  # P2 has not met P1's first move
        (1, 0, (3, FULL), (2, FULL)),
        (1, 0, (3, FULL), (0, FULL)),
    ],
)
def test_what_loses_by_force_does_so_within_seven_turns(wins: int, turn: int, p1: Any, p2: Any) -> None:
    """By brute force, without the solver: also if a game that goes on longer counts for the other side."""
    assert tower_siege_from(7, Fraction(1 - wins))(turn, p1, p2) == wins
