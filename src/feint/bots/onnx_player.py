"""A network from an ONNX file as a player: it is given what its seat may see as numbers, and scores choices.

Its input has a row a position, as Gymnasium's `observation` has it (`feint.kernel.learner_input`): features, if it is
called `features` or has as many numbers as there are features, and otherwise a row. An input called `action_mask`, if
there is one, has a 1 for each open choice. The first output has a score for each choice that the game has; the player
mixes by the softmax of those that are open.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from feint.bots.own_player import Asked, PlayerFailed
from feint.bots.seeding import random_word
from feint.core.errors import FeintError
from feint.core.extras import require_extra
from feint.core.game import Game
from feint.core.match import Match
from feint.kernel.learner_input import FEATURES, ROW, LearnerInput

MASK = "action_mask"
TYPES: dict[str, Any] = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(int64)": np.int64,
    "tensor(int32)": np.int32,
    "tensor(int8)": np.int8,
    "tensor(bool)": np.bool_,
}


class OnnxPlayer:
    """A network as what plays a seat."""

    takes_many = True
    knows_chances = True

    def __init__(self, game: Game, path: Path) -> None:
        runtime = require_extra("onnxruntime", "onnx")
        self.name = path.name
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1  # many small calls, and the same result on every machine
        options.log_severity_level = 4
        try:
            self._session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # what onnxruntime raises has no class of its own
            raise FeintError(f"{path} is not a model that onnxruntime can read") from error
        self._inputs = {tensor.name: tensor for tensor in self._session.get_inputs()}
        given = [name for name in self._inputs if name != MASK]
        if len(given) != 1:
            has = ", ".join(self._inputs) or "no inputs"
            raise FeintError(f"{path} has {has}; its inputs are what the seat sees, and maybe {MASK}")
        self._seen, self.actions = given[0], game.rules.ACTIONS
        row, features = (LearnerInput(game, form) for form in (ROW, FEATURES))
        width = self._inputs[self._seen].shape[-1:]
        as_features = self._seen == FEATURES or (width == [len(features.names)] and len(row.names) not in width)
        self._input = features if as_features else row
        needs = f"{len(row.names)}, or {len(features.names)} features"
        self._check_width(path, width, len(self._input.names), f"numbers a position; for {game!r} it needs {needs}")
        scores = f"scores; for {game!r} it needs {self.actions}"
        self._check_width(path, self._session.get_outputs()[0].shape[-1:], self.actions, scores)
        wrong = [tensor.type for tensor in self._inputs.values() if tensor.type not in TYPES]
        if wrong:
            raise FeintError(f"{path} wants {wrong[0]}; a model takes {', '.join(TYPES)}")

    def _check_width(self, path: Path, shape: Sequence[Any], wanted: int, what: str) -> None:
        if not shape or (isinstance(shape[0], int) and shape[0] != wanted):
            raise FeintError(f"{path} has {shape[0] if shape else 'no'} {what}")

    def choose(self, match: Match, seat: str, seed: int) -> str:
        """A choice by the network's mixture."""
        return self.choose_many([Asked(match, seat, seed)])[0]

    def choose_many(self, asked: Sequence[Asked]) -> list[str]:
        """The same in many matches, in one call."""
        drawn = zip(asked, self.chances_many(asked), strict=True)
        return [
            random.Random(random_word(*one)).choices(one.match.legal(one.seat), chances)[0] for one, chances in drawn
        ]

    def chances(self, match: Match, seat: str) -> list[float]:
        """How likely it makes each legal choice."""
        return self.chances_many([Asked(match, seat, 0)])[0]

    def chances_many(self, asked: Sequence[Asked]) -> list[list[float]]:
        """The same in many matches, in one call."""
        rows = [self._input.of(match.seen(seat), match.game.seat_number(seat)) for match, seat, _ in asked]
        masks = np.zeros((len(asked), self.actions), np.int8)
        for number, (match, seat, _) in enumerate(asked):
            masks[number, match.legal_numbers(seat)] = 1
        given: dict[str, Any] = {self._seen: np.array(rows), **({MASK: masks} if MASK in self._inputs else {})}
        typed = {name: array.astype(TYPES[self._inputs[name].type]) for name, array in given.items()}
        try:
            scores = np.asarray(self._session.run(None, typed)[0], float)
        except Exception as error:
            raise PlayerFailed(f"{self.name} couldn't play: onnxruntime refused its own model") from error
        if scores.shape != masks.shape or np.isnan(scores[masks == 1]).any():
            raise PlayerFailed(f"{self.name} couldn't play: it gave no score to some of the choices")
        found = []
        for (match, seat, _), own_scores in zip(asked, scores, strict=True):
            open_scores = own_scores[match.legal_numbers(seat)]
            top = open_scores.max()
            likely = np.exp(open_scores - top) if np.isfinite(top) else np.ones(len(open_scores))
            found.append((likely / likely.sum()).tolist())
        return found
