"""What Dark Frontier says and takes at a terminal: answers as people type them, and a log that leaves nothing puzzling."""

from collections.abc import Sequence
from typing import Any

import pytest
from rich.markup import render

from feint.core.match import Match
from kit.dark_frontier import advance, battle, dials, duel, play

HIT = ("chance 2d6 1,1", "chance d6 1")


class Typist:
    """Someone who types these answers, and sees what is said to them."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.above: list[str] = []
        self.prompt = ""
        self.refusals: list[str] = []

    def say(self, line: str = "") -> None:
        self.refusals.append(line)

    def read(self, prompt: str, secret: bool = False, above: Sequence[str] = ()) -> str:
        self.prompt = prompt
        self.above += above
        return self.answers.pop(0)


def chosen(match: Match, seat: str, typist: Typist) -> str:
    assert match.game.screen is not None
    return match.game.screen.ask(match.view(seat), match.legal(seat), typist)


def typed(match: Match, seat: str, answer: str) -> str:
    """The choice that an answer stands for."""
    return chosen(match, seat, Typist(answer))


@pytest.mark.parametrize(("answer", "turn"), [("-1", "-1"), ("0", "0"), ("1", "+1"), ("+1", "+1"), ("rotate +1", "+1")])
def test_a_number_means_the_same_for_a_ship_and_a_missile(answer: str, turn: str) -> None:
    """DF-R5, DF-R9: how far to rotate, not a place in a list."""
    match = battle(tokens=("defender missile 3,0 facing N velocity N 1",), at="command")
    assert typed(match, "defender", answer) == f"turn {turn}"
    dials(match)
    answer = answer.replace("rotate", "missile 1 rotate")
    assert typed(match, "defender", answer) == f"missile 1 turn {turn}"
    play(match, "defender missile 1 turn 0")
    assert typed(match, "defender", "2") == "missile 1 burn 2"
    typist = Typist("3", "missile 1 burn 0")
    assert chosen(match, "defender", typist) == "missile 1 burn 0"
    assert typist.prompt == "Defender, how much does missile 1 burn? (0 to 2): "
    assert typist.refusals == ["Enter a number from 0 to 2."]


def test_how_many_missiles_is_a_number_of_missiles() -> None:
    """DF-R20: and with none left there is only 0."""
    for magazine, answer in (([4, 4], "1"), ([0, 4], "0")):
        match = advance(battle(attacker="0,-1 facing S velocity S 1", fields={"magazine": magazine}))
        assert typed(match, "defender", answer) == f"launch {answer}"
    typist = Typist("1", "0")
    chosen(match, "defender", typist)
    assert typist.prompt.endswith(" (0, the only choice): ")
    assert typist.refusals == ["Enter 0."]


def test_a_shot_without_its_first_word() -> None:
    """DF-Q21: by its number, in full, or as people say it."""
    match = battle(visited={"defender": ["0,0", "0,-1"]})
    assert {typed(match, "defender", answer) for answer in ("flak", "fire flak", "2")} == {"fire flak"}
    play(match, "defender fire flak")
    assert {typed(match, "defender", answer) for answer in ("0,-1", "from 0,-1", "2")} == {"from 0,-1"}
    play(match, "defender from 0,0")
    assert {typed(match, "defender", answer) for answer in ("n 3", "towards N 3", "1")} == {"towards N 3"}
    typist = Typist("up", "N 2, NE 1")
    assert chosen(match, "defender", typist) == "towards N 2, NE 1"
    assert typist.refusals == ["Enter a number (1-30), or the choice in words, like towards N 3."]


@pytest.mark.parametrize("answer", ["S 3, SW 1", "SW 1, S 3", "velocity S 3, SW 1"])
def test_two_directions_in_any_order(answer: str) -> None:
    """DF-R2."""
    match = play(duel().start(chance=[]), "defender place 0,0 facing N", "attacker place 0,-12 facing S")
    assert typed(match, "attacker", answer) == "velocity S 3, SW 1"


def test_what_happens_to_missiles_that_meet_is_said_before() -> None:
    """DF-R17, DF-Q13."""
    pair = ("defender missile 3,0 facing N velocity N 1", "attacker missile 3,-2 facing S velocity S 1")
    match, typist = advance(battle(tokens=pair)), Typist("1")
    assert chosen(match, "defender", typist) == "hold"
    becomes = "2. detonate  (both become flak with spread 6, and keep their courses)"
    assert typist.above == ["1. hold  (both fly on, unless the attacker detonates)", becomes]
    play(match, "defender hold")
    chosen(match, "attacker", last := Typist("1"))
    assert last.above == ["1. hold  (both fly on)", becomes]


def test_flak_under_something_else_is_named() -> None:
    """DF-R12: the map has room for one thing in a hex."""
    flak = "attacker flak 2,0 velocity N 1 spread 4"
    match = battle(tokens=("defender missile 2,0 facing N velocity N 1", flak, flak, "attacker flak 5,0 spread 2"))
    assert match.game.screen is not None
    lines = render(match.game.screen.board(match.view(None))).plain.split("\n")
    assert lines[-1] == "under others: a*4 at 2,0, a*4 at 2,0"
    many = battle(tokens=(flak,) * 7)
    assert render(match.game.screen.board(many.view(None))).plain.endswith("a*4 at 2,0; all: tokens")


def test_where_flak_ends_is_seen_on_a_ships_way() -> None:
    """DF-R14: so that one can see that they fly towards each other."""
    match = battle(attacker="0,-7 facing S velocity S 5", tokens=("defender flak 0,-1 velocity N 3 just fired",))
    assert match.game.screen is not None
    lines = [line.split() for line in render(match.game.screen.board(match.view(None))).plain.split("\n")]
    column = [word for line in lines for word in line if word in ("AS", ":", ">A", ">d*", "d*6", "DN")]
    assert column == ["AS", ":", ":", ">d*", ":", ">A", "d*6", "DN"]


# The log.


def told(match: Match) -> list[str]:
    return match.story(len(match.steps), None)


@pytest.mark.parametrize(
    ("row", "fields", "why"),
    [
        (1, {"bay": [0, 1]}, "There is no missile bay left to hit, so the"),
        (2, {"guns": [0, 1]}, "There are no flak guns left to hit, so the"),
        (3, {"thrust": [0, 1]}, "There is no thrust left to lose, so the"),
        (4, {"rotation": [0, 1]}, "There is no rotation left to lose, so the"),
        (5, {"defence": [6, 3]}, "Point defence can't get any worse, so the"),
        (6, {}, "The"),
    ],
)
def test_why_the_hull_is_breached(row: int, fields: dict[str, Any], why: str) -> None:
    """DF-Q3: where the table names something else."""
    for breaches, again in ((0, ""), (1, " again")):
        match = battle(tokens=("attacker flak 0,-1 velocity S 1",), fields={"breaches": [breaches, 0], **fields})
        advance(match, *HIT, f"chance d6 {row}")
        assert told(match)[1] == f"{why} defender's hull is breached{again}."


def test_what_meets_a_ship_that_is_lost_already() -> None:
    """DF-Q12: it looks like a mistake unless it is said."""
    flak = ("attacker flak 0,-1 velocity S 1", "attacker flak 0,-1 velocity S 1 spread 3")
    match = advance(battle(tokens=flak, fields={"breaches": [1, 0]}))
    assert told(match) == ["Flak with spread 6 reaches the defender."]
    play(match, *HIT, "chance d6 6")
    assert told(match)[-2:] == [
        "The defender's ship breaks apart.",
        "Flak with spread 3 reaches the defender at the same moment, so it is rolled too.",
    ]


@pytest.mark.parametrize(
    ("spread", "said"),
    [
        (6, ": too dense to dodge"),
        (5, ", needing a 6: not dodged"),
        (4, ", needing 5 or more: dodged"),
        (1, ", needing 2 or more: dodged"),
    ],
)
def test_what_no_die_could_dodge(spread: int, said: str) -> None:
    """DF-R18."""
    match = advance(battle(tokens=(f"attacker flak 0,-1 velocity S 1 spread {spread}",)), "chance 2d6 5,1")
    assert told(match)[0] == f"The defender rolls 5 and 1{said}."
