"""Makes a game's puzzles: positions from games between bots in which what is right is right by at least 5 points.

Values come from the solution where the game is solved position by position, and from a long search elsewhere. A puzzle
has one right choice; only where there are too few of those, some have several, which are then at most half of all. No
two are of one position. Puzzles that every weak player solves are taken only when the others have run out, and those
that are taken are spread over rulings, seats and rounds. The same seed makes the same puzzles.

How hard a puzzle is, to begin with: 400, and up to 900 more for the share of the weak players that miss it (someone
who guesses, the game's own bots, search with few iterations), up to 300 for how little a mistake costs, and up to 200
for the number of choices.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from feint.bots import bots_of
from feint.bots.coach import Adviser
from feint.bots.levels import PERFECT
from feint.bots.perfect import Perfect
from feint.bots.players import Player, player
from feint.bots.values import ActionValue
from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.core.match import Match
from feint.core.progress import Progress
from feint.core.puzzles import DIGITS, GAP, SEARCH, SOLVER, ChoiceValue, Puzzle, steps_of
from feint.kernel.simultaneous import group_start
from feint.solve import solve

CHECKER = "search:20000"  # who checks puzzles of games that aren't solved
WEAK = ("search:8", "search:64", "search:512")  # besides the game's own bots
GUESSER = "random"
SURPLUS = 3  # candidates for each puzzle that is wanted, at most, while too few of them are hard
IN_VAIN = 200  # games without a new candidate after which there are no more
MOST_STEPS = 40  # before a position; of games that aren't solved, which take longer, as many as it takes
MOST_SEARCHED, MOST_CHOICES = 3, 8  # positions of one game that a long search looks at, and choices in each
BIG_GAP, MANY_CHOICES = 0.5, 12  # beyond which a puzzle gets no easier, and no harder


@dataclass(frozen=True)
class MadePuzzles:
    """The puzzles, the easiest first, and how they came about."""

    puzzles: list[Puzzle]
    games: int
    examined: int  # positions
    interrupted: bool


_Lesson = tuple[bytes | str, tuple[ChoiceValue, ...]]  # a position, and what each choice is worth there


@dataclass(frozen=True)
class _Candidate:
    puzzle: Puzzle
    variant: int  # the rulings that it is played under
    round: int
    missed: bool  # by a weak player that doesn't guess

    @property
    def rank(self) -> int:
        """The lower, the better a puzzle it is."""
        return 2 if len(self.puzzle.right) > 1 else int(not self.missed)


def make_puzzles(game: Game, wanted: int, seed: int, progress: Progress) -> MadePuzzles:
    """Make as many puzzles as are wanted, or as there are. Ctrl-C ends it with those that were found."""
    variants = [game, *(load(game.folder, **rulings) for rulings in game.about.get("puzzles", ()))]
    quotas = _quotas(wanted, len(variants))
    found: list[_Candidate] = []
    counts: Counter[str] = Counter()
    taken: set[_Lesson] = set()
    done = 0
    try:
        for number, (variant, quota) in enumerate(zip(variants, quotas, strict=True)):
            title = " ".join(f"{name}={value}" for name, value in changed_rulings(variant).items()) or "default rulings"
            source = _Source(variant, number, seed, counts, taken, _titled(progress, title))
            ranks: Counter[int] = Counter()
            for candidate in source.candidates():
                found.append(candidate)
                ranks[candidate.rank] += 1
                hard, easy = ranks[0], ranks[1]
                progress(f"{title}: {hard} of {quota}, and {easy} easy ones", min(1.0, (done + hard) / wanted))
                if hard >= quota or hard + easy >= quota * source.surplus:
                    break
            done += quota
    except KeyboardInterrupt:
        return MadePuzzles(_selected(found, quotas, seed), counts["games"], counts["examined"], True)
    return MadePuzzles(_selected(found, quotas, seed), counts["games"], counts["examined"], False)


def _titled(progress: Progress, title: str) -> Progress:
    return lambda what, _: progress(f"{title}: {what}", None)


def _quotas(wanted: int, variants: int) -> list[int]:
    """How many puzzles each set of rulings should bring: the defaults half of them."""
    if variants == 1:
        return [wanted]
    share, rest = divmod(wanted // 2, variants - 1)
    others = [share + (at < rest) for at in range(variants - 1)]
    return [wanted - sum(others), *others]


def changed_rulings(game: Game) -> dict[str, str]:
    """The rulings that aren't the defaults."""
    return {
        name: game.rulings_text[name]
        for name, ruling in game.all_rulings.items()
        if game.rulings[name] != ruling.default
    }


class _Source:
    """Where candidates come from: games under one set of rulings, and those who judge their positions."""

    def __init__(
        self, game: Game, variant: int, seed: int, counts: Counter[str], taken: set[_Lesson], progress: Progress
    ) -> None:
        self.game, self.variant, self.seed = game, variant, seed
        self.counts = counts
        self.taken = taken  # under other rulings: some make no difference to a position
        self.perfect = _solved(game, progress) if game.positions is not None else None
        self.adviser: Adviser = self.perfect or player(game, CHECKER, progress)  # type: ignore[assignment]
        weak = {name: player(game, name, progress) for name in (*bots_of(game), *WEAK)}
        self.weak = [bot for name, bot in weak.items() if name != GUESSER]
        quick = [bot for name, bot in weak.items() if name not in WEAK[1:]]
        self.players: list[Player] = [*quick, *([self.perfect] if self.perfect else [])]
        self.surplus = SURPLUS if self.perfect else 1  # a long search takes long
        self.seen: set[bytes | str] = set()

    def candidates(self) -> Iterator[_Candidate]:
        """One after the other, until there are no more."""
        in_vain = 0
        while in_vain < IN_VAIN:
            luck = Random(f"{self.seed} {self.game.name} {self.variant} {self.counts['games']}")
            self.counts["games"] += 1
            in_vain += 1
            for match, seat in self._positions(self._play(luck), luck):
                self.counts["examined"] += 1
                puzzle = self._puzzle(match, seat)
                if puzzle is not None and (lesson := (self._key(match, seat), puzzle.values)) not in self.taken:
                    in_vain = 0
                    self.taken.add(lesson)
                    yield self._rated(puzzle, match)

    def _play(self, luck: Random) -> Match:
        """A game between players of any strength."""
        match = self.game.start(seed=luck.getrandbits(63))
        seats = {seat: luck.choice(self.players) for seat in self.game.seats}
        while not match.over and (self.perfect is None or len(match.steps) <= MOST_STEPS):
            seat = match.pending[0]
            match.play(seat, seats[seat].choose(match, seat, match.seed or 0))
        return match

    def _positions(self, match: Match, luck: Random) -> Iterator[tuple[Match, str]]:
        """Where a seat had a choice in a game that nobody had in an earlier one."""
        found = []
        for number in range(len(match.steps) if self.perfect is None else min(len(match.steps), MOST_STEPS)):
            before = match.at(number)
            found += [(before, seat) for seat in before.pending if self._is_open(before, seat)]
        if self.perfect is None:
            found = luck.sample(found, min(MOST_SEARCHED, len(found)))
        for before, seat in found:
            key = self._key(before, seat)
            if key not in self.seen:
                self.seen.add(key)
                yield before, seat

    def _is_open(self, match: Match, seat: str) -> bool:
        """Whether a seat has several choices, and nobody has laid a card face down that waits for theirs."""
        choices = len(match.legal_numbers(seat)) if seat in self.game.seats else 0
        if choices < 2 or (self.perfect is None and choices > MOST_CHOICES):
            return False
        return group_start(match, self.game.seat_number(seat))[0] == len(match.steps)

    def _key(self, match: Match, seat: str) -> bytes | str:
        if self.perfect is None:
            return f"{match.view(seat)}"
        return seat.encode() + b" " + self.perfect.position_key(match, seat)

    def _puzzle(self, match: Match, seat: str) -> Puzzle | None:
        """The puzzle that a position makes, if any. Search is asked twice: it may be sure of itself, and wrong."""
        found = self._judged(match, seat, self.seed)
        if found is None or self.perfect is not None:
            return found
        again = self._judged(match, seat, self.seed + 1)
        return found if again is not None and again.right == found.right else None

    def _judged(self, match: Match, seat: str, seed: int) -> Puzzle | None:
        values = self.adviser.action_values(match, seat, seed)
        if not all(value.examined for value in values):
            return None
        checker = SEARCH if self.perfect is None else SOLVER
        worth = tuple(map(_rounded, values))
        puzzle = Puzzle(changed_rulings(self.game), steps_of(match), seat, worth, rating=0, checked_by=checker)
        return puzzle if is_clear(puzzle) else None

    def _rated(self, puzzle: Puzzle, match: Match) -> _Candidate:
        misses = [bot.choose(match, puzzle.seat, self.seed) not in puzzle.right for bot in self.weak]
        rated = replace(puzzle, rating=first_rating(puzzle, misses))
        return _Candidate(rated, self.variant, match.round, any(misses))


def _solved(game: Game, progress: Progress) -> Perfect:
    """The game's solution as anyone gets it who solves it: one that is kept on disk may have come further."""
    solution = solve(game, seconds=None, progress=progress, keep=False)
    if solution.interrupted:
        raise KeyboardInterrupt
    if not solution.arrays:
        raise FeintError(f"{game.name} is too large for {PERFECT} under these rulings: {solution.reached}")
    return Perfect(game, solution=solution)


def _rounded(value: ActionValue) -> ChoiceValue:
    return ChoiceValue(value.text, round(float(value.low), DIGITS), round(float(value.high), DIGITS))


def is_clear(puzzle: Puzzle) -> bool:
    """Whether every choice is either right or costs enough, and at most half of them are right."""
    best = max(value.low for value in puzzle.values)
    wrong = [value for value in puzzle.values if value.choice not in puzzle.right]
    costly = all(best - value.high >= GAP for value in wrong)
    return costly and 2 * len(puzzle.right) <= len(puzzle.values)


def first_rating(puzzle: Puzzle, misses: Sequence[bool]) -> int:
    """How hard a puzzle is, as an Elo rating, before anyone has tried it; `misses`: by weak players."""
    count = len(puzzle.values)
    missed = (1 - len(puzzle.right) / count + sum(misses)) / (1 + len(misses))
    best = max(value.low for value in puzzle.values)
    gap = best - max(value.high for value in puzzle.values if value.choice not in puzzle.right)
    small = 1 - min(gap, BIG_GAP) / BIG_GAP
    many = (min(count, MANY_CHOICES) - 2) / (MANY_CHOICES - 2)
    return round(400 + 900 * missed + 300 * small + 200 * many)


def _selected(found: Sequence[_Candidate], quotas: Sequence[int], seed: int) -> list[Puzzle]:
    """The best of the candidates, of each set of rulings as many as it should bring; then of any."""
    taken: list[_Candidate] = []
    for variant, quota in enumerate(quotas):
        taken += _spread([one for one in found if one.variant == variant and one.rank < 2], seed)[:quota]
    chosen = {id(one) for one in taken}
    rest = _spread([one for one in found if id(one) not in chosen], seed)
    taken += rest[: sum(quotas) - len(taken)]
    return sorted((one.puzzle for one in taken), key=lambda puzzle: (puzzle.rating, puzzle.to_line()))


def _spread(candidates: Sequence[_Candidate], seed: int) -> list[_Candidate]:
    """Candidates in the order in which they are taken: better ones first, and of these in turn from each part."""
    parts: dict[tuple[int, int, str, int], list[_Candidate]] = defaultdict(list)
    for one in candidates:
        parts[one.rank, one.variant, one.puzzle.seat, one.round].append(one)
    luck, turns = Random(seed), []
    for part in parts.values():
        luck.shuffle(part)
        turns += [(one.rank, turn, one) for turn, one in enumerate(part)]
    return [one for _, _, one in sorted(turns, key=lambda entry: entry[:2])]
