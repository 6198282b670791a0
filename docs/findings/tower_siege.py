"""The findings on Tower Siege, as bounds, since it may never end: how to begin and fight, and what the rulings do."""

from collections.abc import Callable, Sequence
from typing import Any

from feint.core.match import Match
from feint.solve import Advice, Solution, advise
from findings.sections import plot, subsection, table, two_sentences, values_table
from findings.solver import CONTEST, ENDLESS, CachedSolver, outcome
from findings.wording import HALF, at_least, at_most, favour, listing, or_less, or_more, percent, points, trend, value

NAME = "tower-siege"
LENGTHS, CARDS, STRIDES, LIMITS = range(4, 13), range(1, 6), range(1, 10), range(4, 17, 2)
REPETITIONS = (2, 3)


def how_to_play(solver: CachedSolver) -> str:
    """The first turn, and the first battle that perfect play leads to."""
    solution = solver.solve(NAME)
    match = solution.game.start(seed=1)
    start = advise(solution, match)
    while len(match.pending) == 1:
        [(seat, choices)] = advise(solution, match).choices.items()
        match.play(seat, max(choices, key=lambda choice: choice.chance).text)
    battle, line = advise(solution, match), [f"`{step.text}`" for step in match.steps]
    mine, theirs = battle.choices["P1"], battle.choices["P2"]
    assert [c.text for c in mine] == [c.text for c in theirs]  # or the text about this battle would make no sense
    left = [[_left(solution, match, a.text, b.text) for b in theirs] for a in mine]
    moves = [
        [
            f"`{c.text}`",
            f"{float(c.chance):.0%}" if c.chance else "-",
            f"{at_least(c.lower):.4f}",
            f"{at_most(c.upper):.4f}",
        ]
        for c in start.choices["P1"]
    ]
    cards = [
        [f"`{a.text}`", *(f"{c.chance:.1%}" if c.chance else "-" for c in (a, b))]
        for a, b in zip(mine, theirs, strict=True)
    ]
    after = [[f"`{a.text}`", *(f"{at_least(low):.4f}" for low in row)] for a, row in zip(mine, left, strict=True)]
    return "\n\n".join(
        [
            "### The first turn, and the first battle",
            "What P1 can do at the start, how often perfect play does it, and what it is worth to P1.",
            table(["choice", "how often", "at least", "at most"], moves),
            f"Perfect play leads to a battle after {listing(line)}. This is how often each side plays each card there "
            "in the strategies behind these bounds; closer bounds come with other strategies.",
            table(["card", "P1", "P2"], cards),
            "What P1 gets at least once the cards are turned over, by P1's card (rows) and P2's card (columns):",
            table(["", *(f"`{choice.text}`" for choice in theirs)], after),
            _sentences_on_fighting(start, battle, left),
        ]
    )


def _left(solution: Solution, match: Match, mine: str, theirs: str) -> float:
    """What P1 gets at least after a battle."""
    after = match.at(len(match.steps))
    after.play("P1", mine)
    after.play("P2", theirs)
    return advise(solution, after).lower


def _sentences_on_fighting(start: Advice, battle: Advice, left: list[list[float]]) -> str:
    best = max(start.choices["P1"], key=lambda choice: choice.lower)
    worst = min(start.choices["P1"], key=lambda choice: choice.upper)
    usual = [max(battle.choices[seat], key=lambda choice: choice.chance) for seat in ("P1", "P2")]
    ties = [left[i][i] for i in range(len(left))]
    short = sum(low < HALF for row in left for low in row)
    mistake = f", and not with `{worst.text}`, worth {or_less(worst.upper)}" if worst.upper < best.lower else ""
    return two_sentences(
        f"begin with `{best.text}`, worth {or_more(best.lower)}{mistake}; in the first battle P1 should play "
        f"`{usual[0].text}` in {percent(usual[0].chance)} of games and P2 `{usual[1].text}` in "
        f"{percent(usual[1].chance)}",
        f"both hold the same cards, but the battle is worth {or_more(battle.lower)} and {or_less(battle.upper)} to P1: "
        f"a tie leaves it {or_more(min(ties))}, and only {short} of the {len(left) ** 2} pairs of cards leave it "
        "without half a point guaranteed",
    )


def outcomes(solutions: dict[Any, Solution], ruling: str) -> tuple[str, str]:
    """Two sentences on a ruling: what perfect play comes to under its settings, and whether any makes a contest."""
    groups: dict[str, list[Any]] = {}
    for setting, solution in solutions.items():
        groups.setdefault(outcome(solution), []).append(setting)
    player = "; ".join(f"with `{ruling}` {listing(settings)}, {what}" for what, settings in groups.items())
    if len(groups) == 1:
        [what] = groups
        player = f"with any `{ruling}` in the table, {what}"
    endless = groups.get(ENDLESS)
    fair = groups.get(CONTEST)
    if fair:
        designer = f"{listing(fair)} can make a contest of it"
    else:
        designer = f"no setting of `{ruling}` in the table makes a contest of it"
    if endless:
        designer += f", and with {listing(endless)}, two careful players never finish"
    return player, designer


def section(ruling: str, settings: Sequence[object] | None = None) -> Callable[[CachedSolver], str]:
    """The function that writes a ruling's section, for all its choices or for these settings."""

    def write(solver: CachedSolver) -> str:
        found = solver.choices(NAME, ruling) if settings is None else solver.sweep(NAME, ruling, settings)
        return subsection(NAME, ruling, values_table(found, ruling), two_sentences(*outcomes(found, ruling)))

    return write


def turn_limit(solver: CachedSolver) -> str:
    found, without = solver.sweep(NAME, "turn_limit", LIMITS), solver.solve(NAME)
    values = {limit: value(solution) for limit, solution in found.items()}
    even, last = [limit for limit, share in values.items() if share == HALF], LIMITS[-1]
    start = f"with a limit of {listing(even)} turns neither side can get more than half a point" if even else ""
    player = f"{start}{', and ' if even else ''}with {last} turns {favour(found[last])}"
    designer = f"P1's share {trend(list(values.values()))} as the limit grows"
    saved = at_least(without.lower - values[last], 3)
    if saved > 0:
        designer += f", and a limit of {last} turns still costs P1 at least {points(saved)}"
    rows = values_table({**found, None: without}, "turn_limit")
    picture = plot("ts-turn-limit", "P1's share by turn limit")
    return subsection(NAME, "turn_limit", rows, picture, two_sentences(player, designer))


def repetition(solver: CachedSolver) -> str:
    found = {None: solver.solve(NAME), **solver.sweep(NAME, "repetition", REPETITIONS)}
    return subsection(
        NAME, "repetition", values_table(found, "repetition"), two_sentences(*outcomes(found, "repetition"))
    )


SECTIONS = {
    "track": section("track"),
    "empty_hand": section("empty_hand"),
    "length": section("length", LENGTHS),
    "cards": section("cards", CARDS),
    "stride": section("stride", STRIDES),
    "turn_limit": turn_limit,
    "repetition": repetition,
}
