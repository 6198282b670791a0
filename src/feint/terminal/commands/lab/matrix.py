"""`feint lab matrix` plays everything against everything: settings of two sides, or bots in two camps."""

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, game_from
from feint.terminal.commands.lab.running import experiment_parser, names, run_experiment

GAMES = 10_000


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab matrix`."""
    parser = experiment_parser(commands, "matrix", "match-ups of ships, bots or any settings, and the best mixture")
    axis = 'what {} can be, as in a setting: "attacker_ship=bastion|kestrel", "P2=trader|miser"'
    parser.add_argument("--rows", metavar="NAME=A|B", help=axis.format("one side"))
    parser.add_argument("--columns", metavar="NAME=A|B", help=axis.format("the other"))
    parser.add_argument("--seat", metavar="SEAT", help="the seat whose share is shown; the rows are for it (the first)")
    help = "bots against each other; with --rows, the one that plays all seats"
    parser.add_argument("--bots", metavar="A,B,C", type=names, default=[], help=help)
    add_count(parser, "--games", "games for each cell", GAMES)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Play and print."""
    from feint.bots.players import check_player
    from feint.lab.matrix import camps_matrix, read_axis, settings_matrix

    game, asked = game_from(options), {"experiment": "matrix", "bots": options.bots}
    asked["games"] = options.games
    if options.games < 2:
        raise FeintError(f"--games {options.games} is too small: a cell takes at least 2 games")
    for bot in options.bots:
        check_player(game, bot)
    if options.rows is None and options.columns is None:
        if len(options.bots) < 2 or options.seat is not None:
            raise FeintError("name --rows and --columns, or several bots to play against each other: --bots A,B,C")
        return run_experiment(
            options, asked, lambda lab, seed: camps_matrix(lab, game, options.bots, options.games, seed)
        )
    if options.rows is None or options.columns is None:
        raise FeintError("--rows and --columns go together: a matrix has both")
    if len(options.bots) > 1:
        raise FeintError("with --rows and --columns, --bots takes the one bot that plays all seats")
    rows, columns = read_axis(options.rows), read_axis(options.columns)
    seat, bot = options.seat or game.seats[0], options.bots[0] if options.bots else None
    game.seat_number(seat)
    asked |= {"rows": options.rows, "columns": options.columns, "seat": seat}
    return run_experiment(
        options,
        asked,
        lambda lab, seed: settings_matrix(lab, game, rows, columns, options.games, seed, seat, bot),
    )
