"""`feint play` plays a game: at this keyboard, or at a table on a server."""

import os
from pathlib import Path

from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.game import game_names, load, register_game
from feint.core.match import HUMAN, Match
from feint.core.rulings import read_pairs
from feint.terminal.arguments import Commands, Options, add_game, add_plain, add_rulings, add_seats, game_from

WHO = """human, a level (beginner, club, expert or best; feint games rates them), a bot, or a player of your own
(my_agent:Agent, model.onnx). Without --seat you play the first seat against the computer; if you name any seat, people
at this keyboard play those that you don't name. With --server, human is you, and the other seats stay open"""

KNOWN = """Whoever knows the --seed or --chance of this match can know all that chance brings, and what lies face down.
Leave both out to play in earnest."""


def add_parser(commands: Commands) -> None:
    """The arguments of `feint play`."""
    parser = commands.add_parser("play", help="play a game")
    add_game(parser, optional=True)
    add_rulings(parser)
    add_seats(parser, WHO)
    help = "the outcome that chance brings next, such as 'mines 3,6,9'; may be repeated"
    parser.add_argument("--chance", metavar="OUTCOME", action="append", help=help)
    parser.add_argument("--record", metavar="FILE", type=Path, help="save the match here")
    help = "be told after each choice what it cost you; a match that you save and resume keeps its coach"
    parser.add_argument("--coach", action="store_true", help=help)
    parser.add_argument("--resume", metavar="FILE", type=Path, help="continue a saved match")
    help = "play on a server: GAME opens a table, --table joins one, neither lists the open tables"
    parser.add_argument("--server", metavar="URL", help=help)
    help = "the table to join; if you had a seat there, you get it back"
    parser.add_argument("--table", metavar="TABLE", help=help)
    help = "a clock for the table: move=30 for each choice, or game=600 for all choices of a seat"
    parser.add_argument("--clock", metavar="KIND=SECONDS", help=help)
    parser.add_argument("--watch", action="store_true", help="watch the table without taking a seat")
    parser.add_argument("--json", action="store_true", help="print the list of open tables as JSON")
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Play a game here or on a server."""
    if options.server is not None:
        _play_on_server(options)
    else:
        _play_here(options)
    return 0


def _play_here(options: Options) -> None:
    if options.table is not None or options.clock is not None or options.watch or options.json:
        raise FeintError("--table, --clock, --watch and --json go with --server URL")
    from feint.terminal.console import TerminalConsole
    from feint.terminal.local_play import LocalMatch

    match, path = _resumed(options) if options.resume else _started(options)
    # A resumed match gets fresh bots: what they would do next may have been seen.
    bot_seed = None if options.resume else match.seed
    console, own = TerminalConsole(options.plain), read_pairs(options.seat)
    local_match = LocalMatch(match, console, path, bot_seed, options.coach, own_players=own)
    if not options.seat and not options.resume:
        local_match.play(_who_plays(match))
    else:
        known = (options.seed is not None or options.chance) and len(local_match.humans) > 1 and match.game.has_chance
        local_match.play(KNOWN if known else "")


def _started(options: Options) -> tuple[Match, Path | None]:
    import secrets

    from feint.terminal.local_play import against_the_computer

    if options.game is None:
        raise FeintError(f"which game? There are {', '.join(game_names())}")
    if options.record is not None and os.path.lexists(options.record):
        raise FeintError(f"{options.record} already exists; --record takes a new name, --resume continues a match")
    seed = secrets.randbits(64) if options.seed is None else options.seed
    game = game_from(options)
    seats = read_pairs(options.seat) or against_the_computer(game)
    return game.start(seed=seed, chance=options.chance, seats=seats), options.record


def _who_plays(match: Match) -> str:
    """Who sits where when nobody was asked for, and how to have it otherwise."""
    from feint.bots.levels import described

    you, *others = match.game.seats
    listed = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
    level = match.seats[others[0]]
    bots = f"{described(match.game, level)}, plays {listed}"
    return f"You play {you}, {bots}. Add --seat {others[0]}={HUMAN} to play with a friend here."


def _resumed(options: Options) -> tuple[Match, Path]:
    from feint.terminal.saves import restore

    given = [options.rule, options.players, options.deck, options.chance, options.record, options.seed]
    if any(option not in (None, []) for option in given):
        raise FeintError("--resume continues the match as it was saved; leave out the other options")
    match = restore(options.resume, options.game)
    for seat, who in read_pairs(options.seat).items():
        if match.seats.get(seat) != who:
            raise FeintError(f"{seat} of this match isn't {who}'s; --resume continues the match as it was saved")
    if options.game and load(options.game).name != match.game.name:
        raise FeintError(f"the match in {options.resume} is of {match.game.name}, not of {options.game}")
    if match.over:
        raise FeintError(f"the match in {options.resume} is over; watch it with feint replay")
    return match, options.resume


def _play_on_server(options: Options) -> None:
    """Open a table for the game, join the table, or list the tables there are."""
    from feint.terminal import network_play
    from feint.terminal.clocks import read_clock

    if any(given is not None for given in (options.chance, options.seed, options.deck, options.resume)):
        raise FeintError("a server deals by itself: leave out --chance, --seed, --deck and --resume")
    if options.coach:
        raise FeintError("there is no coach on a server: leave out --coach")
    if options.game is None and (options.rule or options.players is not None or options.clock is not None):
        raise FeintError("--rule, --players and --clock are for opening a table: name a GAME to open one")
    if options.watch and (options.table is None or options.seat):
        raise FeintError("--watch goes with --table, and without --seat")
    if options.json and (options.table or options.game):
        raise FeintError("--json is for the list of tables: leave out the game and --table")
    if options.table is not None:
        network_play.check_table_name(options.table)
    clock = None if options.clock is None else read_clock(options.clock)
    game = None if options.game is None else game_from(options)
    if game is not None:
        register_game(game.folder)  # so that it is known by the name that the server has for it
    if options.table is not None and game is not None:
        if game.is_builtin:
            raise FeintError(f"a table already has its game: leave out {options.game} or --table")
        game = None
    require_extra("websockets", "server")
    seats, server = read_pairs(options.seat), options.server.rstrip("/")
    with network_play.server_errors():
        if game is None and options.table is None:
            network_play.list_tables(server, options.json)
            return
        table = options.table if game is None else network_play.open_table(server, game, seats, clock)
        network_play.join(server, table, seats, options.watch, options.record, options.plain)
