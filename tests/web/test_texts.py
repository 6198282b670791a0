"""Words that people read: what once sounded translated stays gone, and what is said instead is there."""

import re
from pathlib import Path

import pytest

import feint

SOURCES = Path(feint.__file__).parent
FILES = [
    *(file for file in (SOURCES / "web").glob("*.js") if file.name not in ("protocol.js", "types.js")),
    *(SOURCES / "games").glob("*/*.js"),
    *(SOURCES / "terminal").rglob("*.py"),
]
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')  # texts stand in these, comments don't

INSTEAD = {
    "It is for you to choose": "Your turn",
    "Give up": "Resign",
    "Go on": "Continue",
    "Look again": "Replay",
    "Save the record": "Download match",
    "Nobody waits for an opponent": "No open games right now",
    "Sit down as": "Join as ",
    " is free": "open",
    "Someone at this screen": "player, same screen",
    "What is shown next is for": "should look",
    "nobody else looks": "show me",
    "Waiting for all to sit down": "Waiting for ",
    "You are looking at the past": "Viewing an earlier move, Esc to return",
    "A step on": "Next move",
    "Chance was bound": "Fairness verified",
    "hit unshielded": "Lose an unshielded ship",
    "You are sure of": "Win chance",
    "where there was one": " real decision",
}


def texts() -> str:
    found = (match for file in FILES for match in QUOTED.findall(file.read_text(encoding="utf-8")))
    return "\n".join("".join(parts) for parts in found)


@pytest.mark.parametrize(("odd", "plain"), INSTEAD.items())
def test_odd_words_stay_gone(odd: str, plain: str) -> None:
    said = texts()
    assert odd not in said
    assert plain in said
