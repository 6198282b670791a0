"""Feint: games of hidden choices. Play them, solve them, balance them.

>>> import feint
>>> match = feint.load("tower-siege").start(seed=7)
>>> match.pending
('P1',)
>>> match.legal("P1")
['1', '2', '3', 'rest']
>>> match.play("P1", "3")
>>> match.view("P2")["position"]
[3, 0]
"""

from importlib import import_module
from typing import Any

from feint.core.errors import BadRecord, BadRuling, FeintError, IllegalChoice, UnknownGame
from feint.core.game import Game, game_names, load
from feint.core.match import Match
from feint.core.record import replay

__version__ = "0.1.0"

__all__ = [
    "BadRecord",
    "BadRuling",
    "FeintError",
    "Game",
    "IllegalChoice",
    "Match",
    "UnknownGame",
    "batch",
    "game_names",
    "load",
    "play",
    "replay",
]


def __getattr__(name: str) -> Any:
    """What brings bots or compiled code with it; whoever only looks at matches doesn't wait for them."""
    if name == "play":
        return import_module("feint.lab").play
    if name == "batch":
        return import_module("feint.bridges.batch").batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
