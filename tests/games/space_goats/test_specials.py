"""Space Goats, rule by rule: shields, specials and the end (SG-R20 to SG-R32)."""

from fractions import Fraction

import pytest

from feint import IllegalChoice
from feint.core import state_queries
from kit.space_goats import fleet, market, play, table, zone

POD = "Fuel Pod"


def test_a_shield_is_assigned() -> None:
    """SG-R20: to a ship of one's own, not a reactive one."""
    match = table(hands={"P1": ["Phase Shield", "Emergency Thrusters"]}, fleets={"P1": ["shielded", "unshielded"]})
    assert match.legal("P1") == ["assign Phase Shield to unshielded", "assign Phase Shield to shielded", "pass"]
    play(match, "P1 assign Phase Shield to shielded")
    assert fleet(match, "P1") == ["shielded with Phase Shield 1", "unshielded"]
    assert zone(match, "hand", "P1") == ["Emergency Thrusters"]


def test_decoy_drone() -> None:
    """SG-R21: draw one, then discard one from hand, which may be any."""
    match = table(hands={"P1": ["Decoy Drone", "Weak Rocket"]}, draws={"P1": [POD, "Twin Salvo"]})
    play(match, "P1 assign Decoy Drone to unshielded", "chance draw Twin Salvo")
    assert sorted(match.legal("P1")) == ["discard Twin Salvo", "discard Weak Rocket"]
    play(match, "P1 discard Weak Rocket")
    assert zone(match, "hand", "P1") == ["Twin Salvo"]
    assert zone(match, "discard", "P1") == ["Weak Rocket"]
    after_recon = table(
        hands={"P1": ["Decoy Drone", "Weak Rocket"]}, draws={"P1": [POD]}, fields={"of_drawn": 1}
    )  # as a Recon of another turn left it
    play(after_recon, "P1 assign Decoy Drone to unshielded", "chance draw Fuel Pod")
    assert sorted(after_recon.legal("P1")) == ["discard Fuel Pod", "discard Weak Rocket"]
    alone = play(table(hands={"P1": ["Decoy Drone"]}), "P1 assign Decoy Drone to unshielded")
    assert alone.pending == ("P2",), "nothing to draw, nothing to discard"


def test_aegis() -> None:
    """SG-R22: after it has blocked, its owner trashes a card from hand or discard pile."""
    hands = {"P1": ["Standard Rocket"], "P2": ["Aegis Countermeasure", "Weak Rocket"]}
    match = table(hands=hands, discards={"P2": ["Debris Field", "Weak Rocket"]})
    play(match, "P1 fire Standard Rocket at P2", "P2 answer with Aegis Countermeasure")
    assert match.pending == ("P2",)
    assert sorted(match.legal("P2")) == [
        "trash Debris Field from discard",
        "trash Weak Rocket from discard",
        "trash Weak Rocket from hand",
    ]
    play(match, "P2 trash Weak Rocket from hand")
    assert zone(match, "trash") == ["Aegis Countermeasure", "Weak Rocket"]
    assert match.view(None)["turn"] == 1
    assert zone(match, "unseen", "P2") == ["Debris Field", "Weak Rocket"], "shuffled for P2's turn"


def test_recon() -> None:
    """SG-R23: draw up to three, discard one of those."""
    match = table(
        hands={"P1": ["Deep Space Recon", "Hull Plating"]}, draws={"P1": [POD, "Twin Salvo", "Weak Rocket", POD]}
    )
    play(match, "P1 play Deep Space Recon", "chance draw Fuel Pod", "chance draw Twin Salvo", "chance draw Fuel Pod")
    assert sorted(match.legal("P1")) == ["discard Fuel Pod", "discard Twin Salvo"], "not the Hull Plating"
    play(match, "P1 discard Fuel Pod")
    assert zone(match, "hand", "P1") == [POD, "Hull Plating", "Twin Salvo"]
    assert zone(match, "discard", "P1") == ["Deep Space Recon", POD]
    again = table(hands={"P2": ["Deep Space Recon"]}, draws={"P2": ["Weak Rocket", "Hull Plating", "Twin Salvo", POD]})
    play(again, "P1 pass", "chance draw Weak Rocket", "chance draw Hull Plating", "chance draw Fuel Pod")
    play(again, "P2 play Deep Space Recon", "chance draw Twin Salvo")
    assert again.legal("P2") == ["discard Twin Salvo"], "not what the turn began with"
    assert [line for line in again.log("P2") if "draws" in line] == [
        "P2 draws Hull Plating, Fuel Pod and Weak Rocket.",
        "P2 draws Twin Salvo.",
    ]
    few = table(hands={"P1": ["Deep Space Recon", "Hull Plating"]}, draws={"P1": [POD]})
    play(few, "P1 play Deep Space Recon", "chance draw Fuel Pod")
    assert few.legal("P1") == ["discard Fuel Pod"]


def test_salvage() -> None:
    """SG-R23, SG-Q10: one card from the discard pile, not itself."""
    match = table(hands={"P1": ["Salvage Operation"]}, discards={"P1": ["Twin Salvo", POD, POD]})
    play(match, "P1 play Salvage Operation")
    assert sorted(match.legal("P1")) == ["retrieve Fuel Pod", "retrieve Twin Salvo"]
    play(match, "P1 retrieve Twin Salvo")
    assert zone(match, "hand", "P1") == ["Twin Salvo"]
    assert zone(match, "discard", "P1") == [POD, POD, "Salvage Operation"]
    assert "P1 takes Twin Salvo back from the discard pile." in match.log("P2"), "SG-Q18"


def test_arms_dealer() -> None:
    """SG-R24: the top three in any order, seen by nobody else; that is what the market gets."""
    pile = ["Twin Salvo", "Hull Plating", "Deep Clean", "Deck Purge", "Deck Purge"]
    match = table(hands={"P1": ["Arms Dealer"]}, banks={"P2": [POD] * 6}, market=["Hull Plating"], pile=pile)
    play(match, "P1 play Arms Dealer", "chance see Deck Purge")
    weights, _ = state_queries.weights(match.game, match._states[-1])
    assert sum(weights) == 4, "without replacement"
    play(match, "chance see Twin Salvo", "chance see Deck Purge")
    assert match.legal("P1") == [
        "order Deck Purge, Twin Salvo, Deck Purge",
        "order Deck Purge, Deck Purge, Twin Salvo",
        "order Twin Salvo, Deck Purge, Deck Purge",
    ], "equal orders are one choice"
    assert match.log("P1")[-1].endswith("AbilitiesPile: Deck Purge, Twin Salvo, Deck Purge.")
    assert match.log("P2")[-1] == "P1 looks at 3 cards on top of the AbilitiesPile."
    play(match, "P1 order Twin Salvo, Deck Purge, Deck Purge", "P2 buy Hull Plating")
    assert match.legal("chance") == ["market Twin Salvo"]
    play(match, "chance market Twin Salvo")
    assert market(match) == ["Twin Salvo"]


def test_a_second_look_finds_what_was_put_there() -> None:
    """SG-R24, SG-Q21: only places that nobody has looked at are drawn; who looked before knows less now."""
    pile = ["Twin Salvo", "Hull Plating", "Deep Clean", "Deck Purge"]
    match = table(hands={"P1": ["Arms Dealer"], "P2": ["Arms Dealer"]}, pile=pile, fleets={"P1": ["shielded"] * 3})
    play(match, "P1 play Arms Dealer", *(f"chance see {card}" for card in pile[:3]), "P1 order " + ", ".join(pile[:3]))
    play(match, "P2 play Arms Dealer")
    assert match.pending == ("P2",), "all three are known"
    assert match.view("P1")["knows_order"][0] == 1
    play(match, "P2 order Deep Clean, Twin Salvo, Hull Plating")
    assert match.view("P1")["knows_order"][:2] == [0, 1]
    assert match.view("P1")["knows"][1] is None


def test_warp_drive() -> None:
    """SG-R25: another turn at once, and the card is trashed."""
    match = table(hands={"P1": ["Warp Drive", "Weak Rocket"]}, fleets={"P2": ["shielded"]})
    play(match, "P1 play Warp Drive")
    assert match.pending == ("P1",)
    assert zone(match, "trash") == ["Warp Drive"]
    play(match, "P1 fire Weak Rocket at P2", "P2 no answer", "P2 hit shielded")
    assert match.view(None)["turn"] == 1


def test_purge_and_clean() -> None:
    """SG-R26, SG-R28: what is trashed is in no pile that anyone draws from."""
    match = table(hands={"P1": ["Deck Purge", "Weak Rocket"]}, discards={"P1": ["Debris Field"]})
    play(match, "P1 play Deck Purge")
    assert sorted(match.legal("P1")) == ["trash Debris Field from discard", "trash Weak Rocket from hand"]
    play(match, "P1 trash Weak Rocket from hand")
    assert (zone(match, "trash"), zone(match, "hand", "P1")) == (["Weak Rocket"], [])

    match = table(hands={"P1": ["Deep Clean", "Weak Rocket"]}, discards={"P1": ["Debris Field"]}, draws={"P1": [POD]})
    play(match, "P1 play Deep Clean")
    assert match.legal("P1") == ["trash Debris Field from discard"], "not from hand"
    play(match, "P1 trash Debris Field from discard", "chance draw Fuel Pod")
    assert zone(match, "hand", "P1") == [POD, "Weak Rocket"], "and it stays there (SG-Q13)"
    assert zone(match, "trash") == ["Debris Field"]
    assert "Debris Field" not in zone(match, "unseen", "P1")


def test_a_shuttle_in_hand() -> None:
    """SG-R27."""
    match = play(table(hands={"P1": ["Reinforcement Shuttle"]}), "P1 play Reinforcement Shuttle")
    assert fleet(match, "P1") == ["unshielded", "unshielded"]
    assert zone(match, "trash") == ["Reinforcement Shuttle"]


def test_the_last_fleet_wins() -> None:
    """SG-R29, SG-Q17: an eliminated player is out at once, and has no more turns."""
    match = table(hands={"P1": ["Barrage Rocket"], "P2": ["Weak Rocket"]}, fleets={"P3": ["shielded"]}, players=3)
    play(match, "P1 fire Barrage Rocket", "P2 no answer", "P2 hit unshielded", "P3 no answer", "P3 hit shielded")
    assert not match.over
    assert match.view(None)["turn"] == 2
    assert match.view("P1")["hand"][1] is None, "its hand stays unseen"
    assert "P2 is out." in match.log(None)
    match = table(hands={"P1": ["Twin Salvo"]}, players=2)
    play(match, "P1 fire Twin Salvo at P2", "P2 no answer", "P2 hit unshielded")
    assert match.over, "nobody is left for a second hit"
    assert match.exact_scores == {"P1": 1, "P2": 0}


def test_wreckage() -> None:
    """SG-R30, SG-Q16: two are left and no ship was destroyed in the round; both choose, the lower seat first."""
    fleets = {"P1": ["shielded", "unshielded"], "P2": ["shielded with Hull Plating 1", "unshielded"]}
    match = play(table(fleets=fleets, hands={"P1": ["Emergency Shield"]}), "P1 pass", "P2 pass")
    assert match.pending == ("P1",)
    assert match.legal("P1") == ["hit shielded", "hit unshielded"], "no answer to it"
    play(match, "P1 hit unshielded")
    assert fleet(match, "P1") == ["shielded", "unshielded"], "both hits count at once"
    play(match, "P2 hit shielded with Hull Plating 1")
    assert fleet(match, "P1") == ["shielded"]
    assert fleet(match, "P2") == ["shielded", "unshielded"]
    play(match, "P1 pass", "P2 pass")
    assert match.pending == ("P1",), "ships lost to wreckage don't count for the next round"


def test_no_wreckage() -> None:
    """SG-R30: when a ship was destroyed, or three are left."""
    match = table(hands={"P1": ["Weak Rocket"]}, fleets={"P2": ["unshielded"] * 2})
    play(match, "P1 fire Weak Rocket at P2", "P2 no answer", "P2 hit unshielded", "P2 pass")
    assert (match.view(None)["round"], match.view(None)["turn"]) == (2, 0)
    three = play(table(players=3), "P1 pass", "P2 pass", "P3 pass")
    assert (three.view(None)["round"], three.pending) == (2, ("P1",))


@pytest.mark.parametrize(
    ("banks", "scores"), [((2, 1), (1, 0)), ((1, 3), (0, 1)), ((2, 2), (Fraction(1, 2), Fraction(1, 2)))]
)
def test_mutual_destruction(banks: tuple[int, int], scores: tuple[Fraction, Fraction]) -> None:
    """SG-R31: the bank decides; equal banks are a draw. Only those count who were alive before."""
    match = table(banks={"P1": [POD] * banks[0], "P2": [POD] * 6, "P3": [POD] * banks[1]}, fleets={"P2": []}, players=3)
    play(match, "P1 pass", "P3 pass", "P1 hit unshielded", "P3 hit unshielded")
    assert match.over
    assert tuple(match.exact_scores.values()) == (scores[0], 0, scores[1])
    assert match.view(None)["decided_by"] == 2


def test_the_turn_limit() -> None:
    """SG-R32: a long game reaches round 200; most ships win, of those tied the earliest seat."""
    match = table(fleets={"P2": ["shielded"] * 2, "P3": ["unshielded"] * 2}, players=3)
    for _ in range(200):
        assert not match.over
        play(match, "P1 pass", "P2 pass", "P3 pass")
    assert match.over
    assert match.view(None)["round"] == 200
    assert match.scores == {"P1": 0.0, "P2": 1.0, "P3": 0.0}
    assert match.log(None)[-1] == "The turn limit is reached. P2 wins with 2 ships."


def test_wrong_choices_change_nothing() -> None:
    match = table(hands={"P1": ["Weak Rocket"]}, market=["Twin Salvo"])
    before = match.view("P1")
    for seat, wrong in (("P1", "buy Twin Salvo"), ("P1", "fire Weak Rocket at P1"), ("P2", "pass"), ("P1", "answer")):
        with pytest.raises(IllegalChoice):
            match.play(seat, wrong)
    assert match.view("P1") == before
    with pytest.raises(
        IllegalChoice, match="^P1 can't choose buy Twin Salvo now; it can choose fire Weak Rocket at P2, pass$"
    ):
        match.play("P1", "buy Twin Salvo")
