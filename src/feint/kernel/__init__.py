"""Compiled loops: what hands a game's rules to Numba, and what loops over them have in common. Knows core."""
