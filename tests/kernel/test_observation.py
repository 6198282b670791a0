"""The key of what a seat sees: the same for states that the seat can't tell apart, another for those that it can."""

import numpy as np
import pytest

import feint
from feint.kernel.observation import observation_key, observations
from kit.games import random_match, redealt

SMALL = ("tower-siege", "terminal-maneuver", "minefield-navigator")


def key_of(game: feint.Game, state: object, seat: int) -> int:
    _, changing, places, pairs = (part.tolist() for part in observations(game, with_log=True))
    words = game.schema.pack(state).view(np.uint32).tolist()
    return observation_key(words, changing[seat], places[seat], pairs[seat], seat)


@pytest.mark.parametrize("name", feint.game_names())
def test_equal_views_have_equal_keys(name: str) -> None:
    game = feint.load(name).for_simulation()
    views: dict[tuple[int, int], str] = {}
    other_states = 0
    for seed in range(6 if name in SMALL else 2):
        match = random_match(game, seed)
        for step in range(0, len(match.steps), 1 if len(match.steps) < 200 else 5):
            at = match.at(step)
            for seat in range(len(game.seats)):
                view = repr(game.schema.seen_row(at._states[-1], seat))
                key = key_of(game, at._states[-1], seat)
                assert views.setdefault((seat, key), view) == view
                if not at.over:
                    dealt = redealt(at, seat, seed)
                    other_states += dealt._states[-1] != at._states[-1]
                    assert key_of(game, dealt._states[-1], seat) == key
    assert len(views) > 20
    assert bool(other_states) == bool(game.schema.secret)
