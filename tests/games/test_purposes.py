"""What chance is for: each outcome has a purpose that the game has room for. Compiled loops write to it unchecked."""

import pytest

import feint
from feint.bots import bots_of, choose
from feint.core import CHANCE


@pytest.mark.parametrize("name", feint.game_names())
def test_every_purpose_has_its_number(name: str) -> None:
    game = feint.load(name)
    bot = list(bots_of(game).values())[-1]
    seen = set()
    for seed in range(4):
        match = game.start(seed=seed)
        while not match.over and len(match.steps) < 400:
            match.play(match.pending[0], choose(match, match.pending[0], bot, seed))
        states = zip(match.steps, match._states, strict=False)
        seen |= {game.rules.purpose(state) for step, state in states if step.seat == CHANCE}
    assert all(0 <= purpose < game.rules.PURPOSES for purpose in seen), (seen, game.rules.PURPOSES)
    assert len(seen) > 1 or game.rules.PURPOSES == 1, "the game tells its outcomes apart"
