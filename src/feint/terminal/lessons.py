"""A game's lessons at this keyboard: a coach, the game's own board and questions, and going on where someone left."""

from contextlib import suppress
from functools import partial
from shlex import quote

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.lessons import Lesson, Task
from feint.core.tutor import Tutor, Verdict
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.dialogue import QUIT_COMMANDS, Dialogue, program_name, quit_on_hangup
from feint.terminal.lesson_progress import LessonProgress, read_progress, write_progress

MORE_HELP = ", task (what the coach asks, once more), quit (leave; you can go on from here)"


class LessonsAtTerminal:
    """Someone who takes the lessons of one game."""

    def __init__(self, game: Game, console: TerminalConsole) -> None:
        if not game.lessons:
            raise FeintError(f"{game.name} has no lessons; read its rules with feint rules")
        self.game = game
        self.console = console
        self.progress = read_progress(game)

    def take(self) -> bool:
        """Take one lesson after the other, from where someone left off; whether the last one was finished."""
        try:
            with quit_on_hangup():
                lesson: Lesson | None = self._first()
                while lesson is not None:
                    self._take(lesson)
                    lesson = self._choose_next(lesson)
        except (Quit, KeyboardInterrupt):
            with suppress(OSError):  # the terminal may be gone
                self.console.say()
                self.console.note(f"Continue with: {program_name()} learn {self._name()}")
            return False
        return True

    def _first(self) -> Lesson:
        """The lesson in the middle of which someone left, or the first that isn't done; or all of them again."""
        lessons = self.game.lessons
        started = [lesson for lesson in lessons if lesson.title == self.progress.lesson]
        ahead = [lesson for lesson in lessons if lesson.title not in self.progress.done]
        return (started or ahead or list(lessons))[0]

    def _take(self, lesson: Lesson) -> None:
        tutor, seat = self._tutor(lesson), lesson.seat
        dialogue = Dialogue(tutor.match.game, self.console)
        number = self.game.lessons.index(lesson) + 1
        self.console.say()
        self.console.say(f"{self.game.title}, lesson {number} of {len(self.game.lessons)}: {lesson.title}")
        self._remember(lesson, tutor)
        while tutor.task is not None:
            dialogue.draw(tutor.match.view(seat), unless_drawn=True)
            verdict = self._ask(tutor, tutor.task, dialogue)
            self._remember(lesson, tutor)
            steps = range(verdict.since + 1, len(tutor.match.steps) + 1)
            dialogue.show_log([line for step in steps for line in tutor.match.story(step, seat)])
            if tutor.task is None:
                dialogue.draw(tutor.match.view(seat))
            self._speak(verdict.words)

    def _ask(self, tutor: Tutor, task: Task, dialogue: Dialogue) -> Verdict:
        """Ask until the choice is right, with the coach's words on each that isn't; what came of it."""
        seat, legal = tutor.lesson.seat, tutor.legal()
        see = partial(tutor.match.view, seat)
        speak = partial(self._speak, task.say)
        self.console.commands = {**dialogue.commands(see, legal, MORE_HELP), "task": speak}
        speak()
        while True:
            verdict = tutor.choose(dialogue.ask(seat, see(), legal, hidden=False))
            if verdict.right:
                return verdict
            self._speak(verdict.words)

    def _tutor(self, lesson: Lesson) -> Tutor:
        """A lesson where someone left it; from the beginning, if it isn't the same lesson any more."""
        tutor = Tutor(self.game, lesson)
        if self.progress.lesson == lesson.title:
            with suppress(FeintError):
                tutor.repeat(self.progress.choices)
                return tutor
            tutor = Tutor(self.game, lesson)
        return tutor

    def _speak(self, words: str) -> None:
        """What the coach says, with room around it."""
        if words:
            self.console.say()
            self.console.page(words)
            self.console.say()

    def _choose_next(self, lesson: Lesson) -> Lesson | None:
        """The lesson after one that is done, or any other; None after the last."""
        lessons, console = self.game.lessons, self.console
        at = lessons.index(lesson) + 1
        if at == len(lessons):
            console.note("That was the last lesson. In a match, ? at any prompt says what else you can type.")
            console.note(f"Now play: {program_name()} play {self._name()}")
            return None
        console.commands = {**dict.fromkeys(("?", "help"), self._list), **QUIT_COMMANDS}
        while True:
            answer = console.read(f"Press enter for lesson {at + 1}, {lessons[at].title}, or quit: ")
            if not answer:
                return lessons[at]
            if answer.isdecimal() and 1 <= int(answer) <= len(lessons):
                return lessons[int(answer) - 1]
            console.say(f"Press enter, or enter the number of a lesson (1-{len(lessons)}).")

    def _list(self) -> None:
        """Help between two lessons: all of them by number, with those that are done."""
        for number, lesson in enumerate(self.game.lessons, 1):
            self.console.note(f"{'x' if lesson.title in self.progress.done else ' '} {number}. {lesson.title}")
        self.console.note(
            "x: done. Enter a number for that lesson, nothing for the next, or quit: you can go on later."
        )

    def _remember(self, lesson: Lesson, tutor: Tutor) -> None:
        """Store how far it has come, or say why not and go on."""
        if tutor.task is None:
            self.progress.finish(lesson.title)
        else:
            self.progress = LessonProgress(self.progress.done, lesson.title, tutor.choices)
        try:
            write_progress(self.game, self.progress)
        except FeintError as error:
            self.console.note(f"Not saved: {error}.")

    def _name(self) -> str:
        """What names the game on a command line."""
        return self.game.name if self.game.is_builtin else quote(str(self.game.folder))
