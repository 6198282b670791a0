"""`feint lab skill`: a ladder of players, how far apart they are, how much is luck, and what playing restricted costs.

Every two players of the ladder play each other in alternate seats, each deal twice with the seats swapped, as in
`feint tournament`. Each also plays itself, to see whether seats are even at its level.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil
from typing import Any

import numpy as np

from feint.bots import bots_of
from feint.bots.levels import PERFECT, SEARCH, is_as_published, levels, strongest_rule
from feint.bots.players import check_player
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.result_table import SURE, ResultTable
from feint.lab.charts import Curves, Intervals
from feint.lab.findings import Findings, Section
from feint.lab.game_rows import GameRows
from feint.lab.laboratory import Laboratory
from feint.lab.seating import all_rule_bots, is_rule_bot
from feint.lab.setting import Setting, read_setting
from feint.lab.shards import Series
from feint.lab.simulation_loop import RESTRICT, UNTRIED, Trial
from feint.lab.statistics import CONFIDENCE, Estimate, estimate, holm
from feint.lab.tournament import Pairing, alternating, rate

DRAWS = 2_000  # of all pairings' results within their errors, for the intervals of shares
COSTS, GAINS, UNKNOWN = "costs", "gains", "not yet known"
SURELY = 1.645  # standard errors: one is ahead with 95% certainty


def default_ladder(game: Game) -> list[str]:
    """Players of a game from random to the strongest that doesn't take long: its bots, one that is careless, search."""
    best, own = strongest_rule(game), [name for name in bots_of(game) if name != "random"]
    found = ["random"] + ([] if best is None else [f"{best}:50%"]) + [name for name in own if name != best]
    found += [] if best is None else [best]
    if game.can_redeal:
        found += [f"{SEARCH}:50"] if best is not None else [f"{SEARCH}:10", f"{SEARCH}:100"]
    return found + ([PERFECT] if PERFECT in levels(game).values() and is_as_published(game) else [])


@dataclass(frozen=True)
class Meeting:
    """Two players' games against each other: what the first got in each, in both ways to sit."""

    first: str
    second: str
    points: Any  # by the way to sit, and by deal

    @property
    def share(self) -> Estimate:
        """What the first gets, averaged over both ways to sit."""
        return estimate(self.points.mean(axis=0))

    @property
    def pairing(self) -> Pairing:
        """The same as a tournament has it."""
        drawn = int(((self.points != 0) & (self.points != 1)).sum())
        return Pairing(self.first, self.second, self.points.size, float(self.points.sum()), drawn)


def skill(lab: Laboratory, game: Game, ladder: Sequence[str], games: int, slow_games: int, seed: int) -> Findings:
    """Play all of it. `slow_games` is for those games in which somebody has to think."""
    if len(ladder) < 2:
        raise FeintError("a ladder takes at least two players")
    for name in ladder:
        check_player(game, name)
    pairs = list(combinations(ladder, 2))
    deals = {players: _deals(game, players, games, slow_games) for players in [*pairs, *((name,) for name in ladder)]}
    wanted = [(_series(game, way, seed), deals[pair]) for pair in pairs for way in (pair, pair[::-1])]
    wanted += [(_series(game, (name, name), seed), deals[name,] * 2) for name in ladder]
    trials = _trials(game, ladder, seed)
    rows = lab.rows(wanted + [(series, games) for series in trials.values()])
    restricted = dict(zip(trials, rows[len(wanted) :], strict=True))
    meetings = []
    for number, (first, second) in enumerate(pairs):
        seats = range(len(game.seats))
        sides = seats[::2], seats[1::2]  # where the first sits, one way and the other
        points = [part.shares_of(side) for part, side in zip(rows[2 * number :], sides, strict=False)]
        meetings.append(Meeting(first, second, np.array(points)))
    alone = [part.points for part in rows[2 * len(pairs) : len(wanted)]]
    sections = [
        _ratings(ladder, meetings),
        _neighbours(ladder, meetings),
        _luck(meetings),
        _fairness(game, ladder, alone),
    ]
    verdicts = [
        _luck_in_words(sections[2]),
        *_order_in_words(ladder, meetings),
        *_fairness_in_words(game, ladder, alone),
    ]
    caveats = [
        "Ratings: 400 points more are odds of ten to one; ± is one standard error. The first player's is 0.",
        "Luck: of the variance of a game's result, the share that is explained by who plays, by who sits where (with "
        "these players, each pair as often as any other), and the rest: the luck of the deal, and chance in how "
        "players choose. On a ladder of equals all is luck, so the shares are those of this ladder.",
        "games to tell: as many as the stronger needs to be ahead with 95% certainty, seats swapped.",
    ]
    if len(game.seats) > 2:
        caveats.append("Two players take alternate seats, and the result is what all seats of one get together.")
    if restricted:
        sections.append(_restricted(game, restricted))
        verdicts += [
            f"{row[0]}: it does better for it ({row[1]:+.3f} of the point)."
            for row in sections[-1].table.rows
            if row[-1] == GAINS
        ]
    else:
        caveats.append("Restricted play was not examined: that takes restrictions in the game's trials.py, and a bot.")
    return Findings(
        f"{game.title}: a ladder from {ladder[0]} to {ladder[-1]}",
        tuple(verdicts),
        tuple(sections),
        tuple(caveats),
        {"ladder": list(ladder)},
    )


def _deals(game: Game, players: Sequence[str], games: int, slow_games: int) -> int:
    return max(2, (games if all_rule_bots(game, players) else slow_games) // 2)


def _series(game: Game, pair: tuple[str, str], seed: int) -> Series:
    return Series(_setting(game, alternating(game, pair)), seed, paired=False)


def _setting(game: Game, players: Sequence[str]) -> Setting:
    return read_setting(game, "base", dict(zip(game.seats, players, strict=True)))


def _ratings(ladder: Sequence[str], meetings: Sequence[Meeting]) -> Section:
    ratings, errors = rate(ladder, [one.pairing for one in meetings], anchor=ladder[0])
    rows, bars = [], []
    for number, (name, rating, error) in enumerate(zip(ladder, ratings, errors, strict=True), 1):
        games = sum(one.points.size for one in meetings if name in (one.first, one.second))
        rows.append((number, name, round(rating), round(error), games))
        bars.append((name, rating, rating - SURE * error, rating + SURE * error))
    table = ResultTable(("rung", "player", "rating", "±", "games"), tuple(rows))
    return Section("Ratings", table, (Intervals("Rating by rung", "rating", tuple(bars)),))


def _neighbours(ladder: Sequence[str], meetings: Sequence[Meeting]) -> Section:
    rows = []
    for weaker, stronger in pairwise(ladder):
        [one] = [one for one in meetings if (one.first, one.second) == (weaker, stronger)]
        share = 1 - one.share.mean
        low, high = max(0.0, 1 - one.share.high), min(1.0, 1 - one.share.low)
        # Of a pair of games with swapped seats, which is what is averaged here.
        spread = float(np.std(one.points.mean(axis=0)))
        lead = abs(share - 0.5)
        tell = (
            2 * ceil(max(1.0, (SURELY * spread / lead) ** 2)) if one.share.low > 0.5 or one.share.high < 0.5 else None
        )
        rows.append((f"{stronger} over {weaker}", share, low, high, tell, one.points.size))
    columns = ("neighbours", "wins", "low", "high", "games to tell", "games")
    bars = tuple((str(row[0]), float(row[1]), float(row[2]), float(row[3])) for row in rows)
    chart = Intervals("How often the higher rung wins", "share of the points", bars, 0.5)
    return Section("Neighbouring rungs", ResultTable(columns, tuple(rows)), (chart,))


def _luck(meetings: Sequence[Meeting]) -> Section:
    """How much of a result's variance is explained by who plays, and by who sits where besides."""
    rows = []
    for name, shares in zip(("who plays", "who sits where", "luck"), _explained(meetings), strict=True):
        rows.append((name, *shares))
    return Section("What decides a game", ResultTable(("by", "share", "low", "high"), tuple(rows)))


def _explained(meetings: Sequence[Meeting]) -> list[tuple[float, float, float]]:
    """The shares of variance with their intervals: from the pairings' results, and from what these might be.

    The square of a mean that is measured is too large by its variance, on average; that is taken off.
    """
    means = np.array([one.points.mean(axis=1) for one in meetings])
    errors = np.array([np.cov(one.points) / one.points.shape[1] for one in meetings])
    # A pair has no order, so the result of a game is on average a half.
    total = np.mean([float(np.mean((one.points - 0.5) ** 2)) for one in meetings])
    noise = np.array([errors.sum(axis=(1, 2)) / 4, (errors[:, 0, 0] + errors[:, 1, 1] - 2 * errors[:, 0, 1]) / 4])

    def shares(found: Any, times: int) -> Any:
        """With `times` times the noise in what is given; the last two axes are pairings, and ways to sit."""
        players = (found.mean(axis=-1) - 0.5) ** 2 - times * noise[0]
        # Half of what changes when the players change places.
        seats = ((found[..., 0] - found[..., 1]) / 2) ** 2 - times * noise[1]
        by_players, by_seats = (np.maximum(0.0, part.mean(axis=-1) / total) for part in (players, seats))
        return np.stack([by_players, by_seats, np.maximum(0.0, 1 - by_players - by_seats)], axis=-1)

    random = np.random.default_rng(1)
    drawn = [
        random.multivariate_normal(mean, error, DRAWS, method="eigh") for mean, error in zip(means, errors, strict=True)
    ]
    low, high = np.quantile(shares(np.stack(drawn, axis=1), 2), [0.025, 0.975], axis=0)
    return [(float(a), float(b), float(c)) for a, b, c in zip(shares(means, 1), low, high, strict=True)]


def _luck_in_words(luck: Section) -> str:
    players, seats, rest = luck.table.rows
    return (
        f"Of what makes results differ on this ladder, {players[1]:.0%} is who plays ({players[2]:.0%} to "
        f"{players[3]:.0%}), {seats[1]:.0%} who sits where, and {rest[1]:.0%} luck."
    )


def _order_in_words(ladder: Sequence[str], meetings: Sequence[Meeting]) -> list[str]:
    found = []
    for weaker, stronger in pairwise(ladder):
        [one] = [one for one in meetings if (one.first, one.second) == (weaker, stronger)]
        share = 1 - one.share.mean
        if one.share.low > 0.5:
            found.append(f"{stronger} is on a higher rung than {weaker}, but gets only {share:.1%} against it.")
        elif one.share.high >= 0.5:
            found.append(f"Whether {stronger} or {weaker} is stronger isn't known yet: {share:.1%}.")
    return found


def _fairness(game: Game, ladder: Sequence[str], points: Sequence[Any]) -> Section:
    rows, lines = [], dict[str, list[tuple[float, float, float, float]]]({seat: [] for seat in game.seats})
    for number, (name, found) in enumerate(zip(ladder, points, strict=True), 1):
        for seat, at in zip(game.seats, found.T, strict=True):
            one = estimate(at)
            low, high = max(0.0, one.low), min(1.0, one.high)
            rows.append((name, seat, one.mean, low, high, one.games))
            lines[seat].append((float(number), one.mean, low, high))
    chart = Curves(
        "Seats by rung",
        "rung",
        "share of the point",
        tuple((seat, tuple(line)) for seat, line in lines.items()),
        1 / len(game.seats),
    )
    table = ResultTable(("players", "seat", "share", "low", "high", "games"), tuple(rows))
    return Section("Seats, where all are of one rung", table, (chart,))


def _fairness_in_words(game: Game, ladder: Sequence[str], points: Sequence[Any]) -> list[str]:
    """The seats that aren't even, on each rung; with 95% certainty for all of these statements together."""
    even, found = 1 / len(game.seats), []
    # A game without a result takes as much from every seat, and is no one's advantage.
    questions = [estimate(at - part.mean(axis=1)) for part in points for at in part.T]
    corrected = holm([one.p for one in questions])
    for number, name in enumerate(ladder):
        own = slice(number * len(game.seats), (number + 1) * len(game.seats))
        uneven = [
            f"{seat} has {even + one.mean:.1%}"
            for seat, one, p in zip(game.seats, questions[own], corrected[own], strict=True)
            if p < CONFIDENCE
        ]
        if uneven:
            found.append(f"Among {name} players seats are uneven: {', '.join(uneven)} (even: {even:.1%}).")
    return found or ["On no rung is a seat proven to be better than another."]


def _trials(game: Game, ladder: Sequence[str], seed: int) -> dict[tuple[str, int], Series]:
    """For each bot of the game on the ladder, games without a restriction (-1) and with each that the game names."""
    restrictions = range(-1, 0 if game.trials is None else len(game.trials.RESTRICTIONS))
    bots = [name for name in ladder if is_rule_bot(game, name) and ":" not in name and name != "random"]
    return {
        (bot, number): Series(
            _setting(game, [bot] * len(game.seats)), seed, UNTRIED if number < 0 else Trial(RESTRICT, number)
        )
        for bot in bots
        for number in (restrictions if len(restrictions) > 1 else ())
    }


def _restricted(game: Game, found: dict[tuple[str, int], GameRows]) -> Section:
    """What each restriction costs a seat, on the same luck: of all seats in turn, game by game."""
    assert game.trials is not None
    ways = [(bot, number) for bot, number in found if number >= 0]
    changes = []
    for bot, number in ways:
        every = np.arange(found[bot, number].games)
        own = [found[bot, which].points[every, every % len(game.seats)] for which in (-1, number)]
        changes.append(estimate(own[1] - own[0]))
    rows, bars = [], []
    for (bot, number), one, p in zip(ways, changes, holm([one.p for one in changes]), strict=True):
        name = f"{bot} {game.trials.RESTRICTIONS[number]}"
        verdict = UNKNOWN if p >= CONFIDENCE else COSTS if one.mean < 0 else GAINS
        rows.append((name, one.mean, one.low, one.high, verdict))
        bars.append((name, one.mean, one.low, one.high))
    chart = Intervals("What restrictions change", "share of the point", tuple(bars), 0.0)
    note = f"{changes[0].games:,} games each on the same luck, with one seat restricted, each in turn, and with none."
    table = ResultTable(("one seat of", "change", "low", "high", "verdict"), tuple(rows), note=note)
    return Section("Restricted play", table, (chart,))
