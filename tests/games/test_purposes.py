"""What chance is for: each outcome has a purpose that the game has room for. Compiled loops write to it unchecked."""

import pytest

import feint
from feint.core import CHANCE
from kit.games import random_match


@pytest.mark.parametrize("name", feint.game_names())
def test_every_purpose_has_its_number(name: str) -> None:
    game = feint.load(name)
    seen = set()
    for seed in range(6):
        match = random_match(game, seed, most=200)
        for step, state in zip(match.steps, match._states, strict=False):
            if step.seat == CHANCE:
                seen.add(game.rules.purpose(state))
    assert all(0 <= purpose < game.rules.PURPOSES for purpose in seen), (seen, game.rules.PURPOSES)
