"""A state as a row of numbers: what a seat may see of it, for programs that learn."""

from pathlib import Path

import numpy as np
import pytest

import feint
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
