"""`feint mcp` gives a language model a seat: the game as tools of the Model Context Protocol, over input and output."""

import sys
from io import TextIOWrapper

from feint.terminal.arguments import Commands, Options, add_game, add_rulings, game_from, whole_number


def add_parser(commands: Commands) -> None:
    """The arguments of `feint mcp`."""
    parser = commands.add_parser("mcp", help="give a language model a seat, as tools of the Model Context Protocol")
    add_game(parser)
    add_rulings(parser)
    parser.add_argument("--seat", metavar="SEAT", help="the model's seat (default: the first)")
    parser.add_argument("--against", metavar="WHO", help="a level, a bot or a player of your own in the other seats")
    parser.add_argument("--seed", metavar="N", type=whole_number, help="the same seed gives the same outcomes")
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Answer messages until there are no more."""
    from feint.bots.levels import default_level
    from feint.bridges.mcp import SeatServer

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # a line that is no text is refused like any other
    game = game_from(options)
    server = SeatServer(game, options.seat or game.seats[0], options.against or default_level(game), options.seed)
    for answer in server.answers(sys.stdin):
        print(answer, flush=True)
    return 0
