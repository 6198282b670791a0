"""The kit for people who add a game: it passes what is right, and names what is wrong."""

import doctest
import json
import re
import shutil
from pathlib import Path

import pytest

import feint
from feint.core.rulebook import BEFORE, LAST
from feint.testing import BrokenPromises, check_game
from kit.paths import EXAMPLE_GAMES, ROOT
from kit.terminal import run

PAGE = (ROOT / "docs" / "developers" / "your-own-game.md").read_text()
SMALL = ("minefield-navigator", "terminal-maneuver", "tower-siege")


@pytest.mark.parametrize("name", feint.game_names())
def test_the_games_on_the_shelf_keep_their_promises(name: str) -> None:
    small = name in SMALL
    report = check_game(name, games=12 if small else 3, compiled=small)
    assert report.matches == (12 if small else 3)
    assert report.pairs > 30
    assert report.compiled == (12 if small else 0)
    assert (report.compared > 100) == small
    assert len(report.notes) == (not small)
    assert f"{name} keeps its promises" in str(report)


@pytest.mark.parametrize("name", ["goofspiel", "kuhn_poker", "leduc_poker", "urn"])
def test_the_games_for_tests_keep_theirs(name: str) -> None:
    report = check_game(EXAMPLE_GAMES / name, games=8, compiled=name == "kuhn_poker")
    assert report.ends == 8
    assert report.compared > 20
    [*notes] = report.notes
    assert notes == ([] if "poker" in name else [NO_REDEAL])


NO_REDEAL = "it has secrets but no redeal, so search can't play it, and no states were redealt"


def test_the_same_seed_finds_the_same() -> None:
    once, again = (check_game(EXAMPLE_GAMES / "kuhn_poker", games=20, seed=3, compiled=False) for _ in range(2))
    assert once == again
    assert once != check_game(EXAMPLE_GAMES / "kuhn_poker", games=20, seed=4, compiled=False)


def test_what_it_is_asked_for() -> None:
    with pytest.raises(feint.FeintError, match="0 games show nothing"):
        check_game("tower-siege", games=0)
    with pytest.raises(feint.UnknownGame, match="there is no game called chess"):
        check_game("chess")
    with pytest.raises(feint.UnknownGame, match="is not a game: a game is a folder with a game.toml"):
        check_game(EXAMPLE_GAMES)


def broken(folder: Path, base: str, file: str, *changes: tuple[str, str]) -> Path:
    """A copy of a game with something changed."""
    shutil.copytree(EXAMPLE_GAMES / base, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / file).write_text(text)
    return folder


def faults(folder: Path, compiled: bool = False) -> str:
    with pytest.raises(BrokenPromises) as error:
        check_game(folder, games=8, compiled=compiled)
    assert str(error.value).startswith(f"{folder.name.replace('_', '-')} breaks ")
    return str(error.value)


IN_RULES = [
    # chance
    ("urn", "weights[2] = 1", "weights[2] = -1", "chance: the weight of outcome 2 is -1; it must be a whole number, 0 or more"),
    ("urn", "weights[2] = 1", "weights[2] = 0.5", "chance: the weight of outcome 2 is 0.5; it must be a whole number"),
    ("urn", "weights[2] = 1", "weights[2] = 2**32", "the sum must be more than 0 and less than 2 ** 32"),
    ("urn", "    weights[2] = 1\n", "", "chance: chance leaves some weights unset"),
    ("urn", "    return 3\n", "    return 4\n", "chance: chance returned 4 outcomes, but OUTCOMES is 3"),
    ("urn", "    return 3\n", "    return 0\n", "chance: the weights add up to 0"),
    ("urn", "def chance(", "def luck(", "chance: pending says CHANCE, but rules.py has no chance"),
    (
        "urn",
        "@rule\ndef settle(",
        "@rule\ndef purpose(s: State) -> int:\n    return s.drawn\n\n\n@rule\ndef settle(",
        "chance: purpose returned 1; it must be a number from 0 to 0, below PURPOSES",
    ),
    # scores
    ("urn", "s.ball[0] else 0", "s.ball[0] else -1", "scores: the scores are [1, -1]; they must be whole numbers"),
    ("urn", "s.ball[0] else 0", "s.ball[0] else 0.5", "scores: the scores are [1, 0.5]; they must be whole numbers"),
    ("urn", "out[0] = 1 if", "return\n    out[0] = 1 if", "scores: all scores are 0"),
    # pending
    ("urn", "if s.done else 1", "if s.done else 4", "pending: pending returned 4; it must be CHANCE, OVER or a bit mask"),
    ("urn", "if s.done else 1", "if s.done else -2", "pending: pending returned -2"),
    # legal
    ("urn", "    return 2\n", "    return 0\n", "legal: left is to choose, and legal gives 0 choices"),
    ("urn", "    return 2\n", "    return 3\n", "legal: left is to choose, and legal gives 3 choices"),
    ("urn", "out[1] = SWAP", "out[1] = 2", "legal: the choices of left are [0, 2]: they must be different numbers"),
    ("urn", "out[1] = SWAP", "out[1] = HOLD", "legal: the choices of left are [0, 0]"),
    ("urn", "    out[1] = SWAP\n", "", "legal: legal leaves some numbers of left unset"),
    # what changes the state
    ("urn", "if s.drawn < 2:", "s.round += 1\n    if s.drawn < 2:", "no side effects: pending changed the state (round)"),
    ("urn", "out[0] = HOLD", "out[0] = HOLD\n    s.round += 1", "no side effects: legal changed the state (round)"),
    ("urn", "weights[0] = 3", "weights[0] = 3\n    s.round += 1", "no side effects: chance changed the state (round)"),
    ("urn", "out[0] = 1 if", "s.round += 1\n    out[0] = 1 if", "no side effects: score changed the state (round)"),
    (
        "urn",
        "    s.done = 1\n",
        "    s.done = 1\n    CALLS.append(1)\n    s.round += len(CALLS)\n\n\nCALLS = []\n",
        "of left did not lead to the same state twice (round)",
    ),
    # fields and rounds
    ("urn", "s.done = 1", "s.done = 300", "fields: a number doesn't fit its field"),
    ("urn", "s.done = 1", "s.done = 1.5", "fields: a field holds something other than whole numbers (done, i1, is 1.5)"),
    ("urn", "s.done = 1", "s.done = 1\n    s.round = 0", "rounds: the round went from 1 back to 0"),
    ("urn", "s.round = 1", "s.round = 0", "rounds: the first round is 0; rounds count from 1"),
    # what is raised
    ("urn", "out[1] = SWAP", "out[5] = SWAP", "errors: legal raised IndexError: list assignment index out of range (rules.py"),
    ("urn", "s.done = 1", "s.done = 1 // (s.drawn - 2)", "errors: apply raised ZeroDivisionError"),
    ("urn", "s.drawn += 1", "s.drawn += 1 // s.drawn", "errors: settle raised ZeroDivisionError"),
    ("urn", "s.round = 1", "s.round = 1 // s.drawn", "errors: setup raised ZeroDivisionError"),
    # the folder
    ("urn", "def score(", "def scores(", "folder: rules.py has no score"),
    ("urn", "def settle(", "def settles(", "folder: rules.py has chance, but no settle"),
    ("urn", 'ruling("blue")', 'public("blue", i1)', "folder: no field of the schema holds the ruling blue"),
    ("urn", 'private("ball", i1, 2)', 'private("ball", i1, 3)', "folder: the private field ball has 3 rows for 2 seats"),
    ("urn", "ACTIONS = 2", "ACTIONS = 0", "folder: ACTIONS is 0"),
    # secrecy: by dealing anew, and by all pairs where there is no redeal
    ("kuhn_poker", "    return 2\n", "    return 1 + (s.card[1 - seat] == 3)\n", "can tell by its choices what it hasn't seen"),
    ("kuhn_poker", "if s.moves >= 2", "if s.moves == 1 and s.card[0] == 1:\n        return 1\n    if s.moves >= 2", "tell by pending"),
    ("urn", "    return 2\n", "    return 1 + (s.ball[1] == 3)\n", "left can tell by its choices what it hasn't seen"),
    ("kuhn_poker", "s.card[1 - seat] = ", "s.card[seat] = ", "secrecy: redeal changed what "),
    ("kuhn_poker", "(s.card[seat] + below(word, 2)) % 3 + 1", "below(word, 3) + 1", "redeal makes an impossible state (card is "),
    ("kuhn_poker", "s.card[1 - seat] = ", "_ = ", "secrecy: redeal changes nothing, though "),
    (
        "kuhn_poker",
        "        s.card[1 - seat] = ",
        "        s.dealt = 2 if s.card[1 - seat] > 0 else 1\n        s.card[1 - seat] = ",
        "secrecy: redeal uses more than ",
    ),
    # choices made at once
    ("pennies", "        if s.side[0] != s.side[1]:\n            s.winner = 1", "        if s.side[0] != s.side[1]:\n            s.winner = seat", "it makes a difference (winner) who answers first"),
    ("pennies", "s.fault == ORDER and ", "", "choices made at once: mismatch has other choices, or none"),
    ("pennies", "    out[1] = 1\n", "    out[1] = 1\n    if s.shown:\n        return 1\n", "has other choices, or none"),
]  # fmt: skip

IN_WORDS = [
    ("urn", 'f"draw {BALLS[number]}"', '"draw a ball"', 'notation: two of the outcomes are written alike, "draw a ball"'),
    ("urn", '("hold", "swap")[action]', '("Swap", "swap")[action]', 'two of the choices of left are written alike, "Swap" and "swap"'),
    ("urn", '"swap"', '"swap; or not"', "notation: 'swap; or not' can't be one of the choices of left"),
    ("urn", '"swap"', f'"{"swap" * 30}"', "is too long: with the round and left a saved match has room for 96 characters"),
    ("urn", '"swap"', '"\\n"', "can't be one of the choices of left"),
    ("urn", '"swap"', '"tauschen für Spaß"', 'notation: left can choose "tauschen für Spaß", but not typed as "TAUSCHEN FÜR SPASS"'),
    ("urn", '("hold", "swap")[action]', '("hold", "swap")[action + 1]', "errors: choice raised IndexError"),
    ("urn", "        return []\n    return [", "        return []\n    return [1, ", "words: story gave [1, "),
    ("urn", "def outcome(", "def outcomes(", "folder: rules.py has chance, but words.py has no outcome"),
    ("kuhn_poker", "    if before is None or", "    CALLS.append(1)\n    return [str(len(CALLS))]\n    if before is None or", "can tell by the log"),
    ("urn", "        return []\n    return [", "        return []\n    return [str(next(COUNT)), ", "can tell by the log what it hasn't seen"),
]  # fmt: skip

IN_TOML = [
    ("urn", 'why = "So that one kind can be missing."\n', "", "game.toml: the ruling blue has no why"),
    ("urn", 'question = "How many blue balls are in the urn?"\n', "", "game.toml: the ruling blue has no question"),
    ("urn", "default = 2\n", "", "game.toml: the ruling blue has no default"),
    ("urn", "default = 2\n", "default = 9\n", "game.toml: the ruling blue has the default 9, which is not in 0 to 5"),
    ("urn", "high = 5\n", "", "game.toml: the ruling blue has neither choices nor low and high"),
    ("pennies", 'default = "none"', 'default = "nobody"', "game.toml: the ruling fault has the default nobody"),
    ("urn", '["left", "right"]', '["left"]', "game.toml: seats are ['left']; there must be two or more"),
    ("urn", '["left", "right"]', '["left", "chance"]', 'game.toml: "chance" can\'t be a seat\'s name'),
    ("urn", '["left", "right"]', '["left", "right"]\nasked = ["top"]', "game.toml: asked names top, which isn't a seat"),
    ("urn", "[notation]\n", "[said]\n", "game.toml: [notation] is missing or empty"),
    ("urn", 'title = "Urn"', 'title = ""', "game.toml: title is missing or empty"),
    ("urn", 'title = "Urn"', 'title = "Urn', "reading game.toml raised TOMLDecodeError"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "old", "new", "says"), IN_RULES)
def test_faults_in_the_rules(base: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    assert says in faults(broken(tmp_path / base, base, "rules.py", (old, new)))


@pytest.mark.parametrize(("base", "old", "new", "says"), IN_WORDS)
def test_faults_in_the_words(base: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    counter = ("from feint.core.prompter", "from itertools import count\n\nfrom feint.core.prompter")
    changes = [(old, new), counter, ("\n\n\ndef choice", "\n\nCALLS = []\nCOUNT = count()\n\n\ndef choice")]
    assert says in faults(broken(tmp_path / base, base, "words.py", *changes))


@pytest.mark.parametrize(("base", "old", "new", "says"), IN_TOML)
def test_faults_in_game_toml(base: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    assert says in faults(broken(tmp_path / base, base, "game.toml", (old, new)))


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ("s.done = 1 if (1 << s.drawn << 62) > 0 else 2", "plain and compiled: step 3: done is 1 in plain Python and 2 compiled"),
        ("s.done = 1 if re.match('a', 'a') else 0", "errors: compiling the rules raised TypingError"),
    ],
)  # fmt: skip
def test_faults_when_compiled(new: str, says: str, tmp_path: Path) -> None:
    """Rules that pass in plain Python and do something else, or nothing, compiled."""
    changes = [("s.done = 1", new), ("from feint.core import CHANCE", "import re\n\nfrom feint.core import CHANCE")]
    folder = broken(tmp_path / "urn", "urn", "rules.py", *changes)
    check_game(folder, games=8, compiled=False)
    assert says in faults(folder, compiled=True)


def test_faults_in_the_rule_book(tmp_path: Path) -> None:
    """Sections out of order, what can't be filled in, and an example that can't be played."""
    folder = broken(tmp_path / "urn", "urn", "game.toml")
    sections = "".join(f"## {title}\n\nText.\n" for title in BEFORE)
    for text, says in (
        (
            f"{sections}## Odds\n\nText.\n",
            "rule book: book.md has the sections The goal, On the table, One round, Odds;",
        ),
        (f"{sections}{{{{balls}}}}\n## {LAST}\n\nText.\n", "nothing can be filled in for {{balls}}"),
        (f"{sections}```play\nleft: run\n```\n## {LAST}\n\nText.\n", "book.md: it is not left's turn"),
    ):
        (folder / "book.md").write_text(text)
        assert says in faults(folder)


def test_all_that_is_wrong_is_listed_each_with_a_short_record(tmp_path: Path) -> None:
    """Two faults in one run, the one shown in a match of three steps."""
    changes = [("return 2\n", "return 1 + (s.ball[1] == 3)\n"), ("s.ball[0] else 0", "s.ball[0] else -1")]
    folder = broken(tmp_path / "urn", "urn", "rules.py", *changes)
    with pytest.raises(BrokenPromises) as error:
        check_game(folder, games=20, compiled=False)
    assert "1. scores: the scores are [1, -1]" in str(error.value)
    assert "\n\n2. secrecy: left can tell by its choices" in str(error.value)
    [violation, _] = error.value.violations
    assert (violation.promise, violation.message) == (
        "scores",
        "the scores are [1, -1]; they must be whole numbers, 0 or more",
    )
    assert violation.where[-1].startswith("round 1: "), "no result: the scores make none"
    assert violation.where[-1].count(";") == 2, "two draws and a choice"


def test_the_reproduction_can_be_replayed(tmp_path: Path) -> None:
    folder = broken(tmp_path / "pennies", "pennies", "game.toml", ('default = "none"', 'default = "order"'))
    with pytest.raises(BrokenPromises) as error:
        check_game(folder, games=8, compiled=False)
    listed = error.value.violations
    assert [violation.promise for violation in listed] == ["choices made at once", "chance"]
    assert re.search(r"^1\. .*\n\n?(    .*\n)+\n2\. ", str(error.value), re.MULTILINE)
    for violation, steps in zip(listed, (1, 0), strict=True):
        match = feint.replay("\n".join(violation.where) + "\n", feint.load(folder))
        assert len(match.steps) == steps


# docs/developers/your-own-game.md


@pytest.fixture
def liars_coin(tmp_path: Path) -> Path:
    """The game that the page shows, written to a folder as it says."""
    folder = tmp_path / "liars_coin"
    folder.mkdir()
    toml, lessons = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    rules, words, _ = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    files = {"game.toml": toml, "rules.py": rules, "words.py": words, "lessons.toml": lessons}
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def test_the_page(liars_coin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game passes the check, and what the page prints is what comes out."""
    monkeypatch.chdir(liars_coin.parent)
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[-1]
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(code, {}, "page", "page", 0))
    assert (runner.failures, runner.tries) == (0, 2)


def test_the_fault_that_the_page_shows(liars_coin: Path) -> None:
    [change] = re.findall(r"`(return 1 \+ [^`]*)`", PAGE)
    [shown] = re.findall(r"```\n(liars-coin breaks.*?)```", PAGE, re.DOTALL)
    rules = liars_coin / "rules.py"
    before, after = rules.read_text().split("def legal")
    rules.write_text(f"{before}def legal{after.replace('return 2', change, 1)}")
    assert faults(liars_coin).startswith(shown)


def test_the_game_of_the_page_at_the_table(liars_coin: Path) -> None:
    match = feint.load(liars_coin).start(chance=["coin tails"])
    assert match.log("teller") == ["Liar's Coin!", "You see tails."]
    assert match.log("guesser") == ["Liar's Coin!"]
    match.play("teller", "say heads")
    match.play("guesser", "doubt")
    assert match.log(None)[1:] == ["The teller says heads.", "The guesser doubts it. It was tails."]
    assert match.scores == {"teller": 0.0, "guesser": 1.0}
    done = run("export", "./liars_coin", "--efg", "coin.efg", "--json", cwd=liars_coin.parent)
    assert json.loads(done.stdout)["nodes"] == 15
