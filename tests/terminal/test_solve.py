"""`feint solve` as people and programs use it, and solutions that are kept on disk."""

import json
import os
import re
import shutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import feint
from feint.solve import Solution, advise, solution, solution_cache, solve
from feint.solve.bounds import INTERRUPTED, NEAR, TIME, SeatBounds
from kit.games import URN
from kit.paths import EXAMPLE_GAMES
from kit.solve import shares_against_the_best, sides_of
from kit.terminal import Person, run

SMALL = {"length": 3, "cards": 3, "stride": 2}
KUHN = EXAMPLE_GAMES / "kuhn_poker"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Solutions of these tests are kept where no other test's are; compiled code isn't made anew for that."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "feint").mkdir()
    compiled = Path(os.environ["XDG_CACHE_HOME"]) / "feint" / "compiled"
    compiled.mkdir(parents=True, exist_ok=True)
    (cache / "feint" / "compiled").symlink_to(compiled)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return cache


def solutions(cache: Path) -> list[Path]:
    return sorted((cache / "feint" / "solutions").glob("*"))


def the_same(one: Solution, other: Solution) -> bool:
    """All but the time it took."""
    return one.to_json() | {"seconds": 0} == other.to_json() | {"seconds": 0}


# Kept on disk.


def test_a_solution_is_kept_and_taken_from_there(own_cache, monkeypatch):
    game = feint.load("terminal-maneuver")
    first = solve(game)
    assert len(solutions(own_cache)) == 1
    monkeypatch.setattr(solution, "_by_positions", None)  # whoever would solve it anew fails
    again = solve(game)
    assert the_same(again, first)
    match = game.start(seed=4)
    assert advise(again, match) == advise(first, match)


def test_other_rulings_and_other_rules_have_their_own(own_cache, tmp_path):
    solve(feint.load("terminal-maneuver"))
    solve(feint.load("terminal-maneuver", fuel=3))
    assert len(solutions(own_cache)) == 2
    folder = tmp_path / "terminal_maneuver"
    shutil.copytree(feint.load("terminal-maneuver").folder, folder)
    before = solve(feint.load(folder)).exact
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace("(NEVER, 2, ALWAYS, BLACK", "(NEVER, 3, ALWAYS, BLACK"))
    changed = run("solve", str(folder), "--json")  # a new start reads the new rules
    assert Fraction(json.loads(changed.stdout)["exact"]) < before
    assert len(solutions(own_cache)) == 3  # the unchanged copy shares the original's, as the rules are the same


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-7], lambda data: data[:90] + b"x" + data[91:], lambda data: b""]
)
def test_a_damaged_file_is_noticed_and_found_anew(own_cache, damage):
    game = feint.load("terminal-maneuver", fuel=5)
    exact = solve(game).exact
    [path] = solutions(own_cache)
    path.write_bytes(damage(path.read_bytes()))
    again = solve(game)
    assert "was damaged, so it was found anew" in again.note
    assert again.exact == exact
    assert solve(game).note == ""  # and it was kept again, whole


def test_damage_is_said_at_the_terminal(own_cache):
    assert run("solve", "terminal-maneuver").returncode == 0
    [path] = solutions(own_cache)
    path.write_bytes(b"nonsense")
    said = run("solve", "terminal-maneuver")
    assert said.returncode == 0
    assert "was damaged, so it was found anew" in said.stderr


def test_a_file_of_something_else_is_not_believed(own_cache):
    """Whole, but of other rulings: whoever renamed it gets no wrong value for that."""
    small, large = (feint.load("terminal-maneuver", fuel=fuel) for fuel in (4, 9))
    solve(small)
    exact = solve(large, keep=False).exact
    solution_cache.cache_path(small).rename(solution_cache.cache_path(large))
    again = solve(large)
    assert again.exact == exact
    assert "holds the solution of something else, so this was found anew" in again.note


def test_what_was_kept_is_never_replaced_by_worse(own_cache):
    for game in (feint.load("tower-siege", **SMALL), feint.load(KUHN)):
        good = solve(game, gap=0.01)
        hasty = solve(game, gap=0.0, seconds=1e-9)
        assert (hasty.lower, hasty.upper) == (good.lower, good.upper) or hasty.gap < good.gap
        assert solution._kept(game, solution_cache.cache_path(game))[0].gap <= good.gap


def test_a_plan_is_taken_up_with_its_bounds(own_cache):
    """What goes on from a kept solution still reaches its bounds: nothing of the plan was lost on the way."""
    game = feint.load("tower-siege", **SMALL)
    kept = solve(game, gap=0.3)
    graph, (first, second) = sides_of(game)
    for side in (first, second):
        side.restore(kept.arrays)
    assert first.bounds[0] == kept.lower
    first.sweep()
    against = shares_against_the_best(graph, 0, first.plan.arrays(), first.bounds > 0)
    assert (against >= first.bounds - 1e-6).all()


def test_nowhere_to_keep_it_is_no_error(own_cache):
    (own_cache / "feint" / "solutions").write_text("a file in the way")
    assert solve(feint.load("terminal-maneuver")).exact is not None


def test_bounds_are_taken_up_where_they_were_left(own_cache):
    """A wider gap is answered by what is there; a closer one goes on from it."""
    game = feint.load("tower-siege", **SMALL)
    wide = solve(game, gap=0.4)
    assert wide.reached == NEAR
    assert the_same(solve(game, gap=0.5), wide)
    close = solve(game, gap=0.05)
    assert wide.lower <= close.lower <= close.upper <= wide.upper
    assert close.gap <= 0.05 < wide.gap
    assert close.seconds_before == pytest.approx(wide.seconds)
    begun = solution._kept(game, solution_cache.cache_path(game))[0]
    assert np.array_equal(begun.arrays["bounds0"], close.arrays["bounds0"])


def test_interrupting_keeps_what_was_reached(own_cache, monkeypatch):
    game = feint.load("tower-siege", **SMALL)
    sweep, sweeps = SeatBounds.sweep, []

    def interrupted(side: SeatBounds) -> None:
        sweeps.append(side.seat)
        if len(sweeps) > 8:
            raise KeyboardInterrupt
        sweep(side)

    monkeypatch.setattr(SeatBounds, "sweep", interrupted)
    left = solve(game, gap=0.0, seconds=None)
    assert left.reached == INTERRUPTED
    assert 0 < left.lower < left.upper
    monkeypatch.setattr(SeatBounds, "sweep", sweep)
    enough = solve(game, gap=1.0)
    assert (enough.lower, enough.upper, enough.reached) == (left.lower, left.upper, NEAR)
    assert solve(game, gap=0.05).lower > left.lower


def test_time_that_runs_out(own_cache):
    """What was reached is said, and holds; also when not even all positions were found."""
    late = solve(feint.load("tower-siege", length=16, cards=6), seconds=1e-6)
    assert (late.lower, late.upper, late.reached) == (0.0, 1.0, TIME)
    assert solutions(own_cache) == []
    late = solve(feint.load("tower-siege", **SMALL), gap=0.0, seconds=1e-6)
    assert late.reached == TIME
    assert late.lower <= late.upper


def test_trees_are_kept_too(own_cache, monkeypatch):
    game = feint.load(KUHN)
    first = solve(game, gap=0.001)
    monkeypatch.setattr(solution, "_by_regret", None)
    again = solve(game, gap=0.001)
    assert the_same(again, first)
    assert np.array_equal(again.arrays["strategy"], first.arrays["strategy"])
    match = game.start(seed=1)
    assert advise(again, match) == advise(first, match)


# The command.


def test_as_json():
    found = json.loads(run("solve", "terminal-maneuver", "--rule", "fuel=2", "--rule", "rounds=2", "--json").stdout)
    assert {name: found[name] for name in ("game", "seat", "exact", "states")} == {
        "game": "terminal-maneuver",
        "seat": "missile",
        "exact": "27/41",
        "states": 8,
    }
    assert found["rulings"] == {"black_squares": "forbidden", "fuel": "2", "rounds": "2"}
    assert found["lower"] == found["upper"] == 27 / 41
    assert found["seconds"] > 0


def test_as_a_table():
    said = run("solve", "terminal-maneuver", "--rule", "fuel=2", "--rule", "rounds=2").stdout
    assert "missile       0.658537   27/41" in said
    assert "laser         0.341463   14/41" in said
    assert "states: 8 " in said


def test_a_game_without_end_as_a_table():
    arguments = [f"--rule={name}={value}" for name, value in SMALL.items()]
    said = run("solve", "tower-siege", "--rule=length=4", "--rule=cards=2").stdout
    assert "at least   at most" in said
    assert "Play may never end. For P1, 'at least' counts that as a loss and 'at most' as a win; for P2" in said
    assert "no bound can move any more" in said
    found = json.loads(run("solve", "tower-siege", *arguments, "--gap=0.3", "--json").stdout)
    assert found["exact"] is None
    assert found["upper"] - found["lower"] <= 0.3
    assert found["endless"]


def test_any_game_with_a_small_tree(tmp_path):
    found = json.loads(run("solve", str(URN), "--gap", "0.001", "--json").stdout)
    assert found["upper"] - found["lower"] <= 0.001
    assert found["states"] == 28


def test_games_that_are_too_large_are_refused_at_once():
    for game in ("space-goats", "dark-frontier"):
        said = run("solve", game)
        assert said.returncode == 2
        assert f"feint: {game} has about 10^" in said.stderr
        assert "a tree of up to 3,000,000 can be solved" in said.stderr
    assert "3 seats" in run("solve", "space-goats", "--players", "3").stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--gap", "2"], "2 is too large: it can be 0 to 1"),
        (["--gap", "nan"], "nan is not a number from 0 to 1"),
        (["--gap", "-1"], "-1 is not a number from 0 to 1"),
        (["--seconds", "0"], "0 seconds is too short"),
        (["--seconds", "soon"], "soon is not a number of seconds"),
        (["--rule", "fuel=99"], "fuel=99 is too large"),
        (["--at", "nowhere.feint"], "nowhere.feint can't be read"),
    ],
)
def test_wrong_requests_get_a_sentence(arguments, says):
    said = run("solve", "terminal-maneuver", *arguments)
    assert said.returncode == 2
    assert says in said.stderr
    assert said.stdout == ""


# At the end of a record.


def left_at(path: Path, *choices: str, **rulings: object) -> None:
    """A record of Terminal Maneuver that ends after these choices."""
    match = feint.load("terminal-maneuver", **rulings).start(seed=3)
    for choice in choices:
        match.play(*choice.split(" ", 1))
    path.write_text(match.record())


def test_at_the_end_of_a_record(tmp_path):
    left_at(tmp_path / "left.feint", "missile burn 1", "laser guess 0", fuel=2, rounds=2)
    found = json.loads(run("solve", "terminal-maneuver", "--at", str(tmp_path / "left.feint"), "--json").stdout)
    assert found["rulings"]["fuel"] == "2"
    assert found["exact"] == "3/4"  # one fuel left in round 2: burn 1 is lost on a roll of 1 or 2, if guessed
    assert [choice["choice"] for choice in found["choices"]["missile"]] == ["burn 0", "burn 1"]
    assert [choice["chance"] for choice in found["choices"]["missile"]] == pytest.approx([1 / 4, 3 / 4])
    said = run("solve", "terminal-maneuver", "--at", str(tmp_path / "left.feint")).stdout
    assert "round 2, missile and laser to choose" in said
    assert "burn 1          0.7500" in said


def test_a_card_that_lies_face_down_is_not_looked_at(tmp_path):
    """TM-R2: whatever was laid, what is printed is the same to the last byte, but for the time it took."""
    said = set()
    for guess in range(7):
        path = tmp_path / "same.feint"
        left_at(path, f"laser guess {guess}")
        outputs = [run("solve", "terminal-maneuver", "--at", str(path), *more).stdout for more in ([], ["--json"])]
        said.add(re.sub(r"time: .*|\"seconds\": .*", "", "".join(outputs)))
    assert len(said) == 1


def test_records_that_do_not_fit(tmp_path):
    path = tmp_path / "left.feint"
    left_at(path)
    said = run("solve", "tower-siege", "--at", str(path)).stderr
    assert "is of terminal-maneuver, not of tower-siege" in said
    assert (
        "leave out --rule, --players and --deck"
        in run("solve", "terminal-maneuver", "--at", str(path), "--rule", "fuel=3").stderr
    )
    left_at(path, "missile burn 0", "laser guess 0")
    assert "is over: there is nothing left to choose" in run("solve", "terminal-maneuver", "--at", str(path)).stderr


def test_no_advice_on_a_position_that_holds_secrets(tmp_path):
    match = feint.load(KUHN).start(seed=1)
    (tmp_path / "left.feint").write_text(match.record())
    said = run("solve", str(KUHN), "--at", str(tmp_path / "left.feint"))
    assert said.returncode == 2
    assert "kuhn-poker has secrets that advice on a saved match would show; play it with --coach" in said.stderr


# In a terminal.


def test_progress_is_shown():
    person = Person("solve", "tower-siege", "--rule=length=8", "--rule=cards=3", "--gap=0.02")
    assert person.leaves() == 0
    assert "positions found" in person.screen or "between 0." in person.screen
    assert "as near as wanted" in person.screen


def test_ctrl_c_keeps_what_was_reached(own_cache):
    person = Person("solve", "tower-siege", "--rule=length=6", "--rule=cards=3", "--gap=0", "--seconds=600")
    person.child.timeout = 120
    person.presses("between 0.", "c")
    assert person.leaves() == 130
    assert "(target: 0): interrupted." in person.screen
    assert len(solutions(own_cache)) == 1
