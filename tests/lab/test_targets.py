"""What may be tuned, and to what: every wrong dial and target is one sentence, before anything is played."""

from pathlib import Path

import pytest

import feint
from feint.core.errors import FeintError
from feint.lab.dials import changes, read_dials
from feint.lab.targets import check_targets, read_target, read_targets
from feint.lab.tune import conditions_of
from kit.paths import EXAMPLE_GAMES

RAFFLE = EXAMPLE_GAMES / "raffle"


@pytest.mark.parametrize("text", ["seats=0.25±0.01", "seats=25%+-1%", "seats = 0.25 +/- 0.01"])
def test_ways_to_write_a_target(text: str) -> None:
    target = read_target(text)
    assert (target.metric, target.goal, target.low, target.high) == ("seats", 0.25, 0.24, 0.26)
    assert [target.misses(value) for value in (0.25, 0.27)] == [0.0, pytest.approx(2.0)]
    assert [target.holds(value) for value in (0.24, 0.2601)] == [True, False]


def test_a_bound_has_an_edge_and_slack() -> None:
    target = read_target("max(card)<0.10")
    assert [target.misses(value) for value in (0.0, 0.09, 0.10, 0.11)] == [0.0, 0.0, 1.0, pytest.approx(2.0)]
    assert not read_target("by wreckage>5%").holds(0.04)


def test_even_depends_on_the_table() -> None:
    target = read_target("seats=even±1%")
    assert [target.at(seats).goal for seats in (2, 4)] == [0.5, 0.25]
    assert target.at(4).holds(0.2599)


@pytest.mark.parametrize(
    ("targets", "complaint"),
    [
        ([], "there is nothing to reach: name it with --target, such as --target seats=even±0.01"),
        (["seats"], "seats is not a target: write seats=0.25±0.01, seats=even±1%, rounds=11±1 or draws<0.05"),
        (["seats=0.5±0"], "seats=0.5±0 leaves no room: name how far from it is near enough, such as ±0.01"),
        (["luck=1±1"], "raffle has no luck to aim at here; it has seats, left, right, draws, unfinished, rounds, choices, max(card)"),
        (["left=0.5±0.01", "left>0.6"], "left=0.5±0.01 and left>0.6 contradict each other"),
        (["seats=0.3±0.1"], "seats=0.3±0.1 can't be reached by 2 seats: their shares add up to 1"),
        (["left>0.6", "right=0.5±0.05"], "left>0.6 and right=0.5±0.05 can't be reached by 2 seats: their shares add up to 1"),
    ],
)  # fmt: skip
def test_targets_that_make_no_sense(targets: list[str], complaint: str) -> None:
    with pytest.raises(FeintError) as error:
        check_targets(read_targets(targets), feint.load(RAFFLE))
    assert str(error.value) == complaint


def test_dials_know_what_changes_nothing() -> None:
    dials = read_dials(feint.load(RAFFLE), ["charm=2..4", "ahead.1=0..2", "ahead.2=-1|1"])
    assert [dial.usual for dial in dials] == [1, 0, None]
    assert changes(dials, (1, 0, 0)) == ["ahead.2=-1"]
    assert changes(dials, (2, 1, 1)) == ["charm=4", "ahead.1=1", "ahead.2=1"]


@pytest.mark.parametrize(
    ("dials", "complaint"),
    [
        ([], "there is nothing to tune: name what may change with --dial, such as --dial fuel=4..14"),
        (["charm"], "charm is not a dial: write fuel=4..14 or wear=no|yes"),
        (["charm=4..3"], "charm=4..3 has no values: 4 is more than 3"),
        (["charm=0..2000"], "charm=0..2000 has 2,001 values; a dial can have 1,000"),
        (["charm=3"], "charm=3 leaves nothing to choose: name a range, or values with | between"),
        (["charm=2|2"], "charm=2|2 names 2 twice; once is enough"),
        (["charm=8..11"], "charm=10 is too large: it can be 0 to 9"),
        (["ahead.3=0..1"], "ahead has no number 3: it has one for each of 2 players in order"),
        (["luck=0..1"], "raffle has nothing called luck to set; it has charm, ahead, bots, left, right"),
        (["charm=1..2", "Charm=2..3"], "raffle has nothing called Charm to set; it has charm, ahead, bots, left, right"),
        (["charm=1..2", "charm=2..3"], "the dial charm is there twice; once is enough"),
    ],
)  # fmt: skip
def test_dials_that_make_no_sense(dials: list[str], complaint: str) -> None:
    with pytest.raises(FeintError) as error:
        read_dials(feint.load(RAFFLE), dials)
    assert str(error.value) == complaint


@pytest.mark.parametrize(
    ("game", "given", "complaint"),
    [
        (RAFFLE, {"players": [2]}, "raffle is always played by 2, so --players has nothing to say"),
        (RAFFLE, {"cases": ["charm=1", "charm=1"]}, "a case is there twice; once is enough"),
        (RAFFLE, {"pairings": [["a", "b"]]}, "raffle has no pairings: its two seats don't choose from a data file"),
        ("dark-frontier", {"pairings": [["lancer"]]}, "lancer is not a pairing: name two, with a comma between"),
    ],
)
def test_tables_that_make_no_sense(game: str | Path, given: dict[str, list[object]], complaint: str) -> None:
    with pytest.raises(FeintError) as error:
        conditions_of(feint.load(game), **({"players": [], "cases": [], "pairings": [], "bots": []} | given))  # type: ignore[arg-type]
    assert str(error.value) == complaint


def test_tables_are_players_times_cases_times_bots() -> None:
    found = conditions_of(feint.load("space-goats"), [2, 4], ["wear=no"], [], [])
    assert [condition.text for condition in found] == [
        "miser, players=2, wear=no", "trader, players=2, wear=no", "miser, players=4, wear=no", "trader, players=4, wear=no",
    ]  # fmt: skip
    [pair] = conditions_of(feint.load("dark-frontier"), [], ["radius=9"], [["lancer", "bastion"]], ["gunner"])
    assert pair.case == "radius=9, defender_ship=lancer, attacker_ship=bastion"
    assert pair.mirrored == "radius=9, defender_ship=bastion, attacker_ship=lancer"
