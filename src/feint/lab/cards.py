"""`feint lab cards`: what a card, or another item, is worth, by giving, forbidding and forcing it.

Each trial is of one seat, the seats taking turns game by game, and next to the same games without it: so it counts what
the item does. Who buys a card had the money and was still alive, which correlations count as
the card's merit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.result_table import ResultTable
from feint.lab.charts import Intervals
from feint.lab.findings import Findings, Section
from feint.lab.game_rows import GameRows
from feint.lab.laboratory import Laboratory
from feint.lab.seating import all_rule_bots
from feint.lab.setting import Setting
from feint.lab.shards import Series
from feint.lab.simulation_loop import BAN, FORCE, GRANT, Trial
from feint.lab.statistics import CONFIDENCE, Estimate, estimate, false_discoveries, holm
from feint.lab.targets import granted

KINDS = {GRANT: "given", BAN: "forbidden", FORCE: "forced"}
FIRST_LOOK, MOST_GROWTH = 2000, 8.0  # games of a first look; how many times as many the next one may have
UNTAKEN = 20_000  # games without a single taker, before it is said that nobody takes an item
CORRELATION = "correlation"


@dataclass(frozen=True)
class Effect:
    """What a trial does to the seat that it is tried on."""

    bot: str
    item: str
    kind: int
    change: Estimate
    touched: int  # games that it changed at all
    q: float = 1.0  # of all items that have one of at most this, so large a share does nothing

    @property
    def is_proven(self) -> bool:
        """Whether it does anything, as far as chance allows to say."""
        return self.q <= CONFIDENCE


def item_numbers(game: Game, names: Sequence[str]) -> list[int]:
    """The items of those names; all of them, if none is named."""
    if game.trials is None:
        raise FeintError(f"{game.name} has nothing to try out: a game's trials.py says what can be given or forbidden")
    known = list(game.trials.items(game))
    lower = [item.lower() for item in known]
    for name in names:
        if name.lower() not in lower:
            raise FeintError(f"{game.name} has no {name}; it has {', '.join(known)}")
    return [lower.index(name.lower()) for name in names] or list(range(len(known)))


def cards(
    lab: Laboratory, setting: Setting, bots: Sequence[str], seed: int, near: float, most: int, names: Sequence[str] = ()
) -> Findings:
    """What each item is worth to each bot among its like, to within `near`, in at most `most` games a trial."""
    items = item_numbers(setting.game, names)
    for bot in bots:
        if not all_rule_bots(setting.game, [bot]):
            raise FeintError(f"{bot} doesn't know what it mustn't do, so it can't be tried; take bots that are rules")
    effects: list[Effect] = []
    old: dict[str, dict[str, Any]] = {}
    for bot in bots:
        table = setting.with_players(bot)
        found, base = _effects(lab, table, bot, seed, items, near, most)
        effects += found
        old[bot] = _listed(table.game, base)
    return _findings(setting, bots, _judged(effects), old, near)


def _effects(
    lab: Laboratory, table: Setting, bot: str, seed: int, items: Sequence[int], near: float, most: int
) -> tuple[list[Effect], GameRows]:
    """All trials between bots of one kind, each in as many games as it takes."""
    assert table.game.trials is not None
    known = list(table.game.trials.items(table.game))
    kinds = [kind for kind in KINDS if kind != GRANT or granted(table.game)]
    trials = [Trial(kind, item) for item in items for kind in kinds]
    games = dict.fromkeys(trials, min(FIRST_LOOK, most))
    found: dict[Trial, Effect] = {}
    base = GameRows(0, np.zeros((0, 0)), None)
    while games:
        wanted = [(Series(table, seed, trial), count) for trial, count in games.items()]
        base, *rows = lab.rows([(Series(table, seed), max(base.games, *games.values())), *wanted])
        for trial, part in zip(list(games), rows, strict=True):
            found[trial] = _effect(bot, known[trial.item], trial.kind, base, part)
        games = dict(_more(found, games, near, most))
    return [found[trial] for trial in trials], base


def _more(found: dict[Trial, Effect], games: dict[Trial, int], near: float, most: int) -> Iterator[tuple[Trial, int]]:
    """What isn't known well enough yet, with the number of games that should do."""
    for trial, played in games.items():
        reach = found[trial].change.reach
        untaken = trial.kind == BAN and not found[trial].touched and found[Trial(FORCE, trial.item)].touched
        if untaken and played < min(UNTAKEN, most):
            yield trial, min(UNTAKEN, most)
        elif reach > near and played < most:
            growth = min(MOST_GROWTH, max(1.2, 1.1 * (reach / near) ** 2))
            yield trial, min(most, int(played * growth))


def _effect(bot: str, item: str, kind: int, base: GameRows, tried: GameRows) -> Effect:
    """The change for the seat that the trial was on, game by game."""
    games = np.arange(tried.games)
    who = games % tried.seats
    gains = tried.points[games, who] - base.points[games, who]
    touched = int((tried.numbers != base.numbers[: tried.games]).any(axis=1).sum())
    return Effect(bot, item, kind, estimate(gains), touched)


def _judged(effects: Sequence[Effect]) -> list[Effect]:
    """Those that do something. An item is one question, however many trials and bots it was tried with.

    So one that does nothing is found to do something in at most one in twenty runs, and among all that are found the
    share of false ones is held down (Holm within an item, Benjamini and Hochberg over all of them).
    """
    by_item: dict[str, list[Effect]] = {}
    for one in effects:
        by_item.setdefault(one.item, []).append(one)
    own = {item: holm([one.change.p for one in tried]) for item, tried in by_item.items()}
    over_all = false_discoveries([min(chances) for chances in own.values()])
    judged = {
        (one.bot, one.item, one.kind): replace(one, q=max(q, p))
        for (item, tried), q in zip(by_item.items(), over_all, strict=True)
        for one, p in zip(tried, own[item], strict=True)
    }
    return [judged[one.bot, one.item, one.kind] for one in effects]


def _listed(game: Game, rows: GameRows) -> dict[str, Any]:
    """What the game's own report says of each item: whether those who have it win, which proves nothing."""
    listing = None if game.report is None else game.report.listing(game, rows.totals.tolist())
    if listing is None or CORRELATION not in listing.columns:
        return {}
    at = listing.columns.index(CORRELATION)
    return {row[0]: row[at] for row in listing.rows}


def _findings(
    setting: Setting, bots: Sequence[str], effects: Sequence[Effect], old: dict[str, dict[str, Any]], near: float
) -> Findings:
    by_item = {(one.bot, one.item, one.kind): one for one in effects}
    items = list(dict.fromkeys(one.item for one in effects))
    kinds = [kind for kind in KINDS if any(one.kind == kind for one in effects)]
    sections = []
    for bot in bots:
        order = sorted(items, key=lambda item: -by_item[bot, item, kinds[0]].change.mean)
        rows = tuple(_row([by_item[bot, item, kind] for kind in kinds], old[bot].get(item)) for item in order)
        has_old = bool(old[bot])
        columns = ["item", *(part for kind in kinds for part in (KINDS[kind], "±")), "proven"]
        names = (*_different(columns), *([CORRELATION] if has_old else []))
        bars = tuple(
            (item, one.change.mean, one.change.low, one.change.high)
            for item in order
            for one in [by_item[bot, item, kinds[0]]]
        )
        chart = Intervals(f"What each is worth to {bot}, {KINDS[kinds[0]]}", "share of the point", bars, 0.0)
        table = ResultTable(names, tuple(row if has_old else row[:-1] for row in rows))
        sections.append(Section(f"Between {bot} players", table, (chart,)))
    games = sum(one.change.games for one in effects)
    widest = max(one.change.reach for one in effects)
    caveats = [
        "given: what a seat gains with one more in its first deck. forbidden: what it gains where it may not take it, "
        "mostly less than nothing. forced: what it gains where it has to take it as soon as it can.",
        f"All are shares of the point; their 95% intervals reach {widest:.3f} at the most, and {near:g} was asked for.",
        "proven: what does nothing is called so in at most one in twenty runs, and of all that are called so at most "
        "one in twenty does nothing (Holm within an item, Benjamini and Hochberg over all of them).",
    ]
    if any(old.values()):
        caveats.append(
            f"{CORRELATION}: of having bought it and winning, which is no measure of worth: whoever buys had the money "
            "and was still in the game."
        )
    return Findings(
        f"{setting.game.title}: what {len(items)} items are worth to {' and '.join(bots)}, {games:,} games",
        tuple(_verdicts(effects, bots, kinds)),
        tuple(sections),
        tuple(caveats),
        {"effects": [_json(one) for one in effects]},
    )


def _different(columns: Sequence[str]) -> list[str]:
    """Names of columns, each once: the reach of an interval is written as often as there is one."""
    return [name if name != "±" else "±" + " " * columns[:at].count("±") for at, name in enumerate(columns)]


def _row(effects: Sequence[Effect], old: Any) -> tuple[Any, ...]:
    parts: list[Any] = []
    for one in effects:
        parts += [one.change.mean, one.change.reach]
    proven = ", ".join(KINDS[one.kind] for one in effects if one.is_proven)
    return (effects[0].item, *parts, proven or "nothing", old)


def _json(one: Effect) -> dict[str, Any]:
    return {
        "bot": one.bot,
        "item": one.item,
        "trial": KINDS[one.kind],
        "gain": one.change.mean,
        "low": one.change.low,
        "high": one.change.high,
        "games": one.change.games,
        "touched": one.touched,
        "q": one.q,
    }


def _verdicts(effects: Sequence[Effect], bots: Sequence[str], kinds: Sequence[int]) -> list[str]:
    """What is worth most and least, what is dead, and where bots and numbers disagree."""
    said = []
    for bot in bots:
        own = [one for one in effects if one.bot == bot and one.kind == kinds[0] and one.is_proven]
        ranked = sorted(own, key=lambda one: -one.change.mean)
        best = [f"{one.item} {one.change.mean:+.3f}" for one in ranked if one.change.mean > 0][:3]
        worst = [f"{one.item} {one.change.mean:+.3f}" for one in reversed(ranked) if one.change.mean < 0][:3]
        what = "to be given one" if kinds[0] == GRANT else f"with one {KINDS[kinds[0]]}"
        if best:
            said.append(f"Between {bot} players it helps most {what}: {', '.join(best)}.")
        if worst:
            said.append(f"Between {bot} players it hurts most {what}: {', '.join(worst)}.")
    untaken = {
        bot: [one.item for one in effects if one.bot == bot and one.kind == BAN and one.touched == 0] for bot in bots
    }
    takeable = {one.item for one in effects if one.kind == FORCE and one.touched}
    dead = [item for item in untaken[bots[0]] if item in takeable and all(item in untaken[bot] for bot in bots)]
    if dead:
        games = _least(effects, dead)
        said.append(f"Dead, since no player takes it in {games:,} games: {', '.join(dead)}.")
    for bot in bots:
        alone = [item for item in untaken[bot] if item in takeable and item not in dead]
        if alone:
            said.append(f"Never taken by {bot} in {_least(effects, alone):,} games: {', '.join(alone)}.")
    bad = [
        f"{one.item} ({one.bot}, {one.change.mean:+.3f})"
        for one in effects
        if one.kind == BAN and one.is_proven and one.change.mean > 0
    ]
    if bad:
        said.append(f"Players do better where it is forbidden, so they shouldn't take it: {', '.join(bad)}.")
    return said or ["Nothing is proven to do anything: play more games."]


def _least(effects: Sequence[Effect], items: Sequence[str]) -> int:
    """In how many games it was seen that these aren't taken."""
    return min(one.change.games for one in effects if one.kind == BAN and one.item in items)
