"""A line of play: one state after another, and what each seat remembers of them.

A line is never changed: what follows it is a new one. So copies of it cost nothing, and whoever asks a line for the
same thing twice is given the same again. Only a seat that is asked about costs what remembering takes.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from feint.bridges import utilities
from feint.core import state_queries
from feint.core.chance import below, next_word
from feint.core.errors import FeintError, IllegalChoice
from feint.core.game import Game
from feint.core.prompter import View
from feint.core.rule import CHANCE, OVER, State
from feint.core.schema import PRIVATE
from feint.kernel.features import Features

# Who is next, if not one seat: chance, several seats at once, nobody. These are OpenSpiel's numbers.
DICE, TOGETHER, NOBODY = -1, -2, -4

PUBLIC = -9  # in place of a seat, or of chance: whoever sees what all can see

CAP = 10_000  # choices, outcomes of chance, or outcomes to choose from, where a game names no limit


class Noticed(NamedTuple):
    """A step that someone noticed."""

    choice: int  # that it made, its number and 1; 0: none
    state: State
    viewer: int  # a seat, or PUBLIC


class InfoState(NamedTuple):
    """All that a seat has seen, step by step, and its own choices. What it didn't notice isn't there."""

    text: str  # what has changed with each step, and what was chosen
    row: list[int]  # what it sees now
    steps: tuple[Noticed, ...]  # the last of the steps


@dataclass(frozen=True)
class CappedGame:
    """A game, ready for lines of play."""

    game: Game
    choices: int  # the most in one match, outcomes of chance too, and the most outcomes that one draw can have
    draws: int
    outcomes: int
    features: Features  # what of it learners are shown
    recall: int  # steps that memories keep for tensors, the last ones; texts have them all
    in_turns: bool  # whether seats that choose at once are asked one after the other

    @classmethod
    def of(cls, game: Game, max_length: int, recall: int, most_numbers: int, in_turns: bool) -> "CappedGame":
        """The table of a game whose matches end undecided after so many choices; 0 is as many as the game can take.

        A recall of 0 is as many steps as fit into so many numbers, each what is seen and what was chosen.
        """
        features = Features(game)
        room = max(1, (most_numbers - len(game.seats)) // (len(features.names) + 1))
        choices, draws, outcomes = (CAP if limit is None else limit for limit in state_queries.limits(game))
        choices = max_length or choices
        turns = choices * (len(game.seats) if in_turns and game.at_once else 1)
        return cls(game, choices, draws, outcomes, features, min(recall or room, 1 + turns + draws), in_turns)

    @cached_property
    def first_state(self) -> State:
        """The state before anything has happened, for all lines."""
        return self.game.first_state()

    def begin(self) -> "History":
        """A line of which nothing has been played yet."""
        return History(self, self.first_state, 0, 0)

    def seen(self, view: View, word: int) -> "History":
        """A line that begins where a seat sees this, of a match or at a network table; the rest is dealt at random."""
        game, seat = self.game, self.game.seat_number(view["seat"])
        state = game.schema.from_view(self.first_state, view, seat)
        line = History(self, state, 0, 0)
        line.memories = {viewer: line.first_memory(viewer) for viewer in (seat, PUBLIC)}
        line = line.redealt(seat, word)
        while self.in_turns and line.who != seat and line.owing > 0 and line.owing >> seat & 1:
            # Others owe a choice at the same time, and would be asked first: they make any.
            word, legal = next_word(word), line.legal(line.who)
            line = line.after(legal[below(word, len(legal))])
        return line

    def played(self, numbers: list[int], seat: int | None = None) -> "History":
        """The line after a history: numbers as OpenSpiel has them in a row. One seat may remember it."""
        line, rest = self.begin(), iter(numbers)
        if seat is not None:
            line.memories[seat] = line.first_memory(seat)
        for number in rest:
            if line.who == TOGETHER:
                line = line.joined([number, *(next(rest) for _ in self.game.seats[1:])])
            else:
                line = line.after(number)
        return line


class History:
    """A line of play, up to one state."""

    __slots__ = ("_chance", "_legal", "_views", "choices", "draws", "memories", "owing", "state", "table", "who")

    def __init__(self, table: CappedGame, state: State, choices: int, draws: int) -> None:
        self.table, self.state, self.choices, self.draws = table, state, choices, draws
        self.memories: dict[int, InfoState] = {}
        self._legal: dict[int, list[int]] = {}
        self._views: dict[int | None, dict[str, Any]] = {}
        self._chance: list[tuple[int, float]] | None = None
        self.owing: int = table.game.rules.pending(state)
        if self.owing == OVER:
            self.who = NOBODY
        elif self.owing == CHANCE:
            self.who = DICE if draws < table.draws else NOBODY
        elif choices >= table.choices:
            self.who = NOBODY
        elif self.owing & (self.owing - 1) and not table.in_turns:
            self.who = TOGETHER
            if not table.game.at_once:
                raise FeintError(
                    f"{table.game.name} has at_once = false in its game.toml, but several seats owe a choice"
                )
        else:
            self.who = (self.owing & -self.owing).bit_length() - 1

    def __deepcopy__(self, memo: object) -> "History":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return nothing, ()  # whoever saves it has its history, and can play that again

    # What can happen, and what follows.

    def legal(self, seat: int) -> list[int]:
        """A seat's choices, in ascending order; none when it owes no choice."""
        found = self._legal.get(seat)
        if found is None:
            owes = seat >= 0 and (self.who == seat or (self.who == TOGETHER and self.owing >> seat & 1))
            found = sorted(state_queries.legal_numbers(self.table.game, self.state, seat)) if owes else []
            self._legal[seat] = found
        return found

    def chance(self) -> list[tuple[int, float]]:
        """The outcomes that can come, each with how likely it is."""
        if self._chance is None:
            weights, count = state_queries.weights(self.table.game, self.state)
            if abs(count) > (most := self.table.outcomes):
                raise FeintError(f"a draw has {abs(count)} outcomes here, but the game's limits say {most} at the most")
            if count < 0:
                self._chance = [(outcome, 1 / -count) for outcome in range(-count)]
            else:
                total = sum(weights[:count])
                self._chance = [(n, weight / total) for n, weight in enumerate(weights[:count]) if weight]
        return self._chance

    def after(self, number: int) -> "History":
        """The line after the next choice, or outcome."""
        rules, state = self.table.game.rules, self.table.game.schema.copy(self.state)
        if self.who == DICE:
            if all(number != outcome for outcome, _ in self.chance()):
                raise IllegalChoice(f"{number} is no outcome that can come now")
            rules.settle(state, number)
            line = History(self.table, state, self.choices, self.draws + 1)
        else:
            self._check(self.who, number)
            rules.apply(state, self.who, number)
            alone = self.owing == 1 << self.who  # of several that choose at once, the last one's counts
            line = History(self.table, state, self.choices + alone, self.draws)
        if self.memories:
            line._remember(self, {self.who: number})
        return line

    def joined(self, numbers: list[int]) -> "History":
        """The line after choices made at once, one number a seat; that of a seat which owes none doesn't count."""
        if self.who != TOGETHER:
            raise IllegalChoice("there are no choices to make at once now; one is made alone, with apply_action")
        chosen = {seat: number for seat, number in enumerate(numbers) if self.owing >> seat & 1}
        for seat, number in chosen.items():
            self._check(seat, number)
        state = self.table.game.schema.copy(self.state)
        for seat, number in chosen.items():
            self.table.game.rules.apply(state, seat, number)
        line = History(self.table, state, self.choices + 1, self.draws)
        if self.memories:
            line._remember(self, chosen)
        return line

    def _check(self, seat: int, number: int) -> None:
        legal = self.legal(seat)
        if number not in legal:
            can = f"it can be {', '.join(map(str, legal))}" if legal else "it owes none"
            name = self.table.game.seats[seat] if seat >= 0 else "nobody"
            raise IllegalChoice(f"{number} is not a choice of {name} now; {can}")

    def returns(self) -> list[float]:
        """What it is worth to each seat: nothing before the end, nor when it was cut off."""
        if self.owing == OVER:
            return utilities(self.table.game, self.state)
        return [0.0] * len(self.table.game.seats)

    # What is seen, and remembered.

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, for words; None is a spectator."""
        if seat not in self._views:
            name = None if seat is None else self.table.game.seats[seat]
            self._views[seat] = state_queries.view(self.table.game, self.state, name)
        return self._views[seat]

    def seen(self, viewer: int) -> list[int]:
        """What a seat sees, as a row of numbers; of what only a seat can see, PUBLIC sees 0."""
        schema = self.table.game.schema
        if viewer == PUBLIC:
            return [
                number if field.seen_by != PRIVATE else 0
                for number, (field, _) in zip(schema.seen_row(self.state, 0), schema.row, strict=True)
            ]
        return schema.seen_row(self.state, viewer)

    def seen_text(self, seat: int) -> str:
        """What a seat sees, as text; what is 0 is left out."""
        names = self.table.game.schema.row_names
        numbers = [f"{name}={number}" for name, number in zip(names, self.seen(seat), strict=True) if number]
        return f"{self.table.game.seats[seat]}: {' '.join(numbers)}"

    def first_memory(self, viewer: int) -> InfoState:
        """What a seat, or whoever only watches, remembers when the line begins here."""
        name = "all" if viewer == PUBLIC else self.table.game.seats[viewer]
        return InfoState(name, self.seen(viewer), (Noticed(0, self.state, viewer),))

    def _remember(self, before: "History", chosen: dict[int, int]) -> None:
        names, recall = self.table.game.schema.row_names, self.table.recall
        for viewer, memory in before.memories.items():
            row, text = self.seen(viewer), memory.text
            if viewer in chosen:
                text += f"; chose {chosen[viewer]}"
            if row != memory.row:
                changes = zip(names, memory.row, row, strict=True)
                text += "; " + " ".join([f"{name}={now}" for name, old, now in changes if now != old])
            if text is memory.text:
                self.memories[viewer] = memory
            else:
                step = Noticed(chosen.get(viewer, -1) + 1, self.state, viewer)
                self.memories[viewer] = InfoState(text, row, (*memory.steps, step)[-recall:])

    def redealt(self, seat: int, word: int) -> "History":
        """A line that a seat can't tell from this one, which has to know what that seat and PUBLIC remember.

        What the others remember is made anew: what all have seen step by step, and what only they see now.
        """
        game = self.table.game
        if not game.can_redeal:
            raise FeintError(f"{game.name} has no redeal in its rules.py, so what a seat can't see can't be dealt anew")
        state = game.schema.copy(self.state)
        game.rules.redeal(state, seat, word)
        line = History(self.table, state, self.choices, self.draws)
        for other in range(len(game.seats)):
            line.memories[other] = self.memories[seat] if other == seat else line._rebuilt(other, self.memories[PUBLIC])
        line.memories[PUBLIC] = self.memories[PUBLIC]
        return line

    def _rebuilt(self, seat: int, public: InfoState) -> InfoState:
        row, names = self.seen(seat), self.table.game.schema.row_names
        own = [f"{name}={now}" for name, seen, now in zip(names, public.row, row, strict=True) if now != seen]
        text = f"{self.table.game.seats[seat]} as {public.text}; now {' '.join(own)}"
        now = Noticed(public.steps[-1].choice, self.state, seat)
        return InfoState(text, row, (*public.steps[:-1], now))


def nothing() -> None:
    """What is left of a line that was saved."""
