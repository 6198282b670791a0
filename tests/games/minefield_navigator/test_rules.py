"""Minefield Navigator, rule by rule. Each test names the rules that it holds."""

from fractions import Fraction
from itertools import combinations

import pytest

import feint
from feint import IllegalChoice, Match
from feint.core.picture import plain
from kit.minefield import check_tips, minefield_choices


def played(choices: str, laid: str = "3,6,9", **rulings: object) -> Match:
    """A match with these mines in which these choices were made, by whose turn it is: `m` moves, `s4` scans, `p` passes."""
    mines = 0 if laid == "none" else len(laid.split(","))
    match = feint.load("minefield-navigator", mines=mines, **rulings).start(chance=[f"mines {laid}"], seed=0)
    for choice in choices.split():
        text = {"m": "move", "p": "pass"}.get(choice, f"scan {choice[1:]}")
        match.play(match.pending[0], text)
    return match


def places(match: Match) -> list[int]:
    positions: list[int] = match.view(None)["position"]
    return positions


def test_start() -> None:
    """MN-R1, MN-R3: both off the path, with two detectors."""
    match = played("")
    assert places(match) == [0, 0]
    assert match.view(None)["detectors_left"] == [2, 2]
    assert match.legal("player1") == ["move", *(f"scan {n}" for n in range(1, 11))]


def test_mines_are_uniform_over_all_placements() -> None:
    """MN-R2: every choice of three different steps is one outcome, all as likely."""
    match = feint.load("minefield-navigator").start(chance=[])
    assert match.pending == ("chance",)
    outcomes = match.legal("chance")
    assert outcomes == [f"mines {a},{b},{c}" for a, b, c in combinations(range(1, 11), 3)]
    assert match.game.rules.chance(match.game.first_state(), []) == -120, "120 outcomes, equally likely"


def test_every_placement_lays_the_mines_it_names() -> None:
    """MN-R2: the outcome's text and the ground agree."""
    game = feint.load("minefield-navigator", steps=6, mines=3)
    for mines in combinations(range(1, 7), 3):
        match = game.start(chance=[f"mines {','.join(map(str, mines))}"])
        state = match._states[-1]
        assert [n for n in range(1, 7) if state.mined >> (n - 1) & 1] == list(mines)


def test_turns_alternate() -> None:
    """MN-R4, MN-R5: one action a turn, one step a move."""
    match = played("m")
    assert match.pending == ("player2",)
    match.play("player2", "scan 5")
    assert match.pending == ("player1",)
    assert places(match) == [1, 0]


def test_detector() -> None:
    """MN-R6: scans any step ahead up to the last; a mine is defused for both; the detector is spent either way."""
    match = played("m m s3 s4 m m", occupancy="shared")
    assert match.view(None)["detectors_left"] == [1, 1]
    assert match.view(None)["known"][2:4] == [2, 1]
    assert match.legal("player1")[1] == "scan 3", "ahead of its own position only"
    with pytest.raises(IllegalChoice):
        match.play("player1", "scan 2")
    match.play("player1", "move")
    match.play("player2", "move")
    assert places(match) == [3, 3], "both walk over the defused mine"
    assert not match.over


def test_detectors_run_out() -> None:
    """MN-R3: two for the whole game."""
    match = played("s1 s1 s2 s2")
    assert match.legal("player1") == ["move"]


def test_only_the_mines_are_secret() -> None:
    """MN-R7: scans and results, positions and detectors are open to all; the mines to nobody."""
    match = played("s3 m")
    for seat in ("player1", "player2", None):
        view = match.view(seat)
        assert view["mined"] is None
        assert view["scanned"] == 0
        assert view["known"][:3] == [1, 0, 2]
        assert view["detectors_left"] == [1, 2]


def test_a_live_mine_loses_at_once() -> None:
    """MN-R8: and the opponent has won."""
    match = played("m", laid="1,2,3")
    assert match.over
    assert match.scores == {"player1": 0.0, "player2": 1.0}
    assert "Moved to step 1. Boom! A mine." in match.log(None)


def test_first_on_the_last_step_wins() -> None:
    """MN-R9: alive; a mine on the last step loses there too."""
    match = played("m m m", laid="none", steps=2, occupancy="shared")
    assert match.scores == {"player1": 1.0, "player2": 0.0}
    lost = played("m m m", laid="2", steps=2, occupancy="shared")
    assert lost.scores == {"player1": 0.0, "player2": 1.0}


def test_exclusive_jumps_over_the_opponent() -> None:
    """MN-Q1 exclusive, MN-R5: a move onto the opponent's step lands on the next, which may be the last."""
    match = played("m m", laid="none")
    assert places(match) == [1, 2]
    match.play("player1", "move")
    assert places(match) == [3, 2]
    mined = played("m m", laid="2,5,6")
    assert mined.over, "the step it lands on counts"
    assert mined.scores["player1"] == 1
    last = played("m m", laid="none", steps=2)
    assert last.over
    assert last.scores["player2"] == 1


def test_exclusive_shares_the_start() -> None:
    """MN-Q1 exclusive: position 0 is off the path, both may stand there."""
    assert played("s1 s1").view(None)["position"] == [0, 0]


def test_shared() -> None:
    """MN-Q1 shared: any number may stand on a step."""
    assert places(played("m m m m", laid="none", occupancy="shared")) == [2, 2]


def test_blocked() -> None:
    """MN-Q1 blocked, MN-Q4: closed while the opponent stands there; scan, or pass when no detector is left."""
    match = played("m", laid="none", occupancy="blocked", detectors=1)
    assert match.legal("player2") == [f"scan {n}" for n in range(1, 11)]
    match.play("player2", "scan 1")
    match.play("player1", "scan 2")
    assert match.legal("player2") == ["pass"]
    match.play("player2", "pass")
    assert places(match) == [1, 0]
    assert match.pending == ("player1",)
    match.play("player1", "move")
    assert match.legal("player2") == ["move"]


@pytest.mark.parametrize("occupancy", ["exclusive", "shared"])
def test_nobody_passes_otherwise(occupancy: str) -> None:
    """MN-Q4: only possible under blocked."""
    match = played("m", laid="none", occupancy=occupancy, detectors=0)
    assert match.legal("player2") == ["move"]


def test_who_moves_first() -> None:
    """MN-Q2, MN-Q7: player1, player2, or a toss that both see, after the mines are laid."""
    assert played("").pending == ("player1",)
    assert played("", first="player2").pending == ("player2",)
    toss = feint.load("minefield-navigator", first="toss")
    match = toss.start(chance=["mines 1,2,3"])
    assert match.legal("chance") == ["toss player1", "toss player2"]
    match.play("chance", "toss player2")
    assert match.pending == ("player2",)
    assert "The toss: Player 2 goes first." in match.log("player1")
    assert toss.rules.chance(match._states[1], []) == -2, "heads and tails are equally likely"


def test_rounds_count_a_turn_each() -> None:
    """MN-R4, MN-Q9: also when player 2 begins; the last turn counts too."""
    match = played("s1 s1 s2", first="player2")
    assert (match.round, match.view(None)["turns"]) == (2, 3)
    lost = played("s1 m", "1,2,3", detectors=1)
    assert lost.over is False
    lost = played("s2 m", "1,2,3", detectors=1)
    assert (lost.over, lost.round, lost.view(None)["turns"]) == (True, 1, 2)


def test_dials() -> None:
    """MN-Q3: steps, mines and detectors."""
    full = played("", ",".join(map(str, range(1, 21))), steps=20, detectors=10)
    assert full.view(None)["detectors_left"] == [10, 10]
    assert len(full.legal("player1")) == 21
    full.play("player1", "move")
    assert full.scores["player2"] == 1, "twenty mines on twenty steps"
    bare = played("m", "none", steps=2, detectors=0)
    assert bare.legal("player2") == ["move"]


def test_no_mines_at_all() -> None:
    """MN-Q8: one outcome, and a race."""
    match = feint.load("minefield-navigator", mines=0).start(chance=[])
    assert match.legal("chance") == ["mines none"]
    match.play("chance", "mines none")
    assert match.pending == ("player1",)


@pytest.mark.parametrize(("occupancy", "worth"), [("exclusive", "49/120"), ("shared", "0"), ("blocked", "0")])
def test_what_the_game_is_worth_to_player_1(occupancy: str, worth: str) -> None:
    """MN-Q1: the reason given for the default is true, and so is what is said about the book's tips."""
    choices = minefield_choices(occupancy)
    assert max(choices.values()) == Fraction(worth)
    if occupancy == "exclusive":
        check_tips(choices, minefield_choices(occupancy, detectors=0)["move"])
    assert (
        "worth exactly 0 to Player 1, against 49/120" in feint.load("minefield-navigator").all_rulings["occupancy"].why
    )


def test_the_reason_for_the_reading_is_in_the_book() -> None:
    """MN-Q1: in the book's dialogue player 2 is offered the step where player 1 stands, which `shared` alone allows."""
    asked = {reading: played("m", occupancy=reading) for reading in ("exclusive", "shared", "blocked")}
    offers = {reading: step_ahead(match) for reading, match in asked.items()}
    assert offers == {"exclusive": 2, "shared": 1, "blocked": None}
    ruling = feint.load("minefield-navigator").all_rulings["occupancy"]
    assert "its dialogue offers Player 2 `Move forward to step 1.`" in ruling.why
    assert "word for word under this reading" in ruling.choices["shared"]


def step_ahead(match: Match) -> int | None:
    """Where a move of player 2 leads."""
    if "move" not in match.legal("player2"):
        return None
    match.play("player2", "move")
    return places(match)[1]


def test_known_steps_may_be_scanned_again() -> None:
    """MN-Q5: pointless, but it passes the turn on."""
    match = played("s3 s3")
    assert match.log(None).count("Mine detected and defused!") == 1
    assert "No mine found." in match.log(None)
    assert match.view(None)["known"][2] == 2, "it is still known that there was a mine"
    walked = played("m s1")
    assert walked.view(None)["detectors_left"] == [2, 1]


def test_mines_are_shown_in_the_end() -> None:
    """MN-Q6: all that were laid, defused or not."""
    match = played("s3" + " m" * 10, occupancy="shared")
    assert match.view(None)["mined"] is None
    match.play("player2", "move")
    assert match.over, "player 2 has moved onto step 6"
    assert match.view("player1")["mined"] == 1 << 2 | 1 << 5 | 1 << 8
    assert match.log(None)[-1] == "The mines were on: 3, 6, 9."


def test_worked_example() -> None:
    """MN-R1 to MN-R9, MN-Q1 shared: the book's 23 turns."""
    turns = "m s3 m m m m s4 s6 m m m m m m s9 m m m m m m m m"
    match = played(turns, occupancy="shared")
    assert len(turns.split()) == 23
    assert match.scores == {"player1": 1.0, "player2": 0.0}


@pytest.mark.parametrize(
    ("choices", "ground", "mines"),
    [
        ("s3", "?  ?  x", "live mines: 1 in 2 unknown steps"),
        ("s1", ".  *  *", "live mines: 2 in 2 unknown steps"),
        ("s1 s2", ".  x  *", "live mines: 1 in 1 unknown step"),
        ("s3 s2", ".  x  x", "no live mines left"),
        ("s1 s2 s3", ".  x  x", "no live mines left"),
    ],
)
def test_the_board_shows_what_anyone_can_count(choices: str, ground: str, mines: str) -> None:
    """MN-R7: a step is known, too, when no mine is left to be there, or nothing but mines."""
    match = played(choices, "2,3", steps=3)
    _, path, _, _, counted, key = plain(match.game.screen.board(match.view("player1"))).splitlines()
    assert path.split() == ["ground", *ground.split()]
    detectors = match.view(None)["detectors_left"]
    assert counted == f"{mines}   detectors: {detectors[0]} (player 1), {detectors[1]} (player 2)"
    assert ("* mine" in key) == ("*" in ground)
