"""`feint lab` at the terminal: what is shown, JSON, folders that go on, and what is said when asked wrongly."""

import json
import re
from pathlib import Path

import pytest

from kit.lab import no_room_beyond, small_game
from kit.terminal import run


@pytest.fixture(scope="module")
def urn() -> str:
    return str(small_game())


def test_compare(urn: str) -> None:
    done = run("lab", "compare", urn, "left=fool", "base", "--games", "800", "--seed", "3")
    assert done.returncode == 0
    assert done.stdout.startswith("Urn: base instead of left=fool, 800 games each; seed 3\n\nleft gains 0.")
    assert re.search(r"^what +players +before +after +change +low +high +verdict$", done.stdout, re.MULTILINE)
    assert re.search(
        r"^left +fool keeper +0\.\d{3} +0\.\d{3} +0\.\d{3} +0\.\d{3} +0\.\d{3} +different$", done.stdout, re.M
    )
    assert "Both settings were played on the same luck" in done.stdout
    assert run("lab", "compare", urn, "left=fool", "base", "--games", "800", "--seed", "3").stdout == done.stdout


def test_compare_for_programs(urn: str) -> None:
    arguments = (
        "lab",
        "compare",
        urn,
        "base",
        "blue=4",
        "--games",
        "500",
        "--seed",
        "3",
        "--bots",
        "keeper,fool",
        "--json",
    )
    found = json.loads(run(*arguments).stdout)
    assert (found["seed"], found["before"], found["after"], found["games"]) == (3, "base", "blue=4", [500, 500])
    rows = found["tables"]["What changes"]
    assert {row["players"] for row in rows} == {"keeper", "fool"}
    assert {row["what"] for row in rows} >= {"left", "right", "rounds", "choices", "left has green"}


def test_compare_until_it_is_known(urn: str) -> None:
    found = json.loads(run("lab", "compare", urn, "base", "blue=4", "--until", "0.05", "--seed", "3", "--json").stdout)
    left = next(row for row in found["tables"]["What changes"] if row["what"] == "left")
    assert left["high"] - left["low"] <= 0.1001
    assert "They hold however often one looks." in found["caveats"][0]


def test_a_folder_keeps_everything(urn: str, tmp_path: Path) -> None:
    """The same command goes on from it and says the same; another run isn't let in; a damaged shard is mended."""
    arguments = ("lab", "compare", urn, "base", "blue=4", "--games", "300", "--seed", "3", "--folder", "run")
    first = run(*arguments, cwd=tmp_path)
    assert first.stdout.endswith("All games and findings are in run\n")
    files = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    names = {file.name for file in files}
    assert {"run.toml", "games.csv", "findings.json", "000000000000"} <= names
    again = run(*(given for given in arguments if given not in ("--seed", "3")), cwd=tmp_path)
    assert again.stdout == first.stdout, "without a seed it is that of the folder"
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == files
    shard = next(file for file in files if file.name == "000000000000")
    shard.write_bytes(files[shard][:-7])
    assert run(*arguments, cwd=tmp_path).stdout == first.stdout
    assert shard.read_bytes() == files[shard]
    other = run(*["4" if given == "3" else given for given in arguments], cwd=tmp_path)
    assert other.returncode == 2
    assert "run holds another run" in other.stderr


def test_a_full_disk_takes_no_findings(urn: str, tmp_path: Path) -> None:
    """They are shown all the same, and after them what couldn't be written."""
    arguments = ("lab", "compare", urn, "base", "blue=4", "--games", "300", "--seed", "3", "--folder", "run")
    with no_room_beyond(10_000):
        full = run(*arguments, cwd=tmp_path)
    assert (full.returncode, full.stderr) == (2, "feint: run/report.html can't be written: file too large\n")
    again = run(*arguments, cwd=tmp_path)
    assert again.stdout == f"{full.stdout}\nAll games and findings are in run\n"


def test_sweep(urn: str, tmp_path: Path) -> None:
    """Every point is in a file for spreadsheets; solved ones have no games."""
    simulated = run(
        "lab", "sweep", urn, "--rule", "blue=0..4", "--games", "200", "--seed", "3", "--folder", "run", cwd=tmp_path
    )
    assert simulated.stdout.startswith("Urn: blue=0 to 4, 200 games each between keeper players; seed 3\n\n5 points: ")
    rows = (tmp_path / "run" / "points.csv").read_text().splitlines()
    assert rows[0] == "blue,left,left_low,left_high,right,right_low,right_high,mean rounds,kind"
    assert sorted(row.partition(",")[0] for row in rows[1:]) == list("01234")
    rules = ("--rule", "length=3", "--rule", "cards=1..2", "--rule", "stride=1")
    solved = run("lab", "sweep", "tower-siege", "--solve", *rules, "--seed", "3", "--folder", "solved", cwd=tmp_path)
    assert "\n2 points: 2 endless.\nNone of them is a contest.\n" in solved.stdout
    assert (tmp_path / "solved" / "points.csv").read_text().splitlines()[1] == "1,,0.0,1.0,,0.0,1.0,endless"
    assert not (tmp_path / "solved" / "games.csv").exists()


def test_matrix(urn: str) -> None:
    camps = run("lab", "matrix", urn, "--bots", "fool,random,keeper", "--games", "400", "--seed", "3")
    assert camps.returncode == 0
    assert "fool is dominated by keeper." in camps.stdout
    assert re.search(
        r"^keeper +0\.\d{3} \(0\.\d{3} to 0\.\d{3}\) +0\.\d{3} \(0\.\d{3} to 0\.\d{3}\) +0\.500$", camps.stdout, re.M
    )
    sides = (
        "lab",
        "matrix",
        urn,
        "--rows",
        "left=keeper|fool",
        "--columns",
        "blue=1|4",
        "--games",
        "400",
        "--seed",
        "3",
    )
    found = json.loads(run(*sides, "--seat", "right", "--json").stdout)
    assert [cell["row"] for cell in found["cells"]] == ["keeper", "keeper", "fool", "fool"]
    assert set(found["tables"]) == {"What right gets of the point, with 95% intervals", "Nash mixture"}


def test_skill(urn: str) -> None:
    done = run("lab", "skill", urn, "--games", "400", "--seed", "3")
    assert done.returncode == 0
    for heading in ("Ratings", "Neighbouring rungs", "What decides a game", "Seats, where all are", "Restricted play"):
        assert f"\n{heading}" in done.stdout
    assert "keeper:50%" in done.stdout


def test_feel(urn: str) -> None:
    done = run("lab", "feel", urn, "--games", "200", "--inside", "40", "--seed", "3")
    assert done.returncode == 0
    for heading in ("Length", "Choices", "Course", "Waiting and kingmaking", "Options that are seldom best"):
        assert f"\n{heading}\n" in done.stdout
    assert re.search(r"^what these decide +not examined +- +-$", done.stdout, re.MULTILINE)
    assert "what these decide: it takes three at the table." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "base", "base"], "nothing differs between base and base"),
        (["compare", "base", "red=3"], "urn has nothing called red to set; it has blue, bots, left, right"),
        (["compare", "base", "blue=9"], "blue=9 is too large"),
        (["compare", "base", "blue=3", "--games", "1"], "--games 1 is too small: a comparison takes at least 2 games"),
        (["compare", "base", "blue=3", "--until", "0"], "--until 0 would take forever"),
        (["compare", "base", "blue=3", "--margin", "2"], "2 is too large: it can be 0 to 1"),
        (["compare", "base", "blue=3", "--bots", "keeper,keeper"], "is not a list of different names"),
        (["compare", "base", "blue=3", "--bots", "wizard"], "there is no player called wizard here"),
        (["compare", "base", "blue=3", "--shard", "3/2"], "--shard 3/2 is not a part"),
        (["compare", "base", "blue=3", "--shard", "1/2"], "--shard needs --folder FOLDER"),
        (["compare", "base", "blue=3", "--seed", "1", "--seed", "2"], "argument --seed: given twice; once is enough"),
        (["compare", "base", "blue=3", "--folder", "/dev/null/run"], "/dev/null/run can't be a run's folder"),
        (["matrix"], "name --rows and --columns, or several bots"),
        (["matrix", "--bots", "keeper"], "name --rows and --columns, or several bots"),
        (["matrix", "--rows", "blue=1|2"], "--rows and --columns go together"),
        (["matrix", "--rows", "blue=1|2", "--columns", "left=up|fool"], "there is no player called up here"),
        (
            ["matrix", "--rows", "blue=1|2", "--columns", "left=fool", "--bots", "a,b"],
            "there is no player called a here",
        ),
        (["matrix", "--rows", "blue=1", "--columns", "left=fool", "--bots", "fool,keeper"], "takes the one bot"),
        (["matrix", "--bots", "fool,keeper", "--games", "1"], "--games 1 is too small"),
        (["skill", "--ladder", "keeper"], "a ladder takes at least two players"),
        (["skill", "--games", "2"], "--games 2 is too small: a pair plays at least 4 games"),
        (["feel", "--inside", "1"], "--inside 1 is too small: it takes at least 2 games"),
        (["feel", "--bots", "wizard"], "there is no player called wizard here"),
    ],
)
def test_wrong_requests_get_a_sentence(urn: str, arguments: list[str], says: str) -> None:
    done = run("lab", arguments[0], urn, *arguments[1:])
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
