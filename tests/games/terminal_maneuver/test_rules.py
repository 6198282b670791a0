"""Terminal Maneuver, rule by rule. Each test names the rules that it holds."""

import pytest

import feint
from feint import IllegalChoice, Match

# The game board, copied from the picture in the rule book: round, fuel, safe from.
BOARD = """
1 0 never   1 1 2   1 2 always
2 0 never   2 1 3   2 2 2   2 3 always
3 0 never   3 1 4   3 2 3   3 3 2   3 4 always
4 0 never   4 1 5   4 2 4   4 3 3   4 4 2   4 5 always
5 0 never   5 1 6   5 2 5   5 3 4   5 4 3   5 5 2   5 6 always
""".split()
SQUARES = [(int(r), int(f), s) for r, f, s in zip(BOARD[::3], BOARD[1::3], BOARD[2::3], strict=True)]


def played(story: str, dice: str = "", **rulings: object) -> Match:
    """A match in which these rounds were played: `2v3` is a burn of 2 against a guess of 3."""
    match = feint.load("terminal-maneuver", **rulings).start(chance=[f"d6 {d}" for d in dice.split()])
    for choices in story.split():
        burn, guess = choices.split("v")
        match.play("laser", f"guess {guess}")
        match.play("missile", f"burn {burn}")
    return match


def at_round(round: int, **rulings: object) -> Match:
    """A match at the start of a round, nothing burned or caught so far."""
    return played("0v6 " * (round - 1), **rulings)


def test_start() -> None:
    """TM-R1: five rounds, 7 fuel, seven cards in every round."""
    match = played("")
    assert match.view(None)["fuel_left"] == 7
    for round in range(1, 6):
        assert match.round == round
        assert match.legal("laser") == [f"guess {card}" for card in range(7)]
        match.play("laser", "guess 6")
        match.play("missile", "burn 0")
    assert match.over


def test_the_guess_is_laid_face_down() -> None:
    """TM-R2, TM-R7: the missile and spectators don't see the card, the laser does."""
    match = played("")
    match.play("laser", "guess 2")
    assert match.view("laser")["chosen"] == [None, 2]
    assert match.view("missile")["chosen"] == [0, None]
    assert match.view(None)["chosen"] == [None, None]
    assert match.pending == ("missile",)


@pytest.mark.parametrize("round", range(1, 6))
def test_squares_of_each_round(round: int) -> None:
    """TM-R3: the missile burns what this round's column has a square for."""
    squares = [f"burn {fuel}" for r, fuel, _ in SQUARES if r == round]
    assert at_round(round).legal("missile") == squares


def test_fuel_is_spent() -> None:
    """TM-R3: never below 0, and at 0 only 0 can be burned."""
    match = played("2v0 3v0")
    assert match.view(None)["fuel_left"] == 2
    assert match.legal("missile") == ["burn 0", "burn 1", "burn 2"]
    match = played("2v0 3v0 2v0")
    assert match.view(None)["fuel_left"] == 0
    assert match.legal("missile") == ["burn 0"]
    with pytest.raises(IllegalChoice):
        match.play("missile", "burn 1")


@pytest.mark.parametrize(("round", "fuel", "safe_from"), SQUARES)
def test_every_square_of_the_board(round: int, fuel: int, safe_from: str) -> None:
    """TM-R4, TM-R5, TM-Q3: a right guess catches; the die decides by the board, and is rolled only where it does."""
    match = at_round(round)
    match.play("laser", f"guess {fuel}")
    match.play("missile", f"burn {fuel}")
    if safe_from in ("never", "always"):
        assert "chance" not in match.pending, "no die is rolled"
        assert lost(match) == (safe_from == "never")
        return
    assert match.pending == ("chance",)
    assert match.legal("chance") == [f"d6 {n}" for n in range(1, 7)]
    for roll in range(1, 7):
        twin = match.at(len(match.steps))
        twin.play("chance", f"d6 {roll}")
        assert lost(twin) == (roll < int(safe_from))
        assert twin.view(None)["rolled"][round - 1] == roll


def test_the_board_in_the_rule_book() -> None:
    """TM-R4: the rule book shows the same board."""
    game = feint.load("terminal-maneuver")
    assert game.book is not None
    heading, *rows = game.book.TABLES["squares"](game)
    assert heading[1:] == [f"round {round}" for round in range(1, 6)]
    shown = {
        (round, fuel, square.rstrip("+"))
        for fuel, *squares in rows
        for round, square in enumerate(squares, 1)
        if square != "-"
    }
    assert shown == set(SQUARES)


def lost(match: Match) -> bool:
    return match.over and match.scores == {"missile": 0.0, "laser": 1.0}


def test_a_wrong_guess_lets_it_pass() -> None:
    """TM-R4, TM-R5: no die, next round, and the laser has its card back."""
    match = played("1v2")
    assert match.round == 2
    assert "guess 2" in match.legal("laser")


def test_missile_wins_by_surviving() -> None:
    """TM-R6: after the last round."""
    match = played("0v6 0v6 0v6 0v6")
    assert not match.over
    match = played("0v6 0v6 0v6 0v6 0v6")
    assert match.scores == {"missile": 1.0, "laser": 0.0}
    assert match.log(None)[-1] == "Missile wins!"
    assert played("0v6 0v6 0v6 0v6 1v1", "6").scores["missile"] == 1, "also when caught and safe in the last"


def test_the_past_is_open() -> None:
    """TM-R7: guesses, burns, rolls and fuel left are seen by all."""
    match = played("1v1 2v3", "5")
    for seat in ("missile", "laser", None):
        view = match.view(seat)
        assert view["burned"][:3] == [1, 2, -1]
        assert view["guessed"][:3] == [1, 3, -1]
        assert view["rolled"][:3] == [5, 0, 0]
        assert view["fuel_left"] == 4


def test_black_squares() -> None:
    """TM-Q1: forbidden by default; allowed up to the fuel left and 6 at most, and always safe."""
    assert "burn 3" not in played("").legal("missile")
    assert played("", black_squares="allowed").legal("missile") == [f"burn {f}" for f in range(7)]
    assert played("6v0", black_squares="allowed").legal("missile") == ["burn 0", "burn 1"]
    caught = played("5v5", black_squares="allowed")
    assert caught.round == 2
    assert "The missile burns 5. The laser guessed 5. Caught, but always safe there!" in caught.log(None)


def test_dials() -> None:
    """TM-Q2: fuel 0 to 30, rounds 1 to 5, the board's first columns."""
    assert played("", fuel=0).legal("missile") == ["burn 0"]
    assert played("", fuel=30, black_squares="allowed").view(None)["fuel_left"] == 30
    short = played("0v6", rounds=1)
    assert short.scores == {"missile": 1.0, "laser": 0.0}
    assert at_round(2, rounds=2).legal("missile")[-1] == "burn 3"


def test_any_card_may_be_guessed() -> None:
    """TM-Q4: also one that the missile can't reach."""
    match = played("0v6", fuel=0)
    assert match.round == 2


def test_either_may_commit_first() -> None:
    """TM-Q5, TM-R2: the round resolves when both have, with the same result."""
    first, second = played(""), played("")
    assert first.pending == ("missile", "laser")
    first.play("missile", "burn 2")
    assert first.pending == ("laser",)
    assert first.view("laser")["fuel_left"] == 7, "what is burned is not seen before the card is turned over"
    first.play("laser", "guess 1")
    second.play("laser", "guess 1")
    second.play("missile", "burn 2")
    for seat in ("missile", "laser", None):
        assert first.view(seat) == second.view(seat)
        assert first.log(seat) == second.log(seat)
