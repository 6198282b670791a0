"""A game's rules on NVIDIA's GPUs: the same functions, compiled to PTX without a GPU, and launched without Numba."""
