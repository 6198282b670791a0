"""Space Goats where its book can be read in two ways: shields on one ship, salvos, and how much is in the box."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.core.rulebook import rules_text
from feint.games.space_goats.state import BOX_SHIPS
from kit.games import random_match
from kit.space_goats import fleet, play, table, zone

SHUTTLE = "Reinforcement Shuttle"


def test_one_shield_a_ship() -> None:
    """SG-Q9, SG-R20: by default a ship that has one has no room, and without room a shield can't be played."""
    match = table(hands={"P1": ["Hull Plating"]}, fleets={"P1": ["shielded with Hull Plating 1"]})
    assert match.legal("P1") == ["pass"]


def test_more_shields_than_one() -> None:
    """SG-Q9: to any ship with room, those alike as one choice; beneath what is there."""
    ships = ["unshielded", "shielded with Decoy Drone 1", "shielded with Reinforced Hull 1", "unshielded"]
    full = "shielded with Hull Plating 1 and Hull Plating 1"
    match = table(hands={"P1": ["Bulwark Plating"]}, fleets={"P1": [*ships, full]}, shields=2)
    assert match.legal("P1") == [
        "assign Bulwark Plating to unshielded",
        "assign Bulwark Plating to shielded with Decoy Drone 1",
        "assign Bulwark Plating to shielded with Reinforced Hull 1",
        "pass",
    ]
    play(match, "P1 assign Bulwark Plating to shielded with Reinforced Hull 1")
    assert "shielded with Reinforced Hull 1 and Bulwark Plating 2" in fleet(match, "P1")
    third = table(hands={"P1": ["Phase Shield"]}, fleets={"P1": [full]}, shields=3)
    play(third, f"P1 assign Phase Shield to {full}")
    assert fleet(third, "P1") == ["shielded with Hull Plating 1, Hull Plating 1 and Phase Shield 1"]


def test_the_first_shield_takes_the_hit() -> None:
    """SG-Q9, SG-R12: it wears down, and the next one is whole when it comes up."""
    ship = "shielded with Reinforced Hull 1, Decoy Drone 1 and Bulwark Plating 2"
    match = table(hands={"P1": ["Standard Rocket"]}, fleets={"P2": [ship, "unshielded"]}, shields=3)
    play(match, "P1 fire Standard Rocket at P2", "P2 no answer", f"P2 hit {ship}")
    assert fleet(match, "P2") == ["shielded with Decoy Drone 1 and Bulwark Plating 2", "unshielded"]
    assert zone(match, "trash") == ["Reinforced Hull"]
    assert "P2's Reinforced Hull is shot away." in match.log(None)


def test_piercing_finds_a_phase_shield_beneath() -> None:
    """SG-Q9, SG-R14: the first that can stop it takes the hit, wherever it is; else none does."""
    ship = "unshielded with Reinforced Hull 2, Phase Shield 1 and Hull Plating 1"
    match = table(hands={"P1": ["Piercing Rocket"]}, fleets={"P2": [ship, "unshielded"]}, shields=3)
    play(match, "P1 fire Piercing Rocket at P2", "P2 no answer", f"P2 hit {ship}")
    assert fleet(match, "P2") == ["unshielded", "unshielded with Reinforced Hull 2 and Hull Plating 1"]
    assert zone(match, "trash") == ["Phase Shield"]
    bare = "unshielded with Reinforced Hull 2 and Hull Plating 1"
    match = table(hands={"P1": ["Piercing Rocket"]}, fleets={"P2": [bare, "unshielded"]}, shields=3)
    play(match, "P1 fire Piercing Rocket at P2", "P2 no answer", f"P2 hit {bare}")
    assert (fleet(match, "P2"), zone(match, "trash")) == (["unshielded"], ["Hull Plating", "Reinforced Hull"])


def test_an_emp_takes_all_shields_of_a_ship() -> None:
    """SG-Q9, SG-R18."""
    ships = ["shielded with Hull Plating 1 and Phase Shield 1", "unshielded with Decoy Drone 1"]
    match = table(hands={"P1": ["EMP Rocket"]}, fleets={"P2": ships}, shields=3)
    play(match, "P1 fire EMP Rocket at P2", "P2 no answer")
    assert fleet(match, "P2") == ["shielded", "unshielded"]
    assert "P2 loses 3 assigned shields." in match.log(None)


@pytest.mark.parametrize("shields", [1, 2, 3])
def test_engine_shields(shields: int) -> None:
    """SG-Q1, SG-Q9: an unshielded ship with the fewest shields, if one has room."""
    ships = ["shielded", "unshielded with Hull Plating 1", "unshielded with Hull Plating 1 and Decoy Drone 1"][:shields]
    match = table(hands={"P1": ["Bulwark Plating"]}, fleets={"P1": ships}, shields=shields, choices="engine")
    ship = "shielded" if shields == 1 else "unshielded with Hull Plating 1"
    assert match.legal("P1") == [f"assign Bulwark Plating to {ship}"]


def test_a_seeking_rocket_counts_all_points_of_a_ship() -> None:
    """SG-Q6, SG-Q9."""
    ships = ["shielded with Hull Plating 1 and Decoy Drone 1", "shielded with Bulwark Plating 1"]
    match = table(hands={"P1": ["Seeking Rocket"]}, fleets={"P2": ships}, shields=2, seeking="weakest")
    play(match, "P1 fire Seeking Rocket at P2", "P2 no answer")
    assert match.legal("P2") == ["hit shielded with Bulwark Plating 1"]


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(1, 3), st.sampled_from(["players", "engine"]))
def test_no_ship_carries_more_than_it_may(seed: int, shields: int, choices: str) -> None:
    """SG-Q9: nor is there a gap among them."""
    match = random_match(feint.load("space-goats", shields=shields, choices=choices, players=3), seed, most=300)
    for state in match._states:
        for seat in range(3):
            for ship in range(12):
                cards = [state.shield[seat][ship], *state.beneath[seat][ship]]
                assert sorted(cards, key=lambda card: card == 0) == cards
                assert sum(card > 0 for card in cards) <= shields
                assert (state.points[seat][ship] > 0) == (cards[0] > 0)


@pytest.mark.parametrize("choices", ["players", "engine"])
def test_salvo(choices: str) -> None:
    """SG-Q22, SG-R17: at two opponents, or both at one; with the first target gone there is no other under `single`."""
    for salvo, targets in (("split", ["aim at P2", "aim at P3"]), ("single", ["aim at P2"])):
        fleets = {"P2": ["shielded"] * 2}
        match = table(hands={"P1": ["Twin Salvo"]}, fleets=fleets, players=3, salvo=salvo, choices=choices)
        fired = ["P1 fire Twin Salvo at P2", "P2 no answer", "P2 hit shielded"]
        play(match, *(fired if choices == "players" else fired[:1]))
        assert match.legal("P1") == (targets if choices == "engine" else [*targets, "stop"])
    for salvo, asked in (("split", "P1"), ("single", "P2")):
        match = table(hands={"P1": ["Salvo Rocket"]}, turn="P1", players=3, salvo=salvo, choices=choices)
        fired = ["P1 fire Salvo Rocket at P3", "P3 no answer", "P3 hit unshielded"]
        play(match, *(fired if choices == "players" else fired[:1]))
        assert match.pending == (asked,)


def four_fleets(supply: str, ships: int = 4) -> feint.Match:
    """P1 with a Shuttle in hand and one for sale; the others have four ships each."""
    fleets = {"P1": ["shielded"] * ships, "P2": ["shielded"] * 4, "P3": ["shielded"] * 4, "P4": ["shielded"] * 4}
    banks, hands = {"P1": ["Fuel Pod"] * 4}, {"P1": [SHUTTLE]}
    return table(hands=hands, banks=banks, market=[SHUTTLE], fleets=fleets, players=4, supply=supply)


def test_ships_in_the_box() -> None:
    """SG-Q23, SG-R9, SG-R27: with all 16 in fleets there is none for a Shuttle; one that was lost is there again."""
    assert feint.load("space-goats").rulings["supply"] == "box"
    assert four_fleets("box").legal("P1") == ["pass"]
    assert four_fleets("unlimited").legal("P1") == [f"play {SHUTTLE}", f"buy {SHUTTLE}", "pass"]
    match = four_fleets("box", ships=3)
    assert match.legal("P1") == [f"play {SHUTTLE}", f"buy {SHUTTLE}", "pass"]
    assert len(fleet(play(match, f"P1 buy {SHUTTLE}"), "P1")) == 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_box_has_ships_for_every_start(players: int) -> None:
    """SG-Q23, SG-R1: four players take all of them, others leave one for the Shuttle."""
    dealt = sum(feint.load("space-goats", players=players).first_state().ships)
    assert dealt == BOX_SHIPS if players == 4 else dealt < BOX_SHIPS


def test_the_box_is_as_it_is_listed() -> None:
    """SG-Q4, SG-Q23: 45 starter cards, 43 for the market, 16 ships: 104; and so five players at most."""
    game = feint.load("space-goats")
    cards = game.data["deck"].shown
    nine = sum(card["copies"] for card in cards if card["deck"] == "starter")
    kinds = {
        kind: sum(card["copies"] for card in cards if card["deck"] == "market" and card["type"] == kind)
        for kind in ("rocket", "shield", "special")
    }
    market, most = sum(kinds.values()), len(game.all_seats)
    box = game.about["components"]
    assert (nine, most) == (9, 5)
    assert box[0].startswith(f"{nine * most} starter cards: nine for each of up to five players")
    assert box[1].startswith(f"{market} market cards")
    assert "{rocket} rockets, {shield} shields and {special} specials".format(**kinds) in box[1]
    assert box[2].startswith(f"{BOX_SHIPS} ship cards")
    assert box[3] == f"{nine * most + market + BOX_SHIPS} cards in all"
    assert f"a market of {game.first_state().market_limit} cards face up" in box[4]
    text = rules_text(game)
    assert all(f"\n- {line}\n" in text for line in box)


def test_six_players_are_refused_with_the_reason() -> None:
    """SG-Q4."""
    with pytest.raises(feint.BadRuling) as error:
        feint.load("space-goats", players=6)
    reason = "the box has 45 starter cards, and every player needs nine"
    assert str(error.value) == f"players=6 is too large: it can be 2 to 5; {reason}"
