"""Promise 3: compiled and plain rules give identical games, state by state."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from feint.kernel.compiler import build
from feint.testing.compilation import compare, trace
from feint.testing.violations import Violations
from kit.games import URN, rulings

LONGEST = 400


@cache
def compiled(name: str | Path) -> Callable[..., Any]:
    return build(feint.load(name), trace)


@pytest.mark.parametrize("name", [*feint.game_names(), URN], ids=str)
@settings(max_examples=30)
@given(data=st.data())
def test_plain_and_compiled_are_the_same(name: str | Path, data: st.DataObject) -> None:
    """Thousands of games under any rulings (dozens of long ones): every state, redealt too, and the scores."""
    game = feint.load(name, **data.draw(rulings(name)))
    first_seed = data.draw(st.integers(0, 2**64 - 40))
    for seed in range(first_seed, first_seed + (40 if game.rules.ACTIONS < 100 else 2)):
        violations = Violations(game.folder)
        compare(game, violations, compiled(name), seed, LONGEST)
        assert violations.listed() == []


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
