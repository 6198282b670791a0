"""The other commands, run as a user runs them: games, rules, replay, check, sim; and what they say when asked wrongly."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import feint
from feint.core.rulebook import RULES
from feint.core.seal import write_sealed
from feint.terminal.saves import own_key
from kit.games import random_match
from kit.paths import ROOT
from kit.terminal import FEINT, Person, run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished match of the minefield, with mines that were hidden while it was played."""
    file = tmp_path / "match.feint"
    file.write_text(random_match(feint.load("minefield-navigator"), 5).record())
    return file


def test_games() -> None:
    shown = run("games").stdout
    listed = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in listed] == feint.game_names()
    for game in listed:
        assert game["name"] in shown
        assert game["pitch"] in shown


@pytest.mark.parametrize("name", feint.game_names())
def test_rules(name: str) -> None:
    """The rules, and each ruling: question, choices, default, why."""
    shown = run("rules", name).stdout
    data = json.loads(run("rules", name, "--json").stdout)
    for id, text in data["rules"].items():
        assert f"{id} {text}" in shown
    for ruling in data["rulings"].values():
        assert f"{ruling['question']}" in shown
        assert f"default `{ruling['default']}`" in shown
        assert ruling["why"] in shown
    assert f"## {RULES}" in shown
    assert "{{" not in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["play"],
            "which game? There are dark-frontier, minefield-navigator, space-goats, terminal-maneuver, tower-siege",
        ),
        (["play", "chess"], "there is no game called chess"),
        (["rules", "chess"], "there is no game called chess"),
        (["play", "tower-siege", "--rule", "track"], "track is not of the form name=value"),
        (["play", "tower-siege", "--rule", "track=up"], "track=up is not a choice: track can be parallel or facing"),
        (["play", "tower-siege", "--seat", "P3=human"], "tower-siege has no seat called P3; it has P1, P2"),
        (
            ["play", "tower-siege", "--seat", "P2=wizard"],
            "P2=wizard is not possible; a seat can be one of human, beginner, club, expert, best, random, perfect, search",
        ),
        (["play", "tower-siege", "--seed=-4"], "-4 is not a whole number, 0 or more"),
        (["play", "tower-siege", "--chance", "d6 1"], "tower-siege leaves nothing to chance, so it takes no outcomes"),
        (["play", "tower-siege", "--seed", str(2**64)], "is out of range"),
        (["play", "tower-siege", "--record", "/nowhere/x.feint"], "/nowhere/x.feint can't be written"),
        (["play", "tower-siege", "--resume", "x.feint"], "x.feint can't be read: no such file or directory"),
        (["play", "--resume", "x.feint", "--seed", "1"], "leave out the other options"),
        (["play", "minefield-navigator", "--chance", "mines 1"], "mines 1 is not an outcome here"),
        (["replay", "nowhere.feint"], "nowhere.feint can't be read: no such file or directory"),
        (["sim", "tower-siege", "--games", "0"], "games=0 is too small"),
        (["sim", "tower-siege", "--games", "9" * 30], "is too large: a simulation has 1 to 1,000,000,000,000 games"),
        (["sim", "tower-siege", "--threads", "0"], "threads=0 is too small"),
        (
            ["sim", "tower-siege", "--seat", "P1=human"],
            "P1=human can't play: there is no player called human here; there are",
        ),
        (["sim", "tower-siege", "--seat", "P7=random"], "tower-siege has no seat called P7"),
        (["sim", "space-goats", "--deck", "a.csv", "--deck", "b.csv"], "argument --deck: given twice; once is enough"),
        (["sim", "tower-siege", "--games", "10", "--games", "20"], "argument --games: given twice; once is enough"),
        (["play", "tower-siege", "--seed", "1", "--seed", "1"], "argument --seed: given twice; once is enough"),
        (["sim", "tower-siege", "--bots", "wizard"], "there is no player called wizard here"),
        (["sim", "tower-siege", "--games", "many"], "many is not a whole number"),
        (["dance"], "invalid choice: 'dance'"),
        (["rules", ""], "there is no game called ''; there are"),
        (["rules", "a" * 300], "there is no game called 'aaa"),
        (["play", "a" * 300 + "/b"], "there is no game called 'aaa|is not a game"),
        (["play", "tower-siege", "--rule", ""], "'' is not of the form name=value"),
        (["play", "tower-siege", "--record", "a" * 300], "can't be written: file name too long"),
        (["play", "tower-siege", "--record", "/dev/full"], "already exists; --record takes a new name"),
        (
            ["play", "terminal-maneuver", "--chance", "d6 3\nx"],
            "is not an outcome: an outcome is one line of text, without ;",
        ),
        (
            ["play", "terminal-maneuver", "--chance", "d6 3; d6 4"],
            "is not an outcome: an outcome is one line of text, without ;",
        ),
        (
            ["play", "terminal-maneuver", "--chance", "\udcff"],
            "is not an outcome: an outcome is one line of text, without ;",
        ),
        (["sim", "tower-siege", "--games", "9" * 5000], "is not a whole number, 0 or more"),
        (["sim", "tower-siege", "--games", "٣"], "is not a whole number, 0 or more"),
    ],
)
def test_wrong_requests_get_a_sentence(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert re.search(says if "|" in says else re.escape(says), done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_record_is_never_overwritten(record: Path) -> None:
    before = record.read_text()
    done = run("play", "tower-siege", "--record", str(record))
    assert done.returncode == 2
    assert "already exists; --record takes a new name, --resume continues a match" in done.stderr
    assert record.read_text() == before


def test_check_says_what_it_checked(record: Path) -> None:
    done = run("check", str(record))
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert re.search(r"is correct: \d+ choices, all legal; 1 outcome, drawn from the seed; the result is ", done.stdout)
    assert json.loads(run("check", str(record), "--json").stdout)["right"] is True


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("player1 ", "player2 ", 1), r"line \d+: it doesn't match the tag at its end"),
        (lambda text: text[: len(text) // 2], r"line \d+: the tag at its end is missing"),
        (lambda text: text.split("result")[0], r"line \d+: the record is cut off"),
        (lambda text: "", "line 1: this is not a record"),
        (lambda text: "\x00\x01", r"line 1: it holds the control character U\+0000, which is no part of any record"),
        (lambda text: "a cake\nof eggs\n", "line 1: this is not a record"),
    ],
)
def test_check_refuses_what_is_not_right(change: object, says: str, record: Path) -> None:
    record.write_text(change(record.read_text()))  # type: ignore[operator]
    for command in ("check", "replay"):
        done = run(command, str(record))
        assert done.returncode == (1 if command == "check" else 2)
        assert re.search(says, done.stdout + done.stderr)
        assert (done.stdout + done.stderr).count("\n") == 1


def test_check_refuses_bytes(record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"player1 ", b"player\xff ", 1))
    done = run("check", str(record))
    assert done.returncode == 1
    assert "line 4: this is not text" in done.stdout
    assert run("check", str(record.parent)).returncode == 1


def test_replay_steps_forth_and_back(record: Path) -> None:
    person = Person("replay", str(record), "--plain")
    for step, key_ in enumerate(["", "", "b", "x", "", "b", "b", "b", "3", "99", "q"]):
        place = [0, 1, 2, 1, 1, 2, 1, 0, 0, 3, 3][step]
        person.types(f"step {place} of ", key_)
    assert person.leaves() == 0
    assert person.screen.count("Press enter for the next step, or type b to go back, 0 to ") == 2


def test_replay_all_shows_each_step_as_it_was_seen(record: Path) -> None:
    """MN-R7, MN-Q6: the mines come last, whoever looks, but for those that anyone can count out."""
    match = feint.replay(record.read_text())
    for viewer in ([], ["--as", "player1"], ["--as", "player2"]):
        done = run("replay", str(record), "--all", *viewer)
        assert done.returncode == 0
        said = [line for line in done.stdout.split("\n") if not line.startswith("    ")]
        assert said[:-1] == match.log(viewer[1] if viewer else None)
        assert done.stdout.count("The mines were on") == 1
        for board in re.split(r"\? unknown.*\n", done.stdout.split("The mines were on")[0]):
            counts = re.search(r"live mines: (\d+) in (\d+) unknown", board)
            assert "*" not in board or (counts and counts[1] == counts[2])
    assert "no seat called P1" in run("replay", str(record), "--as", "P1").stderr


@pytest.mark.parametrize(("viewer", "sees"), [("laser", "a guess of 4"), ("missile", None), (None, None)])
def test_replay_as_a_seat_shows_its_own_secret(viewer: str | None, sees: str | None, tmp_path: Path) -> None:
    """TM-R7: the laser sees its card while the missile chooses; the missile and a spectator see that one lies there."""
    file = tmp_path / "match.feint"
    match = feint.load("terminal-maneuver", rounds=1).start(seed=1)
    match.play("laser", "guess 4")
    match.play("missile", "burn 0")
    file.write_text(match.record())
    shown = run("replay", str(file), "--all", *(["--as", viewer] if viewer else [])).stdout
    assert f"   the laser has chosen{f' {sees}' if sees else ''}\n" in shown


def test_an_unfinished_match_is_replayed_only_as_a_spectator(tmp_path: Path) -> None:
    file = tmp_path / "open.feint"
    match = feint.load("tower-siege").start(seed=1)
    for seat, choice in (("P1", "3"), ("P2", "3"), ("P1", "card 4")):
        match.play(seat, choice)
    file.write_text(write_sealed(match, own_key()))
    assert "card 4" not in run("replay", str(file), "--all").stdout
    refused = run("replay", str(file), "--all", "--as", "P1")
    assert refused.returncode == 2
    assert "this match is not over yet, so only a spectator's view can be replayed: leave out --as" in refused.stderr
    checked = run("check", str(file))
    assert checked.returncode == 0
    assert "the match is not over yet" in checked.stdout
    alone = feint.load("tower-siege").start(seed=1, seats={"P2": "random"})
    file.write_text(write_sealed(alone, own_key()))
    assert run("replay", str(file), "--all", "--as", "P1").returncode == 0
    assert run("replay", str(file), "--all", "--as", "P2").returncode == 2


def test_a_match_sealed_elsewhere_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "open.feint"
    file.write_text(write_sealed(feint.load("tower-siege").start(seed=1), b"another machine's key".ljust(32)))
    for command in (["check"], ["replay"], ["play", "--resume"]):
        done = run(*command, str(file))
        assert done.returncode in (1, 2)
        assert "it was sealed on another machine or was changed, and can't be opened here" in done.stdout + done.stderr


def test_resuming_another_game(tmp_path: Path) -> None:
    file = tmp_path / "open.feint"
    file.write_text(write_sealed(feint.load("tower-siege").start(seed=1), own_key()))
    done = run("play", "minefield-navigator", "--resume", str(file))
    assert done.returncode == 2
    assert "is of tower-siege, not of minefield-navigator" in done.stderr


def test_a_record_without_tags_is_said_to_have_none(tmp_path: Path) -> None:
    file = tmp_path / "match.feint"
    text = random_match(feint.load("tower-siege"), 5).record()
    file.write_text(re.sub(r"  #[0-9a-f]{4}$", "", text, flags=re.MULTILINE))
    assert "no tags, so a change from one legal match to another can't be detected" in run("check", str(file)).stdout


def test_resuming_what_is_over(record: Path) -> None:
    assert "is over; watch it with feint replay" in run("play", "--resume", str(record)).stderr


def test_sim_as_json() -> None:
    done = run("sim", "tower-siege", "--games", "2000", "--seed", "7", "--threads", "2", "--json", "--rule", "cards=3")
    report = json.loads(done.stdout)
    assert list(report) == [
        "game",
        "rulings",
        "bots",
        "games",
        "seed",
        "wins",
        "draws",
        "unfinished",
        "rounds",
        "games_per_second",
        "interrupted",
    ]
    assert report["game"] == "tower-siege"
    assert report["rulings"]["cards"] == "3"
    assert report["rulings"]["turn_limit"] == "10000", "TS-Q4: a simulation states its cap"
    assert report["games"] == 2000
    assert report["seed"] == 7
    assert list(report["wins"]) == ["P1", "P2"]
    assert set(report["wins"]["P1"]) == {"count", "share", "low", "high"}
    assert set(report["rounds"]) == {"mean", "sd", "min", "max"}


def test_sim_as_a_table() -> None:
    done = run("sim", "minefield-navigator", "--games", "1000", "--seed", "7")
    assert "Minefield Navigator: 1,000 games between random bots, seed 7" in done.stdout
    assert re.search(r"player1 +\d+ +0\.\d{4}   0\.\d{4} to 0\.\d{4}", done.stdout)
    assert "rounds: mean" in done.stdout


def test_sim_with_other_players() -> None:
    """--bots is for all seats that --seat doesn't name; players that think play as well as rules."""
    arguments = ("sim", "terminal-maneuver", "--games", "12", "--seed", "7", "--threads", "2")
    both = run(*arguments, "--bots", "search:3")
    assert "Terminal Maneuver: 12 games between search:3 bots, seed 7" in both.stdout
    assert re.search(r"^missile +\d+ +\d\.\d{4}", both.stdout, re.MULTILINE)
    mixed = run(*arguments, "--bots", "search:3", "--seat", "laser=random:50%")
    assert "12 games with missile=search:3, laser=random:50%, seed 7" in mixed.stdout
    assert "of processes, for players that think" in " ".join(run("sim", "--help").stdout.split())


def test_a_reader_who_leaves_is_no_error() -> None:
    done = subprocess.run(f"{' '.join(FEINT)} rules tower-siege | head -1", shell=True, capture_output=True, text=True)
    assert done.stdout == "# Tower Siege\n"
    assert done.stderr == ""


def test_nothing_waits_for_a_compiler() -> None:
    """Listing games and reaching the first prompt import no compiler, no arrays, and nothing of the server's."""
    slow = "{'numba', 'numpy', 'uvicorn', 'fastapi', 'asyncio'} & {*sys.modules}"
    for arguments in (["games"], ["play", "tower-siege"]):
        code = f"import sys; from feint.terminal.app import main; main({arguments}); print({slow})"
        done = subprocess.run([sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, check=True)
        assert done.stdout.endswith("set()\n")


def test_sim_on_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is none, and what it can't play; what it plays is in tests/lab/test_cuda_simulation.py."""
    monkeypatch.setitem(sys.modules, "cupy", None)
    done = run("sim", "tower-siege", "--games", "10", "--device", "cuda")
    missing = "feint: this needs cupy, which isn't installed: pip install 'feint[gpu]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", missing)
    done = run("sim", "tower-siege", "--games", "10", "--device", "cuda", "--bots", "perfect")
    thinker = "feint: perfect can't play on a GPU, where only bots can that are rules\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", thinker)


def test_sim_shows_progress() -> None:
    person = Person("sim", "tower-siege", "--games", "3000000", "--seed", "1")
    assert person.leaves() == 0
    assert "compiling the rules" in person.screen
    assert re.search(r"Tower Siege .* \d+/3000000", person.screen)
    assert "3,000,000 games between random bots" in person.screen


def test_sim_without_a_place_to_keep_compiled_code() -> None:
    env = os.environ | {"XDG_CACHE_HOME": "/dev/null/x"}
    command = [*FEINT, "sim", "terminal-maneuver", "--games", "10", "--seed", "1"]
    assert subprocess.run(command, capture_output=True, env=env).returncode == 0


def test_make_lists_its_targets() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True)
    for target in ("play", "test", "bench"):
        assert re.search(rf"^make {target} +\w", done.stdout, re.MULTILINE)


def test_output_that_cannot_be_written() -> None:
    for command in (["rules", "tower-siege"], ["games"], ["play", "tower-siege"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [*FEINT, *command], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True
            )
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1)
        assert done.stderr in ("", "feint: the output: no space left on device\n")


def test_a_terminal_that_cannot_show_a_letter(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [*FEINT, "play", "tower-siege", "--record", str(tmp_path / "é.feint")]
    done = subprocess.run(command, input="é\nquit\n".encode(), capture_output=True, env=env)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "é.feint").exists()


def test_a_match_without_a_seed_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "by-hand.feint"
    file.write_text(feint.load("minefield-navigator").start(chance=[]).record())
    assert run("check", str(file)).returncode == 0
    done = run("play", "--resume", str(file))
    assert done.returncode == 2
    assert "this match has no seed to draw outcomes from" in done.stderr


def test_version() -> None:
    assert run("--version").stdout == f"feint {feint.__version__}\n"
