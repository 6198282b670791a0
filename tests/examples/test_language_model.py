"""A scripted client in place of a language model: it plays a match through `feint mcp`, and mends what was refused."""

import json
import runpy

import pytest

from kit.paths import ROOT

EXAMPLE = runpy.run_path(str(ROOT / "examples" / "language_model.py"))


def test_it_plays_a_match() -> None:
    asked = []

    def script(question: str) -> str:
        """The last choice that it has, but first one that nobody has."""
        asked.append(question)
        [line] = [line for line in question.splitlines() if line.startswith("{")]
        return json.loads(line)["legal_choices"][-1] if len(asked) > 1 else "fly"

    seat = EXAMPLE["Seat"]("terminal-maneuver", "--seat", "laser", "--against", "random", "--seed", "3")
    scores = EXAMPLE["play"](seat, script)
    seat.close()
    assert sum(scores.values()) == 1
    assert "You play laser in Terminal Maneuver." in asked[0]
    assert "laser can't choose fly now" in asked[1]
    assert '"chosen": [null, 0]' in asked[0], "what the missile chose stays hidden"


def test_who_never_answers_with_a_choice_is_not_asked_for_ever() -> None:
    seat = EXAMPLE["Seat"]("tower-siege", "--against", "random", "--seed", "3")
    with pytest.raises(ValueError, match="P1 can't choose fly now; it can choose 1, 2, 3, rest"):
        EXAMPLE["play"](seat, lambda question: "fly")
    seat.close()
