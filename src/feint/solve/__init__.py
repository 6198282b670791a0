"""What a game is worth, and how to play it: exact values, bounds, strategies, and what a strategy gives away."""

from feint.solve.advice import Advice, advise
from feint.solve.solution import Solution, solve

__all__ = ["Advice", "Solution", "advise", "solve"]
