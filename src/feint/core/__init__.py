"""What a game is, and how a match of it is played, saved and replayed. Knows no game."""

from feint.core.chance import below, next_word
from feint.core.rule import CHANCE, OVER, Limits, Numbers, State, equally, rule, whole
from feint.core.schema import data, hidden, i1, i2, i4, i8, private, public, ruling, schema

__all__ = [
    "CHANCE",
    "OVER",
    "Limits",
    "Numbers",
    "State",
    "below",
    "data",
    "equally",
    "hidden",
    "i1",
    "i2",
    "i4",
    "i8",
    "next_word",
    "private",
    "public",
    "rule",
    "ruling",
    "schema",
    "whole",
]
