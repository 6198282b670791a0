"""`feint review` shows what each choice in a finished match cost."""

import json

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_file, add_json, add_plain
from feint.terminal.console import TerminalConsole


def add_parser(commands: Commands) -> None:
    """The arguments of `feint review`."""
    parser = commands.add_parser("review", help="show what each choice in a finished match cost")
    add_file(parser)
    parser.add_argument("--seat", metavar="SEAT", help="judge only what this seat chose")
    parser.add_argument("--by", metavar="WHO", help="who judges the choices (default: the best for the game)")
    add_json(parser)
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Go through a finished match and show where it was lost."""
    from feint.bots.review import review, reviewer
    from feint.terminal.coach import judged_text, summary_lines
    from feint.terminal.progress import progress_bar
    from feint.terminal.saves import restore

    match, console = restore(options.file, options.game), TerminalConsole(options.plain)
    if not match.over:
        raise FeintError(f"the match in {options.file} is not over yet; only a finished match can be reviewed")
    seats = match.game.seats if options.seat is None else (match.game.seats[match.game.seat_number(options.seat)],)
    with progress_bar("preparing the coach") as preparing:
        by, adviser = reviewer(match, options.by, progress=preparing)
    steps = len(match.steps)
    with progress_bar("reviewing every choice") as progress:
        found = review(by, adviser, match, seats, lambda done: progress(f"{done} of {steps}", done / steps))
    if options.json:
        print(json.dumps({"game": match.game.name, **found.to_json()}, indent=2))
        return 0
    console.say(f"{match.game.title}: what each choice cost, in points out of 100")
    for one in found.judged:
        console.say(f"round {one.round}, {one.seat}: {judged_text(match, one)}")
    for seat in seats:
        console.say()
        for line in summary_lines(match, seat, found.judged):
            print(line)
    return 0
