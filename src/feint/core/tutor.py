"""Goes through one lesson with a learner: says what is asked, takes a choice, and goes on when it is right.

It knows neither terminal nor page, and both use it. What it shows is what the learner's seat may know, as in any match.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from feint.core.choice_text import index_of_choice
from feint.core.errors import FeintError, IllegalChoice
from feint.core.game import Game, load
from feint.core.lessons import Lesson, Task

CHOICE_SHOWN = 40  # characters of one that can't be, in an error


@dataclass(frozen=True)
class Verdict:
    """What a choice of the learner came to."""

    right: bool
    words: str  # the coach's
    since: int  # the steps that the match had before it


class Tutor:
    """One lesson, as far as it has come."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = load(game.folder, **lesson.rulings).start(chance=lesson.chance)
        self.match.game.seat_number(lesson.seat)
        self.done = 0  # tasks
        self.choices: list[str] = []  # the learner's right ones
        self._play(lesson.play)

    @property
    def task(self) -> Task | None:
        """What is asked now; None when the lesson is over."""
        return self.lesson.task[self.done] if self.done < len(self.lesson.task) else None

    def legal(self) -> list[str]:
        """What the learner can choose now."""
        return self.match.legal(self.lesson.seat) if self.task is not None else []

    def details(self) -> dict[str, str]:
        """What those choices come to, in a few words."""
        return self.match.details(self.lesson.seat) if self.task is not None else {}

    def choose(self, choice: str) -> Verdict:
        """Take the learner's choice. A wrong one is explained, and nothing has changed."""
        task, before = self.task, len(self.match.steps)
        if task is None:
            raise IllegalChoice("this lesson is over; nothing more is asked")
        legal = self.legal()
        at = index_of_choice(choice, legal)
        if at is None:
            raise IllegalChoice(f"{choice[:CHOICE_SHOWN]} can't be chosen here; choose one of {', '.join(legal)}")
        choice = legal[at]
        if not task.takes(choice):
            return Verdict(False, task.explanation(choice) or "That isn't what is asked here.", before)
        self._play([f"{self.lesson.seat} {choice}", *task.then])
        self.choices.append(choice)
        self.done += 1
        return Verdict(True, task.well, before)

    def repeat(self, choices: Sequence[str]) -> None:
        """Make choices that were right before; one that isn't right any more is refused."""
        for choice in choices:
            if not self.choose(choice).right:
                raise IllegalChoice(f"{choice} is not right here")

    def _play(self, script: Sequence[str]) -> None:
        for line in script:
            seat, _, choice = line.partition(" ")
            try:
                self.match.play(seat, choice)
            except FeintError as error:
                raise FeintError(f"the lesson {self.lesson.title!r} can't go on: {line}: {error}") from None
