"""For tests: the value of a small game by one linear program over everything that can happen in it.

Nothing is assumed about the game but perfect recall. Every history is walked in plain Python, straight from the rules; a
seat's situation is all that it has seen and chosen so far, step by step; and SciPy's HiGHS solves the game in sequence
form (von Stengel, 1996), once for each seat. It takes memory for every history, so it is for small games.

The same form can be made of the states that OpenSpiel has of a game, for what it has been told or has read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_array, coo_array, csr_array

from feint.core.game import Game
from feint.core.rule import CHANCE, OVER

START = 0  # the sequence of a seat that has not chosen yet, and the situation of one that has seen nothing yet


@dataclass
class Seat:
    """What a seat can know and do: its situations, and its sequences (a situation where it chooses, and a choice)."""

    situations: dict[tuple[int, Any], int] = field(default_factory=dict)  # from one, by what was seen or chosen there
    last_seen: dict[int, Any] = field(default_factory=dict)  # by situation
    choices: dict[Any, list[int]] = field(default_factory=dict)  # of a situation where it chooses
    reached_by: dict[Any, int] = field(default_factory=dict)  # the sequence that leads to such a situation
    sequences: dict[tuple[Any, int], int] = field(default_factory=dict)  # by situation and choice

    def sees(self, situation: int, seen: Any) -> int:
        """The situation that follows. Who sees nothing new doesn't learn that something happened."""
        if self.last_seen.get(situation) == seen:
            return situation
        after = self.situations.setdefault((situation, seen), len(self.situations) + 1)
        self.last_seen[after] = seen
        return after

    def chose(self, situation: int, choice: int) -> int:
        """The situation that follows a choice of its own."""
        return self.situations.setdefault((situation, choice), len(self.situations) + 1)

    def chooses(self, situation: Any, choices: list[int], sequence: int) -> None:
        """Note that it has these choices here. What a seat can't tell apart has to offer and remember the same."""
        if situation not in self.choices:
            self.choices[situation] = choices
            self.reached_by[situation] = sequence
            for choice in choices:
                self.sequences[situation, choice] = len(self.sequences) + 1
        assert self.choices[situation] == choices, "two states that a seat can't tell apart offer it different choices"
        assert self.reached_by[situation] == sequence, "a seat has forgotten what it chose"

    @cached_property
    def constraints(self) -> csr_array:
        """What makes numbers a plan: 1 at the start, and what leads to a situation is shared out among its choices.

        One row for the start and one a situation, one column a sequence.
        """
        entries = [(0, START, 1)]
        for row, (situation, choices) in enumerate(self.choices.items(), 1):
            entries.append((row, self.reached_by[situation], -1))
            entries += [(row, self.sequences[situation, choice], 1) for choice in choices]
        rows, columns, numbers = zip(*entries, strict=True)
        return csr_array((numbers, (rows, columns)), shape=(len(self.choices) + 1, len(self.sequences) + 1))

    def best(self, worth: np.ndarray) -> float:
        """The most that it can get, when each sequence is worth so much where it ends; no linear program needed."""
        worth = worth.copy()
        for situation, choices in reversed(self.choices.items()):  # a later situation was met later
            worth[self.reached_by[situation]] += max(worth[self.sequences[situation, choice]] for choice in choices)
        return float(worth[START])


@dataclass
class SequenceForm:
    """A whole game: two seats, and what each pair of their sequences is worth to the first, chance counted in."""

    seats: tuple[Seat, Seat]
    worth: csr_array  # one row a sequence of the first seat, one column a sequence of the second
    histories: int

    @classmethod
    def of(cls, seats: tuple[Seat, Seat], cells: dict[tuple[int, int], float], histories: int) -> "SequenceForm":
        """From what the pairs of sequences are worth at which a match can end."""
        shape = (len(seats[0].sequences) + 1, len(seats[1].sequences) + 1)
        rows, columns = zip(*cells, strict=True)
        return cls(seats, coo_array((list(cells.values()), (rows, columns)), shape=shape).tocsr(), histories)

    def plan(self, seat: int) -> tuple[float, np.ndarray]:
        """The most that a seat can be sure of, as the first seat's share, and a plan that gets it."""
        own, other = self.seats[seat], self.seats[1 - seat]
        worth = self.worth.T if seat == 0 else -self.worth  # to this seat: a row a sequence of the other's
        plans, answers = len(own.sequences) + 1, len(other.choices) + 1
        # The other answers with what is worst for us. Let q be what each of its situations is worth to us then:
        # at most what any of its choices there brings, and the start's q is what we are sure of.
        found = linprog(
            c=np.concatenate([np.zeros(plans), [-1], np.zeros(answers - 1)]),
            A_ub=block_array([[-worth, other.constraints.T]], format="csr"),
            b_ub=np.zeros(len(other.sequences) + 1),
            A_eq=block_array([[own.constraints, csr_array((len(own.choices) + 1, answers))]], format="csr"),
            b_eq=np.concatenate([[1], np.zeros(len(own.choices))]),
            bounds=[(0, None)] * plans + [(None, None)] * answers,
            method="highs",
        )
        assert found.status == 0, found.message
        return -found.fun if seat == 0 else found.fun, found.x[:plans]

    def sure(self, seat: int, plan: np.ndarray) -> float:
        """The first seat's share when a seat plays by this plan and the other answers as well as it can."""
        if seat == 0:
            return -self.seats[1].best(-(self.worth.T @ plan))
        return self.seats[0].best(self.worth @ plan)

    def bounds(self) -> tuple[float, float]:
        """What the first seat's plan is sure of, and the most that the second's lets it have.

        Each plan comes from a linear program of its own, and is measured by the best answer to it.
        """
        (said_lower, first), (said_upper, second) = self.plan(0), self.plan(1)
        lower, upper = self.sure(0, first), self.sure(1, second)
        assert abs(said_lower - lower) < 1e-8, f"a plan that should be sure of {said_lower} gets {lower}"
        assert abs(said_upper - upper) < 1e-8, f"a plan that should let {said_upper} through lets {upper}"
        return lower, upper


def value(game: Game, most: int = 400_000, first: Any = None) -> float:
    """The first seat's share of the point with right play on both sides; a game without a result is half each.

    It begins as games do, or with another first state, in which there is no secret.
    """
    lower, upper = bounds(game, most, first)
    assert upper - lower < 1e-8, f"the two linear programs disagree: {lower} and {upper}"
    return (lower + upper) / 2


def bounds(game: Game, most: int = 400_000, first: Any = None) -> tuple[float, float]:
    """The same as two numbers: what the first seat's plan is sure of, and the most that the second's lets it have."""
    return sequence_form(game, most, first).bounds()


def strategies(game: Game, most: int = 400_000) -> list[dict[tuple[Any, ...], dict[int, float]]]:
    """For each seat, how likely it makes each choice, by all that it has seen (rows of numbers) and chosen (a number).

    Situations that it never brings about itself are left out.
    """
    form = sequence_form(game, most)
    found = []
    for number, seat in enumerate(form.seats):
        _, plan = form.plan(number)
        memories = _memories(seat)
        mixed = {}
        for situation, choices in seat.choices.items():
            weights = {choice: max(float(plan[seat.sequences[situation, choice]]), 0.0) for choice in choices}
            if (total := sum(weights.values())) > 1e-9:
                mixed[memories[situation]] = {choice: weight / total for choice, weight in weights.items()}
        found.append(mixed)
    return found


def sequence_form(game: Game, most: int = 400_000, first: Any = None) -> SequenceForm:
    """The game in sequence form. More histories than `most`, begun ones among them, are refused."""
    assert len(game.seats) == 2, "the sequence form is for two seats"
    seats = (Seat(), Seat())
    cells: dict[tuple[int, int], float] = {}
    histories = 0
    first = game.first_state() if first is None else first
    todo = [(first, 1.0, _noticed(game, first, seats, (START, START)), (START, START))]
    while todo:
        state, likely, situations, sequences = todo.pop()
        histories += 1
        assert histories <= most, f"{game!r} has more than {most} histories"
        who = game.rules.pending(state)
        if who == OVER:
            cells[sequences] = cells.get(sequences, 0.0) + likely * _share(game, state)
        elif who == CHANCE:
            for after, weight in _outcomes(game, state):
                todo.append((after, likely * weight, _noticed(game, after, seats, situations), sequences))
        else:
            seat = (who & -who).bit_length() - 1  # where both owe a choice, the first seat goes first
            choices = _legal(game, state, seat)
            seats[seat].chooses(situations[seat], choices, sequences[seat])
            for choice in choices:
                after = game.schema.copy(state)
                game.rules.apply(after, seat, choice)
                chosen, added = list(situations), list(sequences)
                added[seat] = seats[seat].sequences[situations[seat], choice]
                chosen[seat] = seats[seat].chose(situations[seat], choice)
                todo.append((after, likely, _noticed(game, after, seats, chosen), tuple(added)))
    return SequenceForm.of(seats, cells, histories)


def open_spiel_form(game: Any) -> SequenceForm:
    """A game of OpenSpiel's in sequence form, from its states alone; no two choose at once in it."""
    assert game.num_players() == 2, "the sequence form is for two seats"
    seats = (Seat(), Seat())
    cells: dict[tuple[int, int], float] = {}
    histories = 0
    todo = [(game.new_initial_state(), 1.0, (START, START))]
    while todo:
        state, likely, sequences = todo.pop()
        histories += 1
        if state.is_terminal():
            cells[sequences] = cells.get(sequences, 0.0) + likely * (1 + state.returns()[0]) / 2
        elif state.is_chance_node():
            todo += [(state.child(number), likely * part, sequences) for number, part in state.chance_outcomes()]
        else:
            player = state.current_player()
            text, legal = state.information_state_string(), state.legal_actions()
            seats[player].chooses(text, legal, sequences[player])
            for number in legal:
                own = list(sequences)
                own[player] = seats[player].sequences[text, number]
                todo.append((state.child(number), likely, tuple(own)))
    return SequenceForm.of(seats, cells, histories)


def _noticed(game: Game, state: Any, seats: tuple[Seat, Seat], situations: Any) -> tuple[int, int]:
    """The seats' situations after they have looked."""
    left, right = (seats[n].sees(situations[n], _numbers(game, game.schema.seen(state, n))) for n in range(2))
    return left, right


def _numbers(game: Game, state: Any) -> tuple[Any, ...]:
    return tuple(_frozen(getattr(state, name)) for name in game.schema.dtype.names)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(row) for row in value) if isinstance(value, list) else value


def _legal(game: Game, state: Any, seat: int) -> list[int]:
    room = [0] * game.rules.ACTIONS
    return room[: game.rules.legal(state, seat, room)]


def _outcomes(game: Game, state: Any) -> Iterator[tuple[Any, float]]:
    """The states that can follow by chance, and how likely each is."""
    weights = [0] * getattr(game.rules, "OUTCOMES", 0)
    count = game.rules.chance(state, weights)
    weights = [1] * -count if count < 0 else weights[:count]
    for outcome, weight in enumerate(weights):
        if weight:
            after = game.schema.copy(state)
            game.rules.settle(after, outcome)
            yield after, weight / sum(weights)


def _share(game: Game, state: Any) -> float:
    points = [0, 0]
    game.rules.score(state, points)
    return points[0] / sum(points) if any(points) else 0.5


def _memories(seat: Seat) -> list[tuple[Any, ...]]:
    """By situation: all that was seen (rows of numbers) and chosen (a number), in order."""
    memories: list[tuple[Any, ...]] = [()]
    for before, what in seat.situations:  # a situation is numbered after the one it follows
        memories.append((*memories[before], what))
    return memories
