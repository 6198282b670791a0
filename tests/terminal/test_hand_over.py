"""Several people with cards in hand at one keyboard: it is handed over, and nobody sees another's hand."""

import csv
import json
import re
import shlex
from pathlib import Path

import pexpect
import pytest

import feint
from kit.terminal import FEINT, TIMEOUT, Person, at_one_keyboard, run

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what has scrolled off it
TAKE = "{seat}, take the keyboard and type {seat}: "
MARKET = ["market Twin Salvo", "market Warp Drive", "market Deep Clean", "market Hull Plating"]


def goats(*options: str, chance: list[str] | None = None) -> Person:
    given = [word for outcome in chance or [] for word in ("--chance", outcome)]
    return Person(*at_one_keyboard("space-goats"), "--plain", "--seed", "5", *given, *options)


def draws(*cards: str) -> list[str]:
    return [f"draw {card}" for card in cards]


def after_the_last_clear(person: Person) -> str:
    return person.raw.rsplit(CLEAR, 1)[1]


@pytest.mark.parametrize("plain", [True, False])
def test_the_keyboard_is_handed_over(plain: bool) -> None:
    """Each sees the own hand, and the screen is cleared before the next one looks."""
    chance = MARKET + draws("Fuel Pod", "Fuel Pod", "Weak Rocket", "Emergency Shield")
    person = goats(*([] if plain else ["--players", "2"]), chance=chance)
    person.types(TAKE.format(seat="P1"), "P1")
    assert "P1 draws 4 cards.\nP1 banks 2 Fuel Pods.\n    (P2: look away. P1's cards come next.)" in person.screen
    assert "Weak Rocket" not in person.screen
    person.types("P1, your action (1-3): ", "pass")
    assert "P1 draws Fuel Pod, Fuel Pod, Weak Rocket and Emergency Shield." in person.screen
    assert "hand     Weak Rocket   Emergency Shield" in person.screen
    person.types(TAKE.format(seat="P2"), "P2")
    person.types("P2, your action", "pass")
    shown = after_the_last_clear(person)
    everyone, alone = shown.split("P2, take the keyboard and type P2: ")
    assert everyone.startswith("P1 passes.\r\n\r\nRound 1, P2's turn:\r\nP2 draws 4 cards.")
    assert "P2 draws Fuel Pod, " in alone
    assert "Emergency Shield" not in everyone
    person.quits(TAKE.format(seat="P1"))


def test_the_next_one_sees_the_same_whatever_the_hand() -> None:
    """Byte for byte, with a rocket in hand or an answer; and so does the file."""
    screens = []
    for card in ("Weak Rocket", "Emergency Shield"):
        person = goats(chance=MARKET + draws("Fuel Pod", "Fuel Pod", "Fuel Pod", card, *["Fuel Pod"] * 4))
        person.types(TAKE.format(seat="P1"), "P1")
        person.types("P1, your action", "pass")
        person.types(TAKE.format(seat="P2"), "P2")
        person.types("P2, your action", "quit")
        person.leaves()
        screens.append(after_the_last_clear(person).split("Saved to")[0])
        saved = re.search(r"Saved to (\S+)", person.screen)
        assert saved is not None
        text = Path(saved[1]).read_text()
        assert "| P1 draws 4 cards." in text
        assert card not in text.split("sealed:")[0]
        screens.append(re.sub(r"#[0-9a-f]{4}|sealed: .*", "", text))
    assert screens[0] == screens[2]
    assert screens[1] == screens[3]


def test_who_holds_nothing_need_not_answer() -> None:
    """SG-R11, SG-Q19: all can see that the hand is empty, so nobody learns anything if no answer is asked for."""
    chance = MARKET + draws("Fuel Pod", "Fuel Pod", "Fuel Pod", "Weak Rocket")
    person = goats(chance=chance)
    person.types(TAKE.format(seat="P1"), "P1")
    person.types("P1, your action", "fire weak rocket at p2")
    person.types(TAKE.format(seat="P2"), "P2")
    person.types("P2, your action", "quit")
    assert "Your answer" not in person.screen
    assert "Only one choice, made for you: no answer" in person.screen
    assert "P2, which of your ships" not in person.screen, "all are alike, which all can see"
    assert person.leaves() == 0


def test_what_one_saw_alone_is_told_to_all_at_the_next_turn() -> None:
    """P1 goes on choosing, and reads what came of it; the others read it when the keyboard goes round."""
    chance = [*MARKET, *draws("Fuel Pod", "Fuel Pod", "Fuel Pod", "Weak Rocket")]
    person = goats("--players", "3", "--seat", "P2=random", chance=chance)
    person.types(TAKE.format(seat="P1"), "P1")
    person.types("P1, your action", "fire weak rocket at p2")
    person.types(TAKE.format(seat="P3"), "P3")
    person.quits("P3, ")
    everyone = person.raw.split(CLEAR)[2].split(TAKE.format(seat="P3"))[0]
    assert "P1 fires Weak Rocket at P2." in everyone
    assert "Round 1, P2's turn:" in everyone


def test_nothing_shows_before_the_keyboard_is_taken() -> None:
    """Not by a command, nor by pressing enter once too often."""
    person = goats(chance=MARKET + draws("Fuel Pod", "Fuel Pod", "Fuel Pod", "Weak Rocket"))
    for typed in ("", "board", "?", "piles", "P2", "1", "undo"):
        person.types(TAKE.format(seat="P1"), typed)
    assert "hand " not in person.screen
    assert "Weak Rocket" not in person.screen
    person.types(TAKE.format(seat="P1"), "p1")
    person.quits("P1, your action")
    assert "hand     Weak Rocket" in person.screen


def test_an_outcome_that_does_not_fit_tells_nothing() -> None:
    """What could come instead would tell what is in the hand of whoever draws."""
    options = ["--seat", "P2=trader", "--seed", "1"]
    for outcome in [*MARKET, *draws(*["Fuel Pod"] * 4), "draw Twin Salvo"]:
        options += ["--chance", outcome]
    done = run("play", "space-goats", *options, typed="pass\nquit\n")
    assert "draw Twin Salvo can't happen here; it is ignored." in done.stdout
    assert "it can be" not in done.stdout


def test_hands_are_cleared_through_another_program_too() -> None:
    """`feint play ... | tee file` shows on the same screen, though its output is no terminal."""
    command = shlex.join([*FEINT, *at_one_keyboard("space-goats"), "--seed", "5"])
    child = pexpect.spawn("sh", ["-c", f"{command} | cat"], encoding="utf-8", timeout=TIMEOUT)
    child.expect_exact(TAKE.format(seat="P1"))
    child.sendline("P1")
    child.expect_exact("P1, your action")
    child.sendline("pass")
    child.expect_exact(TAKE.format(seat="P2"))
    assert CLEAR in child.before
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()


def test_leaving_shows_nothing() -> None:
    person = goats(chance=MARKET + draws("Fuel Pod", "Fuel Pod", "Fuel Pod", "Weak Rocket"))
    person.types(TAKE.format(seat="P1"), "P1")
    person.quits("P1, your action")
    assert "Weak Rocket" not in after_the_last_clear(person)
    assert "Saved to" in after_the_last_clear(person)


def test_one_person_needs_no_handing_over() -> None:
    """And is not asked for an answer that it doesn't have."""
    done = run("play", "space-goats", "--seat", "P2=trader", "--seed", "1", typed="1\nquit\n")
    assert "take the keyboard" not in done.stdout
    assert "P2 fires Weak Rocket at P1." in done.stdout
    assert "Only one choice, made for you: no answer" in done.stdout
    assert "Your answer" not in done.stdout


def test_a_whole_game_at_one_keyboard(tmp_path: Path) -> None:
    """Three people who take what comes; at the end all hands are open."""
    file = tmp_path / "goats.feint"
    options = ["--players", "4", "--seat", "P4=trader", "--seed", "2", "--record", str(file)]
    done = run("play", "space-goats", *options, typed="P1\nP2\nP3\n1\n" * 3000)
    assert done.returncode == 0
    assert re.search(r"P\d wins with", done.stdout)
    assert "P3 held " in done.stdout
    assert feint.replay(file.read_text()).over
    assert run("check", str(file)).returncode == 0
    seen = run("replay", str(file), "--as", "P2", "--all").stdout
    assert "P1 draws 4 cards." in seen


def test_sim_by_the_designer_of_space_goats(tmp_path: Path) -> None:
    """--players, --deck, --csv and --json."""
    cards = Path(feint.__file__).parent / "games" / "space_goats" / "cards.csv"
    deck, table = tmp_path / "deck.csv", tmp_path / "table.csv"
    deck.write_text(cards.read_text().replace("Hull Plating", "Tin Foil"))
    arguments = ["sim", "space-goats", "--players", "3", "--games", "2000", "--seed", "1"]
    done = run(*arguments, "--deck", str(deck), "--csv", str(table))
    assert done.returncode == 0, done.stderr
    assert "2,000 games between trader bots" in done.stdout
    assert "by wreckage" in done.stdout
    assert re.search(r"with deck deck.csv \(print [0-9a-f]{8}\)\n", done.stdout)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 24
    assert float(rows[0]["correlation"]) >= float(rows[1]["correlation"])
    assert re.search(r"^EMP Rocket .* few bought$", done.stdout, re.MULTILINE)
    assert "it is no proof that the card wins games" in " ".join(done.stdout.split())
    assert "Tin Foil" in {row["card"] for row in rows}
    report = json.loads(run(*arguments, "--json", "--seat", "P2=random").stdout)
    assert report["bots"] == {"P1": "trader", "P2": "random", "P3": "trader"}
    assert report["wins"]["P2"]["share"] < 0.25
    assert {row["card"] for row in report["listing"]} > {"Twin Salvo", "Hull Plating"}
    assert report["counts"]["first player won"] == report["wins"]["P1"]["count"]
    mixed = run(*arguments, "--seat", "P2=random").stdout
    assert "2,000 games with P1=trader, P2=random, P3=trader, seed 1" in mixed


def test_csv_of_a_game_without_a_table_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "seats.csv"
    run("sim", "tower-siege", "--games", "1000", "--seed", "7", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [row["seat"] for row in rows] == ["P1", "P2"]
    assert sum(int(row["wins"]) for row in rows) == 1000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sim", "space-goats", "--players", "6"], "it can be 2 to 5; the box has 45 starter cards"),
        (["play", "space-goats", "--players", "1"], "players=1 is too small: it can be 2 to 5"),
        (["sim", "space-goats", "--players", "3", "--rule", "players=4"], "players is given twice; once is enough"),
        (["sim", "tower-siege", "--players", "2"], "tower-siege has no ruling called players"),
        (["sim", "tower-siege", "--deck", "x.csv"], "tower-siege has no deck of cards that --deck could replace"),
        (["sim", "space-goats", "--deck", "x.csv"], "x.csv can't be read: no such file or directory"),
        (
            ["sim", "space-goats", "--csv", "/nowhere/x.csv"],
            "/nowhere/x.csv can't be written: it is a folder, or its folder doesn't exist",
        ),
        (["play", "space-goats", "--seat", "P3=human"], "space-goats has no seat called P3; it has P1, P2"),
        (
            ["play", "space-goats", "--seat", "P2=goat"],
            "P2=goat is not possible; a seat can be one of human, beginner, club, expert, best, random, miser, trader",
        ),
        (
            ["sim", "space-goats", "--seat", "P2=human"],
            "P2=human can't play: there is no player called human here; there are beginner, club",
        ),
        (
            ["play", "--resume", "x", "--deck", "y"],
            "--resume continues the match as it was saved; leave out the other options",
        ),
    ],
)
def test_wrong_requests(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--seed", "5"], True),
        (["--chance", "die 5"], True),
        ([], False),
        (["--seed", "5", "--seat", "laser=random"], False),
    ],
)
def test_a_seed_that_someone_typed_is_no_secret(options: list[str], told: bool) -> None:
    """Two people are told so; one against bots can't be wronged by it."""
    done = run("play", "terminal-maneuver", "--seat", "missile=human", *options, typed="quit\n")
    assert ("Whoever knows the --seed or --chance" in done.stdout) == told
