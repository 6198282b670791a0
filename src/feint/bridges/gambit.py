"""A game's whole tree as a Gambit extensive game: the text of an .efg file, which other solvers read too.

Every number in it is exact. Choices that are made at once stand one after the other, in the order in which the game
asks, and whoever chooses later doesn't see the earlier choice: an information set is what a seat has seen and chosen.
Writing needs nothing but Feint; `pygambit.read_efg` reads it (the extra `gambit`).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, TextIO

from feint.bridges import utility
from feint.core.errors import FeintError
from feint.core.files import write_atomically
from feint.core.game import Game
from feint.core.progress import Progress
from feint.core.rule import CHANCE, OVER, State
from feint.core.state_queries import legal_numbers, outcomes, shares, view, weights
from feint.solve.infoset import Memorizer, Memory

MOST = 1_000_000  # nodes: more would take a solver days, and most of them more memory than there is
DEEPEST = 4_096  # steps of one match
HOPELESS = 100  # times too large by estimate, and it isn't even tried
OFTEN = 5_000  # nodes from one word on progress to the next


@dataclass
class Written:
    """What an export holds."""

    nodes: int = 0
    chance: int = 0  # of these
    ends: int = 0  # of these
    infosets: dict[str, int] = field(default_factory=dict)  # by seat
    outcomes: int = 0  # different ways to end, by what each seat gets


def save(game: Game, path: Path, most: int = MOST, progress: Progress | None = None) -> Written:
    """Write a game's tree to a file, whole or not at all."""
    with write_atomically(path) as draft, draft.open("x", encoding="ascii", newline="\n") as file:
        return write(game, file, most, progress)


def write(game: Game, file: TextIO, most: int = MOST, progress: Progress | None = None) -> Written:
    """Write a game's tree as the text of an .efg file, node by node; a tree of more than so many nodes is refused."""
    from feint.core.tree_size import estimate

    nodes = estimate(game)
    if nodes > HOPELESS * most:
        raise FeintError(f"{game.name} has about 10^{len(str(nodes)) - 1} nodes; {_advice(game, most)}")
    seats = " ".join(quoted(seat) for seat in game.seats)
    rulings = " ".join(f"{name}={value}" for name, value in game.rulings_text.items()) or "none"
    about = f"{game.name}, version {game.version} of its rules; rulings: {rulings}"
    file.write(f"EFG 2 R {quoted(game.title)} {{ {seats} }}\n{quoted(about)}\n\n")
    walk = _Walk(game, most, progress)
    for line in walk.lines():
        file.write(line)
    return walk.written


def quoted(text: str) -> str:
    r"""A text as Gambit reads it. It knows printable ASCII and `\"`, so all the rest is written as `\xe4`."""
    plain = "".join(sign if " " <= sign <= "~" and sign != "\\" else _code(sign) for sign in text)
    return '"' + plain.replace('"', '\\"') + '"'


def _code(sign: str) -> str:
    return "\\x5c" if sign == "\\" else sign.encode("unicode_escape").decode("ascii")


def _advice(game: Game, most: int) -> str:
    """What to do about a tree that is too large."""
    dials = [f"{name}={game.rulings_text[name]}" for name, ruling in game.all_rulings.items() if not ruling.choices]
    turn = f", so turn its dials: {', '.join(dials)}" if dials else ""
    return f"an export can have up to {most:,}{turn}"


@dataclass
class _Infoset:
    number: int
    actions: list[int]
    text: str  # all that a node of it says about it


@dataclass
class _Node:
    """A node on the way to where the walk is, and which of its branches comes next."""

    state: State
    memory: list[Memory]
    who: int
    branches: list[int]  # action or outcome numbers
    part: float  # of the whole walk, that one branch is
    next: int = 0


class _Walk:
    """A walk through all nodes of a game, each before those that follow it."""

    def __init__(self, game: Game, most: int, progress: Progress | None) -> None:
        self.game = game
        self.most = most
        self.progress = progress
        self.written = Written(infosets=dict.fromkeys(game.seats, 0))
        in_turn = [seat for seat in (*game.asked, *game.seats) if seat in game.seats]
        self.order = [game.seat_number(seat) for seat in dict.fromkeys(in_turn)]
        self.memories = Memorizer()
        self.infosets: list[dict[int, _Infoset]] = [{} for _ in game.seats]
        self.labels: list[Counter[str]] = [Counter() for _ in game.seats]
        self.ends: dict[tuple[Fraction, ...], str] = {}
        self.done = 0.0

    def lines(self) -> Iterator[str]:
        """The lines of all nodes."""
        state = self.game.first_state()
        self.start = [self._seen(state, seat) for seat in range(len(self.game.seats))]
        memory = [self.memories.look(Memorizer.NOTHING, seen) for seen in self.start]
        line, node = self._visit(state, memory, 1.0)
        yield line
        way = [node] if node is not None else []
        while way:
            node = way[-1]
            if node.next == len(node.branches):
                way.pop()
                continue
            line, child = self._visit(*self._follow(node), node.part)
            yield line
            if child is not None:
                way.append(child)
            if len(way) > DEEPEST:
                deep = f"a match of {self.game.name} can have more than {DEEPEST:,} steps"
                raise FeintError(f"{deep}; {_advice(self.game, self.most)}")

    def _follow(self, node: _Node) -> tuple[State, list[Memory]]:
        """The next branch of a node: what the state is then, and what the seats remember."""
        number = node.branches[node.next]
        node.next += 1
        state, memory = self.game.schema.copy(node.state), list(node.memory)
        if node.who == CHANCE:
            self.game.rules.settle(state, number)
        else:
            self.game.rules.apply(state, node.who, number)
            memory[node.who] = self.memories.remember_choice(memory[node.who], number)
        for seat in range(len(memory)):
            memory[seat] = self.memories.look(memory[seat], self._seen(state, seat))
        return state, memory

    def _visit(self, state: State, memory: list[Memory], part: float) -> tuple[str, _Node | None]:
        """A node's line, and the node itself unless it is an end."""
        written = self.written
        if written.nodes == self.most:
            raise FeintError(f"{self.game.name} has more than {written.nodes:,} nodes; {_advice(self.game, self.most)}")
        written.nodes += 1
        if self.progress is not None and written.nodes % OFTEN == 0:
            self.progress(f"{written.nodes:,} nodes", self.done)
        who = self.game.rules.pending(state)
        if who == OVER:
            written.ends += 1
            self.done += part
            return self._end(state), None
        if who == CHANCE:
            written.chance += 1
            line, branches = self._chance(state)
        else:
            who = next(seat for seat in self.order if who >> seat & 1)
            infoset = self._infoset(state, who, memory[who][0])
            line, branches = infoset.text, infoset.actions
        return line, _Node(state, memory, who, branches, part / len(branches))

    def _end(self, state: State) -> str:
        """An end: what each seat gets. Ends at which all get the same are one outcome, named as a record would."""
        gets = shares(self.game, state)
        key = tuple(gets)
        if key not in self.ends:
            self.written.outcomes += 1
            name = quoted(" ".join(f"{seat}={share}" for seat, share in zip(self.game.seats, gets, strict=True)))
            payoffs = ", ".join(str(utility(share, len(gets))) for share in gets)
            self.ends[key] = f't "" {self.written.outcomes} {name} {{ {payoffs} }}\n'
        return self.ends[key]

    def _chance(self, state: State) -> tuple[str, list[int]]:
        """An outcome that is due: all that can come, and how likely each is. Gambit counts each as a set of its own."""
        room, count = weights(self.game, state)
        open_ = list(outcomes(self.game, state))
        if not open_:
            raise FeintError(f"{self.game.name} waits for an outcome where none can come; one must have a weight")
        seen, total = view(self.game, state, None), -count if count < 0 else sum(room[:count])
        ways = [
            f"{quoted(self.game.words.outcome(seen, number))} {Fraction(1 if count < 0 else room[number], total)}"
            for number in open_
        ]
        return f'c "" {self.written.chance} "" {{ {" ".join(ways)} }} 0\n', open_

    def _infoset(self, state: State, seat: int, memory: int) -> _Infoset:
        """The information set of a seat that remembers this."""
        actions, known = legal_numbers(self.game, state, seat), self.infosets[seat]
        if memory not in known:
            seen, name = view(self.game, state, self.game.seats[seat]), self.game.seats[seat]
            self.written.infosets[name] += 1
            number = self.written.infosets[name]
            texts = " ".join(quoted(self.game.words.choice(seen, action)) for action in actions)
            text = f'p "" {seat + 1} {number} {quoted(self._label(state, seat))} {{ {texts} }} 0\n'
            known[memory] = _Infoset(number, actions, text)
        if known[memory].actions != actions:
            same = f"{self.game.name} gives {self.game.seats[seat]} other choices where it has seen the same"
            raise FeintError(f"{same}; they must not differ")
        return known[memory]

    def _label(self, state: State, seat: int) -> str:
        """A name for an information set: what the seat sees that isn't as it was at first."""
        rows = zip(self.game.schema.row_names, self._seen(state, seat), self.start[seat], strict=True)
        label = " ".join(f"{name}={now}" for name, now, first in rows if now != first) or "start"
        self.labels[seat][label] += 1
        again = self.labels[seat][label]  # it came there in another way before
        return label if again == 1 else f"{label} ({again})"

    def _seen(self, state: State, seat: int) -> tuple[Any, ...]:
        return tuple(self.game.schema.seen_row(state, seat))
