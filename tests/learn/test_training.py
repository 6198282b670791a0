"""Networks that learn: to a known value, from where a run was stopped, and into files that play."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch isn't installed: make extras")

import torch

import feint
from feint.bots.exploitability import exploitability
from feint.bots.learned import Learned
from feint.bots.weights import load_weights
from feint.core.errors import FeintError
from feint.learn.best_response import responding, response_strength
from feint.learn.evaluation import strength
from feint.learn.rollout import advantages
from feint.learn.training import CHECKPOINT, Plan, Training, usual_plan
from kit.paths import EXAMPLE_GAMES

KUHN = EXAMPLE_GAMES / "kuhn_poker"
QUICK = {
    "games": "128", "hidden": "32,32", "rate": "0.01,0.0001", "evenness": "0.2,0.1", "samples": "2048", "passes": "1",
    "smoothing": "1", "against_older": "0",
}  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """The same sums in the same order."""
    torch.set_num_threads(1)


def quick(folder: Path, minutes: float = 0.01, **settings: str) -> Training:
    game = feint.load(KUHN)
    return Training(game, usual_plan(game, minutes, "cpu", seed=1).changed(QUICK | settings), "cpu", folder)


def test_kuhn_poker_is_learned(tmp_path: Path) -> None:
    """Hardly more than what bluffing and calling a little too often or too seldom gives away; at first it is far more."""
    training, updates = quick(tmp_path), 300
    training.save()
    before = exploitability(training.game, str(training.weights)).exploitability
    for number in range(updates):
        training.learn_once(number / updates)
    training.save()
    after = exploitability(training.game, str(training.weights)).exploitability
    assert after < 0.05 < 0.3 < before


def test_a_run_goes_on(tmp_path: Path) -> None:
    first = quick(tmp_path, minutes=1e-9)
    first.run()
    assert (first.updates, len(first.curve)) == (1, 1)
    again = quick(tmp_path, minutes=1)
    assert (again.updates, again.choices, again.seconds) == (1, first.choices, first.seconds)
    for one, other in zip(first.network.parameters(), again.network.parameters(), strict=True):
        assert torch.equal(one, other)
    again.run(stopped=lambda: True)
    assert (again.updates, len(again.curve)) == (2, 2)
    assert (tmp_path / "curve.csv").read_text().count("\n") == 3


def test_what_is_not_this_run_s(tmp_path: Path) -> None:
    quick(tmp_path).save()
    with pytest.raises(FeintError, match="has a run for a network with hidden=32,32; name another folder"):
        quick(tmp_path, hidden="16")
    game = feint.load(EXAMPLE_GAMES / "leduc_poker")
    with pytest.raises(FeintError, match="has a run for another game or other rulings; name another folder"):
        Training(game, Plan(1.0), "cpu", tmp_path)
    (tmp_path / CHECKPOINT).write_bytes(b"no checkpoint")
    with pytest.raises(FeintError, match=r"checkpoint.pt can't be read: it is damaged"):
        quick(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("hiden", "3", "there is no setting hiden; there are against_bots, "),
        ("rate", "fast,slow", "rate=fast,slow can't be; it is written like rate=0.0005,5e-05"),
        ("rate", "0.1", "rate=0.1 can't be; it is written like rate=0.0005,5e-05"),
        ("games", "-1", "games=-1 can't be; it is written like games=1024"),
    ],
)
def test_settings_that_can_not_be(name: str, value: str, message: str) -> None:
    with pytest.raises(FeintError) as refused:
        Plan(1.0).changed({name: value})
    assert str(refused.value).startswith(message)


def test_weights_play_as_the_network_did(tmp_path: Path) -> None:
    """Whole numbers in place of the network's: nearly the same chances."""
    training = quick(tmp_path)
    for _ in range(20):
        training.learn_once(0.0)
    training.save()
    game = feint.load(KUHN)
    player, match = Learned(game, load_weights(game, training.weights)), game.start(seed=4)
    seat = match.pending[0]
    row = torch.from_numpy(player._input.of(match.seen(seat), game.seat_number(seat))).float()[None]
    with torch.no_grad():
        scores, value = training.average(row)
    wanted = torch.softmax(scores[0][match.legal_numbers(seat)], 0)
    assert player.chances(match, seat) == pytest.approx(wanted.tolist(), abs=0.01)
    assert player.value(match, seat) == pytest.approx((float(value) + 1) / 2, abs=0.01)


def test_what_counts_in_a_rollout(tmp_path: Path) -> None:
    """Without a network that knows anything, an advantage is what came of the choice for whoever made it."""
    training = quick(tmp_path)
    with torch.no_grad():
        for parameter in training.network.parameters():
            parameter.zero_()
    rollout = training.arenas[0].play(training.network, None, 12, training.generator)
    values, seats = training.arenas[0].last_values(training.network)
    found, counts = advantages(rollout, values, seats, 2, smoothing=1.0)
    looked_at = 0
    for game in range(rollout.seats.shape[1]):
        for step in range(12):
            ends = [later for later in range(step, 12) if rollout.ended[later, game]]
            if ends:
                seat = int(rollout.seats[step, game])
                assert counts[step, game]
                assert found[step, game] == pytest.approx(float(rollout.utilities[ends[0], game, seat]))
                looked_at += 1
    assert looked_at > 100


def test_strength_is_a_share_of_the_point(tmp_path: Path) -> None:
    """A network that knows nothing plays evenly, as random does: half of the point, from both seats."""
    training = quick(tmp_path)
    with torch.no_grad():
        for parameter in training.network.parameters():
            parameter.zero_()
    found = strength(training.network, training.game, "random", 4000, training.device, 1, training.generator)
    low, high = found.interval
    assert low < 0.5 < high
    assert high - low < 0.05
    assert len(found.by_seat) == 2


def test_a_learned_response_gets_nearly_what_the_exact_one_does(tmp_path: Path) -> None:
    settings = QUICK | {"rate": "0.01,0.001", "evenness": "0.01,0.001", "games": "256"}
    game, updates = feint.load(KUHN), 120
    training = responding(game, "random", 1.0, "cpu", tmp_path, seed=1, **settings)
    for number in range(updates):
        training.learn_once(number / updates)
    found, exact = response_strength(training, 20_000), exploitability(game, "random")
    wanted = exact.exploitability / game.payoffs.point
    assert found.share - 0.5 == pytest.approx(wanted, abs=0.01)
    assert found.interval[0] - 0.5 < wanted
    with pytest.raises(FeintError, match="a response to perfect can't be learned here, only to bots that are rules: "):
        responding(game, "perfect", 1.0, "cpu", tmp_path / "other", seed=1)
