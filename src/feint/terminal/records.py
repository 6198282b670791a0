"""Looking at records: `feint replay` steps through one, `feint check` says whether it is what it says it is."""

from pathlib import Path

from feint.core.errors import FeintError
from feint.core.match import Match
from feint.core.position import CHANCE_SEAT
from feint.core.record import is_tagged
from feint.core.rule import CHANCE
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.local_play import HUMAN
from feint.terminal.saves import read_text, restore


def replay(path: Path, game: str | None, seat: str | None, everything: bool, table: TerminalConsole) -> None:
    """Show a match step by step, as a spectator or a seat saw it at the time."""
    match = restore(path, game)
    _may_look(match, seat)
    stops, stop = _stops(match), 0
    while stop < len(stops):
        _show(match, stops[stop - 1] + 1 if stop else 0, stops[stop], seat, table)
        stop = stop + 1 if everything else _ask_where(table, stops, stop)


def _stops(match: Match) -> list[int]:
    """The steps to stop at: the beginning, the end, and wherever someone had to choose. Outcomes come in between."""
    last = len(match.steps)
    return [step for step in range(last + 1) if step in (0, last) or match.at(step).pending != (CHANCE_SEAT,)]


def _may_look(match: Match, seat: str | None) -> None:
    """A seat's own view of a match that isn't over is for whoever sits there; a file can't tell who asks."""
    if seat is None:
        return
    match.game.seat_number(seat)
    alone = [name for name, who in match.seats.items() if who == HUMAN] == [seat]
    if not match.over and not alone:
        raise FeintError("this match is not over, so it can be replayed only as a spectator: leave --as out")


def _show(match: Match, first: int, step: int, seat: str | None, table: TerminalConsole) -> None:
    """What happened from the first of some steps to the last, and the board after it."""
    for told in range(first, step + 1):
        for line in match.story(told, seat):
            table.say(line)
    if match.game.screen is not None:
        table.draw(match.game.screen.board(match.at(step).view(seat)))


def _ask_where(table: TerminalConsole, stops: list[int], stop: int) -> int:
    """The next place to stop at; one that isn't there to leave."""
    prompt = f"    step {stops[stop]} of {stops[-1]} (enter: next, b: back, a number: go there, q: quit) "
    while True:
        try:
            answer = table.read(prompt).lower()
        except Quit:
            return len(stops)
        if answer in ("", "b", "q"):
            return {"": stop + 1, "b": max(stop - 1, 0), "q": len(stops)}[answer]
        if answer.isdecimal() and len(answer) < 10 and int(answer) <= stops[-1]:
            return next(place for place, step in enumerate(stops) if step >= int(answer))
        table.note(
            f"Press enter for the next step, b for the one before, 0 to {stops[-1]} for that one, or q to leave."
        )


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
    if match.fairness is not None:
        facts.append("the seed follows from the secret that was committed to and the strings of all seats")
    if not is_tagged(read_text(path)):
        facts.append("no tags, so a change from one legal match to another can't be noticed")
    return True, f"{path} is right: {'; '.join(facts)}; {_result(match)}"


def _result(match: Match) -> str:
    if not match.over:
        return "the match is not over yet"
    scores = ", ".join(f"{seat} {share}" for seat, share in match.exact_scores.items())
    how = f"{match.outcome.text}, and " if match.outcome and match.outcome.loser else ""
    return f"{how}the result is {scores}"
