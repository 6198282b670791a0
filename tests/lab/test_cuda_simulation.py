"""Simulations on a GPU play the games that the CPU plays; here the GPU is an emulated one, so no test needs one."""

from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import feint
from feint.core import CHANCE
from feint.core.chance import game_seed
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.lab import SimulationReport, cuda_kernels, cuda_simulation, simulate
from kit.cuda_emulator import emulated_gpu
from kit.games import EXAMPLE_GAMES
from kit.lab import small_game

SEED = 7
THREADS, GAMES = 32, 64  # a block; an emulated one is slow


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (cuda_kernels, cuda_simulation):
        monkeypatch.setattr(module, "THREADS", THREADS)
        monkeypatch.setattr(module, "GAMES", GAMES)


def by_hand(game: Game, bot: str, games: int) -> SimulationReport:
    """What comes of the same games, played as matches."""
    seats = dict.fromkeys(game.seats, bot)
    matches = [feint.play(game, seats, game_seed(SEED, number)) for number in range(games)]
    shares = [list(match.exact_scores.values()) for match in matches]
    rounds = [match.round for match in matches]
    mean, counts = sum(rounds) / games, [0] * (game.report.COUNTS if game.report else 0)
    for match, share in zip(matches, shares, strict=True):
        if game.report:
            game.report.tally(match._states[-1], [int(part > 0) for part in share], counts)
    return SimulationReport(
        game=game.name,
        rulings=game.for_simulation().rulings_text,
        bots=seats,
        games=games,
        seed=SEED,
        wins={seat: sum(share[number] == 1 for share in shares) for number, seat in enumerate(game.seats)},
        draws=sum(0 < max(share) < 1 for share in shares),
        unfinished=sum(max(share) == 0 for share in shares),
        rounds_mean=mean,
        rounds_sd=sqrt(max(0.0, sum(n * n for n in rounds) / games - mean**2)),
        rounds_min=min(rounds),
        rounds_max=max(rounds),
        choices=sum(step.seat != CHANCE for match in matches for step in match.steps),
        seconds=0,
        data={},
        counts=game.report.named(counts) if game.report else {},
        listing=None,
    )


THREAD, BLOCK = "a game a thread", "games shared by a block"


@pytest.mark.parametrize(
    ("kept", "name", "bot", "games", "steps", "rulings"),
    [
        (THREAD, "tower-siege", "random", 80, 40, {"turn_limit": 30}),
        (THREAD, "minefield-navigator", "random", 60, 5, {"steps": 5}),
        (THREAD, "urn", "keeper", 60, 3, {}),
        (THREAD, "space-goats", "random", 2, 40, {"players": 2, "turn_limit": 2}),
        (BLOCK, EXAMPLE_GAMES / "leduc_poker", "random", 100, 5, {}),
        (BLOCK, "urn", "keeper", 150, 3, {}),
        (BLOCK, "space-goats", "random", 4, 40, {"players": 2, "turn_limit": 2}),
        (BLOCK, "space-goats", "trader", 3, 40, {"players": 3, "turn_limit": 2}),
        (BLOCK, "dark-frontier", "random", 4, 40, {"radius": 5, "round_limit": 2}),
        (BLOCK, "dark-frontier", "gunner", 1, 40, {"radius": 5, "round_limit": 2}),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else None,
)
def test_games_are_those_of_the_cpu(
    kept: str,
    name: str | Path,
    bot: str,
    games: int,
    steps: int,
    rulings: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = feint.load(small_game() if name == "urn" else name, **rulings)
    monkeypatch.setattr(cuda_simulation, "LARGE", 0 if kept == BLOCK else 10**6)
    monkeypatch.setattr(cuda_simulation, "STEPS", steps)
    with emulated_gpu() as gpu:
        report = simulate(game, games, dict.fromkeys(game.seats, bot), SEED, device="cuda")
    assert gpu.launches > 2, "one compiles; a launch ends after so many steps, and the next one goes on"
    assert replace(report, seconds=0, listing=None) == by_hand(game, bot, games)


@pytest.mark.parametrize("large", [0, 10**6], ids=[BLOCK, THREAD])
def test_a_game_that_never_ends_is_noticed(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_kernels, "MOST_STEPS", 40)
    monkeypatch.setattr(cuda_simulation, "LARGE", large)
    with emulated_gpu(), pytest.raises(FeintError, match="a game of tower-siege ran for"):
        simulate(feint.load("tower-siege", turn_limit=1000, length=30), 10, device="cuda", seed=SEED)


def test_without_a_gpu_a_sentence_says_so() -> None:
    game = feint.load("tower-siege")
    with pytest.raises(
        FeintError, match=r"no GPU can be used here: .*; leave out --device cuda|pip install 'feint\[gpu\]'"
    ):
        simulate(game, 10, device="cuda")
    with pytest.raises(FeintError, match="there is no device tpu; it can be cpu or cuda"):
        simulate(game, 10, device="tpu")
    with pytest.raises(FeintError, match="search:5 can't play on a GPU, where only bots can that are rules"):
        simulate(game, 10, {"P1": "search:5"}, device="cuda")
