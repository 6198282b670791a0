"""A state as a row of numbers: what a seat may see of it, for programs that learn."""

from pathlib import Path

import numpy as np
import pytest

import feint
from feint.core.schema import Schema, public
from kit.games import URN, random_match, redealt


@pytest.mark.parametrize("name", [*feint.game_names(), URN], ids=str)
def test_a_row_of_what_a_seat_sees(name: str | Path) -> None:
    """It has the numbers of the view, no others, and stands where the compiled rules find it."""
    game = feint.load(name).for_simulation()
    schema = game.schema
    assert len(schema.row_names) == len(set(schema.row_names)) == len(schema.row_types)
    for seed in range(3):
        match = random_match(game, seed, 25)
        state = match._states[-1]
        packed = schema.pack(state).view(np.uint8)
        for number, seat in enumerate(game.seats):
            row = schema.seen_row(state, number)
            there = dict(zip(schema.row_names, row, strict=True))
            for label, value in there.items():
                field, *indices = label.replace("]", "").split("[")
                seen = schema.see(state, number, over=False)[field]
                if field in schema.secret:
                    seen = seen[number]
                for index in indices:
                    seen = seen[int(index)]
                assert seen == value
            assert {label.split("[")[0] for label in there} == {
                field.name for field in schema.fields if field.seen_by in ("public", "private")
            }
            places = schema.row_places(number)
            assert row == [
                int(packed[place : place + int(type[1:])].view(type)[0])
                for place, type in zip(places, schema.row_types, strict=True)
            ]
            if hasattr(game.rules, "redeal") and not match.over:
                assert schema.seen_row(redealt(match, number, seed)._states[-1], number) == row, seat


def test_a_field_has_a_name_of_its_own() -> None:
    with pytest.raises(TypeError, match="the schema names hand twice; a field's name stands for one field"):
        Schema(public("hand", "i4"), public("round", "i4"), public("hand", "i2"))


def test_a_copy_shares_no_row() -> None:
    """However deep it lies."""
    made = Schema(*(public(f"of_{depth}", "i2", *[2] * depth) for depth in range(4)))
    state = made.new()
    twin, seen = made.copy(state), made.see(state, None, over=False)
    state.of_1[0] = state.of_2[1][0] = state.of_3[0][1][1] = 5
    assert made.numbers(twin) == made.numbers(made.new()) == [*seen.values()]


@pytest.mark.parametrize("name", ["space-goats", "minefield-navigator", URN], ids=str)
def test_a_state_with_nothing_that_a_seat_may_not_see(name: str | Path) -> None:
    """Hidden fields are zero, and so are the private rows of others; the mask for compiled rules hides the same."""
    game = feint.load(name).for_simulation()
    schema, hid = game.schema, set()
    for seed in range(3):
        state = random_match(game, seed, 7)._states[-1]
        for number in range(len(game.seats)):
            seen, mask = schema.seen(state, number), schema.seen_mask(number)
            for field in schema.fields:
                whole, shown, zero = getattr(state, field.name), getattr(seen, field.name), field.zero()
                if field.seen_by == "hidden":
                    assert shown == zero
                    hid.add(whole != zero)
                elif field.seen_by == "private":
                    assert shown[number] == whole[number]
                    assert all(row == zero[0] for other, row in enumerate(shown) if other != number)
                    hid.add(whole != shown)
                else:
                    assert shown == whole
            masked = (schema.pack(state).view(np.uint8) & mask).tobytes()
            assert masked == schema.pack(seen).tobytes()
            assert schema.from_numbers(schema.numbers(seen)) == seen
            assert (seen == state) == (schema.numbers(seen) == schema.numbers(state))
    assert True in hid, "there was something to hide"
