"""`feint lab sweep` tries a grid of rulings and dials, by simulation or solved, and shows where the game is fair."""

from feint.core.errors import FeintError
from feint.core.game import load
from feint.core.rulings import read_pairs
from feint.terminal.arguments import Commands, Options, add_count, deck_from, share
from feint.terminal.commands.lab.running import experiment_parser, run_experiment

GAMES = 2_000
GAP = 0.02


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab sweep`."""
    parser = experiment_parser(commands, "sweep", "a grid of rulings and dials: --rule fuel=4..14 --rule wear=no|yes")
    parser.add_argument("--bots", metavar="NAME", help="who plays all seats")
    parser.add_argument("--seat", metavar="SEAT=WHO", action="append", default=[], help="who plays a seat")
    add_count(parser, "--games", "games at each point", GAMES)
    parser.add_argument("--solve", action="store_true", help="solve every point instead of simulating it")
    parser.add_argument("--gap", metavar="X", type=share, default=GAP, help=f"how exactly (default: {GAP})")
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Sweep and print."""
    from feint.lab.findings import Findings
    from feint.lab.grid import has_values, points, read_dial
    from feint.lab.laboratory import Laboratory
    from feint.lab.sweep import findings, simulated, solved

    dials = [read_dial(text) for text in options.rule if has_values(text)]
    if not dials:
        raise FeintError("a sweep needs a dial with several values: --rule fuel=4..14, or --rule wear=no|yes")
    if options.solve and (options.bots or options.seat or options.shard):
        raise FeintError("with --solve nobody plays, so it takes no --bots, --seat or --shard")
    known = load(options.game)
    fixed = read_pairs(text for text in options.rule if not has_values(text))
    rulings = {name: value for name, value in fixed.items() if "." not in name or name in known.all_rulings}
    dials += [
        read_dial(f"{name}={value}") for name, value in fixed.items() if name not in rulings
    ]  # one number of a file
    more = {} if options.players is None else {"players": options.players}
    game = load(options.game, **rulings, **more, **deck_from(options))
    seats = dict.fromkeys(game.seats, options.bots) if options.bots else {}
    grid, refused = points(game, dials, seats | read_pairs(options.seat))
    asked = {
        "experiment": "sweep",
        "seats": [f"{seat}={who}" for seat, who in (seats | read_pairs(options.seat)).items()],
        "games": 0 if options.solve else options.games,
        "gap": options.gap if options.solve else 0.0,
    }

    def sweep(lab: Laboratory, seed: int) -> Findings:
        if options.solve:
            found = solved(grid, options.gap, options.workers, lab.folder, lab.progress)
            return findings(game, dials, found, refused, f"solved to within {options.gap:g}")
        found = simulated(lab, grid, options.games, seed)
        who = " ".join(dict.fromkeys(grid[0].setting.players))
        return findings(game, dials, found, refused, f"{options.games:,} games each between {who} players")

    return run_experiment(options, asked, sweep)
