"""What a game is, and how a match of it is played, saved and replayed. Knows no game."""

from feint.core.chance import below, next_word
from feint.core.holding import amount, bits, each_seat, label, seat_bits, seat_label
from feint.core.rule import CHANCE, OVER, Limits, Numbers, State, equally, rule, whole
from feint.core.schema import data, hidden, i1, i2, i4, i8, private, public, ruling, schema

__all__ = [
    "CHANCE",
    "OVER",
    "Limits",
    "Numbers",
    "State",
    "amount",
    "below",
    "bits",
    "data",
    "each_seat",
    "equally",
    "hidden",
    "i1",
    "i2",
    "i4",
    "i8",
    "label",
    "next_word",
    "private",
    "public",
    "rule",
    "ruling",
    "schema",
    "seat_bits",
    "seat_label",
    "whole",
]
