"""The coach: a hint before a choice, a comment after it, a summary at the end; and the words of `feint review`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from feint.bots.players import adviser, adviser_names
from feint.core.errors import FeintError
from feint.core.match import Match
from feint.terminal.progress import progress_bar

if TYPE_CHECKING:
    from feint.bots.coach import Adviser, Interval, Judged
    from feint.bots.values import ActionValue

MOST_SHOWN = 4  # choices of a mixture
NEGLIGIBLE = 0.0005  # of the point: less than the tenth of a point that is shown
SURE = 0.02  # the width of an interval that only a solution has, not a search


class Coach:
    """Advises one person, and sees no more than that person does."""

    def __init__(self, match: Match, seat: str, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self.judged: dict[tuple[int, str], Judged] = {}  # by step and choice: one may be taken back
        self.adviser = load_adviser(match)

    @property
    def warning(self) -> str:
        """What to know about its advice."""
        return str(getattr(self.adviser, "warning", ""))

    def hint(self, match: Match) -> str:
        """The best choice now."""
        from feint.bots.coach import chance_to_win, likeliest_first

        values = self.adviser.action_values(match, self.seat, self.seed)
        right, chance = likeliest_first(values), chance_to_win(values)
        best, missing = mixture_text(match, right), sum(not choice.examined for choice in values)
        if missing == len(values):
            return f"Perhaps {best}: there wasn't enough time to say what any choice is worth."
        if chance is None or not right[0].close:
            return f"{best} looks best, but it isn't clear how often you win from there.{_not_examined(missing)}"
        worth = f"With best play from there, you win {chance_text(chance)}."
        return f"Best: {best}. {worth}{_not_examined(missing)}"

    def comment(self, before: Match, choice: str) -> str:
        """A comment on a choice that was made in a match as it stood."""
        return judged_text(before, self._judge(before, choice))

    def summary(self, match: Match) -> list[str]:
        """The whole match: choices made before the coach was asked are judged now."""
        from feint.bots.coach import choices_of

        judged = [self._judge(before, choice) for before, _, choice in choices_of(match, [self.seat])]
        return summary_lines(match, self.seat, judged)

    def _judge(self, before: Match, choice: str) -> "Judged":
        from feint.bots.coach import judge

        key = len(before.steps), choice
        if key not in self.judged:
            self.judged[key] = judge(self.adviser, before, self.seat, choice, self.seed)
        return self.judged[key]


def load_adviser(match: Match) -> "Adviser":
    """The best adviser for the game, ready to advise."""
    names = adviser_names(match.game)
    if not names:
        why = "it is too large to be solved, and without a redeal search can't play it"
        raise FeintError(f"there is no coach for {match.game.name}: {why}")
    with progress_bar("preparing the coach") as progress:
        return adviser(match.game, names[0], progress)


def percent(share: float) -> str:
    """A share of the point for people."""
    return f"{100 * share:.1f}%"


def chance_text(interval: "Interval") -> str:
    """Between what and what a share of the point lies, for people."""
    low, high = interval
    return percent(low) if high - low < NEGLIGIBLE else f"{100 * low:.1f} to {100 * high:.1f}%"


def points(share: float) -> str:
    """A difference of shares for people."""
    return f"{100 * share:.1f} points"


def choice_text(match: Match, choice: str) -> str:
    """A choice in a sentence: a game whose choices are bare numbers says what they do."""
    return match.game.words.said(choice)


def mixture_text(match: Match, right: "Iterable[ActionValue]") -> str:
    """A mixture in words: `card 4 50.1%, card 5 49.9%`; a single choice without a percentage."""
    choices = [choice for choice in right if choice.chance >= NEGLIGIBLE]
    if len(choices) == 1:
        return choice_text(match, choices[0].text)
    shown = ", ".join(f"{choice_text(match, choice.text)} {percent(choice.chance)}" for choice in choices[:MOST_SHOWN])
    return shown + (f" and {len(choices) - MOST_SHOWN} more" if len(choices) > MOST_SHOWN else "")


def _not_examined(count: int) -> str:
    return f" {count} other choice{'s were' if count > 1 else ' was'} not examined." if count else ""


def judged_text(match: Match, judged: "Judged") -> str:
    """One choice compared with the best."""
    choice, best = choice_text(match, judged.choice), mixture_text(match, judged.right)
    now, before = judged.told_worth, judged.told_chance
    if judged.cost is None:
        return f"{choice} was not examined: there wasn't enough time to say what it is worth. Best: {best}."
    if judged.cost >= NEGLIGIBLE:
        least = "" if now is not None and now[0] == now[1] else "at least "
        known = "" if now is None or before is None else f": {chance_text(now)} instead of {chance_text(before)}"
        return f"{choice} costs {least}{points(judged.cost)}{known}. Best: {best}."
    if judged.worth.high < NEGLIGIBLE:
        return f"{choice} is as good as anything: against best play, nothing helps any more."
    if choice == best:
        return f"{choice} is best." if judged.worth.high - judged.worth.low < SURE else f"{choice} looks best."
    if judged.choice in (other.text for other in judged.right):
        return f"{choice} is right, as part of this mixture: {best}."
    if judged.worth.high - judged.worth.low < NEGLIGIBLE:
        return f"{choice} is as good as {best}."
    return f"{choice} may be as good as {best}; nothing shows that it is worse."


def summary_lines(match: Match, seat: str, judged: "Iterable[Judged]") -> list[str]:
    """A seat's game as a table."""
    from feint.bots.coach import summary

    judged = tuple(judged)
    found = summary(seat, judged)
    if not found.choices:
        return [f"{seat} never had a choice."]
    choices = f"{found.choices} real choice{'s' * (found.choices > 1)}"
    if found.mean_cost is None:
        return [f"{seat}: {choices}, of which none was examined."]
    examined = f" ({found.not_examined} not examined)" if found.not_examined else ""
    solved = all(one.worth.high - one.worth.low < SURE for one in judged if one.seat == seat)
    costliest = [(worst, worst.cost) for worst in found.costliest if worst.cost and worst.cost >= NEGLIGIBLE]
    if not solved and not costliest:
        return [f"{seat}: {choices}{examined}.", "No clear mistakes."]
    least = "" if solved else "at least "
    lines = [f"{seat}: {choices}{examined}, {least}{points(found.mean_cost)} given away per choice on average."]
    if not costliest:
        return [*lines, "No mistakes."]
    width = max(8, *(len(choice_text(match, worst.choice)) + 2 for worst, _ in costliest))
    lines += [f"{'round':<7}{'choice':<{width}}{'points':>6}   best"]
    for worst, cost in costliest:
        row = f"{worst.round:<7}{choice_text(match, worst.choice):<{width}}{100 * cost:>6.1f}"
        lines += [f"{row}   {mixture_text(match, worst.right)}"]
    return lines
