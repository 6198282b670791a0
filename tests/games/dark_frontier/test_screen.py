"""Dark Frontier at a terminal: the map and where everything will be, the stat sheets, dials that nobody else sees."""

import re
from collections.abc import Sequence

import pytest
from rich.markup import render

import feint
from feint.bots import bots_of, choose
from feint.core.match import Match
from kit.dark_frontier import advance, battle, dials, duel, play
from kit.terminal import Person, at_one_keyboard, run

PLACED = ["defender place 0,0 facing N", "attacker place 0,-6 facing S", "attacker velocity S 3"]


def placed(**rulings: object) -> Match:
    match = feint.load("dark-frontier", **({"radius": 6} | rulings)).start(seed=1)
    for step in PLACED:
        match.play(*step.split(" ", 1))
    return match


def drawn(match: Match, seat: str | None = None) -> list[str]:
    assert match.game.screen is not None
    return render(match.game.screen.board(match.view(seat))).plain.split("\n")


def asked(match: Match, seat: str) -> list[str]:
    """The lines above a seat's prompt."""
    lines: list[str] = []

    class First:
        """Someone who takes the first choice."""

        def say(self, line: str = "") -> None:
            raise AssertionError(line)

        def read(self, prompt: str, secret: bool = False, above: Sequence[str] = ()) -> str:
            lines.extend(above)
            return "1"

    assert match.game.screen is not None
    match.game.screen.ask(match.view(seat), match.legal(seat), First())
    return lines


def test_the_map_shows_where_things_are_and_will_be() -> None:
    """DF-R14: the attacker three hexes above where it will be next, its way between."""
    lines = drawn(placed())
    column = lines[0].index("AS")
    rows = {
        sign: next(n for n, line in enumerate(lines) if line[column:].startswith(sign)) for sign in ("AS", ">A", "DN")
    }
    assert rows == {"AS": 0, ">A": 6, "DN": 12}
    assert [lines[row][column] for row in (2, 4)] == [":", ":"]
    assert "attacker  kestrel at 0,-6 facing S, velocity S 3, next at 0,-3" in lines


def test_the_map_in_the_middle_of_an_advance() -> None:
    """DF-R14, DF-R19: ahead of each lies the rest of this move, not a whole one from where it is."""
    match = battle(
        attacker="0,-9 facing S velocity S 6", tokens=("attacker missile 0,-2 facing S velocity S 3",), radius=12
    )
    advance(match)
    assert match.legal("defender") == ["no counter", "counter"]
    assert (match.view(None)["slice"], match.view(None)["slices"]) == (3, 6)
    lines = drawn(match)
    assert any(line.endswith("at 0,-6 facing S, velocity S 6, this move ends at 0,-3") for line in lines)
    assert "a1 missile at 0,0 facing S, velocity S 3, this move ends at 0,1" in lines
    top = next(n for n, line in enumerate(lines) if "AS" in line)
    column = lines[top].index("AS")
    assert [line[column : column + 2].strip() for line in lines[top : top + 8 : 2]] == ["AS", ":", ":", ">A"]


def test_shots_are_on_the_map() -> None:
    """DF-R12: flak with its spread, missiles by number."""
    match = placed()
    steps = ["defender turn 0", "defender burn 0", "attacker turn +3", "attacker burn 0", "defender fire flak"]
    steps += [
        "defender from 0,0",
        "defender towards NW 3",
        "defender fire missile",
        "defender from 0,0",
        "defender towards S 1",
    ]
    for step in steps:
        match.play(*step.split(" ", 1))
    text = "\n".join(drawn(match))
    assert "d*6" in text
    assert re.search(r"^d1 missile at 0,1 facing S, velocity S 1, next at 0,2$", text, re.MULTILINE)
    assert match.game.screen is not None
    looked = render(match.game.screen.PANELS["tokens"](match.view(None))).plain
    assert looked.startswith("d*6 flak at -1,0, velocity NW 3, next at -4,0")


def test_a_token_has_the_colour_of_its_seat() -> None:
    """DF-R11: what black and white are at a table; the rules say so, and a letter says it again."""
    match = battle(tokens=("defender flak 2,0 velocity N 1", "attacker missile -2,0 facing N velocity N 1"))
    assert match.game.screen is not None
    board = match.game.screen.board(match.view(None))
    assert "[bold bright_cyan]d*6[/]" in board
    assert "[bold bright_magenta]a1[/]" in board
    assert "colours of the seats stand for them" in match.game.about["rules"]["DF-R11"]


def test_the_whole_map() -> None:
    """DF-R1: every hex of it, where the window has no room for both ships."""
    match = feint.load("dark-frontier", radius=30).start(seed=1)
    for step in ("defender place 0,0 facing N", "attacker place 30,0 facing NW", "attacker velocity none"):
        match.play(*step.split(" ", 1))
    assert match.game.screen is not None
    whole = render(match.game.screen.PANELS["map"](match.view(None))).plain
    assert "DN" in whole
    assert "ANW" in whole
    assert sum(line.count(".") for line in whole.split("\n")[:-2]) == 3 * 30 * 31 + 1 - 2


def test_a_lost_ship_is_shown_as_lost() -> None:
    """DF-Q19: not as sound; and an attacker that isn't there yet not as there."""
    match = placed()
    match._states[-1].lost[0] = 1
    text = "\n".join(drawn(match))
    assert "defender  bastion destroyed by a warhead" in text
    assert "Dxx" in text
    fresh = feint.load("dark-frontier").start(seed=1)
    assert "attacker  kestrel not on the map yet" in drawn(fresh)


def test_both_sheets_can_be_read() -> None:
    """DF-Q2: as a sheet that lies beside the map, every number of it."""
    match = placed()
    assert match.game.screen is not None
    text = render(match.game.screen.PANELS["ships"](match.view(None))).plain
    assert text.split("attacker: ")[1].split("\n") == [
        "kestrel",
        "  a nimble corvette: it burns hard and rotates at once, but only fires forwards",
        "  Engine          thrust 4, rotation 3, with gimbal",
        "  Point defence   rating 3: stops flak on 4 to 6",
        "  Flak            2 shots a round, velocity 3",
        "                  fired ahead, front right and front left",
        "  Missiles        5 in the magazine; at most 2 a round, countermeasures included",
        "                  2 of them fired, launch velocity 2",
        "                  fired ahead, front right and front left",
        "                  in flight: acceleration 2, rotation 1",
        "  Damage, by die  1 thrust   2 rotation   3 flak guns",
        "                  4 missile bay   5 point defence   6 hull",
    ]
    assert "fired all around" in text
    assert max(map(len, text.split("\n"))) <= 82


def test_the_sheets_at_any_prompt() -> None:
    """DF-Q2: typed at a real one."""
    done = run("play", "dark-frontier", "--seat", "attacker=random", "--seed", "1", typed="ships\nquit\n")
    assert "  Missiles        4 in the magazine; at most 2 a round, countermeasures included\n" in done.stdout


def test_a_sheet_of_ones_own_can_be_read() -> None:
    """DF-Q2: without weapons, with the worst defence; and its text is text, whatever is in it."""
    bare = {"what": "a [bold]barge[/] [", "gimbal": False, "flak_shots": 0, "missile_shots": 0, "point_defence": 6}
    match = duel(attacker=bare).start(chance=[])
    assert match.game.screen is not None
    text = render(match.game.screen.PANELS["ships"](match.view(None))).plain.split("attacker: ")[1]
    for line in ("  a [bold]barge[/] [", "no gimbal", "rating 6: stops no flak", "no guns", "no missile bay"):
        assert f"{line}\n" in text


def test_what_a_choice_does_is_said_beside_it() -> None:
    """DF-Q22, DF-Q7: a shot that meets a ship at once, and a burn that is spread over the turn."""
    gimbals = {"defender": {"gimbal": True}}
    match = battle("0,0 facing N", "0,-1 facing S", at="command", sheets=gimbals, gimbal="turning")
    dials(match, "turn +1 burn 3")
    assert asked(match, "defender")[0] == "1. gimbal spread  (velocity N 2, NE 1, to 1,-3)"
    play(match, "defender gimbal spread", "defender fire flak", "defender from 0,0")
    assert asked(match, "defender")[0] == "1. towards N 3  (on the attacker's ship, which it meets at once)"
    match = play(battle(attacker="0,-1 facing S", point_blank="passes"), "defender fire flak", "defender from 0,0")
    assert asked(match, "defender")[0] == "1. towards N 3  (velocity N 3, to 0,-4)"


def test_damage_is_shown() -> None:
    """DF-Q3."""
    match = placed()
    s = match._states[-1]
    s.thrust[0], s.guns[0], s.breaches[1] = 1, 0, 1
    text = "\n".join(drawn(match))
    assert "thrust 1/2" in text
    assert "guns out" in text
    assert "hull breached" in text


@pytest.mark.parametrize("radius", [5, 12, 30])
def test_it_fits_a_hundred_columns(radius: int) -> None:
    """Whatever the map's size, at every step of a battle: the window follows what flies."""
    game = feint.load("dark-frontier", radius=radius)
    gunner, match = bots_of(game)["gunner"], game.start(seed=3)
    while not match.over and len(match.steps) < 150:
        seat = match.pending[0]
        match.play(seat, choose(match, seat, gunner, 3))
        if len(match.steps) > 3:
            lines = drawn(match)
            assert max(map(len, lines)) <= 96
            assert any("D" in line for line in lines)
            assert len(lines) < 33 + 17


def test_what_a_dial_does_is_shown_before_it_is_set() -> None:
    """DF-R5 to DF-R7: for every turn and burn, and then for the turn that was set."""
    done = run(
        "play", "dark-frontier", "--seat", "attacker=random", "--rule", "radius=6", "--seed", "1", typed="N\n1\nquit\n"
    )
    assert "  rotate +1: facing NE  burn 0: 0,0  burn 1: 0,-1  burn 2: 1,-2\n" in done.stdout
    assert "  burn 2: velocity N 1, NE 1, next at 1,-2\n" in done.stdout
    end = done.stdout.index("Defender, burn (0 to 2): ")
    assert "facing NE" in done.stdout[:end]
    assert "; off:" not in done.stdout[:end]
    leaving = ("--seat", "defender=random", "--rule", "radius=6", "--rule", "attacker_ship=kestrel", "--seed", "1")
    done = run("play", "dark-frontier", *leaving, typed="0,6 N\nS 2\nquit\n")
    assert "by rotation and burn; off: off the map:\n" in done.stdout
    assert "  rotate 0:  facing N   burn 0: off  burn 1: off  burn 2: 0,6  burn 3: 0,5  burn 4: 0,4\n" in done.stdout


def test_dials_are_typed_unseen_by_two_people() -> None:
    """DF-R5: neither the digits nor what they would do."""
    person = Person(*at_one_keyboard("dark-frontier"), "--plain", "--rule", "radius=6", "--seed", "5")
    person.types("which way do you face? ", "ne")
    person.types("facing where? ", "12,0 S")
    person.types("facing where? ", "0,-6 S")
    person.types("your velocity? ", "S 3")
    for prompt, typed in (
        ("rotate (-1 to +1): ", "1"),
        ("burn (0 to 2): ", "2"),
        ("rotate (-3 to +3): ", "-2"),
        ("burn (0 to 4): ", "4"),
    ):
        person.child.expect_exact(prompt)
        person.raw += person.child.before + person.child.after
        person.child.waitnoecho(timeout=60)
        person.child.sendline(typed)
    person.child.expect_exact("The defender rotates +1 and burns 2.")
    secret = person.screen.split("your velocity? ")[1] + person.child.before
    assert "(attacker: look away." in secret
    assert "(defender: look away." in secret
    assert "velocity SE 1" not in secret
    assert not re.search(r"rotate \(-1 to \+1\): *1", secret)
    person.raw += person.child.before + person.child.after
    person.quits("do you fire? ")
    assert "Enter a hex on the edge, 6 from the yard, and a direction, like 0,-6 SW." in person.screen


def test_a_whole_battle_at_the_terminal() -> None:
    """Every prompt can be answered with its first number; wrong answers are refused with what would be right."""
    typed = "N\nx\n0\n0\n" + "1\n" * 2000
    done = run("play", "dark-frontier", "--seat", "attacker=gunner", "--rule", "radius=8", "--seed", "4", typed=typed)
    assert done.returncode == 0
    assert "Enter a number from -1 to +1." in done.stdout
    assert re.search(r"(The (defender|attacker) wins|a draw|holds the yard, and wins)\.\n", done.stdout)
