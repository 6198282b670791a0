"""Promise 1: what a seat can't tell apart looks the same to it, for all pairs of matches of small games.

What a seat has been told is worked out here by hand from the choices and outcomes, without a look at the schema. Any two
unfinished matches in which a seat has been told the same must then show it the same view, choices, log and error texts.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any

import pytest

import feint
from feint.core.match import Match
from feint.core.record import untagged
from feint.core.rule import CHANCE
from feint.core.schema import Schema
from feint.core.seal import write_sealed
from feint.kernel.features import Features
from kit.games import all_matches

KEY = bytes(32)
features_of = cache(Features)
Told = Callable[[Match, str | None], Hashable]


def told_with_secret_choices(match: Match, viewer: str | None) -> Hashable:
    """Tower Siege and Terminal Maneuver: a secret choice is told to its owner, and to all once both have made theirs."""
    told: list[Hashable] = []
    waiting: list[tuple[str, str]] = []
    for step in match.steps:
        if step.seat == CHANCE:
            told.append(step.text)
            continue
        seat = match.game.seats[step.seat]
        if step.text.split()[0] not in ("card", "no", "guess", "burn"):
            told.append((seat, step.text))
            continue
        waiting.append((seat, step.text))
        if len(waiting) == 2:
            told += waiting
            waiting = []
    return tuple(told), tuple((seat, text if seat == viewer else "?") for seat, text in waiting)


def told_in_the_minefield(match: Match, viewer: str | None) -> Hashable:
    """Minefield Navigator: nobody is told the placement; everybody sees what moves and scans find."""
    told: list[Hashable] = []
    live: set[int] = set()
    for step in match.steps:
        what, _, detail = step.text.partition(" ")
        if what == "mines":
            live = {int(n) for n in detail.split(",") if n != "none"}
        elif what == "scan":
            told.append((step.seat, step.text, int(detail) in live))
            live.discard(int(detail))
        else:
            told.append((step.seat, step.text))  # a move that found a mine has ended the match
    return tuple(told)


SMALL: list[tuple[str, dict[str, Any], Told]] = [
    ("tower-siege", {"length": 3, "cards": 3, "stride": 1, "turn_limit": 5}, told_with_secret_choices),
    (
        "tower-siege",
        {"length": 3, "cards": 3, "stride": 2, "turn_limit": 5, "track": "facing"},
        told_with_secret_choices,
    ),
    (
        "tower-siege",
        {"length": 4, "cards": 2, "stride": 2, "turn_limit": 5, "empty_hand": "retreat"},
        told_with_secret_choices,
    ),
    ("terminal-maneuver", {"fuel": 2, "rounds": 2}, told_with_secret_choices),
    ("terminal-maneuver", {"fuel": 3, "rounds": 1, "black_squares": "allowed"}, told_with_secret_choices),
    *(
        ("minefield-navigator", {"steps": 3, "mines": 1, "detectors": 1, "occupancy": occupancy}, told_in_the_minefield)
        for occupancy in ("exclusive", "shared", "blocked")
    ),
    ("minefield-navigator", {"steps": 4, "mines": 2, "detectors": 1}, told_in_the_minefield),
    ("minefield-navigator", {"steps": 4, "mines": 2, "detectors": 0, "first": "toss"}, told_in_the_minefield),
]


def shown(match: Match, viewer: str | None) -> dict[str, Any]:
    """Everything that a viewer can get out of a match."""
    sealed = untagged(write_sealed(match, KEY))
    facts: dict[str, Any] = {
        "view": match.view(viewer),
        "log": match.log(viewer),
        "pending": match.pending,
        "scores": match.scores,
        "round": match.round,
        "can_undo": [match.can_undo(steps) for steps in range(1, 4)],
        "saved": sealed[:-1],
        "sealed": len(sealed[-1]),
    }
    if match.game.screen is not None:
        facts["board"] = match.game.screen.board(match.view(viewer))
    if viewer is not None:
        facts["legal"] = match.legal(viewer)
        facts["features"] = features_of(match.game).of(match._states[-1], match.game.seat_number(viewer)).tolist()
        for choice in ("", "card 1", "guess 1", "move"):
            if choice not in facts["legal"]:
                with pytest.raises(feint.IllegalChoice) as error:
                    match.play(viewer, choice)
                facts[choice] = str(error.value)
    return facts


def compare_all_pairs(name: str, rulings: dict[str, Any], told: Told) -> int:
    """Compare all matches that a viewer has been told the same of; how many pairs there were."""
    game = feint.load(name, **rulings)
    first: dict[Hashable, dict[str, Any]] = {}
    counts: dict[Hashable, int] = defaultdict(int)
    for match in all_matches(game.start(chance=[]), any_order=True):
        if match.over or match.pending == ("chance",):
            continue
        for viewer in (*game.seats, None):
            key = (viewer, told(match, viewer))
            counts[key] += 1
            seen = shown(match, viewer)
            assert seen == first.setdefault(key, seen), f"{viewer} can tell these apart: {match.record()}"
    return sum(count * (count - 1) // 2 for count in counts.values())


@pytest.mark.parametrize(("name", "rulings", "told"), SMALL)
def test_pairs_that_a_seat_cannot_tell_apart(name: str, rulings: dict[str, Any], told: Told) -> None:
    """TS-R10, TM-R7, MN-R7."""
    assert compare_all_pairs(name, rulings, told) > 20, "there is something to hide"


@pytest.mark.parametrize(("name", "rulings", "told"), [SMALL[0], SMALL[3], SMALL[5]])
def test_a_leak_would_be_found(name: str, rulings: dict[str, Any], told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail: it does when views show everything."""
    honest = Schema.see
    monkeypatch.setattr(Schema, "see", lambda self, state, seat, over: honest(self, state, seat, over=True))
    with pytest.raises(AssertionError, match="can tell these apart"):
        compare_all_pairs(name, rulings, told)


def test_hidden_and_private_fields_open_at_the_end() -> None:
    match = feint.load("minefield-navigator", steps=2, mines=2).start(seed=1)
    assert match.view("player1")["mined"] is None
    match.play("player1", "move")
    assert match.view("player2")["mined"] == 0b11


def test_a_view_is_a_copy() -> None:
    match = feint.load("tower-siege").start(seed=1)
    match.view("P1")["position"][0] = 9
    match.view("P1")["rulings"]["length"] = 3
    assert match.view("P1")["position"] == [0, 0]
    assert match.game.rulings["length"] == 10
