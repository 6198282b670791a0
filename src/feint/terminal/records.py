"""Looking at records: `feint replay` steps through one, `feint check` says whether it is what it says it is."""

from pathlib import Path

from feint.core.errors import FeintError
from feint.core.language import CHANCE
from feint.core.match import Match
from feint.core.record import is_tagged
from feint.terminal.play import HUMAN
from feint.terminal.saves import read_text, restore
from feint.terminal.table import Quit, Terminal


def replay(path: Path, game: str | None, seat: str | None, everything: bool, table: Terminal) -> None:
    """Show a match step by step, as a spectator or a seat saw it at the time."""
    match = restore(path, game)
    _may_look(match, seat)
    step, last = 0, len(match.steps)
    while True:
        _show(match, step, seat, table)
        if everything:
            step += 1
        else:
            step += _ask_where(table, step, last)
        if step > last:
            return
        step = max(step, 0)


def _may_look(match: Match, seat: str | None) -> None:
    """A seat's own view of a match that isn't over is for whoever sits there; a file can't tell who asks."""
    if seat is None:
        return
    match.game.seat_number(seat)
    alone = [name for name, who in match.seats.items() if who == HUMAN] == [seat]
    if not match.over and not alone:
        raise FeintError("this match is not over, so it can be replayed only as a spectator: leave --as out")


def _show(match: Match, step: int, seat: str | None, table: Terminal) -> None:
    then = match.at(step)
    for line in match.story(step, seat):
        table.say(line)
    if match.game.screen is not None:
        table.draw(match.game.screen.board(then.view(seat)))


def _ask_where(table: Terminal, step: int, last: int) -> int:
    """How many steps to go on by."""
    while True:
        try:
            answer = table.read(f"    step {step} of {last} (enter: next, b: back, q: quit) ").lower()
        except Quit:
            return last + 1
        if answer in ("", "b", "q"):
            return {"": 1, "b": -1, "q": last + 1}[answer]
        table.note("Press enter for the next step, b for the one before, or q to leave.")


def check(path: Path, game: str | None) -> tuple[bool, str]:
    """Whether a record holds, and one line that says why."""
    try:
        match = restore(path, game)
    except FeintError as error:
        return False, str(error)
    choices = sum(step.seat != CHANCE for step in match.steps)
    outcomes = len(match.steps) - choices
    drawn = max(0, outcomes - len(match.given)) if match.seed is not None else 0
    facts = [f"{choices} choice{'s' * (choices != 1)}, all legal"]
    if drawn:
        facts.append(f"{drawn} outcome{'s' * (drawn != 1)}, as the seed gives")
    if outcomes - drawn:
        facts.append(f"{outcomes - drawn} that {'were' if outcomes - drawn > 1 else 'was'} given, not drawn")
    if not is_tagged(read_text(path)):
        facts.append("no tags, so a change from one legal match to another can't be noticed")
    return True, f"{path} is right: {'; '.join(facts)}; {_result(match)}"


def _result(match: Match) -> str:
    if not match.over:
        return "the match is not over yet"
    scores = ", ".join(f"{seat} {share}" for seat, share in match.exact_scores.items())
    return f"the result is {scores}"
