"""`feint lab sweep`: a grid of dials and rulings, simulated or solved, and what the game is at each point of it."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from multiprocessing import active_children

from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.progress import ignore_interrupts
from feint.core.result_table import ResultTable, wilson_interval
from feint.lab.charts import Chart, Curves, HeatMap, Intervals
from feint.lab.findings import Findings, Section
from feint.lab.grid import Dial, Point
from feint.lab.laboratory import GamesDone, Laboratory
from feint.lab.processes import process_pool
from feint.lab.run_folder import RunFolder
from feint.lab.shards import Series

CONTEST, DECIDED, ENDLESS, DRAWN, OPEN = "contest", "decided", "endless", "drawn", "not yet known"
NEARLY = 0.02  # a seat that gets all but so much of the point has as good as won
MOSTLY = 0.5  # of games that end without a result, or all but NEARLY of them that are drawn
SHOWN = 40  # points in the table; all are in the findings for programs


@dataclass(frozen=True)
class Judged:
    """What a point of the grid is worth to each seat, at least and at most, and what that makes of the game."""

    values: tuple[str, ...]
    shares: tuple[tuple[float | None, float, float], ...]  # a seat's share, if anything is known of it; low, high
    kind: str
    rounds: float | None  # of a game, on average; not examined where it was solved

    @property
    def unfairness(self) -> float:
        """How far the seat that is farthest from an even share is from it."""
        even = 1 / len(self.shares)
        return max(abs(share - even) for share, _, _ in self.shares if share is not None)


def simulated(lab: Laboratory, points: Sequence[Point], games: int, seed: int) -> list[Judged]:
    """Judge every point by `games` games between players, all on the same luck."""
    rows = lab.rows([(Series(point.setting, seed), games) for point in points])
    found = []
    for point, part in zip(points, rows, strict=True):
        sharing = (part.numbers[:, : part.seats] > 0).sum(axis=1)
        means = part.points.mean(axis=0).tolist()
        shares = tuple((mean, *wilson_interval(mean * part.games, part.games)) for mean in means)
        kind = CONTEST
        if (sharing == 0).mean() > MOSTLY:
            kind = ENDLESS
        elif (sharing > 1).mean() > 1 - NEARLY:
            kind = DRAWN
        elif max(high for _, _, high in shares) > 1 - NEARLY:
            kind = DECIDED if max(low for _, low, _ in shares) > 1 - NEARLY else OPEN
        found.append(Judged(point.values, shares, kind, float(part.rounds.mean())))
    return found


def solved(
    points: Sequence[Point], gap: float, processes: int, folder: RunFolder | None, progress: GamesDone | None
) -> list[Judged]:
    """Every point by what it is worth when nobody makes a mistake, to within a gap."""
    kept = {} if folder is None else folder.solved()
    bounds: dict[str, tuple[float, float]] = {}
    missing = []
    for point in points:
        key = f"{point.setting.key}-{gap}"
        if key in kept:
            bounds[key] = kept[key]
        else:
            missing.append((key, point.setting.game))
    others = active_children()
    with process_pool(processes) as pool:
        with ignore_interrupts():  # Ctrl-C is for the one who reports
            # Games mostly grow with their dials, and it's better to wait for a small one at the end.
            answers = {pool.submit(_worth, game, gap): key for key, game in reversed(missing)}
        try:
            for done, answer in enumerate(as_completed(answers), 1):
                key = answers[answer]
                bounds[key] = answer.result()
                if folder is not None:
                    folder.keep_solved(key, bounds[key])
                if progress is not None:
                    progress(done, len(missing))
        except KeyboardInterrupt:
            for process in set(active_children()).difference(others):
                process.terminate()  # a large point could take for minutes
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    return [_judged(point.values, *bounds[f"{point.setting.key}-{gap}"]) for point in points]


def _worth(game: Game, gap: float) -> tuple[float, float]:
    """What a game is worth to its first seat, at least and at most."""
    from feint.solve import solve

    if len(game.seats) != 2:
        raise FeintError(f"{game.name} is played by {len(game.seats)} here; only games for two can be solved")
    solution = solve(game, gap=gap, seconds=None, only_worth=True)
    return solution.lower, solution.upper


def _judged(values: tuple[str, ...], lower: float, upper: float) -> Judged:
    if (lower, upper) == (0.0, 1.0):
        return Judged(values, ((None, lower, upper),) * 2, ENDLESS, None)
    middle = (lower + upper) / 2
    first, second = (middle, lower, upper), (1 - middle, 1 - upper, 1 - lower)
    if max(lower, 1 - upper) >= 1 - NEARLY:
        kind = DECIDED
    elif lower > NEARLY and upper < 1 - NEARLY:
        kind = CONTEST
    else:
        kind = OPEN
    return Judged(values, (first, second), kind, None)


def findings(game: Game, dials: Sequence[Dial], found: Sequence[Judged], refused: Sequence[str], how: str) -> Findings:
    """What a sweep found."""
    kinds = Counter(judged.kind for judged in found)
    contests = sorted((judged for judged in found if judged.kind == CONTEST), key=lambda judged: judged.unfairness)
    counted = [f"{count:,} {kind}{'s' if kind == CONTEST and count > 1 else ''}" for kind, count in kinds.most_common()]
    verdicts = [f"{len(found):,} points: {', '.join(counted)}."]
    if contests:
        best = contests[0]
        worth = ", ".join(f"{seat} {share:.4f}" for seat, (share, _, _) in zip(game.seats, best.shares, strict=True))
        verdicts.append(f"Nearest to fair: {_where(dials, best.values)} ({worth}).")
    else:
        verdicts.append("None of them is a contest.")
    if refused:
        verdicts.append(f"{len(refused):,} points of the grid can't be played: {refused[0]}.")
    ordered = [*contests, *(judged for judged in found if judged.kind != CONTEST)]
    columns = [dial.name for dial in dials]
    for seat in game.seats:
        columns += [seat, f"{seat}_low", f"{seat}_high"]
    rows: list[tuple[str | float | None, ...]] = []
    for judged in ordered:
        length = () if judged.rounds is None else (judged.rounds,)
        rows.append((*judged.values, *(number for share in judged.shares for number in share), *length, judged.kind))
    columns += [*(["mean rounds"] if ordered[0].rounds is not None else []), "kind"]
    intervals = tuple(f"{seat}_{end}" for seat in game.seats for end in ("low", "high"))
    table = ResultTable(tuple(columns), tuple(rows[:SHOWN]), _note(len(rows)), intervals)
    everything = [dict(zip(table.columns, row, strict=True)) for row in rows]
    return Findings(
        f"{game.title}: {', '.join(f'{dial.name}={_range(dial)}' for dial in dials)}, {how}",
        tuple(verdicts),
        (Section("The points, the nearest to fair first", table, tuple(_charts(game, dials, found))),),
        (
            f"contest: both have something to play for. decided: one seat gets all but {NEARLY:.0%} of the point. "
            "endless: most games end without a result, or each side can keep the other from ever winning. "
            f"drawn: all but {NEARLY:.0%} of the games are.",
        ),
        {"points": everything},
    )


def _note(count: int) -> str:
    return "" if count <= SHOWN else f"The first {SHOWN} of {count:,} points; --json and findings.json have them all."


def _where(dials: Sequence[Dial], values: Sequence[str]) -> str:
    return ", ".join(f"{dial.name}={value}" for dial, value in zip(dials, values, strict=True))


def _range(dial: Dial) -> str:
    return dial.values[0] if len(dial.values) == 1 else f"{dial.values[0]} to {dial.values[-1]}"


def _charts(game: Game, dials: Sequence[Dial], found: Sequence[Judged]) -> list[Chart]:
    """A line over one dial, a heat map over two; over more, the points in the order of their fairness."""
    seat, open_dials = game.seats[0], [dial for dial in dials if len(dial.values) > 1]
    what = f"share of the point, {seat}"
    known = ((judged.values, judged.shares[0]) for judged in found)
    shares = {values: (share, low, high) for values, (share, low, high) in known if share is not None}
    places = [dials.index(dial) for dial in open_dials]
    if not shares:
        return []
    if len(open_dials) == 2:
        x, y = open_dials
        kinds = {judged.values: judged.kind for judged in found}

        def cell(row: str, column: str) -> float | str | None:
            wanted = {places[0]: column, places[1]: row}
            values = tuple(wanted.get(n, dial.values[0]) for n, dial in enumerate(dials))
            return shares[values][0] if values in shares else kinds.get(values)

        cells = tuple(tuple(cell(row, column) for column in x.values) for row in y.values)
        return [HeatMap(what, what, x.values, y.values, x.name, y.name, cells, 1 / len(game.seats))]
    if len(open_dials) == 1 and all(value.lstrip("-").isdigit() for value in open_dials[0].values):
        line = tuple((float(values[places[0]]), *share) for values, share in shares.items())
        return [Curves(what, open_dials[0].name, what, ((seat, line),), 1 / len(game.seats))]
    rows = tuple((_where(dials, values), *share) for values, share in list(shares.items())[:SHOWN])
    return [Intervals(what, what, rows, 1 / len(game.seats))]
