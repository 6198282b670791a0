"""Many games at once: what the numbers say about a game."""

from feint.lab.side_by_side import play
from feint.lab.simulation import SimulationReport, simulate

__all__ = ["SimulationReport", "play", "simulate"]
