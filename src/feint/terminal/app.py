"""The command line: reads the arguments and calls what they name."""

import argparse
import json
import os
import re
import signal
import sys
from io import TextIOWrapper
from pathlib import Path

import feint
from feint.core.errors import FeintError
from feint.core.files import reason
from feint.core.game import Game, load
from feint.core.match import Match
from feint.core.rulings import read_pairs

WRONG = 1  # a record that doesn't hold
USAGE = 2  # something asked for that can't be done
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command `feint`; what it returns is the exit status."""
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - nobody hears complaints, and that is all
    if sys.stdin is None or sys.stdout is None:
        print("feint: both input and output must be open", file=sys.stderr)
        return USAGE
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that the terminal can't show is no reason to stop
    options = _parser().parse_args(arguments)
    try:
        status = int(options.run(options))
        sys.stdout.flush()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        print("feint: interrupted", file=sys.stderr)
        return INTERRUPTED
    except FeintError as error:
        print(f"feint: {error}", file=sys.stderr)
        return USAGE
    except OSError as error:
        # Most likely output that can't be written any more; Python would try once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # whoever read it has left
        print(f"feint: {error.filename or 'the output'}: {reason(error)}", file=sys.stderr)
        return WRONG
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="feint", description="Games of hidden choices. Alone, it opens a menu.")
    parser.add_argument("--version", action="version", version=f"feint {feint.__version__}")
    parser.add_argument("--plain", action="store_true", help="no colours")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    games = commands.add_parser("games", help="list the games")
    _json(games)
    games.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="a game's rules and rulings")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("--deck", metavar="FILE", type=Path, help="another deck for a game of cards")
    _json(rules)
    rules.set_defaults(run=_rules)

    play = commands.add_parser("play", help="play a game")
    play.add_argument("game", metavar="GAME", nargs="?", help="a game's name, or the path of a game's folder")
    _rule_and_seats(play, "human or a bot; at a network table human is you, and other seats stay free")
    play.add_argument("--chance", metavar="OUTCOME", action="append", help="an outcome to come first: 'mines 3,6,9'")
    play.add_argument("--record", metavar="FILE", type=Path, help="save the match here")
    play.add_argument("--coach", action="store_true", help="say after each of your choices what it cost")
    play.add_argument("--resume", metavar="FILE", type=Path, help="go on with a match that was saved")
    at_a_table = "at a network table: GAME opens one, --table joins one, alone it lists those that are open"
    play.add_argument("--server", metavar="URL", help=at_a_table)
    play.add_argument("--table", metavar="TABLE", help="which, on that server; it may be one where you sat before")
    play.add_argument("--clock", metavar="KIND=SECONDS", help="move=30 for each choice there, game=600 for all of them")
    play.add_argument("--watch", action="store_true", help="look on at that table, and take no seat")
    play.add_argument("--json", action="store_true", help="with --server alone: print JSON for programs")
    _plain(play)
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="step through a saved match")
    replay.add_argument("file", metavar="FILE", type=Path)
    replay.add_argument("--as", dest="seat", metavar="SEAT", help="as this seat saw it at the time")
    replay.add_argument("--all", action="store_true", help="print it all")
    replay.add_argument("--game", metavar="FOLDER", help="the folder of a game that is not on the shelf")
    _plain(replay)
    replay.set_defaults(run=_replay)

    check = commands.add_parser("check", help="say whether a saved match is right")
    check.add_argument("file", metavar="FILE", type=Path)
    check.add_argument("--game", metavar="FOLDER", help="the folder of a game that is not on the shelf")
    _json(check)
    check.set_defaults(run=_check)

    review = commands.add_parser("review", help="say what each choice of a finished match cost")
    review.add_argument("file", metavar="FILE", type=Path)
    review.add_argument("--by", metavar="WHO", help="who says so; if not told, the best for the game")
    review.add_argument("--game", metavar="FOLDER", help="the folder of a game that is not on the shelf")
    _json(review)
    _plain(review)
    review.set_defaults(run=_review)

    sim = commands.add_parser("sim", help="play many games between bots")
    sim.add_argument("game", metavar="GAME", help="a game's name, or the path of a game's folder")
    _rule_and_seats(sim, "a bot; if not told, the game's best")
    sim.add_argument("--games", metavar="N", type=_number, default=100_000, help="how many (100,000)")
    sim.add_argument("--csv", metavar="FILE", type=Path, help="write the table of cards, or of seats, as CSV")
    sim.add_argument("--threads", metavar="N", type=_number, default=os.cpu_count() or 1, help="how many (all)")
    _json(sim)
    sim.set_defaults(run=_sim)

    tournament = commands.add_parser("tournament", help="let bots play each other in every seat")
    tournament.add_argument("game", metavar="GAME", help="a game's name, or the path of a game's folder")
    _rules_and_deck(tournament)
    tournament.add_argument("--bots", metavar="A,B,C", required=True, help="who plays: two or more")
    tournament.add_argument(
        "--games", metavar="N", type=_number, default=200, help="for each pair, an even number (200)"
    )
    tournament.add_argument("--seed", metavar="N", type=_number, help="same seed, same table")
    tournament.add_argument(
        "--processes", metavar="N", type=_number, default=os.cpu_count() or 1, help="how many (all)"
    )
    _json(tournament)
    tournament.set_defaults(run=_tournament)

    solve = commands.add_parser("solve", help="what a game is worth, and how to play it")
    solve.add_argument("game", metavar="GAME", help="a game's name, or the path of a game's folder")
    _rules_and_deck(solve)
    solve.add_argument("--gap", metavar="X", type=_share, help="how near to bring bounds to each other (0.01)")
    solve.add_argument("--seconds", metavar="N", type=_seconds, help="how long to go on at most (60)")
    solve.add_argument(
        "--at", metavar="RECORD", type=Path, help="a saved match, for what is right in its last position"
    )
    _json(solve)
    _plain(solve)
    solve.set_defaults(run=_solve)

    export = commands.add_parser("export", help="write a game's whole tree for other programs")
    export.add_argument("game", metavar="GAME", help="a game's name, or the path of a game's folder")
    _rules_and_deck(export)
    export.add_argument("--efg", metavar="FILE", type=Path, required=True, help="for Gambit; - is the output")
    _json(export)
    export.set_defaults(run=_export)
    serve = commands.add_parser("serve", help="let people and bots play over a network")
    serve.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="where to listen (127.0.0.1)")
    serve.add_argument("--port", metavar="N", type=_number, default=8765, help="which port; 0 is any free one (8765)")
    serve.add_argument("--database", metavar="URL", help="postgresql+asyncpg://..., or else a file of your own")
    serve.add_argument("--workers", metavar="N", type=_number, default=1, help="processes, with PostgreSQL (1)")
    serve.add_argument(
        "--limit", metavar="NAME=VALUE", action="append", default=[], help="a limit: see docs/developers/server.md"
    )
    serve.add_argument("--proxy", metavar="ADDRESS", help="of a server before this one, which says who is asking")
    serve.set_defaults(run=_serve)
    return parser


def _rules_and_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help="see feint rules GAME")
    parser.add_argument("--players", metavar="N", type=_number, help="the same as --rule players=N")
    parser.add_argument("--deck", metavar="FILE", type=Path, help="another deck for a game of cards")


def _rule_and_seats(parser: argparse.ArgumentParser, who: str) -> None:
    _rules_and_deck(parser)
    parser.add_argument("--seat", metavar="SEAT=WHO", action="append", default=[], help=f"who sits there: {who}")
    parser.add_argument("--seed", metavar="N", type=_number, help="same seed, same outcomes")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def _plain(parser: argparse.ArgumentParser) -> None:
    """`--plain` may stand before or behind the command, so a command must not set it back."""
    parser.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help="no colours")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 40):
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a whole number, 0 or more")
    return int(text)


def _share(text: str) -> float:
    number = _positive(text, "a number from 0 to 1")
    if number > 1:
        raise argparse.ArgumentTypeError(f"{text[:40]} is too large: bounds can be 0 to 1 apart")
    return number


def _seconds(text: str) -> float:
    number = _positive(text, "a number of seconds, more than 0")
    if number == 0:
        raise argparse.ArgumentTypeError("0 seconds are too few: it takes more than 0")
    return number


def _positive(text: str, wanted: str) -> float:
    if not re.fullmatch(r"\d{1,12}(\.\d{0,18})?|\.\d{1,18}|\d(\.\d{1,18})?e-\d{1,2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text[:40]} is not {wanted}")
    return float(text)


def _menu(options: argparse.Namespace) -> int:
    from feint.terminal.console import TerminalConsole
    from feint.terminal.menu import menu

    menu(TerminalConsole(options.plain))
    return 0


def _games(options: argparse.Namespace) -> int:
    from feint.terminal.commands.games import shelf, shelf_text
    from feint.terminal.console import wrapped

    print(json.dumps(shelf(), indent=2) if options.json else wrapped(shelf_text()))
    return 0


def _rules(options: argparse.Namespace) -> int:
    from feint.core.rulebook import rules_text
    from feint.terminal.commands.games import rules_data
    from feint.terminal.console import wrapped

    game = load(options.game, **_deck(options))
    print(json.dumps(rules_data(game), indent=2) if options.json else wrapped(rules_text(game)))
    return 0


def _play(options: argparse.Namespace) -> int:
    if options.server is not None:
        return _play_remotely(options)
    if options.table is not None or options.clock is not None or options.watch or options.json:
        raise FeintError("--table, --clock, --watch and --json go with --server URL")
    from feint.terminal.console import TerminalConsole
    from feint.terminal.local_play import LocalMatch

    match, path = _resumed(options) if options.resume else _started(options)
    # A match that goes on gets fresh bots: what they would do next may have been seen.
    bot_seed = None if options.resume else match.seed
    sitting = LocalMatch(match, TerminalConsole(options.plain), path, bot_seed)
    if options.coach:
        sitting.take_coach()
    sitting.play()
    return 0


def _play_remotely(options: argparse.Namespace) -> int:
    from feint.terminal import network_play as remote
    from feint.terminal.timing import read_clock

    if any(given is not None for given in (options.chance, options.seed, options.deck, options.resume)):
        raise FeintError("a network table deals by itself: leave --chance, --seed, --deck and --resume out")
    if options.coach or (options.game is None and (options.rule or options.players is not None)):
        raise FeintError("--rule and --players go with the game that opens a network table, and it has no --coach")
    game = _game(options) if options.game is not None else None
    seats, what = read_pairs(options.seat), (options.watch, options.json)
    clock = None if options.clock is None else read_clock(options.clock)
    remote.run(options.server, options.table, game, seats, clock, *what, options.record, options.plain)
    return 0


def _started(options: argparse.Namespace) -> tuple[Match, Path | None]:
    import secrets

    if options.game is None:
        raise FeintError(f"which game? There are {', '.join(feint.game_names())}")
    if options.record is not None and os.path.lexists(options.record):
        raise FeintError(f"{options.record} exists already; --record takes a new name, --resume goes on with a match")
    seed = secrets.randbits(64) if options.seed is None else options.seed
    return _game(options).start(seed=seed, chance=options.chance, seats=read_pairs(options.seat)), options.record


def _resumed(options: argparse.Namespace) -> tuple[Match, Path]:
    from feint.terminal.saves import restore

    given = [options.rule, options.players, options.deck, options.seat, options.chance, options.record, options.seed]
    if any(option not in (None, []) for option in given):
        raise FeintError("--resume goes on with the match in the file; leave the other options out")
    match = restore(options.resume, options.game)
    if options.game and load(options.game).name != match.game.name:
        raise FeintError(f"the match in {options.resume} is of {match.game.name}, not of {options.game}")
    if match.over:
        raise FeintError(f"the match in {options.resume} is over; look at it with feint replay")
    return match, options.resume


def _replay(options: argparse.Namespace) -> int:
    from feint.terminal.console import TerminalConsole
    from feint.terminal.records import replay

    replay(options.file, options.game, options.seat, options.all, TerminalConsole(options.plain))
    return 0


def _check(options: argparse.Namespace) -> int:
    from feint.terminal.records import check

    right, why = check(options.file, options.game)
    print(json.dumps({"right": right, "why": why}) if options.json else why)
    return 0 if right else WRONG


def _review(options: argparse.Namespace) -> int:
    from feint.terminal.coach import review
    from feint.terminal.console import TerminalConsole
    from feint.terminal.saves import restore

    review(restore(options.file, options.game), options.file, options.by, options.json, TerminalConsole(options.plain))
    return 0


def _sim(options: argparse.Namespace) -> int:
    from feint.terminal.commands import sim as simulating

    seats = read_pairs(options.seat)
    game = _game(options)
    done = simulating.run(game, options.games, seats, options.seed, options.threads, options.json, options.csv)
    return 0 if done else INTERRUPTED


def _tournament(options: argparse.Namespace) -> int:
    from feint.terminal.commands import tournament as touring

    bots = [bot.strip() for bot in options.bots.split(",")]
    if not all(bots):
        raise FeintError("--bots takes names with commas between them: --bots random,perfect")
    done = touring.run(_game(options), bots, options.games, options.seed, options.processes, options.json)
    return 0 if done else INTERRUPTED


def _solve(options: argparse.Namespace) -> int:
    from feint.solve.solution import GAP, SECONDS
    from feint.terminal.commands import solve as solving
    from feint.terminal.console import TerminalConsole

    gap = GAP if options.gap is None else options.gap
    seconds = SECONDS if options.seconds is None else options.seconds
    if options.at is None:
        done = solving.run(_game(options), gap, seconds, options.json)
    else:
        done = solving.run_at(
            _position(options), options.at, gap, seconds, options.json, TerminalConsole(options.plain)
        )
    return 0 if done else INTERRUPTED


def _export(options: argparse.Namespace) -> int:
    from feint.terminal.commands import export as exporting

    exporting.run(_game(options), options.efg, options.json)
    return 0


def _serve(options: argparse.Namespace) -> int:
    from feint.terminal.commands import serve as serving

    limits = read_pairs(options.limit)
    serving.run(options.host, options.port, options.database, options.workers, limits, options.proxy)
    return 0


def _position(options: argparse.Namespace) -> Match:
    from feint.terminal.saves import restore

    if options.rule or options.players is not None or options.deck is not None:
        raise FeintError("--at takes the rulings that the match is played under; leave the other options out")
    match = restore(options.at, options.game)
    if load(options.game).name != match.game.name:
        raise FeintError(f"the match in {options.at} is of {match.game.name}, not of {options.game}")
    return match


def _game(options: argparse.Namespace) -> Game:
    given: dict[str, object] = dict(read_pairs(options.rule))
    if options.players is not None:
        if "players" in given:
            raise FeintError("players is given twice; once is enough")
        given["players"] = options.players
    return load(options.game, **given | _deck(options))


def _deck(options: argparse.Namespace) -> dict[str, object]:
    if options.deck is None:
        return {}
    game = load(options.game)
    if "deck" not in game.files:
        raise FeintError(f"{game.name} has no deck of cards that --deck could replace")
    return {"deck": options.deck}
