"""Stat sheets of Dark Frontier (DF-Q2): those of the project, those of a designer, and the bad ones, which are refused."""

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import feint
from feint.core.game import Game
from kit.games import random_match

SHIPS = Path(feint.__file__).parent / "games" / "dark_frontier" / "ships"
CUTTER = {
    "what": '"a cutter for tests"',
    "thrust": "5",
    "rotation": "2",
    "gimbal": "false",
    "point_defence": "4",
    "flak_velocity": "2",
    "flak_arc": "[0, 1]",
    "flak_shots": "1",
    "missile_velocity": "1",
    "missile_arc": "[3]",
    "missile_shots": "1",
    "missiles_a_turn": "3",
    "magazine": "6",
    "missile_acceleration": "1",
    "missile_rotation": "0",
    "damage": '["missile bay", "flak guns", "thrust", "rotation", "point defence", "hull"]',
}
"""A sheet as its file has it, field by field."""


def sheet(**changes: str | None) -> list[str]:
    """The lines of a cutter's file, with other values for some fields; None leaves a field out."""
    values: dict[str, str | None] = {**CUTTER, **changes}
    return [f"{field} = {value}" for field, value in values.items() if value is not None]


def folder_of(place: Path, **files: list[str]) -> Path:
    """A folder of sheets."""
    for name, lines in files.items():
        (place / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place


def cutters(**changes: str | None) -> list[str]:
    """One TOML text with a single ship in it."""
    return ["[cutter]", *sheet(**changes)]


def both_fly(ships: Path | str | list[str], name: str) -> Game:
    return feint.load("dark-frontier", ships=ships, defender_ship=name, attacker_ship=name)


def test_the_project_has_three_classes_of_different_temper() -> None:
    """DF-Q2: a nimble one, a heavy one and a missile boat; each has a file, and either seat can fly each."""
    game = feint.load("dark-frontier")
    classes = {ship["name"]: ship for ship in game.data["ships"].shown}
    assert set(classes) == {"bastion", "kestrel", "lancer"} == {file.stem for file in SHIPS.glob("*.toml")}
    assert max(classes, key=lambda name: classes[name]["thrust"]) == "kestrel"
    assert max(classes, key=lambda name: classes[name]["rotation"]) == "kestrel"
    assert max(classes, key=lambda name: classes[name]["flak_shots"]) == "bastion"
    assert max(classes, key=lambda name: classes[name]["magazine"]) == "lancer"
    for name in ("defender_ship", "attacker_ship"):
        assert dict(game.all_rulings[name].choices) == {ship: row["what"] for ship, row in classes.items()}


@pytest.mark.parametrize("attacker", ["bastion", "kestrel", "lancer"])
@pytest.mark.parametrize("defender", ["bastion", "kestrel", "lancer"])
def test_a_ship_starts_as_its_sheet_says(defender: str, attacker: str) -> None:
    """DF-Q2: and both classes are open before setup."""
    match = feint.load("dark-frontier", defender_ship=defender, attacker_ship=attacker).start(seed=1)
    assert match.log(None)[1] == f"At White Sands the defender flies a {defender}, the attacker a {attacker}."
    view = match.view(None)
    for seat, name in enumerate((defender, attacker)):
        ship = view["ships"][view["kind_of_ship"][seat]]
        assert ship["name"] == name
        for part, field in (("thrust", "thrust"), ("rotation", "rotation"), ("defence", "point_defence")):
            assert view[part][seat] == ship[field]
        assert view["magazine"][seat] == ship["magazine"]
        assert (view["bay"][seat], view["guns"][seat]) == (1, 1)


def test_another_folder_of_sheets(tmp_path: Path) -> None:
    """DF-Q2: a designer adds a class by adding a file, and the numbers are those of the file."""
    shutil.copytree(SHIPS, tmp_path, dirs_exist_ok=True)
    folder_of(tmp_path, cutter=sheet())
    for ships in (tmp_path, str(tmp_path)):
        game = feint.load("dark-frontier", ships=ships, attacker_ship="cutter")
        assert [ship["name"] for ship in game.data["ships"].shown] == ["bastion", "cutter", "kestrel", "lancer"]
        view = game.start(seed=1).view(None)
        assert (view["thrust"], view["defence"], view["magazine"]) == ([2, 5], [3, 4], [4, 6])


def test_one_text_with_a_table_a_ship() -> None:
    """DF-Q2: as a list of lines, with blank lines and comments."""
    lines = ["# two ships", *cutters(), "", "[hulk]", *sheet(thrust="0", rotation="0", flak_shots="0", flak_arc="[]")]
    game = feint.load("dark-frontier", ships=lines, defender_ship="hulk", attacker_ship="cutter")
    match = game.start(seed=1)
    assert match.view(None)["guns"] == [0, 1]
    for choice in ("place 0,0 facing N", "place 0,-12 facing S", "velocity none"):
        match.play(match.pending[0], choice)
    assert match.legal("defender") == ["turn 0"]
    assert match.legal("attacker") == ["turn -2", "turn -1", "turn 0", "turn +1", "turn +2"]
    match.play("defender", "turn 0")
    assert match.legal("defender") == ["burn 0"]


def test_arcs_are_directions_from_the_facing() -> None:
    """DF-R11, DF-Q2: 0 is ahead, and they go on clockwise; a split needs both directions."""
    match = both_fly(cutters(), "cutter").start(seed=1)
    for choice in ("place 0,0 facing SE", "place 0,-12 facing S", "velocity none"):
        match.play(match.pending[0], choice)
    for seat in ("defender", "attacker"):
        match.play(seat, "turn 0")
        match.play(seat, "burn 0")
    match.play("defender", "fire flak")
    match.play("defender", "from 0,0")
    assert sorted(match.legal("defender")) == sorted(
        ["towards SE 2", "towards SE 1, S 1", "towards S 2", "towards S 1, SE 1"]
    )
    match.play("defender", "towards S 2")
    match.play("defender", "fire missile")
    match.play("defender", "from 0,0")
    assert match.legal("defender") == ["towards NW 1"]


NUMBERS = {
    "thrust": 6,
    "rotation": 3,
    "point_defence": 6,
    "flak_velocity": 6,
    "flak_shots": 3,
    "missile_velocity": 6,
    "missile_shots": 4,
    "missiles_a_turn": 6,
    "magazine": 12,
    "missile_acceleration": 6,
    "missile_rotation": 3,
}
"""The highest that each number of a sheet can be."""
FIELDS = ", ".join(["what", *NUMBERS, "gimbal", "flak_arc", "missile_arc", "damage"])
ARC = "is not a list of directions from 0 (ahead) clockwise to 5"
TABLE = "damage is not a list of six, each of missile bay, flak guns, thrust, rotation, point defence, hull"


@pytest.mark.parametrize("field", list(NUMBERS))
def test_numbers_from_the_lowest_to_the_highest(field: str, tmp_path: Path) -> None:
    """DF-Q2: either end is taken; beyond it, or what isn't a whole number, is refused."""
    low, high = 1 if field == "point_defence" else 0, NUMBERS[field]
    for good in (low, high):
        [ship] = both_fly(cutters(**{field: str(good)}), "cutter").data["ships"].shown
        assert ship[field] == good
    bad = {str(low - 1): str(low - 1), str(high + 1): str(high + 1), "true": "True", "2.0": "2.0", '"2"': "2"}
    for written, named in (bad | {"[2]": "[2]"}).items():
        says = f"cutter.toml: {field} is {named!r}; it can be a whole number from {low} to {high}"
        refused(folder_of(tmp_path, cutter=sheet(**{field: written})), says)


BAD_SHEETS: list[tuple[Mapping[str, str | None], str]] = [
    *(({field: None}, f"{field} is missing") for field in CUTTER),
    ({"armour": "3"}, f"armour is unknown; a sheet has {FIELDS}"),
    ({"what": "3"}, "what is not one line of text, without ;"),
    ({"what": '"two\\nlines"'}, "what is not one line of text, without ;"),
    ({"what": '"one; two"'}, "what is not one line of text, without ;"),
    ({"gimbal": "1"}, "gimbal is neither true nor false"),
    ({"gimbal": '"yes"'}, "gimbal is neither true nor false"),
    *(({arc: bad}, f"{arc} {ARC}") for arc in ("flak_arc", "missile_arc") for bad in ("3", "[6]", "[-1]", '["N"]')),
    ({"flak_arc": "[true]"}, f"flak_arc {ARC}"),
    ({"flak_arc": "[]"}, "flak_arc is empty, but flak_shots is 1"),
    ({"missile_arc": "[]"}, "missile_arc is empty, but missile_shots is 1"),
    ({"damage": '"hull"'}, TABLE),
    ({"damage": str(["hull"] * 5)}, TABLE),
    ({"damage": str(["hull"] * 7)}, TABLE),
    ({"damage": str([*["hull"] * 5, "engine"])}, TABLE),
    ({"damage": str([*["hull"] * 5, 6])}, TABLE),
    ({"damage": str([*["hull"] * 5, ["hull"]])}, TABLE),
]


def refused(ships: Path | list[str], says: str) -> None:
    """Sheets are refused in one sentence; the file's folder comes first, if there is one."""
    with pytest.raises(feint.FeintError) as error:
        both_fly(ships, "cutter")
    where = f"{ships}, " if isinstance(ships, Path) else ""
    assert str(error.value) == f"{where}{says}"
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("changes", "says"), BAD_SHEETS, ids=lambda part: str(part)[:40])
def test_a_bad_sheet_is_refused_with_file_field_and_reason(
    changes: Mapping[str, str | None], says: str, tmp_path: Path
) -> None:
    """DF-Q2: from a folder, also when the other files are good, and from a text."""
    shutil.copytree(SHIPS, tmp_path, dirs_exist_ok=True)
    refused(folder_of(tmp_path, cutter=sheet(**changes)), f"cutter.toml: {says}")
    refused(cutters(**changes), f"cutter.toml: {says}")


@pytest.mark.parametrize("name", ["Cutter", "2fast", "cutter" * 5, "-", "_"])
def test_a_bad_name_is_refused(name: str, tmp_path: Path) -> None:
    """DF-Q2: it has to fit in a record, and into `defender_ship=`."""
    says = f"{name}.toml: a ship's name is 1 to 24 small letters, digits, _ and -, a letter first"
    refused(folder_of(tmp_path, **{name: sheet()}), says)
    refused([f"[{name}]", *sheet()], says)


@pytest.mark.parametrize("name", ["my ship", "a.b", "a,b", "cutter[1]", "cutter (1)", "a=b", "\u00e9"])
def test_a_file_with_an_odd_name_is_refused_by_its_name(name: str, tmp_path: Path) -> None:
    """DF-Q2: whatever the name would mean in TOML, and not as a part of the file before it."""
    shutil.copytree(SHIPS, tmp_path, dirs_exist_ok=True)
    refused(
        folder_of(tmp_path, **{name: sheet()}),
        f"{name}.toml: a ship's name is 1 to 24 small letters, digits, _ and -, a letter first",
    )


@pytest.mark.parametrize("line", ["cutter = 3", "[[cutter]]"])
def test_sheets_in_one_text_begin_with_a_name(line: str) -> None:
    refused([line, *sheet()], "give a folder with one TOML file a ship, or lines with [name] before each ship")


def test_no_ship_comes_twice() -> None:
    refused([*cutters(), *cutters(thrust="1")], "cutter.toml: it is there twice; each ship has one sheet")


def test_how_many_ships_there_can_be(tmp_path: Path) -> None:
    """DF-Q2: up to eight, and not none."""
    refused(tmp_path, "there are 0 ships; there can be 1 to 8")
    names = ["cutter", *(f"ship{number}" for number in range(2, 10))]
    folder_of(tmp_path, **{name: sheet() for name in names})
    refused(tmp_path, "there are 9 ships; there can be 1 to 8")
    (tmp_path / "ship9.toml").unlink()
    assert len(both_fly(tmp_path, "cutter").data["ships"].shown) == 8


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "among others"])
@pytest.mark.parametrize(
    "line", ["thrust", "thrust = ", "thrust = fast", 'what = "open', "thrust = 3", "= 3", "flak_arc = [0, 1"]
)
def test_what_is_not_toml_is_refused_with_its_file(line: str, alone: bool, tmp_path: Path) -> None:
    """DF-Q2: a word alone, nothing, no value, an open string, a field twice, no name, an open list; first or last."""
    folder_of(tmp_path, cutter=[*sheet(), line], zulu=sheet())
    if alone:
        (tmp_path / "zulu.toml").unlink()
    with pytest.raises(feint.FeintError) as error:
        both_fly(tmp_path, "cutter")
    assert str(error.value).startswith(f"{tmp_path}, cutter.toml: it is not TOML: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000], ids=["many digits", "many brackets"])
def test_what_a_reader_of_toml_chokes_on_is_refused(value: str) -> None:
    """Refused with the game's own error, not with a crash of the reader."""
    with pytest.raises(feint.FeintError, match=r"^cutter\.toml: "):
        both_fly(cutters(thrust=value), "cutter")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(feint.FeintError, match=re.escape(f"{tmp_path / 'ships'} can't be read: no such file")):
        feint.load("dark-frontier", ships=tmp_path / "ships")
    (tmp_path / "cutter.toml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(feint.FeintError, match=r"cutter\.toml can't be read: it is not text"):
        feint.load("dark-frontier", ships=tmp_path)


def test_a_ship_that_the_sheets_lack_is_refused() -> None:
    """DF-Q2: by name; and other sheets without the ships flown by default are refused or flown, but never a crash."""
    with pytest.raises(feint.BadRuling, match="defender_ship=bastion is not a choice: defender_ship can be cutter"):
        feint.load("dark-frontier", ships=cutters(), defender_ship="bastion", attacker_ship="cutter")
    try:
        game = feint.load("dark-frontier", ships=cutters())
    except feint.FeintError as error:
        assert "cutter" in str(error), "what there is to choose from"
    else:
        assert game.start(seed=1).log(None)[1] == "At White Sands the defender flies a cutter, the attacker a cutter."


WRITTEN: list[Callable[[], list[str]]] = [
    cutters,
    lambda: ["# a comment; odd", *cutters(), "", "[hulk]", *sheet(thrust="0")],
    lambda: [*cutters(flak_shots="1 # one; two")],
    lambda: [*cutters(what='"\u00e9 \\" \\\\ # \U0001f680"')],
    lambda: [*cutters(damage=None), "damage = [", *['  "thrust", # ; '] * 5, '  "hull",', "]"],
]


@pytest.mark.parametrize(
    "lines", WRITTEN, ids=["plain", "two ships", "comment behind a value", "odd letters", "list over lines"]
)
def test_a_record_holds_the_sheets(lines: Callable[[], list[str]], tmp_path: Path) -> None:
    """A match with other sheets replays without the files, the ships and their names being new."""
    text = lines()
    split = text.index("[hulk]") if "[hulk]" in text else len(text)
    folder_of(tmp_path, cutter=[line for line in text[:split] if line != "[cutter]"])
    if split < len(text):
        folder_of(tmp_path, hulk=text[split + 1 :])
    match = random_match(both_fly(tmp_path, "cutter"), 5)
    record = match.record()
    assert "data ships: " in record
    shutil.rmtree(tmp_path)
    again = feint.replay(record)
    assert again.record() == record
    assert again._states == match._states
    assert again.game.data["ships"].shown == match.game.data["ships"].shown


def test_a_record_with_other_numbers_under_the_same_name(tmp_path: Path) -> None:
    """The ships that the game has, changed: the record goes by its own sheets, not by the game's."""
    folder_of(tmp_path, bastion=sheet(), kestrel=sheet(thrust="6"))
    match = random_match(feint.load("dark-frontier", ships=tmp_path), 3)
    again = feint.replay(match.record())
    assert again.record() == match.record()
    assert again.view(None)["ships"][1]["thrust"] == 6
    assert "data ships" not in feint.load("dark-frontier").start(seed=1).record()


def test_a_record_with_a_bad_sheet_is_refused_at_its_line() -> None:
    record = random_match(feint.load("dark-frontier", ships=["[bastion]", *sheet(), "[kestrel]", *sheet()]), 3).record()
    plain = re.sub(r"  #[0-9a-f]{4}$", "", record, flags=re.MULTILINE)
    with pytest.raises(feint.BadRecord, match=r"line 5: bastion\.toml: thrust is '9'; it can be a whole number from"):
        feint.replay(plain.replace("thrust = 5", "thrust = 9", 1))
