"""`feint solve` at a terminal: a progress bar while a game is being solved, then a table or JSON."""

import json
import sys
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.terminal.console import TerminalConsole, wrapped
from feint.terminal.progress import waiting

if TYPE_CHECKING:
    from feint.solve import Advice, Solution

LONGEST = 40  # characters of a fraction that a table has room for


def run(game: Game, gap: float, seconds: float | None, as_json: bool) -> bool:
    """Solve a game and print what it is worth; whether it ran to the end."""
    solution = _solved(game, gap, seconds)
    if as_json:
        print(json.dumps(solution.to_json(), indent=2))
    else:
        _print_heading(solution)
        _print_values(game, solution.lower, solution.upper, solution.exact)
        _print_reached(solution, gap)
    return not solution.interrupted


def run_at(match: Match, path: Path, gap: float, seconds: float | None, as_json: bool, table: TerminalConsole) -> bool:
    """Solve the game of a record and print what its last position is worth, choice by choice."""
    from feint.solve import advise

    if match.over:
        raise FeintError(f"the match in {path} is over: there is nothing left to choose")
    if match.game.positions is None:  # better now than after solving it
        raise FeintError(f"{match.game.name} isn't solved position by position, so there is no advice on one")
    solution = _solved(match.game, gap, seconds)
    advice = advise(solution, match)
    if as_json:
        print(json.dumps(solution.to_json() | advice.to_json(), indent=2))
        return not solution.interrupted
    _print_heading(solution)
    print(wrapped(f"the position in {path}: round {match.round}, {' and '.join(match.pending)} to choose"))
    print()
    if match.game.screen is not None:
        table.draw(match.game.screen.board(match.view(None)))
        print()
    _print_values(match.game, advice.lower, advice.upper, advice.exact)
    for seat in advice.choices:
        print()
        _print_choices(seat, advice)
    _print_reached(solution, gap)
    return not solution.interrupted


def _solved(game: Game, gap: float, seconds: float | None) -> "Solution":
    from feint.solve import solve

    with waiting(game.title) as tell:
        solution = solve(game, gap, seconds, tell)
    if solution.note:
        print(f"feint: {solution.note}", file=sys.stderr)
    return solution


def _print_heading(solution: "Solution") -> None:
    rulings = " ".join(f"{name}={value}" for name, value in solution.game.rulings_text.items())
    print(f"{solution.game.title}: what it is worth when both play right")
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
        counted = f"against {first} in what it gets at least, and for {first} in what it gets at most"
        print(wrapped(f"Play may go on for ever. That is counted {counted}; the other way round for {second}."))
    for seat in solution.denied:
        [other] = {*solution.game.seats} - {seat}
        print(f"{other} can see to it that {seat} never wins.")
    if solution.exact is None:
        print(wrapped(f"The bounds are {solution.gap:.6f} apart ({gap:g} was wanted): {solution.reached}."))
    before = f", and {solution.seconds_before:.2f} s in earlier runs" if solution.seconds_before else ""
    print(f"states: {solution.states:,}   time: {solution.seconds:.2f} s{before}")
