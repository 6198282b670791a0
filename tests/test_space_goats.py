"""Space Goats, rule by rule (SG-R1 to SG-R32)."""

from fractions import Fraction

import pytest

import feint
from feint import IllegalChoice
from goatkit import all_cards, fleet, market, play, table, zone

STARTER = ["Debris Field", "Emergency Shield", *["Fuel Pod"] * 5, "Scout Ship", "Weak Rocket"]
POD = "Fuel Pod"


def opening(**rulings: object) -> feint.Match:
    """A match whose market is open; P1's first draw is due."""
    match = feint.load("space-goats", **rulings).start(chance=[])
    return play(
        match, *(f"chance market {card}" for card in ("Deep Clean", "Hull Plating", "Warp Drive", "Twin Salvo"))
    )


@pytest.mark.parametrize(("players", "ships"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_fleets(players: int, ships: int) -> None:
    """SG-R1."""
    match = opening(players=players)
    assert match.game.seats == ("P1", "P2", "P3", "P4", "P5")[:players]
    for seat in match.game.seats:
        assert fleet(match, seat) == ["shielded"] * ships
        assert zone(match, "hand", seat) == zone(match, "bank", seat) == []


def test_decks_and_market() -> None:
    """SG-R2: chance has every market card by its copies, and every card of a starter deck."""
    match = feint.load("space-goats").start(chance=[])
    weights, _ = match._weights(match._states[-1])
    assert sum(weights) == 43
    assert len(match.legal("chance")) == 24
    match = opening()
    assert market(match) == ["Deep Clean", "Hull Plating", "Warp Drive", "Twin Salvo"]
    assert match.view(None)["pile_size"] == 39
    assert zone(match, "unseen", "P1") == zone(match, "unseen", "P2") == STARTER
    weights, _ = match._weights(match._states[-1])
    assert sorted(weight for weight in weights if weight) == [1, 1, 1, 1, 5]


def test_draw_until_four() -> None:
    """SG-R3, SG-Q13: up to four cards; a larger hand draws nothing."""
    match = play(opening(), *["chance draw Fuel Pod"] * 3)
    assert match.pending == ("chance",)
    assert play(match, "chance draw Fuel Pod").pending == ("P1",)
    full = table(hands={"P2": ["Weak Rocket"] * 5}, draws={"P2": [POD] * 3})
    assert play(full, "P1 pass").pending == ("P2",), "and nothing was drawn"


def test_an_empty_draw_pile_is_refilled() -> None:
    """SG-R3: from the discards; when these are empty too, drawing stops."""
    match = table(hands={"P2": ["Weak Rocket"]}, draws={"P2": [POD]}, discards={"P2": ["Hull Plating"]})
    play(match, "P1 pass", "chance draw Fuel Pod")
    assert match.legal("chance") == ["draw Hull Plating"]
    assert zone(match, "discard", "P2") == []
    play(match, "chance draw Hull Plating")
    assert match.pending == ("P2",)
    assert zone(match, "hand", "P2") == ["Hull Plating", "Weak Rocket"]
    assert "P2 shuffles its discard pile." in match.log("P1")


def test_currency_is_banked_and_a_scout_draws() -> None:
    """SG-R4: what a Scout Ship draws is banked too, if it is currency; else it stays."""
    match = table(draws={"P2": [*[POD] * 4, "Scout Ship", "Weak Rocket"]})
    play(match, "P1 pass", *["chance draw Fuel Pod"] * 3, "chance draw Scout Ship")
    assert zone(match, "bank", "P2") == [*[POD] * 3, "Scout Ship"]
    play(match, "chance draw Fuel Pod")
    assert match.pending == ("P2",), "one Scout Ship, one card"
    assert zone(match, "bank", "P2") == [*[POD] * 4, "Scout Ship"]
    assert match.view(None)["bank_size"][1] == 5


def test_debris_is_discarded() -> None:
    """SG-R5: also what a Scout Ship drew."""
    match = table(draws={"P2": ["Debris Field", "Scout Ship"]}, hands={"P2": ["Weak Rocket"] * 3})
    play(match, "P1 pass", "chance draw Scout Ship", "chance draw Debris Field")
    assert zone(match, "discard", "P2") == ["Debris Field"]
    assert zone(match, "hand", "P2") == ["Weak Rocket"] * 3


def test_one_action_a_turn() -> None:
    """SG-R6: buy, fire, assign, play or pass; then it is the next seat's turn. Reactive cards are no action."""
    hand = ["Weak Rocket", "Hull Plating", "Warp Drive", "Emergency Shield", "Barrage Rocket"]
    match = table(
        hands={"P1": hand},
        fleets={"P1": ["shielded", "unshielded"]},
        banks={"P1": [POD] * 3},
        market=["Deep Clean", "Twin Salvo", "Deep Clean", "Deck Purge"],
    )
    assert sorted(match.legal("P1")) == [
        "assign Hull Plating to shielded",
        "assign Hull Plating to unshielded",
        "buy Deck Purge",
        "buy Deep Clean",
        "fire Barrage Rocket",
        "fire Weak Rocket at P2",
        "pass",
        "play Warp Drive",
    ]
    assert play(match, "P1 assign Hull Plating to unshielded").pending == ("P2",)


def test_the_hand_stays() -> None:
    """SG-R7."""
    match = table(hands={"P1": ["Weak Rocket", "Hull Plating"]}, fleets={"P2": ["shielded"] * 2})
    play(match, "P1 pass")
    assert zone(match, "hand", "P1") == ["Hull Plating", "Weak Rocket"]


def test_paying() -> None:
    """SG-R8: the bank first, then currency in hand; all of it to the discard pile."""
    match = table(
        hands={"P1": [POD, "Weak Rocket"]},
        banks={"P1": [POD, POD]},
        market=["Piercing Rocket", "Twin Salvo"],
        players=2,
    )
    assert "buy Twin Salvo" not in match.legal("P1")
    play(match, "P1 buy Piercing Rocket")
    assert zone(match, "bank", "P1") == []
    assert zone(match, "hand", "P1") == ["Weak Rocket"]
    assert zone(match, "discard", "P1") == [*[POD] * 3, "Piercing Rocket"]
    assert match.view(None)["bank_size"][0] == 0


def test_a_shuttle_joins_at_once() -> None:
    """SG-R9: unshielded, and not as a card; also into a full fleet (SG-Q18: ships are not limited)."""
    match = table(banks={"P1": [POD] * 4}, fleets={"P1": ["shielded"] * 6}, market=["Reinforcement Shuttle"])
    play(match, "P1 buy Reinforcement Shuttle")
    assert fleet(match, "P1") == [*["shielded"] * 6, "unshielded"]
    assert "Reinforcement Shuttle" not in all_cards(match)
    other = table(banks={"P1": [POD] * 2}, market=["Hull Plating"])
    assert "Hull Plating" in zone(play(other, "P1 buy Hull Plating"), "discard", "P1")


def test_the_market_is_refilled() -> None:
    """SG-R10: while the pile lasts."""
    match = table(
        banks={"P1": [POD] * 4}, market=["Hull Plating", "Deck Purge"], pile=["Twin Salvo"], draws={"P2": [POD]}
    )
    play(match, "P1 buy Hull Plating")
    assert match.legal("chance") == ["market Twin Salvo"]
    play(match, "chance market Twin Salvo")
    assert market(match) == ["Twin Salvo", "Deck Purge"]
    empty = table(banks={"P1": [POD] * 4}, market=["Hull Plating", "Deck Purge"])
    play(empty, "P1 buy Hull Plating")
    assert market(empty) == ["Deck Purge"]
    assert empty.pending == ("P2",)


@pytest.mark.parametrize("card", ["Emergency Shield", "Emergency Thrusters", "Aegis Countermeasure"])
def test_an_answer_blocks_and_is_trashed(card: str) -> None:
    """SG-R11."""
    match = table(hands={"P1": ["Weak Rocket"], "P2": [card]}, fleets={"P2": ["unshielded", "shielded"]})
    play(match, "P1 fire Weak Rocket at P2")
    assert match.pending == ("P2",)
    assert match.legal("P2") == ["no answer", f"answer with {card}"]
    play(match, f"P2 answer with {card}")
    assert fleet(match, "P2") == ["shielded", "unshielded"]
    assert zone(match, "trash") == [card]
    assert zone(match, "hand", "P2") == []
    assert zone(match, "discard", "P1") == ["Weak Rocket"]


def test_who_holds_nothing_is_asked_too() -> None:
    """SG-R11, SG-Q19."""
    match = table(hands={"P1": ["Weak Rocket"], "P2": ["Hull Plating"]})
    play(match, "P1 fire Weak Rocket at P2")
    assert (match.pending, match.legal("P2")) == (("P2",), ["no answer"])


def hit(rocket: str, ship: str, *others: str, **options: object) -> feint.Match:
    """P1 fires at P2, who has another ship too, and lets it hit this one."""
    match = table(hands={"P1": [rocket]}, fleets={"P2": [ship, *others, "unshielded", "unshielded"]}, **options)  # type: ignore[arg-type]
    return play(match, f"P1 fire {rocket} at P2", "P2 no answer", f"P2 hit {ship}")


def test_shield_then_side_then_ship() -> None:
    """SG-R12: and the owner says which ship."""
    match = hit("Standard Rocket", "shielded with Reinforced Hull 2")
    assert "shielded with Reinforced Hull 1" in fleet(match, "P2")
    match = hit("Standard Rocket", "shielded with Reinforced Hull 1")
    assert fleet(match, "P2") == ["shielded", "unshielded", "unshielded"]
    assert zone(match, "trash") == ["Reinforced Hull"]
    match = hit("Standard Rocket", "shielded")
    assert fleet(match, "P2") == ["unshielded"] * 3
    match = hit("Standard Rocket", "unshielded")
    assert fleet(match, "P2") == ["unshielded"] * 2


def test_identical_ships_are_one_choice() -> None:
    """SG-R12."""
    ships = ["shielded", "shielded", "unshielded", "shielded with Phase Shield 1", "shielded with Phase Shield 1"]
    match = table(hands={"P1": ["Weak Rocket"]}, fleets={"P2": ships})
    play(match, "P1 fire Weak Rocket at P2", "P2 no answer")
    assert match.legal("P2") == ["hit shielded", "hit unshielded", "hit shielded with Phase Shield 1"]


@pytest.mark.parametrize(
    ("card", "points"),
    [("Hull Plating", 1), ("Decoy Drone", 1), ("Reinforced Hull", 2), ("Bulwark Plating", 2), ("Phase Shield", 1)],
)
def test_shield_points(card: str, points: int) -> None:
    """SG-R13, SG-R20."""
    match = play(table(hands={"P1": [card]}), f"P1 assign {card} to unshielded")
    assert fleet(match, "P1") == [f"unshielded with {card} {points}"]


def test_piercing() -> None:
    """SG-R14: ignores every assigned shield but a Phase Shield; the shielded side flips."""
    assert "unshielded with Bulwark Plating 2" in fleet(hit("Piercing Rocket", "shielded with Bulwark Plating 2"), "P2")
    match = hit("Piercing Rocket", "unshielded with Bulwark Plating 2")
    assert fleet(match, "P2") == ["unshielded"] * 2
    assert zone(match, "trash") == ["Bulwark Plating"], "SG-Q9"
    assert fleet(hit("Piercing Rocket", "unshielded with Phase Shield 1"), "P2") == ["unshielded"] * 3


def test_weak() -> None:
    """SG-R15: any assigned shield stops it; it flips a side and destroys a bare ship."""
    match = hit("Weak Rocket", "unshielded with Hull Plating 1")
    assert "unshielded with Hull Plating 1" in fleet(match, "P2")
    assert "shielded with Phase Shield 1" in fleet(hit("Weak Rocket", "shielded with Phase Shield 1"), "P2")
    assert fleet(hit("Weak Rocket", "shielded"), "P2") == ["unshielded"] * 3
    assert fleet(hit("Weak Rocket", "unshielded"), "P2") == ["unshielded"] * 2


def test_barrages() -> None:
    """SG-R16: one hit on every opponent; or two, and a turn lost."""
    fleets = {"P2": ["unshielded"] * 3, "P3": ["unshielded"] * 3}
    match = table(hands={"P1": ["Barrage Rocket"]}, fleets=fleets, players=3)
    play(match, "P1 fire Barrage Rocket", "P2 no answer", "P2 hit unshielded", "P3 no answer", "P3 hit unshielded")
    assert [len(fleet(match, seat)) for seat in ("P1", "P2", "P3")] == [1, 2, 2]
    assert match.pending == ("P2",), "the next turn"

    match = table(hands={"P1": ["Overload Barrage"]}, fleets=fleets, players=3)
    play(match, "P1 fire Overload Barrage")
    play(match, *["P2 no answer", "P2 hit unshielded"] * 2, *["P3 no answer", "P3 hit unshielded"] * 2)
    assert [len(fleet(match, seat)) for seat in ("P1", "P2", "P3")] == [1, 1, 1]
    assert match.view(None)["skip"][0] == 1
    play(match, "P2 pass", "P3 pass")
    assert match.view(None)["round"] == 2
    assert match.pending == ("P2",), "P1 has skipped"
    play(match, "P2 pass", "P3 pass")
    assert match.view(None)["turn"] == 0, "once"


def test_salvos() -> None:
    """SG-R17: two hits, each at an opponent named for it; a Salvo Rocket costs a currency from the bank."""
    fleets = {"P2": ["unshielded"] * 2, "P3": ["unshielded"] * 2}
    for rocket, left in (("Twin Salvo", [POD, POD]), ("Salvo Rocket", [POD])):
        match = table(hands={"P1": [rocket]}, banks={"P1": [POD, POD]}, fleets=fleets, players=3)
        play(match, f"P1 fire {rocket} at P2", "P2 no answer", "P2 hit unshielded")
        assert match.legal("P1") == ["aim at P2", "aim at P3", "stop"]
        play(match, "P1 aim at P3", "P3 no answer", "P3 hit unshielded")
        assert [len(fleet(match, seat)) for seat in ("P2", "P3")] == [1, 1]
        assert zone(match, "bank", "P1") == left
        assert zone(match, "discard", "P1") == sorted([POD] * (2 - len(left)) + [rocket])
    match = table(hands={"P1": ["Salvo Rocket"]}, fleets=fleets, players=3)
    play(match, "P1 fire Salvo Rocket at P2", "P2 no answer", "P2 hit unshielded", "P1 stop")
    assert match.pending == ("P2",), "up to two, and an empty bank has nothing to lose"


def test_shatter() -> None:
    """SG-R17: costs a random card from hand, if there is one."""
    match = table(
        hands={"P1": ["Shatter Rocket", "Hull Plating", "Weak Rocket", "Weak Rocket"]}, fleets={"P2": ["shielded"]}
    )
    play(match, "P1 fire Shatter Rocket at P2", "P2 no answer", "P2 hit shielded")
    weights, _ = match._weights(match._states[-1])
    assert sorted(match.legal("chance")) == ["lose Hull Plating", "lose Weak Rocket"]
    assert sorted(weight for weight in weights if weight) == [1, 2]
    play(match, "chance lose Hull Plating")
    assert zone(match, "discard", "P1") == ["Hull Plating", "Shatter Rocket"]
    assert "P1 loses a Hull Plating from hand." in match.log("P2")
    empty = table(hands={"P1": ["Shatter Rocket"]}, fleets={"P2": ["shielded"]})
    assert play(empty, "P1 fire Shatter Rocket at P2", "P2 no answer", "P2 hit shielded").pending == ("P2",)


def test_emp() -> None:
    """SG-R18: all assigned shields go, shielded sides stay."""
    ships = ["shielded with Bulwark Plating 2", "unshielded with Phase Shield 1", "shielded"]
    match = table(hands={"P1": ["EMP Rocket"], "P2": ["Emergency Shield"]}, fleets={"P2": ships})
    play(match, "P1 fire EMP Rocket at P2")
    assert fleet(match, "P2") == ["shielded", "shielded", "unshielded"]
    assert zone(match, "trash") == ["Bulwark Plating", "Phase Shield"]


def test_last_stand() -> None:
    """SG-R19, SG-R25: the last ship survives, once; a second time it is lost."""
    match = table(
        hands={"P1": ["Last Stand Protocol"], "P2": ["Weak Rocket", "Weak Rocket"]}, fleets={"P2": ["shielded"] * 2}
    )
    play(match, "P1 play Last Stand Protocol")
    assert match.view(None)["last_stand"][0] == 1
    assert zone(match, "discard", "P1") == ["Last Stand Protocol"]
    play(match, "P2 fire Weak Rocket at P1", "P1 no answer", "P1 hit unshielded")
    assert fleet(match, "P1") == ["unshielded"]
    assert match.view(None)["last_stand"][0] == 0
    play(match, "P1 hit unshielded", "P2 hit shielded")
    assert match.over, "no ship was destroyed in that round, so there was wreckage (SG-R30), and nothing to save P1"
    assert match.scores == {"P1": 0.0, "P2": 1.0}


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
    weights, _ = match._weights(match._states[-1])
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
