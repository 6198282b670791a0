"""Space Goats, rule by rule: setup, turns, buying and rockets (SG-R1 to SG-R19)."""

import pytest

import feint
from feint.core import state_queries
from kit.space_goats import all_cards, fleet, market, play, table, zone

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
    weights, _ = state_queries.weights(match.game, match._states[-1])
    assert sum(weights) == 43
    assert len(match.legal("chance")) == 24
    match = opening()
    assert market(match) == ["Deep Clean", "Hull Plating", "Warp Drive", "Twin Salvo"]
    assert match.view(None)["pile_size"] == 39
    assert zone(match, "unseen", "P1") == zone(match, "unseen", "P2") == STARTER
    weights, _ = state_queries.weights(match.game, match._states[-1])
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
    assert fleet(hit("Weak Rocket", "unshielded with Hull Plating 1"), "P2") == ["unshielded"] * 3
    match = hit("Weak Rocket", "shielded with Bulwark Plating 2")
    assert "shielded with Bulwark Plating 1" in fleet(match, "P2")
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
    weights, _ = state_queries.weights(match.game, match._states[-1])
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
    play(match, "P1 fire EMP Rocket at P2", "P2 no answer")
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
