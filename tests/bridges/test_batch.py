"""Games side by side as arrays: the same on a CPU and on a GPU, here an emulated one; and what they show is what may be seen."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import feint
from feint.bridges import batch_cuda
from feint.bridges.batch import BatchedGames, BatchStep
from feint.core.chance import game_seed
from feint.core.errors import FeintError
from kit.cuda_emulator import emulated_gpu
from kit.games import EXAMPLE_GAMES
from kit.lab import small_game

LEDUC = EXAMPLE_GAMES / "leduc_poker"
GAMES, SEED = 40, 11


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_cuda, "THREADS", 32)


def played(games: BatchedGames, steps: int) -> Iterator[BatchStep]:
    """Steps in which choices follow from what is open."""
    step = games.start()
    yield step
    for made in range(steps):
        wanted = (np.arange(games.number) * 7 + made) % step.open.sum(axis=1)
        step = games.play((step.open.cumsum(axis=1) > wanted[:, None]).argmax(axis=1))
        yield step


def gpu_for(device: str) -> Any:
    return emulated_gpu() if device == "cuda" else nullcontext()


@pytest.mark.parametrize(
    ("name", "options", "steps"),
    [
        (LEDUC, {"observation": "row"}, 20),
        (LEDUC, {"observation": "features", "opponent": "random", "seat": "random"}, 20),
        (LEDUC, {"observation": "row", "opponent": "random", "seat": "second", "most_steps": 2}, 12),
        ("urn", {"observation": "features", "opponent": "keeper", "seat": "random"}, 10),
    ],
    ids=str,
)
def test_a_gpu_gives_what_a_cpu_gives(name: str | Path, options: dict[str, Any], steps: int) -> None:
    game = feint.load(small_game() if name == "urn" else name)
    told, ended, cut = {}, 0, 0
    for device in ("cpu", "cuda"):
        with gpu_for(device):
            games = feint.batch(game, GAMES, device=device, seed=SEED, **options)
            told[device] = []
            for step in played(games, steps):
                done = step.ended | step.cut
                ended, cut = ended + step.ended.sum(), cut + step.cut.sum()
                always = (step.rows, step.open, step.ended, step.illegal, step.cut, step.rewards, games.seats.copy())
                at_end = (step.utilities[step.ended], step.final_rows[done], step.final_open[done])
                told[device].append((*always, games.bits.copy(), *at_end))
    for on_cpu, on_gpu in zip(told["cpu"], told["cuda"], strict=True):
        for ours, theirs in zip(on_cpu, on_gpu, strict=True):
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs)
    assert ended > GAMES
    assert ("most_steps" in options) == (cut > 0)


@pytest.mark.parametrize(
    ("device", "name", "options", "steps"),
    [
        ("cpu", LEDUC, {}, 10),
        ("cuda", LEDUC, {}, 10),
        ("cuda", "space-goats", {"players": 2, "opponent": "trader", "seat": "random"}, 2),
        ("cuda", "space-goats", {"players": 3}, 4),
        ("cuda", "dark-frontier", {"radius": 5}, 8),
    ],
    ids=str,
)
@pytest.mark.parametrize("observation", ["row", "features"])
def test_what_is_shown_may_be_seen(
    device: str, name: str | Path, options: dict[str, Any], steps: int, observation: str
) -> None:
    """Every number is one of what the schema lets the seat see, and the open choices are its legal ones."""
    with gpu_for(device):
        games = feint.batch(name, 6, device=device, observation=observation, seed=SEED, **options)
        schema, seats = games.game.schema, len(games.game.seats)
        for step in played(games, steps):
            for place in range(games.number):
                state, seat = games.asked(place)
                seen = schema.seen(state, seat)
                if games.features:
                    assert np.array_equal(step.rows[place], games.features.of(seen, seat))
                else:
                    assert step.rows[place].tolist() == [int(n == seat) for n in range(seats)] + schema.seen_row(
                        seen, seat
                    )
                out = [0] * games.game.rules.ACTIONS
                legal = out[: games.game.rules.legal(state, seat, out)]
                assert step.open[place].nonzero()[0].tolist() == sorted(legal)
                words = games.bits[place].tolist()
                assert [choice for choice in range(len(out)) if words[choice // 64] >> choice % 64 & 1] == sorted(legal)
            assert [(int(game), int(choice)) for game, choice in zip(*games.choices(), strict=True)] == [
                (game, choice) for game in range(games.number) for choice in step.open[game].nonzero()[0]
            ]


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_games_are_matches_of_their_seeds(device: str) -> None:
    game = feint.load(LEDUC)
    with gpu_for(device):
        games = feint.batch(game, 4, device=device, observation="row", seed=2**64 - 2)
        step = games.start()
        for place in range(4):
            match = game.for_simulation().start(seed=game_seed((2**64 - 2 + place) % 2**64, 0))
            assert step.rows[place, 2:].tolist() == game.schema.seen_row(
                match.seen(match.pending[0]), games.seats[place]
            )


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_games_that_wait_to_begin_again(device: str) -> None:
    with gpu_for(device):
        games = feint.batch(LEDUC, GAMES, device=device, restart=False, seed=SEED)
        for step in played(games, 1):
            over = step.ended
        while not over.any():
            step = games.play(step.open.argmax(axis=1))
            over = step.ended
        assert games.waiting
        assert not step.open[over].any()
        again = games.start(over)
        assert not games.waiting
        assert again.open.any(axis=1).all()
        assert np.array_equal(again.rows[~over], step.rows[~over])


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_what_cannot_be(device: str) -> None:
    with gpu_for(device):
        games = feint.batch(LEDUC, 3, device=device, seed=SEED)
        with pytest.raises(FeintError, match=r"there is nothing to choose yet: call start\(\) first"):
            games.choices()
        games.start()
        for wrong in ([0, 0], [0.0, 0.0, 0.0], [[0, 0, 0]]):
            with pytest.raises(FeintError, match="they are one whole number a game, 3 in all"):
                games.play(np.array(wrong))
        for wrong in ([0, 0, 99], [0, -1, 0]):
            with pytest.raises(FeintError, match="a choice is out of range: choices are numbered from 0 to"):
                games.play(np.array(wrong))
        closed = games.bits == 0
        assert not closed.any()
        before = games.seats.copy()
        illegal = np.array([np.flatnonzero(row == 0)[0] if (row == 0).any() else 0 for row in games._last.open])
        step = games.play(illegal)
        assert step.illegal.tolist() == [bool(choice) or None is choice for choice in illegal] or step.illegal.any()
        assert (step.rewards[step.illegal] == -1).all()
        assert before.shape == (3,)
    for options, why in (
        ({"device": "tpu"}, "there is no device tpu; it can be cpu or cuda"),
        ({"observation": "picture"}, "there is no observation=picture; it can be row or features"),
        ({"opponent": "search:5"}, "search:5 can't play many games at once"),
        ({"seat": "second"}, "with opponent=None the caller chooses for every seat, so seat=second can't be asked for"),
        ({"seed": -1}, "the seed -1 is out of range"),
    ):
        with pytest.raises(FeintError, match=why):
            feint.batch(LEDUC, 3, **options)
    with pytest.raises(FeintError, match="0 games are too few"):
        feint.batch(LEDUC, 0)


def test_what_never_asks_the_caller(tmp_path: Path) -> None:
    """Games that are over before there is a choice, one after the other."""
    with emulated_gpu():
        games = feint.batch(LEDUC, 2, device="cuda", opponent="random", seed=SEED)
        games._setting = games._setting._replace(players=np.zeros(2, np.int64))
        with pytest.raises(FeintError, match="1000 games of leduc-poker on end were over before there was a choice"):
            games.start()
