"""Trees for Gambit: what another reader of the format makes of them is the game, with the value that `feint solve` finds.

That reader is OpenSpiel's. What Gambit's own makes of them is in test_pygambit.py.
"""

import io
import json
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import feint
from feint.bridges import gambit
from feint.solve import solve
from kit.efg import (
    CHANCES_OF_THE_URN,
    FOLLOWED,
    KUHN,
    PAGE,
    PENNIES,
    SMALL,
    TREES,
    Line,
    counted,
    leaky,
    lines_of,
    odd,
    trio,
    written,
)
from kit.games import URN, all_matches
from kit.sequence_form import open_spiel_form
from kit.terminal import FEINT, run

ZERO_SUM = pyspiel.GameType.Utility.ZERO_SUM


def states(state: Any) -> Iterator[Any]:
    """All states of OpenSpiel's that can follow, this one first."""
    yield state
    for action in state.legal_actions():
        yield from states(state.child(action))


def names(state: Any) -> dict[str, int]:
    """What can happen, by the names that OpenSpiel has for it."""
    return {state.action_to_string(action): action for action in state.legal_actions()}


def read(text: str) -> tuple[Any, list[tuple[Any, Line]]]:
    """The tree that OpenSpiel reads: each of its states beside the line of it, in which numbers are exact."""
    there = pyspiel.load_efg_game(text)
    nodes = list(zip(states(there.new_initial_state()), lines_of(text), strict=True))
    for state, line in nodes:
        assert list(names(state)) == line.names
        numbers = [float(number) for number in line.numbers]
        if line.kind == "t":
            assert state.is_terminal()
            assert state.returns() == numbers
            assert sum(line.numbers) == 0
        elif line.kind == "c":
            assert state.is_chance_node()
            assert [likely for _, likely in state.chance_outcomes()] == numbers
            assert sum(line.numbers) == 1
        else:
            player, number, label = line.head
            assert state.current_player() == int(player) - 1
            assert state.information_state_string() == f"{int(player) - 1}-{int(player) - 1}-{number}-{label}"
    return there, nodes


def value(there: Any) -> float:
    """The first player's share of the point with right play, by a linear program for each over OpenSpiel's states."""
    lower, upper = open_spiel_form(there).bounds()
    assert upper == pytest.approx(lower, abs=1e-9)
    return lower


@pytest.mark.parametrize(("name", "rulings"), SMALL)
def test_the_value_is_the_same(name: str, rulings: dict[str, Any]) -> None:
    game = feint.load(name, **rulings)
    there, _ = read(written(game)[0])
    exact = solve(game).exact
    assert exact is not None
    assert value(there) == pytest.approx(float(exact), abs=1e-9)


def test_poker_is_worth_what_it_is_known_to_be() -> None:
    """Kuhn's game is worth -1/18 of a unit; two units are the whole point here."""
    there, _ = read(written(feint.load(KUHN))[0])
    assert 2 * value(there) - 1 == pytest.approx(-1 / 18 / 2, abs=1e-9)


@pytest.mark.parametrize(("name", "rulings"), TREES, ids=str)
def test_it_is_the_same_tree(name: str | Path, rulings: dict[str, Any]) -> None:
    """As many nodes and information sets as the rules have, and as many as it says."""
    game = feint.load(name, **rulings)
    text, facts = written(game)
    there, nodes = read(text)
    seats = " ".join(f'"{seat}"' for seat in game.seats)
    assert text.startswith(f'EFG 2 R "{game.title}" {{ {seats} }}\n"{game.name}, version {game.version} of its rules; ')
    assert there.num_players() == len(game.seats)
    assert there.get_type().utility == ZERO_SUM
    histories, infosets = counted(game)
    assert len(nodes) == facts.nodes
    if game.asked == game.seats:  # otherwise there are other nodes where two choose at once
        assert facts.nodes == histories
    sets = {(state.current_player(), state.information_state_string()) for state, line in nodes if line.kind == "p"}
    assert {seat: sum(owner == player for owner, _ in sets) for player, seat in enumerate(game.seats)} == infosets
    assert facts.infosets == infosets
    labels = {(line.head[0], line.head[2]) for _, line in nodes if line.kind == "p"}
    assert len(labels) == len(sets), "each has a name of its own"
    assert sum(state.is_terminal() for state, _ in nodes) == facts.ends
    chances = [line.head[0] for _, line in nodes if line.kind == "c"]
    assert chances == [str(number + 1) for number in range(facts.chance)], "no two are one set"
    outcomes = {(line.head[0], tuple(line.numbers)) for _, line in nodes if line.kind == "t"}
    for part in zip(*outcomes, strict=True):
        assert len(set(part)) == facts.outcomes, "a number for all that can come of it"


@pytest.mark.parametrize(("name", "rulings"), TREES, ids=str)
def test_nobody_forgets_anything(name: str | Path, rulings: dict[str, Any]) -> None:
    """Wherever a player is in one set, it has been in the same sets before and made the same choices there."""
    memories: dict[str, list[tuple[str, int]]] = {}
    text, facts = written(feint.load(name, **rulings))
    there, nodes = read(text)
    for state, line in nodes:
        if line.kind == "p":
            own, way = [], there.new_initial_state()
            for action in state.history():
                if way.current_player() == state.current_player():
                    own.append((way.information_state_string(), action))
                way.apply_action(action)
            assert memories.setdefault(state.information_state_string(), own) == own
    assert len(memories) == sum(facts.infosets.values())


@pytest.mark.parametrize(("name", "rulings"), FOLLOWED, ids=str)
def test_each_match_is_a_way_through_it(name: str | Path, rulings: dict[str, Any]) -> None:
    """Follow every match from the root by the words of its record: whose turn it is, what can be chosen, what it gives."""
    game = feint.load(name, **rulings)
    text, facts = written(game)
    there, nodes = read(text)
    lines = {tuple(state.history()): line for state, line in nodes}
    ends = 0
    for match in all_matches(game.start(chance=[])):
        state = there.new_initial_state()
        for step in match.steps:
            mover = "chance" if state.is_chance_node() else game.seats[state.current_player()]
            assert mover == match.who(step)
            state.apply_action(names(state)[step.text])
        if match.over:
            ends += 1
            assert state.is_terminal()
            payoffs = [2 * share - 1 for share in match.exact_scores.values()]
            assert lines[tuple(state.history())].numbers == payoffs
        else:
            assert list(names(state)) == match.legal(match.pending[0])
    assert ends == facts.ends


def test_chances_are_exact() -> None:
    """Three red, two blue and one green ball, drawn without putting them back."""
    _, nodes = read(written(feint.load(URN))[0])
    chances = [dict(zip(line.names, line.numbers, strict=True)) for _, line in nodes if line.kind == "c"]
    assert chances == CHANCES_OF_THE_URN


def test_who_chooses_at_the_same_time_has_not_seen_it() -> None:
    """The one asked first stands first; the other has one set for all that the first may have chosen."""
    game = feint.load("terminal-maneuver", fuel=1, rounds=1)
    there, _ = read(written(game)[0])
    root = there.new_initial_state()
    after = [root.child(action) for action in root.legal_actions()]
    assert game.seats[root.current_player()] == "laser"
    assert len(after) > 1
    assert {game.seats[state.current_player()] for state in after} == {"missile"}
    assert {state.information_state_string() for state in after} == {"0-0-1-laid=2"}


def test_three_seats(tmp_path: Path) -> None:
    """Any number of seats; what they get adds up to 0."""
    text, _ = written(feint.load(trio(tmp_path)))
    there, nodes = read(text)
    assert text.startswith('EFG 2 R "Urn" { "left" "right" "judge" }\n')
    assert (there.num_players(), there.get_type().utility) == (3, ZERO_SUM)
    assert {tuple(line.numbers) for _, line in nodes if line.kind == "t"} == {
        (Fraction(0), Fraction(-1, 2), Fraction(1, 2)),
        (Fraction(-1, 2), Fraction(0), Fraction(1, 2)),
        (Fraction(-1, 8), Fraction(-1, 8), Fraction(1, 4)),
    }


def test_odd_names(tmp_path: Path) -> None:
    """Quotes, backslashes and letters that Gambit doesn't know.

    OpenSpiel has no way to write a quote, so it is given others; all else is the same.
    """
    text, _ = written(feint.load(odd(tmp_path)))
    assert text.startswith(r'EFG 2 R "K\xfchn \"Poker\" \x5c" { "first" "second" }')
    assert {tuple(line.names) for line in lines_of(text) if line.kind == "p"} == {(r"\"pass\x5c", r"\"b\x5c\"\xe9t\"")}
    there, nodes = read(text.replace(r"\"", "'"))
    assert {tuple(names(state)) for state, line in nodes if line.kind == "p"} == {(r"'pass\x5c", r"'b\x5c'\xe9t'")}
    assert 2 * value(there) - 1 == pytest.approx(-1 / 36, abs=1e-9)


def test_too_large() -> None:
    file = io.StringIO()
    with pytest.raises(feint.FeintError) as error:
        gambit.write(feint.load("terminal-maneuver", rounds=2, fuel=3), file, most=945)
    assert str(error.value) == (
        "terminal-maneuver has more than 945 nodes; an export can have up to 945, so turn its dials: fuel=3, rounds=2"
    )
    with pytest.raises(feint.FeintError, match=r"^tower-siege has about 10\^13 nodes; an export can have up to"):
        gambit.write(feint.load("tower-siege"), file)
    with pytest.raises(feint.FeintError, match=r"kuhn-poker has more than 50 nodes; an export can have up to 50$"):
        gambit.write(feint.load(KUHN), file, most=50)


def test_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gambit, "DEEPEST", 3)
    with pytest.raises(feint.FeintError, match="a match of kuhn-poker can have more than 3 steps"):
        gambit.write(feint.load(KUHN), io.StringIO())


def test_a_game_that_can_be_wrong() -> None:
    with pytest.raises(feint.FeintError, match="waits for an outcome where none can come"):
        gambit.write(feint.load(PENNIES, fault="nowhere"), io.StringIO(), most=10**9)


def test_other_choices_where_a_seat_has_seen_the_same(tmp_path: Path) -> None:
    with pytest.raises(feint.FeintError, match="gives first other choices where it has seen the same"):
        gambit.write(feint.load(leaky(tmp_path)), io.StringIO())


def test_nothing_half_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree too large, an interruption, a disk that is full: no file is left, and one that was there stays as it was."""
    game, path = feint.load(KUHN), tmp_path / "kuhn.efg"
    path.write_text("before")
    with pytest.raises(feint.FeintError):
        gambit.save(game, path, most=20)

    def interrupt(what: str, share: float | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gambit, "OFTEN", 20)
    with pytest.raises(KeyboardInterrupt):
        gambit.save(game, path, progress=interrupt)
    assert [file.name for file in tmp_path.iterdir()] == ["kuhn.efg"]
    assert path.read_text() == "before"
    assert gambit.save(game, path).nodes == 58
    assert path.read_text() == written(game)[0]
    with pytest.raises(feint.FeintError, match="can't be written: no such file or directory"):
        gambit.save(game, tmp_path / "nowhere" / "kuhn.efg")


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, float | None]] = []
    monkeypatch.setattr(gambit, "OFTEN", 10)
    gambit.write(feint.load(KUHN), io.StringIO(), progress=lambda what, share: told.append((what, share)))
    assert [what for what, _ in told] == [f"{count} nodes" for count in (10, 20, 30, 40, 50)]
    shares = [share for _, share in told if share is not None]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1


# The command.


def test_the_command(tmp_path: Path) -> None:
    done = run("export", str(KUHN), "--efg", "kuhn.efg", "--json", cwd=tmp_path)
    facts = json.loads(done.stdout)
    assert facts == {
        "game": "kuhn-poker",
        "rulings": {},
        "file": "kuhn.efg",
        "nodes": 58,
        "chance": 4,
        "ends": 30,
        "infosets": {"first": 6, "second": 6},
        "outcomes": 4,
    }
    printed = run("export", str(KUHN), "--efg", "-", cwd=tmp_path).stdout
    assert printed == (tmp_path / "kuhn.efg").read_text()
    there = pyspiel.load_game("efg_game", {"filename": str(tmp_path / "kuhn.efg")})
    assert sum(1 for _ in states(there.new_initial_state())) == 58
    assert [file.name for file in tmp_path.iterdir()] == ["kuhn.efg"]


def test_refusals(tmp_path: Path) -> None:
    for arguments, says in (
        ((str(KUHN), "--efg", "-", "--json"), "--json and --efg - would both print"),
        ((str(KUHN), "--efg", "."), "it is a folder, or its folder doesn't exist"),
        (("space-goats", "--efg", "goats.efg"), "so turn its dials: players=2"),
        (("space-goats", "--efg", "-"), "so turn its dials: players=2"),
        ((str(KUHN),), "the following arguments are required: --efg"),
    ):
        done = run("export", *arguments, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    """In the middle of a tree that would take long."""
    process = subprocess.Popen(
        [*FEINT, "export", "terminal-maneuver", "--efg", "tree.efg"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not any(file.stat().st_size for file in tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, said) == (130, "feint: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_the_page(tmp_path: Path) -> None:
    """docs/researchers/gambit.md: the command does what it shows, and the value is right. Its code is run in test_pygambit.py."""
    [transcript] = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    command, _, shown = transcript.partition("\n")
    assert run(*shlex.split(command)[2:], cwd=tmp_path).stdout == shown
    there, _ = read((tmp_path / "maneuver.efg").read_text())
    exact = solve(feint.load("terminal-maneuver", rounds=2, fuel=3)).exact
    assert exact is not None
    [(above, below), again] = re.findall(r"^(?:Rational|Fraction)\((\d+), (\d+)\)$", PAGE, re.MULTILINE)
    assert Fraction(int(above), int(below)) == 2 * exact - 1
    assert again == (above, below)
    assert value(there) == pytest.approx(float(exact), abs=1e-9)
