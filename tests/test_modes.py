"""Promise 3: compiled and plain rules give identical games, state by state."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.core.chance import below, bot_key, bot_word, chance_word, draw
from feint.core.kernel import build
from feint.core.language import CHANCE, OVER
from feint.lab.loops import no_chance, nothing_to_settle
from gamekit import URN, rulings

LONGEST = 400


def trace(rules: ModuleType) -> Callable[..., Any]:
    """A loop that plays one game between random bots and keeps every state of it."""
    pending, legal, apply, score, actions = rules.pending, rules.legal, rules.apply, rules.score, rules.ACTIONS
    chance, settle = getattr(rules, "chance", no_chance), getattr(rules, "settle", nothing_to_settle)
    outcomes = getattr(rules, "OUTCOMES", 0)

    def play(states: Any, seats: int, seed: int, points: Any) -> int:
        out = np.zeros(actions, np.int64)
        weights = np.zeros(outcomes, np.int64)
        made = np.zeros(seats, np.int64)
        step = 0
        while step < len(states) - 1:
            s = states[step]
            who = pending(s)
            if who == OVER:
                score(s, points)
                break
            states[step + 1] = states[step]
            after = states[step + 1]
            if who == CHANCE:
                settle(after, draw(chance_word(seed, step), weights, chance(s, weights)))
            else:
                seat = 0
                while not who >> seat & 1:
                    seat += 1
                count = legal(s, seat, out)
                apply(after, seat, out[below(bot_word(bot_key(seed, seat), made[seat]), count)])
                made[seat] += 1
            step += 1
        return step

    return play


@cache
def compiled(name: str | Path) -> Callable[..., Any]:
    return build(feint.load(name), trace)


def plain_states(game: feint.Game, seed: int) -> tuple[list[Any], list[int]]:
    """The same game, played on plain states."""
    rules, schema = game.rules, game.schema
    states, points, made = [game.first_state()], [0] * len(game.seats), [0] * len(game.seats)
    for step in range(LONGEST - 1):
        s = states[-1]
        who = rules.pending(s)
        if who == OVER:
            rules.score(s, points)
            break
        after = schema.copy(s)
        if who == CHANCE:
            weights = [0] * getattr(rules, "OUTCOMES", 0)
            rules.settle(after, draw(chance_word(seed, step), weights, rules.chance(s, weights)))
        else:
            seat = (who & -who).bit_length() - 1
            out = [0] * rules.ACTIONS
            count = rules.legal(s, seat, out)
            rules.apply(after, seat, out[below(bot_word(bot_key(seed, seat), made[seat]), count)])
            made[seat] += 1
        states.append(after)
    return states, points


@pytest.mark.parametrize("name", [*feint.game_names(), URN], ids=str)
@settings(max_examples=60)
@given(data=st.data())
def test_plain_and_compiled_are_the_same(name: str | Path, data: st.DataObject) -> None:
    """Thousands of games under any rulings (hundreds of long ones): every state and the scores, bit for bit."""
    game = feint.load(name, **data.draw(rulings(name)))
    first_seed = data.draw(st.integers(0, 2**64 - 20))
    for seed in range(first_seed, first_seed + (20 if game.rules.ACTIONS < 100 else 4)):
        states, points = plain_states(game, seed)
        records = np.zeros(LONGEST, game.schema.dtype)
        records[0] = game.schema.pack(game.first_state())[0]
        scores = np.zeros(len(game.seats), np.int64)
        steps = compiled(name)(records, len(game.seats), np.uint64(seed), scores)
        assert steps == len(states) - 1
        assert [game.schema.unpack(record) for record in records[: steps + 1]] == states
        assert scores.tolist() == points


def test_reading_out_of_bounds_is_noticed() -> None:
    """The tests compile with bounds checks; a rule that reads outside a field must not pass unseen."""

    def loops(rules: ModuleType) -> Callable[..., Any]:
        def reach(states: Any, index: int) -> int:
            return states[0].position[index]  # type: ignore[no-any-return]

        return reach

    game = feint.load("tower-siege")
    with pytest.raises(IndexError):
        build(game, loops)(game.schema.pack(game.first_state()), 7)


def test_a_number_too_large_for_its_field_is_refused() -> None:
    game = feint.load("tower-siege")
    state = game.first_state()
    state.position[0] = 200
    with pytest.raises(OverflowError):
        game.schema.pack(state)
