"""Dark Frontier, shots that are placed on the very hex of what they are fired at (DF-Q22)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feint
from feint.bots import bots_of, choose
from feint.core.match import Match
from feint.games.dark_frontier.state import FLAK, MISSILE
from kit.dark_frontier import SEATS, advance, battle, of, play, tokens

NEIGHBOUR = "0,-1 facing S"  # just N of the defender
FLAK_SHOT = ("defender fire flak", "defender from 0,0", "defender towards N 3")
MISSILE_SHOT = ("defender fire missile", "defender from 0,0", "defender towards N 2")
HIT = ("chance 2d6 1,1", "chance d6 1")
DRAW = {"defender": 0.5, "attacker": 0.5}


def met(match: Match) -> list[str]:
    return [line for line in match.log(None) if " meet" in line or " reaches " in line]


@pytest.mark.parametrize("motion", ["sliced", "endpoints"])
def test_a_shot_at_a_neighbour(motion: str) -> None:
    """DF-Q22, DF-R11: it lies on the neighbour's hex, and meets the ship there before anything moves; or flies on."""
    for attacker in (NEIGHBOUR, f"{NEIGHBOUR} velocity SE 2"):
        match = play(battle(attacker=attacker, motion=motion), *FLAK_SHOT)
        assert tokens(match) == ["defender flak 0,-1 velocity N 3 spread 6"]
        advance(match)
        assert (match.pending, match.view(None)["slice"]) == (("chance",), 0)
        assert met(match) == ["Flak with spread 6 reaches the attacker."]
        play(match, *HIT, "chance d6 3")
        assert (of(match, "attacker", "thrust"), match.round, tokens(match)) == (3, 3, [])
        match = advance(play(battle(attacker=attacker, motion=motion, point_blank="passes"), *FLAK_SHOT))
        assert (match.round, met(match)) == (3, [])
        assert tokens(match) == ["defender flak 0,-4 velocity N 3 spread 5"]


def test_a_missile_at_a_neighbour() -> None:
    """DF-Q22, DF-R19: it can be countered, or be what it is to any ship; its dice are rolled before anything moves."""
    match = advance(play(battle(attacker=NEIGHBOUR), *MISSILE_SHOT))
    assert match.legal("attacker") == ["no counter", "counter"]
    assert play(match, "attacker no counter", "chance d6 1").scores == {"defender": 1.0, "attacker": 0.0}
    assert match.view(None)["slice"] == 0
    match = advance(play(battle(attacker=NEIGHBOUR, point_blank="passes"), *MISSILE_SHOT))
    assert (match.round, tokens(match)) == (3, ["defender missile 0,-3 facing N velocity N 2"])


def test_a_missile_at_a_missile() -> None:
    """DF-Q22, DF-R17: an enemy's, that is; flak does nothing to it (DF-R16), nor do one's own."""
    there = ("attacker missile 0,-1 facing S velocity SE 3",)
    assert advance(play(battle(tokens=there), *MISSILE_SHOT)).legal("defender") == ["hold", "detonate"]
    assert advance(play(battle(tokens=there, point_blank="passes"), *MISSILE_SHOT)).round == 3
    assert advance(play(battle(tokens=there), *FLAK_SHOT)).round == 3
    own = ("defender missile 0,-1 facing S velocity SE 3",)
    assert advance(play(battle(tokens=own), *MISSILE_SHOT)).round == 3


def test_all_shots_are_placed_first() -> None:
    """DF-Q22, DF-Q19: the attacker's guns still fire, and two ships that are lost so are both lost."""
    match = play(battle(attacker=NEIGHBOUR, fields={"magazine": [1, 1]}), *MISSILE_SHOT, "defender done")
    assert "fire flak" in match.legal("attacker")
    play(match, "attacker fire missile", "attacker from 0,-1", "attacker towards S 2", "attacker done")
    assert met(match) == ["A missile reaches the defender."]
    assert play(match, "chance d6 1", "chance d6 1").scores == DRAW


def test_what_was_dodged_at_once_is_not_met_again() -> None:
    """DF-Q22, DF-Q12: in this Advance, though it flies along with the ship."""
    fields = {"spread": [0, 0, 5, *[0] * 59]}
    match = battle(
        "5,0 facing N", "0,-1 facing S velocity N 3", ("defender flak 0,-1 velocity N 3 just fired",), fields=fields
    )
    advance(match, "chance 2d6 6,1")
    assert (match.round, tokens(match)) == (3, ["defender flak 0,-4 velocity N 3 spread 4"])


def test_only_what_was_just_placed() -> None:
    """DF-Q22, DF-Q11: what has come to a hex in an Advance before has met there what it met."""
    old = "defender flak 0,-1 velocity N 3"
    assert advance(battle(attacker=NEIGHBOUR, tokens=(old,))).round == 3
    assert advance(battle(attacker=NEIGHBOUR, tokens=(f"{old} just fired",))).pending == ("chance",)
    assert advance(battle(attacker=NEIGHBOUR, tokens=("attacker flak 0,-1 velocity N 3 just fired",))).round == 3


HEXES = st.sampled_from(["0,0", "0,-1", "1,-1"])


@given(
    ships=st.tuples(HEXES, HEXES),
    shots=st.lists(st.tuples(st.sampled_from(SEATS), st.booleans(), HEXES, st.booleans()), max_size=5),
)
def test_who_meets_whom_first(ships: tuple[str, str], shots: list[tuple[str, bool, str, bool]]) -> None:
    """DF-Q22, DF-Q12: by a list of all pairs in their order; if there is none, nothing meets before things move."""
    written = tuple(
        f"{seat} {'missile' if missile else 'flak'} {at}{' facing N' if missile else ''} velocity NW 1"
        f"{' just fired' if fresh else ''}"
        for seat, missile, at, fresh in shots
    )
    match = advance(battle(*(f"{at} facing N" for at in ships), written))
    numbered = list(enumerate(shots, 2))
    pairs = [
        (one, other)
        for one, (seat, missile, at, fresh) in numbered
        for other, (seat2, missile2, at2, fresh2) in numbered
        if one < other and missile and missile2 and seat != seat2 and at == at2 and (fresh or fresh2)
    ]
    pairs += [
        (ship, token)
        for kind in (True, False)
        for ship in range(2)
        for token, (seat, missile, at, fresh) in numbered
        if missile == kind and fresh and at == ships[ship] and seat != SEATS[ship]
    ]
    view = match.view(None)
    waits = view["round"] == 2 and view["slice"] == 0
    assert waits == bool(pairs)
    if pairs:
        assert (view["one"], view["other"]) == pairs[0]
        assert view["kind"][view["other"]] in (MISSILE, FLAK)


def test_gunner_fires_at_point_blank() -> None:
    """DF-Q22: at an enemy that is too fast to be met on the way; where a shot would pass, it leads it instead."""
    for point_blank, ahead in (("meets", True), ("passes", False)):
        match = battle(attacker=f"{NEIGHBOUR} velocity SE 6", point_blank=point_blank)
        play(match, "defender fire flak", "defender from 0,0")
        chosen = choose(match, "defender", bots_of(match.game)["gunner"], 1)
        assert chosen.startswith("towards N ") == ahead


def test_a_match_of_before_keeps_its_rule() -> None:
    """DF-Q22: whoever doesn't name it played with `passes`; a new match is played with `meets`."""
    ruling = feint.load("dark-frontier").all_rulings["point_blank"]
    assert (ruling.default, ruling.before) == ("meets", "passes")
