"""Playing at a terminal: people at one keyboard, bots, wrong input, secrets, help, undo, boards."""

import re
import signal
import subprocess
import termios
from pathlib import Path

import pytest

import feint
from kit.games import random_match
from kit.terminal import FEINT, Person, a_battle, at_one_keyboard, run


def test_a_secret_is_typed_unseen() -> None:
    """TS-R10: the screen says who must look away, and nothing typed is left on it before the reveal."""
    person = a_battle("--plain", "--rule", "cards=9")
    person.types("P1, choose your battle card: ", "8")
    person.types("P2, choose your battle card: ", "7")
    before = person.raw.split("Battle initiated")[1]
    assert "(P2: look away. What is typed now is not shown.)" in before
    assert "(P1: look away. What is typed now is not shown.)" in before
    shown = re.sub(r"\[1, 2, 3, 4, 5, 6, 7, 8, 9\]|cards 1 2 3 4 5 6 7 8 9|P.  4  5  6  7  8  9", "", before)
    assert "7" not in shown
    assert "8" not in shown
    person.quits()
    assert "P1 plays 8. P2 plays 7.\nP1 wins the battle!" in person.dialogue


def test_every_byte_is_the_same_whatever_the_secret_is() -> None:
    """TS-R10, TM-R7: up to the reveal the terminal gets the same bytes, whichever card lies face down."""
    shown = set()
    for card in ("1", "5", "3"):
        person = a_battle()
        person.types("P1, choose your battle card: ", card)
        person.types("P2, choose your battle card: ", "board")
        person.types("P2, choose your battle card: ", "?")
        person.types("P2, choose your battle card: ", "undo")
        person.types("P2, choose your battle card: ", "99")
        person.types("P2, choose your battle card: ", "2")
        shown.add(person.raw)
        person.types("Enter choice: ", "quit")
        person.leaves()
    assert len(shown) == 1


def test_a_wrong_secret_is_not_repeated() -> None:
    """Nor is it taken for one that a hint is asked for where there are none: the answer is why."""
    person = a_battle("--plain")
    person.types("P1, choose your battle card: ", "zebra")
    person.types("P1, choose your battle card: ", "hint")
    assert person.quits("P1, choose your battle card: ") == 0
    assert "zebra" not in person.screen
    assert person.screen.count("That is not one of P1's cards: choose one of 1, 2, 3, 4, 5.") == 1
    assert "There are no hints here: they are for one person alone against bots" in person.screen


def test_alone_nobody_looks_away() -> None:
    """Against a bot there is nobody to hide from, and the dialogue is the book's to the letter."""
    person = Person("play", "tower-siege", "--plain", "--seat", "P2=random", "--seed", "1")
    for _ in range(40):
        found = person.child.expect_exact(["Enter choice: ", "): ", "battle card: ", "wins the game"])
        person.raw += person.child.before + person.child.after
        if found == 3:
            break
        person.child.sendline("1" if found != 2 else person.screen.rsplit("P1's available battle cards: [", 1)[1][0])
    person.leaves()
    assert "look away" not in person.screen
    assert "preparing" not in person.raw, "random needs no preparing"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["terminal-maneuver"],
            "You play missile, Expert (perfect:90%), rated 1534 ± 15, plays laser. Add --seat laser=human to play with a friend here.",
        ),
        (
            ["tower-siege"],
            "You play P1, Expert (perfect:90%), rated 1647 ± 17, plays P2. Add --seat P2=human to play with a friend here.",
        ),
        (
            ["space-goats", "--players", "4"],
            "You play P1, Expert (miser), not measured, plays P2, P3 and P4. Add --seat P2=human",
        ),
    ],
)
def test_who_names_no_seat_plays_against_the_computer(options: list[str], said: str) -> None:
    done = run("play", *options, typed="quit\n")
    assert done.returncode == 0
    assert said in done.stdout.replace("\n    ", " ")
    assert "look away" not in done.stdout


def test_a_whole_match_against_the_computer(tmp_path: Path) -> None:
    """Only one's own choices are asked for, down to the end."""
    file = tmp_path / "m.feint"
    person = Person("play", "terminal-maneuver", "--rule", "fuel=20", "--record", str(file))
    for burn in range(2, 7):
        person.types(f"Missile, choose how much fuel to burn (0-{burn}): ", str(burn))
    assert person.leaves() == 0
    match = feint.replay(file.read_text())
    assert match.scores == {"missile": 1.0, "laser": 0.0}
    assert match.seats == {"missile": "human", "laser": "club"}


def test_people_play_the_seats_that_nobody_named() -> None:
    for seat in ("P1=human", "P2=human"):
        person = Person("play", "tower-siege", "--seat", seat)
        person.moves("1")
        person.child.expect_exact("Player 2's Turn:")
        assert person.quits() == 0
        assert "search" not in person.screen


def test_missile_and_laser_at_one_keyboard() -> None:
    """TM-R2, TM-Q5: the laser is asked first; both choices stay unseen until the card is turned over."""
    person = Person(*at_one_keyboard("terminal-maneuver"), "--plain", "--chance", "d6 6", "--seed", "3")
    person.types("Laser, lay your guess face down (0-6): ", "1")
    assert "(missile: look away." in person.screen
    assert re.search(r"^ +3 +- ", person.screen, re.MULTILINE), "what can't be burned"
    assert re.search(r"^ +2 +no use ", person.screen, re.MULTILINE), "for the laser, where the missile is always safe"
    person.types("Missile, choose how much fuel to burn (0-2): ", "1")
    assert person.quits("Laser, lay your guess face down (0-6): ") == 0
    assert (
        "The missile burns 1. The laser guessed 1. Caught!\nThe missile rolls a 6 and needs 2 or more.\n"
        in person.dialogue
    )
    assert re.search(r"1 +2\+ ML", person.screen), "the past is marked on the board"


def test_wrong_input_costs_nothing() -> None:
    """One sentence, and the same thing asked again."""
    person = Person(
        *at_one_keyboard("minefield-navigator"), "--plain", "--rule", "detectors=1", "--chance", "mines 3,6,9"
    )
    ask = "Enter your choice (1 or 2): "
    for wrong in ("3", "", "fly", "ü€", "1 2", b"\xff\xfe"):
        person.types(ask, wrong)
    person.types(ask, "2")
    for wrong in ("0", "11", "x", "-1"):
        person.types("Enter step number to scan (1-10): ", wrong)
    person.types("Enter step number to scan (1-10): ", "")
    person.types(ask, "scan 10")  # the notation works too
    person.types(ask, "1")
    person.types(ask, "2")
    person.types(ask, "1")
    assert person.quits(ask) == 0
    assert person.screen.count("Enter 1 to move forward or 2 to use a detector; or in words, like scan 10.") == 6
    assert person.screen.count("Enter a step ahead of you (1-10), or nothing to go back.") == 4
    assert "You have no detectors left; enter 1 to move forward." in person.screen
    assert person.screen.count("2. Use a detector.\n    (Not now: you have none left.)\n\n") == 1
    assert "Scanning step 10...\nNo mine found.\nDetectors remaining: 0" in person.dialogue


def test_rest_is_refused_on_the_road() -> None:
    """TS-R5: both actions are always listed, as in the book; of one that can't be chosen now the menu says so, and it is
    refused with a sentence."""
    person = Person(*at_one_keyboard("tower-siege"), "--plain")
    person.moves("1")
    person.moves("1")
    person.types("battle card: ", "1")
    person.types("battle card: ", "2")
    not_now = "2. Rest\n    (Not now: you can rest only at your own base.)\n    Or in words: move 1 ("
    person.types("Enter choice: ", "1")
    assert not_now not in person.screen, "at the base it is offered"
    person.types("): ", "2")
    person.types("Enter choice: ", "2")
    assert not_now in person.screen
    person.types("Enter choice: ", "rest")
    person.quits()
    assert "You can rest only at your own base; enter 1 to move forward." in person.screen


def test_blocked_way() -> None:
    """MN-Q1 blocked, MN-Q4: moving is refused, and a player who can do nothing passes."""
    options = ["--rule", "occupancy=blocked", "--rule", "detectors=1", "--rule", "mines=0"]
    person = Person(*at_one_keyboard("minefield-navigator"), "--plain", *options)
    ask = "Enter your choice (1 or 2): "
    person.types(ask, "1")
    person.types(ask, "1")
    person.types(ask, "scan 5")
    person.types(ask, "scan 6")
    person.quits(ask)
    assert "The way is blocked: Player 1 stands on step 1; enter 2 to scan." in person.screen
    assert person.screen.count("to step 1.\n    (Not now: Player 1 stands there.)\n2. Use a detector.\n\n") == 1
    assert "No way forward and no detector left: the turn is passed." in person.screen


def test_the_step_named_is_where_the_move_lands() -> None:
    """MN-Q1 exclusive: past the opponent."""
    person = Person(*at_one_keyboard("minefield-navigator"), "--plain", "--rule", "mines=0")
    ask = "Enter your choice (1 or 2): "
    person.types(ask, "1")
    person.types(ask, "1")
    assert "1. Move forward to step 2." in person.dialogue.split("Player 2's Turn:")[1]
    person.quits(ask)
    assert "Moved to step 2. Safe!" in person.dialogue


def test_the_board_shows_what_can_be_burned() -> None:
    """TM-Q1: a black square is no square, unless the ruling allows it; then it is always safe."""
    for ruling, square in (("forbidden", "-"), ("allowed", "always")):
        view = feint.load("terminal-maneuver", black_squares=ruling).start(seed=1).view("missile")
        board = re.sub(r"\[[a-z_ ]+\]|\[/\]", "", feint.load("terminal-maneuver").screen.board(view))
        assert re.search(rf"^ +6 +{square} ", board, re.MULTILINE)


def test_help_shows_the_summary_and_choices() -> None:
    person = Person(*at_one_keyboard("tower-siege"), "--plain", "--rule", "length=12")
    person.types("Enter choice: ", "?")
    person.moves("2")
    person.types("Enter choice: ", "?")
    person.quits()
    first, second = person.screen.split("Player 2's Turn:")
    assert "Your turn: move forward, up to 3; or rest at base, and get all used cards back." in first
    assert "What you can choose now: move 1, move 2, move 3, rest" in first
    assert "undo" not in first, "there is nothing to take back yet"
    assert "undo (take back the last choice)" in " ".join(second.split())
    assert "Changed for this match: length=12" in first


def test_all_of_the_rules_at_a_prompt() -> None:
    person = Person(*at_one_keyboard("tower-siege"), "--plain")
    person.types("Enter choice: ", "rules")
    person.quits()
    assert "TS-Q1 `track`: Where do the two heroes meet?" in person.screen


def test_undo() -> None:
    """Offered and possible until something secret has come out; a card that was laid stays laid."""
    person = a_battle("--plain")
    person.types("P1, choose your battle card: ", "undo")
    person.moves("3")
    person.types("P1, choose your battle card: ", "5")
    person.types("P2, choose your battle card: ", "undo")
    person.types("P2, choose your battle card: ", "4")
    person.types("Enter choice: ", "undo")
    person.types("Enter choice: ", "?")
    person.quits()
    assert "Taken back." in person.screen
    assert "P1 plays 5. P2 plays 4." in person.screen
    assert person.screen.count("Nothing can be taken back") == 2
    assert "undo (" not in person.screen.split("Nothing can be taken back")[2]


def test_undo_takes_back_the_bots_answer_too() -> None:
    person = Person("play", "tower-siege", "--plain", "--seat", "P2=random", "--seed", "1", "--rule", "length=30")
    person.moves("3")
    person.types("Enter choice: ", "undo")
    person.quits()
    assert re.findall(r"^    (.*)P1[ .\d]* T$", person.screen, re.MULTILINE)[-1] == "", "back at 0"


def test_a_bots_answer_is_not_known_before_it_is_given() -> None:
    """After an undo it draws anew: whoever takes back a choice can't count on the answer that was seen."""
    person = Person("play", "tower-siege", "--plain", "--seat", "P2=random", "--seed", "1", "--rule", "stride=9")
    for _ in range(12):
        person.types("Enter choice: ", "2")
        person.types("Enter choice: ", "undo")
    person.quits()
    assert len(set(re.findall(r"P2 (?:moves to position \d|rests)", person.screen))) > 1


def test_bots_play_by_themselves(tmp_path: Path) -> None:
    """Same seed, same match."""
    texts = []
    for n in range(2):
        file = tmp_path / f"{n}.feint"
        seats = ["--seat", "missile=random", "--seat", "laser=random"]
        assert run("play", "terminal-maneuver", *seats, "--seed", "9", "--record", str(file)).returncode == 0
        texts.append(file.read_text())
    assert texts[0] == texts[1]
    assert "seats: missile=random laser=random" in texts[0]


def test_the_board_is_in_colour_where_the_terminal_allows() -> None:
    for options, coloured in (
        (["play", "tower-siege", "--plain"], False),
        (["--plain", "play", "tower-siege"], False),
        (["play", "tower-siege"], True),
    ):
        person = Person(*options)
        person.types("Enter choice: ", "quit")
        person.leaves()
        assert ("\x1b[" in person.raw) == coloured
        assert re.search(r" P1  1  2  3 .* P1's cards 1 2 3 4 5", person.screen)


def test_a_program_that_was_stopped_still_hides_what_is_typed() -> None:
    """TS-R10: Ctrl-Z does nothing at a secret prompt, and one who comes back from elsewhere hides again."""
    person = a_battle("--plain", "--rule", "cards=9")
    person.child.expect_exact("P1, choose your battle card: ")
    person.child.waitnoecho(timeout=60)
    person.child.sendcontrol("z")
    person.child.kill(signal.SIGSTOP)
    terminal = termios.tcgetattr(person.child.child_fd)
    terminal[3] |= termios.ECHO  # what a shell does when it takes the terminal back
    termios.tcsetattr(person.child.child_fd, termios.TCSANOW, terminal)
    person.child.kill(signal.SIGCONT)
    assert person.child.waitnoecho(timeout=60)
    person.child.sendline("8")
    person.types("P2, choose your battle card: ", "7")
    typed = person.raw.split("P1's available")[-1].split("look away")[0]
    assert "8" not in re.sub(r"\[1, .* 9\]|P. .* T   P.'s cards 1 .* 9", "", typed)
    person.quits()
    assert "P1 plays 8. P2 plays 7." in person.screen


def test_a_wrong_given_outcome_is_left_out() -> None:
    """It is said, and the match goes on with the seed."""
    done = run(*at_one_keyboard("terminal-maneuver"), "--chance", "roll 7", "--seed", "3", typed="1\n1\n")
    assert "roll 7 can't happen here; it is ignored." in done.stdout
    assert "The missile rolls a " in done.stdout


def test_without_input_or_output_there_is_a_sentence() -> None:
    for closed in ("<&-", ">&-"):
        done = subprocess.run(
            f"{' '.join(FEINT)} play tower-siege {closed}", shell=True, stderr=subprocess.PIPE, text=True
        )
        assert done.returncode == 2
        assert "both input and output must be open" in done.stderr


@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("tower-siege", {}),
        ("tower-siege", {"length": 30, "cards": 9}),
        ("tower-siege", {"length": 30, "cards": 9, "track": "facing"}),
        ("minefield-navigator", {"steps": 20}),
        ("terminal-maneuver", {"fuel": 30, "black_squares": "allowed"}),
    ],
)
def test_boards_stay_within_80_columns(name: str, rulings: dict[str, object]) -> None:
    """At the dials' limits too, and however far the match has gone."""
    match = random_match(feint.load(name, **rulings), 5)
    for step in range(len(match.steps) + 1):
        for seat in (*match.game.seats, None):
            board = re.sub(r"\[[a-z_ ]+\]|\[/\]", "", match.game.screen.board(match.at(step).view(seat)))
            assert max(map(len, board.split("\n"))) <= 76
