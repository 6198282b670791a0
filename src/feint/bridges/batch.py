"""Many games at once, compiled: each asks its caller for a choice, and then plays on by itself to the next one.

The other seats are played by bots that are rules, and see what their seat may see. A game that is over makes room for
the next. What comes back are rows of numbers, written by the compiled code: what the seat that is asked may see (as
`schema.seen_row` has it, behind a 1 in the place of the seat's number; or as features, see `feint.kernel.features`),
and which choices are open to it.

The games in place i have seeds of their own: game k is the match that `game.start(seed=game_seed(seed + i, k))` starts,
with `feint.core.chance.game_seed`. So no game depends on the others, nor on how many threads play them.
"""

import secrets
from collections.abc import Sequence
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feint.bots import bots_of
from feint.bridges.batch_loop import CALLER, MOST_UNASKED, NO_SEAT, SKIP, START, Slots
from feint.core import State, rule
from feint.core.chance import seed_number
from feint.core.errors import FeintError
from feint.core.game import Game, load
from feint.kernel.features import Features
from feint.lab.simulation_loop import RANDOM

NEXT_STEP, SAME_STEP, BY_RESET = range(3)  # when the next game begins in place of one that is over


RANDOM_SEAT = "random"  # in place of a seat's name: another one in each game
CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
ROW, FEATURES = "row", "features"


def batch(
    game: Game | str | Path,
    games: int,
    opponent: str | None = None,
    seat: str | None = None,
    *,
    device: str = CPU,
    observation: str = FEATURES,
    seed: int | None = None,
    restart: bool = True,
    most_steps: int = 0,
    threads: int | None = None,
    **rulings: object,
) -> "BatchedGames":
    """Thousands to millions of games at once, as arrays of NumPy or, on a GPU, of CuPy; PyTorch and JAX share both.

    Without an opponent the caller chooses for every seat. With one, a bot of the game, the caller has the first seat,
    the one that is named, or with `seat="random"` another one in each game.

    >>> import feint
    >>> games = feint.batch("tower-siege", 1000, seed=7)
    >>> step = games.start()
    >>> step.rows.shape[0], step.open.shape
    (1000, (1000, 40))
    >>> step = games.play(step.open.argmax(axis=1))
    >>> games.seats[:3].tolist()
    [1, 1, 1]
    """
    loaded = (game if isinstance(game, Game) else load(game, **rulings)).for_simulation()
    if observation not in (ROW, FEATURES):
        raise FeintError(f"there is no observation={observation}; it can be {ROW} or {FEATURES}")
    players, any_seat = seated(loaded, opponent, seat)
    begins, features = SAME_STEP if restart else BY_RESET, Features(loaded) if observation == FEATURES else None
    found = games_on(device, loaded, games, players, begins, any_seat, features, most_steps, threads)
    first = secrets.randbits(64) if seed is None else seed_number(seed)
    found.seed(np.uint64(first) + np.arange(found.number, dtype=np.uint64))
    return found


def games_on(
    device: str,
    game: Game,
    number: int,
    bots: Sequence[str | None],
    begins: int,
    any_seat: bool = False,
    features: Features | None = None,
    most_steps: int = 0,
    threads: int | None = None,
) -> "BatchedGames":
    """Games side by side on a device; without seeds, which `seed` gives them."""
    if device == CPU:
        from feint.bridges.batch_cpu import CpuGames

        return CpuGames(game, number, bots, begins, any_seat, features, most_steps, threads)
    if device == CUDA:
        from feint.bridges.batch_cuda import CudaGames

        return CudaGames(game, number, bots, begins, any_seat, features, most_steps)
    raise FeintError(f"there is no device {device}; it can be {' or '.join(DEVICES)}")


def seated(game: Game, opponent: Any, seat: str | None) -> tuple[list[Any], bool]:
    """Who plays each seat; None for the caller. And whether the caller has another seat in each game."""
    if opponent is None:
        if seat is not None:
            raise FeintError(f"with opponent=None the caller chooses for every seat, so seat={seat} can't be asked for")
        return [None] * len(game.seats), False
    if seat == RANDOM_SEAT:
        return [opponent] * len(game.seats), True
    own = game.seat_number(game.seats[0] if seat is None else seat)
    return [None if number == own else opponent for number in range(len(game.seats))], False


class BatchStep(NamedTuple):
    """What came of one choice a game: what is asked now, and how games ended. All arrays have one row a game."""

    rows: Any  # what the seat that is asked may see
    open: Any  # 1 for each choice that it has
    ended: Any  # whether a game has ended
    illegal: Any  # whether it ended since the choice wasn't open: that loses it
    cut: Any  # whether it was cut off by the number of choices
    rewards: Any  # what games that ended were worth to the seat that had chosen; 0 for others
    utilities: Any  # of games that ended: what they were worth to each seat
    final_rows: Any  # of games that made room in the same step: what was to be seen at their end
    final_open: Any  # and which choices were open


@rule
def no_derive(s: State, seat: int, derived: State) -> None:
    """Stands in for a game that makes no numbers of its own for learners."""


class BatchedGames:
    """So many games of a kind that go on side by side; `bots` names who plays each seat, None for the caller.

    When a game has ended, the next begins in the same step, or in the next one, which then ignores the choice, or when
    it is told to. `arrays` is NumPy, or what stands in for it where the games are: all arrays are of that kind.
    """

    def __init__(
        self,
        arrays: Any,
        game: Game,
        number: int,
        bots: Sequence[str | None],
        begins: int,
        features: Features | None,
    ) -> None:
        known = bots_of(game)
        for bot in bots:
            if bot is not None and bot not in known:
                raise FeintError(
                    f"{bot} can't play many games at once, as only bots can that are compiled with the rules: "
                    f"{', '.join(known)}"
                )
        if index(number) < 1:
            raise FeintError(f"{number} games are too few: it takes at least 1")
        self.arrays, self.game, self.number, self.begins, self.features = arrays, game, index(number), begins, features
        self.begun = False
        self._last: BatchStep | None = None
        # Only the bots that are there: others would have to be compiled, too.
        own = [name for name in known if name in bots and name != "random"]
        self._own_bots = tuple(known[name] for name in own)
        self._players = [CALLER if bot is None else own.index(bot) + 1 if bot in own else RANDOM for bot in bots]
        self._seats = len(bots)
        self._slots = self._make_slots()
        if features:
            self.names, self._type = features.names, np.dtype(np.float32)
        else:
            self.names = [*(f"seat={seat}" for seat in game.seats), *game.schema.row_names]
            self._type = np.dtype(game.schema.row_type)

    def _make_slots(self) -> Slots:
        n, seats, zeros = self.number, self._seats, self.arrays.zeros
        return Slots(
            run_seeds=zeros(n, np.uint64),
            episodes=zeros(n, np.int64),
            seeds=zeros(n, np.uint64),
            keys=zeros((n, seats), np.uint64),
            steps=zeros(n, np.int64),
            made=zeros((n, seats), np.int64),
            own=self.arrays.full(n, NO_SEAT, np.int64),
            elapsed=zeros(n, np.int64),
            asked=zeros(n, np.int64),
            allowed=zeros((n, -(-self.game.rules.ACTIONS // 64)), np.uint64),
            waiting=zeros(n, np.bool_),
        )

    def _empty_step(self) -> BatchStep:
        n, choices, empty = self.number, self.game.rules.ACTIONS, self.arrays.empty
        finals = n if self.begins == SAME_STEP else 0
        return BatchStep(
            rows=empty((n, len(self.names)), self._type),
            open=empty((n, choices), np.int8),
            ended=empty(n, np.bool_),
            illegal=empty(n, np.bool_),
            cut=empty(n, np.bool_),
            rewards=empty(n, np.float64),
            utilities=self.arrays.zeros((n, self._seats), np.float64),
            final_rows=empty((finals, len(self.names)), self._type),
            final_open=empty((finals, choices), np.int8),
        )

    def _run(self, actions: Any) -> BatchStep:
        """Make a choice in each game, or what stands in its place (see `feint.bridges.batch_loop`)."""
        raise NotImplementedError

    def on_host(self, step: BatchStep) -> BatchStep:
        """A step as arrays of NumPy, wherever the games are."""
        return step

    def state(self, place: int) -> State:
        """The state of the game in a place."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of what it holds besides memory."""

    @property
    def seats(self) -> Any:
        """The seat that is asked in each game, by its number; it changes with every step."""
        return self._slots.asked

    @property
    def bits(self) -> Any:
        """The open choices of each game as words of 64 bits, the lowest choice first; they change with every step."""
        return self._slots.allowed

    def choices(self) -> tuple[Any, Any]:
        """All open choices, game by game: which game each is of, and its number."""
        if self._last is None:
            raise FeintError("there is nothing to choose yet: call start() first")
        games, numbers = self._last.open.nonzero()
        return games, numbers

    def seed(self, seeds: Any, where: Any = None) -> None:
        """Say where the games come from that `start` begins next: a seed for each place, or for some."""
        chosen = slice(None) if where is None else where
        self._slots.run_seeds[chosen] = self.arrays.asarray(np.asarray(seeds, np.uint64))[chosen]
        self._slots.episodes[chosen] = -1

    def start(self, where: Any = None) -> BatchStep:
        """Begin the next game in every place, or in some."""
        chosen = self.arrays.ones(self.number, np.bool_) if where is None else self.arrays.asarray(where)
        self._slots.waiting[chosen] = False
        found, last = self._run(self.arrays.where(chosen, START, SKIP)), self._last
        if last is not None:
            found.rows[~chosen] = last.rows[~chosen]
            found.open[~chosen] = last.open[~chosen]
        self.begun, self._last = True, found
        return found

    @property
    def waiting(self) -> bool:
        """Whether there is a game that is over, in whose place none begins by itself."""
        return self.begins == BY_RESET and bool(self._slots.waiting.any())

    def play(self, actions: Any) -> BatchStep:
        """Make the choice that each game asks for, by its number."""
        numbers, choices = self.arrays.asarray(actions), self.game.rules.ACTIONS
        if numbers.shape != (self.number,) or numbers.dtype.kind not in "iu":
            raise FeintError(
                f"the choices have the shape {numbers.shape} and the type {numbers.dtype}; "
                f"they are one whole number a game, {self.number} in all"
            )
        if numbers.min() < 0 or numbers.max() >= choices:
            raise FeintError(f"a choice is out of range: choices are numbered from 0 to {choices - 1}")
        self._last = self._run(self.arrays.ascontiguousarray(numbers, np.int64))
        return self._last

    def asked(self, place: int) -> tuple[State, int]:
        """The state of the game in a place, for whoever draws it, and the seat that is asked."""
        return self.state(place), int(self._slots.asked[place])


def never_asked(game: Game) -> FeintError:
    """What to say when game after game is over before the caller had a choice to make."""
    return FeintError(
        f"{MOST_UNASKED} games of {game.name} on end were over before there was a choice to make; "
        "another seat or other rulings might have one"
    )
