"""`feint lab skill` lets a ladder of players play each other, and says how much of the game is skill."""

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, game_from
from feint.terminal.commands.lab.running import experiment_parser, names, run_experiment

GAMES, SLOW_GAMES = 10_000, 100


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab skill`."""
    parser = experiment_parser(commands, "skill", "a ladder of players: ratings, luck, fair seats, restricted play")
    help = "the players, the weakest first (default: random, the game's bots, a careless one, and search)"
    parser.add_argument("--ladder", metavar="A,B,C", type=names, default=[], help=help)
    add_count(parser, "--games", "games of each pair, half of them with seats swapped", GAMES)
    add_count(parser, "--slow-games", "the same where somebody has to think", SLOW_GAMES)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Play and print."""
    from feint.lab.skill import default_ladder, skill

    game = game_from(options)
    ladder = options.ladder or default_ladder(game)
    for name, number in (("--games", options.games), ("--slow-games", options.slow_games)):
        if number < 4:
            raise FeintError(f"{name} {number} is too small: a pair plays at least 4 games")
    asked = {
        "experiment": "skill",
        "ladder": ladder,
        "games": options.games,
        "slow_games": options.slow_games,
    }
    return run_experiment(
        options, asked, lambda lab, seed: skill(lab, game, ladder, options.games, options.slow_games, seed)
    )
