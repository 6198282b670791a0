"""A walk to every position of a game that is solved position by position: a match that stands there.

A position leaves out what makes no difference to what is to come, such as the round. Here it is shown as it is when it
comes about in the shortest way; and some positions once more, as they are when they come about in another.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from feint.core import state_queries
from feint.core.chance import chance_word
from feint.core.game import Game
from feint.core.match import Match
from feint.core.rule import CHANCE, OVER, State
from feint.core.schema import PUBLIC
from feint.solve.positions import PositionGraph, PositionKeys

SEED = 1  # of what nobody sees, where a match needs something there


class PositionWalk:
    """All positions of a graph, each as a state in which all that players can see is as it came about."""

    def __init__(self, game: Game, graph: PositionGraph) -> None:
        self.game, self.graph = game, graph
        self._keys = PositionKeys(game)
        self._bare = self._keys.position(game.first_state())  # without secrets
        self._start = game.start(chance=[]) if game.has_chance else game.start(seed=0)
        self._records: Any = np.zeros(graph.positions, game.schema.dtype)
        self._records[:1] = game.schema.pack(self._without_secrets(game.first_state()))
        self._find_ways()

    def match(self, node: int) -> Match:
        """A match without a past that stands at a position."""
        return self._standing(self._state(node), node)

    def reached_otherwise(self, most: int) -> Iterator[tuple[int, Match]]:
        """Up to so many positions in which players can see that they came about in another way."""
        shown = set()
        for node in range(0, self.graph.positions, max(1, self.graph.positions // most)):
            for key, state in self._followers(node):
                target = self._among(node, key)
                if target not in shown and state != self._state(target):
                    shown.add(target)
                    yield target, self._standing(state, target)
                    break

    def _find_ways(self) -> None:
        """A state for each position. They are numbered as they come up, so an earlier one leads to each."""
        graph, found = self.graph, 1
        for node in range(graph.positions):
            targets = self._targets(node)
            if not ((targets >= found) & (targets < graph.positions)).any():
                continue
            for key, state in self._followers(node):
                if found < graph.positions and key == graph.keys[found].tobytes():
                    self._records[found : found + 1] = self.game.schema.pack(state)
                    found += 1
        assert found == graph.positions, "every position is found from the first"

    def _targets(self, node: int) -> Any:
        graph = self.graph
        return graph.targets[graph.edges[graph.cells[node]] : graph.edges[graph.cells[node + 1]]]

    def _among(self, node: int, key: bytes) -> int:
        """Which of those that follow a position has a key."""
        there = (int(target) for target in self._targets(node) if target < self.graph.positions)
        return next(target for target in there if self.graph.keys[target].tobytes() == key)

    def _state(self, node: int) -> State:
        return self.game.schema.unpack(self._records[node])

    def _standing(self, state: State, node: int) -> Match:
        """A match at a state; what nobody knows there is dealt, so that it is one that can come about."""
        game = self.game
        if game.schema.secret and game.can_redeal:
            who = max(0, game.rules.pending(state))
            if who:
                game.rules.redeal(state, (who & -who).bit_length() - 1, chance_word(SEED, node))
        return self._start.standing_at(state)

    def _followers(self, node: int) -> Iterator[tuple[bytes, State]]:
        """What can follow a position, in the order in which the graph has it: its key, and a state."""
        game, rules = self.game, self.game.rules
        assert game.positions is not None
        state = self._state(node)
        who = rules.pending(state)
        if who == CHANCE:
            for outcome in state_queries.outcomes(game, state):
                after = game.schema.copy(state)
                rules.settle(after, outcome)
                yield from self._followed_by(after)
            return
        seats = [seat for seat in range(2) if who >> seat & 1]
        choices = [state_queries.legal_numbers(game, state, seat) for seat in seats]
        if len(seats) == 2:
            for first in choices[0]:
                for second in choices[1]:
                    after = game.schema.copy(state)
                    rules.apply(after, 0, first)
                    rules.apply(after, 1, second)
                    yield from self._followed_by(after)
            return
        [seat], [actions] = seats, choices
        for action in actions:
            odds = [0] * game.positions.FINDS
            for finding in range(game.positions.findings(state, seat, action, odds)):
                if odds[finding]:
                    after = game.schema.copy(state)
                    game.positions.assume_finding(after, seat, action, finding)
                    rules.apply(after, seat, action)
                    yield from self._followed_by(after)

    def _followed_by(self, after: State) -> Iterator[tuple[bytes, State]]:
        if self.game.rules.pending(after) != OVER:
            key = self._keys.key_of(self._keys.position(after))
            assert key is not None
            yield key, self._without_secrets(after)

    def _without_secrets(self, state: State) -> State:
        """The state with nothing in it but what all can see."""
        bare = self.game.schema.copy(self._bare)
        for field in self.game.schema.fields:
            if field.seen_by == PUBLIC:
                setattr(bare, field.name, getattr(state, field.name))
        return self.game.schema.copy(bare)
