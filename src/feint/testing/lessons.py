"""Plays every lesson of a game: every right choice in every task, and every other one, which has to be explained."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import islice

from feint.core.game import Game
from feint.core.lessons import Lesson
from feint.core.rule import CHANCE
from feint.core.state_queries import CHANCE_SEAT
from feint.core.tutor import Tutor
from feint.testing.violations import Violations

MOST_WAYS = 1_000  # through one lesson, that are tried


def check_lessons(game: Game, violations: Violations) -> int:
    """Check a game's lessons; how many there are."""
    with violations.attempt("reading lessons.toml") as attempt:
        lessons = game.lessons
    if attempt.failed:
        return 0
    for lesson in lessons:
        with violations.attempt(f"playing the lesson {lesson.title!r}"):
            _check(game, lesson, violations)
    return len(lessons)


def ways_through(game: Game, lesson: Lesson, choices: Sequence[str] = ()) -> Iterator[Tutor]:
    """A lesson before each of its choices and at its end, once for every way to get there by right choices."""
    tutor = Tutor(game, lesson)
    tutor.repeat(choices)
    yield tutor
    if tutor.task is not None:
        for choice in filter(tutor.task.takes, tutor.legal()):
            yield from ways_through(game, lesson, [*choices, choice])


def _check(game: Game, lesson: Lesson, violations: Violations) -> None:
    unused = {(at, pattern) for at, task in enumerate(lesson.task) for pattern in (*task.right, *task.wrong)}
    drawn = 0
    for tutor in islice(ways_through(game, lesson), MOST_WAYS):
        drawn = max(drawn, sum(step.seat == CHANCE for step in tutor.match.steps))
        for what in _wrong_at(tutor):
            _add(violations, lesson, tutor.done, what)
        unused -= {(tutor.done, pattern) for choice in tutor.legal() for pattern in _said_of(tutor, choice)}
    for at, pattern in sorted(unused):
        _add(violations, lesson, at, f"{pattern} fits no choice that could be made, or never comes first")
    if drawn < len(lesson.chance):
        _add(violations, lesson, len(lesson.task) - 1, f"of {len(lesson.chance)} outcomes only {drawn} come")


def _add(violations: Violations, lesson: Lesson, at: int, what: str) -> None:
    where = f"task {min(at + 1, len(lesson.task))} of the lesson {lesson.title!r}"
    violations.add("lessons", f"{where} {what}", f"{where}: {what}")


def _wrong_at(tutor: Tutor) -> Iterator[str]:
    """What is wrong with a lesson where it stands."""
    if CHANCE_SEAT in tutor.match.pending:
        yield "an outcome is due that `chance` doesn't have"
    if tutor.task is None:
        return
    legal = tutor.legal()
    if not legal:
        yield f"{tutor.lesson.seat} has nothing to choose; {', '.join(tutor.match.pending)} has"
    elif not any(map(tutor.task.takes, legal)):
        yield f"no right choice is legal; legal are {', '.join(legal)}"
    for choice in legal:
        if not tutor.task.takes(choice) and tutor.task.explanation(choice) is None:
            yield f"{choice} is legal, and neither right nor explained"


def _said_of(tutor: Tutor, choice: str) -> list[str]:
    """The entries of a task that decide what becomes of a choice."""
    task = tutor.task
    assert task is not None
    patterns = task.right if task.takes(choice) else task.wrong
    return [pattern for pattern in patterns if fnmatchcase(choice, pattern)][: None if task.takes(choice) else 1]
