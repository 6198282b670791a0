"""`feint lab feel` says how a game goes: its length, which choices matter, when it is decided, who only waits."""

from feint.core.errors import FeintError
from feint.terminal.arguments import Commands, Options, add_count, game_from
from feint.terminal.commands.lab.running import add_bots, experiment_parser, run_experiment

GAMES, LOOKED_INTO = 10_000, 500


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab feel`."""
    parser = experiment_parser(commands, "feel", "length, choices that matter, lead changes, waiting, kingmaking")
    add_bots(parser)
    add_count(parser, "--games", "games for their length", GAMES)
    add_count(parser, "--inside", "games that are looked into, by playing on from every round", LOOKED_INTO)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Play and print."""
    from feint.lab.feel import feel
    from feint.lab.setting import BASE, read_setting

    base = read_setting(game_from(options), BASE)
    settings = [base.with_players(bot) for bot in options.bots] or [base]
    for name, number in (("--games", options.games), ("--inside", options.inside)):
        if number < 2:
            raise FeintError(f"{name} {number} is too small: it takes at least 2 games")
    asked = {
        "experiment": "feel",
        "bots": options.bots,
        "games": options.games,
        "inside": options.inside,
    }
    return run_experiment(options, asked, lambda lab, seed: feel(lab, settings, options.games, options.inside, seed))
