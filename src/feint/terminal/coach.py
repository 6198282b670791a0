"""The coach at a terminal: a word after each choice, a hint at the prompt, a summary at the end, and `feint review`."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from feint.bots.players import adviser, adviser_names
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.terminal.console import TerminalConsole
from feint.terminal.progress import waiting

if TYPE_CHECKING:
    from feint.bots.coach import Adviser, Judged
    from feint.bots.values import ActionValue

SHOWN = 4  # choices of a mixture
LITTLE = 0.0005  # of the point: less than the tenth of a point that is shown


class Coach:
    """Looks over the shoulder of one person, and sees no more than that person does."""

    def __init__(self, match: Match, seat: str, name: str | None, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self.judged: dict[tuple[int, str], Judged] = {}  # by step and choice: one may be taken back and made anew
        self.adviser = prepared(match, name)

    @property
    def warning(self) -> str:
        """What to know about its advice."""
        return str(getattr(self.adviser, "warning", ""))

    def hint(self, match: Match) -> str:
        """What is right now."""
        from feint.bots.coach import likeliest_first

        weighed = self.adviser.action_values(match, self.seat, self.seed)
        low, high = max(choice.low for choice in weighed), max(choice.high for choice in weighed)
        if high - low < LITTLE:
            hope = f"That wins {percent(low)} if all play right from there on."
        else:
            hope = f"You are sure of {percent(low)} and can hope for {percent(high)}."
        return f"Right now: {mixture_text(match, likeliest_first(weighed))}. {hope}"

    def comment(self, before: Match, choice: str) -> str:
        """A word on a choice that was made in a match as it stood."""
        return judged_text(before, self._judge(before, choice))

    def summary(self, match: Match) -> list[str]:
        """The whole game: what was chosen before the coach came is judged now."""
        from feint.bots.coach import choices_of

        judged = [self._judge(before, choice) for before, _, choice in choices_of(match, [self.seat])]
        return summary_lines(match, self.seat, judged)

    def _judge(self, before: Match, choice: str) -> "Judged":
        from feint.bots.coach import judge

        key = len(before.steps), choice
        if key not in self.judged:
            self.judged[key] = judge(self.adviser, before, self.seat, choice, self.seed)
        return self.judged[key]


def prepared(match: Match, name: str | None) -> "Adviser":
    """The adviser of that name, or the best for the game."""
    names = adviser_names(match.game)
    if not names:
        why = "it is not solved position by position, and search has no redeal to go by"
        raise FeintError(f"nobody can coach {match.game.name}: {why}")
    with waiting("the coach prepares itself") as tell:
        return adviser(match.game, name or names[0], tell)


def percent(share: float) -> str:
    """A share of the point for people."""
    return f"{100 * share:.1f}%"


def points(share: float) -> str:
    """A difference of shares for people."""
    return f"{100 * share:.1f} points"


def said(match: Match, choice: str) -> str:
    """A choice in a sentence: a game whose choices are bare numbers says what they do."""
    return match.game.words.said(choice)


def mixture_text(match: Match, right: "Iterable[ActionValue]") -> str:
    """A mixture in words: `card 4 50.1%, card 5 49.9%`; a sure choice alone."""
    choices = [choice for choice in right if choice.chance >= LITTLE]
    if len(choices) == 1:
        return said(match, choices[0].text)
    shown = ", ".join(f"{said(match, choice.text)} {percent(choice.chance)}" for choice in choices[:SHOWN])
    return shown + (f" and {len(choices) - SHOWN} more" if len(choices) > SHOWN else "")


def judged_text(match: Match, judged: "Judged") -> str:
    """One choice beside what was right."""
    choice, right = said(match, judged.choice), mixture_text(match, judged.right)
    if judged.cost >= LITTLE:
        now, least = percent(judged.worth.high), "" if judged.worth.low == judged.worth.high else "at least "
        return f"{choice} costs {least}{points(judged.cost)}: {now} instead of {percent(judged.best)}. Right: {right}."
    if judged.worth.high < LITTLE:
        return f"{choice} is as good as anything: nothing helps any more, if the other plays right."
    if choice == right:
        return f"{choice} is right."
    if judged.choice in (other.text for other in judged.right):
        return f"{choice} is right, in this mixture: {right}."
    if judged.worth.high - judged.worth.low < LITTLE:
        return f"{choice} is as good as {right}."
    return f"{choice} may be as good as {right}; nobody has proved it worse."


def summary_lines(match: Match, seat: str, judged: "Iterable[Judged]") -> list[str]:
    """A seat's game as a table."""
    from feint.bots.coach import summary

    found = summary(seat, judged)
    if not found.choices:
        return [f"{seat} had nothing to choose."]
    choices = f"{found.choices} choice{'s' * (found.choices > 1)} where there was one"
    lines = [f"{seat}: {choices}, {points(found.mean_cost)} given away with each on average."]
    costliest = [worst for worst in found.costliest if worst.cost >= LITTLE]
    if not costliest:
        return [*lines, "None of them was a mistake."]
    width = max(8, *(len(said(match, worst.choice)) + 2 for worst in costliest))
    lines += [f"{'round':<7}{'choice':<{width}}{'points':>6}   right was"]
    for worst in costliest:
        row = f"{worst.round:<7}{said(match, worst.choice):<{width}}{100 * worst.cost:>6.1f}"
        lines += [f"{row}   {mixture_text(match, worst.right)}"]
    return lines


def review(match: Match, path: Path, name: str | None, as_json: bool, table: TerminalConsole) -> None:
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
    table.say(f"{match.game.title}: what each choice cost, in points of 100")
    for one in judged:
        table.say(f"round {one.round}, {one.seat}: {judged_text(match, one)}")
    for seat in match.game.seats:
        table.say()
        for line in summary_lines(match, seat, judged):
            print(line)
