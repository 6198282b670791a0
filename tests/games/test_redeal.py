"""Redealing: what a seat can't see is dealt anew, and the seat can't tell. Random pairs of full-sized games (promise 1)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feint
from kit.games import random_match, redealt, rulings

WORDS = st.integers(0, 2**64 - 1)


@pytest.mark.parametrize("name", feint.game_names())
@settings(max_examples=60)
@given(data=st.data())
def test_the_seat_cannot_tell(name: str, data: st.DataObject) -> None:
    """TS-R10, TM-R7, MN-R7: same view, choices and log, under any rulings and at any moment."""
    game = feint.load(name, **data.draw(rulings(name)))
    seed = data.draw(WORDS)
    whole = random_match(game, seed, most=60)
    for step in range(len(whole.steps)):
        match = whole.at(step)
        if match.over or match.pending == ("chance",):
            continue
        for number, seat in enumerate(game.seats):
            twin = redealt(match, number, data.draw(WORDS))
            assert twin.view(seat) == match.view(seat)
            assert twin.legal(seat) == match.legal(seat)
            assert twin.story(step, seat) == match.story(step, seat), "the log before is that of the same states"
            assert twin.pending == match.pending
            assert game.schema.pack(twin._states[-1]) is not None, "every number fits its field"


def test_all_that_is_possible_comes_equally_often() -> None:
    """MN-R2, TS-R7, TM-R2: each placement that fits what is known, each card in hand, each guess."""
    match = feint.load("minefield-navigator", steps=6, mines=3).start(chance=["mines 1,4,6"])
    match.play("player1", "scan 1")
    match.play("player2", "scan 2")
    counts = Counter(redealt(match, 0, word)._states[-1].mined for word in words(6000))
    assert len(counts) == 6, "two mines on four unknown steps"
    assert all(mined & 0b11 == 0b01 and mined.bit_count() == 3 for mined in counts)
    assert max(abs(count - 1000) for count in counts.values()) < 130

    fresh = feint.load("tower-siege").start(seed=1)
    for seat, choice in (("P1", "1"), ("P2", "1"), ("P2", "card 2")):
        fresh.play(seat, choice)
    cards = Counter(redealt(fresh, 0, word)._states[-1].chosen[1] for word in words(5000))
    assert set(cards) == {1, 2, 3, 4, 5}
    assert max(abs(count - 1000) for count in cards.values()) < 130
    assert redealt(fresh, 1, 99)._states[-1] == fresh._states[-1], "P2 knows its own card, and P1 has laid none"

    shot = feint.load("terminal-maneuver").start(seed=1)
    shot.play("laser", "guess 3")
    assert set(Counter(redealt(shot, 0, word)._states[-1].chosen[1] for word in words(500))) == set(range(7))
    shot = feint.load("terminal-maneuver").start(seed=1)
    shot.play("missile", "burn 1")
    assert set(Counter(redealt(shot, 1, word)._states[-1].chosen[0] for word in words(500))) == {0, 1, 2}


def words(count: int) -> list[int]:
    return [feint.core.chance.bot_word(3, number) for number in range(count)]


@pytest.mark.parametrize("name", feint.game_names())
@settings(max_examples=30)
@given(data=st.data())
def test_what_a_seat_sees_is_enough_to_redeal(name: str, data: st.DataObject) -> None:
    """Search redeals what is left of a state when the rest is 0: no number of it may be needed for that."""
    game = feint.load(name, **data.draw(rulings(name)))
    whole = random_match(game, data.draw(WORDS), most=60)
    for step in range(len(whole.steps)):
        match = whole.at(step)
        for seat in match.pending:
            if seat not in game.seats:
                continue
            number = game.seat_number(seat)
            state = match.seen(seat)
            game.rules.redeal(state, number, data.draw(WORDS))
            assert game.schema.seen(state, number) == match.seen(seat)
            room = [0] * game.rules.ACTIONS
            assert room[: game.rules.legal(state, number, room)] == match.legal_numbers(seat)
            assert game.schema.pack(state) is not None, "every number fits its field"
            for action in match.legal_numbers(seat)[:3]:
                after = game.schema.copy(state)
                game.rules.apply(after, number, action)
                assert game.schema.pack(after) is not None
