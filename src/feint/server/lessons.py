"""A lesson as the page is told of it: played from its beginning for each request, so that the server keeps nothing."""

from collections.abc import Sequence

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import CHANCE
from feint.core.tutor import Tutor, Verdict
from feint.protocol import LessonState, LessonStep


class LessonNotFound(FeintError):
    """A game has no lesson of that number."""


def lesson_state(game: Game, number: int, choices: Sequence[str]) -> LessonState:
    """Where a lesson, counted from 1, stands after choices of which all but the last were right."""
    if number > len(game.lessons):
        raise LessonNotFound(f"{game.name} has no lesson {number}; it has {len(game.lessons)}")
    tutor = Tutor(game, game.lessons[number - 1])
    tutor.repeat(choices[:-1])
    verdict = tutor.choose(choices[-1]) if choices else None
    return {
        "title": tutor.lesson.title,
        "seat": tutor.lesson.seat,
        "tasks": len(tutor.lesson.task),
        "done": tutor.done,
        "right": None if verdict is None else verdict.right,
        "words": "" if verdict is None else verdict.words,
        "say": None if tutor.task is None else tutor.task.say,
        "legal": tutor.legal(),
        "details": tutor.details(),
        "steps": _steps(tutor, verdict),
    }


def _steps(tutor: Tutor, verdict: Verdict | None) -> list[LessonStep]:
    """What the learner sees of each choice since the last of theirs, with the outcomes that followed from it."""
    match, seat = tutor.match, tutor.lesson.seat
    if verdict is None:
        return [{"view": match.view(seat), "log": match.log(seat)}]
    if not verdict.right:
        return []
    steps: list[LessonStep] = []
    log: list[str] = []
    before = match.at(verdict.since).view(seat)
    for number in range(verdict.since + 1, len(match.steps) + 1):
        log += match.story(number, seat)
        if number < len(match.steps) and match.steps[number].seat == CHANCE:
            continue
        view = match.at(number).view(seat)
        if view != before or log:  # else something happened that the learner may not know of
            steps.append({"view": view, "log": log})
            before, log = view, []
    return steps
