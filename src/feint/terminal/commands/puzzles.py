"""`feint puzzles` has someone solve a game's puzzles, or makes them; without a game it lists how many there are."""

from datetime import UTC, datetime

from feint.core.errors import FeintError
from feint.core.game import Game, game_names, load
from feint.terminal.arguments import Commands, Options, add_game, add_plain, whole_number
from feint.terminal.exit_codes import INTERRUPTED

SEED = 1


def add_parser(commands: Commands) -> None:
    """The arguments of `feint puzzles`."""
    parser = commands.add_parser("puzzles", help="find the right choice in a position, checked by the solver")
    add_game(parser, optional=True)
    parser.add_argument("number", metavar="NUMBER", nargs="?", type=whole_number, help="which one (default: any)")
    parser.add_argument("--daily", action="store_true", help="the puzzle of the day")
    parser.add_argument("--make", metavar="N", type=whole_number, help="make that many, in place of the game's own")
    parser.add_argument(
        "--seed", metavar="N", type=whole_number, default=SEED, help="the same seed makes the same puzzles"
    )
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Solve puzzles, make them, or count them."""
    if options.make is not None:
        if options.game is None:
            raise FeintError("which game's puzzles? name one: feint puzzles GAME --make 800")
        return _make(load(options.game), options.make, options.seed)
    if options.game is None and not options.daily:
        _list()
        return 0
    from feint.core.puzzles import daily_puzzle
    from feint.terminal.console import TerminalConsole
    from feint.terminal.puzzles import PuzzlesAtTerminal

    games = [load(name) for name in ([options.game] if options.game else game_names())]
    console = TerminalConsole(options.plain)
    if options.daily:
        game, number = daily_puzzle(games, datetime.now(UTC).date())
        PuzzlesAtTerminal(game, console).solve_one(number)
    else:
        PuzzlesAtTerminal(games[0], console).solve(options.number)
    return 0


def _list() -> None:
    for game in map(load, game_names()):
        if game.puzzles:
            ratings = game.puzzles.ratings
            print(f"{game.name}: {len(ratings)} puzzles, rated {ratings[0]} to {ratings[-1]}")
    print("Solve some with: feint puzzles NAME, or today's with: feint puzzles --daily")


def _make(game: Game, wanted: int, seed: int) -> int:
    """Write a game's puzzles.jsonl; after Ctrl-C with as many as were found."""
    from feint.core.files import write_atomically
    from feint.core.puzzles import FILE
    from feint.lab.puzzles import make_puzzles
    from feint.terminal.progress import progress_bar

    with progress_bar(f"puzzles of {game.title}") as progress:
        made = make_puzzles(game, wanted, seed, progress)
    if not made.puzzles:
        raise FeintError(f"no puzzle was found in {made.games} games of {game.name}")
    path = game.folder / FILE
    with write_atomically(path) as draft:
        draft.write_text("".join(f"{puzzle.to_line()}\n" for puzzle in made.puzzles), encoding="utf-8")
    several = sum(len(puzzle.right) > 1 for puzzle in made.puzzles)
    print(f"{len(made.puzzles)} puzzles, {several} of them with several right choices, are in {path}")
    print(f"They come from {made.examined:,} positions of {made.games:,} games, seed {seed}.")
    if made.interrupted:
        print("Interrupted: with more time there may be more.")
    return INTERRUPTED if made.interrupted else 0
