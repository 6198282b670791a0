"""What Space Goats tells a player: what cards do under each ruling, what is asked, and what its lessons claim."""

import pytest

import feint
from feint.core.match import Match
from feint.core.picture import plain
from feint.core.rulebook import rules_text
from feint.core.tutor import Tutor
from feint.games.space_goats.words import what_it_does
from kit.space_goats import card_numbers, fleet, table


class Listener:
    """Someone at a prompt who notes what is shown, and types what was prepared."""

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.shown: list[str] = []

    def say(self, line: str = "") -> None:
        self.shown.append(line)

    def read(self, prompt: str, secret: bool = False, above: tuple[str, ...] = ()) -> str:
        self.shown += [*above, prompt]
        return self.typed.pop(0)


def asked(match: Match, seat: str, *typed: str) -> tuple[str, list[str]]:
    """What a seat chooses by typing something, and what it was shown."""
    listener = Listener(*typed)
    choice = match.game.screen.ask(match.view(seat), match.legal(seat), listener)
    return choice, listener.shown


@pytest.mark.parametrize(
    ("rulings", "card", "does"),
    [
        ({}, "Weak Rocket", "one hit"),
        ({"wear": "no"}, "Weak Rocket", "one hit, which takes no points from a shield"),
        ({"wear": "no"}, "Standard Rocket", "one hit"),
        ({}, "Seeking Rocket", "one hit"),
        ({"seeking": "weakest"}, "Seeking Rocket", "one hit on the weakest ship"),
    ],
)
def test_a_card_does_what_the_rulings_say(rulings: dict[str, str], card: str, does: str) -> None:
    """SG-Q2, SG-Q6: at the prompt and in the book's tables."""
    game = feint.load("space-goats", **rulings)
    assert what_it_does(game.start(seed=1).view(None), card_numbers(game)[card]) == does
    [row] = [line for line in rules_text(game).splitlines() if line.startswith(f"| {card} ")]
    assert row.split("|")[-2].strip() == does


def test_cards_out_of_reach_are_explained() -> None:
    """And every other one by `cards`."""
    match = table(market=["Piercing Rocket", "Hull Plating"], banks={"P1": ["Fuel Pod"] * 2})
    choice, shown = asked(match, "P1", "1")
    assert choice == "buy Hull Plating"
    assert shown == [
        "1. buy Hull Plating for 2  (a shield for one ship, 1 point)",
        "2. pass",
        "   not now: buy Piercing Rocket for 3  (one hit; of assigned shields, only a Phase Shield stops it)",
        "P1, your action (1-2): ",
    ]
    listed = plain(match.game.screen.PANELS["cards"](match.view("P1"))).splitlines()
    assert "Weak Rocket              one hit" in listed
    assert "Reinforcement Shuttle 4  one more ship, unshielded" in listed
    assert len(listed) == len(match.game.data["deck"].shown) + 1
    assert max(map(len, listed)) <= 84


@pytest.mark.parametrize("ships", [["unshielded", "shielded"], ["shielded", "unshielded"]])
def test_ships_are_listed_in_one_order(ships: list[str]) -> None:
    """However the fleet came about, as the board draws it."""
    match = table(hands={"P1": ["Weak Rocket"]}, fleets={"P2": ships})
    match.play("P1", "fire Weak Rocket at P2")
    choice, shown = asked(match, "P2", "")
    assert (choice, shown[-1]) == (
        "no answer",
        "P1 fires a Weak Rocket at you, P2. Your answer (1 or enter, the only choice): ",
    )
    match.play("P2", choice)
    choice, shown = asked(match, "P2", "1")
    assert choice == "hit shielded"
    assert shown[:2] == ["1. hit shielded  (loses its shielded side)", "2. hit unshielded  (destroyed)"]


def test_the_key_explains_the_signs_that_are_there() -> None:
    bare, armoured = (table(fleets={"P2": [f"unshielded{shield}"]}) for shield in ("", " with Hull Plating 1"))
    signs = [plain(match.game.screen.board(match.view("P1"))).splitlines()[-1] for match in (bare, armoured)]
    assert signs == [
        "> chooses  # shielded  o unshielded  market pile: 0",
        "> chooses  # shielded  o unshielded  named: shield, points  market pile: 0",
    ]


# What the lessons claim, by the rules.


def lesson(title: str, *choices: str) -> Match:
    """The match of a lesson, after the learner's first right choices."""
    game = feint.load("space-goats")
    [wanted] = [one for one in game.lessons if one.title == title]
    tutor = Tutor(game, wanted)
    tutor.repeat(choices)
    return tutor.match


def goes_on(match: Match, *replies: str) -> Match:
    """To the end of the round, with the first of these replies that can be given, else the only choice there is."""
    round = match.view(None)["round"]
    while not match.over and match.view(None)["round"] == round:
        [who] = match.pending
        legal = match.legal(who)
        match.play(who, next((reply for reply in replies if reply in legal), legal[0]))
    return match


def test_wreckage_wins_for_whoever_has_more_ships_to_lose() -> None:
    """SG-R30: a ship that is shot down keeps it away."""
    match = lesson("Which ship takes the hit")
    match.play("P1", "hit shielded")
    assert goes_on(match).scores == {"P1": 1.0, "P2": 0.0}
    match = lesson("Which ship takes the hit")
    match.play("P1", "hit unshielded")
    assert (match.over, match.view(None)["round"], fleet(match, "P2")) == (False, 11, ["unshielded"])


def test_one_answer_stops_one_hit() -> None:
    """SG-R17, SG-R31: nothing but the salvo wins against right play, and the salvo wins against any."""
    title = "Two hits, one answer"
    choices = lesson(title).legal("P1")
    assert len(choices) > 3
    for choice in choices:
        for answer in ("answer with Emergency Shield", "no answer"):
            match = lesson(title)
            match.play("P1", choice)
            wins = goes_on(match, answer, "aim at P2", "pass").scores["P1"] == 1
            if choice == "fire Twin Salvo at P2":
                assert wins
            elif answer != "no answer":
                assert not wins, choice
