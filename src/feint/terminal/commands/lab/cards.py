"""`feint lab cards` finds out what each card is worth, by giving, forbidding and forcing it."""

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, game_from, share
from feint.terminal.commands.lab.running import add_bots, experiment_parser, names, run_experiment

MOST_GAMES = 100_000


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab cards`."""
    parser = experiment_parser(commands, "cards", "what each card is worth, by experiment")
    add_bots(parser)
    only = "only these; all of the game's unless named"
    parser.add_argument("--cards", metavar="A,B,C", type=names, default=[], help=only)
    near = "how near to know what each is worth, as a share of the point (default: 0.01)"
    parser.add_argument("--within", metavar="X", type=share, default=0.01, help=near)
    add_count(parser, "--games", "games of each trial at the most", MOST_GAMES)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Try all cards and print."""
    from feint.lab.cards import cards, item_numbers
    from feint.lab.seating import own_bot_names
    from feint.lab.setting import BASE, read_setting

    setting = read_setting(game_from(options), BASE)
    if options.within == 0:
        raise FeintError("--within 0 would take forever: name how near is near enough, such as 0.01")
    if options.games < 2:
        raise FeintError(f"--games {options.games} is too small: a trial takes at least 2 games")
    item_numbers(setting.game, options.cards)
    bots = options.bots or own_bot_names(setting.game)
    asked = {
        "experiment": "cards",
        "rulings": options.rule,
        "players": len(setting.game.seats),
        "bots": bots,
        "cards": options.cards,
        "within": options.within,
        "games": options.games,
    }
    return run_experiment(
        options,
        asked,
        lambda lab, seed: cards(lab, setting, bots, seed, options.within, options.games, options.cards),
    )
