"""What the lessons teach is right: by the solver, and by search where a game isn't solved."""

from collections.abc import Iterator

import pytest

import feint
from feint.bots.coach import Adviser
from feint.bots.perfect import Perfect
from feint.bots.search import Search
from feint.bots.values import ActionValue
from feint.core.match import Match
from feint.core.rule import CHANCE
from feint.core.tutor import Tutor
from feint.solve import solve
from feint.testing.lessons import ways_through

CLEARLY = 0.05  # of the point: what a choice that is refused gives away, at least
HARDLY = 0.01  # what a choice that is asked for gives away, at most
GAP = 0.02
ITERATIONS = 10_000


def judged(name: str, adviser: Adviser) -> Iterator[tuple[Tutor, list[ActionValue], list[ActionValue]]]:
    """Every task of a game's lessons with a choice to make, and what its right choices and the others are worth."""
    game = feint.load(name)
    for lesson in game.lessons:
        for tutor in ways_through(game, lesson):
            task = tutor.task
            if task is not None and len(tutor.legal()) > 1:
                values = adviser.action_values(tutor.match, lesson.seat, seed=1)
                right = [value for value in values if task.takes(value.text)]
                yield tutor, right, [value for value in values if not task.takes(value.text)]


@pytest.mark.parametrize("name", ["terminal-maneuver", "minefield-navigator", "tower-siege"])
def test_right_is_what_the_solver_calls_right(name: str) -> None:
    """What is refused is clearly worse, or the task says what it shows; and none asks for a bad choice."""
    game = feint.load(name)
    perfect = Perfect(game, solution=solve(game, gap=GAP, seconds=None, keep=False))
    strategic = 0
    for tutor, right, others in judged(name, perfect):
        where = f"{tutor.lesson.title}, task {tutor.done + 1}"
        assert tutor.match.game.rulings_text == game.rulings_text, "what was solved is what is played"
        assert max(value.low for value in right + others) - min(value.high for value in right) < HARDLY, where
        if tutor.task is not None and not tutor.task.shows:
            strategic += 1
            assert min(value.low for value in right) - max((value.high for value in others), default=0) > CLEARLY, where
    assert strategic >= 2


def test_right_is_what_search_calls_right_in_space_goats() -> None:
    """As far as search has examined the choices: what is asked for in a task about strategy, it always has."""
    search = Search(feint.load("space-goats"), f"search:{ITERATIONS}")
    strategic = 0
    for tutor, right, others in judged("space-goats", search):
        where = f"{tutor.lesson.title}, task {tutor.done + 1}"
        examined = [value for value in right + others if value.examined]
        best = max(value.low for value in examined)
        assert best - min(value.high for value in right) < CLEARLY, where
        if tutor.task is not None and not tutor.task.shows:
            strategic += 1
            assert all(value.examined for value in right), where
            wrong = [value for value in others if value.examined]
            assert min(map(middle, right)) - max(map(middle, wrong), default=0) > CLEARLY, where
    assert strategic == 7


def middle(value: ActionValue) -> float:
    """What search found; its intervals have room for more than luck."""
    return (value.low + value.high) / 2


# Dark Frontier: what is right there follows from the flight of things, without dice.


def flown(title: str, choices: list[str], then: list[str]) -> Match:
    """A lesson's match after choices of the learner that need not be right, and what follows."""
    game = feint.load("dark-frontier")
    lesson = next(lesson for lesson in game.lessons if lesson.title == title)
    match = Tutor(game, lesson).match
    for line in [*(f"{lesson.seat} {choice}" for choice in choices), *then]:
        match.play(*line.split(" ", 1))
    return match


def ways(title: str, choices: list[str], last: str) -> Iterator[list[str]]:
    """All ways for the learner to go on, up to a choice that begins with a word."""
    match = flown(title, choices, [])
    for choice in match.legal(match.pending[0]):
        if choice.startswith(last):
            yield [*choices, choice]
        elif choice != "done":
            yield from ways(title, [*choices, choice], last)


SHOTS_DONE = ["defender done", "attacker done"]


def test_only_a_full_burn_stops_at_the_edge() -> None:
    """DF-Q18."""
    for burn, winner in (("burn 0", "defender"), ("burn 1", "defender"), ("burn 2", None)):
        match = flown("Braking", [burn], SHOTS_DONE)
        assert match.over == (winner is not None)
        assert winner is None or match.scores[winner] == 1


@pytest.mark.parametrize(
    ("title", "first", "meeting"),
    [
        ("Shoot, then move", ["fire flak"], [["fire flak", "from 0,0", "towards N 3"]]),
        ("Shoot, then move", ["fire missile"], [["fire missile", "from 0,0", "towards N 1"]]),  # as the task says
        ("Your speed is in every shot", [], [["from 0,0", "towards SE 3"]]),
    ],
)
def test_only_the_right_shot_meets_the_attacker(title: str, first: list[str], meeting: list[list[str]]) -> None:
    """DF-R10, DF-R11, DF-R14."""
    shots = list(ways(title, first, "towards"))
    assert len(shots) > len(meeting)
    assert [shot for shot in shots if _meets(flown(title, shot, SHOTS_DONE))] == meeting


def test_only_the_right_course_takes_a_missile_to_its_target() -> None:
    """DF-R9."""
    courses = list(ways("Missiles", [], "missile 1 burn"))
    assert len(courses) == 9
    hits = [course for course in courses if _meets(flown("Missiles", course, SHOTS_DONE))]
    assert hits == [["missile 1 turn 0", "missile 1 burn 2"]]


def _meets(match: Match) -> bool:
    """Whether something has reached the attacker: dice were rolled, or it is asked for a countermeasure."""
    return any(step.seat == CHANCE for step in match.steps) or "no counter" in match.legal("attacker")
