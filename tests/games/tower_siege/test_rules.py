"""Tower Siege, rule by rule. Each test names the rules that it holds."""

import pytest

import feint
from feint import IllegalChoice, Match

ALL = [1, 2, 3, 4, 5]


def played(choices: str, **rulings: object) -> Match:
    """A match in which these choices were made: `1` `2` `3` `rest` by whose turn it is, `4v5` in a battle."""
    match = feint.load("tower-siege", **rulings).start(seed=0)
    for choice in choices.split():
        if "v" in choice:
            for seat, card in zip(("P1", "P2"), choice.split("v"), strict=True):
                match.play(seat, f"card {card}" if card != "-" else "no card")
        else:
            match.play(match.pending[0], choice)
    return match


def hands(match: Match) -> list[list[int]]:
    return [[c for c in range(1, 10) if mask >> (c - 1) & 1] for mask in match.view(None)["hand"]]


def test_start() -> None:
    """TS-R1, TS-R2, TS-R3: both at 0 with all cards, P1 to move."""
    match = played("")
    assert match.view(None)["position"] == [0, 0]
    assert hands(match) == [ALL, ALL]
    assert match.pending == ("P1",)
    assert match.legal("P1") == ["1", "2", "3", "rest"]
    assert match.legal("P2") == []


def test_turns_alternate() -> None:
    """TS-R3: one action a turn."""
    match = played("1 2 3")
    assert match.view(None)["position"] == [4, 2]
    assert match.pending == ("P2",)


def test_never_beyond_the_tower() -> None:
    """TS-R4: from 8, a move of 3 is not legal."""
    match = played("3 1 3 1 2 1")
    assert match.view(None)["position"] == [8, 3]
    assert match.legal("P1") == ["1", "2"]
    with pytest.raises(IllegalChoice):
        match.play("P1", "3")


def test_rest_only_at_base() -> None:
    """TS-R5: rest at 0 only; it restores one's own cards and takes the turn."""
    match = played("3 3 4v5")
    assert hands(match) == [[1, 2, 3, 5], [1, 2, 3, 4]]
    match.play("P1", "rest")
    assert hands(match) == [ALL, [1, 2, 3, 4]]
    assert match.pending == ("P2",)
    assert "rest" not in match.legal("P2")
    with pytest.raises(IllegalChoice, match="P2 can't choose rest now; it can choose 1, 2, 3"):
        match.play("P2", "rest")


def test_moving_onto_the_opponent_starts_a_battle() -> None:
    """TS-R6, TS-R7: both owe a card, and either may lay it first."""
    match = played("3 3")
    assert match.pending == ("P1", "P2")
    assert match.legal("P1") == match.legal("P2") == [f"card {c}" for c in ALL]
    other = played("3 3")
    match.play("P1", "card 4")
    assert match.pending == ("P2",)
    match.play("P2", "card 5")
    other.play("P2", "card 5")
    other.play("P1", "card 4")
    assert match.view("P1") == other.view("P1")
    assert match.log(None) == other.log(None)


@pytest.mark.parametrize(("battle", "positions"), [("4v5", [0, 3]), ("5v4", [3, 0]), ("2v2", [0, 0])])
def test_higher_card_wins(battle: str, positions: list[int]) -> None:
    """TS-R7, TS-R8: the loser goes home, the winner stays, equal cards send both home, both cards are spent."""
    match = played(f"3 3 {battle}")
    assert match.view(None)["position"] == positions
    assert hands(match) == [[c for c in ALL if c != int(used)] for used in battle.split("v")]
    assert match.pending == ("P1",)


def test_used_card_stays_out_until_rest() -> None:
    """TS-R2: a used card can't be played in the next battle."""
    match = played("1 1 5v1 2 3")  # P1 at 3, P2 meets it there
    assert match.legal("P1") == ["card 1", "card 2", "card 3", "card 4"]
    assert match.legal("P2") == ["card 2", "card 3", "card 4", "card 5"]


def test_reaching_the_tower_wins_at_once() -> None:
    """TS-R9: no further turn, no draw."""
    match = played("3 1 3 1 3 1 1")
    assert match.over
    assert match.pending == ()
    assert match.scores == {"P1": 1.0, "P2": 0.0}
    assert match.log(None)[-1] == "Player 1 wins the game!"


def test_only_a_laid_card_is_secret() -> None:
    """TS-R10: hands are seen by all; the card laid is seen by its owner alone until both are turned over."""
    match = played("3 3")
    match.play("P1", "card 4")
    assert match.view("P1")["chosen"] == [4, None]
    assert match.view("P2")["chosen"] == [None, 0]
    assert match.view(None)["chosen"] == [None, None]
    assert match.view("P2")["hand"] == match.view("P1")["hand"] == [31, 31]
    match.play("P2", "card 5")
    assert match.view(None)["shown"] == [4, 5]


def test_book_example() -> None:
    """TS-R1 to TS-R9: the book's eight turns end with a win for P2."""
    match = played("3 3 4v5 rest 2 3 3 3 2")
    assert match.over
    assert match.scores == {"P1": 0.0, "P2": 1.0}
    assert match.view(None)["position"] == [6, 10]


def test_track_facing() -> None:
    """TS-Q1 facing: they meet where the positions add up to the length; equal numbers don't meet."""
    match = played("3 3", track="facing")
    assert match.pending == ("P1",)
    match.play("P1", "2")  # 5
    match.play("P2", "2")  # 5: 5 + 5 = 10
    assert match.pending == ("P1", "P2")
    assert "Battle initiated at position 5!" in match.log(None)
    uneven = played("3 3 3 1", track="facing")  # 6 + 4 = 10
    assert uneven.pending == ("P1", "P2")


def test_track_parallel_at_home() -> None:
    """TS-Q1 parallel: at 0 each is in its own base; no battle there."""
    match = played("rest rest")
    assert match.pending == ("P1",)


def test_empty_hand_zero() -> None:
    """TS-Q2 zero: strength 0, nothing spent, the other must still play a card."""
    match = played("1 1 1v1 1 1", cards=1)  # a tie spends both only cards
    assert match.pending == ("P1", "P2")
    assert match.legal("P1") == match.legal("P2") == ["no card"]
    match.play("P1", "no card")
    match.play("P2", "no card")
    assert match.view(None)["position"] == [0, 0], "two empty hands tie"
    one = played("1 1 1v1 rest 1 1", cards=1)
    assert one.legal("P1") == ["card 1"]
    assert one.legal("P2") == ["no card"]
    one.play("P2", "no card")
    one.play("P1", "card 1")
    assert one.view(None)["position"] == [1, 0]
    assert hands(one) == [[], []]
    assert "P1 plays 1. P2 plays no card." in one.log(None)


def test_nobody_with_a_card_may_decline() -> None:
    """TS-Q2: `no card` is not offered to a hand that has one."""
    assert "no card" not in played("1 1").legal("P1")


def test_empty_hand_retreat() -> None:
    """TS-Q2 retreat, TS-Q7: sent home without the other spending a card or being asked; two empty hands both go home."""
    one = played("1 1 1v1 rest 1 1", cards=1, empty_hand="retreat")
    assert one.view(None)["position"] == [1, 0]
    assert hands(one) == [[1], []]
    assert one.pending == ("P2",), "the turn is over"
    assert "P2 has no card to fight with and is sent back to base." in one.log(None)
    both = played("1 1 1v1 1 1", cards=1, empty_hand="retreat")
    assert both.view(None)["position"] == [0, 0]
    assert both.pending == ("P1",)


def test_retreat_is_told_from_where_the_battle_was() -> None:
    """TS-Q2 retreat: the story says where they met, also when it is the mover who goes straight home."""
    mover = played("1 1 1v1 rest 1 2 1", cards=1, empty_hand="retreat")
    assert mover.view(None)["position"] == [2, 0]
    assert "P2 moves to position 2." in mover.log(None)
    match = played("1 1 1v1 1 rest 1 1", cards=1, empty_hand="retreat")  # P1 at 2 has none; P2 moved onto 1
    assert match.view(None)["position"] == [2, 1]
    match.play("P1", "1")
    match.play("P2", "2")
    assert match.view(None)["position"] == [0, 3]
    assert match.log(None)[-7:-2] == [
        "P2 moves to position 3.",
        "Battle initiated at position 3!",
        "P1's available battle cards: []",
        "P2's available battle cards: [1]",
        "P1 has no card to fight with and is sent back to base.",
    ]


def test_rounds_and_turns_are_counted() -> None:
    """TS-Q8: a round is a turn each; the winning turn counts too."""
    match = played("3 3")
    assert (match.round, match.view(None)["turns"]) == (1, 1), "the battle belongs to the second turn"
    match = played("3 3 4v5 rest")
    assert (match.round, match.view(None)["turns"]) == (2, 3)
    won = played("3 1 3 1 3 1 1")
    assert (won.round, won.view(None)["turns"]) == (4, 7)


def test_dials() -> None:
    """TS-Q3: length, cards and stride."""
    match = played("", length=4, cards=9, stride=2)
    assert match.legal("P1") == ["1", "2", "rest"]
    assert hands(match)[0] == list(range(1, 10))
    match.play("P1", "2")
    match.play("P2", "1")
    match.play("P1", "2")
    assert match.scores == {"P1": 1.0, "P2": 0.0}


def test_turn_limit() -> None:
    """TS-Q4: single turns; at the limit the game is unfinished, half a point each."""
    match = played("rest rest rest", turn_limit=4)
    assert not match.over
    match.play("P2", "rest")
    assert match.over
    assert match.unfinished
    assert match.scores == {"P1": 0.5, "P2": 0.5}
    assert match.round == 2
    assert played("3 1 3 1 3 1 1", turn_limit=7).unfinished is False, "a win in the last turn counts"
    battle = played("1 1", turn_limit=2)
    assert battle.pending == ("P1", "P2"), "a battle belongs to its turn"
    battle.play("P1", "card 1")
    battle.play("P2", "card 2")
    assert battle.unfinished


def test_repetition() -> None:
    """TS-Q9: rests with a full hand bring the same position back; the third time it is a draw, if that is the ruling."""
    match = played("rest rest rest", repetition=3)
    assert not match.over
    match.play("P2", "rest")
    assert match.over
    assert not match.unfinished, "a draw is a result"
    assert match.scores == {"P1": 0.5, "P2": 0.5}
    assert match.log(None)[-1] == "The same position has come up 3 times: the match is a draw."
    assert played("rest rest", repetition=2).over
    assert not played("rest " * 40).over, "the book knows no draws"
    assert played("rest rest rest 1 rest", repetition=3).view(None)["idle"] == 1, "a move begins a new count"


def test_what_changes_something_is_no_repetition() -> None:
    """TS-Q9: a rest that brings a card back begins a new count, and so does a battle that sends both home."""
    match = played("3 3 5v5 rest rest", repetition=2)
    assert not match.over
    assert match.view(None)["idle"] == 0
    match.play("P1", "rest")
    assert not match.over
    match.play("P2", "rest")
    assert match.over
    assert played("rest rest", repetition=2, turn_limit=2).unfinished is False, "a draw in the last turn counts"


def test_last_position_wins_without_a_battle() -> None:
    """TS-Q5: also where the opponent is at home there."""
    match = played("3 rest 3 rest 3 rest 1", track="facing")
    assert match.over
    assert match.scores["P1"] == 1


def test_passing_by_is_no_battle() -> None:
    """TS-Q6: and resting with a full hand is legal."""
    match = played("rest 2 3")
    assert match.view(None)["position"] == [3, 2]
    assert match.pending == ("P2",)
    match.play("P2", "2")
    assert match.pending == ("P1",)
