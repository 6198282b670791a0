"""What is found in Tower Siege, which may never end, as bounds: how to begin and to fight, and what its rulings do."""

from collections.abc import Callable, Sequence
from typing import Any

from feint.core.match import Match
from feint.solve import Advice, Solution, advise
from found.runs import CONTEST, ENDLESS, Runs, outcome, plot, subsection, table, two_sentences, values_table
from found.words import HALF, at_least, at_most, favour, listing, or_less, or_more, percent, points, trend, value

NAME = "tower-siege"
LENGTHS, CARDS, STRIDES, LIMITS = range(4, 13), range(1, 6), range(1, 10), range(4, 17, 2)


def how_to_play(runs: Runs) -> str:
    """The first turn, and the first battle that right play leads to."""
    solution = runs(NAME)
    match = solution.game.start(seed=1)
    start = advise(solution, match)
    while len(match.pending) == 1:
        [(seat, choices)] = advise(solution, match).choices.items()
        match.play(seat, max(choices, key=lambda choice: choice.chance).text)
    battle, line = advise(solution, match), [f"`{step.text}`" for step in match.steps]
    mine, theirs = battle.choices["P1"], battle.choices["P2"]
    assert [c.text for c in mine] == [c.text for c in theirs]  # so that what is said about this battle makes sense
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
            "What P1 can do at the start, how often it is right, and what it is worth to P1.",
            table(["choice", "how often", "at least", "at most"], moves),
            f"Right play leads to a battle after {listing(line)}. How often each card is played there, for the "
            "bounds that were reached; nearer bounds have other mixtures.",
            table(["card", "P1", "P2"], cards),
            "And what P1 has at least when the cards are turned over, by P1's card (rows) and P2's (columns).",
            table(["", *(f"`{choice.text}`" for choice in theirs)], after),
            _sentences_on_fighting(start, battle, left),
        ]
    )


def _left(solution: Solution, match: Match, mine: str, theirs: str) -> float:
    """What P1 has at least after a battle."""
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
        f"begin with `{best.text}`, worth {or_more(best.lower)}{mistake}, and in the first battle expect "
        f"`{usual[0].text}` of P1 in {percent(usual[0].chance)} and `{usual[1].text}` of P2 in "
        f"{percent(usual[1].chance)}",
        f"both hold the same cards, and the battle is worth {or_more(battle.lower)} and {or_less(battle.upper)} to P1: "
        f"equal cards leave it {or_more(min(ties))}, and of the {len(left) ** 2} pairs of cards {short} leave it "
        "without half a point for sure",
    )


def outcomes(solutions: dict[Any, Solution], ruling: str) -> tuple[str, str]:
    """Two sentences on a ruling: what right play comes to under its settings, and whether any makes a contest."""
    groups: dict[str, list[Any]] = {}
    for setting, solution in solutions.items():
        groups.setdefault(outcome(solution), []).append(setting)
    player = listing(f"with `{ruling}` {listing(settings)} {what}" for what, settings in groups.items())
    if len(groups) == 1:
        [what] = groups
        player = f"whatever `{ruling}` is in the table, {what}"
    endless = groups.get(ENDLESS)
    fair = groups.get(CONTEST)
    if fair:
        designer = f"of these settings {listing(fair)} can make a contest of it"
    else:
        designer = f"no setting of `{ruling}` in the table makes a contest of it"
    if endless:
        designer += f", and with {listing(endless)} two careful players never come to an end"
    return player, designer


def section(ruling: str, settings: Sequence[object] | None = None) -> Callable[[Runs], str]:
    """How a ruling's subsection is written; of all its choices, or of these settings."""

    def write(runs: Runs) -> str:
        found = runs.choices(NAME, ruling) if settings is None else runs.dial(NAME, ruling, settings)
        return subsection(NAME, ruling, values_table(found, ruling), two_sentences(*outcomes(found, ruling)))

    return write


def turn_limit(runs: Runs) -> str:
    found, without = runs.dial(NAME, "turn_limit", LIMITS), runs(NAME)
    values = {limit: value(solution) for limit, solution in found.items()}
    even, last = [limit for limit, share in values.items() if share == HALF], LIMITS[-1]
    start = f"with a limit of {listing(even)} turns neither can get more than half a point" if even else ""
    player = f"{start}{', and ' if even else ''}with {last} turns {favour(found[last])}"
    designer = f"P1's share {trend(list(values.values()))} as the limit grows"
    saved = at_least(without.lower - values[last], 3)
    if saved > 0:
        designer += f", and at {last} turns the limit still keeps {points(saved)} or more from P1"
    rows = values_table({**found, None: without}, "turn_limit")
    picture = plot("ts-turn-limit", "P1's share by turn limit")
    return subsection(NAME, "turn_limit", rows, picture, two_sentences(player, designer))


SECTIONS = {
    "track": section("track"),
    "empty_hand": section("empty_hand"),
    "length": section("length", LENGTHS),
    "cards": section("cards", CARDS),
    "stride": section("stride", STRIDES),
    "turn_limit": turn_limit,
}
