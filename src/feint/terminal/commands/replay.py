"""`feint replay` steps through a saved match."""

from feint.core.errors import FeintError
from feint.core.match import HUMAN, Match
from feint.core.state_queries import CHANCE_SEAT
from feint.terminal.arguments import Commands, Options, add_file, add_plain
from feint.terminal.console import Quit, TerminalConsole


def add_parser(commands: Commands) -> None:
    """The arguments of `feint replay`."""
    parser = commands.add_parser("replay", help="step through a saved match")
    add_file(parser)
    parser.add_argument("--as", dest="seat", metavar="SEAT", help="show what this seat saw at the time")
    parser.add_argument("--all", action="store_true", help="print the whole match at once")
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Show a match step by step, as a spectator or a seat saw it at the time."""
    from feint.terminal.saves import restore

    match, console = restore(options.file, options.game), TerminalConsole(options.plain)
    _check_viewer(match, options.seat)
    steps, at = _steps_to_show(match), 0
    while at < len(steps):
        _show(match, steps[at - 1] + 1 if at else 0, steps[at], options.seat, console)
        at = at + 1 if options.all else _ask_where(console, steps, at)
    return 0


def _steps_to_show(match: Match) -> list[int]:
    """The beginning, the end, and wherever someone had to choose. Outcomes come in between."""
    last = len(match.steps)
    return [step for step in range(last + 1) if step in (0, last) or match.at(step).pending != (CHANCE_SEAT,)]


def _check_viewer(match: Match, seat: str | None) -> None:
    """A seat's own view of an unfinished match is for whoever plays it; a file can't tell who asks."""
    if seat is None:
        return
    match.game.seat_number(seat)
    alone = [name for name, who in match.seats.items() if who == HUMAN] == [seat]
    if not match.over and not alone:
        raise FeintError("this match is not over yet, so only a spectator's view can be replayed: leave out --as")


def _show(match: Match, first: int, last: int, seat: str | None, console: TerminalConsole) -> None:
    """What happened from one step to another, and the board after it."""
    for step in range(first, last + 1):
        for line in match.story(step, seat):
            console.say(line)
    if match.game.screen is not None:
        console.draw(match.game.screen.board(match.at(last).view(seat)))


def _ask_where(console: TerminalConsole, steps: list[int], at: int) -> int:
    """Where to go next, as an index into the steps to show; one past the end to leave."""
    prompt = f"    step {steps[at]} of {steps[-1]} (enter: next, b: back, a number: go there, q: quit) "
    while True:
        try:
            answer = console.read(prompt).lower()
        except Quit:
            return len(steps)
        if answer in ("", "b", "q"):
            return {"": at + 1, "b": max(at - 1, 0), "q": len(steps)}[answer]
        if answer.isdecimal() and len(answer) < 10 and int(answer) <= steps[-1]:
            return next(place for place, step in enumerate(steps) if step >= int(answer))
        console.note(f"Press enter for the next step, or type b to go back, 0 to {steps[-1]} to jump, or q to quit.")
