"""A game's lessons, as its `lessons.toml` has them: positions, what is asked there, and a coach's words.

A lesson takes a minute or less: it sets up a position by real choices and scripted outcomes, and asks the learner for a
few choices. Only right ones are made; every other one is explained. `feint.core.tutor` goes through one.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from feint.core.errors import UnknownGame

Texts = tuple[str, ...]


@dataclass(frozen=True)
class Task:
    """`[[lesson.task]]`: one choice to be made."""

    say: Annotated[str, "What the coach says before it asks."]
    right: Annotated[Texts, "The choices that are taken; in these and in `wrong`, `*` stands for any text."]
    then: Annotated[Texts, 'What is chosen after that, seat by seat: `"P2 card 4"`.'] = ()
    well: Annotated[str, "What the coach says when all of that has happened."] = ""
    wrong: Annotated[Mapping[str, str], "Why another choice isn't taken; the first that fits is said."] = field(
        default_factory=dict
    )
    shows: Annotated[str, "What it shows, if it is about the rules; otherwise what is right is the best choice."] = ""

    def takes(self, choice: str) -> bool:
        """Whether a choice is right."""
        return any(fnmatchcase(choice, pattern) for pattern in self.right)

    def explanation(self, choice: str) -> str | None:
        """Why a choice is wrong; None if the lesson doesn't say."""
        return next((words for pattern, words in self.wrong.items() if fnmatchcase(choice, pattern)), None)


@dataclass(frozen=True)
class Lesson:
    """`[[lesson]]`: a position, and what is asked in it."""

    title: Annotated[str, "What it is about; no two have the same."]
    seat: Annotated[str, "The learner's seat."]
    task: Annotated[tuple[Task, ...], "What is asked, in order."]
    rulings: Annotated[Mapping[str, str | int], "The rulings that it depends on; the others are the defaults."] = field(
        default_factory=dict
    )
    chance: Annotated[Texts, "The outcomes of chance in this lesson, in order."] = ()
    play: Annotated[Texts, 'The choices up to its position, seat by seat: `"laser guess 2"`.'] = ()


def read_lessons(path: Path) -> tuple[Lesson, ...]:
    """The lessons in a file, in order; none if there is no such file."""
    if not path.exists():
        return ()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        if list(tables) != ["lesson"]:
            raise ValueError(f"it holds {', '.join(tables) or 'nothing'}; it has to hold [[lesson]] and nothing else")
        if not isinstance(tables["lesson"], list):
            raise ValueError("lesson is no list of tables, each under [[lesson]]")
        lessons = tuple(_lesson(number, table) for number, table in enumerate(tables["lesson"], 1))
        if len({lesson.title for lesson in lessons}) < len(lessons):
            raise ValueError("two lessons have the same title")
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{path} can't be read: {error}") from None
    return lessons


def _lesson(number: int, table: dict[str, Any]) -> Lesson:
    where = f"lesson {number}"
    tasks = table.get("task") if isinstance(table, dict) else None
    if not isinstance(tasks, list) or not tasks:
        raise ValueError(f"{where} has no [[lesson.task]]; it has to have one or more")
    made = tuple(Task(**_checked(Task, one, f"{where}, task {at}")) for at, one in enumerate(tasks, 1))
    return Lesson(**_checked(Lesson, table, where) | {"task": made})


def _checked(kind: type, table: Any, where: str) -> dict[str, Any]:
    """A table's entries with the types that a lesson or a task has for them, texts as paragraphs."""
    if not isinstance(table, dict):
        raise ValueError(f"{where} is no table")
    known = {entry.name: get_type_hints(kind)[entry.name] for entry in fields(kind)}
    for name in table:
        if name not in known:
            raise ValueError(f"{where} has {name}; it can have {', '.join(known)}")
    for entry in fields(kind):
        if entry.default is entry.default_factory is MISSING and not table.get(entry.name):
            raise ValueError(f"{where} has no {entry.name}")
    return {name: _value(known[name], value, f"{name} of {where}") for name, value in table.items()}


def _value(hint: Any, value: Any, where: str) -> Any:
    if hint is str:
        if not isinstance(value, str):
            raise ValueError(f"{where} is no text")
        return paragraphs(value)
    if hint == Texts:
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise ValueError(f"{where} is no list of texts")
        return tuple(value)
    if hint == Mapping[str, str]:
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise ValueError(f"{where} is no table of texts")
        return {choice: paragraphs(words) for choice, words in value.items()}
    if hint == Mapping[str, str | int] and not isinstance(value, dict):
        raise ValueError(f"{where} is no table")
    return value


def paragraphs(text: str) -> str:
    """A text with each paragraph on one line, and an empty line between two."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
