"""`feint lab tune`: settings of a game's dials that reach targets, found by racing candidates, and measured once more.

What is found in a race is the luckiest of many, so it is measured again on fresh luck, and with players that it was not
tuned for. A run asks for rows alone: resumed, it finds them all and decides the same again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, prod

from feint.bots.players import check_player
from feint.core.chance import next_word
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.result_table import ResultTable
from feint.lab.charts import Intervals, Points
from feint.lab.dials import Candidate, Dial
from feint.lab.findings import Findings, Section
from feint.lab.laboratory import Laboratory
from feint.lab.proposals import Proposals
from feint.lab.race import Condition, Measured, Race, front, simplest_first
from feint.lab.seating import all_rule_bots, own_bot_names
from feint.lab.setting import BASE
from feint.lab.targets import LARGEST, SEATS, Aim, Target, aims, check_targets

GENERATION = 48  # candidates that race each other
MOST_IDLE = 5  # generations without a new candidate, after which there may be none
RUNGS = 3  # how often those that are left play more games
FINALISTS = 8  # that are measured once more
MOST_SHOWN = 12
MOST_AGAIN = 10  # times as many games as a finalist has played, to be sure that it reaches its targets


@dataclass(frozen=True)
class Effort:
    """How much is played."""

    candidates: int
    games: int  # of a candidate that is good, under each condition; of others fewer
    fresh: int  # of each finalist, on fresh luck
    check: int  # of the best, with players that it was not tuned for


def conditions_of(
    base: Game, players: Sequence[int], cases: Sequence[str], pairings: Sequence[Sequence[str]], bots: Sequence[str]
) -> list[Condition]:
    """Every table: each number of players with each case and each pairing, and each bot in all seats."""
    seats_by = base.about.get("seats_by")
    if players and seats_by is None:
        raise FeintError(f"{base.name} is always played by {len(base.seats)}, so --players has nothing to say")
    found = [f"{seats_by}={count}" for count in players] or [BASE]
    found = [_joined(table, case) for table in found for case in cases or [BASE]]
    if len(set(found)) < len(found):
        raise FeintError("a case is there twice; once is enough")
    for bot in bots:
        check_player(base, bot)
    tables = [(case, "") for case in found]
    if pairings:
        both = [_both_ways(base, pairing) for pairing in pairings]
        tables = [(_joined(case, one), _joined(case, other)) for case in found for one, other in both]
    return [Condition(case, bot, other) for case, other in tables for bot in bots or own_bot_names(base)]


def _joined(case: str, more: str) -> str:
    return ", ".join(part for part in (case, more) if part != BASE) or BASE


def _both_ways(base: Game, pairing: Sequence[str]) -> tuple[str, str]:
    """One against the other (ships, for example), and the other way round."""
    by_seat = [name for name, entry in base.about.get("rulings", {}).items() if "choices_from" in entry]
    if len(by_seat) != 2 or len(base.seats) != 2:
        raise FeintError(f"{base.name} has no pairings: its two seats don't choose from a data file")
    if len(pairing) != 2:
        raise FeintError(f"{','.join(pairing)} is not a pairing: name two, with a comma between")
    one, other = (
        ", ".join(f"{n}={who}" for n, who in zip(by_seat, row, strict=True)) for row in (pairing, pairing[::-1])
    )
    return one, other


def tune(
    lab: Laboratory,
    base: Game,
    dials: Sequence[Dial],
    targets: Sequence[Target],
    conditions: Sequence[Condition],
    seed: int,
    effort: Effort,
    checks: Sequence[str] = (),
) -> Findings:
    """Look for settings of the dials that reach all targets under all conditions, with as few changes as can be."""
    wanted = _aims(base, dials, targets, conditions)
    for bot in checks:
        check_player(base, bot)
    race = Race(lab, base, tuple(dials), tuple(conditions), wanted, seed)
    measured = _search(race, effort)
    lab.forget(seed)
    fresh = int(next_word(seed))
    again = race.measure([one.candidate for one in _finalists(measured)], effort.fresh, fresh)
    again.sort(key=_simplest_that_reach)
    best = _surest(race, again, int(next_word(fresh)))
    checked = [_checked(race, best.candidate, bot, effort, targets) for bot in checks]
    return _findings(base, dials, measured, again, best, checked)


def _simplest_that_reach(one: Measured) -> tuple[bool, int, float, Candidate]:
    return not one.reached, len(one.changed) if one.reached else 0, one.loss, one.candidate


def _surest(race: Race, again: Sequence[Measured], seed: int) -> Measured:
    """The simplest that surely reaches all targets; where it isn't sure, more games are played, on other luck again."""
    known = []
    for one in again:
        if one.reached and one.unsure and one.games_to_be_sure <= MOST_AGAIN * one.games:
            [one] = race.measure([one.candidate], ceil(one.games_to_be_sure), seed)
        if one.reached and not one.unsure:
            return one
        known.append(one)
    return min(known, key=_simplest_that_reach)


def _aims(
    base: Game, dials: Sequence[Dial], targets: Sequence[Target], conditions: Sequence[Condition]
) -> tuple[Aim, ...]:
    """All that is aimed at; what makes no sense is refused before anything is played."""
    found: list[Aim] = []
    for number, condition in enumerate(conditions):
        for dial in dials:  # a dial that a case sets, too
            condition.settings(base, [f"{dial.name}={dial.values[-1]}"])
        game = condition.game(base)
        check_targets(targets, game, bool(condition.mirrored))
        found += aims(targets, number, game)
    return tuple(found)


def _search(race: Race, effort: Effort) -> list[Measured]:
    """All candidates, if they are few; else generations of them, each proposed by how those before it did."""
    rungs = [max(2, effort.games // 4**step) for step in reversed(range(RUNGS))]
    if prod(len(dial.values) for dial in race.dials) <= effort.candidates:
        race.run(list(product(*(range(len(dial.values)) for dial in race.dials))), rungs)
    else:
        _generations(race, effort, rungs)
    _simplify(race, effort.games)
    best = sorted(race.known.values(), key=lambda one: (one.rank, one.candidate))
    race.run([one.candidate for one in [*best[:FINALISTS], *simplest_first(best)]], [effort.games])
    return list(race.known.values())


def _generations(race: Race, effort: Effort, rungs: Sequence[int]) -> None:
    proposals, idle = Proposals(race.dials, race.seed), 0
    while len(race.known) < effort.candidates and idle < MOST_IDLE:
        left = min(GENERATION, effort.candidates - len(race.known))
        known = list(race.known.values())
        new = proposals.by_model(known, max(1, left * 2 // 3)) if known else [proposals.base()]
        new += proposals.by_parzen(left - len(new))
        fresh = [one for one in dict.fromkeys(new) if one not in race.known]
        idle = 0 if fresh else idle + 1
        proposals.tell(race.run(fresh, rungs))


def _simplify(race: Race, games: int) -> None:
    """Take back the changes of the best candidate, one after the other, as long as it still reaches the targets."""
    best = min(race.known.values(), key=lambda one: (not one.reached, one.rank, one.candidate))
    while best.reached and best.changed:
        simpler: list[Candidate] = []
        for number, dial in enumerate(race.dials):
            if dial.usual is not None and best.candidate[number] != dial.usual:
                simpler.append((*best.candidate[:number], dial.usual, *best.candidate[number + 1 :]))
        good = [one for one in race.run(simpler, [games]) if one.reached]
        if not good:
            return
        best = min(good, key=lambda one: (one.rank, one.candidate))


def _finalists(measured: Sequence[Measured]) -> list[Measured]:
    """The simplest that seem to reach all targets, the best, and some of those between."""
    most = max(one.games for one in measured)
    proven = [one for one in measured if one.games == most]
    reached = sorted(
        (one for one in proven if one.reached), key=lambda one: (len(one.changed), one.loss, one.candidate)
    )
    ranked = sorted(proven, key=lambda one: (one.loss, one.candidate))
    chosen = [*reached[: FINALISTS // 2], *ranked[: FINALISTS // 2], *simplest_first(proven)[::-1]]
    return list({one.candidate: one for one in chosen}.values())[:FINALISTS]


def _checked(race: Race, candidate: Candidate, bot: str, effort: Effort, targets: Sequence[Target]) -> Measured:
    """The best candidate, played by someone whom tuning never saw."""
    tables = dict.fromkeys((condition.case, condition.mirrored) for condition in race.conditions)
    conditions = tuple(Condition(case, bot, mirrored) for case, mirrored in tables)
    wanted: list[Aim] = []
    for number, condition in enumerate(conditions):
        wanted += aims(targets, number, condition.game(race.base))
    if not all_rule_bots(race.base, [bot]):  # what an item is worth to them can't be tried
        wanted = [aim for aim in wanted if aim.metric != LARGEST]
    other = Race(race.lab, race.base, race.dials, conditions, tuple(wanted), race.seed)
    return other.measure([candidate], effort.check, int(next_word(race.seed)))[0]


def _findings(
    base: Game,
    dials: Sequence[Dial],
    measured: Sequence[Measured],
    again: Sequence[Measured],
    best: Measured,
    checked: Sequence[Measured],
) -> Findings:
    most = max(one.games for one in measured)
    on_front = front([one for one in measured if one.games == most])
    winners = {one.candidate for one in again if one.reached}
    points = tuple((one.text, float(len(one.changed)), one.loss, one.candidate in winners) for one in on_front)
    chart = Points("How near to the targets, with how many changes", "changes", "miss", points)
    race = ResultTable(COLUMNS, tuple(map(_row, on_front[:MOST_SHOWN])))
    fresh = ResultTable(COLUMNS, tuple(map(_row, again)))
    return Findings(
        f"{base.title}: {len(measured):,} settings of {len(dials)} {'dial' if len(dials) == 1 else 'dials'} tried",
        tuple(_verdicts(again, best, checked)),
        (
            Section(f"The Pareto front of the race, {most:,} games each", race, (chart,)),
            Section(f"The finalists, {again[0].games:,} games each on fresh luck", fresh),
            _details(f"{best.text}, on fresh luck", best),
            *(_details(f"The same with {one.conditions[0].bot}", one) for one in checked),
        ),
        (
            "All settings were played on the same luck. Who wins such a race was lucky, too, so only what was measured "
            "again on fresh luck counts.",
            "miss: how far a setting is from its targets on the whole, the farthest counting most; from about 1 on it "
            "misses some. length and fairness: the same for lengths, and for all else.",
            f"Of the {len(again)} finalists the one with the fewest changes is named that surely reaches all targets, "
            "or that seems to. Those that were too near to an edge were measured once more, in more games.",
        ),
        {"best": best.text, "reached": best.reached, "candidates": len(measured), "games": best.games},
    )


COLUMNS = ("setting", "changes", "miss", "fairness", "length", "reached")


def _row(one: Measured) -> tuple[str, int, float, float, float, str]:
    return (
        one.text, len(one.changed), one.loss, one.unfairness, one.lengthiness, "yes" if one.reached else "no"
    )  # fmt: skip


def _details(heading: str, one: Measured) -> Section:
    """Each number that is aimed at, with its interval."""
    rows, bars = [], []
    for aim, found in zip(one.aims, one.found, strict=True):
        who = one.conditions[aim.condition].text
        reached = "yes" if aim.target.holds(found.mean) else "no"
        rows.append((aim.metric, who, found.mean, found.low, found.high, aim.target.text, reached))
        if not aim.is_length:
            bars.append((f"{aim.metric} ({who})", found.mean, found.low, found.high))
    table = ResultTable(("what", "players", "value", "low", "high", "target", "reached"), tuple(rows))
    charts = (Intervals(heading, "share of the point", tuple(bars)),) if bars else ()
    return Section(heading, table, charts)


def _verdicts(again: Sequence[Measured], best: Measured, checked: Sequence[Measured]) -> list[str]:
    """The answer in words: what reaches the targets, with how few changes, and how sure that is."""
    reached = [one for one in again if one.reached]
    count = _changes(best)
    if best.reached:
        others = f" {len(reached)} of {len(again)} finalists do." if len(reached) > 1 else ""
        said = [f"{best.text} reaches all targets on fresh luck, with {count}.{others}"]
        if simpler := [one for one in reached if len(one.changed) < len(best.changed)]:
            said.append(f"{simpler[0].text}, with {_changes(simpler[0])}, is too near to an edge to be sure.")
    else:
        said = [
            f"No setting that was tried reaches all targets on fresh luck. The nearest is {best.text}, with {count}."
        ]
        said += [f"It misses {text}." for text in _missed(best)]
    said.append(f"Measured again in {best.games:,} games each: {'; '.join(_ranges(best))}.")
    if best.reached and best.unsure:
        numbers = f"{best.unsure} of its {len(best.aims)} numbers"
        said.append(f"{numbers} {'is' if best.unsure == 1 else 'are'} so near to an edge that chance may have helped.")
    for one in checked:
        within = "all targets are reached, too" if one.reached else f"it misses {', '.join(_missed(one))}"
        if not (one.reached or one.surely_missed):
            within += ", which may be chance in so few games"
        bot = one.conditions[0].bot
        said.append(
            f"With {bot}, which it was not tuned for, in {one.games:,} games: {'; '.join(_ranges(one))}; {within}."
        )
    return said


def _changes(one: Measured) -> str:
    number = len(one.changed)
    return "no change" if not number else "1 change" if number == 1 else f"{number} changes"


def _missed(one: Measured) -> list[str]:
    return [
        f"{aim.target.text} ({aim.metric} {found.mean:.3f}, {one.conditions[aim.condition].text})"
        for aim, found in zip(one.aims, one.found, strict=True)
        if not aim.target.holds(found.mean)
    ]


def _ranges(one: Measured) -> list[str]:
    """Each target's numbers, from the least to the most, by players."""
    said = []
    for number, condition in enumerate(one.conditions):
        parts: dict[str, list[float]] = {}
        for aim, found in zip(one.aims, one.found, strict=True):
            if aim.condition == number:
                name = SEATS if aim.target.metric == SEATS else aim.metric
                parts.setdefault(name, []).append(found.mean)
        texts = [
            f"{name} {min(values):.3f}" + (f" to {max(values):.3f}" if len(values) > 1 else "")
            for name, values in parts.items()
        ]
        said.append(f"{condition.text}: {', '.join(texts)}")
    return said
