"""The tree of a two-player game in sequence form, as flat arrays, grown by compiled code over the game's rules.

All that a seat has chosen on the way to some point is a *sequence*. It is named by the last of its choices, and each
choice of each information set has a place of its own in flat arrays, the first seat's before the second's. A way to end
counts for a pair of sequences, one a seat, by how likely chance makes it; ends of the same pair are one. Whatever is
asked of a strategy is then a product of a sparse matrix and a vector, and a walk over information sets, not histories.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from feint.core.contract import Rules
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER, whole
from feint.core.tree_size import HOPELESS, MOST, estimate
from feint.kernel.hash_table import find_slot
from feint.kernel.observation import Observations, observations
from feint.solve.infoset import HIGH, LOW, MEMORY, all_look, copy_memory, remember_choice

MOST_OF_ALL = 2**30  # that 32-bit numbers can count, with some to spare
DEEPEST = 4_096  # steps of one history

# What has been counted, and why growing stopped.
HISTORIES, INFOSETS, ENDS, CHOICES = 0, 1, 2, 3  # the last is one count a seat
PATHS, DECISIONS = 5, 6  # steps that were written down, and histories in which someone chooses
COUNTS = 7
DONE, TOO_MANY, TOO_DEEP, NOT_ONE_SET = range(4)


class Infosets(NamedTuple):
    """Information sets as they are found."""

    keys: Any  # what the seat remembers, in two halves
    seats: Any
    bases: Any  # the first of its choices
    parents: Any  # the choice of the same seat that came before
    counts: Any  # how many choices there are
    depths: Any  # steps of the first history that was found in it


class Ends(NamedTuple):
    """Ways to end as they are found."""

    firsts: Any  # the first seat's last choice
    seconds: Any
    payoffs: Any  # how likely chance makes it, times the first seat's score less one half


class Details(NamedTuple):
    """How each information set can come about, for whoever reads a strategy; for others, arrays of length 0."""

    paths: Any  # for each information set, the steps of one history: who moved, and the number of what
    infosets: Any  # for each history in which someone chooses: the information set,
    others: Any  # the other seat's last choice
    likely: Any  # and how likely chance makes it


NO_DETAILS = (0, 0)


@dataclass(frozen=True)
class SequenceForm:
    """A two-player game in sequence form. Choices are numbered through all information sets, `slots` in all.

    Information sets of the first seat come first, and each behind the one that its seat came from. The number `slots`
    stands for the empty sequence, of which nothing was chosen yet.
    """

    game: Game
    histories: int
    split: int  # the first information set of the second seat
    slots: int
    keys: Any  # what the seat remembers at each information set: two words
    first: Any  # the first choice of each information set; one more at the end
    parent: Any  # the choice of the same seat that came before each information set
    rows: Any  # for each choice, and the empty sequence of either seat (`slots`, `slots` + 1): where its ends begin
    columns: Any  # the other seat's choice of each end
    payoffs: Any  # how likely chance makes an end, times the first seat's score there less one half
    shares: tuple[float, float]  # the least and the most that the first seat can get
    depths: Any  # of each information set, steps of one history in it

    @property
    def span(self) -> float:
        """Between the worst and the best end for a seat, in shares of the point."""
        return self.shares[1] - self.shares[0]

    @cached_property
    def details(self) -> Details:
        """How each information set can come about; the tree is grown once more for it."""
        decisions = int(self.depths.sum()), self.histories
        grown = _walked(self.game, self.histories, decisions)
        assert grown is not None
        _, found, sets, _, details, _ = grown
        order = np.argsort(sets.seats, kind="stable")
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        begin = np.append(0, np.cumsum(sets.depths))[:-1]
        paths = [details.paths[begin[i] : begin[i] + sets.depths[i]] for i in order]
        many = slice(0, int(found[DECISIONS]))
        seats, others = sets.seats[details.infosets[many]], details.others[many]
        split = self.first[self.split] if self.infosets > self.split else self.slots
        columns = np.where(others < 0, self.slots, np.where(seats == 0, others + split, others))
        return Details(paths, rank[details.infosets[many]], columns, details.likely[many])

    @property
    def flat(self) -> tuple[Any, ...]:
        """What compiled code needs to know of it."""
        return self.split, self.first, self.parent, self.rows, self.columns, self.payoffs

    @property
    def infosets(self) -> int:
        """How many information sets there are."""
        return len(self.parent)

    def seat(self, infoset: int) -> int:
        """The seat that chooses at an information set."""
        return int(infoset >= self.split)

    def actions(self, infoset: int) -> int:
        """How many choices an information set has."""
        return int(self.first[infoset + 1] - self.first[infoset])

    def uniform(self) -> Any:
        """The strategy that makes every choice as often as the others."""
        counts = np.diff(self.first)
        return np.repeat(1.0 / counts, counts)

    def find(self, key: tuple[int, int]) -> int | None:
        """The information set at which a seat remembers this."""
        found = np.flatnonzero((self.keys[:, LOW] == np.uint64(key[0])) & (self.keys[:, HIGH] == np.uint64(key[1])))
        return int(found[0]) if len(found) else None


def sequence_form(game: Game, most: int = MOST) -> SequenceForm:
    """The tree of a two-player game, if it has at most so many histories."""
    if len(game.seats) != 2:
        raise FeintError(f"{game.name} has {len(game.seats)} seats; a tree can be solved for 2")
    if not 1 <= most <= MOST_OF_ALL:
        raise FeintError(f"a limit of {most} histories can't be kept: it can be 1 to {MOST_OF_ALL:,}")
    about = estimate(game)
    if about > HOPELESS * most:
        raise FeintError(f"{game.name} has about {_round(about)} histories; a tree of up to {most:,} can be solved")
    for room in sorted({min(most, 4 * about + 1_000), most}):  # a small tree needs no room for a large one
        if tree := _grown(game, room):
            return tree
    raise FeintError(f"{game.name} has more than {most:,} histories; a tree of up to so many can be solved")


def _round(number: int) -> str:
    """A large number for people: 10^40."""
    return f"10^{len(str(number)) - 1}"


def _grown(game: Game, most: int) -> SequenceForm | None:
    """The tree; None if it has more histories than that."""
    grown = _walked(game, most, NO_DETAILS)
    if grown is None:
        return None
    why, found, infosets, ends, _, shares = grown
    if why == TOO_DEEP:
        raise FeintError(f"a match of {game.name} can have {DEEPEST:,} steps; a tree can be solved if all have fewer")
    if why == NOT_ONE_SET:
        raise FeintError(f"{game.name} gives a seat other choices where it has seen the same; they must not differ")
    return _in_order(game, found, infosets, ends, (float(shares[0]), float(shares[1])))


def _walked(
    game: Game, most: int, room_for_details: tuple[int, int]
) -> tuple[int, Any, Infosets, Ends, Details, Any] | None:
    """A walk through the tree: why it stopped, counts, and what was found; None if it has more histories than that."""
    start = game.schema.pack(game.first_state())
    states = np.zeros(DEEPEST + 1, start.dtype)
    states[0] = start[0]
    room = most + 1
    table = np.zeros(1 << (2 * room).bit_length(), np.int32)
    sets = Infosets(np.empty((room, 2), np.uint64), *(np.empty(room, kind) for kind in (np.int8, *4 * (np.int32,))))
    ends = Ends(*(np.empty(room, kind) for kind in (np.int32, np.int32, np.float64)))
    from feint.kernel.compiler import build  # which matches and records don't wait for

    found = np.zeros(COUNTS, np.int64)
    steps, decisions = room_for_details
    details = Details(
        np.empty((steps, 2), np.int32), *(np.empty(decisions, kind) for kind in (np.int32, np.int32, np.float64))
    )
    shares = np.array([1.0, 0.0])
    words, seen = states.view(np.uint32).reshape(len(states), -1), observations(game, with_log=True)
    why = build(game, make_walk)(states, words, seen, most, table, sets, ends, found, details, shares)
    if why == TOO_MANY:
        return None
    infosets = Infosets(*(part[: found[INFOSETS]] for part in sets))
    return why, found, infosets, Ends(*(part[: found[ENDS]] for part in ends)), details, shares


def _in_order(game: Game, found: Any, sets: Infosets, ends: Ends, shares: tuple[float, float]) -> SequenceForm:
    """What was found, with the first seat's information sets before the second's, and the ends by sequence."""
    keys, seats, bases, parents, _, depths = sets
    slots, split = int(found[CHOICES] + found[CHOICES + 1]), int(found[CHOICES])
    order = np.argsort(seats, kind="stable")
    behind = np.where(seats == 1, split, 0)  # where the choices of a seat begin
    first = np.append((bases + behind)[order], slots)
    parent = np.where(parents < 0, slots, parents + behind)[order]
    # One row a choice of either seat, over the choices of the other one; ends of the same two are added up.
    mine = np.where(ends[0] < 0, slots, ends[0]).astype(np.int64)
    other = np.where(ends[1] < 0, slots + 1, ends[1] + split)
    pairs, which = np.unique(mine * (slots + 2) + other, return_inverse=True)
    sums = np.bincount(which, ends[2], len(pairs))
    pairs, sums = pairs[sums != 0], sums[sums != 0]
    mine, other = pairs // (slots + 2), pairs % (slots + 2)
    row, column = np.append(mine, other), np.append(other, mine)
    by_row = np.argsort(row, kind="stable")
    rows = np.append(0, np.cumsum(np.bincount(row, minlength=slots + 2)))
    return SequenceForm(
        game=game,
        histories=int(found[HISTORIES]),
        split=int((seats == 0).sum()),
        slots=slots,
        keys=keys[order],
        first=first.astype(np.uint32),
        parent=parent.astype(np.uint32),
        rows=rows.astype(np.uint32),
        columns=np.minimum(column[by_row], slots).astype(np.uint32),  # either empty sequence is as likely as can be
        payoffs=np.append(sums, sums)[by_row],
        shares=shares,
        depths=depths[order],
    )


def make_walk(rules: Rules) -> Callable[..., Any]:
    """A loop that walks through all histories of a two-player game, deepest first."""

    def walk(
        states: Any, words: Any, seen: Observations, most: int, table: Any, sets: Infosets, ends: Ends, found: Any,
        details: Details, shares: Any,
    ) -> int:  # fmt: skip
        deepest = len(states)
        memory = np.zeros((deepest, 2, MEMORY), np.uint64)
        last = np.zeros((deepest, 2), np.int32)  # the latest choice of each seat
        likely = np.zeros(deepest)
        mover, base = np.zeros(deepest, np.int8), np.zeros(deepest, np.int32)
        branch, count = np.zeros(deepest, np.int32), np.zeros(deepest, np.int32)
        numbers = np.zeros((deepest, max(rules.ACTIONS, rules.OUTCOMES)), np.int64)
        weights = np.zeros((deepest, rules.OUTCOMES), np.int64)
        total = np.zeros(deepest, np.int64)  # of the weights
        points = np.zeros(2, np.int64)
        last[0, 0] = last[0, 1] = -1
        all_look(memory[0], words[0], seen)
        depth, likely[0], branch[0] = 0, 1.0, -1
        while depth >= 0:
            s = states[depth]
            if branch[depth] < 0:  # the walk comes here for the first time
                if found[HISTORIES] == most:
                    return TOO_MANY
                found[HISTORIES] += 1
                branch[depth] = 0
                who = whole(rules.pending(s))
                if who == OVER:
                    points[0] = points[1] = 0
                    rules.score(s, points)
                    share = points[0] / (points[0] + points[1]) if points[0] + points[1] > 0 else 0.5
                    shares[0], shares[1] = min(shares[0], share), max(shares[1], share)
                    end = found[ENDS]
                    ends.firsts[end], ends.seconds[end] = last[depth, 0], last[depth, 1]
                    ends.payoffs[end] = likely[depth] * (share - 0.5)
                    found[ENDS] += 1
                    depth -= 1
                    continue
                if who == CHANCE:
                    mover[depth], n, total[depth] = CHANCE, 0, 0
                    outcomes = whole(rules.chance(s, weights[depth]))
                    for outcome in range(outcomes):
                        if weights[depth, outcome] > 0:
                            numbers[depth, n] = outcome
                            weights[depth, n] = weights[depth, outcome]
                            total[depth] += weights[depth, n]
                            n += 1
                    count[depth] = n if outcomes > 0 else -outcomes  # all as likely: no weights, total 0
                else:
                    seat = 0 if who & 1 else 1
                    mover[depth], n = seat, whole(rules.legal(s, seat, numbers[depth]))
                    count[depth] = n
                    slot = find_slot(table, sets.keys, memory[depth, seat])
                    infoset = table[slot] - 1
                    if infoset < 0:
                        infoset = found[INFOSETS]
                        found[INFOSETS] += 1
                        table[slot] = infoset + 1
                        sets.keys[infoset, LOW] = memory[depth, seat, LOW]
                        sets.keys[infoset, HIGH] = memory[depth, seat, HIGH]
                        sets.seats[infoset], sets.parents[infoset] = seat, last[depth, seat]
                        sets.counts[infoset], sets.depths[infoset] = n, depth
                        if len(details.paths) > 0:
                            for above in range(depth):
                                step = branch[above] - 1
                                equal = mover[above] == CHANCE and total[above] == 0
                                details.paths[found[PATHS], 0] = mover[above]
                                details.paths[found[PATHS], 1] = step if equal else numbers[above, step]
                                found[PATHS] += 1
                        sets.bases[infoset] = found[CHOICES + seat]
                        found[CHOICES + seat] += n
                        if max(found[CHOICES], found[CHOICES + 1]) > most:
                            return TOO_MANY  # each choice leads to a history of its own
                    elif sets.counts[infoset] != n or sets.seats[infoset] != seat:
                        return NOT_ONE_SET
                    base[depth] = sets.bases[infoset]
                    if len(details.infosets) > 0:
                        decision = found[DECISIONS]
                        details.infosets[decision], details.others[decision] = infoset, last[depth, 1 - seat]
                        details.likely[decision] = likely[depth]
                        found[DECISIONS] += 1
            if branch[depth] == count[depth]:
                depth -= 1
                continue
            n = branch[depth]
            branch[depth] += 1
            child = depth + 1
            if child == deepest:
                return TOO_DEEP
            states[child] = states[depth]
            copy_memory(memory[child], memory[depth])
            last[child, 0], last[child, 1] = last[depth, 0], last[depth, 1]
            likely[child], branch[child] = likely[depth], -1
            if mover[depth] == CHANCE:
                equal = total[depth] == 0
                likely[child] *= 1.0 / count[depth] if equal else weights[depth, n] / total[depth]
                rules.settle(states[child], n if equal else numbers[depth, n])
            else:
                seat, number = mover[depth], numbers[depth, n]
                last[child, seat] = base[depth] + n
                remember_choice(memory[child, seat], number)
                rules.apply(states[child], seat, number)
            all_look(memory[child], words[child], seen)
            depth = child
        return DONE

    return walk
