"""`feint lab compare` plays the same games under two settings and says what the second one changes."""

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, game_from, share
from feint.terminal.commands.lab.running import add_bots, experiment_parser, run_experiment

GAMES = 20_000


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab compare`."""
    parser = experiment_parser(commands, "compare", "what a ruling, a number or a player changes")
    setting = 'base, or changes: "wear=no, cost.Twin Salvo=4, P1=miser, deck=B.csv"'
    parser.add_argument("before", metavar="A", help=setting)
    parser.add_argument("after", metavar="B", help="the setting to compare it with")
    add_bots(parser)
    add_count(parser, "--games", "games under each setting", GAMES)
    parser.add_argument("--until", metavar="X", type=share, help="play until each seat's change is known to within X")
    margin = "a change that is too small to matter, as a share of the point (default: 0.01)"
    parser.add_argument("--margin", metavar="X", type=share, default=0.01, help=margin)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Compare and print."""
    from feint.lab.compare import compare
    from feint.lab.setting import read_setting

    game = game_from(options)
    before, after = (read_setting(game, text) for text in (options.before, options.after))
    if options.games < 2:
        raise FeintError(f"--games {options.games} is too small: a comparison takes at least 2 games")
    if options.until == 0:
        raise FeintError("--until 0 would take forever: name how near is near enough, such as 0.01")
    asked = {
        "experiment": "compare",
        "before": before.text,
        "after": after.text,
        "bots": options.bots,
        "games": options.games,
        "until": options.until or 0.0,
        "margin": options.margin,
    }
    return run_experiment(
        options,
        asked,
        lambda lab, seed: compare(lab, before, after, options.games, seed, options.bots, options.margin, options.until),
    )
