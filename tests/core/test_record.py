"""Records: short, readable, replayed exactly; damaged ones refused with the line number. Sealed ones show nothing."""

import base64
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint import BadRecord
from feint.core import seal
from feint.core.record import tagged, untagged
from feint.core.seal import open_sealed, write_sealed
from kit.games import BOOK, URN, random_match


def test_a_record_reads_like_the_game() -> None:
    """The book's example, one round a line; without its tags it is what one would write by hand."""
    match = feint.replay(BOOK)
    assert match.scores == {"P1": 0.0, "P2": 1.0}
    assert re.sub(r"  #[0-9a-f]{4}$", "", match.record(), flags=re.MULTILINE) == BOOK


def test_a_draw_that_was_agreed_stands_before_the_result() -> None:
    """Each seat has an equal share; nothing else can be agreed, and nothing follows it."""
    match = feint.replay(BOOK).at(4)
    match.agree_to_draw()
    text = re.sub(r"  #[0-9a-f]{4}$", "", match.record(), flags=re.MULTILINE)
    assert text.endswith("\nagreed: draw\nresult: P1=1/2 P2=1/2\n")
    again = feint.replay(match.record())
    assert (again.record(), again.outcome) == (match.record(), match.outcome)
    assert not again.unfinished
    with pytest.raises(BadRecord, match='this can only be a draw: "agreed: draw"'):
        feint.replay(text.replace("agreed: draw", "agreed: P1"))
    with pytest.raises(BadRecord, match="expected the result"):
        feint.replay(text.replace("agreed: draw\n", "agreed: draw\nresigned: P1\n"))
    with pytest.raises(BadRecord, match="the match is over"):
        feint.replay(BOOK.replace("result: P1=0", "agreed: draw\nresult: P1=0"))


def test_a_match_that_went_on_for_too_long_says_so() -> None:
    """It is a draw for everyone, and can't be one after the end."""
    match = feint.replay(BOOK).at(4)
    match.end_at_limit()
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.loser, match.exact_scores) == ("limit", None, {"P1": 0.5, "P2": 0.5})
    text = re.sub(r"  #[0-9a-f]{4}$", "", match.record(), flags=re.MULTILINE)
    assert text.endswith("\nlimit: draw\nresult: P1=1/2 P2=1/2\n")
    again = feint.replay(match.record())
    assert (again.record(), again.outcome) == (match.record(), match.outcome)
    with pytest.raises(BadRecord, match='this can only be a draw: "limit: draw"'):
        feint.replay(text.replace("limit: draw", "limit: P1"))
    with pytest.raises(feint.FeintError, match="it is over"):
        match.end_at_limit()


@pytest.mark.parametrize("name", feint.game_names())
@settings(max_examples=40)
@given(seed=st.integers(0, 2**64 - 1), most=st.integers(0, 40))
def test_replay_gives_the_match_back(name: str, seed: int, most: int) -> None:
    """Promise 3: every state, log and view, finished or not."""
    match = random_match(feint.load(name), seed, most)
    again = feint.replay(match.record())
    assert again.record() == match.record()
    assert again._states == match._states
    assert again.steps == match.steps
    for seat in (*match.game.seats, None):
        assert again.log(seat) == match.log(seat)
        assert again.view(seat) == match.view(seat)


def test_given_outcomes_and_outcomes_by_hand() -> None:
    match = feint.load("minefield-navigator", first="toss").start(chance=["mines 3,6,9"])
    match.play("chance", "toss player2")
    match.play("player2", "scan 3")
    assert "seed: none" in match.record()
    assert "given: mines 3,6,9" in match.record()
    assert "round 1: chance mines 3,6,9; chance toss player2; player2 scan 3" in match.record()
    assert feint.replay(match.record()).record() == match.record()


def finished() -> str:
    return random_match(feint.load("minefield-navigator"), 5).record()


@given(st.data())
def test_any_cut_is_found(data: st.DataObject) -> None:
    """A truncated record is refused, with a line number near the cut."""
    text = finished()
    cut = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(BadRecord) as error:
        feint.replay(text[:cut])
    assert error.value.line in (text[:cut].count("\n") + 1, text[:cut].count("\n") + 2)
    assert str(error.value).startswith(f"line {error.value.line}: ")


@given(st.data())
def test_any_changed_character_is_found(data: st.DataObject) -> None:
    """An edited record is refused, with the number of the line that was edited."""
    text = finished()
    place = data.draw(st.integers(0, len(text) - 2).filter(lambda n: text[n] not in "\n"))
    new = data.draw(st.sampled_from("0123456789abcxyz=:; #").filter(lambda c: c != text[place]))
    edited = text[:place] + new + text[place + 1 :]
    if edited.split() == text.split():
        return  # only the space before a tag: nothing was changed
    with pytest.raises(BadRecord) as error:
        feint.replay(edited)
    assert error.value.line == text[:place].count("\n") + 1


@given(st.data())
def test_any_mixed_up_record_is_refused_without_a_crash(data: st.DataObject) -> None:
    """Lines of a good record doubled, left out, swapped and overwritten, so that what comes later is reached too."""
    lines = BOOK.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        odd = st.text(max_size=8) | st.sampled_from(
            ["/", "../x", "a/\0b", "P1", "chance", "none", "9" * 30, "=", "; ", "round 2:"]
        )
        match data.draw(st.sampled_from(["double", "drop", "swap", "word"])):
            case "double":
                lines.insert(at, lines[at])
            case "drop" if len(lines) > 1:
                del lines[at]
            case "swap":
                lines[at - 1], lines[at] = lines[at], lines[at - 1]
            case _:
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(odd)
                lines[at] = " ".join(words)
    text = "\n".join(lines)
    try:
        match = feint.replay(text)
    except BadRecord as error:
        assert 1 <= error.line <= len(text.splitlines()) + 1
    else:
        assert feint.replay(match.record()).record() == match.record()


def test_a_record_never_runs_code_from_a_place_it_names(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.mkdir()
    (trap / "game.toml").write_text("title = 'Trap'")
    (trap / "rules.py").write_text("raise SystemExit('code ran')")
    for name in (str(trap), f"{tmp_path}/../{tmp_path.name}/trap", "/" + "x" * 5000):
        with pytest.raises(BadRecord, match="line 2: there is no game called"):
            feint.replay(BOOK.replace("tower-siege", name))


def test_a_long_line_is_read_in_no_time() -> None:
    with pytest.raises(BadRecord):
        feint.replay(" " * 2_000_000 + "#")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seed: 7\n", "seed: none\ngiven: d6 1\ngiven: d6 2\n", 'line 8: expected "round'),
        (
            "round 2: P1 rest; P2 2\n",
            "round 2: P1 rest\nround 2: P2 2\n",
            "line 9: round 2 comes after round 2; rounds go in order, one line each",
        ),
        ("seed: 7\n", "seed: 7\ngiven: d6 1\n", "line 7: tower-siege leaves nothing to chance"),
        ("P1=human P2=human", "P1=human P1=human", "line 5: P1 is given twice"),
    ],
)
def test_doubled_lines_are_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        feint.replay(BOOK.replace(old, new))


def test_the_round_of_the_last_outcome_is_checked() -> None:
    match = feint.load("terminal-maneuver").start(chance=["d6 1"])
    match.play("laser", "guess 1")
    match.play("missile", "burn 1")
    text = re.sub(r"  #[0-9a-f]{4}$", "", match.record(), flags=re.MULTILINE)
    edited = text.replace("; chance d6 1\n", "\nround 77: chance d6 1\n")
    with pytest.raises(BadRecord, match="line 9: chance d6 1 doesn't belong in round 77"):
        feint.replay(edited)


@given(st.text())
def test_any_text_is_refused_without_a_crash(text: str) -> None:
    with pytest.raises(BadRecord):
        feint.replay(text)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "P1 card 4",
            "P1 card 6",
            7,
            "P1 can't choose card 6 now; it can choose card 1, card 2, card 3, card 4, card 5",
        ),
        ("P2 card 5", "P2 card 3", 11, "the result is wrong|P1 can't choose rest"),
        ("round 2: P1 rest", "round 2: P2 rest", 8, "it is not P2's turn: waiting for P1"),
        ("round 4", "round 5", 10, "P1 3 doesn't belong in round 5"),
        ("P1=0 P2=1", "P1=1 P2=0", 11, 'it says "P1=1 P2=0", but the scores are P1=0 P2=1'),
        ("P1=0 P2=1", "none", 11, 'it says "none", but the scores are P1=0 P2=1'),
        ("round 4: P1 3; P2 2\n", "", 10, 'the match is not over, which is "none"'),
        ("rules: 1", "rules: 2", 3, "it was played with version 2 of the rules; tower-siege is now at version 1"),
        ("tower-siege", "tower-seige", 2, "there is no game called tower-seige"),
        ("track=parallel", "track=skew", 4, "track=skew is not a choice: track can be parallel or facing"),
        ("track=parallel ", "", 4, "the ruling track is missing; a record lists all of them"),
        ("P2=human", "P3=human", 5, "the seats of tower-siege are P1, P2, not P1, P3"),
        ("seed: 7", "seed: seven", 6, 'the seed "seven" is not a whole number'),
        ("seed: 7", "seed: 99999999999999999999", 6, "is out of range"),
        ("seed: 7\n", "", 6, 'expected "seed: ..."'),
        ("result:", "outcome:", 11, 'expected "round ...: ..." or "result: ..."'),
        ("result: P1=0 P2=1\n", "", 11, "the record is cut off"),
        ("feint record 1", "feint record 2", 1, "this is not a record"),
        ("P2=1\n", "P2=1\nround 5: P1 3\n", 12, "there is more after the result"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, line: int, says: str) -> None:
    """By hand, without tags: the rules themselves find what is wrong."""
    with pytest.raises(BadRecord, match=says) as error:
        feint.replay(BOOK.replace(old, new))
    if new != "P2 card 3":
        assert error.value.line == line


def test_a_record_that_is_older_than_a_ruling_is_replayed_as_was_played_then(tmp_path: Path) -> None:
    """`before` in game.toml, whatever the default is; and what is written now names it."""
    folder = tmp_path / "urn"
    shutil.copytree(URN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    toml = (folder / "game.toml").read_text()
    then = random_match(feint.load(folder, blue=4), 3).record()
    older = "".join(line.rpartition("  #")[0] + "\n" for line in then.splitlines()).replace("blue=4", "none")
    with pytest.raises(BadRecord, match="the ruling blue is missing; a record lists all of them"):
        feint.replay(older, feint.load(folder))
    (folder / "game.toml").write_text(toml.replace("default = 2", "default = 2\nbefore = 4"))
    assert feint.load(folder).rulings["blue"] == 2
    assert feint.replay(older, feint.load(folder)).record() == then


def test_an_outcome_that_the_seed_does_not_give() -> None:
    """Every outcome is checked against the seed; what it should have been is not said."""
    text = re.sub(r"  #[0-9a-f]{4}$", "", finished(), flags=re.MULTILINE)
    true = re.search(r"mines ([0-9,]+)", text)
    assert true is not None
    other = "mines 1,2,3" if true[0] != "mines 1,2,3" else "mines 1,2,4"
    with pytest.raises(BadRecord) as error:
        feint.replay(text.replace(true[0], other))
    assert str(error.value) == f"line 7: the outcome {other} is not the one that the seed gives"
    with pytest.raises(BadRecord, match=f'line 7: expected an outcome of chance, not "player1 {true[0]}"'):
        feint.replay(text.replace(f"chance {true[0]}", f"player1 {true[0]}"))


def test_sealed_records_say_only_what_a_spectator_saw() -> None:
    match = feint.load("minefield-navigator").start(chance=["mines 3,6,9"], seed=12345678901)
    match.play("player1", "scan 4")
    text = write_sealed(match, b"k" * 32)
    assert "12345678901" not in text
    assert "3,6,9" not in text
    assert "| No mine found." in text
    assert open_sealed(text, b"k" * 32).record() == match.record()


def test_a_seal_says_its_version_and_is_never_the_same_twice() -> None:
    match = feint.load("tower-siege").start(seed=1)
    seals = {untagged(write_sealed(match, b"k" * 32))[-1] for _ in range(2)}
    assert len(seals) == 2
    assert all(seal.startswith("sealed: 2 ") for seal in seals)
    older = [
        write_sealed(match, b"k" * 32).replace("sealed: 2 ", mark) for mark in ("sealed: ", "sealed: 1 ", "sealed: 3 ")
    ]
    for text in older:
        with pytest.raises(BadRecord, match="was changed"):
            open_sealed("\n".join(line.rpartition("  #")[0] for line in text.splitlines()), b"k" * 32)


def test_no_nonce_is_used_twice() -> None:
    """Of more seals than a byte has values, whatever they hold, under one key."""
    game = feint.load("tower-siege")
    nonces = set()
    for seed in range(260):
        seal = untagged(write_sealed(game.start(seed=seed), b"k" * 32))[-1].removeprefix("sealed: 2 ")
        nonces.add(base64.b64decode(seal)[:12])
    assert len(nonces) == 260


def test_a_record_without_its_last_outcome_is_refused() -> None:
    """The seed gives it anyway, and the result is right; but nobody should have to take a record's word for less."""
    match = feint.load("terminal-maneuver").start(chance=["d6 6"])
    match.play("missile", "burn 1")
    match.play("laser", "guess 1")
    lines = untagged(match.record())
    [where] = [n for n, line in enumerate(lines) if line.endswith("; chance d6 6")]
    lines[where] = lines[where].removesuffix("; chance d6 6")
    for text in ("\n".join(lines), tagged(lines)):
        with pytest.raises(BadRecord, match=f"line {len(lines)}: an outcome is missing before the result"):
            feint.replay(text)


def test_sealed_records_need_their_key() -> None:
    match = feint.load("tower-siege").start(seed=1)
    text = write_sealed(match, b"k" * 32)
    with pytest.raises(BadRecord, match="sealed on another machine or was changed"):
        open_sealed(text, b"x" * 32)
    for old, new in (("sealed: ", "sealed: A"), ("P1=human", "P1=random"), ("| Player", "| player")):
        with pytest.raises(BadRecord, match="doesn't match the tag"):
            open_sealed(text.replace(old, new), b"k" * 32)


@pytest.mark.parametrize(
    ("old", "new"),
    [("length=10", "length=11"), ("P1=human", "P1=random"), ("| Player 1's", "| Player 2's")],
)
def test_the_open_part_of_a_sealed_record_is_checked_too(old: str, new: str) -> None:
    """Also when someone has made the tags anew, or left them out."""
    text = "\n".join(untagged(write_sealed(feint.load("tower-siege").start(seed=1), b"k" * 32)))
    for edited in (tagged(text.replace(old, new).split("\n")), text.replace(old, new)):
        with pytest.raises(BadRecord, match="it was sealed on another machine or was changed"):
            open_sealed(edited, b"k" * 32)
    assert open_sealed(text, b"k" * 32).seed == 1


@pytest.mark.parametrize("key", [b"", b"k", b"k" * 31, b"k" * 33])
def test_a_key_has_its_length(key: bytes) -> None:
    """To seal with and to open with, also where Python leaves out its assertions."""
    match = feint.load("tower-siege").start(seed=1)
    for use in (lambda: write_sealed(match, key), lambda: open_sealed(write_sealed(match, b"k" * 32), key)):
        with pytest.raises(feint.FeintError, match=f"a key for sealing has 32 bytes, not {len(key)}"):
            use()


# Commands to a terminal, ends of lines that only some programs know, the other direction, and half a character.
ACTING = ["\x1b", "\x9b", "\x00", "\x07", "\x08", "\x7f", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u202e", "\u2067", "\ud800"]  # fmt: skip


@pytest.mark.parametrize("sign", ACTING)
def test_control_characters_are_refused_and_not_repeated(sign: str) -> None:
    """Wherever they stand, and whatever else is wrong there; \\r\\n ends a line, as it always did."""
    for number, line in enumerate(BOOK.splitlines(), 1):
        for edited in (f"{line[:3]}{sign}[2J{line[3:]}", f"{line}{sign}.", sign + line):
            text = BOOK.replace(line, edited)
            for damaged in (text, text.replace("\n", "\r\n")):
                with pytest.raises(BadRecord) as refused:
                    feint.replay(damaged)
                said = (
                    f"line {number}: it holds the control character U+{ord(sign):04X}, which is no part of any record"
                )
                assert str(refused.value) == said
    assert feint.replay(BOOK.replace("\n", "\r\n")).over


def test_no_key_opens_nothing() -> None:
    text = write_sealed(feint.load("tower-siege").start(seed=1), b"k" * 32)
    with pytest.raises(BadRecord, match="can't be opened here"):
        open_sealed(text, None)


@pytest.mark.parametrize("sealed", ["sealed:", "sealed: ", "sealed: A", "sealed: ####", "sealed: QUJD"])
def test_nothing_sealed(sealed: str) -> None:
    with pytest.raises(BadRecord, match="can't be opened here"):
        open_sealed(f"feint record 1\n{sealed}\n", b"k" * 32)


def test_a_sealed_choice_has_no_length() -> None:
    """What is sealed is filled up: two saved matches that look the same are as long, wherever the mines are."""
    game = feint.load("minefield-navigator", steps=20, mines=6, detectors=10)
    for source in ({"seed": 5}, {"seed": 2**64 - 1}, {"seed": None}):
        lengths = set()
        for mines in ("mines 2,3,4,5,6,7", "mines 15,16,17,18,19,20"):
            match = game.start(chance=[mines], **source)
            for turn in range(12):
                match.play(match.pending[0], "scan 1")
                lengths.add((turn, len(write_sealed(match, b"k" * 32))))
        assert len(lengths) == 12
    drawn = {len(write_sealed(game.start(seed=seed), b"k" * 32)) for seed in (0, 7, 2**63, 2**64 - 1, 12345)}
    assert len(drawn) == 1


def test_the_length_is_one_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that take two bytes are in some choices of a game, and not in others."""
    game = feint.load("terminal-maneuver")
    monkeypatch.setattr(game.words, "choice", lambda _, number: "ü" * 20 if number % 2 else "u" * 20)
    lengths = set()
    for choice in ("ü" * 20, "u" * 20):
        match = game.start(seed=1)
        match.play("missile", choice)
        lengths.add(len(write_sealed(match, b"k" * 32)))
    assert len(lengths) == 1


def test_wrong_data_is_refused_by_its_own_line() -> None:
    heading, *rows = feint.load("space-goats").data["deck"].lines
    lines = untagged(feint.load("space-goats", deck=[heading, *rows[1:], rows[0]]).start(seed=1).record())
    [number] = [number for number, line in enumerate(lines, 1) if line.startswith("data deck: ")]
    lines[number - 1] = lines[number - 1].replace(",starter,", ",sometime,", 1)
    with pytest.raises(BadRecord, match=f"^line {number}: row "):
        feint.replay("\n".join(lines))


def test_a_choice_that_is_too_long_cannot_be_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the first: the length of the file would tell it."""
    match = feint.load("tower-siege").start(seed=1)
    match.play("P1", "rest")
    monkeypatch.setattr(seal, "WIDTH", len("1 P1 rest"))
    write_sealed(match, b"k" * 32)
    monkeypatch.setattr(seal, "WIDTH", len("1 P1 rest") - 1)
    with pytest.raises(feint.FeintError, match="can't be sealed: the file would tell it by its length"):
        write_sealed(match, b"k" * 32)


def test_a_sealed_record_of_other_rules_is_refused_by_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that says so, as it stands in the file."""
    real = seal.opening
    monkeypatch.setattr(seal, "opening", lambda match: [line.replace("rules: ", "rules: 9") for line in real(match)])
    lines = untagged(write_sealed(feint.load("tower-siege").start(seed=1), b"k" * 32))
    [number] = [number for number, line in enumerate(lines, 1) if line.startswith("rules: 9")]
    with pytest.raises(BadRecord, match=f"^line {number}: it was played with version 9"):
        open_sealed(tagged(lines), b"k" * 32)


def test_what_is_sealed_is_in_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of the rules a secret choice may be none any more; which it was stays a secret."""
    game = feint.load("terminal-maneuver")
    match = game.start(seed=1)
    match.play("missile", "burn 2")
    text = write_sealed(match, b"k" * 32)
    monkeypatch.setattr(game.words, "choice", lambda _, number: f"fire {number}")
    with pytest.raises(BadRecord) as refused:
        open_sealed(text, b"k" * 32)
    assert refused.value.reason == "what was sealed doesn't fit the rules as they are now"


def test_a_step_without_a_choice_is_cut_off() -> None:
    match = feint.load("tower-siege").start(seed=1)
    match.play("P1", "3")
    match.resign("P2")
    text = "\n".join(untagged(match.record())).replace("round 1: P1 3", "round 1: P1")
    with pytest.raises(BadRecord, match='"P1" is cut off; expected a seat and its choice'):
        feint.replay(text)


def test_a_seal_is_opened_as_it_was_written() -> None:
    """Signs that base64 doesn't have would be passed over by those who read it kindly."""
    match = feint.load("tower-siege").start(seed=1)
    key = bytes(range(32))
    *shown, sealed = untagged(write_sealed(match, key))
    assert open_sealed("\n".join([*shown, sealed]), key).seed == 1
    for changed in (sealed[:20] + "!" + sealed[20:], sealed + "*", sealed.replace("sealed: 2 ", "sealed: 2 \t")):
        with pytest.raises(BadRecord, match=f"line {len(shown) + 1}: it was sealed on another machine or was changed"):
            open_sealed("\n".join([*shown, changed]), key)
