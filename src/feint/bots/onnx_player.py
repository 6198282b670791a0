"""A network from an ONNX file as a player: it is given what its seat may see as a row of numbers, and scores choices.

The first input has a row a position, as Gymnasium's `observation` has it: a 1 in the place of the seat's number, then
`schema.seen_row`. An input called `action_mask`, if there is one, has a 1 for each open choice. The first output has a
score for each choice that the game has; the player mixes by the softmax of those that are open.
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
        rows = [name for name in self._inputs if name != MASK]
        if len(rows) != 1:
            raise FeintError(f"{path} has the inputs {', '.join(self._inputs)}; it takes one row, and maybe {MASK}")
        self._row = rows[0]
        self.width, self.actions = len(game.seats) + len(game.schema.row_types), game.rules.ACTIONS
        self._check_width(path, self._inputs[self._row].shape[-1:], self.width, "numbers a position", game)
        self._check_width(path, self._session.get_outputs()[0].shape[-1:], self.actions, "scores", game)
        wrong = [tensor.type for tensor in self._inputs.values() if tensor.type not in TYPES]
        if wrong:
            raise FeintError(f"{path} wants {wrong[0]}; a model takes {', '.join(TYPES)}")

    def _check_width(self, path: Path, shape: Sequence[Any], wanted: int, what: str, game: Game) -> None:
        if not shape or (isinstance(shape[0], int) and shape[0] != wanted):
            has = shape[0] if shape else "no"
            raise FeintError(f"{path} has {has} {what}; for {game.name} under these rulings it needs {wanted}")

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
        rows, masks = np.zeros((len(asked), self.width)), np.zeros((len(asked), self.actions), np.int8)
        for number, (match, seat, _) in enumerate(asked):
            own, seats = match.game.seat_number(seat), len(match.game.seats)
            rows[number, own] = 1
            rows[number, seats:] = match.game.schema.seen_row(match.seen(seat), own)
            masks[number, match.legal_numbers(seat)] = 1
        given: dict[str, Any] = {self._row: rows, **({MASK: masks} if MASK in self._inputs else {})}
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
