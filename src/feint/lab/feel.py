"""`feint lab feel`: how a game feels to play, as far as numbers can tell: its length, its choices, its course, its end.

Many games are played for their length. Into some of them it is looked (`inside_loop`): at the start of each round they
are played on many times on other chance, which gives each seat's chance to win over time; and at some choices they are
played on from every option, on the same chance.

What is measured with noise looks more eventful than it is: the best of several equal options seems better than the
others, and a lead seems to change hands. So the games played on are split in two halves: what one half picks (the best
option, the round in which the winner stood worst), the other half measures; and a lead counts where both agree.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt
from typing import Any

import numpy as np

from feint.core import state_queries
from feint.core.errors import FeintError
from feint.core.result_table import ResultTable
from feint.lab.charts import Chart, Curves, Histogram
from feint.lab.findings import Findings, Section
from feint.lab.game_rows import GameRows, Simulator
from feint.lab.inside_loop import (
    BATCHES,
    EXAMINED,
    FORCED,
    HEAD,
    LEGAL,
    MOST,
    MOST_OPTIONS,
    MOST_ROUNDS,
    OPTIONS,
    POINT,
    REAL,
    SEAT,
    Probe,
)
from feint.lab.laboratory import Laboratory
from feint.lab.seating import all_rule_bots
from feint.lab.setting import Setting
from feint.lab.shards import Series
from feint.lab.statistics import Estimate, estimate

PROBE = Probe(playouts=40, examined=3, branches=96)
MATTERS = 0.02  # of the point: a choice matters if choosing blindly costs more
DECIDED = 0.9
HOPELESS = 0.05
LONG_WAIT = 3  # rounds
FEWEST = 20  # choices from which on anything is said of an option, or of kingmaking
LISTED = 15  # options
MEDIAN = "rounds, median"

# What a blind choice may cost: nothing, or more; never less, whatever noise makes of it.
GRID = np.concatenate([np.arange(0.0, 0.1, 0.005), np.arange(0.1, 1.001, 0.02)])
ROUNDS_OF_EM, RESAMPLES = 200, 60


@dataclass(frozen=True)
class Choice:
    """One choice that was examined."""

    seat: int
    legal: int
    actions: tuple[int, ...]  # the one that was made first
    batches: Any  # by option: what the seat got in each batch
    halves: Any  # by option, half and seat
    state: Any

    def cost(self, of: Any) -> tuple[float, float]:
        """How much less than the best option a mixture of options gets, by both halves, and its standard error."""
        costs, errors = [], []
        for half in range(2):
            here = self.batches[:, half::2]
            lost = here[self.best[1 - half]] - of @ here
            costs.append(float(lost.mean()))
            errors.append(float(lost.std(ddof=1)) / sqrt(BATCHES / 2))
        return sum(costs) / 2, hypot(*errors) / 2

    @cached_property
    def best(self) -> tuple[int, int]:
        """The best option by each half."""
        first, second = (int(np.argmax(self.batches[:, half::2].mean(axis=1))) for half in range(2))
        return first, second

    @property
    def blind(self) -> tuple[float, float]:
        """What choosing blindly costs."""
        return self.cost(np.full(len(self.actions), 1 / len(self.actions)))

    def only(self, option: int) -> Any:
        """A mixture of one option."""
        return np.eye(len(self.actions))[option]


class Inside:
    """What was found by looking into games between players of one kind."""

    def __init__(self, setting: Setting, rows: GameRows) -> None:
        self.setting, self.rows = setting, rows
        self.game, self.seats = setting.game.for_simulation(), rows.seats
        self.places = Simulator(setting.game, setting.players, probe=PROBE).places
        self.numbers = rows.numbers[:, rows.numbers.shape[1] - self.places.width :]

    @cached_property
    def chances(self) -> Any:
        """Each seat's chance by game, round, half; not a number for rounds that weren't there."""
        found = self.numbers[:, self.places.chances : self.places.choices].astype(float)
        found = found.reshape(len(found), MOST_ROUNDS, 2, self.seats)
        found[found.sum(axis=(2, 3)) == 0] = np.nan
        return found / (POINT * PROBE.playouts / 2)

    @cached_property
    def choices(self) -> list[Choice]:
        """The choices that were examined."""
        found, places = [], self.places
        for row in self.numbers:
            for number in range(min(PROBE.examined, int(row[REAL]))):
                at = places.choices + number * places.choice
                options = row[at + HEAD : at + HEAD + int(row[at + EXAMINED]) * places.option]
                options = options.reshape(-1, places.option).astype(float)
                words = row[places.states + number * places.words :][: places.words]
                found.append(
                    Choice(
                        int(row[at + SEAT]),
                        int(row[at + LEGAL]),
                        tuple(int(action) for action in options[:, 0]),
                        options[:, 1 : 1 + BATCHES] / (POINT * PROBE.branches / BATCHES),
                        options[:, 1 + BATCHES :].reshape(-1, 2, self.seats) / (POINT * PROBE.branches / 2),
                        words,
                    )
                )
        return found

    def texts(self, choice: Choice) -> list[str]:
        """The options of a choice as people write them."""
        packed = np.frombuffer(choice.state.astype(np.int32).tobytes(), self.game.schema.dtype)
        state = self.game.schema.unpack(packed[0])
        view = state_queries.shared_view(self.game, state, self.game.seats[choice.seat])
        return [self.game.words.choice(view, action) for action in choice.actions]

    def column(self, number: int) -> Any:
        """One of the numbers in front."""
        return self.numbers[:, number].astype(float)


def feel(lab: Laboratory, settings: Sequence[Setting], games: int, looked_into: int, seed: int) -> Findings:
    """Play `games` games under each setting, and look into some of them."""
    for setting in settings:
        if not all_rule_bots(setting.game, setting.players):
            raise FeintError("games are looked into by playing on thousands of times, which takes bots that are rules")
    wanted = [(Series(setting, seed, paired=False), games) for setting in settings]
    wanted += [(Series(setting, seed, paired=False, probe=PROBE), looked_into) for setting in settings]
    found = lab.rows(wanted)
    game, several = settings[0].game, len(settings) > 1
    sections, verdicts = [], []
    for number, setting in enumerate(settings):
        inside, who = Inside(setting, found[len(settings) + number]), _who(setting)
        parts = [*_length(setting, found[number]), *_choices(inside), *_course(inside), *_end(inside)]
        for heading, facts, charts in parts:
            sections.append(Section(f"{heading} ({who})" if several else heading, _table(facts), charts))
        options = _options(inside)
        sections.append(Section(f"{options.heading} ({who})" if several else options.heading, options.table))
        words = _in_words({fact.name: fact for _, facts, _ in parts for fact in facts}, options)
        verdicts += [f"Between {who} players: {word[0].lower()}{word[1:]}" if several else word for word in words]
    hidden = "what the seat can't see is dealt again each time" if game.rules.STATE.secret else "nothing is hidden"
    caveats = [
        f"{games:,} games for their length; into {looked_into:,} it was looked: {PROBE.playouts} games from the start "
        f"of each round, up to round {MOST_ROUNDS}, and {PROBE.branches} from each option of {PROBE.examined} choices.",
        "Chances are those of these players from the true state, other luck to come; people play otherwise.",
        "What one half of these games picks, the other measures, so that noise isn't taken for events. The share of "
        "choices that matter is what is left when the noise of each is taken out (the most likely mixture of true "
        f"costs). From the options of a choice, {hidden}; of more than {MOST_OPTIONS}, {MOST_OPTIONS} were examined.",
        "Not examined: what people see in it, and whatever only other players would do.",
    ]
    title = f"{game.title}: how it feels between {' and '.join(map(_who, settings))} players"
    return Findings(title, tuple(verdicts), tuple(sections), tuple(caveats))


def _who(setting: Setting) -> str:
    return setting.players[0] if len(set(setting.players)) == 1 else " ".join(setting.players)


@dataclass(frozen=True)
class Fact:
    """One number with its interval; None is not examined, and `note` says why."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    note: str = ""


Part = tuple[str, list[Fact], tuple[Chart, ...]]
"""A heading, facts, and the charts that belong to them."""


def _table(facts: Sequence[Fact]) -> ResultTable:
    rows = tuple((one.name, NOT_EXAMINED if one.value is None else one.value, one.low, one.high) for one in facts)
    notes = " ".join(f"{one.name}: {one.note}." for one in facts if one.note)
    return ResultTable(("what", "value", "low", "high"), rows, note=notes)


NOT_EXAMINED = "not examined"


def _fact(name: str, values: Any, note: str = "") -> Fact:
    values = np.asarray(values, float)
    if len(values) < 2:
        return Fact(name, None, note="too few games")
    one: Estimate = estimate(values)
    return Fact(name, one.mean, one.low, one.high, note)


def _length(setting: Setting, rows: GameRows) -> Iterator[Part]:
    lengths, counts = np.unique(rows.rounds, return_counts=True)
    shares = tuple(zip(lengths.tolist(), (counts / rows.games).tolist(), strict=True))
    low, middle, high = (float(one) for one in np.quantile(rows.rounds, [0.05, 0.5, 0.95]))
    facts = [
        _fact("rounds", rows.rounds),
        Fact(MEDIAN, middle, low, high, "low and high are where nine of ten games lie"),
        _fact("choices a game", rows.choices),
        _fact("games without a result", rows.numbers[:, : rows.seats].sum(axis=1) == 0),
    ]
    yield "Length", facts, (Histogram("Length of games", "rounds", ((_who(setting), shares),)),)


def _choices(inside: Inside) -> Iterator[Part]:
    made = inside.rows.choices.astype(float)
    facts = [
        _ratio("options for a choice", inside.column(OPTIONS), made),
        Fact("most options", float(inside.column(MOST).max())),
        _ratio("choices with one option", inside.column(FORCED), made),
    ]
    if len(inside.choices) < FEWEST:
        why = f"only {len(inside.choices)} choices"
        facts += [Fact(name, None, note=why) for name in (CHOICES_THAT_MATTER, "cost of choosing blindly")]
        yield "Choices", facts, ()
        return
    costs = np.array([choice.blind for choice in inside.choices])
    facts += [
        _that_matter(costs[:, 0], costs[:, 1]),
        _fact("cost of choosing blindly", costs[:, 0], "of the point, where there is a choice"),
        _fact("cost of what was chosen", [choice.cost(choice.only(0))[0] for choice in inside.choices], "the same"),
    ]
    yield "Choices", facts, ()


CHOICES_THAT_MATTER = "choices that matter"


def _ratio(name: str, part: Any, whole: Any) -> Fact:
    """A share of sums over games, whose games are of different length."""
    ratio = float(part.sum() / whole.sum())
    one = estimate((part - ratio * whole) / whole.mean())
    return Fact(name, ratio, ratio + one.low, ratio + one.high)


def _that_matter(costs: Any, errors: Any) -> Fact:
    """The share of choices whose true cost, when chosen blindly, is more than what matters."""
    errors = np.maximum(errors, 1 / PROBE.branches)  # where no game came out otherwise, one more might have

    def share(picked: Any) -> float:
        likely = np.exp(-0.5 * ((costs[picked, None] - GRID) / errors[picked, None]) ** 2) / errors[picked, None]
        weights = np.full(len(GRID), 1 / len(GRID))
        for _ in range(ROUNDS_OF_EM):
            each = likely * weights
            weights = (each / (each.sum(axis=1, keepdims=True) + 1e-300)).mean(axis=0)
        return float(weights[GRID > MATTERS].sum())

    random, count = np.random.default_rng(1), len(costs)
    again = [share(random.integers(0, count, count)) for _ in range(RESAMPLES)]
    low, high = np.quantile(again, [0.025, 0.975])
    note = f"where choosing blindly costs more than {MATTERS:.0%} of the point; of those with two options or more"
    return Fact(CHOICES_THAT_MATTER, share(np.arange(count)), float(low), float(high), note)


def _course(inside: Inside) -> Iterator[Part]:
    changes, decided, lowest = [], [], []
    for chances, rounds, points in zip(inside.chances, inside.rows.rounds, inside.rows.points, strict=True):
        there = ~np.isnan(chances[:, 0, 0])
        halves = chances[there]
        leaders = [int(a.argmax()) for a, b in halves if a.argmax() == b.argmax() and _leads(a) and _leads(b)]
        changes.append(sum(one != other for one, other in itertools.pairwise(leaders)))
        if rounds <= MOST_ROUNDS:
            sure = [(halves >= DECIDED).all(axis=1).any(axis=1)]
            at = int(np.argmax(sure[0])) if sure[0].any() else len(halves)
            decided.append(at / max(1, len(halves)))
        if points.max() == 1:
            own = halves[:, :, int(points.argmax())]
            lowest.append(float(np.mean([own[int(own[:, half].argmin()), 1 - half] for half in range(2)])))
    even = 1 / inside.seats
    facts = [
        _fact("lead changes a game", changes, "of who is most likely to win, from round to round"),
        _fact("comebacks", np.array(lowest) <= even / 2, f"won after a chance of {even / 2:.0%} or less"),
        _fact("winner's lowest chance", lowest, "at the start of a round, on average"),
        _fact("decided after", decided, f"share of the rounds until someone has {DECIDED:.0%}; 1: not before the end"),
    ]
    if not decided:
        facts[-1] = Fact("decided after", None, note=f"all games are longer than {MOST_ROUNDS} rounds")
    yield "Course", facts, (_chart_of_winners(inside),)


def _leads(chances: Any) -> bool:
    """Whether one seat alone is ahead."""
    return int((chances == chances.max()).sum()) == 1


def _chart_of_winners(inside: Inside) -> Curves:
    """The chance of those who won in the end, round by round."""
    lines = []
    won = inside.rows.points.max(axis=1) == 1
    winners = inside.rows.points.argmax(axis=1)
    chances = inside.chances[np.arange(len(winners)), :, :, winners].mean(axis=2)[won]
    for round in range(MOST_ROUNDS):
        here = chances[~np.isnan(chances[:, round]), round]
        if len(here) >= FEWEST:
            one = estimate(here)
            lines.append((float(round + 1), one.mean, one.low, one.high))
    return Curves("Chance of the later winner", "round", "chance to win", (("winner", tuple(lines)),), 1 / inside.seats)


def _end(inside: Inside) -> Iterator[Part]:
    last = inside.numbers[:, inside.places.last : inside.places.last + inside.seats]
    waits = np.where(last > 0, inside.rows.rounds[:, None] - last, 0)
    facts = [
        _fact("rounds waited", waits.mean(axis=1), "after a seat's last choice, to the end"),
        _fact("longest wait", waits.max(axis=1), "of all seats, on average"),
        _fact("seats with a long wait", (waits >= LONG_WAIT).mean(axis=1), f"{LONG_WAIT} rounds or more"),
    ]
    yield "Waiting and kingmaking", [*facts, *_kingmaking(inside)], ()


def _kingmaking(inside: Inside) -> list[Fact]:
    """How much seats that can't win decide about who does."""
    names = "choices without hope", "what these decide"
    if inside.seats < 3:
        return [Fact(name, None, note="it takes three at the table") for name in names]
    hopeless, swings = [], []
    for choice in inside.choices:
        swing = []
        for half in range(2):
            own, other = choice.halves[:, half], choice.halves[:, 1 - half]
            if own[choice.best[half], choice.seat] < HOPELESS:
                spread = own.max(axis=0) - own.min(axis=0)
                spread[choice.seat] = -1.0
                of = int(spread.argmax())
                swing.append(float(other[own[:, of].argmax(), of] - other[own[:, of].argmin(), of]))
        hopeless.append(len(swing) / 2)
        if swing:
            swings.append(float(np.mean(swing)))
    facts = [_fact(names[0], hopeless, f"of seats with a chance below {HOPELESS:.0%}, of those examined")]
    if len(swings) < FEWEST:
        return [*facts, Fact(names[1], None, note=f"only {len(swings)} such choices")]
    return [*facts, _fact(names[1], swings, "how far they move another seat's chance")]


def _options(inside: Inside) -> Section:
    """Options that are seldom the best, by what they lose."""
    lost, best = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for choice in inside.choices:
        for option, text in enumerate(inside.texts(choice)):
            lost[text].append(choice.cost(choice.only(option))[0])
            best[text].append(choice.best.count(option) / 2)
    rows = []
    for text, values in lost.items():
        if len(values) >= FEWEST:
            one = estimate(values)
            rows.append((text, len(values), float(np.mean(best[text])), one.mean, one.low, one.high))
    rows.sort(key=lambda row: (row[2], -row[3]))
    note = (
        f"best: how often it was the best option where it was one. loses: against the best. Only options that were "
        f"seen {FEWEST} times; never best in so many choices is a sign of a dominated option, and no proof."
    )
    if not rows:
        note = f"Not examined: no option was seen {FEWEST} times."
    table = ResultTable(("option", "seen", "best", "loses", "low", "high"), tuple(rows[:LISTED]), note=note)
    return Section("Options that are seldom best", table)


def _in_words(facts: dict[str, Fact], options: Section) -> list[str]:
    """The most telling facts."""
    found = []
    rounds = facts[MEDIAN]
    found.append(f"A game takes {rounds.value:.0f} rounds; nine of ten take {rounds.low:.0f} to {rounds.high:.0f}.")
    for name, sentence in (
        (CHOICES_THAT_MATTER, "{0:.0%} of choices matter ({1:.0%} to {2:.0%})."),
        ("lead changes a game", "The lead changes {0:.1f} times a game."),
        ("comebacks", "{0:.0%} of games are comebacks."),
        ("decided after", "After {0:.0%} of its rounds a game is decided."),
    ):
        fact = facts[name]
        if fact.value is not None:
            found.append(sentence.format(fact.value, fact.low, fact.high))
    never = [str(row[0]) for row in options.table.rows if row[2] == 0.0 and row[4] > 0.0]
    if never:
        found.append(f"Never the best option: {', '.join(never)}.")
    return found
