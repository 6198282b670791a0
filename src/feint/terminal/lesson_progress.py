"""How far someone at this machine has come with each game's lessons."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from feint.core.files import make_folder, write_atomically
from feint.core.game import Game


@dataclass
class LessonProgress:
    """A game's lessons that are done, by title, and the one in the middle of which someone left."""

    done: list[str] = field(default_factory=list)
    lesson: str = ""
    choices: list[str] = field(default_factory=list)  # the right ones that were made in it

    def finish(self, title: str) -> None:
        """A lesson is done."""
        self.done += [title] if title not in self.done else []
        self.lesson, self.choices = "", []


def read_progress(game: Game) -> LessonProgress:
    """How far someone has come with a game; not at all, if what is stored can't be read."""
    found = _read().get(_key(game), {})
    try:
        progress = LessonProgress(**found)
        texts = [*progress.done, progress.lesson, *progress.choices]
    except TypeError:
        return LessonProgress()
    return progress if all(isinstance(text, str) for text in texts) else LessonProgress()


def write_progress(game: Game, progress: LessonProgress) -> None:
    """Store it, with what is stored of other games."""
    path = _path()
    with write_atomically(path) as draft:
        make_folder(path.parent)
        draft.write_text(json.dumps(_stored() | {_key(game): asdict(progress)}, indent=2), encoding="utf-8")


def _read() -> dict[str, Any]:
    try:
        return _stored()
    except OSError:
        return {}


def _stored() -> dict[str, Any]:
    """What is stored. Where that can't be read now, nothing must be written in its place."""
    try:
        stored = json.loads(_path().read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _key(game: Game) -> str:
    return game.name if game.is_builtin else str(game.folder)


def _path() -> Path:
    return user_data_path("feint") / "lessons.json"
