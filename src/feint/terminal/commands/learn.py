"""`feint learn` teaches a game in short lessons, on real positions; without a game it lists the lessons."""

from feint.core.game import game_names, load
from feint.terminal.arguments import Commands, Options, add_game, add_plain


def add_parser(commands: Commands) -> None:
    """The arguments of `feint learn`."""
    parser = commands.add_parser("learn", help="learn a game by playing short lessons")
    add_game(parser, optional=True)
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Take a game's lessons, or list those of all games."""
    if options.game is None:
        _list_lessons()
        return 0
    from feint.terminal.console import TerminalConsole
    from feint.terminal.lessons import LessonsAtTerminal

    LessonsAtTerminal(load(options.game), TerminalConsole(options.plain)).take()
    return 0


def _list_lessons() -> None:
    from feint.terminal.lesson_progress import read_progress

    for game in filter(lambda game: game.lessons, map(load, game_names())):
        progress = read_progress(game)
        done = sum(lesson.title in progress.done for lesson in game.lessons)
        print(f"{game.name}  ({done} of {len(game.lessons)} done)")
        for number, lesson in enumerate(game.lessons, 1):
            mark = "x" if lesson.title in progress.done else ">" if lesson.title == progress.lesson else " "
            print(f"  {mark} {number}. {lesson.title}")
        print()
    print("Learn one with: feint learn NAME")
