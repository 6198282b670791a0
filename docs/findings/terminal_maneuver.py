"""The findings on Terminal Maneuver: how much to burn, what to guess, and what the rulings do."""

from collections.abc import Callable

from feint.solve import Advice, advise
from findings.sections import plot, subsection, table, two_sentences, values_table
from findings.solver import CachedSolver
from findings.wording import fairest, favour, listing, percent, points, trend, value

NAME = "terminal-maneuver"
FUELS, ROUNDS = range(4, 15), range(1, 6)


def waiting(solver: CachedSolver, fuel: int) -> list[Advice]:
    """What to do with this much fuel, round by round, for a missile that burned nothing so far and wasn't caught."""
    solution, found = solver.solve(NAME, fuel=fuel), []
    match = solution.game.start(seed=1)
    while not match.over:
        found.append(advise(solution, match))
        match.play("laser", "guess 6")
        match.play("missile", "burn 0")
    return found


def decided(advice: Advice) -> str:
    """Whether the round is decided before the cards are laid."""
    return "lost" if advice.exact == 0 else "safe" if advice.exact == 1 else ""


def mean_burn(advice: Advice) -> float:
    return sum(float(choice.chance) * int(choice.text.split()[1]) for choice in advice.choices["missile"])


def chance_of_0(advice: Advice) -> float:
    return float(advice.choices["missile"][0].chance)


def guess(advice: Advice) -> tuple[int, float]:
    """The laser's most likely card, and its probability."""
    best = max(advice.choices["laser"], key=lambda choice: choice.chance)
    return int(best.text.split()[1]), float(best.chance)


def how_to_play(solver: CachedSolver) -> str:
    book = solver.solve(NAME).game.rulings["fuel"]
    grid = {fuel: waiting(solver, fuel) for fuel in range(book, -1, -1)}

    def lines(cell: Callable[[Advice], str]) -> list[list[str]]:
        return [[f"{fuel}", *(decided(advice) or cell(advice) for advice in row)] for fuel, row in grid.items()]

    head = ["fuel left", *(f"round {n}" for n in range(1, len(grid[book]) + 1))]
    return "\n\n".join(
        [
            "### How much to burn, and what to guess",
            "What a perfect missile burns on average, and in brackets how often it burns nothing. That depends only on "
            "the round and the fuel left, not on how the missile got there; in round 1 each row is a game that starts "
            "with that much fuel. Where several strategies are equally good, the table shows one of them.",
            table(head, lines(lambda advice: f"{mean_burn(advice):.2f} ({chance_of_0(advice):.0%})")),
            "A perfect laser's most likely guess, and how likely it is.",
            table(head, lines(lambda advice: "{} ({:.0%})".format(*guess(advice)))),
            plot("tm-burn", "Heat maps: the missile's mean burn, its chance of burning 0, and the laser's guess"),
            _sentences_on_burning(book, grid[book][0], [advice for row in grid.values() for advice in row]),
        ]
    )


def _sentences_on_burning(book: int, first: Advice, cells: list[Advice]) -> str:
    card, often = guess(first)
    open_ = [chance_of_0(advice) for advice in cells if not decided(advice)]
    idle = [chance for chance in open_ if chance > 0]
    part = "all" if len(idle) == len(open_) else len(idle)
    chances = f", with a probability of {percent(min(idle))} to {percent(max(idle))}" if idle else ""
    return two_sentences(
        f"with {book} fuel in the first round, burn {mean_burn(first):.2f} on average and nothing in "
        f"{percent(chance_of_0(first))} of games; a perfect laser guesses {card} in {percent(often)}",
        f"of the {len(cells)} positions in the table, {len(cells) - len(open_)} are decided before the cards are laid, "
        f"and burning nothing is part of perfect play in {part} of the other {len(open_)}{chances}",
    )


def black_squares(solver: CachedSolver) -> str:
    both = {choice: solver.sweep(NAME, "fuel", FUELS, black_squares=choice) for choice in ("forbidden", "allowed")}
    gains = {fuel: value(both["allowed"][fuel]) - value(both["forbidden"][fuel]) for fuel in FUELS}
    where = [fuel for fuel, gain in gains.items() if gain]
    if where:
        player = f"a black square can be worth its fuel if the missile starts with {listing(where)} fuel"
        designer = f"allowing it changes the missile's share by at most {points(max(gains.values()))}"
    else:
        player = f"a black square is never worth its fuel, with {FUELS[0]} to {FUELS[-1]} fuel at the start"
        designer = "either answer will do, since the missile's share is exactly the same for every fuel in the plot"
    found = solver.choices(NAME, "black_squares")
    return subsection(NAME, "black_squares", values_table(found, "black_squares"), two_sentences(player, designer))


def fuel(solver: CachedSolver) -> str:
    found = solver.sweep(NAME, "fuel", FUELS)
    book, rounds = (solver.solve(NAME).game.rulings[name] for name in ("fuel", "rounds"))
    values = {fuel: value(solution) for fuel, solution in found.items()}
    best, lost, end = fairest(found), [fuel for fuel in FUELS if values[fuel] == 0], ""
    if lost:
        end = f"; with {listing(lost)} it always loses"
        if max(lost) < rounds:
            end += ", because it must burn 0 in at least one round, and the laser can guess 0 until it does"
    player = (
        f"with the book's {book} fuel {favour(found[book])}, and one more unit would be worth "
        f"{points(values[book + 1] - values[book])} to the missile"
    )
    designer = (
        f"the missile's share {trend(list(values.values()))} from {percent(values[FUELS[0]])} to "
        f"{percent(values[FUELS[-1]])}, and {best} fuel is closest to fair ({percent(values[best])}){end}"
    )
    picture = plot("tm-fairness", "The missile's share by fuel, with black squares forbidden and allowed")
    return subsection(NAME, "fuel", values_table(found, "fuel"), picture, two_sentences(player, designer))


def rounds(solver: CachedSolver) -> str:
    found = solver.sweep(NAME, "rounds", ROUNDS)
    values = {count: value(solution) for count, solution in found.items()}
    book, fuel = (solver.solve(NAME).game.rulings[name] for name in ("rounds", "fuel"))
    safe, best = [n for n in ROUNDS if values[n] == 1], fairest(found)
    costs = {n: values[n - 1] - values[n] for n in ROUNDS[1:]}
    worst = max(costs, key=lambda n: costs[n])
    sure = f"the missile always survives games of {listing(safe)} rounds, and " if safe else ""
    player = f"{sure}going from {worst - 1} rounds to {worst} costs it the most, {points(costs[worst])}"
    designer = (
        f"the missile's share {trend(list(values.values()))} with more rounds, and with {fuel} fuel {best} rounds are "
        f"closest to fair ({percent(values[best])})"
        + (", as in the book" if best == book else f"; the book has {book}")
    )
    return subsection(NAME, "rounds", values_table(found, "rounds"), two_sentences(player, designer))


SECTIONS = {"black_squares": black_squares, "fuel": fuel, "rounds": rounds}
