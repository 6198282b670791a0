"""The rule books' dialogues and worked examples, word for word, through the real command in a pseudo-terminal."""

import pytest

from kit.paths import EXAMPLE_GAMES
from kit.terminal import Person, a_battle, at_one_keyboard, run

TOWER_SIEGE_BOOK = """\
Welcome to Tower Siege!
Player 1 (P1) and Player 2 (P2) start at their bases (position 0).
Both players have battle cards [1, 2, 3, 4, 5].

Player 1's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 1
Enter positions to move forward (1-3): 3
P1 moves to position 3.

Player 2's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 1
Enter positions to move forward (1-3): 3
P2 moves to position 3.
Battle initiated at position 3!
P1's available battle cards: [1, 2, 3, 4, 5]
P2's available battle cards: [1, 2, 3, 4, 5]
P1, choose your battle card: 4
P2, choose your battle card: 5
P1 plays 4. P2 plays 5.
P2 wins the battle!
P1 is sent back to base.
Used cards are discarded.

Player 1's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 2
P1 rests and recovers all battle cards.

Player 2's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 1
Enter positions to move forward (1-3): 2
P2 moves to position 5.
"""

MINEFIELD_BOOK = """\
Welcome to Minefield Navigator!
Player 1 and Player 2, prepare to navigate the minefield.

Both players have 2 detectors.

Player 1's Turn:
You are at step 0.
Actions:
1. Move forward to step 1.
2. Use a detector.

Enter your choice (1 or 2): 1
Moved to step 1. Safe!

Player 2's Turn:
You are at step 0.
Actions:
1. Move forward to step 1.
2. Use a detector.

Enter your choice (1 or 2): 2
Enter step number to scan (1-10): 3
Scanning step 3...
Mine detected and diffused!
Detectors remaining: 1
"""

# The rest of the books' examples: what the player whose turn it is does.
TOWER_SIEGE_REST = ["3", "3", "3", "2"]
MINEFIELD_REST = [*"move move move move scan4 scan6 move move move move move move scan9".split(), *["move"] * 8]


def plays_on(person: Person) -> None:
    person.types("P1, choose your battle card: ", "4")
    person.types("P2, choose your battle card: ", "5")
    person.types("Enter choice: ", "2")
    person.moves("2")


@pytest.mark.parametrize("options", [["--plain"], []])
def test_tower_siege_book_dialogue(options: list[str]) -> None:
    """TS-R7, TS-R8, TS-R5: the book's dialogue; the cards are typed unseen, because both sit at one keyboard."""
    person = a_battle(*options)
    plays_on(person)
    for steps in TOWER_SIEGE_REST:
        person.moves(steps)
    assert person.leaves() == 0
    assert person.dialogue.startswith(_unseen(TOWER_SIEGE_BOOK))
    assert person.dialogue.endswith("P2 moves to position 10.\n\nPlayer 2 wins the game!\n")


def _unseen(book: str) -> str:
    """The book's dialogue as it looks when both sit at one keyboard and type their cards unseen."""
    return book.replace("battle card: 4", "battle card: ").replace("battle card: 5", "battle card: ")


def test_tower_siege_book_dialogue_in_a_pipe() -> None:
    """Without a terminal the dialogue is the same; nobody's secret is echoed."""
    done = run(*at_one_keyboard("tower-siege"), typed="1\n3\n1\n3\n4\n5\n2\n1\n2\n")
    said = "\n".join(line for line in done.stdout.split("\n") if not line.startswith("    "))
    assert said.startswith(_unseen(TOWER_SIEGE_BOOK))
    assert done.returncode == 0


def test_minefield_book_dialogue_and_worked_example() -> None:
    """MN-Q1 shared, which promises it word for word; MN-R2, MN-R6, MN-R9: 23 turns with mines on 3, 6 and 9."""
    person = Person(
        *at_one_keyboard("minefield-navigator"), "--plain", "--rule", "occupancy=shared", "--chance", "mines 3,6,9"
    )
    turns = ["move", "scan3", *MINEFIELD_REST]
    assert len(turns) == 23
    for turn in turns:
        person.types("Enter your choice (1 or 2): ", "1" if turn == "move" else "2")
        if turn != "move":
            person.types("): ", turn.removeprefix("scan"))
    assert person.leaves() == 0
    assert person.dialogue.startswith(MINEFIELD_BOOK)
    outcomes = [line for line in person.dialogue.split("\n") if "Mine " in line or ("mine" in line and "found" in line)]
    assert outcomes == ["Mine detected and diffused!", "No mine found."] + ["Mine detected and diffused!"] * 2
    assert "Moved to step 10. Safe!\n\nPlayer 1 wins by reaching step 10 first." in person.dialogue
    assert person.dialogue.count("'s Turn:") == 23


def test_minefield_book_dialogue_is_another_under_the_default() -> None:
    """MN-Q1 exclusive: Player 2 would go over Player 1, so the book's `Move forward to step 1.` speaks for `shared`."""
    done = run(*at_one_keyboard("minefield-navigator"), "--plain", "--chance", "mines 3,6,9", typed="1\n")
    own, other = done.stdout.split("'s Turn:")[1:]
    assert "1. Move forward to step 1." in own
    assert "1. Move forward to step 2." in other


def test_a_plain_prompt_takes_numbers() -> None:
    """In a game without a screen, a choice can be typed by its number in the list."""
    game = str(EXAMPLE_GAMES / "kuhn_poker")
    said = run("play", game, "--seat", "second=random", "--seed", "3", typed="3\n2\nquit\n").stdout
    assert "  1 pass   2 bet\nfirst, choose 1-2: 3\n" in said
    assert "That is not one of the choices; type a number from the list, or the choice itself." in said
    assert "first bets." in said
