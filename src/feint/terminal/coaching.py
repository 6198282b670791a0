"""The coach at a terminal: a word after each choice, a hint at the prompt, a summary at the end, and `feint review`."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from feint.bots.players import adviser, adviser_names
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.terminal.table import Terminal
from feint.terminal.waiting import waiting

if TYPE_CHECKING:
    from feint.bots.coach import Adviser, Judged
    from feint.bots.perfect import Weighed

SHOWN = 4  # choices of a mixture
LITTLE = 0.0005  # of the point: less than the tenth of a percent that is shown


class Coach:
    """Looks over the shoulder of one person, and sees no more than that person does."""

    def __init__(self, match: Match, seat: str, name: str | None, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self.judged: dict[int, Judged] = {}  # by step
        self.adviser = prepared(match, name)

    def hint(self, match: Match) -> str:
        """What is right now."""
        weighed = self.adviser.weigh(match, self.seat, self.seed)
        best = max(choice.worth for choice in weighed)
        right = sorted((choice for choice in weighed if choice.chance > 0), key=lambda choice: -choice.chance)
        return f"Right now: {mixture_text(right)}. You would win {percent(best)}."

    def comment(self, before: Match, choice: str) -> str:
        """A word on a choice that was made in a match as it stood."""
        from feint.bots.coach import judge

        judged = judge(self.adviser, before, self.seat, choice, self.seed)
        self.judged[judged.step] = judged
        return judged_text(judged)

    def summary(self, match: Match) -> list[str]:
        """The whole game: what was chosen before the coach came is judged now."""
        from feint.bots.coach import judge

        for number, step in enumerate(match.steps):
            before = match.at(number)
            if (
                match.who(step) == self.seat
                and len(before.legal_numbers(self.seat)) > 1
                and number + 1 not in self.judged
            ):
                self.judged[number + 1] = judge(self.adviser, before, self.seat, step.text, self.seed)
        return summary_lines(self.seat, self.judged.values())


def prepared(match: Match, name: str | None) -> "Adviser":
    """The adviser of that name, or the best for the game."""
    names = adviser_names(match.game)
    if not names:
        raise FeintError(f"nobody can coach {match.game.name} yet; it is neither solved nor searched")
    with waiting("the coach prepares itself") as tell:
        return adviser(match.game, name or names[0], tell)


def percent(share: float) -> str:
    """A share of the point for people."""
    return f"{100 * share:.1f}%"


def mixture_text(right: "Iterable[Weighed]") -> str:
    """A mixture in words: `card 4 50.1%, card 5 49.9%`; a sure choice alone."""
    choices = list(right)
    if len(choices) == 1:
        return choices[0].text
    shown = ", ".join(f"{choice.text} {percent(choice.chance)}" for choice in choices[:SHOWN])
    return shown + (f" and {len(choices) - SHOWN} more" if len(choices) > SHOWN else "")


def judged_text(judged: "Judged") -> str:
    """One choice beside what was right."""
    right = mixture_text(judged.right)
    if judged.cost >= LITTLE:
        return f"{judged.choice} costs {percent(judged.cost)}. Right: {right}."
    if judged.choice == right:
        return f"{judged.choice} is right."
    if judged.choice in (choice.text for choice in judged.right):
        return f"{judged.choice} is right, in this mixture: {right}."
    return f"{judged.choice} is as good as {right}."


def summary_lines(seat: str, judged: "Iterable[Judged]") -> list[str]:
    """A seat's game as a table."""
    from feint.bots.coach import summary

    found = summary(seat, judged)
    if not found.choices:
        return [f"{seat} had nothing to choose."]
    lines = [f"{seat}: {found.choices} choices, {percent(found.mean_cost)} lost with each on average."]
    if not found.costliest:
        return [*lines, "Every one of them was right."]
    width = max(8, *(len(worst.choice) + 2 for worst in found.costliest))
    lines += [f"{'round':<7}{'choice':<{width}}{'cost':>6}   right was"]
    for worst in found.costliest:
        lines += [f"{worst.round:<7}{worst.choice:<{width}}{percent(worst.cost):>6}   {mixture_text(worst.right)}"]
    return lines


def review(match: Match, path: Path, name: str | None, as_json: bool, table: Terminal) -> None:
    """Go through a finished match and say where it was lost."""
    from feint.bots import coach

    if not match.over:
        raise FeintError(f"the match in {path} is not over yet; it can be reviewed when it is")
    helper = prepared(match, name)
    with waiting("looking at every choice") as tell:
        judged = coach.review(
            helper,
            match,
            match.game.seats,
            0,
            lambda done: tell(f"{done} of {len(match.steps)}", done / len(match.steps)),
        )
    if as_json:
        summaries = [coach.summary(seat, judged).to_json() for seat in match.game.seats]
        found = {"game": match.game.name, "seats": summaries, "choices": [one.to_json() for one in judged]}
        print(json.dumps(found, indent=2))
        return
    table.say(f"{match.game.title}: what each choice cost of the chance to win")
    for one in judged:
        table.say(f"round {one.round}, {one.seat}: {judged_text(one)}")
    for seat in match.game.seats:
        table.say()
        for line in summary_lines(seat, judged):
            print(line)
