"""`feint solve` finds out what a game is worth, and how to play it."""

import json
import sys
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.core.match import Match
from feint.terminal.arguments import (
    Commands,
    Options,
    add_game,
    add_json,
    add_plain,
    add_rulings,
    game_from,
    seconds,
    share,
)
from feint.terminal.console import TerminalConsole, wrapped
from feint.terminal.exit_codes import INTERRUPTED

if TYPE_CHECKING:
    from feint.solve import Advice, Solution

LONGEST = 40  # characters of a fraction that a table has room for


def add_parser(commands: Commands) -> None:
    """The arguments of `feint solve`."""
    parser = commands.add_parser("solve", help="find out what a game is worth, and how to play it")
    add_game(parser)
    add_rulings(parser)
    help = "stop when the bounds are this close, a part of what there is to win (default: 0.01, over a tree 0.0001)"
    parser.add_argument("--gap", metavar="X", type=share, help=help)
    parser.add_argument("--seconds", metavar="N", type=seconds, help="stop after this long (default: 60)")
    parser.add_argument("--at", metavar="FILE", type=Path, help="a saved match: advise on its last position")
    help = "write the strategy as a table: seat, infoset, choice, chance"
    parser.add_argument("--csv", metavar="FILE", type=Path, help=help)
    help = "save the strategy; a FILE.strategy can play: feint play GAME --seat SEAT=FILE.strategy"
    parser.add_argument("--save", metavar="FILE", type=Path, help=help)
    add_json(parser)
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Solve a game, and print what it is worth; with `--at`, what each choice is worth in one position."""
    from feint.solve.solution import SECONDS, default_gap

    limit = SECONDS if options.seconds is None else options.seconds
    match = None if options.at is None else _position(options)
    game = game_from(options) if match is None else match.game
    gap = default_gap(game) if options.gap is None else options.gap
    solution = _solve(game, gap, limit)
    if options.csv is not None:
        solution.strategy.write_csv(options.csv)
    if options.save is not None:
        solution.strategy.save(options.save)
    if match is not None:
        _print_advice(solution, match, options, gap)
    elif options.json:
        print(json.dumps(solution.to_json(), indent=2))
    else:
        _print_heading(solution)
        _print_values(solution.game, solution.lower, solution.upper, solution.exact)
        _print_payoffs(solution)
        _print_reached(solution, gap)
    return INTERRUPTED if solution.interrupted else 0


def _position(options: Options) -> Match:
    """The match to advise on. What is wrong with it is better said now than after solving the game."""
    from feint.terminal.saves import restore

    if options.rule or options.players is not None or options.deck is not None:
        raise FeintError("--at uses the rulings of the saved match; leave out --rule, --players and --deck")
    match = restore(options.at, options.game)
    if load(options.game).name != match.game.name:
        raise FeintError(f"the match in {options.at} is of {match.game.name}, not of {options.game}")
    if match.over:
        raise FeintError(f"the match in {options.at} is over: there is nothing left to choose")
    if match.game.positions is None:  # what is right for a seat would tell what it holds
        raise FeintError(f"{match.game.name} has secrets that advice on a saved match would show; play it with --coach")
    return match


def _print_advice(solution: "Solution", match: Match, options: Options, gap: float) -> None:
    """What a position is worth, choice by choice."""
    from feint.solve import advise

    advice = advise(solution, match)
    if options.json:
        print(json.dumps(solution.to_json() | advice.to_json(), indent=2))
        return
    _print_heading(solution)
    print(wrapped(f"the position in {options.at}: round {match.round}, {' and '.join(match.pending)} to choose"))
    print()
    if match.game.screen is not None:
        TerminalConsole(options.plain).draw(match.game.screen.board(match.view(None)))
        print()
    _print_values(match.game, advice.lower, advice.upper, advice.exact)
    for seat in advice.choices:
        print()
        _print_choices(seat, advice)
    _print_reached(solution, gap)


def _solve(game: Game, gap: float, limit: float | None) -> "Solution":
    from feint.solve import solve
    from feint.terminal.progress import progress_bar

    with progress_bar(game.title) as progress:
        solution = solve(game, gap, limit, progress)
    if solution.note:
        print(f"feint: {solution.note}", file=sys.stderr)
    return solution


def _print_heading(solution: "Solution") -> None:
    rulings = " ".join(f"{name}={value}" for name, value in solution.game.rulings_text.items())
    print(f"{solution.game.title}: what it is worth with best play")
    print(wrapped(f"rulings: {rulings or 'none'}"))
    print()


def _print_values(game: Game, lower: float, upper: float, exact: Fraction | None) -> None:
    if exact is not None:
        print(f"{'seat':<12}{'share':>10}   exactly")
        for seat, share in zip(game.seats, (exact, 1 - exact), strict=True):
            print(f"{seat:<12}{float(share):>10.6f}   {_fraction(share)}")
        return
    print(f"{'seat':<12}{'at least':>10}{'at most':>10}")
    for seat, low, high in zip(game.seats, (lower, 1 - upper), (upper, 1 - lower), strict=True):
        print(f"{seat:<12}{at_least(low):>10.6f}{at_most(high):>10.6f}")


def _print_payoffs(solution: "Solution") -> None:
    """The same in the payoffs that the game declares."""
    payoffs = solution.game.payoffs
    if payoffs.unit:
        low, high = at_least(payoffs.of(solution.lower)), at_most(payoffs.of(solution.upper))
        print()
        print(f"in {payoffs.unit}, {solution.game.seats[0]} gets at least {low:.6f} and at most {high:.6f}")


def at_least(share: float) -> float:
    """A lower bound as it can be printed: rounded down."""
    return floor(share * 1e6) / 1e6


def at_most(share: float) -> float:
    """An upper bound as it can be printed: rounded up."""
    return ceil(share * 1e6) / 1e6


def _fraction(share: Fraction) -> str:
    text = str(share)
    return text if len(text) <= LONGEST else f"a fraction of {len(text)} characters; --json has it"


def _print_choices(seat: str, advice: "Advice") -> None:
    choices = advice.choices[seat]
    width = max(12, *(len(choice.text) + 2 for choice in choices))
    worth = "worth" if advice.exact is not None else "worth at least, at most"
    print(f"{seat + ' can':<{width}}{'how often':>10}   {worth}")
    for choice in choices:
        value = f"{choice.lower:.6f}" if choice.exact is not None else f"{choice.lower:.6f}  {choice.upper:.6f}"
        often = f"{float(choice.chance):.4f}" if choice.chance else "-"
        print(f"{choice.text:<{width}}{often:>10}   {value}")


def _print_reached(solution: "Solution", gap: float) -> None:
    print()
    if solution.endless:
        first, second = solution.game.seats
        counted = f"For {first}, 'at least' counts that as a loss and 'at most' as a win"
        print(wrapped(f"Play may never end. {counted}; for {second} it is the other way round."))
    for seat in solution.denied:
        [other] = {*solution.game.seats} - {seat}
        print(f"{other} can make sure that {seat} never wins.")
    if solution.exact is None:
        print(
            wrapped(f"The bounds are {solution.gap:.6f} apart (target: {gap * solution.span:g}): {solution.reached}.")
        )
    before = f", plus {solution.seconds_before:.2f} s in earlier runs" if solution.seconds_before else ""
    print(f"states: {solution.states:,}   time: {solution.seconds:.2f} s{before}")
