"""What a learned player knows, as a small file: a network's weights, with what they are for and a checksum.

A forward pass is the same on every machine. Weights and what flows between layers are whole numbers, and sums of their
products are far below 2**53, so it makes no difference in which order a machine adds them up. All else is one addition,
multiplication or rounding at a time.
"""

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from feint.bots.known_weights import FORMAT, MOST_BYTES, made_for, print_of, read_file
from feint.core.errors import FeintError
from feint.core.files import write_atomically
from feint.core.game import Game
from feint.kernel.learner_input import FEATURES, LearnerInput

Array: TypeAlias = "np.ndarray[Any, Any]"

LARGEST = 127  # that a weight can be
STEPS = 256  # of what flows between layers, in 1
TOP = 64.0  # what flows there is cut off above this

# 2**x for x from 0 to 1, by a polynomial: an exponential function is another one on every machine.
POWERS = (1.0, 0.6931471805599453, 0.24022650695910072, 0.05550410866482158, 0.009618129107628477,
          0.0013333558146428443, 0.00015403530393381608, 1.5252733804059841e-05)  # fmt: skip
LOG2_E = 1.4426950408889634
WHOLE = 2.0**40


class Layer(NamedTuple):
    """One layer: a row of whole numbers for each of its outputs, what they are multiplied by, and what is added."""

    numbers: Array
    scale: Array
    bias: Array

    @classmethod
    def of(cls, weights: Array, bias: Array) -> "Layer":
        """The layer nearest to one with any weights."""
        scale = np.maximum(np.abs(weights).max(axis=1), 1e-12) / LARGEST
        numbers = np.rint(weights / scale[:, None]).astype(np.int8)
        return cls(numbers, scale.astype(np.float32), bias.astype(np.float32))

    def wide(self) -> "Layer":
        """The same in the type that it is used in."""
        return Layer(*(array.astype(np.float64) for array in self))

    def __call__(self, rows: Array) -> Array:
        """What comes out of rows of whole numbers."""
        found: Array = (rows @ self.numbers.T) * (self.scale / STEPS) + self.bias
        return found


@dataclass(frozen=True)
class Weights:
    """A network for a game under some rulings: layers, the scores of choices and the value of a position on top."""

    about: dict[str, Any]
    mean: Array  # of each feature, which is taken off it
    spread: Array  # by which it is divided
    layers: Sequence[Layer]
    policy: Layer
    value: Layer

    def hidden(self, rows: Array) -> Array:
        """What the last layer that all share makes of rows of features."""
        flow = _whole(np.clip((rows - self._mean) / self._spread, -TOP, TOP))
        for layer in self._layers:
            flow = _whole(np.clip(layer(flow), 0.0, TOP))
        return flow

    def scores(self, hidden: Array) -> Array:
        """How good each choice looks, open or not."""
        return self._policy(hidden)

    def scores_of(self, hidden: Array, choices: Sequence[int]) -> Array:
        """The same of some choices, for one position."""
        policy, which = self._policy, list(choices)
        return Layer(policy.numbers[which], policy.scale[which], policy.bias[which])(hidden)

    def values(self, hidden: Array) -> Array:
        """What the seat may expect, from -1 to 1."""
        return np.tanh(self._value(hidden))[..., 0]

    @cached_property
    def _mean(self) -> Array:
        return self.mean.astype(np.float64)

    @cached_property
    def _spread(self) -> Array:
        return self.spread.astype(np.float64)

    @cached_property
    def _layers(self) -> list[Layer]:
        return [layer.wide() for layer in self.layers]

    @cached_property
    def _policy(self) -> Layer:
        return self.policy.wide()

    @cached_property
    def _value(self) -> Layer:
        return self.value.wide()

    def save(self, path: Path) -> None:
        """Write it to a file."""
        arrays = [self.mean, self.spread, *(array for layer in self._all() for array in layer)]
        packed = zlib.compress(b"".join(_little(array).tobytes() for array in arrays), 9)
        shapes = [list(layer.numbers.shape) for layer in self._all()]
        head = {"format": FORMAT} | self.about | {"layers": shapes, "sha256": hashlib.sha256(packed).hexdigest()}
        with write_atomically(path) as draft:
            draft.write_bytes(json.dumps(head, ensure_ascii=False).encode() + b"\n" + packed)

    def _all(self) -> list[Layer]:
        return [*self.layers, self.policy, self.value]


def _whole(flow: Array) -> Array:
    found: Array = np.rint(flow * STEPS)
    return found


def _little(array: Array) -> Array:
    """Numbers with the lowest byte first, as files have them."""
    return array.astype(array.dtype.newbyteorder("<"))


def softmax(scores: Array) -> Array:
    """Chances by scores, for one position or in rows; the same on every machine."""
    powers = np.maximum((scores - scores.max(axis=-1, keepdims=True)) * LOG2_E, -1000.0)
    lower = np.floor(powers)
    rest, likely = powers - lower, np.zeros_like(powers)
    for factor in reversed(POWERS):
        likely = likely * rest + factor
    return shares(np.ldexp(likely, lower.astype(np.int64)))


def shares(amounts: Array) -> Array:
    """What share each amount has of all: in whole numbers first, of which any machine makes the same sum."""
    parts = np.rint(amounts * WHOLE)
    found: Array = parts / parts.sum(axis=-1, keepdims=True)
    return found


def features_print(game: Game) -> str:
    """It changes with anything that a network is given of a game."""
    return print_of("\n".join(LearnerInput(game, FEATURES).names))


def check_made_for(game: Game, about: dict[str, Any], path: Path) -> None:
    """Refuse weights that were made for something else."""
    wanted = made_for(game) | {"features": features_print(game)}
    if about.get("game") != wanted["game"]:
        raise FeintError(f"{path} has learned {str(about.get('game'))[:40]}, and can't play {game.name}")
    if about.get("rulings") != wanted["rulings"]:
        raise FeintError(f"{path} has learned {game.name} under other rulings ({_said(about.get('rulings'))})")
    if any(about.get(name) != wanted[name] for name in ("version", "data", "choices", "features")):
        raise FeintError(f"{path} has learned another version of {game.name}: train it again")


def _said(rulings: Any) -> str:
    known = rulings.items() if isinstance(rulings, dict) else ()
    return ", ".join(f"{str(name)[:40]}={str(value)[:40]}" for name, value in known) or "the default ones"


def load_weights(game: Game, path: Path) -> Weights:
    """Weights from a file, if they are for this game and nothing is damaged."""
    found = read_weights(path)
    check_made_for(game, found.about, path)
    return found


def read_weights(path: Path) -> Weights:
    """Weights from a file, for whatever they are."""
    head, packed = read_file(path)
    damaged = f"{path} is damaged, so that nobody can play by it"
    if hashlib.sha256(packed).hexdigest() != head.get("sha256"):
        raise FeintError(damaged)
    try:
        shapes = [(int(outputs), int(inputs)) for outputs, inputs in head["layers"]]
        features = shapes[0][1]
        kinds: list[tuple[Any, tuple[int, ...]]] = [("<f4", (features,)), ("<f4", (features,))]
        for outputs, inputs in shapes:
            kinds += [("i1", (outputs, inputs)), ("<f4", (outputs,)), ("<f4", (outputs,))]
        size = sum(int(np.prod(shape)) * np.dtype(kind).itemsize for kind, shape in kinds)
        content = zlib.decompressobj().decompress(packed, size + 1)
        if size > MOST_BYTES or len(content) != size:
            raise ValueError
    except (ValueError, TypeError, KeyError, IndexError, zlib.error):
        raise FeintError(damaged) from None
    arrays, at = [], 0
    for kind, shape in kinds:
        count = int(np.prod(shape))
        arrays.append(np.frombuffer(content, kind, count, at).reshape(shape).astype(np.dtype(kind).newbyteorder("=")))
        at += count * np.dtype(kind).itemsize
    layers = [Layer(*arrays[first : first + 3]) for first in range(2, len(arrays), 3)]
    about = {name: value for name, value in head.items() if name not in ("format", "layers", "sha256")}
    return Weights(about, arrays[0], arrays[1], layers[:-2], layers[-2], layers[-1])
