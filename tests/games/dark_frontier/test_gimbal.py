"""Dark Frontier, engines with a gimbal: a split of the thrust, straight on or while the ship turns (DF-R8, DF-Q7)."""

import pytest

from kit.dark_frontier import battle, dials, play, ship, velocity

GIMBALS = {"defender": {"gimbal": True}, "attacker": {"gimbal": True}}


def test_gimbal_splits() -> None:
    """DF-Q7, DF-R6: when the dials are open, the defender first; only for a ship that burns and doesn't turn."""
    match = dials(battle(at="command", sheets=GIMBALS), "turn 0 burn 2", "turn 0 burn 1")
    assert match.pending == ("defender",)
    assert match.view("defender")["burned"] == [2, 1]
    assert sorted(match.legal("defender")) == [
        "gimbal 0/2 NE",
        "gimbal 0/2 NW",
        "gimbal 1/1 NE",
        "gimbal 1/1 NW",
        "gimbal 2/0",
    ]
    play(match, "defender gimbal 0/2 NW")
    assert match.pending == ("attacker",)
    assert sorted(match.legal("attacker")) == ["gimbal 0/1 SE", "gimbal 0/1 SW", "gimbal 1/0"]
    play(match, "attacker gimbal 1/0")
    assert (velocity(match, 0), velocity(match, 1)) == ("NW 2", "S 1")
    for command in ("turn +1 burn 2", "turn 0 burn 0"):
        match = dials(battle(at="command", sheets=GIMBALS), command, "turn -1 burn 1")
        assert match.legal("defender") == ["fire missile", "fire flak", "done"]


def test_gimbal_while_turning() -> None:
    """DF-Q7, DF-R7, DF-R8: a split beside the new facing, or the spread over the turn; a ruling that isn't the default."""
    match = dials(battle(at="command", sheets=GIMBALS, gimbal="turning"), "turn +1 burn 2", "turn -1 burn 1")
    assert match.pending == ("defender",)
    splits = ["gimbal 2/0", "gimbal 1/1 SE", "gimbal 1/1 N", "gimbal 0/2 SE", "gimbal 0/2 N"]
    assert match.legal("defender") == ["gimbal spread", *splits]
    play(match, "defender gimbal 1/1 SE")
    assert match.legal("attacker") == ["gimbal spread", "gimbal 1/0", "gimbal 0/1 S", "gimbal 0/1 NE"]
    play(match, "attacker gimbal 0/1 NE")
    assert ship(match, "defender") == "0,0 facing NE velocity NE 1, SE 1"
    assert ship(match, "attacker") == "0,-9 facing SE velocity NE 1"
    assert match.legal("defender") == ["fire missile", "fire flak", "done"]


@pytest.mark.parametrize("command", ["turn +1 burn 3", "turn -2 burn 4", "turn +3 burn 2"])
def test_gimbal_spread_is_the_burn_of_other_ships(command: str) -> None:
    """DF-Q7, DF-R7: under either ruling a ship that turns can burn as one without a gimbal does."""
    plain = dials(battle("0,0 facing SW velocity S 2", at="command"), command)
    match = battle("0,0 facing SW velocity S 2", at="command", sheets=GIMBALS, gimbal="turning")
    play(dials(match, command), "defender gimbal spread")
    assert ship(match, "defender") == ship(plain, "defender")
    straight = dials(battle("0,0 facing SW velocity S 2", at="command", sheets=GIMBALS), command)
    assert ship(straight, "defender") == ship(plain, "defender")
    for still in ("turn 0 burn 0", "turn +1 burn 0"):
        match = dials(battle(at="command", sheets=GIMBALS, gimbal="turning"), still)
        assert match.legal("defender") == ["fire missile", "fire flak", "done"], "nothing to split"
