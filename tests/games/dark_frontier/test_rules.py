"""Dark Frontier, rule by rule (DF-R1 to DF-R20)."""

import re

import pytest

from feint import IllegalChoice
from kit.dark_frontier import SEATS, advance, battle, dials, duel, of, play, ship, tokens, velocity, visited_by

FLAK_AT_DEFENDER = "attacker flak 0,-2 velocity S 4 spread 4"  # it comes by at the middle of its way
MISSILE_AT_DEFENDER = "attacker missile 0,-3 facing S velocity S 3"


# Space and motion.


def test_the_map_is_a_hexagon_around_the_yard() -> None:
    """DF-R1, DF-Q1: the edge is as many hexes from 0,0 as the radius, in every direction."""
    match = play(duel(radius=5).start(chance=[]), "defender place 0,0 facing N")
    edge = set()
    for choice in match.legal("attacker"):
        found = re.fullmatch(r"place (-?\d+),(-?\d+) facing \w+", choice)
        assert found, choice
        edge.add((int(found[1]), int(found[2])))
    assert len(edge) == 30
    assert {(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)} < edge, "the corners"
    assert {max(abs(q), abs(r), abs(q + r)) for q, r in edge} == {5}


def test_setup() -> None:
    """DF-R2: the defender in the centre at rest; then the attacker on the edge, with any facing and velocity."""
    match = duel().start(chance=[])
    assert match.pending == ("defender",)
    assert match.legal("defender") == [f"place 0,0 facing {way}" for way in ("N", "NE", "SE", "S", "SW", "NW")]
    play(match, "defender place 0,0 facing SW")
    assert match.pending == ("attacker",)
    assert len(match.legal("attacker")) == 6 * 12 * 6, "72 hexes, 6 facings"
    assert "place 12,-4 facing SW" in match.legal("attacker")
    play(match, "attacker place 12,-4 facing SW")
    assert match.pending == ("attacker",)
    play(match, "attacker velocity S 3, SW 1")
    assert ship(match, "defender") == "0,0 facing SW"
    assert ship(match, "attacker") == "12,-4 facing SW velocity S 3, SW 1"
    assert (match.round, match.pending, tokens(match)) == (1, SEATS, [])


@pytest.mark.parametrize(
    ("before", "facing", "burn", "after"),
    [
        ("N 2", "N", 3, "N 5"),
        ("N 2", "S", 3, "S 1"),  # opposite numbers cancel
        ("N 2", "S", 2, "none"),
        ("N 2", "SE", 1, "N 1, NE 1"),  # one apart: the direction between
        ("NW 3", "NE", 3, "N 3"),
        ("NW 1", "NE", 3, "N 1, NE 2"),
        ("N 2, NE 1", "SW", 1, "N 2"),
        ("N 1, NE 2", "SE", 2, "NE 3, SE 1"),
        ("N 1, NE 2", "S", 4, "SE 2, S 1"),  # N cancels: NE 2, S 3; these turn into SE
        ("S 3", "SW", 2, "S 3, SW 2"),  # neighbours stay
    ],
)
def test_a_velocity_is_resolved(before: str, facing: str, burn: int, after: str) -> None:
    """DF-R3: at most two numbers are left, in neighbouring directions."""
    match = battle(defender=f"0,0 facing {facing} velocity {before}", at="command")
    assert velocity(dials(match, f"turn 0 burn {burn}"), 0) == after


def test_a_round() -> None:
    """DF-R4: Command, Turn and Burn, Place, Advance; nothing moves before the Advance."""
    match = battle("0,0 facing N", "0,-9 facing S velocity S 1", ("attacker missile 4,0 facing N",), at="command")
    assert match.pending == SEATS
    dials(match, "turn 0 burn 2", "turn 0 burn 1")
    assert ship(match, "defender") == "0,0 facing N velocity N 2"
    assert ship(match, "attacker") == "0,-9 facing S velocity S 2"
    play(match, "attacker missile 1 turn 0", "attacker missile 1 burn 2")
    assert match.pending == ("defender",)
    assert match.legal("defender") == ["fire missile", "fire flak", "done"]
    play(match, "defender done")
    assert match.pending == ("attacker",)
    assert (ship(match, "defender"), match.round) == ("0,0 facing N velocity N 2", 2)
    play(match, "attacker done")
    assert ship(match, "defender") == "0,-2 facing N velocity N 2"
    assert ship(match, "attacker") == "0,-7 facing S velocity S 2"
    assert tokens(match) == ["attacker missile 4,-2 facing N velocity N 2"]
    assert (match.round, match.pending) == (3, SEATS)


# Command, Turn and Burn.


def test_dials_are_secret_until_both_are_set() -> None:
    """DF-R5: the other sees that they are set, not how."""
    one, other = battle(at="command"), battle(at="command")
    play(one, "defender turn +2", "defender burn 3")
    play(other, "defender turn -1", "defender burn 0")
    assert one.pending == other.pending == ("attacker",)
    for seat in ("attacker", None):
        assert one.view(seat) == other.view(seat)
        assert one.log(seat) == other.log(seat)
    assert one.view("defender") != other.view("defender")
    assert "rotates +2" not in "".join(one.log(None))
    play(one, "attacker turn 0", "attacker burn 1")
    assert one.log(None)[-2:] == ["The defender rotates +2 and burns 3.", "The attacker rotates 0 and burns 1."]
    assert one.view("attacker")["turned"] == [2, 0]
    assert one.view("attacker")["burned"] == [3, 1]


def test_dials_go_as_far_as_the_ship_can() -> None:
    """DF-R5: rotation to both sides, and no more burn than thrust; either may begin."""
    match = battle(at="command", sheets={"attacker": {"rotation": 1, "thrust": 2}})
    assert match.legal("attacker") == ["turn -1", "turn 0", "turn +1"]
    assert match.legal("defender") == [f"turn {turn}" for turn in ("-3", "-2", "-1", "0", "+1", "+2", "+3")]
    play(match, "attacker turn 0")
    assert match.pending == SEATS
    assert match.legal("attacker") == ["burn 0", "burn 1", "burn 2"]


def test_turn_and_burn() -> None:
    """DF-R6: each ship turns as set, and its burn goes the way it thrusts."""
    match = dials(battle(at="command"), "turn -2 burn 0", "turn 0 burn 3")
    assert ship(match, "defender") == "0,0 facing SW"
    assert ship(match, "attacker") == "0,-9 facing S velocity S 3"


@pytest.mark.parametrize(
    ("command", "facing", "after"),
    [
        ("turn +1 burn 4", "NE", "N 2, NE 2"),
        ("turn -1 burn 2", "NW", "NW 1, N 1"),
        ("turn +2 burn 3", "SE", "NE 2"),  # N 1, NE 1, SE 1
        ("turn -3 burn 4", "S", "SW 1, NW 1"),  # N 1, NW 1, SW 1, S 1
    ],
)
def test_burning_while_turning(command: str, facing: str, after: str) -> None:
    """DF-R7: spread evenly over every direction that the engine pointed in."""
    match = dials(battle(at="command"), command)
    assert velocity(match, 0) == after
    assert ship(match, "defender").startswith(f"0,0 facing {facing}")


def test_gimbaling() -> None:
    """DF-R8: an engine that has it may split its thrust; one that hasn't isn't asked."""
    match = dials(battle(at="command", sheets={"defender": {"gimbal": True}}), "turn 0 burn 3")
    assert match.pending == ("defender",)
    assert velocity(play(match, "defender gimbal 2/1 NE"), 0) == "N 2, NE 1"
    match = dials(battle(at="command"), "turn 0 burn 3")
    assert match.legal("defender") == ["fire missile", "fire flak", "done"]


def test_missiles_are_steered() -> None:
    """DF-R9: by up to their rotation, and up to their acceleration; what the sheet hasn't isn't asked."""
    missile = ("attacker missile 4,0 facing N velocity N 1",)
    match = dials(battle(tokens=missile, at="command"))
    assert match.pending == ("attacker",)
    assert match.legal("attacker") == ["missile 1 turn -1", "missile 1 turn 0", "missile 1 turn +1"]
    play(match, "attacker missile 1 turn +1")
    assert match.legal("attacker") == ["missile 1 burn 0", "missile 1 burn 1", "missile 1 burn 2"]
    play(match, "attacker missile 1 burn 2")
    assert tokens(match) == ["attacker missile 4,0 facing NE velocity N 1, NE 2"]
    fixed = dials(battle(tokens=missile, at="command", sheets={"attacker": {"missile_rotation": 0}}))
    assert fixed.legal("attacker") == ["missile 1 burn 0", "missile 1 burn 1", "missile 1 burn 2"]
    idle = dials(battle(tokens=missile, at="command", sheets={"attacker": {"missile_acceleration": 0}}))
    assert play(idle, "attacker missile 1 turn -1").pending == ("defender",)
    assert tokens(idle) == ["attacker missile 4,0 facing NW velocity N 1"]


# Place projectiles.


def test_shots_come_from_where_the_ship_was() -> None:
    """DF-R10: from any hex of its last move."""
    match = dials(advance(battle("0,0 facing N velocity N 2")))
    play(match, "defender fire flak")
    assert match.legal("defender") == ["from 0,0", "from 0,-1", "from 0,-2"]
    play(match, "defender from 0,-1", "defender towards SE 3")
    assert tokens(match) == ["defender flak 1,-1 velocity NE 2, SE 1 spread 6"], "N 2 and SE 3"


def test_a_shot_has_the_velocities_of_ship_and_weapon() -> None:
    """DF-R11: resolved; it starts beside the ship, on the side it is fired to, and belongs to who fired it."""
    match = battle("0,0 facing N velocity N 2", "0,-9 facing S velocity SE 1")
    play(match, "defender fire flak", "defender from 0,0", "defender towards N 2, NE 1", "defender done")
    play(match, "attacker fire flak", "attacker from 0,-9", "attacker towards SW 3")
    assert tokens(match) == [
        "defender flak 0,-1 velocity N 4, NE 1 spread 6",
        "attacker flak -1,-8 velocity S 1, SW 2 spread 6",
    ]


def test_only_directions_that_the_weapon_can_fire_in() -> None:
    """DF-R11: its arc goes by the ship's facing."""
    match = battle("0,0 facing SE", sheets={"defender": {"missile_arc": [0, 3]}})
    play(match, "defender fire missile", "defender from 0,0")
    assert match.legal("defender") == ["towards SE 2", "towards NW 2"]
    play(match, "defender towards NW 2")
    assert tokens(match) == ["defender missile -1,0 facing NW velocity NW 2"]


def test_fresh_flak() -> None:
    """DF-R12, DF-R15: spread 6, and 5 after its first Advance."""
    match = play(battle(), "defender fire flak", "defender from 0,0", "defender towards S 3")
    assert tokens(match) == ["defender flak 0,1 velocity S 3 spread 6"]
    assert tokens(advance(match)) == ["defender flak 0,4 velocity S 3 spread 5"]


def test_missiles_a_turn() -> None:
    """DF-R13: no more than the sheet says; none without a working bay or with an empty magazine."""
    shot = ("defender fire missile", "defender from 0,0", "defender towards S 2")
    match = battle(sheets={"defender": {"missiles_a_turn": 2, "missile_shots": 4}})
    play(match, *shot, *shot)
    assert match.legal("defender") == ["fire flak", "done"]
    assert of(match, "defender", "magazine") == 2
    assert battle(fields={"bay": [0, 1]}).legal("defender") == ["fire flak", "done"]
    assert battle(fields={"magazine": [0, 4]}).legal("defender") == ["fire flak", "done"]
    assert battle(fields={"guns": [0, 1]}).legal("defender") == ["fire missile", "done"]
    last = play(battle(fields={"magazine": [1, 4]}), *shot)
    assert last.legal("defender") == ["fire flak", "done"]
    assert of(last, "defender", "magazine") == 0


# Advance.


def test_everything_with_velocity_moves() -> None:
    """DF-R14: ships too; what has none stays."""
    match = battle(
        "0,0 facing N velocity SW 2",
        "0,-9 facing S",
        ("defender missile 3,0 facing N velocity SE 1, S 2", "attacker flak 5,0 velocity NE 3", "attacker flak 6,0"),
    )
    advance(match)
    assert ship(match, "defender") == "-2,2 facing N velocity SW 2"
    assert visited_by(match, "defender") == ["0,0", "-1,1", "-2,2"]
    assert ship(match, "attacker") == "0,-9 facing S"
    assert tokens(match) == [
        "defender missile 4,2 facing N velocity SE 1, S 2",
        "attacker flak 8,-3 velocity NE 3 spread 5",
        "attacker flak 6,0 spread 5",
    ]


def test_flak_disperses() -> None:
    """DF-R15: a little every round, until there is none."""
    match = advance(
        battle(tokens=("defender flak 5,0 spread 3", "attacker flak 6,0 spread 2", "attacker flak 7,0 spread 1"))
    )
    assert tokens(match) == ["defender flak 5,0 spread 2", "attacker flak 6,0 spread 1"]
    assert tokens(advance(dials(match))) == ["defender flak 5,0 spread 1"]
    assert tokens(advance(dials(match))) == []


# Collisions.


def test_flak_does_nothing_to_flak_or_missiles() -> None:
    """DF-R16."""
    match = battle(
        tokens=(
            "attacker flak 5,-2 velocity S 2",
            "defender flak 5,2 velocity N 2",
            "defender missile 4,0 facing SE velocity SE 2",
        )
    )
    advance(match)
    assert match.round == 3, "nobody was asked, and no die rolled"
    assert tokens(match) == [
        "attacker flak 5,0 velocity S 2 spread 5",
        "defender flak 5,0 velocity N 2 spread 5",
        "defender missile 6,0 facing SE velocity SE 2",
    ]


@pytest.mark.parametrize("answers", [["defender detonate"], ["defender hold", "attacker detonate"]])
def test_missiles_detonate(answers: list[str]) -> None:
    """DF-R17, DF-Q13: if either player wants it, both become flak and fly on."""
    match = battle(tokens=("attacker missile 5,-1 facing S velocity S 2", "defender missile 5,1 facing N velocity N 2"))
    advance(match)
    assert match.pending == ("defender",)
    assert match.legal("defender") == ["hold", "detonate"]
    play(match, *answers)
    assert tokens(match) == ["attacker flak 5,1 velocity S 2 spread 5", "defender flak 5,-1 velocity N 2 spread 5"]


def test_flak_is_dodged() -> None:
    """DF-R18: by either die higher than the spread."""
    for dice in ("5,1", "2,6"):
        match = advance(battle(tokens=(FLAK_AT_DEFENDER,)), f"chance 2d6 {dice}")
        assert match.round == 3
        assert tokens(match) == ["attacker flak 0,2 velocity S 4 spread 3"]


def test_flak_is_shot_down() -> None:
    """DF-R18: not dodged by dice as high as the spread, but a die above the rating destroys it."""
    match = advance(battle(tokens=(FLAK_AT_DEFENDER,)), "chance 2d6 4,4")
    assert match.legal("chance") == [f"d6 {die}" for die in range(1, 7)]
    play(match, "chance d6 4")
    assert (match.round, tokens(match), of(match, "defender", "damaged")) == (3, [], 0)


def test_flak_hits() -> None:
    """DF-R18: a die as high as the rating doesn't stop it; one on the ship's table says what breaks."""
    match = advance(battle(tokens=(FLAK_AT_DEFENDER,)), "chance 2d6 1,4", "chance d6 3")
    assert match.pending == ("chance",)
    play(match, "chance d6 3")
    assert (of(match, "defender", "thrust"), of(match, "attacker", "thrust")) == (3, 4)
    assert (match.round, tokens(match)) == (3, [])


def test_a_missile_is_countered() -> None:
    """DF-R19: by a missile of the ship's own; then it is as flak."""
    match = advance(battle(tokens=(MISSILE_AT_DEFENDER,)))
    assert match.pending == ("defender",)
    assert match.legal("defender") == ["no counter", "counter"]
    play(match, "defender counter", "chance 2d6 1,6", "chance d6 2", "chance d6 4")
    assert (of(match, "defender", "magazine"), of(match, "defender", "rotation")) == (3, 2)
    assert (match.over, tokens(match)) == (False, [])


def test_a_missile_meets_point_defence() -> None:
    """DF-R19: a die above the rating destroys it, one below lets it kill the ship. The token is removed."""
    match = advance(battle(tokens=(MISSILE_AT_DEFENDER,)), "defender no counter", "chance d6 4")
    assert (match.round, tokens(match), of(match, "defender", "magazine")) == (3, [], 4)
    match = advance(battle(tokens=(MISSILE_AT_DEFENDER,)), "defender no counter", "chance d6 2")
    assert match.over
    assert match.scores == {"defender": 0.0, "attacker": 1.0}
    assert tokens(match) == []


def test_two_ships() -> None:
    """DF-R20: as many flak collisions each as the lower number; missile ones for who fired fewer."""
    match = advance(battle("0,0 facing N", "0,-2 facing S velocity S 2"))
    assert match.pending == SEATS
    assert match.legal("defender") == match.legal("attacker") == ["launch 0", "launch 1", "launch 2"]
    play(match, "attacker launch 2", "defender launch 1")
    play(match, "chance 2d6 6,6", "chance d6 1", "chance d6 3")  # flak at the defender: it hits
    assert of(match, "defender", "thrust") == 3
    play(match, "defender no counter", "chance d6 5")  # the other missile: shot down
    play(match, "chance 2d6 1,1", "chance d6 2", "chance d6 4")  # flak at the attacker: it hits
    assert of(match, "attacker", "rotation") == 2
    assert [of(match, seat, "magazine") for seat in SEATS] == [3, 2]
    assert (match.round, ship(match, "attacker")) == (3, "0,0 facing S velocity S 2")


# Wrong choices.


@pytest.mark.parametrize(
    ("situation", "steps", "wrong"),
    [
        ({"at": "command"}, (), "defender turn +4"),
        ({"at": "command"}, (), "defender burn 1"),  # the rotation comes first
        ({"at": "command"}, ("defender turn 0",), "defender burn 5"),
        ({"at": "command"}, ("defender turn 0", "defender burn 1"), "defender turn 0"),  # it has set both
        ({}, (), "attacker done"),  # the defender fires first
        ({}, (), "defender from 0,0"),
        ({"fields": {"bay": [0, 1]}}, (), "defender fire missile"),
        ({}, ("defender fire flak",), "defender from 0,1"),
        ({}, ("defender fire flak", "defender from 0,0"), "defender towards N 2, SE 1"),  # no neighbours
        ({}, ("defender fire flak", "defender from 0,0"), "defender towards N 4"),
        ({"tokens": (MISSILE_AT_DEFENDER,)}, ("defender done", "attacker done"), "attacker counter"),
        ({"tokens": (MISSILE_AT_DEFENDER,)}, ("defender done", "attacker done"), "defender detonate"),
        ({"tokens": (FLAK_AT_DEFENDER,)}, ("defender done", "attacker done"), "chance d6 3"),
        ({"tokens": (FLAK_AT_DEFENDER,)}, ("defender done", "attacker done"), "chance 2d6 3,7"),
    ],
)
def test_a_wrong_choice_changes_nothing(situation: dict[str, object], steps: tuple[str, ...], wrong: str) -> None:
    """DF-R4: in every phase."""
    match = play(battle(**situation), *steps)  # type: ignore[arg-type]
    before = [match.view(seat) for seat in (*SEATS, None)]
    with pytest.raises(IllegalChoice):
        play(match, wrong)
    assert [match.view(seat) for seat in (*SEATS, None)] == before
    assert len(match.steps) == len(steps)


def test_wrong_places() -> None:
    """DF-R2: off the edge, and a velocity in directions that aren't neighbours."""
    match = duel().start(chance=[])
    for wrong in ("defender place 0,1 facing N", "attacker place 0,-12 facing S"):
        with pytest.raises(IllegalChoice):
            play(match, wrong)
    play(match, "defender place 0,0 facing N")
    for wrong in ("attacker place 0,-11 facing S", "attacker place 7,6 facing S", "attacker place 0,-12"):
        with pytest.raises(IllegalChoice):
            play(match, wrong)
    play(match, "attacker place 0,-12 facing S")
    for wrong in ("attacker velocity N 1, S 1", "attacker velocity N 7", "attacker turn 0"):
        with pytest.raises(IllegalChoice):
            play(match, wrong)
    assert len(match.steps) == 2
    assert match.pending == ("attacker",)
