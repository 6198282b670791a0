"""Simulation on a GPU: the kernels of `cuda_kernels.py`, launched until all games are played.

A launch ends after so many steps, whatever the games do, so that it can be interrupted and nothing hangs; the next one
goes on where it ended. Same seed, same games, same counts as on a CPU, bit for bit.
"""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from feint.core.game import Game
from feint.kernel.cuda.kernels import Kernel
from feint.kernel.cuda.layout import Layout
from feint.lab.cuda_kernels import (
    GAME,
    GAMES,
    NO_GAME,
    NO_MORE,
    PROGRESS,
    THREADS,
    Played,
    Task,
    make_block_kernel,
    make_warp_kernel,
)
from feint.lab.game_rows import endless as endless_game
from feint.lab.seating import compiled_players, own_bots
from feint.lab.simulation_loop import COUNTS, FEWEST_ROUNDS, MOST_ROUNDS, MOST_STEPS, RANDOM

LARGE = 32  # words of a state: games with more share their threads
BLOCKS = 16  # a multiprocessor, of games with small states
SHARING_BLOCKS = 4  # and of those with large ones
STEPS = 20_000  # a launch: some tenths of a second


class DeviceSimulation:
    """Games of one kind between certain players, on the GPU."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int) -> None:
        self.layout = layout = Layout(game)
        self._game, self._seats, self._seed = game, len(bots), seed
        self._players = compiled_players(game, list(bots))
        plays_bots = bool((self._players.bots != RANDOM).any())
        own = own_bots(game) if plays_bots else []
        self._shares = layout.words > LARGE
        make = make_block_kernel if self._shares else make_warp_kernel
        self.make_kernel = partial(make, game.rules, layout, game.report, own, plays_bots)
        self.kernel = Kernel(
            game,
            self.make_kernel,
            f"{layout.key} {plays_bots}",
            (THREADS, SHARING_BLOCKS) if self._shares else None,
        )
        self._counts = self._seats + COUNTS + (game.report.COUNTS if game.report else 0)

    def arguments(self, arrays: Any, blocks: int, first: int, games: int, steps: int) -> tuple[Any, ...]:
        """What the kernel is given for a batch of games: `arrays` is CuPy, or NumPy where nothing is launched."""
        state, layout = self._game.first_state(), self.layout
        task = Task(
            arrays.asarray(layout.pack(state)),
            arrays.asarray(layout.pack_fixed(state)),
            arrays.asarray(layout.seen_masks()),
            arrays.asarray(self._players.bots.astype(np.int64)),
            arrays.asarray(self._players.careful.astype(np.uint64)),
            np.uint64(self._seed),
            np.int64(first),
            np.int64(games),
            arrays.zeros(1, np.int64),
            arrays.zeros(1, np.int64),
        )
        places = blocks * (GAMES if self._shares else THREADS)
        played = Played(
            arrays.zeros((places, layout.words), np.uint64),
            arrays.zeros((places, PROGRESS), np.int64),
            arrays.zeros((places, 1), np.uint64),
            arrays.zeros((places, self._seats), np.uint64),
            arrays.zeros((places, self._seats), np.int64),
        )
        played.progress[:, GAME] = NO_GAME
        tallies = arrays.zeros((self._counts, blocks * THREADS), np.int64)
        tallies[self._seats + FEWEST_ROUNDS] = 2**62
        return task, played, np.int64(steps), tallies

    def compile(self) -> None:
        """Compile what these games need, if it isn't on the disk; that needs no GPU."""
        self.kernel.ptx(self.arguments(np, 1, 0, 1, 1))

    def play_batch(self, first: int, games: int) -> tuple[Any, int, float]:
        """Play some games, from the first one's number on: a tally as of the loop for CPUs, how many, and seconds."""
        from feint.kernel.cuda.device import cupy

        cp, begun = cupy(), time.perf_counter()
        blocks = self._blocks(games)
        arguments = self.arguments(cp, blocks, first, games, STEPS)
        task, played, _, tallies = arguments
        while int(task.next_game[0]) < games or bool((played.progress[:, GAME] != NO_MORE).any()):
            self.kernel.launch(blocks, THREADS, arguments)
            if int(task.endless[0]):
                raise endless_game(self._game, MOST_STEPS)
        tally = cp.asnumpy(tallies.sum(axis=1))
        tally[self._seats + FEWEST_ROUNDS] = int(tallies[self._seats + FEWEST_ROUNDS].min())
        tally[self._seats + MOST_ROUNDS] = int(tallies[self._seats + MOST_ROUNDS].max())
        return tally, games, time.perf_counter() - begun

    def _blocks(self, games: int) -> int:
        """As many as keep the GPU busy and its memory has room for, but no more than there are games for."""
        from feint.kernel.cuda.device import free_bytes, processors

        per_block = sum(part.nbytes for part in self.arguments(np, 1, 0, 1, 1)[1]) + 8 * self._counts * THREADS
        most = min(processors() * (SHARING_BLOCKS if self._shares else BLOCKS), free_bytes() // 2 // per_block)
        return int(max(1, min(most, -(-games // (GAMES if self._shares else THREADS)))))
