"""A player's files under faults: a program that saves as the terminal does, and the check of what is there afterwards."""

import json
import os
from pathlib import Path
from typing import Any

# It saves a match after every choice, and how far someone is in the lessons; and notes when both were said to be saved.
SAVES = """
import json, sys
from pathlib import Path
import feint
from feint.core.errors import FeintError
from feint.terminal import saves
from feint.terminal.lesson_progress import LessonProgress, write_progress
from kit import disk
log, game = Path(sys.argv[1]), feint.load("tower-siege", turn_limit=12)
match, path = game.start(seed=7), saves.folder() / "match.feint"
while not match.over:
    for seat in match.pending:
        match.play(seat, match.legal(seat)[-1])
    try:
        saves.save(match, path)
        write_progress(game, LessonProgress([f"lesson {len(match.steps)}"]))
    except FeintError as error:
        print(error)
    else:
        disk.note(log, json.dumps(len(match.steps)))
"""


def check_saves(folder: Path, told: list[Any]) -> list[str]:
    """A saved match, and how far someone is, are at least what was said to be saved; if nothing was, what is there is whole."""
    from feint.core.errors import FeintError
    from feint.terminal import lesson_progress, saves

    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(folder)
    try:
        path, least = saves.folder() / "match.feint", told[-1] if told else 0
        steps = len(saves.restore(path, None).steps) if path.exists() else 0
        read = lesson_progress._path()
        done = json.loads(read.read_text())["tower-siege"]["done"] if read.exists() else ["lesson 0"]
    except (FeintError, ValueError, KeyError) as error:
        return [f"it can't be read: {error}"]
    finally:
        os.environ.pop("XDG_DATA_HOME") if before is None else os.environ.update(XDG_DATA_HOME=before)
    wrong = [f"a match of {least} steps was saved, and {steps} are left"] if steps < least else []
    return wrong + ([f"lesson {least} was done, and {done} is left"] if int(done[0].split()[1]) < least else [])
