"""Dark Frontier, ruling by ruling: setup, sheets, burning and firing (DF-Q1 to DF-Q10)."""

from typing import Any

import pytest

import feint
from feint.core.match import Match
from feint.games.dark_frontier.screen import label
from kit.dark_frontier import (
    SEATS,
    advance,
    battle,
    dials,
    duel,
    of,
    play,
    ship,
    tokens,
    velocity,
)

MISSILE_AT_DEFENDER = "attacker missile 0,-3 facing S velocity S 3"
HIT = ("chance 2d6 1,1", "chance d6 1")  # flak neither dodged nor shot down; the damage is rolled next


def opened(speed: str, place: str = "0,-12 facing S") -> Match:
    """A match in which setup is done."""
    match = duel().start(chance=[])
    return play(match, "defender place 0,0 facing N", f"attacker place {place}", f"attacker velocity {speed}")


# Setup and sheets.


@pytest.mark.parametrize(("ruling", "low", "high", "default"), [("radius", 5, 30, 12), ("round_limit", 1, 200, 30)])
def test_numbers_have_limits(ruling: str, low: int, high: int, default: int) -> None:
    """DF-Q1, DF-Q19: the radius and the round limit."""
    assert feint.load("dark-frontier").rulings[ruling] == default
    for value in (low, high):
        assert feint.load("dark-frontier", **{ruling: value}).rulings[ruling] == value
    for value in (low - 1, high + 1):
        with pytest.raises(feint.BadRuling, match=f"it can be {low} to {high}"):
            feint.load("dark-frontier", **{ruling: value})


def test_the_radius_is_where_the_map_ends() -> None:
    """DF-Q1, DF-Q18: the same move stays on a map of 6, and leaves one of 5."""
    assert not advance(battle("0,-4 facing N velocity N 2", "0,4 facing S", radius=6)).over
    match = advance(battle("0,-4 facing N velocity N 2", "0,4 facing S", radius=5))
    assert match.scores == {"defender": 0.0, "attacker": 1.0}


def test_the_yard_does_nothing() -> None:
    """DF-Q1: whatever comes to its hex."""
    match = advance(battle("3,0 facing N", "0,-2 facing S velocity S 2"))
    assert (match.round, ship(match, "attacker")) == (3, "0,0 facing S velocity S 2")
    assert [of(match, "attacker", field) for field in ("thrust", "breaches", "magazine")] == [4, 0, 4]


def test_the_ships_flown() -> None:
    """DF-Q2: any class that there is a sheet of, on either side; open before setup."""
    names = [sheet["name"] for sheet in feint.load("dark-frontier").start(chance=[]).view(None)["ships"]]
    for name in names:
        other = names[names.index(name) - 1]
        view = feint.load("dark-frontier", defender_ship=name, attacker_ship=other).start(chance=[]).view("attacker")
        flown = [view["ships"][kind] for kind in view["kind_of_ship"]]
        assert [sheet["name"] for sheet in flown] == [name, other]
        for field, key in (("thrust", "thrust"), ("magazine", "magazine"), ("defence", "point_defence")):
            assert view[field] == [sheet[key] for sheet in flown]
    for seat in SEATS:
        with pytest.raises(feint.BadRuling, match=" or ".join(names)):
            feint.load("dark-frontier", **{f"{seat}_ship": "galleon"})


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("thrust", 7, "0 to 6"), ("missile_arc", [], "missile_shots is 2"), ("damage", ["hull"] * 5, "list of six")],
)
def test_a_bad_sheet_is_refused(field: str, value: object, reason: str) -> None:
    """DF-Q2: with file, field and reason."""
    with pytest.raises(feint.FeintError) as caught:
        duel(attacker={field: value})
    assert all(word in str(caught.value) for word in ("raider", field, reason)), caught.value


def damaged(row: int, sheet: dict[str, Any] | None = None, **fields: list[int]) -> Match:
    """The defender was hit by flak, and rolled a row of its table."""
    match = battle(tokens=("attacker flak 0,-1 velocity S 1",), sheets={"defender": sheet or {}}, fields=fields)
    return advance(match, *HIT, f"chance d6 {row}")


@pytest.mark.parametrize(
    ("row", "field", "after"),
    [
        (1, "bay", 0),
        (2, "guns", 0),
        (3, "thrust", 3),
        (4, "rotation", 2),
        (5, "defence", 4),
        (6, "breaches", 1),
    ],
)
def test_what_breaks(row: int, field: str, after: int) -> None:
    """DF-Q3: that, and nothing else."""
    before, match = battle().view(None), damaged(row)
    for name in ("bay", "guns", "thrust", "rotation", "defence", "breaches"):
        assert of(match, "defender", name) == (after if name == field else before[name][0])
        assert of(match, "attacker", name) == before[name][1]
    assert not match.over


@pytest.mark.parametrize(
    ("row", "sheet", "fields"),
    [
        (1, {}, {"bay": [0, 1]}),
        (1, {"missile_shots": 0}, {}),
        (2, {}, {"guns": [0, 1]}),
        (2, {"flak_shots": 0}, {}),
        (3, {"thrust": 0}, {}),
        (4, {"rotation": 0}, {}),
        (5, {"point_defence": 6}, {}),
    ],
)
def test_what_can_not_break_is_a_breach(row: int, sheet: dict[str, Any], fields: dict[str, list[int]]) -> None:
    """DF-Q3: absent, or at its worst; the second breach destroys the ship."""
    match = damaged(row, sheet, **fields)
    assert (of(match, "defender", "breaches"), match.over) == (1, False)
    match = damaged(row, sheet, breaches=[1, 0], **fields)
    assert match.scores == {"defender": 0.0, "attacker": 1.0}


def test_damage_works_at_once() -> None:
    """DF-Q3: in the same Advance; a bay that is out counters nothing, and the worse rating holds."""
    arriving = ("attacker flak 0,-1 velocity S 2", "attacker missile 0,-2 facing S velocity S 2")
    assert advance(battle(tokens=arriving), *HIT, "chance d6 2").pending == ("defender",), "it can counter"
    match = advance(battle(tokens=arriving), *HIT, "chance d6 1")
    assert match.pending == ("chance",)
    match = advance(battle(tokens=arriving), *HIT, "chance d6 5", "defender no counter", "chance d6 4")
    assert match.pending == ("chance",), "4 is the rating now: debris"
    play(match, "chance d6 3")
    assert of(match, "defender", "thrust") == 3


def test_any_velocity_at_first() -> None:
    """DF-Q4: also outward; it has then fled after its first move."""
    match = opened("N 6", "0,-12 facing N")
    assert ship(match, "attacker") == "0,-12 facing N velocity N 6"
    assert advance(dials(match)).scores == {"defender": 1.0, "attacker": 0.0}


@pytest.mark.parametrize(
    ("way", "right"), [("N", "NE"), ("NE", "SE"), ("SE", "S"), ("S", "SW"), ("SW", "NW"), ("NW", "N")]
)
def test_six_directions(way: str, right: str) -> None:
    """DF-Q4: thrust pushes along the facing, and +1 is clockwise."""
    assert velocity(dials(battle(f"0,0 facing {way}", at="command"), "turn 0 burn 2"), 0) == f"{way} 2"
    assert ship(dials(battle(f"0,0 facing {way}", at="command"), "turn +1 burn 0"), "defender") == f"0,0 facing {right}"
    assert ship(dials(battle(f"0,0 facing {right}", at="command"), "turn -1 burn 0"), "defender") == f"0,0 facing {way}"


@pytest.mark.parametrize(
    ("dice_cap", "opening", "fastest"), [("on", 1 + 6 * 6 * 7, "N 6, NE 6"), ("off", 1 + 6 * 8 * 9, "N 8, NE 8")]
)
def test_opening_velocities(dice_cap: str, opening: int, fastest: str) -> None:
    """DF-Q5: up to 6, or up to the radius, in each of two neighbouring directions."""
    match = duel(dice_cap=dice_cap, radius=8).start(chance=[])
    play(match, "defender place 0,0 facing N", "attacker place 0,-8 facing S")
    assert len(set(match.legal("attacker"))) == opening
    assert {"velocity none", "velocity S 1", "velocity NW 2, N 5", f"velocity {fastest}"} < set(match.legal("attacker"))
    number = int(fastest[2]) + 1
    assert f"velocity N {number}" not in match.legal("attacker")


@pytest.mark.parametrize(
    ("before", "command", "capped", "free"),
    [
        ("N 5", "turn 0 burn 4", "N 6", "N 9"),
        ("N 6, NE 6", "turn +1 burn 4", "N 6, NE 6", "N 8, NE 8"),
        # N 1, NE 1, SE 1 and S 1 are summed and resolved first: NE 1, SE 1.
        ("N 6", "turn +3 burn 4", "N 5, NE 2", "N 5, NE 2"),
        # N 1 and NE 1 make NW 6, N 7, NE 1, and NW and NE one more N.
        ("NW 6, N 6", "turn +1 burn 2", "NW 5, N 6", "NW 5, N 8"),
    ],
)
def test_dice_cap(before: str, command: str, capped: str, free: str) -> None:
    """DF-Q5: what is more than 6 is lost, of each number, after the sum is resolved."""
    for dice_cap, after in (("on", capped), ("off", free)):
        match = battle(f"0,0 facing N velocity {before}", at="command", dice_cap=dice_cap)
        assert velocity(dials(match, command), 0) == after


def test_dice_cap_of_projectiles() -> None:
    """DF-Q5: shots, and missiles that burn."""
    for dice_cap, shot, missile in (("on", "N 6", "N 6"), ("off", "N 8", "N 7")):
        match = battle(
            "0,0 facing N velocity N 5",
            tokens=("defender missile 4,0 facing N velocity N 5",),
            at="command",
            dice_cap=dice_cap,
        )
        play(dials(match), "defender missile 1 turn 0", "defender missile 1 burn 2")
        play(match, "defender fire flak", "defender from 0,0", "defender towards N 3")
        assert tokens(match) == [
            f"defender missile 4,0 facing N velocity {missile}",
            f"defender flak 0,-1 velocity {shot} spread 6",
        ]


# Burning and firing.


@pytest.mark.parametrize(
    ("command", "after"),
    [
        ("turn +1 burn 3", "N 2, NE 1"),
        ("turn -1 burn 3", "NW 1, N 2"),
        ("turn +2 burn 4", "N 1, NE 2"),  # N 2, NE 1, SE 1
        ("turn +3 burn 2", "N 1, NE 1"),
        ("turn -3 burn 3", "NW 2"),  # N 1, NW 1, SW 1
        ("turn -2 burn 1", "N 1"),
    ],
)
def test_uneven_burns(command: str, after: str) -> None:
    """DF-Q6, DF-R7: what is left over goes to the earliest directions."""
    assert velocity(dials(battle(at="command"), command), 0) == after


def test_missiles_in_turn() -> None:
    """DF-Q8, DF-R9: the defender's first, each player's oldest first; it burns along its new facing."""
    match = battle(
        tokens=(
            "attacker missile 6,0 facing N",
            "defender missile 3,0 facing N velocity N 1",
            "defender flak 5,0",
            "defender missile 4,0 facing S",
        ),
        at="command",
        round=25,
    )
    dials(match)
    for step in (
        "defender missile 1 turn -1",
        "defender missile 1 burn 1",
        "defender missile 2 turn +1",
        "defender missile 2 burn 2",
        "attacker missile 1 turn 0",
        "attacker missile 1 burn 0",
    ):
        assert match.pending == (step.split()[0],)
        play(match, step)
    assert match.legal("defender") == ["fire missile", "fire flak", "done"]
    assert tokens(match) == [
        "attacker missile 6,0 facing N",
        "defender missile 3,0 facing NW velocity NW 1, N 1",
        "defender flak 5,0 spread 6",
        "defender missile 4,0 facing SW velocity SW 2",
    ]


@pytest.mark.parametrize(("numbers", "left"), [("launch", [2, 3]), ("age", [1, 2])])
def test_a_missile_keeps_its_number(numbers: str, left: list[int]) -> None:
    """DF-Q23: when an older one is gone, and in what is told; by age the next one takes the number."""
    first, second = (f"defender missile {place} facing N velocity N 1" for place in ("0,-12", "1,-5"))
    match = battle(tokens=(first, second), missile_numbers=numbers)
    play(match, "defender fire missile", "defender from 0,0", "defender towards N 2")
    advance(match)
    dials(match)
    assert match.legal("defender")[0].startswith(f"missile {left[0]} turn ")
    play(match, f"defender missile {left[0]} turn +1", f"defender missile {left[0]} burn 1")
    assert match.log("attacker")[-2:] == [
        f"The defender's missile {left[0]} rotates +1.",
        f"The defender's missile {left[0]} burns 1.",
    ]
    assert match.legal("defender")[0].startswith(f"missile {left[1]} turn ")
    view = match.view("attacker")
    assert [label(view, token) for token in range(2, view["tokens"])] == [f"d{number}" for number in left]


def test_a_launched_missile() -> None:
    """DF-Q8: it faces the first-named direction, and is controlled from the next round on, for as long as it flies."""
    match = dials(battle(at="command"))
    play(match, "defender fire missile", "defender from 0,0", "defender towards SW 1, S 1")
    assert tokens(match) == ["defender missile -1,1 facing SW velocity S 1, SW 1"]
    advance(match)
    for _ in range(2):
        dials(match)
        assert match.legal("defender") == ["missile 1 turn -1", "missile 1 turn 0", "missile 1 turn +1"]
        play(match, "defender missile 1 turn 0", "defender missile 1 burn 1")
        advance(match)
    assert tokens(match) == ["defender missile -7,10 facing SW velocity S 1, SW 3"]


def test_hexes_visited() -> None:
    """DF-Q9, DF-R10: only its own in round 1; then those of its last Advance, in its present facing and velocity."""
    match = dials(opened("S 2"))
    play(match, "defender done", "attacker fire flak")
    assert match.legal("attacker") == ["from 0,-12"]
    play(match, "attacker from 0,-12", "attacker towards S 3", "attacker done")
    dials(match, attacker="turn +1 burn 2")
    play(match, "defender done", "attacker fire missile")
    assert match.legal("attacker") == ["from 0,-12", "from 0,-11", "from 0,-10"]
    play(match, "attacker from 0,-11", "attacker towards SW 2")
    assert tokens(match)[-1] == "attacker missile -1,-10 facing SW velocity S 3, SW 3", "S 2, S 1 and SW 1, SW 2"


@pytest.mark.parametrize("motion", ["sliced", "endpoints"])
def test_shots_come_from_every_hex_visited(motion: str) -> None:
    """DF-R10, DF-Q9, DF-Q11: whatever counts as a meeting."""
    match = advance(
        battle("0,0 facing N velocity N 2, NE 1", tokens=("defender flak 5,5 velocity N 5",), motion=motion)
    )
    play(dials(match), "defender fire flak")
    assert match.legal("defender") == ["from 0,0", "from 0,-1", "from 1,-2", "from 1,-3"]
    play(match, "defender from 0,-1", "defender towards NE 3")
    assert tokens(match)[-1] == "defender flak 1,-2 velocity N 2, NE 4 spread 6"


def test_a_shot_starts_on_the_map() -> None:
    """DF-Q9: what would start outside isn't offered."""
    ahead = {"attacker": {"flak_arc": [0], "missile_arc": [0, 3]}}
    match = battle(attacker="0,-12 facing N", sheets=ahead)
    play(match, "defender done")
    assert match.legal("attacker") == ["fire missile", "done"]
    play(match, "attacker fire missile", "attacker from 0,-12")
    assert match.legal("attacker") == ["towards S 2"]
    match = battle(attacker="0,-12 facing N", sheets=ahead, visited={"attacker": ["0,-11", "0,-12"]})
    play(match, "defender done", "attacker fire flak")
    assert match.legal("attacker") == ["from 0,-11"]


def test_splits_of_a_shot() -> None:
    """DF-Q9, DF-R11: in whole numbers, both directions within the arc; it starts on the side of the first-named."""
    match = battle(sheets={"defender": {"flak_arc": [0, 1, 3]}})
    play(match, "defender fire flak", "defender from 0,0")
    assert sorted(match.legal("defender")) == [
        "towards N 1, NE 2",
        "towards N 2, NE 1",
        "towards N 3",
        "towards NE 1, N 2",
        "towards NE 2, N 1",
        "towards NE 3",
        "towards S 3",
    ]
    play(match, "defender towards NE 1, N 2")
    assert tokens(match) == ["defender flak 1,-1 velocity N 2, NE 1 spread 6"]


def test_the_defender_fires_first() -> None:
    """DF-Q9: all its shots, each one token, in the open; then the attacker."""
    match = battle()
    shot = ("defender fire flak", "defender from 0,0", "defender towards S 3")
    play(match, *shot)
    assert (match.pending, match.view("attacker")["tokens"]) == (("defender",), 3)
    play(match, *shot)
    assert match.legal("defender") == ["fire missile", "done"], "two shots a round"
    assert play(match, "defender done").pending == ("attacker",)
    assert len(tokens(match)) == 2


def test_shots_a_round() -> None:
    """DF-Q2, DF-Q9: as many as the sheet says, of each weapon; in the next round as many again."""
    few = {"flak_shots": 1, "missile_shots": 1, "missiles_a_turn": 3}
    match = battle("0,0 facing N", sheets={"defender": few}, at="command")
    for round in (2, 3):
        dials(match)
        if round == 3:
            play(match, "defender missile 1 turn 0", "defender missile 1 burn 0")
        assert match.legal("defender") == ["fire missile", "fire flak", "done"]
        play(match, "defender fire missile", "defender from 0,0", "defender towards S 2")
        assert match.legal("defender") == ["fire flak", "done"]
        play(match, "defender fire flak", "defender from 0,0", "defender towards S 3")
        assert match.legal("defender") == ["done"]
        advance(match)


def test_every_missile_counts() -> None:
    """DF-Q10: launched or to counter, towards the missiles a turn and out of the magazine."""
    launch = ("defender fire missile", "defender from 0,0", "defender towards S 2")
    for a_turn, choices in ((1, []), (2, ["no counter", "counter"])):
        match = battle(tokens=(MISSILE_AT_DEFENDER,), sheets={"defender": {"missiles_a_turn": a_turn}})
        assert advance(play(match, *launch)).legal("defender") == choices
        assert of(match, "defender", "magazine") == 3
    play(match, "defender counter", "chance 2d6 1,1", "chance d6 6")
    assert of(match, "defender", "magazine") == 2
    play(dials(match), "defender missile 1 turn 0", "defender missile 1 burn 0")
    assert "fire missile" in match.legal("defender"), "a new turn"


@pytest.mark.parametrize("fields", [{"magazine": [0, 4]}, {"bay": [0, 1]}])
def test_no_missile_no_choice(fields: dict[str, list[int]]) -> None:
    """DF-Q10, DF-R13: an empty magazine, or the bay out: no launch, no counter, nothing in a meeting."""
    match = battle(tokens=(MISSILE_AT_DEFENDER,), fields=fields)
    assert match.legal("defender") == ["fire flak", "done"]
    assert advance(match).legal("chance") == [f"d6 {die}" for die in range(1, 7)]
    match = advance(battle(attacker="0,-1 facing S velocity S 1", fields=fields))
    assert match.legal("defender") == ["launch 0"]
    assert match.legal("attacker") == ["launch 0", "launch 1", "launch 2"]
