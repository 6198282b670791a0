"""`feint lab compare`: the same games under two settings, on the same luck, and what the second one changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from feint.core.errors import FeintError
from feint.core.result_table import ResultTable
from feint.lab.charts import Chart, Histogram, Intervals
from feint.lab.findings import Findings, Section
from feint.lab.game_rows import GameRows, metrics
from feint.lab.laboratory import Laboratory
from feint.lab.setting import Setting
from feint.lab.shards import Series
from feint.lab.statistics import CONFIDENCE, Estimate, anytime, estimate, games_needed, holm

DIFFERENT, EQUAL, UNKNOWN = "different", "equal within the margin", "not yet known"
FIRST_LOOK, LEAST_GROWTH, MOST_GROWTH = 1000, 1.02, 4.0  # games before the first look, and from look to look
MOST_GAMES = 10_000_000
UNSEEN = 3.0  # games: what none of n games shows happens in fewer than 3 of n, with 95% certainty


@dataclass(frozen=True)
class Difference:
    """One thing that can be told of a game, under both settings."""

    players: str
    metric: str
    before: float
    after: float
    change: Estimate
    p: float  # corrected for the number of questions
    verdict: str


def compare(
    lab: Laboratory,
    before: Setting,
    after: Setting,
    games: int,
    seed: int,
    bots: Sequence[str] = (),
    margin: float = 0.01,
    until: float | None = None,
) -> Findings:
    """Play `games` games under each setting, or as many as it takes to know each seat's change to within `until`.

    With `bots` all of it is done once with each of them in every seat.
    """
    if before.game.name != after.game.name or before.game.seats != after.game.seats:
        raise FeintError("two settings are compared seat by seat, so both need the same seats")
    pairs = [(before.with_players(bot), after.with_players(bot)) for bot in bots] or [(before, after)]
    if all(one.key == other.key for one, other in pairs):
        raise FeintError(f"nothing differs between {before.text} and {after.text}, so there is nothing to compare")
    series = [(Series(one, seed), Series(other, seed)) for one, other in pairs]
    if until is None:
        rows = lab.rows([(one, games) for pair in series for one in pair])
        played = [rows[number : number + 2] for number in range(0, len(rows), 2)]
    else:
        played = [_play_until(lab, one, other, until) for one, other in series]
    found = _judged([_differences(pair, rows, margin, until) for pair, rows in zip(pairs, played, strict=True)])
    return _findings(before, after, played, found, margin, until)


def _play_until(lab: Laboratory, one: Series, other: Series, until: float) -> list[GameRows]:
    """Both settings' games until each seat's change is known, by an interval that may be looked at often."""
    games = max(FIRST_LOOK if one.is_compiled and other.is_compiled else 40, ceil(UNSEEN / until))
    while True:
        rows = lab.rows([(one, games), (other, games)])
        changes = [anytime(change, until) for change in (rows[1].points - rows[0].points).T]
        if max(change.reach for change in changes) <= until or games >= MOST_GAMES:
            return rows
        wanted = max(games_needed(change, until) for change in changes)
        growth = min(max(wanted / games, 1.0) * LEAST_GROWTH, MOST_GROWTH)  # what few games show is rough
        games = min(ceil(games * growth), MOST_GAMES)


def _differences(
    pair: tuple[Setting, Setting], rows: Sequence[GameRows], margin: float, until: float | None
) -> list[Difference]:
    """Everything that can be told of both, not yet corrected."""
    settings = [metrics(setting.game, part) for setting, part in zip(pair, rows, strict=True)]
    found = []
    names = [name for name in settings[0] if name in settings[1]]
    names = [name for name in names if settings[0][name].any() or settings[1][name].any()]
    for name in names:
        values = settings[1][name] - settings[0][name]
        length = name in ("rounds", "choices")
        scale = float(np.mean(settings[0][name])) if length else 1.0
        change = estimate(values) if until is None else anytime(values, until * scale)
        change = change.reaching(UNSEEN / len(values) * scale)
        means = [float(np.mean(setting[name])) for setting in settings]
        verdict = EQUAL if max(-change.low, change.high) <= margin * scale else UNKNOWN
        found.append(Difference(_who(pair), name, means[0], means[1], change, change.p, verdict))
    return found


def _who(pair: tuple[Setting, Setting]) -> str:
    players = pair[0].players
    return players[0] if len(set(players)) == 1 else " ".join(players)


def _judged(groups: Sequence[Sequence[Difference]]) -> list[Difference]:
    """All questions together: what is called different is so with 95% certainty for all of them at once."""
    questions = [one for group in groups for one in group]
    corrected = holm([one.p for one in questions])
    return [
        Difference(
            one.players, one.metric, one.before, one.after, one.change, p,
            DIFFERENT if p < CONFIDENCE and one.verdict == UNKNOWN else one.verdict,
        )
        for one, p in zip(questions, corrected, strict=True)
    ]  # fmt: skip


def _findings(
    before: Setting,
    after: Setting,
    played: Sequence[Sequence[GameRows]],
    found: list[Difference],
    margin: float,
    until: float | None,
) -> Findings:
    rows = [
        (one.metric, one.players, one.before, one.after, one.change.mean, one.change.low, one.change.high, one.verdict)
        for one in found
    ]
    columns = ("what", "players", "before", "after", "change", "low", "high", "verdict")
    games = " and ".join(dict.fromkeys(f"{rows[0].games:,}" for rows in played))
    sections = [Section("What changes", ResultTable(columns, tuple(rows)), tuple(_charts(before, played, found)))]
    caveats = [
        "Both settings were played on the same luck, game by game; the intervals are those of the paired differences."
        + ("" if until is None else " They hold however often one looks."),
        "different: at most one in twenty such lists has even one wrong `different` in it (Holm's correction).",
        f"equal within the margin: the whole interval is within {margin:g} of 0 (of lengths: within {margin:.0%}).",
    ]
    return Findings(
        f"{before.game.title}: {after.text} instead of {before.text}, {games} games each",
        tuple(_verdicts(before, found)),
        tuple(sections),
        tuple(caveats),
        {"before": before.text, "after": after.text, "games": [rows[0].games for rows in played]},
    )


def _verdicts(before: Setting, found: list[Difference]) -> list[str]:
    """The answer in words: what changes, for whom, and whether all players agree."""
    sentences = []
    for metric in (*before.game.seats, "rounds"):
        here = [one for one in found if one.metric == metric]
        if different := [one for one in here if one.verdict == DIFFERENT]:
            sentences.append(_verdict(metric, different, [one for one in here if one not in different]))
    if sentences:
        return sentences
    if all(one.verdict == EQUAL for one in found if one.metric in before.game.seats):
        return ["No seat's share changes by more than the margin."]
    return ["No difference is proven, and none is excluded yet: play more games."]


def _verdict(metric: str, different: list[Difference], others: list[Difference]) -> str:
    """One thing that changes, with some players or all."""
    if metric == "rounds":
        verbs, unit = ("Games get longer by", "Games get shorter by"), "rounds"
    else:
        verbs, unit = (f"{metric} gains", f"{metric} loses"), "of the point"
    sizes: dict[str, list[str]] = {}
    for one in different:
        low, high = sorted((abs(one.change.low), abs(one.change.high)))
        size = f"{abs(one.change.mean):.3f} {unit} ({low:.3f} to {high:.3f})"
        who = f" with {one.players}" if len(different) + len(others) > 1 else ""
        sizes.setdefault(verbs[one.change.mean < 0], []).append(size + who)
    said = "; ".join(f"{verb} {', '.join(each)}" for verb, each in sizes.items())
    if len(sizes) > 1:
        return f"{said}. It depends on who plays."
    equal = [one.players for one in others if one.verdict == EQUAL]
    unknown = [one.players for one in others if one.verdict == UNKNOWN]
    if equal:
        said += f"; with {' and '.join(equal)} it hardly changes"
    if unknown:
        said += f"; with {' and '.join(unknown)} it isn't known yet"
    return f"{said}."


def _charts(before: Setting, played: Sequence[Sequence[GameRows]], found: list[Difference]) -> list[Chart]:
    seats = [one for one in found if one.metric in before.game.seats]
    bars = [(f"{one.metric} ({one.players})", one.change.mean, one.change.low, one.change.high) for one in seats]
    charts: list[Chart] = [Intervals("Change of each seat's share", "share of the point", tuple(bars), 0.0)]
    groups = []
    for name, rows in zip(("before", "after"), played[0], strict=True):
        lengths, counts = np.unique(rows.rounds, return_counts=True)
        groups.append((name, tuple(zip(lengths.tolist(), (counts / rows.games).tolist(), strict=True))))
    return [*charts, Histogram("Length of games", "rounds", tuple(groups))]
