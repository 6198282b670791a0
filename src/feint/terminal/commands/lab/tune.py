"""`feint lab tune` looks for settings of a game's dials that reach targets."""

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, game_from
from feint.terminal.commands.lab.running import add_bots, experiment_parser, names, run_experiment

CANDIDATES, GAMES, FRESH, CHECK = 400, 8000, 40_000, 400


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab tune`."""
    parser = experiment_parser(commands, "tune", "find settings that reach targets", several_tables=True)
    dial = 'what may change: fuel=4..14, wear=no|yes, first_draw.1=-4..4, "cost.Twin Salvo=3..6"; any number of times'
    parser.add_argument("--dial", metavar="NAME=VALUES", action="append", default=[], help=dial)
    target = (
        "what is wanted: seats=even±0.01, rounds=11±1, draws<0.05, max(card)<0.1; +- stands for ±; any number of times"
    )
    parser.add_argument("--target", metavar="TARGET", action="append", default=[], help=target)
    case = "a setting in which all of it has to hold; with several, in each of them"
    parser.add_argument("--case", metavar="SETTING", action="append", default=[], help=case)
    pairing = (
        "two ships, say, against each other on either side: the target pairing=0.5±0.03 is about the first's share"
    )
    parser.add_argument("--pairing", metavar="A,B", type=names, action="append", default=[], help=pairing)
    add_bots(parser)
    check = "players that tuning never sees, and who play what it found in the end: search:50"
    parser.add_argument("--check", metavar="A,B", type=names, default=[], help=check)
    add_count(parser, "--candidates", "settings to try", CANDIDATES)
    add_count(parser, "--games", "games of a good setting in the race, for each bot and case", GAMES)
    add_count(parser, "--fresh", "games of each finalist on fresh luck, likewise", FRESH)
    add_count(parser, "--check-games", "games with each player of --check", CHECK)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Tune and print."""
    from feint.lab.dials import read_dials
    from feint.lab.targets import read_targets
    from feint.lab.tune import Effort, conditions_of, tune

    players, options.players = options.players or [], None
    game = game_from(options)
    counts = {name: getattr(options, name) for name in ("candidates", "games", "fresh", "check_games")}
    for name, count in counts.items():
        if count < 2:
            raise FeintError(f"--{name.replace('_', '-')} {count} is too small: tuning takes at least 2")
    effort = Effort(*counts.values())
    conditions = conditions_of(game, players, options.case, options.pairing, options.bots)
    targets = read_targets(options.target)
    dials = read_dials(conditions[0].game(game), options.dial)
    if both := [bot for bot in options.check if bot in {condition.bot for condition in conditions}]:
        raise FeintError(f"{both[0]} can't check what is tuned for it; name another player")
    asked = {
        "experiment": "tune",
        "rulings": options.rule,
        "dials": options.dial,
        "targets": options.target,
        "cases": [condition.text for condition in conditions],
        "checks": options.check,
        **counts,
    }
    return run_experiment(
        options, asked, lambda lab, seed: tune(lab, game, dials, targets, conditions, seed, effort, options.check)
    )
