"""Dark Frontier, ruling by ruling: moving, meeting and the end (DF-Q11 to DF-Q20)."""

import pytest

import feint
from kit.dark_frontier import SEATS, advance, battle, dials, of, play, ship, tokens, visited_by

MISSILE_AT_DEFENDER = "attacker missile 0,-3 facing S velocity S 3"
HIT = ("chance 2d6 1,1", "chance d6 1")  # flak neither dodged nor shot down; the damage is rolled next
DIE = [f"d6 {die}" for die in range(1, 7)]
DEFENDER_WINS = {"defender": 1.0, "attacker": 0.0}
ATTACKER_WINS = {"defender": 0.0, "attacker": 1.0}
DRAW = {"defender": 0.5, "attacker": 0.5}


# Moving.


@pytest.mark.parametrize(
    ("defender", "flak", "sliced", "endpoints"),
    [
        ("0,0 facing N", "0,-2 velocity S 4", True, False),  # it passes the ship
        ("0,0 facing N velocity N 1", "0,-1 velocity S 1", True, False),  # they trade hexes
        ("0,0 facing N velocity N 2", "0,-3 velocity S 2", True, False),  # they trade hexes in the middle
        ("0,0 facing N velocity N 2", "2,-2 velocity NW 2", True, True),  # both end there
        ("0,0 facing N velocity N 2", "-2,-1 velocity SE 2", False, False),  # where the ship was one slice ago
        ("0,0 facing N velocity N 3", "0,0 velocity S 2", False, False),  # a starting hex
        ("0,0 facing N", "0,0", True, True),  # but there is a slice even if nothing moves
        ("0,0 facing N velocity N 4", "-1,-2 velocity SE 2", True, False),  # both halfway
    ],
)
def test_motion(defender: str, flak: str, sliced: bool, endpoints: bool) -> None:
    """DF-Q11: slices as many as the longest move has hexes; or only where moves end."""
    for motion, meets in (("sliced", sliced), ("endpoints", endpoints)):
        match = advance(battle(defender, tokens=(f"attacker flak {flak}",), motion=motion))
        assert match.pending == (("chance",) if meets else SEATS), motion


@pytest.mark.parametrize(
    ("velocity", "hexes"),
    [
        ("N 1, NE 1", ["0,0", "1,-1", "1,-2"]),  # halfway is between N and NE: NE is on the right
        ("S 1, SW 1", ["0,0", "-1,1", "-1,2"]),
        ("NW 1, N 1", ["0,0", "0,-1", "-1,-1"]),
        ("N 2, NE 2", ["0,0", "1,-1", "1,-2", "2,-3", "2,-4"]),
        ("N 2, NE 1", ["0,0", "0,-1", "1,-2", "1,-3"]),  # no ties: a third of the way to the right in each slice
    ],
)
def test_ties_go_to_the_right(velocity: str, hexes: list[str]) -> None:
    """DF-Q11, DF-Q9: a token is in the hex nearest to its point of the line; `endpoints` is about meetings alone."""
    match = battle(f"0,0 facing N velocity {velocity}")
    assert visited_by(advance(match), "defender") == hexes
    match = battle(f"0,0 facing N velocity {velocity}", motion="endpoints")
    assert visited_by(advance(match), "defender") == hexes, "it has been there all the same"


@pytest.mark.parametrize("other", ["N 1", "N 6, NE 3", "N 5, NE 5", "N 6, NE 5"])
def test_visited_hexes_do_not_depend_on_the_ruling(other: str) -> None:
    """DF-Q11, DF-Q9: also where more slices, since something else is faster, lead past other hexes."""
    ways = []
    for motion in ("sliced", "endpoints"):
        match = battle(
            "-6,4 facing N velocity N 2, NE 6", tokens=(f"defender flak -8,10 velocity {other}",), motion=motion
        )
        ways.append(visited_by(advance(match), "defender"))
    assert ways[0] == ways[1]
    assert len(ways[0]) > 7


def test_ties_on_the_line_go_ahead() -> None:
    """DF-Q20, DF-Q11: a ship that moves one hex is in the next one at half time already."""
    match = battle("0,0 facing N velocity N 1", tokens=("attacker flak -1,-1 velocity SE 2",))
    assert advance(match).pending == ("chance",), "the flak is in 0,-1 at half time only"
    match = battle("0,0 facing N velocity N 1", tokens=("attacker flak -1,0 velocity SE 2",))
    assert advance(match).pending == SEATS, "and in 0,0, which the ship has left"


# What meets what.


@pytest.mark.parametrize("shot", ["flak 0,-2 velocity S 4", "missile 0,-2 facing S velocity S 4"])
def test_ones_own_shots(shot: str) -> None:
    """DF-Q12: they hit too, but not in the Advance of their launch; the other ship has no such luck."""
    own = (f"defender {shot}",)
    assert advance(battle(tokens=own)).pending != SEATS
    match = advance(battle(tokens=(f"{own[0]} just fired",)))
    assert (match.pending, match.round) == (SEATS, 3)
    assert advance(battle(tokens=(f"attacker {shot} just fired",))).round == 2


def test_ones_own_missiles_do_not_meet() -> None:
    """DF-Q12."""
    match = battle(tokens=("attacker missile 5,-2 facing S velocity S 2", "attacker missile 5,2 facing N velocity N 2"))
    assert (advance(match).round, len(tokens(match))) == (3, 2)


def test_a_pair_meets_once() -> None:
    """DF-Q12: in an Advance, also when it flies on together; in the next one again."""
    match = battle(tokens=("attacker missile 5,0 facing N velocity N 3", "defender missile 5,0 facing N velocity N 3"))
    advance(match, "defender hold", "attacker hold")
    assert match.round == 3
    match = battle(
        "0,0 facing N velocity N 2", "0,0 facing N velocity N 2", ("attacker flak 0,0 velocity N 2 spread 5",)
    )
    advance(match, "attacker launch 0", "defender launch 0", "chance 2d6 6,1", "chance 2d6 1,6")
    assert (match.round, tokens(match)) == (3, ["attacker flak 0,-2 velocity N 2 spread 4"])
    assert advance(dials(match)).legal("attacker") == ["launch 0", "launch 1", "launch 2"]


def test_the_order_of_a_slice() -> None:
    """DF-Q12: ships, missiles, missile and ship, flak and ship; older tokens first; what is gone meets nothing more."""
    match = battle(
        "0,0 facing N",
        "1,-1 facing S velocity SW 1",
        (
            "attacker flak 1,0 velocity NW 1 spread 3",
            "attacker missile 0,-1 facing S velocity S 1",
            "defender missile 0,1 facing N velocity N 1",
            "attacker missile -1,0 facing SE velocity SE 1",
        ),
    )
    advance(match, "defender launch 0", "attacker launch 0", *["defender hold", "attacker hold"] * 2)
    play(match, *["defender no counter", "chance d6 6"] * 3, *["chance 2d6 4,1"] * 2)
    assert [line for line in match.log(None) if " meet" in line or " reaches " in line] == [
        "The two ships meet.",
        "Two missiles meet.",
        "Two missiles meet.",
        "A missile reaches the defender.",
        "A missile reaches the defender.",
        "A missile reaches the defender.",
        "Flak with spread 3 reaches the defender.",
        "Flak with spread 3 reaches the attacker.",
    ]
    assert (match.round, tokens(match)) == (3, ["attacker flak 0,0 velocity NW 1 spread 2"])


def test_what_has_changed_acts_as_it_is_now() -> None:
    """DF-Q12, DF-Q13: missiles that detonate over a ship meet it as flak with spread 6."""
    match = battle(tokens=("attacker missile 0,-1 facing S velocity S 1", "defender missile 0,1 facing N velocity N 1"))
    advance(match, "defender detonate")
    assert match.pending == ("chance",), "no counter"
    play(match, "chance 2d6 6,6", "chance d6 4", "chance 2d6 6,6", "chance d6 4")
    assert (match.round, tokens(match)) == (3, [])


def test_who_detonates() -> None:
    """DF-Q13: the defender says first, and the attacker only if it holds; if both hold, both fly on."""
    pair = ("defender missile 5,-1 facing S velocity S 1", "attacker missile 5,1 facing N velocity N 1")
    match = advance(battle(tokens=pair))
    assert match.pending == ("defender",)
    assert play(match, "defender hold").pending == ("attacker",)
    play(match, "attacker hold")
    assert (match.round, match.pending) == (3, SEATS)
    assert tokens(match) == [
        "defender missile 5,0 facing S velocity S 1",
        "attacker missile 5,0 facing N velocity N 1",
    ]
    match = advance(battle(tokens=pair), "defender detonate")
    assert match.round == 3, "the attacker isn't asked"
    assert tokens(match) == ["defender flak 5,0 velocity S 1 spread 5", "attacker flak 5,0 velocity N 1 spread 5"]


@pytest.mark.parametrize(
    ("warhead", "die", "comes"),
    [
        ("tiered", 4, "nothing"),
        ("tiered", 3, "damage"),
        ("tiered", 2, "death"),
        ("harsh", 4, "nothing"),
        ("harsh", 3, "nothing"),
        ("harsh", 2, "death"),
        ("soft", 4, "nothing"),
        ("soft", 3, "nothing"),
        ("soft", 2, "damage"),
    ],
)
def test_warheads(warhead: str, die: int, comes: str) -> None:
    """DF-Q14, DF-R19: above, at and below the rating of 3; the log says what it is."""
    match = advance(battle(tokens=(MISSILE_AT_DEFENDER,), warhead=warhead), "defender no counter", f"chance d6 {die}")
    assert tokens(match) == []
    says = {"nothing": "shot down", "damage": "only the missile's debris hits", "death": "the warhead goes off"}[comes]
    least = 4 if warhead == "tiered" else 3
    assert f"Point defence rolls {die}, needing {least} or more: {says}" in "\n".join(match.log(None))
    assert match.pending == {"nothing": SEATS, "damage": ("chance",), "death": ()}[comes]
    if comes == "damage":
        play(match, "chance d6 4")
        assert (of(match, "defender", "rotation"), match.round) == (2, 3)
    else:
        assert match.scores == (ATTACKER_WINS if comes == "death" else dict.fromkeys(SEATS, 0.0))
        assert of(match, "defender", "rotation") == 3


def test_what_becomes_of_flak() -> None:
    """DF-Q15, DF-R18: dodged it flies on, and can hit again; shot down or spent it is gone."""
    flak = ("attacker flak 0,-1 velocity S 1 spread 3",)
    dodged = advance(battle(tokens=flak), "chance 2d6 4,1")
    assert tokens(dodged) == ["attacker flak 0,0 velocity S 1 spread 2"]
    assert tokens(advance(battle(tokens=flak), "chance 2d6 3,1", "chance d6 4")) == []
    assert tokens(advance(battle(tokens=flak), *HIT, "chance d6 6")) == []


def test_a_countermeasure_can_not_be_dodged() -> None:
    """DF-Q15: it counts as spread 6."""
    match = advance(battle(tokens=(MISSILE_AT_DEFENDER,)), "defender counter", "chance 2d6 6,6")
    assert match.legal("chance") == DIE
    assert (play(match, "chance d6 4").round, tokens(match)) == (3, [])


# Two ships.


def test_numbers_of_missiles_are_secret() -> None:
    """DF-Q16: until both are chosen; as many as DF-Q10 allows."""
    shot = ("attacker fire missile", "attacker from 0,-2", "attacker towards N 2")
    matches = []
    for number in (0, 2):
        match = play(battle(attacker="0,-2 facing S velocity S 2"), "defender done", *shot, "attacker done")
        assert match.legal("defender") == ["launch 0", "launch 1", "launch 2"]
        assert match.legal("attacker") == ["launch 0", "launch 1"], "one was launched before"
        matches.append(play(match, f"defender launch {number}"))
    one, other = matches
    for seat in ("attacker", None):
        assert one.view(seat) == other.view(seat)
        assert one.log(seat) == other.log(seat)
    play(other, "attacker launch 1")
    assert other.view("attacker")["launched"] == [2, 1]
    assert [of(other, seat, "magazine") for seat in SEATS] == [2, 2]


def test_missiles_of_a_meeting_are_countered_with_what_is_left() -> None:
    """DF-Q16, DF-Q10: and not without."""
    sheets = {"defender": {"missiles_a_turn": 2}, "attacker": {"missiles_a_turn": 3}}
    met = {"attacker": "0,-1 facing S velocity S 1", "sheets": sheets}
    match = advance(battle(**met), "defender launch 1", "attacker launch 3")  # type: ignore[arg-type]
    play(match, "chance 2d6 1,1", "chance d6 6", "defender counter", "chance 2d6 6,6", "chance d6 6")
    assert (match.legal("chance"), of(match, "defender", "magazine")) == (DIE, 2), "the second can't be countered"
    play(match, "chance d6 6", "chance 2d6 1,1", "chance d6 6")
    assert (match.round, match.pending) == (3, SEATS)
    match = advance(battle(**met), "defender launch 0", "attacker launch 0")  # type: ignore[arg-type]
    assert match.round == 3, "nothing to roll"


def test_all_collisions_of_a_meeting_are_rolled() -> None:
    """DF-Q16: the defender's first, also for a ship already lost; so both can be."""
    match = battle(attacker="0,-1 facing S velocity S 1", fields={"breaches": [1, 1]})
    advance(match, "defender launch 2", "attacker launch 2", *HIT, "chance d6 6")
    assert (of(match, "defender", "breaches"), match.over) == (2, False)
    play(match, "chance 2d6 1,1", "chance d6 6", *HIT, "chance d6 6", *HIT)
    assert play(match, "chance d6 1").scores == DRAW
    match = advance(battle(attacker="0,-1 facing S velocity S 1", fields={"magazine": [0, 4]}))
    play(match, "defender launch 0", "attacker launch 2", "chance d6 1")
    assert match.legal("chance") == DIE, "the defender is lost, and the second missile rolled for"
    assert play(match, "chance d6 6").scores == ATTACKER_WINS


# The end of flak, of the map and of the game.


def test_spread_before_and_after() -> None:
    """DF-Q17, DF-R15: contacts use the value before; flak loses 1, and at 1 it is removed."""
    for spread, dodging in ((2, 3), (1, 2)):
        flak = (f"attacker flak 0,-1 velocity S 1 spread {spread}",)
        assert advance(battle(tokens=flak), f"chance 2d6 1,{spread}").legal("chance") == DIE
        match = advance(battle(tokens=flak), f"chance 2d6 1,{dodging}")
        assert tokens(match) == (["attacker flak 0,0 velocity S 1 spread 1"] if spread == 2 else [])


def test_flak_at_rest() -> None:
    """DF-Q17: it loses spread like all flak; or, by the letter, only what has velocity does, and this stays."""
    flak = ("defender flak 5,0 spread 1", "defender flak 6,0 spread 2", "defender flak 7,0 velocity N 1 spread 2")
    moved = "defender flak 7,-1 velocity N 1 spread 1"
    assert tokens(advance(battle(tokens=flak))) == ["defender flak 6,0 spread 1", moved]
    match = advance(battle(tokens=flak, dispersal="moving"))
    assert tokens(match) == [*flak[:2], moved]
    assert tokens(advance(dials(match))) == list(flak[:2])


@pytest.mark.parametrize("motion", ["sliced", "endpoints"])
def test_off_the_map(motion: str) -> None:
    """DF-Q18: projectiles are removed, a ship has fled and loses; the edge itself is on the map."""
    edge = ("attacker missile 11,0 facing SE velocity SE 2", "defender flak 10,0 velocity SE 2")
    match = advance(battle(tokens=edge, motion=motion))
    assert tokens(match) == ["defender flak 12,0 velocity SE 2 spread 5"]
    match = advance(battle(attacker="0,-11 facing N velocity N 1", motion=motion))
    assert (match.over, ship(match, "attacker")) == (False, "0,-12 facing N velocity N 1")
    assert advance(dials(match)).scores == DEFENDER_WINS


def test_leaving_comes_before_contacts() -> None:
    """DF-Q18: at each slice, or at the end; two ships that leave together don't meet."""
    away = "0,-12 facing N velocity N 1"
    match = advance(battle(defender=away, attacker=away))
    assert match.scores == DRAW
    for motion, meets in (("sliced", True), ("endpoints", False)):
        flak = ("defender flak 0,-11 velocity N 2",)  # over the attacker, and out
        match = advance(battle(attacker="0,-12 facing S", tokens=flak, motion=motion))
        assert (match.pending == ("chance",), tokens(match) == []) == (meets, not meets)


@pytest.mark.parametrize("defender_die", [1, 6])
def test_a_ship_that_fled_first(defender_die: int) -> None:
    """DF-Q18, DF-Q19: sliced, it has lost before a missile arrives; by endpoints both happen at once."""
    situation = {
        "attacker": "0,-12 facing N velocity N 2",
        "tokens": ("attacker missile 0,-2 facing S velocity S 2",),
        "fields": {"magazine": [0, 0]},
    }
    match = advance(battle(motion="sliced", **situation))  # type: ignore[arg-type]
    assert match.scores == DEFENDER_WINS
    match = advance(battle(motion="endpoints", **situation), f"chance d6 {defender_die}")  # type: ignore[arg-type]
    assert match.scores == (DRAW if defender_die == 1 else DEFENDER_WINS)


@pytest.mark.parametrize(
    ("defender_die", "attacker_die", "scores"), [(1, 1, DRAW), (1, 6, ATTACKER_WINS), (6, 1, DEFENDER_WINS)]
)
def test_lost_in_the_same_slice(defender_die: int, attacker_die: int, scores: dict[str, float]) -> None:
    """DF-Q19: a destroyed ship loses; both at once is a draw."""
    match = battle(
        tokens=("attacker missile 0,-1 facing S velocity S 1", "defender missile 0,-8 facing N velocity N 1"),
        fields={"magazine": [0, 0]},
    )
    advance(match, f"chance d6 {defender_die}", f"chance d6 {attacker_die}")
    assert match.over
    assert match.scores == scores
    assert tokens(match) == []


def test_lost_in_an_earlier_slice() -> None:
    """DF-Q19: then it is over before the other missile arrives."""
    match = battle(
        tokens=("attacker missile 0,-1 facing S velocity S 2", "defender missile 0,-7 facing N velocity N 2"),
        fields={"magazine": [0, 0]},
    )
    assert advance(match, "chance d6 1").scores == ATTACKER_WINS


def test_the_round_limit() -> None:
    """DF-Q19: when its last round is over, the defender holds the yard; a ship lost in that round is lost."""
    match = battle(round=2, round_limit=3)
    assert not advance(match).over
    assert advance(dials(match)).scores == DEFENDER_WINS
    assert match.log(None)[-1] == "The defender still holds the yard, and wins."
    assert not advance(battle(round=29)).over
    assert advance(battle(round=30)).scores == DEFENDER_WINS
    last = battle(tokens=(MISSILE_AT_DEFENDER,), round=30)
    assert advance(last, "defender no counter", "chance d6 1").scores == ATTACKER_WINS


def test_a_shot_is_three_small_choices() -> None:
    """DF-Q21: the weapon, the hex, the direction; and then the next shot, or done."""
    match = feint.load("dark-frontier", radius=5).start(chance=[])
    opening = ["defender place 0,0 facing N", "attacker place 0,-5 facing S", "attacker velocity none"]
    for step in [*opening, "defender turn 0", "defender burn 0", "attacker turn 0", "attacker burn 0"]:
        match.play(*step.split(" ", 1))
    assert match.legal("defender") == ["fire missile", "fire flak", "done"]
    match.play("defender", "fire flak")
    assert match.legal("defender") == ["from 0,0"]
    match.play("defender", "from 0,0")
    assert "towards N 2, NE 1" in match.legal("defender")
    assert len(match.legal("defender")) == 6 * 5
    match.play("defender", "towards N 2, NE 1")
    assert match.legal("defender") == ["fire missile", "fire flak", "done"]
