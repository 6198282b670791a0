"""What fuzzing begins with, and whatever it has found so far, tried again (`make fuzz` looks for more)."""

import json
import random
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
    served.open_table()  # in the one that is there, others may have chosen
    join = json.dumps({"type": "join", "token": served.tokens[0]})

    def numbers() -> list[int]:
        return [json.loads(said["text"])["number"] for said in served.say([join]) if "text" in said]

    [before] = numbers()
    served.say([join, json.dumps({"type": "choose", "id": "a", "ask": 0, "choice": "3"})])
    while numbers() == [before]:  # it is being stored
        pass
    assert numbers() == [before + 1]


ODD: list[Any] = [None, True, -1, 10**30, 0.5, "", "P1", "\x1b[2J", "[bold]", [], [None], {}, {"P1": []}, "x" * 200]


def edited(said: bytes, seed: int) -> bytes:
    """A server's messages with one value replaced by another, left out, or put in twice."""
    pick = random.Random(seed)
    *messages, record = said.split(b"\n")
    number = pick.randrange(len(messages))
    message = json.loads(messages[number])
    place: Any = message
    while True:
        name = pick.choice(list(place) if isinstance(place, dict) else range(len(place)))
        inner = place[name]
        if not isinstance(inner, dict | list) or not inner or pick.random() < 0.2:
            break
        place = inner
    how = pick.randrange(len(ODD) + 1)
    if how < len(ODD):
        place[name] = ODD[how]
    else:
        del place[name]
    messages[number] = json.dumps(message).encode()
    return b"\n".join([*messages, record])


@pytest.mark.parametrize("name", ["client", "terminal"])
def test_edited_messages(name: str) -> None:
    """Bytes at random are seldom JSON; these always are."""
    target, seeds = fuzz.TARGETS[name]
    said = seeds()[: len(fuzz._messages())]
    for seed in [*range(20), 267]:
        target(edited(said[seed % len(said)], seed))
