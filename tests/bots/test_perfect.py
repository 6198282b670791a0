"""What `perfect` makes of a solution: chances that add up, also where there is nothing to choose or nothing is known."""

import pytest

import feint
from feint.bots import perfect
from feint.bots.perfect import Perfect
from feint.bots.players import SolvingLimits
from feint.core.errors import FeintError
from kit.games import random_match


def test_what_is_too_large_is_said() -> None:
    """Where not even a beginning was made in the time that there was."""
    with pytest.raises(FeintError, match="tower-siege is too large for perfect under these rulings"):
        Perfect(
            feint.load("tower-siege", length=9, cards=2, stride=7, turn_limit=77), limits=SolvingLimits(10**6, 1e-9)
        )


def test_chances_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = feint.load("terminal-maneuver", fuel=2, rounds=2)
    player, only = Perfect(game), 0
    for seed in range(20):
        match = random_match(game, seed, seed % 4)
        for seat in match.pending:
            legal, chances = match.legal(seat), player.chances(match, seat)
            assert len(chances) == len(legal)
            assert sum(chances) == pytest.approx(1.0)
            assert chances == [1.0] or len(legal) > 1
            only += chances == [1.0]
            with monkeypatch.context() as patch:
                patch.setattr(perfect, "mixture", lambda *_: None)
                assert player.chances(match, seat) == [1 / len(legal)] * len(legal), "nothing is better than anything"
                patch.setattr(Perfect, "chances", lambda *_, legal=legal: [0.0] * (len(legal) - 1) + [1.0])
                patch.setattr(perfect, "random_word", lambda *_: 0)
                assert player.choose(match, seat, 1) == legal[-1], "what is never right is never chosen"
    assert only
