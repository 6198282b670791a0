"""Provable fairness: the seed follows from the secret and the strings, and `feint check` finds whatever was changed."""

import hashlib
import re
from pathlib import Path

import pytest

import feint
from feint.core.fairness import Fairness, commitment, new_secret, new_string
from feint.core.match import Match
from feint.core.record import commitment_lines, write_seen
from kit.terminal import run

SECRET = "5e" * 32
STRINGS = {"player1": "wooden-spoons", "player2": "paper_boats"}


def fair(secret: str = SECRET, strings: dict[str, str] = STRINGS) -> Fairness:
    return Fairness(commitment(secret), strings, secret)


def played() -> Match:
    match = feint.load("minefield-navigator").start(fairness=fair())
    while not match.over:
        match.play(match.pending[0], "move")
    return match


def bare(text: str) -> str:
    """A record without its tags, as one would write who wants to deceive."""
    return re.sub(r"  #[0-9a-f]{4}$", "", text, flags=re.MULTILINE)


def test_the_seed_is_what_anyone_would_work_out() -> None:
    """From the description alone."""
    text = f"feint seed 1\n{SECRET}\nplayer1=wooden-spoons\nplayer2=paper_boats\n"
    assert played().seed == int(hashlib.sha256(text.encode()).hexdigest()[:16], 16)
    assert commitment(SECRET) == hashlib.sha256(b"\x5e" * 32).hexdigest()


def test_secret_and_every_string_make_the_seed() -> None:
    seeds = {
        fair(secret, {"a": one, "b": two}).seed for secret in (SECRET, "00" * 32) for one in "xyz" for two in "xyz"
    }
    assert len(seeds) == 18
    assert fair(strings={"a": "xb", "b": "y"}).seed != fair(strings={"a": "x", "b": "by"}).seed
    assert new_secret() != new_secret()
    assert new_string() != new_string()


def test_a_fair_record_is_proved(tmp_path: Path) -> None:
    match = played()
    file = tmp_path / "fair.feint"
    file.write_text(match.record())
    done = run("check", str(file))
    assert done.returncode == 0, done.stderr
    assert "the seed follows from the secret that was committed to and every seat's string" in done.stdout
    again = feint.replay(match.record())
    assert again.fairness == match.fairness
    assert again.record() == match.record()


def test_a_record_without_proof_stays_as_it_is(tmp_path: Path) -> None:
    match = feint.load("minefield-navigator").start(seed=1)
    assert not any(line.startswith(("commitment", "strings", "secret")) for line in match.record().splitlines())
    file = tmp_path / "plain.feint"
    file.write_text(match.record())
    assert "committed" not in run("check", str(file)).stdout


OTHER_MINES = "mines 1,2,3" if "mines 1,2,3" not in played().record() else "mines 1,2,4"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            f"secret: {SECRET}",
            f"secret: {'5f' * 32}",
            "line 9: the secret is not the one that the commitment was made for",
        ),
        (f"secret: {SECRET}", "secret: 5e", "line 9: the secret is 64 hexadecimal digits"),
        (r"commitment: \w+", f"commitment: {commitment('00' * 32)}", "line 9: the secret is not the one that"),
        (
            "player1=wooden-spoons player2=paper_boats",
            "player1=paper_boats player2=wooden-spoons",
            r"line 6: the seed \d+ doesn't follow from the secret and the strings",
        ),
        (
            "player1=wooden-spoons player2=paper_boats",
            "player2=paper_boats player1=wooden-spoons",
            "line 9: each of player1, player2 brings one string, in this order, not player2, player1",
        ),
        ("paper_boats", "paper_boatz", r"line 6: the seed \d+ doesn't follow"),
        ("paper_boats", "paper/boats", "line 9: the string of player2 is 1 to 64 letters, digits"),
        (r"seed: \d+", "seed: 7", "line 6: the seed 7 doesn't follow from the secret and the strings"),
        (
            r"seed: (\d+)",
            r"seed: \1\ngiven: mines 1,2,3",
            "line 7: outcomes can't be given when chance comes from the secret",
        ),
        (r"mines [\d,]+", OTHER_MINES, f"line 10: the outcome {OTHER_MINES} is not the one that the seed gives"),
        (r"secret: \w+\n", "", 'line 8: "secret: ..." is missing; without it nothing is proved'),
        (r"strings: .*\n", "", 'line 8: "strings: ..." is missing'),
        (r"(secret: \w+)\n", r"\1\n\1\n", "line 10: expected"),
    ],
)
def test_what_was_changed_is_found(old: str, new: str, says: str, tmp_path: Path) -> None:
    """Each by one sentence that names the line, also when the tags were left out."""
    text = bare(played().record())
    edited = re.sub(old, new, text)
    assert edited != text
    with pytest.raises(feint.BadRecord, match=says):
        feint.replay(edited)
    file = tmp_path / "changed.feint"
    file.write_text(edited)
    done = run("check", str(file))
    assert done.returncode == 1
    assert re.search(says, done.stdout)
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("why", "line", "says"),
    [
        ("resigned", "resigned: P1", "P1 resigned"),
        ("time", "out of time: P1", "P1 ran out of time"),
        ("gone", "gone: P1", "P1 left the match"),
    ],
)
def test_a_match_that_was_given_up(why: str, line: str, says: str, tmp_path: Path) -> None:
    match = feint.load("tower-siege").start(seed=7)
    match.play("P1", "3")
    with pytest.raises(feint.FeintError, match="nobody loses by magic; it can be resigned, time, gone"):
        match.resign("P1", "magic")
    seen, log = match.view("P2"), match.log("P2")
    match.resign("P1", why)
    assert match.view("P2") == seen | {"pending": [], "over": True, "chosen": [0, 0]}, "all is open now"
    assert (match.log("P2"), match.at(1).view("P2"), match.at(0).view("P2")["over"]) == (log, match.view("P2"), False)
    assert (match.over, match.unfinished, match.scores) == (True, False, {"P1": 0.0, "P2": 1.0})
    assert f"\n{line}  #" in match.record()
    again = feint.replay(match.record())
    assert (again.record(), again.outcome) == (match.record(), (why, "P1", {"P1": 0, "P2": 1}))
    assert (match.at(0).pending, match.at(0).outcome, match.outcome.text) == (("P1",), None, says)
    file = tmp_path / "given_up.feint"
    file.write_text(match.record())
    assert f"; {says}, and the result is P1 0, P2 1" in run("check", str(file)).stdout
    for choice in (lambda: match.play("P2", "3"), lambda: match.resign("P2")):
        with pytest.raises(feint.IllegalChoice, match="the match is over"):
            choice()
    with pytest.raises(feint.BadRecord, match="line 8: tower-siege has no seat called P3"):
        feint.replay(bare(match.record()).replace(line, line.replace("P1", "P3")))
    with pytest.raises(
        feint.BadRecord, match="line 9: expected the result, since the match has ended in the line before"
    ):
        feint.replay(bare(match.record()).replace(line, f"{line}\nround 2: P1 3"))


def test_three_share_what_the_fourth_gave_up() -> None:
    match = feint.load("space-goats", players=4).start(seed=7)
    match.resign(match.game.seats[1])
    assert [str(share) for share in match.exact_scores.values()] == ["1/3", "0", "1/3", "1/3"]


def test_what_was_seen_is_no_record_yet() -> None:
    """It shows the log of one seat and what is known of its chance, and is refused as a record by one sentence."""
    match = feint.load("minefield-navigator").start(fairness=fair())
    match.play("player1", "scan 4")
    text = write_seen(match, "player2", commitment_lines(commitment(SECRET), STRINGS))
    assert "| No mine found." in text or "| Mine detected" in text
    assert "this is what player2 saw so far" in text
    assert SECRET not in text
    assert str(match.seed) not in text
    assert match.steps[0].text not in text
    with pytest.raises(
        feint.BadRecord, match="this is only what was seen of an unfinished match, which can't be checked yet"
    ):
        feint.replay(text)


@pytest.mark.parametrize("commitment", ["", "\u00e9" * 64, "\uff10" * 64, "x" * 64, "0" * 63, "0" * 65, "A" * 64])
def test_what_is_no_commitment_gets_a_sentence(commitment: str, tmp_path: Path) -> None:
    """Also in letters that the comparison of hashes doesn't take."""
    text = bare(played().record()).replace(fair().commitment, commitment)
    file = tmp_path / "odd.feint"
    file.write_text(text, encoding="utf-8")
    done = run("check", str(file))
    assert (done.returncode, done.stderr) == (1, "")
    expected = "the commitment is 64 hexadecimal digits" if commitment else "is cut off"
    assert expected in done.stdout
    assert "correct" not in done.stdout
