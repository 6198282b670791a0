"""Records and sealed saves of the version before open unchanged: tests/fixtures/before was written by it."""

import json
from typing import Any

import pytest

import feint
from feint.core.errors import BadRecord
from feint.core.match import Match
from feint.core.seal import is_sealed, open_sealed, write_sealed
from kit.compatibility import record_of_before, view_of_before
from kit.paths import FIXTURES
from kit.terminal import run as command

BEFORE = FIXTURES / "before"
RECORDS: dict[str, Any] = json.loads((BEFORE / "records" / "contents.json").read_text())
SAVES: dict[str, Any] = json.loads((BEFORE / "saves" / "contents.json").read_text())
KEY = (BEFORE / "saves" / "seal.key").read_bytes()


def saved(name: str) -> str:
    return (BEFORE / "saves" / f"{name}.feint").read_text()


def test_there_is_a_record_of_every_game() -> None:
    assert set(feint.game_names()) <= RECORDS.keys()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_holds(name: str) -> None:
    text = (BEFORE / "records" / f"{name}.feint").read_text()
    match, wanted = feint.replay(text), RECORDS[name]
    assert record_of_before(match.record()) == text
    assert feint.replay(match.record()).record() == match.record()
    assert (match.scores, len(match.steps)) == (wanted["scores"], wanted["steps"])
    assert (match.over, match.pending) == (True, ())
    if wanted["why"] is not None:  # how a seat lost stands in the line before the result
        line = {"resigned": "resigned", "time": "out of time", "gone": "gone"}[wanted["why"]]
        assert f"\n{line}: {wanted['lost']}  #" in text
        assert match.scores[wanted["lost"]] == 0


def test_a_record_with_a_proof_still_proves_it() -> None:
    text = (BEFORE / "records" / "fair.feint").read_text()
    fairness = feint.replay(text).fairness
    assert fairness is not None
    assert fairness.secret == "0123456789abcdef" * 4
    plain = "".join(line.rpartition("  #")[0] + "\n" for line in text.splitlines())
    with pytest.raises(BadRecord, match="commitment"):
        feint.replay(plain.replace("0123456789abcdef" * 4, "0123456789abcdee" * 4))


def test_what_an_older_proof_is_worth_is_said() -> None:
    done = command("check", str(BEFORE / "records" / "fair.feint"))
    assert done.returncode == 0, done.stdout
    assert "the seed follows from the secret that was committed to and every seat's string" in done.stdout
    assert "an older kind of proof: it can't show that nobody chose a string after seeing the others" in done.stdout
    assert "chained" not in done.stdout


@pytest.mark.parametrize("name", SAVES)
def test_a_sealed_save_opens_and_the_match_goes_on(name: str) -> None:
    match, wanted = open_sealed(saved(name), KEY), SAVES[name]
    assert is_sealed(saved(name))
    assert record_of_before(match.record()) == wanted["record"]
    assert list(match.pending) == wanted["pending"]
    for seat in (None, *match.game.seats):
        assert view_of_before(match.view(seat)) == wanted["views"][str(seat)]
    assert {seat: match.legal(seat) for seat in match.game.seats} == wanted["legal"]
    again = open_sealed(write_sealed(match, KEY), KEY)
    assert again.record() == match.record()
    assert played_on(match).record() == played_on(again).record()


def played_on(match: Match) -> Match:
    for _ in range(10):
        if not match.over:
            match.play(match.pending[0], match.legal(match.pending[0])[-1])
    return match


@pytest.mark.parametrize("name", SAVES)
def test_a_sealed_save_opens_for_nobody_else_and_not_if_it_was_changed(name: str) -> None:
    wrong = "sealed on another machine or was changed"
    with pytest.raises(BadRecord, match=wrong):
        open_sealed(saved(name), bytes(32))
    plain = "".join(line.rpartition("  #")[0] + "\n" for line in saved(name).splitlines())
    assert record_of_before(open_sealed(plain, KEY).record()) == SAVES[name]["record"]
    with pytest.raises(BadRecord, match=wrong):
        open_sealed(plain.replace("=human", "=random", 1), KEY)
