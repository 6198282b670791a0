"""The bot `perfect`: plays the right mixture of a game that can be solved.

Position by position it is made from what all can see; over a game's tree, from what the seat has seen and chosen.
"""

from feint.bots.players import SolvingLimits
from feint.bots.seeding import random_word
from feint.bots.strategy_player import StrategyPlayer, drawn
from feint.bots.values import ActionValue, not_examined
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.core.match import Match
from feint.core.progress import Progress
from feint.core.rule import State
from feint.core.schema import RULING
from feint.solve import Solution, advise, solve
from feint.solve.advice import before_secrets
from feint.solve.position_strategy import mixture
from feint.solve.positions import MOST, PositionKeys
from feint.solve.solution import SECONDS


class Perfect:
    """Plays a solved game. Where bounds are known instead of values, it plays what is sure to reach its own."""

    knows_chances = True

    def __init__(
        self,
        game: Game,
        progress: Progress | None = None,
        solution: Solution | None = None,
        limits: SolvingLimits | None = None,
    ) -> None:
        most, seconds = limits or (MOST, SECONDS)
        self.solution = solution or solve(game, seconds=seconds, progress=progress, most=most)
        if self.solution.interrupted:  # half a solution must not pass for one
            raise KeyboardInterrupt
        if not self.solution.arrays:
            raise FeintError(f"{game.name} is too large for perfect under these rulings: {self.solution.reached}")
        self._shape = PositionKeys(game) if game.positions is not None else None
        self._first = game.first_state()
        self._player = StrategyPlayer(self.solution.strategy) if self._shape is None else None

    @property
    def warning(self) -> str:
        """What to tell those who rely on it, if it had not enough time."""
        if not self.solution.out_of_time:
            return ""
        apart = f"{100 * self.solution.gap:.1f} points apart"
        return f"There was not enough time to solve the game: its bounds are {apart}, so this is not perfect play."

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """A choice by the right mixture, with the word that a bot of this seed has for it."""
        return drawn(match.legal(seat), self.chances(match, seat), random_word(match, seat, seed))

    def chances(self, match: Match, seat: str) -> list[float]:
        """How often each of a seat's choices is right."""
        game, own = match.game, len(match.legal_numbers(seat))
        if own < 2:
            return [1.0] * own
        if self._player is not None:
            return self._player.chances(match, seat)
        number = self.solution.number(self.position_key(match, seat))
        found = mixture(self.solution.arrays, game.seat_number(seat), number, own)
        return [1 / own] * own if found is None else [float(chance) for chance in found]

    def position_key(self, match: Match, seat: str) -> bytes:
        """What is the same of two matches that stand at one position."""
        assert self._shape is not None
        key = self._shape.key_of(self._position(before_secrets(match).seen(seat)))
        assert key is not None
        return key

    def _position(self, seen: State) -> State:
        """The position as the solved game has it: a match that programs play may have a limit, which it doesn't."""
        for field in self.solution.game.schema.fields:
            if field.seen_by == RULING:
                setattr(seen, field.name, getattr(self._first, field.name))
        assert self._shape is not None
        return self._shape.position(seen)

    def action_values(self, match: Match, seat: str, seed: int, asked: str | None = None) -> list[ActionValue]:
        """What each of a seat's choices is worth, against right play of the others."""
        return [
            ActionValue(choice.text, float(choice.chance), choice.lower, choice.upper)
            if self._player is None or choice.upper - choice.lower < 1.0  # or the other seat never lets it come to that
            else not_examined(choice.text, float(choice.chance))
            for choice in advise(self.solution, match, seat).choices[seat]
        ]
