"""`search`: a bot for every game, which thinks ahead from what its seat may see (information-set tree search).

It is given a view, deals what it can't see in many ways, and plays on from each (`feint.bots.ismcts`). Where seats
choose in turn it takes what it came to most; where they choose at once, it mixes as regret matching says. It thinks for
a number of iterations, then the same seed gives the same choice everywhere; or for seconds (`thinking_time.py`).
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from feint.bots.evaluation import GROWTH, MOST_TOLD, MOST_TOLD_SOLVABLE, Games, evaluate
from feint.bots.ismcts import (
    ANY,
    AT_ONCE,
    DONE,
    EDGE,
    EDGES,
    LOGARITHMS,
    NO_END,
    NODE,
    NODES,
    Parameters,
    Root,
    Scratch,
    Task,
    Tree,
    make_search,
)
from feint.bots.seeding import random_word
from feint.bots.thinking_time import NAME, ThinkingTime, read_thinking_time, share_of_decision
from feint.bots.values import ActionValue, not_examined
from feint.core.chance import bot_word, next_word
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import State
from feint.kernel.arrays import doubled
from feint.kernel.compiler import build, compiled, config
from feint.kernel.hash_table import refill
from feint.kernel.observation import observations
from feint.kernel.regret_matching import fraction
from feint.kernel.simultaneous import group_start

FIRST_PART = 16  # iterations; how long they take says how many the next part can have
SECONDS_A_PART = 0.01
MOST_A_PART = 2_000  # iterations
PARTS = 32  # of a number of iterations; after each, whether the choice can still change

FIRST_ROOM = 1 << 8  # nodes
EVALUATION = 1 << 40  # the first random word of evaluations: far from those of a tree's own iterations
MOST_EDGES = 1 << 22  # when a tree has so many it stays as it is, and only learns on

# Where the policy is random, and says nothing; and where a game brings bots.
UNGUIDED = Parameters(explore=0.6, widen=4.0, prior=1.0, trust=0.0, epsilon=0.1, rollout_epsilon=0.0)
GUIDED = Parameters(explore=0.4, widen=0.4, prior=5.0, trust=0.1, epsilon=0.1, rollout_epsilon=0.0)

# What regret matching tries weighs on what it finds; to say what choices are worth takes longer, and can do with less.
EVALUATION_EPSILON = 0.02

SELDOM, SELDOM_OF_EVEN = 0.04, 0.3  # shares of a mixture below both are noise; the second by an even share


class Search:
    """The bot `search` for one game, with one thinking time; for any match of that game under the same rulings."""

    def __init__(self, game: Game, thinking: str | ThinkingTime = NAME, threads: int = 1) -> None:
        if not game.can_redeal:
            raise FeintError(f"{game.name} has secrets and no redeal in its rules.py; {NAME} needs one to play it")
        if threads < 1:
            raise FeintError(f"threads={threads} is too small: it takes at least 1")
        self.game = game
        self.thinking = thinking if isinstance(thinking, ThinkingTime) else read_thinking_time(thinking)
        self.threads = threads
        self.parameters = UNGUIDED if game.bots is None else GUIDED
        self.iterations = 0  # that the last choice took
        self.between_parts: Callable[[], None] = lambda: None  # may raise something, and then the thinking ends
        self._observations = observations(game, with_log=False)
        self._loop: Callable[..., Any] | None = None

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """What to choose for a seat now. Its words are counted by its own choices, as those of other bots are."""
        legal = match.legal(seat)
        if len(legal) == 1:
            self.iterations = 0
            # An answer at once would tell that it has nothing else to choose, unless all can see that.
            if self.thinking.seconds is not None and not match.game.need_not_ask(match.view(None), alone=False):
                trees = self._trees(match, seat, seed, self.threads)[1]
                self._grow(trees, share_of_decision(match, seat), settled=True)
            return legal[0]
        share = 1.0 if self.thinking.seconds is None else share_of_decision(match, seat)
        word, weighed, at_once = self._weigh(match, seat, seed, share, settled=True)
        if not at_once:
            return max(weighed, key=lambda text: weighed[text])
        left = fraction(next_word(word))
        for text in weighed:
            left -= weighed[text]
            if left < 0:
                break
        return text

    def action_values(self, match: Match, seat: str, seed: int, asked: str | None = None) -> list[ActionValue]:
        """All that a seat can choose now, in the order of `match.legal`: how often it would choose it, and what right
        play gets after it. It thinks as long as it may; the best choices are examined most, and the one that is
        asked for.
        """
        legal, numbers = match.legal(seat), match.legal_numbers(seat)
        if len(legal) == 1:
            return [not_examined(legal[0], 1.0)]
        _, [tree] = self._trees(match, seat, seed, 1)
        tree.parameters = self.parameters._replace(epsilon=EVALUATION_EPSILON)
        left, at_once = tree.grow_before(GROWTH), tree.is_at_once()
        shares = self._shares([tree], numbers, at_once).tolist()
        promising = [numbers[n] for n in sorted(range(len(legal)), key=lambda n: -shares[n])]
        found = evaluate(tree, promising, left, None if asked is None else numbers[legal.index(asked)])
        self.iterations = int(tree.used[DONE])
        if at_once:  # what is known to be worse is no part of what is right
            shares = _without([found[number].behind > 0.0 for number in numbers], shares)
        else:
            known = [found[number].mean if found[number].says_something else -1.0 for number in numbers]
            best = max(range(len(legal)), key=lambda n: (known[n], shares[n]))
            shares = [float(n == best) for n in range(len(legal))]
        most = MOST_TOLD_SOLVABLE if self.game.has_positions else MOST_TOLD
        return [
            ActionValue(text, share, *one.interval, close=one.is_close(most), behind=one.behind)
            if one.says_something
            else not_examined(text, share)
            for text, share, one in zip(legal, shares, map(found.__getitem__, numbers), strict=True)
        ]

    def visits(self, match: Match, seat: str, seed: int) -> dict[str, float]:
        """The share of all iterations that tried each choice; where seats choose at once, how often it is made."""
        return self._weigh(match, seat, seed)[1]

    def visits_many(
        self, positions: Sequence[tuple[Match, str]], seeds: Sequence[int], threads: int | None = None
    ) -> list[dict[str, float]]:
        """The same for many positions, each a match and a seat that owes a choice there, in several threads.

        What comes out depends on each position's seed alone, if it thinks for a number of iterations.
        """
        if len(positions) != len(seeds):
            raise FeintError(f"{len(positions)} positions need as many seeds, and {len(seeds)} were given")
        self.compile()

        def searched(position: tuple[Match, str], seed: int) -> dict[str, float]:
            return self.visits(position[0], position[1], seed)

        with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
            return list(pool.map(searched, positions, seeds))

    @property
    def is_compiled(self) -> bool:
        """Whether this process has compiled the game's rules for it."""
        return _key(self.game) in _compiled

    def compile(self) -> None:
        """Have it compiled now, and not with the first choice."""
        match = self.game.start(seed=0)
        if not match.over:
            seat = self.game.seat_number(match.pending[0])
            self._loop = self._loop or _built(self.game)
            SearchTree(self, *before_choices_at_once(match, seat), seat, 0, 0).run(1)

    def _trees(self, match: Match, seat: str, seed: int, count: int) -> tuple[int, list["SearchTree"]]:
        """Trees with nothing in them yet, and the word that they come from."""
        number = self.game.seat_number(seat)
        if match.game is not self.game and repr(match.game) != repr(self.game):
            raise FeintError(f"this {NAME} is for {self.game!r}, and can't play {match.game!r}")
        if seat not in match.pending:
            raise FeintError(f"{seat} owes no choice now, so there is nothing to search")
        word = random_word(match, seat, seed)
        start, made = before_choices_at_once(match, number)
        if self._loop is None:
            self._loop = _built(self.game)
        keys = [word] + [bot_word(next_word(word), thread) for thread in range(1, count)]
        return word, [SearchTree(self, start, made, number, thread, key) for thread, key in enumerate(keys)]

    def _grow(self, trees: list["SearchTree"], share: float, settled: bool) -> None:
        if self.threads == 1:
            trees[0].grow(share, settled)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda tree: tree.grow(share), trees))
        self.iterations = sum(int(tree.used[DONE]) for tree in trees)

    def _weigh(
        self, match: Match, seat: str, seed: int, share: float = 1.0, settled: bool = False
    ) -> tuple[int, dict[str, float], bool]:
        word, trees = self._trees(match, seat, seed, self.threads)
        legal, numbers = match.legal(seat), match.legal_numbers(seat)
        self.iterations = 0
        if len(legal) > 1:
            self._grow(trees, share, settled)
        at_once = trees[0].is_at_once() and len(legal) > 1
        return word, dict(zip(legal, self._shares(trees, numbers, at_once).tolist(), strict=True)), at_once

    def _shares(self, trees: list["SearchTree"], numbers: list[int], at_once: bool) -> Any:
        visits, strategies = sum(tree.root_edges(numbers) for tree in trees)
        shares = strategies if at_once and strategies.any() else visits
        shares = shares / shares.sum() if shares.any() else np.ones(len(numbers)) / len(numbers)
        if at_once:  # what is left of choices that were only tried isn't worth making
            shares = np.where(shares < min(SELDOM, SELDOM_OF_EVEN / len(numbers)), 0.0, shares)
            shares = shares / shares.sum()
        return shares


class SearchTree:
    """A tree that grows from one position; each thread has one of its own, and what they found is added up."""

    def __init__(self, search: Search, start: State, made: list[int], seat: int, thread: int, key: int) -> None:
        self.search, self.thread, self.key = search, thread, key
        self.parameters = search.parameters
        self.root = Root(search.game.schema.pack(start), seat, np.array(made))
        self.used = np.zeros(3, np.int64)
        self.full = False
        self.most_choices = search.game.rules.ACTIONS
        self.table = np.zeros(4 * FIRST_ROOM, np.int32)
        self.nodes, self.keys = np.zeros(FIRST_ROOM, NODE), np.zeros((FIRST_ROOM, 1), np.uint64)
        room = 4 * FIRST_ROOM + self.most_choices
        self.edges, self.actions = np.zeros(room, EDGE), np.zeros(room, np.int32)

    def grow(self, share: float = 1.0, settled: bool = False) -> None:
        """Think for a share of the seconds; of iterations, if `settled`, as many as can still change the choice.

        Seconds are always used up: how long a bot takes for a choice at a table mustn't tell what is in its hand.
        """
        thinking = self.search.thinking
        if thinking.iterations is not None:
            own, more = divmod(thinking.iterations, self.search.threads)
            last = own + (self.thread < more)
            part = -(-last // PARTS) if settled else last
            while self.used[DONE] < last and not (settled and self.lead() > last - self.used[DONE]):
                self.run(min(last, int(self.used[DONE]) + part))
            return
        assert thinking.seconds is not None
        self.grow_for(share * thinking.seconds)

    def grow_for(self, seconds: float) -> None:
        """Think for a time."""
        self.run(1)  # compiles, before the clock starts
        begun, part = time.perf_counter(), FIRST_PART
        while True:
            before, now = int(self.used[DONE]), time.perf_counter()
            if now - begun >= seconds:
                return
            self.run(before + part)
            took = time.perf_counter() - now
            wanted = min(SECONDS_A_PART, seconds - (now + took - begun))
            part = max(1, int((self.used[DONE] - before) * wanted / max(took, 1e-6)))

    def grow_before(self, share: float) -> int:
        """Grow for a share of the thinking time; how many iterations are left then."""
        thinking = self.search.thinking
        if thinking.iterations is not None:
            first = max(1, int(share * thinking.iterations))
            self.run(first)
            return thinking.iterations - first
        assert thinking.seconds is not None
        self.grow_for(share * thinking.seconds)
        return int(self.used[DONE] * (1 - share) / share)

    def run(self, last: int, forced: int = ANY) -> None:
        """Go on until that many iterations are done; through one of the root's edges, if it is named."""
        while self.used[DONE] < last:
            self.search.between_parts()
            self.make_room()
            part = min(last, int(self.used[DONE]) + MOST_A_PART)
            self._run(self.used, part, bool(self.full), forced)

    def learn(self, action: int, iterations: int) -> None:
        """Go on from one of the root's choices."""
        [edge] = self.edges_of([action])
        self.run(int(self.used[DONE]) + iterations, edge)

    def play(self, action: int, games: int) -> Games:
        """Play games from one of the root's choices, in which all follow the tree as it is.

        Each choice is followed with the same random words, so that luck is the same for all.
        """
        used, [edge] = self.used.copy(), self.edges_of([action])
        used[DONE] = EVALUATION
        outcomes = self._run(used, EVALUATION + games, True, edge, games)
        endless = outcomes == NO_END
        return Games(np.where(endless, 1.0 / len(self.root.made), outcomes), float(endless.mean()))

    def _run(self, used: Any, last: int, full: bool, forced: int, games: int = 0) -> Any:
        """Run the loop: to grow and learn, or, if games are asked for, to play them with a tree that is frozen."""
        search = self.search
        assert search._loop is not None
        states, outcomes = np.zeros(3, self.root.state.dtype), np.zeros(games)
        scratch = Scratch(states, states.view(np.uint32).reshape(3, -1))
        tree = Tree(self.table, self.keys, self.nodes, self.edges, self.actions, used)
        task = Task(
            self.root, search._observations, tree, self.parameters, LOGARITHMS, full, forced, games > 0, outcomes
        )
        search._loop(task, scratch, np.uint64(self.key), last)
        return outcomes

    def lead(self) -> float:
        """How many more visits the first choice has than the second; where seats choose at once, none settles it."""
        count = int(self.nodes[0]["count"])
        if count < 2 or self.nodes[0]["kind"] == AT_ONCE:
            return 0.0
        second, first = np.sort(self.edges["visits"][:count])[-2:]
        return float(first - second)

    def make_room(self) -> None:
        """Twice as much, where it is short; until it is enough."""
        self.full = len(self.actions) >= MOST_EDGES and self.used[EDGES] + self.most_choices > len(self.actions)
        if self.full:
            return
        if self.used[NODES] == len(self.nodes):
            self.nodes, self.keys, self.table = doubled(self.nodes), doubled(self.keys), doubled(self.table)
            _refill()(self.table, self.keys, int(self.used[NODES]))
        if self.used[EDGES] + self.most_choices > len(self.actions):
            self.edges, self.actions = doubled(self.edges), doubled(self.actions)

    def root_edges(self, numbers: list[int]) -> Any:
        """How often each choice of the position that it began with was tried, and its strategies added up."""
        if not self.nodes[0]["count"]:
            return np.zeros((2, len(numbers)))
        edges = self.edges[self.edges_of(numbers)]
        return np.array([edges["visits"], edges["cumulative_strategy"]])

    def edges_of(self, numbers: list[int]) -> list[int]:
        """The root's edges of these choices."""
        where = {int(action): n for n, action in enumerate(self.actions[: int(self.nodes[0]["count"])])}
        return [where[number] for number in numbers]

    def is_at_once(self) -> bool:
        """Whether seats choose at once in the position that it began with."""
        return bool(self.nodes[0]["kind"] == AT_ONCE)


def _without(worse: list[bool], shares: list[float]) -> list[float]:
    """A mixture without some of its choices; all of it, if nothing would be left."""
    rest = [0.0 if left_out else share for left_out, share in zip(worse, shares, strict=True)]
    return [share / sum(rest) for share in rest] if sum(rest) > 0.0 else shares


def before_choices_at_once(match: Match, seat: int) -> tuple[State, list[int]]:
    """What a seat saw before the choices that are being made at once, its own of them made; and how many those are.

    Someone else's secret choice among them is as good as not made: what it would be has to be thought about.
    """
    first, made = group_start(match, seat)
    start = match.at(first).seen(match.game.seats[seat])
    for step in match.steps[first:]:
        if step.seat == seat:
            match.game.rules.apply(start, seat, step.number)
    return start, [made if number == seat else 0 for number in range(len(match.game.seats))]


_compiled: dict[tuple[Path, int], Callable[..., Any]] = {}


def _built(game: Game) -> Callable[..., Any]:
    """The loop for a game. It depends on the game's folder alone, not on rulings: those are in the state."""
    key = _key(game)
    if key not in _compiled:
        _compiled[key] = _build(game)
    return _compiled[key]


def _key(game: Game) -> tuple[Path, int]:
    return game.folder, config.BOUNDSCHECK or 0


def _build(game: Game) -> Callable[..., Any]:
    own, forget = game.bots, None if game.positions is None else game.positions.forget
    if own is None:
        return build(game, lambda rules: make_search(rules, None, forget, None, 0))
    forget = own.abstract if own.abstract is not None else forget
    policy = own.ROLLOUT or list(own.BOTS.values())[-1]
    return build(game, lambda rules: make_search(rules, policy, forget, own.estimate, own.HORIZON))


@cache
def _refill() -> Callable[..., None]:
    return compiled(_refill_table)


def _refill_table(table: Any, keys: Any, count: int) -> None:
    refill(table, keys, count)
