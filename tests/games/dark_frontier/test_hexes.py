"""The hexes of Dark Frontier: laws of vectors, counters and straight ways (DF-R3, DF-Q5, DF-Q11)."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from feint.games.dark_frontier.hexes import (
    STEP_Q,
    STEP_R,
    capped,
    counted,
    edge_hex,
    length,
    main_direction,
    way,
)

NUMBERS = st.integers(-40, 40)
COUNTERS = st.lists(st.integers(0, 9), min_size=6, max_size=6)


def vector(counter: list[int]) -> tuple[int, int]:
    return sum(n * q for n, q in zip(counter, STEP_Q, strict=True)), sum(
        n * r for n, r in zip(counter, STEP_R, strict=True)
    )


def resolved_by_the_book(counter: list[int]) -> list[int]:
    """DF-R3 as it is written: opposite numbers cancel, numbers one direction apart go between, until neither is left."""
    counter = list(counter)
    while True:
        before = list(counter)
        for d in range(6):
            both = min(counter[d], counter[(d + 3) % 6])
            counter[d] -= both
            counter[(d + 3) % 6] -= both
        for d in range(6):
            both = min(counter[d], counter[(d + 2) % 6])
            counter[d] -= both
            counter[(d + 2) % 6] -= both
            counter[(d + 1) % 6] += both
        if counter == before:
            return counter


def turned(q: int, r: int) -> tuple[int, int]:
    """One sixth clockwise."""
    return -r, q + r


def counter_of(q: int, r: int) -> list[int]:
    d = main_direction(q, r)
    along, beside = counted(q, r, d)
    counter = [0] * 6
    counter[d], counter[(d + 1) % 6] = along, beside
    return counter


@given(COUNTERS)
def test_resolving_is_adding_vectors(counter: list[int]) -> None:
    """DF-R3: it never changes the vector, and leaves at most two numbers, in neighbouring directions."""
    resolved = resolved_by_the_book(counter)
    assert vector(resolved) == vector(counter)
    assert resolved == counter_of(*vector(counter))
    assert sum(number > 0 for number in resolved) <= 2
    assert length(*vector(counter)) == sum(resolved)


@given(NUMBERS, NUMBERS)
def test_a_counter_shows_six_at_most(q: int, r: int) -> None:
    """DF-Q5."""
    assert counter_of(*capped(q, r)) == [min(number, 6) for number in counter_of(q, r)]


@given(NUMBERS, NUMBERS)
def test_turning(q: int, r: int) -> None:
    counter = counter_of(q, r)
    assert counter_of(*turned(q, r)) == [counter[-1], *counter[:-1]]
    assert length(*turned(q, r)) == length(q, r)


@given(NUMBERS | st.just(0), NUMBERS | st.just(0), st.integers(1, 40), st.integers(0, 40))
@example(0, 1, 2, 1)
def test_the_way(q: int, r: int, parts: int, part: int) -> None:
    """DF-Q11, DF-Q20: it begins and ends where it must, turns with the map, and never strays from the line."""
    part = min(part, parts)
    assert way(q, r, 0, parts) == (0, 0)
    assert way(q, r, parts, parts) == (q, r)
    here = way(q, r, part, parts)
    assert way(*turned(q, r), part, parts) == turned(*here)
    off_q, off_r = here[0] * parts - q * part, here[1] * parts - r * part
    assert 3 * (off_q**2 + off_q * off_r + off_r**2) <= parts**2, "the corner of a hex is 1 / sqrt(3) away"


@given(NUMBERS, NUMBERS)
def test_step_by_step_the_way_has_no_gaps(q: int, r: int) -> None:
    steps = max(1, length(q, r))
    way_taken = [way(q, r, part, steps) for part in range(steps + 1)]
    for one, other in pairwise(way_taken):
        assert length(other[0] - one[0], other[1] - one[1]) <= 1


def test_ties_go_to_the_right() -> None:
    """DF-Q11: halfway along N and NE lies between the two; to the right of the travel is NE."""
    q, r = STEP_Q[0] + STEP_Q[1], STEP_R[0] + STEP_R[1]
    assert way(q, r, 1, 2) == (STEP_Q[1], STEP_R[1])
    assert way(-q, -r, 1, 2) == (STEP_Q[4], STEP_R[4])


@given(st.integers(1, 30))
def test_the_edge(radius: int) -> None:
    """DF-R2: every hex of the edge, once."""
    edge = {edge_hex(radius, number) for number in range(6 * radius)}
    assert edge == {
        (q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if length(q, r) == radius
    }
