"""What fuzzing begins with, and whatever it has found so far, tried again (`make fuzz` looks for more)."""

import json
from typing import Any

import pytest

from kit import fuzz


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_seeds(name: str) -> None:
    target, seeds = fuzz.TARGETS[name]
    found = seeds()
    assert found
    for data in found:
        target(data)
        target(data[: len(data) // 2])
        target(data[:-20] + b"\x1b" + data[-20:])


def test_what_was_found() -> None:
    for path in sorted(fuzz.CASES.glob("*/*")):
        fuzz.TARGETS[path.parent.name][0](path.read_bytes())


def test_a_traceback_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_text: str) -> Any:
        raise KeyError("a")

    monkeypatch.setattr(fuzz, "replay", wrong)
    with pytest.raises(KeyError):
        fuzz.fuzz_record(b"feint record 1")


def test_a_control_character_would_be_found() -> None:
    with pytest.raises(AssertionError):
        fuzz.in_a_sentence(fuzz.FeintError("\x1b[2J"))


def test_messages_reach_a_match() -> None:
    """Else fuzzing them would find nothing."""
    served = fuzz._served()
    join = json.dumps({"type": "join", "token": served.tokens[0]})

    def numbers() -> list[int]:
        return [json.loads(said["text"])["number"] for said in served.say([join]) if "text" in said]

    [before] = numbers()
    served.say([join, json.dumps({"type": "choose", "id": "a", "ask": 0, "choice": "3"})])
    while numbers() == [before]:  # it is being stored
        pass
    assert numbers() == [before + 1]
