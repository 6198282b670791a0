"""For tests: any rulings of a game, any match of it, and all the ways that a match can go."""

from collections.abc import Iterator
from pathlib import Path

from hypothesis import strategies as st

import feint
from feint.core.game import Game
from feint.core.match import Match
from kit.paths import EXAMPLE_GAMES

# The example of Tower Siege's rule book, as a record without tags.
BOOK = """\
feint record 1
game: tower-siege
rules: 1
rulings: track=parallel empty_hand=zero length=10 cards=5 stride=3 turn_limit=none repetition=none
seats: P1=human P2=human
seed: 7
round 1: P1 3; P2 3; P1 card 4; P2 card 5
round 2: P1 rest; P2 2
round 3: P1 3; P2 3
round 4: P1 3; P2 2
result: P1=0 P2=1
"""

URN = EXAMPLE_GAMES / "urn"
"""A small game with weighted outcomes, each seen by one seat only."""


@st.composite
def rulings(draw: st.DrawFn, name: str | Path) -> dict[str, str | int | None]:
    """Any rulings that a game can be played under, its dials' limits among them."""
    values: dict[str, str | int | None] = {}
    for ruling in feint.load(name).all_rulings.values():
        if ruling.choices:
            values[ruling.name] = draw(st.sampled_from(list(ruling.choices)))
            continue
        low, top = ruling.low, ruling.top(values)
        if ruling.by_seat:
            numbers = draw(st.lists(st.sampled_from([low, 0, top]), min_size=1, max_size=ruling.by_seat))
            values[ruling.name] = ruling.text(numbers)
            continue
        number = st.sampled_from([low, top]) | st.integers(low, min(top, low + 30))
        values[ruling.name] = draw(st.none() | number if ruling.may_be_none else number)
    return values


def random_match(game: Game, seed: int, most: int = 300) -> Match:
    """A match between random bots, to its end or so many steps far."""
    from feint.bots import choose, random

    match = game.start(seed=seed)
    while not match.over and len(match.steps) < most:
        seat = match.pending[0]
        match.play(seat, choose(match, seat, random, seed))
    return match


def all_matches(match: Match, deepest: int = 1000, any_order: bool = False) -> Iterator[Match]:
    """Every way a match can go on from here, this one first. Where several owe a choice, the first seat goes first."""
    yield match
    if match.over or len(match.steps) >= deepest:
        return
    for seat in match.pending if any_order else match.pending[:1]:
        for choice in match.legal(seat):
            twin = match.at(len(match.steps))
            twin.play(seat, choice)
            yield from all_matches(twin, deepest, any_order)


def redealt(match: Match, seat: int, word: int) -> Match:
    """The match with its present state redealt for a seat: one that it can't tell from the true one."""
    twin = match.at(len(match.steps))
    state = match.game.schema.copy(twin._states[-1])
    match.game.rules.redeal(state, seat, word)
    twin._states[-1] = state
    return twin
