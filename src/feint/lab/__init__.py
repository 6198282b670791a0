"""Many games at once: what the numbers say about a game."""

from feint.lab.simulation import Report, simulate

__all__ = ["Report", "simulate"]
