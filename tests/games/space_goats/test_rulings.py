"""Space Goats, ruling by ruling (SG-Q1 to SG-Q21, but for SG-Q9, which is in test_readings.py)."""

import pytest

import feint
from kit.space_goats import fleet, play, table, zone

POD = "Fuel Pod"


def engine(**situation: object) -> feint.Match:
    return table(choices="engine", **situation)  # type: ignore[arg-type]


def test_engine_answers_by_itself() -> None:
    """SG-Q1: with the first reactive card by id: Thrusters, Aegis, Emergency Shield."""
    cards = ["Emergency Shield", "Aegis Countermeasure", "Emergency Thrusters"]
    match = engine(hands={"P1": ["Overload Barrage"], "P2": cards}, fleets={"P2": ["shielded"] * 3})
    play(match, "P1 fire Overload Barrage")
    assert zone(match, "hand", "P2") == []
    assert zone(match, "trash") == ["Aegis Countermeasure", "Emergency Shield", "Emergency Thrusters"]
    assert [line for line in match.log(None) if "answers" in line] == [
        "P2 answers with Emergency Thrusters: blocked.",
        "P2 answers with Aegis Countermeasure: blocked.",
    ]
    assert "P2 trashes Emergency Shield from hand." in match.log(None), "the only card it had"


@pytest.mark.parametrize(
    ("rocket", "ships", "after"),
    [
        (
            "Standard Rocket",
            ["shielded with Bulwark Plating 2", "shielded with Hull Plating 1", "unshielded", "shielded"],
            ["shielded", "shielded", "shielded with Bulwark Plating 2", "unshielded"],
        ),
        (
            "Piercing Rocket",
            ["shielded with Bulwark Plating 2", "unshielded", "shielded"],
            ["shielded with Bulwark Plating 2", "unshielded", "unshielded"],
        ),
        ("Piercing Rocket", ["shielded", "unshielded with Phase Shield 1"], ["shielded", "unshielded"]),
        ("Standard Rocket", ["unshielded", "unshielded", "shielded"], ["unshielded"] * 3),
        ("Piercing Rocket", ["unshielded with Hull Plating 1", "unshielded"], ["unshielded with Hull Plating 1"]),
        (
            "Piercing Rocket",
            ["unshielded with Reinforced Hull 2", "unshielded with Reinforced Hull 1"],
            ["unshielded with Reinforced Hull 2"],
        ),
        (
            "Standard Rocket",
            ["unshielded with Hull Plating 1", "shielded with Hull Plating 1", "shielded with Decoy Drone 1"],
            ["shielded", "shielded with Decoy Drone 1", "unshielded with Hull Plating 1"],
        ),
    ],
)
def test_engine_picks_the_ship(rocket: str, ships: list[str], after: list[str]) -> None:
    """SG-Q1, SG-Q20: the lowest shield that can block, else a shielded side, else an unshielded ship."""
    match = engine(hands={"P1": [rocket]}, fleets={"P2": ships})
    assert fleet(play(match, f"P1 fire {rocket} at P2"), "P2") == after


def test_engine_trashes_and_discards_the_cheapest() -> None:
    """SG-Q1: debris, then currency, then by cost, a starter card costing 0; equal ones from the discard pile."""
    for hand, discard, gone, left in (
        (["Weak Rocket"], ["Debris Field", POD], "Debris Field", [POD]),
        ([POD, "Twin Salvo"], ["Hull Plating"], POD, ["Hull Plating"]),
        (["Hull Plating"], ["Hull Plating"], "Hull Plating", []),
        (["Weak Rocket", "Hull Plating"], ["Deck Purge"], "Weak Rocket", ["Deck Purge"]),
    ):
        match = engine(hands={"P1": ["Deck Purge", *hand]}, discards={"P1": discard})
        play(match, "P1 play Deck Purge")
        assert zone(match, "trash") == [gone]
        assert zone(match, "discard", "P1") == sorted([*left, "Deck Purge"])
    match = engine(hands={"P1": ["Decoy Drone", "Hull Plating"]}, draws={"P1": ["Emergency Shield"]})
    play(match, "P1 assign Decoy Drone to unshielded", "chance draw Emergency Shield")
    assert zone(match, "discard", "P1") == ["Emergency Shield"], "it costs nothing"
    match = engine(hands={"P1": ["Deep Space Recon", "Weak Rocket"]}, draws={"P1": ["Twin Salvo", POD, "Debris Field"]})
    play(match, "P1 play Deep Space Recon", *(f"chance draw {card}" for card in (POD, "Twin Salvo", "Debris Field")))
    assert "Debris Field" in zone(match, "discard", "P1")
    match = engine(hands={"P1": ["Deep Clean"]}, discards={"P1": ["Twin Salvo", "Weak Rocket"]}, draws={"P1": [POD]})
    assert zone(play(match, "P1 play Deep Clean"), "trash") == ["Weak Rocket"]


def test_engine_salvages() -> None:
    """SG-Q1: a rocket, else a shield, a special, currency, debris; by name."""
    for discard, found in (
        (["Twin Salvo", "Barrage Rocket", "Hull Plating"], "Barrage Rocket"),
        (["Warp Drive", "Reinforced Hull", "Hull Plating"], "Hull Plating"),
        ([POD, "Warp Drive", "Deck Purge"], "Deck Purge"),
        (["Debris Field", "Scout Ship", POD], POD),
        (["Debris Field"], "Debris Field"),
    ):
        match = engine(hands={"P1": ["Salvage Operation"]}, discards={"P1": discard})
        assert zone(play(match, "P1 play Salvage Operation"), "hand", "P1") == [found]


def test_engine_orders_by_cost() -> None:
    """SG-Q1, SG-Q20: the dearest on top, of equal cost the first by id."""
    pile = ["Hull Plating", "Twin Salvo", "Standard Rocket"]
    match = engine(
        hands={"P1": ["Arms Dealer"]},
        banks={"P2": [POD] * 9},
        market=["Deck Purge"] * 4,
        pile=pile,
        draws={"P2": [POD]},
    )
    play(
        match,
        "P1 play Arms Dealer",
        *(f"chance see {card}" for card in pile),
        "chance draw Fuel Pod",
        "P2 buy Deck Purge",
    )
    assert match.legal("chance") == ["market Twin Salvo"]
    deck = match.game.data["deck"].shown
    assert [deck[card - 1]["name"] for card in match._states[-1].top] == [
        "Twin Salvo",
        "Standard Rocket",
        "Hull Plating",
    ]


def test_engine_leaves_the_action_and_the_targets() -> None:
    """SG-Q1: a shield goes to an unshielded ship if it can; the second hit is taken; pass is the last resort."""
    match = engine(
        hands={"P1": ["Twin Salvo", "Hull Plating"]},
        fleets={"P1": ["shielded", "unshielded"], "P2": ["shielded"] * 2},
        players=3,
    )
    assert sorted(match.legal("P1")) == [
        "assign Hull Plating to unshielded",
        "fire Twin Salvo at P2",
        "fire Twin Salvo at P3",
    ]
    play(match, "P1 fire Twin Salvo at P2")
    assert match.legal("P1") == ["aim at P2", "aim at P3"]
    bare = engine(hands={"P1": ["Hull Plating"]}, fleets={"P1": ["shielded", "unshielded with Hull Plating 1"]})
    assert bare.legal("P1") == ["assign Hull Plating to shielded"]
    assert engine(hands={"P1": ["Emergency Shield"]}).legal("P1") == ["pass"]


def test_engine_wreckage() -> None:
    """SG-Q1, SG-R30: nobody is asked."""
    match = engine(fleets={"P1": ["shielded", "unshielded"], "P2": ["unshielded"] * 2})
    play(match, "P1 pass", "P2 pass")
    assert (fleet(match, "P1"), fleet(match, "P2")) == (["unshielded"] * 2, ["unshielded"])


def test_players_pass_freely() -> None:
    """SG-Q1."""
    assert "pass" in table(hands={"P1": ["Weak Rocket"]}).legal("P1")


@pytest.mark.parametrize(("wear", "points"), [("no", "2"), ("yes", "1")])
def test_wear(wear: str, points: str) -> None:
    """SG-Q2, SG-R15."""
    match = table(hands={"P1": ["Weak Rocket"]}, fleets={"P2": ["shielded with Bulwark Plating 2"]}, wear=wear)
    play(match, "P1 fire Weak Rocket at P2", "P2 no answer", "P2 hit shielded with Bulwark Plating 2")
    assert fleet(match, "P2") == [f"shielded with Bulwark Plating {points}"]


def test_emp_answer() -> None:
    """SG-Q3: under `yes` the target is asked, and an answer saves its shields."""
    situation = {
        "hands": {"P1": ["EMP Rocket"], "P2": ["Emergency Shield"]},
        "fleets": {"P2": ["shielded with Hull Plating 1"]},
    }
    asked = play(table(emp_answer="yes", **situation), "P1 fire EMP Rocket at P2")  # type: ignore[arg-type]
    assert asked.legal("P2") == ["no answer", "answer with Emergency Shield"]
    assert fleet(play(asked, "P2 answer with Emergency Shield"), "P2") == ["shielded with Hull Plating 1"]
    asked = play(table(emp_answer="yes", **situation), "P1 fire EMP Rocket at P2", "P2 no answer")  # type: ignore[arg-type]
    assert fleet(asked, "P2") == ["shielded"], "no ship is asked for"
    match = play(table(emp_answer="no", **situation), "P1 fire EMP Rocket at P2")  # type: ignore[arg-type]
    assert (fleet(match, "P2"), zone(match, "hand", "P2")) == (["shielded"], ["Emergency Shield"])
    match = play(engine(emp_answer="yes", **situation), "P1 fire EMP Rocket at P2")
    assert zone(match, "trash") == ["Emergency Shield"]


def test_first() -> None:
    """SG-Q4, SG-Q21: the toss comes before the market; rounds then begin with that seat (SG-Q15)."""
    match = feint.load("space-goats", first="toss", players=3).start(chance=[])
    assert match.legal("chance") == ["toss P1", "toss P2", "toss P3"]
    play(match, "chance toss P3")
    assert match.legal("chance")[0].startswith("market ")
    match = table(players=3, turn="P3", fields={"first_seat": 2})
    play(match, "P3 pass", "P1 pass")
    assert match.view(None)["round"] == 1
    assert play(match, "P2 pass").view(None)["round"] == 2
    assert match.view(None)["turn"] == 2
    assert feint.load("space-goats").start(seed=1).view(None)["turn"] == 0


def test_players_out_of_range() -> None:
    """SG-Q4."""
    with pytest.raises(feint.BadRuling, match="it can be 2 to 5$"):
        feint.load("space-goats", players=1)
    with pytest.raises(feint.IllegalChoice, match="no seat called P3; it has P1, P2"):
        feint.load("space-goats").start(seed=1, seats={"P3": "random"})


@pytest.mark.parametrize(
    ("ships", "choices"),
    [
        (["shielded", "unshielded", "unshielded with Hull Plating 1"], ["hit unshielded"]),
        (["shielded", "unshielded with Hull Plating 1"], ["hit shielded"]),
        (
            ["shielded with Bulwark Plating 2", "unshielded with Hull Plating 1", "shielded with Phase Shield 1"],
            ["hit unshielded with Hull Plating 1", "hit shielded with Phase Shield 1"],
        ),
    ],
)
def test_seeking(ships: list[str], choices: list[str]) -> None:
    """SG-Q6."""
    match = table(hands={"P1": ["Seeking Rocket"]}, fleets={"P2": ships}, seeking="weakest")
    play(match, "P1 fire Seeking Rocket at P2", "P2 no answer")
    assert match.legal("P2") == choices
    match = table(hands={"P1": ["Seeking Rocket"]}, fleets={"P2": ships})
    assert len(play(match, "P1 fire Seeking Rocket at P2", "P2 no answer").legal("P2")) == len(ships)


def test_each_hit_is_one_rocket() -> None:
    """SG-Q7: answered one by one; barrages go round from the attacker, both Overload hits on one before the next."""
    hands = {"P2": ["Overload Barrage"], "P3": ["Emergency Shield"]}
    fleets = {"P1": ["unshielded"] * 2, "P3": ["unshielded"] * 2}
    match = table(hands=hands, fleets=fleets, players=3, turn="P2")
    play(match, "P2 fire Overload Barrage", "P3 answer with Emergency Shield")
    assert match.pending == ("P3",), "the second hit"
    play(
        match,
        "P3 no answer",
        "P3 hit unshielded",
        "P1 no answer",
        "P1 hit unshielded",
        "P1 no answer",
        "P1 hit unshielded",
    )
    assert match.view(None)["turn"] == 2, "P1 is out, and its second hit was its last"


def test_an_overload_stops_at_the_last_ship() -> None:
    """SG-Q7, SG-Q17."""
    match = table(hands={"P1": ["Overload Barrage"]}, fleets={"P3": ["shielded"] * 2}, players=3)
    play(match, "P1 fire Overload Barrage", "P2 no answer", "P2 hit unshielded")
    assert match.pending == ("P3",)


def test_drawbacks_come_also_when_blocked() -> None:
    """SG-Q8."""
    hands = {"P1": ["Salvo Rocket", "Weak Rocket"], "P2": ["Emergency Shield"]}
    match = table(hands=hands, banks={"P1": [POD]})
    play(match, "P1 fire Salvo Rocket at P2", "P2 answer with Emergency Shield", "P1 stop")
    assert zone(match, "bank", "P1") == []
    match = table(hands={"P1": ["Shatter Rocket", "Weak Rocket"], "P2": ["Emergency Shield"]})
    play(match, "P1 fire Shatter Rocket at P2", "P2 answer with Emergency Shield")
    assert match.legal("chance") == ["lose Weak Rocket"]
    match = table(hands={"P1": ["Overload Barrage"], "P2": ["Emergency Shield"] * 2})
    play(match, "P1 fire Overload Barrage", *["P2 answer with Emergency Shield"] * 2)
    assert match.view(None)["skip"][0] == 1


def test_specials_cannot_find_themselves() -> None:
    """SG-Q10, SG-Q12: with nothing to do, they do nothing."""
    for card in ("Salvage Operation", "Deck Purge", "Deep Clean", "Deep Space Recon", "Arms Dealer"):
        match = play(table(hands={"P1": [card]}, fleets={"P2": ["shielded"]}), f"P1 play {card}")
        assert match.pending == ("P2",)
        assert zone(match, "discard", "P1") == [card]


def test_last_stands_do_not_add_up() -> None:
    """SG-Q11, SG-R19: playing it twice is one; it saves from wreckage, and the ship keeps its shield."""
    match = table(hands={"P1": ["Last Stand Protocol"] * 2}, fleets={"P2": ["shielded"] * 4})
    play(match, "P1 play Last Stand Protocol", "P2 pass", "P1 hit unshielded", "P2 hit shielded")
    assert fleet(match, "P1") == ["unshielded"], "saved"
    play(match, "chance draw Last Stand Protocol", "P1 play Last Stand Protocol", "P2 pass")
    assert match.view(None)["last_stand"][0] == 1
    twice = table(hands={"P1": ["Last Stand Protocol"]}, fields={"last_stand": [1, 0, 0, 0, 0]}, players=3)
    assert play(twice, "P1 play Last Stand Protocol").view(None)["last_stand"][0] == 1
    pierced = table(
        hands={"P1": ["Piercing Rocket"]},
        fleets={"P2": ["unshielded with Hull Plating 1"]},
        fields={"last_stand": [0, 1, 0, 0, 0]},
    )
    play(pierced, "P1 fire Piercing Rocket at P2", "P2 no answer", "P2 hit unshielded with Hull Plating 1")
    assert fleet(pierced, "P2") == ["unshielded with Hull Plating 1"]
    assert pierced.view(None)["losses"] == 0


def test_scouts_are_spent_first() -> None:
    """SG-Q14."""
    match = table(banks={"P1": [POD, "Scout Ship", POD]}, market=["Hull Plating"])
    assert zone(play(match, "P1 buy Hull Plating"), "bank", "P1") == [POD]
    match = table(
        hands={"P1": ["Salvo Rocket"], "P2": []}, banks={"P1": [POD, "Scout Ship"]}, fleets={"P2": ["shielded"] * 2}
    )
    play(match, "P1 fire Salvo Rocket at P2", "P2 no answer", "P2 hit shielded", "P1 stop")
    assert zone(match, "bank", "P1") == [POD]


def test_an_extra_turn_is_lost_first() -> None:
    """SG-Q15, SG-R7: an Overload with a queued extra turn costs that, and no other."""
    match = table(
        hands={"P1": ["Overload Barrage"]}, fleets={"P2": ["shielded"] * 4}, fields={"extra": [1, 0, 0, 0, 0]}
    )
    play(match, "P1 fire Overload Barrage", *["P2 no answer", "P2 hit shielded"] * 2)
    assert match.view(None)["turn"] == 1
    assert match.view(None)["skip"] == match.view(None)["extra"] == [0] * 5
    assert "P1 loses its extra turn." in match.log(None)


def test_skips_do_not_add_up() -> None:
    """SG-Q15: and a skipped turn has no steps."""
    match = table(players=3, fields={"skip": [0, 1, 0, 0, 0]}, draws={"P2": [POD] * 4})
    play(match, "P1 pass")
    assert match.view(None)["turn"] == 2
    assert zone(match, "hand", "P2") == []
    assert match.log(None)[-4:] == ["P1 passes.", "P2 skips its turn.", "", "Round 1, P3's turn:"]


def test_the_limit_comes_after_wreckage() -> None:
    """SG-Q16: first the hits, then the win check, then the limit."""
    match = table(fleets={"P1": ["unshielded"] * 2, "P2": ["unshielded"] * 2}, turn_limit=1)
    play(match, "P1 pass", "P2 pass", "P1 hit unshielded", "P2 hit unshielded")
    assert match.over
    assert match.view(None)["decided_by"] == 3
    assert match.scores["P1"] == 1.0
    match = table(fleets={"P2": ["unshielded"] * 2}, turn_limit=1)
    play(match, "P1 pass", "P2 pass", "P1 hit unshielded", "P2 hit unshielded")
    assert match.view(None)["decided_by"] == 2


def test_an_eliminated_hand_opens_at_the_end() -> None:
    """SG-Q17."""
    match = table(hands={"P1": ["Twin Salvo"], "P2": ["Hull Plating"]}, players=3)
    play(match, "P1 fire Twin Salvo at P2", "P2 no answer", "P2 hit unshielded")
    assert match.legal("P1") == ["aim at P3", "stop"]
    assert match.view("P1")["hand"][1] is None
    play(match, "P1 aim at P3", "P3 no answer", "P3 hit unshielded")
    assert match.over
    assert sum(match.view("P1")["hand"][1]) == 1


def test_all_see_what_leaves_a_hand() -> None:
    """SG-Q18: and nothing else of it."""
    match = table(hands={"P1": ["Hull Plating", "Decoy Drone"]}, draws={"P1": [POD]})
    play(match, "P1 assign Decoy Drone to unshielded", "chance draw Fuel Pod", "P1 discard Hull Plating")
    assert match.log("P2")[-6:-2] == match.log(None)[-6:-2]
    assert "P1 discards Hull Plating." in match.log("P2")
    assert "P1 draws a card." in match.log("P2")
    assert "P1 draws Fuel Pod." in match.log("P1")
